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
  | 'name'
  | 'comment' // no switches of compiler and lint, no open ends

interface Part {
  /** A file, or a folder with a slash at its end. The first part that fits a file is its part. */
  readonly at: string
  readonly imports: readonly string[]
  /** Packages by name; `node:` stands for all of Node's own modules; left out: any. */
  readonly packages?: readonly string[]
}

const maxLines = 400
const maxElectronFiles = 6

const adapters = [
  'ledger',
  'partner',
  'booking-service',
  'fleet',
  'office',
  'payment',
  'printing',
  'staff',
  'transport',
  'update',
].map((name) => `electron/${name}/`)

/** What the machine gives the program, beside the adapters. */
const host = [
  'electron/cli/arguments.ts',
  'electron/config/config.ts',
  'electron/config/partner.ts',
  'electron/config/rules.ts',
  'electron/config/signing.ts',
  'electron/config/upkeep.ts',
  'electron/host/clock.ts',
  'electron/host/compiled-code.ts',
  'electron/host/data-directory.ts',
  'electron/host/electron-keyring.ts',
  'electron/host/keyring.ts',
  'electron/host/log.ts',
  'electron/host/files/rotating-file.ts',
  'electron/host/screen-file.ts',
  'electron/config/setup-settings.ts',
  'electron/app/program.ts',
  'electron/host/status-file.ts',
]
const compositions = [
  'electron/app/kiosk.ts',
  'electron/app/fleet-membership.ts',
  'electron/app/machine.ts',
  'electron/app/set-up.ts',
  'electron/app/partner-connection.ts',
  'electron/app/hub.ts',
  'electron/app/hub-fleet.ts',
  'electron/app/hub-administration.ts',
  'electron/app/ledger-keeping.ts',
  'electron/app/sale-ledger.ts',
  'electron/app/printers.ts',
  'electron/app/update-machine.ts',
  'electron/app/staff-list.ts',
  'electron/app/reconciliation.ts',
  'electron/app/office.ts',
]
/** The commands, and what is too long for their own files: they never reach below the compositions. */
const shells = [
  'electron/main.ts',
  'electron/browser-host.ts',
  'electron/browser-host-main.ts',
  'electron/cli/cli.ts',
  'electron/cli/main.ts',
  'electron/cli/demo.ts',
  'electron/cli/ledger.ts',
  'electron/cli/ledger-texts.ts',
  'electron/cli/serve.ts',
  'electron/cli/conformance.ts',
  'electron/cli/doctor.ts',
  'electron/cli/setup.ts',
  'electron/cli/status.ts',
  'electron/cli/update.ts',
  'electron/cli/hub.ts',
  'electron/cli/hub-fleet.ts',
  'electron/cli/fleet.ts',
  'electron/cli/reconcile.ts',
  'electron/cli/staff.ts',
]

const parts: readonly Part[] = [
  { at: 'shared/domain/', imports: ['shared/domain/'], packages: ['zod'] },
  { at: 'shared/', imports: ['shared/'], packages: ['zod'] },
  { at: 'electron/preload.ts', imports: ['shared/'], packages: ['electron'] },
  ...shells.map((at) => ({
    at,
    imports: [
      ...shells,
      ...compositions,
      ...host,
      'electron/host/files/whole-file.ts',
      'electron/transport/',
      'shared/',
    ],
  })),
  ...compositions.map((at) => ({
    at,
    imports: [
      ...host,
      'electron/host/files/whole-file.ts',
      'electron/app/fleet-membership.ts',
      'electron/app/partner-connection.ts',
      'electron/app/hub-fleet.ts',
      'electron/app/staff-list.ts',
      'electron/app/office.ts',
      'electron/tender-care.ts',
      'electron/app/printers.ts',
      'electron/app/set-up.ts',
      'electron/app/kiosk.ts',
      'electron/app/sale-ledger.ts',
      'electron/core/',
      ...adapters,
      'electron/verify/',
      'shared/',
    ],
  })),
  ...host.map((at) => ({
    at,
    imports: [...host, 'electron/core/ports', 'electron/host/files/whole-file.ts', 'shared/'],
  })),
  { at: 'electron/core/', imports: ['electron/core/', 'shared/'], packages: ['zod'] },
  { at: 'electron/host/files/whole-file.ts', imports: [] },
  ...adapters.map((at) => ({
    at,
    imports: [at, 'electron/core/ports', 'electron/core/printer', 'electron/host/files/whole-file.ts', 'shared/'],
  })),
  // Judges ledgers by their documented format alone: it shares nothing with their writer.
  { at: 'electron/verify/', imports: ['electron/verify/'], packages: ['node:', 'better-sqlite3', 'zod'] },
  { at: 'renderer/', imports: ['renderer/', 'shared/', 'resources/'], packages: ['react', 'react-dom', '@fontsource'] },
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
    ...cycles(all),
  ]
}
