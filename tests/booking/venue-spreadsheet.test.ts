import { describe, expect, test } from 'vitest'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { VenueWarning } from '../../shared/domain/venue/venue-report.ts'

const facts = { name: 'Stade de Nongo', city: 'Conakry', country: 'Guinée' }

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

function read(file: Uint8Array, format: 'csv' | 'json' = 'csv') {
  const venue = readVenue(file, format, { facts, texts: catalogues.en })
  if (!venue.ok) throw new Error(JSON.stringify(venue.problems))
  return venue
}

function refusal(file: Uint8Array, format: 'csv' | 'json' = 'csv') {
  const venue = readVenue(file, format, { facts, texts: catalogues.en })
  return venue.ok ? [] : venue.problems.map(({ line, column, what }) => `${line}:${column}: ${what}`)
}

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
    const bytes = Buffer.concat([
      ansi('section,tribune,tribune_name,zone,gate,row,seats\nN1,N,'),
      Buffer.from([0x9c, 0x92]),
    ])
    expect(read(Buffer.concat([bytes, ansi('\u00e9,Z,A,A,8')])).plan.tribunes).toMatchObject([{ name: 'œ’é' }])
  })

  test.each([
    [
      'a character that was lost before',
      Buffer.from('section,tribune\nN1,Lat\ufffdrale'),
      /^2:7: a character was lost/u,
    ],
    [
      'a byte that is not a character',
      Buffer.from([...ansi('section\nN1,\u00e9'), 0x81]),
      /^2:5: not a text character/u,
    ],
    ['UTF-16 without its mark', utf16(LIST, false).subarray(2), /^1:2: not a text character/u],
    ['half a character of UTF-16', utf16(LIST, false).subarray(0, -1), /a character was lost/u],
    ['a workbook', Buffer.from('PK\u0003\u0004…'), /^1:1: this file is a workbook/u],
  ])('%s is refused with its place', (_, bytes, what) => {
    expect(refusal(bytes)).toEqual([expect.stringMatching(what)])
  })

  test('a list in text that begins with the first letters of a workbook is read as text', () => {
    expect(refusal(Buffer.from('PK;section'))[0]).toMatch(/^1:1: unknown column "PK"/u)
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
    expect(read(Buffer.from(list)).report).toMatchObject({ sections: 1, seats: 8 })
  })

  test('a first line `sep=` says what separates, and counts as a line', () => {
    const list = ['sep=|', ...rows.map((row) => row.join('|'))].join('\r\n')
    expect(read(Buffer.from(list)).report.seats).toBe(8)
    expect(refusal(Buffer.from(`${list}\r\nN1|N|Z1|A|B|x`))).toEqual([
      expect.stringMatching(/^4:13: seats: .* found "x"/u),
    ])
  })

  test('capitals, spaces, hyphens and accents make no difference', () => {
    const header = 'SECTION, Tribune ,Tribune-Name,ZONE,Gate,Rangée,Seats,Gate Label,Numérotation'
    const { plan } = read(Buffer.from(`${header}\nN1,N,Nord,Z1,A,A,4,Porte A côté mer,odd`))
    expect(plan).toMatchObject({ tribunes: [{ name: 'Nord' }], gates: [{ label: 'Porte A côté mer' }] })
    expect(plan.sections[0]?.numbering.scheme).toBe('odd')
  })

  test('French and English names of one column stand once', () => {
    expect(refusal(Buffer.from('section;secteur;tribune;zone;porte;rang;places\nN1;N1;N;Z;A;A;4'))).toEqual([
      '1:9: there are two columns "section"',
    ])
  })

  test('colours in capitals are colours', () => {
    const list = 'section,tribune,tribune_color,zone,gate,row,seats\nN1,N,#1D4F9C,Z1,A,A,4'
    expect(read(Buffer.from(list)).plan.tribunes[0]?.color).toBe('#1d4f9c')
  })
})

describe('what looks odd', () => {
  const HEADER = 'section,tribune,tribune_name,tribune_color,zone,gate,gate_name,row,seats'
  const oddOf = (...lines: readonly string[]): readonly VenueWarning[] =>
    read(Buffer.from([HEADER, ...lines].join('\n'))).report.odd
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
    const venue = read(Buffer.from([HEADER, ...rowsOf('A B C', [18, 0, 18])].join('\n')))
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
  const { tribune, zone, gate } = read(Buffer.from(list)).report.parts
  expect([tribune, zone, gate].map(seatsOf)).toEqual([
    ['N 15', 'S 5'],
    ['Z1 13', 'Z2 7'],
    ['A 15', 'B 5'],
  ])
})
