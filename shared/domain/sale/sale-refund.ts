import { base, confirmed } from './sale-base.ts'
import type { Instant, LastLook, RefundDue, Sale, SaleEvent } from './sale.ts'
import type { IssuedSlip } from '../money/credit-slip.ts'
import { goesBackAsSlip, owedFor, partsIn, sumOf, type ReturnedTender } from '../money/tender.ts'

/** Before money goes back the service is asked once more: tickets that turned up finish the sale. */
export function fromRefundDue(sale: RefundDue, event: SaleEvent, now: Instant): Sale | null {
  const { look } = sale
  const looked = (state: LastLook['state'], asked: Instant, detail: string): RefundDue => ({
    ...sale,
    look: { state, asked, detail },
  })
  if (look?.state !== 'asking') {
    if (event.type === 'refunded') {
      return goesBackAsSlip(sale.tender.kind) ? null : afterRefund(sale, { refundReference: event.refundReference })
    }
    if (event.type === 'credited') return credited(sale, event.slip)
    return event.type === 'asked-again' ? looked('asking', now, '') : null
  }
  switch (event.type) {
    case 'tickets-found':
      // What went back already was for these tickets: people have to settle that with the service.
      return sale.returned
        ? looked('shown', look.asked, event.tickets.map(({ place }) => place.seatCode).join(' · '))
        : confirmed(sale, event.tickets)
    case 'tickets-absent':
      return looked('absent', event.asked, '')
    case 'tickets-differ':
      return looked('shown', look.asked, event.detail)
    case 'tickets-unreachable':
      return looked('unreachable', look.asked, event.detail)
    default:
      return null
  }
}

/** A payment that was not completed was for nothing that the service could have sold. */
export function wasBought({ order, tender, parts = [], returned = [] }: RefundDue): boolean {
  return sumOf([tender, ...parts, ...returned]) === order.amount
}

/** Exactly what was taken by it. */
function credited(sale: RefundDue, slip: IssuedSlip): Sale | null {
  const { tender, currency } = sale
  const fits = goesBackAsSlip(tender.kind) && slip.amount === owedFor(tender) && slip.currency === currency
  return fits ? afterRefund(sale, { refundReference: slip.slipId, backAs: slip }) : null
}

/** One tender after the other, each with its own reference. */
function afterRefund(sale: RefundDue, way: Pick<ReturnedTender, 'refundReference' | 'backAs'>): Sale {
  const { order, tender, parts = [], returned = [], reason, look } = sale
  const [next, ...others] = parts
  const before = returned.length > 0 ? { returned } : {}
  if (!next) return { ...base(sale), state: 'refunded', order, tender, ...way, ...before }
  const now = [...returned, { ...tender, ...way }]
  return {
    ...base(sale),
    state: 'refund-due',
    order,
    tender: next,
    ...partsIn({ parts: others }),
    returned: now,
    reason,
    ...(look && { look }),
  }
}
