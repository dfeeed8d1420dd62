import { venuePlan, type VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { messageOf } from '../../../shared/error-message.ts'
import { brokenAt, placeAt, placeIn } from './json-places.ts'
import { venueFromCsv, type VenueFacts } from './venue-csv.ts'

export type { VenueFacts }

export interface VenueProblem {
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  readonly what: string
}

export type ReadVenue =
  { readonly ok: true; readonly plan: VenuePlan } | { readonly ok: false; readonly problems: readonly VenueProblem[] }

/** A venue from the text of a plan file (docs/integrating/venue-plan.md), or from a CSV list of seat rows and what the list leaves out. */
export function readVenue(text: string, format: 'json' | 'csv', facts: VenueFacts): ReadVenue {
  if (format === 'json') return readPlan(text)
  const made = venueFromCsv(text, facts)
  if ('problems' in made) return { ok: false, problems: made.problems }
  const checked = venuePlan.safeParse(made.plan)
  if (checked.success) return { ok: true, plan: checked.data }
  const problems = checked.error.issues.map(({ message, path }) => ({
    line: 1,
    column: 1,
    what: [path.map(String).join('.'), message].filter(Boolean).join(': '),
  }))
  return { ok: false, problems }
}

function readPlan(text: string): ReadVenue {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const message = messageOf(error)
    // The engine's words, without the place and the excerpt that it puts behind them in one of two ways.
    const what = message.replace(/(?:, (?:\.\.\.)?".* is not valid JSON| in JSON at position .*)$/su, '')
    return { ok: false, problems: [{ ...placeAt(text, brokenAt(text)), what }] }
  }
  const checked = venuePlan.safeParse(content)
  if (checked.success) return { ok: true, plan: checked.data }
  const problems = checked.error.issues.map(({ message, path }) => ({
    ...placeIn(text, path),
    what: [path.map(String).join('.'), message].filter(Boolean).join(': '),
  }))
  return { ok: false, problems }
}
