import {
  describeTally,
  isCaught,
  storyDigest,
  withTemplates,
  isKindOfKiosk,
  type KindOfKiosk,
  kindsOfKiosk,
  runInParallel,
} from '../simulation/campaign.ts'
import type { Outcome, Run } from './proof.ts'

/** Seeds within which each faulty program must be found. */
const CONTROLS = { naive: 30, hasty: 120, forgetful: 120, careless: 200, trusting: 30 } as const satisfies Partial<
  Record<KindOfKiosk, number>
>

/** `--kiosks`: `shipping`, `notes` (each with a note acceptor) or one of the faulty programs, which has to fail. */
export async function playSimulation({ seed, jobs, story, options, progress }: Run): Promise<Outcome> {
  const kiosks = options['kiosks']
  if (!isKindOfKiosk(kiosks)) throw new Error(`--kiosks: expected one of ${Object.keys(kindsOfKiosk).join(', ')}`)
  if (story) return replay(seed, kiosks)
  const seeds = Number(options['seeds'])
  const tally = await runInParallel({
    first: seed,
    seeds,
    jobs,
    kiosks,
    onProgress: (sum) => progress(`${sum.seeds} of ${seeds} seeds, ${sum.failed.length} failed`),
  })
  const controls: Record<string, boolean> = {}
  for (const [kind, most] of Object.entries(CONTROLS) as [KindOfKiosk, number][])
    controls[kind] = await isCaught(kind, { seeds: most })
  const [failed] = tally.failed
  return {
    amount: `${tally.seeds} seeds from ${seed}`,
    violations: tally.failed.map((one) => `seed ${one.seed}: ${one.violations.join('; ')}`),
    controls,
    details: describeTally(tally).split('\n'),
    ...(failed ? { repeat: `simulation --seed ${failed.seed} --story --kiosks ${kiosks}` } : {}),
  }
}

/** Plays a seed twice and prints its story. The control is another seed, whose story must differ. */
async function replay(seed: number, kiosks: KindOfKiosk): Promise<Outcome> {
  const run = kindsOfKiosk[kiosks]
  const [report, again, other] = await withTemplates(
    async (templates) =>
      [await run(seed, templates), await run(seed, templates), await run(seed + 1, templates)] as const,
  )
  console.log(report.story.join('\n'))
  const digest = storyDigest(report)
  const changed = storyDigest(again) === digest ? [] : ['the second run of the seed was different']
  return {
    amount: `seed ${seed}, ${report.story.length} lines, sha256 ${digest}`,
    violations: [...report.violations.map(({ invariant, what }) => `${invariant}: ${what}`), ...changed],
    controls: { 'another seed': storyDigest(other) !== digest },
    details: [`sales ${JSON.stringify(report.sales)}`],
  }
}
