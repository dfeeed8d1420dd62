import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
}
const green = JSON.stringify(report)
const broken = JSON.stringify({ ...report, testResults: [{ status: 'failed', assertionResults: [] }] })
const proofs = 'forge: all, 0 violations\n3 proofs: 2 passed, 0 failed, 1 skipped, 300 s\n'

function counted(files: Readonly<Record<string, string>>, ...names: readonly string[]) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const argv = ['scripts/test-counts.mjs', folder, ...names]
  const { stdout, status } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' })
  return [status, ...stdout.trimEnd().split('\n')]
}

test('the counts of all steps are added up', () => {
  const files = { 'tests.json': green, 'proofs.txt': proofs }
  expect(counted(files, 'tests', 'proofs')).toEqual([0, '7 passed, 0 failed, 3 skipped'])
})

test('a file that could not be loaded, a step without a report and a run without steps are failures', () => {
  expect(counted({ 'tests.json': broken }, 'tests')).toEqual([1, '5 passed, 1 failed, 2 skipped'])
  expect(counted({ 'tests.json': green }, 'tests', 'electron')).toEqual([
    1,
    'electron: no report',
    '5 passed, 1 failed, 2 skipped',
  ])
  expect(counted({ 'proofs.txt': 'ended early\n' }, 'proofs')).toEqual([
    1,
    'proofs: no report',
    '0 passed, 1 failed, 0 skipped',
  ])
  expect(counted({})).toEqual([1, '0 passed, 0 failed, 0 skipped'])
})
