import { expect, test } from 'vitest'
import { eventDate, instantWords, minutesAndSeconds, typedTime } from '../../../renderer/i18n/dates.ts'
import { arabic } from '../../../renderer/i18n/ar/catalogue.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { inNumerals } from '../../../shared/domain/language.ts'
import { useTimeZone } from '../../support/time-zone.ts'

useTimeZone('America/New_York')

test.each([
  ['2025-05-17T16:00:00', 'samedi 17 mai, 16\u00a0h', 'Saturday 17 May, 4\u00a0pm'],
  ['2025-05-17T20:30:00', 'samedi 17 mai, 20\u00a0h\u00a030', 'Saturday 17 May, 8:30\u00a0pm'],
  ['2026-01-01T00:05:00', 'jeudi 1er janvier, 0\u00a0h\u00a005', 'Thursday 1 January, 12:05\u00a0am'],
  ['2024-02-29T12:00:00', 'jeudi 29 février, 12\u00a0h', 'Thursday 29 February, 12\u00a0pm'],
  ['2025-03-30T02:30:00', 'dimanche 30 mars, 2\u00a0h\u00a030', 'Sunday 30 March, 2:30\u00a0am'],
])('%s is said as written, never shifted', (local, french, english) => {
  expect(eventDate(local, 'fr').full).toBe(french)
  expect(eventDate(local, 'en').full).toBe(english)
})

test.each([
  ['2025-05-17T16:00:00', 'sábado, 17 de maio, 16h', 'السبت 17 مايو، الساعة\u00a016:00'],
  ['2026-01-01T00:05:00', 'quinta-feira, 1 de janeiro, 0h05', 'الخميس 1 يناير، الساعة\u00a00:05'],
])('%s in Portuguese and Arabic', (local, portuguese, arabic) => {
  expect(eventDate(local, 'pt').full).toBe(portuguese)
  expect(eventDate(local, 'ar').full).toBe(arabic)
})

test('an Arabic date takes the digits of the setting; a date of another form is shown as it came', () => {
  expect(eventDate('2025-05-17T16:00:00', 'ar', 'arabic').full).toBe('السبت ١٧ مايو، الساعة\u00a0١٦:٠٠')
  expect(eventDate('à confirmer', 'fr').full).toBe('à confirmer')
})

test.each([
  ['fr', '17 mai 2025, 16:05'],
  ['en', '17 May 2025, 16:05'],
  ['pt', '17 de maio de 2025, 16:05'],
  ['ar', '17 مايو 2025، 16:05'],
] as const)('an instant in %s is said in words: %s', (language, words) => {
  expect(instantWords('2025-05-17T16:05:00.000Z', language, 'Africa/Conakry')).toBe(words)
})

test('an instant has the day and the hour of the venue, whatever the machine’s time zone', () => {
  const i18n = createI18n('en', 'western', {}, 'Pacific/Kiritimati')
  expect(i18n.instant('2025-05-17T16:05:00.000Z')).toBe('18 May 2025, 6:05')
  expect(i18n.clock('2025-05-17T16:05:00.000Z')).toBe('6:05')
})

test.each([
  [480_000, '8:00'],
  [59_001, '1:00'],
  [59_000, '0:59'],
  [1, '0:01'],
  [-5000, '0:00'],
])('%d ms are %s', (milliseconds, shown) => {
  expect(minutesAndSeconds(milliseconds)).toBe(shown)
})

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

test.each([
  ['08:30', '08:30'],
  ['8 H 30', '08:30'],
  ['8.30', '08:30'],
  ['830', '08:30'],
  [' 8 h ', '08:00'],
  ['23', '23:00'],
  ['٢٣:٤٥', '23:45'],
])('%s is a time as people write it', (typed, time) => {
  expect(typedTime(typed)).toBe(time)
})

test('what is no time stays what was typed, and an invalid hour stays invalid', () => {
  for (const typed of ['', 'midi', '8:3', '8:30 pm', '-8', '08:30:00']) expect(typedTime(typed)).toBe(typed)
  expect([typedTime('25h'), typedTime('8h75')]).toEqual(['25:00', '08:75'])
})
