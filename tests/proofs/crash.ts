import { AFTER_THE_FACT, KILL_POINTS } from '../crash/kill-points.ts'
import { killsOf, playRounds } from '../crash/rounds.ts'
import { type Outcome, quantiles, type Run } from './proof.ts'

/** Kills within which a kiosk that acknowledges before it writes is found. */
const CONTROL_KILLS = 20

/** Kills a kiosk's process with SIGKILL at named points and starts it again. */
export async function playCrash({ seed, jobs, options, progress }: Run): Promise<Outcome> {
  const report = await playRounds({
    seed,
    jobs,
    kills: Number(options['kills']),
    onRound: (done, violations) => progress([`${done} kills`, ...violations].join('\n')),
  })
  const control = await playRounds({ seed, jobs, kills: CONTROL_KILLS, forgetful: true, points: AFTER_THE_FACT })
  const kills = killsOf([report])
  const missed = KILL_POINTS.filter((point) => !report.kills[point])
  return {
    amount: `${kills} kills at ${Object.keys(report.kills).length} points`,
    violations: report.violations,
    controls: { 'acknowledges before it writes': control.violations.length > 0 },
    details: [
      `sales ${JSON.stringify(report.sales)}`,
      `open again: ${quantiles(report.opened)}; everything settled: ${quantiles(report.settled)}`,
      `control: ${control.violations.length} violations in ${CONTROL_KILLS} kills`,
      missed.length > 20 ? `${missed.length} points not struck` : `points not struck: ${missed.join(', ')}`,
    ],
  }
}
