import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { conflictingSeats } from '../../shared/api/partner/errors.ts'
import type { Data } from '../../shared/api/partner/operations.ts'
import { at, newEvent, newSession, orderFor, view } from './buyers.ts'
import { amountOf } from '../support/share.ts'
import { contractClient, contractTarget, refusalOf, successOf } from './target.ts'

const BUYERS = amountOf(64, 24)
// The number of seats is not a multiple of three, so that a buyer who advances by three seats reaches every seat once.
const SEATS = amountOf(200, 80)
const SEATS_A_BUYER = 4

const target = await contractTarget()
const client = contractClient(target)
afterAll(() => target.close())

test(`${BUYERS} buyers on ${SEATS} seats of one section: each seat is sold at most once, every loser is told, all sums agree`, async () => {
  const event = await newEvent(client)
  const first = await newSession(client, event)
  const section = first.map.sections[0]?.id ?? ''
  const before = await view(client, first, section)
  const arena = before.map.seats.slice(0, SEATS).map((seat) => seat.id)
  expect(arena).toHaveLength(SEATS)

  const sessions = await Promise.all(Array.from({ length: BUYERS }, () => newSession(client, event)))
  const outcomes = await Promise.all(sessions.map((session, buyer) => buyUntilGone(session, arena, buyer)))

  const sales = outcomes.flatMap(({ sold }) => sold ?? [])
  const tickets = sales.flatMap(({ purchase }) => purchase.tickets)
  const soldSeats = tickets.map((ticket) => ticket.seat_id)
  expect(new Set(soldSeats).size).toBe(soldSeats.length)
  expect(new Set(tickets.map((ticket) => ticket.qr_code)).size).toBe(tickets.length)
  expect(soldSeats.toSorted()).toEqual(arena.toSorted())
  expect(outcomes.reduce((sum, { lost }) => sum + lost.length, 0)).toBeGreaterThan(0)
  const alsoLost = outcomes.filter(({ sold, lost }) =>
    sold?.purchase.tickets.some(({ seat_id }) => lost.includes(seat_id)),
  )
  expect(alsoLost).toEqual([])

  const after = await view(client, first, section)
  const status = new Map(after.map.seats.map((seat) => [seat.id, seat.status]))
  expect(arena.filter((id) => status.get(id) !== 'sold')).toEqual([])
  expect(after.availability.remaining).toBe(before.availability.remaining - SEATS)
  const { availability } = await newSession(client, event)
  expect(availability.remaining).toBe(first.availability.remaining - SEATS)
  expect(availability.zones.reduce((sum, zone) => sum + zone.remaining, 0)).toBe(availability.remaining)

  for (const { ownerRef, purchase } of sales) {
    expect(purchase.amount).toBe(purchase.tickets.reduce((sum, ticket) => sum + ticket.price, 0))
    const read = await client.succeed('listTickets', { query: { owner_ref: ownerRef } })
    expect(read.tickets.map((ticket) => ticket.qr_code)).toEqual(purchase.tickets.map((ticket) => ticket.qr_code))
  }
  const price = before.map.seats[0]?.price ?? 0
  expect(sales.reduce((sum, { purchase }) => sum + purchase.amount, 0)).toBe(SEATS * price)
})

/** Holds seats one by one, in an order specific to the buyer, until none is free or the buyer has enough; buys them. */
async function buyUntilGone(session: Data<'openSession'>, arena: readonly string[], buyer: number) {
  const lost: string[] = []
  let held = 0
  for (let step = 0; step < arena.length && held < SEATS_A_BUYER; step++) {
    const seatId = arena[(buyer * 37 + step * 3) % arena.length] ?? ''
    const reply = await client.call('holdSeats', { ...at(session), body: { seat_id: seatId } })
    if (reply.status === 200) {
      expect(successOf('holdSeats', reply).hold?.seat_id).toBe(seatId)
      held += 1
    } else {
      const details = refusalOf('SEAT_CONFLICT', reply)
      expect(conflictingSeats.parse(details['seats']).map((seat) => seat.seat_id)).toEqual([seatId])
      lost.push(seatId)
    }
  }
  if (held === 0) return { sold: null, lost }
  const checkout = await client.succeed('readCheckout', at(session))
  expect(checkout.items).toHaveLength(held)
  const purchase = await client.succeed('confirmPurchase', { body: orderFor(checkout) })
  return { sold: { ownerRef: session.owner_ref, purchase }, lost }
}

test('32 orders for the same holds at once: one wins, the others are told', async () => {
  const session = await newSession(client)
  const { map } = await view(client, session)
  await client.succeed('holdSeats', { ...at(session), body: { seat_id: map.seats[0]?.id } })
  const order = orderFor(await client.succeed('readCheckout', at(session)))
  const replies = await Promise.all(
    Array.from({ length: 32 }, () => client.call('confirmPurchase', { body: { ...order, order_id: randomUUID() } })),
  )
  const won = replies.filter((reply) => reply.status === 200)
  expect(won).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 200) refusalOf('HOLD_SOLD', reply)
})
