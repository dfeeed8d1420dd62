import { expect, it } from 'vitest'
import {
  expectSound,
  failure,
  need,
  pin,
  type SmallKiosk,
  sold,
  startSmallKiosk,
  visited,
  whilePassing,
} from '../world/small-kiosk.ts'

const cashier = { staff: 'cashier', pin }
const second = { staff: 'supervisor', pin }

type Turn = (forward: () => Promise<Response>) => Promise<Response>
const onward: Turn = (forward) => forward()

/** A kiosk whose cancellation requests pass through `way.turn`. `ids` collects their request IDs. */
async function kioskOnLine() {
  const way = { turn: onward }
  const ids: string[] = []
  const kiosk = await startSmallKiosk({
    async line(path, forward, _query, body) {
      if (path !== 'POST /cancellations') return forward()
      ids.push((JSON.parse(await body()) as { request_id: string }).request_id)
      return way.turn(forward)
    },
  })
  return { kiosk, way, ids }
}

const askedOf = ({ asked }: SmallKiosk): number => asked.filter((path) => path === 'POST /cancellations').length

async function sell(kiosk: SmallKiosk, count: number) {
  const { saleId, wish } = await sold(kiosk, 'card', count)
  need(await kiosk.api.leaveSale({ saleId }))
  const ticketIds = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
  return { saleId, seatIds: wish.seatIds, ticketIds }
}

/** Refunds tickets while time passes, because the slip waits up to three seconds for the service. */
const refund = async (kiosk: SmallKiosk, saleId: string, ticketIds: string[]) =>
  need(
    await whilePassing(
      kiosk,
      kiosk.api.returnTickets({ ...cashier, second, saleId, ticketIds, kind: 'refund', reason: 'malade' }),
    ),
  )

it('the hub frees the seat, which the same desk sells again', async () => {
  const kiosk = await startSmallKiosk()
  const first = await sell(kiosk, 1)
  const { file } = await refund(kiosk, first.saleId, first.ticketIds)
  expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
  expect(file.acts.map(({ code }) => code).slice(-2)).toEqual(['TICKETS_REFUNDED', 'CANCELLATION_ANSWERED'])
  expect(kiosk.slips).toMatchObject([{ cancellation: 'cancelled' }])
  expect(askedOf(kiosk)).toBe(1)
  expect((await sell(kiosk, 1)).seatIds).toEqual(first.seatIds)
  await expectSound(kiosk)
})

it.each<[string, string, Turn]>([
  ['not-offered', 'knows no such path', async () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['not-offered', 'has no such call', async () => new Response('', { status: 501 })],
  ['not-offered', 'has the path for other methods', async () => new Response('{}', { status: 405 })],
  ['refused', 'refuses', async () => failure(404, 'TICKET_NOT_FOUND')],
])('%s, where a partner %s: the slip says so, and nobody asks twice', async (cancellation, _, turn) => {
  const { kiosk, way } = await kioskOnLine()
  way.turn = turn
  const { saleId, ticketIds } = await sell(kiosk, 1)
  const { file } = await refund(kiosk, saleId, ticketIds)
  expect(file.returns).toMatchObject([{ cancellation }])
  expect(kiosk.slips).toMatchObject([{ cancellation: 'none' }])
  const next = await kiosk.restart()
  next.pass(3_600_000)
  expect([askedOf(kiosk), askedOf(next)]).toEqual([1, 0])
  await expectSound(next)
})

it('a hub that does not answer keeps no money back; it is asked until it does, also after a restart', async () => {
  const { kiosk, way, ids } = await kioskOnLine()
  // The cancellation succeeds, but its reply is lost.
  way.turn = async (forward) => (await forward(), new Response('', { status: 503 }))
  const { saleId, ticketIds } = await sell(kiosk, 2)
  const done = await refund(kiosk, saleId, ticketIds.slice(0, 1))
  expect(done.file.returns).toMatchObject([{ cancellation: 'asked', back: [{ paid: false }] }])
  expect(kiosk.slips).toMatchObject([{ cancellation: 'asked' }])
  const paid = { ...cashier, saleId, reference: done.reference, kind: 'card', receipt: '1234' } as const
  expect(need(await kiosk.api.payReturn(paid)).returns).toMatchObject([{ back: [{ paid: true }] }])
  way.turn = onward
  const next = await kiosk.restart()
  await expect.poll(() => next.ledger.files.open(saleId)?.returns[0]?.cancellation).toBe('cancelled')
  expect(askedOf(next)).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(1)
  await expectSound(next)
})

it('a seat that the venue freed by hand is sold here only once its money went back', async () => {
  const kiosk = await startSmallKiosk()
  const { saleId, seatIds, ticketIds } = await sell(kiosk, 1)
  const path = 'http://hub/api/v1/public/cancellations'
  const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
  const { ownerRef } = kiosk.ledger.files.open(saleId)!
  const body = JSON.stringify({
    request_id: crypto.randomUUID(),
    owner_ref: ownerRef,
    ticket_ids: ticketIds,
    reason: 'essai',
  })
  const cancelled = await kiosk.service.fetch(new Request(path, { method: 'POST', headers, body }))
  expect(cancelled.status, await cancelled.text()).toBe(200)
  const chosen = await visited(kiosk, 1)
  expect(chosen.wish.seatIds).toEqual(seatIds)
  need(await kiosk.api.holdSeats(chosen.wish))
  expect(await kiosk.sales.settled(chosen.saleId)).toMatchObject({
    state: 'choosing',
    notice: { type: 'hold-refused', code: 'SEAT_SOLD_HERE' },
  })
  need(await kiosk.api.abandonSale({ saleId: chosen.saleId, reason: 'cancelled' }))
  const { file } = await refund(kiosk, saleId, ticketIds)
  expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
  expect((await sell(kiosk, 1)).seatIds).toEqual(seatIds)
  await expectSound(kiosk)
})
