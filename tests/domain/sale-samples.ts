import type { Checkout, ChosenSeat, Ticket } from '../../shared/domain/seats/offer.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Choosing, Instant, Sale, SaleEvent, SaleEventType, SaleState } from '../../shared/domain/sale/sale.ts'
import type { SaleEffect } from '../../shared/domain/sale/sale-effects.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-voucher.ts'
import { refundableAmount } from '../../shared/domain/money/tender.ts'
import { overOf } from '../../shared/domain/sale/sale-notes.ts'

export const ORDER_ID = '0b6f2c1e-5d7a-4c39-8a4e-6f1d2b3c4d5e'
export const HOLD_SECONDS = 480

export function at(monoMs: number, bootId = 'boot-1', wallUtc = '2026-03-14T18:00:00.000Z'): Instant {
  return { monoMs, bootId, wallUtc }
}

export function seat(seatId: string, price: number): ChosenSeat {
  const place = {
    seatCode: `N3-F-${seatId}`,
    sector: 'N3',
    row: 'F',
    seatNumber: Number(seatId),
    gate: { code: 'C', name: 'Porte C', label: 'Porte C' },
    tribune: { code: 'NORD', name: 'Tribune Nord', color: '#c81d25' },
    route: ['Porte C', 'N3', 'F', seatId],
    disputeCode: '',
  }
  return { seatId, sectionId: '12', zoneId: '3', zoneName: 'Populaire', price, place }
}

export const seats = [seat('11', 25_000), seat('12', 45_000)] as const

export const checkout: Checkout = {
  amount: 70_000,
  currency: 'GNF',
  remainingSeconds: HOLD_SECONDS,
  checkoutToken: 'token',
  items: [
    { holdId: 'hold-12', seatId: '12', seatCode: 'N3-F-12', price: 45_000 },
    { holdId: 'hold-11', seatId: '11', seatCode: 'N3-F-11', price: 25_000 },
  ],
}

export const tickets: readonly Ticket[] = seats.map(({ seatId, price, place }) => {
  const names = { ticketId: `t${seatId}`, ticketNumber: `GN-${seatId}`, ticketCode: '', ticketReference: '' }
  return { ...names, seatId, price, status: 'SOLD', qrCode: seatId.padStart(32, '0'), place }
})
const sessions = seats.map(({ seatId }, index) => {
  return { sessionId: `session-${index + 1}`, ownerRef: `demo-user-${index + 1}`, seatIds: [seatId] }
})

export const choosing: Choosing = {
  state: 'choosing',
  notice: null,
  saleId: '5d0f8e6a-1111-4222-8333-444455556666',
  register: 'kiosk-1',
  language: 'fr',
  event: {
    eventId: '501',
    title: 'Hamana AC – Badia FC',
    category: 'Football',
    startsAt: '2026-03-14T16:00:00',
    endsAt: '2026-03-14T18:00:00',
    description: '',
    venue: { name: 'Stade du 28-Septembre', city: 'Conakry', country: 'GN' },
    minPrice: 25_000,
    currency: 'GNF',
    homeTeam: 'Hamana AC',
    awayTeam: 'Badia FC',
  },
  sessionId: 'session-1',
  ownerRef: 'demo-user-1',
  currency: 'GNF',
}

const page = { link: 'ab'.repeat(32), untilUtc: '2026-11-22T08:00:00.000Z' }

export const events: { readonly [T in SaleEventType]: Extract<SaleEvent, { type: T }> } = {
  'seats-chosen': { type: 'seats-chosen', seats },
  'seat-limit-found': { type: 'seat-limit-found', limit: 1 },
  'sessions-opened': { type: 'sessions-opened', sessions },
  'hold-granted': { type: 'hold-granted' },
  'hold-failed': { type: 'hold-failed', notice: { type: 'seat-taken', seatCodes: ['N3-F-12'] } },
  'checkout-ready': { type: 'checkout-ready', orderId: ORDER_ID, checkout },
  'checkout-failed': { type: 'checkout-failed', notice: { type: 'partner-unreachable' } },
  'seats-changed': { type: 'seats-changed' },
  abandoned: { type: 'abandoned', reason: 'cancelled' },
  'hold-expired': { type: 'hold-expired' },
  parked: { type: 'parked', staffId: 'counter' },
  recalled: { type: 'recalled', staffId: 'counter' },
  'customer-recorded': { type: 'customer-recorded', customer: { name: 'Mariama Bah', phone: '' }, staffId: 'counter' },
  released: { type: 'released', holdIds: ['hold-11', 'hold-12'] },
  'release-timed-out': { type: 'release-timed-out' },
  'free-order-accepted': { type: 'free-order-accepted' },
  'tender-started': { type: 'tender-started', kind: 'card' },
  'tender-pending': { type: 'tender-pending', token: 'token-1', shows: 'https://pay/1', payableMs: 300_000 },
  'tender-approved': { type: 'tender-approved', received: 70_000, change: 0, approval: 'A1' },
  'note-held': { type: 'note-held', value: 50_000 },
  'note-credited': { type: 'note-credited', value: 50_000 },
  'note-returned': { type: 'note-returned' },
  'note-outcome-unknown': { type: 'note-outcome-unknown' },
  'tender-refused': { type: 'tender-refused', reason: 'declined' },
  'tender-cancelled': { type: 'tender-cancelled' },
  'tender-unavailable': { type: 'tender-unavailable' },
  'tender-unknown': { type: 'tender-unknown' },
  'purchase-composed': { type: 'purchase-composed', request: { body: '{}', sha256: 'ab' } },
  'purchase-confirmed': { type: 'purchase-confirmed', tickets },
  'purchase-outcome-unknown': { type: 'purchase-outcome-unknown', reply: { status: 503, code: 'BUSY', detail: '' } },
  'tickets-found': { type: 'tickets-found', tickets },
  'tickets-not-found': { type: 'tickets-not-found', asked: at(1_500) },
  'tickets-mismatched': { type: 'tickets-mismatched', detail: '1 of 2' },
  'ticket-lookup-failed': { type: 'ticket-lookup-failed', detail: 'no reply' },
  'print-queued': { type: 'print-queued', saved: 'tickets/order.pdf' },
  'print-started': { type: 'print-started', ticketId: 't11' },
  'print-finished': { type: 'print-finished', ticketId: 't11', evidence: 'job 7 completed' },
  'print-failed': { type: 'print-failed', ticketId: 't11', reason: 'paper-out' },
  'print-outcome-unknown': { type: 'print-outcome-unknown', ticketId: 't11', reason: 'no answer' },
  'print-retried': { type: 'print-retried' },
  'link-requested': { type: 'link-requested', ...page },
  'link-issued': { type: 'link-issued', link: page.link },
  'link-failed': { type: 'link-failed', link: page.link, reason: 'unreachable' },
  'staff-answered': { type: 'staff-answered', moneyMoved: true, staffId: 'counter' },
  'tickets-requeried': { type: 'tickets-requeried', staffId: 'counter' },
  refunded: { type: 'refunded', refundReference: 'R-1', staffId: 'counter' },
  'voucher-issued': { type: 'voucher-issued', slip: { slipId: '23456789CD', amount: 70_000, currency: 'GNF' } },
  'print-scanned': { type: 'print-scanned', staffId: 'counter' },
  'refund-decided': { type: 'refund-decided', staffId: 'counter' },
  'settled-manually': { type: 'settled-manually', reference: '31', staffId: 'counter' },
  resumed: { type: 'resumed' },
  'rows-lost': { type: 'rows-lost' },
  'charge-found': { type: 'charge-found', reference: ORDER_ID, approval: 'A1' },
  'charge-not-found': { type: 'charge-not-found' },
}

export function after(sale: Sale, types: readonly (SaleEventType | SaleEvent)[], now = at(1_000)): Sale {
  return types.reduce((from, event) => transition(from, typeof event === 'string' ? events[event] : event, now), sale)
}

const toPriced = ['seats-chosen', 'hold-granted', 'checkout-ready'] as const
const toConfirming = [...toPriced, 'tender-started', 'tender-approved', 'purchase-composed'] as const
const toPrinting = [...toConfirming, 'purchase-confirmed', 'print-queued'] as const
const cash: SaleEvent = { type: 'tender-started', kind: 'cash' }
const late = at(1_000 + (HOLD_SECONDS + 60) * 1_000)

export const states: { readonly [S in SaleState]: Extract<Sale, { state: S }> } = {
  choosing,
  holding: inState('holding', after(choosing, ['seats-chosen'])),
  held: inState('held', after(choosing, ['seats-chosen', 'hold-granted'])),
  priced: inState('priced', after(choosing, toPriced)),
  paying: inState('paying', after(choosing, [...toPriced, 'tender-started'])),
  paid: inState('paid', after(choosing, [...toPriced, 'tender-started', 'tender-approved'])),
  confirming: inState('confirming', after(choosing, toConfirming)),
  unknown: inState('unknown', after(choosing, [...toConfirming, 'purchase-outcome-unknown'])),
  confirmed: inState('confirmed', after(choosing, [...toConfirming, 'purchase-confirmed'])),
  printing: inState('printing', after(choosing, toPrinting)),
  'print-unknown': inState('print-unknown', after(choosing, [...toPrinting, 'print-started', 'print-outcome-unknown'])),
  done: inState(
    'done',
    after(choosing, [...toPrinting, 'print-started', 'print-finished', started('t12'), printed('t12')]),
  ),
  releasing: inState('releasing', after(choosing, ['seats-chosen', 'hold-failed'])),
  abandoned: inState('abandoned', after(choosing, ['abandoned'])),
  'refund-due': inState('refund-due', refundDue()),
  refunded: inState('refunded', after(refundDue(), ['refunded'])),
  'needs-staff': inState('needs-staff', after(choosing, [...toPriced, cash, 'resumed'])),
}

export const payingCash = inState('paying', after(choosing, [...toPriced, cash]))
export const serviceUnreachable = inState('needs-staff', after(states.unknown, ['ticket-lookup-failed'], late))
export const ticketsDiffer = inState('needs-staff', after(states.unknown, ['tickets-mismatched']))

/** Sale whose later ledger rows were lost. The program itself queries the service about the sale. */
export const inDoubt = inState('needs-staff', after(states.priced, ['rows-lost']))
export const unreconciled = inState('needs-staff', after(states.held, ['rows-lost', absent(at(1_500))]))

export function started(ticketId: string): SaleEvent {
  return { type: 'print-started', ticketId }
}

export function printed(ticketId: string): SaleEvent {
  return { type: 'print-finished', ticketId, evidence: 'job completed' }
}

export function absent(asked: Instant): SaleEvent {
  return { type: 'tickets-not-found', asked }
}

function refundDue(): Sale {
  return after(after(choosing, [...toConfirming, 'purchase-outcome-unknown']), [absent(late)], late)
}

export function inState<S extends SaleState>(state: S, sale: Sale): Extract<Sale, { state: S }> {
  if (sale.state !== state) throw new Error(`the sample is "${sale.state}", not "${state}"`)
  return sale as Extract<Sale, { state: S }>
}

const decisions: readonly SaleEvent[] = (['approved', 'refused', 'cancelled', 'unavailable', 'unknown'] as const).map(
  (it) => events[`tender-${it}`],
)
const forGood = { type: 'tender-unknown', forGood: true, differs: { amount: 1, currency: 'GNF' } } as const

export function answersTo(effect: SaleEffect, now: Instant): readonly SaleEvent[] {
  switch (effect.type) {
    case 'hold':
      return [events['hold-granted'], events['hold-failed']]
    case 'open-sessions':
      return [events['sessions-opened'], events['hold-failed']]
    case 'read-checkout':
      return [
        { ...events['checkout-ready'], orderId: `order-${now.bootId}-${now.monoMs}` },
        events['checkout-failed'],
        { ...events['checkout-ready'], checkout: { ...checkout, amount: 1 } },
      ]
    case 'release':
      return [events.released, events['release-timed-out']]
    case 'begin-tender':
      return effect.tender.provider ? [...decisions, events['tender-pending']] : decisions
    case 'ask-tender':
      return decisions
    case 'follow-tender':
      return [...decisions.filter(({ type }) => type !== 'tender-unavailable'), forGood]
    case 'recall-tender':
      return [
        ...[undefined, 0, effect.amount + 1].map((amount) => ({
          ...events['charge-found'],
          reference: effect.references[0] ?? '',
          ...(amount !== undefined && { amount }),
        })),
        events['charge-not-found'],
        events['tender-unknown'],
      ]
    case 'await-note':
      // Two 40,000 notes overpay the whole order. One note overpays the remainder of a part payment.
      return [{ type: 'note-held', value: 40_000 }, events['tender-cancelled'], events['tender-unavailable']]
    case 'take-note':
    case 'resume-note':
      return [{ type: 'note-credited', value: effect.value }, events['note-returned'], events['note-outcome-unknown']]
    case 'end-notes':
      return [events['tender-cancelled']]
    case 'count-notes': {
      const { received, over } = effect
      return [{ ...events['tender-approved'], received, ...(over > 0 && { slip: slipOf(over) }) }]
    }
    case 'compose-purchase':
      return [events['purchase-composed']]
    case 'send-purchase':
      return [events['purchase-confirmed'], events['purchase-outcome-unknown']]
    case 'read-tickets':
      return [
        ...(effect.order ? [events['tickets-found']] : []),
        { type: 'tickets-not-found', asked: now },
        events['tickets-mismatched'],
        events['ticket-lookup-failed'],
      ]
    case 'credit-slip':
      return [{ ...events['voucher-issued'], slip: { ...events['voucher-issued'].slip, amount: effect.amount } }]
    case 'credit-account':
      return [{ type: 'refunded', refundReference: effect.reference }]
    case 'queue-tickets':
      return [events['print-queued']]
    case 'publish-tickets':
      return [events['link-issued'], events['link-failed']]
    case 'start-print':
      return [{ type: 'print-started', ticketId: effect.ticketId }]
    case 'print':
      return (['print-finished', 'print-failed', 'print-outcome-unknown'] as const).map((type) => ({
        ...events[type],
        ticketId: effect.ticketId,
      }))
  }
}

function slipOf(amount: number): IssuedSlip {
  return { slipId: 'ABCDE23456', amount, currency: 'GNF' }
}

/** Adds a credit slip for the excess to the event, as all callers of `transition` do. */
export function withSlip(sale: Sale, event: SaleEvent): SaleEvent {
  if (event.type === 'voucher-issued' && sale.state === 'refund-due')
    return { ...event, slip: slipOf(refundableAmount(sale.tender)) }
  if (event.type !== 'rows-lost' && !(event.type === 'staff-answered' && event.moneyMoved)) return event
  const over = overOf(sale, event.type === 'staff-answered')
  return over > 0 ? { ...event, slip: slipOf(over) } : event
}

/** Possible staff or customer commands in each state that waits for a command. */
export const commands: Partial<Record<SaleState, readonly SaleEvent[]>> = {
  choosing: [events['seats-chosen'], events.abandoned],
  priced: [
    events['tender-started'],
    { type: 'tender-started', kind: 'cash' },
    { type: 'tender-started', kind: 'notes' },
    { type: 'tender-started', kind: 'mtn-momo', provider: { driver: 'test', host: 'https://pay', reference: 'p-1' } },
    { type: 'tender-started', kind: 'orange-money', amount: 30_000 },
    events['seats-changed'],
    events.parked,
    events.recalled,
    events.abandoned,
  ],
  paying: [events['tender-approved'], events['tender-cancelled']],
  'needs-staff': [
    events['staff-answered'],
    { ...events['staff-answered'], moneyMoved: false },
    { ...events['staff-answered'], customerWaits: true },
    { ...events['staff-answered'], moneyMoved: false, customerWaits: true },
    events['tickets-requeried'],
    events['refund-decided'],
    events['settled-manually'],
  ],
  'print-unknown': [
    events['print-retried'],
    events['print-scanned'],
    events['settled-manually'],
    events['link-requested'],
  ],
  'refund-due': [events.refunded, events['voucher-issued'], events['tickets-requeried']],
}
