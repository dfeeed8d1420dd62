import { cashDue } from './cash.ts'
import type { Minor } from './money.ts'

/** Ways to pay: cash over the counter, a card at the terminal, mobile money by the customer's telephone. */
export const tenderKinds = ['card', 'cash', 'orange-money', 'mtn-momo'] as const
export type TenderKind = (typeof tenderKinds)[number]
/** Those that something outside the program decides about: it is asked by reference what became of a payment. */
export const drivenTenders = ['card', 'orange-money', 'mtn-momo'] as const satisfies readonly TenderKind[]
export type DrivenTender = (typeof drivenTenders)[number]

export type MobileMoney = 'orange-money' | 'mtn-momo'

/** It goes over the customer's telephone, so their number is asked for. */
export function isMobileMoney(kind: string): kind is MobileMoney {
  return kind === 'orange-money' || kind === 'mtn-momo'
}

export interface TenderIntent {
  readonly kind: TenderKind
  /** The order id for the first try, `<order id>-2` for the second, and so on: one charge per reference. */
  readonly reference: string
  /** The share of the order that it pays; in cash, what changes hands may differ by less than the smallest coin. */
  readonly amount: Minor
  /** Who began it, where somebody at a desk did. */
  readonly staffId?: string
}

export interface TenderResult extends TenderIntent {
  /** Cash handed over; equals `amount` otherwise. */
  readonly received: Minor
  readonly change: Minor
  /** The terminal's or the operator's approval code, or who took the cash. */
  readonly approval: string
}

/** How something was paid: the last tender, and those before it where the payment was split. */
export interface Payment {
  readonly tender: TenderResult
  readonly parts?: readonly TenderResult[]
}

/** Part of a split payment that was given back. */
export interface ReturnedTender extends TenderResult {
  readonly refundReference: string
}

/** Oldest first. */
export function tendersOf({ parts = [], tender }: Payment): readonly TenderResult[] {
  return [...parts, tender]
}

/** The members of a payment alone. */
export function paymentIn({ tender, parts }: Payment): Payment {
  return { tender, ...partsIn({ parts }) }
}

/** The same of what was taken so far; nothing where nothing was. */
export function partsIn({ parts = [] }: { readonly parts?: readonly TenderResult[] | undefined }): {
  readonly parts?: readonly TenderResult[]
} {
  return parts.length > 0 ? { parts } : {}
}

export function sumOf(tenders: readonly TenderIntent[]): Minor {
  return tenders.reduce((sum, { amount }) => sum + amount, 0)
}

/** What changes hands for it. */
export function dueFor({ kind, amount }: TenderIntent, currency: string): Minor {
  return kind === 'cash' ? cashDue(amount, currency) : amount
}
