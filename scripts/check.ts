// npm run check [-- COMMIT]: checks what changed since the commit (default: HEAD) and runs the tests that depend on the
// changes, nearest first. Ends within 45 seconds and lists what remains for `npm test`.
import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { filesBelow, sourceFacts } from '../tests/support/project-files.ts'
import { failedCheck, runChecks } from './checks.ts'
import { leftOut } from './skipped-items.ts'
import { nearestTests } from './affected-tests.ts'
import { stepLine, TestReport } from './test-report.ts'

/** No test file is started after `LAST_START_MS`. Checks and tests that still run at `END_MS` are abandoned. */
const LAST_START_MS = 32_000
const END_MS = 42_000
const QUICK = ['unit', 'contract']
/**
 * Projects whose tests run only if the test file itself changed, because one of their test files can take up to a
 * minute.
 */
const SLOW = ['simulation', 'e2e', 'tools', 'cashier-day']
/** Projects that need a PostgreSQL server. Their tests run only if the store changed. */
const STORE = ['store', 'contract-postgres']
const STORE_SOURCES = /^(?:electron\/booking-service\/(?:postgres|store)|tests\/store)\//u
/** The architecture test always runs, because it reads every file instead of importing it. */
const ALWAYS = 'tests/architecture.test.ts'
const OUTPUT = 'node_modules/.cache/guichet/test-output.log'

const started = performance.now()
const elapsed = (): number => performance.now() - started
const root = fileURLToPath(new URL('..', import.meta.url))
const since = process.argv[2] ?? 'HEAD'
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
const isStoreChanged = changed.some((path) => STORE_SOURCES.test(path))

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

const untilEnd = (ms: number): number => Math.max(0, ms - elapsed())

async function checks(): Promise<boolean> {
  const files = changed.filter((path) => existsSync(join(root, path)))
  const results = await runChecks(
    (check) => {
      const state = check.isStopped ? 'left out: npm test' : check.isUnchanged ? 'no file changed' : 'passed'
      if (check.isOk) console.log(stepLine(check.name, state, check.seconds))
      else for (const line of failedCheck(check)) console.log(line)
    },
    { files, signal: AbortSignal.timeout(Math.round(untilEnd(END_MS))) },
  )
  return results.every(({ isOk }) => isOk)
}

function distances(): ReadonlyMap<string, number> {
  const sources = filesBelow(['shared', 'electron', 'renderer', 'scripts', 'tests'])
    .filter((path) => /\.(?:ts|tsx|mjs)$/u.test(path))
    .map((path) => sourceFacts({ path, text: readFileSync(join(root, path), 'utf8') }))
  return new Map([[ALWAYS, 0], ...nearestTests(sources, changed).map(({ path, steps }) => [path, steps] as const)])
}

async function tests(): Promise<boolean> {
  const steps = distances()
  const pathOf = ({ moduleId }: { readonly moduleId: string }): string => moduleId.slice(root.length)
  const stepsOf = (specification: TestSpecification): number => steps.get(pathOf(specification)) ?? Infinity
  class NearestFirst extends BaseSequencer {
    override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return Promise.resolve(files.toSorted((a, b) => stepsOf(a) - stepsOf(b)))
    }
  }
  const report = new TestReport({ print: (line) => console.log(line), showSlowest: false, mayStop: true })
  const finished = new Set<string>()
  let isStopped = false
  const onTestModuleEnd = (module: TestModule): void => {
    if (!isStopped) finished.add(pathOf(module))
  }
  mkdirSync(dirname(join(root, OUTPUT)), { recursive: true })
  const output = createWriteStream(join(root, OUTPUT))
  const vitest = await createVitest(
    {
      root,
      watch: false,
      project: [...QUICK, ...SLOW, ...(isStoreChanged ? STORE : [])],
      reporters: [report, { onTestModuleEnd }],
      sequence: { sequencer: NearestFirst },
    },
    {},
    { stdout: output, stderr: output },
  )
  await vitest.standalone()
  const reached = (await vitest.globTestSpecifications()).filter((each) => stepsOf(each) < Infinity)
  const chosen = reached.filter((each) => !SLOW.includes(each.project.name) || stepsOf(each) === 0)
  const stop = setTimeout(() => {
    isStopped = true
    void vitest.cancelCurrentRun('keyboard-input')
  }, untilEnd(LAST_START_MS))
  const end = new Promise<null>((resolve) => void setTimeout(resolve, untilEnd(END_MS), null).unref())
  const result = await Promise.race([vitest.runTestSpecifications(chosen), end])
  clearTimeout(stop)
  for (const line of report.summary()) console.log(line)
  const rest = reached.map((each) => pathOf(each)).filter((path) => !finished.has(path))
  console.log(
    `${finished.size} of ${finished.size + new Set(rest).size} test files that reach what changed since ${since}`,
  )
  if (rest.length > 0) console.log(`left out: ${leftOut(rest)}. They run in: npm test`)
  return (
    report.counts().failed === 0 &&
    vitest.state.getCountOfFailedTests() === 0 &&
    (result?.unhandledErrors.length ?? 0) === 0
  )
}

const isOk = (await Promise.all([checks(), tests()])).every(Boolean)
console.log(`${isOk ? 'passed' : 'FAILED'} in ${(elapsed() / 1000).toFixed(0)} s`)
process.exit(isOk ? 0 : 1)
