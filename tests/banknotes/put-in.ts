import type { SspSimulator } from '../../electron/simulators/banknotes.ts'

export type PutIn = Readonly<{ saleId: string; value: number; at: 'inside' | 'in the box' | 'out' }>

/** Records where each inserted note is. The device processes one note at a time. */
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
