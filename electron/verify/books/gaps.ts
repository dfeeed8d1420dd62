import { gapSettledShape, keyShape, restoredShape, type Row } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

/** `state`: rows that are gone for good are looked into, and no sale goes on as if it knew what they said. */
export interface GapCheck {
  take(row: Row, payload: object): void
  /** A row of a sale, as it was before it. */
  moved(row: Row, sale: SaleAccount): void
  finish(): void
  /** The first row that may be gone for good; infinite where none is. */
  readonly lostFrom: number
}

export function checkGaps(findings: Findings): GapCheck {
  const open = new Set<number>()
  const newKeys = new Set<number>()
  let last = 0
  let lostFrom = Infinity

  function takeRestored(row: Row, payload: object): void {
    const restored = restoredShape.safeParse(payload)
    if (!restored.success) return findings.error('state', row.seq, 'RESTORED', misfit(restored.error, payload))
    if (restored.data.complete) return
    open.add(row.seq)
    last = row.seq
    lostFrom = Math.min(lostFrom, restored.data.presentSeq + 1)
  }

  /** A key that the key before did not sign is looked into, too; noting it does not vouch for it. */
  function takeKey(row: Row, payload: object): void {
    const changed = keyShape.safeParse(payload)
    if (changed.success && changed.data.previousSig === undefined) newKeys.add(row.seq)
  }

  function takeSettled(row: Row, payload: object): void {
    const settled = gapSettledShape.safeParse(payload)
    if (!settled.success) return findings.error('state', row.seq, 'GAP_SETTLED', misfit(settled.error, payload))
    const { gapSeq } = settled.data
    if (!open.delete(gapSeq) && !newKeys.delete(gapSeq))
      findings.error('state', row.seq, 'GAP_SETTLED', `row ${gapSeq} is no gap that waits for anybody`)
  }

  return {
    take(row, payload) {
      if (row.sale_id === null && row.code === 'RESTORED') takeRestored(row, payload)
      if (row.code === 'KEY_CHANGED') takeKey(row, payload)
      if (row.code === 'GAP_SETTLED') takeSettled(row, payload)
    },
    moved(row, { saleId, lastSeq }) {
      const gap = lastSeq < last
      if (row.code === 'ROWS_LOST' && !gap)
        findings.error('state', row.seq, `sale ${saleId}`, 'no rows were lost since its last one')
      if (row.code !== 'ROWS_LOST' && gap)
        findings.error('state', row.seq, `sale ${saleId}`, `goes on as if no rows had been lost before row ${last}`)
    },
    get lostFrom() {
      return lostFrom
    },
    finish() {
      for (const seq of open)
        findings.notice('anchor', seq, 'RESTORED', 'nobody has looked yet what the lost rows said')
    },
  }
}
