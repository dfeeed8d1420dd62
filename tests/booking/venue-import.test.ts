import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../electron/host/files/file-text.ts'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { VenueWarning } from '../../shared/domain/venue/venue-plan.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { readVenuePlans } from '../../electron/booking/booking-service.ts'
import { smallVenue } from './service.ts'
import { temporaryFolder } from '../shells/shell.ts'

const facts = { name: 'Stade de Nongo', city: 'Conakry', country: 'Guinée' }
const HEADER = 'section,tribune,tribune_name,tribune_color,zone,gate,gate_label,row,seats,numbering,direction'

/** A seat list as saved by French Excel on Windows: semicolons, CRLF, empty trailing columns and lines. */
const LIST = [
  'Secteur;Tribune;Nom de la tribune;Zone;Porte;Rangée;Places;;',
  'L1;LAT;Latérale « été »;Z1;P5;A;8+10;;',
  'L1;LAT;;Z1;P5;B;18;;',
  ';;;;;;;;',
  '',
].join('\r\n')

const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

const ansi = (text: string): Buffer => Buffer.from(text, 'latin1')

const attempt = (file: Uint8Array | string, format: 'csv' | 'json' = 'csv') =>
  readVenue(typeof file === 'string' ? Buffer.from(file) : file, format, { facts, texts: catalogues.en })

function read(file: Uint8Array | string, format: 'csv' | 'json' = 'csv') {
  const venue = attempt(file, format)
  if (!venue.ok) throw new Error(JSON.stringify(venue.problems))
  return venue
}

function refusal(file: Uint8Array | string, format: 'csv' | 'json' = 'csv') {
  const venue = attempt(file, format)
  return venue.ok ? [] : venue.problems.map(({ line, column, what }) => `${line}:${column}: ${what}`)
}

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
    const places = rows.map((row) => row.map(({ text, line, column }) => `${text} ${line}:${column}`).join(', '))
    expect(places).toEqual(['a 1:1, b 1:3', 'x\ny 2:1, z 3:4', ' 5:1, w 5:2'])
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
    const [first, second] = read(text).plan.sections
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
    expect(refusal(`${header}\nN1,N,Z1,A,A,8,x,,,maybe`)).toEqual([
      '2:15: accessible: expected seat numbers of this row, such as 1 2 5, found "x"',
      '2:19: step_free: expected yes or no, found "maybe"',
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
    const { plan } = read(text)
    expect(plan.venue).toEqual(facts)
    expect(plan.sections.map(({ code, rows }) => `${code} ${rows.length}`)).toEqual(['N1 2', 'N2 1', 'S1 1'])
    expect(plan.gates).toMatchObject([{ code: 'A', name: 'A', label: 'Porte A, côté mer' }, { code: 'B' }])
    expect(plan.tribunes).toMatchObject([{ name: 'Tribune Nord', color: '#1d4f9c' }, { name: 'Tribune Sud' }])
    const seats = plan.sections.flatMap((section) => planSeats(section))
    expect(seats).toHaveLength(36 + 12 + 5)
    expect(new Set(seats.map(({ at }) => at.map((value) => value.toFixed(2)).join())).size).toBe(seats.length)
    expect(seats.slice(0, 3).map(({ number }) => number)).toEqual([1, 3, 5])
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
    expect(refusal(content)).toContainEqual(expect.stringMatching(`^${line}:${column}: `))
  })
})

test('a name that only a later line has is taken', () => {
  expect(read(`${HEADER}\nN1,N,,,Z1,A,,1,8,,\nN1,N,Tribune Nord,#1D4F9C,Z1,A,Porte A,2,8,,`)).toMatchObject({
    plan: { tribunes: [{ name: 'Tribune Nord', color: '#1d4f9c' }], gates: [{ label: 'Porte A' }] },
  })
})

describe('a venue as a plan file', () => {
  const folder = fileURLToPath(new URL('../../resources/venues', import.meta.url))

  test('the demo venues are read', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    for (const file of files) {
      expect(attempt(readFileSync(`${folder}/${file}`), 'json')).toMatchObject({ ok: true })
    }
  })

  test('what is wrong is named by its line and column, in a text that is laid out in any way', () => {
    const file = readdirSync(folder).find((name) => name.endsWith('.json')) ?? ''
    const plan = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { gates: { name: unknown }[] }
    plan.gates[1]!.name = 7
    for (const indent of [0, 2]) {
      const text = JSON.stringify(plan, null, indent)
      const read = attempt(text, 'json')
      const [problem] = read.ok ? [] : read.problems
      const line = text.split('\n')[(problem?.line ?? 0) - 1] ?? ''
      expect(line.slice((problem?.column ?? 0) - 1)).toMatch(/^7\b/u)
      expect(problem?.what).toMatch(/^gates\.1\.name: /u)
    }
  })

  test('a text that is no JSON is named where it breaks', () => {
    expect(attempt('{\n  "format": oops\n}', 'json')).toMatchObject({ ok: false, problems: [{ line: 2, column: 13 }] })
    expect(attempt('', 'json')).toMatchObject({ ok: false })
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

describe('the bytes of a list', () => {
  test.each([
    ['utf-8', Buffer.from(LIST)],
    ['utf-8', Buffer.from(`\ufeff${LIST}`)],
    ['utf-16le', utf16(LIST, false)],
    ['utf-16be', utf16(LIST, true)],
    ['windows-1252', ansi(LIST)],
  ] as const)('%s is read, and what it was read as is told', (encoding, bytes) => {
    const { plan, report } = read(bytes)
    expect(plan.tribunes).toMatchObject([{ name: 'Latérale « été »' }])
    expect(plan.sections).toMatchObject([{ code: 'L1', gate: 'P5', rows: [{ blocks: [8, 10] }, { blocks: [18] }] }])
    expect(report).toMatchObject({ encoding, sections: 1, rows: 2, seats: 36 })
  })

  test('characters of Windows-1252 that Latin-1 has not', () => {
    const before = ansi('section,tribune,tribune_name,zone,gate,row,seats\nN1,N,')
    const bytes = Buffer.from([...before, 0x9c, 0x92, ...ansi('\u00e9,Z,A,A,8')])
    expect(read(bytes).plan.tribunes).toMatchObject([{ name: 'œ’é' }])
  })

  test.each([
    [
      'a character that was lost before',
      Buffer.from('section,tribune\nN1,Lat\ufffdrale'),
      /^2:7: a character was lost/u,
    ],
    ['a byte without a character', Buffer.from([...ansi('section\nN1,\u00e9'), 0x81]), /^2:5: not a text character/u],
    ['UTF-16 without its mark', utf16(LIST, false).subarray(2), /^1:2: not a text character/u],
    ['half a character of UTF-16', utf16(LIST, false).subarray(0, -1), /a character was lost/u],
    ['a workbook', Buffer.from('PK\u0003\u0004…'), /^1:1: this file is a workbook/u],
  ])('%s is refused with its place', (_, bytes, what) => {
    expect(refusal(bytes)).toEqual([expect.stringMatching(what)])
  })

  test('a list in text that begins with the first letters of a workbook is read as text', () => {
    expect(refusal('PK;section')[0]).toMatch(/^1:1: unknown column "PK"/u)
  })

  test('a plan with a lost character is refused, too', () => {
    expect(refusal(Buffer.from('{\n "format": "\ufffd"}'), 'json')).toEqual([expect.stringMatching(/^2:13: /u)])
  })
})

describe('separators and headers', () => {
  const rows = [
    ['section', 'tribune', 'zone', 'gate', 'row', 'seats'],
    ['N1', 'N', 'Z1', 'A', 'A', '8'],
  ]
  test.each([',', ';', '\t'])('%j separates', (separator) => {
    const list = rows.map((row) => row.join(separator)).join('\n')
    expect(read(list).report).toMatchObject({ sections: 1, seats: 8 })
  })

  test('a first line `sep=` says what separates, and counts as a line', () => {
    const list = ['sep=|', ...rows.map((row) => row.join('|'))].join('\r\n')
    expect(read(list).report.seats).toBe(8)
    expect(refusal(`${list}\r\nN1|N|Z1|A|B|x`)).toEqual([expect.stringMatching(/^4:13: seats: .* found "x"/u)])
  })

  test('capitals, spaces, hyphens and accents make no difference', () => {
    const header = 'SECTION, Tribune ,Tribune-Name,ZONE,Gate,Rangée,Seats,Gate Label,Numérotation'
    const { plan } = read(`${header}\nN1,N,Nord,Z1,A,A,4,Porte A côté mer,odd`)
    expect(plan).toMatchObject({ tribunes: [{ name: 'Nord' }], gates: [{ label: 'Porte A côté mer' }] })
    expect(plan.sections[0]?.numbering.scheme).toBe('odd')
  })

  test('French and English names of one column stand once', () => {
    expect(refusal('section;secteur;tribune;zone;porte;rang;places\nN1;N1;N;Z;A;A;4')).toEqual([
      '1:9: there are two columns "section"',
    ])
  })
})

describe('what looks odd', () => {
  const NAMED = 'section,tribune,tribune_name,tribune_color,zone,gate,gate_name,row,seats'
  const oddOf = (...lines: readonly string[]): readonly VenueWarning[] => read([NAMED, ...lines].join('\n')).report.odd
  const rowsOf = (labels: string, sizes: readonly (number | string)[] = []) =>
    labels.split(' ').map((label, i) => `N1,N,,,Z1,A,,${label},${sizes[i] ?? 18}`)

  test.each(['A B C', '1 2 10', 'C B A', 'Y Z AA', 'A 1 B'])(
    'rows %s are in order, or say nothing of one',
    (labels) => {
      expect(oddOf(...rowsOf(labels))).toEqual([])
    },
  )

  test('rows out of order', () => {
    expect(oddOf(...rowsOf('A C B D'))).toEqual([{ type: 'row-out-of-order', section: 'N1', row: 'B', after: 'C' }])
  })

  test('a row much longer than its neighbours, and none that only grows', () => {
    expect(oddOf(...rowsOf('A B C', [18, 180, 20]))).toEqual([
      { type: 'long-row', section: 'N1', row: 'B', seats: 180, beside: 20 },
    ])
    expect(oddOf(...rowsOf('A B C D', [8, 12, 16, 24]))).toEqual([])
  })

  test('a row of 0 seats is left out, and said', () => {
    const venue = read([NAMED, ...rowsOf('A B C', [18, 0, 18])].join('\n'))
    expect(venue.report).toMatchObject({ rows: 2, odd: [{ type: 'no-seats', section: 'N1', row: 'B' }] })
  })

  test('one name for two, also for gates that would show the same', () => {
    expect(oddOf('N1,N,Nord,,Z1,P5,Porte 5,A,8', 'S1,S,nord,,Z1,5,,A,8')).toEqual([
      { type: 'same-name', kind: 'tribune', name: 'Nord', codes: ['N', 'S'] },
      { type: 'same-name', kind: 'gate', name: '5', codes: ['P5', '5'] },
    ])
  })

  test('a gate with one section, where others have several', () => {
    const odd = oddOf('N1,N,,,Z1,A,,A,8', 'N2,N,,,Z1,A,,A,8', 'N3,N,,,Z1,B,,A,8')
    expect(odd).toEqual([{ type: 'lone-gate', gate: 'B', section: 'N3' }])
    expect(oddOf('N1,N,,,Z1,A,,A,8', 'N2,N,,,Z1,B,,A,8')).toEqual([])
  })

  test('colours that look alike', () => {
    const two = (a: string, b: string) => oddOf(`N1,N,,${a},Z1,A,,A,8`, `S1,S,,${b},Z1,A,,A,8`)
    expect(two('#1d4f9c', '#1b5aa8')).toEqual([{ type: 'close-colours', tribunes: ['N', 'S'] }])
    expect(two('#1d4f9c', '#b3261e')).toEqual([])
  })

  test('the colours that a list without any gets do not', () => {
    const lines = Array.from({ length: 8 }, (_, i) => `S${i},T${i},,,Z1,A,,A,8`)
    expect(oddOf(...lines)).toEqual([])
  })
})

test('seats are counted for each tribune, zone and gate', () => {
  const list = 'section,tribune,zone,gate,row,seats\nN1,N,Z1,A,A,8\nN2,N,Z2,A,A,3+4\nS1,S,Z1,B,A,5'
  const seatsOf = (parts: readonly { code: string; seats: number }[]) =>
    parts.map(({ code, seats }) => `${code} ${seats}`)
  const { tribune, zone, gate } = read(list).report.parts
  expect([tribune, zone, gate].flatMap(seatsOf).join()).toBe('N 15,S 5,Z1 13,Z2 7,A 15,B 5')
})
