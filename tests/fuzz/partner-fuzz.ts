import { setImmediate as nextTurn } from 'node:timers/promises'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import type { SalePorts } from '../../electron/kiosk/sale/booking-sessions.ts'
import { performEffect } from '../../electron/kiosk/sale/effects.ts'
import type { PartnerService, Ports } from '../../electron/kiosk/ports/ports.ts'
import { referenceFor } from '../../electron/host/system.ts'
import { PartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall } from '../../electron/partner/holds.ts'
import { nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import { REFUND_GRACE_MS } from '../../shared/domain/sale/sale-base.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Sale, Order } from '../../shared/domain/sale/sale.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { mutate, type Reply } from './mutator.ts'
import { confirmingSale, drawOrder, HOLD_MS, type PaidOrder, type ReplyKind } from './orders.ts'
import { exponentOf } from '../../shared/domain/money/money.ts'

interface FuzzReport {
  replies: number
  confirmed: number
  priced: number
  refunds: number
  readonly faults: string[]
}

interface Reader {
  readonly name: string
  read(sale: Sale, reply: Reply, nowMs: number): Promise<Sale>
}

export function shippingReader(random: Random): Reader {
  let arriving: Reply = { status: 200, body: Buffer.alloc(0) }
  let nowMs = 0
  const clock: Ports['clock'] = {
    now: () => ({ monoMs: nowMs, bootId: 'boot', wallUtc: '2026-03-14T12:00:00.000Z' }),
    sleep: (_ms, signal) =>
      new Promise((resolve) => (signal ? signal.addEventListener('abort', () => resolve()) : resolve())),
  }
  const partner: PartnerService = new PartnerClient({
    baseUrl: 'http://partner.example',
    partnerCode: 'demo',
    demo: false,
    hold: allInOneCall,
    anonymousCustomer: anonymousBuyer('test'),
    timeoutMs: 15_000,
    fetch: async () => new Response(arriving.body.length === 0 ? null : Buffer.from(arriving.body), arriving),
    clock,
  })
  const ports = {
    clock,
    ids: { uuid: () => random.uuid(), referenceFor },
    partner: { ...partner, pause: () => Promise.resolve() },
    ledger: {
      conflictingHolds: () => [],
      seatsSoldHere: () => [],
      conflictingTickets: () => [],
      othersOfOwner: () => null,
    },
  }
  const never = new AbortController().signal
  return {
    name: 'shipping',
    async read(sale, reply, atMs) {
      arriving = reply
      nowMs = atMs
      const effect = nextEffect(sale)
      if (!effect) throw new Error(`a sale that is "${sale.state}" waits for no reply`)
      return transition(sale, await performEffect(ports as unknown as SalePorts, sale, effect, never), clock.now())
    },
  }
}

/** Negative control: any 2xx status or `success` completes the sale, any 4xx status is final. */
export const naiveReader: Reader = {
  name: 'naive',
  read(sale, { status, body }) {
    if (sale.state !== 'confirming') return Promise.resolve(sale)
    const { order, tender } = sale
    const text = new TextDecoder().decode(body)
    if (status >= 400 && status <= 499)
      return Promise.resolve({ ...sale, state: 'refund-due', order, tender, reason: '' })
    if ((status >= 200 && status <= 299) || /"success":\s*true/u.test(text))
      return Promise.resolve({ ...sale, state: 'confirmed', tickets: order.seats as never })
    return Promise.resolve({ ...sale, state: 'unknown', reply: { status, code: '', detail: '' } })
  },
}

/** Applies mutated replies to sales that wait for them. Replies are reproducible by seed. */
export async function fuzzPartner(count: number, seed: number, reader: Reader): Promise<FuzzReport> {
  const random = createRandom(seed)
  const report: FuzzReport = { replies: 0, confirmed: 0, priced: 0, refunds: 0, faults: [] }
  let others = [drawOrder(random)]
  while (report.replies < count && report.faults.length < 50) {
    const paid = drawOrder(random)
    for (let round = 0; round < 8; round++) await oneReply(paid, others, { random, reader, report })
    // The memory of the processed replies is released only in the next turn of the event loop.
    await nextTurn()
    others = [...others.slice(-3), paid]
  }
  return report
}

const KINDS: readonly ReplyKind[] = ['purchase', 'purchase', 'purchase', 'tickets', 'noTickets', 'checkout', 'hold']

type Run = Readonly<{ random: Random; reader: Reader; report: FuzzReport }>

async function oneReply(paid: PaidOrder, others: readonly PaidOrder[], { random, reader, report }: Run): Promise<void> {
  const kind = random.pick(KINDS)
  const sources = [...others, paid].flatMap(({ replies }) => Object.values(replies))
  const reply = mutate(random.chance(0.05) ? random.pick(sources) : paid.replies[kind], sources, random)
  const nowMs = random.pick([0, 1_000, HOLD_MS, HOLD_MS + REFUND_GRACE_MS, HOLD_MS + REFUND_GRACE_MS + 1, 10 * HOLD_MS])
  const verdicts = verdictsOf(reply, paid.order, paid.base.currency)
  const before = saleWaitingFor(kind, paid)
  report.replies += 1
  const fault = (what: string): void => {
    const text = new TextDecoder().decode(reply.body)
    report.faults.push(`reply ${report.replies} (${kind}, status ${reply.status}, at ${nowMs} ms): ${what}: ${text}`)
  }
  try {
    const after = await reader.read(before, reply, nowMs)
    report.confirmed += Number(after.state === 'confirmed')
    report.priced += Number(after.state === 'priced')
    report.refunds += Number(after.state === 'refund-due')
    for (const what of wrongIn(before, after, verdicts, nowMs)) fault(what)
  } catch (error) {
    fault(`crash: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

function saleWaitingFor(kind: ReplyKind, paid: PaidOrder): Sale {
  const { base, order } = paid
  const confirming = confirmingSale(paid, { body: '{}', sha256: '' })
  switch (kind) {
    case 'purchase':
      return confirming
    case 'tickets':
    case 'noTickets':
      return { ...confirming, state: 'unknown', reply: { status: 0, code: 'NO_REPLY', detail: '' } }
    case 'checkout':
      return { ...base, state: 'held', seats: order.seats }
    case 'hold':
      return { ...base, state: 'holding', seats: order.seats }
  }
}

const MAX_WORDING = 600

function wrongIn(before: Sale, after: Sale, verdicts: ReturnType<typeof verdictsOf>, nowMs: number) {
  const wrong: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || wrong.push(what))
  const seatsOf = (list: readonly { readonly seatId: string }[]): string =>
    list
      .map((each) => each.seatId)
      .sort()
      .join()
  switch (after.state) {
    case 'confirmed':
      must(before.state === 'confirming' ? verdicts.sold : verdicts.shown, 'false confirmation')
      must(seatsOf(after.tickets) === seatsOf(after.order.seats), 'other seats')
      break
    case 'refund-due':
      must(before.state === 'unknown' && verdicts.none, 'a refund without a word that nothing was sold')
      must(nowMs > HOLD_MS + REFUND_GRACE_MS, 'early refund')
      must(after.reason.length <= MAX_WORDING, 'endless wording')
      break
    case 'priced': {
      must(verdicts.priced, 'another price or other seats')
      const { remainingMs } = after.order.hold
      must(Number.isSafeInteger(remainingMs) && remainingMs < 2 ** 31, `holds that last ${remainingMs} ms`)
      break
    }
    case 'held':
      must(verdicts.accepted, 'seats held without a word')
      break
    case 'unknown':
      must(after.reply.code.length + after.reply.detail.length <= MAX_WORDING, 'endless wording')
      break
    default:
  }
  must(text(after) !== null, 'a state that cannot be written down')
  return wrong
}

/** Returns the sale as text for the ledger. Null if parsing the text would result in a different sale. */
function text(sale: Sale): string | null {
  const written = JSON.stringify(sale)
  return JSON.stringify(JSON.parse(written)) === written && !written.includes(':null,"monoMs"') ? written : null
}

/** Derives the meaning of a reply from the specification. The program may conclude less from it, but never more. */
function verdictsOf({ status, body }: Reply, order: Order, currency: string) {
  const envelope = envelopeOf(status, body)
  const data = nodeOf(envelope?.['data']) ?? null
  const wire = (minor: number): number => minor / 10 ** exponentOf(currency)
  const tickets = listOf(data, 'tickets')
  const seatIds = order.seats.map(({ seatId }) => seatId)
  const amount = numberOf(data?.['amount'])
  return {
    /** Whether the reply states that exactly the requested order was sold. */
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
    /** Whether the reply charges exactly the price of the order for exactly the seats of the order. */
    priced:
      data !== null &&
      isCurrency(data['currency'], currency) &&
      amount === wire(order.amount) &&
      areItems(data, order, wire),
    accepted: envelope !== null,
  }
}

/** Accepts an ISO 4217 code in either case: "gnf" is the same currency as "GNF". */
const isCurrency = (value: unknown, currency: string): boolean =>
  typeof value === 'string' && value.toUpperCase() === currency

type Node = Readonly<Record<string, unknown>>

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

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/u.test(value) ? Number(value) : Number.NaN
}

const idOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

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
