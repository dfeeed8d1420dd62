import type { SspSimulator } from '../../electron/notes/stand-in.ts'

/** A note that a customer put in, and where it is. */
export interface PutIn {
  readonly saleId: string
  readonly value: number
  readonly at: 'inside' | 'in the box' | 'out'
}

/** It has one note at a time in its path: what grew since the last one was put in is about that one. */
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
    /** What is true before the next one may go in. */
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
