import { expect, it } from 'vitest'
import type { SaleLedger } from '../../electron/core/ports/ports.ts'
import { replaySale } from '../../electron/ledger/sales/replay.ts'
import { remadeSale } from '../../electron/ledger/sales/remade-sale.ts'
import { type JournalledStep, stepOf } from '../../electron/ledger/sales/step.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, composed, startSale, ticketOf, toPaid, toPriced, toPrinted, type Walk } from './sales.ts'
import { tickingClock } from './scene.ts'

/** The rows that a sale leaves behind, as the journal gives them back. */
function rowsOf(tell: (sale: Walk) => Walk, seats = [chosenSeat('1001')]) {
  const steps: JournalledStep[] = []
  const record: SaleLedger['record'] = (previous, sale, event, now) => {
    const noted = event.type === 'customer-noted' && event.customer !== null
    const payload = stepOf(previous, sale, event, noted ? { customerSha256: 'f'.repeat(64) } : {})
    const { saleId, register } = sale
    steps.push({ seq: steps.length + 1, saleId, register, payload: { ...payload, stateSha256: '' }, now })
  }
  const { sale } = tell(startSale({ record }, tickingClock(), seats))
  return { steps, sale }
}

const SEATS = [chosenSeat('1001')]
const PRICED = toPriced(SEATS)
const TICKETS = [ticketOf(SEATS[0]!)]
const unclear = { type: 'purchase-unclear', reply: { status: 504, code: 'GATEWAY', detail: 'no answer' } } as const
const noted = (customer: { name: string; phone: string } | null): SaleEvent => ({
  type: 'customer-noted',
  customer,
  staffId: '7',
})
const card = (amount?: number) => ({ type: 'tender-started', kind: 'card', ...(amount && { amount }) }) as const
const took = (received: number) => ({ type: 'tender-approved', received, change: 0, approval: 'A-1' }) as const

const paid = (sale: Walk): Walk => sale.next(...PRICED, ...toPaid('cash', 35_000))
const confirmed = (sale: Walk): Walk => {
  const walk = paid(sale)
  return walk.next(composed(walk.sale), { type: 'purchase-confirmed', tickets: TICKETS })
}
const decided = (sale: Walk): Walk => {
  const walk = paid(sale)
  return walk
    .next(composed(walk.sale), unclear, { type: 'tickets-differ', detail: 'another seat' })
    .next({ type: 'refund-decided', staffId: '9' })
}
const back = { type: 'refunded', refundReference: 'R-1', staffId: '9' } as const
const rowsLost = { state: 'needs-staff', question: 'rows-lost', rowsLost: true, sold: null, asked: 0 }
const cash = { kind: 'cash', amount: 35_000, received: 40_000, change: 5_000, approval: 'staff-7' }

it.each<[what: string, tell: (sale: Walk) => Walk, remade: object]>([
  ['chosen seats', (sale) => sale, { ...rowsLost, seats: SEATS }],
  [
    'the seats chosen last',
    (sale) =>
      sale
        .next({ type: 'hold-failed', notice: { type: 'partner-unreachable' } }, { type: 'released', holdIds: [] })
        .next({ type: 'seats-chosen', seats: [chosenSeat('1009')] }, { type: 'hold-granted' }),
    { ...rowsLost, seats: [chosenSeat('1009')] },
  ],
  ['an order', (sale) => sale.next(...PRICED), { ...rowsLost, tenderAttempts: 0, order: { amount: 35_000 } }],
  [
    'payments that came to nothing',
    (sale) => sale.next(...PRICED, card(), { type: 'tender-cancelled' }, card()),
    { ...rowsLost, tenderAttempts: 2 },
  ],
  [
    'a part of the payment',
    (sale) => sale.next(...PRICED, card(10_000), took(10_000), card(5_000)),
    { ...rowsLost, tenderAttempts: 2, parts: [{ kind: 'card', amount: 10_000, received: 10_000, change: 0 }] },
  ],
  [
    'a customer',
    (sale) => sale.next(...PRICED, noted({ name: 'Mariama', phone: '1' })),
    { ...rowsLost, customer: true },
  ],
  [
    'the whole payment',
    paid,
    { state: 'needs-staff', question: 'service-unreachable', detail: 'made out again', rowsLost: true, tender: cash },
  ],
  [
    'the whole payment in parts',
    (sale) => sale.next(...PRICED, card(10_000), took(10_000), card(20_000), took(20_000), card(), took(5_000)),
    {
      question: 'service-unreachable',
      tender: { amount: 5_000 },
      parts: [{ amount: 10_000 }, { amount: 20_000 }],
    },
  ],
  ['tickets', confirmed, { state: 'confirmed', rowsLost: true, tickets: TICKETS, tender: cash }],
  [
    'papers',
    (sale) => confirmed(sale).next(...toPrinted(TICKETS).slice(0, 2)),
    { state: 'print-unknown', rowsLost: true, tickets: TICKETS, jobs: [{ ticketId: 't-1001', state: 'unknown' }] },
  ],
  [
    'its end',
    (sale) => confirmed(sale).next(...toPrinted(TICKETS)),
    {
      state: 'done',
      tickets: TICKETS,
      jobs: [{ ticketId: 't-1001', state: 'printed', evidence: 'folder:t-1001.pdf' }],
    },
  ],
  [
    'its end by hand',
    (sale) => {
      const walk = paid(sale)
      return walk
        .next(composed(walk.sale), unclear, { type: 'tickets-differ', detail: 'another seat' })
        .next({ type: 'settled-by-hand', reference: '88', staffId: '9' })
    },
    { state: 'done', tickets: [], jobs: [], tender: cash },
  ],
  [
    'money that is to go back',
    decided,
    { state: 'refund-due', reason: 'made out again', rowsLost: true, tender: cash },
  ],
  [
    'money that went back',
    (sale) => decided(sale).next(back),
    { state: 'refunded', refundReference: 'R-1', tender: { ...cash, approval: 'staff-7' } },
  ],
  [
    'nothing',
    (sale) => sale.next(...PRICED, { type: 'abandoned', reason: 'idle' }, { type: 'released', holdIds: [] }),
    { state: 'abandoned', reason: 'restart' },
  ],
])('is made out again from rows of another version that brought in %s', (_what, tell, remade) => {
  const { steps, sale } = rowsOf(tell)
  const { saleId, register, language, event, sessionId, ownerRef, currency } = sale
  const found = remadeSale(steps)
  expect(found).toMatchObject({ saleId, register, language, event, sessionId, ownerRef, currency, ...remade })
  expect('customer' in found).toBe('customer' in remade)
  expect('parts' in found).toBe('parts' in remade)
  expect('rowsLost' in found).toBe(!['done', 'refunded', 'abandoned'].includes(found.state))
})

it('forgets a customer who would rather not be noted', () => {
  const { steps } = rowsOf((sale) => sale.next(...PRICED, noted({ name: 'Mariama', phone: '1' }), noted(null)))
  expect(remadeSale(steps)).not.toHaveProperty('customer')
})

it('is not made out where the first row is gone', () => {
  const { steps } = rowsOf((sale) => sale.next(...PRICED))
  expect(() => remadeSale(steps.slice(1))).toThrow('its first row is missing')
  expect(() => remadeSale([])).toThrow('its first row is missing')
})

it('is made out again where the rows do not lead where they say, and replayed where they do', () => {
  const { steps, sale } = rowsOf((walk) => walk.next(...PRICED))
  expect(replaySale(steps, null).sale).toEqual(sale)
  const otherwise = steps.map((step, index) =>
    index === 1 ? { ...step, payload: { ...step.payload, to: 'holding' as const } } : step,
  )
  expect(replaySale(otherwise, null).sale).toEqual(remadeSale(otherwise))
  expect(remadeSale(otherwise)).toMatchObject(rowsLost)
})
