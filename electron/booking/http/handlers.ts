import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { minorFromWire } from '../../../shared/domain/money/money.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { type Body, type Data, type OperationName, operations } from '../../../shared/api/partner/operations.ts'
import { createdEventDraft, DEMO_CURRENCY } from '../demo-events.ts'
import { hexCode, type Random } from '../sql/random.ts'
import {
  type BookingStore,
  type PurchaseOrder,
  type SalesEvent,
  type SalesSection,
  SEAT_STATUS,
  type SectionSnapshot,
} from '../sql/store.ts'
import { type Handlers, unknownTicket } from './dispatch.ts'
import { failureOf, failureReply, malformed, matchesTag, type PlainReply, type PlainRequest } from './http.ts'
import {
  cancellationData,
  checkoutData,
  eventListData,
  holdData,
  openedSessionData,
  purchaseData,
  seatParts,
  sectionHead,
  sectionMap,
  ticketData,
  timestamp,
} from './wire.ts'

interface HandlerParts {
  readonly store: BookingStore
  readonly random: Random
  readonly venues: readonly VenuePlan[]
  readonly paymentDomain: string
}

export function createHandlers({ store, random, venues, paymentDomain }: HandlerParts): Handlers {
  const bodies = new SectionBodies()
  return {
    async listEvents({ query: { page, limit } }) {
      return success('listEvents', eventListData(await store.listEvents({ page, limit }), page, limit))
    },

    async createEvent({ body }) {
      const price = body.default_price === undefined ? undefined : minorFromWire(body.default_price, DEMO_CURRENCY)
      if (price?.ok === false)
        return failureReply(malformed('body.default_price', `Not an amount of ${DEMO_CURRENCY}.`))
      const created = await store.createEvent(createdEventDraft(venues, body, price?.value))
      const eventId = String(created.eventId)
      return success('createEvent', {
        event: { id: eventId, status: 'ON_SALE', event_date: body.event_date },
        access_code: created.accessCode,
        open_session: { event_id: eventId, access_code: created.accessCode },
      })
    },

    async openSession({ partnerCode, body }) {
      const opened = await store.openSession({ partnerCode, eventId: body.event_id, accessCode: body.access_code })
      return opened.ok ? success('openSession', openedSessionData(opened.value)) : failureReply(failureOf(opened.error))
    },

    async viewSection({ partnerCode, params, query, header }) {
      const view = await store.viewSection({
        partnerCode,
        sessionId: params.session_id,
        sectionId: query.section_id,
      })
      if (!view.ok) return failureReply(failureOf(view.error))
      return sectionReply(view.value, bodies.of(view.value, operations.viewSection.message), header)
    },

    async holdSeats({ partnerCode, params, body }) {
      const seatIds = body.seat_ids ?? [body.seat_id]
      const held = await store.holdSeats({ partnerCode, sessionId: params.session_id, seatIds })
      if (!held.ok) return failureReply(failureOf(held.error))
      const holds = held.value.map(holdData)
      const [hold] = holds
      const single = body.seat_ids === undefined && hold !== undefined
      return success('holdSeats', { session_id: params.session_id.toLowerCase(), holds, ...(single && { hold }) })
    },

    async releaseHold({ partnerCode, params }) {
      const left = await store.releaseHold({ partnerCode, sessionId: params.session_id, holdId: params.hold_id })
      if (!left.ok) return failureReply(failureOf(left.error))
      return success('releaseHold', { session_id: params.session_id.toLowerCase(), holds: left.value.map(holdData) })
    },

    async readCheckout({ partnerCode, params }) {
      const checkout = await store.readCheckout({ partnerCode, sessionId: params.session_id })
      if (!checkout.ok) return failureReply(failureOf(checkout.error))
      return success('readCheckout', checkoutData(checkout.value, { token: hexCode(random, 24), paymentDomain }))
    },

    async confirmPurchase({ partnerCode, body }) {
      const completed = await store.completePurchase(orderOf(partnerCode, body), (purchase) =>
        envelope('confirmPurchase', purchaseData(purchase)),
      )
      return completed.ok ? reply([Buffer.from(completed.value)]) : failureReply(failureOf(completed.error))
    },

    async listTickets({ partnerCode, query }) {
      const tickets = await store.listTickets({ partnerCode, ownerRef: query.owner_ref })
      return success('listTickets', { tickets: tickets.map(ticketData) })
    },

    async getTicket({ partnerCode, params, query }) {
      const ticket = await store.findTicket({ partnerCode, ownerRef: query.owner_ref, ticketId: params.ticket_id })
      return ticket === null ? failureReply(unknownTicket) : success('getTicket', ticketData(ticket))
    },

    async cancelTickets({ partnerCode, body }) {
      const { request_id, owner_ref: ownerRef, ticket_ids: ticketIds, reason = '' } = body
      const of = { partnerCode, ownerRef, requestId: request_id.toLowerCase() }
      const cancelled = await store.cancelTickets({ of, ticketIds, reason, by: `partner:${partnerCode}` })
      return cancelled.ok
        ? success('cancelTickets', cancellationData(request_id, cancelled.value))
        : failureReply(failureOf(cancelled.error))
    },
  }
}

/** Returns a section view, which may be repeated while the store confirms that the view is unchanged. */
function sectionReply(
  { now, still, revision }: SectionSnapshot,
  section: SectionBody,
  header: PlainRequest['header'],
): PlainReply {
  const etag = `"${timestamp(revision)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const whole = reply([], headers)
  const at = (moment: number, has: PlainRequest['header']): PlainReply =>
    matchesTag(has('if-none-match'), etag)
      ? { status: 304, headers, body: [], ...more }
      : { ...whole, ...section.at(moment), ...more }
  function again(request: Pick<PlainRequest, 'header'>): PlainReply | null {
    const moment = still?.() ?? null
    return moment === null ? null : at(moment, request.header)
  }
  const more = still && { again }
  return at(now, header)
}

function success<N extends OperationName>(name: N, data: Data<N>): PlainReply {
  return reply([Buffer.from(envelope(name, data))])
}

function envelope<N extends OperationName>(name: N, data: Data<N>): string {
  return JSON.stringify({ success: true, message: operations[name].message, data })
}

function reply(body: readonly Uint8Array[], headers: Readonly<Record<string, string>> = {}): PlainReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

function orderOf(partnerCode: string, body: Body<'confirmPurchase'>): PurchaseOrder {
  return {
    partnerCode,
    orderId: body.order_id,
    contentSha256: contentHash(body),
    amount: body.amount,
    currency: body.currency,
    holdIds: body.hold_ids,
    paymentMethod: body.payment_method,
    paymentReference: body.payment_reference,
    customer: body.customer,
  }
}

/** Returns a hash of an order's content that ignores the case of ids and the order of holds. */
function contentHash(body: Body<'confirmPurchase'>): string {
  const content = [
    body.amount,
    body.currency ?? null,
    body.payment_method ?? null,
    body.payment_reference ?? null,
    body.hold_ids.map((holdId) => holdId.toLowerCase()).toSorted(),
    body.customer.name ?? null,
    body.customer.phone ?? null,
    body.customer.email ?? null,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Quoted seat statuses, padded with blanks to the same width. JSON permits blanks between tokens. */
const STATUS_WIDTH = Math.max(...SEAT_STATUS.map((status) => status.length)) + 2
const STATUS_BYTES = SEAT_STATUS.map((status) => Buffer.from(`"${status}"`.padEnd(STATUS_WIDTH)))

const BLOCK = 512

/** JSON text in bytes, with the number of pending replies that still use the bytes. */
interface Sheet {
  readonly bytes: Buffer
  readers: number
}

interface EncodedSeats {
  readonly event: SalesEvent
  /** JSON text of the seats. The text is replaced by a copy if it changes while a reply is using it. */
  sheet: Sheet
  /** Statuses in the text, one byte for each seat. */
  statuses: Uint8Array
  readonly offsets: Int32Array
}

interface SectionBody {
  /** Returns the body of the view at the time `now`. The body does not change until `sent` is called. */
  at(now: number): Required<Pick<PlainReply, 'body' | 'sent'>>
}

const MOMENT = '"generated_at":"'

const MIB = 1024 * 1024

/**
 * Returns one sixteenth of the process's memory in bytes, between 64 MiB and 512 MiB. The section views of a stadium
 * with 50,000 seats take 26 MB.
 */
function defaultCapacity(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(Math.max(memory / 16, 64 * MIB), 512 * MIB)
}

/**
 * Bodies of section views. The text of 5,000 seats takes 2.6 MB and a sale changes only a few bytes, so texts are
 * cached
 * up to `capacity` bytes. The least recently requested sections are dropped.
 */
export class SectionBodies {
  readonly #capacity: number
  readonly #encoded = new Map<number, EncodedSeats>()
  #size = 0

  constructor(capacity = defaultCapacity()) {
    this.#capacity = capacity
  }

  of(view: SectionSnapshot, message: string): SectionBody {
    const section = view.event.sections.find(({ sectionId }) => sectionId === view.sectionId)
    if (section === undefined) throw new Error(`event ${view.event.eventId} has no section ${view.sectionId}`)
    const text = JSON.stringify({ success: true, message, data: sectionHead(view, section) })
    // The JSON text is cut after the last key of `availability`, and the list of seats is appended at that position.
    const head = `${text.slice(0, -'}}}'.length)},"seats":[`
    const moment = head.indexOf(MOMENT) + MOMENT.length
    const [before, after] = [head.slice(0, moment), head.slice(head.indexOf('"', moment))]
    return {
      at: (now) => {
        const encoded = this.#encodedFor(view, section)
        patch(encoded, view.statuses)
        const { sheet } = encoded
        sheet.readers += 1
        return {
          body: [Buffer.from(before + timestamp(now) + after), sheet.bytes],
          sent: () => {
            sheet.readers -= 1
          },
        }
      },
    }
  }

  #encodedFor(view: SectionSnapshot, section: SalesSection): EncodedSeats {
    const found = this.#encoded.get(section.sectionId)
    const encoded = found?.event === view.event ? found : encode(view.event, section)
    if (encoded !== found) this.#size += encoded.sheet.bytes.byteLength - (found?.sheet.bytes.byteLength ?? 0)
    // The section is moved to the end, so that the first map entry is the least recently used section.
    this.#encoded.delete(section.sectionId)
    this.#encoded.set(section.sectionId, encoded)
    for (const [sectionId, { sheet }] of this.#encoded) {
      if (this.#size <= this.#capacity || sectionId === section.sectionId) break
      this.#encoded.delete(sectionId)
      this.#size -= sheet.bytes.byteLength
    }
    return encoded
  }
}

function encode(event: SalesEvent, section: SalesSection): EncodedSeats {
  const { seatCount } = section
  const texts: string[] = []
  const offsets = new Int32Array(seatCount * 2)
  const blank = '"available"'.padEnd(STATUS_WIDTH)
  let length = 0
  const add = (piece: string): void => {
    texts.push(piece)
    length += Buffer.byteLength(piece)
  }
  const seats = Array.from({ length: seatCount }, (_, index) => seatParts(event, section, index))

  seats.forEach(({ before }, index) => {
    add(`${index === 0 ? '' : ','}{"id":"${before.id}","status":`)
    offsets[index * 2] = length
    add(`${blank},"seat_code":${JSON.stringify(before.seat_code)}}`)
  })
  const map = JSON.stringify(sectionMap(event))
  add(`]},"map":${map.slice(0, -1)},"seats":[`)
  seats.forEach(({ before, after }, index) => {
    add(`${index === 0 ? '' : ','}${JSON.stringify(before).slice(0, -1)},"status":`)
    offsets[index * 2 + 1] = length
    add(`${blank},${JSON.stringify(after).slice(1)}`)
  })
  add(']}}}')
  return {
    event,
    sheet: { bytes: Buffer.from(texts.join('')), readers: 0 },
    statuses: new Uint8Array(seatCount),
    offsets,
  }
}

function patch(encoded: EncodedSeats, statuses: Uint8Array): void {
  if (encoded.statuses === statuses) return
  const before = encoded.statuses
  for (const index of differences(before, statuses)) {
    const status = statuses[index] ?? 0
    if (encoded.sheet.readers > 0) encoded.sheet = { bytes: Buffer.from(encoded.sheet.bytes), readers: 0 }
    for (const offset of encoded.offsets.subarray(index * 2, index * 2 + 2)) {
      STATUS_BYTES[status]?.copy(encoded.sheet.bytes, offset)
    }
  }
  encoded.statuses = statuses
}

/** Yields the indexes at which two arrays of equal length differ, skipping equal blocks. */
function* differences(one: Uint8Array, other: Uint8Array): Generator<number> {
  for (let start = 0; start < one.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, one.length)
    if (Buffer.compare(one.subarray(start, end), other.subarray(start, end)) === 0) continue
    for (let index = start; index < end; index++) if (one[index] !== other[index]) yield index
  }
}
