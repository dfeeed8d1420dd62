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
  startAt,
  startSmallKiosk,
  cashier,
  scriptedDevice,
} from '../world/kiosk-fixture.ts'
import { referenceFor } from '../../electron/host/system.ts'
import { StorageFull } from '../../electron/kiosk/ports/ports.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

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
    const { kiosk, saleId } = await startAt('visited', {}, 1)
    const again = await kiosk.restart()
    expect(again.sales.find(saleId)).toBeNull()
    expect(need(await again.api.getKiosk({})).sale).toBeNull()
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
    const { kiosk, saleId, ...seats } = await startAt('paying', { tenders: { card } }, 'card', 1)
    const again = await kiosk.restart()
    await again.until(() => again.state(saleId) === end)
    expect(await statuses(again, seats)).toEqual([status])
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
    need(await again.settle(saleId, { type: 'paid-back', reference: 'C-2' }))
  },
)

it('a kiosk that was stopped after the tickets has nothing to do', async () => {
  const kiosk = await startSmallKiosk()
  await kiosk.sold()
  const again = await kiosk.restart()
  expect(again.printed).toEqual([])
  expect(again.events).toEqual([])
})

/** Sells two seats, and cuts the power once the ledger has a sale for which `isReached` is true. */
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
  const { saleId, wish, ...seats } = await kiosk.visited()
  void (await refusal(kiosk.api.holdSeats(wish)))
  if (power.on) await kiosk.sales.settled(saleId)
  if (power.on) need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await expect.poll(() => power.on).toBe(false)
  await kiosk.stop()
  power.on = true
  if (!start) throw new Error('the sale went through')
  return { again: await (start as () => Promise<KioskFixture>)(), saleId, seats, papers: () => papers }
}

describe('a kiosk whose power was cut', () => {
  const unpaid = ['holding', 'priced', 'paying']
  const states = [...unpaid, 'paid', 'confirming', 'confirmed', 'printing']
  it.each(states)('while the sale was %s ends the sale, and only once', async (state) => {
    const end = unpaid.includes(state) ? 'abandoned' : 'done'
    const { again, saleId, seats, papers } = await cutWhen((sale) => sale.state === state)
    await again.until(() => again.state(saleId) === end)
    const status = end === 'done' ? 'sold' : 'available'
    expect(await statuses(again, seats)).toEqual([status, status])
    expect(papers()).toBe(end === 'done' ? 2 : 0)
  })

  it('while a ticket was on its way to the paper asks staff, and what is printed again says so', async () => {
    const { again, saleId } = await cutWhen(
      (sale) => sale.state === 'printing' && sale.jobs.some((job) => job.state === 'spooling'),
    )
    await again.sales.settled(saleId)
    expect(await again.cases()).toMatchObject([{ saleId, question: 'paper-out' }])
    need(await again.settle(saleId, { type: 'reprint' }))
    const sale = await again.sales.settled(saleId)
    expect(sale).toMatchObject({ state: 'done', jobs: [{ copyNumber: 1 }, { copyNumber: 0 }] })
  })
})

async function cutAndDamaged(kiosk: KioskFixture, damage: (path: string) => void, changed?: SmallKioskOptions) {
  const start = kiosk.cutPower(damage)
  await kiosk.stop()
  return start({ ...changed, findings: ['notice'] })
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

async function settle(kiosk: KioskFixture, ...given: Parameters<KioskFixture['settle']>) {
  need(await kiosk.whilePassing(kiosk.settle(...given)))
  return atRest(kiosk, given[0])
}

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
  })

  it('while cash is counted: the roll has the question', async () => {
    const { kiosk, saleId, total } = await startAt('paying', {}, 'cash')
    const again = await cutAndDamaged(kiosk, noise)
    const { sales } = await casesOf(again)
    expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: total }])
    expect(await settle(again, saleId, { type: 'money-moved', moved: true })).toMatchObject({ state: 'done' })
  })
})

describe('a machine that lost its database and its roll, with a copy from before', () => {
  it('a sale that went on by card and was printed: found again, nothing is printed before staff looked', async () => {
    const { kiosk, saleId } = await startAt('reviewed')
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
  })

  it.each([true, false])('a sale that was not sold: staff are asked the one question (moved: %s)', async (moved) => {
    const { kiosk, saleId, total } = await startAt('reviewed')
    await copyLedger(kiosk)
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    const again = await cutAndDamaged(kiosk, noiseAndNoRoll, { tenders: {} })
    await atRest(again, saleId)
    const { sales } = await casesOf(again)
    expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: total }])
    const sale = await settle(again, saleId, { type: 'money-moved', moved })
    expect(sale.state).toBe(moved ? 'print-unknown' : 'abandoned')
    if (moved) expect(await settle(again, saleId, { type: 'reprint' })).toMatchObject({ state: 'done' })
  })

  it('a sale that was paid by card and not sold yet: the terminal knows it by one of its references', async () => {
    const { kiosk, saleId } = await startAt('reviewed', {}, 1)
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
  })

  it('a sale whose seats were chosen again in the gap: what the service sold is shown, people settle it', async () => {
    const { kiosk, saleId } = await startAt('reviewed', {}, 1)
    await copyLedger(kiosk)
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    const [other] = need(await kiosk.api.proposeSeats({ saleId, count: 2 }))
    need(await kiosk.api.holdSeats({ saleId, groups: bySection(other!.seats) }))
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
  })
})

function breakingDisk() {
  const disk: { failsAt: string | null; error: Error } = { failsAt: null, error: new Error('the disk') }
  const ledger = (real: Ledger): Ledger => ({
    ...real,
    record(previous, sale, event, now) {
      if (event.type === disk.failsAt) throw disk.error
      real.record(previous, sale, event, now)
    },
  })
  return { disk, ledger }
}

describe('a broken disk', () => {
  it('stops a sale with money in it where it was, for staff to see, until the next start', async () => {
    const { disk, ledger } = breakingDisk()
    const { kiosk, saleId, total } = await startAt('reviewed', { ledger })
    disk.failsAt = 'tender-approved'
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'needs-staff', amount: total, reason: 'program-fault' })
    expect(kiosk.events.at(-1)).toMatchObject({ payload: { stage: { reason: 'program-fault' } } })
    expect(kiosk.said).toEqual([expect.stringContaining('sale.stopped')])
    expect(await kiosk.cases()).toMatchObject([{ saleId, question: 'restart' }])
    const answer = { type: 'money-moved', moved: true } as const
    expect(await refusal(kiosk.settle(saleId, answer))).toMatchObject({ type: 'invalid-state' })
    expect(await refusal(kiosk.api.cancelPayment({ saleId }))).toBe('not refused')
    expect(kiosk.state(saleId)).toBe('paying')
    expect(() => kiosk.sales.act(saleId, { type: 'tender-cancelled' })).toThrow('takes no "tender-cancelled" now')
    need(await kiosk.api.dismissSale({ saleId }))

    disk.failsAt = null
    const again = await kiosk.restart()
    await expect
      .poll(() => {
        again.pass(1000)
        return again.state(saleId)
      })
      .toBe('done')
    expect(await again.cases()).toEqual([])
  })

  it('ends the visit where nothing was paid, and takes no further command of it', async () => {
    const { disk, ledger } = breakingDisk()
    const { kiosk, saleId, wish } = await startAt('visited', { ledger })
    disk.failsAt = 'hold-granted'
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'ended', reason: 'fault' })
    expect(await refusal(kiosk.api.holdSeats(wish))).toMatchObject({ type: 'invalid-state' })
    expect(await kiosk.cases()).toEqual([])
    need(await kiosk.api.dismissSale({ saleId }))
    expect(need(await kiosk.api.getKiosk({})).sale).toBeNull()
    disk.failsAt = null
    expect(await (await kiosk.restart()).sales.settled(saleId)).toMatchObject({ state: 'abandoned' })
  })

  it('is told to the person whose command it was, and the sale stops', async () => {
    const { disk, ledger } = breakingDisk()
    const { kiosk, saleId } = await startAt('reviewed', { ledger })
    disk.failsAt = 'tender-started'
    await expect(kiosk.api.pay({ saleId, tender: 'card' })).rejects.toThrow('the disk')
    expect(await kiosk.stage(saleId)).toMatchObject({ reason: 'program-fault' })
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
  })
})

it('a disk that breaks while what was paid of a sale goes back does not hide the payment, and staff see the sale', async () => {
  const { disk, ledger } = breakingDisk()
  const { kiosk, saleId, total } = await startAt('reviewed', { ledger, settings: { role: 'cashier' } })
  await kiosk.paysCash(saleId, 5000, cashier, 5000)
  disk.failsAt = 'released'
  need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
  const expected = { stage: { name: 'needs-staff', reason: 'program-fault', amount: total }, taken: [{ amount: 5000 }] }
  expect(await kiosk.shown(saleId)).toMatchObject(expected)
  expect(await kiosk.cases()).toMatchObject([{ saleId, question: 'restart' }])
})

it.each([
  ['knows of', () => new Map([['r', 'asked']] as const)],
  [
    'cannot read',
    () => {
      throw new Error('the disk')
    },
  ],
] as const)(
  'a refused payment that the ledger %s as open is not shown as nothing paid',
  async (_, abandonedPayment) => {
    const card = scriptedDevice({ outcome: 'refused', reason: 'timed-out' })
    const { kiosk, saleId } = await startAt('reviewed', {
      tenders: { card },
      ledger: (real) => ({ ...real, abandonedPayment }),
    })
    expect((await kiosk.shown(saleId)).abandonedPayment).toBeUndefined()
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' }, abandonedPayment: true })
  },
)

describe('a full disk', () => {
  it('holds up a sale with an order until there is room, and the money is recorded once', async () => {
    const { disk, ledger } = breakingDisk()
    const { kiosk, saleId, total } = await startAt('reviewed', { ledger })
    disk.error = new StorageFull('full')
    disk.failsAt = 'tender-approved'
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    await expect.poll(() => kiosk.sales.waitsForRoom(saleId)).toBe(true)
    expect(need(await kiosk.api.getKiosk({})).sale?.stage).toMatchObject({ amount: total, reason: 'storage-full' })
    expect(kiosk.events.at(-1)).toMatchObject({ payload: { stage: { reason: 'storage-full' } } })
    expect(await kiosk.cases()).toMatchObject([{ saleId, question: 'storage-full' }])
    kiosk.pass(2_000)
    await expect.poll(() => kiosk.sales.waitsForRoom(saleId)).toBe(true)
    expect(kiosk.said).toEqual([expect.stringContaining('sale.waits-for-disk')])
    disk.failsAt = null
    kiosk.pass(2_000)
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.codes().filter((code) => code === 'TENDER_APPROVED')).toHaveLength(1)
  })

  it('refuses what a person asks for, and the same may be asked again', async () => {
    const { disk, ledger } = breakingDisk()
    const { kiosk, saleId, wish } = await startAt('visited', { ledger })
    disk.error = new StorageFull('full')
    disk.failsAt = 'seats-chosen'
    await expect(kiosk.api.holdSeats(wish)).rejects.toThrow(StorageFull)
    expect(await kiosk.stageName(saleId)).toBe('choosing')
    disk.failsAt = null
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stageName(saleId)).toBe('review')
  })

  it('leaves the drawer shut while cash cannot be recorded; once there is room, the same count opens it', async () => {
    const { disk, ledger } = breakingDisk()
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), null) }
    const { kiosk, saleId, total } = await startAt('paying', { ledger, printers }, 'cash')
    disk.error = new StorageFull('full')
    disk.failsAt = 'tender-approved'
    const count = () => kiosk.api.confirmCash({ saleId, pin, received: total })
    await expect(count()).rejects.toThrow(StorageFull)
    expect(opened).toBe(0)
    disk.failsAt = null
    need(await count())
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(opened).toBe(1)
  })

  it('keeps the kiosk neither from starting nor from being closed in order', async () => {
    const note = (): void => {
      throw new StorageFull('full')
    }
    const kiosk = await startSmallKiosk({ ledger: (ledger) => ({ ...ledger, note }) })
    expect(kiosk.said).toEqual([expect.stringContaining('ledger.row-not-written')])
    await Promise.all([kiosk.stop(), kiosk.stop()])
    expect(kiosk.said).toHaveLength(2)
    expect((await kiosk.restart({})).codes().at(-1)).toBe('START')
  })
})

it('a kiosk that is stopped again while it stops, stops once', async () => {
  const kiosk = await startSmallKiosk()
  await Promise.all([kiosk.stop(), kiosk.stop()])
  await kiosk.stop()
  expect(kiosk.said).toEqual([])
  expect((await kiosk.restart()).codes().filter((code) => code === 'STOP')).toHaveLength(1)
})

describe('listeners', () => {
  it('hear every step until they leave', async () => {
    const kiosk = await startSmallKiosk()
    const [steps, heard]: [string[], string[]] = [[], []]
    const leaveSales = kiosk.sales.subscribe((sale) => void steps.push(sale.state))
    const leaveKiosk = kiosk.subscribe(({ name }) => void heard.push(name))
    const { saleId } = await kiosk.reviewed()
    expect(steps).toEqual(['holding', 'held', 'priced'])
    expect(heard.filter((name) => name === 'sale-changed')).toHaveLength(3)
    leaveSales()
    leaveKiosk()
    const before = heard.length
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    expect([steps.length, heard.length]).toEqual([3, before])
  })

  it('find no sale that nobody ever made', async () => {
    const kiosk = await startSmallKiosk()
    expect(kiosk.sales.find('none')).toBeNull()
    expect(() => kiosk.sales.cancelTender('none')).toThrow('no sale none')
    kiosk.sales.close('none')
  })
})
