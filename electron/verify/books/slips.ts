import { creditSlipCopiedShape, returnPaidShape, type Row, slipsToldShape, type Step } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import { hubWords } from '../outside/hub-words.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'
import { type SlipAccount, slipMoves } from './slip-moves.ts'
import { checkPayouts } from './slip-payouts.ts'

/** `slips`: each is issued once, for money that was taken; printed again by somebody, while it is worth something; and spent or paid out once, whole: of another ledger by a hub's word alone. */
export function checkSlips(findings: Findings, hubs?: readonly string[]) {
  const known = new Map<string, SlipAccount>()
  const words = hubWords(findings, hubs)
  const { issue, spend, move, complain } = slipMoves(findings, known, words)
  const payouts = checkPayouts({ known, move, complain, words })

  function tell(row: Row, payload: object): void {
    const read = slipsToldShape.safeParse(payload)
    if (!read.success) return findings.error('state', row.seq, row.code, misfit(read.error, payload))
    const { slips, hubKey } = read.data
    for (const slipId of slips) {
      const slip = known.get(slipId)
      if (slip?.state !== 'open' || slip.hub !== null) complain(row, slipId)('is not one to tell a hub of')
      else Object.assign(slip, { hub: hubKey, lastSeq: row.seq })
    }
  }

  function copy(row: Row, payload: object): void {
    const read = creditSlipCopiedShape.safeParse(payload)
    if (!read.success) return findings.error('state', row.seq, row.code, misfit(read.error, payload))
    const { slipId, copyNumber } = read.data
    const bad = complain(row, slipId)
    const slip = known.get(slipId)
    if (slip?.state !== 'open') return bad(`is printed again, but was ${slip?.state ?? 'never issued'}`)
    if (copyNumber !== slip.copies + 1) bad(`is printed as copy ${copyNumber}, which follows ${slip.copies}`)
    if (row.staff_id === null) bad('is printed again by nobody')
    slip.copies = copyNumber
  }

  return {
    known: known as ReadonlyMap<string, SlipAccount>,
    payouts: payouts.known,
    /** A row of the register. */
    take(row: Row, payload: object): void {
      payouts.take(row, payload)
      if (row.code === 'SLIPS_TOLD') tell(row, payload)
      if (row.code === 'CREDIT_SLIP_COPIED') copy(row, payload)
      if (row.code !== 'RETURN_PAID') return
      const read = returnPaidShape.safeParse(payload)
      if (!read.success || !read.data.slip) return
      const { saleId, slip, currency } = read.data
      issue(row, { saleId, opened: { currency } as SaleAccount['opened'] }, slip)
    },
    /** `sale` is as it was before the step. */
    step(row: Row, { tender }: Step, sale: SaleAccount): void {
      if (!tender) return
      const { kind, state, slip, backAs, amount, received = 0, change = 0, refundReference } = tender
      if (tender.word && kind !== 'credit-slip')
        complain(row, tender.reference)('is no credit slip, and has the word of a hub')
      if (kind === 'credit-slip') spend(row, tender, sale)
      if (state === 'approved' && slip) issue(row, sale, slip)
      if ((row.code === 'CREDITED') !== (backAs !== undefined))
        findings.error(
          'slips',
          row.seq,
          `payment ${tender.reference}`,
          'goes back as a slip, and names none; or the other way',
        )
      if (kind === 'credit-slip' && state === 'refunded' && !backAs)
        findings.error('slips', row.seq, `payment ${tender.reference}`, 'can go back only as another slip')
      if (!backAs) return
      issue(row, sale, backAs)
      const bad = complain(row, backAs.slipId)
      const due = received - change - (slip?.amount ?? 0)
      if (backAs.amount !== due || amount > due) bad(`is ${backAs.amount} for ${due}`)
      if (refundReference !== backAs.slipId) bad('is not the reference of what went back')
    },
  }
}
