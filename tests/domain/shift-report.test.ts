import { expect, test } from 'vitest'
import { blindReading, type CurrencyReport } from '../../shared/domain/money/shift-report.ts'
import { shiftReport } from '../printing/report-samples.ts'

const [sample] = shiftReport().currencies as readonly [CurrencyReport]
const counted: CurrencyReport = { ...sample, noteBox: null }
const uncounted: CurrencyReport = { ...counted, drawer: { ...counted.drawer!, uncounted: true } }
const withoutCash: CurrencyReport = { ...counted, drawer: null }
/** Notes lie in the box of its device. */
const withNotes: CurrencyReport = { ...withoutCash, noteBox: sample.noteBox }

test('a reading hides what somebody has yet to count, and a Z tells everything', () => {
  const currencies = [counted, uncounted, withoutCash, withNotes]
  expect(withNotes.noteBox?.notes.length).toBeGreaterThan(0)
  const reading = blindReading(shiftReport({ kind: 'X', currencies }))
  const [blindDrawer, blindBox] = [uncounted, withNotes].map((each) => ({ ...each, blind: true }))
  expect(reading).toEqual({ ...reading, kind: 'X', currencies: [counted, blindDrawer, withoutCash, blindBox] })
  const closed = shiftReport({ kind: 'Z', currencies })
  expect(blindReading(closed)).toBe(closed)
})
