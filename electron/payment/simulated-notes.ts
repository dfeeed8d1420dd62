import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { cashPieces } from '../../shared/domain/money/cash.ts'
import type { HeldNote, NextNote, NoteFate, NoteValidator } from '../core/ports/devices.ts'
import type { Clock } from '../core/ports/ports.ts'

/** What the simulated device does with the next note; after the list is used up it keeps each. `back`: it comes out again as it is swallowed. */
export type NoteAct = 'keep' | 'back'

export interface SimulatedNotesOptions {
  /** The device's own memory: it outlives our crashes. */
  readonly journalPath: string
  readonly clock: Pick<Clock, 'sleep'>
  /** Until a customer has found a note and put it in. */
  readonly thinkSeconds: number
  readonly script?: readonly NoteAct[] | undefined
}

const entry = z.object({ value: z.int(), currency: z.string(), state: z.enum(['held', 'in', 'out']) })
type Entry = z.infer<typeof entry>

/** A line that a power cut tore was no move of a note. */
function readEntry(line: string): Entry[] {
  try {
    return [entry.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/**
 * A device for notes without one: its customers put in the largest note that it takes, over and over, and no money moves. As a real one,
 * it holds each until it is told, knows after a power cut what it did with it, and gives back what it held then.
 */
export function createSimulatedNotes({
  journalPath,
  clock,
  thinkSeconds,
  script = [],
}: SimulatedNotesOptions): NoteValidator {
  const acts = [...script]
  const write = (said: Entry): void => appendFileSync(journalPath, `\n${JSON.stringify(said)}\n`, { flush: true })
  function last(): Entry | null {
    if (!existsSync(journalPath)) return null
    return readFileSync(journalPath, 'utf8').split('\n').filter(Boolean).flatMap(readEntry).at(-1) ?? null
  }

  return {
    name: 'simulated',
    denominations: (currency) =>
      cashPieces(currency)
        .flatMap(({ kind, value }) => (kind === 'note' ? [value] : []))
        .toSorted((a, b) => a - b),
    fault: () => null,
    onChange: () => () => undefined,
    async next({ currency, values }, ended): Promise<NextNote> {
      await clock.sleep(thinkSeconds * 1000, ended)
      const value = values.at(-1)
      if (ended.aborted || value === undefined) return { outcome: 'ended' }
      write({ value, currency, state: 'held' })
      return { outcome: 'held', note: { value, currency } }
    },
    async accept({ value, currency }): Promise<NoteFate> {
      const kept = (acts.shift() ?? 'keep') === 'keep'
      write({ value, currency, state: kept ? 'in' : 'out' })
      return kept ? { fate: 'credited', value } : { fate: 'returned' }
    },
    async giveBack(note): Promise<NoteFate> {
      write({ ...note, state: 'out' })
      return { fate: 'returned' }
    },
    async recall(note: HeldNote): Promise<NoteFate> {
      const known = last()
      if (known?.state === 'in') return { fate: 'credited', value: known.value }
      if (known?.state === 'held') write({ ...note, state: 'out' })
      return { fate: 'returned' }
    },
    recorded: async () => undefined,
    onStray: () => () => undefined,
    examine: async () => [],
    close: async () => undefined,
  }
}
