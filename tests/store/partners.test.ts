import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, availableSeats, newEvent, newSession, readyToBuy } from '../contract/buyers.ts'
import { inProcessClient, start, world } from '../booking-service/service.ts'
import { onEachEngine } from '../booking-service/engines.ts'

onEachEngine((engine) => {
  async function twoPartners() {
    const { options } = await world({ partners: ['alpha', 'beta'] }, engine)
    const { service } = await start(options)
    return { alpha: inProcessClient(service, 'alpha'), beta: inProcessClient(service, 'beta'), service }
  }

  test('only the partners of the configuration are let in', async () => {
    const { service, alpha } = await twoPartners()
    await alpha.succeed('listEvents')
    for (const code of ['demo', 'alpha, beta', 'ALPHA', 'alpha ']) {
      const reply = await service.fetch(
        new Request('http://x/api/v1/public/events', { headers: { 'x-partner-code': code } }),
      )
      // Blanks around a header's value are no part of it.
      expect(reply.status).toBe(code === 'alpha ' ? 200 : 401)
    }
  })

  test('events and seats are common; sessions, holds, orders and tickets are each partner’s own', async () => {
    const { alpha, beta } = await twoPartners()
    const event = await newEvent(alpha)
    const { session, order, seats, checkout } = await readyToBuy(alpha, 2, event)
    expect(session.owner_ref).toMatch(/^alpha-user-\d+$/u)
    const other = await newSession(beta, event)
    expect(other.owner_ref).toMatch(/^beta-user-\d+$/u)
    await beta.refused('SEAT_CONFLICT', 'holdSeats', { ...at(other), body: { seat_id: seats[0]?.id } })

    const query = { section_id: session.map.sections[0]?.id ?? '' }
    await beta.refused('SESSION_NOT_FOUND', 'viewSection', { ...at(session), query })
    await beta.refused('SESSION_NOT_FOUND', 'holdSeats', { ...at(session), body: { seat_id: '1' } })
    await beta.refused('SESSION_NOT_FOUND', 'readCheckout', at(session))
    const hold_id = checkout.items[0]?.hold_id ?? ''
    await beta.refused('SESSION_NOT_FOUND', 'releaseHold', { params: { session_id: session.session_id, hold_id } })
    await beta.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: order })

    const { tickets } = await alpha.succeed('confirmPurchase', { body: order })
    await beta.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: { ...order, order_id: randomUUID() } })
    const owner = { owner_ref: session.owner_ref }
    expect(await beta.succeed('listTickets', { query: owner })).toEqual({ tickets: [] })
    await beta.refused('TICKET_NOT_FOUND', 'getTicket', { params: { ticket_id: tickets[0]?.id ?? '' }, query: owner })
  })

  test('two partners may use the same order id for orders of their own', async () => {
    const { alpha, beta } = await twoPartners()
    const event = await newEvent(alpha)
    const first = await readyToBuy(alpha, 1, event)
    const second = await readyToBuy(beta, 1, event)
    const order_id = first.order.order_id
    await alpha.succeed('confirmPurchase', { body: first.order })
    const purchase = await beta.succeed('confirmPurchase', { body: { ...second.order, order_id } })
    expect(purchase.tickets.map((ticket) => ticket.seat_id)).toEqual(second.seats.map((seat) => seat.id))
  })

  test('all of a small house can be sold, and not one seat more', async () => {
    const { alpha } = await twoPartners()
    const event = await newEvent(alpha)
    for (const section of [0, 1]) {
      const session = await newSession(alpha, event)
      const seats = await availableSeats(alpha, session, 10, session.map.sections[section]?.id)
      await alpha.succeed('holdSeats', { ...at(session), body: { seat_ids: seats.map((seat) => seat.id) } })
      const { amount, items } = await alpha.succeed('readCheckout', at(session))
      const body = { order_id: randomUUID(), amount, hold_ids: items.map((item) => item.hold_id), customer: {} }
      await alpha.succeed('confirmPurchase', { body })
    }
    const late = await newSession(alpha, event)
    expect(late.availability).toMatchObject({ remaining: 0, sold_out: true })
    expect(late.event.availability).toEqual({ status: 'sold_out', remaining: 0 })
    expect((await alpha.succeed('listEvents')).events).toHaveLength(1)
  })
})
