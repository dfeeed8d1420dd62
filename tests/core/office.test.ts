import { describe, expect, it } from 'vitest'
import type { KioskSettings } from '../../electron/core/kiosk.ts'
import type { OfficePorts } from '../../electron/core/ports/office.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { failure, need, pin, refusal, reviewed, startSmallKiosk } from '../world/small-kiosk.ts'

const boss = { staff: 'supervisor', pin }
const technician = { staff: 'technician', pin }

function office(change: Partial<OfficePorts> = {}): OfficePorts {
  return {
    traded: (shiftNo) => (shiftNo === 9 ? null : { sold: [], returned: [] }),
    journal: () => [],
    verify: async () => ({ sound: true, rows: 3, sales: 0, tickets: 0, findings: [] }) as never,
    people: { list: () => [], add: async () => ok(null), renewPin: async () => ok(null), remove: () => ok(null) },
    settings: { view: () => [], change: () => ok({ before: 4 }) },
    settle: async () => err({ type: 'unreadable-report', line: 1, what: 'empty' }),
    testPrint: async () => null,
    makeCard: async () => ({ saved: { outcome: 'printed', evidence: '/tmp/card.pdf' }, printed: null }),
    examineProviders: async () => [],
    diagnose: async () => '/tmp/diagnosis.zip',
    ...change,
  }
}

describe('the office', () => {
  it('keeps an access code that the service takes, and no other', async () => {
    const kept: string[] = []
    let disk = true
    const accessCodes: KioskSettings['accessCodes'] = {
      of: async () => [{ code: kept.at(-1) ?? 'WRONG', source: 'typed' }],
      keep(_eventId: string, code: string) {
        if (!disk) throw new Error('no room')
        kept.push(code)
      },
      renew: () => Promise.resolve(),
    }
    const kiosk = await startSmallKiosk({ settings: { office: office(), accessCodes } })
    const { eventId, api } = kiosk
    const keep = (typed: string) => api.setAccessCode({ eventId, code: typed, ...boss })
    expect(await refusal(keep('GUESSED'))).toEqual({ type: 'access-code-refused' })
    expect(await refusal(api.viewSeatsLeft({ eventId, ...boss }))).toEqual({ type: 'access-code-refused' })
    expect(need(await api.listAccess(boss))).toMatchObject([{ eventId, source: 'typed', refused: true }])
    const code = kiosk.accessCode
    need(await keep(` ${code.slice(0, 5)}-${code.slice(5)} `.toLowerCase()))
    expect(kept).toEqual([code])
    expect(need(await api.listAccess(boss))).toMatchObject([{ eventId, source: 'typed', refused: false }])
    const left = need(await api.viewSeatsLeft({ eventId, ...boss }))
    expect([left.remaining, left.zones.length]).toEqual([24, 2])
    disk = false
    expect(await refusal(keep(code))).toEqual({ type: 'not-written' })
    const rows = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 100 })
    const set = rows.filter((row) => row.code === 'ACCESS_CODE_SET')
    expect(set).toMatchObject([{ staffId: 'supervisor', details: JSON.stringify({ eventId }) }])
  })

  it('knows nothing of an event without a code, or of a service that refuses', async () => {
    let refuses = false
    const kiosk = await startSmallKiosk({
      settings: { office: office() },
      line: (_path, forward) => (refuses ? Promise.resolve(failure(400, 'NO')) : forward()),
    })
    const { eventId, api } = kiosk
    expect(await refusal(api.viewSeatsLeft({ eventId: 'x', ...boss }))).toEqual({ type: 'no-access-code' })
    refuses = true
    const refused = { type: 'partner-refused', status: 400, code: 'NO' }
    expect(await refusal(api.viewSeatsLeft({ eventId, ...boss }))).toEqual(refused)
    expect(await refusal(api.setAccessCode({ eventId, code: 'x', ...boss }))).toEqual(refused)
    expect(await refusal(api.listAccess(boss))).toEqual(refused)
  })

  it('lists what is under way, and what was sold', async () => {
    const kiosk = await startSmallKiosk({ settings: { office: office() } })
    const { saleId, total, wish } = await reviewed(kiosk)
    const [open] = need(await kiosk.api.listOpenSales(boss))
    expect(open).toMatchObject({
      saleId,
      state: 'priced',
      amount: total,
      currency: 'GNF',
      tender: null,
      question: null,
    })
    expect(open!.seatCodes).toHaveLength(wish.seatIds.length)
    expect(need(await kiosk.api.viewTrade(boss))).toEqual({ shiftNo: null, trades: [] })
    expect(need(await kiosk.api.viewTrade({ shiftNo: 1, ...boss })).shiftNo).toBe(1)
    expect(await refusal(kiosk.api.viewTrade({ shiftNo: 9, ...boss }))).toEqual({ type: 'no-shift' })
  })

  it('asks for the journal page by page', async () => {
    const asked: object[] = []
    const journal = (wish: object) => (asked.push(wish), [])
    const { api } = await startSmallKiosk({ settings: { office: office({ journal }) } })
    need(await api.viewJournal(boss))
    need(await api.viewJournal({ before: 9, saleId: 's', ...boss }))
    expect(asked).toEqual([
      { before: null, saleId: null, limit: 50 },
      { before: 9, saleId: 's', limit: 50 },
    ])
  })

  it('has the ledger judged once for all who ask meanwhile, and again afterwards', async () => {
    let judged = 0
    const verdict = Promise.withResolvers<never>()
    const verify = () => ((judged += 1), verdict.promise)
    const { api } = await startSmallKiosk({ settings: { office: office({ verify }) } })
    const both = [api.verifyLedger(boss), api.verifyLedger(technician)]
    await expect.poll(() => judged).toBe(1)
    verdict.resolve({ sound: true, rows: 3 } as never)
    expect((await Promise.all(both)).map(need)).toEqual([
      { sound: true, rows: 3 },
      { sound: true, rows: 3 },
    ])
    expect(judged).toBe(1)
    need(await api.verifyLedger(boss))
    expect(judged).toBe(2)
  })

  it('journals a setting that was changed with what stood there before', async () => {
    const refused = { type: 'setting-refused', faults: [] } as const
    const settings = {
      view: () => [],
      change: (key: string) => (key === 'maxSeats' ? ok({ before: 4 }) : err(refused)),
    }
    const kiosk = await startSmallKiosk({ settings: { office: office({ settings }) } })
    expect(await refusal(kiosk.api.changeSetting({ key: 'other', value: 1, ...boss }))).toEqual(refused)
    expect(need(await kiosk.api.changeSetting({ key: 'maxSeats', value: 6, ...boss }))).toEqual([])
    const [row, before] = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 2 })
    expect(row).toMatchObject({ code: 'SETTING_CHANGED', staffId: 'supervisor' })
    expect(JSON.parse(row!.details)).toEqual({ key: 'maxSeats', before: 4, after: 6 })
    expect(before!.code).not.toBe('SETTING_CHANGED')
    expect(need(await kiosk.api.viewSettings(boss))).toEqual([])
  })

  it.each([
    [
      { outcome: 'printed', evidence: 'e' },
      { outcome: 'printed', reason: '', detail: 'e' },
    ],
    [
      { outcome: 'failed', reason: 'jammed', detail: 'd' },
      { outcome: 'failed', reason: 'jammed', detail: 'd' },
    ],
    [
      { outcome: 'unknown', detail: 'd' },
      { outcome: 'unknown', reason: '', detail: 'd' },
    ],
  ] as const)('prints a test page, and says what became of it: %j', async (outcome, told) => {
    const testPrint = async (printer: string) => (printer === 'a' ? outcome : null)
    const { api } = await startSmallKiosk({ settings: { office: office({ testPrint }) } })
    expect(need(await api.printTestPage({ printer: 'a', ...boss }))).toEqual(told)
    expect(await refusal(api.printTestPage({ printer: 'b', ...boss }))).toEqual({ type: 'unknown-printer' })
  })

  it('writes a diagnosis of how things are, or says that it could not', async () => {
    const seen: object[] = []
    let disk = true
    const diagnose = async (state: object) => {
      if (!disk) throw new Error('no room')
      seen.push(state)
      return 'file'
    }
    const kiosk = await startSmallKiosk({ settings: { office: office({ diagnose }) } })
    const { saleId } = await reviewed(kiosk)
    expect(need(await kiosk.api.makeDiagnostics(technician))).toEqual({ file: 'file' })
    expect(seen).toMatchObject([
      { partner: 'up', canStartSale: true, openSales: [{ saleId, state: 'priced', faulted: false }] },
    ])
    disk = false
    expect(await refusal(kiosk.api.makeDiagnostics(technician))).toEqual({ type: 'not-written' })
  })
})
