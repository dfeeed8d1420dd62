import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome, Run } from './proof.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A test that fails if GUICHET_PLANTED_FAULT is set, to check that failures in the report are detected. */
const PLANTED = 'tests/proofs/planted-fault.test.ts'

/** Tests that the verifier detects changed ledgers. As the control, the verifier must accept unchanged copies. */
export const playTampering = async (run: Run): Promise<Outcome> =>
  playTests(run, ['tests/ledger/tamper.test.ts'], { ...shareAt(run), control: 'untouched copies pass' })

/** Simulates a day with 120 sales and every key of the manual, and 19 short days; in CI one of these. */
export const playCashierDays = async (run: Run): Promise<Outcome> =>
  playTests(run, ['tests/cashier-day'], run.level === 'ci' ? { env: {} } : shareAt(run))

/** Runs every other test of which `npm test` runs a sample. */
export const playLongTests = async (run: Run): Promise<Outcome> => playTests(run, sampledTests(), shareAt(run))

/** Returns the test files that sample their cases, except those that are separate proofs. */
function sampledTests(): readonly string[] {
  return globSync('tests/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
    (path) =>
      !/^tests\/(?:cashier-day|ledger\/tamper)/u.test(path) &&
      /support\/share\.ts|\bdeskSizes\b/u.test(readFileSync(join(root, path), 'utf8')),
  )
}

/** Tests interfaces, printouts, ledgers and devices with third-party software. */
export const playInterop = async (run: Run): Promise<Outcome> =>
  playTests(
    run,
    [
      'tests/interop',
      'tests/printing/sound-pdf.test.ts',
      'tests/payments/adyen/library.test.ts',
      'tests/payments/mtn-momo/npm-client.test.ts',
      'tests/payments/stripe/library.test.ts',
      'tests/payments/sumup/openapi.test.ts',
      'tests/payments/zvt/captures.test.ts',
    ],
    { env: {}, control: 'the control: replies and refusals that the document does not have are found' },
  )

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

type Selection = Readonly<{ env: NodeJS.ProcessEnv; control?: string }>

/** Selects a sixth of the cases in CI, otherwise all. */
const shareAt = ({ level }: Run): Selection => ({ env: { GUICHET_TESTS: level === 'ci' ? 'sixth' : 'whole' } })

function playTests({ seed, jobs }: Run, selected: readonly string[], { env, control }: Selection): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-long-tests-'))
  try {
    const file = join(folder, 'report.json')
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const planted = selected.some((word) => !word.startsWith('-')) ? [PLANTED] : []
    const planting = { GUICHET_TESTS_SEED: String(seed), GUICHET_PLANTED_FAULT: '1' }
    const { stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--reporter=json', `--outputFile=${file}`, `--maxWorkers=${jobs}`, ...planted, ...selected],
      { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...planting, ...env } },
    )
    return outcomeOf(JSON.parse(readReport(file, stderr)) as Report, control)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readReport(file: string, stderr: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`vitest wrote no report:\n${stderr.slice(-4_000)}`)
  }
}

function outcomeOf({ testResults }: Report, control: string | undefined): Outcome {
  const tests = testResults.flatMap(({ name, message, assertionResults }) => {
    const path = relative(root, name)
    const failed =
      assertionResults.length === 0
        ? [{ path, fullName: 'did not load', status: 'failed', failureMessages: [message] }]
        : []
    return [...failed, ...assertionResults.map((test) => ({ path, ...test }))]
  })
  const own = tests.filter(({ path }) => path !== PLANTED)
  const failed = own.filter(({ status }) => status === 'failed')
  const skipped = own.filter(({ status }) => status !== 'passed' && status !== 'failed')
  const found = (path: string, status: string, name = ''): boolean =>
    tests.some((test) => test.path.startsWith(path) && test.status === status && test.fullName.includes(name))
  return {
    amount: `${own.length - skipped.length} tests`,
    violations: failed.map(({ path, fullName, failureMessages = [] }) => `${path}: ${fullName}: ${failureMessages[0]}`),
    controls: {
      'planted failure': found(PLANTED, 'failed'),
      ...(control === undefined ? {} : { [control]: found('', 'passed', control) }),
    },
    details: skipped.map(({ path, fullName }) => `skipped: ${path}: ${fullName}`),
  }
}

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

/** libfaketime shifts the wall clock of every process: workers, programs, PostgreSQL and Chromium. */
const [library] = globSync('/{usr,usr/local}/lib/{*/,}faketime/libfaketimeMT.so.1')

export const lacksFaketime = (): string | null => (library === undefined ? 'needs the Debian package faketime' : null)

/** Runs the tests below `--paths` (default: the project unit) at each date in `--dates`. Dates are numbered from 1. */
export async function playCalendar(run: Run): Promise<Outcome> {
  const { options, progress } = run
  const numbers = options['dates'] ? options['dates'].split(',').map(Number) : dates.map((_, index) => index + 1)
  const paths = options['paths'] ? options['paths'].split(',') : ['--project=unit']
  const outcomes: Outcome[] = []
  for (const number of numbers) {
    const date = dates[number - 1]
    if (date === undefined) throw new Error(`--dates: no date ${number}; expected 1 to ${dates.length}`)
    const head = `${number} ${date.name} (${date.utc}, ${date.zone}, ${date.language})`
    const { amount, violations, controls } = playTests(run, paths, { env: environmentAt(date) })
    const marked = violations.map((violation) => `${head}: ${violation}`)
    progress(`${head}: ${amount}, ${violations.length} failed`)
    const details = [`${head}: ${amount}, ${violations.length} failed`]
    outcomes.push({ amount, violations: marked, controls, details })
  }
  return {
    amount: `${outcomes.length} dates`,
    violations: outcomes.flatMap(({ violations }) => violations),
    controls: { 'planted failure': outcomes.every(({ controls }) => Object.values(controls).every(Boolean)) },
    details: outcomes.flatMap(({ details }) => details),
  }
}

function environmentAt({ utc, zone, language }: (typeof dates)[number]): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: library,
    // An offset instead of a date, so that the clock does not restart for processes that start later.
    FAKETIME: `${Math.round((Date.parse(utc) - Date.now()) / 1000)}`.replace(/^(?=\d)/u, '+'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Disables the library's correction of monotonic waits, because the correction makes Chromium's threads spin.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    // File timestamps use the real date.
    NO_FAKE_STAT: '1',
    TZ: zone,
    LANG: language,
    LC_ALL: language,
  }
}
