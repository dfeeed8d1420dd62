import type { SspSimulator } from '../../electron/simulators/banknotes.ts'

/** A note that a customer inserted, and its location. */
export interface PutIn {
  readonly saleId: string
  readonly value: number
  readonly at: 'inside' | 'in the box' | 'out'
}

/**
 * Records where each inserted note is. The device has one note at a time in its path, so all changes since the last
 * insertion concern that note.
 */
export function recordNotes(device: SspSimulator) {
  const settled: PutIn[] = []
  let last: { readonly note: Omit<PutIn, 'at'>; readonly stacked: number; readonly given: number } | null = null
  function lastNow(): readonly PutIn[] {
    if (!last) return []
    const { note, stacked, given } = last
    const at = device.stackedEver.length > stacked ? 'in the box' : device.given.length > given ? 'out' : 'inside'
    return [{ ...note, at }]
  }
  let next = { stacked: 0, given: 0 }
  return {
    /** Records the state of the device before the next note is inserted. */
    before() {
      next = { stacked: device.stackedEver.length, given: device.given.length }
    },
    putIn(saleId: string, value: number) {
      settled.push(...lastNow())
      last = { note: { saleId, value }, ...next }
    },
    notes: (): readonly PutIn[] => [...settled, ...lastNow()],
  }
}
