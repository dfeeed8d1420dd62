import { expect, test } from 'vitest'
import { isSample } from '../support/share.ts'
import { fuzzHub } from './hub-fuzz.ts'
import { createRandom } from '../simulation/random.ts'
import { lieToTheKiosk } from './hostile-partner.ts'
import { fuzzPartner, naiveReader, shippingReader } from './partner-fuzz.ts'

const REQUESTS = isSample ? 1_500 : 3_000

test('malformed requests: no crash, no 5xx, nothing told that is another’s, memory flat, and it still sells', async () => {
  const report = await fuzzHub(REQUESTS, 7)
  expect(report.faults).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  expect(report.statuses.get(200)).toBeGreaterThan(REQUESTS / 15)
  expect(report.statuses.get(400)).toBeGreaterThan(REQUESTS / 3)
  expect(report.raw).toBeGreaterThan(REQUESTS / 150)
})

const REPLIES = isSample ? 1_500 : 3_000
const LIES = isSample ? 15 : 30

test('mutated replies crash nothing, confirm nothing that was not sold, refund nothing early', async () => {
  const report = await fuzzPartner(REPLIES, 7, shippingReader(createRandom(7)))
  expect(report.faults).toEqual([])
  // Enough replies remain valid after the mutations for each kind of reply to be accepted sometimes.
  expect(report.confirmed).toBeGreaterThan(REPLIES / 30)
  expect(report.priced).toBeGreaterThan(REPLIES / 60)
  expect(report.refunds).toBeGreaterThan(REPLIES / 600)
})

test('the control: a client that believes any 2xx and takes any 4xx for final is caught at once', async () => {
  const report = await fuzzPartner(500, 7, naiveReader)
  expect(report.faults.some((fault) => fault.includes('false confirmation'))).toBe(true)
  expect(report.faults.some((fault) => fault.includes('a refund without a word'))).toBe(true)
})

test('a partner that lies in one way all the time sells nothing that is not so, and gets no money given back early', async () => {
  const report = await lieToTheKiosk({ most: LIES })
  expect(report.faults).toEqual([])
  expect(report.lies).toBeGreaterThan((LIES * 25) / 30)
  expect(report.told).toBeGreaterThan(report.lies)
  expect(report.ended['done']).toBeGreaterThan(LIES / 3)
}, 180_000)
