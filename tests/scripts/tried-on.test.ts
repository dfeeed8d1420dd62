import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type RunRecord } from '../../scripts/run-record.ts'
import { mergeRecord, triedOnLines, type TriedRun } from '../../scripts/tried-on.ts'
import { root } from '../shells/shell.ts'

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
}

const merged = (...records: readonly RunRecord[]): readonly TriedRun[] =>
  records.reduce<readonly TriedRun[]>((runs, each) => mergeRecord(runs, each), [])

test('README lists the recorded runs', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/tried-on.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([stderr, status]).toEqual(['', 0])
})

test('a run replaces the one of the same tests on the same system', () => {
  const later = { ...record, date: '2026-11-29', passed: 43 }
  const elsewhere = { ...record, system: 'macOS 26.1, arm64', platform: 'darwin' as const }
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
  const onMac = {
    ...record,
    system: 'macOS 26.1, arm64',
    platform: 'darwin' as const,
    electron: { running: '45.4.1', pinned: '45.4.1' },
    skipped: [],
  }
  expect(triedOnLines(merged(record, onMac), '45.4.1')).toEqual([
    '| System | Tests | Electron | Result | Run |',
    '| --- | --- | --- | --- | --- |',
    '| Debian 12, x64 | `npm run test:electron` | 33.4.11, **not 45.4.1** | 42 passed, 1 skipped | 2026-11-28, 0c16b8f4 |',
    '| macOS 26.1, arm64 | `npm run test:electron` | 45.4.1 | 42 passed | 2026-11-28, 0c16b8f4 |',
    '| Windows | none yet | | | |',
  ])
})
