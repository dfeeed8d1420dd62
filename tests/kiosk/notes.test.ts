import { describe, expect, it } from 'vitest'
import type { NoteOutcome, HeldNote, NoteValidator } from '../../electron/kiosk/ports/devices.ts'
import { createHandNotes, type HandNotes } from '../support/note-device.ts'
import { HOLD_SECONDS, need, pin, refusal, type KioskFixture, startSmallKiosk } from '../world/kiosk-fixture.ts'
import { createRandom, type Random } from '../simulation/random.ts'

const settings = { tenders: ['card', 'notes'] } as const

async function paying(notes: HandNotes, count = 2) {
  const kiosk = await startSmallKiosk({ settings, notes })
  const { saleId, total } = await kiosk.reviewed(count)
  need(await kiosk.api.pay({ saleId, tender: 'notes' }))
  return { kiosk, saleId, total }
}

async function put(kiosk: KioskFixture, notes: HandNotes, ...values: readonly number[]): Promise<void> {
  for (const value of values) await expect.poll(() => notes.put(value)).toBe(true)
  await expect.poll(() => kiosk.events.at(-1)?.name).toBe('sale-changed')
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
    const notes = createHandNotes()
    const { kiosk, saleId, total } = await paying(notes)
    await put(kiosk, notes, 5_000)
    await expect.poll(() => stageOf(kiosk)).toMatchObject({ notes: { taken: 5_000 } })
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
    const notes = createHandNotes()
    const { kiosk, saleId } = await paying(notes)
    await put(kiosk, notes, 5_000)
    await expect.poll(() => stageOf(kiosk)).toMatchObject({ notes: { taken: 5_000 } })
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.shown(saleId)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    await kiosk.sales.settled(saleId)
    expect(kiosk.sales.find(saleId)).toMatchObject({
      state: 'refunded',
      refundVoucher: { amount: 5_000, currency: 'GNF' },
    })
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
    const notes = createHandNotes()
    const { kiosk, saleId } = await paying(notes)
    await put(kiosk, notes, 5_000)
    await expect.poll(() => stageOf(kiosk)).toMatchObject({ notes: { taken: 5_000 } })
    notes.breaks('jammed')
    const jammed = await kiosk.shown(saleId)
    expect(jammed.stage).toMatchObject({
      name: 'review',
      tendersOffered: ['card'],
      notice: { type: 'payment-unavailable', tender: 'notes' },
    })
    expect(jammed.taken).toMatchObject([{ tender: 'notes', amount: 5_000 }])
    expect(need(await kiosk.api.getKiosk({})).tenders).toEqual(['card'])
    expect((await kiosk.readiness()).issues).toContainEqual({
      type: 'payments-unavailable',
      ways: [{ tender: 'notes', fault: 'jammed' }],
      all: false,
    })
    notes.breaks(null)
    expect(await kiosk.stage(saleId)).toMatchObject({ tendersOffered: ['card', 'notes'] })
    expect(kiosk.events).toContainEqual({ name: 'ways-changed', payload: { tenders: ['card', 'notes'] } })
    expect((await kiosk.readiness()).issues).toEqual([])
  })

  it('are offered only where there is a device', async () => {
    const kiosk = await startSmallKiosk({ settings })
    const { saleId } = await kiosk.reviewed()
    expect(await refusal(kiosk.api.pay({ saleId, tender: 'notes' }))).toEqual({ type: 'tender-not-offered' })
  })
})

it('a note that the device took past every sale is written down, and the device told so', async () => {
  const notes = createHandNotes()
  const kiosk = await startSmallKiosk({ settings, notes })
  notes.stray({ value: 20_000, currency: 'GNF' })
  notes.stray(null)
  expect(kiosk.codes().slice(-2)).toEqual(['NOTE_UNALLOCATED', 'NOTE_UNALLOCATED'])
  expect(notes.told).toEqual(['recorded 20000', 'recorded a note'])
  await expect.poll(() => kiosk.codes().at(-1)).toBe('NOTE_EVENT_CLEARED')
  const after = createHandNotes()
  await kiosk.restart({ settings, notes: after })
  expect(after.told).toEqual([])
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

it('a note that no sale took is a question for staff: paid out from the drawer, or left in the box', async () => {
  const notes = createHandNotes()
  const kiosk = await startSmallKiosk({ settings, notes })
  notes.stray({ value: 20_000, currency: 'GNF' })
  notes.stray(null)
  const [known, unknown] = await kiosk.cases()
  expect(known).toMatchObject({ question: 'note-unallocated', amount: 20_000, currency: 'GNF' })
  expect(unknown).toMatchObject({ question: 'note-unallocated', amount: null })
  const seqOf = (open: typeof known): number => (open?.question === 'note-unallocated' ? open.seq : 0)
  const wrong = { type: 'invalid-answer' }
  expect(await refusal(kiosk.api.settleStrayNote({ pin, seq: seqOf(unknown), paidOut: true }))).toEqual(wrong)
  const left = need(await kiosk.api.settleStrayNote({ pin, seq: seqOf(known), paidOut: true }))
  expect(left).toEqual([unknown])
  expect(await refusal(kiosk.api.settleStrayNote({ pin, seq: seqOf(known), paidOut: true }))).toEqual(wrong)
  expect(need(await kiosk.api.settleStrayNote({ pin, seq: seqOf(unknown), paidOut: false }))).toEqual([])
  expect(kiosk.codes().slice(-2)).toEqual(['UNALLOCATED_NOTE_SETTLED', 'UNALLOCATED_NOTE_SETTLED'])
})

describe('a note that nobody knows the end of', () => {
  it('is asked of staff, and pays once they say that it is in the box', async () => {
    const notes = createHandNotes()
    const { kiosk, saleId, total } = await paying(notes)
    await put(kiosk, notes, 5_000)
    await expect.poll(() => stageOf(kiosk)).toMatchObject({ notes: { taken: 5_000 } })
    notes.fates = [{ fate: 'unknown' }]
    await put(kiosk, notes, 20_000)
    const asked = await kiosk.shown(saleId)
    expect(asked.stage).toMatchObject({ name: 'needs-staff', asked: { tender: 'notes', amount: 20_000 } })
    const [open] = await kiosk.cases()
    expect(open).toMatchObject({ question: 'money-moved', tender: 'notes', amount: 20_000 })
    need(await kiosk.api.settleStaffCase({ pin, saleId, answer: { type: 'money-moved', moved: true } }))
    const told = await kiosk.shown(saleId)
    expect(told.stage.name).toBe(total <= 25_000 ? 'done' : 'review')
    expect(kiosk.sales.find(saleId)).toMatchObject(
      total <= 25_000 ? { tender: { received: 25_000 } } : { parts: [{ kind: 'notes', received: 25_000 }] },
    )
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
  const kiosk = await startSmallKiosk({ settings, notes, line })
  const { saleId, total } = await kiosk.paying('notes')
  await put(kiosk, notes, 5_000)
  for (let given = 5_000; given < total; given += 20_000) await put(kiosk, notes, 20_000)
  expect(kiosk.sales.find(saleId)).toMatchObject({ tender: { slip: { amount: 5_000 } } })
  await kiosk.soon(() => kiosk.state(saleId), 15_000).toBe('needs-staff')
  await kiosk.soon(async () => (await kiosk.cases())[0], 15_000).toMatchObject({ fenced: true })
  const settle = (answer: Parameters<KioskFixture['api']['settleStaffCase']>[0]['answer']) =>
    kiosk.api.settleStaffCase({ pin, saleId, answer })
  need(await settle({ type: 'give-back' }))
  isCut = false
  expect(need(await settle({ type: 'paid-back', reference: '' }))).toEqual([])
  const sale = kiosk.sales.find(saleId)
  expect(sale).toMatchObject({ state: 'refunded', refundVoucher: { amount: total } })
  const { refundVoucher } = sale as { refundVoucher: { slipId: string } }
  const back = [{ kind: 'credit-slip', amount: total, reference: refundVoucher.slipId }]
  expect(kiosk.slips).toMatchObject([{ kind: 'unsold', amount: total, back }])
})

const VALUES = [1_000, 5_000, 10_000, 20_000]

const SEEDS = 12

/** Real content of the cashbox, regardless of the device's reports. */
interface Box {
  readonly device: NoteValidator & { put(value: number): boolean }
  inside(): number
  /** True if the last held note is in the box, as found by staff. */
  lastIsIn(): boolean
  cut(): boolean
  powerBack(): void
}

/** Creates a note acceptor with all kinds of faults. Its state survives restarts of the program. */
function createBox(random: Random): Box {
  const hand = createHandNotes(VALUES)
  let [inside, lastIn] = [0, false]
  let known: NoteOutcome = { fate: 'returned' }
  let waiting: ((fate: NoteOutcome) => void) | null = null

  function move({ value }: HeldNote, likelyIn: boolean): NoteOutcome {
    lastIn = random.chance(0.15) ? !likelyIn : likelyIn
    if (lastIn) inside += value
    known = lastIn ? { fate: 'credited', value } : { fate: 'returned' }
    return random.chance(0.12) ? { fate: 'unknown' } : known
  }

  function told(note: HeldNote, likelyIn: boolean): Promise<NoteOutcome> {
    const fate = move(note, likelyIn)
    if (!random.chance(0.2)) return Promise.resolve(fate)
    return new Promise((resolve) => (waiting = resolve))
  }

  return {
    device: {
      ...hand,
      put: (value) => hand.put(value),
      accept: (note) => told(note, true),
      giveBack: (note) => told(note, false),
      recall: () => Promise.resolve(random.chance(0.2) ? { fate: 'unknown' } : known),
    },
    inside: () => inside,
    lastIsIn: () => lastIn,
    cut: () => waiting !== null,
    powerBack() {
      waiting?.({ fate: 'unknown' })
      waiting = null
    },
  }
}

async function answerStaff(kiosk: KioskFixture, box: Box): Promise<void> {
  for (const open of await kiosk.cases()) {
    if (open.question !== 'money-moved') continue
    const answer = { type: 'money-moved', moved: box.lastIsIn() } as const
    need(await kiosk.api.settleStaffCase({ pin, saleId: open.saleId, answer }))
  }
}

const stageNow = async (kiosk: KioskFixture) => need(await kiosk.api.getKiosk({})).sale?.stage.name

/**
 * Simulates a customer who inserts too few notes, too many, or none. A power cut can end the program while a note is
 * moving.
 */
async function visit(first: KioskFixture, box: Box, random: Random): Promise<KioskFixture> {
  let kiosk = first
  const { saleId } = await kiosk.paying('notes', 1)
  for (let turn = 0; turn < 12 && kiosk.state(saleId) === 'paying'; turn += 1) {
    if (box.cut()) break
    if (random.chance(0.1)) need(await kiosk.api.cancelPayment({ saleId }))
    else box.device.put(random.pick(VALUES))
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
  }
  if (box.cut() || random.chance(0.15)) {
    const stopping = kiosk.stop()
    box.powerBack()
    await stopping
    kiosk = await kiosk.restart({ settings, notes: box.device })
  } else if (kiosk.state(saleId) === 'paying') need(await kiosk.api.cancelPayment({ saleId }))
  if (!box.cut()) await kiosk.sales.settled(saleId)
  await answerStaff(kiosk, box)
  await kiosk.sales.settled(saleId)
  if ((await stageNow(kiosk)) === 'review') need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
  await kiosk.sales.settled(saleId)
  if (await stageNow(kiosk)) need(await kiosk.api.dismissSale({ saleId }))
  return kiosk
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'every note in the box is a ticket, a slip, or both, whatever the device does: %i',
  async (seed) => {
    const random = createRandom(seed + 1)
    const box = createBox(random)
    let kiosk = await startSmallKiosk({ settings, notes: box.device })
    for (let customer = 0; customer < 4; customer += 1) kiosk = await visit(kiosk, box, random)
    const report = kiosk.ledger.shiftReport(
      kiosk.ledger.closeShift('X', null, { monoMs: 0, bootId: 'end', wallUtc: '2026-01-01T00:00:00.000Z' }).seq,
    )
    const gnf = report?.currencies.find(({ currency }) => currency === 'GNF')
    const notes = gnf?.tenders.find(({ kind }) => kind === 'notes')
    expect(notes?.amount ?? 0).toBe(box.inside())
    const slips = kiosk.ledger.slips.open().reduce((sum, { amount }) => sum + amount, 0)
    expect((gnf?.net.amount ?? 0) + slips).toBe(box.inside())
    expect(kiosk.ledger.unfinished()).toEqual([])
  },
)
