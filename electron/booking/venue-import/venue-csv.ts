import { textForms } from '../../../shared/domain/text-forms.ts'
import { rowLength } from '../../../shared/domain/venue/venue-geometry.ts'
import {
  partLists,
  type PlanSection,
  type Point,
  type VenuePlan,
  type PartKind,
} from '../../../shared/domain/venue/venue-plan.ts'
import { type SpecialKind, specialKinds } from '../../../shared/domain/venue/special-seats.ts'
import type { ProgramTexts } from '../../../shared/i18n/catalogues.ts'
import { withPath } from '../../../shared/i18n/issue-text.ts'
import { type CsvField, type FileProblem, parseCsv, type Place } from '../../host/files/file-text.ts'

export type ListTexts = Pick<ProgramTexts, 'files' | 'values' | 'venue'>

export type VenueFacts = VenuePlan['venue']

export interface EmptyRow {
  readonly section: string
  readonly row: string
}

/**
 * Columns of the list, in which each line is one row of seats. A name, colour, label or numbering is required on only
 * one of the lines with the same code.
 */
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

const COLORS = ['#1d4f9c', '#b3261e', '#1b7f4b', '#8a5a00', '#6b3fa0', '#00738a', '#a03468', '#5b6b1d']
const [ROW_DEPTH, SEAT_PITCH, AISLE] = [0.8, 0.5, 1.2]

interface ListedPlan {
  readonly plan: VenuePlan
  readonly emptyRows: readonly EmptyRow[]
  readonly placeOf: (path: readonly PropertyKey[]) => Place
}

/** Creates a plan from a list of seat rows. Ignores empty lines and columns of spreadsheets. */
export function venueFromCsv(
  text: string,
  venue: VenueFacts,
  texts: ListTexts,
): ListedPlan | { readonly problems: readonly FileProblem[] } {
  const { rows, problems: unread } = parseCsv(text, texts.files)
  const problems: FileProblem[] = [...unread]
  const { refusals } = texts.venue
  const [header = [], ...lines] = rows.filter((fields) => fields.some((field) => field.text !== ''))
  const columns = header.map(({ text: name }) => columnOf(name))
  problems.push(...headerProblems(header, columns, refusals))
  if (lines.length === 0) problems.push({ line: 1, column: 1, what: refusals.noRows })
  if (problems.length > 0) return { problems }

  const made = createParts(problems, texts)
  for (const fields of lines) {
    const nameless = fields.find((field, index) => field.text !== '' && !header[index]?.text)
    if (nameless) problems.push({ ...nameless, what: refusals.noHeading(nameless.text) })
    made.add((name) => fields[columns.indexOf(name)] ?? { text: '', line: fields[0]?.line ?? 0, column: 1 })
  }
  problems.push(...made.sectionsWithoutSeats())
  if (problems.length > 0) return { problems }
  const plan = aroundPitch(venue, made)
  return { plan, emptyRows: made.emptyRows, placeOf: (path) => made.placeOf(plan, path) }
}

/** Returns the column of a heading, or null. Ignores capitals, accents and word separators. */
function columnOf(header: string): Column | null {
  const name = header
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\-.]+/gu, '_')
    .replace(/_d[eu]_(?:la_)?/u, '_')
  return COLUMNS.find((known) => known === name) ?? FRENCH[name] ?? null
}

function headerProblems(
  header: readonly CsvField[],
  columns: readonly (Column | null)[],
  refusals: Refusals,
): readonly FileProblem[] {
  const wrong = header.flatMap((field, index) => {
    const column = columns[index] ?? null
    if (field.text === '') return []
    if (column === null) return { ...field, what: refusals.unknownColumn(field.text, COLUMNS.join(', ')) }
    return columns.indexOf(column) === index ? [] : { ...field, what: refusals.columnTwice(column) }
  })
  const missing = REQUIRED.filter((name) => !columns.includes(name)).map((name) => ({
    line: header[0]?.line ?? 1,
    column: 1,
    what: refusals.columnMissing(name),
  }))
  return [...wrong, ...missing]
}

type PartName = PartKind | 'section'
type NamedPart = ListedVenue['gates'][number]
type Read = (name: Column) => CsvField
type Wrong = (field: CsvField, what: string) => void
type Refusals = ListTexts['venue']['refusals']

interface ColumnChecks extends ListTexts {
  readonly wrong: Wrong
  readonly unexpected: (column: Column, field: CsvField, expected: string) => void
  readonly code: (read: Read, kind: PartName) => string
  /** Returns `#rrggbb` in lower case; empty if no line read so far contains the colour. */
  readonly colour: (read: Read, kind: 'tribune' | 'zone', own: string) => string
  /** Reads a column that only one line of each code must fill; empty if no line so far has a text. */
  readonly describe: (read: Read, kind: PartName, own: string, column: Column) => string
  /**
   * Line and column at which each part of the venue first occurs, by kind and code. Special seats are stored by
   * section, kind and index.
   */
  readonly places: Map<string, Place>
}

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

const START: Place = { line: 1, column: 1 }
const placeOf = ({ line, column }: CsvField): Place => ({ line, column })
const keyOf = (...names: readonly (PropertyKey | undefined)[]): string => names.map(String).join(' ')

function createChecks(problems: FileProblem[], texts: ListTexts): ColumnChecks {
  const { values, venue } = texts
  const wrong: Wrong = ({ line, column }, what) => void problems.push({ line, column, what })
  const unexpected: ColumnChecks['unexpected'] = (column, field, expected) =>
    wrong(field, withPath([column], values.expected(expected, JSON.stringify(field.text))))
  const described = new Map<string, string>()
  const describe: ColumnChecks['describe'] = (read, kind, own, column) => {
    const key = keyOf(kind, own, column)
    const [field, before = ''] = [read(column), described.get(key)]
    if (field.text === '') return before
    const text = column.endsWith('_color') ? field.text.toLowerCase() : field.text
    if (before === '') described.set(key, text)
    else if (before !== text)
      wrong(field, withPath([column], venue.refusals.contradiction(kind, own, before, field.text)))
    return before || text
  }
  return {
    ...texts,
    wrong,
    unexpected,
    describe,
    places: new Map(),
    code(read, kind) {
      const field = read(kind)
      if (!textForms.partCode.test(field.text)) unexpected(kind, field, values.forms.partCode)
      return field.text
    },
    colour(read, kind, own) {
      const column = `${kind}_color` as const
      const field = read(column)
      if (field.text !== '' && !textForms.colour.test(field.text.toLowerCase()))
        unexpected(column, field, values.forms.colour)
      return describe(read, kind, own, column)
    },
  }
}

function createParts(problems: FileProblem[], texts: ListTexts) {
  const { refusals } = texts.venue
  const checks = createChecks(problems, texts)
  const { wrong, code, colour, describe, places } = checks
  const parts = {
    tribune: new Map<string, NamedPart>(),
    zone: new Map<string, NamedPart>(),
    gate: new Map<string, NamedPart>(),
  }
  const sections = new Map<string, OpenSection>()
  const emptyRows: EmptyRow[] = []

  function keep(read: Read, kind: keyof typeof parts): string {
    const own = code(read, kind)
    const known = parts[kind]
    if (!known.has(own)) places.set(keyOf(kind, own), placeOf(read(kind)))
    const place = [...known.keys(), own].indexOf(own)
    const name = describe(read, kind, own, `${kind}_name`) || own
    const chosen = kind === 'gate' ? '' : colour(read, kind, own)
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

    sectionsWithoutSeats: (): readonly FileProblem[] =>
      [...sections].flatMap(([own, { rows }]) =>
        rows.length === 0 ? { ...(places.get(keyOf('section', own)) ?? START), what: refusals.noSeats(own) } : [],
      ),

    placeOf(plan: VenuePlan, [list, index, special, at]: readonly PropertyKey[]): Place {
      const kind = (Object.keys(partLists) as PartName[]).find((each) => partLists[each] === list)
      const part = kind && plan[partLists[kind]][Number(index)]
      if (!part) return START
      return places.get(keyOf(part.code, special, at)) ?? places.get(keyOf(kind, part.code)) ?? START
    },

    add(read: Read): void {
      const own = code(read, 'section')
      const where = { tribune: keep(read, 'tribune'), zone: keep(read, 'zone'), gate: keep(read, 'gate') }
      const numbering = readNumbering(read, checks, (column) => describe(read, 'section', own, column))
      if (numbering === null) return
      const row = readRow(read, checks)
      if (row === null) return
      const name = describe(read, 'section', own, 'section_name') || own
      let section = sections.get(own)
      if (section === undefined) {
        const sizes = { rowDepth: ROW_DEPTH, seatPitch: SEAT_PITCH, aisleWidth: AISLE }
        section = { code: own, name, ...where, numbering, ...sizes, rows: [] }
        places.set(keyOf('section', own), placeOf(read('section')))
        sections.set(own, section)
      }
      section.name = name
      section.numbering = numbering
      for (const kind of ['tribune', 'zone', 'gate'] as const) {
        if (section[kind] !== where[kind]) wrong(read(kind), refusals.otherPart(own, kind, section[kind], where[kind]))
      }
      if (section.rows.some(({ label }) => label === row.label)) wrong(read('row'), refusals.rowTwice(own, row.label))
      if (row.blocks.length === 0) emptyRows.push({ section: own, row: row.label })
      else section.rows.push(row)
      addSpecialSeats(section, row.label, read, checks)
    },
  }
}

/** Returns null if scheme or direction is invalid. */
function readNumbering(
  read: Read,
  { unexpected, values }: ColumnChecks,
  textOf: (column: Column) => string,
): PlanSection['numbering'] | null {
  const scheme = textOf('numbering') || 'consecutive'
  if (scheme !== 'consecutive' && scheme !== 'odd' && scheme !== 'even') {
    unexpected('numbering', read('numbering'), values.oneOf('consecutive, odd, even'))
    return null
  }
  const direction = textOf('direction') || 'clockwise'
  if (direction !== 'clockwise' && direction !== 'counterclockwise') {
    unexpected('direction', read('direction'), values.oneOf('clockwise, counterclockwise'))
    return null
  }
  return { scheme, direction }
}

function addSpecialSeats(section: OpenSection, row: string, read: Read, checks: ColumnChecks): void {
  for (const kind of specialKinds) {
    const numbers = readNumbers(SPECIAL_COLUMNS[kind], read, checks)
    if (numbers.length === 0) continue
    const listed = (section[kind] ??= [])
    checks.places.set(keyOf(section.code, kind, listed.length), placeOf(read(SPECIAL_COLUMNS[kind])))
    listed.push({ row, numbers })
  }
  if (isYes('step_free', read, checks)) section.stepFree = true
}

/** Reads seat numbers such as `1 2 5` or `1+2+5`. Returns an empty list for invalid numbers. */
function readNumbers(column: Column, read: Read, { unexpected, venue }: ColumnChecks): number[] {
  const field = read(column)
  if (field.text === '') return []
  const numbers = field.text.split(/[\s+]+/u).map(Number)
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers
  unexpected(column, field, venue.refusals.seatNumbers)
  return []
}

function isYes(column: Column, read: Read, { unexpected, venue }: ColumnChecks): boolean {
  const field = read(column)
  const word = field.text.toLowerCase()
  if (!['', 'yes', 'no', 'oui', 'non'].includes(word)) unexpected(column, field, venue.refusals.yesOrNo)
  return word === 'yes' || word === 'oui'
}

/** Returns null if the number of seats is invalid. A row of 0 seats has no blocks. */
function readRow(read: Read, { unexpected, values, venue }: ColumnChecks): PlanSection['rows'][number] | null {
  const label = read('row')
  if (!textForms.rowLabel.test(label.text)) unexpected('row', label, values.forms.rowLabel)
  const seats = read('seats')
  if (seats.text === '0') return { label: label.text, blocks: [] }
  const blocks = seats.text.split('+').map((count) => Number(count.trim()))
  if (!blocks.every((count) => Number.isInteger(count) && count > 0 && count <= 500)) {
    unexpected('seats', seats, venue.refusals.seats)
    return null
  }
  return { label: label.text, blocks }
}

type ListedSection = Omit<PlanSection, 'front'>

interface ListedVenue {
  readonly tribunes: readonly Named[]
  readonly zones: readonly Named[]
  readonly gates: readonly Named[]
  readonly sections: readonly ListedSection[]
}

interface Named {
  readonly code: string
  readonly name: string
  readonly color: string
  readonly label: string
}

type Side = (typeof SIDES)[number]
/** Sides of the pitch, in the order in which stands are assigned to the sides. */
const SIDES = ['top', 'bottom', 'right', 'left'] as const

/** Distance in metres between two sections, and distance in metres from the last row to a gate. */
const [GAP, TO_GATE] = [2, 5]
/** Space for a stand's name between the pitch and its first row, as a share of the pitch's length. */
const APRON = 0.14
/** Minimum length in metres, and maximum and minimum ratio of width to length, of a pitch with few seats around it. */
const [SHORTEST, SQUAREST, SLIMMEST] = [20, 0.8, 0.5]

/** Placeholder for the front line of a section. The length of the rows does not depend on the front line. */
const NOWHERE = { kind: 'line', from: [0, 0], to: [1, 0] } as const

/**
 * Creates a plan from a list without positions. Stands are assigned in turn to the sides of the pitch, whose size
 * depends on the length of the stands. Each gate is behind its sections.
 */
function aroundPitch(venue: VenuePlan['venue'], listed: ListedVenue): VenuePlan {
  const { tribunes, zones, gates, sections } = listed
  const sideOf = new Map(tribunes.map(({ code }, index) => [code, SIDES[index % SIDES.length] ?? 'top']))
  const onSide = (side: Side): readonly ListedSection[] =>
    sections.filter(({ tribune }) => sideOf.get(tribune) === side)
  const ground = groundFor((side) => onSide(side).reduce((sum, section) => sum + widthOf(section), 0))
  const placed = SIDES.flatMap((side) => {
    const row = onSide(side)
    let along = (ground.lengthOf(side) - row.reduce((sum, section) => sum + widthOf(section), 0)) / 2
    return row.map((section): PlanSection => {
      const width = widthOf(section)
      const front = [along + GAP / 2, along + width - GAP / 2].map((at) => ground.pointOn(side, at, ground.apron))
      along += width
      return { ...section, front: { kind: 'line', from: front[0] ?? [0, 0], to: front[1] ?? [0, 0] } }
    })
  })
  const [x, y] = ground.half
  const behind = ([first, ...more]: readonly PlanSection[]): Point => {
    // Uses only the sections on one side, because the middle of several sides would be on the pitch.
    const own = first ? [first, ...more.filter(({ tribune }) => tribune === first.tribune)] : []
    return middleOf(own.map((section) => outermost(section)))
  }
  return {
    format: 'guichet-venue-plan/1',
    venue,
    field: {
      kind: 'pitch',
      outline: [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ],
    },
    tribunes: tribunes.map(({ code, name, color }) => ({
      code,
      name,
      color,
      label: ground.label(placed.filter(({ tribune }) => tribune === code)),
    })),
    zones: zones.map(({ code, name, color }) => ({ code, name, color })),
    gates: gates.map(({ code, name, label }) => ({
      code,
      name,
      label,
      at: behind(placed.filter(({ gate }) => gate === code)),
    })),
    sections: sections.flatMap(({ code }) => placed.find((one) => one.code === code) ?? []),
  }
}

function groundFor(needed: (side: Side) => number) {
  const [across, down] = [Math.max(needed('top'), needed('bottom')), Math.max(needed('left'), needed('right'))]
  const length = Math.max(SHORTEST, across, down / SQUAREST)
  const width = Math.max(down, length * SLIMMEST)
  const [x, y] = [length / 2, width / 2]
  const apron = Math.max(length, width) * APRON
  const lengthOf = (side: Side): number => (side === 'top' || side === 'bottom' ? length : width)
  /** Returns the point `along` metres along the side, clockwise, and `out` metres away from the pitch. */
  function pointOn(side: Side, along: number, out: number): Point {
    if (side === 'top') return [-x + along, -y - out]
    if (side === 'right') return [x + out, -y + along]
    return side === 'bottom' ? [x - along, y + out] : [-x - out, y - along]
  }
  const label = (own: readonly PlanSection[]): Point => {
    const middle = middleOf(own.flatMap(({ front }) => (front.kind === 'line' ? [front.from, front.to] : [])))
    return [shrunk(middle[0], x, apron), shrunk(middle[1], y, apron)]
  }
  return { half: [x, y] as const, apron, lengthOf, pointOn, label }
}

const shrunk = (at: number, half: number, apron: number): number =>
  Math.abs(at) > half ? at - Math.sign(at) * (apron / 2) : at

function widthOf(section: ListedSection): number {
  return Math.max(...section.rows.map((row) => rowLength({ ...section, front: NOWHERE }, row))) + GAP
}

function outermost({ front, rows, rowDepth }: PlanSection): Point {
  if (front.kind !== 'line') return front.center
  const [[ax, ay], [bx, by]] = [front.from, front.to]
  const length = Math.hypot(bx - ax, by - ay)
  const out = rows.length * rowDepth + TO_GATE
  return [(ax + bx) / 2 + ((by - ay) / length) * out, (ay + by) / 2 - ((bx - ax) / length) * out]
}

function middleOf(points: readonly Point[]): Point {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length
  return [mean(0), mean(1)]
}
