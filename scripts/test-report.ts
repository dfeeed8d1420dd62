import { readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { skipCondition } from './skip-reason.ts'

type Failure = ReturnType<TestModule['errors']>[number]

const MAX_MESSAGE_LINES = 40
const MAX_DIFF_LINES = 60
const MAX_OUTPUT_LINES = 20
const MAX_FRAMES = 4
const MAX_SKIP_REASONS = 10
const SLOWEST = 10

export interface ReportOptions {
  readonly print: (line: string) => void
  readonly onProgress?: (finished: number, all: number) => void
  readonly showSlowest: boolean
  /** True if the caller may stop the run early. Unfinished files are not counted as failures. */
  readonly mayStop?: boolean
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface SkippedTest {
  /** Path of the test file, relative to the root of the run. */
  readonly file: string
  /** Names of the test's suites, followed by its own name. */
  readonly name: string
  readonly reason: string
}

/**
 * Prints each failure when it happens, with the command that repeats the test. `summary()` returns the rest of the
 * report.
 */
export class TestReport implements Reporter {
  readonly #options: ReportOptions
  #vitest: Vitest | null = null
  #files = 0
  #finished = 0
  #failedFiles = 0
  #modules: readonly TestModule[] = []
  #unhandled = 0
  #reason: TestRunEndReason | null = null

  constructor(options: ReportOptions) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#files += specifications.length
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state !== 'failed') return
    this.#printFailure(test.module, test.fullName, result.errors, test.logs(), `^${regExpText(test.fullName)}$`)
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors()
    if (errors.length === 0) return
    this.#failedFiles++
    const { module, fullName } = suite
    const name = `${fullName} (before or after its tests)`
    this.#printFailure(module, name, errors, suite.logs(), `^${regExpText(fullName)} `)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#finished++
    this.#options.onProgress?.(this.#finished, this.#files)
    const errors = module.errors()
    if (errors.length > 0) {
      this.#failedFiles++
      this.#printFailure(module, 'the file itself', errors, module.logs(), null)
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[], reason: TestRunEndReason): void {
    this.#modules = modules
    this.#reason = reason
    this.#unhandled = unhandled.length
    for (const error of unhandled) {
      const path = typeof error['VITEST_TEST_PATH'] === 'string' ? error['VITEST_TEST_PATH'] : null
      const module = modules.find(({ moduleId }) => moduleId === path)
      if (module) this.#printFailure(module, 'an error outside of a test', [error], [], null)
      else this.#print('FAILED  an error outside of a test', ...this.#described(error, null), '')
    }
    for (const module of this.#unfinished())
      this.#print(`FAILED  ${this.#pathOf(module)}: did not finish`, `  repeat: ${this.#command(module, null)}`, '')
  }

  counts(): Counts {
    const states = this.#modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: string): number => states.filter((each) => each === state).length
    return {
      passed: count('passed'),
      failed: count('failed') + this.#failedFiles + this.#unhandled + this.#unfinished().length,
      skipped: count('skipped'),
    }
  }

  skipped(): readonly SkippedTest[] {
    return this.#modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.result().state === 'skipped')
      .map((test) => ({ file: this.#pathOf(test.module), name: test.fullName, reason: reasonOf(test) }))
  }

  projects(): readonly string[] {
    return [...new Set(this.#modules.map(({ project }) => project.name))]
  }

  /** Returns true if no test failed. A run without tests is a failure, and so is a name (`-t`) that selects no test. */
  isOk(): boolean {
    const { passed, failed, skipped } = this.counts()
    const found = this.#vitest?.getGlobalTestNamePattern() === undefined ? passed + skipped : passed
    return found > 0 && failed === 0 && this.#reason === 'passed'
  }

  summary(): readonly string[] {
    return [...this.#projectLines(), ...this.#skippedLines(), ...(this.#options.showSlowest ? this.#slowest() : [])]
  }

  #unfinished(): readonly TestModule[] {
    return this.#options.mayStop ? [] : this.#modules.filter((module) => ['pending', 'queued'].includes(module.state()))
  }

  #projectLines(): readonly string[] {
    const byProject = Map.groupBy(this.#modules, ({ project }) => project.name)
    return [...byProject].map(([name, modules]) => {
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const failed = tests.filter((test) => test.result().state === 'failed').length
      const passed = tests.filter((test) => test.result().state === 'passed').length
      const numbers = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), `${modules.length} files`]
      return stepLine(
        name,
        numbers.join(', '),
        modules.reduce((sum, module) => sum + secondsOf(module), 0),
      )
    })
  }

  #skippedLines(): readonly string[] {
    const tests = this.skipped()
    if (tests.length === 0) return []
    const groups = [...Map.groupBy(tests, ({ reason }) => reason)].toSorted((a, b) => b[1].length - a[1].length)
    const shown = groups.slice(0, MAX_SKIP_REASONS - 1)
    const rest = groups.slice(shown.length).flatMap(([, skipped]) => skipped)
    return [
      `skipped: ${tests.length}`,
      ...[...shown, ...(rest.length > 0 ? [['other reasons', rest] as const] : [])].map(([reason, skipped]) => {
        const [first, ...others] = new Set(skipped.map(({ file }) => file))
        return `  ${String(skipped.length).padStart(4)}  ${reason}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
      }),
    ]
  }

  #slowest(): readonly string[] {
    const slowest = this.#modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST)
    return [
      'slowest files:',
      ...slowest.map(
        (module) => `  ${secondsOf(module).toFixed(1).padStart(7)} s  ${module.project.name}  ${this.#pathOf(module)}`,
      ),
    ]
  }

  #printFailure(
    module: TestModule,
    name: string,
    errors: readonly Failure[],
    logs: readonly { readonly content: string }[],
    pattern: string | null,
  ): void {
    const printed = lines(logs.map(({ content }) => content).join('')).slice(-MAX_OUTPUT_LINES)
    const [first] = errors
    this.#print(
      `FAILED  ${this.#pathOf(module)}${first ? this.#lineIn(module, first) : ''}  ${name}`,
      ...errors.flatMap((error) => this.#described(error, module)),
      ...(printed.length > 0 ? ['  printed by the test:', ...printed.map((line) => `    ${line}`)] : []),
      `  repeat: ${this.#command(module, pattern)}`,
      '',
    )
  }

  #lineIn({ moduleId }: TestModule, error: Failure): string {
    const frame = framesOf(error).find(({ file }) => file === moduleId)
    return frame ? `:${frame.line}` : ''
  }

  #described(error: Failure, module: TestModule | null): readonly string[] {
    const message = lines(error.message)
    const name = error.name && error.name !== 'Error' ? `${error.name}: ` : ''
    const cause = error.cause
    const frames = framesOf(error).filter(({ file }) => !file.includes('/node_modules/') && isAbsolute(file))
    const where = frames
      .slice(0, MAX_FRAMES)
      .map(({ file, line, column }) => `  at ${this.#relative(file)}:${line}:${column}`)
    return [
      ...limited(message, MAX_MESSAGE_LINES).map((line, index) => `  ${index === 0 ? name : ''}${line}`),
      ...comparison(error).map((line) => `    ${line}`),
      ...(cause?.message ? [`  caused by: ${lines(cause.message).slice(0, 5).join('\n    ')}`] : []),
      ...(where.length > 0
        ? where
        : lines(error.stack ?? '')
            .slice(0, module ? MAX_FRAMES : 10)
            .map((line) => `  ${line.trim()}`)),
    ]
  }

  #command(module: TestModule, pattern: string | null): string {
    const seed = this.#vitest?.getSeed() ?? null
    const drawn = process.env['GUICHET_TESTS_SEED']
    const share = process.env['GUICHET_TESTS']
    return [
      ...(share ? [`GUICHET_TESTS=${share}`] : []),
      ...(drawn && usesDrawnSample(module, pattern) ? [`GUICHET_TESTS_SEED=${drawn}`] : []),
      `npx vitest run --project ${module.project.name} ${quoted(this.#pathOf(module))}`,
      ...(pattern === null ? [] : [`-t ${quoted(pattern)}`]),
      ...(seed === null ? [] : [`--sequence.shuffle --sequence.seed=${seed}`]),
    ].join(' ')
  }

  #pathOf({ moduleId }: TestModule): string {
    return this.#relative(moduleId)
  }

  #relative(file: string): string {
    return relative(this.#vitest?.config.root ?? process.cwd(), file)
      .split(sep)
      .join('/')
  }

  #print(...printed: readonly string[]): void {
    for (const line of printed) this.#options.print(line)
  }
}

export function stepLine(name: string, text: string, seconds: number): string {
  return `${name.padEnd(18)}${text.padEnd(36)}${seconds.toFixed(0).padStart(5)} s`
}

const lines = (text: string): readonly string[] => stripVTControlCharacters(text).trimEnd().split('\n').filter(Boolean)

const secondsOf = (module: TestModule): number => {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return (duration + collectDuration + setupDuration) / 1000
}

interface Frame {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Returns the stack frames. Vitest maps stack frames to the source files only for test failures. */
function framesOf({ stacks, stack }: Failure): readonly Frame[] {
  if (stacks) return stacks
  return lines(stack ?? '').flatMap((text) => {
    const [, file = '', line, column] = /(?:\(|at )(?:file:\/\/)?([^()]+):(\d+):(\d+)\)?$/u.exec(text) ?? []
    return file === '' ? [] : [{ file, line: Number(line), column: Number(column) }]
  })
}

function limited(all: readonly string[], most: number): readonly string[] {
  return all.length <= most ? all : [...all.slice(0, most), `… ${all.length - most} more lines`]
}

function comparison({ diff, expected, actual }: Failure): readonly string[] {
  if (typeof diff === 'string') return limited(lines(diff), MAX_DIFF_LINES)
  if (expected === undefined && actual === undefined) return []
  return [`expected: ${String(expected)}`, `received: ${String(actual)}`].flatMap((text) =>
    limited(lines(text), MAX_DIFF_LINES / 2),
  )
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  if (result.state === 'skipped' && result.note) return result.note
  const names = test.fullName.split(' > ')
  const suites = [...test.module.children.allSuites()]
  if (test.module.errors().length > 0 || suites.some((suite) => suite.errors().length > 0)) return 'a hook failed'
  if (test.options.mode === 'todo') return 'todo'
  const condition = skipCondition(readFileSync(test.module.moduleId, 'utf8'), names)
  if (condition !== null) return condition
  return test.options.mode === 'run' ? 'not reached or not selected' : 'skipped without a reason'
}

/**
 * Returns true if the result depends on the seed: the title contains the seed, or the file imports fast-check or the
 * helper for random samples.
 */
function usesDrawnSample(module: TestModule, pattern: string | null): boolean {
  return (
    /\bseed \d/u.test(pattern ?? '') || /support\/share\.ts|'fast-check'/u.test(readFileSync(module.moduleId, 'utf8'))
  )
}

/** Vitest joins names with spaces, not with ` > `. */
const regExpText = (fullName: string): string =>
  fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

const quoted = (text: string): string => (/^[\w./-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
