import { seatCount } from '../../../shared/domain/venue/venue-geometry.ts'
import {
  type PlanSection,
  venuePlan,
  type VenuePlan,
  type Encoding,
  type VenueWarning,
  type PartKind,
  type VenueReport,
} from '../../../shared/domain/venue/venue-plan.ts'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import { issueErrors, withPath } from '../../../shared/i18n/issue-text.ts'
import { type FileProblem, readJson, textOfFile } from '../../host/files/file-text.ts'
import { type EmptyRow, type ListTexts, type VenueFacts, venueFromCsv } from './venue-csv.ts'

export type { VenueFacts }

export type VenueProblem = FileProblem

type ReadVenue =
  | { readonly ok: true; readonly plan: VenuePlan; readonly report: VenueReport }
  | { readonly ok: false; readonly problems: readonly VenueProblem[] }

/** Reads a venue from a plan file (docs/integrating/venue-plan.md), or from a CSV list and `facts`. */
export function readVenue(
  file: Uint8Array,
  format: 'json' | 'csv',
  { facts, texts }: { readonly facts: VenueFacts; readonly texts: ListTexts },
): ReadVenue {
  const read = textOfFile(file, texts.files)
  if (!read.ok) return read
  const { text, encoding } = read
  if (format === 'json') {
    const plan = readJson(text, venuePlan, texts)
    return plan.ok ? { ok: true, plan: plan.value, report: reportOf(plan.value, { encoding }) } : plan
  }
  const made = venueFromCsv(text, facts, texts)
  if ('problems' in made) return { ok: false, problems: made.problems }
  const checked = venuePlan.safeParse(made.plan, { error: issueErrors(texts.values, { showsValues: true }) })
  if (checked.success) {
    const { emptyRows } = made
    return { ok: true, plan: checked.data, report: reportOf(checked.data, { encoding, emptyRows }) }
  }
  // The path of the issue is omitted, because it refers to the plan, not to the list.
  const problems = checked.error.issues.map(({ code, message, path }) => ({
    ...made.placeOf(path),
    what: code === 'custom' ? message : withPath(path, message),
  }))
  return { ok: false, problems }
}

interface Reading {
  readonly encoding: Encoding
  readonly emptyRows?: readonly EmptyRow[]
}

/** Summarises a plan and lists likely typing errors. */
function reportOf(plan: VenuePlan, { encoding, emptyRows = [] }: Reading): VenueReport {
  const seatsOf = (kind: PartKind, code: string): number =>
    plan.sections.filter((section) => section[kind] === code).reduce((sum, section) => sum + seatCount(section), 0)
  const part =
    (kind: PartKind) =>
    ({ code, name }: { readonly code: string; readonly name: string }) => ({ code, name, seats: seatsOf(kind, code) })
  return {
    name: plan.venue.name,
    encoding,
    sections: plan.sections.length,
    rows: plan.sections.reduce((sum, { rows }) => sum + rows.length, 0),
    seats: plan.sections.reduce((sum, section) => sum + seatCount(section), 0),
    parts: {
      tribune: plan.tribunes.map(part('tribune')),
      zone: plan.zones.map(part('zone')),
      gate: plan.gates.map(part('gate')),
    },
    odd: [
      ...emptyRows.map((row): VenueWarning => ({ type: 'no-seats', ...row })),
      ...plan.sections.flatMap((section) => [...rowsOutOfOrder(section), ...longRows(section)]),
      ...namesakes(plan),
      ...loneGates(plan),
      ...closeColours(plan),
    ],
  }
}

/** Reports the first row out of order. Expects labels such as 1 2 3 or A B … Z AA. */
function rowsOutOfOrder({ code, rows }: PlanSection): readonly VenueWarning[] {
  const labels = rows.map(({ label }) => label)
  const kinds = new Set(
    labels.map((label) => (/^\d+$/u.test(label) ? 'number' : /^[A-Z]+$/u.test(label) ? 'letters' : '')),
  )
  if (kinds.size !== 1 || kinds.has('')) return []
  const ranks = labels.map(rankOf)
  const breaks = (way: 1 | -1): number => ranks.findIndex((rank, i) => i > 0 && (rank - (ranks[i - 1] ?? 0)) * way < 0)
  const at = breaks(1)
  if (at < 0 || breaks(-1) < 0) return []
  return [{ type: 'row-out-of-order', section: code, row: labels[at] ?? '', after: labels[at - 1] ?? '' }]
}

const rankOf = (label: string): number =>
  Array.from(label).reduce(
    (sum, sign) => (/\d/u.test(sign) ? sum * 10 + Number(sign) : sum * 26 + (sign.codePointAt(0) ?? 0) - 64),
    0,
  )

/** Factor and number of seats by which a suspicious row exceeds both neighbours. */
const [MUCH_LONGER, MANY] = [1.6, 5]

function longRows({ code, rows }: PlanSection): readonly VenueWarning[] {
  const sizes = rows.map(({ blocks }) => blocks.reduce((sum, count) => sum + count, 0))
  return rows.flatMap(({ label }, i): VenueWarning[] => {
    const [seats = 0, beside] = [sizes[i], Math.max(sizes[i - 1] ?? 0, sizes[i + 1] ?? 0)]
    if (beside === 0 || seats < beside * MUCH_LONGER || seats < beside + MANY) return []
    return [{ type: 'long-row', section: code, row: label, seats, beside }]
  })
}

function namesakes(plan: VenuePlan): readonly VenueWarning[] {
  const lists = {
    tribune: plan.tribunes,
    zone: plan.zones,
    gate: plan.gates.map(({ code, name }) => ({ code, name: shownGate({ code, name }) })),
    section: plan.sections,
  }
  return Object.entries(lists).flatMap(([kind, list]) =>
    [...Map.groupBy<string, { code: string; name: string }>(list, ({ name }) => name.toLowerCase()).values()].flatMap(
      (same): VenueWarning[] =>
        same.length < 2
          ? []
          : [
              {
                type: 'same-name',
                kind: kind as keyof typeof lists,
                name: same[0]?.name ?? '',
                codes: same.map(({ code }) => code),
              },
            ],
    ),
  )
}

/** Reports gates with a single section if most gates have several. */
function loneGates({ gates, sections }: VenuePlan): readonly VenueWarning[] {
  const served = gates.map(({ code }) => ({ code, own: sections.filter(({ gate }) => gate === code) }))
  if (served.filter(({ own }) => own.length > 1).length * 2 < served.length) return []
  return served.flatMap(({ code, own: [section, ...more] }): VenueWarning[] =>
    section && more.length === 0 && served.length > 1 ? [{ type: 'lone-gate', gate: code, section: section.code }] : [],
  )
}

/** Minimum difference in Oklab of colours that most people can distinguish on paper and on a screen. */
const MIN_DIFFERENCE = 0.06

function closeColours({ tribunes }: VenuePlan): readonly VenueWarning[] {
  return tribunes.flatMap((one, i) =>
    tribunes
      .slice(i + 1)
      .filter((other) => difference(one.color, other.color) < MIN_DIFFERENCE)
      .map((other): VenueWarning => ({ type: 'close-colours', tribunes: [one.code, other.code] })),
  )
}

function difference(a: string, b: string): number {
  const [one, other] = [oklab(a), oklab(b)]
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)))
}

/** Converts `#rrggbb` to Oklab (https://bottosson.github.io/posts/oklab/). */
function oklab(color: string): readonly number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
