import {
  type CreditSlip,
  creditSlipCopiedShape,
  misfit,
  returnPaidShape,
  type Row,
  slipPaidOutShape,
  slipPayoutAskedShape,
  slipPayoutEndedShape,
  slipsToldShape,
  type Step,
  type Tender,
} from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'
import { hubWords, type HubWords } from './trust.ts'

/**
 * Checks `slips`: each slip is issued once, for money that was taken. It is reprinted by a named staff member, and only
 * while it has a value. It is spent or paid out once, completely; for a slip of another ledger this requires a hub's
 * attestation.
 */
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
    /** Takes a row of the register. */
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
    /** `sale` is its state before the step. */
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

/** One credit slip according to the rows. */
export interface SlipAccount {
  readonly saleId: string
  readonly amount: number
  readonly currency: string
  state: 'open' | 'taken' | 'spent' | 'paid-out'
  /** Reference of the payment that holds the slip, or held it. */
  reference: string | null
  readonly issuedSeq: number
  lastSeq: number
  /** Key of the hub that the slip was reported to; null if none. */
  hub: string | null
  /** Number of reprints. */
  copies: number
}

type SlipMoves = ReturnType<typeof slipMoves>

/** Moves slips between states. Each must be in the required state before. */
function slipMoves(findings: Findings, known: Map<string, SlipAccount>, words: HubWords) {
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
      hub: null,
      copies: 0,
    })
  }

  /** Moves a slip to the next state; `before` and `after` are the payments that hold it. */
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

  function spend(row: Row, tender: Tender, sale: SaleAccount): void {
    const { reference, state, received, provider, word } = tender
    const slipId = provider?.token ?? ''
    const taken = ['taken', reference] as const
    // These rows repeat the tender and do not change the slip.
    if (row.code === 'TENDER_BEGUN' || state === 'unknown' || state === 'refunded') return
    const own = known.get(slipId)
    const isByHub = own ? own.hub !== null : (provider?.host ?? '') !== ''
    if (own && isByHub !== ((provider?.host ?? '') !== '')) complain(row, slipId)('is asked for at another place')
    if (state === 'approved' && isByHub) {
      const spent = { slipId, amount: received ?? 0, currency: sale.opened.currency }
      words.check(row, spent, word, { reference: provider?.reference ?? '', hub: own?.hub ?? null })
    } else if (word) complain(row, slipId)('has the word of a hub that nobody told of it')
    // A slip of another ledger is recorded at the hub only.
    if (!own && isByHub) return
    if (state === 'started') move(row, slipId, ['open', null], taken)
    else if (state === 'approved') {
      const slip = move(row, slipId, taken, ['spent', reference])
      if (slip && (slip.amount !== received || slip.currency !== sale.opened.currency))
        complain(row, slipId)(`is spent as ${received} ${sale.opened.currency}, and is ${slip.amount} ${slip.currency}`)
    } else move(row, slipId, taken, ['open', null])
  }

  return { issue, spend, move, complain }
}

/** A pay-out requested from a hub. */
export interface PayoutAccount extends CreditSlip {
  state: 'asked' | 'paid-out' | 'ended'
  readonly askedSeq: number
  lastSeq: number
}

interface Slips extends Pick<SlipMoves, 'move' | 'complain'> {
  readonly known: ReadonlyMap<string, SlipAccount>
  readonly words: HubWords
}

/**
 * Checks `slips`: two people make each pay-out. If the slip was reported to a hub, the hub must have attested the
 * pay-out.
 */
function checkPayouts({ known, move, complain, words }: Slips) {
  const payouts = new Map<string, PayoutAccount>()

  function ask(row: Row, payload: object): void {
    const read = slipPayoutAskedShape.safeParse(payload)
    const { slipId = '', reference = '', second, amount = 0, currency = '' } = read.data ?? {}
    const bad = complain(row, slipId)
    if (!read.success) return bad('is asked for otherwise than the format says')
    if (row.staff_id === null || row.staff_id === second) bad('is not asked for by two people')
    if (payouts.has(reference)) bad(`has the pay-out ${reference}, and so had another`)
    payouts.set(reference, { slipId, amount, currency, state: 'asked', askedSeq: row.seq, lastSeq: row.seq })
    const own = known.get(slipId)
    if (own?.hub === null) bad('is asked for at a hub that nobody told of it')
    if (own) move(row, slipId, ['open', null], ['taken', reference])
  }

  function end(row: Row, reference: string, state: 'paid-out' | 'ended'): PayoutAccount | null {
    const payout = payouts.get(reference)
    if (payout?.state !== 'asked') {
      complain(row, payout?.slipId ?? reference)(`has no pay-out ${reference} that could become ${state}`)
      return null
    }
    Object.assign(payout, { state, lastSeq: row.seq })
    return payout
  }

  function payOut(row: Row, payload: object): void {
    const read = slipPaidOutShape.safeParse(payload)
    if (!read.success) return
    const { slipId, amount, currency, second, reference, word } = read.data
    const bad = complain(row, slipId)
    if (row.staff_id === null || row.staff_id === second) bad('is not paid out by two people')
    const payout = reference === undefined ? null : end(row, reference, 'paid-out')
    const own = known.get(slipId)
    if ((reference === undefined) !== (word === undefined) || (own && (own.hub === null) !== (word === undefined)))
      bad('is paid out by the word of a hub, and none was told of it; or the other way')
    if (reference !== undefined) {
      words.check(row, { slipId, amount, currency }, word, { reference, hub: own?.hub ?? null })
      if (payout && (payout.slipId !== slipId || payout.amount !== amount || payout.currency !== currency))
        bad('is paid out otherwise than it was asked for')
    }
    if (!own && reference !== undefined) return
    const before = reference === undefined ? (['open', null] as const) : (['taken', reference] as const)
    const slip = move(row, slipId, before, ['paid-out', reference ?? null])
    if (slip && (slip.amount !== amount || slip.currency !== currency))
      bad(`is paid out as ${amount} ${currency}, and is ${slip.amount} ${slip.currency}`)
  }

  function setFree(row: Row, payload: object): void {
    const read = slipPayoutEndedShape.safeParse(payload)
    const payout = read.success ? end(row, read.data.reference, 'ended') : null
    if (payout && known.has(payout.slipId))
      move(row, payout.slipId, ['taken', read.data?.reference ?? ''], ['open', null])
  }

  return {
    known: payouts as ReadonlyMap<string, PayoutAccount>,
    take(row: Row, payload: object): void {
      if (row.code === 'SLIP_PAYOUT_ASKED') ask(row, payload)
      if (row.code === 'SLIP_PAYOUT_ENDED') setFree(row, payload)
      if (row.code === 'SLIP_PAID_OUT') payOut(row, payload)
    },
  }
}
