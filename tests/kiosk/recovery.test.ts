import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  endings,
  need,
  pin,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startedAfter,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'
import { referenceFor } from '../../electron/host/system.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'

async function statuses(
  kiosk: KioskFixture,
  { sectionId, seatIds }: { sectionId: string; seatIds: readonly string[] },
) {
  const { saleId } = await kiosk.visited(1)
  const { section } = need(await kiosk.api.viewSection({ saleId, sectionId }))
  return seatIds.map((seatId) => section?.seats.find((seat) => seat.seatId === seatId)?.status)
}

describe('a kiosk that was stopped', () => {
  it('while its customer was choosing has nothing left of it', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.visited(1)
    const again = await kiosk.restart()
    expect(again.sales.find(saleId)).toBeNull()
    expect(need(await again.api.getKiosk({})).sale).toBeNull()
  })

  it('at the review gives the seats back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, wish } = await kiosk.reviewed()
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
    const { saleId, wish } = await kiosk.paying('card', 1)
    const again = await kiosk.restart()
    await again.until(() => again.state(saleId) === end)
    expect(await statuses(again, wish)).toEqual([status])
    await again.expectSound()
  })

  it('while cash was counted asks staff, whose word decides', async () => {
    for (const moved of [true, false]) {
      const kiosk = await startSmallKiosk()
      const { saleId, total } = await kiosk.paying('cash', 1)
      const again = await kiosk.restart()
      await again.sales.settled(saleId)
      const asked = { saleId, question: 'money-moved', tender: 'cash', amount: total }
      expect(await again.cases()).toMatchObject([asked])
      need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'money-moved', moved } }))
      expect((await again.sales.settled(saleId)).state).toBe(moved ? 'done' : 'abandoned')
      await again.expectSound()
    }
  })
})

it.each(endings.flatMap((ending) => [false, true].map((parked) => [ending, parked] as const)))(
  'a desk after %s when a part was paid: it goes back, and staff are told what (parked: %s)',
  async (ending, parked) => {
    const desk = await startSmallKiosk({ settings: { role: 'cashier' } })
    const { saleId } = await desk.reviewed(1)
    await desk.paysCash(saleId, 500, { pin }, 500)
    if (parked) need(await desk.api.parkSale({ pin, saleId }))
    const again = await startedAfter(ending, desk)
    await again.sales.settled(saleId)
    const [due] = await again.cases()
    expect(due).toMatchObject({ saleId, question: 'pay-back', tender: 'cash', amount: 500 })
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'paid-back', reference: 'C-2' } }))
    await again.expectSound()
  },
)

it('a kiosk that was stopped after the tickets has nothing to do', async () => {
  const kiosk = await startSmallKiosk()
  await kiosk.sold()
  const again = await kiosk.restart()
  expect(again.printed).toEqual([])
  expect(again.events).toEqual([])
})

/**
 * Sells two seats and cuts the power once the ledger contains a sale for which `isReached` is true. The interrupted
 * program has no further effect.
 */
async function cutWhen(isReached: (sale: Sale) => boolean) {
  const power = { on: true }
  let papers = 0
  const gone = (): never => {
    throw new Error('the power is out')
  }
  const options: SmallKioskOptions = {
    line: (_path, forward) => (power.on ? forward() : Promise.reject(new Error('the power is out'))),
    tickets: { print: async () => (power.on ? ((papers += 1), { outcome: 'printed', evidence: 'printed' }) : gone()) },
    tenders: {
      card: driver({ begin: async () => (power.on ? APPROVED : gone()), ask: async () => ({ outcome: 'cancelled' }) }),
    },
  }
  const kiosk = await startSmallKiosk(options)
  let start: (() => Promise<KioskFixture>) | null = null
  kiosk.sales.subscribe((sale) => {
    if (start || !isReached(sale)) return
    start = kiosk.cutPower()
    power.on = false
  })
  const { saleId, wish } = await kiosk.visited()
  void (await refusal(kiosk.api.holdSeats(wish)))
  if (power.on) await kiosk.sales.settled(saleId)
  if (power.on) need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await expect.poll(() => power.on).toBe(false)
  await kiosk.stop()
  power.on = true
  if (!start) throw new Error('the sale went through')
  return { again: await (start as () => Promise<KioskFixture>)(), saleId, wish, papers: () => papers }
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
    await again.until(() => again.state(saleId) === end)
    const status = end === 'done' ? 'sold' : 'available'
    expect(await statuses(again, wish)).toEqual([status, status])
    expect(papers()).toBe(end === 'done' ? 2 : 0)
    await again.expectSound()
  })

  it('while a ticket was on its way to the paper asks staff, and what is printed again says so', async () => {
    const { again, saleId } = await cutWhen(
      (sale) => sale.state === 'printing' && sale.jobs.some((job) => job.state === 'spooling'),
    )
    await again.sales.settled(saleId)
    expect(await again.cases()).toMatchObject([{ saleId, question: 'paper-out' }])
    need(await again.api.settleStaffCase({ pin, saleId, answer: { type: 'reprint' } }))
    const sale = await again.sales.settled(saleId)
    expect(sale).toMatchObject({ state: 'done', jobs: [{ copyNumber: 1 }, { copyNumber: 0 }] })
    await again.expectSound()
  })
})

type Answer = CommandInput<'settleStaffCase'>['answer']

async function cutAndDamaged(
  kiosk: KioskFixture,
  damage: (path: string) => void,
  changed?: SmallKioskOptions,
): Promise<KioskFixture> {
  const start = kiosk.cutPower(damage)
  await kiosk.stop()
  return start(changed)
}

function noise(path: string): void {
  writeFileSync(path, Buffer.alloc(50_000, 0xee))
  rmSync(`${path}-wal`, { force: true })
}

function noiseAndNoRoll(path: string): void {
  noise(path)
  rmSync(`${path}.journal.jsonl`)
}

const copyLedger = ({ ledger, clock }: KioskFixture): Promise<unknown> => ledger.backup(clock.now())

const atRest = (kiosk: KioskFixture, saleId: string) => kiosk.whilePassing(kiosk.sales.settled(saleId))

async function casesOf({ api }: KioskFixture) {
  const all = need(await api.listStaffCases({ pin }))
  return { gaps: all.filter((one) => 'seq' in one), sales: all.filter((one) => 'saleId' in one) }
}

async function settle(kiosk: KioskFixture, saleId: string, answer: Answer) {
  need(await kiosk.whilePassing(kiosk.api.settleStaffCase({ pin, saleId, answer })))
  return atRest(kiosk, saleId)
}

const expectBooksHold = (kiosk: KioskFixture): Promise<void> => kiosk.expectSound('error')

async function paidByCard(kiosk: KioskFixture, count = 1) {
  const visit = await kiosk.reviewed(count)
  need(await kiosk.api.pay({ saleId: visit.saleId, tender: 'card' }))
  const sale = await kiosk.sales.settled(visit.saleId)
  if (sale.state !== 'done') throw new Error(sale.state)
  return sale
}

describe('a machine whose database is damaged', () => {
  it('has every sale from the roll, and goes on', async () => {
    const kiosk = await startSmallKiosk()
    const before = await paidByCard(kiosk, 2)
    const again = await cutAndDamaged(kiosk, noise)
    expect(again.sales.find(before.saleId)).toEqual(before)
    expect(await casesOf(again)).toEqual({ gaps: [], sales: [] })
    await again.reviewed(1)
    await expectBooksHold(again)
  })

  it('while cash is counted: the roll has the question', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, total } = await kiosk.paying('cash')
    const again = await cutAndDamaged(kiosk, noise)
    const { sales } = await casesOf(again)
    expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: total }])
    expect(await settle(again, saleId, { type: 'money-moved', moved: true })).toMatchObject({ state: 'done' })
    await expectBooksHold(again)
  })
})

describe('a machine that lost its database and its roll, with a copy from before', () => {
  it('a sale that went on by card and was printed: found again, nothing is printed before staff looked', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.reviewed()
    await copyLedger(kiosk)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    const before = await kiosk.sales.settled(saleId)
    if (before.state !== 'done') throw new Error(before.state)

    const again = await cutAndDamaged(kiosk, noiseAndNoRoll, {
      tenders: { card: driver({ begin: async () => APPROVED, ask: async () => APPROVED }) },
    })
    await atRest(again, saleId)
    const { gaps, sales } = await casesOf(again)
    expect(gaps).toMatchObject([{ question: 'ledger-gap' }])
    expect(sales).toMatchObject([{ saleId, question: 'paper-out', tender: 'card', rowsLost: true }])
    expect(again.printed).toEqual([])
    const sale = await settle(again, saleId, { type: 'print-scanned' })
    expect(sale).toMatchObject({ state: 'done', order: before.order, tender: before.tender })
    const numbers = before.tickets.map(({ ticketId, qrCode }) => [ticketId, qrCode])
    expect(sale.state === 'done' && sale.tickets.map(({ ticketId, qrCode }) => [ticketId, qrCode])).toEqual(numbers)
    need(await again.api.settleLedgerGap({ pin, seq: gaps[0]!.seq, reference: '12' }))
    expect(await casesOf(again)).toEqual({ gaps: [], sales: [] })
    await expectBooksHold(again)
  })

  it('a sale that was paid in cash and sold: the service says so, nobody is asked about money', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, total } = await kiosk.reviewed(1)
    await copyLedger(kiosk)
    await kiosk.paysCash(saleId, total)
    await kiosk.sales.settled(saleId)

    const again = await cutAndDamaged(kiosk, noiseAndNoRoll, { tenders: {} })
    await atRest(again, saleId)
    expect((await casesOf(again)).sales).toMatchObject([{ saleId, question: 'paper-out', tender: 'cash' }])
    const sale = await settle(again, saleId, { type: 'reprint' })
    expect(sale).toMatchObject({ state: 'done', tender: { kind: 'cash', received: total }, jobs: [{ copyNumber: 1 }] })
    await expectBooksHold(again)
  })

  it.each([true, false])('a sale that was not sold: staff are asked the one question (moved: %s)', async (moved) => {
    const kiosk = await startSmallKiosk()
    const { saleId, total } = await kiosk.reviewed()
    await copyLedger(kiosk)
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    const again = await cutAndDamaged(kiosk, noiseAndNoRoll, { tenders: {} })
    await atRest(again, saleId)
    const { sales } = await casesOf(again)
    expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: total }])
    const sale = await settle(again, saleId, { type: 'money-moved', moved })
    expect(sale.state).toBe(moved ? 'print-unknown' : 'abandoned')
    if (moved) expect(await settle(again, saleId, { type: 'reprint' })).toMatchObject({ state: 'done' })
    await expectBooksHold(again)
  })

  it('a sale that was paid by card and not sold yet: the terminal knows it by one of its references', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.reviewed(1)
    await copyLedger(kiosk)
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    const priced = kiosk.sales.find(saleId)
    const reference = priced && 'order' in priced ? `${priced.order.orderId}-3` : ''
    const theirs = referenceFor(reference, 'uuid4')
    const card = driver({
      begin: async () => APPROVED,
      ask: async (payment) =>
        payment.reference === theirs
          ? { outcome: 'approved', approval: 'SIM778' }
          : { outcome: 'refused', reason: 'unknown reference' },
    })
    const again = await cutAndDamaged(kiosk, noiseAndNoRoll, { tenders: { card } })
    const tender = { kind: 'card', reference, approval: 'SIM778' }
    expect(await atRest(again, saleId)).toMatchObject({ state: 'print-unknown', tender })
    expect(await settle(again, saleId, { type: 'reprint' })).toMatchObject({ state: 'done', tender })
    await expectBooksHold(again)
  })

  it('a sale whose seats were chosen again in the gap: what the service sold is shown, people settle it', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.reviewed(1)
    await copyLedger(kiosk)
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    const [other] = need(await kiosk.api.proposeSeats({ saleId, count: 2 }))
    const seatIds = other!.seats.map(({ seatId }) => seatId)
    need(await kiosk.api.holdSeats({ saleId, sectionId: other!.sectionId, seatIds }))
    await kiosk.sales.settled(saleId)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    await kiosk.sales.settled(saleId)

    const again = await cutAndDamaged(kiosk, noiseAndNoRoll)
    await atRest(again, saleId)
    const shown = other!.seats.map(({ place }) => place.seatCode).join(' · ')
    expect((await casesOf(again)).sales).toMatchObject([{ saleId, question: 'unreconciled', shown, tender: null }])
    await settle(again, saleId, { type: 'ask-again' })
    expect((await casesOf(again)).sales).toMatchObject([{ question: 'unreconciled' }])
    const sale = await settle(again, saleId, { type: 'settled-manually', reference: '4711' })
    expect(sale).toMatchObject({ state: 'abandoned', reason: 'settled-manually' })
    expect((await casesOf(again)).sales).toEqual([])
    await expectBooksHold(again)
  })

  it('sales that it never heard of: it says between which hours, and sells on meanwhile', async () => {
    const kiosk = await startSmallKiosk()
    await copyLedger(kiosk)
    const { saleId } = await paidByCard(kiosk)

    const again = await cutAndDamaged(kiosk, noiseAndNoRoll)
    expect(again.sales.find(saleId)).toBeNull()
    const { gaps, sales } = await casesOf(again)
    expect(sales).toEqual([])
    expect(gaps).toMatchObject([{ question: 'ledger-gap', rows: expect.any(Number) as number }])
    expect(await refusal(again.api.settleLedgerGap({ pin, seq: 1, reference: '' }))).not.toBe('not refused')
    await paidByCard(again)

    const third = await again.restart()
    expect((await casesOf(third)).gaps).toEqual(gaps)
    need(await third.api.settleLedgerGap({ pin, seq: gaps[0]!.seq, reference: '' }))
    expect((await casesOf(third)).gaps).toEqual([])
    await expectBooksHold(third)
  })

  it('nothing was going on: nothing is asked but what the lost rows said', async () => {
    const kiosk = await startSmallKiosk()
    await kiosk.visited(1)
    await copyLedger(kiosk)
    const again = await cutAndDamaged(kiosk, noiseAndNoRoll)
    expect((await casesOf(again)).sales).toEqual([])
    await expectBooksHold(again)
  })
})
