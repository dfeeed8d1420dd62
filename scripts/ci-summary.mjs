// node scripts/ci-summary.mjs FOLDER NAME…: prints skipped items and the totals of the named steps at the end of
// .ci/run.
// A step without a report counts as one failure, and a skipped step as one skip.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_NAMED = 3
/** CPU limit of `npm test` in seconds at core speed 1 (docs/developing/tests.md). */
const MAX_TEST_CPU = 1100

const [folder = 'test-results', ...names] = process.argv.slice(2)

const readReport = (name) => {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function skippedTests(skipped) {
  const groups = new Map()
  for (const { file, name, reason } of skipped) {
    const key = JSON.stringify([file, reason])
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups].map(([key, tests]) => {
    const [file, reason] = JSON.parse(key)
    return `${file}, ${tests.length > MAX_NAMED ? `${tests.length} tests` : tests.join('; ')}: ${reason}`
  })
}

function readRecord(name, text) {
  const { passed, failed, skipped, electron, cpuSeconds, coreSpeed } = JSON.parse(text)
  const isCostly = name === 'tests' && cpuSeconds * coreSpeed > MAX_TEST_CPU
  const isOther = electron !== null && electron.running !== electron.pinned
  return {
    counts: [passed, failed + (isCostly ? 1 : 0), skipped.length],
    skips: skippedTests(skipped),
    notes: [
      ...(isOther ? [`Electron ${electron.running} ran in place of the pinned ${electron.pinned}`] : []),
      ...(isCostly
        ? [`used ${cpuSeconds} s of CPU at core speed ${coreSpeed}, more than ${MAX_TEST_CPU} s at speed 1`]
        : []),
    ],
  }
}

/** Parses the last line of the proofs' output. Returns null if the proofs ended early. */
function readProofs(text) {
  const line = /^\d+ proofs: (\d+) passed, (\d+) failed, (\d+) skipped/mu.exec(text)
  const skips = [...text.matchAll(/^([\w-]+): skipped: (.+)$/gmu)].map(([, name, reason]) => `${name}: ${reason}`)
  return line && { counts: line.slice(1).map(Number), skips, notes: [] }
}

function readStep(name) {
  const [record, proofs] = [readReport(`${name}.json`), readReport(`${name}.txt`)]
  const step = record !== null ? readRecord(name, record) : proofs !== null ? readProofs(proofs) : null
  return { name, ...(step ?? { counts: [0, 1, 0], skips: [], notes: ['no report'] }) }
}

const skippedSteps = (readReport('skipped-steps.txt') ?? '').split('\n').filter(Boolean)
const steps = names.map(readStep)
for (const { name, notes } of steps) for (const note of notes) console.log(`${name}: ${note}`)
const skips = [...skippedSteps, ...steps.flatMap((step) => step.skips.map((skip) => `${step.name}: ${skip}`))]
if (skips.length > 0) console.log(['skipped:', ...skips.map((skip) => `  ${skip}`)].join('\n'))
const [passed, failed, skipped] = [0, 1, 2].map((index) => steps.reduce((sum, { counts }) => sum + counts[index], 0))
console.log(`${passed} passed, ${failed} failed, ${skipped + skippedSteps.length} skipped`)
process.exitCode = names.length > 0 && failed === 0 ? 0 : 1
