import { describe, expect, it } from 'vitest'
import {
  failure,
  HOLD_SECONDS,
  lineThatBreaks,
  need,
  pin,
  refusal,
  reviewed,
  shown,
  startSmallKiosk,
  until,
} from '../world/small-kiosk.ts'

const HOLD_MS = HOLD_SECONDS * 1000
const WRONG_STAGE = { type: 'wrong-stage' }

describe('parked sales', () => {
  const settings = { role: 'cashier' } as const
  const staff = { staff: 'cashier', pin }

  it('wait for their customers with their seats, and change places with the one on the screen', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await reviewed(kiosk)
    expect(await refusal(kiosk.api.parkSale({ saleId: 'another', ...staff }))).toEqual({ type: 'unknown-sale' })
    need(await kiosk.api.parkSale({ saleId: first.saleId, ...staff }))
    expect(kiosk.blocker()).toBe('parked')
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject({ sale: null, parked: [{ saleId: first.saleId }] })
    for (const asked of [
      kiosk.api.pay({ saleId: first.saleId, tender: 'cash' }),
      kiosk.api.parkSale({ ...first, ...staff }),
    ])
      expect(await refusal(asked)).toEqual({ type: 'unknown-sale' })
    const second = await reviewed(kiosk)
    expect(kiosk.ledger.find(first.saleId)?.state).toBe('priced')
    const owners = [first, second].map(({ saleId }) => kiosk.ledger.find(saleId)?.ownerRef)
    expect(new Set(owners).size).toBe(2)
    const recalled = need(await kiosk.api.recallSale({ saleId: first.saleId, ...staff }))
    expect(recalled).toMatchObject({ sale: { saleId: first.saleId }, visit: { saleId: first.saleId } })
    const { sale, parked } = need(await kiosk.api.getKiosk({}))
    expect([sale?.saleId, parked?.map(({ saleId }) => saleId)]).toEqual([first.saleId, [second.saleId]])
    expect(kiosk.events.findLast(({ name }) => name === 'parked-changed')?.payload).toMatchObject([
      { saleId: second.saleId },
    ])
    expect(await refusal(kiosk.api.recallSale({ saleId: 'another', ...staff }))).toEqual({ type: 'unknown-sale' })
    for (const { saleId, total: received } of [first, second]) {
      if (saleId !== first.saleId) need(await kiosk.api.recallSale({ saleId, ...staff }))
      need(await kiosk.api.pay({ saleId, tender: 'cash' }))
      need(await kiosk.api.confirmCash({ saleId, received, ...staff }))
      expect((await shown(kiosk, saleId)).stage.name).toBe('done')
      need(await kiosk.api.leaveSale({ saleId }))
    }
    expect(need(await kiosk.api.getKiosk({})).parked).toEqual([])
  })

  it('whose seats ran out meanwhile are recalled to choose again', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const { saleId, wish } = await reviewed(kiosk, 1)
    need(await kiosk.api.parkSale({ saleId, ...staff }))
    kiosk.pass(HOLD_MS)
    await expect
      .poll(async () => need(await kiosk.api.getKiosk({})).parked?.[0]?.stage)
      .toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
    expect(need(await kiosk.api.recallSale({ saleId, ...staff })).sale.stage.name).toBe('choosing')
    need(await kiosk.api.proposeSeats({ saleId, count: 1 }))
    need(await kiosk.api.holdSeats(wish))
    expect((await shown(kiosk, saleId)).stage.name).toBe('review')
  })

  it('are looked for after a restart until the service is back, and end where it knows nothing of them', async () => {
    const { broken, line } = lineThatBreaks()
    let known = true
    const answer = (path: string, forward: () => Promise<Response>) =>
      known || path === 'GET /events' ? line(path, forward) : Promise.resolve(failure(404, 'SESSION_NOT_FOUND'))
    const kiosk = await startSmallKiosk({ settings, line: answer })
    const { saleId } = await reviewed(kiosk, 1)
    need(await kiosk.api.parkSale({ saleId, ...staff }))
    for (const method of ['GET', 'POST', 'DELETE']) broken.add(method)
    const again = await kiosk.restart()
    await expect.poll(async () => need(await again.api.getKiosk({})).parked?.[0]?.stage.name).toBe('holding')
    broken.clear()
    known = false
    await until(again, () => again.sales.find(saleId)?.state === 'abandoned')
    expect(need(await again.api.getKiosk({})).parked).toEqual([])
  })

  it('are there after a restart, with the time that the service says, and are paid', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const { saleId, total } = await reviewed(kiosk)
    need(await kiosk.api.parkSale({ saleId, ...staff }))
    kiosk.pass(60_000)
    const again = await kiosk.restart()
    await again.sales.settled(saleId)
    const [waiting] = need(await again.api.getKiosk({})).parked ?? []
    expect(waiting).toMatchObject({ saleId, amount: total, stage: { name: 'review' } })
    expect(waiting?.holdRemainingMs).toBeLessThanOrEqual(HOLD_MS - 59_000)
    const recalled = need(await again.api.recallSale({ saleId, ...staff }))
    expect(recalled).toMatchObject({ sale: { saleId }, visit: null })
    expect(need(await again.api.getKiosk({})).parked).toEqual([])
    expect(again.events.findLast(({ name }) => name === 'parked-changed')?.payload).toEqual([])
    need(await again.api.pay({ saleId, tender: 'cash' }))
    need(await again.api.confirmCash({ saleId, received: total, ...staff }))
    expect((await shown(again, saleId)).stage.name).toBe('done')
    expect(again.said).toEqual([])
  })

  it('are nine at most, one for each digit', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await reviewed(kiosk, 1)
    need(await kiosk.api.parkSale({ ...first, ...staff }))
    for (let nth = 2; nth <= 9; nth += 1) need(await kiosk.api.parkSale({ ...(await reviewed(kiosk, 1)), ...staff }))
    const { saleId } = await reviewed(kiosk, 1)
    expect(await refusal(kiosk.api.parkSale({ saleId, ...staff }))).toEqual({ type: 'too-many-parked', limit: 9 })
    expect((await shown(kiosk, saleId)).stage.name).toBe('review')
    // Recalling a parked sale parks this one in its place.
    need(await kiosk.api.recallSale({ saleId: first.saleId, ...staff }))
    expect(need(await kiosk.api.getKiosk({})).parked).toHaveLength(9)
  })

  it('stay where they are while somebody pays at the screen', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await reviewed(kiosk)
    need(await kiosk.api.parkSale({ ...first, ...staff }))
    const { saleId } = await reviewed(kiosk)
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    expect(await refusal(kiosk.api.recallSale({ saleId: first.saleId, ...staff }))).toEqual({
      type: 'sale-in-progress',
    })
    expect(await refusal(kiosk.api.parkSale({ saleId, ...staff }))).toMatchObject(WRONG_STAGE)
  })
})
