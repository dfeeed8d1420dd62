import { z } from 'zod'
import { withoutBidiControls } from '../language.ts'
import { err, ok, type Result } from '../result.ts'
import { textForms } from '../text-forms.ts'
import { seatFaults, type SeatFault } from './special-seats.ts'

/**
 * A venue plan is matched to the partner's data by venue name, section code, row label and seat number, and is never
 * required. Format and coordinates: docs/integrating/venue-plan.md.
 */

/** `[x, y]` in metres: x to the right, y down (as on a screen), origin in the middle of the field. */
const point = z.tuple([z.number(), z.number()]).readonly()
const code = z.string().regex(textForms.partCode)
const name = z.string().overwrite(withoutBidiControls).min(1).max(120)
const color = z.string().regex(textForms.colour)
const metres = z.number().positive()

/** Front row, clockwise as seen from above. Each row behind it is `rowDepth` farther from the field. */
const front = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('arc'),
    center: point,
    radius: metres,
    /** Degrees clockwise from the x axis; `from` < `to`. */
    from: z.number().min(-360).max(360),
    to: z.number().min(-360).max(360),
  }),
  z.strictObject({ kind: z.literal('line'), from: point, to: point }),
])

const row = z.strictObject({
  label: z.string().regex(textForms.rowLabel),
  /** Seat counts between aisles, clockwise: `[8, 10]` is 18 seats with an aisle after the eighth. */
  blocks: z.array(z.int().positive()).min(1),
  /** Metres between two blocks; absent if the row has the aisle width of its section. */
  aisleWidth: metres.optional(),
})

const seatList = z.array(z.strictObject({ row: row.shape.label, numbers: z.array(z.int().positive()).min(1) }))

const section = z.strictObject({
  code,
  name,
  tribune: code,
  zone: code,
  gate: code,
  /** Seat numbers along a row: 1 2 3, 1 3 5 or 2 4 6, counted clockwise or counterclockwise. */
  numbering: z.strictObject({
    scheme: z.enum(['consecutive', 'odd', 'even']),
    direction: z.enum(['clockwise', 'counterclockwise']),
  }),
  front,
  rowDepth: metres,
  /** Metres from the floor of one row up to the floor of the next row; absent for the default rise. */
  rowRise: z.number().min(0).max(2).optional(),
  /** Metres between the middles of adjacent seats. */
  seatPitch: metres,
  aisleWidth: metres,
  /** Rows from front to back. */
  rows: z.array(row).min(1),
  /** Wheelchair spaces. */
  accessible: seatList.optional(),
  /** Seats for companions, each beside a wheelchair space without an aisle in between. */
  companion: seatList.optional(),
  /** Seats from which part of the field is hidden. */
  restrictedView: seatList.optional(),
  /** Set if there is no step from the street through the section's gate to its wheelchair spaces. */
  stepFree: z.literal(true).optional(),
})

const shape = z.strictObject({
  format: z.literal('guichet-venue-plan/1'),
  venue: z.strictObject({ name, city: name, country: name }),
  /** Area that the seats face. */
  field: z.strictObject({
    kind: z.enum(['pitch', 'stage']),
    outline: z.array(point).min(3),
    /** Ground between a pitch and the stands. If absent, a running track is drawn if the gap is more than 15 m. */
    surround: z.enum(['track', 'apron']).optional(),
  }),
  tribunes: z
    .array(
      z.strictObject({
        code,
        name,
        color,
        /** Position of the stand's name on the map. */
        label: point,
        /**
         * Roof: depth from behind the last row towards the field, and height of the front edge above the field, in
         * metres.
         */
        roof: z.strictObject({ depth: metres, height: metres }).optional(),
      }),
    )
    .min(1),
  /** Price zones; a zone may be part of a stand or span several stands. */
  zones: z.array(z.strictObject({ code, name, color })).min(1),
  gates: z.array(z.strictObject({ code, name, label: name, at: point })).min(1),
  sections: z.array(section).min(1),
})

/**
 * Maximum number of seats. Exceeds the size of any stadium, so that a larger plan is rejected before it uses up memory.
 */
const MAX_SEATS = 500_000

export const partLists = { tribune: 'tribunes', zone: 'zones', gate: 'gates', section: 'sections' } as const

export type PlanFault =
  | { readonly type: 'code-twice'; readonly kind: PartKind | 'section'; readonly code: string }
  | { readonly type: 'unknown-part'; readonly section: string; readonly kind: PartKind; readonly code: string }
  | { readonly type: 'arc-backwards'; readonly section: string; readonly from: number; readonly to: number }
  | { readonly type: 'row-twice'; readonly section: string; readonly row: string }
  | { readonly type: 'too-many-seats'; readonly seats: number; readonly most: number }
  | (SeatFault & { readonly section: string })

export const venuePlan = shape.superRefine((plan, context) => {
  const report = (path: readonly (string | number)[], fault: PlanFault): void =>
    context.addIssue({ code: 'custom', path: [...path], params: { fault } })
  const codes = (kind: keyof typeof partLists): ReadonlySet<string> => {
    const seen = new Set<string>()
    for (const [index, { code }] of plan[partLists[kind]].entries()) {
      if (seen.has(code)) report([partLists[kind], index, 'code'], { type: 'code-twice', kind, code })
      seen.add(code)
    }
    return seen
  }
  const known = { tribune: codes('tribune'), zone: codes('zone'), gate: codes('gate') }
  codes('section')
  let seats = 0
  for (const [index, one] of plan.sections.entries()) {
    const [at, section, { front, rows }] = [['sections', index], one.code, one]
    for (const kind of ['tribune', 'zone', 'gate'] as const) {
      const code = one[kind]
      if (!known[kind].has(code)) report([...at, kind], { type: 'unknown-part', section, kind, code })
    }
    if (front.kind === 'arc' && front.from >= front.to)
      report([...at, 'front', 'from'], { type: 'arc-backwards', section, from: front.from, to: front.to })
    seats += rows.reduce((sum, { blocks }) => sum + blocks.reduce((count, block) => count + block, 0), 0)
    const labels = new Set<string>()
    for (const [place, { label }] of rows.entries()) {
      if (labels.has(label)) report([...at, 'rows', place, 'label'], { type: 'row-twice', section, row: label })
      labels.add(label)
    }
  }
  if (seats > MAX_SEATS) report(['sections'], { type: 'too-many-seats', seats, most: MAX_SEATS })
  else {
    for (const [index, one] of plan.sections.entries())
      for (const { path, fault } of seatFaults(one))
        report(['sections', index, ...path], { ...fault, section: one.code })
  }
})

export type VenuePlan = z.infer<typeof shape>
export type PlanSection = VenuePlan['sections'][number]
export type PlanRow = PlanSection['rows'][number]
export type Point = readonly [x: number, y: number]

interface InvalidVenuePlan {
  readonly type: 'invalid-venue-plan'
  /** Issues reported by zod; `issueLines` returns their text. */
  readonly issues: readonly z.core.$ZodIssue[]
}

/** Parses the content of a plan file (already parsed JSON). */
export function parseVenuePlan(content: unknown): Result<VenuePlan, InvalidVenuePlan> {
  const parsed = venuePlan.safeParse(content)
  return parsed.success ? ok(parsed.data) : err({ type: 'invalid-venue-plan', issues: parsed.error.issues })
}

/** Encoding of a text file, by its WHATWG name. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface VenueReport {
  readonly name: string
  readonly encoding: Encoding
  readonly sections: number
  readonly rows: number
  readonly seats: number
  readonly parts: Readonly<Record<PartKind, readonly VenuePart[]>>
  /** Probable mistakes in the imported data, which is imported unchanged except for rows without seats. */
  readonly odd: readonly VenueWarning[]
}

export type PartKind = 'tribune' | 'zone' | 'gate'

interface VenuePart {
  readonly code: string
  readonly name: string
  readonly seats: number
}

export type VenueWarning =
  /** A row without seats was left out. */
  | { readonly type: 'no-seats'; readonly section: string; readonly row: string }
  | { readonly type: 'row-out-of-order'; readonly section: string; readonly row: string; readonly after: string }
  | {
      readonly type: 'long-row'
      readonly section: string
      readonly row: string
      readonly seats: number
      /** Number of seats in the longer of the two adjacent rows. */
      readonly beside: number
    }
  | {
      readonly type: 'same-name'
      readonly kind: PartKind | 'section'
      readonly name: string
      readonly codes: readonly string[]
    }
  | { readonly type: 'lone-gate'; readonly gate: string; readonly section: string }
  | { readonly type: 'close-colours'; readonly tribunes: readonly [string, string] }
