import { describe, expect, it } from 'vitest'
import { StorageFull } from '../../electron/kiosk/ports/ports.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import {
  cashier,
  scriptedDevice,
  need,
  pin,
  refusal,
  type KioskFixture,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

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
    const kiosk = await startSmallKiosk({ ledger })
    const { saleId, total } = await kiosk.reviewed()
    disk.failsAt = 'tender-approved'
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.stage(saleId)).toMatchObject({
      name: 'needs-staff',
      amount: total,
      reason: 'program-fault',
    })
    expect(kiosk.events.at(-1)).toMatchObject({ payload: { stage: { reason: 'program-fault' } } })
    expect(kiosk.said).toEqual([expect.stringContaining('sale.stopped')])
    expect(need(await kiosk.api.listStaffCases(cashier))).toMatchObject([{ saleId, question: 'restart' }])
    const answer = { type: 'money-moved', moved: true } as const
    expect(await refusal(kiosk.api.settleStaffCase({ saleId, answer, ...cashier }))).toMatchObject({
      type: 'invalid-state',
    })
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
    expect(need(await again.api.listStaffCases(cashier))).toEqual([])
  })

  it('ends the visit where nothing was paid, and takes no further command of it', async () => {
    const { disk, ledger } = breakingDisk()
    const kiosk = await startSmallKiosk({ ledger })
    const { saleId, wish } = await kiosk.visited()
    disk.failsAt = 'hold-granted'
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'ended', reason: 'fault' })
    expect(await refusal(kiosk.api.holdSeats(wish))).toMatchObject({ type: 'invalid-state' })
    expect(need(await kiosk.api.listStaffCases(cashier))).toEqual([])
    need(await kiosk.api.dismissSale({ saleId }))
    expect(need(await kiosk.api.getKiosk({})).sale).toBeNull()
    disk.failsAt = null
    const again = await kiosk.restart()
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'abandoned' })
  })

  it('is told to the person whose command it was, and the sale stops', async () => {
    const { disk, ledger } = breakingDisk()
    const kiosk = await startSmallKiosk({ ledger })
    const { saleId } = await kiosk.reviewed()
    disk.failsAt = 'tender-started'
    await expect(kiosk.api.pay({ saleId, tender: 'card' })).rejects.toThrow('the disk')
    expect(await kiosk.stage(saleId)).toMatchObject({ reason: 'program-fault' })
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
  })
})

async function partlyPaid(kiosk: KioskFixture) {
  const { saleId, total } = await kiosk.reviewed()
  await kiosk.paysCash(saleId, 5000, cashier, 5000)
  return { saleId, total, giveUp: () => kiosk.api.abandonSale({ saleId, reason: 'cancelled' }) }
}

describe('a disk that breaks while what was paid of a sale goes back', () => {
  it('does not say that nothing was paid, and staff see the sale', async () => {
    const { disk, ledger } = breakingDisk()
    const kiosk = await startSmallKiosk({ ledger, settings: { role: 'cashier' } })
    const { saleId, total, giveUp } = await partlyPaid(kiosk)
    disk.failsAt = 'released'
    need(await giveUp())
    expect(await kiosk.shown(saleId)).toMatchObject({
      stage: { name: 'needs-staff', reason: 'program-fault', amount: total },
      taken: [{ amount: 5000 }],
    })
    expect(need(await kiosk.api.listStaffCases(cashier))).toMatchObject([{ saleId, question: 'restart' }])
  })

  it('waits for room where it is full', async () => {
    const { disk, ledger } = breakingDisk()
    const kiosk = await startSmallKiosk({ ledger, settings: { role: 'cashier' } })
    const { saleId, giveUp } = await partlyPaid(kiosk)
    disk.error = new StorageFull('full')
    disk.failsAt = 'released'
    need(await giveUp())
    await expect.poll(() => kiosk.sales.waitsForRoom(saleId)).toBe(true)
    disk.failsAt = null
    kiosk.pass(2_000)
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'refund-due', amount: 5000 })
  })
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
    const kiosk = await startSmallKiosk({ tenders: { card }, ledger: (real) => ({ ...real, abandonedPayment }) })
    const { saleId } = await kiosk.reviewed()
    expect((await kiosk.shown(saleId)).abandonedPayment).toBeUndefined()
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' }, abandonedPayment: true })
  },
)

describe('a full disk', () => {
  it('holds up a sale with an order until there is room, and the money is recorded once', async () => {
    const { disk, ledger } = breakingDisk()
    const kiosk = await startSmallKiosk({ ledger })
    const { saleId, total } = await kiosk.reviewed()
    disk.error = new StorageFull('full')
    disk.failsAt = 'tender-approved'
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    await expect.poll(() => kiosk.sales.waitsForRoom(saleId)).toBe(true)
    expect(need(await kiosk.api.getKiosk({})).sale?.stage).toMatchObject({ amount: total, reason: 'storage-full' })
    expect(kiosk.events.at(-1)).toMatchObject({ payload: { stage: { reason: 'storage-full' } } })
    expect(need(await kiosk.api.listStaffCases(cashier))).toMatchObject([{ saleId, question: 'storage-full' }])
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
    const kiosk = await startSmallKiosk({ ledger })
    const { saleId, wish } = await kiosk.visited()
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
    const kiosk = await startSmallKiosk({ ledger, printers })
    const { saleId, total } = await kiosk.paying('cash')
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
    const again = await kiosk.restart({})
    expect(again.codes().at(-1)).toBe('START')
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
