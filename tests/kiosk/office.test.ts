import { describe, expect, it } from 'vitest'
import type { KioskSettings } from '../../electron/kiosk/kiosk.ts'
import type { OfficePorts } from '../../electron/kiosk/ports/office.ts'
import { err, ok } from '../../shared/domain/result.ts'
import {
  failure,
  need,
  pin,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
  supervisor,
  technician,
} from '../world/kiosk-fixture.ts'
import type { ReconcileView } from '../../shared/api/kiosk/views.ts'
import type { PrintOutcome } from '../../electron/kiosk/ports/devices.ts'

function office(change: Partial<OfficePorts> = {}): OfficePorts {
  return {
    traded: (shiftNo) => (shiftNo === 9 ? null : { sold: [], returned: [] }),
    soldEvents: () => [],
    sellers: () => [],
    saveSales: async () => err({ type: 'no-shift' }),
    journal: () => [],
    verify: async () => ({ sound: true, rows: 3, sales: 0, tickets: 0, findings: [] }) as never,
    people: { list: () => [], add: async () => ok(null), resetPin: async () => ok(null), remove: () => ok(null) },
    settings: { view: () => [], change: () => ok({ before: 4 }) },
    settle: async () => err({ type: 'unreadable-report', line: 1, what: 'empty' }),
    testPrint: async () => null,
    printBadge: async () => null,
    makeCard: async () => ({ saved: { outcome: 'printed', evidence: '/tmp/card.pdf' }, printed: null }),
    checkProviders: async () => [],
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
    const keep = (typed: string) => api.setAccessCode({ eventId, code: typed, ...supervisor })
    expect(await refusal(keep('GUESSED'))).toEqual({ type: 'access-code-refused' })
    expect(await refusal(api.viewSeatsLeft({ eventId, ...supervisor }))).toEqual({ type: 'access-code-refused' })
    expect(need(await api.listAccess(supervisor))).toMatchObject([{ eventId, source: 'typed', refused: true }])
    const code = kiosk.accessCode
    need(await keep(` ${code.slice(0, 5)}-${code.slice(5)} `.toLowerCase()))
    expect(kept).toEqual([code])
    expect(need(await api.listAccess(supervisor))).toMatchObject([{ eventId, source: 'typed', refused: false }])
    const left = need(await api.viewSeatsLeft({ eventId, ...supervisor }))
    expect([left.remaining, left.zones.length]).toEqual([24, 2])
    disk = false
    expect(await refusal(keep(code))).toEqual({ type: 'write-failed' })
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
    expect(await refusal(api.viewSeatsLeft({ eventId: 'x', ...supervisor }))).toEqual({ type: 'no-access-code' })
    refuses = true
    const refused = { type: 'partner-refused', status: 400, code: 'NO' }
    expect(await refusal(api.viewSeatsLeft({ eventId, ...supervisor }))).toEqual(refused)
    expect(await refusal(api.setAccessCode({ eventId, code: 'x', ...supervisor }))).toEqual(refused)
    expect(await refusal(api.listAccess(supervisor))).toEqual(refused)
  })

  it('lists what is under way, and what was sold', async () => {
    const { kiosk, saleId, total, seatIds } = await startAt('reviewed', { settings: { office: office() } })
    const [open] = need(await kiosk.api.listOpenSales(supervisor))
    const expected = { saleId, state: 'priced', amount: total, currency: 'GNF', tender: null, question: null }
    expect(open).toMatchObject(expected)
    expect(open!.seatCodes).toHaveLength(seatIds.length)
    expect(need(await kiosk.api.viewSalesBreakdown(supervisor))).toEqual({
      shiftNo: null,
      trades: [],
      events: [],
      people: [],
    })
    expect(need(await kiosk.api.viewSalesBreakdown({ shiftNo: 1, ...supervisor })).shiftNo).toBe(1)
    expect(await refusal(kiosk.api.viewSalesBreakdown({ shiftNo: 9, ...supervisor }))).toEqual({ type: 'no-shift' })
  })

  it('has the ledger judged once for all who ask meanwhile, and again afterwards', async () => {
    let judged = 0
    const verdict = Promise.withResolvers<never>()
    const verify = () => ((judged += 1), verdict.promise)
    const { api } = await startSmallKiosk({ settings: { office: office({ verify }) } })
    const both = [api.verifyLedger(supervisor), api.verifyLedger(technician)]
    await expect.poll(() => judged).toBe(1)
    verdict.resolve({ sound: true, rows: 3 } as never)
    expect((await Promise.all(both)).map(need)).toEqual([
      { sound: true, rows: 3 },
      { sound: true, rows: 3 },
    ])
    expect(judged).toBe(1)
    need(await api.verifyLedger(supervisor))
    expect(judged).toBe(2)
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
    expect(need(await api.printTestPage({ printer: 'a', ...supervisor }))).toEqual(told)
    expect(await refusal(api.printTestPage({ printer: 'b', ...supervisor }))).toEqual({ type: 'unknown-printer' })
  })

  it('writes a diagnosis of how things are, or says that it could not', async () => {
    const seen: object[] = []
    let disk = true
    const diagnose = async (state: object) => {
      if (!disk) throw new Error('no room')
      seen.push(state)
      return 'file'
    }
    const { kiosk, saleId } = await startAt('reviewed', { settings: { office: office({ diagnose }) } })
    expect(need(await kiosk.api.makeDiagnostics(technician))).toEqual({ file: 'file' })
    expect(seen).toMatchObject([
      { partner: 'up', canStartSale: true, openSales: [{ saleId, state: 'priced', faulted: false }] },
    ])
    disk = false
    expect(await refusal(kiosk.api.makeDiagnostics(technician))).toEqual({ type: 'write-failed' })
  })
})

type Listed = Readonly<Record<string, unknown>>

async function sell(kiosk: KioskFixture, count: number): Promise<string> {
  const { saleId } = await kiosk.sold('card', count)
  need(await kiosk.api.dismissSale({ saleId }))
  return saleId
}

async function compared({ api }: KioskFixture, shiftNo?: number): Promise<ReconcileView> {
  need(await api.startReconcile({ pin, ...(shiftNo !== undefined && { shiftNo }) }))
  const view = async () => need(await api.viewReconcile({ pin }))
  await expect.poll(async () => (await view())?.csv, { interval: 1 }).toBe('table')
  return (await view())!
}

function tampering() {
  const service: { turn: ((tickets: Listed[]) => Listed[] | 'down') | null } = { turn: null }
  const line: SmallKioskOptions['line'] = async (path, forward) => {
    const reply = await forward()
    if (!service.turn || path !== 'GET /tickets') return reply
    const body = (await reply.json()) as { data: { tickets: Listed[] } }
    const tickets = service.turn(body.data.tickets)
    return tickets === 'down' ? new Response('', { status: 503 }) : Response.json({ ...body, data: { tickets } })
  }
  return { service, line }
}

describe('a comparison with the service', () => {
  it('agrees, or lists each difference; each closed shift can be compared', async () => {
    const { service, line } = tampering()
    const kiosk = await startSmallKiosk({ line })
    const { api } = kiosk
    expect(need(await api.viewReconcile({ pin }))).toBeNull()
    const first = await sell(kiosk, 2)
    await sell(kiosk, 3)
    const { saleId: given } = await kiosk.reviewed(1)
    need(await api.abandonSale({ saleId: given, reason: 'cancelled' }))
    await kiosk.sales.settled(given)
    expect(await compared(kiosk)).toMatchObject({ shiftNo: 1, sales: 3, asked: 3, agreed: 5, differences: [] })
    service.turn = (tickets) =>
      tickets.length === 2
        ? tickets.slice(1)
        : tickets.map((each, n) => (n > 0 ? each : { ...each, qr_code: 'e'.repeat(32) }))
    const differing = await compared(kiosk)
    expect(differing).toMatchObject({ agreed: 3, differences: [{ saleId: first, state: 'done' }, {}] })
    expect(differing.differences.map(({ kind }) => kind)).toEqual(['not-listed', 'differs'])
    service.turn = () => 'down'
    expect((await compared(kiosk)).differences.map(({ kind }) => kind)).toEqual(['not-asked', 'not-asked', 'not-asked'])
    service.turn = null
    need(await api.closeShift({ pin, kind: 'Z' }))
    await sell(kiosk, 1)
    expect(await compared(kiosk)).toMatchObject({ shiftNo: 2, sales: 1, agreed: 1 })
    expect(await compared(kiosk, 1)).toMatchObject({ shiftNo: 1, sales: 3, agreed: 5, differences: [] })
    expect(await refusal(api.startReconcile({ pin, shiftNo: 3 }))).toEqual({ type: 'no-shift' })
    expect(kiosk.codes().filter((code) => code === 'RECONCILED')).toHaveLength(5)
  })

  it('ends with the program, and is not in the journal then; until then it is one and the same', async () => {
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kiosk = await startSmallKiosk({
      async line(path, forward) {
        if (path === 'GET /tickets') {
          asked.resolve()
          await answer.promise
        }
        return forward()
      },
    })
    await sell(kiosk, 1)
    const begun = need(await kiosk.api.startReconcile({ pin }))
    expect(begun).toMatchObject({ sales: 1, asked: 0, doneUtc: null })
    await asked.promise
    expect(need(await kiosk.api.startReconcile({ pin })).startedUtc).toBe(begun.startedUtc)
    const stopped = kiosk.stop()
    answer.resolve()
    await stopped
    expect((await kiosk.restart({})).codes()).not.toContain('RECONCILED')
  })

  it('agrees on tickets that were cancelled with their refund, and names one that the service cancelled by itself', async () => {
    const { service, line } = tampering()
    const kiosk = await startSmallKiosk({ line })
    const saleId = await sell(kiosk, 2)
    const [back = '', kept = ''] = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
    const by = { staff: 'cashier', pin, second: { staff: 'supervisor', pin } }
    const wish = { saleId, ticketIds: [back], kind: 'refund' as const, reason: 'malade' }
    const { file } = need(await kiosk.api.returnTickets({ ...by, ...wish }))
    expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    await sell(kiosk, 2)
    expect(await compared(kiosk)).toMatchObject({ sales: 2, agreed: 3, differences: [] })
    service.turn = (tickets) => tickets.map((each) => (each['id'] === kept ? { ...each, status: 'CANCELLED' } : each))
    expect(await compared(kiosk)).toMatchObject({
      agreed: 2,
      differences: [{ kind: 'differs', ticketId: kept, here: 'status SOLD', there: 'status CANCELLED' }],
    })
  })
})

describe('people', () => {
  it('sign in and out by number and PIN, and the journal has them', async () => {
    const kiosk = await startSmallKiosk()
    const handle = expect.stringMatching(/^[\da-f-]{36}$/u) as string
    expect(need(await kiosk.api.signIn({ pin }))).toEqual({ number: null, name: '', role: 'supervisor', handle })
    const expected = { number: 'technician', name: '', role: 'technician', handle }
    expect(need(await kiosk.api.signIn(technician))).toEqual(expected)
    expect(await refusal(kiosk.api.signIn({ staff: 'nobody', pin }))).toEqual({ type: 'wrong-pin' })
    need(await kiosk.api.signOut({ reason: 'left', ...technician }))
    const rows = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 3 })
    expect(rows.map(({ code, staffId }) => [code, staffId])).toEqual([
      ['SIGNED_OUT', 'technician'],
      ['SIGNED_IN', 'technician'],
      ['SIGNED_IN', 'counter'],
    ])
  })

  it('end the program, or set it up again, only where its shell lets them and no sale is open', async () => {
    const closed = await startSmallKiosk()
    const notOffered = { type: 'quit-not-offered' }
    expect(await refusal(closed.api.quitProgram(technician))).toEqual(notOffered)
    expect(await refusal(closed.api.setUpAgain(technician))).toEqual(notOffered)
    const service = need(await closed.api.viewService(technician))
    expect(service).toMatchObject({ mayQuit: false })
    expect(service).not.toHaveProperty('maySetUp')

    const done: string[] = []
    const settings = { quit: () => void done.push('quit'), setUpAgain: async () => void done.push('set up') }
    const kiosk = await startSmallKiosk({ settings })
    expect(need(await kiosk.api.viewService(technician))).toMatchObject({ mayQuit: true, maySetUp: true })
    const { saleId } = await kiosk.reviewed()
    expect(await refusal(kiosk.api.setUpAgain(technician))).toEqual({ type: 'sale-in-progress' })
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    await expect.poll(() => kiosk.ledger.unfinished()).toEqual([])
    need(await kiosk.api.setUpAgain(technician))
    expect(kiosk.codes().at(-1)).toBe('SETUP_REOPENED')
    need(await kiosk.api.quitProgram(technician))
    expect(done).toEqual(['set up', 'quit'])
  })

  it('measure the screen, which is kept before it is taken', async () => {
    let disk = true
    const saved: object[] = []
    const saveScreen = (measure: object): void => {
      if (!disk) throw new Error('no room')
      saved.push(measure)
    }
    const kiosk = await startSmallKiosk({ settings: { saveScreen } })
    const measure = { pixelsPerMillimetre: 3.5, screenBottomMillimetres: 700 }
    expect(await refusal(kiosk.api.measureScreen({ ...measure, pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    expect(saved).toEqual([])
    need(await kiosk.api.measureScreen({ ...measure, ...supervisor }))
    const [row] = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 1 })
    expect(row).toMatchObject({ code: 'SCREEN_MEASURED', staffId: 'supervisor' })
    const before = { pixelsPerMillimetre: 4, screenBottomMillimetres: 800 }
    expect(JSON.parse(row!.details)).toEqual({ before, measure })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject(measure)
    expect(kiosk.events).toContainEqual({ name: 'screen-measured', payload: measure })
    disk = false
    const other = { pixelsPerMillimetre: 5, screenBottomMillimetres: 0 }
    expect(await refusal(kiosk.api.measureScreen({ ...other, ...supervisor }))).toEqual({ type: 'not-saved' })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject(measure)
    expect(saved).toEqual([measure])
    expect(kiosk.codes().filter((code) => code === 'SCREEN_MEASURED')).toHaveLength(1)
  })

  it('are not waited for by a service that is slow, nor do they wait for it', async () => {
    const [first, second] = [Promise.withResolvers<PrintOutcome>(), Promise.withResolvers<PrintOutcome>()]
    const turns = [first, second]
    const print = () => turns.shift()!.promise
    const { kiosk, saleId } = await startAt('paying', { tickets: { print } }, 'card', 1)
    first.resolve({ outcome: 'unknown', detail: '' })
    await kiosk.sales.settled(saleId)
    let answered = false
    const reply = kiosk.settle(saleId, { type: 'reprint' })
    void reply.then(() => (answered = true))
    await expect.poll(() => kiosk.state(saleId)).toBe('printing')
    kiosk.pass(3_999)
    need(await kiosk.api.getKiosk({}))
    expect(answered).toBe(false)
    kiosk.pass(1)
    expect(need(await reply)).toEqual([])
    second.resolve({ outcome: 'printed', evidence: 'late' })
    expect(await kiosk.stageName(saleId)).toBe('done')
  })
})
