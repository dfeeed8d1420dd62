import { describe, expect, it } from 'vitest'
import { createHandNotes } from '../support/note-device.ts'
import { cashier, need, pin, refusal, type KioskFixture, startSmallKiosk, supervisor } from '../world/kiosk-fixture.ts'

const settings = { tenders: ['card', 'notes'] } as const
const byTwo = { ...cashier, second: supervisor }
const note = (value: number, count: number) => ({ kind: 'note' as const, value, count })

async function kioskWithNotes() {
  const notes = createHandNotes()
  const kiosk = await startSmallKiosk({ settings, notes })
  const { saleId } = await kiosk.paying('notes', 3)
  for (const value of [10_000, 5_000, 10_000]) await put(kiosk, notes, value)
  need(await kiosk.api.cancelPayment({ saleId }))
  await kiosk.shown(saleId)
  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await kiosk.shown(saleId)
  return { kiosk, notes, api: kiosk.api }
}

async function put(kiosk: KioskFixture, notes: ReturnType<typeof createHandNotes>, value: number): Promise<void> {
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

  it('is nobody’s alone, and shut to wrong PINs', async () => {
    const { kiosk, api } = await kioskWithNotes()
    const second = (because: string) => ({ type: 'second-person', because })
    const tries = [
      [{ ...supervisor, second: supervisor }, second('same-person')],
      [{ ...supervisor, second: cashier }, second('not-allowed')],
      [{ ...cashier, second: { ...supervisor, pin: '1111' } }, second('wrong-pin')],
      [{ ...cashier, pin: '1111', second: supervisor }, { type: 'wrong-pin' }],
      [{ staff: 'technician', pin, second: supervisor }, { type: 'not-allowed' }],
      [{ pin, second: supervisor }, { type: 'not-allowed' }],
      [{ ...cashier, second: { pin } }, second('not-allowed')],
    ] as const
    for (const [who, because] of tries) expect(await refusal(api.openCashbox(who))).toEqual(because)
    const openingSeq = await opened(kiosk)
    for (const [who, because] of tries) {
      expect(await refusal(api.emptyCashbox({ ...who, openingSeq, pieces: [] }))).toEqual(because)
      expect(await refusal(api.closeCashbox({ ...who, openingSeq }))).toEqual(because)
    }
    expect(kiosk.codes().filter((code) => code.startsWith('CASHBOX'))).toEqual(['CASHBOX_OPENED'])
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
    expect(() => kiosk.ledger.recordCashbox(act, 'cashier', kiosk.clock.now())).toThrow('the cashbox is not so')
  })

  it('stays open over a restart, takes nothing meanwhile, and what was in it is counted against what it was then', async () => {
    const { kiosk } = await kioskWithNotes()
    const openingSeq = await opened(kiosk)
    const notes = createHandNotes()
    const after = await kiosk.restart({ settings, notes })
    expect(need(await after.api.viewCashbox(cashier)).open).toMatchObject({ seq: openingSeq, second: 'supervisor' })
    const { saleId } = await after.paying('notes')
    expect(await after.stage(saleId)).toMatchObject({
      name: 'review',
      notice: { type: 'payment-unavailable', tender: 'notes' },
    })
    expect(notes.put(20_000)).toBe(false)
    notes.stray({ value: 1_000, currency: 'GNF' })
    const pieces = [note(10_000, 2), note(5_000, 1)]
    const emptied = need(await after.api.emptyCashbox({ ...byTwo, openingSeq, pieces }))
    expect(emptied.emptied).toMatchObject([{ total: 25_000, difference: 0 }])
    need(await after.api.pay({ saleId, tender: 'notes' }))
    await put(after, notes, 5_000)
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
    const kiosk = await startSmallKiosk({ settings, notes })
    const { api } = kiosk
    const { saleId } = await kiosk.paying('notes', 3)
    await put(kiosk, notes, 5_000)
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
    const before = await report('X')
    expect(before.cashbox).toEqual({
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

  it('leave a drawer’s own count and drop as they are', async () => {
    const { kiosk, api } = await kioskWithNotes()
    need(await api.openShift({ currency: 'GNF', float: 50_000, ...supervisor }))
    need(await api.moveCash({ direction: 'drop', currency: 'GNF', amount: 20_000, reason: 'coffre', ...supervisor }))
    need(await api.countDrawer({ ...supervisor, currency: 'GNF', pieces: [note(1_000, 29)] }))
    need(await api.emptyCashbox({ ...byTwo, openingSeq: await opened(kiosk), pieces: [note(1_000, 20)] }))
    need(await api.closeShift({ kind: 'Z', ...supervisor }))
    const [gnf] = kiosk.reports[0]!.currencies
    expect(gnf?.drawer).toMatchObject({
      openingFloat: 50_000,
      dropped: 20_000,
      expected: 30_000,
      counted: 29_000,
      cash: 0,
    })
    expect(gnf?.cashbox?.emptied).toMatchObject([{ total: 20_000, difference: -5_000 }])
  })

  it('by a cashier who is still to count the box are without the sums', async () => {
    const { kiosk, api } = await kioskWithNotes()
    expect(need(await api.closeShift({ kind: 'X', ...cashier }))).toMatchObject({ blind: true, takings: [] })
    need(await api.emptyCashbox({ ...byTwo, openingSeq: await opened(kiosk), pieces: [note(5_000, 5)] }))
    await kiosk.sold()
    expect(need(await api.closeShift({ kind: 'X', ...cashier }))).toMatchObject({ blind: false })
  })
})
