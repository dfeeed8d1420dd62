import {
  slipPaidOutShape,
  slipPayoutAskedShape,
  slipPayoutEndedShape,
  type CreditSlip,
  type Row,
} from '../format/format.ts'
import type { HubWords } from '../outside/hub-words.ts'
import type { SlipAccount, SlipMoves } from './slip-moves.ts'

/** A pay-out that a hub was asked for. */
export interface PayoutAccount extends CreditSlip {
  state: 'asked' | 'paid-out' | 'ended'
  readonly askedSeq: number
  lastSeq: number
}

interface Slips extends Pick<SlipMoves, 'move' | 'complain'> {
  readonly known: ReadonlyMap<string, SlipAccount>
  readonly words: HubWords
}

/** `slips`: what is paid out is paid out by two people; what a hub was told of, once it has said so. */
export function checkPayouts({ known, move, complain, words }: Slips) {
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
