import type { Minor } from './money.ts'

/** A ticket as it was sold, for those who look at the trade as a whole. */
export interface TradedTicket {
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  readonly price: Minor
  readonly currency: string
  readonly tribune: { readonly name: string; readonly color: string }
}

/** So many tickets for so much. */
export interface TradeSum {
  readonly tickets: number
  readonly amount: Minor
}

export interface Trade extends TradeSum {
  readonly currency: string
  /** Evenly spaced, without gaps, from the first sale to the last. */
  readonly overTime: readonly (TradeSum & { readonly fromUtc: string })[]
  /** Minutes that one of them covers. */
  readonly minutes: number
  /** Most tickets first. */
  readonly byTribune: readonly (TradeSum & { readonly name: string; readonly color: string })[]
  /** Dearest first. */
  readonly byPrice: readonly (TradeSum & { readonly price: Minor })[]
}

const STEPS = [5, 10, 15, 30, 60, 120, 240, 480, 1440] as const
/** More bars than these are no picture any more. */
const MOST_BARS = 36

/** What was sold, summed up in each currency on its own, the one with most tickets first. */
export function tradeOf(tickets: readonly TradedTicket[]): readonly Trade[] {
  return [...Map.groupBy(tickets, ({ currency }) => currency)]
    .map(([currency, sold]) => {
      const { minutes, overTime } = alongTime(sold)
      return {
        currency,
        ...sumOf(sold),
        minutes,
        overTime,
        byTribune: [...Map.groupBy(sold, ({ tribune }) => tribune.name)]
          .map(([name, there]) => ({ name, color: there[0]?.tribune.color ?? '', ...sumOf(there) }))
          .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name, 'fr')),
        byPrice: [...Map.groupBy(sold, ({ price }) => price)]
          .map(([price, at]) => ({ price, ...sumOf(at) }))
          .sort((a, b) => b.price - a.price),
      }
    })
    .sort((a, b) => b.tickets - a.tickets)
}

function alongTime(sold: readonly TradedTicket[]): Pick<Trade, 'minutes' | 'overTime'> {
  const times = sold.map(({ atUtc }) => Date.parse(atUtc))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const minutes =
    STEPS.find((step) => (last - first) / (step * 60_000) < MOST_BARS - 1) ?? STEPS[STEPS.length - 1] ?? 1440
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

function sumOf(tickets: readonly TradedTicket[]): TradeSum {
  return { tickets: tickets.length, amount: tickets.reduce((sum, { price }) => sum + price, 0) }
}
