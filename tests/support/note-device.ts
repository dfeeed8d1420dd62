import type { HeldNote, NextNote, NoteFate, NoteValidator } from '../../electron/core/ports/devices.ts'
import type { NoteFault } from '../../shared/domain/money/notes.ts'

/** A device for notes whose customer is the test. */
export interface HandNotes extends NoteValidator {
  /** Somebody puts one in; false: it is not open for it. */
  put(value: number, currency?: string): boolean
  breaks(fault: NoteFault | null): void
  /** What becomes of the notes that are swallowed, given back, or asked about from now on: the last one stays. */
  fates: NoteFate[]
  /** What it was told, as in `accept 10000`. */
  readonly told: string[]
  /** One went into the box that nobody accepted. */
  stray: (note: HeldNote | null) => void
}

export function createHandNotes(values: readonly number[] = [1_000, 5_000, 10_000, 20_000]): HandNotes {
  let open: ((next: NextNote) => void) | null = null
  let fault: NoteFault | null = null
  const listeners = new Set<() => void>()
  const told: string[] = []
  const fates: NoteFate[] = []
  const fateOf = (what: string, note: HeldNote, usual: NoteFate): Promise<NoteFate> => {
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
