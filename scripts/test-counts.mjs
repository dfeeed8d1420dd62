// node scripts/test-counts.mjs FOLDER: adds up vitest's JSON reports and prints "N passed, N failed, N skipped". Fails when
// a test or a test file failed, or when there is no report at all.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? 'test-results'
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))

const sum = (count) => reports.reduce((total, report) => total + count(report), 0)
const passed = sum((report) => report.numPassedTests)
// A file that could not be loaded, or whose hook failed, may hold no failed test: it counts as one.
const brokenFiles = (report) =>
  report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
const failed = sum((report) => report.numFailedTests + brokenFiles(report).length)
const skipped = sum((report) => report.numPendingTests + report.numTodoTests)

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = reports.length > 0 && failed === 0 ? 0 : 1
