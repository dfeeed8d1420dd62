import { describe, expect, it } from 'vitest'
import type { CollectionVoucher } from '../../electron/kiosk/ports/ports.ts'
import type { PrintOutcome } from '../../electron/kiosk/ports/devices.ts'
import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import { collectionCode } from '../../shared/domain/sale/collection-code.ts'
import {
  begun,
  MINUTE,
  need,
  operator,
  paid,
  pin,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

async function scanning(said = operator(), more: SmallKioskOptions = {}) {
  const { kiosk, saleId } = await startAt('paying', { tenders: said.tenders, ...more })
  await expect.poll(() => kiosk.codes()).toContain('TENDER_PENDING')
  return { ...said, kiosk, saleId }
}

async function unanswered(...options: Parameters<typeof scanning>) {
  const scene = await scanning(...options)
  await scene.kiosk.until(() => scene.kiosk.state(scene.saleId) === 'needs-staff')
  return scene
}

function silent() {
  const said = operator()
  said.word.now = { outcome: 'unknown' }
  return said
}

/** Returns the collection code of a customer who leaves after a payment has timed out. */
async function walkedAway(said = operator()) {
  const { kiosk, saleId, ...rest } = await unanswered(said)
  const { sale } = need(await kiosk.api.getKiosk({}))
  const code = sale?.stage.name === 'needs-staff' ? sale.stage.reference : undefined
  if (code === undefined) throw new Error(`no code on the screen: ${JSON.stringify(sale?.stage)}`)
  need(await kiosk.api.dismissSale({ saleId }))
  return { ...rest, kiosk, saleId, code }
}

describe('a payment by a code on the screen', () => {
  it('is in the ledger, with its token and address, before the code is shown', async () => {
    const { kiosk, saleId } = await scanning()
    const firstShown = kiosk.events.findIndex(
      ({ name, payload }) => name === 'sale-changed' && 'shows' in payload.stage && payload.stage.shows !== undefined,
    )
    expect(firstShown).toBeGreaterThan(0)
    expect(kiosk.ledger.find(saleId)).toMatchObject({
      state: 'paying',
      phase: 'begun',
      tender: { provider: { driver: 'test', host: 'https://pay.example', token: 'link-1' } },
    })
    const { sale: view } = need(await kiosk.api.getKiosk({}))
    expect(view?.stage).toMatchObject({ phase: 'waiting', shows: begun.shows, payableMs: 4 * MINUTE })
  })

  it('is asked about by its token until it is decided', async () => {
    const { kiosk, saleId, word, asked } = await scanning()
    await kiosk.until(() => asked.length > 2)
    expect(asked[0]).toMatchObject({ token: 'link-1', host: 'https://pay.example', currency: 'GNF' })
    word.now = paid
    await kiosk.until(() => kiosk.state(saleId) === 'done')
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.codes().filter((code) => code === 'TENDER_UNKNOWN')).toEqual([])
  })

  it('that its customer leaves is a question to staff, and asking goes on', async () => {
    const { kiosk, asked } = await unanswered()
    expect(await kiosk.cases()).toMatchObject([{ question: 'money-moved', asking: true }])
    const before = asked.length
    await kiosk.until(() => asked.length > before)
  })

  it.each(['staff', 'the customer'])(
    'that succeeds late buys the seats, and the tickets wait until %s asks for them',
    async (who) => {
      const { kiosk, saleId, word } = await unanswered()
      word.now = paid
      await kiosk.until(() => kiosk.state(saleId) === 'print-unknown', 30_000)
      const waits = { name: 'print-problem', waits: true, reference: collectionCode(saleId) }
      expect(await kiosk.stage(saleId)).toMatchObject(waits)
      expect(await kiosk.cases()).toMatchObject([{ question: 'collect', tender: 'card', code: waits.reference }])
      expect(kiosk.printed).toEqual([])
      if (who === 'staff') need(await kiosk.settle(saleId, { type: 'reprint' }))
      else need(await kiosk.api.retryPrint({ saleId }))
      expect(await kiosk.stageName(saleId)).toBe('done')
      expect(kiosk.printed.map(({ copyNumber }) => copyNumber)).toEqual([0, 0])
    },
  )

  it('that nobody makes gives the seats back once it surely cannot be paid any more, and not before', async () => {
    const { kiosk, saleId } = await scanning()
    const begunMs = kiosk.clock.now().monoMs
    await kiosk.until(() => kiosk.state(saleId) === 'abandoned', 10_000)
    expect(kiosk.clock.now().monoMs - begunMs).toBeGreaterThan(9 * MINUTE)
    expect(await kiosk.cases()).toEqual([])
  })

  it('is followed after a restart, by what the ledger has of it', async () => {
    const { kiosk, saleId } = await scanning()
    const next = operator()
    next.word.now = paid
    const again = await kiosk.restart({ tenders: next.tenders })
    await again.until(() => ['done', 'print-unknown'].includes(again.state(saleId) ?? ''))
    expect(next.asked[0]).toMatchObject({ token: 'link-1', host: 'https://pay.example' })
  })

  it.each([
    [{ amount: 1 }, { amount: 1, currency: 'GNF' }],
    [{ currency: 'XOF' }, { currency: 'XOF' }],
  ])('that took something else (%j) is no payment of this sale: staff are told what it took', async (took, told) => {
    const { kiosk, saleId, word } = await scanning()
    word.now = { ...paid, ...took }
    await kiosk.until(() => kiosk.state(saleId) === 'needs-staff')
    const [asked] = await kiosk.cases()
    expect(asked).toMatchObject({ question: 'money-moved', differs: told })
    expect(asked).not.toHaveProperty('asking')
    expect(kiosk.printed).toEqual([])
  })

  it('does not begin when the hold cannot cover it', async () => {
    const { tenders } = operator({ decideMs: 10 * MINUTE })
    const { kiosk, saleId } = await startAt('reviewed', { tenders })
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'too-little-time' } })
  })
})

describe('a payment that staff went past', () => {
  async function gonePast(...options: Parameters<typeof scanning>) {
    const { kiosk, saleId, word } = await unanswered(...options)
    need(await kiosk.settle(saleId, { type: 'money-moved', moved: false }))
    await expect.poll(() => ['abandoned', 'priced'].includes(kiosk.state(saleId) ?? '')).toBe(true)
    return { kiosk, saleId, word }
  }
  const answer = (kiosk: KioskFixture, payment: string, said: Parameters<KioskFixture['settle']>[1]) =>
    kiosk.api.settleOpenPayment({ pin, payment, answer: said })

  it('is asked about on, and owed back when it succeeds all the same', async () => {
    const { kiosk, saleId, word } = await gonePast()
    expect(kiosk.state(saleId)).toBe('abandoned')
    const [open] = await kiosk.cases()
    expect(open).toMatchObject({ question: 'payment-open', tender: 'card', amount: 100_000, currency: 'GNF' })
    word.now = paid
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'))
    const [found] = await kiosk.cases()
    if (found?.question !== 'payment-found') throw new Error(found?.question)
    expect(found).toMatchObject({ approval: 'OM-77', amount: 100_000, currency: 'GNF' })
    expect(kiosk.owed()).toEqual([{ currency: 'GNF', amount: 100_000 }])
    need(await answer(kiosk, found.payment, { type: 'paid-back', reference: 'OM-R-1' }))
    expect(await kiosk.cases()).toEqual([])
    expect(kiosk.owed()).toEqual([])
  })

  it('is followed after a restart', async () => {
    const { kiosk } = await gonePast()
    const next = operator()
    next.word.now = paid
    const again = await kiosk.restart({ tenders: next.tenders })
    await again.until(() => again.codes().includes('PAYMENT_FOUND'))
    expect(next.asked[0]).toMatchObject({ token: 'link-1', host: 'https://pay.example' })
  })

  it.each([
    [{ amount: 1 }, { amount: 1, currency: 'GNF' }],
    [{ currency: 'XOF' }, { amount: 100_000, currency: 'XOF' }],
  ])('because it took something else (%j) is owed back as what was taken', async (took, told) => {
    const said = operator()
    said.word.now = { ...paid, ...took }
    const { kiosk } = await gonePast(said)
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'))
    expect(await kiosk.cases()).toMatchObject([{ question: 'payment-found', ...told }])
    expect(kiosk.owed()).toEqual([{ currency: told.currency, amount: told.amount }])
  })

  it('is closed by the provider’s final word', async () => {
    const { kiosk, word } = await gonePast()
    word.now = { outcome: 'refused', reason: 'declined' }
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_CLOSED'))
    expect(await kiosk.cases()).toEqual([])
  })

  it('is closed once no success can be told any more, and not before', async () => {
    const { kiosk } = await gonePast(operator({ lateMs: 60 * MINUTE }))
    const pastMs = kiosk.clock.now().monoMs
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_CLOSED'), 5 * MINUTE)
    expect(kiosk.clock.now().monoMs - pastMs).toBeGreaterThan(60 * MINUTE)
  })

  it('is left to people where the provider says nothing to the end', async () => {
    const { kiosk } = await gonePast(silent())
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_UNRESOLVED'), 30 * MINUTE)
    const [left] = await kiosk.cases()
    if (left?.question !== 'payment-unresolved') throw new Error(left?.question)
    expect(await answer(kiosk, left.payment, { type: 'paid-back', reference: 'x' })).toMatchObject({
      error: { type: 'invalid-answer' },
    })
    need(await answer(kiosk, left.payment, { type: 'money-moved', moved: true, approval: 'OM-9' }))
    expect(await kiosk.cases()).toMatchObject([{ question: 'payment-found', approval: 'OM-9', amount: 100_000 }])
  })

  it('and that staff then see was never made is closed by their word', async () => {
    const { kiosk } = await gonePast(silent())
    const [open] = await kiosk.cases()
    if (open?.question !== 'payment-open') throw new Error(open?.question)
    expect(await answer(kiosk, open.payment, { type: 'money-moved', moved: false })).toMatchObject({ ok: false })
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_UNRESOLVED'), 30 * MINUTE)
    need(await answer(kiosk, open.payment, { type: 'money-moved', moved: false }))
    expect(await kiosk.cases()).toEqual([])
    expect(kiosk.owed()).toEqual([])
  })

  it('does not keep the customer from paying again at a desk: the second payment buys, the first is owed back', async () => {
    const said = operator()
    let calls = 0
    const card = {
      ...said.tenders.card,
      begin: async () => (calls++ === 0 ? begun : ({ outcome: 'approved', approval: 'OM-2' } as const)),
    }
    const { kiosk, saleId } = await startAt('reviewed', { tenders: { card }, settings: { role: 'cashier' } })
    const payment = { saleId, tender: 'card', by: { pin } } as const
    need(await kiosk.api.pay(payment))
    await expect.poll(() => kiosk.codes()).toContain('TENDER_PENDING')
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.until(() => kiosk.state(saleId) === 'needs-staff', 0)
    need(await kiosk.settle(saleId, { type: 'money-moved', moved: false }))
    await expect.poll(() => kiosk.state(saleId)).toBe('priced')
    need(await kiosk.api.pay(payment))
    await expect.poll(() => kiosk.state(saleId)).toBe('done')
    said.word.now = paid
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'))
    expect(kiosk.owed()).toEqual([{ currency: 'GNF', amount: 100_000 }])
    expect(kiosk.state(saleId)).toBe('done')
  })
})

it('a payment that only time says came to nothing is asked about on as long as a success may be told', async () => {
  const { kiosk, saleId, word } = await scanning(operator({ lateMs: 60 * MINUTE }))
  await kiosk.until(() => kiosk.state(saleId) === 'abandoned', 10_000)
  expect(await kiosk.cases()).toEqual([])
  word.now = paid
  await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'), 10_000)
  expect(await kiosk.cases()).toMatchObject([{ question: 'payment-found', approval: 'OM-77' }])
})

describe('the customer would rather not pay', () => {
  const closing = (cancel: TenderTraits['cancel'], said: 'closed' | 'still-open') => {
    const { tenders, ...rest } = operator({ cancel })
    return scanning({ ...rest, tenders: { card: { ...tenders.card, cancel: async () => said } } })
  }

  it('and the provider proves that no money can move: they choose another way', async () => {
    const { kiosk, saleId } = await closing('proves', 'closed')
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.until(() => kiosk.state(saleId) === 'priced', 0)
    expect(await kiosk.stage(saleId)).toMatchObject({ notice: { type: 'payment-cancelled' } })
  })

  it.each([
    ['asks', 'closed'],
    ['proves', 'still-open'],
  ] as const)('a driver that %s, and says %s, proves nothing: the payment stays open', async (cancel, said) => {
    const { kiosk, saleId, word } = await closing(cancel, said)
    need(await kiosk.api.cancelPayment({ saleId }))
    await kiosk.until(() => kiosk.state(saleId) === 'needs-staff', 0)
    word.now = paid
    await kiosk.until(() => kiosk.state(saleId) === 'print-unknown')
  })
})

describe('a customer walks away from a payment', () => {
  const collect = (kiosk: KioskFixture, code: string) => kiosk.api.collectTickets({ code })

  it('and the next one buys while the provider is asked on; the first pays late and comes back', async () => {
    const { kiosk, saleId, code, word, asked } = await walkedAway()
    expect(need(await collect(kiosk, code))).toEqual({ state: 'asking' })

    const next = await kiosk.sold('cash', 1)
    expect(next.shown.stage.name).toBe('done')
    need(await kiosk.api.dismissSale({ saleId: next.saleId }))
    expect(kiosk.printed).toHaveLength(1)
    const before = asked.length
    await kiosk.until(() => asked.length > before)

    word.now = paid
    await kiosk.until(() => kiosk.state(saleId) === 'print-unknown', 30_000)
    expect(kiosk.printed).toHaveLength(1)
    expect(need(await kiosk.api.getKiosk({}))).not.toHaveProperty('behind')
    const typed = `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`
    expect(need(await kiosk.api.findSales({ pin, text: typed }))).toMatchObject([{ saleId }])
    expect(need(await collect(kiosk, typed))).toMatchObject({ state: 'printing', sale: { saleId } })
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(kiosk.printed.map(({ copyNumber }) => copyNumber)).toEqual([0, 0, 0])
    need(await kiosk.api.dismissSale({ saleId }))
    expect(need(await collect(kiosk, code))).toEqual({ state: 'printed' })
  })

  it('and it is refused: nothing was taken', async () => {
    const { kiosk, saleId, code, word } = await walkedAway()
    word.now = { outcome: 'refused', reason: 'declined' }
    await kiosk.until(() => kiosk.state(saleId) === 'abandoned', 30_000)
    expect(need(await collect(kiosk, code))).toEqual({ state: 'not-paid' })
  })

  it('and staff went past it: the code says that it is asked about, then what is owed', async () => {
    const { kiosk, saleId, code, word } = await walkedAway()
    need(await kiosk.settle(saleId, { type: 'money-moved', moved: false }))
    await kiosk.until(() => kiosk.state(saleId) === 'abandoned')
    expect(need(await collect(kiosk, code))).toEqual({ state: 'asking' })
    word.now = paid
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'))
    expect(need(await collect(kiosk, code))).toMatchObject({ state: 'refund-due', amount: 100_000, currency: 'GNF' })
    const [owed] = await kiosk.cases()
    if (owed?.question !== 'payment-found') throw new Error(owed?.question)
    const answer = { type: 'paid-back', reference: 'OM-R-2' } as const
    need(await kiosk.api.settleOpenPayment({ pin, payment: owed.payment, answer }))
    expect(need(await collect(kiosk, code))).toEqual({ state: 'given-back' })
  })

  it('and pays when the seats are gone: the money is due back', async () => {
    const { kiosk, saleId, code, word } = await walkedAway(silent())
    kiosk.pass(10 * MINUTE)
    word.now = paid
    await kiosk.until(() => kiosk.state(saleId) === 'refund-due', 30_000)
    const owed = { reference: code, amount: 100_000, currency: 'GNF' }
    expect(need(await collect(kiosk, code))).toEqual({ state: 'refund-due', ...owed })
    need(await kiosk.settle(saleId, { type: 'ask-again' }))
    need(await kiosk.settle(saleId, { type: 'paid-back', reference: 'OM-88' }))
    expect(need(await collect(kiosk, code))).toEqual({ state: 'given-back' })
  })

  it('and the machine starts again meanwhile', async () => {
    const { kiosk, saleId, code, word } = await walkedAway()
    const again = await kiosk.restart()
    expect(need(await collect(again, code))).toEqual({ state: 'asking' })
    word.now = paid
    await again.until(() => again.state(saleId) === 'print-unknown', 30_000)
    expect(again.printed).toEqual([])
    const later = await again.restart()
    expect(need(await collect(later, code))).toMatchObject({ state: 'printing' })
    await expect.poll(() => later.state(saleId)).toBe('done')
  })

  it('with a slip where there is paper for it', async () => {
    const slips: CollectionVoucher[] = []
    const onPaper = Promise.withResolvers<PrintOutcome>()
    const collectionSlips = { issue: (slip: CollectionVoucher) => (slips.push(slip), onPaper.promise) }
    const { kiosk, saleId } = await unanswered(operator(), { settings: { collectionSlips } })
    const { stage, event, seats, amount } = need(await kiosk.api.getKiosk({})).sale!
    expect(stage).toMatchObject({ name: 'needs-staff', slip: 'coming' })
    const seatCodes = seats.map(({ place }) => place.seatCode)
    const about = { eventTitle: event.title, register: 'kiosk-1', seatCodes, tender: 'card', amount }
    const slip = { why: 'payment-open', code: collectionCode(saleId), ...about }
    expect(slips).toEqual([expect.objectContaining(slip)])
    onPaper.resolve({ outcome: 'failed', reason: 'paper-out', detail: '' })
    await expect.poll(async () => need(await kiosk.api.getKiosk({})).sale?.stage).toMatchObject({ slip: 'none' })
    const [told] = kiosk.events.filter(({ name, payload }) => name === 'sale-changed' && 'slip' in payload.stage)
    expect(told).toBeDefined()
  })

  it('and nobody finds a code by trying: after five wrong ones none is taken for a while, right ones neither', async () => {
    const { kiosk, code } = await walkedAway()
    const wrong = code.startsWith('2') ? '333333' : '222222'
    for (const typed of [wrong, wrong, 'AEIOU0', ' '])
      expect(await refusal(collect(kiosk, typed))).toEqual({ type: 'unknown-code' })
    expect(need(await collect(kiosk, code))).toEqual({ state: 'asking' })
    expect(await refusal(collect(kiosk, wrong))).toEqual({ type: 'unknown-code' })
    expect(await refusal(collect(kiosk, wrong))).toMatchObject({ type: 'codes-locked' })
    expect(await refusal(collect(kiosk, code))).toMatchObject({ type: 'codes-locked' })
    kiosk.pass(5 * MINUTE)
    expect(need(await collect(kiosk, code))).toEqual({ state: 'asking' })
  })

  it('and so many others did that no more payments over a provider begin', async () => {
    const { tenders } = operator({ decideMs: 1_000, settledMs: 60 * MINUTE, lateMs: 60 * MINUTE })
    const kiosk = await startSmallKiosk({ tenders })
    for (let left = 0; left < 20; left++) {
      const { saleId } = await kiosk.paying('card', 1)
      await kiosk.until(() => kiosk.state(saleId) === 'needs-staff', 1_000)
      need(await kiosk.api.dismissSale({ saleId }))
    }
    const { saleId } = await kiosk.reviewed(1)
    const { stage } = need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect(stage).toMatchObject({ name: 'review', notice: { type: 'too-many-open' } })
    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
  })
})
