import { expect, test } from 'vitest'
import { sharesFor } from './share.ts'

const all = Array.from({ length: 40 }, (_, index) => index)
const sampleBy = (seed: number, what = 'screens') =>
  sharesFor({ GUICHET_TESTS_SEED: String(seed) }).shareOf(what, all, 10)

test('a whole run takes everything, and says so', () => {
  const { isSample, shareOf, anyOf, amountOf } = sharesFor({ GUICHET_TESTS: 'whole', GUICHET_TESTS_SEED: '7' })
  expect(isSample).toBe(false)
  expect(shareOf('screens', all, 10)).toEqual({ cases: all, said: 'all 40' })
  expect(amountOf(300, 100)).toBe(300)
  // Even a full run draws only a sample of similar cases.
  expect(anyOf('glasses', all, 10)).toEqual(sampleBy(7, 'glasses'))
})

test('a sixth is drawn like a sample, and is never less than one', () => {
  const { isSample, shareOf, anyOf, amountOf, oneIn } = sharesFor({ GUICHET_TESTS: 'sixth', GUICHET_TESTS_SEED: '7' })
  expect(isSample).toBe(false)
  const { cases, said } = shareOf('screens', all, 5)
  expect(said).toBe('7 of 40, seed 7')
  expect(cases).toHaveLength(7)
  expect(shareOf('screens', all, 20).cases).toHaveLength(20)
  expect(anyOf('glasses', all, 10)).toEqual(sampleBy(7, 'glasses'))
  expect([amountOf(600, 60), amountOf(100, 60), amountOf(8, 10)]).toEqual([100, 60, 10])
  expect([oneIn(8).said, oneIn(2).said, oneIn(1).said]).toEqual(['one in 6, seed 7', 'one in 2, seed 7', 'all'])
})

test('a sample takes as many as asked, each once and in order, and says by which seed', () => {
  const { cases, said } = sampleBy(7)
  expect(said).toBe('10 of 40, seed 7')
  expect(cases).toHaveLength(10)
  expect(new Set(cases).size).toBe(10)
  expect(cases).toEqual(cases.toSorted((a, b) => a - b))
  expect(sharesFor({}).amountOf(300, 100)).toBe(100)
  expect(sharesFor({}).isSample).toBe(true)
})

test('the same seed draws the same; another seed, or another matrix, does not', () => {
  expect(sampleBy(7)).toEqual(sampleBy(7))
  expect(sampleBy(8).cases).not.toEqual(sampleBy(7).cases)
  expect(sampleBy(7, 'languages').cases).not.toEqual(sampleBy(7).cases)
})

test('every case is drawn by some seed', () => {
  const drawn = new Set(Array.from({ length: 60 }, (_, seed) => sampleBy(seed).cases).flat())
  expect(drawn.size).toBe(all.length)
})

test('one in so many of a list is never none of it', () => {
  const { oneIn } = sharesFor({})
  expect(oneIn(8).said).toBe('one in 8, seed 1')
  expect(oneIn(8).take('rows', all)).toHaveLength(5)
  expect(oneIn(8).take('rows', [1])).toEqual([1])
  expect(oneIn(8).take('rows', [])).toEqual([])
  expect(sharesFor({ GUICHET_TESTS: 'whole' }).oneIn(8)).toMatchObject({ said: 'all' })
  expect(sharesFor({ GUICHET_TESTS: 'whole' }).oneIn(8).take('rows', all)).toEqual(all)
})

test('a matrix that is no longer than the sample is taken whole', () => {
  expect(sharesFor({}).shareOf('sizes', [1, 2], 2)).toEqual({ cases: [1, 2], said: 'all 2' })
})
