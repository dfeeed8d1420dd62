import { describe, expect, it } from 'vitest'
import { referenceFor } from '../../electron/host/system.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import type { PrinterStatus } from '../../electron/kiosk/ports/devices.ts'
import type { SaleReceipt } from '../../electron/kiosk/ports/ports.ts'
import { tendersOf } from '../../shared/domain/money/tender.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  scriptedDevice,
  endings,
  HOLD_SECONDS,
  MINUTE,
  need,
  PAPER_OUT,
  pin,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startedAfter,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

const HOLD_MS = HOLD_SECONDS * 1000

describe('a payment does not begin', () => {
  it('by a tender that is not offered, nor in parts at a kiosk', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.reviewed()
    const notOffered = { type: 'tender-not-offered' }
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'orange-money', payer: '+224620000000' }))).toEqual(notOffered)
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'card', amount: 1 }))).toEqual(notOffered)
    expect(await refusal(kiosk.api.pay({ saleId: 'another', tender: 'card' }))).toEqual({ type: 'unknown-sale' })
    expect(await kiosk.stageName(saleId)).toBe('review')
  })

  it('over a telephone without the customer’s number', async () => {
    const settings = { tenders: ['orange-money'] } as const
    const operator = scriptedDevice(APPROVED)
    const byTelephone = { ...operator, traits: { ...operator.traits, payer: 'phone' } } as const
    const kiosk = await startSmallKiosk({ settings, tenders: { 'orange-money': byTelephone } })
    const { saleId } = await kiosk.reviewed()
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'orange-money' }))).toEqual({ type: 'payer-needed' })
    need(await kiosk.api.pay({ saleId, tender: 'orange-money', payer: '+224620000000' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('while no ticket could come out', async () => {
    let status: PrinterStatus = PAPER_OUT
    const kiosk = await startSmallKiosk({ tickets: { status: async () => status } })
    const { saleId } = await kiosk.reviewed()
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'printer-not-ready', reason: 'paper-out' } })
    expect(kiosk.events.at(-1)).toMatchObject({ name: 'sale-changed', payload: { stage } })
    status = { state: 'unknown', detail: 'it has no way to say' }
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('a second time, where the printer answers two taps in the same instant', async () => {
    const ready = { state: 'ready' } as const
    const answer = Promise.withResolvers<PrinterStatus>()
    let status: Promise<PrinterStatus> = Promise.resolve(ready)
    const kiosk = await startSmallKiosk({ tickets: { status: () => status } })
    const { saleId } = await kiosk.reviewed()
    status = answer.promise
    const taps = [1, 2].map(() => kiosk.api.pay({ saleId, tender: 'card' }))
    answer.resolve(ready)
    expect(await Promise.all(taps)).toMatchObject([{ ok: true }, { ok: false, error: { type: 'invalid-state' } }])
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.codes().filter((code) => code === 'TENDER_STARTED')).toHaveLength(1)
  })

  it('that the holds would not outlast', async () => {
    const kiosk = await startSmallKiosk({ settings: { tenderBudgetMs: 60_000 } })
    const { saleId } = await kiosk.reviewed()
    kiosk.pass(HOLD_MS - 59_000)
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'too-little-time' } })
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
  })

  it('while the service is out of reach, for its tickets could not be bought', async () => {
    let away = false
    const kiosk = await startSmallKiosk({
      line: (_path, forward) => (away ? Promise.reject(new Error('away')) : forward()),
    })
    const { saleId } = await kiosk.reviewed()
    away = true
    expect(await refusal(kiosk.api.listEvents({ page: 1, limit: 1 }))).toEqual({ type: 'partner-unreachable' })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'card' }))).toEqual({ type: 'partner-unreachable' })
  })
})

describe('at a cashier’s desk', () => {
  const settings = { role: 'cashier' } as const

  it('parts are paid one after the other, and never more than is due', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const { saleId, total } = await kiosk.reviewed()
    const by = { staff: 'cashier', pin }
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'card', amount: total + 1, by }))).toEqual({
      type: 'too-much',
      due: total,
    })
    need(await kiosk.api.pay({ saleId, tender: 'card', amount: 5000, by }))
    const part = await kiosk.shown(saleId)
    expect(part).toMatchObject({ stage: { name: 'review' }, taken: [{ tender: 'card', amount: 5000, due: 5000 }] })
    expect(await refusal(kiosk.api.changeSeats({ saleId }))).toEqual({ type: 'invalid-state', stage: 'paying' })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'card', amount: total, by }))).toEqual({
      type: 'too-much',
      due: total - 5000,
    })
    await kiosk.paysCash(saleId, total - 5000, { staff: 'cashier', pin }, total - 5000)
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(tendersOf(kiosk.sales.find(saleId) as Extract<Sale, { state: 'done' }>)).toMatchObject([
      { kind: 'card', amount: 5000 },
      { kind: 'cash', amount: total - 5000 },
    ])
    await kiosk.expectSound()
  })

  it('a payment by a device is somebody’s who takes money, and says whose', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const { saleId } = await kiosk.reviewed()
    const pay = (by?: { staff: string; pin: string }) => kiosk.api.pay({ saleId, tender: 'card', ...(by && { by }) })
    expect(await refusal(pay())).toEqual({ type: 'not-allowed' })
    expect(await refusal(pay({ staff: 'technician', pin }))).toEqual({ type: 'not-allowed' })
    expect(await refusal(pay({ staff: 'cashier', pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    need(await pay({ staff: 'cashier', pin }))
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.sales.find(saleId)).toMatchObject({ tender: { staffId: 'cashier' } })
  })
})

describe('cash', () => {
  it('opens the drawer once it is counted, and gives back what was too much', async () => {
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), { outcome: 'opened', evidence: 'pulse' } as const) }
    const kiosk = await startSmallKiosk({ printers })
    const { saleId, total } = await kiosk.reviewed()
    const count = (received: number) => kiosk.api.confirmCash({ saleId, pin, received })
    expect(await refusal(count(total))).toEqual({ type: 'invalid-state', stage: 'priced' })
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    expect(await refusal(count(total - 1))).toEqual({ type: 'too-little', due: total })
    expect(opened).toBe(0)
    need(await count(total + 1000))
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'done' }, paid: { change: 1000 } })
    expect(opened).toBe(1)
    expect(kiosk.said).toEqual([])
  })

  it('can be put away again, and counts only once where two taps confirm it', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, total } = await kiosk.paying('cash')
    expect(await refusal(kiosk.api.checkPin({ pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    need(await kiosk.api.checkPin({ pin }))
    need(await kiosk.api.cancelPayment({ saleId }))
    expect(await kiosk.stage(saleId)).toMatchObject({ notice: { type: 'payment-cancelled' } })
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    const taps = [1, 2].map(() => kiosk.api.confirmCash({ saleId, pin, received: total }))
    expect((await Promise.all(taps)).map(({ ok }) => ok)).toEqual([true, false])
    expect(await kiosk.stageName(saleId)).toBe('done')
    await kiosk.expectSound()
  })

  it('must be a sum that notes make: as a part, unless it is the whole rest, and as the amount received', async () => {
    const kiosk = await startSmallKiosk({ settings: { role: 'cashier' }, price: 7_777 })
    const { saleId } = await kiosk.reviewed(1)
    const odd = { type: 'not-in-cash', smallest: 100, currency: 'GNF' }
    const part = (amount: number) => kiosk.api.pay({ saleId, tender: 'cash', amount })
    const count = (received: number) => kiosk.api.confirmCash({ saleId, staff: 'cashier', pin, received })
    expect(await refusal(part(999))).toEqual(odd)
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
    need(await part(1_000))
    expect(await refusal(count(1_050))).toEqual(odd)
    need(await count(1_000))
    await kiosk.sales.settled(saleId)
    need(await part(6_777))
    need(await count(6_800))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('is shown with its rounding on the receipt, in the reports and in the tables', async () => {
    const receipts: SaleReceipt[] = []
    const tickets: SmallKioskOptions['tickets'] = {
      save: (_tickets, _language, receipt) => (
        receipts.push(receipt),
        Promise.resolve({ outcome: 'printed', evidence: 'saved' })
      ),
    }
    const kiosk = await startSmallKiosk({ price: 7_777, tickets })
    const { saleId } = await kiosk.reviewed(1)
    await kiosk.paysCash(saleId, 10_000)
    await kiosk.sales.settled(saleId)
    expect(receipts).toMatchObject([{ amount: 7_777, rounding: 23, tenders: [{ received: 10_000, change: 2_200 }] }])
    need(await kiosk.api.closeShift({ pin, kind: 'X' }))
    const [closure] = need(await kiosk.api.listClosures({ pin }))
    const { currencies } = need(await kiosk.api.viewClosure({ pin, seq: closure!.seq }))
    expect(currencies).toMatchObject([{ net: { amount: 7_777 }, tenders: [{ amount: 7_800 }], rounding: 23 }])
  })

  it.each([
    ['stays shut', async () => ({ outcome: 'failed', reason: 'offline', detail: '' }) as const, 'drawer.not-opened'],
    ['cannot be asked', () => Promise.reject(new Error('no such device')), 'drawer.failed'],
  ])('is taken also where the drawer %s, and the log has why', async (_what, openDrawer, event) => {
    const kiosk = await startSmallKiosk({ printers: { openDrawer } })
    const { shown: done } = await kiosk.sold('cash')
    expect(done.stage.name).toBe('done')
    expect(kiosk.said).toEqual([expect.stringContaining(event)])
  })

  it('that waits is put away when the holds run out, and no money was taken', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.paying('cash')
    kiosk.pass(HOLD_MS - 1)
    expect(await kiosk.stageName(saleId)).toBe('paying')
    kiosk.pass(1)
    await expect.poll(() => kiosk.state(saleId)).toBe('choosing')
    expect(await kiosk.stage(saleId)).toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
    expect(kiosk.codes()).toContain('TENDER_CANCELLED')
  })

  it('goes back out of an open drawer where the sale came to nothing', async () => {
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), null) }
    const kiosk = await startSmallKiosk({ settings: { role: 'cashier' }, printers })
    const { saleId, total } = await kiosk.reviewed()
    await kiosk.paysCash(saleId, 6000, { staff: 'cashier', pin }, 5000)
    expect((await kiosk.shown(saleId)).taken).toMatchObject([{ amount: 5000, due: 5000 }])
    expect(opened).toBe(1)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    const owed = await kiosk.shown(saleId)
    expect(owed).toMatchObject({ stage: { name: 'refund-due', amount: 5000 }, taken: [{ due: 5000 }] })
    expect(opened).toBe(2)
    const answer = { type: 'paid-back', reference: 'R-1' } as const
    need(await kiosk.api.settleStaffCase({ saleId, pin, answer }))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'ended', reason: 'finished' })
    expect(kiosk.slips).toMatchObject([{ kind: 'unsold', amount: 5000, back: [{ kind: 'cash', reference: 'R-1' }] }])
    expect(total).toBeGreaterThan(5000)
  })
})

describe('a terminal', () => {
  it('is asked to stop when the holds run out, and its word still counts', async () => {
    const word = Promise.withResolvers<typeof APPROVED>()
    let stopped = false
    const card = driver({
      begin(_request, signal) {
        signal.addEventListener('abort', () => (stopped = true))
        return word.promise
      },
      ask: async () => APPROVED,
    })
    const kiosk = await startSmallKiosk({ tenders: { card } })
    const { saleId } = await kiosk.paying()
    kiosk.pass(HOLD_MS)
    await expect.poll(() => stopped).toBe(true)
    expect(kiosk.state(saleId)).toBe('paying')
    word.resolve(APPROVED)
    await expect.poll(() => kiosk.codes()).toContain('TENDER_APPROVED')
  })

  it.each([
    [
      { outcome: 'refused', reason: 'declined' },
      { type: 'payment-refused', reason: 'declined', tender: 'card' },
    ],
    [{ outcome: 'cancelled' }, { type: 'payment-cancelled' }],
    [{ outcome: 'unavailable' }, { type: 'payment-unavailable', tender: 'card' }],
  ] as const)(
    'that says %j leaves the seats held, and the next try has a reference of its own',
    async (word, notice) => {
      const card = scriptedDevice(word, APPROVED)
      const kiosk = await startSmallKiosk({ tenders: { card } })
      const { saleId } = await kiosk.paying()
      expect(await kiosk.stage(saleId)).toMatchObject({ name: 'review', notice })
      need(await kiosk.api.pay({ saleId, tender: 'card' }))
      expect(await kiosk.stageName(saleId)).toBe('done')
      const { order, tender } = kiosk.sales.find(saleId) as Extract<Sale, { state: 'done' }>
      const theirs = ['', '-2'].map((attempt) => referenceFor(`${order.orderId}${attempt}`, 'uuid4'))
      expect(card.taken).toEqual(theirs)
      expect(tender).toMatchObject({ reference: `${order.orderId}-2`, provider: { reference: theirs[1] } })
    },
  )

  it('that nobody holds a card to can be left for cash; the seats stay held, and every screen sees the payment', async () => {
    const card = driver({
      begin: (_request, giveUp) =>
        new Promise((resolve) => giveUp.addEventListener('abort', () => resolve({ outcome: 'cancelled' }))),
      ask: async () => ({ outcome: 'cancelled' }),
    })
    const kiosk = await startSmallKiosk({ tenders: { card } })
    const { saleId, total } = await kiosk.paying()
    const { sale } = need(await kiosk.api.getKiosk({}))
    expect(sale).toMatchObject({ saleId, amount: total, seats: [{}, {}], stage: { name: 'paying' } })
    need(await kiosk.api.cancelPayment({ saleId }))
    const after = await kiosk.shown(saleId)
    expect(after).toMatchObject({ seats: [{}, {}], stage: { name: 'review', notice: { type: 'payment-cancelled' } } })
    await kiosk.paysCash(saleId, total)
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('that is not there took nothing', async () => {
    const kiosk = await startSmallKiosk({ tenders: {} })
    const { saleId } = await kiosk.paying()
    expect(await kiosk.stage(saleId)).toMatchObject({ notice: { type: 'payment-unavailable' } })
  })

  it('whose word was lost is asked by reference, and never charges again', async () => {
    const card = scriptedDevice({ outcome: 'unknown' }, { outcome: 'unavailable' }, APPROVED)
    const kiosk = await startSmallKiosk({ tenders: { card } })
    const { saleId } = await kiosk.paying()
    await expect
      .poll(() => {
        kiosk.pass(1000)
        return kiosk.state(saleId)
      })
      .toBe('done')
    expect(card.taken).toHaveLength(1)
  })
})

describe('a tender by staff’s word', () => {
  const settings = { tenders: ['mtn-momo'], role: 'cashier' } as const
  const approved = (approval: string, again = false) => ({ type: 'approved', approval, again }) as const

  it('is believed for the payment that runs, and a number known in this shift is asked about', async () => {
    const kiosk = await startSmallKiosk({ settings, tenders: { 'mtn-momo': new AttendedTerminal() } })
    const by = { staff: 'cashier', pin }
    const pay = async () => {
      const { saleId } = await kiosk.reviewed(1)
      const { stage } = need(await kiosk.api.pay({ saleId, tender: 'mtn-momo', by }))
      return { saleId, reference: stage.name === 'paying' ? stage.reference : '' }
    }
    const first = await pay()
    expect(first.reference).not.toBe('')
    const wrong = { saleId: first.saleId, ...by, word: approved('M-1') }
    expect(await refusal(kiosk.api.reportTenderResult({ ...wrong, reference: 'other' }))).toEqual({
      type: 'invalid-state',
      stage: 'paying',
    })
    expect(await refusal(kiosk.api.reportTenderResult({ ...wrong, ...first, saleId: 'other' }))).toEqual({
      type: 'unknown-sale',
    })
    need(await kiosk.api.reportTenderResult({ ...first, ...by, word: approved('M-1') }))
    expect(await kiosk.stageName(first.saleId)).toBe('done')
    need(await kiosk.api.dismissSale(first))

    const second = await pay()
    const orderId = first.reference
    expect(await refusal(kiosk.api.reportTenderResult({ ...second, ...by, word: approved('M-1') }))).toEqual({
      type: 'approval-known',
      orderId,
    })
    need(await kiosk.api.reportTenderResult({ ...second, ...by, word: approved('M-1', true) }))
    expect(await kiosk.stageName(second.saleId)).toBe('done')
    expect(kiosk.sales.find(second.saleId)).toMatchObject({ tender: { approval: 'M-1', staffId: 'cashier' } })
  })

  it('is not asked about where another tender has the same number', async () => {
    const tenders = { 'mtn-momo': new AttendedTerminal(), 'orange-money': new AttendedTerminal() }
    const both = ['mtn-momo', 'orange-money'] as const
    const kiosk = await startSmallKiosk({ settings: { ...settings, tenders: both }, tenders })
    for (const tender of both) {
      const { saleId } = await kiosk.reviewed(1)
      const { stage } = need(await kiosk.api.pay({ saleId, tender, by }))
      const reference = stage.name === 'paying' ? stage.reference : ''
      need(await kiosk.api.reportTenderResult({ saleId, reference, ...by, word: approved('M-1') }))
      expect(await kiosk.stageName(saleId)).toBe('done')
      need(await kiosk.api.dismissSale({ saleId }))
    }
    await kiosk.expectSound()
  })

  it.each([
    ['refused', { type: 'payment-refused', reason: 'declined', tender: 'mtn-momo' }],
    ['not-paid', { type: 'payment-cancelled' }],
  ] as const)('“%s” leads back to the review, and the answer shows it', async (type, notice) => {
    const kiosk = await startSmallKiosk({ settings, tenders: { 'mtn-momo': new AttendedTerminal() } })
    const { saleId } = await kiosk.reviewed(1)
    const by = { staff: 'cashier', pin }
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'mtn-momo', by }))
    expect(stage).toMatchObject({ attended: true })
    const reference = stage.name === 'paying' ? stage.reference : ''
    const answered = need(await kiosk.api.reportTenderResult({ saleId, reference, ...by, word: { type } }))
    expect(answered.stage).toMatchObject({ name: 'review', notice })
    expect(await refusal(kiosk.api.reportTenderResult({ saleId, reference, ...by, word: { type } }))).toEqual({
      type: 'invalid-state',
      stage: 'priced',
    })
  })

  const start = () => startSmallKiosk({ settings, tenders: { 'mtn-momo': new AttendedTerminal() } })
  const by = { staff: 'cashier', pin }

  async function charging(kiosk: KioskFixture) {
    const { saleId, total } = await kiosk.reviewed()
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'mtn-momo', by }))
    return { saleId, total, reference: stage.name === 'paying' ? stage.reference : '' }
  }

  it('may be given by another who takes money; the journal has both, and the next shift knows no number of this one', async () => {
    const kiosk = await start()
    const first = pick(await charging(kiosk))
    const answer = { ...first, word: approved('M-1') }
    expect(await refusal(kiosk.api.reportTenderResult({ ...answer, staff: 'technician', pin }))).toEqual({
      type: 'not-allowed',
    })
    need(await kiosk.api.reportTenderResult({ ...answer, staff: 'supervisor', pin }))
    await kiosk.sales.settled(first.saleId)
    const rows = kiosk.ledger
      .journalLines({ before: null, saleId: first.saleId, limit: 99 })
      .filter(({ code }) => code.startsWith('TENDER'))
    expect(rows.map(({ code, staffId }) => [code, staffId])).toEqual([
      ['TENDER_APPROVED', 'supervisor'],
      ['TENDER_STARTED', 'cashier'],
    ])
    expect(rows[1]?.details).toContain('"attended":true')
    need(await kiosk.api.dismissSale(first))
    need(await kiosk.api.closeShift({ kind: 'Z', staff: 'supervisor', pin }))
    const next = pick(await charging(kiosk))
    need(await kiosk.api.reportTenderResult({ ...next, ...by, word: approved('M-1') }))
    expect(await kiosk.stageName(next.saleId)).toBe('done')
    await kiosk.expectSound()
  })

  it('is waited for when the holds have run out, for the device may have charged', async () => {
    const kiosk = await start()
    const waits = async (saleId: string) => {
      kiosk.pass(HOLD_MS)
      need(await kiosk.api.cancelPayment({ saleId }))
      const { sale } = need(await kiosk.api.getKiosk({}))
      expect(sale).toMatchObject({ saleId, holdRemainingMs: 0, stage: { name: 'paying', attended: true } })
    }
    const refused = await charging(kiosk)
    await waits(refused.saleId)
    need(await kiosk.api.reportTenderResult({ ...by, ...pick(refused), word: { type: 'refused' } }))
    await expect.poll(() => kiosk.state(refused.saleId)).toBe('choosing')
    const charged = await charging(kiosk)
    await waits(charged.saleId)
    need(await kiosk.api.reportTenderResult({ ...by, ...pick(charged), word: approved('M-9') }))
    await kiosk.until(() => /^(?:done|refund-due)$/u.test(kiosk.state(charged.saleId) ?? ''), MINUTE)
    expect(kiosk.sales.find(charged.saleId)).toMatchObject({ tender: { approval: 'M-9' } })
    await kiosk.expectSound()
  })

  const answers = [
    ['with the number', { moved: true, approval: '123456' }, '123456'],
    ['without it', { moved: true }, 'cashier'],
    ['that nothing was charged', { moved: false }, null],
  ] as const
  const afterEach = endings.flatMap((ending) => answers.map((answer) => [ending, ...answer] as const))

  it.each(afterEach)('is asked for at once after %s, and given %s', async (ending, _, answer, approval) => {
    const kiosk = await start()
    const { saleId, total, reference } = await charging(kiosk)
    const tenders = { 'mtn-momo': new AttendedTerminal() }
    const again = await startedAfter(ending, kiosk, { settings, tenders })
    await expect
      .poll(async () => need(await again.api.listStaffCases(by)))
      .toMatchObject([{ saleId, question: 'money-moved', tender: 'mtn-momo', amount: total }])
    need(await again.api.settleStaffCase({ ...by, saleId, answer: { type: 'money-moved', ...answer } }))
    const sale = await again.sales.settled(saleId)
    if (approval === null) expect(sale.state).toBe('abandoned')
    else expect(sale).toMatchObject({ state: 'done', tender: { approval } })
    const late = again.api.reportTenderResult({ ...by, saleId, reference, word: approved('123456') })
    expect(await refusal(late)).toEqual({ type: 'unknown-sale' })
    expect(need(await again.api.listStaffCases(by))).toEqual([])
    await again.expectSound()
  })

  it.each(['4111111111111111', '4111-1111-1111-1111', '', '12', 'abc def', 'a'.repeat(31)])(
    'has no number like "%s": that of a card, or none at all',
    (approval) => {
      const saleId = crypto.randomUUID()
      const wish = { pin, saleId, reference: 'r', word: { type: 'approved', approval } }
      expect(commands.reportTenderResult.input(fields).safeParse(wish).success).toBe(false)
      const right = { ...wish, word: { type: 'approved', approval: '123456' } }
      expect(commands.reportTenderResult.input(fields).safeParse(right).success).toBe(true)
    },
  )
})

const pick = ({ saleId, reference }: { readonly saleId: string; readonly reference: string }) => ({ saleId, reference })
