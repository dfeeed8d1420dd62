import { describe, expect, it, vi } from 'vitest'
import { lastTimeOfDay } from '../../electron/kiosk/staff/shifts.ts'
import { BEGINNING } from '../simulation/world.ts'
import {
  APPROVED,
  cashier,
  scriptedDevice,
  lineThatBreaks,
  need,
  refusal,
  type KioskFixture,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'
import type { EndOfDayResult } from '../../electron/kiosk/ports/devices.ts'
import { driver } from '../support/devices.ts'

describe('the drawer', () => {
  it('has a float once a shift, cash that comes and goes, and a count', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    const drawer = async () => need(await api.viewShift(cashier)).drawers[0]!
    expect(await drawer()).toMatchObject({ currency: 'GNF', float: null, counted: null, uncounted: false })
    const unknown = { type: 'unknown-currency' }
    const odd = { type: 'not-in-cash', smallest: 100, currency: 'GNF' }
    expect(await refusal(api.openShift({ currency: 'EUR', float: 0, ...cashier }))).toEqual(unknown)
    expect(await refusal(api.openShift({ currency: 'GNF', float: 20_050, ...cashier }))).toEqual(odd)
    expect(need(await api.openShift({ currency: 'GNF', float: 20_000, ...cashier })).drawers[0]!.float).toBe(20_000)
    expect(await refusal(api.openShift({ currency: 'GNF', float: 0, ...cashier }))).toEqual({ type: 'float-known' })
    const move = (change: object) =>
      api.moveCash({ direction: 'in', currency: 'GNF', amount: 5000, reason: 'monnaie', ...supervisor, ...change })
    expect(await refusal(move({ currency: 'EUR' }))).toEqual(unknown)
    expect(await refusal(move(cashier))).toEqual({ type: 'approval-required' })
    expect(await refusal(move({ amount: 999 }))).toEqual(odd)
    need(await move({}))
    need(await move({ direction: 'out', amount: 1000 }))
    const count = (change: object) => api.countDrawer({ currency: 'GNF', pieces: [], ...cashier, ...change })
    expect(await refusal(count({ currency: 'EUR' }))).toEqual(unknown)
    const unknownPieces = [{ kind: 'note', value: 7, count: 1 }]
    expect(await refusal(count({ pieces: unknownPieces }))).toEqual({ type: 'unknown-piece' })
    const pieces = [{ kind: 'note' as const, value: 1000, count: 23 }]
    expect(need(await count({ pieces })).drawers[0]!.counted).toMatchObject({ total: 23_000, difference: -1000 })
    expect(kiosk.codes().slice(-4)).toEqual(['SHIFT_OPENED', 'PAID_IN', 'PAID_OUT', 'DRAWER_COUNTED'])
    const handOver = (second: typeof cashier) => api.handOverDrawer({ currency: 'GNF', pieces, ...cashier, second })
    expect(await refusal(handOver(cashier))).toMatchObject({ type: 'second-person', because: 'same-person' })
    const [{ counted } = {}] = need(await handOver(supervisor)).drawers
    expect(counted).toMatchObject({ staffId: 'cashier', receiver: 'supervisor', total: 23_000, difference: -1000 })
  })

  it('lets a cashier move and open as far as the settings say, and further with a supervisor beside them', async () => {
    const kiosk = await startSmallKiosk({ settings: { maxCashierCashMove: 500_000 } })
    const { api } = kiosk
    const drop = { direction: 'drop', currency: 'GNF', reason: 'Remise au coffre', ...cashier } as const
    need(await api.moveCash({ ...drop, amount: 500_000 }))
    expect(await refusal(api.moveCash({ ...drop, amount: 500_001 }))).toEqual({ type: 'approval-required' })
    need(await api.moveCashWithApproval({ ...drop, amount: 500_100, second: supervisor }))
    need(await api.openDrawer({ reason: 'monnaie', ...cashier }))
    const rows = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 10 })
    const outs = rows.filter(({ code }) => code === 'CASH_DROPPED').map(({ staffId, details }) => [staffId, details])
    expect(outs).toEqual([
      ['cashier', expect.stringContaining('"second":"supervisor"') as unknown],
      ['cashier', expect.not.stringContaining('second') as unknown],
    ])
  })

  it('opens for a cashier with a supervisor alone, where the settings let cashiers move nothing', async () => {
    const kiosk = await startSmallKiosk()
    const wish = { reason: 'monnaie', ...cashier }
    expect(await refusal(kiosk.api.openDrawer(wish))).toEqual({ type: 'approval-required' })
    need(await kiosk.api.openDrawerWithApproval({ ...wish, second: supervisor }))
    expect(kiosk.codes().at(-1)).toBe('DRAWER_OPENED')
  })

  it.each([
    ['opened', async () => ({ outcome: 'opened', evidence: 'pulse' }) as const, 0],
    ['failed', async () => ({ outcome: 'unknown', detail: 'silent' }) as const, 0],
    ['failed', () => Promise.reject(new Error('no such device')), 1],
  ])('is opened without a sale only after the journal has it: %s', async (opened, openDrawer, warnings) => {
    let before: readonly string[] = []
    const kiosk = await startSmallKiosk({
      printers: {
        openDrawer() {
          before = kiosk.codes()
          return openDrawer()
        },
      },
    })
    expect(need(await kiosk.api.viewShift(cashier)).opened).toBeNull()
    const expected = { opened, opensDrawer: true }
    expect(need(await kiosk.api.openDrawer({ reason: 'monnaie', ...supervisor }))).toMatchObject(expected)
    expect(before.at(-1)).toBe('DRAWER_OPENED')
    expect(kiosk.said).toHaveLength(warnings)
  })
})

describe('a closure', () => {
  it('is listed however many follow it', async () => {
    const { api } = await startSmallKiosk()
    for (let count = 0; count < 101; count += 1) need(await api.closeShift({ kind: 'X', ...supervisor }))
    expect(need(await api.listClosures(supervisor))).toHaveLength(101)
  })

  it('reads the shift, or ends it; what it said is had again', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    expect(await refusal(api.reprintReport(supervisor))).toEqual({ type: 'no-report' })
    const { total } = await kiosk.sold()
    const x = need(await api.closeShift({ kind: 'X', ...supervisor }))
    const takings = [{ currency: 'GNF', tickets: 2, net: total }]
    const papers = { paper: 'saved', reason: '', file: 'saved', csv: 'table', archive: '', terminalDays: [] }
    expect(x).toEqual({ kind: 'X', shiftNo: 1, takings, blind: false, ...papers })
    const z = need(await api.closeShift({ kind: 'Z', ...supervisor }))
    expect(z).toMatchObject({ kind: 'Z', shiftNo: 1, takings })
    const next = need(await api.closeShift({ kind: 'X', ...supervisor }))
    expect(next).toMatchObject({ shiftNo: 2, takings: [{ net: 0 }] })
    const [, last] = need(await api.listClosures(supervisor))
    expect(last).toMatchObject({ kind: 'Z', shiftNo: 1 })
    expect(need(await api.viewClosure({ seq: last!.seq, ...supervisor }))).toMatchObject({ kind: 'Z', shiftNo: 1 })
    expect(need(await api.reprintReport({ seq: last!.seq, ...supervisor }))).toEqual(z)
    expect(await refusal(api.viewClosure({ seq: 1, ...supervisor }))).toEqual({ type: 'no-report' })
  })

  it('is no second Z where nothing happened since the last one', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    await kiosk.sold()
    need(await api.closeShift({ kind: 'Z', ...supervisor }))
    const nothing = { type: 'nothing-to-close', shiftNo: 1 }
    expect(await refusal(api.closeShift({ kind: 'Z', ...supervisor }))).toEqual(nothing)
    need(await api.closeShift({ kind: 'X', ...supervisor }))
    expect(await refusal(api.closeShift({ kind: 'Z', ...supervisor }))).toEqual(nothing)
    need(await api.openShift({ currency: 'GNF', float: 0, ...cashier }))
    expect(need(await api.closeShift({ kind: 'Z', ...supervisor }))).toMatchObject({ kind: 'Z', shiftNo: 2 })
  })

  it('tells nobody what should be in a drawer that they have yet to count', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    const x = async (who: typeof cashier) => need(await api.closeShift({ kind: 'X', ...who }))
    const { total: byCard } = await kiosk.sold()
    expect(await x(cashier)).toMatchObject({ takings: [{ net: byCard }], blind: false })
    const { total } = await kiosk.sold('cash')
    const [drawer] = need(await api.viewShift(cashier)).drawers
    expect(drawer).toMatchObject({ counted: null, uncounted: true })
    expect(await x(cashier)).toMatchObject({ takings: [], blind: true })
    expect(await x(supervisor)).toMatchObject({ takings: [{ net: byCard + total }], blind: false })
    expect(need(await api.reprintReport(cashier))).toMatchObject({ takings: [], blind: true })
    const pieces = [{ kind: 'note' as const, value: 1_000, count: total / 1_000 }]
    const counted = need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces })).drawers
    expect(counted).toMatchObject([{ uncounted: false, counted: { total, difference: 0, pieces } }])
    expect(await x(cashier)).toMatchObject({ takings: [{}], blind: false })
    await kiosk.sold('cash', 1)
    expect(await x(cashier)).toMatchObject({ takings: [], blind: true })
  })

  it('says what became of its paper, and an archive is left where one is wanted', async () => {
    const kiosk = await startSmallKiosk({ paper: { outcome: 'failed', reason: 'offline', detail: '' } })
    const { rows, file, headHash } = need(await kiosk.api.exportLedger(supervisor))
    expect([rows, headHash]).toEqual([kiosk.ledger.head().seq, kiosk.ledger.head().hash])
    expect(file).toContain('archive.jsonl')
    const closed = need(await kiosk.api.closeShift({ kind: 'Z', ...supervisor }))
    expect(closed).toMatchObject({ paper: 'failed', reason: 'offline', archive: '' })
  })
})

describe('the hour at which a shift ends', () => {
  it('is today, or yesterday while it is still to come', () => {
    /** Converts venue time (UTC+1) to UTC. */
    const at = (day: number, hour: number, minute = 0): string =>
      new Date(Date.UTC(2025, 4, day, hour - 1, minute)).toISOString()
    const closeAt = { hour: 23, minute: 30 }
    const last = (now: string, time = closeAt) => lastTimeOfDay(now, time, 'Africa/Lagos')
    expect(last(at(17, 23, 30))).toBe(at(17, 23, 30))
    expect(last(at(17, 23, 29))).toBe(at(16, 23, 30))
    expect(last(at(1, 0, 5), { hour: 0, minute: 0 })).toBe(at(1, 0))
  })

  const due = new Date(BEGINNING + 120_000)
  const settings = { closeAt: { hour: due.getHours(), minute: due.getMinutes() } }
  const LOOK_MS = 15_000

  /** Advances the clock and waits for `times` checks of the closing time, which read the state once each. */
  async function looked(kiosk: KioskFixture, ms: number, times = 2): Promise<void> {
    kiosk.pass(ms)
    const reads = vi.spyOn(kiosk.ledger, 'shiftState')
    await kiosk.until(() => reads.mock.calls.length >= times, LOOK_MS)
    reads.mockRestore()
  }

  it('waits for the sale under way, not for one of which staff are asked, and closes nothing twice', async () => {
    const kiosk = await startSmallKiosk({
      settings,
      tenders: { card: scriptedDevice({ outcome: 'unknown', forGood: true }) },
    })
    const inDoubt = await kiosk.paying('card', 1)
    expect(await kiosk.stageName(inDoubt.saleId)).toBe('needs-staff')
    need(await kiosk.api.dismissSale(inDoubt))
    const { saleId } = await kiosk.reviewed()
    await looked(kiosk, LOOK_MS * 10)
    expect(kiosk.ledger.closures(9)).toEqual([])
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    await kiosk.soon(() => kiosk.ledger.closures(9), LOOK_MS).toMatchObject([{ kind: 'Z', shiftNo: 1, staffId: null }])
    await looked(kiosk, 86_400_000)
    expect(kiosk.ledger.closures(9)).toHaveLength(1)
  })

  it('waits for a sale that is paid and not confirmed, and counts its tickets and its money', async () => {
    const { broken, line } = lineThatBreaks()
    const kiosk = await startSmallKiosk({ settings, line })
    broken.add('POST /purchases')
    const { saleId, total } = await kiosk.reviewed()
    await kiosk.paysCash(saleId, total)
    await looked(kiosk, 120_000)
    expect(kiosk.state(saleId)).toBe('confirming')
    expect(kiosk.ledger.closures(9)).toEqual([])
    broken.clear()
    await kiosk.until(() => kiosk.state(saleId) === 'done')
    await kiosk.until(() => kiosk.ledger.closures(9).length > 0, LOOK_MS)
    expect(kiosk.ledger.closures(9)).toMatchObject([
      { kind: 'Z', shiftNo: 1, staffId: null, takings: [{ currency: 'GNF', tickets: 2, net: total }] },
    ])
  })
})

it('what a Z would leave behind is known before it: drawers to count, sales that are open, money owed', async () => {
  const kiosk = await startSmallKiosk()
  const { api } = kiosk
  const before = async () => {
    const { drawers, openSales, owed } = need(await api.viewShift(cashier))
    return [drawers.flatMap(({ uncounted, currency }) => (uncounted ? [currency] : [])), openSales, owed]
  }
  expect(await before()).toEqual([[], 0, []])
  const { saleId, total: amount } = await kiosk.sold('cash', 1)
  need(await kiosk.giveBack(saleId))
  need(await api.dismissSale({ saleId }))
  await kiosk.reviewed(1)
  const owed = [{ currency: 'GNF', amount }]
  expect(await before()).toEqual([['GNF'], 1, owed])
  need(await api.closeShift({ ...supervisor, kind: 'Z' }))
  expect(kiosk.reports[0]?.currencies).toMatchObject([{ drawer: { counted: null } }])
  expect(await before()).toEqual([[], 1, owed])
})

const closed = (amount: number): EndOfDayResult => ({
  outcome: 'closed',
  told: { currency: 'GNF', amount },
  lines: ['END OF DAY'],
})

type End = EndOfDayResult | (() => Promise<EndOfDayResult>)

/** A terminal whose end of day returns `ends` in order. `told`: row codes in the ledger at each request. */
function terminal(...ends: readonly End[]) {
  const told: string[][] = []
  const kiosk: { now: KioskFixture | null } = { now: null }
  let next = 0
  const card = driver({
    name: 'zvt',
    host: 'tcp://192.0.2.1:20007',
    begin: async () => APPROVED,
    ask: async () => APPROVED,
    async runEndOfDay() {
      if (kiosk.now) told.push([...kiosk.now.codes()])
      const end = ends[Math.min(next++, ends.length - 1)]!
      return typeof end === 'function' ? end() : end
    },
  })
  return { told, kiosk, tenders: { card } }
}

async function shop(...ends: readonly End[]) {
  const device = terminal(...ends)
  const kiosk = await startSmallKiosk({ tenders: device.tenders })
  device.kiosk.now = kiosk
  const due = async () => need(await kiosk.api.viewShift(supervisor)).terminalDays
  const close = async (kind: 'X' | 'Z' = 'Z') => need(await kiosk.api.closeShift({ kind, ...supervisor }))
  const again = async () => need(await kiosk.api.closeTerminalDay(supervisor)).terminalDays
  const report = async () => {
    const seq = need(await kiosk.api.listClosures(supervisor)).find(({ kind }) => kind === 'Z')!.seq
    return need(await kiosk.api.viewClosure({ seq, ...supervisor })).terminalDays
  }
  return { ...device, kiosk, due, close, again, report }
}

describe('the end of a card terminal’s day', () => {
  it('is asked for behind the Z, in the ledger before and after, and its sum stands beside ours', async () => {
    const { kiosk, told, close, due } = await shop(closed(150_000))
    const { total } = await kiosk.sold()
    expect(need(await kiosk.api.viewShift(supervisor)).endsTerminalDay).toBe(true)
    expect((await close('X')).terminalDays).toEqual([])
    expect(told).toEqual([])
    const { terminalDays } = await close()
    expect(told[0]!.slice(-2)).toEqual(['Z_REPORT', 'END_OF_DAY_REQUESTED'])
    expect(kiosk.codes().at(-1)).toBe('END_OF_DAY_RESULT')
    const sums = { told: { currency: 'GNF', amount: 150_000 }, ours: [{ currency: 'GNF', amount: total }] }
    const end = { kind: 'card', driver: 'zvt', standing: 'closed', reason: '', tries: 1, lines: ['END OF DAY'] }
    expect(terminalDays).toEqual([{ ...end, ...sums }])
    expect(await due()).toEqual([])
  })

  it.each([
    { outcome: 'unavailable' },
    { outcome: 'unknown' },
    { outcome: 'refused', reason: 'provider-down' },
  ] as const)('%o is not done: the Z is made and says so, and people ask again', async (end) => {
    const { outcome, ...more } = end
    const standing = { standing: outcome, ...more }
    const { kiosk, close, due, again, report } = await shop(end, closed(0))
    const { total } = await kiosk.sold()
    expect((await close()).terminalDays).toMatchObject([standing])
    expect(await due()).toMatchObject([{ ...standing, tries: 1 }])
    expect(await again()).toEqual([])
    expect(await report()).toMatchObject([
      { standing: 'closed', tries: 2, told: { amount: 0 }, ours: [{ currency: 'GNF', amount: total }] },
    ])
  })

  it('is still to be made where the program ended in the middle of it', async () => {
    const never = Promise.withResolvers<EndOfDayResult>()
    const { kiosk, close, told, due } = await shop(() => never.promise)
    await kiosk.sold()
    const closing = close()
    await expect.poll(() => told.length).toBe(1)
    expect(await due()).toMatchObject([{ standing: 'unknown', tries: 1 }])
    kiosk.pass(60_000)
    expect((await closing).terminalDays).toMatchObject([{ standing: 'unknown' }])
    const stopping = kiosk.stop()
    never.resolve(closed(1))
    await stopping
    const next = await kiosk.restart({ tenders: terminal(closed(0)).tenders })
    expect(next.codes()).not.toContain('END_OF_DAY_RESULT')
    expect(need(await next.api.viewShift(supervisor)).terminalDays).toMatchObject([{ standing: 'unknown', tries: 1 }])
    expect(need(await next.api.closeTerminalDay(supervisor)).terminalDays).toEqual([])
  })

  it('that takes long holds up no paper, is told once, and its answer is written down when it comes', async () => {
    const slow = Promise.withResolvers<EndOfDayResult>()
    const { kiosk, close, told, due, again, report } = await shop(() => slow.promise)
    await kiosk.sold()
    const closing = close()
    await expect.poll(() => told.length).toBe(1)
    kiosk.pass(60_000)
    await closing
    const once = again()
    slow.resolve(closed(7))
    expect(await once).toEqual([])
    expect(told).toHaveLength(1)
    expect(await due()).toEqual([])
    expect(await report()).toMatchObject([{ standing: 'closed', tries: 1, told: { amount: 7 } }])
  })

  it('counts from the end of the last one, so that a later Z holds only its own payments against it', async () => {
    const { kiosk, close } = await shop(closed(1), closed(2))
    await kiosk.sold()
    await close()
    const second = await kiosk.sold('card', 1)
    expect((await close()).terminalDays).toMatchObject([{ ours: [{ amount: second.total }] }])
  })

  it('is due where a shift ended without its being asked, and nobody used the terminal since: not before', async () => {
    const kiosk = await startSmallKiosk()
    need(await kiosk.api.closeShift({ kind: 'Z', ...supervisor }))
    const after = await kiosk.restart({ tenders: terminal(closed(0)).tenders })
    expect(need(await after.api.viewShift(supervisor)).terminalDays).toEqual([])
  })

  it('is wanted in the middle of a shift by a terminal that takes no card before it', async () => {
    const device = terminal(closed(0))
    const tenders = {
      card: { ...device.tenders.card, begin: async () => ({ outcome: 'refused', reason: 'day-not-closed' }) as const },
    }
    const kiosk = await startSmallKiosk({ tenders })
    await kiosk.sold().catch(() => undefined)
    expect(need(await kiosk.api.viewShift(supervisor)).terminalDays).toMatchObject([{ standing: 'wanted', tries: 0 }])
    expect(need(await kiosk.api.closeTerminalDay(supervisor)).terminalDays).toEqual([])
  })
})
