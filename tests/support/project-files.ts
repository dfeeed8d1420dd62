import { existsSync, globSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns true if an entry is a package folder or the output of `npm run speech`. */
const isNotOurs = ({ name, parentPath }: { readonly name: string; readonly parentPath: string }): boolean =>
  name === 'node_modules' || join(parentPath, name) === join(root, 'resources', 'speech')

/** Returns the files below the folders, as paths relative to the project root. */
export function filesBelow(folders: readonly string[]): readonly string[] {
  return folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((cwd) => globSync('**', { cwd, withFileTypes: true, exclude: isNotOurs }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

export interface SourceFile {
  /** Path from the project root, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface SourceFacts {
  readonly path: string
  readonly lines: number
  /** All module specifiers of the file: imports (including types), re-exports, `import()`, `require()`. */
  readonly specifiers: readonly string[]
  /** Uses of the clock, of random numbers and of host interfaces. */
  readonly impurities: readonly string[]
  readonly comments: readonly string[]
}

/** Impure members that the compiler accepts without DOM or Node types, or that could be imported. */
const impureMembers = new Set(['Date.now', 'Math.random', 'performance.now'])
const impureObjects = new Set(['crypto', 'globalThis'])

function literal(node: { type: string; value?: unknown } | undefined): string[] {
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []
}

/** Parses a TypeScript or JavaScript file. Throws on a syntax error. Searches only `shared/` for impurities. */
export function sourceFacts({ path, text }: SourceFile): SourceFacts {
  const parsed = parseSync(path, text)
  const { comments, errors, module } = parsed
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`)
  const facts = { path, lines: text.split('\n').length - 1, comments: comments.map((c) => c.value) }
  // Reading the syntax tree takes ten times as long as parsing.
  if (!path.startsWith('shared/') && !/\b(?:import|require)\s*\(/u.test(text)) {
    const exported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
    const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported]
    const specifiers = [...new Set(requests.flatMap((request) => request?.value ?? []))]
    return { ...facts, specifiers, impurities: [] }
  }
  const specifiers: string[] = []
  const impurities: string[] = []

  new Visitor({
    ImportDeclaration: (node) => void specifiers.push(node.source.value),
    ExportAllDeclaration: (node) => void specifiers.push(node.source.value),
    ExportNamedDeclaration: (node) => void specifiers.push(...literal(node.source ?? undefined)),
    ImportExpression: (node) => void specifiers.push(...literal(node.source)),
    TSImportType: (node) => void specifiers.push(...literal(node.source)),
    CallExpression: ({ callee, arguments: [first] }) => {
      const isRequire =
        (callee.type === 'Identifier' && callee.name === 'require') ||
        (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'require')
      if (isRequire) specifiers.push(...literal(first))
      if (callee.type === 'Identifier' && callee.name === 'Date') impurities.push('Date()')
    },
    NewExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && args.length === 0) impurities.push('new Date()')
    },
    MemberExpression: ({ object, property }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      const name = `${object.name}.${property.name}`
      if (impureMembers.has(name) || impureObjects.has(object.name)) impurities.push(name)
    },
  }).visit(parsed.program)

  return { ...facts, specifiers, impurities }
}
