import { describe, expect, test } from 'vitest'
import type { PartnerService } from '../../electron/core/ports/ports.ts'
import * as sample from './samples.ts'
import { startPartner, success } from './scripted-partner.ts'

const other = '00000000-0000-4000-8000-000000000000'

/** `reply` with another value at `path`; undefined takes it away. */
function withValue(reply: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.')
  const copy = (Array.isArray(reply) ? [...(reply as unknown[])] : { ...(reply as object) }) as Record<string, unknown>
  copy[key] = rest.length > 0 ? withValue(copy[key], rest.join('.'), value) : value
  return copy
}

type Ask = (client: PartnerService) => Promise<{ readonly ok: boolean }>

const open: Ask = (client) => client.openSession({ eventId: '1042', accessCode: 'x' })
const view: Ask = (client) => client.viewSection({ ...sample.booking, sectionId: '31' })
const viewKnown: Ask = (client) => client.viewSection({ ...sample.booking, sectionId: '31', knownRevision: 'r-7' })
const checkOut: Ask = (client) => client.readCheckout(sample.booking)
const purchase = {
  ...sample.booking,
  orderId: sample.orderId,
  amount: 50000,
  paymentMethod: 'cash',
  paymentReference: 'x',
  seats: [
    { seatId: '5001', holdId: sample.holdId, price: 25000 },
    { seatId: '5002', holdId: sample.otherHoldId, price: 25000 },
  ],
  customer: { name: '', phone: '', email: '' },
}
const buy: Ask = (client) => client.sendPurchase(client.composePurchase(purchase), purchase)

const strange: readonly (readonly [what: string, ask: Ask, reply: object, path: string, value: unknown])[] = [
  ['an opened session', open, sample.openedSession, 'event_id', '777'],
  ['an opened session', open, sample.openedSession, 'event.id', '777'],
  ['an opened session', open, sample.openedSession, 'event.pricing.currency', 'EUR'],
  ['an opened session', open, sample.openedSession, 'map.event_id', 777],
  ['an opened session', open, sample.openedSession, 'availability.event_id', '777'],
  ['a section', view, sample.sectionSession, 'session_id', other],
  ['a section', view, sample.sectionSession, 'event_id', '777'],
  ['a section', view, sample.sectionSession, 'owner_ref', 'nongo-user-18'],
  ['a section', view, sample.sectionSession, 'event.id', '777'],
  ['a section', view, sample.sectionSession, 'event.currency', 'EUR'],
  ['a section', view, sample.sectionSession, 'map.event_id', '777'],
  ['a section', view, sample.sectionSession, 'availability.event_id', '777'],
  ['a section', view, sample.sectionSession, 'availability.section_id', '32'],
  ['a section', view, sample.sectionSession, 'event_id', '1042'.repeat(100)],
  ['an unchanged section', viewKnown, sample.sectionSession, 'event_id', '777'],
  ['a checkout', checkOut, sample.checkout, 'session_id', other],
  ['a checkout', checkOut, sample.checkout, 'event_id', '777'],
  ['a checkout', checkOut, sample.checkout, 'owner_ref', 'nongo-user-18'],
  ['a purchase', buy, sample.purchase, 'order_id', other],
  ['a purchase', buy, { ...sample.purchase, session_id: '' }, 'session_id', other],
  ['a purchase', buy, { ...sample.purchase, event_id: '1042' }, 'event_id', '777'],
  ['a purchase', buy, { ...sample.purchase, owner_ref: sample.ownerRef }, 'owner_ref', 'nongo-user-18'],
  ['a purchase', buy, sample.purchase, 'tickets.1.event_id', '777'],
  ['a purchase', buy, sample.purchase, 'tickets.1.currency', 'EUR'],
  ['a purchase', buy, sample.purchase, 'tickets.1.hold_id', sample.holdId],
  ['a purchase', buy, sample.purchase, 'tickets.0.price', 24000],
]

describe('a reply that names something else does not count', () => {
  test.each(strange)('%s (%#)', async (_, ask, reply, path, value) => {
    const said = await startPartner(() => success(withValue(reply, path, value)))
    const answer = await ask(said.client())
    expect(answer.ok).toBe(false)
    const error = (answer as unknown as { error: { type: string; status?: number; reply?: { status: number } } }).error
    expect([error.type, error.status ?? error.reply?.status]).toEqual(['unclear', 200])

    // The same reply without a word of it, and as it should be, is believed. What identifies it has to be there.
    const whole = await startPartner(() => success(reply))
    expect((await ask(whole.client())).ok).toBe(true)
    if (/^(event_id|order_id)$/u.test(path) && (ask === open || ask === buy)) return
    if (path.endsWith('price')) return
    const silent = await startPartner(() => success(withValue(reply, path, undefined)))
    expect((await ask(silent.client())).ok).toBe(true)
  })

  test('UUIDs in capitals are the same', async () => {
    const shouting = withValue(sample.checkout, 'session_id', sample.sessionId.toUpperCase())
    const partner = await startPartner(() => success(shouting))
    expect(await checkOut(partner.client())).toMatchObject({ ok: true })
  })

  test('what names something that is neither text nor number names nothing', async () => {
    const partner = await startPartner(() => success(withValue(sample.sectionSession, 'owner_ref', { id: 7 })))
    expect(await view(partner.client())).toMatchObject({ ok: true })
  })
})

test('seats of other sections, which some partners list too, are left out', async () => {
  const seats = [sample.seat, { ...sample.seat, id: '6001', section_id: '32' }, { ...sample.seat, id: '5009' }]
  const partner = await startPartner(() => success(withValue(sample.sectionSession, 'map.seats', seats)))
  const reply = await partner.client().viewSection({ ...sample.booking, sectionId: '31' })
  expect(reply).toMatchObject({ ok: true, value: { view: { seats: [{ seatId: '5001' }, { seatId: '5009' }] } } })
})

test('what another session holds is not given back for a refused wish', async () => {
  const partner = await startPartner(({ line, body }) => {
    if (line.endsWith('/checkout')) return success({ ...sample.checkout, session_id: other })
    return body.includes('5002') ? { status: 409 } : success(null)
  })
  const reply = await partner.client().holdSeats({ ...sample.booking, seatIds: ['5001', '5002'] })
  expect(reply).toMatchObject({ ok: false, error: { type: 'seats-taken' } })
  expect(partner.asked.filter(({ line }) => line.startsWith('DELETE'))).toEqual([])
})

test('a listed ticket says whose it is, in whatever place a partner says it', async () => {
  const [ticket] = sample.ticketList.tickets
  const told = { ...ticket, order_id: sample.orderId, hold_id: sample.holdId, session_id: sample.sessionId }
  const elsewhere = { ...told, event: null, event_id: 777, owner_ref: 'nongo-user-17', currency: 'GNF' }
  const partner = await startPartner(() => success({ tickets: [ticket, elsewhere] }))
  expect(await partner.client().listTickets(sample.booking)).toMatchObject({
    ok: true,
    value: [
      { names: { event: '1042' } },
      {
        names: {
          event: '777',
          order: sample.orderId,
          hold: sample.holdId,
          session: sample.sessionId,
          owner: 'nongo-user-17',
          currency: 'GNF',
        },
      },
    ],
  })
})
