import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { amountOf } from '../support/share.ts'
import { isCaught, runInParallel, storyDigest, withTemplates, type KindOfKiosk } from './campaign.ts'
import { FAULT_KINDS } from './faults.ts'
import { runSeed } from './run-seed.ts'

const jobs = Math.min(2, availableParallelism())

const days = amountOf(100, 50)

test(`${days} days in the hall: every invariant holds after every step, whatever goes wrong`, async () => {
  const tally = await runInParallel({ first: 1, seeds: days, jobs, kiosks: 'shipping' })
  expect(tally.failed).toEqual([])
  expect(tally.seeds).toBe(days)
  // All final states and all faults occurred, except rare faults that `npm run proofs -- simulation` covers.
  const absent = FAULT_KINDS.filter((kind) => !/note|slip/u.test(kind) && !(kind in tally.faults))
  expect(absent.length, absent.join()).toBeLessThanOrEqual(amountOf(8, 11))
  expect(Object.keys(tally.sales).toSorted()).toEqual(['abandoned', 'done', 'refunded'])
})

test('days of bank notes and credit slips: each note in a box counts once, for whom put it in, or staff know of it', async () => {
  const seeds = amountOf(12, 4)
  const tally = await runInParallel({ first: 1, seeds, jobs: 1, kiosks: 'notes' })
  expect(tally.failed).toEqual([])
  const some = Object.keys(tally.faults).filter((kind) => kind.includes('note'))
  expect(some.length).toBeGreaterThanOrEqual(amountOf(3, 1))
})

/** Each faulty program fails on `failed` of `seeds` days. Simulation stops after the last required failure. */
test.each<[KindOfKiosk, string, failed: number, seeds: number]>([
  ['credits-escrow', 'a driver that takes each note which its device holds for one that is in the box', 1, 4],
  ['naive', 'kiosks that make the order after the payment and try again under a new id', 8, 30],
  ['early-timeout', 'a driver that gives a payment up while its code can still be paid', 3, 40],
  ['drops-open-payment', 'a program that forgets payments which their sales went on without', 3, 40],
  ['forgets-refund', 'a program that forgets that it told a provider to give money back', 3, 80],
])('the control %s, %s, is caught on %i of %i days', async (kind, _, failed, seeds) => {
  expect(await isCaught(kind, { seeds: amountOf(2 * seeds, seeds), failed: amountOf(2 * failed, failed) })).toBe(true)
})

test('a seed tells the same story every time, and another seed another', async () => {
  const [once, again, other] = await withTemplates(async (templates) => [
    storyDigest(await runSeed(11, templates)),
    storyDigest(await runSeed(11, templates)),
    storyDigest(await runSeed(12, templates)),
  ])
  expect(again).toBe(once)
  expect(other).not.toBe(once)
})
