import { rowLength } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { parseCsv, type CsvField, type CsvProblem } from './csv.ts'

export interface VenueFacts {
  readonly name: string
  readonly city: string
  readonly country: string
}

/** One line is one row of seats. What describes a tribune, a zone or a gate may be left out after its first line. */
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
] as const
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]

const CODE = /^[A-Z0-9]{1,8}$/u
const COLOR = /^#[0-9a-f]{6}$/u
const COLORS = ['#1d4f9c', '#b3261e', '#1b7f4b', '#8a5a00', '#6b3fa0', '#00738a', '#a03468', '#5b6b1d']
const [ROW_DEPTH, SEAT_PITCH, AISLE, GAP] = [0.8, 0.5, 1.2, 2]

/**
 * Makes a plan of a list of seat rows. The list says nothing of where things lie: tribunes are set around a pitch, one a
 * side and then around again, their sections side by side.
 */
export function venueFromCsv(
  text: string,
  venue: VenueFacts,
): { readonly plan: VenuePlan } | { readonly problems: readonly CsvProblem[] } {
  const { rows, problems: unread } = parseCsv(text)
  const problems: CsvProblem[] = [...unread]
  const [header = [], ...lines] = rows
  const columns = header.map(({ text: name }) => name.toLowerCase())
  for (const field of header) {
    const name = field.text.toLowerCase()
    if (![...REQUIRED, ...OPTIONAL].some((known) => known === name)) {
      problems.push({ ...field, what: `no column "${field.text}" is known: ${[...REQUIRED, ...OPTIONAL].join(', ')}` })
    } else if (columns.indexOf(name) !== header.indexOf(field))
      problems.push({ ...field, what: `column "${name}" stands twice` })
  }
  for (const name of REQUIRED) {
    if (!columns.includes(name)) problems.push({ line: 1, column: 1, what: `column "${name}" is missing` })
  }
  if (lines.length === 0) problems.push({ line: 1, column: 1, what: 'there is no row of seats' })
  if (problems.length > 0) return { problems }

  const made = createParts(problems)
  for (const fields of lines) {
    if (fields.length > columns.length)
      problems.push({ ...fieldAt(fields, columns.length), what: 'more fields than columns' })
    made.add((name) => fields[columns.indexOf(name)] ?? { text: '', line: fields[0]?.line ?? 0, column: 1 })
  }
  return problems.length > 0 ? { problems } : { plan: laidOut(venue, made) }
}

type Read = (name: Column) => CsvField
type Wrong = (field: CsvField, what: string) => void

interface NamedPart {
  readonly code: string
  readonly name: string
  readonly color: string
  readonly label: string
}

type Section = Omit<PlanSection, 'front' | 'rows'> & { readonly rows: PlanSection['rows'][number][] }

function createParts(problems: CsvProblem[]) {
  const parts = {
    tribune: new Map<string, NamedPart>(),
    zone: new Map<string, NamedPart>(),
    gate: new Map<string, NamedPart>(),
  }
  const sections = new Map<string, Section>()
  const wrong: Wrong = ({ line, column }, what) => void problems.push({ line, column, what })

  function code(field: CsvField, what: string): string {
    if (!CODE.test(field.text)) wrong(field, `${what} "${field.text}": a code is 1 to 8 capital letters and digits`)
    return field.text
  }

  function keep(read: Read, kind: keyof typeof parts): string {
    const own = code(read(kind), kind)
    const color = kind === 'gate' ? null : read(`${kind}_color`)
    if (color !== null && color.text !== '' && !COLOR.test(color.text))
      wrong(color, `"${color.text}" is no colour: write #rrggbb`)
    const known = parts[kind]
    if (!known.has(own)) {
      const name = read(`${kind}_name`).text || own
      known.set(own, {
        code: own,
        name,
        color: color?.text || (COLORS[known.size % COLORS.length] ?? '#808080'),
        label: kind === 'gate' ? read('gate_label').text || name : name,
      })
    }
    return own
  }

  return {
    tribunes: parts.tribune,
    zones: parts.zone,
    gates: parts.gate,
    sections,

    add(read: Read): void {
      const own = code(read('section'), 'section')
      const where = { tribune: keep(read, 'tribune'), zone: keep(read, 'zone'), gate: keep(read, 'gate') }
      const numbering = readNumbering(read, wrong)
      if (numbering === null) return
      const row = readRow(read, wrong)
      if (row === null) return
      let section = sections.get(own)
      if (section === undefined) {
        const name = read('section_name').text || own
        const sizes = { rowDepth: ROW_DEPTH, seatPitch: SEAT_PITCH, aisleWidth: AISLE }
        section = { code: own, name, ...where, numbering, ...sizes, rows: [] }
        sections.set(own, section)
      }
      for (const kind of ['tribune', 'zone', 'gate'] as const) {
        if (section[kind] !== where[kind])
          wrong(read(kind), `section ${own} is in ${kind} ${section[kind]} by an earlier line`)
      }
      if (section.rows.some(({ label }) => label === row.label))
        wrong(read('row'), `section ${own} has a row ${row.label} already`)
      section.rows.push(row)
    },
  }
}

/** Null where it is wrong. */
function readNumbering(read: Read, wrong: Wrong): PlanSection['numbering'] | null {
  const scheme = read('numbering').text || 'consecutive'
  if (scheme !== 'consecutive' && scheme !== 'odd' && scheme !== 'even') {
    wrong(read('numbering'), `numbering "${scheme}": consecutive, odd or even`)
    return null
  }
  const direction = read('direction').text || 'clockwise'
  if (direction !== 'clockwise' && direction !== 'counterclockwise') {
    wrong(read('direction'), `direction "${direction}": clockwise or counterclockwise`)
    return null
  }
  return { scheme, direction }
}

/** Null where its seats are wrong. */
function readRow(read: Read, wrong: Wrong): PlanSection['rows'][number] | null {
  const label = read('row')
  if (!/^[A-Z0-9]{1,4}$/u.test(label.text)) wrong(label, `row "${label.text}": 1 to 4 capital letters and digits`)
  const seats = read('seats')
  const blocks = seats.text.split('+').map((count) => Number(count.trim()))
  if (!blocks.every((count) => Number.isInteger(count) && count > 0 && count <= 500)) {
    wrong(seats, `seats "${seats.text}": a number of seats, or several with aisles between them such as 8+10`)
    return null
  }
  return { label: label.text, blocks }
}

/** Sides in the order in which tribunes take them, clockwise from the top. */
const SIDES = ['top', 'bottom', 'right', 'left'] as const

function laidOut(venue: VenueFacts, { tribunes, zones, gates, sections }: ReturnType<typeof createParts>): VenuePlan {
  const sideOf = new Map([...tribunes.keys()].map((tribune, index) => [tribune, SIDES[index % SIDES.length] ?? 'top']))
  const onSide = (side: (typeof SIDES)[number]) =>
    [...sections.values()]
      .filter(({ tribune }) => sideOf.get(tribune) === side)
      .map((section) => ({
        section,
        width: Math.max(...section.rows.map((row) => rowLength({ ...section, front: NOWHERE }, row))) + GAP,
      }))
  const lengthOf = (side: (typeof SIDES)[number]): number => onSide(side).reduce((sum, { width }) => sum + width, 0)
  const half = [
    Math.max(105, lengthOf('top'), lengthOf('bottom')) / 2,
    Math.max(68, lengthOf('left'), lengthOf('right')) / 2,
  ] as const
  const [x, y] = half
  /** A point `along` the side, clockwise, and `out` of the pitch. */
  const pointOn = (side: (typeof SIDES)[number], along: number, out: number): readonly [number, number] =>
    side === 'top'
      ? [-x + along, -y - out]
      : side === 'right'
        ? [x + out, -y + along]
        : side === 'bottom'
          ? [x - along, y + out]
          : [-x - out, y - along]
  const placed = SIDES.flatMap((side) => {
    let along = (side === 'top' || side === 'bottom' ? x : y) - lengthOf(side) / 2
    return onSide(side).map(({ section, width }): PlanSection => {
      const [from, to] = [pointOn(side, along + GAP / 2, 6), pointOn(side, along + width - GAP / 2, 6)]
      along += width
      return { ...section, front: { kind: 'line', from, to } }
    })
  })
  const middleOf = (list: readonly PlanSection[]): readonly [number, number] => {
    const points = list.flatMap(({ front }) => (front.kind === 'line' ? [front.from, front.to] : []))
    const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length
    return [mean(0), mean(1)]
  }
  const beyond = ([a, b]: readonly [number, number]): readonly [number, number] => [a * 1.4, b * 1.4]
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
    tribunes: [...tribunes.values()].map(({ code, name, color }) => ({
      code,
      name,
      color,
      label: beyond(middleOf(placed.filter(({ tribune }) => tribune === code))),
    })),
    zones: [...zones.values()].map(({ code, name, color }) => ({ code, name, color })),
    gates: [...gates.values()].map(({ code, name, label }) => ({
      code,
      name,
      label,
      at: beyond(middleOf(placed.filter(({ gate }) => gate === code))),
    })),
    // In the order of the file.
    sections: [...sections.keys()].flatMap((own) => placed.find(({ code }) => code === own) ?? []),
  }
}

/** A front that lengths of rows do not depend on. */
const NOWHERE = { kind: 'line', from: [0, 0], to: [1, 0] } as const

function fieldAt(fields: readonly CsvField[], index: number): CsvField {
  return fields[index] ?? { text: '', line: 1, column: 1 }
}
