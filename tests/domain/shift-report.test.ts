import { expect, test } from 'vitest'
import { blindReading, type CurrencyReport } from '../../shared/domain/money/shift-report.ts'
import { shiftReport } from '../printing/report-samples.ts'

const [counted] = shiftReport().currencies as readonly [CurrencyReport]
const uncounted: CurrencyReport = { ...counted, drawer: { ...counted.drawer!, uncounted: true } }
const withoutCash: CurrencyReport = { ...counted, drawer: null }

test('a reading hides what somebody has yet to count, and a Z tells everything', () => {
  const currencies = [counted, uncounted, withoutCash]
  const reading = blindReading(shiftReport({ kind: 'X', currencies }))
  expect(reading).toMatchObject({ kind: 'X', currencies: [counted, { ...uncounted, blind: true }, withoutCash] })
  expect(reading.currencies.map(({ blind }) => blind)).toEqual([undefined, true, undefined])
  const closed = shiftReport({ kind: 'Z', currencies })
  expect(blindReading(closed)).toBe(closed)
})
