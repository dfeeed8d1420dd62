import type { Posting, Ticket } from '../format/format.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import type { SaleAccount } from './sale-account.ts'

interface PaymentSums {
  count: number
  amount: number
  refunds: number
  refunded: number
}

/** `events`, `tenders`, `cashiers` of one currency, as a closure has them. */
export interface ShiftSums {
  readonly events: Record<string, Record<string, { tickets: number; amount: number }>>
  readonly tenders: Record<string, PaymentSums>
  readonly cashiers: Record<string, PaymentSums>
}

export function emptySums(): ShiftSums {
  return { events: {}, tenders: {}, cashiers: {} }
}

/** Tickets that a row issued; a zone is the one of the seat in the sale's order. */
export function addTickets({ events }: ShiftSums, { opened, order }: SaleAccount, tickets: readonly Ticket[]): void {
  for (const { seatId, price } of tickets) {
    const zones = (events[opened.event.eventId] ??= {})
    const zone = (zones[order?.seats.find((seat) => seat.seatId === seatId)?.zoneName ?? ''] ??= {
      tickets: 0,
      amount: 0,
    })
    zone.tickets += 1
    zone.amount += price
  }
}

/** What a row of `staffId` moved over tenders: taken from customers, or given back to them. */
export function addPayments(sums: ShiftSums, staffId: string | null, postings: readonly Posting[]): void {
  const refund = postings.some(({ account, debit }) => account === 'refunds-due' && debit > 0)
  const sale = postings.some(({ account, credit }) => account === 'customer-deposits' && credit > 0)
  const found = postings.some(({ account, credit }) => account === 'refunds-due' && credit > 0)
  if (!refund && !sale && !found) return
  for (const [kind, account] of Object.entries(TENDER_ACCOUNTS)) {
    const lines = postings.filter((posting) => posting.account === account)
    if (lines.length === 0) continue
    const into = lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    for (const [group, name] of [
      [sums.tenders, kind],
      [sums.cashiers, staffId ?? ''],
    ] as const) {
      const one = (group[name] ??= { count: 0, amount: 0, refunds: 0, refunded: 0 })
      // What is over and becomes a credit slip is no payment of its own.
      one.count += refund || into < 0 ? 0 : 1
      one.amount += refund ? 0 : into
      one.refunds += refund ? 1 : 0
      one.refunded += refund ? -into : 0
    }
  }
}
