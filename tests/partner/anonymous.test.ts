import { guichet } from '../cli/guichet.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, settingsFor, settled, startHub, startMachine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'
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
  return { url, purchases, settings, customers: () => purchases.map(customerOf) }
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

describe('the doctor', () => {
  test('buys in the demo, and names the setting where that is refused', async () => {
    const partner = await startStrictPartner('name', 'phone')
    const refused = await doctor(partner.settings(), '--hold')
    expect([refused.code, refused.of('hold'), refused.of('purchase')]).toEqual([
      1,
      'ok fine',
      'failed purchase-refused',
    ])
    expect(refused.text).toMatch(/“Guichet gate-7” \(HTTP 400\b.*set partner\.anonymousCustomer/u)

    const well = await doctor(partner.settings({ phone: VENUE.phone }), '--hold')
    expect([well.code, well.of('purchase')]).toEqual([0, 'ok fine'])
    expect(partner.customers().at(-1)).toEqual({ name: 'Guichet gate-7', phone: VENUE.phone, email: '' })
  })

  test('buys nothing in the demo unless it may hold seats, and nothing for real ever', async () => {
    const partner = await startStrictPartner()
    const unasked = await doctor(partner.settings())
    expect([unasked.code, unasked.of('purchase')]).toEqual([0, 'skipped not-bought'])
    const real = { mode: 'live', terminals: 'attended', tenders: ['cash'], staffPin: '730516' }
    for (const args of [[], ['--hold']]) {
      const live = await doctor({ ...partner.settings(VENUE), ...real }, ...args)
      expect([live.code, live.of('purchase')]).toEqual([0, 'skipped real-sale'])
      expect(live.text).toMatch(/“Guichet Nongo”.*guichet conformance/u)
      expect(live.text).toContain('"type": "terms-missing"')
    }
    expect(partner.purchases).toEqual([])
  })
})

describe('the conformance suite', () => {
  test('names the setting where a purchase for nobody in particular is refused, and takes what it is set to', async () => {
    const partner = await startStrictPartner('phone')
    const refused = await conformance(partner.url)
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/^FAIL +6\.anonymous +a purchase for nobody in particular is accepted$/mu)
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
  const { saleId: next } = await review(again, 1)
  need(await again.api.pay({ saleId: next, tender: 'card' }))
  await settled(again, next)
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
