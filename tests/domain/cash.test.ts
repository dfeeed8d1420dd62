import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cashBack,
  cashDue,
  cashPieces,
  countedTotal,
  suggestedAmounts,
  notesExplain,
  piecesBelong,
} from '../../shared/domain/money/cash.ts'
import { blindReading, type CurrencyReport } from '../../shared/domain/money/shift-report.ts'
import { shiftReport } from '../printing/document-samples.ts'

test.each([
  [70_000, 'GNF', [80_000, 100_000]],
  [140_000, 'GNF', [150_000, 160_000, 200_000]],
  // The amount can be paid exactly in notes, so one more note or a round bundle is suggested.
  [200_000, 'GNF', [220_000, 250_000, 300_000]],
  [20_000, 'GNF', [50_000]],
  [7_500, 'XOF', [8_000, 10_000]],
  [2_000, 'EUR', [5_000, 10_000, 20_000]],
  [1, 'GNF', [100, 500, 1_000]],
  [70_000, 'CHF', [100_000]],
  [0, 'GNF', []],
])('for %d %s people hand over %j', (due, currency, expected) => {
  expect(suggestedAmounts(due, currency)).toEqual(expected)
})

describe('a sum that was handed over', () => {
  test.each([
    [20_000, 20_000, 'GNF', true],
    [2_000, 50_000, 'EUR', true],
    [280_000, 500_000, 'GNF', true],
    [280_000, 1_000_000, 'GNF', false],
    [20_000, 200_000, 'GNF', false],
    [15_000, 150_000, 'XOF', false],
    [15_000, 20_000, 'CHF', true],
    [15_000, 50_000, 'CHF', false],
  ])('for %d is %d %s, which notes explain: %s', (due, received, currency, explained) => {
    expect(notesExplain(received, due, currency)).toBe(explained)
  })

  test('is never asked about where it is exact or offered, and always where a zero too many makes it', () => {
    const currency = fc.constantFrom('GNF', 'XOF', 'XAF', 'EUR', 'USD', 'GBP', 'CHF')
    fc.assert(
      fc.property(currency, fc.integer({ min: 1, max: 10_000_000_000 }), (money, due) => {
        for (const sum of [due, ...suggestedAmounts(due, money, 6)]) expect(notesExplain(sum, due, money)).toBe(true)
        const largest = Math.max(...cashPieces(money).map(({ value }) => value))
        if (9 * due >= largest) expect(notesExplain(10 * due, due, money)).toBe(false)
      }),
    )
  })
})

describe('cash that goes back', () => {
  test.each([
    // A customer paid 7,800 for a seat at 7,777.
    [[7_777], 7_800, 'GNF', [7_800]],
    [[7_777, 7_777, 7_777], 23_300, 'GNF', [7_800, 7_800, 7_700]],
    [[40, 40, 40], 100, 'GNF', [0, 100, 0]],
    [[1_003, 1_003], 2_005, 'XOF', [1_005, 1_000]],
    [[1_250, 1_251], 2_501, 'EUR', [1_250, 1_251]],
  ] as const)('for %j of which %d %s were received is %j', (shares, handed, currency, expected) => {
    const taken = { share: shares.reduce<number>((sum, share) => sum + share, 0), handed }
    const before = { share: 0, handed: 0 }
    const back = shares.map((share) => {
      const out = cashBack(taken, before, share, currency)
      before.share += share
      before.handed += out
      return out
    })
    expect(back).toEqual(expected)
  })

  test('is in the end what was received, in coins that exist, however it comes back', () => {
    const currency = fc.constantFrom('GNF', 'XOF', 'EUR')
    fc.assert(
      fc.property(currency, fc.array(fc.nat(20_000), { minLength: 1, maxLength: 6 }), (money, shares) => {
        const share = shares.reduce((sum, each) => sum + each, 0)
        const taken = { share, handed: cashDue(share, money) }
        const before = { share: 0, handed: 0 }
        for (const each of shares) {
          const out = cashBack(taken, before, each, money)
          expect(cashDue(out, money)).toBe(out)
          before.share += each
          before.handed += out
        }
        expect(before).toEqual(taken)
      }),
    )
  })
})

describe('a drawer is counted by', () => {
  test.each([
    ['GNF', '20000 10000 5000 2000 1000 500 100', ''],
    ['XOF', '10000 5000 2000 1000 500', '500 250 200 100 50 25 10 5'],
    ['XAF', '10000 5000 2000 1000 500', '500 100 50 25 10 5'],
    ['EUR', '50000 20000 10000 5000 2000 1000 500', '200 100 50 20 10 5 2 1'],
    ['USD', '10000 5000 2000 1000 500 200 100', '100 50 25 10 5 1'],
    ['GBP', '5000 2000 1000 500', '200 100 50 20 10 5 2 1'],
    ['CHF', '', '1'],
  ])('the notes and coins of %s', (currency, notes, coins) => {
    const { note = [], coin = [] } = Object.groupBy(cashPieces(currency), ({ kind }) => kind)
    expect([note, coin].map((pieces) => pieces.map(({ value }) => value).join(' '))).toEqual([notes, coins])
  })

  test('pieces of its currency alone, each named once', () => {
    const [note, coin] = [{ kind: 'note', value: 500 } as const, { kind: 'coin', value: 500 } as const]
    expect(piecesBelong('XOF', [])).toBe(true)
    expect(piecesBelong('XOF', [note, coin])).toBe(true)
    expect(piecesBelong('XOF', [note, note])).toBe(false)
    expect(piecesBelong('GNF', [note, coin])).toBe(false)
    expect(countedTotal([])).toBe(0)
    const [notes, coins] = [
      { ...note, count: 3 },
      { ...coin, value: 25, count: 2 },
    ]
    expect(countedTotal([notes, coins])).toBe(1_550)
  })
})

const [sample] = shiftReport().currencies as readonly [CurrencyReport]
const counted: CurrencyReport = { ...sample, cashbox: null }
const uncounted: CurrencyReport = { ...counted, drawer: { ...counted.drawer!, uncounted: true } }
const withoutCash: CurrencyReport = { ...counted, drawer: null }
const withNotes: CurrencyReport = { ...withoutCash, cashbox: sample.cashbox }

test('a reading hides what somebody has yet to count, and a Z tells everything', () => {
  const currencies = [counted, uncounted, withoutCash, withNotes]
  expect(withNotes.cashbox?.notes.length).toBeGreaterThan(0)
  const reading = blindReading(shiftReport({ kind: 'X', currencies }))
  const [blindDrawer, blindBox] = [uncounted, withNotes].map((each) => ({ ...each, blind: true }))
  expect(reading).toEqual({ ...reading, kind: 'X', currencies: [counted, blindDrawer, withoutCash, blindBox] })
  const closed = shiftReport({ kind: 'Z', currencies })
  expect(blindReading(closed)).toBe(closed)
})
