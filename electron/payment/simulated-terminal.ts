import { appendFileSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Clock, TenderDriver, TenderOutcome } from '../core/ports/ports.ts'

/**
 * What the simulated device does with the next payment; after the list is used up it approves. `approve`, `refuse`: in
 * time · `lose-reply`: charges, and the answer is lost · `unavailable`: takes no request · `approve-late`: charges after the
 * driver has given up waiting · `time-out`: nobody presents a card or answers the telephone, until the device gives up ·
 * `die`: charges and falls silent, until it is back.
 */
export type TerminalAct = 'approve' | 'refuse' | 'lose-reply' | 'unavailable' | 'approve-late' | 'time-out' | 'die'

export interface SimulatedTerminalOptions {
  /** The device's own journal: it stands beside ours, and its memory outlives our crashes. */
  readonly journalPath: string
  readonly clock: Clock
  /** How long a customer takes to present the card and type the code, or to answer the telephone. */
  readonly thinkSeconds: number
  /** How long the driver waits for a decision. */
  readonly patienceSeconds: number
  /** When a decision that comes late is there, counted from the driver's giving up. */
  readonly lateSeconds: number
  readonly script?: readonly TerminalAct[] | undefined
}

const entry = z.object({
  reference: z.string(),
  outcome: z.enum(['approved', 'refused']),
  approval: z.string(),
  amount: z.int().optional(),
  /** Wall time of the device, ISO 8601 UTC: nobody is told before. `silent`: nor can it be asked. */
  told: z.string().optional(),
  silent: z.boolean().optional(),
})
type Entry = z.infer<typeof entry>

/** A line that a power cut tore is a decision that was never told to anybody. */
function readEntry(line: string): Entry[] {
  try {
    return [entry.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/**
 * A card terminal, or an operator of mobile money, that behaves like a real one as far as the sale can tell: it takes its
 * time, may refuse, may charge late or lose its answer, can be cancelled until the customer has agreed, and knows every
 * reference it has ever decided.
 */
export function createSimulatedTerminal(options: SimulatedTerminalOptions): TenderDriver {
  const { journalPath, clock, thinkSeconds, patienceSeconds, lateSeconds, script = [] } = options
  const acts = [...script]
  try {
    if (lstatSync(journalPath, { throwIfNoEntry: false })) appendFileSync(journalPath, '')
  } catch (error) {
    throw new Error(`${journalPath} cannot be written (${(error as Error).message}): move it away`, { cause: error })
  }

  function known(reference: string): TenderOutcome | null {
    if (!existsSync(journalPath)) return null
    const lines = readFileSync(journalPath, 'utf8').split('\n').filter(Boolean)
    const found = lines.flatMap(readEntry).findLast((each) => each.reference === reference)
    if (!found) return null
    const { told, silent, outcome, approval, amount } = found
    if (told !== undefined && clock.now().wallUtc < told) return { outcome: silent ? 'unavailable' : 'unknown' }
    return outcome === 'approved'
      ? { outcome, approval, ...(amount !== undefined && { amount }) }
      : { outcome: 'refused', reason: told === undefined ? 'declined' : 'timed-out' }
  }

  function write(decision: Entry): void {
    appendFileSync(journalPath, `\n${JSON.stringify(decision)}\n`, { flush: true })
  }

  /** When the device tells what it decides after the driver has given up. */
  function later(): string {
    return new Date(Date.parse(clock.now().wallUtc) + lateSeconds * 1000).toISOString()
  }

  return {
    async take({ reference, amount }, signal) {
      const act = acts.shift() ?? 'approve'
      if (act === 'unavailable') return { outcome: 'unavailable' }
      const before = known(reference)
      if (before) return before
      const late = act === 'approve-late' || act === 'time-out' || act === 'die'
      await clock.sleep((late ? patienceSeconds : thinkSeconds) * 1000, signal)
      if (signal.aborted) return { outcome: 'cancelled' }
      const approval = `SIM${reference.replaceAll('-', '').slice(0, 6).toUpperCase()}`
      const refused = act === 'refuse' || act === 'time-out'
      write({
        reference,
        outcome: refused ? 'refused' : 'approved',
        approval: refused ? '' : approval,
        amount,
        ...(late && { told: later() }),
        ...(act === 'die' && { silent: true }),
      })
      if (late || act === 'lose-reply') return { outcome: 'unknown' }
      return refused ? { outcome: 'refused', reason: 'declined' } : { outcome: 'approved', approval, amount }
    },
    /** A reference that was never decided was never charged: the customer did not agree. */
    ask: ({ reference }) => Promise.resolve(known(reference) ?? { outcome: 'cancelled' }),
  }
}
