// Rows of an archive. Part of archive-verifier.ts, written from docs/integrating/ledger-format.md alone.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Key {
  readonly keyId: string
  readonly publicKey: string
}

export interface Row {
  readonly type: 'row'
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly staff_id: string | null
  readonly mono_ms: number
  readonly boot_id: string
  readonly payload: string
  readonly prev_hash: string
  readonly hash: string
  readonly sig: string
  readonly key_id: string
}

export interface Order {
  readonly orderId: string
  readonly amount: number
  readonly hold: { readonly remainingMs: number }
  readonly seats: readonly { readonly seatId: string; readonly price: number; readonly zoneName?: string }[]
}

export interface Tender {
  readonly reference: string
  readonly orderId: string
  readonly kind: string
  readonly amount: number
  readonly state: string
  readonly received?: number
  readonly change?: number
  readonly slip?: { readonly amount: number }
  readonly provider?: object
}

export interface Ticket {
  readonly ticketId: string
  readonly seatId: string
  readonly qrCode: string
  readonly price: number
  readonly eventId?: string
}

export interface Job {
  readonly ticketId: string
  readonly copyNumber: number
  readonly state: string
  readonly evidence?: string
}

export interface QueryTime {
  readonly monoMs: number
  readonly bootId: string
}

export interface Payload extends Partial<Key> {
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
  readonly tickets?: readonly Ticket[]
  readonly event?: {
    readonly type: string
    readonly staffId?: string
    readonly attended?: boolean
    readonly asked?: QueryTime
  }
  readonly from?: string | null
  readonly to?: string
  readonly opened?: { readonly currency: string; readonly event: { readonly eventId: string } }
  readonly order?: Order
  readonly tender?: Tender
  readonly abandonedPayment?: boolean
  readonly jobs?: readonly Job[]
  readonly saleId?: string
  readonly reference?: string
  readonly kind?: string
  readonly currency?: string
  readonly amount?: number | null
  readonly second?: string
  readonly ticketIds?: readonly string[]
  readonly back?: readonly { readonly amount: number }[]
  readonly copies?: readonly { readonly ticketId: string; readonly copyNumber: number }[]
  readonly pieces?: readonly { readonly value: number; readonly count: number }[]
  readonly total?: number
  readonly expected?: number
  readonly openingSeq?: number
  readonly noteSeq?: number
  readonly paidOut?: boolean
  readonly shiftNo?: number
  readonly firstSeq?: number
  readonly lastSeq?: number
  readonly tailHash?: string
  readonly totals?: Readonly<Record<string, Totals>>
  readonly perpetualNet?: Readonly<Record<string, number>>
  readonly perpetualAbs?: Readonly<Record<string, number>>
  readonly sig?: string
}

interface Totals {
  readonly accounts: Json
  readonly tickets: number
  readonly events?: Json
}

/** Writes a value from JSON.parse in canonical form (RFC 8785). Members are sorted by UTF-16 code units. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
