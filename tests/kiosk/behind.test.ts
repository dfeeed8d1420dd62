import { describe, expect, it } from 'vitest'
import type { BackgroundSale } from '../../shared/api/kiosk/views.ts'
import {
  cashier,
  failure,
  HOLD_SECONDS,
  need,
  PAPER_OUT,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

const desk: SmallKioskOptions = { settings: { role: 'cashier' } }

const behind = async ({ api }: KioskFixture) => need(await api.getKiosk({})).behind ?? []

const stages = (sales: readonly BackgroundSale[]) => sales.map(({ sale }) => sale.stage.name)

async function paidInCash(kiosk: KioskFixture, count = 2, tip = 0) {
  const { saleId, total } = await kiosk.reviewed(count)
  await kiosk.paysCash(saleId, total + tip, cashier)
  return { saleId, total }
}

function confirmsLate(options: SmallKioskOptions = desk) {
  const answer = Promise.withResolvers<void>()
  const line: SmallKioskOptions['line'] = async (path, forward) => {
    if (path.startsWith('POST /purchases')) await answer.promise
    return forward()
  }
  return { answer, options: { ...options, line } }
}

describe('a paid sale goes on behind', () => {
  it('while it is confirmed: its customer sees their change until the next seats are taken, and the desk sees it end', async () => {
    const { answer, options } = confirmsLate()
    const kiosk = await startSmallKiosk(options)
    const { saleId, total } = await paidInCash(kiosk, 2, 1000)
    need(await kiosk.api.dismissSale({ saleId }))
    const display = async () => need(await kiosk.displayAccess.api.viewDisplay({})).sale
    expect(await display()).toMatchObject({ saleId, paid: { change: 1000 }, stage: { name: 'confirming' } })
    expect(kiosk.blocker()).toBe('under-way')
    const [waiting, ...more] = await behind(kiosk)
    expect(more).toEqual([])
    expect(waiting).toMatchObject({
      sale: { saleId, amount: total, paid: { change: 1000 }, stage: { name: 'confirming' } },
      sinceUtc: kiosk.ledger.files.open(saleId)?.acts.find(({ code }) => code === 'TENDER_APPROVED')?.atUtc,
    })

    const next = await kiosk.reviewed(1)
    expect(await display()).toMatchObject({ saleId: next.saleId })
    answer.resolve()
    await kiosk.sales.settled(saleId)
    expect(stages(await behind(kiosk))).toEqual(['done'])
    const told = kiosk.events.flatMap((event) => (event.name === 'behind-changed' ? [stages(event.payload)] : []))
    expect(told.at(-1)).toEqual(['done'])
    expect(await kiosk.stageName(next.saleId)).toBe('review')
    expect(kiosk.printed).toHaveLength(2)
    expect(kiosk.said).toEqual([])
  })

  it('at a desk alone, and only once all of it is paid', async () => {
    const { answer, options } = confirmsLate({})
    const kiosk = await startSmallKiosk(options)
    const { saleId } = await paidInCash(kiosk)
    expect(await refusal(kiosk.api.dismissSale({ saleId }))).toMatchObject({ type: 'invalid-state' })
    expect(need(await kiosk.api.getKiosk({}))).not.toHaveProperty('behind')
    answer.resolve()
    const cashier = await startSmallKiosk(desk)
    const asked = await cashier.paying('cash')
    const expected = { type: 'invalid-state', stage: 'paying' }
    expect(await refusal(cashier.api.dismissSale({ saleId: asked.saleId }))).toEqual(expected)
  })

  it('over a restart of the program', async () => {
    const kiosk = await startSmallKiosk({
      ...desk,
      line: async (path, forward) => (path.startsWith('POST /purchases') ? failure(503, 'BUSY') : forward()),
    })
    const { saleId } = await paidInCash(kiosk)
    need(await kiosk.api.dismissSale({ saleId }))
    const again = await kiosk.restart(desk)
    expect((await behind(again)).map(({ sale }) => sale.saleId)).toEqual([saleId])
    await again.soon(async () => stages(await behind(again)), 15_000).toEqual(['done'])
    expect(again.printed).toHaveLength(2)
  })
})

it('a confirmation is slow after eight seconds, whatever became of its request', async () => {
  const { answer, options } = confirmsLate()
  const kiosk = await startSmallKiosk(options)
  const { saleId } = await paidInCash(kiosk)
  const stage = () => kiosk.events.findLast((event) => event.name === 'sale-changed')?.payload
  kiosk.pass(7_999)
  expect(stage()).toMatchObject({ saleId, stage: { name: 'confirming', slow: false } })
  kiosk.pass(1)
  await expect.poll(stage).toMatchObject({ saleId, stage: { name: 'confirming', slow: true } })
  answer.resolve()
})

async function outOfPaper(rest?: Promise<void>) {
  const printer = { paper: true }
  const kiosk = await startSmallKiosk({
    ...desk,
    tickets: {
      status: async () => (printer.paper ? { state: 'ready' } : PAPER_OUT),
      async print() {
        if (!printer.paper) return { outcome: 'failed', reason: 'paper-out', detail: '' }
        await rest
        return { outcome: 'printed', evidence: 'printed' }
      },
    },
  })
  const { saleId, total } = await kiosk.paying('cash')
  printer.paper = false
  need(await kiosk.api.confirmCash({ saleId, ...cashier, received: total }))
  return { kiosk, saleId, printer }
}

describe('the printer', () => {
  it('prints the papers of one customer, and then those of the next', async () => {
    const first = Promise.withResolvers<void>()
    const kiosk = await startSmallKiosk({
      ...desk,
      tickets: {
        async print(ticket) {
          printed.push(ticket.orderId)
          if (printed.length === 1) await first.promise
          return { outcome: 'printed', evidence: 'printed' }
        },
      },
    })
    const printed: string[] = []
    const one = await paidInCash(kiosk, 3)
    await expect.poll(() => printed).toHaveLength(1)
    need(await kiosk.api.dismissSale({ saleId: one.saleId }))
    const two = await paidInCash(kiosk, 2)
    await expect.poll(() => kiosk.state(two.saleId)).toBe('printing')
    need(await kiosk.api.dismissSale({ saleId: two.saleId }))
    expect(stages(await behind(kiosk))).toEqual(['printing', 'printing'])
    first.resolve()
    await kiosk.sales.settled(two.saleId)
    const [a, b] = [printed[0], printed.at(-1)]
    expect(printed).toEqual([a, a, a, b, b])
    expect(a).not.toBe(b)
  })

  it('that has no paper stops a sale behind, which is taken up again when there is some', async () => {
    const { kiosk, saleId, printer } = await outOfPaper()
    await kiosk.sales.settled(saleId)
    need(await kiosk.api.dismissSale({ saleId }))
    expect(stages(await behind(kiosk))).toEqual(['print-problem'])
    expect((await behind(kiosk))[0]?.sale.stage).toMatchObject({ tickets: [{ state: 'failed' }, { state: 'queued' }] })
    const next = await kiosk.reviewed(1)
    const recalled = need(await kiosk.api.recallSale({ saleId, ...cashier }))
    expect(recalled).toMatchObject({ sale: { saleId, stage: { name: 'print-problem' } }, visit: null })
    const { parked, sale } = need(await kiosk.api.getKiosk({}))
    expect([sale?.saleId, parked?.map((each) => each.saleId)]).toEqual([saleId, [next.saleId]])
    expect(await behind(kiosk)).toEqual([])
    printer.paper = true
    need(await kiosk.api.retryPrint({ saleId }))
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.codes().filter((code) => code === 'PRINT_FINISHED')).toHaveLength(2)
  })

  it('that goes again takes the next customer’s money while it still prints the rest', async () => {
    const rest = Promise.withResolvers<void>()
    const { kiosk, saleId, printer } = await outOfPaper(rest.promise)
    await kiosk.sales.settled(saleId)
    printer.paper = true
    need(await kiosk.api.retryPrint({ saleId }))
    need(await kiosk.api.dismissSale({ saleId }))
    expect(kiosk.state(saleId)).toBe('printing')
    const next = await kiosk.reviewed(1)
    expect(need(await kiosk.api.pay({ saleId: next.saleId, tender: 'cash' })).stage.name).toBe('paying')
    rest.resolve()
  })

  it('that goes again is said to be ready once the rest is out', async () => {
    const { kiosk, saleId, printer } = await outOfPaper()
    const told = () => kiosk.events.flatMap((event) => (event.name === 'printer-changed' ? [event.payload.state] : []))
    await expect.poll(() => told().at(-1)).toBe('not-ready')
    printer.paper = true
    need(await kiosk.api.retryPrint({ saleId }))
    await expect.poll(() => told().at(-1)).toBe('ready')
  })
})

const HOLD_MS = HOLD_SECONDS * 1000

describe('parked sales', () => {
  const settings = { role: 'cashier' } as const

  it('wait for their customers with their seats, and change places with the one on the screen', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await kiosk.reviewed()
    expect(await refusal(kiosk.api.parkSale({ saleId: 'another', ...cashier }))).toEqual({ type: 'unknown-sale' })
    need(await kiosk.api.parkSale({ saleId: first.saleId, ...cashier }))
    expect(kiosk.blocker()).toBe('parked')
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject({ sale: null, parked: [{ saleId: first.saleId }] })
    for (const asked of [
      kiosk.api.pay({ saleId: first.saleId, tender: 'cash' }),
      kiosk.api.parkSale({ ...first, ...cashier }),
    ])
      expect(await refusal(asked)).toEqual({ type: 'unknown-sale' })
    const second = await kiosk.reviewed()
    const owners = [first, second].map(({ saleId }) => kiosk.ledger.find(saleId)?.ownerRef)
    expect(new Set(owners).size).toBe(2)
    const recalled = need(await kiosk.api.recallSale({ saleId: first.saleId, ...cashier }))
    expect(recalled).toMatchObject({ sale: { saleId: first.saleId }, visit: { saleId: first.saleId } })
    const { sale, parked } = need(await kiosk.api.getKiosk({}))
    expect([sale?.saleId, parked?.map(({ saleId }) => saleId)]).toEqual([first.saleId, [second.saleId]])
    expect(kiosk.events.findLast(({ name }) => name === 'parked-changed')?.payload).toMatchObject([
      { saleId: second.saleId },
    ])
    expect(await refusal(kiosk.api.recallSale({ saleId: 'another', ...cashier }))).toEqual({ type: 'unknown-sale' })
    for (const { saleId, total: received } of [first, second]) {
      if (saleId !== first.saleId) need(await kiosk.api.recallSale({ saleId, ...cashier }))
      await kiosk.paysCash(saleId, received, cashier)
      expect(await kiosk.stageName(saleId)).toBe('done')
      need(await kiosk.api.dismissSale({ saleId }))
    }
    expect(need(await kiosk.api.getKiosk({})).parked).toEqual([])
    const over = kiosk.api.recallSale({ saleId: first.saleId, ...cashier })
    expect(await refusal(over)).toEqual({ type: 'unknown-sale' })
    expect(await behind(kiosk)).toEqual([])
    expect(kiosk.blocker()).not.toBe('under-way')
  })

  it('whose seats ran out meanwhile are recalled to choose again', async () => {
    const { kiosk, saleId, wish } = await startAt('reviewed', { settings }, 1)
    need(await kiosk.api.parkSale({ saleId, ...cashier }))
    kiosk.pass(HOLD_MS)
    await expect
      .poll(async () => need(await kiosk.api.getKiosk({})).parked?.[0]?.stage)
      .toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
    expect(need(await kiosk.api.recallSale({ saleId, ...cashier })).sale.stage.name).toBe('choosing')
    need(await kiosk.api.proposeSeats({ saleId, count: 1 }))
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stageName(saleId)).toBe('review')
  })

  it('are there after a restart, with the time that the service says, and are paid', async () => {
    const { kiosk, saleId, total } = await startAt('reviewed', { settings })
    need(await kiosk.api.parkSale({ saleId, ...cashier }))
    kiosk.pass(60_000)
    const again = await kiosk.restart()
    await again.sales.settled(saleId)
    const [waiting] = need(await again.api.getKiosk({})).parked ?? []
    expect(waiting).toMatchObject({ saleId, amount: total, stage: { name: 'review' } })
    expect(waiting?.holdRemainingMs).toBeLessThanOrEqual(HOLD_MS - 59_000)
    const recalled = need(await again.api.recallSale({ saleId, ...cashier }))
    expect(recalled).toMatchObject({ sale: { saleId }, visit: null })
    expect(need(await again.api.getKiosk({})).parked).toEqual([])
    expect(again.events.findLast(({ name }) => name === 'parked-changed')?.payload).toEqual([])
    await again.paysCash(saleId, total, cashier)
    expect(await again.stageName(saleId)).toBe('done')
    expect(again.said).toEqual([])
  })

  it('are nine at most, one for each digit', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await kiosk.reviewed(1)
    need(await kiosk.api.parkSale({ ...first, ...cashier }))
    for (let nth = 2; nth <= 9; nth += 1) need(await kiosk.api.parkSale({ ...(await kiosk.reviewed(1)), ...cashier }))
    const { saleId } = await kiosk.reviewed(1)
    expect(await refusal(kiosk.api.parkSale({ saleId, ...cashier }))).toEqual({ type: 'too-many-parked', limit: 9 })
    expect(await kiosk.stageName(saleId)).toBe('review')
    need(await kiosk.api.recallSale({ saleId: first.saleId, ...cashier }))
    expect(need(await kiosk.api.getKiosk({})).parked).toHaveLength(9)
  })

  it('stay where they are while somebody pays at the screen', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const first = await kiosk.reviewed()
    need(await kiosk.api.parkSale({ ...first, ...cashier }))
    const { saleId } = await kiosk.paying('cash')
    const recall = kiosk.api.recallSale({ saleId: first.saleId, ...cashier })
    expect(await refusal(recall)).toEqual({ type: 'sale-in-progress' })
    expect(await refusal(kiosk.api.parkSale({ saleId, ...cashier }))).toMatchObject({ type: 'invalid-state' })
  })
})
