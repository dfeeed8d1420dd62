import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, settingsFor, settled, sold, startHub, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { startLine, startPartner, success } from './scripted-partner.ts'
import type { PartnerService } from '../../electron/kiosk/ports/ports.ts'
import * as sample from './samples.ts'

type Field = 'name' | 'phone' | 'email'

/** Starts a partner that refuses purchases in which one of `fields` is empty, and records every purchase. */
async function startStrictPartner(...fields: readonly Field[]) {
  const hub = await startHub()
  const purchases: string[] = []
  const { url } = await startLine(hub.url, ({ line, body }, forward) => {
    if (line !== 'POST /api/v1/public/purchases') return forward()
    purchases.push(body)
    const { customer } = JSON.parse(body) as { customer: Record<Field, string> }
    const missing = fields.find((field) => customer[field] === '')
    return missing === undefined ? forward() : required(missing)
  })
  const settings = (anonymousCustomer?: object): object => {
    const { partner, ...others } = settingsFor(url, hub.accessCodes) as { partner: object }
    return { ...others, deviceId: 'gate-7', partner: { ...partner, ...(anonymousCustomer && { anonymousCustomer }) } }
  }
  return { url, purchases, settings, customers: () => purchases.map(customerOf) }
}

const required = (field: Field) => ({ status: 400, body: { success: false, message: `customer.${field} is required` } })

const customerOf = (body: string): unknown => (JSON.parse(body) as { customer: unknown }).customer

const VENUE = { name: 'Guichet Nongo', phone: '+224 620 00 00 00', email: 'billets@nongo.example' }

test('a kiosk fills in what a customer does not say of themselves, and only that', async () => {
  const partner = await startStrictPartner('name', 'phone', 'email')
  const machine = await startMachine({ ...partner.settings(VENUE), role: 'cashier' })
  const { saleId } = await review(machine, 1)
  need(await machine.api.recordCustomer({ pin: '2468', saleId, customer: { name: 'Fatoumata Barry', phone: '' } }))
  need(await machine.api.pay({ saleId, tender: 'card', by: { pin: '2468' } }))
  expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
  expect(partner.customers()).toEqual([{ ...VENUE, name: 'Fatoumata Barry' }])
})

test('the doctor buys in the demo, and names the setting where that is refused', async () => {
  const partner = await startStrictPartner('name', 'phone')
  const refused = await doctor(partner.settings(), '--hold')
  expect([refused.code, refused.of('hold'), refused.of('purchase')]).toEqual([1, 'ok fine', 'failed purchase-refused'])
  expect(refused.text).toMatch(/“Guichet gate-7” \(HTTP 400\b.*set partner\.anonymousCustomer/u)

  const well = await doctor(partner.settings({ phone: VENUE.phone }), '--hold')
  expect([well.code, well.of('purchase')]).toEqual([0, 'ok fine'])
  expect(partner.customers().at(-1)).toEqual({ name: 'Guichet gate-7', phone: VENUE.phone, email: '' })
})

describe('the conformance suite', () => {
  test('names the setting where a purchase for nobody in particular is refused, and takes what it is set to', async () => {
    const partner = await startStrictPartner('phone')
    const refused = await conformance(partner.url)
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/^FAIL +6\.anonymous +a purchase without customer details is accepted$/mu)
    expect(refused.text).toMatch(/HTTP 400 .*customer\.phone is required/u)
    expect(refused.text).toContain('partner.anonymousCustomer')
    expect(refused.text).toMatch(/, 1 failed, /u)

    const file = join(temporaryFolder(), 'customer.json')
    writeFileSync(file, JSON.stringify(VENUE))
    expect(await conformance(partner.url, '--customer', file)).toMatchObject({ code: 0 })
    expect(partner.customers()).toContainEqual(VENUE)
    writeFileSync(file, JSON.stringify({ phone: '62' }))
    expect(await conformance(partner.url, '--customer', file)).toMatchObject({
      code: 2,
      text: `${file}:1:10: phone: expected a phone number such as +224 620 00 00 00, found "62"`,
    })
  })

  test('a partner that demands a name is content with the default', async () => {
    const partner = await startStrictPartner('name')
    expect(await conformance(partner.url)).toMatchObject({ code: 0 })
  })
})

test('a purchase composed before the setting was changed keeps its bytes', async () => {
  const hub = await startHub()
  const purchases: string[] = []
  let well = false
  const { url } = await startLine(hub.url, ({ line, body }, forward) => {
    if (!line.includes('/purchases')) return forward()
    purchases.push(body)
    return well ? forward() : { status: 503 }
  })
  const { partner, ...others } = settingsFor(url, hub.accessCodes) as { partner: object }
  const settings = { ...others, deviceId: 'gate-7', partner }
  const machine = await startMachine(settings)
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await expect.poll(() => purchases.length).toBeGreaterThan(0)
  await machine.stop()
  const before = purchases.length
  well = true
  const changed = { ...settings, partner: { ...partner, anonymousCustomer: VENUE } }
  const again = await startMachine(changed, machine.directory)
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'done' })
  expect(purchases.length).toBeGreaterThan(before)
  expect(new Set(purchases).size).toBe(1)
  expect(customerOf(purchases.at(-1) ?? '')).toMatchObject({ name: 'Guichet gate-7' })
  await sold(again)
  expect(customerOf(purchases.at(-1) ?? '')).toEqual(VENUE)
})

async function doctor(settings: object, ...args: readonly string[]) {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  const { code, said: text } = await guichet('doctor', '--data', data, '--json', '--language', 'en', ...args)
  const { findings } = JSON.parse(text) as { findings: { step: string; outcome: string; says: string }[] }
  const of = (step: string): string[] | string | undefined => {
    const found = findings.filter((finding) => finding.step === step).map(({ outcome, says }) => `${outcome} ${says}`)
    return found.length === 1 ? found[0] : found
  }
  return { code, text, of }
}

async function conformance(url: string, ...args: readonly string[]) {
  const { code, said, refused } = await guichet('conformance', '--base-url', url, ...args)
  return { code, text: said + refused.join('\n') }
}

const other = '00000000-0000-4000-8000-000000000000'

/** Returns `reply` with another value at `path`. Undefined removes the value. */
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

const buy: Ask = (client) => client.sendPurchase(client.composePurchase(sample.bought), sample.bought)

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
  const ids = { order: sample.orderId, hold: sample.holdId, session: sample.sessionId }
  const names = { event: '777', ...ids, owner: 'nongo-user-17', currency: 'GNF' }
  const value = [{ names: { event: '1042' } }, { names }]
  expect(await partner.client().listTickets(sample.booking)).toMatchObject({ ok: true, value })
})
