import type { OperationName } from '../../shared/api/partner/operations.ts'
import type { Random } from './random.ts'

type Node = Readonly<Record<string, unknown>>

/** Returns the changed `data`. Null if the reply lacks the part to change. */
type Change = (data: Node, random: Random) => unknown

const OTHER_ID = '999999999'
const OTHER_UUID = '00000000-0000-4000-8000-000000000000'

const put =
  (key: string, value: unknown): Change =>
  (data) =>
    key in data ? { ...data, [key]: value } : null

const inItem =
  (list: string, change: Change): Change =>
  (data, random) => {
    const items = data[list]
    if (!Array.isArray(items) || items.length === 0) return null
    const index = random.below(items.length)
    const changed = change(items[index] as Node, random)
    return changed === null ? null : { ...data, [list]: items.with(index, changed) }
  }

/** Removes one item of several. A single item is not removed. */
const dropOne =
  (list: string): Change =>
  (data, random) => {
    const items = data[list]
    return Array.isArray(items) && items.length > 1
      ? { ...data, [list]: items.toSpliced(random.below(items.length), 1) }
      : null
  }

const doubleOne =
  (list: string): Change =>
  (data, random) => {
    const items = data[list]
    if (!Array.isArray(items) || items.length === 0) return null
    return { ...data, [list]: [...(items as unknown[]), items[random.below(items.length)]] }
  }

const breakSomewhere: Change = (data, random) => broken(data, random, random.between(1, 4))

function broken(node: unknown, random: Random, depth: number): unknown {
  if (Array.isArray(node)) {
    const index = random.below(Math.max(1, node.length))
    return node.length === 0 ? null : node.with(index, broken(node[index], random, depth))
  }
  if (typeof node !== 'object' || node === null || Object.keys(node).length === 0) return null
  const key = random.pick(Object.keys(node))
  const child = (node as Node)[key]
  if (depth > 1 && typeof child === 'object' && child !== null)
    return { ...node, [key]: broken(child, random, depth - 1) }
  if (random.chance(0.4)) return Object.fromEntries(Object.entries(node).filter(([name]) => name !== key))
  return { ...node, [key]: random.pick([null, { unexpected: true }, true]) }
}

const purchase: Readonly<Record<string, Change>> = {
  'another order_id': put('order_id', OTHER_UUID),
  'no order_id': put('order_id', null),
  'status pending': put('status', 'pending'),
  'status failed': put('status', 'failed'),
  'another amount': (data) => ({ ...data, amount: Number(data['amount']) + 1 }),
  'half a franc': (data) => ({ ...data, amount: Number(data['amount']) + 0.5 }),
  'another currency': put('currency', 'XOF'),
  'no tickets': put('tickets', []),
  'a ticket too few': dropOne('tickets'),
  'a ticket too many': doubleOne('tickets'),
  'a ticket for another seat': inItem('tickets', put('seat_id', OTHER_ID)),
  'a ticket that is cancelled': inItem('tickets', put('status', 'CANCELLED')),
  'a code too short': inItem('tickets', put('qr_code', 'abc')),
  'no code': inItem('tickets', put('qr_code', null)),
}

const tickets: Readonly<Record<string, Change>> = {
  'tickets missing': put('tickets', null),
  'a ticket too few': dropOne('tickets'),
  'a ticket too many': doubleOne('tickets'),
  'a ticket that is cancelled': inItem('tickets', put('status', 'CANCELLED')),
  'a code too short': inItem('tickets', put('qr_code', 'abc')),
  'a ticket for another seat': inItem('tickets', (ticket) => ({ ...ticket, seat: { id: OTHER_ID, code: 'X' } })),
}

const checkout: Readonly<Record<string, Change>> = {
  'another amount': (data) => ({ ...data, amount: Number(data['amount']) + 1 }),
  'another currency': put('currency', 'EUR'),
  'an item too few': dropOne('items'),
  'an item too many': doubleOne('items'),
  'an item for another seat': inItem('items', put('seat_id', OTHER_ID)),
  'another hold': inItem('items', put('hold_id', OTHER_UUID)),
  'another price': inItem('items', (item) => ({ ...item, price: Number(item['price']) + 500 })),
  'no time left': inItem('items', put('remaining_seconds', 0)),
  'time run out': inItem('items', put('remaining_seconds', -30)),
  'no time at all': inItem('items', put('remaining_seconds', null)),
}

const changes: Partial<Record<OperationName, Readonly<Record<string, Change>>>> = {
  confirmPurchase: purchase,
  listTickets: tickets,
  readCheckout: checkout,
}

const envelopes: Readonly<Record<string, (reply: Node) => unknown>> = {
  'success false': (reply) => ({ ...reply, success: false }),
  'no data': (reply) => ({ ...reply, data: undefined }),
  'a list': (reply) => [reply],
  'success as text': (reply) => ({ ...reply, success: 'yes' }),
}

/** Makes a well-formed reply wrong in a detectable way. A changed digit in a ticket's code is not detectable. */
export function mutateReply(operation: OperationName, body: string, random: Random) {
  const reply = JSON.parse(body || '{}') as Node
  const data = reply['data'] as Node | undefined
  if (!data || random.chance(0.15)) {
    const what = random.pick(Object.keys(envelopes))
    return { what, body: JSON.stringify(envelopes[what]?.(reply)) }
  }
  const own = changes[operation]
  if (own && random.chance(0.7)) {
    const what = random.pick(Object.keys(own))
    const changed = own[what]?.(data, random) ?? null
    if (changed !== null) return { what, body: JSON.stringify({ ...reply, data: changed }) }
  }
  return { what: 'a part broken', body: JSON.stringify({ ...reply, data: breakSomewhere(data, random) }) }
}
