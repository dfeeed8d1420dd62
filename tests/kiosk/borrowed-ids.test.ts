import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { startLine, type Answer } from '../partner/scripted-partner.ts'
import { need, review, settled, settingsFor, startHub, startMachine, visit, type Machine } from './machine.ts'

type Rewrite = (body: string) => string

/** A machine that sold one seat, and a line whose answers may be rewritten from then on, by the end of the request's path. */
async function soldOnce() {
  const hub = await startHub()
  const rewrites = new Map<RegExp, Rewrite>()
  const line = await startLine(hub.url, async (asked, forward): Promise<Answer> => {
    const answer = await forward()
    if (typeof answer === 'string' || typeof answer.body !== 'string') return answer
    const rewrite = [...rewrites].find(([path]) => path.test(asked.line))?.[1]
    return rewrite ? { ...answer, body: rewrite(answer.body) } : answer
  })
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  const { sale } = await pay(machine)
  if (sale.state !== 'done') throw new Error(sale.state)
  return { machine, first: sale, rewrites }
}

async function pay(machine: Machine): Promise<{ sale: Sale; saleId: string }> {
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  const sale = machine.sales.find(saleId)
  if (!sale) throw new Error(`no sale ${saleId}`)
  need(await machine.api.leaveSale({ saleId }))
  return { sale, saleId }
}

const checkouts = /\/checkout$/u
const purchases = /\/purchases$/u
const tickets = /\/tickets\?/u

test('a checkout with a hold of another sale is refused, and the seats are given back', async () => {
  const { machine, first, rewrites } = await soldOnce()
  const [seat] = first.order.seats
  rewrites.set(checkouts, (body) => body.replace(/"hold_id":"[^"]+"/u, `"hold_id":"${seat?.holdId}"`))
  const { saleId } = await visit(machine, 1)
  const [offer] = need(await machine.api.proposeSeats({ saleId, count: 1 }))
  const seatIds = offer!.seats.map(({ seatId }) => seatId)
  need(await machine.api.holdSeats({ saleId, sectionId: offer!.sectionId, seatIds }))
  expect(await machine.sales.settled(saleId)).toMatchObject({
    state: 'choosing',
    notice: { type: 'hold-refused', code: 'HOLD_REPEATED' },
  })
  expect(machine.faults).toEqual([])
})

test.each(['id', 'qr_code'] as const)(
  'a purchase answered with the %s of another sale’s ticket is looked up before it is believed',
  async (field) => {
    const { machine, first, rewrites } = await soldOnce()
    const borrowed = { id: first.tickets[0]?.ticketId, qr_code: first.tickets[0]?.qrCode }[field]
    rewrites.set(purchases, (body) => withTicket(body, field, borrowed))
    const { sale } = await pay(machine)
    expect(sale.state).toBe('done')
    expect('tickets' in sale && sale.tickets[0]?.[field === 'id' ? 'ticketId' : 'qrCode']).not.toBe(borrowed)
    expect(machine.faults).toEqual([])
  },
)

test('where the service insists, staff decide', async () => {
  const { machine, first, rewrites } = await soldOnce()
  const borrow: Rewrite = (body) => withTicket(body, 'qr_code', first.tickets[0]?.qrCode)
  rewrites.set(purchases, borrow)
  rewrites.set(tickets, borrow)
  const { saleId } = await pay(machine)
  expect(need(await machine.api.listStaffCases({ pin: DEMO_PIN }))).toMatchObject([
    { saleId, question: 'tickets-differ' },
  ])
  expect(machine.faults).toEqual([])
})

test('a ticket that the service lists as cancelled is nobody’s proof of a sale', async () => {
  const { machine, rewrites } = await soldOnce()
  rewrites.set(purchases, () => '<html>busy</html>')
  rewrites.set(tickets, (body) => body.replaceAll('"SOLD"', '"CANCELLED"'))
  const { saleId } = await pay(machine)
  expect(need(await machine.api.listStaffCases({ pin: DEMO_PIN }))).toMatchObject([
    { saleId, question: 'tickets-differ', shown: expect.stringContaining('(CANCELLED)') as string },
  ])
})

const soldFor = /\/booking-sessions$/u

test('tickets of another event are never printed', async () => {
  const { machine, rewrites } = await soldOnce()
  rewrites.set(purchases, (body) => body.replaceAll(/"event_id":"[^"]+"/gu, '"event_id":"777"'))
  rewrites.set(tickets, (body) => body.replaceAll(/"event":\{"id":"[^"]+"/gu, '"event":{"id":"777"'))
  const { saleId, sale } = await pay(machine)
  expect(sale).toMatchObject({ state: 'needs-staff', question: 'tickets-differ' })
  expect(need(await machine.api.listStaffCases({ pin: DEMO_PIN }))).toMatchObject([
    { saleId, question: 'tickets-differ', shown: expect.stringContaining('777') as string },
  ])
  expect(machine.faults).toEqual([])
})

test('a session of another event is refused before anything is held', async () => {
  const { machine, rewrites } = await soldOnce()
  rewrites.set(soldFor, (body) => body.replaceAll(/"event_id":"[^"]+"/gu, '"event_id":"777"'))
  const { events } = need(await machine.api.listEvents({ page: 1, limit: 12 }))
  const opened = await machine.api.startVisit({ eventId: events[0]!.eventId, language: 'fr' })
  expect(opened).toEqual({ ok: false, error: { type: 'partner-unclear' } })
})

/** The first ticket of a reply, with one field of another's. */
function withTicket(body: string, field: 'id' | 'qr_code', value: string | undefined): string {
  const reply = JSON.parse(body) as { data: { tickets: Record<string, unknown>[] } }
  const [ticket] = reply.data.tickets
  if (ticket) ticket[field] = value
  return JSON.stringify(reply)
}
