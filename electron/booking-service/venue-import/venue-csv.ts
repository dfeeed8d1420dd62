import type { PlanSection, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { specialKinds, type SpecialKind } from '../../../shared/domain/venue/special-seats.ts'
import { aroundPitch, type ListedSection, type ListedVenue } from './around-pitch.ts'
import { parseCsv, type CsvField, type CsvProblem } from '../../host/files/csv.ts'

export type VenueFacts = VenuePlan['venue']

/** A row that the list has and nobody can sit in. */
export interface EmptyRow {
  readonly section: string
  readonly row: string
}

/** One line is one row of seats. A name, colour, label or numbering may be empty on all but one line of its code. */
const REQUIRED = ['section', 'tribune', 'zone', 'gate', 'row', 'seats'] as const
const OPTIONAL = [
  'section_name',
  'tribune_name',
  'tribune_color',
  'zone_name',
  'zone_color',
  'gate_name',
  'gate_label',
  'numbering',
  'direction',
  'accessible',
  'companion',
  'restricted_view',
  'step_free',
] as const
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
const COLUMNS: readonly Column[] = [...REQUIRED, ...OPTIONAL]

/** A header as a French box office writes it. */
const FRENCH: Readonly<Record<string, Column>> = {
  secteur: 'section',
  nom_secteur: 'section_name',
  nom_tribune: 'tribune_name',
  couleur_tribune: 'tribune_color',
  nom_zone: 'zone_name',
  couleur_zone: 'zone_color',
  porte: 'gate',
  nom_porte: 'gate_name',
  libelle_porte: 'gate_label',
  rang: 'row',
  rangee: 'row',
  places: 'seats',
  numerotation: 'numbering',
  sens: 'direction',
  fauteuils: 'accessible',
  accompagnants: 'companion',
  vue_restreinte: 'restricted_view',
  sans_marche: 'step_free',
}

const CODE = /^[A-Z0-9]{1,8}$/u
const COLOR = /^#[0-9a-f]{6}$/u
const COLORS = ['#1d4f9c', '#b3261e', '#1b7f4b', '#8a5a00', '#6b3fa0', '#00738a', '#a03468', '#5b6b1d']
const [ROW_DEPTH, SEAT_PITCH, AISLE] = [0.8, 0.5, 1.2]

/** Makes a plan of a list of seat rows. Spreadsheets leave empty lines and columns behind: they mean nothing. */
export function venueFromCsv(
  text: string,
  venue: VenueFacts,
):
  { readonly plan: VenuePlan; readonly emptyRows: readonly EmptyRow[] } | { readonly problems: readonly CsvProblem[] } {
  const { rows, problems: unread } = parseCsv(text)
  const problems: CsvProblem[] = [...unread]
  const [header = [], ...lines] = rows.filter((fields) => fields.some((field) => field.text !== ''))
  const columns = header.map(({ text: name }) => columnOf(name))
  problems.push(...headerProblems(header, columns))
  if (lines.length === 0) problems.push({ line: 1, column: 1, what: 'there is no row of seats' })
  if (problems.length > 0) return { problems }

  const made = createParts(problems)
  for (const fields of lines) {
    const nameless = fields.find((field, index) => field.text !== '' && !header[index]?.text)
    if (nameless) problems.push({ ...nameless, what: `no header names the column of "${nameless.text}"` })
    made.add((name) => fields[columns.indexOf(name)] ?? { text: '', line: fields[0]?.line ?? 0, column: 1 })
  }
  problems.push(...made.sectionsWithoutSeats())
  return problems.length > 0 ? { problems } : { plan: aroundPitch(venue, made), emptyRows: made.emptyRows }
}

/** Capitals, accents, and what stands between words make no difference; null: no column is called so. */
function columnOf(header: string): Column | null {
  const name = header
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\-.]+/gu, '_')
    .replace(/_d[eu]_(?:la_)?/u, '_')
  return COLUMNS.find((known) => known === name) ?? FRENCH[name] ?? null
}

function headerProblems(header: readonly CsvField[], columns: readonly (Column | null)[]): readonly CsvProblem[] {
  const wrong = header.flatMap((field, index) => {
    const column = columns[index] ?? null
    if (field.text === '') return []
    if (column === null) return { ...field, what: `no column "${field.text}" is known: ${COLUMNS.join(', ')}` }
    return columns.indexOf(column) === index ? [] : { ...field, what: `column "${column}" stands twice` }
  })
  const missing = REQUIRED.filter((name) => !columns.includes(name)).map((name) => ({
    line: header[0]?.line ?? 1,
    column: 1,
    what: `column "${name}" is missing`,
  }))
  return [...wrong, ...missing]
}

type NamedPart = ListedVenue['gates'][number]
type Read = (name: Column) => CsvField
type Wrong = (field: CsvField, what: string) => void

interface OpenSection extends ListedSection {
  name: string
  numbering: ListedSection['numbering']
  readonly rows: ListedSection['rows'][number][]
}

const SPECIAL_COLUMNS = {
  accessible: 'accessible',
  companion: 'companion',
  restrictedView: 'restricted_view',
} as const satisfies Record<SpecialKind, Column>

/** Returns a reader of columns that lines of the same code may leave out: the first text given, empty if none so far. */
function createDescriptions(wrong: Wrong) {
  const described = new Map<string, string>()
  return (read: Read, kind: string, own: string, column: Column): string => {
    const key = [kind, own, column].join(' ')
    const [field, before = ''] = [read(column), described.get(key)]
    if (field.text === '') return before
    const text = column.endsWith('_color') ? field.text.toLowerCase() : field.text
    if (before === '') described.set(key, text)
    else if (before !== text)
      wrong(field, `${column} "${field.text}": ${kind} ${own} has "${before}" by an earlier line`)
    return before || text
  }
}

function createParts(problems: CsvProblem[]) {
  const parts = {
    tribune: new Map<string, NamedPart>(),
    zone: new Map<string, NamedPart>(),
    gate: new Map<string, NamedPart>(),
  }
  const sections = new Map<string, OpenSection>()
  const begins = new Map<string, CsvField>()
  const emptyRows: EmptyRow[] = []
  const wrong: Wrong = ({ line, column }, what) => void problems.push({ line, column, what })
  const describe = createDescriptions(wrong)

  function code(field: CsvField, what: string): string {
    if (!CODE.test(field.text)) wrong(field, `${what} "${field.text}": a code is 1 to 8 capital letters and digits`)
    return field.text
  }

  function keep(read: Read, kind: keyof typeof parts): string {
    const own = code(read(kind), kind)
    const color = kind === 'gate' ? null : read(`${kind}_color`)
    const painted = color?.text.toLowerCase() ?? ''
    if (color !== null && painted !== '' && !COLOR.test(painted))
      wrong(color, `"${color.text}" is no colour: write #rrggbb`)
    const known = parts[kind]
    const place = [...known.keys(), own].indexOf(own)
    const name = describe(read, kind, own, `${kind}_name`) || own
    const chosen = kind === 'gate' ? '' : describe(read, kind, own, `${kind}_color`)
    known.set(own, {
      code: own,
      name,
      color: chosen || (COLORS[place % COLORS.length] ?? '#808080'),
      label: kind === 'gate' ? describe(read, kind, own, 'gate_label') || name : name,
    })
    return own
  }

  return {
    get tribunes() {
      return [...parts.tribune.values()]
    },
    get zones() {
      return [...parts.zone.values()]
    },
    get gates() {
      return [...parts.gate.values()]
    },
    get sections() {
      return [...sections.values()]
    },
    emptyRows,

    sectionsWithoutSeats: (): readonly CsvProblem[] =>
      [...begins].flatMap(([own, { line, column }]) =>
        sections.get(own)?.rows.length === 0 ? { line, column, what: `section ${own} has no seats` } : [],
      ),

    add(read: Read): void {
      const own = code(read('section'), 'section')
      const where = { tribune: keep(read, 'tribune'), zone: keep(read, 'zone'), gate: keep(read, 'gate') }
      const numbering = readNumbering(read, wrong, (column) => describe(read, 'section', own, column))
      if (numbering === null) return
      const row = readRow(read, wrong)
      if (row === null) return
      const name = describe(read, 'section', own, 'section_name') || own
      let section = sections.get(own)
      if (section === undefined) {
        const sizes = { rowDepth: ROW_DEPTH, seatPitch: SEAT_PITCH, aisleWidth: AISLE }
        section = { code: own, name, ...where, numbering, ...sizes, rows: [] }
        begins.set(own, read('section'))
        sections.set(own, section)
      }
      section.name = name
      section.numbering = numbering
      for (const kind of ['tribune', 'zone', 'gate'] as const) {
        if (section[kind] !== where[kind])
          wrong(read(kind), `section ${own} is in ${kind} ${section[kind]} by an earlier line`)
      }
      if (section.rows.some(({ label }) => label === row.label))
        wrong(read('row'), `section ${own} has a row ${row.label} already`)
      if (row.blocks.length === 0) emptyRows.push({ section: own, row: row.label })
      else section.rows.push(row)
      addSpecialSeats(section, row.label, read, wrong)
    },
  }
}

/** Null where it is wrong. */
function readNumbering(read: Read, wrong: Wrong, textOf: (column: Column) => string): PlanSection['numbering'] | null {
  const scheme = textOf('numbering') || 'consecutive'
  if (scheme !== 'consecutive' && scheme !== 'odd' && scheme !== 'even') {
    wrong(read('numbering'), `numbering "${scheme}": consecutive, odd or even`)
    return null
  }
  const direction = textOf('direction') || 'clockwise'
  if (direction !== 'clockwise' && direction !== 'counterclockwise') {
    wrong(read('direction'), `direction "${direction}": clockwise or counterclockwise`)
    return null
  }
  return { scheme, direction }
}

function addSpecialSeats(section: OpenSection, row: string, read: Read, wrong: Wrong): void {
  for (const kind of specialKinds) {
    const numbers = readNumbers(read(SPECIAL_COLUMNS[kind]), wrong)
    if (numbers.length > 0) (section[kind] ??= []).push({ row, numbers })
  }
  if (isYes(read('step_free'), wrong)) section.stepFree = true
}

/** `1 2 5`, or `1+2+5`. */
function readNumbers(field: CsvField, wrong: Wrong): number[] {
  if (field.text === '') return []
  const numbers = field.text.split(/[\s+]+/u).map(Number)
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers
  wrong(field, `"${field.text}": numbers of seats of this row such as 1 2 5`)
  return []
}

function isYes(field: CsvField, wrong: Wrong): boolean {
  const word = field.text.toLowerCase()
  if (!['', 'yes', 'no', 'oui', 'non'].includes(word)) wrong(field, `"${field.text}": yes or no`)
  return word === 'yes' || word === 'oui'
}

/** Null where its seats are wrong; a row of 0 seats has no blocks. */
function readRow(read: Read, wrong: Wrong): PlanSection['rows'][number] | null {
  const label = read('row')
  if (!/^[A-Z0-9]{1,4}$/u.test(label.text)) wrong(label, `row "${label.text}": 1 to 4 capital letters and digits`)
  const seats = read('seats')
  if (seats.text === '0') return { label: label.text, blocks: [] }
  const blocks = seats.text.split('+').map((count) => Number(count.trim()))
  if (!blocks.every((count) => Number.isInteger(count) && count > 0 && count <= 500)) {
    wrong(seats, `seats "${seats.text}": a number of seats, or several with aisles between them such as 8+10`)
    return null
  }
  return { label: label.text, blocks }
}
