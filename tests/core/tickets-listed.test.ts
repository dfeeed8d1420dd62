import { describe, expect, it } from 'vitest'
import { ticketsListed } from '../../electron/core/sale/tickets-listed.ts'
import type { Names } from '../../shared/domain/seats/belonging.ts'
import type { TicketReadBack } from '../../shared/domain/seats/offer.ts'
import type { Order, SaleBase } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, EVENT, ticketOf } from '../ledger/sales.ts'
import { need, pin, type SmallKiosk, sold, startSmallKiosk } from '../world/small-kiosk.ts'

const HOLD_MS = 480_000
const sale: SaleBase = {
  saleId: 'sale-1',
  register: 'kiosk-1',
  language: 'fr',
  event: EVENT,
  sessionId: 'session-1',
  ownerRef: 'demo-user-1',
  currency: 'GNF',
}
const order: Order = {
  orderId: 'order-1',
  seats: ['1001', '1002'].map((id) => ({ ...chosenSeat(id), holdId: `hold-${id}` })),
  amount: 70_000,
  hold: { remainingMs: HOLD_MS, monoMs: 0, bootId: 'boot-1' },
  checkoutToken: '',
}

function listed(seatId: string, names: Names = { event: EVENT.eventId }, change: object = {}): TicketReadBack {
  const { price: _, ...ticket } = ticketOf(chosenSeat(seatId))
  return { ...ticket, names, ...change }
}

interface Circumstances {
  /** Tickets that other sales of this register have under the same owner; null: no other sale has it. */
  readonly here?: readonly string[] | null
  readonly atMs?: number
  readonly bootId?: string
  readonly order?: Order | null
}

function read(tickets: readonly TicketReadBack[], { here = ['t-9'], atMs = 60_000, ...at }: Circumstances = {}) {
  const now = { monoMs: atMs, bootId: at.bootId ?? 'boot-1', wallUtc: '2026-03-14T12:00:00.000Z' }
  const othersHere = here && new Set(here)
  return ticketsListed(tickets, sale, at.order === undefined ? order : at.order, {
    asked: now,
    answered: now,
    othersHere,
  })
}

const ours = [listed('1001'), listed('1002')]
const named = [listed('1001', { order: 'ORDER-1' }), listed('1002', { order: 'order-1' })]
const known = listed('2001', { event: EVENT.eventId }, { ticketId: 't-9' })
const stranger = listed('3001')
const late = { atMs: HOLD_MS + 60_000 }

describe('one owner for several sales', () => {
  it.each<[string, readonly TicketReadBack[], Circumstances, string]>([
    ['ours beside those of another sale here', [...ours, known], {}, 'tickets-found'],
    ['… also long after the holds', [...ours, known], late, 'tickets-found'],
    ['… also after a restart', [...ours, known], { bootId: 'boot-2' }, 'tickets-found'],
    ['ours beside those of another machine, while we hold the seats', [...ours, stranger], {}, 'tickets-found'],
    ['… once somebody else may have bought them', [...ours, stranger], late, 'tickets-differ'],
    ['… after a restart', [...ours, stranger], { bootId: 'boot-2' }, 'tickets-differ'],
    ['seats of which no event is named', [listed('1001', {}), listed('1002', {}), stranger], {}, 'tickets-differ'],
    ['tickets that name our order, whenever', [...named, stranger], late, 'tickets-found'],
    [
      'tickets that name our holds, whenever',
      [listed('1001', { hold: 'hold-1001' }), listed('1002', { hold: 'hold-1002' }), stranger],
      late,
      'tickets-found',
    ],
    [
      'our seats in another order',
      [listed('1001', { order: 'o-2' }), listed('1002', { order: 'o-2' })],
      {},
      'tickets-absent',
    ],
    [
      'our seats at another event',
      [listed('1001', { event: '7' }), listed('1002', { event: '7' })],
      {},
      'tickets-absent',
    ],
    ['our seats in another session', [listed('1001', { session: 's-2' })], {}, 'tickets-absent'],
    ['our seat for another hold', [listed('1001', { hold: 'h-2' })], {}, 'tickets-absent'],
    ['only those of other sales', [known, stranger], {}, 'tickets-absent'],
    ['some of ours', [listed('1001'), known], {}, 'tickets-differ'],
    ['ours, one of them twice', [...ours, listed('1001', {}, { ticketId: 't-8' }), known], {}, 'tickets-differ'],
    [
      'ours, one of them cancelled',
      [listed('1001'), listed('1002', {}, { status: 'CANCELLED' }), known],
      {},
      'tickets-differ',
    ],
    ['a ticket of our order for another seat', [...ours, listed('3001', { order: 'order-1' })], {}, 'tickets-differ'],
    ['a ticket of another owner', [known, listed('3001', { owner: 'demo-user-2' })], {}, 'tickets-differ'],
    ['ours, priced in another currency', [listed('1001', { currency: 'EUR' }), listed('1002')], {}, 'tickets-differ'],
    ['without an order, tickets that nobody here knows', [known, listed('1001')], { order: null }, 'tickets-differ'],
    ['without an order, tickets that other sales here have', [known], { order: null }, 'tickets-absent'],
    // The owner is this sale's alone: every ticket is, whatever it names.
    ['ours', ours, { here: null, ...late }, 'tickets-found'],
    ['ours and one more', [...ours, stranger], { here: null }, 'tickets-differ'],
    ['those of another event', [listed('1001', { event: '7' })], { here: null }, 'tickets-differ'],
    [
      'ours by their order, and another order’s',
      [...named, listed('3001', { order: 'o-2' })],
      { here: null },
      'tickets-found',
    ],
    [
      'ours by their order, and one of no order',
      [...named, listed('1003', {})],
      { here: null, ...late },
      'tickets-found',
    ],
    ['only another order’s', [listed('3001', { order: 'o-2' })], { here: null, ...late }, 'tickets-differ'],
    ['nothing', [], { here: null }, 'tickets-absent'],
  ])('%s: %#', (_, tickets, circumstances, type) => {
    expect(read(tickets, circumstances).type).toBe(type)
  })

  it('staff are told what is wrong with each', () => {
    const cancelled = listed('1002', {}, { status: 'CANCELLED' })
    expect(read([listed('1001', { event: '7' }), cancelled], { here: null })).toEqual({
      type: 'tickets-differ',
      detail: 'N3-F-1001 (event 7) · N3-F-1002 (CANCELLED)',
    })
    expect(read([...ours, stranger], late)).toEqual({
      type: 'tickets-differ',
      detail: 'N3-F-1001 (order_id ?) · N3-F-1002 (order_id ?)',
    })
  })

  it('the tickets come with the event that was named', () => {
    expect(read([...ours, known])).toMatchObject({ tickets: [{ eventId: '501', price: 35_000 }, { eventId: '501' }] })
  })
})

it('with one owner for all, a sale whose reply was lost is not sent to staff, and the comparison agrees', async () => {
  const owners: string[] = []
  const silent = { purchases: false }
  const headers = { 'x-partner-code': 'demo', 'x-env': 'demo' }
  const kiosk: SmallKiosk = await startSmallKiosk({
    async line(path, forward) {
      if (path === 'GET /tickets') {
        const lists = owners.map(async (owner) => {
          const url = `http://hub/api/v1/public/tickets?owner_ref=${owner}`
          const reply = await kiosk.service.fetch(new Request(url, { headers }))
          return ((await reply.json()) as { data: { tickets: readonly object[] } }).data.tickets
        })
        const tickets = (await Promise.all(lists)).flat()
        return Response.json({ success: true, message: '', data: { tickets } })
      }
      const reply = await forward()
      if (silent.purchases && path === 'POST /purchases') return new Response('', { status: 502 })
      const body = (await reply.text()).replaceAll(/"owner_ref":"([^"]+)"/gu, (_, owner: string) => {
        if (!owners.includes(owner)) owners.push(owner)
        return '"owner_ref":"everybody"'
      })
      return new Response(body, { status: reply.status })
    },
  })
  need(await kiosk.api.leaveSale(await sold(kiosk)))
  silent.purchases = true
  const { saleId } = await sold(kiosk)
  expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'done', ownerRef: 'everybody' })
  expect(need(await kiosk.api.listStaffCases({ pin }))).toEqual([])
  need(await kiosk.api.startReconcile({ pin }))
  await expect
    .poll(async () => need(await kiosk.api.viewReconcile({ pin })))
    .toMatchObject({ doneUtc: expect.any(String) as string, sales: 2, agreed: 4, differences: [] })
})
