import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUNDLE, cashPieces, exactWith, notesToCount } from '../../shared/domain/money/cash.ts'
import { createRandom } from '../simulation/random.ts'
import { amountOf } from '../support/share.ts'

const currencies = ['GNF', 'XOF', 'XAF', 'EUR', 'USD', 'GBP', 'CHF'] as const
const notesOf = (currency: string): readonly number[] =>
  cashPieces(currency).flatMap(({ kind, value }) => (kind === 'note' ? [value] : []))

const countOf = ({ bundles, loose }: { bundles: number; loose: number }): number => bundles * BUNDLE + loose

/** Returns the smallest number of notes for each multiple of the smallest note up to `upTo`, by exhaustive search. */
function fewest(notes: readonly number[], upTo: number): ReadonlyMap<number, number> {
  const step = Math.min(...notes)
  const best = new Map([[0, 0]])
  for (let amount = step; amount <= upTo; amount += step)
    best.set(amount, 1 + Math.min(...notes.map((note) => best.get(amount - note) ?? Infinity)))
  return best
}

test('210,000 francs of Guinea are ten notes of 20,000 and one of 10,000, to be counted one by one', () => {
  const [tens, one] = [
    { value: 20_000, bundles: 0, loose: 10 },
    { value: 10_000, bundles: 0, loose: 1 },
  ]
  expect(notesToCount(210_000, 'GNF')).toEqual({ piles: [tens, one], rest: 0 })
})

test('more than ten notes of a value come in banded bundles of ten, the others beside them', () => {
  expect(notesToCount(460_000, 'GNF').piles).toEqual([{ value: 20_000, bundles: 2, loose: 3 }])
})

test('what no note makes is the rest', () => {
  expect(notesToCount(12_345, 'EUR')).toMatchObject({ rest: 345 })
  expect(notesToCount(70_050, 'GNF')).toMatchObject({ rest: 50 })
  expect(notesToCount(2500, 'CHF')).toEqual({ piles: [], rest: 2500 })
})

describe.each(currencies)('%s', (currency) => {
  const notes = notesOf(currency)

  test('thousands of amounts are exact, in notes of the currency, none of them twice', () => {
    const random = createRandom(41)
    for (let round = 0; round < amountOf(5_000, 1_000); round += 1) {
      const amount = random.below(round % 2 === 0 ? 10_000_000 : 100_000)
      const { piles, rest } = notesToCount(amount, currency)
      const values = piles.map(({ value }) => value)
      expect(piles.reduce((sum, pile) => sum + countOf(pile) * pile.value, rest)).toBe(amount)
      expect(rest).toBeLessThan(Math.min(...notes, Infinity))
      expect(values).toEqual([...new Set(values)].sort((a, b) => b - a))
      expect(values.filter((value) => !notes.includes(value))).toEqual([])
      for (const pile of piles) {
        expect(countOf(pile)).toBeGreaterThan(0)
        expect(pile.loose).toBeLessThanOrEqual(pile.bundles === 0 ? 10 : 9)
      }
    }
  })

  test.runIf(notes.length > 0)('no smaller number of notes makes the amount', () => {
    for (const [amount, best] of fewest(notes, 2 * Math.max(...notes))) {
      const count = notesToCount(amount, currency).piles.reduce((sum, pile) => sum + countOf(pile), 0)
      expect(`${amount}: ${count}`).toBe(`${amount}: ${best}`)
    }
  })
})

const value = fc.integer({ min: 1, max: 60 })

test('a sum is exact when some handful of the notes makes it, as counting them all up says', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), fc.integer({ min: 0, max: 400 }), (values, most) => {
      const counted = [true]
      for (let sum = 1; sum <= most; sum++) counted.push(values.some((each) => counted[sum - each]))
      const isExact = exactWith(values)
      const expected = values.length > 0 ? counted : counted.map(() => false)
      expect(counted.map((_, sum) => isExact(sum))).toEqual(expected)
    }),
  )
})

test('a hundred million francs are told at once', () => {
  const isExact = exactWith([5_000, 10_000, 20_000])
  expect([isExact(100_000_000), isExact(99_998_000), isExact(0)]).toEqual([true, false, true])
})
