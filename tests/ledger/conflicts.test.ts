import { describe, expect, it } from 'vitest'
import { LedgerConflict } from '../../electron/ledger/connection.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import { chosenSeat, composed, pricedSale, sellOut, startSale, ticketOf, toPaid, toPriced } from './sales.ts'
import { freshLedger, type tickingClock } from './fixtures.ts'

const sold = chosenSeat('1001')

async function soldOnce() {
  const { ledger, options, now: clock } = await freshLedger()
  sellOut(ledger, clock, [sold])
  return { ledger, clock, options }
}

function confirming(ledger: Ledger, clock: ReturnType<typeof tickingClock>) {
  const seats = [chosenSeat('1002'), chosenSeat('1003')]
  const paid = pricedSale(ledger, clock, seats, ...toPaid('card', 70_000))
  return { walk: paid.next(composed(paid.sale)), tickets: seats.map((seat) => ticketOf(seat)) }
}

const first = ticketOf(sold)
const replies: readonly (readonly [what: string, change: Partial<Ticket>, named: readonly string[]])[] = [
  ['the id of another sale', { ticketId: first.ticketId }, ['t-1001']],
  ['the QR code of another sale', { qrCode: first.qrCode }, ['t-1002']],
  ['the seat of another sale', { seatId: first.seatId }, ['t-1002']],
  ['the id of its neighbour', { ticketId: 't-1003' }, ['t-1003', 't-1003']],
  ['the QR code of its neighbour', { qrCode: ticketOf(chosenSeat('1003')).qrCode }, ['t-1002', 't-1003']],
]

it.each(replies)(
  'a ticket that is somebody else’s with %s is told beforehand, and cannot be recorded',
  async (_what, change, named) => {
    const { ledger, clock, options } = await soldOnce()
    const { walk, tickets } = confirming(ledger, clock)
    expect(ledger.conflictingTickets(walk.sale, tickets)).toEqual([])
    const [a, b] = tickets
    const wrong = [{ ...a, ...change } as Ticket, b as Ticket]
    expect(ledger.conflictingTickets(walk.sale, wrong)).toEqual(named)
    expect(() => walk.next({ type: 'purchase-confirmed', tickets: wrong })).toThrow(LedgerConflict)

    expect(ledger.find(walk.sale.saleId)).toEqual(walk.sale)
    walk.next({ type: 'purchase-confirmed', tickets })
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, tickets: 3 })
  },
)

it('a hexadecimal code in capitals is told beforehand, too; a partner’s own code in capitals is another', async () => {
  const { ledger, clock } = await soldOnce()
  const { walk, tickets } = confirming(ledger, clock)
  const coded = (...codes: readonly string[]) => tickets.map((ticket, at) => ({ ...ticket, qrCode: codes[at] ?? '' }))
  const conflicts = (...codes: readonly string[]) => ledger.conflictingTickets(walk.sale, coded(...codes)).length
  const hex = 'ab'.repeat(16)
  expect([conflicts(first.qrCode.toUpperCase(), hex), conflicts(hex, hex.toUpperCase())]).toEqual([1, 2])
  expect(conflicts('Billet-7', 'BILLET-7')).toBe(0)
})

it('an owner of several sales is told by another sale of the same owner, and its tickets by id, code and seat together', async () => {
  const { ledger, clock } = await soldOnce()
  const { walk } = confirming(ledger, clock)
  const { price: _, ...sold1 } = { ...first, names: {} }
  const borrowed = { ...sold1, ticketId: 't-1', qrCode: 'f'.repeat(32) }
  const ownerRef = `demo-user-${Number(walk.sale.ownerRef.split('-').at(-1)) - 1}`
  const sale = { ...walk.sale, ownerRef }
  const asked = [{ ...sold1, qrCode: first.qrCode.toUpperCase() }, borrowed, { ...sold1, seatId: '7' }]
  expect(ledger.othersOfOwner(sale, asked)).toEqual(new Set([first.ticketId]))
  expect(ledger.othersOfOwner(sale, asked.slice(1))).toEqual(new Set())
  expect(ledger.othersOfOwner(walk.sale, asked)).toBeNull()
})

it.each([
  ['amount', { was: { kind: 'card', amount: 1 } }],
  ['tender', { was: { kind: 'cash', amount: 35_000 } }],
  ['payment', { payment: 'x' }],
] as const)('a correction of another %s is refused, and nothing of it is written', async (_, change) => {
  const { ledger, options, now } = await freshLedger()
  const { saleId, order, tender } = sellOut(ledger, now, [sold]).sale
  const of = { saleId, reference: `${order.orderId}-C1`, payment: tender.reference, currency: 'GNF' }
  const sums = { was: { kind: 'card', amount: 35_000 }, is: { kind: 'cash', amount: 35_000 } } as const
  const said = { approval: '7', takenBy: null, reason: 'r', second: '90' }
  const correct = () =>
    ledger.recordAfterSale({ type: 'tender-corrected', ...of, ...sums, ...said, ...change }, '7', now())
  expect(correct).toThrow(LedgerConflict)
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

describe('a step that does not follow', () => {
  it('is refused when the ledger has the sale in another state', async () => {
    const { ledger, clock } = await soldOnce()
    const { walk } = confirming(ledger, clock)
    const stale = { ...walk.sale, state: 'paid' } as never
    expect(() => ledger.record(stale, walk.sale, { type: 'resumed' }, clock())).toThrow('is not "paid" in the ledger')
    expect(() => ledger.record(null, walk.sale, { type: 'resumed' }, clock())).toThrow(LedgerConflict)
  })

  it('is refused when a hold or a payment reference is another sale’s', async () => {
    const { ledger, clock } = await soldOnce()
    const { walk } = confirming(ledger, clock)
    const seats = [chosenSeat('1002'), chosenSeat('1003')]
    const other = startSale(ledger, clock, seats).next({ type: 'hold-granted' })
    if (!('order' in walk.sale)) throw new Error('no order')
    const items = walk.sale.order.seats.map(({ holdId, seatId, price }) => ({ holdId, seatId, seatCode: '', price }))
    const checkout = { amount: 70_000, currency: 'GNF', items, remainingSeconds: 480, checkoutToken: 'x' }
    expect(() => other.next({ type: 'checkout-ready', orderId: walk.sale.saleId, checkout })).toThrow(
      'belongs to another sale',
    )
    const [granted, ready] = toPriced(seats)
    expect(granted?.type).toBe('hold-granted')
    const { orderId } = walk.sale.order
    const priced = other.next({ ...ready, orderId } as never)
    expect(() => priced.next({ type: 'tender-started', kind: 'card' })).toThrow(
      `payment reference ${orderId} belongs to`,
    )
  })
})
