import { expect, test } from 'vitest'
import { compareSale, type RecordedSale, type RecordedTicket } from '../../shared/domain/sale/reconcile.ts'
import type { TicketReadBack } from '../../shared/domain/seats/offer.ts'
import { chosenSeat, ticketOf } from '../ledger/sales.ts'

const seats = [chosenSeat('1001', 35_000), chosenSeat('1002', 40_000)]
const theirs: readonly TicketReadBack[] = seats.map((seat) => {
  const { price: _, ...ticket } = ticketOf(seat)
  return { ...ticket, names: {} }
})
const ours: readonly RecordedTicket[] = seats.map((seat) => {
  const { ticketId, ticketNumber, qrCode, seatId, price, place } = ticketOf(seat)
  return { ticketId, ticketNumber, qrCode, seatId, seatCode: place.seatCode, price, returned: false }
})

const sale: RecordedSale = {
  saleId: 'sale-1',
  reference: 'order-1',
  ownerRef: 'demo-user-1',
  state: 'done',
  sharedOwner: false,
  seatIds: seats.map(({ seatId }) => seatId),
  eventId: '501',
  eventTitle: 'Hamana AC – Badia FC',
  currency: 'GNF',
  amount: 75_000,
  tickets: ours,
}

const compare = (change: Partial<RecordedSale>, listed: readonly TicketReadBack[]) =>
  compareSale({ ...sale, ...change }, { ok: true, value: listed })

const kinds = (compared: ReturnType<typeof compareSale>) =>
  compared.differences.map(({ kind, ticketId, amount }) => [kind, ticketId, amount])

test('what both have, in whatever order and case, is agreed', () => {
  const shouting = theirs.toReversed().map((ticket) => ({ ...ticket, qrCode: ticket.qrCode.toUpperCase() }))
  expect(compare({}, shouting)).toEqual({ agreed: 2, differences: [] })
  expect(compare({ state: 'abandoned', tickets: [] }, [])).toEqual({ agreed: 0, differences: [] })
  expect(compare({ state: 'refunded' }, [])).toEqual({ agreed: 0, differences: [] })
})

test('a ticket that only one of them has', () => {
  const missing = compare({}, theirs.slice(0, 1))
  expect([missing.agreed, kinds(missing)]).toEqual([1, [['not-listed', 't-1002', 40_000]]])
  const more = compare({ tickets: ours.slice(0, 1) }, theirs)
  expect([more.agreed, kinds(more)]).toEqual([1, [['not-recorded', 't-1002', 0]]])
  const expected = ['not-recorded', 'not-recorded']
  expect(kinds(compare({ state: 'abandoned', tickets: [] }, theirs)).map(([kind]) => kind)).toEqual(expected)
  expect(compare({ tickets: [] }, [{ ...theirs[0]!, status: 'CANCELLED' }])).toEqual({ agreed: 0, differences: [] })
})

test.for([
  [{ qrCode: 'f'.repeat(32) }, /^code [0-9a-f]{4}$/u, /^code ffff…$/u],
  [{ ticketNumber: 'GN-9' }, /^number GN-1001$/u, /^number GN-9$/u],
  [{ status: 'CANCELLED' }, /^status SOLD$/u, /^status CANCELLED$/u],
  [{ names: { event: '777' } }, /^event 501$/u, /^event 777$/u],
  [{ names: { event: '501', order: 'ORDER-2' } }, /^order order-1$/u, /^order ORDER-2$/u],
  [{ seatId: '1009', place: chosenSeat('1009').place }, /^seat N3-F-1001$/u, /^seat N3-F-1009$/u],
] as const)('a ticket of which they say different things: %j', ([change, here, there]) => {
  const { agreed, differences } = compare({}, [{ ...theirs[0]!, ...change }, theirs[1]!])
  expect(agreed).toBe(1)
  expect(differences).toMatchObject([{ kind: 'differs', ticketId: 't-1001', amount: 35_000, seatCode: 'N3-F-1001' }])
  expect(differences[0]!.here).toMatch(here)
  expect(differences[0]!.there).toMatch(there)
  // A QR code grants entry, so a list of differences never contains one.
  expect(JSON.stringify(differences)).not.toContain(ours[0]!.qrCode)
})

test.each([
  ['7', '7'],
  ['TICKET-7', 'T'],
  ['x'.repeat(400), 'xxxx'],
])('of the code %s no more than %s is shown', (qrCode, shown) => {
  const tickets = [{ ...ours[0]!, qrCode }]
  const { differences } = compare({ tickets }, [theirs[0]!])
  expect(differences).toMatchObject([{ kind: 'differs', here: `code ${shown}` }])
})

test('money given back for a ticket that still opens the gate', () => {
  expect(kinds(compare({ state: 'refunded' }, theirs.slice(0, 1)))).toEqual([['given-back', 't-1001', 35_000]])
  expect(compare({ state: 'refunded' }, [{ ...theirs[0]!, status: 'CANCELLED' }]).differences).toEqual([])
})

test('a ticket that was brought back after the sale', () => {
  const tickets = [{ ...ours[0]!, returned: true }, ours[1]!]
  const compared = compare({ tickets }, theirs)
  expect([compared.agreed, kinds(compared)]).toEqual([1, [['given-back', 't-1001', 35_000]]])
  expect(compare({ tickets }, theirs.slice(1))).toEqual({ agreed: 1, differences: [] })
})

test('a sale with money in it and no tickets yet says what the service has by now', () => {
  for (const state of ['paid', 'confirming', 'unknown', 'needs-staff', 'refund-due'] as const) {
    expect(compare({ state, tickets: [] }, theirs)).toMatchObject({
      agreed: 0,
      differences: [{ kind: 'unsettled', amount: 75_000, here: state, there: 'N3-F-1001 · N3-F-1002', ticketId: '' }],
    })
  }
})

test('where the owner is shared, the tickets of other sales are no differences', () => {
  const other = { ...theirs[0]!, ticketId: 't-9', seatId: '9', names: { event: '501' } }
  const elsewhere = { ...theirs[0]!, ticketId: 't-8', names: { event: '777' } }
  const shared = { sharedOwner: true }
  expect(compare(shared, [...theirs, other, elsewhere])).toEqual({ agreed: 2, differences: [] })
  expect(kinds(compare({}, [...theirs, other]))).toEqual([['not-recorded', 't-9', 0]])
  expect(kinds(compare(shared, [...theirs, { ...other, names: { order: 'order-1' } }]))).toEqual([
    ['not-recorded', 't-9', 0],
  ])
  expect(kinds(compare(shared, [...theirs, { ...other, seatId: '1001' }]))).toEqual([['not-recorded', 't-9', 0]])
  const foreign = { ...other, seatId: '1001', names: { order: 'order-2' } }
  expect(compare(shared, [...theirs, foreign])).toEqual({ agreed: 2, differences: [] })
  for (const change of [{ seatId: '9', place: chosenSeat('9').place }, { names: { order: 'order-2' } }])
    expect(compare(shared, [{ ...theirs[0]!, ...change }, theirs[1]!])).toMatchObject({
      agreed: 1,
      differences: [{ kind: 'differs', ticketId: 't-1001' }],
    })
  expect(compare({ ...shared, state: 'unknown', tickets: [] }, [theirs[0]!, other]).differences).toMatchObject([
    { kind: 'unsettled', there: 'N3-F-1001' },
  ])
})

test('no answer is no agreement', () => {
  const expected = { agreed: 0, differences: [{ kind: 'not-asked', amount: 75_000, there: 'unreachable' }] }
  expect(compareSale(sale, { ok: false, reason: 'unreachable' })).toMatchObject(expected)
})
