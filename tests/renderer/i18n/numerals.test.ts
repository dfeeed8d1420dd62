import { expect, test } from 'vitest'
import { arabic } from '../../../renderer/i18n/ar/catalogue.ts'
import { inNumerals } from '../../../renderer/i18n/numerals.ts'

test('Arabic digits come with their own marks; western ones stay as they are', () => {
  expect(inNumerals('1,234.50 · 7:05', 'arabic')).toBe('١٬٢٣٤٫٥٠ · ٧:٠٥')
  expect(inNumerals('1,234.50 · 7:05', 'western')).toBe('1,234.50 · 7:05')
})

test('the office counts in the digits of the setting', () => {
  const said = (numerals: 'arabic' | 'western'): string => {
    const { office } = arabic(numerals)
    return [office.left(1234), office.comparing(3, 41), office.counts(2, 0, 1), office.overTime(15)].join(' ')
  }
  expect(said('western')).toMatch(/1,234.* 3 .*41.*2.*0.*1.*15/u)
  expect(said('arabic')).toMatch(/١٬٢٣٤.* ٣ .*٤١.*٢.*٠.*١.*١٥/u)
  expect(said('arabic')).not.toMatch(/\d/u)
})
