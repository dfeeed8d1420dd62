// node scripts/test-counts.mjs FOLDER NAME…: adds up the reports of the named steps and prints "N passed, N failed, N skipped".
// A report is vitest's JSON (NAME.json) or what `npm run proofs` printed (NAME.txt). A step without a report, and a test file
// that could not be loaded, count as one failure.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = 'test-results', ...names] = process.argv.slice(2)

/** A file that could not be loaded, or whose hook failed, may hold no failed test: it counts as one. */
function countsOfTests(text) {
  const report = JSON.parse(text)
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  return [report.numPassedTests, report.numFailedTests + broken.length, report.numPendingTests + report.numTodoTests]
}

/** The last line: "12 proofs: 11 passed, 0 failed, 1 skipped, 300 s". */
function countsOfProofs(text) {
  const line = /^\d+ proofs: (\d+) passed, (\d+) failed, (\d+) skipped/mu.exec(text)
  return line ? line.slice(1).map(Number) : null
}

function countsOf(name) {
  for (const [file, read] of [
    [join(folder, `${name}.json`), countsOfTests],
    [join(folder, `${name}.txt`), countsOfProofs],
  ]) {
    const counts = existsSync(file) ? read(readFileSync(file, 'utf8')) : null
    if (counts) return counts
  }
  console.log(`${name}: no report`)
  return [0, 1, 0]
}

const all = names.map(countsOf)
const [passed, failed, skipped] = [0, 1, 2].map((index) => all.reduce((sum, counts) => sum + counts[index], 0))
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = names.length > 0 && failed === 0 ? 0 : 1
