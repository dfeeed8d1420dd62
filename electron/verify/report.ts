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
  | 'refunds'
  | 'slips'
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
  /** `error`: the ledger is not as it must be. `notice`: true and allowed, but somebody should know. */
  readonly severity: 'error' | 'notice'
  readonly check: Check
  /** Journal row; null where it is about no single row. */
  readonly seq: number | null
  /** What it is about: a sale, a table's row, a file. */
  readonly what: string
  readonly why: string
}

/** What vouches for a ledger from outside the machine. */
export type Root =
  | { readonly kind: 'key'; readonly keyId: string }
  /** A row that a hub or an archive knows. */
  | { readonly kind: 'head'; readonly seq: number }
  | { readonly kind: 'hub'; readonly hubKey: string; readonly keyId: string }
  /** The row of the Z whose paper was shown. */
  | { readonly kind: 'paper'; readonly seq: number }

export interface VerifyReport {
  /** True when there is no finding of severity `error`: it agrees with itself, and with what it was held against. */
  readonly ok: boolean
  /** `holds` only where somebody outside the machine vouches for it; `consistent`: it is whole, by an unknown key. */
  readonly verdict: 'holds' | 'consistent' | 'broken'
  /** Empty where nothing was given that speaks of this register. */
  readonly roots: readonly Root[]
  readonly source: 'database' | 'archive'
  readonly ledgerId: string | null
  readonly register: string | null
  readonly keys: readonly { readonly keyId: string; readonly firstSeq: number; readonly trusted: boolean }[]
  readonly rows: number
  /** Hash of the last row in hexadecimal: compare it with paper. */
  readonly headHash: string
  readonly sales: number
  readonly tickets: number
  readonly closures: number
  /** Those about single rows first, in the order of the rows. */
  readonly findings: readonly Finding[]
}

/** Where the checks leave what they find. */
export interface Findings {
  error(check: Check, seq: number | null, what: string, why: string): void
  notice(check: Check, seq: number | null, what: string, why: string): void
  readonly all: readonly Finding[]
}

export function collectFindings(): Findings {
  const all: Finding[] = []
  return {
    error: (check, seq, what, why) => void all.push({ severity: 'error', check, seq, what, why }),
    notice: (check, seq, what, why) => void all.push({ severity: 'notice', check, seq, what, why }),
    all,
  }
}

/** RFC 8785 for what JSON.parse gives. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`
  const entries = Object.entries(value)
  entries.sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
