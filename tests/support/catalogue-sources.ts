import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import type { CatalogueText } from '../../scripts/glossary/term.ts'
import type { Language } from '../../shared/domain/language.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Parts of the syntax whose strings are names, not texts. */
const isNaming = ({ type, operator, computed }: Node): boolean =>
  type.startsWith('TS') ||
  type === 'ImportDeclaration' ||
  (type === 'MemberExpression' && computed === true) ||
  (type === 'BinaryExpression' && operator !== '+')

/** Expressions that only add a type to the one they contain: `{ … } as const`, `{ … } satisfies Type`. */
const isTypeWrapper = (type: string): boolean =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

/** Returns the name that a node adds to the keys of the texts in it; empty if it adds none. */
function keyOf(node: Node): string {
  if (node.type === 'Property') return nameOf(node['key'])
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return nameOf(node['id'])
  if (node.type === 'SwitchCase') return nameOf(node['test'])
  return ''
}

/** Returns the parts of a node that can hold texts. */
function partsOf(node: Node): readonly unknown[] {
  if (isTypeWrapper(node.type)) return [node['expression']]
  if (isNaming(node)) return []
  if (node.type === 'Property') return [node['value']]
  if (node.type === 'SwitchCase') return [node['consequent']]
  return Object.values(node)
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('{}')
}

const plain = (text: string): string => text.replaceAll('’', "'").replaceAll(/\s+/gu, ' ')

/** Returns every text in one source file, also those of branches that no sample reaches. */
export function textsInSource(path: string, source: string): readonly CatalogueText[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`)
  const found: CatalogueText[] = []
  const visit = (part: unknown, key: string): void => {
    if (Array.isArray(part)) for (const each of part) visit(each, key)
    if (!isNode(part)) return
    const text = textOf(part)
    if (text !== null && /\p{L}/u.test(text)) {
      const line = source.slice(0, part.start).split('\n').length
      found.push({ at: `${path}:${line}`, key, text: plain(text) })
    }
    const name = keyOf(part)
    const inner = name === '' ? key : key === '' ? name : `${key}.${name}`
    for (const each of partsOf(part)) visit(each, inner)
  }
  visit(program, '')
  return found
}

/** Returns every text of the catalogues of a language, below a root of the project. */
export function sourceTexts(root: string, language: Language): readonly CatalogueText[] {
  return ['renderer', 'shared'].flatMap((part) => {
    const folder = `${part}/i18n/${language}`
    return globSync('**/*.ts', { cwd: join(root, folder) })
      .toSorted()
      .flatMap((file) => textsInSource(`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')))
  })
}
