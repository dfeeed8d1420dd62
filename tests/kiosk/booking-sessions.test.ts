import { describe, expect, it } from 'vitest'
import {
  cashier,
  failure,
  HOLD_SECONDS,
  need,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

const desk = { role: 'cashier', maxSeats: 20 } as const
const SEATS = 7

type Line = NonNullable<SmallKioskOptions['line']>

/** Starts a desk whose service allows three seats per session. */
const startDesk = (options: SmallKioskOptions = {}) =>
  startSmallKiosk({ perSession: 3, ...options, settings: { ...desk, ...options.settings } })

/** Holds seven seats, which need three sessions. */
async function held(kiosk: KioskFixture) {
  const chosen = await kiosk.reviewed(SEATS)
  expect(await kiosk.stageName(chosen.saleId)).toBe('review')
  return chosen
}

async function paid(kiosk: KioskFixture, tender: 'card' | 'cash' = 'card') {
  const chosen = await held(kiosk)
  const { saleId, total } = chosen
  need(await kiosk.api.pay({ saleId, tender, by: cashier }))
  if (tender === 'cash') need(await kiosk.api.confirmCash({ saleId, received: total, ...cashier }))
  return chosen
}

function orderOf(kiosk: KioskFixture, saleId: string) {
  const sale = kiosk.sales.find(saleId)
  if (!sale || !('order' in sale)) throw new Error(`no order while "${sale?.state}"`)
  return sale.order
}

const count = (kiosk: KioskFixture, path: RegExp): number => kiosk.asked.filter((each) => path.test(each)).length

/** Returns how many seats the service shows as available. */
async function available(kiosk: KioskFixture): Promise<number> {
  const { saleId, sectionId } = await kiosk.visited(1)
  const { section } = need(await kiosk.api.viewSection({ saleId, sectionId }))
  return section?.seats.filter(({ status }) => status === 'available').length ?? 0
}

/** Handles the n-th call of an operation, counted from 1, and forwards the other calls. */
function onCall(
  path: RegExp,
  nth: number | 'from second',
  handle: (forward: () => Promise<Response>) => Promise<Response>,
): Line {
  let calls = 0
  return (asked, forward) => {
    if (!path.test(asked)) return forward()
    calls += 1
    return (nth === 'from second' ? calls > 1 : calls === nth) ? handle(forward) : forward()
  }
}

const HOLDS = /^POST .*\/holds/u
const PURCHASES = /^POST \/purchases/u
const unreachable = () => Promise.reject(new Error('no line'))

it('seats above the session limit make one order, one payment and a purchase for each session', async () => {
  const kiosk = await startDesk()
  const { saleId, total } = await paid(kiosk)
  const { stage } = await kiosk.shown(saleId)
  expect(stage).toMatchObject({ name: 'done' })
  const order = orderOf(kiosk, saleId)
  expect(order.purchases?.map(({ seatIds }) => seatIds.length)).toEqual([3, 3, 1])
  expect(new Set(order.purchases?.map(({ orderId }) => orderId)).size).toBe(3)
  expect(order).toMatchObject({ orderId: order.purchases?.[0]?.orderId, amount: total })
  expect(count(kiosk, PURCHASES)).toBe(3)
  const file = need(await kiosk.api.openSaleFile({ saleId, ...cashier }))
  expect(file).toMatchObject({ amount: total, returned: 0, owed: 0, payments: [{ amount: total }] })
  expect(kiosk.printed).toHaveLength(SEATS)
  expect(kiosk.codes()).toEqual(expect.arrayContaining(['SEAT_LIMIT_FOUND', 'SESSIONS_OPENED']))

  need(await kiosk.api.dismissSale({ saleId }))
  const before = count(kiosk, HOLDS)
  await paid(kiosk)
  expect(count(kiosk, HOLDS) - before).toBe(3)
})

it('a kiosk does not exceed the limit of the service', async () => {
  const kiosk = await startSmallKiosk({ perSession: 3, settings: { maxSeats: 20 } })
  const { saleId } = await kiosk.reviewed(SEATS)
  const expected = { name: 'choosing', notice: { type: 'hold-refused', code: 'SEAT_LIMIT', limit: 3 } }
  expect(await kiosk.stage(saleId)).toEqual(expected)
})

describe('if the seats of one session cannot be held, those of all sessions are released', () => {
  it.each([
    ['because a seat is taken', 3, async () => failure(409, 'SEAT_CONFLICT')],
    ['because the service is unreachable', 4, unreachable],
  ])('%s', async (_, nth, handle) => {
    const kiosk = await startDesk({ line: onCall(HOLDS, nth, handle) })
    const { saleId } = await kiosk.reviewed(SEATS)
    expect((await kiosk.stage(saleId)).name).toBe('choosing')
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    const after = await available(kiosk)
    const untouched = await startDesk()
    expect(after).toBe(await available(untouched))
  })
})

interface OpenedSession {
  readonly data: { session_id: string; owner_ref?: string }
}

it.each<[string, string, (next: OpenedSession['data'], first: string) => void]>([
  ['the same session again', 'SESSION_REPEATED', (next, first) => (next.session_id = first)],
  ['a session without an owner reference', 'SEAT_LIMIT', (next) => delete next.owner_ref],
])('no seat is held if the service opens %s', async (_, code, change) => {
  const opened: string[] = []
  const line: Line = async (path, forward) => {
    const isOwner = code === 'SEAT_LIMIT' && opened.length > 1 && path.startsWith('GET /booking-sessions/')
    if (path !== 'POST /booking-sessions' && !isOwner) return forward()
    const reply = (await (await forward()).json()) as OpenedSession
    if (opened.length > 0) change(reply.data, opened[0] ?? '')
    if (!isOwner) opened.push(reply.data.session_id)
    return Response.json(reply)
  }
  const kiosk = await startDesk({ line })
  const { saleId } = await kiosk.reviewed(SEATS)
  expect(await kiosk.stage(saleId)).toMatchObject({ name: 'choosing', notice: { type: 'hold-refused', code } })
  expect(count(kiosk, HOLDS)).toBe(1)
})

it('a removed seat is released in its own session, even if it is the last seat there', async () => {
  const kiosk = await startDesk()
  const { saleId } = await held(kiosk)
  const last = orderOf(kiosk, saleId).purchases?.at(-1)
  need(await kiosk.api.removeSeat({ saleId, seatId: last?.seatIds[0] ?? '' }))
  await kiosk.sales.settled(saleId)
  expect(orderOf(kiosk, saleId).purchases?.map(({ seatIds }) => seatIds.length)).toEqual([3, 3])
  need(await kiosk.api.pay({ saleId, tender: 'card', by: cashier }))
  expect(await kiosk.stageName(saleId)).toBe('done')
})

it('the hold time of the order is the shortest of its sessions', async () => {
  const checkouts = onCall(/^GET .*\/checkout/u, 2, async (forward) => {
    const reply = (await (await forward()).json()) as { data: { items: { remaining_seconds: number }[] } }
    for (const item of reply.data.items) item.remaining_seconds = 100
    return Response.json(reply)
  })
  const kiosk = await startDesk({ line: checkouts })
  const { saleId } = await held(kiosk)
  const { hold, purchases } = orderOf(kiosk, saleId)
  expect(hold.remainingMs).toBe(100_000)
  expect(purchases?.map(({ remainingMs }) => remainingMs)).toEqual([HOLD_SECONDS * 1000, 100_000, HOLD_SECONDS * 1000])
})

it('a parked sale still holds the seats of all sessions after a restart', async () => {
  const kiosk = await startDesk()
  const { saleId } = await held(kiosk)
  need(await kiosk.api.parkSale({ saleId, ...cashier }))
  const again = await kiosk.restart()
  await again.sales.settled(saleId)
  expect(orderOf(again, saleId)).toMatchObject({ purchases: [{}, {}, {}] })
  need(await again.api.recallSale({ saleId, ...cashier }))
  need(await again.api.pay({ saleId, tender: 'card', by: cashier }))
  expect(await again.stageName(saleId)).toBe('done')
})

describe('a purchase with an unknown result is queried under its own order', () => {
  it.each([
    ['was not made', unreachable],
    ['was made', (forward: () => Promise<Response>) => forward().then(unreachable)],
  ])('if it %s', async (_, handle) => {
    const kiosk = await startDesk({ line: onCall(PURCHASES, 2, handle) })
    const { saleId, total } = await paid(kiosk)
    await kiosk.soon(() => kiosk.state(saleId)).toBe('done')
    expect(kiosk.ticketIds(saleId)).toHaveLength(SEATS)
    expect(kiosk.ledger.files.open(saleId)).toMatchObject({ amount: total, returned: 0 })
  })

  it.each([1, 2, 3])('after a power cut at purchase %i', async (nth) => {
    let cut: ReturnType<KioskFixture['cutPower']> | null = null
    const line = onCall(PURCHASES, nth, async (forward) => {
      cut = kiosk.cutPower()
      return forward()
    })
    const kiosk = await startDesk({ line })
    const { saleId } = await paid(kiosk)
    await kiosk.sales.settled(saleId)
    const again = await cut!({ line: (_, forward) => forward() })
    await again.soon(() => again.state(saleId)).toBe('done')
    expect(again.ticketIds(saleId)).toEqual(kiosk.ticketIds(saleId))
  })
})

describe('a purchase that is finally refused after the payment', () => {
  const refuseSecond: Line = (path, forward, _, body) => {
    if (!PURCHASES.test(path)) return forward()
    return body().then((text) => {
      refused ??= sent.size === 1 && !sent.has(text) ? text : null
      sent.add(text)
      return text === refused ? failure(409, 'HOLD_EXPIRED') : forward()
    })
  }
  const sent = new Set<string>()
  let refused: string | null = null

  async function partlySold(tender: 'card' | 'cash', more: SmallKioskOptions = {}) {
    sent.clear()
    refused = null
    const kiosk = await startDesk({ line: refuseSecond, findings: ['notice'], ...more })
    const { saleId, total } = await paid(kiosk, tender)
    await kiosk.until(() => kiosk.state(saleId) === 'done', 10_000)
    const purchases = orderOf(kiosk, saleId).purchases ?? []
    return { kiosk, saleId, total, unsold: purchases[1]?.amount ?? 0, reference: `${purchases[0]?.orderId}-R1` }
  }

  it.each(['card', 'cash'] as const)('requires a refund of its own amount only (%s)', async (tender) => {
    const { kiosk, saleId, total, unsold, reference } = await partlySold(tender)
    expect(kiosk.ticketIds(saleId)).toHaveLength(4)
    expect(kiosk.printed).toHaveLength(4)
    expect(await kiosk.shown(saleId)).toMatchObject({ unsold: { amount: unsold } })
    expect(kiosk.owed()).toEqual([{ currency: 'GNF', amount: unsold }])
    const file = need(await kiosk.api.openSaleFile({ saleId, ...cashier }))
    expect(file).toMatchObject({ amount: total, returned: unsold, owed: unsold, slips: [] })
    expect(file.returns).toMatchObject([
      { reference, kind: 'unsold', amount: unsold, back: [{ kind: tender, paid: false }] },
    ])
    need(await kiosk.api.dismissSale({ saleId }))

    const pay = { saleId, reference, kind: tender, receipt: tender === 'card' ? 'T-1' : '', ...cashier }
    expect(need(await kiosk.api.payReturn(pay))).toMatchObject({ owed: 0 })
    expect(await refusal(kiosk.api.payReturn(pay))).toEqual({ type: 'invalid-answer' })
    await expect
      .poll(() => kiosk.slips)
      .toMatchObject([{ kind: 'unsold', reference, amount: unsold, copyNumber: 0, staffId: 'cashier' }])
    expect(kiosk.owed()).toEqual([])
    kiosk.ledger.closeShift('Z', 'supervisor', kiosk.clock.now())
  })

  it('allows a later return of the other tickets, each cancelled with its owner reference', async () => {
    const owners: string[] = []
    const line: Line = (path, forward, query, body) => {
      if (!/cancel/u.test(path)) return refuseSecond(path, forward, query, body)
      return body().then((text) => {
        owners.push((JSON.parse(text) as { owner_ref: string }).owner_ref)
        return forward()
      })
    }
    const { kiosk, saleId, total, unsold } = await partlySold('card', { line })
    need(await kiosk.whilePassing(kiosk.giveBack(saleId)))
    const file = kiosk.ledger.files.open(saleId)
    expect(file?.returns.map(({ reference, amount }) => [reference.slice(-3), amount])).toEqual([
      ['-R1', unsold],
      ['-R2', total - unsold],
    ])
    expect(file?.returns[1]).toMatchObject({ cancellation: 'cancelled' })
    const purchases = orderOf(kiosk, saleId).purchases ?? []
    expect(owners).toEqual([purchases[0]?.ownerRef, purchases[2]?.ownerRef])
  })

  it('waits for staff while the service is unreachable; they can refund it, but not settle it manually', async () => {
    const kiosk = await startDesk({
      line: (path, forward, query, body) =>
        sent.size > 0 && path === 'GET /tickets' ? unreachable() : refuseSecond(path, forward, query, body),
    })
    sent.clear()
    refused = null
    const { saleId } = await paid(kiosk)
    await kiosk.until(() => kiosk.state(saleId) === 'needs-staff', 10_000)
    const [question] = await kiosk.cases()
    const second = orderOf(kiosk, saleId).purchases?.[1]
    expect(question).toMatchObject({ onePurchase: true, amount: second?.amount, reference: second?.orderId })
    expect(await refusal(kiosk.settle(saleId, { type: 'settled-manually', reference: '31' }))).toEqual({
      type: 'invalid-answer',
    })
    need(await kiosk.settle(saleId, { type: 'give-back' }))
    await kiosk.soon(() => kiosk.state(saleId)).toBe('done')
    expect(kiosk.ledger.files.open(saleId)).toMatchObject({ returned: second?.amount })
  })
})

it('if all purchases are refused, a refund of the whole payment is due', async () => {
  const refuse: Line = (path, forward) =>
    PURCHASES.test(path) ? Promise.resolve(failure(409, 'HOLD_EXPIRED')) : forward()
  const kiosk = await startDesk({ line: refuse })
  const { saleId, total } = await paid(kiosk)
  await kiosk.until(() => kiosk.state(saleId) === 'refund-due', 10_000)
  expect(kiosk.owed()).toEqual([{ currency: 'GNF', amount: total }])
})

it('the comparison with the service uses the order and the owner reference of each purchase', async () => {
  const kiosk = await startDesk()
  const { saleId } = await paid(kiosk)
  await kiosk.sales.settled(saleId)
  const recorded = kiosk.ledger.recordedSales(null)?.sales ?? []
  const purchases = orderOf(kiosk, saleId).purchases ?? []
  expect(
    recorded.map(({ reference, ownerRef, amount, tickets }) => [reference, ownerRef, amount, tickets.length]),
  ).toEqual(purchases.map(({ orderId, ownerRef, amount, seatIds }) => [orderId, ownerRef, amount, seatIds.length]))
  expect(kiosk.ledger.files.ordersSoldHere(purchases.map(({ orderId }) => orderId))).toHaveLength(3)
})
