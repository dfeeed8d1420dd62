/**
 * What a way to take money is like. Screens, sales and recovery go by these, never by a driver's name.
 * Durations in milliseconds.
 */
export interface TenderTraits {
  /** `phone`: the customer's telephone number is asked for, and told to the operator. */
  readonly payer: 'phone' | 'none'
  /** `qr`: the customer scans what the provider gives. `none`: they are asked elsewhere, on a device or a telephone. */
  readonly shows: 'qr' | 'none'
  /** A customer can pay with it alone. */
  readonly unattended: boolean
  /** No money moves, and nobody has to do anything for it. */
  readonly simulated?: boolean
  /**
   * By what a payment is found when it is asked about: by our reference, by the provider's token only, by a search
   * among its payments, in the device's own log, by people who look at it.
   */
  readonly findBy: 'own' | 'token' | 'search' | 'device-log' | 'people'
  readonly reference: ReferenceForm
  /** `proves`: a cancelled payment is final. `asks`: the device is asked, and its answer to the payment says what it did. */
  readonly cancel: 'none' | 'asks' | 'proves'
  /** So long a customer is given to decide. */
  readonly decideMs: number
  /** Where the provider can be told until when a payment is good: the least time that is worth beginning one. */
  readonly shortestMs?: number
  /**
   * So long after it cannot be paid any more (where that is unknown: after the time to decide) the provider's last word is final:
   * `pending` becomes what it is `unless` it is paid.
   */
  readonly settledMs: number
  /** So long after that moment a success may still be told; at least `settledMs`. */
  readonly lateMs: number
  /** Who gives money back: the provider when asked, the device, people outside the program. */
  readonly refund: 'api' | 'device' | 'people'
}

/** A UUID of version 4, or capitals and digits of that length. */
export type ReferenceForm = 'uuid4' | 'short26' | 'short10'

/** What is wrong with a card, or was done wrongly with it. */
export const cardRefusals = [
  /** Typed at the terminal, too often. */
  'wrong-pin',
  /** Taken out before the terminal had done with it. */
  'card-removed',
  'card-expired',
  /** This terminal does not take such a card, or cannot read it. */
  'card-not-taken',
  /** The terminal takes no card before its day is closed with the bank: staff have to. */
  'day-not-closed',
] as const

/** A refusal in the customer's terms; what else a provider says is `declined`. */
export const refusalReasons = [
  /** The customer, or their bank or operator, said no. */
  'declined',
  /** Nobody answered in time. */
  'timed-out',
  'not-enough-money',
  'over-limit',
  /** The number has no account there. */
  'unknown-payer',
  /** The provider cannot now. */
  'provider-down',
  /** The venue's contract or settings there: staff have to look. */
  'not-set-up',
  ...cardRefusals,
] as const

export type RefusalReason = (typeof refusalReasons)[number]
/** Of what takes no card. */
export type PlainRefusal = Exclude<RefusalReason, (typeof cardRefusals)[number]>
