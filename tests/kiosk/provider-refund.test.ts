import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ports } from '../../electron/kiosk/ports/ports.ts'
import type { PaymentRef, RefundOutcome, RefundRequest, TenderOutcome } from '../../electron/kiosk/ports/devices.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { SaleCase } from '../../shared/api/kiosk/staff-cases.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  cashier,
  failure,
  MINUTE,
  need,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

const desk = { role: 'cashier' } as const

const pending: RefundOutcome = { outcome: 'pending' }

const made: RefundOutcome = { outcome: 'refunded', receipt: 'OM-R-9' }

/**
 * A provider that approves charges. A refund request returns `first`, and a later query of the refund returns
 * `word.now`.
 */
function provider(
  first: RefundOutcome | ((stopping: AbortSignal) => Promise<RefundOutcome>) = pending,
  name = 'test',
  refund: 'api' | 'device' = 'api',
) {
  const word = { now: pending }
  const refunded: (RefundRequest & { readonly payment: string })[] = []
  const asked: RefundRequest[] = []
  const card = driver(
    {
      name,
      host: 'https://pay.example',
      begin: async () => APPROVED,
      ask: async () => APPROVED,
      async refund(payment: PaymentRef, back: RefundRequest, stopping: AbortSignal) {
        refunded.push({ ...back, payment: payment.reference })
        return typeof first === 'function' ? first(stopping) : first
      },
      askRefund: async (_payment: PaymentRef, back: RefundRequest) => (asked.push(back), word.now),
    },
    { refund },
  )
  return { word, refunded, asked, tenders: { card } }
}

async function owing(tenders: Ports['tenders'], ledger: SmallKioskOptions['ledger'] = (own) => own) {
  const { kiosk, saleId, total } = await startAt('reviewed', { tenders, settings: desk, ledger })
  need(await kiosk.api.pay({ saleId, tender: 'card', amount: total / 2, by: cashier }))
  await kiosk.sales.settled(saleId)
  need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
  await kiosk.sales.settled(saleId)
  const [owed] = await kiosk.cases()
  if (owed?.question !== 'pay-back') throw new Error(owed?.question ?? 'nothing is owed')
  return { kiosk, saleId, amount: total / 2, payment: owed.over?.payment ?? '' }
}

const ask = (kiosk: KioskFixture, payment: string) => kiosk.api.askRefund({ ...cashier, second: supervisor, payment })

async function findings({ ledger }: KioskFixture) {
  const path = join(temporaryFolder(), 'archive.jsonl')
  await ledger.archive(path, { monoMs: 0, bootId: 'boot', wallUtc: new Date().toISOString() })
  return (await verifyLedger({ path })).findings.filter(({ severity }) => severity === 'error')
}

describe('money that is owed for a sale', () => {
  it.each([
    ['over the provider', 'api'],
    ['at the device', 'device'],
  ] as const)(
    'goes back %s that took it, by two people, under a reference that is written down before',
    async (_, by) => {
      let atRefund: readonly string[] = []
      const said = provider(
        async () => {
          atRefund = kiosk.codes()
          return pending
        },
        'test',
        by,
      )
      const { kiosk, saleId, payment, amount } = await owing(said.tenders)
      expect(await kiosk.cases()).toMatchObject([{ over: { offered: true, asked: null, failed: null } }])
      expect(need(await ask(kiosk, payment))).toMatchObject([{ question: 'refund-open' }])
      expect(atRefund.at(-1)).toBe('REFUND_REQUESTED')
      expect(said.refunded).toMatchObject([{ amount, approval: 'A-1' }])
      said.word.now = made
      await kiosk.until(() => kiosk.state(saleId) === 'refunded')
      expect(kiosk.ledger.find(saleId)).toMatchObject({ refundReference: 'OM-R-9' })
      expect(said.refunded).toHaveLength(1)
      expect(said.asked[0]?.reference).toBe(said.refunded[0]?.reference)
      expect(kiosk.owed()).toEqual([])
      expect(await kiosk.cases()).toEqual([])
      await expect.poll(() => kiosk.slips.length).toBe(1)
      expect(await findings(kiosk)).toEqual([])
    },
  )

  it('is told to the log, and stops nothing, where the books cannot be read once the provider has said something', async () => {
    const reply = Promise.withResolvers<RefundOutcome>()
    const said = provider(() => reply.promise)
    let readable = true
    const { kiosk, payment } = await owing(said.tenders, (ledger) => ({
      ...ledger,
      openRefunds() {
        if (!readable) throw new Error('disk I/O error')
        return ledger.openRefunds()
      },
    }))
    need(await ask(kiosk, payment))
    readable = false
    reply.resolve(pending)
    await expect.poll(() => kiosk.said).toContainEqual(expect.stringMatching(/^refund\..*disk I\/O error/u))
    readable = true
  })

  it('is booked at once where the provider decides at once', async () => {
    const said = provider(made)
    const { kiosk, saleId, payment } = await owing(said.tenders)
    need(await ask(kiosk, payment))
    await expect.poll(() => kiosk.state(saleId)).toBe('refunded')
  })

  it.each([
    [
      { outcome: 'refused', reason: 'not-enough-money' },
      { by: 'provider', reason: 'not-enough-money' },
    ],
    [{ outcome: 'unavailable' }, { by: 'unsent' }],
  ] as const)(
    'may be asked for once more, under another reference, and is told why, after %j',
    async (first, failed) => {
      const said = provider(first)
      const { kiosk, payment } = await owing(said.tenders)
      need(await ask(kiosk, payment))
      await expect.poll(() => kiosk.codes().at(-1)).toBe('REFUND_CLOSED')
      expect(await kiosk.cases()).toMatchObject([{ question: 'pay-back', over: { offered: true, failed } }])
      need(await ask(kiosk, payment))
      await expect.poll(() => said.refunded.length).toBe(2)
      expect(new Set(said.refunded.map(({ reference }) => reference)).size).toBe(2)
      await expect.poll(() => kiosk.codes().filter((code) => code === 'REFUND_CLOSED').length).toBe(2)
      expect(await findings(kiosk)).toEqual([])
    },
  )

  it.each<RefundOutcome>([pending, { outcome: 'unknown' }, { outcome: 'unavailable' }])(
    'is asked about, and given back by nobody else, while the provider says %j',
    async (silent) => {
      const said = provider({ outcome: 'unknown' })
      said.word.now = silent
      const { kiosk, saleId, payment } = await owing(said.tenders)
      need(await ask(kiosk, payment))
      await kiosk.until(() => said.asked.length > 5, MINUTE)
      for (const answer of [{ type: 'paid-back', reference: 'R-1' }, { type: 'ask-again' }] as const)
        expect(await refusal(kiosk.settle(saleId, answer))).toEqual({ type: 'invalid-answer' })
      expect(await refusal(ask(kiosk, payment))).toEqual({ type: 'refund-not-offered' })
      expect(said.refunded).toHaveLength(1)
      said.word.now = made
      await kiosk.until(() => kiosk.state(saleId) === 'refunded', MINUTE)
      expect(said.refunded).toHaveLength(1)
    },
  )

  it.each([
    ['made, under a number', 'OM-R-7'],
    ['not made', null],
  ])('is settled by staff who saw on the provider’s page that it was %s', async (_, receipt) => {
    const said = provider({ outcome: 'unknown' })
    said.word.now = { outcome: 'unknown' }
    const { kiosk, saleId, payment } = await owing(said.tenders)
    const [open] = need(await ask(kiosk, payment)) as readonly SaleCase[]
    await kiosk.until(() => said.asked.length > 0)
    const refund = open?.over?.asked?.reference ?? ''
    need(await kiosk.api.settleRefund({ ...cashier, refund, receipt }))
    if (receipt === null) {
      // Staff reported that the refund failed, so no new refund at the provider is offered.
      expect(await kiosk.cases()).toMatchObject([
        { question: 'pay-back', over: { offered: false, failed: { by: 'staff' } } },
      ])
      need(await kiosk.settle(saleId, { type: 'paid-back', reference: 'R-1' }))
    }
    await expect.poll(() => kiosk.state(saleId)).toBe('refunded')
    expect(await refusal(kiosk.api.settleRefund({ ...cashier, refund, receipt }))).toEqual({ type: 'refund-over' })
    expect(await findings(kiosk)).toEqual([])
  })

  it('is asked about after a restart, and never asked for twice', async () => {
    const first = provider(
      (stopping) =>
        new Promise((resolve) => stopping.addEventListener('abort', () => resolve({ outcome: 'unavailable' }))),
    )
    const { kiosk, saleId, payment } = await owing(first.tenders)
    need(await ask(kiosk, payment))
    const next = provider()
    const again = await kiosk.restart({ tenders: next.tenders, settings: desk })
    expect(await again.cases()).toMatchObject([{ question: 'refund-open' }])
    next.word.now = made
    await again.until(() => again.state(saleId) === 'refunded')
    expect(next.refunded).toEqual([])
    expect(next.asked[0]?.reference).toBe(first.refunded[0]?.reference)
  })

  it('is not offered at a kiosk, nor where another driver or address takes payments now', async () => {
    const said = provider()
    const { kiosk, payment } = await owing(said.tenders)
    const { card } = said.tenders
    const traits = { ...card.traits, refund: 'people' } as const
    const others = [provider(pending, 'other').tenders.card, { ...card, host: 'https://elsewhere.example' }]
    let now = kiosk
    for (const options of [
      { tenders: said.tenders },
      ...[...others, { ...card, traits }].map((other) => ({ tenders: { card: other }, settings: desk })),
      { tenders: {}, settings: desk },
    ]) {
      now = await now.restart(options)
      expect((await now.cases())[0]).not.toHaveProperty('over')
      expect(await refusal(ask(now, payment))).toEqual({ type: 'refund-not-offered' })
    }
  })
})

describe('money of a payment that its sale went on without', () => {
  async function found(said: ReturnType<typeof provider>) {
    let word: TenderOutcome = { outcome: 'unknown' }
    const card = { ...said.tenders.card, begin: async () => word, ask: async () => word }
    const { kiosk, saleId } = await startAt('reviewed', { tenders: { card }, settings: desk })
    need(await kiosk.api.pay({ saleId, tender: 'card', by: cashier }))
    await kiosk.until(() => kiosk.state(saleId) === 'needs-staff', MINUTE / 6)
    need(await kiosk.settle(saleId, { type: 'money-moved', moved: false }))
    word = APPROVED
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_FOUND'))
    const [open] = await kiosk.cases()
    if (open?.question !== 'payment-found') throw new Error(open?.question)
    return { kiosk, payment: open.payment }
  }

  it('goes back over its provider, and by nobody else meanwhile', async () => {
    const said = provider()
    const { kiosk, payment } = await found(said)
    expect(need(await ask(kiosk, payment))).toMatchObject([{ question: 'refund-open', payment }])
    const answer = { type: 'paid-back', reference: 'R-1' } as const
    expect(await refusal(kiosk.api.settleOpenPayment({ ...cashier, payment, answer }))).toEqual({
      type: 'invalid-answer',
    })
    said.word.now = made
    await kiosk.until(() => kiosk.codes().includes('PAYMENT_PAID_BACK'))
    expect(said.refunded).toMatchObject([{ amount: 100_000, approval: 'A-1' }])
    expect(kiosk.owed()).toEqual([])
    expect(await kiosk.cases()).toEqual([])
    expect(await findings(kiosk)).toEqual([])
  })

  it('that staff give back otherwise is not asked of its provider any more', async () => {
    const said = provider()
    const { kiosk, payment } = await found(said)
    const answer = { type: 'paid-back', reference: 'R-1' } as const
    need(await kiosk.api.settleOpenPayment({ ...cashier, payment, answer }))
    expect(await refusal(ask(kiosk, payment))).toEqual({ type: 'refund-not-offered' })
    expect(said.refunded).toEqual([])
  })
})

describe('cancellations', () => {
  type Turn = (forward: () => Promise<Response>) => Promise<Response>

  const onward: Turn = (forward) => forward()

  /** Starts a kiosk whose cancellation requests pass through `way.turn`. Records their request IDs in `ids`. */
  async function kioskOnLine() {
    const way = { turn: onward }
    const ids: string[] = []
    const kiosk = await startSmallKiosk({
      async line(path, forward, _query, body) {
        if (path !== 'POST /cancellations') return forward()
        ids.push((JSON.parse(await body()) as { request_id: string }).request_id)
        return way.turn(forward)
      },
    })
    return { kiosk, way, ids }
  }

  const askedOf = ({ asked }: KioskFixture): number => asked.filter((path) => path === 'POST /cancellations').length

  async function sell(kiosk: KioskFixture, count: number) {
    const { saleId, seatIds } = await kiosk.sold('card', count)
    need(await kiosk.api.dismissSale({ saleId }))
    return { saleId, seatIds, ticketIds: kiosk.ticketIds(saleId) }
  }

  /** Refunds tickets while the clock advances, because the slip waits for the service's reply. */
  const refund = async (kiosk: KioskFixture, saleId: string, ticketIds: string[]) =>
    need(await kiosk.whilePassing(kiosk.giveBack(saleId, { ticketIds })))

  it('the hub frees the seat, which the same desk sells again', async () => {
    const kiosk = await startSmallKiosk()
    const first = await sell(kiosk, 1)
    const { file } = await refund(kiosk, first.saleId, first.ticketIds)
    expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    expect(file.acts.map(({ code }) => code).slice(-2)).toEqual(['TICKETS_REFUNDED', 'CANCELLATION_RESULT'])
    expect(kiosk.slips).toMatchObject([{ cancellation: 'cancelled' }])
    expect(askedOf(kiosk)).toBe(1)
    expect((await sell(kiosk, 1)).seatIds).toEqual(first.seatIds)
  })

  it.each<[string, string, Turn]>([
    ['not-offered', 'knows no such path', async () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['not-offered', 'has no such call', async () => new Response('', { status: 501 })],
    ['not-offered', 'has the path for other methods', async () => new Response('{}', { status: 405 })],
    ['refused', 'refuses', async () => failure(404, 'TICKET_NOT_FOUND')],
  ])('%s, where a partner %s: the slip says so, and nobody asks twice', async (cancellation, _, turn) => {
    const { kiosk, way } = await kioskOnLine()
    way.turn = turn
    const { saleId, ticketIds } = await sell(kiosk, 1)
    const { file } = await refund(kiosk, saleId, ticketIds)
    expect(file.returns).toMatchObject([{ cancellation }])
    expect(kiosk.slips).toMatchObject([{ cancellation: 'none' }])
    const next = await kiosk.restart()
    next.pass(3_600_000)
    expect([askedOf(kiosk), askedOf(next)]).toEqual([1, 0])
  })

  it('a hub that does not answer keeps no money back; it is asked until it does, also after a restart', async () => {
    const { kiosk, way, ids } = await kioskOnLine()
    way.turn = async (forward) => (await forward(), new Response('', { status: 503 }))
    const { saleId, ticketIds } = await sell(kiosk, 2)
    const done = await refund(kiosk, saleId, ticketIds.slice(0, 1))
    expect(done.file.returns).toMatchObject([{ cancellation: 'asked', back: [{ paid: false }] }])
    expect(kiosk.slips).toMatchObject([{ cancellation: 'asked' }])
    const paid = { ...cashier, saleId, reference: done.reference, kind: 'card', receipt: '1234' } as const
    expect(need(await kiosk.api.payReturn(paid)).returns).toMatchObject([{ back: [{ paid: true }] }])
    way.turn = onward
    const next = await kiosk.restart()
    await expect.poll(() => next.ledger.files.open(saleId)?.returns[0]?.cancellation).toBe('cancelled')
    expect(askedOf(next)).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
  })

  it('a seat that the venue freed by hand is sold here only once its money went back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, seatIds, ticketIds } = await sell(kiosk, 1)
    const path = 'http://hub/api/v1/public/cancellations'
    const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
    const { ownerRef } = kiosk.ledger.files.open(saleId)!
    const ids = { request_id: crypto.randomUUID(), owner_ref: ownerRef, ticket_ids: ticketIds }
    const body = JSON.stringify({ ...ids, reason: 'essai' })
    const cancelled = await kiosk.service.fetch(new Request(path, { method: 'POST', headers, body }))
    expect(cancelled.status, await cancelled.text()).toBe(200)
    const chosen = await kiosk.visited(1)
    expect(chosen.seatIds).toEqual(seatIds)
    need(await kiosk.api.holdSeats(chosen.wish))
    const expected = { state: 'choosing', notice: { type: 'hold-refused', code: 'SEAT_SOLD_HERE' } }
    expect(await kiosk.sales.settled(chosen.saleId)).toMatchObject(expected)
    need(await kiosk.api.abandonSale({ saleId: chosen.saleId, reason: 'cancelled' }))
    const { file } = await refund(kiosk, saleId, ticketIds)
    expect(file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    expect((await sell(kiosk, 1)).seatIds).toEqual(seatIds)
  })
})
