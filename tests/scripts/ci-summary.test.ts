import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

const needsStore = (name: string) => ({ file: 'tests/store/holds.test.ts', name, reason: 'needs PostgreSQL' })
const onePerson = { file: 'tests/host/lock.test.ts', name: 'a lock > is kept', reason: '!hasStrace' }
const green = { passed: 5, failed: 0, skipped: [onePerson], electron: null }
const proofs =
  'forge: all, 0 violations\nhub-race: skipped: needs PostgreSQL\n3 proofs: 2 passed, 0 failed, 1 skipped, 300 s\n'

function summaryOf(files: Readonly<Record<string, string | object>>, ...names: readonly string[]) {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const argv = ['scripts/ci-summary.mjs', folder, ...names]
  const { stdout, status } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' })
  return [status, ...stdout.trimEnd().split('\n')]
}

test('the last line adds up all steps; before it every skipped step, proof and test is named with its reason', () => {
  const many = ['a', 'b', 'c', 'd'].map(needsStore)
  const files = {
    'tests.json': green,
    'postgres.json': { ...green, skipped: many },
    'proofs.txt': proofs,
    'skipped-steps.txt': 'npm run test:electron: no xvfb-run\n',
  }
  expect(summaryOf(files, 'tests', 'postgres', 'proofs')).toEqual([
    0,
    'skipped:',
    '  npm run test:electron: no xvfb-run',
    '  tests: tests/host/lock.test.ts, a lock > is kept: !hasStrace',
    '  postgres: tests/store/holds.test.ts, 4 tests: needs PostgreSQL',
    '  proofs: hub-race: needs PostgreSQL',
    '12 passed, 0 failed, 7 skipped',
  ])
})

test('without a skip the counts stand alone', () => {
  expect(summaryOf({ 'tests.json': { ...green, skipped: [] } }, 'tests')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
})

test('an Electron that is not the pinned one is named', () => {
  const electron = (running: string) => ({ ...green, skipped: [], electron: { running, pinned: '45.4.1' } })
  expect(summaryOf({ 'electron.json': electron('33.4.11') }, 'electron')).toEqual([
    0,
    'electron: Electron 33.4.11 ran in place of the pinned 45.4.1',
    '5 passed, 0 failed, 0 skipped',
  ])
  expect(summaryOf({ 'electron.json': electron('45.4.1') }, 'electron')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
})

test('a run of npm test that used too much CPU fails, and its figure is named', () => {
  const used = (cpuSeconds: number | null) => ({ ...green, skipped: [], cpuSeconds })
  expect(summaryOf({ 'tests.json': used(9999) }, 'tests')).toEqual([
    1,
    'tests: used 9999 s of CPU, more than 2500',
    '5 passed, 1 failed, 0 skipped',
  ])
  for (const cpu of [2499, null])
    expect(summaryOf({ 'tests.json': used(cpu) }, 'tests')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
  // Only `npm test` has a limit.
  expect(summaryOf({ 'postgres.json': used(9999) }, 'postgres')[0]).toBe(0)
})

test('a failure, a step without a report and a run without steps end with 1', () => {
  const red = { ...green, failed: 1, skipped: [] }
  expect(summaryOf({ 'tests.json': red }, 'tests')).toEqual([1, '5 passed, 1 failed, 0 skipped'])
  expect(summaryOf({ 'tests.json': { ...green, skipped: [] } }, 'tests', 'electron')).toEqual([
    1,
    'electron: no report',
    '5 passed, 1 failed, 0 skipped',
  ])
  expect(summaryOf({ 'proofs.txt': 'ended early\n' }, 'proofs')).toEqual([
    1,
    'proofs: no report',
    '0 passed, 1 failed, 0 skipped',
  ])
  expect(summaryOf({})).toEqual([1, '0 passed, 0 failed, 0 skipped'])
})
