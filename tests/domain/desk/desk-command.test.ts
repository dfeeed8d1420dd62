import { describe, expect, test } from 'vitest'
import { readDeskCommand, readDeskLine, seatsNamed } from '../../../shared/domain/desk/desk-command.ts'
import { seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { demoVisit } from '../../seat-map/demo-venue.ts'
import { stadium } from '../../seat-map/plans.ts'
import { sectionOf, upTo } from '../seat-choice-samples.ts'

const { overview } = demoVisit(stadium).session
const desk = { overview, plan: stadium, currency: 'GNF', maxSeats: 20 }
const read = (typed: string, plan = stadium as typeof stadium | null) => readDeskCommand(typed, { ...desk, plan })

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
    { typed: 'nord 4', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 virage est', count: 2, codes: codesOf(({ tribune }) => tribune === 'E') },
    { typed: '2 oue', count: 2, codes: codesOf(({ tribune }) => tribune === 'O') },
    { typed: '4 n', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 nh', count: 2, codes: codesOf(({ zone }) => zone === 'NH') },
    { typed: '2 porte e', count: 2, codes: codesOf(({ gate }) => gate === 'E') },
    { typed: '4 nord ville', count: 4, codes: codesOf(({ gate }) => gate === 'A') },
    { typed: '٤ nord', count: 4, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '2 nord haute', count: 2, codes: codesOf(({ zone }) => zone === 'NH') },
    { typed: "3 tribune d'honneur", count: 3, codes: codesOf(({ zone }) => zone === 'HON') },
    { typed: 'N3 3', count: 3, codes: ['N3'] },
    { typed: '2 secteur n3', count: 2, codes: ['N3'] },
  ])('“$typed”', ({ typed, count, codes }) => {
    expect(best(typed)).toEqual({ count, codes, maxPrice: null })
  })

  test.for([
    { typed: '4 nord max 50000', maxPrice: 50_000 },
    { typed: '4 nord <50k', maxPrice: 50_000 },
    { typed: '4 nord ≤ 50.000', maxPrice: 50_000 },
    { typed: '4 nord max 0,05m', maxPrice: 50_000 },
  ])('“$typed” has a limit', ({ typed, maxPrice }) => {
    const command = read(typed)
    expect(command.ok && command.value.type === 'best' && command.value.maxPrice).toBe(maxPrice)
  })

  test.for([
    { typed: '2 pmr', count: 2, codes: null },
    { typed: '2 wheelchair nord', count: 2, codes: codesOf(({ tribune }) => tribune === 'N') },
    { typed: '1 cadeira', count: 1, codes: null },
    { typed: '2 كرسي', count: 2, codes: null },
  ])('“$typed” asks for a space for a wheelchair', ({ typed, count, codes }) => {
    expect(best(typed)).toEqual({ count, codes, maxPrice: null })
    expect(read(typed)).toMatchObject({ value: { wheelchair: true } })
    expect(read('2 nord')).toMatchObject({ value: { wheelchair: false } })
  })

  test('a limit is given back in minor units', () => {
    expect(readDeskCommand('2 max 12', { ...desk, currency: 'EUR' })).toMatchObject({ value: { maxPrice: 1_200 } })
  })

  test('without a plan places are known by the partner’s own names', () => {
    expect(read('2 nord haute', null)).toMatchObject({ value: { type: 'best', count: 2 } })
  })

  test.for([
    { typed: '', type: 'no-count', limit: 20 },
    { typed: 'nord', type: 'no-count', limit: 20 },
    { typed: '21', type: 'too-many-seats', limit: 20 },
    { typed: '99999999999 nord', type: 'too-many-seats', limit: 20 },
    { typed: '4 lune', type: 'unknown-place', words: 'lune' },
    { typed: '4 nord max 12,5', type: 'not-a-sum' },
    { typed: '2 gratuits nord', type: 'one-price' },
    { typed: '2 nord tarif réduit', type: 'one-price' },
    { typed: 'invitation', type: 'one-price' },
    { typed: '2 child', type: 'one-price' },
    { typed: '2 desconto', type: 'one-price' },
    { typed: '2 طفل', type: 'one-price' },
  ])('“$typed” is refused', ({ typed, ...error }) => {
    expect(read(typed)).toEqual({ ok: false, error })
  })
})

describe('several searches in one line', () => {
  const { zones } = overview
  const plus = zones.map((zone) => (zone.code === 'HON' ? { ...zone, code: 'H+', name: 'Honneur + loges' } : zone))
  const readLine = (typed: string) => readDeskLine(typed, { ...desk, overview: { ...overview, zones: plus } })
  const meaningsIn = (line: ReturnType<typeof readLine>): readonly unknown[] =>
    line.ok ? line.value.map(({ value }) => value) : [line.error]

  test.for([
    { typed: '2 nord + 1 pmr', parts: ['2 nord', '1 pmr'] },
    { typed: '2 nord max 50000+3 sud', parts: ['2 nord max 50000', '3 sud'] },
    { typed: 'N3 F 12-15 + N4 A 1 + 2', parts: ['n3 f 12-15', 'n4 a 1', '2'] },
    { typed: '+ 2 nord +', parts: [null] },
    { typed: '2 nord', parts: [null] },
    { typed: '2 h+', parts: [null] },
    { typed: '2 H+ + 1 honneur + loges', parts: ['2 h+', '1 honneur + loges'] },
  ])('“$typed” is $parts', ({ typed, parts }) => {
    const line = readLine(typed)
    expect(line.ok && line.value.map(({ words }) => words)).toEqual(parts)
    const alone = parts.map((part) => readLine(part ?? typed))
    expect(meaningsIn(line)).toEqual(alone.flatMap(meaningsIn))
  })

  test('an error names the search that failed if the line has several', () => {
    const unknown = { type: 'unknown-place', words: 'lune' }
    expect(readLine('2 nord + 1 lune')).toEqual({ ok: false, error: { ...unknown, part: '1 lune' } })
    expect(readLine('1 lune')).toEqual({ ok: false, error: unknown })
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

const rowsCalled = (...labels: readonly string[]) => {
  const sketches = labels.map((label) => ({ label, numbers: upTo(20) }))
  return seatRows(sectionOf(sketches), null)
}

function seatsOf(typed: string, rows: ReturnType<typeof rowsCalled>, codes: readonly string[] = []): unknown {
  const own = codes.map((code) => ({
    ...overview.sections[0]!,
    sectionId: `id-${code}`,
    code,
    name: `Secteur ${code}`,
  }))
  const command = readDeskCommand(typed, {
    ...desk,
    overview: { ...overview, sections: [...overview.sections, ...own] },
  })
  if (!command.ok) return command.error
  if (command.value.type === 'best') return `${command.value.count} best in ${command.value.sectionIds?.join()}`
  const named = seatsNamed(rows, command.value)
  if (!named.ok) return named.error
  return named.value.map(({ rowLabel, number }) => `${rowLabel}${number}`)
}

describe('exactly these seats, by the rows that the section has', () => {
  test.for([
    { typed: 'N3 F 12-15', rows: ['F'], seats: ['F12', 'F13', 'F14', 'F15'] },
    { typed: 'n3 f12-15', rows: ['F'], seats: ['F12', 'F13', 'F14', 'F15'] },
    { typed: 'n3 F 12,14 16', rows: ['F'], seats: ['F12', 'F14', 'F16'] },
    { typed: 'n3 F: 12 14', rows: ['F'], seats: ['F12', 'F14'] },
    { typed: 'n3 7 12-13', rows: ['7', '12'], seats: ['712', '713'] },
    { typed: 'n3 7, 12', rows: ['7'], seats: ['712'] },
    { typed: 'N1 A1 5', rows: ['A', 'A1'], seats: ['A15'] },
    { typed: 'N1 A1 5', rows: ['A'], seats: ['A1', 'A5'] },
    { typed: 'N1 A 1 5', rows: ['A', 'A1'], seats: ['A1', 'A5'] },
    { typed: 'N1 A: 1-5', rows: ['A', 'A1'], seats: ['A1', 'A2', 'A3', 'A4', 'A5'] },
    { typed: 'N1 A12', rows: ['A', 'A1'], seats: ['A12'] },
    { typed: 'N1 1a2', rows: ['1', '1A'], seats: ['1A2'] },
    { typed: 'N1 A-1 5', rows: ['A', 'A-1'], seats: ['A-15'] },
    { typed: 'N1 é 5', rows: ['É'], seats: ['É5'] },
    { typed: 'N1 ٧ ٥', rows: ['7'], seats: ['75'] },
  ])('“$typed” of $rows', ({ typed, rows, seats }) => {
    expect(seatsOf(typed, rowsCalled(...rows))).toEqual(seats)
  })

  test.for([
    { typed: 'N1 A1,5', rows: ['A', 'A1'], lines: ['N1 A: 1,5', 'N1 A1: 5'] },
    { typed: 'N1 A1-5', rows: ['A', 'A1'], lines: ['N1 A: 1-5', 'N1 A1: 5'] },
    { typed: 'N1 A1', rows: ['A', 'A1'], lines: ['N1 A: 1', 'N1 A1: …'] },
    { typed: 'N1 7 12', rows: ['7', '7 12'], lines: ['N1 7: 12', 'N1 7 12: …'] },
  ])('“$typed” of $rows may be several rows: each is named as it can be typed', ({ typed, rows, lines }) => {
    expect(seatsOf(typed, rowsCalled(...rows))).toEqual({ type: 'which-line', typed: typed.toUpperCase(), lines })
  })

  test.for([
    { typed: 'N3 F 12-', refused: { type: 'not-seats', typed: '12-' } },
    { typed: 'N3 F1', rows: ['F1'], refused: { type: 'not-seats', typed: 'F1' } },
    { typed: 'N3 Z 5', refused: { type: 'unknown-row', row: 'z' } },
    { typed: 'N3 B1 5', refused: { type: 'unknown-row', row: 'b1' } },
  ])('“$typed” is refused', ({ typed, rows = ['F'], refused }) => {
    expect(seatsOf(typed, rowsCalled(...rows))).toEqual(refused)
  })

  test('a section goes by the longest code, and a count that may be a section is asked about', () => {
    const rows = rowsCalled('N', '1')
    const lines = (...each: readonly string[]) => ({ lines: each })
    expect(seatsOf('VIP 1 N 5', rows, ['VIP', 'VIP 1'])).toEqual(['N5'])
    expect(seatsOf('VIP 1 5', rows, ['VIP', 'VIP 1'])).toMatchObject(lines('VIP 1: 5', '5 vip 1'))
    expect(seatsOf('4 N3', rows, ['4'])).toMatchObject(lines('4 N: 3', 'n3 4'))
    expect(seatsOf('4 N: 3', rows, ['4'])).toEqual(['N3'])
    expect(seatsOf('4 L1-C', rows, ['L1-C', 'L1-C-2'])).toBe('4 best in id-L1-C')
    expect(seatsOf('2 2 5', rowsCalled('A'), ['2', '25'])).toEqual({ type: 'unknown-row', row: '2' })
  })
})

describe('along a row', () => {
  const odd = seatRows(sectionOf([{ numbers: [11, 13, 15, 17, 19], states: '...s.' }]), null)
  const numbers = (typed: string, rows = odd): unknown => {
    const named = seatsNamed(rows, { type: 'seats', sectionId: '1', section: 'n1', seats: typed, otherwise: null })
    return named.ok ? named.value.map(({ number }) => number) : named.error
  }

  test('numbering decides what lies between', () => {
    expect(numbers('a 11-15')).toEqual([11, 13, 15])
    expect(numbers('a 15-11')).toEqual([11, 13, 15])
    expect(numbers('a 11-13 13')).toEqual([11, 13])
    const even = seatRows(sectionOf([{ numbers: upTo(6) }]), null)
    expect(numbers('a 2-4', even)).toEqual([2, 3, 4])
  })

  test('what is not there, or not free, is named', () => {
    expect(numbers('a 11-12')).toEqual({ type: 'unknown-seat', numbers: [12] })
    expect(numbers('a 15-19')).toEqual({ type: 'seat-taken', seatCodes: ['N1-A-17'] })
    expect(numbers('z 11')).toEqual({ type: 'unknown-row', row: 'z' })
  })
})
