// npm run mutate -- [AREA…] [--sample N] [--seed S] [--jobs N]: breaks the program in small ways, one at a time, and sees
// whether the tests beside the broken place notice. `--sample`: that many places of each area, drawn by the seed; without
// it, all. `--jobs`: that many mutants at a time. Prints what survived, and each area's score.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { createRandom } from '../simulation/random.ts'
import { areas, type Area } from './areas.ts'

/** A place is this many lines: long enough for most statements to lie in one. */
const PLACE_LINES = 6

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
})
const unknown = positionals.filter((name) => !(name in areas))
if (unknown.length > 0) {
  console.error(`No area ${unknown.join(', ')}. There are: ${Object.keys(areas).join(', ')}.`)
  process.exit(2)
}

const scores: string[] = []
for (const [name, area] of Object.entries(areas)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  scores.push(`| ${name} | ${await scoreOf(name, area)} |`)
}
console.log(
  [
    '',
    '| area | killed | of them by time | survived | no test | score |',
    '| --- | --: | --: | --: | --: | --: |',
    ...scores,
  ].join('\n'),
)

async function scoreOf(name: string, area: Area): Promise<string> {
  process.env['GUICHET_MUTATED'] = name
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: placesOf(area),
    // Words on a screen or in a log are read by people.
    mutator: { excludedMutations: ['StringLiteral'] },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(values.jobs),
    timeoutMS: 30_000,
    timeoutFactor: 3,
    // Whole kiosks on a machine with other work take longer than the five minutes that Stryker gives all tests together.
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['out', 'out.*', 'test-results', '*.tsbuildinfo'],
    tempDirName: `test-results/mutation-${name}`,
    // Stryker rewrites a tsconfig by an interface that TypeScript 7 does not have; no test needs it.
    tsconfigFile: 'none.json',
  })
  const results = await stryker.runMutationTest()
  const count = (...statuses: readonly string[]): number =>
    results.filter(({ status }) => statuses.includes(status)).length
  const endless = count('Timeout')
  const killed = count('Killed') + endless
  const survived = count('Survived')
  const unseen = count('NoCoverage')
  const share = killed / Math.max(1, killed + survived + unseen)
  return `${killed} | ${endless} | ${survived} | ${unseen} | ${(share * 100).toFixed(1)} %`
}

function placesOf({ files: patterns }: Area): string[] {
  const files = globSync([...patterns], { cwd: root }).sort()
  if (values.sample === undefined) return files
  const random = createRandom(Number(values.seed))
  const places = files.flatMap((file) => {
    const lines = readFileSync(`${root}${file}`, 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(lines / PLACE_LINES) }, (_, index) => {
      const first = index * PLACE_LINES + 1
      return `${file}:${first}-${first + PLACE_LINES - 1}`
    })
  })
  const drawn = places.map((place) => ({ place, rank: random.below(2 ** 32) })).sort((a, b) => a.rank - b.rank)
  return drawn.slice(0, Number(values.sample)).map(({ place }) => place)
}
