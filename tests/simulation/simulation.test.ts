import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { storyDigest, withTemplates } from './campaign.ts'
import { FAULT_KINDS } from './faults.ts'
import { runInParallel } from './parallel.ts'
import { runSeed } from './run-seed.ts'

const jobs = Math.min(2, availableParallelism())

test('300 days in the hall: every invariant holds after every step, whatever goes wrong', async () => {
  const tally = await runInParallel({ first: 1, seeds: 300, jobs, kiosks: 'shipping' })
  expect(tally.failed).toEqual([])
  expect(tally.seeds).toBe(300)
  // Every kind of fault was there, and every end of a sale.
  expect(Object.keys(tally.faults).toSorted()).toEqual(FAULT_KINDS.toSorted())
  expect(Object.keys(tally.sales).toSorted()).toEqual(['abandoned', 'done', 'refunded'])
})

test('the control: kiosks that make the order after the payment and try again under a new id are caught', async () => {
  const tally = await runInParallel({ first: 1, seeds: 80, jobs, kiosks: 'naive' })
  expect(tally.failed.length).toBeGreaterThan(20)
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
