import { describe, expect, it } from 'vitest'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  endings,
  expectSound,
  need,
  pin,
  refusal,
  reviewed,
  type SmallKiosk,
  type SmallKioskOptions,
  sold,
  startedAfter,
  startSmallKiosk,
  until,
  visited,
} from '../world/small-kiosk.ts'

/** Returns the statuses of these seats as the next customer sees them. */
async function statuses(kiosk: SmallKiosk, { sectionId, seatIds }: { sectionId: string; seatIds: readonly string[] }) {
  const { saleId } = await visited(kiosk, 1)
  const { section } = need(await kiosk.api.viewSection({ saleId, sectionId }))
  return seatIds.map((seatId) => section?.seats.find((seat) => seat.seatId === seatId)?.status)
}

describe('a kiosk that was stopped', () => {
  it('while its customer was choosing has nothing left of it', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await visited(kiosk, 1)
    const again = await kiosk.restart()
    expect(again.sales.find(saleId)).toBeNull()
    expect(need(await again.api.getKiosk({})).sale).toBeNull()
  })

  it('at the review gives the seats back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, wish } = await reviewed(kiosk)
    const again = await kiosk.restart()
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'abandoned', reason: 'restart' })
    expect(await statuses(again, wish)).toEqual(['available', 'available'])
  })

  it.each([
    ['that nothing was charged', { outcome: 'cancelled' }, 'abandoned', 'available'],
    ['that it charged', APPROVED, 'done', 'sold'],
  ] as const)('while a card was read is told by the terminal %s', async (_, outcome, end, status) => {
    const card = driver({
      begin: (_request, giveUp, stopping) =>
        new Promise((resolve) => {
          for (const signal of [giveUp, stopping])
            signal.addEventListener('abort', () => resolve({ outcome: 'unknown' }))
        }),
      ask: async () => outcome,
    })
    const kiosk = await startSmallKiosk({ tenders: { card } })
    const { saleId, wish } = await reviewed(kiosk, 1)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    const again = await kiosk.restart()
    await until(again, () => again.sales.find(saleId)?.state === end)
    expect(await statuses(again, wish)).toEqual([status])
    await expectSound(again)
  })

  it('while cash was counted asks staff, whose word decides', async () => {
    for (const moved of [true, false]) {
      const kiosk = await startSmallKiosk()
      const { saleId, total } = await reviewed(kiosk, 1)
      need(await kiosk.api.pay({ saleId, tender: 'cash' }))
      const again = await kiosk.restart()
      await again.sales.settled(saleId)
      const asked = { saleId, question: 'money-moved', tender: 'cash', amount: total }
      expect(need(await again.api.listStaffCases({ pin }))).toMatchObject([asked])
      need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'money-moved', moved } }))
      expect((await again.sales.settled(saleId)).state).toBe(moved ? 'done' : 'abandoned')
      await expectSound(again)
    }
  })
})

it.each(endings.flatMap((ending) => [false, true].map((parked) => [ending, parked] as const)))(
  'a desk after %s when a part was paid: it goes back, and staff are told what (parked: %s)',
  async (ending, parked) => {
    const desk = await startSmallKiosk({ settings: { role: 'cashier' } })
    const { saleId } = await reviewed(desk, 1)
    need(await desk.api.pay({ saleId, tender: 'cash', amount: 500 }))
    need(await desk.api.confirmCash({ pin, saleId, received: 500 }))
    if (parked) need(await desk.api.parkSale({ pin, saleId }))
    const again = await startedAfter(ending, desk)
    await again.sales.settled(saleId)
    const [due] = need(await again.api.listStaffCases({ pin }))
    expect(due).toMatchObject({ saleId, question: 'pay-back', tender: 'cash', amount: 500 })
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'paid-back', reference: 'C-2' } }))
    await expectSound(again)
  },
)

it('a kiosk that was stopped after the tickets has nothing to do', async () => {
  const kiosk = await startSmallKiosk()
  await sold(kiosk)
  const again = await kiosk.restart()
  expect(again.printed).toEqual([])
  expect(again.events).toEqual([])
})

/** Sells two seats and cuts the power once the ledger holds such a sale. The first program has no effect after that. */
async function cutWhen(isReached: (sale: Sale) => boolean) {
  const power = { on: true }
  let papers = 0
  const gone = (): never => {
    throw new Error('the power is out')
  }
  const options: SmallKioskOptions = {
    line: (_path, forward) => (power.on ? forward() : Promise.reject(new Error('the power is out'))),
    tickets: {
      print: async () => (power.on ? ((papers += 1), { outcome: 'printed', evidence: 'printed' }) : gone()),
    },
    tenders: {
      card: driver({ begin: async () => (power.on ? APPROVED : gone()), ask: async () => ({ outcome: 'cancelled' }) }),
    },
  }
  const kiosk = await startSmallKiosk(options)
  let start: (() => Promise<SmallKiosk>) | null = null
  kiosk.sales.subscribe((sale) => {
    if (start || !isReached(sale)) return
    start = kiosk.cutPower()
    power.on = false
  })
  const { saleId, wish } = await visited(kiosk)
  void (await refusal(kiosk.api.holdSeats(wish)))
  if (power.on) await kiosk.sales.settled(saleId)
  if (power.on) need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await expect.poll(() => power.on).toBe(false)
  await kiosk.stop()
  power.on = true
  if (!start) throw new Error('the sale went through')
  return { again: await (start as () => Promise<SmallKiosk>)(), saleId, wish, papers: () => papers }
}

describe('a kiosk whose power was cut', () => {
  it.each([
    ['holding', 'abandoned'],
    ['priced', 'abandoned'],
    ['paying', 'abandoned'],
    ['paid', 'done'],
    ['confirming', 'done'],
    ['confirmed', 'done'],
    ['printing', 'done'],
  ] as const)('as soon as the sale was %s ends it as %s, once', async (state, end) => {
    const { again, saleId, wish, papers } = await cutWhen((sale) => sale.state === state)
    await until(again, () => again.sales.find(saleId)?.state === end)
    const status = end === 'done' ? 'sold' : 'available'
    expect(await statuses(again, wish)).toEqual([status, status])
    expect(papers()).toBe(end === 'done' ? 2 : 0)
    await expectSound(again)
  })

  it('while a ticket was on its way to the paper asks staff, and what is printed again says so', async () => {
    const { again, saleId } = await cutWhen(
      (sale) => sale.state === 'printing' && sale.jobs.some((job) => job.state === 'spooling'),
    )
    await again.sales.settled(saleId)
    expect(need(await again.api.listStaffCases({ pin }))).toMatchObject([{ saleId, question: 'paper-out' }])
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'reprint' } }))
    const sale = await again.sales.settled(saleId)
    expect(sale).toMatchObject({ state: 'done', jobs: [{ copyNumber: 1 }, { copyNumber: 0 }] })
    await expectSound(again)
  })
})
