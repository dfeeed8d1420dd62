import type { CsvProblem } from '../../host/files/csv.ts'
import { venuePlan, type VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { messageOf } from '../../../shared/error-message.ts'
import type { VenueReport } from '../../../shared/domain/venue/venue-report.ts'
import { textOfFile } from '../../host/files/file-text.ts'
import { placeAt } from '../../host/files/text-place.ts'
import { reportOf } from './venue-report.ts'
import { brokenAt, placeIn } from '../../host/files/json-places.ts'
import { venueFromCsv, type VenueFacts } from './venue-csv.ts'

export type { VenueFacts }

export type VenueProblem = CsvProblem

export type ReadVenue =
  | { readonly ok: true; readonly plan: VenuePlan; readonly report: VenueReport }
  | { readonly ok: false; readonly problems: readonly VenueProblem[] }

/** A venue from a plan file (docs/integrating/venue-plan.md), or from a CSV list of seat rows and what the list leaves out. */
export function readVenue(file: Uint8Array, format: 'json' | 'csv', facts: VenueFacts): ReadVenue {
  const read = textOfFile(file)
  if (!read.ok) return read
  const { text, encoding } = read
  if (format === 'json') {
    const plan = readPlan(text)
    return 'problems' in plan ? { ok: false, ...plan } : { ok: true, plan, report: reportOf(plan, { encoding }) }
  }
  const made = venueFromCsv(text, facts)
  if ('problems' in made) return { ok: false, problems: made.problems }
  const checked = venuePlan.safeParse(made.plan)
  if (checked.success) {
    const { emptyRows } = made
    return { ok: true, plan: checked.data, report: reportOf(checked.data, { encoding, emptyRows }) }
  }
  const problems = checked.error.issues.map(({ message, path }) => ({
    line: 1,
    column: 1,
    what: [path.map(String).join('.'), message].filter(Boolean).join(': '),
  }))
  return { ok: false, problems }
}

function readPlan(text: string): VenuePlan | { readonly problems: readonly VenueProblem[] } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const message = messageOf(error)
    // The engine's words, without the place and the excerpt that it puts behind them in one of two ways.
    const what = message.replace(/(?:, (?:\.\.\.)?".* is not valid JSON| in JSON at position .*)$/su, '')
    return { problems: [{ ...placeAt(text, brokenAt(text)), what }] }
  }
  const checked = venuePlan.safeParse(content)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map(({ message, path }) => ({
    ...placeIn(text, path),
    what: [path.map(String).join('.'), message].filter(Boolean).join(': '),
  }))
  return { problems }
}
