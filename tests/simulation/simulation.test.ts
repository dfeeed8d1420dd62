import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { runInParallel, storyDigest, withTemplates } from './campaign.ts'
import { FAULT_KINDS } from './faults.ts'
import { runSeed } from './run-seed.ts'

const jobs = Math.min(2, availableParallelism())

/** The proof `simulation` plays the next seeds, more faults and the controls. */
const DAYS = 30

test(`${DAYS} days in the hall: every invariant holds after every step, whatever goes wrong`, async () => {
  const tally = await runInParallel({ first: 1, seeds: DAYS, jobs, kiosks: 'shipping' })
  expect(tally.failed).toEqual([])
  expect(tally.seeds).toBe(DAYS)
  // All final states and most faults occurred; rare faults need more days. Faults of other kinds of days do not count.
  const absent = FAULT_KINDS.filter((kind) => !/note|slip|message|hub|person/u.test(kind) && !(kind in tally.faults))
  expect(absent.length, absent.join()).toBeLessThanOrEqual(20)
  expect(Object.keys(tally.sales).toSorted()).toEqual(['abandoned', 'done', 'refunded'])
})

test('days of bank notes and credit slips: each note in a box counts once, for whom put it in, or staff know of it', async () => {
  const tally = await runInParallel({ first: 1, seeds: 4, jobs: 1, kiosks: 'notes' })
  expect(tally.failed).toEqual([])
  const some = Object.keys(tally.faults).filter((kind) => kind.includes('note'))
  expect(some.length).toBeGreaterThanOrEqual(1)
})

test('days of invoices and returns: no missing number, a credit note for each return, one signature for each', async () => {
  const tally = await runInParallel({ first: 1, seeds: 8, jobs, kiosks: 'invoices' })
  expect(tally.failed).toEqual([])
  expect(tally.faults['invoice wanted']).toBeGreaterThan(20)
  expect(tally.faults['fiscal reply lost']).toBeGreaterThan(0)
})

test('days of tickets on telephones: one original of each ticket, duplicates without gaps, no message lost or sent after its erasure', async () => {
  const tally = await runInParallel({ first: 1, seeds: 6, jobs, kiosks: 'telephones' })
  expect(tally.failed).toEqual([])
  for (const wish of ['telephone wanted', 'telephone chosen', 'message wanted', 'hub crash'] as const)
    expect(tally.faults[wish]).toBeGreaterThan(3)
})

test('days of sales in several booking sessions: all seats are held or none, each purchase counts once', async () => {
  const tally = await runInParallel({ first: 1, seeds: 8, jobs, kiosks: 'sessions' })
  expect(tally.failed).toEqual([])
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
