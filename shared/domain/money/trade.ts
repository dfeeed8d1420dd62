import { type Minor, type TaxShare, totalTax } from './money.ts'
import type { TenderKind } from './tender.ts'
import { compareLabels } from '../seats/place.ts'

export interface TradedTicket extends TradedPrice {
  readonly atUtc: string
  readonly tribune: { readonly name: string; readonly color: string }
}

export interface TradedPrice {
  readonly price: Minor
  readonly currency: string
  /** Set if staff settled the seat by hand: the price counts as sold, but no ticket was issued. */
  readonly byHand?: true
}

export interface ShiftTrade {
  readonly sold: readonly TradedTicket[]
  readonly returned: readonly TradedPrice[]
}

/** Tickets and payments of one sale in one shift, or its refunds. Amounts are in minor units; refunds are negative. */
export interface SalesLine {
  readonly shiftNo: number
  readonly kind: 'sale' | 'refund'
  /** Wall time of the last payment, refund, issue or return in the shift, ISO 8601 UTC. */
  readonly atUtc: string
  readonly saleId: string
  /** Empty if nothing was ordered from the booking service. */
  readonly orderId: string
  readonly ownerRef: string
  /** Id of the staff member who received or refunded the money; empty if the customer paid without staff. */
  readonly cashier: string
  /** Printed numbers: of the invoice of a sale, or of the credit notes for its refunds. */
  readonly invoices: readonly string[]
  /**
   * Company on the invoice of the sale. Empty for a line without invoice; null if the company is erased or unreadable;
   * absent if the list was read without the key of the ledger.
   */
  readonly customer?: string | null
  readonly eventId: string
  readonly eventTitle: string
  /** Codes of the seats whose tickets were issued or returned. */
  readonly seats: readonly string[]
  readonly currency: string
  /** Total price of the tickets issued; for returned tickets, the negative total. */
  readonly amount: Minor
  /** Tax contained in the amount, highest rate first; empty if the seller is not liable for tax. */
  readonly taxes: readonly TaxShare[]
  readonly rounding: Minor
  readonly tenders: Readonly<Partial<Record<TenderKind, Minor>>>
  /** Numbers of the cheques and bank transfers that were taken. */
  readonly documents: readonly string[]
}

export interface SoldEvent {
  readonly eventId: string
  readonly title: string
}

/** Lines, tickets, takings and tax of a sales list in one currency. */
export interface SalesListSum extends TradeSum {
  readonly currency: string
  readonly lines: number
  /** Null if no tax rate applies to any line. */
  readonly tax: Minor | null
}

export function salesListSums(lines: readonly SalesLine[]): readonly SalesListSum[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    lines: ofCurrency.length,
    tickets: ofCurrency.reduce((sum, { kind, seats }) => sum + (kind === 'sale' ? seats.length : -seats.length), 0),
    amount: ofCurrency.reduce((sum, { amount }) => sum + amount, 0),
    tax: totalTax(ofCurrency.flatMap(({ taxes }) => taxes)),
  }))
}

export interface TradeSum {
  readonly tickets: number
  readonly amount: Minor
}

export interface Takings {
  /** Tickets issued, and the total price including seats settled by hand. */
  readonly sold: TradeSum
  /** Tickets refunded or voided, regardless of the shift in which they were sold. */
  readonly returned: TradeSum
  /** Sold minus returned: valid tickets and the amount owed to the organiser; may be negative. */
  readonly net: TradeSum
}

export function takingsOf(sold: TradeSum, returned: TradeSum): Takings {
  const net = { tickets: sold.tickets - returned.tickets, amount: sold.amount - returned.amount }
  return { sold, returned, net }
}

/** Returned tickets are counted only in the takings, not in charts and lists. */
export interface SalesBreakdown extends Takings {
  readonly currency: string
  /** Evenly spaced intervals without gaps, from the first sale to the last; empty if nothing was sold. */
  readonly overTime: readonly (TradeSum & { readonly fromUtc: string })[]
  /** Length of an interval in minutes. */
  readonly minutes: number
  /** Stands by number of tickets, highest first. */
  readonly byTribune: readonly (TradeSum & { readonly name: string; readonly color: string })[]
  /** Prices in descending order. */
  readonly byPrice: readonly (TradeSum & { readonly price: Minor })[]
}

const STEPS = [5, 10, 15, 30, 60, 120, 240, 480, 1440] as const
/** Maximum number of bars in a readable chart. */
const MAX_BARS = 36

/** Returns totals by currency; the currency with the most sold tickets is first. */
export function salesBreakdown(traded: ShiftTrade): readonly SalesBreakdown[] {
  const currencies = new Set([...traded.sold, ...traded.returned].map(({ currency }) => currency))
  return [...currencies]
    .map((wanted) => {
      const of = ({ currency }: TradedPrice): boolean => currency === wanted
      const sold = traded.sold.filter(of)
      const { minutes, overTime } = alongTime(sold)
      return {
        currency: wanted,
        ...takingsOf(sumOf(sold), sumOf(traded.returned.filter(of))),
        minutes,
        overTime,
        byTribune: [...Map.groupBy(sold, ({ tribune }) => tribune.name)]
          .map(([name, there]) => ({ name, color: there[0]?.tribune.color ?? '', ...sumOf(there) }))
          .sort((a, b) => b.tickets - a.tickets || compareLabels(a.name, b.name)),
        byPrice: [...Map.groupBy(sold, ({ price }) => price)]
          .map(([price, at]) => ({ price, ...sumOf(at) }))
          .sort((a, b) => b.price - a.price),
      }
    })
    .sort((a, b) => b.sold.tickets - a.sold.tickets)
}

function alongTime(sold: readonly TradedTicket[]): Pick<SalesBreakdown, 'minutes' | 'overTime'> {
  if (sold.length === 0) return { minutes: STEPS[0], overTime: [] }
  const times = sold.map(({ atUtc }) => Date.parse(atUtc))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const minutes =
    STEPS.find((step) => (last - first) / (step * 60_000) < MAX_BARS - 1) ?? STEPS[STEPS.length - 1] ?? 1440
  const stepMs = minutes * 60_000
  const start = Math.floor(first / stepMs) * stepMs
  const bars = Math.floor((last - start) / stepMs) + 1
  const inBar = Map.groupBy(sold, ({ atUtc }) => Math.floor((Date.parse(atUtc) - start) / stepMs))
  const overTime = Array.from({ length: bars }, (_, bar) => ({
    fromUtc: new Date(start + bar * stepMs).toISOString(),
    ...sumOf(inBar.get(bar) ?? []),
  }))
  return { minutes, overTime }
}

export function sumOf(prices: readonly Pick<TradedPrice, 'price' | 'byHand'>[]): TradeSum {
  return {
    tickets: prices.filter(({ byHand }) => !byHand).length,
    amount: prices.reduce((sum, { price }) => sum + price, 0),
  }
}
