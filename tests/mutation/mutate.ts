import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Stryker as StrykerRun } from '@stryker-mutator/core'
import { ensureInstalled } from '../../scripts/install.mjs'
import { areas, type Area } from './areas.ts'
import { createRandom } from '../simulation/random.ts'
import type { Outcome, Run } from '../proofs/proof.ts'

const PLACE_LINES = 6
/** Minimum percentage of detected mutants in an area. Every area currently has a higher score. */
const MIN_SCORE = 50

const root = fileURLToPath(new URL('../..', import.meta.url))

type LogLevel = NonNullable<ConstructorParameters<typeof StrykerRun>[0]['logLevel']>

/**
 * Mutates the program with Stryker, one mutant at a time, and runs the tests of the area. `--sample` is the number of
 * places per area, drawn by the seed. Writes the survivors to test-results/survivors-AREA.txt. An area without a
 * detected mutant counts as untested.
 */
export async function playMutation({ seed, jobs, options, progress }: Run): Promise<Outcome> {
  const names = options['areas'] ? options['areas'].split(',') : Object.keys(areas)
  const unknown = names.filter((name) => !(name in areas))
  if (unknown.length > 0) throw new Error(`no area ${unknown.join(', ')}; expected ${Object.keys(areas).join(', ')}`)
  await ensureInstalled('tests/mutation')
  const violations: string[] = []
  const details: string[] = []
  const controls: Record<string, boolean> = {}
  let mutants = 0
  for (const name of names) {
    const area = areas[name]!
    const started = performance.now()
    const places = placesOf(area, Number(options['sample']), seed)
    const { killed, timedOut, survivors, uncovered } = await mutate(name, places, jobs)
    const valid = killed + survivors.length
    const score = (100 * killed) / Math.max(1, valid)
    const perMinute = (valid / (performance.now() - started)) * 60_000
    mutants += valid
    controls[name] = killed > 0
    details.push(
      `${name}: ${killed} of ${valid} killed (${score.toFixed(1)} %), ${timedOut} by time, ${uncovered} without a test, ${perMinute.toFixed(0)} a minute`,
      ...survivors.map((survivor) => `  ${survivor}`),
    )
    if (score < MIN_SCORE)
      violations.push(`${name}: ${score.toFixed(1)} % of ${valid} mutants killed, at least ${MIN_SCORE} % expected`)
    progress(details.at(-1 - survivors.length) ?? '')
  }
  return { amount: `${mutants} mutants in ${names.length} areas`, violations, controls, details }
}

async function mutate(name: string, places: readonly string[], jobs: number) {
  const { Stryker } = await import('@stryker-mutator/core')
  process.env['GUICHET_MUTATED'] = name
  const results = await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [...places],
    // Texts on a screen or in a log are for human readers, so string mutants are excluded.
    mutator: { excludedMutations: ['StringLiteral'] },
    reporters: [],
    logLevel: 'error' as LogLevel,
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    timeoutMS: 30_000,
    timeoutFactor: 3,
    // On a busy computer, tests that start whole kiosks take longer than the five minutes that Stryker allows for all
    // tests together.
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['out', 'out.*', 'test-results', '*.tsbuildinfo'],
    tempDirName: `test-results/mutation-${name}`,
    // Stryker rewrites a tsconfig with an interface that TypeScript 7 does not have. No test needs the rewritten
    // tsconfig.
    tsconfigFile: 'none.json',
  }).runMutationTest()
  const count = (...statuses: readonly string[]): number =>
    results.filter(({ status }) => statuses.includes(status)).length
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, mutatorName, replacement, status }) => {
      const { line, column } = location.start
      return `${relative(root, fileName)}:${line}:${column} ${mutatorName} → ${(replacement ?? '').replaceAll(/\s+/gu, ' ')}${status === 'NoCoverage' ? ' (no test)' : ''}`
    })
  mkdirSync(`${root}test-results`, { recursive: true })
  writeFileSync(`${root}test-results/survivors-${name}.txt`, survivors.map((line) => `${line}\n`).join(''))
  return { killed: count('Killed', 'Timeout'), timedOut: count('Timeout'), survivors, uncovered: count('NoCoverage') }
}

function placesOf({ files: patterns }: Area, sample: number, seed: number): readonly string[] {
  const random = createRandom(seed)
  return globSync([...patterns], { cwd: root })
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(`${root}${file}`, 'utf8').split('\n').length
      return Array.from({ length: Math.ceil(lines / PLACE_LINES) }, (_, index) => {
        const first = index * PLACE_LINES + 1
        return { place: `${file}:${first}-${first + PLACE_LINES - 1}`, rank: random.below(2 ** 32) }
      })
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, sample)
    .map(({ place }) => place)
}
