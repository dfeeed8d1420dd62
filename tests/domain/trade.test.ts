import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SalesLine, salesListSums, type TradedTicket, salesBreakdown } from '../../shared/domain/money/trade.ts'

const ticket = fc.record({
  atUtc: fc.integer({ min: 0, max: 86_400_000 * 3 }).map((ms) => new Date(Date.UTC(2025, 4, 17) + ms).toISOString()),
  price: fc.integer({ min: 0, max: 90_000 }),
  currency: fc.constantFrom('GNF', 'EUR'),
  tribune: fc.constantFrom({ name: 'Nord', color: '#0a0' }, { name: 'Sud', color: '#a00' }),
})

const tickets = fc.array(ticket, { maxLength: 60 })

const sold = (atUtc: string, name = 'N'): TradedTicket => {
  return { atUtc, price: 1, currency: 'GNF', tribune: { name, color: '' } }
}

test('every way of summing up has all tickets and all money, and the bars stand side by side', () => {
  fc.assert(
    fc.property(tickets, tickets, (sold, returned) => {
      const trades = salesBreakdown({ sold, returned })
      expect(trades.reduce((sum, trade) => sum + trade.net.tickets, 0)).toBe(sold.length - returned.length)
      for (const { currency, overTime, byTribune, byPrice, minutes, ...takings } of trades) {
        const [own, back] = [sold, returned].map((all) =>
          all.flatMap((each) => (each.currency === currency ? [each.price] : [])),
        ) as [number[], number[]]
        const total = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + price, 0)
        const { tickets: count, amount } = takings.sold
        expect(takings).toEqual({
          sold: { tickets: own.length, amount: total(own) },
          returned: { tickets: back.length, amount: total(back) },
          net: { tickets: own.length - back.length, amount: total(own) - total(back) },
        })
        for (const parts of [overTime, byTribune, byPrice]) {
          expect(parts.reduce((sum, part) => sum + part.tickets, 0)).toBe(count)
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
        }
        expect(overTime.length).toBeLessThanOrEqual(37)
        for (const [index, { fromUtc }] of overTime.slice(1).entries())
          expect(Date.parse(fromUtc) - Date.parse(overTime[index]!.fromUtc)).toBe(minutes * 60_000)
      }
    }),
  )
})

test('bars begin on the hour of their size, and nothing sold is no trade', () => {
  expect(salesBreakdown({ sold: [], returned: [] })).toEqual([])
  const [onlyBack] = salesBreakdown({ sold: [], returned: [{ price: 5, currency: 'GNF' }] })
  expect(onlyBack).toMatchObject({ net: { tickets: -1, amount: -5 }, overTime: [] })
  const twice = [sold('2025-05-17T14:03:00.000Z'), sold('2025-05-17T14:14:59.000Z')]
  const [trade] = salesBreakdown({ sold: twice, returned: [] })
  expect(trade).toMatchObject({ minutes: 5 })
  const bars = trade?.overTime.map(({ fromUtc, tickets }) => [fromUtc.slice(11, 16), tickets])
  expect(bars).toEqual([
    ['14:00', 1],
    ['14:05', 0],
    ['14:10', 1],
  ])
})

test('tribunes that sold equally are in the order of their numbers', () => {
  const both = ['Tribune 10', 'Tribune 9'].map((name) => sold('2025-05-17T12:00:00.000Z', name))
  const [trade] = salesBreakdown({ sold: both, returned: [] })
  expect(trade?.byTribune.map(({ name }) => name)).toEqual(['Tribune 9', 'Tribune 10'])
})

test('a sales list has totals of lines, tickets, amounts and taxes for each currency', () => {
  const line = (currency: string, kind: SalesLine['kind'], seats: readonly string[], amount: number, tax?: number) =>
    ({
      currency,
      kind,
      seats,
      amount,
      taxes: tax === undefined ? [] : [{ rate: 18, amount, tax }],
    }) as unknown as SalesLine
  expect(
    salesListSums([
      line('GNF', 'sale', ['A', 'B'], 70_000, 10_678),
      line('EUR', 'sale', ['C'], 800),
      line('GNF', 'refund', ['A'], -35_000, -5_339),
    ]),
  ).toEqual([
    { currency: 'GNF', lines: 2, tickets: 1, amount: 35_000, tax: 5_339 },
    { currency: 'EUR', lines: 1, tickets: 1, amount: 800, tax: null },
  ])
})
