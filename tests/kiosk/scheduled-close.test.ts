import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Clock } from '../../electron/core/ports/ports.ts'
import { keepClosingTime, lastTimeOfDay } from '../../electron/core/staff/scheduled-close.ts'
import { createShiftService } from '../../electron/core/staff/shift-service.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, composed, startSale, ticketOf, toPaid, toPriced, toPrinted } from '../ledger/sales.ts'
import { ledgerOptions, temporaryDirectory } from '../ledger/scene.ts'
import { need, review, settled, startMachine } from './machine.ts'

const pin = DEMO_PIN
afterEach(() => void vi.useRealTimers())

const timeZone = 'Africa/Lagos'
/** Returns an instant by the venue's clock, which is one hour later than UTC. */
const at = (day: number, hour: number, minute = 0): string =>
  new Date(Date.UTC(2025, 4, day, hour - 1, minute)).toISOString()

test('the last moment of a time of day is today, or yesterday while it is still to come', () => {
  const closeAt = { hour: 23, minute: 30 }
  expect(lastTimeOfDay(at(17, 23, 30), closeAt, timeZone)).toBe(at(17, 23, 30))
  expect(lastTimeOfDay(at(17, 23, 29), closeAt, timeZone)).toBe(at(16, 23, 30))
  expect(lastTimeOfDay(at(1, 0, 5), { hour: 0, minute: 0 }, timeZone)).toBe(at(1, 0))
})

test(
  'a shift ends at its hour, but not while a sale is under way; the journal names nobody',
  { timeout: 90_000 },
  async () => {
    let [wallUtc, monoMs] = [at(17, 22), 0]
    const now = () => ({ wallUtc, bootId: 'boot-1', monoMs: (monoMs += 250) })
    const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now }))
    /** The watch has looked, and waits for the next time. */
    let looked = Promise.withResolvers<undefined>()
    let nextLook = Promise.withResolvers<undefined>()
    const clock: Clock = {
      now,
      sleep(_ms, signal) {
        looked.resolve(undefined)
        signal?.addEventListener('abort', () => nextLook.resolve(undefined))
        return nextLook.promise
      },
    }
    const lookAt = async (moment: string): Promise<void> => {
      wallUtc = moment
      looked = Promise.withResolvers()
      const wake = nextLook
      nextLook = Promise.withResolvers()
      wake.resolve(undefined)
      await looked.promise
    }
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (_: string, error: unknown) => {
        throw error
      },
    }
    const saved = { outcome: 'printed', evidence: '' } as const
    const shifts = createShiftService({
      book: {
        close: (kind, staffId) => ledger.shiftReport(ledger.closeShift(kind, staffId, now()).seq)!,
        record: (act, staffId) => ledger.recordDrawer(act, staffId, now()),
        state: () => ledger.shiftState(),
        terminalDays: { due: () => null, ask: () => undefined, note: () => undefined },
        closures: (limit) => ledger.closures(limit),
        report: (seq) => ledger.shiftReport(seq),
        archive: () => Promise.reject(new Error('not asked for')),
        backup: () => Promise.resolve(),
      },
      printers: { openDrawer: () => Promise.resolve(null) },
      reports: {
        issue: () => Promise.resolve({ saved, table: saved, printed: null }),
        table: () => Promise.resolve(saved),
      },
      tenders: {},
      clock: { now, sleep: () => Promise.resolve() },
      ids: { uuid: () => '' },
      currencies: ['GNF'],
      opensDrawer: false,
      archivesAtZ: false,
      closeAt: '23:30',
      log,
    })
    const stopping = new AbortController()
    const sales = { faulted: () => false }
    const seats = [chosenSeat('1001')]
    const held = startSale(ledger, now, seats).next(...toPriced(seats))
    const first = looked.promise
    const closeAt = { hour: 23, minute: 30 }
    const kept = keepClosingTime({ ledger, sales, shifts, clock, log, timeZone }, closeAt, stopping.signal)
    await first
    await lookAt(at(17, 23, 29))
    expect(ledger.closures(9)).toEqual([])

    await lookAt(at(17, 23, 30))
    expect(ledger.closures(9)).toEqual([])
    const paid = held.next(...toPaid('cash', 35_000))
    const done = [ticketOf(seats[0]!)]
    await lookAt(at(17, 23, 31))
    expect(ledger.closures(9)).toEqual([])
    paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets: done }, ...toPrinted(done))
    // A sale that waits for staff holds up nobody's evening.
    const other = [chosenSeat('1002')]
    startSale(ledger, now, other).next(
      ...toPriced(other),
      { type: 'tender-started', kind: 'cash' },
      { type: 'resumed' },
    )
    await lookAt(at(17, 23, 32))
    const closures = ledger.closures(9)
    expect(closures).toMatchObject([
      { kind: 'Z', shiftNo: 1, staffId: null, takings: [{ currency: 'GNF', tickets: 1, net: 35_000 }] },
    ])
    await lookAt(at(17, 23, 59))
    await lookAt(at(18, 12))
    expect(ledger.closures(9)).toEqual(closures)
    // Nothing happened since: there is nothing to close.
    await lookAt(at(18, 23, 45))
    expect(ledger.closures(9)).toEqual(closures)
    stopping.abort()
    await kept
    ledger.close()
  },
)

test(
  'an hour that was missed is made up for at the next start; the closure can be looked at, printed again and archived',
  { timeout: 90_000 },
  async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2025, 4, 17, 20) })
    const before = await startMachine()
    const { saleId, shown } = await review(before, 2)
    need(await before.api.pay({ saleId, tender: 'card' }))
    await settled(before, saleId)
    vi.setSystemTime(new Date(2025, 4, 18, 9))
    const archiveFolder = join(before.directory, 'stick')
    const machine = await before.restart({ timeZone: 'America/New_York', shifts: { closeAt: '23:30', archiveFolder } })
    await expect.poll(async () => need(await machine.api.listClosures({ pin }))).toHaveLength(1)
    const [closure] = need(await machine.api.listClosures({ pin }))
    expect(closure).toMatchObject({
      kind: 'Z',
      staffId: null,
      takings: [{ currency: 'GNF', tickets: 2, net: shown.amount }],
    })
    const report = need(await machine.api.viewClosure({ pin, seq: closure!.seq }))
    expect(report).toMatchObject({
      sales: 1,
      currencies: [{ net: { tickets: 2, amount: shown.amount }, tenders: [{ kind: 'card', count: 1 }] }],
    })
    expect(await machine.api.viewClosure({ pin, seq: 1 })).toMatchObject({ error: { type: 'no-report' } })
    const again = need(await machine.api.reprintReport({ pin, seq: closure!.seq }))
    expect(again).toMatchObject({ kind: 'Z', shiftNo: 1, paper: 'saved' })
    const table = readFileSync(again.csv, 'utf8')
    expect(table).toContain(`;${shown.amount}\r\n`)
    expect(table).toMatch(/-04:00;20\d\d-\d\d-\d\d \d\d:\d\d:\d\d -04:00;/u)

    need(await machine.api.openShift({ pin, currency: 'GNF', float: 0 }))
    const next = need(await machine.api.closeShift({ pin, kind: 'Z' }))
    const asked = need(await machine.api.exportLedger({ pin }))
    const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
    for (const file of [next.archive, asked.file]) {
      expect(file.startsWith(archiveFolder)).toBe(true)
      expect(need(await care.verify(file))).toMatchObject({ ok: true, findings: [], source: 'archive' })
    }
    expect(machine.faults).toEqual([])

    // Where it cannot be written, the shift is closed all the same.
    const elsewhere = await machine.restart({ shifts: { archiveFolder: join(asked.file, 'no-folder') } })
    need(await elsewhere.api.openShift({ pin, currency: 'GNF', float: 0 }))
    expect(need(await elsewhere.api.closeShift({ pin, kind: 'Z' })).archive).toBe('')
    expect(await elsewhere.api.exportLedger({ pin })).toMatchObject({ error: { type: 'not-written' } })
    expect(elsewhere.faults).toHaveLength(2)
    expect(existsSync(join(machine.directory, 'demo', 'archives'))).toBe(false)
  },
)
