import { describe, expect, it } from 'vitest'
import { need, PAPER_OUT, refusal, reviewed, shown, startSmallKiosk, visited } from '../world/small-kiosk.ts'

describe('a kiosk', () => {
  it('tells its screens what it is set up for, and leaves out what it is not', async () => {
    const plain = await startSmallKiosk()
    const { deviceId, tenders, ...info } = need(await plain.api.getKiosk({}))
    expect([deviceId, tenders]).toEqual(['kiosk-1', ['card', 'cash']])
    const optional = ['numerals', 'theme', 'readBack', 'role', 'shortcuts', 'attended', 'storageFull', 'lockAfterMs']
    for (const key of optional) expect(info).not.toHaveProperty(key)
    const settings = {
      numerals: 'arabic',
      theme: 'night',
      role: 'cashier',
      shortcuts: {},
      lockAfterMs: 0,
      people: () => ({ hasStaff: true }) as const,
    } as const
    const { people, ...told } = settings
    const kiosk = await startSmallKiosk({ settings })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject({
      ...told,
      ...people(),
      partner: { state: 'up' },
      parked: [],
    })
  })

  it('lets customers read the conditions in their language, or in its own where there is no other', async () => {
    const plain = await startSmallKiosk()
    expect(need(await plain.api.readTerms({ language: 'fr' }))).toBeNull()
    expect(need(await plain.api.getKiosk({}))).not.toHaveProperty('terms')
    const seller = { name: 'Stade', address: 'Nongo', contact: '620', taxNumber: '', taxRate: 18 }
    const texts = { conditions: { fr: 'Conditions', pt: 'Condições' }, privacy: { pt: 'Privacidade' }, version: '2' }
    const kiosk = await startSmallKiosk({ settings: { terms: { seller, texts }, taxRate: 18 } })
    expect(need(await kiosk.api.getKiosk({}))).toMatchObject({ terms: { seller: 'Stade' }, taxRate: 18 })
    const { taxRate: _, ...named } = seller
    expect(need(await kiosk.api.readTerms({ language: 'ar' }))).toEqual({
      seller: named,
      version: '2',
      conditions: { language: 'fr', text: 'Conditions' },
      privacy: { language: 'pt', text: 'Privacidade' },
    })
  })

  it('tells its screens when tickets come out of another printer', async () => {
    let standsIn: string | null = null
    const kiosk = await startSmallKiosk({ printers: { standsIn: () => standsIn } })
    const { saleId } = await reviewed(kiosk)
    need(await kiosk.api.getKiosk({}))
    standsIn = 'second'
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    await expect
      .poll(() => kiosk.events.findLast(({ name }) => name === 'printer-changed')?.payload)
      .toEqual({ state: 'ready', reason: '', standsIn: true })
    standsIn = null
    need(await kiosk.api.cancelPayment({ saleId }))
    await expect
      .poll(() => kiosk.events.findLast(({ name }) => name === 'printer-changed')?.payload)
      .toEqual({ state: 'ready', reason: '' })
  })

  it('tells its screens while its printer has to be waited for', async () => {
    let report: (awaited: boolean) => void = () => {}
    const kiosk = await startSmallKiosk({ printers: { onAwaited: (listener) => (report = listener) } })
    need(await kiosk.api.getKiosk({}))
    report(true)
    report(false)
    expect(kiosk.events.filter(({ name }) => name === 'printer-changed').slice(-2)).toMatchObject([
      { payload: { state: 'ready', awaited: true } },
      { payload: { state: 'ready', reason: '' } },
    ])
  })

  it('shows its screen although its printer does not answer', async () => {
    let isOff = false
    const status = () => (isOff ? new Promise<never>(() => {}) : Promise.resolve({ state: 'ready' } as const))
    const kiosk = await startSmallKiosk({ tickets: { status } })
    isOff = true
    const opened = kiosk.api.getKiosk({})
    await expect.poll(() => kiosk.sleepsFor(2_000)).toBe(true)
    kiosk.pass(2_000)
    expect(need(await opened).printer).toEqual({ state: 'unknown', reason: '' })
  })

  it('asks its printer no oftener than something about it may have changed', async () => {
    let asked = 0
    const status = async () => ((asked += 1), { state: 'ready' } as const)
    const kiosk = await startSmallKiosk({ tickets: { status } })
    await reviewed(kiosk)
    const before = asked
    const { saleId } = need(await kiosk.api.getKiosk({})).sale!
    need(await kiosk.api.changeSeats({ saleId }))
    await shown(kiosk, saleId)
    expect(asked - before).toBe(2)
  })

  it('finds the service again by itself, and asks nobody to wait for it meanwhile', async () => {
    let away = false
    const kiosk = await startSmallKiosk({
      line: (_path, forward) => (away ? Promise.reject(new Error('away')) : forward()),
    })
    const list = () => kiosk.api.listEvents({ page: 2, limit: 1 })
    const told = () => kiosk.events.flatMap((event) => (event.name === 'partner-changed' ? [event.payload.state] : []))
    const unreachable = { type: 'partner-unreachable' }
    need(await list())
    away = true
    for (let call = 1; call <= 3; call += 1) expect(await refusal(list())).toEqual(unreachable)
    expect(told()).toEqual(['down'])
    expect(need(await kiosk.api.getKiosk({})).partner).toEqual({ state: 'down' })
    const before = kiosk.asked.length
    expect(await refusal(list())).toEqual(unreachable)
    kiosk.pass(2_999)
    expect(kiosk.asked).toHaveLength(before)
    kiosk.pass(1)
    await expect.poll(() => kiosk.asked.length).toBe(before + 1)
    away = false
    kiosk.pass(3_000)
    await expect.poll(told).toEqual(['down', 'up'])
    const found = kiosk.asked.length
    kiosk.pass(60_000)
    need(await kiosk.api.getKiosk({}))
    expect(kiosk.asked).toHaveLength(found)
  })

  it('may be taken away only when nobody would notice', async () => {
    const kiosk = await startSmallKiosk({ settings: { quietMs: 60_000 } })
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(60_000)
    expect(kiosk.blocker()).toBeNull()
    need(await kiosk.api.noteAttention({ inUse: true }))
    kiosk.pass(89_999)
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(1)
    expect(kiosk.blocker()).toBeNull()
    need(await kiosk.api.noteAttention({ inUse: false }))
    kiosk.pass(59_999)
    expect(kiosk.blocker()).toBe('attention')
    kiosk.pass(1)
    const looking = kiosk.api.getKiosk({})
    expect(kiosk.blocker()).toBe('work')
    need(await looking)
    const { saleId } = await visited(kiosk)
    expect(kiosk.blocker()).toBe('sale')
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    expect(kiosk.blocker()).toBeNull()
  })

  it('journals its start and its end, and how many sales went on', async () => {
    const kiosk = await startSmallKiosk({ tickets: { status: async () => PAPER_OUT } })
    const { saleId } = await reviewed(kiosk)
    const again = await kiosk.restart()
    await again.sales.settled(saleId)
    const rows = again.ledger.journalLines({ before: null, saleId: null, limit: 100 }).toReversed()
    const starts = rows.filter(({ code }) => ['START', 'STOP', 'RECOVERED_START'].includes(code))
    expect(starts.map(({ code }) => code)).toEqual(['START', 'STOP', 'RECOVERED_START'])
    const [first, , second] = starts.map(({ details }) => JSON.parse(details) as object)
    expect(first).toMatchObject({ mode: 'demo', recovered: 0, printer: 'paper-out' })
    expect(second).toMatchObject({ recovered: 1 })
    // No visit is known any more: what was held for it is given back.
    expect(again.ledger.find(saleId)?.state).toBe('abandoned')
  })

  it('opens without a printer that does not answer', async () => {
    const status = () => new Promise<never>(() => undefined)
    const kiosk = await startSmallKiosk({ tickets: { status }, startsForMs: 2_000 })
    const [row] = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 1 })
    expect(JSON.parse(row!.details)).toMatchObject({ printer: 'unknown' })
  })
})
