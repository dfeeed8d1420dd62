import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { storyDigest, withTemplates } from './campaign.ts'
import { FAULT_KINDS } from './faults.ts'
import { amountOf } from '../support/share.ts'
import { runInParallel } from './parallel.ts'
import { runSeed } from './run-seed.ts'

const jobs = Math.min(2, availableParallelism())

const days = amountOf(300, 60)

test(`${days} days in the hall: every invariant holds after every step, whatever goes wrong`, async () => {
  const tally = await runInParallel({ first: 1, seeds: days, jobs, kiosks: 'shipping' })
  expect(tally.failed).toEqual([])
  expect(tally.seeds).toBe(days)
  // Every kind of fault was there, the rarest in a whole run alone, and every end of a sale.
  const absent = FAULT_KINDS.filter((kind) => !(kind in tally.faults))
  expect(absent.length, absent.join()).toBeLessThanOrEqual(amountOf(0, 4))
  expect(Object.keys(tally.sales).toSorted()).toEqual(['abandoned', 'done', 'refunded'])
})

test('the control: kiosks that make the order after the payment and try again under a new id are caught', async () => {
  const seeds = amountOf(80, 30)
  const tally = await runInParallel({ first: 1, seeds, jobs, kiosks: 'naive' })
  expect(tally.failed.length).toBeGreaterThan(seeds / 4)
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
