import { exponentOf } from '../../shared/domain/money/money.ts'
import type { Order } from '../../shared/domain/sale/sale.ts'
import type { Reply } from './mutator.ts'

/**
 * What a reply says to somebody who reads it by the specification and with nothing of the program's own code: the
 * program may believe less, never more.
 */
export interface Verdicts {
  /** The service says that exactly this order was sold. */
  readonly sold: boolean
  /** It shows exactly the order's tickets. */
  readonly shown: boolean
  /** It says that there are no tickets. */
  readonly none: boolean
  /** It asks exactly the order's price for exactly its seats. */
  readonly priced: boolean
  /** It accepts what was asked. */
  readonly accepted: boolean
}

export function verdictsOf({ status, body }: Reply, order: Order, currency: string): Verdicts {
  const envelope = envelopeOf(status, body)
  const data = nodeOf(envelope?.['data']) ?? null
  const wire = (minor: number): number => minor / 10 ** exponentOf(currency)
  const tickets = listOf(data, 'tickets')
  const seatIds = order.seats.map(({ seatId }) => seatId)
  const amount = numberOf(data?.['amount'])
  return {
    sold:
      data !== null &&
      typeof data['order_id'] === 'string' &&
      data['order_id'].toLowerCase() === order.orderId &&
      data['status'] === 'completed' &&
      isCurrency(data['currency'], currency) &&
      amount === wire(order.amount) &&
      areTickets(tickets, seatIds, (ticket) => ticket['seat_id']),
    shown: areTickets(tickets, seatIds, (ticket) => nodeOf(ticket['seat'])?.['id']),
    none: tickets?.length === 0,
    priced:
      data !== null &&
      isCurrency(data['currency'], currency) &&
      amount === wire(order.amount) &&
      areItems(data, order, wire),
    // Done is any success, also one without a word.
    accepted: envelope !== null,
  }
}

/** An ISO 4217 code in either case: "gnf" names the same currency as "GNF". */
const isCurrency = (value: unknown, currency: string): boolean =>
  typeof value === 'string' && value.toUpperCase() === currency

type Node = Readonly<Record<string, unknown>>

/** A successful reply; one without a body says nothing more than that. */
function envelopeOf(status: number, body: Uint8Array): Node | null {
  if (status < 200 || status > 299) return null
  const text = new TextDecoder().decode(body)
  if (text.trim() === '') return {}
  try {
    const reply = nodeOf(JSON.parse(text))
    return reply?.['success'] === true ? reply : null
  } catch {
    return null
  }
}

function nodeOf(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined
}

function listOf(data: Node | null, key: string): readonly Node[] | null {
  const list = data?.[key]
  return Array.isArray(list) && list.every((item) => nodeOf(item)) ? (list as Node[]) : null
}

/** Numbers may come as decimal text. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/u.test(value) ? Number(value) : Number.NaN
}

function idOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function areTickets(
  tickets: readonly Node[] | null,
  seatIds: readonly string[],
  seatOf: (ticket: Node) => unknown,
): boolean {
  if (tickets?.length !== seatIds.length) return false
  const code = (ticket: Node): string => idOf(ticket['qr_code'] ?? nodeOf(ticket['qr'])?.['payload'])
  const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length
  return (
    tickets.every((ticket) => ticket['status'] === 'SOLD' && idOf(ticket['id']) !== '') &&
    tickets.every((ticket) => /^[0-9a-f]{32}$/iu.test(code(ticket))) &&
    distinct(tickets.map((ticket) => idOf(ticket['id']))) &&
    distinct(tickets.map((ticket) => code(ticket).toLowerCase())) &&
    distinct(tickets.map((ticket) => idOf(seatOf(ticket)))) &&
    tickets.every((ticket) => seatIds.includes(idOf(seatOf(ticket))))
  )
}

function areItems(data: Node, { seats }: Order, wire: (minor: number) => number): boolean {
  const items = listOf(data, 'items')
  if (items?.length !== seats.length) return false
  if (new Set(items.map((item) => idOf(item['hold_id']))).size !== seats.length) return false
  return seats.every(({ seatId, price }) => {
    const own = items.filter((item) => idOf(item['seat_id']) === seatId)
    return own.length === 1 && numberOf(own[0]?.['price']) === wire(price) && idOf(own[0]?.['hold_id']) !== ''
  })
}
