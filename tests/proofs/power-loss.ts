import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutPower, type Outcome as Cuts } from '../simulation/power-loss/cut-power.ts'
import { recordWorkload } from '../simulation/power-loss/strace.ts'
import type { Outcome, Run } from './proof.ts'

/** States in which the control has lost sales. */
const CONTROL_STATES = 200

/**
 * Records what the real ledger writes and flushes while it sells, cuts the power at every boundary in every way a disk
 * may lose, tear or reorder what was not flushed, and starts the ledger on what is left. The control sells with
 * synchronous = NORMAL.
 */
export async function playPowerLoss({ seed, options, progress }: Run): Promise<Outcome> {
  async function cut(setting: 'full' | 'normal', states: number): Promise<Cuts> {
    const scratch = mkdtempSync(join(tmpdir(), 'guichet-power-loss-'))
    const directory = join(scratch, 'register')
    mkdirSync(directory)
    try {
      const calls = recordWorkload(directory, Number(options['sales']), setting)
      return await cutPower(calls, { states, seed, onProgress: (done) => progress(`${setting}: ${done} of ${states}`) })
    } finally {
      rmSync(scratch, { recursive: true })
    }
  }

  const full = await cut('full', Number(options['states']))
  const normal = await cut('normal', CONTROL_STATES)
  const failed = full.lost + full.corrupt
  return {
    amount: `${full.states} states at ${full.boundaries} boundaries`,
    violations: failed === 0 ? [] : [`${full.lost} lost a sale, ${full.corrupt} corrupt`, ...full.examples],
    controls: { 'synchronous = NORMAL': normal.lost > 0 },
    details: [`control: ${normal.lost} of ${normal.states} lost a sale, ${normal.corrupt} corrupt`],
  }
}
