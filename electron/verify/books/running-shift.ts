import type { Posting, Row, Ticket } from '../format/format.ts'
import type { SaleAccount } from './sale-account.ts'
import { addPayments, addTickets, emptySums, type ShiftSums } from './shift-sums.ts'

type ByCurrency = Record<string, number>
type Perpetual = { readonly net: ByCurrency; readonly abs: ByCurrency }
type Sum = { readonly debit: number; readonly credit: number }

export type Totals = ShiftSums & { readonly accounts: Record<string, Sum>; tickets: number }

/** Sums up the running shift from its rows, and the days across all shifts. */
export function sumShift() {
  /** Debits less credits. */
  const days = new Map<string, number>()
  let totals: Record<string, Totals> = {}
  /** Turnover up to the last Z: what is left of it, and what was moved. */
  let before: Perpetual = { net: {}, abs: {} }

  function add(row: Row, currency: string, postings: readonly Posting[]): Totals {
    const sums = totals[currency] ?? { accounts: {}, tickets: 0, ...emptySums() }
    if (postings.length > 0) totals[currency] = sums
    addPayments(sums, row.staff_id, postings)
    const { accounts } = sums
    for (const { account, debit, credit } of postings) {
      const sum = accounts[account] ?? { debit: 0, credit: 0 }
      accounts[account] = { debit: sum.debit + debit, credit: sum.credit + credit }
      const day = `${row.wall_utc.slice(0, 10)} ${currency}`
      days.set(day, (days.get(day) ?? 0) + debit - credit)
    }
    return sums
  }

  function grown(figures: ByCurrency, of: (sum: Sum) => number): ByCurrency {
    const after = { ...figures }
    for (const [currency, { accounts }] of Object.entries(totals)) {
      const turnover = accounts['organiser-payable']
      if (turnover) after[currency] = (after[currency] ?? 0) + of(turnover)
    }
    return after
  }

  /** With the running shift's turnover. */
  const perpetual = (): Perpetual => ({
    net: grown(before.net, ({ debit, credit }) => credit - debit),
    abs: grown(before.abs, ({ debit, credit }) => credit + debit),
  })

  return {
    days,
    totals: (): Readonly<Record<string, Totals>> => totals,
    add,

    addSale(row: Row, sale: SaleAccount, postings: readonly Posting[], tickets: readonly Ticket[]): void {
      const { currency } = sale.opened
      const sums = add(row, currency, postings)
      if (tickets.length === 0) return
      totals[currency] = sums
      sums.tickets += tickets.length
      addTickets(sums, sale, tickets)
    },

    drawer: (currency: string): number => {
      const { debit = 0, credit = 0 } = totals[currency]?.accounts['drawer'] ?? {}
      return debit - credit
    },

    perpetual,

    endShift(): void {
      before = perpetual()
      totals = {}
    },
  }
}
