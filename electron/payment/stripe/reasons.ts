import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import type { Reply } from '../http/exchange.ts'
import { errorIn } from './replies.ts'

/** Stripe's words for why a card did not pay, in the customer's terms. What else a bank says is `declined`. */
const reasons: Readonly<Record<string, RefusalReason>> = {
  insufficient_funds: 'not-enough-money',
  card_velocity_exceeded: 'over-limit',
  withdrawal_count_limit_exceeded: 'over-limit',
  amount_too_large: 'over-limit',
  charge_exceeds_source_limit: 'over-limit',
  charge_exceeds_transaction_limit: 'over-limit',
  incorrect_pin: 'wrong-pin',
  invalid_pin: 'wrong-pin',
  pin_try_exceeded: 'wrong-pin',
  expired_card: 'card-expired',
  card_not_supported: 'card-not-taken',
  currency_not_supported: 'card-not-taken',
  invalid_card_type: 'card-not-taken',
  card_read_timed_out: 'timed-out',
  timeout: 'timed-out',
  timed_out: 'timed-out',
  issuer_not_available: 'provider-down',
  processing_error: 'provider-down',
  reenter_transaction: 'provider-down',
  try_again_later: 'provider-down',
  terminal_reader_offline: 'provider-down',
  terminal_reader_hardware_fault: 'provider-down',
  connection_error: 'provider-down',
}

/** The most exact word comes first. */
export const refusalOf = (...words: readonly (string | null | undefined)[]): RefusalReason =>
  words.map((each) => reasons[each ?? '']).find((reason) => reason !== undefined) ?? 'declined'

/** The customer pressed cancel on the device. */
export const isCancelledThere = (code: string | null | undefined): boolean =>
  code === 'customer_canceled' || code === 'customer_cancelled'

/**
 * What a request that Stripe turned away has come to. `unavailable`: it was not looked at. `refused`: it was, and nothing was made of it.
 * `unclear`: Stripe may have taken it, or something else answered.
 */
export function turnedAway(reply: Reply): 'unavailable' | 'refused' | 'unclear' {
  if (!reply.answered) return reply.sent ? 'unclear' : 'unavailable'
  const error = errorIn(reply)
  if (!error || error.type === 'idempotency_error') return 'unclear'
  if ([401, 403, 429].includes(reply.status)) return 'unavailable'
  return [400, 402, 404].includes(reply.status) ? 'refused' : 'unclear'
}
