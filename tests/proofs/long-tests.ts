import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome, Run } from './proof.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Fails if GUICHET_PLANTED_FAULT is set: a run in which it does not fail has not been read. */
const PLANTED = 'tests/proofs/planted-fault.test.ts'

/** The verifier must miss what changes nothing; otherwise it would "notice" every edit. */
export const playTampering = (run: Run): Outcome =>
  playTests(run, ['tests/ledger/tamper.test.ts'], { ...shareAt(run), control: 'untouched copies pass' })

/** Twenty days: one of 120 sales that presses every key of the manual, and 19 of 10. */
export const playCashierDays = (run: Run): Outcome => playTests(run, ['tests/cashier-day'], shareAt(run))

/** Every other test of which `npm test` takes a sample. */
export const playLongTests = (run: Run): Outcome => playTests(run, sampledTests(), shareAt(run))

/** The test files that draw their sample by tests/support/share.ts, without those that are a proof of their own. */
function sampledTests(): readonly string[] {
  return globSync('tests/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
    (path) =>
      !/^tests\/(?:cashier-day|ledger\/tamper)/u.test(path) &&
      readFileSync(join(root, path), 'utf8').includes('support/share.ts'),
  )
}

/** Software of other authors on interfaces, papers, ledgers and devices. A skipped test names the missing package. */
export const playInterop = (run: Run): Outcome =>
  playTests(
    run,
    [
      'tests/interop',
      'tests/hub/prism.test.ts',
      'tests/printing/sound-pdf.test.ts',
      'tests/payment/adyen/library.test.ts',
      'tests/payment/mtn-momo/npm-client.test.ts',
      'tests/payment/stripe/library.test.ts',
      'tests/payment/sumup/openapi.test.ts',
      'tests/payment/zvt/captures.test.ts',
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

interface Selection {
  readonly env: NodeJS.ProcessEnv
  /** Part of the name of a test that has to pass. */
  readonly control?: string
}

/** A sixth of the cases in CI, otherwise all. */
const shareAt = ({ level }: Run): Selection => ({ env: { GUICHET_TESTS: level === 'ci' ? 'sixth' : 'whole' } })

/** Runs the tests selected by the given paths or vitest options. */
export function playTests({ seed, jobs }: Run, selected: readonly string[], { env, control }: Selection): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-long-tests-'))
  try {
    const file = join(folder, 'report.json')
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const planted = selected.some((word) => !word.startsWith('-')) ? [PLANTED] : []
    const { stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--reporter=json', `--outputFile=${file}`, `--maxWorkers=${jobs}`, ...planted, ...selected],
      {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, GUICHET_TESTS_SEED: String(seed), GUICHET_PLANTED_FAULT: '1', ...env },
      },
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
