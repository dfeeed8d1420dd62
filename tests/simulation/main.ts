import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { describeTally, storyDigest, withTemplates } from './campaign.ts'
import { runInParallel } from './parallel.ts'
import { isKindOfKiosk, kindsOfKiosk } from './kinds-of-kiosk.ts'

/**
 * npm run simulate -- --seeds 3000 [--first 1] [--jobs 2]   many seeds; tells the story of the first that fails
 * npm run simulate -- --seed 4711 [--story]                 one seed, twice: it has to tell the same story
 * --kiosks notes                                            the shipping program, with a device for notes at each kiosk
 * --kiosks naive | hasty | forgetful | careless | trusting  the controls: kiosks that have to fail
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    first: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    seed: { type: 'string' },
    story: { type: 'boolean', default: false },
    kiosks: { type: 'string', default: 'shipping' },
  },
})

const kind = isKindOfKiosk(values.kiosks) ? values.kiosks : fail(`no such kiosks: ${values.kiosks}`)
process.exitCode = values.seed === undefined ? await many() : await one(Number(values.seed), values.story)

async function many(): Promise<number> {
  const seeds = Number(values.seeds)
  const started = performance.now()
  let told = 0
  let named = 0
  const tally = await runInParallel({
    first: Number(values.first),
    seeds,
    jobs: Number(values.jobs),
    kiosks: kind,
    onProgress(sum) {
      const tenths = Math.floor((sum.seeds / seeds) * 10)
      if (tenths > told && tenths < 10) process.stderr.write(`${sum.seeds} seeds, ${sum.failed.length} failed\n`)
      told = tenths
      for (const { seed, violations } of sum.failed.slice(named)) {
        process.stderr.write(`seed ${seed} failed: ${violations[0]}\n`)
      }
      named = sum.failed.length
    },
  })
  const minutes = (performance.now() - started) / 60_000
  console.log(`${describeTally(tally)}\ntook      ${minutes.toFixed(1)} minutes`)
  for (const { seed, violations } of tally.failed.slice(0, 20)) console.log(`seed ${seed}: ${violations.join('; ')}`)
  const [failed] = tally.failed
  return failed ? one(failed.seed, true) : 0
}

async function one(seed: number, withStory: boolean): Promise<number> {
  const run = kindsOfKiosk[kind]
  const [report, again] = await withTemplates(
    async (templates) => [await run(seed, templates), await run(seed, templates)] as const,
  )
  if (withStory) console.log(report.story.join('\n'))
  const digest = storyDigest(report)
  console.log(`seed ${seed}: ${report.story.length} lines, sha256 ${digest}, sales ${JSON.stringify(report.sales)}`)
  for (const { invariant, what } of report.violations) console.log(`VIOLATION ${invariant}: ${what}`)
  const same = storyDigest(again) === digest
  if (!same) console.log('THE STORY CHANGED when it was told again')
  return report.violations.length > 0 || !same ? 1 : 0
}

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}
