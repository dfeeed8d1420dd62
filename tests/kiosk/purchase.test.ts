import { describe, expect, it } from 'vitest'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  cashier,
  scriptedDevice,
  failure,
  need,
  pin,
  refusal,
  type KioskFixture,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

async function screenOf({ api }: KioskFixture) {
  const { sale } = need(await api.getKiosk({}))
  if (!sale) throw new Error('no sale on the screen')
  return sale
}

function scripted() {
  const answers = new Map<string, () => Promise<Response>>()
  const line = (path: string, forward: () => Promise<Response>): Promise<Response> => {
    const found = [...answers].find(([start]) => path.startsWith(start))
    return found ? found[1]() : forward()
  }
  const lost = () => Promise.reject(new Error('no line'))
  return { answers, line, lost, refuse: (status: number, code: string) => async () => failure(status, code) }
}

const silent = { outcome: 'unknown', forGood: true } as const

const questions = async (kiosk: KioskFixture) => (await kiosk.cases()).map(({ question }) => question)

it('a sale that nothing hinders is told step by step, its tickets one by one', async () => {
  const kiosk = await startSmallKiosk()
  const { saleId } = await kiosk.paying()
  const { stage: done } = await kiosk.shown(saleId)
  const told = kiosk.events.flatMap((event) => (event.name === 'sale-changed' ? [event.payload.stage] : []))
  const names = told.map(({ name }) => name)
  const expected = ['holding', 'review', 'paying', 'confirming', 'printing', 'done']
  expect(names.filter((name, index) => name !== names[index - 1])).toEqual(expected)
  const printing = told.flatMap((stage) => (stage.name === 'printing' ? [stage.tickets] : []))
  const states = printing.map((tickets) => tickets.map(({ state }) => state).join())
  const changes = states.filter((each, index) => each !== states[index - 1])
  expect(changes.join(' ')).toBe('queued,queued spooling,queued printed,queued printed,spooling')
  const named = kiosk.printed.map(({ ticketNumber, place }) => [ticketNumber, place.seatCode])
  const sale = kiosk.sales.find(saleId)
  const zones = sale && 'order' in sale ? sale.order.seats.map(({ zoneName }) => zoneName) : []
  expect(zones.every((zone) => ['Populaire', 'Loge'].includes(zone))).toBe(true)
  expect(kiosk.printed.map(({ zoneName }) => zoneName)).toEqual(zones)
  const inView = (tickets: (typeof printing)[number]) => tickets.map((each) => [each.ticketNumber, each.seatCode])
  expect(printing.map(inView)).toEqual(printing.map(() => named))
  expect(done.name === 'done' && inView(done.tickets)).toEqual(named)
  expect(printing.flat().every(({ copyNumber }) => copyNumber === 0)).toBe(true)
})

describe('a purchase whose reply is lost', () => {
  it('is looked for under its owner before it is sent again, and bought once; the screen says that it is slow', async () => {
    const { answers, line } = scripted()
    const kiosk = await startSmallKiosk({ line })
    let sent = 0
    answers.set('POST /purchases', () => {
      answers.clear()
      sent += 1
      return Promise.reject(new Error('no line'))
    })
    const { saleId } = await kiosk.paying()
    await kiosk.soon(() => kiosk.state(saleId)).toBe('done')
    const calls = kiosk.asked.map((path) => path.split('?')[0])
    expect(sent).toBe(1)
    expect(calls.indexOf('GET /tickets')).toBeGreaterThan(calls.indexOf('POST /purchases'))
    expect(calls.lastIndexOf('POST /purchases')).toBeGreaterThan(calls.indexOf('GET /tickets'))
    expect(kiosk.codes()).toContain('TICKETS_NOT_FOUND')
    const slow = kiosk.events.flatMap(({ name, payload }) =>
      name === 'sale-changed' && payload.stage.name === 'confirming' ? [payload.stage.slow] : [],
    )
    expect(slow.filter((each, index) => each !== slow[index - 1])).toEqual([false, true])
  })

  it.each<[string, () => Response]>([
    [
      'is lost',
      () => {
        throw new Error('the reply is lost')
      },
    ],
    ['is a proxy’s page', () => new Response('<html>welcome</html>')],
    ['is a fault that came after the sale', () => new Response('', { status: 500 })],
    ['is a refusal that came after the sale', () => new Response('', { status: 409 })],
  ])('because it %s: what went through is found, and not sent again', async (_, reply) => {
    const kiosk = await startSmallKiosk({
      line: async (path, forward) => {
        const answer = await forward()
        return path === 'POST /purchases' ? reply() : answer
      },
    })
    const { saleId } = await kiosk.paying()
    await kiosk.soon(() => kiosk.state(saleId)).toBe('done')
    expect(kiosk.asked.filter((path) => path.startsWith('POST /purchases'))).toHaveLength(1)
    expect(kiosk.codes()).toContain('TICKETS_FOUND')
  })
})

it('a service out of reach with money in the sale leaves it to staff, who give it back only once nothing can be sold any more, and after another look', async () => {
  const { answers, line, lost } = scripted()
  const kiosk = await startSmallKiosk({ line })
  answers.set('POST /purchases', () => {
    answers.set('GET', lost)
    return lost()
  })
  const { saleId } = await kiosk.paying()
  await kiosk.soon(() => kiosk.state(saleId), 15_000).toBe('needs-staff')
  expect((await screenOf(kiosk)).stage).toMatchObject({ name: 'needs-staff', reason: 'service-unreachable' })
  const [open] = await kiosk.cases()
  expect(open).toMatchObject({ question: 'service-unreachable', tender: 'card' })
  for (const wrong of [
    { type: 'money-moved', moved: false },
    { type: 'ask-again' },
    { type: 'settled-manually', reference: '' },
    { type: 'paid-back', reference: 'R' },
    { type: 'print-scanned' },
    { type: 'reprint' },
  ] as const)
    expect(await refusal(kiosk.settle(saleId, wrong))).toEqual({ type: 'invalid-answer' })
  expect(need(await kiosk.api.listOpenSales(cashier))).toMatchObject([
    { saleId, state: 'needs-staff', question: 'service-unreachable', tender: 'card' },
  ])

  await kiosk.soon(async () => (await kiosk.cases())[0], 15_000).toMatchObject({ fenced: true })
  need(await kiosk.settle(saleId, { type: 'give-back' }))
  expect(kiosk.state(saleId)).toBe('refund-due')
  expect(await questions(kiosk)).toEqual(['pay-back'])
  answers.clear()
  expect(need(await kiosk.settle(saleId, { type: 'paid-back', reference: 'R-7' }))).toEqual([])
  expect(kiosk.asked.at(-1)).toMatch(/^GET \/tickets/u)
  expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'refunded' })
  expect(kiosk.slips).toMatchObject([{ kind: 'unsold', back: [{ kind: 'card', reference: 'R-7' }] }])
})

describe('a paid sale whose service sold it and refuses every question', () => {
  async function paidForNothing() {
    const service = { reads: 'other' as 'other' | 'refused' | 'true' }
    const kiosk = await startSmallKiosk({
      async line(path, forward) {
        const reply = await forward()
        if (path === 'POST /purchases') return new Response('<html>bad gateway</html>', { status: 502 })
        if (path !== 'GET /tickets' || service.reads === 'true') return reply
        if (service.reads === 'refused') return failure(404, 'NOT_FOUND')
        return new Response((await reply.text()).replaceAll('"SOLD"', '"CANCELLED"'))
      },
    })
    const { saleId } = await kiosk.sold('cash', 1)
    service.reads = 'refused'
    const settle = (answer: Parameters<KioskFixture['settle']>[1], at = kiosk) =>
      at.whilePassing(at.settle(saleId, answer))
    need(await settle({ type: 'ask-again' }))
    const looks = () => kiosk.asked.filter((path) => path === 'GET /tickets').length
    const firstCase = async (at = kiosk) => (await at.cases())[0]
    return { kiosk, saleId, service, settle, looks, firstCase }
  }

  it('is given back by staff, after one more look, which was in vain', async () => {
    const { kiosk, saleId, settle, looks, firstCase } = await paidForNothing()
    expect(await firstCase()).toMatchObject({ question: 'service-unreachable', fenced: false })
    need(await settle({ type: 'give-back' }))
    expect(await firstCase()).toMatchObject({ question: 'pay-back', look: 'wanted' })
    const before = looks()
    need(await settle({ type: 'ask-again' }))
    expect(looks()).toBe(before + 1)
    expect(await firstCase()).toMatchObject({ question: 'pay-back', look: 'unreachable' })
    need(await settle({ type: 'paid-back', reference: 'R-7' }))
    expect(looks()).toBe(before + 1)
    expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'refunded', refundReference: 'R-7' })
  })

  it.each([{ type: 'paid-back', reference: 'R-7' }, { type: 'ask-again' }] as const)(
    'is compared before money is booked as given back or handed out, and its tickets are printed: %j',
    async (answer) => {
      const { kiosk, saleId, service, settle, firstCase } = await paidForNothing()
      need(await settle({ type: 'give-back' }))
      service.reads = 'true'
      expect(await refusal(settle(answer))).toEqual({ type: 'tickets-turned-up' })
      expect(await kiosk.stageName(saleId)).toBe('done')
      expect(await firstCase()).toBeUndefined()
    },
  )

  it('is over where staff handed its tickets out otherwise, and its money stays taken', async () => {
    const { kiosk, saleId, settle, firstCase } = await paidForNothing()
    expect(await refusal(settle({ type: 'settled-manually', reference: '' }))).toEqual({ type: 'invalid-answer' })
    need(await settle({ type: 'settled-manually', reference: '88' }))
    expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'done', tickets: [] })
    expect(await firstCase()).toBeUndefined()
  })

  it('is still what staff decided after a restart, and what is to be asked is asked then', async () => {
    const { kiosk, saleId, service, settle, firstCase } = await paidForNothing()
    need(await settle({ type: 'give-back' }))
    need(await settle({ type: 'ask-again' }))
    // A reply from the service expires after ten minutes, so the kiosk must query the service again.
    kiosk.pass(601_000)
    const again = await kiosk.restart()
    service.reads = 'true'
    expect(await firstCase(again)).toMatchObject({ saleId, question: 'pay-back', look: 'wanted' })
    expect(await refusal(settle({ type: 'paid-back', reference: 'R-8' }, again))).toEqual({ type: 'tickets-turned-up' })
  })
})

describe('a purchase that is refused for good', () => {
  it('stops the next payment until staff resume, and not the same purchase from being repeated', async () => {
    const { answers, line, refuse } = scripted()
    const kiosk = await startSmallKiosk({ line })
    answers.set('POST /purchases', refuse(400, 'NAME_REQUIRED'))
    const { saleId } = await kiosk.paying()
    const refused = { status: 400, code: 'NAME_REQUIRED' }
    await kiosk.soon(async () => need(await kiosk.api.getKiosk({})).purchasesRefused).toEqual(refused)
    expect((await screenOf(kiosk)).stage).toMatchObject({ name: 'needs-staff', reason: 'purchase-refused' })
    expect(await questions(kiosk)).toEqual(['purchase-refused'])
    expect(need(await kiosk.api.viewService(cashier)).readiness.issues).toEqual([
      { type: 'purchasing-suspended', ...refused },
    ])
    expect(kiosk.events).toContainEqual({ name: 'purchases-changed', payload: { purchasesRefused: refused } })
    need(await kiosk.api.dismissSale({ saleId }))
    const start = () => kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(start())).toEqual({ type: 'purchasing-suspended' })
    expect(await refusal(kiosk.api.resumePurchases(cashier))).toEqual({ type: 'not-allowed' })
    expect(await refusal(kiosk.api.resumePurchases({ pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    need(await kiosk.api.resumePurchases({ staff: 'technician', pin }))
    expect(need(await kiosk.api.getKiosk({}))).not.toHaveProperty('purchasesRefused')
    need(await start())
    answers.clear()
    await kiosk.soon(() => kiosk.state(saleId)).toBe('done')
    const expected = ['PURCHASING_SUSPENDED', 'PURCHASING_RESUMED']
    expect(kiosk.codes().filter((code) => code.startsWith('PURCHASING'))).toEqual(expected)
  })

  it('lets nobody pay whose seats were held before, at the screen or put aside', async () => {
    const { answers, line, refuse } = scripted()
    const kiosk = await startSmallKiosk({ line, settings: { role: 'cashier' } })
    const parked = await kiosk.reviewed(1)
    need(await kiosk.api.parkSale({ saleId: parked.saleId, ...cashier }))
    answers.set('POST /purchases', refuse(400, 'NAME_REQUIRED'))
    const { saleId } = await kiosk.reviewed(1)
    need(await kiosk.api.pay({ saleId, tender: 'card', by: cashier }))
    await kiosk.soon(() => kiosk.codes()).toContain('PURCHASING_SUSPENDED')
    need(await kiosk.api.dismissSale({ saleId }))
    need(await kiosk.api.recallSale({ saleId: parked.saleId, ...cashier }))
    const pay = kiosk.api.pay({ saleId: parked.saleId, tender: 'card', by: cashier })
    expect(await refusal(pay)).toEqual({ type: 'purchasing-suspended' })
    expect((await screenOf(kiosk)).stage.name).toBe('review')
  })

  it('stands over a restart, and ends by itself with a purchase that is taken', async () => {
    const { answers, line, refuse } = scripted()
    const kiosk = await startSmallKiosk({ line })
    answers.set('POST /purchases', refuse(400, 'NAME_REQUIRED'))
    const { saleId } = await kiosk.paying()
    await kiosk.soon(() => kiosk.codes()).toContain('PURCHASING_SUSPENDED')
    const again = await kiosk.restart()
    expect(need(await again.api.getKiosk({})).purchasesRefused).toEqual({ status: 400, code: 'NAME_REQUIRED' })
    answers.clear()
    await again.soon(() => again.state(saleId)).toBe('done')
    expect(need(await again.api.getKiosk({}))).not.toHaveProperty('purchasesRefused')
    expect(again.codes()).toContain('PURCHASING_RESUMED')
    expect(again.events).toContainEqual({ name: 'purchases-changed', payload: { purchasesRefused: null } })
  })

  it('is not over because the tickets of an earlier sale are found', async () => {
    const { answers, line, lost, refuse } = scripted()
    let hidden: string | null | undefined
    const kiosk = await startSmallKiosk({
      line(path, forward, query) {
        const owner = query.get('owner_ref')
        if (path === 'GET /tickets' && (hidden ??= owner) === owner) return lost()
        if (path !== 'POST /purchases' || answers.has(path)) return line(path, forward)
        answers.set(path, lost)
        return forward().then(lost)
      },
    })
    const earlier = await kiosk.paying()
    await kiosk.soon(() => kiosk.state(earlier.saleId), 15_000).toBe('needs-staff')
    need(await kiosk.api.dismissSale({ saleId: earlier.saleId }))
    answers.set('POST /purchases', refuse(400, 'NAME_REQUIRED'))
    await kiosk.paying()
    await kiosk.soon(() => kiosk.codes()).toContain('PURCHASING_SUSPENDED')
    hidden = ''
    await kiosk.soon(() => kiosk.state(earlier.saleId), 15_000).toBe('done')
    expect(kiosk.codes()).toContain('TICKETS_FOUND')
    expect(kiosk.codes()).not.toContain('PURCHASING_RESUMED')
    expect(need(await kiosk.api.getKiosk({})).purchasesRefused).toEqual({ status: 400, code: 'NAME_REQUIRED' })
  })
})

describe('a terminal that cannot tell', () => {
  it.each([
    [false, 'review'],
    [true, 'done'],
  ])('is looked at by staff, whose word is taken (money moved: %j)', async (moved, stage) => {
    const { kiosk, saleId, total } = await startAt('paying', { tenders: { card: scriptedDevice(silent) } })
    const expected = { name: 'needs-staff', reason: 'payment-unknown', asked: { tender: 'card', amount: total } }
    expect(await kiosk.stage(saleId)).toMatchObject(expected)
    expect(await kiosk.cases()).toMatchObject([{ question: 'money-moved', amount: total }])
    for (const wrong of [
      { type: 'money-moved', moved: false, approval: 'A-7' },
      { type: 'settled-manually', reference: 'x' },
      { type: 'give-back' },
    ] as const)
      expect(await refusal(kiosk.settle(saleId, wrong))).toEqual({ type: 'invalid-answer' })
    expect(await refusal(kiosk.settle('another', { type: 'reprint' }))).toEqual({ type: 'unknown-sale' })
    const answer = { type: 'money-moved', moved, ...(moved && { approval: 'A-7' }) } as const
    expect(need(await kiosk.settle(saleId, answer))).toEqual([])
    expect(await kiosk.stageName(saleId)).toBe(stage)
    expect(await refusal(kiosk.settle(saleId, answer))).toMatchObject({ type: 'invalid-state' })
  })

  it('and whose slip has a number that is known in this shift is asked about once more', async () => {
    const kiosk = await startSmallKiosk({ tenders: { card: scriptedDevice(APPROVED, silent) } })
    const first = await kiosk.sold('card', 1)
    const { orderId } = kiosk.ledger.files.open(first.saleId)!
    need(await kiosk.api.dismissSale(first))
    const { saleId } = await kiosk.sold('card', 1)
    const answer = { type: 'money-moved', moved: true, approval: 'A-1' } as const
    expect(await refusal(kiosk.settle(saleId, answer))).toEqual({ type: 'approval-known', orderId })
    need(await kiosk.settle(saleId, { ...answer, again: true }))
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it('and is not there any more after a restart leaves the question to staff', async () => {
    const stopped = (_request: unknown, signal: AbortSignal) =>
      new Promise<typeof silent>((resolve) => signal.addEventListener('abort', () => resolve(silent)))
    const kiosk = await startSmallKiosk({ tenders: { card: driver({ begin: stopped, ask: async () => silent }) } })
    const { saleId } = await kiosk.paying()
    const again = await kiosk.restart({ tenders: {} })
    await again.soon(() => again.state(saleId), 5000).toBe('needs-staff')
    expect(await questions(again)).toEqual(['money-moved'])
    expect(again.codes()).toContain('TENDER_UNKNOWN')
  })
})

it.each([
  ['answers', async () => silent],
  ['fails', () => Promise.reject(new Error('no device'))],
])(
  'a sale whose rows were lost takes nothing from the device that staff answered for, which %s too late',
  async (_how, late) => {
    const begin = (_request: unknown, signal: AbortSignal) =>
      new Promise<typeof silent>((resolve) => signal.addEventListener('abort', () => resolve(silent)))
    const findings = ['error'] as const
    const { kiosk, saleId } = await startAt('paying', {
      tenders: { card: driver({ begin, ask: async () => silent }) },
      findings,
    })
    let asked = false
    const released = Promise.withResolvers<undefined>()
    const ask = () => ((asked = true), released.promise.then(late))
    const again = await kiosk.restart({
      tenders: { card: driver({ begin, ask }) },
      findings,
      ledger: (ledger) => ({ ...ledger, unconfirmedSales: () => new Set([saleId]) }),
    })
    await again.soon(() => asked).toBe(true)
    expect(need(await again.settle(saleId, { type: 'settled-manually', reference: 'cahier 12' }))).toEqual([])
    const [sale, rows] = [again.sales.find(saleId), again.codes()]
    released.resolve(undefined)
    await new Promise((turn) => setImmediate(turn))
    expect([again.sales.find(saleId), again.sales.faulted(saleId), again.codes()]).toEqual([sale, false, rows])
  },
)
