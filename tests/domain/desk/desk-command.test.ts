import { describe, expect, test } from 'vitest'
import { readDeskCommand } from '../../../shared/domain/desk/desk-command.ts'
import { seatsNamed } from '../../../shared/domain/desk/seats-named.ts'
import { seatRows } from '../../../shared/domain/seats/choice/index.ts'
import { demoVisit } from '../../seat-map/demo-venue.ts'
import { stadium } from '../../seat-map/plans.ts'
import { sectionOf, upTo } from '../seat-choice-sections.ts'

const { overview } = demoVisit(stadium).session
const read = (typed: string, plan = stadium as typeof stadium | null) => readDeskCommand(typed, overview, plan, 'GNF')

/** Codes instead of ids, so that a person can read them. */
function best(typed: string): unknown {
  const command = read(typed)
  if (!command.ok || command.value.type !== 'best') return command
  const { count, sectionIds, maxPrice } = command.value
  const codes = sectionIds?.map((id) => overview.sections.find(({ sectionId }) => sectionId === id)?.code)
  return { count, codes: codes ?? null, maxPrice }
}

const codesOf = (fits: (section: (typeof stadium.sections)[number]) => boolean): readonly string[] =>
  stadium.sections.filter(fits).map(({ code }) => code)

describe('the best seats', () => {
  test.for([
    { typed: '4', count: 4, codes: null },
    { typed: '4 tribune nord', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '  4 NORD ', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: 'nord 4', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 virage est', count: 2, codes: codesOf(({ tribune }) => tribune === 'E') },
    { typed: '2 oue', count: 2, codes: codesOf(({ tribune }) => tribune === 'O') },
    { typed: '4 n', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '4 tribune n', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 nh', count: 2, codes: codesOf(({ zone }) => zone === 'NH') },
    { typed: '2 porte e', count: 2, codes: codesOf(({ gate }) => gate === 'E') },
    { typed: '4 nord ville', count: 4, codes: codesOf(({ gate }) => gate === 'A') },
    { typed: '٤ nord', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 nord haute', count: 2, codes: codesOf(({ zone }) => zone === 'NH') },
    { typed: "3 tribune d'honneur", count: 3, codes: codesOf(({ zone }) => zone === 'HON') },
    { typed: '3 n3', count: 3, codes: ['N3'] },
    { typed: 'N3 3', count: 3, codes: ['N3'] },
    { typed: '2 secteur n3', count: 2, codes: ['N3'] },
  ])('“$typed”', ({ typed, count, codes }) => {
    expect(best(typed)).toEqual({ count, codes, maxPrice: null })
  })

  test.for([
    { typed: '4 nord max 50000', maxPrice: 50_000 },
    { typed: '4 nord <50k', maxPrice: 50_000 },
    { typed: 'max 50 000 4 nord', maxPrice: 50_000 },
    { typed: '4 nord ≤ 50.000', maxPrice: 50_000 },
    { typed: '4 nord max 0,05m', maxPrice: 50_000 },
  ])('“$typed” has a limit', ({ typed, maxPrice }) => {
    const command = read(typed)
    expect(command.ok && command.value.type === 'best' && command.value.maxPrice).toBe(maxPrice)
  })

  test.for([
    { typed: '2 pmr', count: 2, codes: null },
    { typed: 'PMR 2', count: 2, codes: null },
    { typed: '2 wheelchair nord', count: 2, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '1 cadeira', count: 1, codes: null },
    { typed: '2 كرسي', count: 2, codes: null },
  ])('“$typed” asks for a space for a wheelchair', ({ typed, count, codes }) => {
    expect(best(typed)).toEqual({ count, codes, maxPrice: null })
    expect(read(typed)).toMatchObject({ value: { wheelchair: true } })
    expect(read('2 nord')).toMatchObject({ value: { wheelchair: false } })
  })

  test('a limit is given back in minor units', () => {
    expect(readDeskCommand('2 max 12', overview, stadium, 'EUR')).toMatchObject({ value: { maxPrice: 1_200 } })
  })

  test('without a plan places are known by the partner’s own names', () => {
    expect(read('2 nord haute', null)).toMatchObject({ value: { type: 'best', count: 2 } })
  })

  test.for([
    { typed: '', type: 'no-count' },
    { typed: 'nord', type: 'no-count' },
    { typed: '0 nord', type: 'no-count' },
    { typed: '51', type: 'no-count' },
    { typed: '99999999999 nord', type: 'no-count' },
    { typed: '4 lune', type: 'unknown-place', words: 'lune' },
    { typed: '4 nord max 12,5', type: 'not-a-sum' },
    { typed: '2 gratuits nord', type: 'one-price' },
    { typed: '2 nord tarif réduit', type: 'one-price' },
    { typed: 'invitation', type: 'one-price' },
    { typed: '3 enfants', type: 'one-price' },
    { typed: 'un bon', type: 'one-price' },
    { typed: '2 child', type: 'one-price' },
    { typed: '2 desconto', type: 'one-price' },
    { typed: '2 طفل', type: 'one-price' },
  ])('“$typed” is refused', ({ typed, ...error }) => {
    expect(read(typed)).toEqual({ ok: false, error })
  })
})

test.for([
  { typed: '2 vir', plan: stadium, codes: ['E', 'O'] },
  { typed: '2 tribune', plan: stadium, codes: ['N', 'S'] },
  { typed: '2 haute', plan: stadium, codes: ['SH', 'NH'] },
  { typed: '2 cote ville', plan: stadium, codes: ['A', 'D', 'G', 'J'] },
])('“$typed” may be several places: they are named', ({ typed, plan, codes }) => {
  const command = read(typed, plan)
  expect(!command.ok && command.error.type === 'which-place' && command.error.places.map(({ code }) => code)).toEqual(
    codes,
  )
})

describe('exactly these seats', () => {
  test.for([
    { typed: 'N3 F 12-15', row: 'f', spans: [{ from: 12, to: 15 }] },
    { typed: 'n3 f12-15', row: 'f', spans: [{ from: 12, to: 15 }] },
    { typed: 'n3 F 12,14 16', row: 'f', spans: [12, 14, 16].map((seat) => ({ from: seat, to: seat })) },
    { typed: 'n3 7 12-15', row: '7', spans: [{ from: 12, to: 15 }] },
    { typed: 'n3 7, 12', row: '7', spans: [{ from: 12, to: 12 }] },
  ])('“$typed”', ({ typed, row, spans }) => {
    expect(read(typed)).toEqual({ ok: true, value: { type: 'seats', sectionId: 'id-N3', row, spans } })
  })
})

describe('along a row', () => {
  const odd = seatRows(sectionOf([{ numbers: [11, 13, 15, 17, 19], states: '...s.' }]), null)
  const numbers = (spans: readonly [number, number][], rows = odd, label = 'a'): unknown => {
    const named = seatsNamed(
      rows,
      label,
      spans.map(([from, to]) => ({ from, to })),
    )
    return named.ok ? named.value.map(({ number }) => number) : named.error
  }

  test('numbering decides what lies between', () => {
    expect(numbers([[11, 15]])).toEqual([11, 13, 15])
    expect(numbers([[15, 11]])).toEqual([11, 13, 15])
    expect(
      numbers([
        [11, 13],
        [13, 13],
      ]),
    ).toEqual([11, 13])
    const even = seatRows(sectionOf([{ numbers: upTo(6) }]), null)
    expect(numbers([[2, 4]], even)).toEqual([2, 3, 4])
  })

  test('what is not there, or not free, is named', () => {
    expect(numbers([[11, 12]])).toEqual({ type: 'unknown-seat', numbers: [12] })
    expect(numbers([[15, 19]])).toEqual({ type: 'seat-taken', seatCodes: ['N1-A-17'] })
    expect(numbers([[11, 11]], odd, 'Z')).toEqual({ type: 'unknown-row', row: 'Z' })
  })
})
