import type { FileProblem } from '../../host/files/text-place.ts'
import { venuePlan, type VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { VenueReport } from '../../../shared/domain/venue/venue-report.ts'
import { issueErrors, withPath } from '../../../shared/i18n/issue-text.ts'
import { textOfFile } from '../../host/files/file-text.ts'
import { readJson } from '../../host/files/read-json.ts'
import { reportOf } from './venue-report.ts'
import { venueFromCsv, type ListTexts, type VenueFacts } from './venue-csv.ts'

export type { VenueFacts }

export type VenueProblem = FileProblem

export type ReadVenue =
  | { readonly ok: true; readonly plan: VenuePlan; readonly report: VenueReport }
  | { readonly ok: false; readonly problems: readonly VenueProblem[] }

/**
 * Reads a venue from a plan file (docs/integrating/venue-plan.md), or from a CSV list of seat rows and the facts that
 * the list leaves out.
 */
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
  // A custom issue names its section itself. Its path is of no use: it leads into the plan, not into the list.
  const problems = checked.error.issues.map(({ code, message, path }) => ({
    ...made.placeOf(path),
    what: code === 'custom' ? message : withPath(path, message),
  }))
  return { ok: false, problems }
}
