import type { CardPaid, DeviceProgress, Numbering, TenderTraits } from '../../../shared/domain/money/tender.ts'
import type { HubWord, IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { DayRefusal, DaySum } from '../../../shared/domain/money/terminal-day.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { Examinable } from './payment-examination.ts'

/**
 * A way to take money that something outside the program decides about: a card terminal, an operator of mobile money, a
 * person before a device that hangs on no cable. The intent is in the ledger before `begin` is called, once for each
 * reference; what `begin` gave is in the ledger before a customer sees it. No call rejects for a fault of the world.
 */
export interface TenderDriver {
  /** In the ledger, beside every payment that went over it. */
  readonly name: string
  /** Where it is asked, `https://…`; empty for what has no address. Some know a payment only where it was begun. */
  readonly host: string
  readonly traits: TenderTraits
  /** Of the customers' telephones, where `traits.payer` is `phone` and the provider serves one country. */
  readonly numbering?: Numbering
  /**
   * Asks for the money, once. Where the provider decides in the same call, it lasts as long as that does; else it answers
   * `begun`, and what the customer needs is shown once that is written down. `refused` and `cancelled` are the provider's
   * final word; `unavailable`: nothing was asked, and no money can move. `giveUp`: asked to stop, which changes nothing
   * where it cannot be known to have come in time. `stopping`: the program ends; what this answers then is written down
   * nowhere, the next start asks.
   */
  begin(request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<Begun | TenderOutcome>
  /**
   * Takes the money at the device, for one that has to note something before it may: `begin` answers `begun` with that as the
   * token, it is written down, and then this is called, once and never after a restart. Lasts until the device decided; `giveUp` and
   * `stopping` as of `begin`. `ask` finds the payment by the token.
   */
  readonly settle?: (
    payment: KnownPayment,
    request: TenderRequest,
    giveUp: AbortSignal,
    stopping: AbortSignal,
  ) => Promise<SettledOutcome>
  /** What became of a payment; never charges. */
  ask(payment: KnownPayment, stopping: AbortSignal): Promise<TenderOutcome>
  /** `closed` proves that no money moved and none can; anything else says nothing. Where `traits.cancel` is not `none`. */
  readonly cancel?: (payment: KnownPayment) => Promise<'closed' | 'still-open'>
  /**
   * Gives money back under a reference of its own, which is in the ledger before; once for each reference. `refused` is the provider's
   * final word; `unavailable`: nothing was asked. Where `traits.refund` is not `people`. `stopping`: as of `begin`.
   */
  readonly refund?: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** What became of it; never refunds. */
  readonly askRefund?: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /**
   * Closes the terminal's day with its bank, for one that has to be told. Without harm when it was done before, so that one whose end
   * nobody knows is told again. `stopping`: as of `begin`.
   */
  readonly closeDay?: (stopping: AbortSignal) => Promise<DayEnd>
  /** Whether its provider can be reached and lets this machine in. Where it has one. */
  readonly examine?: Examinable['examine']
  /** Every payment that the provider has of these local days, ours or not; null: not all of them could be read. */
  readonly list?: (period: ListedDays, stopping: AbortSignal) => Promise<readonly ProviderLine[] | null>
  /**
   * Only where a person decides, by what they see on the device: their word about the payment that runs under this
   * reference. False: none does.
   */
  readonly tell?: (reference: string, word: TenderOutcome) => boolean
}

/** Days of the venue's calendar. */
export interface ListedDays {
  /** First and last day, `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Beginning of the first day and end of the last one, in ISO 8601 UTC. */
  readonly fromUtc: string
  readonly toUtc: string
}

/** Request to a driver. */
export interface TenderRequest {
  /** Fresh for every attempt, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** ISO 4217. */
  readonly currency: string
  /** Of what the money is taken, where that has a name: a credit slip's number. */
  readonly source?: string | undefined
  /** The customer's telephone number as typed, digits with or without the country's: told to the operator, written down nowhere. */
  readonly payer?: string | undefined
  /** So long the seats can be kept for the money: what is shown must not be payable any longer, where that can be said. */
  readonly payableMs: number
  /** For people, on the operator's page or message: at most 100 letters. */
  readonly description: string
  /** Of the customer's screen: `fr`, `en`, `pt`, `ar` … */
  readonly language: string
  /** Told, as it goes, what a device beside the screen wants now. Left out: nobody listens. */
  readonly onProgress?: (progress: DeviceProgress) => void
}

/** The provider waits for the customer. */
export interface Begun {
  readonly outcome: 'begun'
  /** What the provider calls it; where it finds payments by that (`traits.findBy`) there always is one. */
  readonly token?: string
  /** What the customer has to see: the text of a QR code. */
  readonly shows?: string
  /** From now on so long the customer can still pay; absent: nobody knows. */
  readonly payableMs?: number
}

/** As the ledger knows it. */
export interface KnownPayment {
  readonly reference: string
  /** Null: the reply to `begin` was lost. */
  readonly token: string | null
  /** Where it was begun. */
  readonly host: string
  readonly amount: Minor
  readonly currency: string
}

export type TenderOutcome =
  /**
   * `approval`: what the customer, too, can name the payment by. `amount` and `currency` as the provider tells them: others than were
   * asked for are no approval of this sale. `staffId`: who says so, where a person does.
   */
  | {
      readonly outcome: 'approved'
      readonly approval: string
      readonly amount?: Minor
      readonly currency?: string
      readonly staffId?: string
      readonly card?: CardPaid
      /** More than the amount was taken, and `slip` is what was over. */
      readonly received?: Minor
      readonly slip?: IssuedSlip
      /** The hub's, by which it stands in the ledger. */
      readonly word?: HubWord
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'cancelled' }
  /** Nothing was asked: no money can have moved. As an answer to `ask` it says nothing. */
  | { readonly outcome: 'unavailable' }
  /**
   * The provider knows the payment, and nothing is decided. `unless`: what it is if the provider still says so when it cannot be paid any
   * more, and a while has passed (`traits.settledMs`).
   */
  | { readonly outcome: 'pending'; readonly unless?: 'refused' | 'cancelled' }
  /** It may have charged; ask again, unless only people can tell (`forGood`). */
  | { readonly outcome: 'unknown'; readonly forGood?: true }

/** What a device that decided by itself can say of it. */
export type SettledOutcome = Exclude<TenderOutcome, { outcome: 'pending' }>

export interface RefundRequest {
  /** Fresh, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** The approval of the payment. */
  readonly approval: string
}

export type RefundOutcome =
  /** `receipt`: what the provider calls it. */
  | { readonly outcome: 'refunded'; readonly receipt: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

export type DayEnd =
  /** `told`: the sum that it handed over; null where it tells none that can be relied on. `lines`: what it wants printed. */
  | { readonly outcome: 'closed'; readonly told: DaySum | null; readonly lines: readonly string[] }
  /** Its final word: it did not. */
  | { readonly outcome: 'refused'; readonly reason: DayRefusal }
  /** Nothing was asked. */
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }
