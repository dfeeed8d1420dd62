import { describe, expect, it } from 'vitest'
import { driver } from '../support/devices.ts'
import {
  need,
  pin,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

const commands = ({ api }: KioskFixture, saleId: string) => ({
  viewSection: () => api.viewSection({ saleId, sectionId: '1' }),
  proposeSeats: () => api.proposeSeats({ saleId, count: 1 }),
  refreshOverview: () => api.refreshOverview({ saleId }),
  viewVisit: () => api.viewVisit({ saleId }),
  refineProposals: () => api.refineProposals({ saleId }),
  holdSeats: () => api.holdSeats({ saleId, groups: [{ sectionId: '1', seatIds: ['1'] }] }),
  changeSeats: () => api.changeSeats({ saleId }),
  removeSeat: () => api.removeSeat({ saleId, seatId: '1' }),
  pay: () => api.pay({ saleId, tender: 'card' }),
  cancelPayment: () => api.cancelPayment({ saleId }),
  confirmCash: () => api.confirmCash({ saleId, pin, received: 1_000_000 }),
  retryPrint: () => api.retryPrint({ saleId }),
  abandonSale: () => api.abandonSale({ saleId, reason: 'cancelled' }),
  dismissSale: () => api.dismissSale({ saleId }),
  setLanguage: () => api.setLanguage({ saleId, language: 'en' }),
})

type Command = keyof ReturnType<typeof commands>

async function expectRefused(kiosk: KioskFixture, saleId: string, names: readonly Command[], error: object) {
  const replies = await Promise.all(names.map(async (name) => [name, await refusal(commands(kiosk, saleId)[name]())]))
  expect(Object.fromEntries(replies)).toEqual(Object.fromEntries(names.map((name) => [name, error])))
  expect(kiosk.said).toEqual([])
}

const ofReview = ['holdSeats', 'changeSeats', 'pay', 'confirmCash', 'retryPrint', 'abandonSale'] as const

const wrongStage = (stage: string) => ({ type: 'invalid-state', stage })

const atWork = driver({
  begin: (_request, giveUp) =>
    new Promise((resolve) => giveUp.addEventListener('abort', () => resolve({ outcome: 'cancelled' }))),
  ask: async () => ({ outcome: 'cancelled' }),
})

describe('a command at the wrong time is refused', () => {
  it('for a sale that this machine does not show', async () => {
    const kiosk = await startSmallKiosk()
    await kiosk.visited(1)
    await expectRefused(kiosk, 'another', Object.keys(commands(kiosk, '')) as Command[], { type: 'unknown-sale' })
  })

  it('before seats are held, and at the review', async () => {
    const { kiosk, saleId, wish } = await startAt('visited', {}, 1)
    const later = ['cancelPayment', 'confirmCash', 'retryPrint', 'dismissSale'] as const
    await expectRefused(kiosk, saleId, ['changeSeats', 'pay', ...later], wrongStage('choosing'))
    need(await kiosk.api.holdSeats(wish))
    await kiosk.sales.settled(saleId)
    await expectRefused(kiosk, saleId, ['holdSeats', ...later], wrongStage('priced'))
  })

  it('while money is taken: nothing is dropped, nothing starts twice, nobody else begins', async () => {
    const { kiosk, saleId } = await startAt('paying', { tenders: { card: atWork } }, 'card', 1)
    await expectRefused(kiosk, saleId, [...ofReview, 'dismissSale'], wrongStage('paying'))
    const begin = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(begin)).toEqual({ type: 'sale-in-progress' })
    expect(need(await kiosk.api.getKiosk({})).sale).toMatchObject({ saleId, stage: { name: 'paying' } })
    need(await kiosk.api.cancelPayment({ saleId }))
  })

  it('once the sale is over', async () => {
    const { kiosk, saleId } = await startAt('sold', {}, 'card', 1)
    await expectRefused(kiosk, saleId, [...ofReview, 'cancelPayment'], wrongStage('done'))
  })
})

type Rewrite = (body: string) => string

/** A kiosk that has sold one seat. Each entry of `rewrites` modifies the replies to the requests that it matches. */
async function soldOnce() {
  const rewrites = new Map<RegExp, Rewrite>()
  const line: SmallKioskOptions['line'] = async (path, forward) => {
    const reply = await forward()
    const rewrite = [...rewrites].find(([asked]) => asked.test(path))?.[1]
    return rewrite ? new Response(rewrite(await reply.text()), { status: reply.status }) : reply
  }
  const kiosk = await startSmallKiosk({ line })
  const first = await pay(kiosk)
  if (first.state !== 'done') throw new Error(first.state)
  return { kiosk, first, rewrites }
}

async function pay(kiosk: KioskFixture) {
  const { saleId } = await kiosk.sold('card', 1)
  const sale = kiosk.sales.find(saleId)
  if (!sale) throw new Error(`no sale ${saleId}`)
  need(await kiosk.api.dismissSale({ saleId }))
  return sale
}

const withTicket =
  (field: 'id' | 'qr_code', value: string | undefined): Rewrite =>
  (body) => {
    const reply = JSON.parse(body) as { data: { tickets: Record<string, unknown>[] } }
    Object.assign(reply.data.tickets[0] ?? {}, { [field]: value })
    return JSON.stringify(reply)
  }

const purchases = /\/purchases$/u

const tickets = /\/tickets$/u

const casesOf = async ({ api }: KioskFixture) => need(await api.listStaffCases({ pin }))

it('a checkout with a hold of another sale is refused, and the seats are given back', async () => {
  const { kiosk, first, rewrites } = await soldOnce()
  const [seat] = first.order.seats
  rewrites.set(/\/checkout$/u, (body) => body.replace(/"hold_id":"[^"]+"/u, `"hold_id":"${seat?.holdId}"`))
  const { saleId, wish } = await kiosk.visited(1)
  need(await kiosk.api.holdSeats(wish))
  const expected = { state: 'choosing', notice: { type: 'hold-refused', code: 'HOLD_REPEATED' } }
  expect(await kiosk.sales.settled(saleId)).toMatchObject(expected)
})

it.each(['id', 'qr_code'] as const)(
  'a purchase answered with the %s of another sale’s ticket is looked up before it is believed',
  async (field) => {
    const { kiosk, first, rewrites } = await soldOnce()
    const borrowed = { id: first.tickets[0]?.ticketId, qr_code: first.tickets[0]?.qrCode }[field]
    rewrites.set(purchases, withTicket(field, borrowed))
    const sale = await pay(kiosk)
    expect(sale.state).toBe('done')
    expect('tickets' in sale && sale.tickets[0]?.[field === 'id' ? 'ticketId' : 'qrCode']).not.toBe(borrowed)
  },
)

it('where the service insists on a borrowed code, staff decide', async () => {
  const { kiosk, first, rewrites } = await soldOnce()
  for (const path of [purchases, tickets]) rewrites.set(path, withTicket('qr_code', first.tickets[0]?.qrCode))
  const { saleId } = await pay(kiosk)
  expect(await casesOf(kiosk)).toMatchObject([{ saleId, question: 'tickets-mismatched' }])
})

it('a ticket that the service lists as cancelled is no proof of a sale', async () => {
  const { kiosk, rewrites } = await soldOnce()
  rewrites.set(purchases, () => '<html>busy</html>')
  rewrites.set(tickets, (body) => body.replaceAll('"SOLD"', '"CANCELLED"'))
  const { saleId } = await pay(kiosk)
  const shown = expect.stringContaining('(CANCELLED)') as string
  expect(await casesOf(kiosk)).toMatchObject([{ saleId, question: 'tickets-mismatched', shown }])
})

it('tickets of another event are never printed', async () => {
  const { kiosk, rewrites } = await soldOnce()
  const before = kiosk.printed.length
  rewrites.set(purchases, (body) => body.replaceAll(/"event_id":"[^"]+"/gu, '"event_id":"777"'))
  rewrites.set(tickets, (body) => body.replaceAll(/"event":\{"id":"[^"]+"/gu, '"event":{"id":"777"'))
  const sale = await pay(kiosk)
  expect(sale).toMatchObject({ state: 'needs-staff', question: 'tickets-mismatched' })
  const shown = expect.stringContaining('777') as string
  expect(await casesOf(kiosk)).toMatchObject([{ saleId: sale.saleId, question: 'tickets-mismatched', shown }])
  expect(kiosk.printed).toHaveLength(before)
})

it('a session of another event is refused before anything is held', async () => {
  const { kiosk, rewrites } = await soldOnce()
  rewrites.set(/\/booking-sessions$/u, (body) => body.replaceAll(/"event_id":"[^"]+"/gu, '"event_id":"777"'))
  const opened = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
  expect(await refusal(opened)).toEqual({ type: 'partner-unclear' })
})
