import {
  type Operation,
  type OperationName,
  operations,
  VENUE_PLAN_ROUTE,
} from '../../../shared/partner-api/operations.ts'

export interface Route {
  readonly name: OperationName
  readonly operation: Operation
  /** Path parameters as received, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** Null: no such path. `allow`: the path exists for these methods only. */
export type Match = Route | { readonly allow: readonly string[] } | null

interface Entry {
  readonly name: OperationName
  readonly operation: Operation
  readonly segments: readonly string[]
}

const table: readonly Entry[] = Object.entries<Operation>(operations).map(([name, operation]) => ({
  name: name as OperationName,
  operation,
  segments: operation.path.split('/'),
}))

/** Finds the operation for a method and a path, by the operations table alone. */
export function matchRoute(method: string, path: string): Match {
  const given = path.split('/')
  const onPath = table.flatMap((entry) => {
    const params = pathParams(entry.segments, given)
    return params === null ? [] : [{ ...entry, params }]
  })
  if (onPath.length === 0) return null
  const route = onPath.find(({ operation }) => operation.method === method)
  return route ?? { allow: onPath.map(({ operation }) => operation.method) }
}

/** The event whose venue plan is asked for, beside the operations; null: something else is. */
export function venuePlanEvent(method: string, path: string): string | null {
  if (method !== VENUE_PLAN_ROUTE.method) return null
  return pathParams(VENUE_PLAN_ROUTE.path.split('/'), path.split('/'))?.['event_id'] ?? null
}

function pathParams(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith('{')) {
      const decoded = decodeSegment(value)
      if (decoded === null || decoded === '') return null
      params[segment.slice(1, -1)] = decoded
    } else if (segment !== value) return null
  }
  return params
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
