import { expect, test } from 'vitest'
import { inNumerals } from '../../../renderer/i18n/numerals.ts'

test('Arabic digits come with their own marks; western ones stay as they are', () => {
  expect(inNumerals('1,234.50 · 7:05', 'arabic')).toBe('١٬٢٣٤٫٥٠ · ٧:٠٥')
  expect(inNumerals('1,234.50 · 7:05', 'western')).toBe('1,234.50 · 7:05')
})
