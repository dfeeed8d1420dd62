import { expect, test } from 'vitest'
import { createRandom } from '../simulation/random.ts'
import { fuzzPartner, naiveReader, shippingReader } from './partner-fuzz.ts'

test('mutated replies crash nothing, confirm nothing that was not sold, refund nothing early', async () => {
  const report = await fuzzPartner(3_000, 7, shippingReader(createRandom(7)))
  expect(report.faults).toEqual([])
  // The mutations left enough alone for each kind of answer to be believed sometimes.
  expect(report.confirmed).toBeGreaterThan(100)
  expect(report.priced).toBeGreaterThan(50)
  expect(report.refunds).toBeGreaterThan(5)
})

test('the control: a client that believes any 2xx and takes any 4xx for final is caught at once', async () => {
  const report = await fuzzPartner(500, 7, naiveReader)
  expect(report.faults.some((fault) => fault.includes('false confirmation'))).toBe(true)
  expect(report.faults.some((fault) => fault.includes('a refund without a word'))).toBe(true)
})
