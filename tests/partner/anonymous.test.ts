import { describe, expect, test } from 'vitest'
import { need, review, settingsFor, settled, startHub, startMachine } from '../kiosk/machine.ts'
import { startLine, type Answer } from './scripted-partner.ts'

type Field = 'name' | 'phone' | 'email'

/** A partner that buys for nobody without these fields, and every purchase that it was sent. */
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
  return { settings, customers: () => purchases.map(customerOf) }
}

const required = (field: Field): Answer => ({
  status: 400,
  body: { success: false, message: `customer.${field} is required` },
})

const customerOf = (body: string): unknown => (JSON.parse(body) as { customer: unknown }).customer

const VENUE = { name: 'Guichet Nongo', phone: '+224 620 00 00 00', email: 'billets@nongo.example' }

describe('a kiosk', () => {
  test('buys for nobody in particular where a name is demanded, without being told', async () => {
    const partner = await startStrictPartner('name')
    const machine = await startMachine(partner.settings())
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
    expect(partner.customers()).toEqual([{ name: 'Guichet gate-7', phone: '', email: '' }])
  })

  test('buys under what its settings say where a telephone number is demanded', async () => {
    const partner = await startStrictPartner('name', 'phone')
    const machine = await startMachine(partner.settings({ phone: VENUE.phone }))
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
    expect(partner.customers()).toEqual([{ name: 'Guichet gate-7', phone: VENUE.phone, email: '' }])
  })

  test('fills in what a customer does not say of themselves, and only that', async () => {
    const partner = await startStrictPartner('name', 'phone', 'email')
    const machine = await startMachine({ ...partner.settings(VENUE), role: 'cashier' })
    const { saleId } = await review(machine, 1)
    need(await machine.api.noteCustomer({ pin: '2468', saleId, customer: { name: 'Fatoumata Barry', phone: '' } }))
    need(await machine.api.pay({ saleId, tender: 'card', by: { pin: '2468' } }))
    expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
    expect(partner.customers()).toEqual([{ ...VENUE, name: 'Fatoumata Barry' }])
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
  expect(await again.desk.settled(saleId)).toMatchObject({ state: 'done' })
  expect(purchases.length).toBeGreaterThan(before)
  expect(new Set(purchases).size).toBe(1)
  expect(customerOf(purchases.at(-1) ?? '')).toMatchObject({ name: 'Guichet gate-7' })
  const { saleId: next } = await review(again, 1)
  need(await again.api.pay({ saleId: next, tender: 'card' }))
  await settled(again, next)
  expect(customerOf(purchases.at(-1) ?? '')).toEqual(VENUE)
})
