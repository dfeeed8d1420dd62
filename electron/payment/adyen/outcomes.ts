import { z } from 'zod'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Log } from '../../core/ports/ports.ts'
import type { SettledOutcome } from '../../core/ports/devices.ts'
import { minorOf } from '../http/amounts.ts'
import { isApproval, plainWord } from '../http/plain-word.ts'
import { cardIn } from './card-paid.ts'
import type { PaymentAnswer, PoiResponse } from './replies.ts'

/** What a payment was asked for under, and by whom. */
interface Asked {
  readonly reference: string
  readonly amount: Minor
  readonly driver: string
}

const unknown = { outcome: 'unknown' } as const

/** A terminal's own answer to a payment. Only `Success` approves; amount and currency are the terminal's. */
export function decide(answer: PaymentAnswer, asked: Asked, log: Pick<Log, 'warn'>): SettledOutcome {
  const outcome = outcomeOf(answer, asked)
  if (outcome.outcome !== 'approved')
    log.warn('payment.not-made', {
      provider: asked.driver,
      reference: asked.reference,
      code: plainWord(conditionOf(answer)),
    })
  return outcome
}

function outcomeOf(answer: PaymentAnswer, { reference, amount }: Asked): SettledOutcome {
  const { Response: said, SaleData: sale } = answer
  if ((sale?.SaleTransactionID.TransactionID ?? reference) !== reference) return unknown
  if (said.Result === 'Failure') return refusalOf(said, reference)
  const taken = approvalIn(answer, reference)
  // A part of the sum is no approval; told as what it is, people look at it, and give it back.
  return said.Result === 'Partial' && taken.outcome === 'approved' && taken.amount === amount ? unknown : taken
}

function approvalIn(
  { POIData: poi, PaymentResult: result, ...answer }: PaymentAnswer,
  reference: string,
): SettledOutcome {
  const { AuthorizedAmount: written, Currency: currency } = result?.AmountsResp ?? {}
  if (written === undefined || currency === undefined || !/^[A-Z]{3}$/u.test(currency)) return unknown
  const amount = minorOf(written, currency)
  if (amount === null) return unknown
  const { TransactionID: id = '' } = poi?.POITransactionID ?? {}
  const card = cardIn(result?.PaymentInstrumentData?.CardData, answer.PaymentReceipt)
  return {
    outcome: 'approved',
    approval: isApproval(id) ? id : reference,
    amount,
    currency,
    ...(card && { card }),
  }
}

/** Nothing can be done there now, and nothing was begun. */
export const notNow: ReadonlySet<string> = new Set(['Busy', 'LoggedOut', 'UnavailableDevice'])

const reasons: Readonly<Record<string, RefusalReason>> = {
  DeviceOut: 'provider-down',
  InsertedCard: 'card-not-taken',
  InvalidCard: 'card-not-taken',
  MessageFormat: 'not-set-up',
  NotAllowed: 'not-set-up',
  PaymentRestriction: 'card-not-taken',
  Refusal: 'declined',
  UnavailableService: 'provider-down',
  UnreachableHost: 'provider-down',
  WrongPIN: 'wrong-pin',
}

/** Adyen's words beside a no. They choose the words for the customer, never whether it is one. */
const finer: readonly (readonly [RegExp, RefusalReason])[] = [
  [/not enough balance|insufficient/iu, 'not-enough-money'],
  [/expired card|card expired/iu, 'card-expired'],
  [/card removed/iu, 'card-removed'],
  [/pin tries|invalid pin|wrong pin/iu, 'wrong-pin'],
  [/withdrawal (?:amount|count)|limit/iu, 'over-limit'],
  [/not supported/iu, 'card-not-taken'],
  [/did not present|time[d ]?-?out/iu, 'timed-out'],
]

function refusalOf(said: PoiResponse, reference: string): SettledOutcome {
  const { ErrorCondition: condition = '' } = said
  const words = wordsIn(said)
  // It says no to this message, not to the payment of that number: one with it came before.
  if (/duplicate/iu.test(words.reason) || words.serviceId === reference) return unknown
  if (notNow.has(condition)) return { outcome: 'unavailable' }
  const isStopped = condition === 'Cancel' || condition === 'Aborted'
  if (!isStopped && !Object.hasOwn(reasons, condition)) return unknown
  const [, reason = reasons[condition]] = finer.find(([pattern]) => pattern.test(words.reason)) ?? []
  return reason === undefined ? { outcome: 'cancelled' } : { outcome: 'refused', reason }
}

const detailsReading = z.record(z.string(), z.unknown())
const packedReading = z.looseObject({ additionalData: detailsReading.optional() })

/** `name=value&…`, or the same as JSON in base64: a terminal's settings say which. */
function wordsIn({ AdditionalResponse: told = '' }: PoiResponse): {
  readonly reason: string
  readonly serviceId: unknown
} {
  const packed = packedReading.safeParse(parseJson(Buffer.from(told, 'base64').toString()))
  const details = packed.success
    ? { ...packed.data, ...packed.data.additionalData }
    : Object.fromEntries(new URLSearchParams(told))
  const { refusalReason = '', message = '', serviceId } = detailsReading.parse(details)
  return { reason: `${String(refusalReason)} ${String(message)}`, serviceId }
}

/** Its condition alone: what stands beside it is no word for a log. */
export const conditionOf = ({
  Response: { Result: result, ErrorCondition: condition },
}: Pick<PaymentAnswer, 'Response'>): string => condition ?? result
