import { describe, expect, it } from 'vitest'
import type { NoteOutcome } from '../../electron/kiosk/ports/devices.ts'
import { createHandNotes, type HandNotes } from '../support/note-device.ts'
import {
  HOLD_SECONDS,
  need,
  pin,
  refusal,
  type KioskFixture,
  startAt,
  startSmallKiosk,
  cashier,
  supervisor,
} from '../world/kiosk-fixture.ts'

const settings = { tenders: ['card', 'notes'] } as const

const paying = (notes: HandNotes) => startAt('paying', { settings, notes }, 'notes')

async function put(kiosk: KioskFixture, notes: HandNotes, ...values: readonly number[]): Promise<void> {
  for (const value of values) await expect.poll(() => notes.put(value)).toBe(true)
  await expect.poll(() => kiosk.events.at(-1)?.name).toBe('sale-changed')
}

/** Starts a payment for which the customer has inserted one note. */
async function payingWithOneIn() {
  const notes = createHandNotes()
  const scene = await paying(notes)
  await put(scene.kiosk, notes, 5_000)
  await expect.poll(() => stageOf(scene.kiosk)).toMatchObject({ notes: { taken: 5_000 } })
  return { ...scene, notes }
}

const stageOf = async ({ api }: KioskFixture) => need(await api.getKiosk({})).sale?.stage

describe('notes', () => {
  it('count into the sale as they come, each written down before and after it is swallowed; what is over is a slip', async () => {
    const notes = createHandNotes()
    const { kiosk, saleId, total } = await paying(notes)
    expect(await stageOf(kiosk)).toMatchObject({ name: 'paying', notes: { taken: 0, missing: total } })
    await put(kiosk, notes, 5_000)
    await expect
      .poll(() => stageOf(kiosk))
      .toMatchObject({ name: 'paying', due: total, notes: { taken: 5_000, missing: total - 5_000 } })
    let given = 5_000
    for (; given < total; given += 20_000) await put(kiosk, notes, 20_000)
    expect(await kiosk.stageName(saleId)).toBe('done')
    const sale = kiosk.sales.find(saleId)
    expect(sale).toMatchObject({ tender: { kind: 'notes', amount: total, received: given, change: 0 } })
    if (given > total) expect(sale).toMatchObject({ tender: { slip: { amount: given - total, currency: 'GNF' } } })
    expect(notes.told.filter((said) => !said.startsWith('recorded'))).toEqual(
      expect.arrayContaining(['accept 5000', 'accept 20000']),
    )
    expect(notes.told.slice(0, 2)).toEqual(['accept 5000', 'recorded 5000'])
    const codes = kiosk.codes()
    expect(codes.indexOf('NOTE_HELD')).toBe(codes.indexOf('NOTE_CREDITED') - 1)
  })

  it('that the device gives back after all are not counted', async () => {
    const notes = createHandNotes()
    notes.fates = [{ fate: 'returned' }, { fate: 'credited', value: 10_000 }]
    const { kiosk, total } = await paying(notes)
    await put(kiosk, notes, 10_000)
    await expect.poll(() => kiosk.codes()).toContain('NOTE_RETURNED')
    await put(kiosk, notes, 5_000)
    await expect.poll(() => stageOf(kiosk)).toMatchObject({ notes: { taken: 10_000, missing: total - 10_000 } })
  })

  it('choose the seats that are offered first, for as long as the device takes them: no change is given', async () => {
    const line = async (_: string, forward: () => Promise<Response>) => {
      const reply = await forward()
      const text = await reply.text()
      const isSecond = text.includes('"section_id":"2"')
      const told = text.replaceAll(isSecond ? '"price":50000' : '"zone_id":"2","price":50000', (price) =>
        price.replace('50000', '40000'),
      )
      return new Response(told, reply)
    }
    const totals = async ({ api, eventId }: KioskFixture) => {
      const { saleId } = need(await api.startVisit({ eventId, language: 'fr' }))
      const offers = need(await api.proposeSeats({ saleId, count: 1 }))
      need(await api.abandonSale({ saleId, reason: 'cancelled' }))
      return offers.map(({ total }) => total)
    }
    const notes = createHandNotes([40_000])
    const kiosk = await startSmallKiosk({ settings, notes, line })
    expect(await totals(kiosk)).toEqual([40_000, 50_000])
    notes.breaks('jammed')
    expect(await totals(kiosk)).toEqual([50_000, 40_000])
  })

  it('that are in stay on the order when the customer stops, and the rest is paid by card', async () => {
    const { kiosk, saleId, total, notes } = await payingWithOneIn()
    need(await kiosk.api.cancelPayment({ saleId }))
    const left = await kiosk.shown(saleId)
    expect(left).toMatchObject({ stage: { name: 'review' }, taken: [{ tender: 'notes', amount: 5_000 }] })
    expect(notes.put(5_000)).toBe(false)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'done' } })
    expect(kiosk.sales.find(saleId)).toMatchObject({
      tender: { kind: 'card', amount: total - 5_000 },
      parts: [{ kind: 'notes', amount: 5_000, received: 5_000 }],
    })
  })

  it('that are in become a slip when the visit ends, without anybody’s help', async () => {
    const { kiosk, saleId } = await payingWithOneIn()
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.shown(saleId)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    await kiosk.sales.settled(saleId)
    const expected = { state: 'refunded', refundVoucher: { amount: 5_000, currency: 'GNF' } }
    expect(kiosk.sales.find(saleId)).toMatchObject(expected)
    expect(kiosk.codes()).toContain('VOUCHER_ISSUED')
  })

  it('are taken no more when nobody puts one in, and when the seats would not outlast the money', async () => {
    const notes = createHandNotes()
    const { kiosk, saleId } = await paying(notes)
    kiosk.pass(90_000)
    expect(await kiosk.shown(saleId)).toMatchObject({
      stage: { name: 'review', notice: { type: 'payment-cancelled' } },
    })
    kiosk.pass((HOLD_SECONDS - 90 - 90 - 31) * 1000)
    need(await kiosk.api.pay({ saleId, tender: 'notes' }))
    expect(await stageOf(kiosk)).toMatchObject({ name: 'paying' })
    kiosk.pass(31_000)
    expect(await kiosk.stageName(saleId)).toBe('review')
    const late = need(await kiosk.api.pay({ saleId, tender: 'notes' }))
    expect(late.stage).toMatchObject({ name: 'review', notice: { type: 'too-little-time' } })
  })

  it('go back to the customer who stops while one is held', async () => {
    const notes = createHandNotes()
    const { kiosk, saleId } = await paying(notes)
    expect(notes.put(20_000)).toBe(true)
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.shown(saleId)
    expect(notes.told).toEqual(['give back 20000'])
    expect(kiosk.codes()).toContain('NOTE_RETURNED')
  })

  it('are no way to pay while the device takes none, and come back by themselves', async () => {
    const { kiosk, saleId, notes } = await payingWithOneIn()
    notes.breaks('jammed')
    const jammed = await kiosk.shown(saleId)
    expect(jammed.stage).toMatchObject({
      name: 'review',
      tendersOffered: ['card'],
      notice: { type: 'payment-unavailable', tender: 'notes' },
    })
    expect(jammed.taken).toMatchObject([{ tender: 'notes', amount: 5_000 }])
    expect(need(await kiosk.api.getKiosk({})).tenders).toEqual(['card'])
    const expected = { type: 'payments-unavailable', ways: [{ tender: 'notes', fault: 'jammed' }], all: false }
    expect((await kiosk.readiness()).issues).toContainEqual(expected)
    notes.breaks(null)
    expect(await kiosk.stage(saleId)).toMatchObject({ tendersOffered: ['card', 'notes'] })
    expect(kiosk.events).toContainEqual({ name: 'ways-changed', payload: { tenders: ['card', 'notes'] } })
    expect((await kiosk.readiness()).issues).toEqual([])
  })

  it('are offered only where there is a device', async () => {
    const { kiosk, saleId } = await startAt('reviewed', { settings })
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'notes' }))).toEqual({ type: 'tender-not-offered' })
  })
})

it('a note that the device may still tell of is told at the next start, until it forgot that very one', async () => {
  const notes = createHandNotes()
  const forgets: (() => void)[] = []
  const slow = { ...notes, recorded: () => new Promise<void>((resolve) => forgets.push(resolve)) }
  const kiosk = await startSmallKiosk({ settings, notes: slow })
  notes.stray({ value: 20_000, currency: 'GNF' })
  notes.stray({ value: 5_000, currency: 'GNF' })
  forgets[0]?.()
  await Promise.resolve()
  expect(kiosk.codes()).not.toContain('NOTE_EVENT_CLEARED')
  const after = createHandNotes()
  const again = await kiosk.restart({ settings, notes: after })
  expect(after.told).toEqual(['recorded 5000'])
  await expect.poll(() => again.codes()).toContain('NOTE_EVENT_CLEARED')
  forgets[1]?.()
  const last = createHandNotes()
  await again.restart({ settings, notes: last })
  expect(last.told).toEqual([])
})

it('are taken for nobody else while a sale that stopped over a fault has one on its way', async () => {
  const notes = createHandNotes()
  let isBroken = true
  const kiosk = await startSmallKiosk({
    settings,
    notes,
    ledger: (ledger) => ({
      ...ledger,
      record(...step) {
        if (isBroken && step[2].type === 'note-credited') throw new Error('input/output error')
        ledger.record(...step)
      },
    }),
  })
  const first = await kiosk.paying('notes', 1)
  await put(kiosk, notes, 5_000)
  await expect.poll(() => kiosk.said.join()).toContain('input/output error')
  need(await kiosk.api.dismissSale({ saleId: first.saleId }))
  isBroken = false
  await kiosk.paying('notes', 1)
  await expect.poll(() => stageOf(kiosk)).toMatchObject({ name: 'review', notice: { tender: 'notes' } })
  expect(notes.put(5_000)).toBe(false)
  const after = createHandNotes()
  after.fates = [{ fate: 'credited', value: 5_000 }]
  const again = await kiosk.restart({ settings, notes: after })
  await again.sales.settled(first.saleId)
  expect(after.told[0]).toBe('recall 5000')
  expect(again.sales.find(first.saleId)).toMatchObject({ state: 'refunded', refundVoucher: { amount: 5_000 } })
})

it('a note that no sale took is written down, and a question for staff: paid out from the drawer, or left in the box', async () => {
  const notes = createHandNotes()
  const kiosk = await startSmallKiosk({ settings, notes })
  notes.stray({ value: 20_000, currency: 'GNF' })
  notes.stray(null)
  expect(kiosk.codes().slice(-2)).toEqual(['NOTE_UNALLOCATED', 'NOTE_UNALLOCATED'])
  expect(notes.told).toEqual(['recorded 20000', 'recorded a note'])
  await expect.poll(() => kiosk.codes().at(-1)).toBe('NOTE_EVENT_CLEARED')
  const [known, unknown] = await kiosk.cases()
  expect(known).toMatchObject({ question: 'note-unallocated', amount: 20_000, currency: 'GNF' })
  expect(unknown).toMatchObject({ question: 'note-unallocated', amount: null })
  const seqOf = (open: typeof known): number => (open?.question === 'note-unallocated' ? open.seq : 0)
  const wrong = { type: 'invalid-answer' }
  expect(await refusal(kiosk.api.settleStrayNote({ pin, seq: seqOf(unknown), paidOut: true }))).toEqual(wrong)
  expect(need(await kiosk.api.settleStrayNote({ pin, seq: seqOf(known), paidOut: true }))).toEqual([unknown])
  expect(await refusal(kiosk.api.settleStrayNote({ pin, seq: seqOf(known), paidOut: true }))).toEqual(wrong)
  expect(need(await kiosk.api.settleStrayNote({ pin, seq: seqOf(unknown), paidOut: false }))).toEqual([])
  expect(kiosk.codes().slice(-2)).toEqual(['UNALLOCATED_NOTE_SETTLED', 'UNALLOCATED_NOTE_SETTLED'])
  const after = createHandNotes()
  await kiosk.restart({ settings, notes: after })
  expect(after.told).toEqual([])
})

describe('a note that nobody knows the end of', () => {
  it('is asked of staff, and pays once they say that it is in the box', async () => {
    const { kiosk, saleId, notes } = await payingWithOneIn()
    notes.fates = [{ fate: 'unknown' }]
    await put(kiosk, notes, 20_000)
    const asked = await kiosk.shown(saleId)
    expect(asked.stage).toMatchObject({ name: 'needs-staff', asked: { tender: 'notes', amount: 20_000 } })
    expect(await kiosk.cases()).toMatchObject([{ question: 'money-moved', tender: 'notes', amount: 20_000 }])
    need(await kiosk.settle(saleId, { type: 'money-moved', moved: true }))
    expect(await kiosk.stageName(saleId)).toBe('review')
    expect(kiosk.sales.find(saleId)).toMatchObject({ parts: [{ kind: 'notes', received: 25_000 }] })
  })

  it.each([
    ['swallowed', { fate: 'credited', value: 5_000 }, { state: 'refunded', refundVoucher: { amount: 5_000 } }],
    ['returned', { fate: 'returned' }, { state: 'abandoned' }],
    ['unknown', { fate: 'unknown' }, { state: 'needs-staff', question: 'note-outcome-unknown' }],
  ] as const)('at a restart: %s', async (_, fate, end) => {
    const notes = createHandNotes()
    const swallowed = Promise.withResolvers<NoteOutcome>()
    const { kiosk, saleId } = await paying({ ...notes, accept: () => swallowed.promise })
    expect(notes.put(5_000)).toBe(true)
    await expect.poll(() => kiosk.codes()).toContain('NOTE_HELD')
    const after = createHandNotes()
    after.fates = [fate]
    void kiosk.stop()
    swallowed.resolve({ fate: 'credited', value: 5_000 })
    const again = await kiosk.restart({ settings, notes: after })
    await again.sales.settled(saleId)
    expect(after.told[0]).toBe('recall 5000')
    expect(again.sales.find(saleId)).toMatchObject(end)
  })
})

it('of a purchase that nobody answered go back as a slip of what was owed, and the till’s paper says so', async () => {
  const notes = createHandNotes()
  let isCut = false
  const line = (path: string, forward: () => Promise<Response>) => {
    isCut ||= path === 'POST /purchases'
    return isCut ? Promise.reject(new Error('no line')) : forward()
  }
  const { kiosk, saleId, total } = await startAt('paying', { settings, notes, line }, 'notes')
  await put(kiosk, notes, 5_000)
  for (let given = 5_000; given < total; given += 20_000) await put(kiosk, notes, 20_000)
  expect(kiosk.sales.find(saleId)).toMatchObject({ tender: { slip: { amount: 5_000 } } })
  await kiosk.soon(() => kiosk.state(saleId), 15_000).toBe('needs-staff')
  await kiosk.soon(async () => (await kiosk.cases())[0], 15_000).toMatchObject({ fenced: true })
  need(await kiosk.settle(saleId, { type: 'give-back' }))
  isCut = false
  expect(need(await kiosk.settle(saleId, { type: 'paid-back', reference: '' }))).toEqual([])
  const sale = kiosk.sales.find(saleId)
  expect(sale).toMatchObject({ state: 'refunded', refundVoucher: { amount: total } })
  const { refundVoucher } = sale as { refundVoucher: { slipId: string } }
  const back = [{ kind: 'credit-slip', amount: total, reference: refundVoucher.slipId }]
  expect(kiosk.slips).toMatchObject([{ kind: 'unsold', amount: total, back }])
})

const byTwo = { ...cashier, second: supervisor }
const note = (value: number, count: number) => ({ kind: 'note' as const, value, count })

async function kioskWithNotes() {
  const notes = createHandNotes()
  const { kiosk, saleId } = await startAt('paying', { settings, notes }, 'notes', 3)
  for (const value of [10_000, 5_000, 10_000]) await credit(kiosk, notes, value)
  need(await kiosk.api.cancelPayment({ saleId }))
  await kiosk.shown(saleId)
  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await kiosk.shown(saleId)
  return { kiosk, notes, api: kiosk.api }
}

async function credit(kiosk: KioskFixture, notes: HandNotes, value: number): Promise<void> {
  const credits = () => kiosk.codes().filter((code) => code === 'NOTE_CREDITED').length
  const before = credits()
  await expect.poll(() => notes.put(value)).toBe(true)
  await expect.poll(credits).toBe(before + 1)
}

async function opened({ api }: KioskFixture): Promise<number> {
  const { open } = need(await api.openCashbox(byTwo))
  return open!.seq
}

const rowOf = ({ ledger }: KioskFixture, code: string): unknown => {
  const row = ledger.journalLines({ before: null, saleId: null, limit: 500 }).find((each) => each.code === code)
  return row && { staffId: row.staffId, ...(JSON.parse(row.details) as object) }
}

describe('the cashbox', () => {
  it('is opened and emptied by two people, who are told what should be in it once they have counted', async () => {
    const { kiosk, api } = await kioskWithNotes()
    const before = need(await api.viewCashbox(cashier))
    expect(before).toMatchObject({ currency: 'GNF', open: null, emptied: [], waitsFor: null })
    const open = need(await api.openCashbox(byTwo))
    expect(open.open).toMatchObject({ staffId: 'cashier', second: 'supervisor' })
    for (const view of [before, open]) expect(JSON.stringify(view)).not.toMatch(/25000|"count"|expected/u)
    expect(need(await api.getKiosk({})).tenders).toEqual(['card'])
    expect((await kiosk.readiness()).issues).toContainEqual({
      type: 'payments-unavailable',
      ways: [{ tender: 'notes', fault: 'cashbox-open' }],
      all: false,
    })

    const pieces = [note(10_000, 1), note(5_000, 2), note(1_000, 0)]
    const emptied = need(await api.emptyCashbox({ ...byTwo, openingSeq: open.open!.seq, pieces }))
    expect(emptied).toMatchObject({
      open: null,
      emptied: [{ total: 20_000, difference: -5_000, second: 'supervisor' }],
    })
    expect(rowOf(kiosk, 'CASHBOX_EMPTIED')).toMatchObject({
      staffId: 'cashier',
      pieces: [note(10_000, 1), note(5_000, 2)],
      total: 20_000,
      expected: 25_000,
      postings: [
        { account: 'safe', debit: 20_000, credit: 0 },
        { account: 'over-short', debit: 5_000, credit: 0 },
        { account: 'cashbox', debit: 0, credit: 25_000 },
      ],
    })
    expect(need(await api.getKiosk({})).tenders).toEqual(['card', 'notes'])
    expect((await kiosk.readiness()).issues).toEqual([])
  })

  it('is opened, emptied and put back by nobody whom only the PIN of the machine names', async () => {
    const { kiosk, api } = await kioskWithNotes()
    const openingSeq = await opened(kiosk)
    const second = { type: 'second-person', because: 'not-allowed' }
    for (const [who, because] of [
      [{ pin, second: supervisor }, { type: 'not-allowed' }],
      [{ ...cashier, second: { pin } }, second],
    ] as const)
      for (const reply of [
        api.openCashbox(who),
        api.emptyCashbox({ ...who, openingSeq, pieces: [] }),
        api.closeCashbox({ ...who, openingSeq }),
      ])
        expect(await refusal(reply)).toEqual(because)
  })

  it('is booked once, whatever is tapped twice or comes late', async () => {
    const { kiosk, api } = await kioskWithNotes()
    const openingSeq = await opened(kiosk)
    expect(await opened(kiosk)).toBe(openingSeq)
    expect(await refusal(api.emptyCashbox({ ...byTwo, openingSeq: 1, pieces: [] }))).toEqual({ type: 'invalid-answer' })
    expect(await refusal(api.closeCashbox({ ...byTwo, openingSeq: 1 }))).toEqual({ type: 'invalid-answer' })
    const strange = [{ kind: 'coin', value: 7, count: 1 }] as const
    const wrong = await refusal(api.emptyCashbox({ ...byTwo, openingSeq, pieces: [...strange] }))
    expect(wrong).toEqual({ type: 'unknown-piece' })
    const emptied = need(await api.emptyCashbox({ ...byTwo, openingSeq, pieces: [note(5_000, 5)] }))
    const again = need(await api.emptyCashbox({ ...byTwo, openingSeq, pieces: [note(20_000, 5)] }))
    expect(again).toEqual(emptied)
    expect(again.emptied).toMatchObject([{ total: 25_000, difference: 0 }])
    need(await api.closeCashbox({ ...byTwo, openingSeq }))
    expect(kiosk.codes().slice(-2)).toEqual(['CASHBOX_OPENED', 'CASHBOX_EMPTIED'])
    const act = { type: 'cashbox-emptied', openingSeq, currency: 'GNF', pieces: [], second: 'supervisor' } as const
    expect(() => kiosk.ledger.recordCashbox(act, 'cashier', kiosk.clock.now())).toThrow(
      'does not match the state of the cashbox',
    )
  })

  it('stays open over a restart, takes nothing meanwhile, and what was in it is counted against what it was then', async () => {
    const { kiosk } = await kioskWithNotes()
    const openingSeq = await opened(kiosk)
    const notes = createHandNotes()
    const after = await kiosk.restart({ settings, notes })
    expect(need(await after.api.viewCashbox(cashier)).open).toMatchObject({ seq: openingSeq, second: 'supervisor' })
    const { saleId } = await after.paying('notes')
    const expected = { name: 'review', notice: { type: 'payment-unavailable', tender: 'notes' } }
    expect(await after.stage(saleId)).toMatchObject(expected)
    expect(notes.put(20_000)).toBe(false)
    notes.stray({ value: 1_000, currency: 'GNF' })
    const pieces = [note(10_000, 2), note(5_000, 1)]
    const emptied = need(await after.api.emptyCashbox({ ...byTwo, openingSeq, pieces }))
    expect(emptied.emptied).toMatchObject([{ total: 25_000, difference: 0 }])
    need(await after.api.pay({ saleId, tender: 'notes' }))
    await credit(after, notes, 5_000)
    need(await after.api.cancelPayment({ saleId }))
    await after.shown(saleId)
    const next = await opened(after)
    const short = need(await after.api.emptyCashbox({ ...byTwo, openingSeq: next, pieces: [note(5_000, 1)] }))
    expect(short.emptied[0]).toMatchObject({ total: 5_000, difference: -1_000 })
  })

  it('is put back by two, and a note taken between is missed by the next count', async () => {
    const { kiosk, api } = await kioskWithNotes()
    need(await api.closeCashbox({ ...byTwo, openingSeq: await opened(kiosk) }))
    expect(need(await api.getKiosk({})).tenders).toEqual(['card', 'notes'])
    const openingSeq = await opened(kiosk)
    const pieces = [note(10_000, 2)]
    const { emptied } = need(await api.emptyCashbox({ ...byTwo, openingSeq, pieces }))
    expect(emptied).toMatchObject([{ difference: -5_000 }])
  })

  it('stays shut while a customer puts notes in, and while staff are to look for one', async () => {
    const notes = createHandNotes()
    const { kiosk, api, saleId } = await startAt('paying', { settings, notes }, 'notes', 3)
    await credit(kiosk, notes, 5_000)
    expect(need(await api.viewCashbox(cashier)).waitsFor).toBe('going-in')
    expect(await refusal(api.openCashbox(byTwo))).toEqual({ type: 'sale-in-progress' })
    notes.fates = [{ fate: 'unknown' }]
    await expect.poll(() => notes.put(20_000)).toBe(true)
    await kiosk.shown(saleId)
    expect(need(await api.viewCashbox(cashier)).waitsFor).toBe('asked-about')
    expect(await refusal(api.openCashbox(byTwo))).toEqual({ type: 'sale-in-progress' })
    need(await api.settleStaffCase({ ...supervisor, saleId, answer: { type: 'money-moved', moved: true } }))
    await kiosk.sales.settled(saleId)
    const pieces = [note(20_000, 1), note(5_000, 1)]
    const emptied = need(await api.emptyCashbox({ ...byTwo, openingSeq: await opened(kiosk), pieces }))
    expect(emptied.emptied).toMatchObject([{ total: 25_000, difference: 0 }])
  })

  it('is not there where no device takes notes', async () => {
    const { api } = await startSmallKiosk({ settings })
    const none = { type: 'tender-not-offered' }
    expect(await refusal(api.viewCashbox(cashier))).toEqual(none)
    expect(await refusal(api.openCashbox(byTwo))).toEqual(none)
    expect(await refusal(api.emptyCashbox({ ...byTwo, openingSeq: 1, pieces: [] }))).toEqual(none)
    expect(await refusal(api.closeCashbox({ ...byTwo, openingSeq: 1 }))).toEqual(none)
    expect(need(await api.viewService(cashier)).takesNotes).toBeUndefined()
  })
})

describe('X and Z', () => {
  it('say what is in the box since it was emptied, and what its counts found, apart from the drawer', async () => {
    const { kiosk, notes, api } = await kioskWithNotes()
    const report = async (kind: 'X' | 'Z') => {
      need(await api.closeShift({ kind, ...supervisor }))
      return kiosk.reports.at(-1)!.currencies[0]!
    }
    expect((await report('X')).cashbox).toEqual({
      sinceUtc: null,
      notes: [
        { value: 10_000, count: 2 },
        { value: 5_000, count: 1 },
      ],
      unknown: 0,
      open: null,
      emptied: [],
    })
    const openingSeq = await opened(kiosk)
    expect((await report('X')).cashbox).toMatchObject({ open: { staffId: 'cashier', second: 'supervisor' } })
    need(await api.emptyCashbox({ ...byTwo, openingSeq, pieces: [note(10_000, 3)] }))
    notes.stray({ value: 1_000, currency: 'GNF' })
    notes.stray(null)
    expect(kiosk.ledger.notesInBox()).toBe(2)
    const z = await report('Z')
    expect(z.cashbox).toMatchObject({
      notes: [{ value: 1_000, count: 1 }],
      unknown: 1,
      open: null,
      emptied: [{ total: 30_000, difference: 5_000, pieces: [note(10_000, 3)] }],
    })
    expect(z.drawer).toBeNull()
    const next = await report('X')
    expect(next.cashbox).toMatchObject({ notes: [{ value: 1_000, count: 1 }], emptied: [] })
    expect(next.cashbox?.sinceUtc).toBe(z.cashbox?.sinceUtc)
  })

  it('by a cashier who is still to count the box are without the sums', async () => {
    const { kiosk, api } = await kioskWithNotes()
    expect(need(await api.closeShift({ kind: 'X', ...cashier }))).toMatchObject({ blind: true, takings: [] })
    need(await api.emptyCashbox({ ...byTwo, openingSeq: await opened(kiosk), pieces: [note(5_000, 5)] }))
    await kiosk.sold()
    expect(need(await api.closeShift({ kind: 'X', ...cashier }))).toMatchObject({ blind: false })
  })
})
