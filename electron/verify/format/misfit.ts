import type { z } from 'zod'

/** Returns one line with each path at which a value does not match its schema, and what was expected there. */
export const misfit = (error: z.ZodError, value: unknown): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${reasonOf(issue, value)}`).join('; ')

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return `unknown name: ${issue.keys.join(', ')}`
  const expected = expectedBy(issue)
  if (expected === null) return 'not valid'
  return at(issue.path, value) === undefined ? `missing; expected ${expected}` : `expected ${expected}`
}

/** Returns null for any other kind of issue, such as an invalid key. */
function expectedBy(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'invalid_format':
      return `a text of the form ${issue.pattern ?? issue.format}`
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
    case 'invalid_union':
      return 'one of the forms that the format has here'
    default:
      return null
  }
}

function unitOf(origin: string, count: number | bigint): string {
  const isOne = Number(count) === 1
  if (origin === 'string') return isOne ? ' character' : ' characters'
  if (origin !== 'array' && origin !== 'set') return ''
  return isOne ? ' entry' : ' entries'
}

const at = (path: readonly PropertyKey[], value: unknown): unknown =>
  path.reduce<unknown>((within, key) => (within as Readonly<Record<PropertyKey, unknown>> | null)?.[key], value)
