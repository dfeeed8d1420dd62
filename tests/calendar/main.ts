// node tests/calendar/main.ts [PATH…] [--dates N,M] [--projects unit,isolated] [--jobs N]: runs test suites at pretended
// dates, in several time zones and languages. Prints one line for each date; a red one also names its failing tests.
// Needs libfaketime, which shifts the wall clock of every process: workers, programs, PostgreSQL and Chromium. File
// timestamps keep the real date.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An instant, and the time zone and language in which the tests run at it. */
const dates = [
  { name: 'Monday', utc: '2027-02-01T09:00:00Z', zone: 'Africa/Conakry', language: 'fr_FR.UTF-8' },
  { name: 'Tuesday', utc: '2027-06-15T13:00:00Z', zone: 'America/Los_Angeles', language: 'en_US.UTF-8' },
  { name: 'Wednesday', utc: '2026-12-09T03:00:00Z', zone: 'Pacific/Auckland', language: 'de_DE.UTF-8' },
  { name: 'Thursday', utc: '2027-09-30T21:59:00Z', zone: 'Europe/Paris', language: 'pt_PT.UTF-8' },
  { name: 'Friday', utc: '2027-08-13T18:00:00Z', zone: 'Africa/Conakry', language: 'C' },
  { name: 'Saturday, 09:00', utc: '2027-05-08T09:00:00Z', zone: 'Africa/Conakry', language: 'ar_EG.UTF-8' },
  { name: 'Sunday, 23:30', utc: '2027-11-21T22:30:00Z', zone: 'Europe/Paris', language: 'fr_FR.UTF-8' },
  { name: '31 December, 23:50', utc: '2027-12-31T10:50:00Z', zone: 'Pacific/Auckland', language: 'en_US.UTF-8' },
  { name: '29 February', utc: '2028-02-29T20:00:00Z', zone: 'America/Los_Angeles', language: 'tr_TR.UTF-8' },
  { name: 'before summer time begins', utc: '2027-03-28T00:50:00Z', zone: 'Europe/Paris', language: 'C' },
  { name: 'before summer time ends', utc: '2027-10-31T00:50:00Z', zone: 'Europe/Paris', language: 'fr_FR.UTF-8' },
] as const

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dates: { type: 'string' },
    projects: { type: 'string', default: 'unit' },
    jobs: { type: 'string', default: '2' },
    'no-isolate': { type: 'boolean', default: false },
  },
})
const [library] = globSync('/{usr,usr/local}/lib/{*/,}faketime/libfaketimeMT.so.1')
if (library === undefined) {
  console.error('libfaketime is missing: install the package "faketime"')
  process.exit(2)
}

const chosen = values.dates?.split(',').map(Number) ?? dates.map((_, index) => index + 1)
let failures = 0
for (const number of chosen) failures += await runAt(number)
process.exitCode = failures === 0 ? 0 : 1

/** Runs the suites at one date and prints its result. Returns the number of failures. */
async function runAt(number: number): Promise<number> {
  const date = dates[number - 1]
  if (date === undefined) throw new Error(`--dates: no date ${number}; expected 1 to ${dates.length}`)
  const folder = mkdtempSync(join(tmpdir(), 'guichet-calendar-'))
  const file = join(folder, 'report.json')
  const started = performance.now()
  const output = await vitest(['--reporter=json', `--outputFile=${file}`], {
    LD_PRELOAD: library,
    // An offset, not a date: a process that starts later must not begin at the date again.
    FAKETIME: `${Math.round((Date.parse(date.utc) - Date.now()) / 1000)}`.replace(/^(?=\d)/u, '+'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    TZ: date.zone,
    LANG: date.language,
    LC_ALL: date.language,
  })
  const head = `${number} ${date.name} (${date.utc}, ${date.zone}, ${date.language})`
  const report = readReport(file)
  rmSync(folder, { recursive: true })
  if (report === null) {
    console.log(`${head}: no report\n${output}`)
    return 1
  }
  const red = failuresIn(report)
  const counts = `${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped`
  console.log(`${head}: ${counts} in ${Math.round((performance.now() - started) / 1000)} s`)
  for (const line of red) console.log(`  ${line}`)
  return red.length
}

function failuresIn({ testResults }: Report): readonly string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${path}: ${message.split('\n')[0]}`] : []
    return failed.map((test) => `${path} > ${test.fullName}: ${test.failureMessages?.[0]?.split('\n')[0]}`)
  })
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}

async function vitest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const projects = values.projects.split(',').flatMap((name) => ['--project', name])
  const isolation = values['no-isolate'] ? ['--no-isolate'] : []
  const main = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [main, 'run', ...projects, ...args, '--maxWorkers', values.jobs, ...isolation, ...positionals],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  return new Promise((resolve) => child.on('close', () => resolve(output)))
}
