import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../electron/host/files/file-text.ts'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { readVenuePlans } from '../../electron/booking/booking-service.ts'
import { smallVenue } from './service.ts'
import { temporaryFolder } from '../shells/shell.ts'

const facts = { name: 'Stade de Nongo', city: 'Conakry', country: 'Guinée' }
const HEADER = 'section,tribune,tribune_name,tribune_color,zone,gate,gate_label,row,seats,numbering,direction'

describe('CSV', () => {
  test('whatever is quoted comes back as it was, with its place', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.trim())
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join(end)
        const read = parseCsv(text, catalogues.en.files)
        expect(read.problems).toEqual([])
        expect(read.rows.map((row) => row.map((field) => field.text))).toEqual(rows)
      }),
    )
  })

  test('places count lines and columns, also behind quoted line ends; semicolons are understood', () => {
    const { rows } = parseCsv('a;b\n"x\ny";z\n\n;w\n', catalogues.en.files)
    expect(rows.map((row) => row.map(({ text, line, column }) => [text, line, column]))).toEqual([
      [
        ['a', 1, 1],
        ['b', 1, 3],
      ],
      [
        ['x\ny', 2, 1],
        ['z', 3, 4],
      ],
      [
        ['', 5, 1],
        ['w', 5, 2],
      ],
    ])
  })

  test('an open quote and text behind a quote are named', () => {
    expect(parseCsv('a,b\n"x"y,2', catalogues.en.files).problems).toMatchObject([{ line: 2, column: 4 }])
    expect(parseCsv('a,b\n1,"x', catalogues.en.files).problems).toMatchObject([{ line: 2, column: 3 }])
  })
})

describe('seats that are not like the others', () => {
  const header = 'secteur,tribune,zone,porte,rang,places,fauteuils,accompagnants,vue restreinte,sans marche'

  test('are read from the columns of their row', () => {
    const text = [header, 'N1,N,Z1,A,A,8,1 3,2+4,,oui', 'N1,N,Z1,A,B,8,,,7,', 'N2,N,Z1,A,A,8,,,,non'].join('\n')
    const read = readVenue(Buffer.from(text), 'csv', { facts, texts: catalogues.en })
    const [first, second] = read.ok ? read.plan.sections : []
    expect(first).toMatchObject({
      accessible: [{ row: 'A', numbers: [1, 3] }],
      companion: [{ row: 'A', numbers: [2, 4] }],
      restrictedView: [{ row: 'B', numbers: [7] }],
      stepFree: true,
    })
    expect(Object.keys(second ?? {})).not.toEqual(expect.arrayContaining(['accessible']))
    expect(second).not.toHaveProperty('stepFree')
  })

  test('what is no number and no yes is named with its place', () => {
    const read = readVenue(Buffer.from(`${header}\nN1,N,Z1,A,A,8,x,,,maybe`), 'csv', { facts, texts: catalogues.en })
    expect(read.ok ? [] : read.problems).toEqual([
      { line: 2, column: 15, what: 'accessible: expected seat numbers of this row, such as 1 2 5, found "x"' },
      { line: 2, column: 19, what: 'step_free: expected yes or no, found "maybe"' },
    ])
  })
})

describe('a venue as a list of rows', () => {
  const text = [
    HEADER,
    'N1,N,Tribune Nord,#1d4f9c,Z1,A,"Porte A, côté mer",1,8+10,odd,',
    'N1,N,,,Z1,A,,2,8+10,odd,',
    'N2,N,,,Z2,A,,1,12,,counterclockwise',
    'S1,S,Tribune Sud,,Z1,B,,A,5,,',
  ].join('\n')

  test('becomes a plan: sections, seats, numbers, and places around the pitch that do not overlap', () => {
    const read = readVenue(Buffer.from(text), 'csv', { facts, texts: catalogues.en })
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const { plan } = read
    expect(plan.venue).toEqual(facts)
    expect(plan.sections.map(({ code, rows }) => [code, rows.length])).toEqual([
      ['N1', 2],
      ['N2', 1],
      ['S1', 1],
    ])
    expect(plan.gates).toMatchObject([{ code: 'A', name: 'A', label: 'Porte A, côté mer' }, { code: 'B' }])
    expect(plan.tribunes).toMatchObject([{ name: 'Tribune Nord', color: '#1d4f9c' }, { name: 'Tribune Sud' }])
    const seats = plan.sections.flatMap((section) => planSeats(section))
    expect(seats).toHaveLength(36 + 12 + 5)
    expect(new Set(seats.map(({ at }) => at.map((value) => value.toFixed(2)).join())).size).toBe(seats.length)
    expect(
      planSeats(plan.sections[0]!)
        .slice(0, 3)
        .map(({ number }) => number),
    ).toEqual([1, 3, 5])
    const edge = Math.max(...plan.field.outline.map(([, y]) => y))
    expect(seats.slice(0, 48).every(({ at }) => at[1] < -edge)).toBe(true)
    expect(seats.slice(48).every(({ at }) => at[1] > edge)).toBe(true)
    const [above, below] = plan.gates.map(({ at }) => at[1])
    expect(above).toBeLessThan(Math.min(...seats.map(({ at }) => at[1])))
    expect(below).toBeGreaterThan(Math.max(...seats.map(({ at }) => at[1])))
  })

  test.each([
    ['an unknown column', 'section,colour\nN1,x', [1, 9]],
    ['a missing column', `${HEADER.replace(',gate,', ',')}\n`, [1, 1]],
    ['no rows', HEADER, [1, 1]],
    ['an invalid code', `${HEADER}\nn-1,N,,,Z1,A,,1,8,,`, [2, 1]],
    ['an invalid colour', `${HEADER}\nN1,N,,blue,Z1,A,,1,8,,`, [2, 7]],
    ['invalid seats', `${HEADER}\nN1,N,,,Z1,A,,1,8+x,,`, [2, 16]],
    ['an unknown numbering', `${HEADER}\nN1,N,,,Z1,A,,1,8,prime,`, [2, 18]],
    ['a row twice', `${HEADER}\nN1,N,,,Z1,A,,1,8,,\nN1,N,,,Z1,A,,1,8,,`, [3, 14]],
    ['a section in two zones', `${HEADER}\nN1,N,,,Z1,A,,1,8,,\nN1,N,,,Z2,A,,2,8,,`, [3, 8]],
    ['a gate with two labels', `${HEADER}\nN1,N,,,Z1,A,Porte A,1,8,,\nN1,N,,,Z1,A,Porte B,2,8,,`, [3, 13]],
    ['a field that no header names', `${HEADER}\nN1,N,,,Z1,A,,1,8,,,,x`, [2, 21]],
    ['a section of empty rows', `${HEADER}\nN1,N,,,Z1,A,,1,0,,`, [2, 1]],
    ['an empty file', '', [1, 1]],
  ])('%s is named by line and column', (_, content, [line, column]) => {
    const read = readVenue(Buffer.from(content), 'csv', { facts, texts: catalogues.en })
    expect(read.ok ? [] : read.problems.map((problem) => [problem.line, problem.column])).toContainEqual([line, column])
  })
})

test('a name that only a later line has is taken', () => {
  const text = `${HEADER}\nN1,N,,,Z1,A,,1,8,,\nN1,N,Tribune Nord,#1D4F9C,Z1,A,Porte A,2,8,,`
  const read = readVenue(Buffer.from(text), 'csv', { facts, texts: catalogues.en })
  expect(read).toMatchObject({
    plan: { tribunes: [{ name: 'Tribune Nord', color: '#1d4f9c' }], gates: [{ label: 'Porte A' }] },
  })
})

describe('a venue as a plan file', () => {
  const folder = fileURLToPath(new URL('../../resources/venues', import.meta.url))

  test('the demo venues are read', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    for (const file of files) {
      expect(readVenue(readFileSync(`${folder}/${file}`), 'json', { facts, texts: catalogues.en })).toMatchObject({
        ok: true,
      })
    }
  })

  test('what is wrong is named by its line and column, in a text that is laid out in any way', () => {
    const file = readdirSync(folder).find((name) => name.endsWith('.json')) ?? ''
    const plan = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { gates: { name: unknown }[] }
    plan.gates[1]!.name = 7
    for (const indent of [0, 2]) {
      const text = JSON.stringify(plan, null, indent)
      const read = readVenue(Buffer.from(text), 'json', { facts, texts: catalogues.en })
      const [problem] = read.ok ? [] : read.problems
      const line = text.split('\n')[(problem?.line ?? 0) - 1] ?? ''
      expect(line.slice((problem?.column ?? 0) - 1)).toMatch(/^7\b/u)
      expect(problem?.what).toMatch(/^gates\.1\.name: /u)
    }
  })

  test('a text that is no JSON is named where it breaks', () => {
    expect(readVenue(Buffer.from('{\n  "format": oops\n}'), 'json', { facts, texts: catalogues.en })).toMatchObject({
      ok: false,
      problems: [{ line: 2, column: 13 }],
    })
    expect(readVenue(Buffer.from(''), 'json', { facts, texts: catalogues.en })).toMatchObject({ ok: false })
  })
})

test('plans come by the names of their files; a file that is no plan is named', () => {
  const folder = temporaryFolder()
  const other = { ...smallVenue, venue: { ...smallVenue.venue, name: 'Palais du Peuple' } }
  writeFileSync(join(folder, 'b.json'), JSON.stringify(other))
  writeFileSync(join(folder, 'a.json'), JSON.stringify(smallVenue))
  writeFileSync(join(folder, 'notes.txt'), 'no plan')
  expect(readVenuePlans(folder)).toEqual([smallVenue, other])
  writeFileSync(join(folder, 'broken.json'), JSON.stringify({ format: 'guichet-venue-plan/1' }))
  expect(() => readVenuePlans(folder)).toThrow(/broken\.json:1:1: venue: missing; expected an object/u)
})
