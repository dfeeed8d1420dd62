// Rows of an archive. Part of archive-verifier.ts, written from docs/integrating/ledger-format.md alone.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Numbers<Name extends string> = Readonly<Record<Name, number>>

export type Key = Texts<'keyId' | 'publicKey'>

export type Row = { readonly type: 'row' } & Readonly<Record<'sale_id' | 'staff_id', string | null>> &
  Numbers<'seq' | 'mono_ms'> &
  Texts<'register' | 'code' | 'boot_id' | 'payload' | 'prev_hash' | 'hash' | 'sig' | 'key_id'>

export interface Order {
  readonly orderId: string
  readonly amount: number
  readonly hold: { readonly remainingMs: number }
  readonly seats: readonly { readonly seatId: string; readonly price: number; readonly zoneName?: string }[]
}

export interface Tender
  extends Texts<'reference' | 'orderId' | 'kind' | 'state'>, Partial<Numbers<'received' | 'change'>> {
  readonly amount: number
  readonly slip?: { readonly amount: number }
  readonly provider?: object
}

export interface Ticket extends Texts<'ticketId' | 'seatId' | 'qrCode'>, Numbers<'price'> {
  readonly eventId?: string
}

export interface Job extends Texts<'ticketId' | 'state'>, Numbers<'copyNumber'> {
  readonly evidence?: string
}

export type QueryTime = Numbers<'monoMs'> & Texts<'bootId'>

interface TenderAmount extends Texts<'kind'>, Numbers<'amount'> {}

export interface Payload
  extends
    Partial<Key>,
    Partial<Texts<'to' | 'saleId' | 'reference' | 'kind' | 'currency' | 'second' | 'tailHash' | 'sig'>>,
    Partial<Numbers<'total' | 'expected' | 'openingSeq' | 'noteSeq' | 'shiftNo' | 'firstSeq' | 'lastSeq'>> {
  readonly postings?: readonly (Texts<'account'> & Numbers<'debit' | 'credit'>)[]
  readonly tickets?: readonly Ticket[]
  readonly event?: Texts<'type'> & {
    readonly staffId?: string
    readonly attended?: boolean
    readonly asked?: QueryTime
  }
  readonly from?: string | null
  readonly opened?: Texts<'currency'> & { readonly event: Texts<'eventId'> }
  readonly order?: Order
  readonly tender?: Tender
  readonly abandonedPayment?: boolean
  readonly jobs?: readonly Job[]
  readonly unsold?: Numbers<'amount'> & {
    readonly seatIds: readonly string[]
    readonly back: readonly Numbers<'amount'>[]
  }
  readonly amount?: number | null
  readonly ticketIds?: readonly string[]
  readonly back?: readonly Numbers<'amount'>[]
  readonly was?: TenderAmount
  readonly is?: TenderAmount
  readonly copies?: readonly (Texts<'ticketId'> & Numbers<'copyNumber'>)[]
  readonly pieces?: readonly Numbers<'value' | 'count'>[]
  readonly paidOut?: boolean
  readonly totals?: Readonly<Record<string, Totals>>
  readonly perpetualNet?: Readonly<Record<string, number>>
  readonly perpetualAbs?: Readonly<Record<string, number>>
}

type Totals = Readonly<{ accounts: Json; tickets: number; events?: Json }>

/** Writes a value from JSON.parse in canonical form (RFC 8785). Members are sorted by UTF-16 code units. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
