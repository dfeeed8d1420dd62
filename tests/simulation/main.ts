import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { add, describeTally, emptyTally, runCampaign, storyDigest, withTemplates, type Tally } from './campaign.ts'
import { runSeed } from './run-seed.ts'

/**
 * npm run simulate -- --seeds 3000 [--first 1] [--jobs 2]   many seeds; prints the story of the first that fails
 * npm run simulate -- --seed 4711 --story                   one seed, with its story
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    first: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    seed: { type: 'string' },
    story: { type: 'boolean', default: false },
  },
})

if (process.send) await work(process.send.bind(process), Number(values.first), Number(values.seeds))
else process.exitCode = values.seed === undefined ? await many() : await one(Number(values.seed), values.story)

/** In a child: a tally every few seeds, so that the parent can say how far it is. */
async function work(send: (tally: Tally) => unknown, first: number, count: number): Promise<void> {
  const STRIDE = 50
  for (let from = first; from < first + count; from += STRIDE) {
    send(await runCampaign(runSeed, from, Math.min(STRIDE, first + count - from)))
  }
  process.disconnect()
}

async function many(): Promise<number> {
  const [first, seeds, jobs] = [Number(values.first), Number(values.seeds), Number(values.jobs)]
  const sum = emptyTally()
  const share = Math.ceil(seeds / jobs)
  const started = performance.now()
  let told = 0
  const children = Array.from({ length: jobs }, (_, job) => {
    const from = first + job * share
    const count = Math.min(share, first + seeds - from)
    return new Promise<void>((resolve, reject) => {
      if (count <= 0) return resolve()
      const child = fork(import.meta.filename, ['--first', String(from), '--seeds', String(count)])
      child.on('message', (tally) => {
        add(sum, tally as Tally)
        const tenths = Math.floor((sum.seeds / seeds) * 10)
        if (tenths > told && process.stdout.isTTY) process.stdout.write(`${sum.seeds} seeds…\n`)
        told = tenths
      })
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a child ended with ${code}`))))
    })
  })
  await Promise.all(children)
  console.log(
    `${describeTally(sum)}\nspeed     ${(((performance.now() - started) * jobs) / seeds).toFixed(0)} ms a seed and core`,
  )
  for (const { seed, violations } of sum.failed) console.log(`seed ${seed}: ${violations.join('; ')}`)
  const [failed] = sum.failed
  return failed ? one(failed.seed, true) : 0
}

/** Plays it twice: a seed that does not tell the same story again is a fault of the simulation. */
async function one(seed: number, withStory: boolean): Promise<number> {
  const [report, again] = await withTemplates(
    async (templates) => [await runSeed(seed, templates), await runSeed(seed, templates)] as const,
  )
  if (withStory) console.log(report.story.join('\n'))
  const digest = storyDigest(report)
  console.log(`seed ${seed}: ${report.story.length} lines, sha256 ${digest}, sales ${JSON.stringify(report.sales)}`)
  for (const { invariant, what } of report.violations) console.log(`VIOLATION ${invariant}: ${what}`)
  if (storyDigest(again) !== digest) console.log('THE STORY CHANGED when it was told again')
  return report.violations.length > 0 || storyDigest(again) !== digest ? 1 : 0
}
