import type { SaleEffect } from '../../shared/domain/sale/sale-effects.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-slip.ts'
import { owedFor } from '../../shared/domain/money/tender.ts'
import { overOf } from '../../shared/domain/sale/sale-notes.ts'
import type { Instant, Sale, SaleEvent, SaleState } from '../../shared/domain/sale/sale.ts'
import { checkout, events } from './sale-samples.ts'

const decisions: readonly SaleEvent[] = (['approved', 'refused', 'cancelled', 'unavailable', 'unknown'] as const).map(
  (it) => events[`tender-${it}`],
)
const forGood = { type: 'tender-unknown', forGood: true, differs: { amount: 1, currency: 'GNF' } } as const

/** What the world may answer to an effect. */
export function answersTo(effect: SaleEffect, now: Instant): readonly SaleEvent[] {
  switch (effect.type) {
    case 'hold':
      return [events['hold-granted'], events['hold-failed']]
    case 'read-checkout':
      return [
        { ...events['checkout-ready'], orderId: `order-${now.bootId}-${now.monoMs}` },
        events['checkout-failed'],
        { ...events['checkout-ready'], checkout: { ...checkout, amount: 1 } },
      ]
    case 'release':
      return [events.released, events['release-unanswered']]
    case 'begin-tender':
      return effect.tender.provider ? [...decisions, events['tender-begun']] : decisions
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
        events['charge-absent'],
        events['tender-unknown'],
      ]
    case 'await-note':
      // Twice that is too much for all of the order, and once what is left beside a part.
      return [{ type: 'note-held', value: 40_000 }, events['tender-cancelled'], events['tender-unavailable']]
    case 'take-note':
    case 'recall-note':
      return [{ type: 'note-credited', value: effect.value }, events['note-returned'], events['note-unclear']]
    case 'end-notes':
      return [events['tender-cancelled']]
    case 'count-notes': {
      const { received, over } = effect
      return [{ ...events['tender-approved'], received, ...(over > 0 && { slip: slipOf(over) }) }]
    }
    case 'compose-purchase':
      return [events['purchase-composed']]
    case 'send-purchase':
      return [events['purchase-confirmed'], events['purchase-unclear']]
    case 'read-tickets':
      return [
        ...(effect.order ? [events['tickets-found']] : []),
        { type: 'tickets-absent', asked: now },
        events['tickets-differ'],
        events['tickets-unreachable'],
      ]
    case 'credit-slip':
      return [{ ...events.credited, slip: { ...events.credited.slip, amount: effect.amount } }]
    case 'queue-tickets':
      return [events['print-queued']]
    case 'start-print':
      return [{ type: 'print-started', ticketId: effect.ticketId }]
    case 'print':
      return (['print-finished', 'print-failed', 'print-unclear'] as const).map((type) => ({
        ...events[type],
        ticketId: effect.ticketId,
      }))
  }
}

function slipOf(amount: number): IssuedSlip {
  return { slipId: 'ABCDE23456', amount, currency: 'GNF' }
}

/** As those do who tell it to the sale: with a slip for what is over. */
export function withSlip(sale: Sale, event: SaleEvent): SaleEvent {
  if (event.type === 'credited' && sale.state === 'refund-due') return { ...event, slip: slipOf(owedFor(sale.tender)) }
  if (event.type !== 'rows-lost' && !(event.type === 'staff-answered' && event.moneyMoved)) return event
  const over = overOf(sale, event.type === 'staff-answered')
  return over > 0 ? { ...event, slip: slipOf(over) } : event
}

/** What a person may do where the sale waits for one. */
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
    events['asked-again'],
    events['refund-decided'],
    events['settled-by-hand'],
  ],
  'print-unknown': [events['print-retried'], events['paper-seen'], events['settled-by-hand']],
  'refund-due': [events.refunded, events.credited, events['asked-again']],
}
