import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { filesBelow, sourceFacts, type SourceFacts, type SourceFile } from './support/project-files.ts'

type Violation = Readonly<{ rule: Rule; path: string; detail: string }>

type Rule =
  | 'place' // each file is in a place that the architecture defines
  | 'import' // imports go to lower layers only
  | 'package' // a part imports only the packages assigned to it
  | 'electron' // only a few files import the module `electron`
  | 'resolve' // relative imports name an existing file with its extension: Node runs the sources as they are
  | 'cycle'
  | 'pure' // shared/ does not use the clock, random numbers or the host
  | 'size'
  | 'crowd' // a folder has at most `maxFilesInFolder` files
  | 'name'
  | 'comment' // no directives for compiler or linter, no open tasks

interface Part {
  /** A folder with a trailing slash, or the path of a single file. The first part that matches a file applies. */
  readonly at: string
  readonly imports: readonly string[]
  /** Permitted packages. `node:` stands for all modules of Node. If absent, all packages are permitted. */
  readonly packages?: readonly string[]
}

const maxLines = 600
const maxFilesInFolder = 25
const maxElectronFiles = 6

const inElectron = (...folders: readonly string[]): string[] => folders.map((name) => `electron/${name}/`)
const inRenderer = (...folders: readonly string[]): string[] => folders.map((name) => `renderer/${name}/`)

const adapters = inElectron(
  ...'ledger partner booking fleet banknotes office payments printing staff transport update'.split(' '),
)
/** Ports are types of the core. All adapters share the handling of files, secrets and HTTP parser errors. */
const ports = inElectron('kiosk/ports', 'host/files', 'host/http', 'host/secrets')

const shell = {
  imports: ['electron/browser-host.ts', ...inElectron('cli', 'app', 'config', 'host', 'transport'), 'shared/'],
}
const ofScreens = ['react', 'react-dom', '@fontsource', 'qrcode']
/** Screens of different users. None of them imports another. */
const workplaces = inRenderer('kiosk', 'desk', 'office', 'setup', 'customer-display', 'fleet', 'recording')

const parts: readonly Part[] = [
  { at: 'shared/ledger-format/', imports: [] },
  { at: 'shared/domain/', imports: ['shared/domain/', 'shared/ledger-format/'], packages: ['zod'] },
  { at: 'shared/', imports: ['shared/'], packages: ['zod'] },
  { at: 'electron/preload.ts', imports: ['shared/'], packages: ['electron'] },
  { at: 'electron/main.ts', ...shell },
  { at: 'electron/browser-host.ts', ...shell },
  { at: 'electron/browser-host-main.ts', ...shell },
  { at: 'electron/cli/', ...shell },
  {
    at: 'electron/app/',
    imports: [...inElectron('app', 'config', 'host', 'kiosk', 'simulators', 'verify'), ...adapters, 'shared/'],
  },
  // Each driver defines its own settings.
  {
    at: 'electron/config/',
    imports: [...inElectron('config', 'host', 'kiosk/ports', 'banknotes', 'payments'), 'shared/'],
  },
  // The hub and the kiosk both serve the OpenAPI document.
  { at: 'electron/host/', imports: [...inElectron('host', 'kiosk/ports'), 'shared/', 'docs/integrating/openapi.json'] },
  { at: 'electron/kiosk/', imports: [...inElectron('kiosk'), 'shared/'], packages: ['zod'] },
  ...adapters.map((at) => ({ at, imports: [at, ...ports, 'shared/'] })),
  // A simulator implements the protocol of its driver.
  {
    at: 'electron/simulators/',
    imports: [...inElectron('simulators', 'banknotes', 'payments', 'printing'), ...ports, 'shared/'],
  },
  // The verifier shares the tables of the ledger's format with its writer, but no code.
  {
    at: 'electron/verify/',
    imports: ['electron/verify/', 'shared/ledger-format/'],
    packages: ['node:', 'better-sqlite3', 'zod'],
  },
  { at: 'renderer/app/', imports: [...inRenderer('app'), 'shared/'], packages: ofScreens },
  { at: 'renderer/i18n/', imports: [...inRenderer('i18n', 'app'), 'shared/'], packages: ofScreens },
  { at: 'renderer/ui/', imports: [...inRenderer('ui', 'i18n', 'app', 'styles'), 'shared/'], packages: ofScreens },
  { at: 'renderer/seat-map/', imports: [...inRenderer('seat-map', 'ui', 'i18n'), 'shared/'], packages: ofScreens },
  ...workplaces.map((at) => ({
    at,
    imports: [at, ...inRenderer('app', 'ui', 'seat-map', 'i18n', 'styles'), 'shared/', 'resources/'],
    packages: ofScreens,
  })),
  { at: 'renderer/', imports: ['renderer/', 'shared/'], packages: ofScreens },
  { at: 'tests/', imports: [''] },
  { at: 'scripts/', imports: [''] },
]

const partOf = (path: string): Part | undefined =>
  parts.find(({ at }) => (at.endsWith('/') ? path.startsWith(at) : path === at))

const isRelative = (specifier: string): boolean => specifier.startsWith('.')

/** Resolves a relative specifier to a path from the project's root, without its `?query`. */
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

/** Returns each import cycle once, starting at its alphabetically first file. */
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
  /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck)|(?:oxfmt|prettier)-ignore|\b(?:TODO|FIXME|XXX|HACK)\b/

function fileViolations({ path, lines, impurities, comments }: SourceFacts): Violation[] {
  const found: Violation[] = []
  if (lines > maxLines) found.push({ rule: 'size', path, detail: `${lines} lines, at most ${maxLines}` })
  if (/(?:^|\/)(?:utils?|helpers?|misc|common)(?:\.|\/)/.test(path))
    found.push({ rule: 'name', path, detail: 'says nothing of what is in it' })
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

function crowdViolations(files: readonly SourceFile[]): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    if (/^(?:shared|electron|renderer)\b/u.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([path, count]) => ({ rule: 'crowd', path, detail: `${count} files, at most ${maxFilesInFolder}` }))
}

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path)

/** Returns the violations of the architecture rules. `files` has every file that an import may name. */
function checkArchitecture(files: readonly SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path))
  const all = files.filter(({ path }) => isCode(path)).map(sourceFacts)
  return [
    ...all.flatMap((facts) => [...importViolations(facts, paths), ...fileViolations(facts)]),
    ...electronViolations(all),
    ...crowdViolations(files),
    ...cycles(all),
  ]
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the project's code with its text, and by name the other files that an import may name. */
function projectFiles(): SourceFile[] {
  const inFolders = filesBelow(['shared', 'electron', 'renderer', 'resources', 'docs', 'tests', 'scripts']).map(
    (path) => ({ path, text: isCode(path) ? readFileSync(join(root, path), 'utf8') : '' }),
  )
  const atRoot = readdirSync(root).filter((name) => !isCode(name))
  return [...inFolders, ...atRoot.map((path) => ({ path, text: '' }))]
}

test('the project keeps the rules of its architecture', () => {
  expect(checkArchitecture(projectFiles())).toEqual([])
})

test('issues of zod are worded by issue-text.ts or the verifier’s format.ts alone', () => {
  const handedOn = ['shared/domain/venue/venue-plan.ts', 'shared/api/partner/reading.ts']
  const inZodsWords = projectFiles()
    .filter(({ path }) => /^(?:shared|electron)\//u.test(path) && !handedOn.includes(path))
    .filter(({ text }) => /\.error\??\.issues|\bfirstIssue\(|(?:prettify|flatten|treeify)Error/u.test(text))
    .filter(({ text }) => !/\b(?:inEnglish|issueErrors|issueLines)\b/u.test(text))
  expect(inZodsWords.map(({ path }) => path)).toEqual([])
})

/** A small file tree without violations. The tests add a violation to it. */
const sound: Record<string, string> = {
  'shared/domain/money.ts': "import { z } from 'zod'\nexport const gnf = z",
  'shared/api/partner/table.ts': "import { gnf } from '../../domain/money.ts'\nexport const table = gnf",
  'shared/api/kiosk/api.ts': "import type { gnf } from '../../domain/money.ts'\nexport const api = (at: Date) => at",
  'electron/host/files/whole.ts': "import 'node:fs'\nexport const whole = 1",
  'electron/host/clock.ts': "import type { Clock } from '../kiosk/ports/ports.ts'\nexport const clock = 1",
  'electron/config/config.ts': "import '../host/files/whole.ts'\nexport const config = 1",
  'electron/kiosk/ports/ports.ts':
    "import type { gnf } from '../../../shared/domain/money.ts'\nexport interface Clock {}",
  'electron/kiosk/sale-flow.ts': "import type { Clock } from './ports/ports.ts'\nexport const flow = 1",
  'electron/ledger/journal.ts':
    "import type { Clock } from '../kiosk/ports/ports.ts'\nimport '../host/files/whole.ts'\nexport const journal = new Date()",
  'electron/partner/client.ts': "import { table } from '../../shared/api/partner/table.ts'\nimport 'node:http'",
  'electron/transport/ipc.ts': "import { ipcMain } from 'electron'\nexport const ipc = ipcMain",
  'electron/app/kiosk.ts':
    "import '../config/config.ts'\nimport '../kiosk/sale-flow.ts'\nimport '../ledger/journal.ts'\nexport const kiosk = 1",
  'electron/cli/serve.ts': "import '../app/kiosk.ts'\nimport '../host/clock.ts'",
  'electron/main.ts': "import { app } from 'electron'\nimport './app/kiosk.ts'\nimport './transport/ipc.ts'",
  'electron/preload.ts': "import { ipcRenderer } from 'electron'",
  'renderer/app/bridge.ts': 'export const bridge = 1',
  'renderer/i18n/texts.ts': "import type { bridge } from '../app/bridge.ts'\nexport const texts = 1",
  'renderer/ui/button.tsx': "import { texts } from '../i18n/texts.ts'\nexport const button = <p />",
  'renderer/seat-map/map.tsx': "import { button } from '../ui/button.tsx'\nexport const map = <p />",
  'renderer/kiosk/screen.tsx':
    "import { map } from '../seat-map/map.tsx'\nimport './screen.css'\nexport const kiosk = 1",
  'renderer/kiosk/screen.css': '',
  'renderer/desk/desk.tsx': "import { bridge } from '../app/bridge.ts'\nexport const desk = 1",
  'renderer/main.tsx':
    "import { createRoot } from 'react-dom/client'\nimport './kiosk/screen.tsx'\nimport './desk/desk.tsx'",
  'tests/any.test.ts': "import '../electron/ledger/journal.ts'\nimport 'electron'",
}

function violationsWith(planted: Record<string, string>): string[] {
  const files = Object.entries({ ...sound, ...planted }).map(([path, text]) => ({ path, text }))
  return checkArchitecture(files).map(({ rule, path, detail }) => `${rule} ${path}: ${detail}`)
}

describe('planted violations', () => {
  test('the tree they are planted in has none', () => {
    expect(violationsWith({})).toEqual([])
  })

  test.each([
    ['an adapter imports another', 'electron/printing/x.ts', '../ledger/journal.ts', 'electron/ledger/journal.ts'],
    ['an adapter imports a flow', 'electron/printing/x.ts', '../kiosk/sale-flow.ts', 'electron/kiosk/sale-flow.ts'],
    ['a shell imports an adapter', 'electron/cli/x.ts', '../ledger/journal.ts', 'electron/ledger/journal.ts'],
    ['a screen imports the main process', 'renderer/x.tsx', '../electron/app/kiosk.ts', 'electron/app/kiosk.ts'],
    ['the host imports the settings', 'electron/host/x.ts', '../config/config.ts', 'electron/config/config.ts'],
    ['the settings import the composition', 'electron/config/x.ts', '../app/kiosk.ts', 'electron/app/kiosk.ts'],
    ['an adapter imports the host', 'electron/printing/x.ts', '../host/clock.ts', 'electron/host/clock.ts'],
    ['the composition imports a shell', 'electron/app/x.ts', '../cli/serve.ts', 'electron/cli/serve.ts'],
    ['the verifier imports the ledger', 'electron/verify/x.ts', '../ledger/journal.ts', 'electron/ledger/journal.ts'],
    ['a workplace imports another', 'renderer/desk/x.tsx', '../kiosk/screen.tsx', 'renderer/kiosk/screen.tsx'],
    ['a component imports a workplace', 'renderer/ui/x.tsx', '../desk/desk.tsx', 'renderer/desk/desk.tsx'],
    ['the texts import a component', 'renderer/i18n/x.ts', '../ui/button.tsx', 'renderer/ui/button.tsx'],
  ])('%s', (_what, path, imported, expected) => {
    expect(violationsWith({ [path]: `import '${imported}'` })).toEqual([`import ${path}: ${expected}`])
  })

  test.each([
    [
      'the domain imports a contract',
      'shared/domain/place.ts',
      "import type { table } from '../api/partner/table.ts'",
      'import shared/api/partner/table.ts',
    ],
    [
      'shared/ imports the main process',
      'shared/api/kiosk/x.ts',
      "export * from '../../../electron/config/config.ts'",
      'import electron/config/config.ts',
    ],
    ['shared/ imports Node', 'shared/domain/x.ts', "import 'node:fs'", 'package node:fs'],
    ['shared/ imports Node without its prefix', 'shared/domain/x.ts', "import fs from 'fs'", 'package fs'],
    ['shared/ reads the clock', 'shared/domain/x.ts', 'export const t = Date.now()', 'pure Date.now'],
    ['shared/ reads the date', 'shared/domain/x.ts', 'export const t = new Date()', 'pure new Date()'],
    ['shared/ reads the date as text', 'shared/domain/x.ts', 'export const t = Date()', 'pure Date()'],
    ['shared/ uses random numbers', 'shared/domain/x.ts', 'export const t = Math.random', 'pure Math.random'],
    ['shared/ uses the host', 'shared/domain/x.ts', 'export const t = crypto.randomUUID()', 'pure crypto.randomUUID'],
    [
      'the core imports an adapter',
      'electron/kiosk/x.ts',
      "await import('../ledger/journal.ts')",
      'import electron/ledger/journal.ts',
    ],
    ['the core imports Node', 'electron/kiosk/x.ts', "import 'node:fs'", 'package node:fs'],
    ['a screen imports Electron', 'renderer/x.tsx', "import 'electron'", 'package electron'],
    ['an import without its extension', 'renderer/x.tsx', "import { a } from './main'", 'resolve ./main'],
    ['a file in no part', 'electron/extra/x.ts', 'export const a = 1', 'place belongs to no part of the architecture'],
    ['a long file', 'renderer/x.ts', 'export const a = 1\n'.repeat(601), 'size 601 lines, at most 600'],
    ['a meaningless file name', 'renderer/utils.ts', 'export const a = 1', 'name says nothing of what is in it'],
    [
      'a disabled lint rule',
      'renderer/x.ts',
      '// oxlint-disable-next-line no-console\nconsole.log()',
      'comment oxlint-disable',
    ],
    ['a disabled type check', 'renderer/x.ts', '/* @ts-ignore */ export const a = 1', 'comment @ts-ignore'],
    ['a TODO comment', 'renderer/x.ts', '// TODO later\nexport const a = 1', 'comment TODO'],
  ])('%s', (_what, path, text, expected) => {
    expect(violationsWith({ [path]: text })).toEqual([expected.replace(' ', ` ${path}: `)])
  })

  test('a seventh file names Electron', () => {
    const planted = {
      'electron/transport/a.ts': "export const e = require('electron')",
      'electron/transport/b.ts': "export type App = import('electron').App",
      'electron/transport/c.ts': "import { app } from 'electron'\nexport const c = app",
      'electron/transport/d.ts': "export { screen } from 'electron'",
    }
    expect(violationsWith(planted)).toContain('electron electron/transport/b.ts: one of 7 files')
  })

  test('a crowded folder', () => {
    const many = Array.from({ length: 26 }, (_, index) => [`renderer/kiosk/paying/s${index}.css`, ''] as const)
    expect(violationsWith(Object.fromEntries(many))).toEqual(['crowd renderer/kiosk/paying: 26 files, at most 25'])
  })

  test('a circle of imports, of types too', () => {
    const planted = {
      'renderer/a.ts': "import './b.ts'",
      'renderer/b.ts': "import type { c } from './c.ts'",
      'renderer/c.ts': "export { a } from './a.ts'",
    }
    expect(violationsWith(planted)).toEqual(['cycle renderer/a.ts: renderer/a.ts → renderer/b.ts → renderer/c.ts'])
  })
})
