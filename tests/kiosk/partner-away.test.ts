import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { startLine, type Answer } from '../partner/scripted-partner.ts'
import { freePort } from '../support/free-port.ts'
import {
  need,
  review,
  savedTickets,
  settled,
  settingsFor,
  startHub,
  startMachine,
  temporaryFolder,
  visit,
} from './machine.ts'

type Done = Extract<Sale, { state: 'done' }>

/** Cash cannot be refused: the sale goes on to the purchase as soon as staff confirm. */
const cash = (saleId: string, received: number) => ({ saleId, pin: DEMO_PIN, received })

describe('the service goes away and comes back', () => {
  test('while browsing: the last list is shown as such, nothing is sold, and the way back is found alone', async () => {
    const data = temporaryFolder()
    const port = await freePort()
    const hub = await startHub(port, data)
    const machine = await startMachine(hub.settings)
    const before = need(await machine.api.listEvents({ page: 1, limit: 12 }))
    expect(before.stale).toBe(false)
    const { wish } = await visit(machine, 1)

    await hub.stop()
    expect(await machine.api.listEvents({ page: 1, limit: 12 })).toEqual({
      ok: true,
      value: { ...before, stale: true },
    })
    expect(await machine.api.listEvents({ page: 2, limit: 12 })).toMatchObject({
      error: { type: 'partner-unreachable' },
    })
    expect(await machine.api.holdSeats(wish)).toMatchObject({ error: { type: 'partner-unreachable' } })
    expect(need(await machine.api.getKiosk({})).partner.state).toBe('down')

    await startHub(port, data)
    const told = () =>
      machine.events.flatMap(({ name, payload }) => (name === 'partner-changed' ? [payload.state] : []))
    await expect.poll(told).toEqual(['down', 'up'])
    expect(need(await machine.api.listEvents({ page: 1, limit: 12 })).stale).toBe(false)
    need(await machine.api.holdSeats(wish))
    expect((await settled(machine, wish.saleId)).stage.name).toBe('review')
  })

  test('at the review: no payment begins for seats that cannot be confirmed now', async () => {
    const data = temporaryFolder()
    const port = await freePort()
    const hub = await startHub(port, data)
    const machine = await startMachine(hub.settings)
    const { saleId } = await review(machine, 1)
    await hub.stop()
    // Somebody asks for something, and so it is known.
    expect(need(await machine.api.listEvents({ page: 1, limit: 12 })).stale).toBe(true)
    for (const tender of ['card', 'cash'] as const) {
      expect(await machine.api.pay({ saleId, tender })).toEqual({ ok: false, error: { type: 'partner-unreachable' } })
    }
    expect(machine.sales.find(saleId)?.state).toBe('priced')
    await startHub(port, data)
    await expect.poll(async () => need(await machine.api.getKiosk({})).partner.state).toBe('up')
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
  })

  test('between money and tickets: the sale keeps asking until it has them', async () => {
    const data = temporaryFolder()
    const port = await freePort()
    const hub = await startHub(port, data)
    const machine = await startMachine(hub.settings)
    const { saleId, offer } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    await hub.stop()
    need(await machine.api.confirmCash(cash(saleId, offer.total)))
    const slow = () =>
      machine.events.some(
        ({ name, payload }) => name === 'sale-changed' && payload.stage.name === 'confirming' && payload.stage.slow,
      )
    await expect.poll(slow).toBe(true)

    await startHub(port, data)
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const { order, tickets } = machine.sales.find(saleId) as Done
    expect(tickets).toHaveLength(2)
    expect(savedTickets(machine, order.orderId)).not.toBeNull()
    expect(machine.faults).toEqual([])
  })
})

describe('a purchase whose reply says nothing', () => {
  test.each<[string, Answer]>([
    ['is lost', 'cut'],
    ['is a proxy’s page', { status: 200, body: '<html>welcome</html>' }],
    ['is a fault that came after the sale', { status: 500, body: '' }],
    ['is a refusal that came after the sale', { status: 409, body: '' }],
  ])('because it %s: the tickets are read back, and bought once', async (_, broken) => {
    const hub = await startHub()
    const line = await startLine(hub.url, async (asked, forward) => {
      const answer = await forward()
      return asked.line.endsWith('/purchases') ? broken : answer
    })
    const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
    const { saleId, offer, session } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(line.asked.filter(({ line }) => line.endsWith('/purchases'))).toHaveLength(1)

    const { tickets, ownerRef } = machine.sales.find(saleId) as Done
    expect(ownerRef).toBe(session.ownerRef)
    const query = new URLSearchParams({ owner_ref: ownerRef })
    const reply = await fetch(`${hub.url}/api/v1/public/tickets?${query}`, { headers: { 'x-partner-code': 'demo' } })
    const { data } = (await reply.json()) as { data: { tickets: { qr_code: string }[] } }
    expect(data.tickets.map(({ qr_code }) => qr_code).toSorted()).toEqual(
      tickets.map(({ qrCode }) => qrCode).toSorted(),
    )
    expect(tickets.map(({ price }) => price)).toEqual(offer.seats.map(({ price }) => price))
  })

  test('is sent again with the same bytes until it is answered', async () => {
    const hub = await startHub()
    let lost = 0
    const line = await startLine(hub.url, (asked, forward) =>
      asked.line.endsWith('/purchases') && (lost += 1) <= 2 ? 'cut' : forward(),
    )
    const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const sent = line.asked.filter((asked) => asked.line.endsWith('/purchases')).map(({ body }) => body)
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(1)
  })
})

test('a session that ended at the service is told, and a new visit is the way on', async () => {
  const hub = await startHub()
  let over = false
  const gone: Answer = { status: 410, body: { success: false, error: { code: 'SESSION_EXPIRED' } } }
  const line = await startLine(hub.url, ({ line }, forward) =>
    over && line.includes('booking-sessions/') ? gone : forward(),
  )
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  const { saleId, wish } = await visit(machine, 1)
  over = true
  expect(await machine.api.viewSection({ saleId, sectionId: wish.sectionId })).toEqual({
    ok: false,
    error: { type: 'session-expired' },
  })
  need(await machine.api.holdSeats(wish))
  expect((await settled(machine, saleId)).stage).toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
  over = false
  expect((await review(machine, 1)).shown.stage.name).toBe('review')
})

test('a partner that names no seats in a conflict: the customer reads codes all the same', async () => {
  const hub = await startHub()
  const conflict: Answer = { status: 409, body: '' }
  const line = await startLine(hub.url, ({ line }, forward) => (line.endsWith('/holds') ? conflict : forward()))
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  const { saleId, wish, offer } = await visit(machine, 1)
  need(await machine.api.holdSeats(wish))
  expect((await settled(machine, saleId)).stage).toEqual({
    name: 'choosing',
    notice: { type: 'seat-taken', seatCodes: [offer.seats[0]?.place.seatCode] },
  })
})
