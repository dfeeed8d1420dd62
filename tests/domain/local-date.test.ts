import { describe, expect, test } from 'vitest'
import {
  instantOf,
  isInstant,
  isTimeZone,
  localDate,
  localStamp,
  localTime,
} from '../../shared/domain/documents/local-date.ts'
import { parsePaper, sheetOf } from '../../shared/domain/documents/paper.ts'

test('the local time of an instant is that of the zone, in summer and in winter', () => {
  const at = (utc: string, zone: string) => localTime(Date.parse(utc), zone)
  expect(at('2026-05-16T23:30:05Z', 'Europe/Paris')).toBe('2026-05-17T01:30:05')
  expect(at('2026-12-31T23:00:00Z', 'Europe/Paris')).toBe('2027-01-01T00:00:00')
})

test.each([
  ['Africa/Conakry', true],
  ['UTC', true],
  ['Africa/Conacry', false],
  ['+01:00', false],
  ['', false],
])('%j is a time zone: %s', (name, known) => expect(isTimeZone(name)).toBe(known))

test('an instant is written with the offset of the zone at that time', () => {
  expect(localStamp('2026-07-01T23:30:05.000Z', 'Europe/Paris')).toBe('2026-07-02 01:30:05 +02:00')
  expect(localStamp('2026-01-01T02:00:00.999Z', 'America/New_York')).toBe('2025-12-31 21:00:00 -05:00')
  expect(localStamp('2026-01-01T00:00:00Z', 'Asia/Kathmandu')).toBe('2026-01-01 05:45:00 +05:45')
})

test.each([
  ['2026-05-16T23:30:05.000Z', true],
  ['2026-13-40T23:30:05Z', false],
  ['2026-05-16 23:30', false],
])('%s is an instant: %s', (text, is) => expect(isInstant(text)).toBe(is))

test('an instant has the day and hour of the zone', () => {
  const date = { year: 2025, month: 11, day: 31, weekday: 3, hour: 21, minute: 0 }
  expect(localDate('2026-01-01T02:00:30.000Z', 'America/New_York')).toEqual(date)
})

test.each([
  ['a time in summer', '2026-07-01T12:00', '2026-07-01T10:00'],
  ['the first of two equal times when clocks go back', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['the time after the second of them', '2026-10-25T03:00', '2026-10-25T02:00'],
  ['a time that is skipped, as much later', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['a year before any zone', '0999-01-01T00:00', '0998-12-31T23:50'],
  ['a year after the last', '9999-12-31T23:59', '9999-12-31T22:59'],
])('the instant of a local time: %s', (_, local, utc) => {
  const at = instantOf(Date.parse(`${local}Z`), 'Europe/Paris')
  expect(new Date(at).toISOString().slice(0, 16)).toBe(utc)
})

describe('paper', () => {
  test('papers are named, or measured in millimetres', () => {
    for (const paper of ['a4', 'a6', 'roll-80', 'roll-58', '210x74'])
      expect(parsePaper(paper)).toEqual({ ok: true, value: paper })
    for (const paper of ['letter', '210', '210x', '0x74', '210 x 74', '2100x740', '2210x74', '210x74x'])
      expect(parsePaper(paper)).toEqual({ ok: false, error: { type: 'unknown-paper' } })
  })

  test.each([
    ['a6', { width: 105, height: 148, shape: 'portrait' }],
    ['74x105', { width: 74, height: 105, shape: 'portrait' }],
    ['80x100', { width: 80, height: 100, shape: 'portrait' }],
    ['336x420', { width: 336, height: 420, shape: 'portrait' }],
    ['140x100', { width: 140, height: 100, shape: 'landscape' }],
    ['140x60', { width: 140, height: 60, shape: 'landscape' }],
    ['420x300', { width: 420, height: 300, shape: 'landscape' }],
  ] as const)('%s is stock that a ticket stands on: %o', (paper, sheet) => {
    expect(sheetOf(paper)).toEqual({ ok: true, value: sheet })
  })

  const tooSmall = ['60x100', '73x105', '80x99', '139x60', '139x99', '200x59']
  const tooLarge = ['430x200', '421x300', '300x421']
  const tooSquare = ['100x100', '140x101', '210x160']

  test.each([...tooSmall, ...tooLarge, ...tooSquare])('%s is refused: too small, too large or too square', (paper) => {
    expect(parsePaper(paper)).toEqual({ ok: false, error: { type: 'unusable-sheet' } })
  })
})
