import type { copyFinishedShape, Row, slipCopiedShape } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { checkCopy } from './prints.ts'
import type { SaleAccount } from './sale-account.ts'

type Copy = ReturnType<typeof copyFinishedShape.parse>
type SlipCopy = ReturnType<typeof slipCopiedShape.parse>

/** I10 for copies that were printed after the end of a sale. */
export function checkCopies(findings: Findings) {
  return {
    order(row: Row, copies: readonly Pick<Copy, 'ticketId' | 'copyNumber'>[], sale: SaleAccount): void {
      for (const { ticketId, copyNumber } of copies) {
        const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${ticketId}`, why)
        if (sale.returned.has(ticketId)) bad('is printed, but was given back')
        const before = sale.jobs.get(ticketId) ?? []
        if (before.length === 0) bad('is printed again, but was never printed')
        const job = { ticketId, copyNumber, state: 'spooling', evidence: '' } as const
        checkCopy(bad, before, job, { rowsLost: false, ordered: true })
        sale.jobs.set(ticketId, [...before.filter((each) => each.copyNumber !== copyNumber), job])
      }
    },

    finish(row: Row, { ticketId, copyNumber, state, evidence }: Copy, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${ticketId}`, why)
      const copies = sale.jobs.get(ticketId) ?? []
      const job = copies.find((each) => each.copyNumber === copyNumber)
      if (job?.state !== 'spooling') bad(`copy ${copyNumber} was not on its way to the printer`)
      if (state === 'printed' && evidence === '') bad(`nothing shows that copy ${copyNumber} came out`)
      const others = copies.filter((each) => each.copyNumber !== copyNumber)
      const all = [...others, { ticketId, copyNumber, state, evidence }]
      sale.jobs.set(
        ticketId,
        all.toSorted((a, b) => a.copyNumber - b.copyNumber),
      )
    },

    copySlip(row: Row, { reference, copyNumber }: SlipCopy, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('I10', row.seq, `slip ${reference}`, why)
      const unsold = sale.state === 'refunded' && reference === `${sale.order?.orderId}-P`
      const before = sale.slipCopies.get(reference) ?? 0
      if (!unsold && !sale.returns.has(reference)) bad('is not of this sale')
      if (copyNumber !== before + 1) bad(`copy ${copyNumber} follows ${before}`)
      if (row.staff_id === null) bad('names nobody')
      sale.slipCopies.set(reference, copyNumber)
    },
  }
}
