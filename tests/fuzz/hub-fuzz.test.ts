import { expect, test } from 'vitest'
import { fuzzHub } from './hub-fuzz.ts'

test('malformed requests: no crash, no 5xx, nothing told that is another’s, memory flat, and it still sells', async () => {
  const report = await fuzzHub(3_000, 7)
  expect(report.faults).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(3_000)
  // The requests got past the door often enough to mean something.
  expect(report.statuses.get(200)).toBeGreaterThan(200)
  expect(report.statuses.get(400)).toBeGreaterThan(1_000)
  expect(report.raw).toBeGreaterThan(20)
}, 60_000)

test('the control, with all three faults, is caught', async () => {
  const { faults } = await fuzzHub(2_500, 7, { control: true })
  expect(faults.some((fault) => fault.startsWith('HTTP 5xx'))).toBe(true)
  expect(faults.some((fault) => fault.startsWith('told what is another'))).toBe(true)
}, 60_000)
