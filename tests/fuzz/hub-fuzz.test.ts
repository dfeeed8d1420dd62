import { expect, test } from 'vitest'
import { isSample } from '../support/share.ts'
import { fuzzHub } from './hub-fuzz.ts'

const REQUESTS = isSample ? 1_500 : 3_000

test('malformed requests: no crash, no 5xx, nothing told that is another’s, memory flat, and it still sells', async () => {
  const report = await fuzzHub(REQUESTS, 7)
  expect(report.faults).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  // The requests got past the door often enough to mean something.
  expect(report.statuses.get(200)).toBeGreaterThan(REQUESTS / 15)
  expect(report.statuses.get(400)).toBeGreaterThan(REQUESTS / 3)
  expect(report.raw).toBeGreaterThan(REQUESTS / 150)
})

test('the control, with all three faults, is caught', async () => {
  const { faults } = await fuzzHub(1_250, 7, { control: true })
  expect(faults.some((fault) => fault.startsWith('HTTP 5xx'))).toBe(true)
  expect(faults.some((fault) => fault.startsWith('told what is another'))).toBe(true)
})
