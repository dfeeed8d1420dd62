import {
  type CreditSlip,
  returnPaidShape,
  type Row,
  slipPaidOutShape,
  type Step,
  type Tender,
} from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

/** One credit slip as the rows tell it. */
export interface SlipAccount {
  readonly saleId: string
  readonly amount: number
  readonly currency: string
  state: 'open' | 'taken' | 'spent' | 'paid-out'
  /** Of the payment that has it, or had. */
  reference: string | null
  readonly issuedSeq: number
  lastSeq: number
}

/** `slips`: each is issued once, for money that was taken; and spent or paid out once, whole. */
export function checkSlips(findings: Findings) {
  const known = new Map<string, SlipAccount>()
  const { issue, spend, move, complain } = slipMoves(findings, known)
  return {
    known: known as ReadonlyMap<string, SlipAccount>,
    /** A row of the register. */
    take(row: Row, payload: object): void {
      if (row.code === 'SLIP_PAID_OUT') {
        const read = slipPaidOutShape.safeParse(payload)
        if (!read.success) return
        const { slipId, amount, currency, second } = read.data
        const bad = complain(row, slipId)
        const slip = move(row, slipId, ['open', null], ['paid-out', null])
        if (slip && (slip.amount !== amount || slip.currency !== currency))
          bad(`is paid out as ${amount} ${currency}, and is ${slip.amount} ${slip.currency}`)
        if (row.staff_id === null || row.staff_id === second) bad('is not paid out by two people')
      }
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

/** What rows do with slips, each found in the state that it has to be in. */
function slipMoves(findings: Findings, known: Map<string, SlipAccount>) {
  const complain =
    (row: Row, slipId: string) =>
    (why: string): void =>
      findings.error('slips', row.seq, `credit slip ${slipId}`, why)

  function issue(
    row: Row,
    sale: Pick<SaleAccount, 'saleId' | 'opened'>,
    { slipId, amount, currency }: CreditSlip,
  ): void {
    const bad = complain(row, slipId)
    if (known.has(slipId)) return bad('was issued before')
    if (currency !== sale.opened.currency) bad('is in another currency than its sale')
    const { saleId } = sale
    known.set(slipId, {
      saleId,
      amount,
      currency,
      state: 'open',
      reference: null,
      issuedSeq: row.seq,
      lastSeq: row.seq,
    })
  }

  /** From one state to the next, with the payment that has it before and after. */
  function move(
    row: Row,
    slipId: string,
    [from, before]: readonly [SlipAccount['state'], string | null],
    [to, after]: readonly [SlipAccount['state'], string | null],
  ): SlipAccount | null {
    const bad = complain(row, slipId)
    const slip = known.get(slipId)
    if (slip?.state !== from || slip.reference !== before) {
      bad(`becomes ${to}, but was ${slip ? [slip.state, slip.reference ?? ''].join(' ').trim() : 'never issued'}`)
      return null
    }
    Object.assign(slip, { state: to, reference: after, lastSeq: row.seq })
    return slip
  }

  function spend(row: Row, { reference, state, received, provider }: Tender, sale: SaleAccount): void {
    const slipId = provider?.token ?? ''
    const taken = ['taken', reference] as const
    // Told once more, it is what it was.
    if (row.code === 'TENDER_BEGUN' || state === 'unknown' || state === 'refunded') return
    if (state === 'started') move(row, slipId, ['open', null], taken)
    else if (state === 'approved') {
      const slip = move(row, slipId, taken, ['spent', reference])
      if (slip && (slip.amount !== received || slip.currency !== sale.opened.currency))
        complain(row, slipId)(`is spent as ${received} ${sale.opened.currency}, and is ${slip.amount} ${slip.currency}`)
    } else move(row, slipId, taken, ['open', null])
  }

  return { issue, spend, move, complain }
}
