import { hash as digest } from 'node:crypto'
import type { PurchaseRequest, Sale } from '../../../shared/domain/sale/sale.ts'
import { canonicalJson } from '../chain/canonical-json.ts'
import type { StepPayload } from './step.ts'

/** A sale's state as the table has it. */
export interface SaleText {
  /**
   * Canonical JSON of the state without its request. What is long stands in a journal row already: the body then has
   * `{"seq": n}` in its place.
   */
  readonly body: string
  /** The request as long as it may be sent again. It names the customer: it is kept sealed, and not even its hash is in the body. */
  readonly request: PurchaseRequest | null
}

/** Members of a state that a row brings in, and where they stand in its payload (a row of no sale has none of them). */
const PARTS = {
  event: ({ opened }) => opened?.event,
  order: ({ order }) => order,
  seats: ({ event }) => (event && 'seats' in event ? event.seats : undefined),
  tickets: ({ tickets }) => tickets,
} as const satisfies Record<string, (payload: Partial<StepPayload>) => unknown>

export type PartName = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly PartName[]

/** In these states the purchase's bytes may be sent again. */
export function maySend(state: Sale['state']): boolean {
  return state === 'confirming' || state === 'unknown'
}

/** The parts that this payload brings in. */
export function partsIn(payload: Partial<StepPayload>): readonly PartName[] {
  return PART_NAMES.filter((name) => PARTS[name](payload) !== undefined)
}

/** `rowOf` names the row that brought a part in; where it gives null, the part stands in the body itself. */
export function bodyOf(sale: Sale, rowOf: (name: PartName, part: object) => number | null): string {
  const state: Record<string, unknown> = { ...sale, request: undefined }
  for (const name of PART_NAMES) {
    const part = state[name]
    const seq = typeof part === 'object' && part !== null ? rowOf(name, part) : null
    if (seq !== null) state[name] = { seq }
  }
  return canonicalJson(state)
}

/** The state again. Throws when a row that it needs is not there: the ledger was changed by somebody else. */
export function saleOf(
  { body, request }: { readonly body: string; readonly request: string | null },
  payloadOf: (seq: number) => Partial<StepPayload> | null,
): Sale {
  const state = JSON.parse(body) as Record<string, unknown>
  for (const [name, seq] of rowsNamed(state)) {
    const payload = payloadOf(seq)
    const part = payload === null ? undefined : PARTS[name](payload)
    if (part === undefined) throw new Error(`row ${seq} does not have the sale's ${name}`)
    state[name] = part
  }
  if (request !== null) state['request'] = { body: request, sha256: textHash(request) }
  return state as unknown as Sale
}

/** Which rows a body names, by part. */
export function rowsNamed(state: Readonly<Record<string, unknown>>): ReadonlyMap<PartName, number> {
  return new Map(
    PART_NAMES.flatMap((name) => {
      const value = state[name]
      return typeof value === 'object' && value !== null && 'seq' in value ? [[name, Number(value.seq)] as const] : []
    }),
  )
}

export function textHash(text: string): string {
  return digest('sha256', text)
}
