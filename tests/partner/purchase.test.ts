import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import * as sample from './samples.ts'
import { type Answer, clientOptions, failure, type ScriptedPartner, startPartner, success } from './scripted-partner.ts'
import { PartnerClient } from '../../electron/partner/client.ts'
import { amountOf } from '../support/share.ts'

const { bought } = sample
let answer: Answer

let partner: ScriptedPartner

beforeEach(async () => {
  partner = await startPartner(() => answer)
})

async function send(reply: Answer, timeoutMs = 15_000) {
  answer = reply
  const client = partner.client({ timeoutMs })
  return client.sendPurchase(client.composePurchase(bought), bought)
}

const [first, second] = sample.purchase.tickets as [(typeof sample.purchase.tickets)[number], object]

describe('the bytes', () => {
  test('say what the specification asks for, are the same each time, and are sent as they are', async () => {
    const client = partner.client()
    const request = client.composePurchase(bought)
    expect(JSON.parse(request.body)).toEqual({
      order_id: sample.orderId,
      amount: 50000,
      currency: 'GNF',
      payment_method: 'cash',
      payment_reference: `${sample.orderId}-2`,
      hold_ids: [sample.holdId, sample.otherHoldId],
      customer: { name: 'Guichet test', phone: '', email: '' },
    })
    expect(client.composePurchase({ ...bought })).toEqual(request)
    expect(request.sha256).toBe(createHash('sha256').update(request.body).digest('hex'))
    answer = success(sample.purchase)
    expect(await client.sendPurchase(request, bought)).toMatchObject({ ok: true })
    expect(partner.asked).toMatchObject([{ line: 'POST /api/v1/public/purchases', body: request.body }])
  })

  test('cents go out as euros', () => {
    const { body } = partner.client().composePurchase({ ...bought, currency: 'EUR', amount: 1235 })
    expect(JSON.parse(body)).toMatchObject({ amount: 12.35 })
  })
})

describe('confirmed is only what matches', () => {
  test('the specification’s reply gives the tickets', async () => {
    expect(await send(success(sample.purchase))).toMatchObject({
      ok: true,
      value: [
        { ticketId: '90001', seatId: '5001', ticketNumber: 'TN-90001', price: 25000, qrCode: sample.qrCode },
        { ticketId: '90002', seatId: '5002', ticketNumber: 'TN-90002', price: 25000, qrCode: sample.otherQrCode },
      ],
    })
  })

  test.each<[string, object]>([
    ['other order of the tickets', { tickets: [second, first] }],
    ['an order id in capitals', { order_id: sample.orderId.toUpperCase() }],
    ['an amount in a string', { amount: '50000' }],
    ['a QR code in an object', { tickets: [{ ...first, qr_code: undefined, qr: { payload: sample.qrCode } }, second] }],
    ['fields of the partner’s own', { loyalty_points: 5, tickets: [{ ...first, barcode: 'x' }, second] }],
    ['only what is needed', { idempotency_key: undefined, transaction_id: undefined, transaction_code: undefined }],
  ])('with %s', async (_, change) => {
    expect(await send(success({ ...sample.purchase, ...change }))).toMatchObject({ ok: true })
  })

  test('status 201 is as good as 200', async () => {
    expect(await send({ ...(success(sample.purchase) as object), status: 201 })).toMatchObject({ ok: true })
  })
})

describe('everything else is unclear', () => {
  test.each<[string, object]>([
    ['another order', { order_id: sample.sessionId }],
    ['another amount', { amount: 50001 }],
    ['half a franc', { amount: 50000.5 }],
    ['another currency', { currency: 'XOF' }],
    ['pending', { status: 'pending' }],
    ['no tickets', { tickets: [] }],
    ['a ticket too few', { tickets: [first] }],
    ['a ticket too many', { tickets: [first, second, { ...first, id: '90003', seat_id: '5003' }] }],
    ['another seat', { tickets: [first, { ...second, seat_id: '5003' }] }],
    ['one seat twice', { tickets: [first, { ...second, seat_id: '5001' }] }],
    ['one ticket twice', { tickets: [first, { ...second, id: '90001' }] }],
    ['one QR code twice in other letters', { tickets: [first, { ...second, qr_code: sample.qrCode.toUpperCase() }] }],
    ['one QR code twice', { tickets: [first, { ...second, qr_code: sample.qrCode }] }],
    ['a ticket without QR code', { tickets: [first, { ...second, qr_code: null }] }],
    ['a ticket that opens no gate', { tickets: [first, { ...second, status: 'CANCELLED' }] }],
  ])('%s', async (_, change) => {
    const reply = await send(success({ ...sample.purchase, ...change }))
    expect(reply).toMatchObject({ ok: false, error: { type: 'unclear', reply: { status: 200 } } })
  })

  test.each<[string, Answer, object]>([
    ['an amount mismatch', failure(422, 'AMOUNT_MISMATCH'), { status: 422, code: 'AMOUNT_MISMATCH' }],
    ['an order conflict', failure(409, 'ORDER_CONFLICT'), { status: 409, code: 'ORDER_CONFLICT' }],
    ['an expired hold', failure(410, 'HOLD_EXPIRED'), { status: 410, code: 'HOLD_EXPIRED' }],
    ['a refusal without a word', { status: 400, body: '' }, { status: 400, code: 'HTTP_400' }],
    ['a fault', { status: 500, body: '<html>' }, { status: 500, code: 'HTTP_500' }],
    ['success: false', { body: { success: false, data: sample.purchase } }, { status: 200, code: 'UNREADABLE' }],
    ['HTML', { body: '<html>ok</html>' }, { status: 200, code: 'UNREADABLE' }],
    ['nothing', { body: '' }, { status: 200, code: 'UNREADABLE' }],
    ['no content', { status: 204 }, { status: 204, code: 'UNREADABLE' }],
    ['half of it', { body: JSON.stringify({ success: true, data: sample.purchase }).slice(0, -9) }, { status: 200 }],
    ['a redirect', { status: 303, headers: { location: '/elsewhere' } }, { status: 303, code: 'HTTP_303' }],
    ['a broken connection', 'cut', { status: 0, code: 'NO_REPLY' }],
  ])('%s', async (_, reply, unclear) => {
    expect(await send(reply)).toMatchObject({ ok: false, error: { type: 'unclear', reply: unclear } })
    expect(partner.asked).toHaveLength(1)
  })

  test('no reply within the time', async () => {
    expect(await send('hang', 50)).toMatchObject({ error: { reply: { status: 0, code: 'NO_REPLY' } } })
  })

  test('codes of a partner’s own that differ in case are two codes, and come as they are', async () => {
    const own = ['Ticket-é-7', 'TICKET-é-7']
    const tickets = [first, second].map((each, at) => ({ ...each, qr_code: undefined, qr: { payload: own[at] } }))
    const reply = await send(success({ ...sample.purchase, tickets }))
    expect(reply).toMatchObject({ ok: true, value: own.map((qrCode) => ({ qrCode })) })
  })

  test('whatever is changed in a reply, it confirms only while order, amount, currency, seats and codes are ours', async () => {
    const client = partner.client()
    const request = client.composePurchase(bought)
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, '', 0, -1, '50000', 5e4, 'GNF', 'SOLD', '5001', '5002'),
    )
    const key = fc.constantFrom('order_id', 'status', 'amount', 'currency', 'tickets')
    const ticketKey = fc.constantFrom('id', 'seat_id', 'status', 'price', 'qr_code', 'place')
    const mutation = fc.oneof(
      fc.record({ key, junk }).map(({ key, junk }) => ({ ...sample.purchase, [key]: junk })),
      fc
        .record({ ticketKey, junk })
        .map(({ ticketKey, junk }) => ({ ...sample.purchase, tickets: [{ ...first, [ticketKey]: junk }, second] })),
    )
    const mutated = { body: '' }
    const inMemory = partner.client({
      fetch: () => Promise.resolve(new Response(mutated.body, { headers: { 'content-type': 'application/json' } })),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async (data) => {
        mutated.body = JSON.stringify({ success: true, data })
        const reply = await inMemory.sendPurchase(request, bought)
        if (!reply.ok) return
        const said = data as Readonly<Record<string, unknown>>
        expect(String(said['order_id']).toLowerCase()).toBe(sample.orderId)
        expect(Number(said['amount'])).toBe(50000)
        expect(said['currency']).toBe('GNF')
        expect(reply.value.map(({ seatId }) => seatId).toSorted()).toEqual(['5001', '5002'])
        expect(new Set(reply.value.map(({ qrCode }) => qrCode)).size).toBe(2)
        for (const { qrCode, status } of reply.value) expect([qrCode.length, status]).toEqual([32, 'SOLD'])
      }),
      { numRuns: amountOf(2_000, 500) },
    )
  })
})

/** Returns a client whose requests time out when the test triggers the timeout, in any state of the request. */
function clientOf(fetch: (request: Request) => Promise<Response>) {
  const timeouts: (() => void)[] = []
  const clock = { sleep: () => new Promise<void>((resolve) => timeouts.push(resolve)) }
  const client = new PartnerClient({ ...clientOptions, baseUrl: 'http://partner.example', fetch, clock })
  return { client, timeOut: () => timeouts.forEach((resolve) => resolve()) }
}

/**
 * After garbage collection, Node's fetch may ignore the signal of a request that already has its headers. The client
 * enforces the deadline itself, because a stalled reply would otherwise hang for five minutes.
 */
test.each([
  ['never answers', () => new Promise<Response>(() => undefined)],
  ['stalls after the headers', () => Promise.resolve(new Response(new ReadableStream()))],
])('a service that %s and takes no notice of the signal counts as unanswered in time', async (_what, fetch) => {
  const { client, timeOut } = clientOf(fetch)
  const reply = client.releaseHold({ sessionId: 's', holdId: 'h' })
  timeOut()
  const detail = 'no complete reply within 15000 ms'
  expect(await reply).toEqual({ ok: false, error: { type: 'unreachable', detail } })
})
