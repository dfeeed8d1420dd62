import type { FieldList, Fields, Kind } from '../../scripts/openapi/specification.ts'

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
  id: (value) => matches(value, /^\d+$/u),
  uuid: (value) => matches(value, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),
  timestamp: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
  local: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u),
  hex: (value) => matches(value, /^#[\da-f]{6}$/iu),
  qr: (value) => matches(value, /^[\da-f]{32}$/iu),
}

/** Every field that is missing or of another type, by its path; lists are looked at in every item, and empty only where they may be. */
export function misfits(value: unknown, fields: Fields, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path || 'the value']
  return Object.entries(fields).flatMap(([name, kind]) => {
    const at = path ? `${path}.${name}` : name
    const own = (value as Record<string, unknown>)[name]
    if (typeof kind === 'string') return kinds[kind](own) ? [] : [at]
    if (!isList(kind)) return misfits(own, kind, at)
    if (!Array.isArray(own) || (own.length === 0 && kind[1] === undefined)) return [at]
    return own.flatMap((item, index) => misfits(item, kind[0], `${at}[${index}]`))
  })
}

function isList(kind: Fields | FieldList): kind is FieldList {
  return Array.isArray(kind)
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
