import { expect, test } from 'vitest'
import { runRace, runSlipRace } from './race.ts'

test('kiosks that race for the same seats sell each of them once', { timeout: 120_000 }, async () => {
  const { sold, toldAfterMs, faults } = await runRace({ kiosks: 4, seats: 60, shared: true })
  expect(faults).toEqual([])
  expect(sold).toHaveLength(60)
  expect(new Set(sold).size).toBe(60)
  expect(toldAfterMs.length).toBeGreaterThan(0)
})

test('the control: without a service between them, seats are sold twice', { timeout: 120_000 }, async () => {
  const { sold } = await runRace({ kiosks: 2, seats: 20, shared: false })
  expect(new Set(sold).size).toBeLessThan(sold.length)
})

test('of kiosks that are handed one credit slip at the same instant, one spends it', { timeout: 120_000 }, async () => {
  const { spent, owed, faults } = await runSlipRace({ kiosks: 3, rounds: 6, shared: true })
  expect(faults).toEqual([])
  expect(spent).toEqual([1, 1, 1, 1, 1, 1])
  expect(owed).toBe(1_000)
})

test('the control: without a hub between them, a credit slip is spent at each', { timeout: 120_000 }, async () => {
  const { spent } = await runSlipRace({ kiosks: 2, rounds: 1, shared: false })
  expect(spent).toEqual([2])
})
