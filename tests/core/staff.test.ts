import { describe, expect, it } from 'vitest'
import type { PrinterReport, PrintOutcome } from '../../electron/core/ports/printer.ts'
import { codesOf, need, PAPER_OUT, pin, refusal, reviewed, shown, startSmallKiosk } from '../world/small-kiosk.ts'

const boss = { staff: 'supervisor', pin }
const technician = { staff: 'technician', pin }

describe('people', () => {
  it('sign in and out by number and PIN, and the journal has them', async () => {
    const kiosk = await startSmallKiosk()
    const handle = expect.stringMatching(/^[\da-f-]{36}$/u) as string
    expect(need(await kiosk.api.signIn({ pin }))).toEqual({ number: null, name: '', role: 'supervisor', handle })
    expect(need(await kiosk.api.signIn(technician))).toEqual({
      number: 'technician',
      name: '',
      role: 'technician',
      handle,
    })
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
    const { saleId } = await reviewed(kiosk)
    expect(await refusal(kiosk.api.setUpAgain(technician))).toEqual({ type: 'sale-in-progress' })
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    await expect.poll(() => kiosk.ledger.unfinished()).toEqual([])
    need(await kiosk.api.setUpAgain(technician))
    expect(codesOf(kiosk).at(-1)).toBe('SET_UP_AGAIN')
    need(await kiosk.api.quitProgram(technician))
    expect(done).toEqual(['set up', 'quit'])
  })

  it('see how the machine’s devices are', async () => {
    const report = (name: string, status: PrinterReport['status']): PrinterReport => {
      return { name, roles: ['tickets'], paper: 'a4', status, stoodIn: 2 }
    }
    const reports = [
      report('a', { state: 'ready', paperLow: true }),
      report('b', { state: 'ready' }),
      report('c', { ...PAPER_OUT, detail: 'no paper' }),
    ]
    const kiosk = await startSmallKiosk({ printers: { report: async () => reports } })
    const { printers, partner, printer } = need(await kiosk.api.viewService(technician))
    expect([partner.state, printer]).toEqual(['up', { state: 'ready', reason: '' }])
    const same = { roles: ['tickets'], stoodIn: 2 }
    expect(printers).toEqual([
      { ...same, name: 'a', state: 'ready', reason: '', detail: '', paperLow: true },
      { ...same, name: 'b', state: 'ready', reason: '', detail: '', paperLow: false },
      { ...same, name: 'c', state: 'not-ready', reason: 'paper-out', detail: 'no paper', paperLow: false },
    ])
  })

  it('measure the screen, which is kept before it is taken', async () => {
    let disk = true
    const saved: object[] = []
    const saveScreen = (measure: object): void => {
      if (!disk) throw new Error('no room')
      saved.push(measure)
    }
    const kiosk = await startSmallKiosk({ settings: { saveScreen } })
    const measure = { pixelsPerMillimetre: 3.5, screenFootMillimetres: 700 }
    expect(await refusal(kiosk.api.measureScreen({ ...measure, pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    expect(saved).toEqual([])
    need(await kiosk.api.measureScreen({ ...measure, ...boss }))
    const [row] = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 1 })
    expect(row).toMatchObject({ code: 'SCREEN_MEASURED', staffId: 'supervisor' })
    const before = { pixelsPerMillimetre: 4, screenFootMillimetres: 800 }
    expect(JSON.parse(row!.details)).toEqual({ before, measure })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject(measure)
    expect(kiosk.events).toContainEqual({ name: 'screen-measured', payload: measure })
    disk = false
    const other = { pixelsPerMillimetre: 5, screenFootMillimetres: 0 }
    expect(await refusal(kiosk.api.measureScreen({ ...other, ...boss }))).toEqual({ type: 'not-saved' })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject(measure)
    expect(saved).toEqual([measure])
    expect(codesOf(kiosk).filter((code) => code === 'SCREEN_MEASURED')).toHaveLength(1)
  })

  it('are not waited for by a service that is slow, nor do they wait for it', async () => {
    const [first, second] = [Promise.withResolvers<PrintOutcome>(), Promise.withResolvers<PrintOutcome>()]
    const turns = [first, second]
    const print = () => turns.shift()!.promise
    const kiosk = await startSmallKiosk({ tickets: { print } })
    const { saleId } = await reviewed(kiosk, 1)
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    first.resolve({ outcome: 'unknown', detail: '' })
    await kiosk.sales.settled(saleId)
    let answered = false
    const reply = kiosk.api.settleStaffCase({ saleId, answer: { type: 'reprint' }, ...boss })
    void reply.then(() => (answered = true))
    await expect.poll(() => kiosk.sales.find(saleId)?.state).toBe('printing')
    kiosk.pass(3_999)
    need(await kiosk.api.getKiosk({}))
    expect(answered).toBe(false)
    kiosk.pass(1)
    expect(need(await reply)).toEqual([])
    second.resolve({ outcome: 'printed', evidence: 'late' })
    expect((await shown(kiosk, saleId)).stage.name).toBe('done')
  })
})
