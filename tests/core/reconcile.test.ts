import { describe, expect, it } from 'vitest'
import type { ReconcileView } from '../../shared/kiosk-api/views.ts'
import {
  codesOf,
  expectSound,
  need,
  pin,
  refusal,
  reviewed,
  type SmallKiosk,
  type SmallKioskOptions,
  sold,
  startSmallKiosk,
} from '../world/small-kiosk.ts'

type Listed = Readonly<Record<string, unknown>>

async function sell(kiosk: SmallKiosk, count: number): Promise<string> {
  const { saleId } = await sold(kiosk, 'card', count)
  need(await kiosk.api.leaveSale({ saleId }))
  return saleId
}

async function compared({ api }: SmallKiosk, shiftNo?: number): Promise<ReconcileView> {
  need(await api.startReconcile({ pin, ...(shiftNo !== undefined && { shiftNo }) }))
  const view = async () => need(await api.viewReconcile({ pin }))
  await expect.poll(async () => (await view())?.csv, { interval: 1 }).toBe('table')
  return (await view())!
}

/** A service that can modify the ticket list of an order or fail to return it. */
function tampering() {
  const service: { turn: ((tickets: Listed[]) => Listed[] | 'down') | null } = { turn: null }
  const line: SmallKioskOptions['line'] = async (path, forward) => {
    const reply = await forward()
    if (!service.turn || path !== 'GET /tickets') return reply
    const body = (await reply.json()) as { data: { tickets: Listed[] } }
    const tickets = service.turn(body.data.tickets)
    return tickets === 'down' ? new Response('', { status: 503 }) : Response.json({ ...body, data: { tickets } })
  }
  return { service, line }
}

describe('a comparison with the service', () => {
  it('agrees, or lists each difference; each closed shift can be compared', async () => {
    const { service, line } = tampering()
    const kiosk = await startSmallKiosk({ line })
    const { api } = kiosk
    expect(need(await api.viewReconcile({ pin }))).toBeNull()
    const first = await sell(kiosk, 2)
    await sell(kiosk, 3)
    // These seats were held and released, so the service must list no tickets for them.
    const { saleId: given } = await reviewed(kiosk, 1)
    need(await api.abandonSale({ saleId: given, reason: 'cancelled' }))
    await kiosk.sales.settled(given)
    expect(await compared(kiosk)).toMatchObject({ shiftNo: 1, sales: 3, asked: 3, agreed: 5, differences: [] })
    service.turn = (tickets) =>
      tickets.length === 2
        ? tickets.slice(1)
        : tickets.map((each, n) => (n > 0 ? each : { ...each, qr_code: 'e'.repeat(32) }))
    const differing = await compared(kiosk)
    expect(differing).toMatchObject({ agreed: 3, differences: [{ saleId: first, state: 'done' }, {}] })
    expect(differing.differences.map(({ kind }) => kind)).toEqual(['not-listed', 'differs'])
    service.turn = () => 'down'
    expect((await compared(kiosk)).differences.map(({ kind }) => kind)).toEqual(['not-asked', 'not-asked', 'not-asked'])
    service.turn = null
    need(await api.closeShift({ pin, kind: 'Z' }))
    await sell(kiosk, 1)
    expect(await compared(kiosk)).toMatchObject({ shiftNo: 2, sales: 1, agreed: 1 })
    expect(await compared(kiosk, 1)).toMatchObject({ shiftNo: 1, sales: 3, agreed: 5, differences: [] })
    expect(await refusal(api.startReconcile({ pin, shiftNo: 3 }))).toEqual({ type: 'no-shift' })
    expect(codesOf(kiosk).filter((code) => code === 'RECONCILED')).toHaveLength(5)
    await expectSound(kiosk)
  })

  it('ends with the program, and is not in the journal then; until then it is one and the same', async () => {
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kiosk = await startSmallKiosk({
      async line(path, forward) {
        if (path === 'GET /tickets') {
          asked.resolve()
          await answer.promise
        }
        return forward()
      },
    })
    await sell(kiosk, 1)
    const begun = need(await kiosk.api.startReconcile({ pin }))
    expect(begun).toMatchObject({ sales: 1, asked: 0, doneUtc: null })
    await asked.promise
    expect(need(await kiosk.api.startReconcile({ pin })).startedUtc).toBe(begun.startedUtc)
    const stopped = kiosk.stop()
    answer.resolve()
    await stopped
    expect(codesOf(await kiosk.restart({}))).not.toContain('RECONCILED')
  })

  it('agrees on tickets that were cancelled with their refund, and names one that the service cancelled by itself', async () => {
    const { service, line } = tampering()
    const kiosk = await startSmallKiosk({ line })
    const saleId = await sell(kiosk, 2)
    const [back = '', kept = ''] = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
    const by = { staff: 'cashier', pin, second: { staff: 'supervisor', pin } }
    const wish = { saleId, ticketIds: [back], kind: 'refund' as const, reason: 'malade' }
    const { file } = need(await kiosk.api.returnTickets({ ...by, ...wish }))
    expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    // The next sale includes the seat that was freed.
    await sell(kiosk, 2)
    expect(await compared(kiosk)).toMatchObject({ sales: 2, agreed: 3, differences: [] })
    service.turn = (tickets) => tickets.map((each) => (each['id'] === kept ? { ...each, status: 'CANCELLED' } : each))
    expect(await compared(kiosk)).toMatchObject({
      agreed: 2,
      differences: [{ kind: 'differs', ticketId: kept, here: 'status SOLD', there: 'status CANCELLED' }],
    })
  })
})
