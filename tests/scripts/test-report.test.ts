import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mergeRecord, triedOnLines, type TriedRun } from '../../scripts/tried-on.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { CpuMeter } from '../../scripts/cpu-meter.ts'
import { electronLine, type RunRecord } from '../../scripts/run-record.ts'
import { skipCondition } from '../../scripts/skip-reason.ts'
import { root, temporaryFolder } from '../shells/shell.ts'

const passing = `
import { expect, test } from 'vitest'
test('adds', () => {
  console.log('noise of a green test')
  process.stdout.write('raw noise')
  expect(1 + 1).toBe(2)
})
`

/** Runs all files in one thread, as each extra process costs half a second. */
const config = `export default { test: { pool: 'threads', maxWorkers: 1, projects: [{ test: { name: 'unit', include: ['*.test.ts'] } }] } }`

function runTests(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries({ 'vitest.config.mjs': config, ...files }))
    writeFileSync(join(folder, name), text)
  const { CI: _, GUICHET_TESTS: __, ...env } = process.env
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/test.ts', '--root', folder, '--seed', '4711', ...options],
    { cwd: root, encoding: 'utf8', env: { ...env, ...(options.includes('--json') ? { CI: 'true' } : {}) } },
  )
  return { status, lines: `${stdout}${stderr}`.trimEnd().split('\n'), text: stdout }
}

test('a green run prints a line for each project, what was skipped and why, and nothing that tests print', () => {
  const skipping = `
import { describe, test } from 'vitest'
const isWindows = process.platform === 'win32'
describe.runIf(isWindows)('a drive', () => test('has a letter', () => undefined))
test('reads a printer', ({ skip }) => skip('needs a printer'))
test.skipIf(!isWindows)('reads a registry', () => undefined)
`
  const { status, lines } = runTests({ 'green.test.ts': passing, 'skipping.test.ts': skipping })
  expect(lines).toEqual([
    expect.stringMatching(/^unit +1 passed, 2 files +\d+ s$/u),
    'skipped: 3',
    '     1  not isWindows: skipping.test.ts',
    '     1  needs a printer: skipping.test.ts',
    '     1  !isWindows: skipping.test.ts',
    expect.stringMatching(/^1 passed, 0 failed, 3 skipped in .+ s \((?:CPU \d+ s, core speed [\d.]+, )?seed 4711\)$/u),
  ])
  expect(status).toBe(0)
}, 180_000)

test('a red run prints first what failed, where, what was expected, and the command that repeats it', () => {
  const failing = `
import { beforeAll, describe, expect, test } from 'vitest'
describe('a till (€)', () => {
  test('counts 3 of 8, seed 4711', () => {
    console.log('the drawer is open')
    expect({ notes: 3 }).toEqual({ notes: 4 })
  })
})
describe('a hook', () => {
  beforeAll(() => { throw new Error('no port') })
  test('is not reached', () => undefined)
})
test('leaves something behind', () => void setTimeout(() => { throw new Error('too late') }))
test('waits for it', () => new Promise((resolve) => setTimeout(resolve, 100)))
`
  const broken = `import './missing.ts'\n`
  const { status, lines, text } = runTests({ 'a.test.ts': failing, 'b.test.ts': broken, 'green.test.ts': passing })
  expect(status).toBe(1)
  expect(lines[0]).toMatch(/^FAILED {2}/u)
  expect(text).toContain(`FAILED  a.test.ts:6  a till (€) > counts 3 of 8, seed 4711
  AssertionError: expected { notes: 3 } to deeply equal { notes: 4 }
    - Expected
    + Received
      {
    -   "notes": 4,
    +   "notes": 3,
      }
  at a.test.ts:6:26
  printed by the test:
    the drawer is open
  repeat: GUICHET_TESTS_SEED=4711 npx vitest run --project unit a.test.ts -t '^a till \\(€\\) counts 3 of 8, seed 4711$'
`)
  expect(text).toMatch(/FAILED {2}a\.test\.ts:10 {2}a hook \(before or after its tests\)\n {2}no port\n/u)
  expect(text).toMatch(
    /FAILED {2}b\.test\.ts:1 {2}the file itself\n {2}.*missing\.ts.*\n[^]*?repeat: npx vitest run --project unit b\.test\.ts\n/u,
  )
  expect(text).toMatch(/FAILED {2}a\.test\.ts:13 {2}an error outside of a test\n {2}too late\n/u)
  expect(text).not.toContain('noise')
  expect(lines.at(-1)).toMatch(
    /^3 passed, 4 failed, 1 skipped in .+ s \((?:CPU \d+ s, core speed [\d.]+, )?seed 4711\)$/u,
  )
}, 180_000)

test('no test at all is a failure', () => {
  const { status, lines } = runTests({ 'green.test.ts': passing }, '-t', 'nothing of this name')
  expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^0 passed, 0 failed, 1 skipped/u)])
}, 180_000)

function electronOf(version: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'electron'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
  return folder
}

describe.skipIf(process.platform === 'win32')('the record of a run', () => {
  const { electron: pinned } = packageFile.devDependencies

  test('names Electron and the pinned one, as the summary does, and each skipped test; in CI the slowest files; a random order', () => {
    const running = '33.4.11'
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', electronOf(running))
    onTestFinished(() => void vi.unstubAllEnvs())
    const file = join(temporaryFolder(), 'electron.json')
    const skipping = `
import { describe, test } from 'vitest'
describe('a window', () => {
  test('opens', () => undefined)
  test('has a printer', ({ skip }) => skip('needs a printer'))
})
`
    const files = { 'window.test.ts': skipping, 'vitest.config.mjs': config.replace("'unit'", "'electron'") }
    const { status, lines } = runTests(files, '--shuffle', '42', '--json', file)
    expect(lines).toContain(electronLine({ running, pinned }))
    const slowest = lines.indexOf('slowest files:')
    expect(lines[slowest + 1]).toMatch(/^ +\d+\.\d s {2}electron {2}window\.test\.ts$/u)
    expect(lines.slice(-2)).toEqual([
      'random order: npm test -- --shuffle 42 --seed 4711',
      expect.stringMatching(/^1 passed, 0 failed, 1 skipped/u),
    ])
    expect(status).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u) as string,
      commit: expect.stringMatching(/^[0-9a-f]{8,}$/u) as string,
      system: expect.stringContaining(`, ${process.arch}`) as string,
      platform: process.platform,
      isWhole: false,
      projects: ['electron'],
      electron: { running, pinned },
      passed: 1,
      failed: 0,
      skipped: [{ file: 'window.test.ts', name: 'a window > has a printer', reason: 'needs a printer' }],
      cpuSeconds: process.platform === 'linux' ? (expect.any(Number) as number) : null,
      coreSpeed: expect.any(Number) as number,
    })
  })

  test('says whether the pinned Electron ran', () => {
    expect(electronLine({ running: pinned, pinned })).toBe(`Electron ${pinned}, the pinned version`)
    expect(electronLine({ running: '33.4.11', pinned })).toContain(`33.4.11 ran in place of the pinned ${pinned}: `)
  })

  test.runIf(process.platform === 'linux')('counts the CPU of the programs that it started', () => {
    const before = new CpuMeter().stop()!
    spawnSync(process.execPath, ['--eval', 'while (process.cpuUsage().user < 1e6);'])
    expect(new CpuMeter().stop()! - before).toBeGreaterThanOrEqual(0.9)
  })
})

test('the reason of a skipped test is the condition in front of its innermost name', () => {
  const source = "describe.skipIf(a(1) === null)('outer', () => { test.runIf(b)(`takes ${n}`, () => 1) })"
  expect(skipCondition(source, ['outer', 'other'])).toBe('a(1) === null')
  expect(skipCondition(source, ['outer', 'takes 5'])).toBe('not b')
  expect(skipCondition(source, ['else'])).toBeNull()
  expect(skipCondition('test.skipIf(only)(name, run)', ['else'])).toBe('only')
})

const record: RunRecord = {
  date: '2026-11-28',
  commit: '0c16b8f4',
  system: 'Debian 12, x64',
  platform: 'linux',
  isWhole: true,
  projects: ['electron'],
  electron: { running: '33.4.11', pinned: '45.4.1' },
  passed: 42,
  failed: 0,
  skipped: [{ file: 'tests/electron-shell/devices.test.ts', name: 'a device', reason: 'no umockdev' }],
  cpuSeconds: 250,
  coreSpeed: 1,
}

const elsewhere: RunRecord = { ...record, system: 'macOS 26.1, arm64', platform: 'darwin' }

const merged = (...records: readonly RunRecord[]): readonly TriedRun[] =>
  records.reduce<readonly TriedRun[]>((runs, each) => mergeRecord(runs, each), [])

test('README lists the recorded runs', () => {
  const args = ['scripts/tried-on.ts', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
})

test('a run replaces the one of the same tests on the same system', () => {
  const later = { ...record, date: '2026-11-29', passed: 43 }
  expect(merged(record, elsewhere, later).map(({ date, passed, platform }) => [date, passed, platform])).toEqual([
    ['2026-11-29', 43, 'linux'],
    ['2026-11-28', 42, 'darwin'],
  ])
})

test('a run with a failure, of single tests or of a checkout without commit is refused', () => {
  expect(() => merged({ ...record, failed: 1 })).toThrow('1 failed')
  expect(() => merged({ ...record, projects: ['store'] })).toThrow('projects store: expected those of an npm script')
  expect(() => merged({ ...record, isWhole: false })).toThrow('all of their tests')
  expect(() => merged({ ...record, commit: null })).toThrow('no commit')
})

test('the table names an Electron that is not the pinned one, and the systems without a run', () => {
  const onMac = { ...elsewhere, electron: { running: '45.4.1', pinned: '45.4.1' }, skipped: [] }
  expect(triedOnLines(merged(record, onMac), '45.4.1')).toEqual([
    '| System | Tests | Electron | Result | Run |',
    '| --- | --- | --- | --- | --- |',
    '| Debian 12, x64 | `npm run test:electron` | 33.4.11, **not 45.4.1** | 42 passed, 1 skipped | 2026-11-28, 0c16b8f4 |',
    '| macOS 26.1, arm64 | `npm run test:electron` | 45.4.1 | 42 passed | 2026-11-28, 0c16b8f4 |',
    '| Windows | none yet | | | |',
  ])
})
