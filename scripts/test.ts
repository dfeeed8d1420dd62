// npm test [-- [PATH…] [--project NAME]… [-t NAME] [--shuffle [SEED]] [--seed SEED] [--json FILE] [--root FOLDER]]:
// runs tests. Without a selection, checks types, lint and format and runs all tests. `--seed` repeats the random
// samples of an earlier run.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { failedCheck, runChecks } from './checks.ts'
import { CpuMeter } from './cpu-meter.ts'
import { circumstances, electronLine, electronVersions, type RunRecord } from './run-record.ts'
import { stepLine, TestReport } from './test-report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * Projects in the order of the summary. The other projects run in `.ci/run`: they need PostgreSQL, Electron or packages,
 * or do not test the product.
 */
const PROJECTS = ['unit', 'contract', 'simulation', 'e2e']
const IN_ELECTRON: ReadonlySet<string> = new Set(['electron', 'installed'])
/** Returns the output file of the tests. Its name includes the projects, because different runs may overlap. */
const outputOf = (projects: readonly string[]): string =>
  `node_modules/.cache/guichet/${['test-output', ...projects].join('-')}.log`

interface Arguments {
  readonly paths: readonly string[]
  readonly projects: readonly string[]
  readonly name: string | undefined
  /** Seed of the random order. Null for the default order. */
  readonly shuffle: number | null
  readonly json: string | undefined
  readonly folder: string | undefined
}

function parse(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    // The seed is optional. Without a seed, `--shuffle` uses the clock.
    args: argv.map((word, index) =>
      word !== '--shuffle' ? word : /^\d+$/u.test(argv[index + 1] ?? '') ? word : `--shuffle=${Date.now() % 1_000_000}`,
    ),
    allowPositionals: true,
    options: {
      project: { type: 'string', multiple: true },
      testNamePattern: { type: 'string', short: 't' },
      shuffle: { type: 'string' },
      seed: { type: 'string' },
      json: { type: 'string' },
      root: { type: 'string' },
    },
  })
  if (values.seed !== undefined) process.env['GUICHET_TESTS_SEED'] = values.seed
  return {
    paths: positionals,
    projects: values.project ?? [],
    name: values.testNamePattern,
    shuffle: values.shuffle === undefined ? null : Number(values.shuffle),
    json: values.json,
    folder: values.root,
  }
}

const started = performance.now()
const meter = new CpuMeter()
const seconds = (): string => {
  const total = Math.round((performance.now() - started) / 1000)
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`
}

/** Shows a line that the next line replaces, on an interactive terminal only. */
const progress = (text: string): void => {
  if (process.stdout.isTTY && !process.env['CI']) process.stdout.write(`\r\u001B[K${text}`)
}

function print(line: string): void {
  progress('')
  console.log(line)
}

async function tests({ paths, projects, name, shuffle, folder }: Arguments): Promise<TestReport> {
  const report = new TestReport({
    print,
    onProgress: (finished, all) => progress(`${finished} of ${all} test files, ${seconds()}`),
    showSlowest: process.env['CI'] !== undefined,
  })
  const file = join(root, outputOf(projects))
  mkdirSync(dirname(file), { recursive: true })
  const output = createWriteStream(file)
  const vitest = await createVitest(
    {
      root: resolve(root, folder ?? '.'),
      watch: false,
      project: [...(projects.length > 0 || folder !== undefined ? projects : PROJECTS)],
      ...(name === undefined ? {} : { testNamePattern: name }),
      ...(shuffle === null ? {} : { sequence: { seed: shuffle, shuffle: { files: true, tests: true } } }),
      reporters: [report],
    },
    {},
    { stdout: output, stderr: output },
  )
  try {
    await vitest.start([...paths])
  } catch (error) {
    print(`FAILED  ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await vitest.close()
  }
  return report
}

function writeRecord(file: string, record: RunRecord): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}

async function main(): Promise<boolean> {
  const wanted = parse(process.argv.slice(2))
  const { paths, projects, name: pattern, folder } = wanted
  const isWhole = [...paths, pattern, folder].every((each) => each === undefined)
  const isSelection = !isWhole || projects.length > 0
  const beginning = circumstances()
  progress('types, lint and format')
  const checks = isSelection
    ? []
    : await runChecks((check) => {
        if (!check.isOk) for (const line of failedCheck(check)) print(line)
      })
  const areChecksOk = checks.every(({ isOk }) => isOk)
  const report = areChecksOk ? await tests(wanted) : null
  for (const { name, isOk, isUnchanged, seconds: took } of checks)
    print(stepLine(name, isUnchanged ? 'passed before, no file changed' : isOk ? 'passed' : 'failed', took))
  if (report === null) {
    print(`no test ran: correct the above first (${seconds()})`)
    return false
  }
  for (const line of report.summary()) print(line)
  const { passed, failed, skipped } = report.counts()
  const cpu = meter.stop()
  const coreSpeed = Math.round(meter.coreSpeed * 100) / 100
  const electron = report.projects().some((name) => IN_ELECTRON.has(name)) ? electronVersions() : null
  if (electron !== null) print(electronLine(electron))
  if (wanted.json !== undefined) {
    const ran = { isWhole, projects: report.projects().toSorted(), electron, cpuSeconds: cpu, coreSpeed }
    writeRecord(wanted.json, { ...beginning, ...ran, passed, failed, skipped: report.skipped() })
  }
  const drawn = process.env['GUICHET_TESTS_SEED']
  if (wanted.shuffle !== null) print(`random order: npm test -- --shuffle ${wanted.shuffle} --seed ${drawn}`)
  if (!report.isOk() && failed === 0) print('FAILED  no test ran, or the run was interrupted')
  if (!report.isOk()) print(`what the tests printed: ${outputOf(projects)}`)
  print(
    `${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds()} (${cpu === null ? '' : `CPU ${cpu} s, core speed ${coreSpeed}, `}seed ${drawn})`,
  )
  return report.isOk()
}

const isOk = await main()
process.exit(isOk ? 0 : 1)
