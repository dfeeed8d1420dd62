import { describe, expect, it } from 'vitest'
import { referenceFor } from '../../electron/host/system.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import type { PrinterStatus } from '../../electron/kiosk/ports/devices.ts'
import type { SaleReceipt } from '../../electron/kiosk/ports/ports.ts'
import { tendersOf } from '../../shared/domain/money/tender.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  cashier,
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
  startAt,
  startSmallKiosk,
  supervisor,
  failure,
} from '../world/kiosk-fixture.ts'

const HOLD_MS = HOLD_SECONDS * 1000

describe('a payment does not begin', () => {
  it('by a tender that is not offered, nor in parts at a kiosk', async () => {
    const { kiosk, saleId } = await startAt('reviewed')
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
    const { kiosk, saleId } = await startAt('reviewed', { settings, tenders: { 'orange-money': byTelephone } })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'orange-money' }))).toEqual({ type: 'payer-needed' })
    need(await kiosk.api.pay({ saleId, tender: 'orange-money', payer: '+224620000000' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('while no ticket could come out', async () => {
    let status: PrinterStatus = PAPER_OUT
    const { kiosk, saleId } = await startAt('reviewed', { tickets: { status: async () => status } })
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
    const { kiosk, saleId } = await startAt('reviewed', { tickets: { status: () => status } })
    status = answer.promise
    const taps = [1, 2].map(() => kiosk.api.pay({ saleId, tender: 'card' }))
    answer.resolve(ready)
    expect(await Promise.all(taps)).toMatchObject([{ ok: true }, { ok: false, error: { type: 'invalid-state' } }])
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.codes().filter((code) => code === 'TENDER_STARTED')).toHaveLength(1)
  })

  it('that the holds would not outlast', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { settings: { tenderBudgetMs: 60_000 } })
    kiosk.pass(HOLD_MS - 59_000)
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'too-little-time' } })
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
  })

  it('while the service is out of reach, for its tickets could not be bought', async () => {
    let away = false
    const { kiosk, saleId } = await startAt('reviewed', {
      line: (_path, forward) => (away ? Promise.reject(new Error('away')) : forward()),
    })
    away = true
    expect(await refusal(kiosk.api.listEvents({ page: 1, limit: 1 }))).toEqual({ type: 'partner-unreachable' })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'card' }))).toEqual({ type: 'partner-unreachable' })
  })
})

describe('at a cashier’s desk', () => {
  const settings = { role: 'cashier' } as const

  it('parts are paid one after the other, and never more than is due', async () => {
    const { kiosk, saleId, total } = await startAt('reviewed', { settings })
    const pay = (amount: number) => kiosk.api.pay({ saleId, tender: 'card', amount, by: cashier })
    expect(await refusal(pay(total + 1))).toEqual({ type: 'too-much', due: total })
    need(await pay(5000))
    const part = await kiosk.shown(saleId)
    expect(part).toMatchObject({ stage: { name: 'review' }, taken: [{ tender: 'card', amount: 5000, due: 5000 }] })
    expect(await refusal(kiosk.api.changeSeats({ saleId }))).toEqual({ type: 'invalid-state', stage: 'paying' })
    expect(await refusal(pay(total))).toEqual({ type: 'too-much', due: total - 5000 })
    await kiosk.paysCash(saleId, total - 5000, cashier, total - 5000)
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(tendersOf(kiosk.sales.find(saleId) as Extract<Sale, { state: 'done' }>)).toMatchObject([
      { kind: 'card', amount: 5000 },
      { kind: 'cash', amount: total - 5000 },
    ])
  })

  it('a payment by a device is somebody’s who takes money, and says whose', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { settings })
    const pay = (by?: typeof cashier) => kiosk.api.pay({ saleId, tender: 'card', ...(by && { by }) })
    expect(await refusal(pay())).toEqual({ type: 'not-allowed' })
    expect(await refusal(pay({ staff: 'technician', pin }))).toEqual({ type: 'not-allowed' })
    expect(await refusal(pay({ staff: 'cashier', pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    need(await pay(cashier))
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.sales.find(saleId)).toMatchObject({ tender: { staffId: 'cashier' } })
  })
})

describe('cash', () => {
  it('opens the drawer once it is counted, and gives back what was too much', async () => {
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), { outcome: 'opened', evidence: 'pulse' } as const) }
    const { kiosk, saleId, total } = await startAt('reviewed', { printers })
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
    const { kiosk, saleId, total } = await startAt('paying', {}, 'cash')
    expect(await refusal(kiosk.api.checkPin({ pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    need(await kiosk.api.checkPin({ pin }))
    need(await kiosk.api.cancelPayment({ saleId }))
    expect(await kiosk.stage(saleId)).toMatchObject({ notice: { type: 'payment-cancelled' } })
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    const taps = [1, 2].map(() => kiosk.api.confirmCash({ saleId, pin, received: total }))
    expect((await Promise.all(taps)).map(({ ok }) => ok)).toEqual([true, false])
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('must be a sum that notes make: as a part, unless it is the whole rest, and as the amount received', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { settings: { role: 'cashier' }, price: 7_777 }, 1)
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
      save: async (_tickets, _language, receipt) => (receipts.push(receipt), { outcome: 'printed', evidence: 'saved' }),
    }
    const { kiosk, saleId } = await startAt('reviewed', { price: 7_777, tickets }, 1)
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
    const { kiosk, shown: done } = await startAt('sold', { printers: { openDrawer } }, 'cash')
    expect(done.stage.name).toBe('done')
    expect(kiosk.said).toEqual([expect.stringContaining(event)])
  })

  it('that waits is put away when the holds run out, and no money was taken', async () => {
    const { kiosk, saleId } = await startAt('paying', {}, 'cash')
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
    const { kiosk, saleId } = await startAt('reviewed', { settings: { role: 'cashier' }, printers })
    await kiosk.paysCash(saleId, 6000, cashier, 5000)
    expect((await kiosk.shown(saleId)).taken).toMatchObject([{ amount: 5000, due: 5000 }])
    expect(opened).toBe(1)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    const owed = await kiosk.shown(saleId)
    expect(owed).toMatchObject({ stage: { name: 'refund-due', amount: 5000 }, taken: [{ due: 5000 }] })
    expect(opened).toBe(2)
    need(await kiosk.settle(saleId, { type: 'paid-back', reference: 'R-1' }))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'ended', reason: 'finished' })
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
    const { kiosk, saleId } = await startAt('paying', { tenders: { card } })
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
      const { kiosk, saleId } = await startAt('paying', { tenders: { card } })
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
    const { kiosk, saleId, total } = await startAt('paying', { tenders: { card } })
    const { sale } = need(await kiosk.api.getKiosk({}))
    expect(sale).toMatchObject({ saleId, amount: total, seats: [{}, {}], stage: { name: 'paying' } })
    need(await kiosk.api.cancelPayment({ saleId }))
    const after = await kiosk.shown(saleId)
    expect(after).toMatchObject({ seats: [{}, {}], stage: { name: 'review', notice: { type: 'payment-cancelled' } } })
    await kiosk.paysCash(saleId, total)
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('that is not there took nothing', async () => {
    const { kiosk, saleId } = await startAt('paying', { tenders: {} })
    expect(await kiosk.stage(saleId)).toMatchObject({ notice: { type: 'payment-unavailable' } })
  })
})

describe('a tender by staff’s word', () => {
  const settings = { tenders: ['mtn-momo', 'orange-money'], role: 'cashier' } as const
  const devices = () => ({ 'mtn-momo': new AttendedTerminal(), 'orange-money': new AttendedTerminal() })
  const start = () => startSmallKiosk({ settings, tenders: devices() })
  const approved = (approval: string, again = false) => ({ type: 'approved', approval, again }) as const

  async function charging(kiosk: KioskFixture, tender: 'mtn-momo' | 'orange-money' = 'mtn-momo') {
    const { saleId, total } = await kiosk.reviewed(1)
    const { stage } = need(await kiosk.api.pay({ saleId, tender, by: cashier }))
    if (stage.name !== 'paying') throw new Error(stage.name)
    const { reference } = stage
    const report = (word: CommandInput<'reportTenderResult'>['word'], change: object = {}, at = kiosk) =>
      at.api.reportTenderResult({ saleId, reference, ...cashier, word, ...change })
    return { saleId, total, stage, report }
  }

  it('is believed for the payment that runs, and a number of this tender that is known in this shift is asked about', async () => {
    const kiosk = await start()
    const first = await charging(kiosk)
    const other = first.report(approved('M-1'), { reference: 'other' })
    expect(await refusal(other)).toEqual({ type: 'invalid-state', stage: 'paying' })
    expect(await refusal(first.report(approved('M-1'), { saleId: 'other' }))).toEqual({ type: 'unknown-sale' })
    need(await first.report(approved('M-1')))
    expect(await kiosk.stageName(first.saleId)).toBe('done')
    need(await kiosk.api.dismissSale(first))

    const ofAnother = await charging(kiosk, 'orange-money')
    need(await ofAnother.report(approved('M-1')))
    await kiosk.sales.settled(ofAnother.saleId)
    need(await kiosk.api.dismissSale(ofAnother))
    const second = await charging(kiosk)
    const { orderId } = kiosk.ledger.files.open(first.saleId)!
    expect(await refusal(second.report(approved('M-1')))).toEqual({ type: 'approval-known', orderId })
    need(await second.report(approved('M-1', true)))
    expect(await kiosk.stageName(second.saleId)).toBe('done')
    expect(kiosk.sales.find(second.saleId)).toMatchObject({ tender: { approval: 'M-1', staffId: 'cashier' } })
  })

  it.each([
    ['refused', { type: 'payment-refused', reason: 'declined', tender: 'mtn-momo' }],
    ['not-paid', { type: 'payment-cancelled' }],
  ] as const)('“%s” leads back to the review, and the answer shows it', async (type, notice) => {
    const { stage, report } = await charging(await start())
    expect(stage).toMatchObject({ attended: true })
    expect(need(await report({ type })).stage).toMatchObject({ name: 'review', notice })
    expect(await refusal(report({ type }))).toEqual({ type: 'invalid-state', stage: 'priced' })
  })

  it('may be given by another who takes money; the journal has both, and the next shift knows no number of this one', async () => {
    const kiosk = await start()
    const first = await charging(kiosk)
    need(await first.report(approved('M-1'), supervisor))
    await kiosk.sales.settled(first.saleId)
    const rows = kiosk.ledger
      .journalLines({ before: null, saleId: first.saleId, limit: 99 })
      .filter(({ code }) => code.startsWith('TENDER'))
    expect(rows).toMatchObject([
      { code: 'TENDER_APPROVED', staffId: 'supervisor' },
      { code: 'TENDER_STARTED', staffId: 'cashier', details: expect.stringContaining('"attended":true') as string },
    ])
    need(await kiosk.api.dismissSale(first))
    need(await kiosk.api.closeShift({ kind: 'Z', ...supervisor }))
    const next = await charging(kiosk)
    need(await next.report(approved('M-1')))
    expect(await kiosk.stageName(next.saleId)).toBe('done')
  })

  it('is waited for when the holds have run out, for the device may have charged', async () => {
    const kiosk = await start()
    async function outOfTime() {
      const sale = await charging(kiosk)
      const { saleId } = sale
      kiosk.pass(HOLD_MS)
      need(await kiosk.api.cancelPayment({ saleId }))
      const shown = { saleId, holdRemainingMs: 0, stage: { name: 'paying', attended: true } }
      expect(need(await kiosk.api.getKiosk({})).sale).toMatchObject(shown)
      return sale
    }
    const refused = await outOfTime()
    need(await refused.report({ type: 'refused' }))
    await expect.poll(() => kiosk.state(refused.saleId)).toBe('choosing')
    const { saleId, report } = await outOfTime()
    need(await report(approved('M-9')))
    await kiosk.until(() => /^(?:done|refund-due)$/u.test(kiosk.state(saleId) ?? ''), MINUTE)
    expect(kiosk.sales.find(saleId)).toMatchObject({ tender: { approval: 'M-9' } })
  })

  const answers = [
    ['with the number', { moved: true, approval: '123456' }, '123456'],
    ['without it', { moved: true }, 'cashier'],
    ['that nothing was charged', { moved: false }, null],
  ] as const
  const afterEach = endings.flatMap((ending) => answers.map((answer) => [ending, ...answer] as const))

  it.each(afterEach)('is asked for at once after %s, and given %s', async (ending, _, answer, approval) => {
    const kiosk = await start()
    const { saleId, total, report } = await charging(kiosk)
    const again = await startedAfter(ending, kiosk, { settings, tenders: devices() })
    const asked = { saleId, question: 'money-moved', tender: 'mtn-momo', amount: total }
    await expect.poll(() => again.cases()).toMatchObject([asked])
    need(await again.settle(saleId, { type: 'money-moved', ...answer }))
    const sale = await again.sales.settled(saleId)
    if (approval === null) expect(sale.state).toBe('abandoned')
    else expect(sale).toMatchObject({ state: 'done', tender: { approval } })
    expect(await refusal(report(approved('123456'), {}, again))).toEqual({ type: 'unknown-sale' })
    expect(await again.cases()).toEqual([])
  })

  it.each(['4111111111111111', '4111-1111-1111-1111', '12', 'abc def', 'a'.repeat(31)])(
    'has no number like "%s": that of a card, or none at all',
    (approval) => {
      const wish = { pin, saleId: crypto.randomUUID(), reference: 'r', word: { type: 'approved', approval } }
      expect(commands.reportTenderResult.input(fields).safeParse(wish).success).toBe(false)
      const right = { ...wish, word: { type: 'approved', approval: '123456' } }
      expect(commands.reportTenderResult.input(fields).safeParse(right).success).toBe(true)
    },
  )
})

describe('a document', () => {
  const settings = { tenders: ['cash', 'cheque', 'bank-transfer'], role: 'cashier' } as const
  const devices = () => ({ cheque: new AttendedTerminal(), 'bank-transfer': new AttendedTerminal() })
  const start = () => startSmallKiosk({ settings, tenders: devices() })

  async function handedOver(kiosk: KioskFixture, tender: 'cheque' | 'bank-transfer' = 'cheque', amount?: number) {
    const { saleId, total } = await kiosk.reviewed(1)
    const part = amount === undefined ? {} : { amount }
    const { stage } = need(await kiosk.api.pay({ saleId, tender, by: cashier, ...part }))
    if (stage.name !== 'paying') throw new Error(stage.name)
    const { reference } = stage
    const wish = { ...cashier, second: supervisor, saleId, reference, number: 'BICIGUI 0001234' }
    const accept = (change: Partial<CommandInput<'acceptDocument'>> = {}, at = kiosk) =>
      at.api.acceptDocument({ ...wish, ...change })
    return { saleId, total, reference, stage, accept }
  }

  it('pays all or part of a sale if two people approve its number, and the journal names both', async () => {
    const kiosk = await start()
    const { saleId, total, reference, stage, accept } = await handedOver(kiosk, 'cheque', 5_000)
    expect(stage).toMatchObject({ attended: true })
    const alone = { type: 'second-person', because: 'same-person' }
    expect(await refusal(accept({ ...supervisor }))).toEqual(alone)
    expect(await refusal(accept({ second: { staff: 'technician', pin } }))).toMatchObject({ because: 'not-allowed' })
    const word = { type: 'approved', approval: '0001234' } as const
    const told = kiosk.api.reportTenderResult({ ...cashier, saleId, reference, word })
    expect(await refusal(told)).toEqual({ type: 'approval-required' })
    expect(await refusal(accept({ reference: 'other' }))).toEqual({ type: 'invalid-state', stage: 'paying' })
    need(await accept())
    await kiosk.paysCash(saleId, total - 5_000)
    expect(await kiosk.stageName(saleId)).toBe('done')
    const lines = kiosk.ledger.journalLines({ before: null, saleId, limit: 99 })
    expect(lines.find(({ details }) => details.includes('BICIGUI 0001234'))).toMatchObject({
      code: 'TENDER_APPROVED',
      staffId: 'cashier',
      details: expect.stringContaining('"second":"supervisor"') as string,
    })
  })

  it('must be confirmed if its number was used in any shift', async () => {
    const kiosk = await start()
    const first = await handedOver(kiosk)
    need(await first.accept())
    await kiosk.sales.settled(first.saleId)
    need(await kiosk.api.dismissSale(first))
    need(await kiosk.api.closeShift({ kind: 'Z', ...supervisor }))
    const other = await handedOver(kiosk, 'bank-transfer')
    need(await other.accept())
    await kiosk.sales.settled(other.saleId)
    need(await kiosk.api.dismissSale(other))
    const { saleId, accept, reference } = await handedOver(kiosk)
    const { orderId } = kiosk.ledger.files.open(first.saleId)!
    expect(await refusal(accept())).toEqual({ type: 'approval-known', orderId })
    const notPaid = { ...cashier, saleId, reference, word: { type: 'not-paid' } } as const
    expect(need(await kiosk.api.reportTenderResult(notPaid)).stage).toMatchObject({ name: 'review' })
    need(await kiosk.api.pay({ saleId, tender: 'cheque', by: cashier }))
    need(await accept({ again: true, reference: `${reference}-2` }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it.each(endings)('that was interrupted by %s needs its number and the approval of two people', async (ending) => {
    const kiosk = await start()
    const { saleId, total, accept } = await handedOver(kiosk)
    const again = await startedAfter(ending, kiosk, { settings, tenders: devices() })
    const asked = { saleId, question: 'money-moved', tender: 'cheque', amount: total }
    await expect.poll(() => again.cases()).toMatchObject([asked])
    const alone = again.settle(saleId, { type: 'money-moved', moved: true, approval: '0001234' })
    expect(await refusal(alone)).toEqual({ type: 'approval-required' })
    need(await accept({}, again))
    const sale = await again.sales.settled(saleId)
    expect(sale).toMatchObject({ state: 'done', tender: { approval: 'BICIGUI 0001234' } })
    expect(await refusal(accept({}, again))).toEqual({ type: 'invalid-state', stage: 'done' })
  })

  it('is refunded by staff, who record the number of the refund', async () => {
    const kiosk = await start()
    const { saleId, total, accept } = await handedOver(kiosk)
    need(await accept())
    await kiosk.sales.settled(saleId)
    const { reference } = need(await kiosk.giveBack(saleId))
    const back = { saleId, reference, kind: 'cheque', ...cashier } as const
    expect(await refusal(kiosk.api.payReturn({ ...back, receipt: '' }))).toEqual({ type: 'invalid-answer' })
    const paid = need(await kiosk.api.payReturn({ ...back, receipt: 'V-12' }))
    expect(paid.returns).toMatchObject([{ back: [{ kind: 'cheque', amount: total, paid: true }] }])
  })

  it('is not accepted at a kiosk', async () => {
    const { kiosk, saleId } = await startAt('reviewed', {
      settings: { tenders: ['cash', 'cheque'] },
      tenders: devices(),
    })
    expect(need(await kiosk.api.getKiosk({})).tenders).toEqual(['cash'])
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'cheque' }))).toEqual({ type: 'tender-not-offered' })
  })

  it.each(['4111111111111111', '', '-12', 'N°12', 'a'.repeat(31)])('cannot have the number "%s"', (number) => {
    const wish = { pin, second: { pin }, saleId: crypto.randomUUID(), reference: 'r', number }
    expect(commands.acceptDocument.input(fields).safeParse(wish).success).toBe(false)
    expect(commands.acceptDocument.input(fields).safeParse({ ...wish, number: 'Nº 7/2-É' }).success).toBe(true)
  })
})

async function accepted(kiosk: KioskFixture, by?: typeof cashier) {
  const { saleId } = await kiosk.reviewed()
  need(await kiosk.api.pay({ saleId, tender: 'free', ...(by && { by }) }))
  return saleId
}

describe('an order that costs nothing', () => {
  it('needs no payment and nobody: its tickets come at once, and its row is its own', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { price: 0, tenders: {} })
    expect(await kiosk.stage(saleId)).toEqual({ name: 'review', notice: null, tendersOffered: ['free'] })
    for (const tender of ['card', 'cash'] as const)
      expect(await refusal(kiosk.api.pay({ saleId, tender }))).toEqual({ type: 'tender-not-offered' })
    need(await kiosk.api.pay({ saleId, tender: 'free' }))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'done', tickets: [{}, {}] })
    expect(kiosk.codes()).toContain('FREE_ORDER_ACCEPTED')
    expect(kiosk.codes()).not.toContain('TENDER_STARTED')
    expect(kiosk.printed).toMatchObject([{ price: 0 }, { price: 0 }])
  })

  it('is accepted until its holds expire: no tender needs time', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { price: 0, settings: { tenderBudgetMs: 90_000 } })
    kiosk.pass((HOLD_SECONDS - 1) * 1000)
    need(await kiosk.api.pay({ saleId, tender: 'free' }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('is given out at a desk by whoever is signed in, counts its tickets, and comes back for nothing', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { price: 0, settings: { role: 'cashier' } })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'free' }))).not.toBe('not refused')
    need(await kiosk.api.pay({ saleId, tender: 'free', by: cashier }))
    await kiosk.sales.settled(saleId)
    const { payments, acts } = kiosk.ledger.files.open(saleId)!
    expect(payments).toMatchObject([{ kind: 'free', state: 'approved', amount: 0 }])
    expect(acts.find(({ code }) => code === 'FREE_ORDER_ACCEPTED')).toMatchObject({ staffId: 'cashier' })
    const { file } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    expect(file.returns).toMatchObject([{ amount: 0, back: [] }])
    need(await kiosk.api.closeShift({ ...supervisor, kind: 'Z' }))
    expect(kiosk.reports[0]).toMatchObject({
      sales: 1,
      currencies: [{ sold: { tickets: 2, amount: 0 }, returned: { tickets: 2, amount: 0 }, owed: 0, tenders: [] }],
    })
  })

  it('goes on after a power cut in the middle of it, and asks nobody whether it was paid', async () => {
    let isUp = false
    const line = async (path: string, forward: () => Promise<Response>) =>
      path === 'POST /purchases' && !isUp ? failure(503, 'UNAVAILABLE') : forward()
    const kiosk = await startSmallKiosk({ price: 0, line })
    const saleId = await accepted(kiosk)
    await expect.poll(() => kiosk.asked).toContain('POST /purchases')
    isUp = true
    const again = await kiosk.restart({ price: 0, line })
    await again.sales.settled(saleId)
    expect(again.ledger.find(saleId)).toMatchObject({ state: 'done' })
    expect(again.codes().filter((code) => code === 'FREE_ORDER_ACCEPTED')).toHaveLength(1)
  })

  it('that the service does not sell is over, and nothing is owed', async () => {
    const kiosk = await startSmallKiosk({
      price: 0,
      line: async (path, forward) => (path === 'POST /purchases' ? failure(410, 'HOLD_EXPIRED') : forward()),
    })
    const saleId = await accepted(kiosk)
    for (let asked = 0; asked < 60 && kiosk.ledger.find(saleId)?.state !== 'abandoned'; asked += 1) {
      kiosk.pass(15_000)
      await new Promise(setImmediate)
    }
    await expect.poll(() => kiosk.ledger.find(saleId)?.state).toBe('abandoned')
  })
})
