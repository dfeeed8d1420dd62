import { posix } from 'node:path'
import { sourceFacts, type SourceFacts, type SourceFile } from './source-facts.ts'

export interface Violation {
  readonly rule: Rule
  readonly path: string
  readonly detail: string
}

type Rule =
  | 'place' // a file stands where the architecture has a part for it
  | 'import' // imports run down only
  | 'package' // a part uses only the packages that belong to it
  | 'electron' // the module `electron` is named in few files
  | 'resolve' // relative imports name an existing file with its extension: Node runs the sources as they are
  | 'cycle'
  | 'pure' // shared/ has no clock, no chance, no host
  | 'size'
  | 'crowd' // a folder with many files of its own hides another folder
  | 'name'
  | 'comment' // no switches of compiler and lint, no open ends

interface Part {
  /** A folder with a slash at its end; a file only where it is a shell. The first part that fits a file is its part. */
  readonly at: string
  readonly imports: readonly string[]
  /** Packages by name; `node:` stands for all of Node's own modules; left out: any. */
  readonly packages?: readonly string[]
}

const maxLines = 600
const maxFilesInFolder = 25
const maxElectronFiles = 6

const inElectron = (...folders: readonly string[]): string[] => folders.map((name) => `electron/${name}/`)
const inRenderer = (...folders: readonly string[]): string[] => folders.map((name) => `renderer/${name}/`)

const adapters = inElectron(
  'ledger',
  'partner',
  'booking-service',
  'fleet',
  'notes',
  'office',
  'payment',
  'printing',
  'staff',
  'transport',
  'update',
)
/** Ports are types of the core; files, secrets and refusals by the HTTP parser are handled in one way by all adapters. */
const ports = inElectron('core/ports', 'host/files', 'host/http', 'host/secrets')

const shell = {
  imports: ['electron/browser-host.ts', ...inElectron('cli', 'app', 'config', 'host', 'transport'), 'shared/'],
}
const ofScreens = ['react', 'react-dom', '@fontsource', 'qrcode']
/** Who stands or sits before a screen: none of these imports another. */
const workplaces = inRenderer('kiosk', 'cashier', 'office', 'setup', 'customer-display', 'fleet', 'recording')

const parts: readonly Part[] = [
  { at: 'shared/domain/', imports: ['shared/domain/'], packages: ['zod'] },
  { at: 'shared/', imports: ['shared/'], packages: ['zod'] },
  { at: 'electron/preload.ts', imports: ['shared/'], packages: ['electron'] },
  { at: 'electron/main.ts', ...shell },
  { at: 'electron/browser-host.ts', ...shell },
  { at: 'electron/browser-host-main.ts', ...shell },
  { at: 'electron/cli/', ...shell },
  {
    at: 'electron/app/',
    imports: [...inElectron('app', 'config', 'host', 'core', 'verify'), ...adapters, 'shared/'],
  },
  // Each driver states its own settings.
  { at: 'electron/config/', imports: [...inElectron('config', 'host', 'core/ports', 'notes', 'payment'), 'shared/'] },
  // The document of the interface is served by a hub and by a machine.
  { at: 'electron/host/', imports: [...inElectron('host', 'core/ports'), 'shared/', 'docs/integrating/openapi.json'] },
  { at: 'electron/core/', imports: [...inElectron('core'), 'shared/'], packages: ['zod'] },
  ...adapters.map((at) => ({ at, imports: [at, ...ports, 'shared/'] })),
  // Judges ledgers by their documented format alone: it shares nothing with their writer.
  { at: 'electron/verify/', imports: ['electron/verify/'], packages: ['node:', 'better-sqlite3', 'zod'] },
  { at: 'renderer/app/', imports: [...inRenderer('app'), 'shared/'], packages: ofScreens },
  { at: 'renderer/i18n/', imports: [...inRenderer('i18n', 'app'), 'shared/'], packages: ofScreens },
  {
    at: 'renderer/components/',
    imports: [...inRenderer('components', 'i18n', 'app', 'styles'), 'shared/'],
    packages: ofScreens,
  },
  {
    at: 'renderer/seat-map/',
    imports: [...inRenderer('seat-map', 'components', 'i18n'), 'shared/'],
    packages: ofScreens,
  },
  ...workplaces.map((at) => ({
    at,
    imports: [at, ...inRenderer('app', 'components', 'seat-map', 'i18n', 'styles'), 'shared/', 'resources/'],
    packages: ofScreens,
  })),
  { at: 'renderer/', imports: ['renderer/', 'shared/'], packages: ofScreens },
  { at: 'tests/', imports: [''] },
  { at: 'scripts/', imports: [''] },
]

const partOf = (path: string): Part | undefined =>
  parts.find(({ at }) => (at.endsWith('/') ? path.startsWith(at) : path === at))

const isRelative = (specifier: string): boolean => specifier.startsWith('.')

/** Where a relative specifier points to, from the project's root, without a `?query`. */
const targetOf = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier.startsWith('@fontsource/') ? '@fontsource' : (specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier)
}

function importViolations(facts: SourceFacts, paths: ReadonlySet<string>): Violation[] {
  const { path, specifiers } = facts
  const part = partOf(path)
  if (!part) return [{ rule: 'place', path, detail: 'belongs to no part of the architecture' }]
  return specifiers.flatMap((specifier): Violation[] => {
    if (!isRelative(specifier)) {
      const allowed = part.packages === undefined || part.packages.includes(packageOf(specifier))
      return allowed ? [] : [{ rule: 'package', path, detail: specifier }]
    }
    const target = targetOf(path, specifier)
    const found: Violation[] = []
    if (!part.imports.some((allowed) => target.startsWith(allowed)))
      found.push({ rule: 'import', path, detail: target })
    if (!paths.has(target)) found.push({ rule: 'resolve', path, detail: specifier })
    return found
  })
}

/** Each circle of imports once, named from its first file in the alphabet. */
function cycles(all: readonly SourceFacts[]): Violation[] {
  const importsOf = new Map(
    all.map(({ path, specifiers }) => [path, specifiers.filter(isRelative).map((s) => targetOf(path, s))]),
  )
  const done = new Set<string>()
  const found = new Map<string, Violation>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = trail.slice(start)
      const first = circle.indexOf(circle.toSorted()[0] ?? path)
      const named = [...circle.slice(first), ...circle.slice(0, first)]
      found.set(named.join(), { rule: 'cycle', path: named[0] ?? path, detail: named.join(' → ') })
    } else if (!done.has(path)) {
      for (const target of importsOf.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
  }
  for (const { path } of all) visit(path, [])
  return [...found.values()]
}

const forbiddenComment =
  /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck)|prettier-ignore|\b(?:TODO|FIXME|XXX|HACK)\b/

function fileViolations({ path, lines, impurities, comments }: SourceFacts): Violation[] {
  const found: Violation[] = []
  if (lines > maxLines) found.push({ rule: 'size', path, detail: `${lines} lines, at most ${maxLines}` })
  if (/(?:^|\/)(?:utils?|helpers?|misc|common)(?:\.|\/)/.test(path)) {
    found.push({ rule: 'name', path, detail: 'says nothing of what is in it' })
  }
  if (path.startsWith('shared/')) found.push(...impurities.map((detail) => ({ rule: 'pure' as const, path, detail })))
  for (const comment of comments) {
    const detail = forbiddenComment.exec(comment)?.[0]
    if (detail) found.push({ rule: 'comment', path, detail })
  }
  return found
}

function electronViolations(all: readonly SourceFacts[]): Violation[] {
  const naming = all.filter(({ path, specifiers }) => !path.startsWith('tests/') && specifiers.includes('electron'))
  if (naming.length <= maxElectronFiles) return []
  return naming.map(({ path }) => ({ rule: 'electron', path, detail: `one of ${naming.length} files` }))
}

/** Folders of the program; the steps of a schema lie side by side, one file each. */
function crowdViolations(files: readonly SourceFile[]): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    if (/^(?:shared|electron|renderer)\b/u.test(folder) && !folder.endsWith('/migrations'))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([path, count]) => ({ rule: 'crowd', path, detail: `${count} files, at most ${maxFilesInFolder}` }))
}

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path)

/**
 * Checks the rules of the architecture on the project's files. `files` holds every file that an import may name, styles
 * and the like too; only code is parsed. The order of the answer follows the order of the files.
 */
export function checkArchitecture(files: readonly SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path))
  const all = files.filter(({ path }) => isCode(path)).map(sourceFacts)
  return [
    ...all.flatMap((facts) => [...importViolations(facts, paths), ...fileViolations(facts)]),
    ...electronViolations(all),
    ...crowdViolations(files),
    ...cycles(all),
  ]
}
