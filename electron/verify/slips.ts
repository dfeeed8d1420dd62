import type { RefundVoucher, Entry, Row, Step, Tender } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'
import { HubAttestations } from './trust.ts'

interface SlipAccount {
  readonly saleId: string
  readonly amount: number
  readonly currency: string
  state: 'open' | 'taken' | 'spent' | 'paid-out'
  /** Reference of the payment that reserves or spent the voucher. */
  reference: string | null
  readonly issuedSeq: number
  lastSeq: number
  /** Key of the hub at which the voucher is registered; null if the voucher is not registered. */
  hub: string | null
  copies: number
}

export interface PayoutAccount extends RefundVoucher {
  state: 'asked' | 'paid-out' | 'ended'
  readonly askedSeq: number
  lastSeq: number
}

/** State of a voucher, and the payment that reserves or spent it; the payment is null if there is none. */
type Held = readonly [SlipAccount['state'], string | null]

const OPEN: Held = ['open', null]

/** Checks `slips`: each voucher is issued once for received money, and spent or paid out once. */
export class SlipCheck {
  readonly known = new Map<string, SlipAccount>()
  readonly payouts = new Map<string, PayoutAccount>()
  readonly #findings: Findings
  readonly #words: HubAttestations

  constructor(findings: Findings, hubs?: readonly string[]) {
    this.#findings = findings
    this.#words = new HubAttestations(findings, hubs)
  }

  take({ code, row, said }: Entry): void {
    if (code === 'VOUCHER_PAYOUT_REQUESTED') this.#ask(row, said)
    if (code === 'VOUCHER_PAYOUT_CANCELLED') this.#setFree(row, said.reference)
    if (code === 'SLIP_PAID_OUT') this.#payOut(row, said)
    if (code === 'VOUCHERS_REGISTERED') this.#tell(row, said)
    if (code === 'CREDIT_SLIP_COPIED') this.#copy(row, said)
    if (code === 'REFUND_PAID' && said.slip) this.#issue(row, said.saleId, said.currency, said.slip)
  }

  /** `sale`: state of the sale before the step. */
  step(row: Row, { tender }: Step, sale: SaleAccount): void {
    if (!tender) return
    const { kind, state, slip, refundVoucher, amount, received = 0, change = 0, refundReference } = tender
    const ofPayment = (why: string): void => this.#findings.error('slips', row.seq, `payment ${tender.reference}`, why)
    const { saleId, opened } = sale
    if (tender.word && kind !== 'credit-slip' && kind !== 'account')
      this.#bad(row, tender.reference)("is not decided by a hub, but has a hub's attestation")
    if (kind === 'credit-slip') this.#spend(row, tender, opened.currency)
    if (state === 'approved' && slip) this.#issue(row, saleId, opened.currency, slip)
    if ((row.code === 'VOUCHER_ISSUED') !== (refundVoucher !== undefined))
      ofPayment('must name a slip exactly if it is refunded as a slip')
    if (kind === 'credit-slip' && state === 'refunded' && !refundVoucher)
      ofPayment('can be refunded only as another slip')
    if (!refundVoucher) return
    this.#issue(row, saleId, opened.currency, refundVoucher)
    const bad = this.#bad(row, refundVoucher.slipId)
    const due = received - change - (slip?.amount ?? 0)
    if (refundVoucher.amount !== due || amount > due) bad(`is ${refundVoucher.amount} for ${due}`)
    if (refundReference !== refundVoucher.slipId) bad('is not the reference of the refund')
  }

  #bad({ seq }: Row, slipId: string): (why: string) => void {
    return (why) => this.#findings.error('slips', seq, `credit slip ${slipId}`, why)
  }

  #tell(row: Row, { slips, hubKey }: Entry<'VOUCHERS_REGISTERED'>['said']): void {
    for (const slipId of slips) {
      const slip = this.known.get(slipId)
      if (slip?.state !== 'open' || slip.hub !== null) this.#bad(row, slipId)('cannot be registered with a hub')
      else Object.assign(slip, { hub: hubKey, lastSeq: row.seq })
    }
  }

  #copy(row: Row, { slipId, copyNumber }: Entry<'CREDIT_SLIP_COPIED'>['said']): void {
    const bad = this.#bad(row, slipId)
    const slip = this.known.get(slipId)
    if (slip?.state !== 'open') return bad(`is reprinted, but was ${slip?.state ?? 'never issued'}`)
    if (copyNumber !== slip.copies + 1) bad(`is printed as copy ${copyNumber}, which follows ${slip.copies}`)
    if (row.staff_id === null) bad('is reprinted without a staff member')
    slip.copies = copyNumber
  }

  #issue(row: Row, saleId: string, saleCurrency: string, { slipId, amount, currency }: RefundVoucher): void {
    const bad = this.#bad(row, slipId)
    if (this.known.has(slipId)) return bad('was issued before')
    if (currency !== saleCurrency) bad('has a different currency from its sale')
    const fresh = { state: 'open', reference: null, hub: null, copies: 0 } as const
    this.known.set(slipId, { saleId, amount, currency, issuedSeq: row.seq, lastSeq: row.seq, ...fresh })
  }

  /** Changes the state of a voucher; reports an error if the previous state is not `from`. */
  #move(row: Row, slipId: string, [from, before]: Held, [to, after]: Held): SlipAccount | null {
    const slip = this.known.get(slipId)
    if (slip?.state !== from || slip.reference !== before) {
      const was = slip ? [slip.state, slip.reference ?? ''].join(' ').trim() : 'never issued'
      this.#bad(row, slipId)(`becomes ${to}, but was ${was}`)
      return null
    }
    Object.assign(slip, { state: to, reference: after, lastSeq: row.seq })
    return slip
  }

  #spend(row: Row, { reference, state, received, provider, word }: Tender, currency: string): void {
    const slipId = provider?.token ?? ''
    const bad = this.#bad(row, slipId)
    const taken: Held = ['taken', reference]
    // Rows with these codes or tender states repeat a known tender and do not change the state of the voucher.
    if (row.code === 'TENDER_PENDING' || state === 'unknown' || state === 'refunded') return
    const own = this.known.get(slipId)
    const isAtHub = (provider?.host ?? '') !== ''
    const isByHub = own ? own.hub !== null : isAtHub
    if (own && isByHub !== isAtHub) bad('is requested from another hub')
    if (state === 'approved' && isByHub) {
      const due = { reference: provider?.reference ?? '', hub: own?.hub ?? null }
      this.#words.check(row, { slipId, amount: received ?? 0, currency }, word, due)
    } else if (word) bad('has the attestation of a hub with which it is not registered')
    // A voucher of another ledger is recorded at the hub only.
    if (!own && isByHub) return
    if (state === 'started') this.#move(row, slipId, OPEN, taken)
    else if (state === 'approved') {
      const slip = this.#move(row, slipId, taken, ['spent', reference])
      if (slip && (slip.amount !== received || slip.currency !== currency))
        bad(`is spent as ${received} ${currency}, but is worth ${slip.amount} ${slip.currency}`)
    } else this.#move(row, slipId, taken, OPEN)
  }

  #ask(row: Row, said: Entry<'VOUCHER_PAYOUT_REQUESTED'>['said']): void {
    const { slipId, reference, second, amount, currency } = said
    const bad = this.#bad(row, slipId)
    if (row.staff_id === null || row.staff_id === second) bad('lacks the approval of a second person')
    if (this.payouts.has(reference)) bad(`repeats the pay-out reference ${reference}`)
    this.payouts.set(reference, { slipId, amount, currency, state: 'asked', askedSeq: row.seq, lastSeq: row.seq })
    const own = this.known.get(slipId)
    if (own?.hub === null) bad('is requested from a hub with which it is not registered')
    if (own) this.#move(row, slipId, OPEN, ['taken', reference])
  }

  #end(row: Row, reference: string, state: 'paid-out' | 'ended'): PayoutAccount | null {
    const payout = this.payouts.get(reference)
    if (payout?.state !== 'asked') {
      this.#bad(row, payout?.slipId ?? reference)(`has no open pay-out ${reference} that can become ${state}`)
      return null
    }
    return Object.assign(payout, { state, lastSeq: row.seq })
  }

  #payOut(row: Row, said: Entry<'SLIP_PAID_OUT'>['said']): void {
    const { slipId, amount, currency, second, reference, word } = said
    const bad = this.#bad(row, slipId)
    if (row.staff_id === null || row.staff_id === second) bad('lacks the approval of a second person')
    const payout = reference === undefined ? null : this.#end(row, reference, 'paid-out')
    const own = this.known.get(slipId)
    if ((reference === undefined) !== (word === undefined) || (own && (own.hub === null) !== (word === undefined)))
      bad("must have a hub's attestation exactly if it is registered with a hub")
    if (reference !== undefined) {
      this.#words.check(row, { slipId, amount, currency }, word, { reference, hub: own?.hub ?? null })
      if (payout && (payout.slipId !== slipId || payout.amount !== amount || payout.currency !== currency))
        bad('is paid out differently from the request')
    }
    if (!own && reference !== undefined) return
    const before: Held = reference === undefined ? OPEN : ['taken', reference]
    const slip = this.#move(row, slipId, before, ['paid-out', reference ?? null])
    if (slip && (slip.amount !== amount || slip.currency !== currency))
      bad(`is paid out as ${amount} ${currency}, but is worth ${slip.amount} ${slip.currency}`)
  }

  #setFree(row: Row, reference: string): void {
    const payout = this.#end(row, reference, 'ended')
    if (payout && this.known.has(payout.slipId)) this.#move(row, payout.slipId, ['taken', reference], OPEN)
  }
}
