import type { z } from 'zod'

/** The checks of `docs/integrating/ledger-format.md`, "What a verifier checks". */
export type Check =
  | 'I1'
  | 'I2'
  | 'I3'
  | 'I4'
  | 'I5'
  | 'I6'
  | 'I7'
  | 'I8'
  | 'I9'
  | 'I10'
  | 'I11'
  | 'refund-fence'
  | 'returns'
  | 'corrections'
  | 'purchases'
  | 'refunds'
  | 'documents'
  | 'slips'
  | 'accounts'
  | 'invoices'
  | 'fiscal'
  | 'telephone'
  | 'notes'
  | 'terminal-days'
  | 'state'
  | 'tables'
  | 'anchor'
  | 'key'
  | 'trust'
  | 'schema'
  | 'beside'
  | 'erasure'
  | 'format'

export interface Finding {
  /** `error`: the ledger violates the format. `notice`: allowed, but worth reporting. */
  readonly severity: 'error' | 'notice'
  readonly check: Check
  /** Journal row; null if the finding is not about a single row. */
  readonly seq: number | null
  /** Subject of the finding: a sale, a row of a table, or a file. */
  readonly what: string
  readonly why: string
}

/** Evidence for a ledger from outside the computer. */
export type Root =
  | { readonly kind: 'key'; readonly keyId: string }
  /** Row that a hub or an archive has recorded. */
  | { readonly kind: 'head'; readonly seq: number }
  | { readonly kind: 'hub'; readonly hubKey: string; readonly keyId: string }
  /** The row of the Z report whose printout was given as evidence. */
  | { readonly kind: 'paper'; readonly seq: number }

export interface VerifyReport {
  /** True if no finding has the severity `error`. */
  readonly ok: boolean
  /** `holds`: confirmed by outside evidence; `consistent`: intact, but signed with an unknown key. */
  readonly verdict: 'holds' | 'consistent' | 'broken'
  /** Empty if no evidence about this register was given. */
  readonly roots: readonly Root[]
  readonly source: 'database' | 'archive'
  readonly ledgerId: string | null
  readonly register: string | null
  readonly keys: readonly { readonly keyId: string; readonly firstSeq: number; readonly trusted: boolean }[]
  readonly rows: number
  /** Hash of the last row in hexadecimal, for comparison with a printed report. */
  readonly headHash: string
  readonly sales: number
  readonly tickets: number
  readonly closures: number
  /** Findings about single rows first, in the order of the rows. */
  readonly findings: readonly Finding[]
}

export class Findings {
  readonly all: Finding[] = []

  error(check: Check, seq: number | null, what: string, why: string): void {
    this.all.push({ severity: 'error', check, seq, what, why })
  }

  notice(check: Check, seq: number | null, what: string, why: string): void {
    this.all.push({ severity: 'notice', check, seq, what, why })
  }

  /** Reports an error unless the hash `found` in the journal equals the hash of the known row. */
  compareRow(
    check: Check,
    known: { readonly seq: number; readonly hash: string },
    found: string | null | undefined,
    what: string,
    chain: { readonly length: number },
  ): void {
    if (found === known.hash) return
    const gone = `this row existed, but the journal ends at ${chain.length}`
    this.error(check, known.seq, what, (found ?? null) === null ? gone : 'this row was different at that time')
  }
}

/** Returns the canonical JSON (RFC 8785) of a value from JSON.parse. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`
  const entries = Object.entries(value)
  entries.sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Returns one line with the path of each invalid value and the expected type or value. */
export const describeSchemaError = (error: z.ZodError, value: unknown): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${reasonOf(issue, value)}`).join('; ')

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return `unknown name: ${issue.keys.join(', ')}`
  const expected = expectedBy(issue)
  if (expected === null) return 'not valid'
  return at(issue.path, value) === undefined ? `missing; expected ${expected}` : `expected ${expected}`
}

/** Returns null for an unlisted kind of issue, such as an invalid key. */
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
      return 'one of the forms that the format allows here'
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
