import { expect, test } from 'vitest'
import { readSaleQuery } from '../../electron/core/sale/sale-query.ts'
import { readDeskCommand } from '../../shared/domain/desk/desk-command.ts'
import { seatsNamed } from '../../shared/domain/desk/seats-named.ts'
import { seatRows } from '../../shared/domain/seats/choice/index.ts'
import { readSum } from '../../shared/domain/money/typed-sum.ts'
import { demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { sectionOf, upTo } from '../domain/seat-choice-samples.ts'
import { blocksOf, inlinesOf, pageAt } from './pages.ts'

const { overview } = demoVisit(stadium).session

/** A line of the desk as it is understood, in short. */
function understood(typed: string): string {
  const command = readDeskCommand(typed, { overview, plan: stadium, currency: 'GNF', maxSeats: 20 })
  if (!command.ok) return command.error.type
  if (command.value.type === 'seats') {
    const rows = ['A', 'A1', 'F'].map((label) => ({ label, numbers: upTo(15) }))
    const named = seatsNamed(seatRows(sectionOf(rows)), command.value)
    return named.ok ? named.value.map(({ rowLabel, number }) => `${rowLabel}-${number}`).join(', ') : named.error.type
  }
  const { count, sectionIds, maxPrice, wheelchair } = command.value
  return [`best ${count}`, wheelchair && 'for a wheelchair', sectionIds && 'somewhere', maxPrice && `up to ${maxPrice}`]
    .filter(Boolean)
    .join(', ')
}

function sum(typed: string): string {
  const read = readSum(typed.replace(/\+$/u, ''), 'GNF')
  return read.ok ? String(read.value) : read.error.type
}

/** Each line that the pages of the desk have people type, with how it is read. */
const lines: Readonly<Record<string, readonly [read: (typed: string) => string, as: string]>> = {
  '4': [understood, 'best 4'],
  '4 tribune nord': [understood, 'best 4, somewhere'],
  '4 n': [understood, 'best 4, somewhere'],
  '4 nor': [understood, 'best 4, somewhere'],
  '4 nord max 50000': [understood, 'best 4, somewhere, up to 50000'],
  '<50k': [(typed) => understood(`4 nord ${typed}`), 'best 4, somewhere, up to 50000'],
  '5 pmr': [understood, 'best 5, for a wheelchair'],
  '2 pmr': [understood, 'best 2, for a wheelchair'],
  '2 pmr nord': [understood, 'best 2, for a wheelchair, somewhere'],
  '1 pmr': [understood, 'best 1, for a wheelchair'],
  'N3 F 12-15': [understood, 'F-12, F-13, F-14, F-15'],
  'N3 F 12,14': [understood, 'F-12, F-14'],
  'N1 A: 1,5': [understood, 'A-1, A-5'],
  '2 virage': [understood, 'which-place'],
  '500000': [sum, '500000'],
  '500 000': [sum, '500000'],
  '500k': [sum, '500000'],
  '0,5m': [sum, '500000'],
  '50000+': [sum, '50000'],
  '50000': [sum, '50000'],
}

const found = (typed: string): string => {
  const { words, period } = readSaleQuery(typed, '2026-05-18T12:00:00Z', 'Africa/Conakry')
  const minutes = period && (Date.parse(period.untilUtc) - Date.parse(period.fromUtc)) / 60_000
  return minutes === null ? words : `${minutes} minutes`
}

/** What is typed to find a sale, with what is looked for. */
const searches: Readonly<Record<string, string>> = {
  'N3 F 12': 'N3 F 12',
  '14:30': '30 minutes',
  '14h': '60 minutes',
  '17/05': '1440 minutes',
  '17/05 14:30': '30 minutes',
}

test.each(Object.entries(searches))('“%s” finds a sale as its page says', (typed, as) => {
  expect(found(typed)).toBe(as)
})

test.each(['operating/desk.md', 'fr/operating/desk.md'])('what %s has people type is there', (path) => {
  const inTable = (one: string): readonly string[] =>
    blocksOf(pageAt(path).blocks).flatMap((block) => {
      const typed =
        block.type === 'table' ? block.rows.flat(2).flatMap((each) => (each.type === 'code' ? [each.text] : [])) : []
      return typed.includes(one) ? typed : []
    })
  const typed = inTable('4 tribune nord')
  expect(inTable('14h').toSorted()).toEqual(Object.keys(searches).toSorted())
  const beside = inlinesOf(pageAt(path)).flatMap((inline) =>
    inline.type === 'code' && inline.text.startsWith('2 virage') ? [inline.text] : [],
  )
  expect([...typed, ...beside].toSorted()).toEqual(Object.keys(lines).toSorted())
})

test.each(Object.entries(lines))('“%s” is understood as its page says', (typed, [read, as]) => {
  expect(read(typed)).toBe(as)
})
