import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Clock, TenderDriver, TenderOutcome } from '../core/ports.ts'

/** What the simulated terminal does with the next card; after the list is used up it approves. */
export type TerminalAct = 'approve' | 'refuse' | 'lose-reply' | 'unavailable'

export interface SimulatedTerminalOptions {
  /** The terminal's own journal: a device beside ours, whose memory outlives our crashes. */
  readonly journalPath: string
  readonly clock: Clock
  /** How long a customer takes to present the card and type the code, in milliseconds. */
  readonly thinkMs: number
  readonly script?: readonly TerminalAct[]
}

const entry = z.object({ reference: z.string(), outcome: z.enum(['approved', 'refused']), approval: z.string() })

/** A line that a power cut tore is a decision that was never told to anybody. */
function readEntry(line: string): z.infer<typeof entry>[] {
  try {
    return [entry.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/**
 * A card terminal that behaves like a real one as far as the sale can tell: it takes its time, may refuse, may charge
 * and lose its answer, can be cancelled until the card is read, and knows every reference it has ever decided.
 */
export function createSimulatedTerminal({
  journalPath,
  clock,
  thinkMs,
  script = [],
}: SimulatedTerminalOptions): TenderDriver {
  const acts = [...script]

  function decided(reference: string): TenderOutcome | null {
    if (!existsSync(journalPath)) return null
    const lines = readFileSync(journalPath, 'utf8').split('\n').filter(Boolean)
    const found = lines.flatMap(readEntry).findLast((each) => each.reference === reference)
    if (!found) return null
    const { outcome, approval } = found
    return outcome === 'approved' ? { outcome, approval } : { outcome: 'refused', reason: 'declined' }
  }

  function decide(reference: string, outcome: 'approved' | 'refused'): TenderOutcome {
    const approval = outcome === 'approved' ? `SIM${reference.replaceAll('-', '').slice(0, 6).toUpperCase()}` : ''
    appendFileSync(journalPath, `\n${JSON.stringify({ reference, outcome, approval })}\n`, { flush: true })
    return outcome === 'approved' ? { outcome, approval } : { outcome, reason: 'declined' }
  }

  return {
    async take({ reference }, signal) {
      const act = acts.shift() ?? 'approve'
      if (act === 'unavailable') return { outcome: 'unavailable' }
      const before = decided(reference)
      if (before) return before
      await clock.sleep(thinkMs, signal)
      if (signal.aborted) return { outcome: 'cancelled' }
      const outcome = decide(reference, act === 'refuse' ? 'refused' : 'approved')
      return act === 'lose-reply' ? { outcome: 'unknown' } : outcome
    },
    /** A reference the terminal has never decided was never charged: the card was not read. */
    ask: ({ reference }) => Promise.resolve(decided(reference) ?? { outcome: 'cancelled' }),
  }
}
