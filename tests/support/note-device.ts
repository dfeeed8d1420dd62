import type { HeldNote, NextNote, NoteOutcome, NoteValidator } from '../../electron/kiosk/ports/devices.ts'
import type { NoteFault } from '../../shared/domain/money/notes.ts'

/** A note acceptor that the test operates like a customer. */
export interface HandNotes extends NoteValidator {
  /** Inserts a note. Returns false if the acceptor is not ready to accept notes. */
  put(value: number, currency?: string): boolean
  breaks(fault: NoteFault | null): void
  /** Outcomes of the next notes that are accepted, returned or recalled, in order. The last outcome repeats. */
  fates: NoteOutcome[]
  /** Received calls, for example `accept 10000`. */
  readonly told: string[]
  /** Reports a note that entered the cashbox without being accepted. */
  stray: (note: HeldNote | null) => void
}

export function createHandNotes(values: readonly number[] = [1_000, 5_000, 10_000, 20_000]): HandNotes {
  let open: ((next: NextNote) => void) | null = null
  let fault: NoteFault | null = null
  const listeners = new Set<() => void>()
  const told: string[] = []
  const fates: NoteOutcome[] = []
  const fateOf = (what: string, note: HeldNote, usual: NoteOutcome): Promise<NoteOutcome> => {
    told.push(`${what} ${note.value}`)
    return Promise.resolve(device.fates.length > 1 ? device.fates.shift()! : (device.fates[0] ?? usual))
  }
  const device: HandNotes = {
    name: 'hand',
    fates,
    told,
    put(value, currency = 'GNF') {
      const at = open
      open = null
      at?.({ outcome: 'held', note: { value, currency } })
      return at !== null
    },
    breaks(now) {
      fault = now
      const at = open
      open = null
      if (now) at?.({ outcome: 'fault', fault: now })
      for (const listener of listeners) listener()
    },
    denominations: (currency) => (currency === 'GNF' ? values : []),
    fault: () => fault,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    next: (_, ended) =>
      new Promise((resolve) => {
        if (ended.aborted) return resolve({ outcome: 'ended' })
        open = resolve
        ended.addEventListener('abort', () => {
          if (open === resolve) open = null
          resolve({ outcome: 'ended' })
        })
      }),
    accept: (note) => fateOf('accept', note, { fate: 'credited', value: note.value }),
    giveBack: (note) => fateOf('give back', note, { fate: 'returned' }),
    recall: (note) => fateOf('recall', note, { fate: 'returned' }),
    recorded(note) {
      told.push(`recorded ${note?.value ?? 'a note'}`)
      return Promise.resolve()
    },
    onStray(listener) {
      device.stray = listener
      return () => undefined
    },
    stray: () => undefined,
    examine: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
  return device
}
