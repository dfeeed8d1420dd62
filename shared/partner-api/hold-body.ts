/**
 * Step 4, whose shape the specification does not show (decisions, "Hold"): a body as it is written in settings, in which
 * the texts `{seat_id}`, `{seat_ids}`, `{session_id}` and `{hold_id}` stand for their values.
 */
export type HoldBody = { readonly [name: string]: Json }

type Json = string | number | boolean | null | readonly Json[] | HoldBody

export const oneSeatBody: HoldBody = { seat_id: '{seat_id}' }
export const allSeatsBody: HoldBody = { seat_ids: '{seat_ids}' }

interface Values {
  readonly sessionId: string
  readonly seatIds?: readonly string[]
  readonly holdId?: string
}

export function fillHoldBody(body: HoldBody, { sessionId, seatIds = [], holdId }: Values): unknown {
  const values: Readonly<Record<string, unknown>> = {
    '{session_id}': sessionId,
    ...(seatIds[0] !== undefined && { '{seat_id}': seatIds[0], '{seat_ids}': seatIds }),
    ...(holdId !== undefined && { '{hold_id}': holdId }),
  }
  return filled(body, values)
}

function filled(template: Json, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return values[template] ?? template
  if (template === null || typeof template !== 'object') return template
  if (isList(template)) return template.map((each) => filled(each, values))
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, values)]))
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
