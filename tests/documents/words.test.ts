import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settingsFileSchema } from '../../electron/config/settings-schema.ts'
import { filesBelow } from '../support/project-files.ts'
import { documentPages, settingsBelow, textOf } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const isText = (path: string): boolean => !/\.(?:png|ttf|woff2|wasm|db|ico|pdf|oga|wav)$/u.test(path)
const folders = ['electron', 'packaging', 'renderer', 'resources', 'scripts', 'shared'] as const
const program = [...filesBelow(folders), 'package.json', 'electron-builder.yml', 'vitest.config.ts'].filter(isText)
const tests = filesBelow(['tests', '.ci']).filter((path) => !path.endsWith('documents/words.test.ts'))

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}_]+/gu))
const programText = program.map(read).join('\n')
const ofProgram = wordsIn(programText)
const ofTests = wordsIn([...tests, ...tests.filter(isText).map(read)].join('\n'))

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Returns the inline code of an English page. The French page contains the same code. */
function codeIn(page: string): readonly string[] {
  const prose = textOf(page).replaceAll(/^( *)```.*?^\1```$/gmsu, '')
  return [...prose.matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code)
}

/** Words in code format that are not the program's: other programs, the reader's own values, and examples. */
const foreign: Readonly<Record<string, string>> = {
  'docs/operating/cluster.md': 'bootstrap etcd etcd3 synchronous_mode_strict ttl wal_writer_delay',
  'docs/operating/cashier-desk.md': 'virage',
  'docs/operating/fleet.md':
    '_staff_cases _free_bytes _last_sale_timestamp_seconds _ledger_rows _ledger_mismatch _ready _readiness_issue',
  'docs/operating/hub.md': 'Forwarded cer csr',
  'docs/operating/installing.md':
    'guichet_V_amd64 browser_V_amd64 desktop_V_amd64 LICENSES selections signtool osslsigncode',
  'docs/operating/live-kiosk.md': 'FZ168G NMM5 Nongo nongo',
  'docs/operating/lockdown.md':
    'xwayland logind conf sysctl journalctl policies xserver xorg xinit AssignedAccessConfiguration rs5 AutoLaunch AutoLaunchArguments x86 Policies EdgeUI AllowEdgeSwipe CtrlAltDelBurstAction dpms',
  'docs/operating/banknotes.md': 'kybarg ttyACM0 udevadm',
  'docs/operating/printers.md': 'WIDTHxHEIGHT',
  'docs/operating/security.md': 'LoadCredentialEncrypted PreserveJobFiles conf',
  'docs/operating/settings.md': 'PASSWORD',
  'docs/integrating/ledger-format.md': 'sqlite_',
  'docs/developing/dependencies.md': 'prom citty',
  'docs/developing/packaging.md':
    'guichet_V_amd64 browser_V_amd64 desktop_V_amd64 APPLE_API_ISSUER APPLE_API_KEY_ID APPLE_APP_SPECIFIC_PASSWORD APPLE_TEAM_ID CSC_KEY_PASSWORD WIN_CSC_KEY_PASSWORD mksquashfs pfx x86_64',
  'docs/developing/security.md':
    'doyensec electronegativity navigateOnDragDrop AUXCLICK_JS_CHECK CONTEXT_ISOLATION_JS_CHECK CSP_GLOBAL_CHECK PRELOAD_JS_CHECK REMOTE_MODULE_JS_CHECK SANDBOX_JS_CHECK',
}

// Excludes the French pages and the pages of the API operations, which are recorded from the service.
const pages = documentPages().filter((path) => !/^docs\/(?:fr|integrating\/api)\//u.test(path))

test.each(pages)('what %s sets between backticks is there', (page) => {
  const isDevelopers = page.startsWith('docs/developing/') || page === 'CONTRIBUTING.md'
  const missing = new Set(
    codeIn(page).flatMap((code) =>
      [...wordsIn(code)].filter(
        (word) =>
          /^\p{L}|^_/u.test(word) &&
          !ofProgram.has(word) &&
          !ofProgram.has(plain(word)) &&
          !(isDevelopers && ofTests.has(word)),
      ),
    ),
  )
  expect([...missing].toSorted()).toEqual((foreign[page] ?? '').split(' ').filter(Boolean).toSorted())
})

test('every setting that a page names by its path is one of the file', () => {
  const paths = [...settingsBelow(settingsFileSchema, '').keys()]
  const isSetting = (name: string): boolean =>
    paths.some((path) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`))
  const roots = new Set(paths.filter((path) => path.includes('.')).map((path) => path.split('.')[0]))
  const named = pages
    .filter((page) => /operating|integrating/u.test(page))
    .flatMap((page) => codeIn(page).map((code) => ({ page, name: code.split(' ')[0] ?? '' })))
    .filter(({ name }) => /^[a-z]\w*(?:\.\w+)+$/u.test(name) && roots.has(name.split('.')[0]) && !isFile(name))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !isSetting(name))).toEqual([])
})

const isFile = (name: string): boolean => /\.(?:json|log|sig|db)(?:\.|$)/u.test(name)

test('pages name environment variables that the program or its tests read, and all that are not its own', () => {
  const named = new Set(pages.flatMap((page) => textOf(page).match(/GUICHET_[A-Z_]+/gu) ?? []))
  expect([...named].filter((name) => !ofProgram.has(name) && !ofTests.has(name))).toEqual([])
  const read = new Set(programText.match(/GUICHET_[A-Z_]+/gu))
  const itsOwn = ['GUICHET_CANDIDATE_SECRET', 'GUICHET_DEV_NONCE', 'GUICHET_DEV_SERVER', 'GUICHET_STOP_FILE']
  expect([...read].filter((name) => !named.has(name)).toSorted()).toEqual(itsOwn)
})

test('every file of the project that a page names is there', () => {
  const files = new Set([...program, ...tests, ...filesBelow(['docs'])])
  // Pages for developers name a test by its path below `tests`, without its extension.
  const isThere = (path: string): boolean =>
    ['', '.test.ts', '.test.tsx'].some((end) => files.has(path) || files.has(`tests/${path}${end}`)) ||
    [...files].some((file) => file.startsWith(`${path.replace(/\/$/u, '')}/`))
  const named = pages.flatMap((page) =>
    codeIn(page)
      .filter((code) => /^(?:electron|packaging|renderer|resources|scripts|shared|tests|docs)\/[\w./-]*$/u.test(code))
      .map((path) => ({ page, path })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ path }) => !isThere(path))).toEqual([])
})

test('every file of a machine that a page names is one that the program writes or reads', () => {
  const chromium = '/etc/chromium/policies/managed/guichet.json'
  const theirs = ['seats.csv', 'hub.log', 'kiosk.log', 'hub.pem', 'hub.key', 'vendor.pem', 'vendor-key.pem', chromium]
  const named = pages
    .filter((page) => page.includes('operating/'))
    .flatMap((page) => codeIn(page).map((name) => ({ page, name })))
    .filter(({ name }) =>
      /^[\w./~-]+\.(?:json|db|pem|log|csv|service|timer|last|sig|anchor|roll|lock|owner|reserve|trial|before)$/u.test(
        name,
      ),
    )
  expect(named.length).toBeGreaterThan(50)
  // The name of an accompanying file is the name of the main file with an additional extension.
  const isThere = (name: string): boolean =>
    programText.includes(name) ||
    (programText.includes(name.replace(/\.\w+$/u, '')) &&
      new RegExp(`\\\\?\\$\\{\\w+\\}\\.${name.split('.').at(-1)}\\b|'\\.${name.split('.').at(-1)}'`, 'u').test(
        programText,
      ))
  const base = (name: string): string => name.split('/').at(-1) ?? ''
  expect(named.filter(({ name }) => !theirs.includes(name) && !isThere(base(name)))).toEqual([])
})

const pressed: Readonly<Record<string, { readonly keys: string; readonly by: string }>> = {
  'docs/operating/cashier-desk.md': {
    keys: 'Alt+K Ctrl+B Ctrl+D Ctrl+E Ctrl+F Ctrl+G Ctrl+H Ctrl+I Ctrl+J Ctrl+K Ctrl+L Ctrl+M Ctrl+O Ctrl+P Ctrl+S Ctrl+U F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F12',
    by: 'tests/e2e/manual.test.ts, which reads them from the page; Alt+K is the example of a shortcut',
  },
  'docs/operating/daily-operation.md': {
    keys: 'F1 F13 F19 F20 F21 F22 F23 F24',
    by: 'tests/e2e/keys.test.ts, tests/domain/keypad.test.ts, tests/transport/kiosk-lock.test.ts',
  },
  'docs/operating/speech.md': {
    keys: 'F2 F3 F6 F7 F8 F15 F16',
    by: 'tests/domain/keypad.test.ts, tests/e2e/sale-otherwise.test.ts, tests/e2e/kiosk-speaking.test.ts',
  },
  'docs/operating/back-office.md': { keys: 'F10 F12', by: 'tests/e2e/manual.test.ts, tests/e2e/supervisor.test.ts' },
  'docs/operating/lockdown.md': {
    keys: 'Alt+F2 Alt+F4 Alt+SysRq+K Alt+Tab Ctrl+Alt+Backspace Ctrl+Alt+Del Ctrl+Alt+F2 Ctrl+N Ctrl+O F3 F6 F7 F11 F12',
    by: 'tests/electron-shell/escapes.test.ts; those of the system were pressed by hand, as the page says',
  },
}

test('every key that a page names is pressed by a test', () => {
  const named = pages.flatMap((page) => {
    if (!/operating|integrating|README/u.test(page)) return []
    const keys = new Set(textOf(page).match(/\b(?:F\d{1,2}|(?:Ctrl|Alt|Shift)\+[\w+]*\w)\b/gu) ?? [])
    return keys.size === 0 ? [] : [[page, [...keys].toSorted()] as const]
  })
  const known = Object.entries(pressed).map(([page, { keys }]) => [page, keys.split(' ').toSorted()] as const)
  expect(new Map(named)).toEqual(new Map(known))
})
