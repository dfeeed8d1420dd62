import { beforeEach, describe, expect, test } from 'vitest'
import { paymentData, skipWithout } from '../../support/payment-data.ts'
import { installPrism, prismBefore } from '../../support/prism.ts'
import { listedDay, stayed } from '../provider-line.ts'
import { account, secrets, sumup } from './sumup.ts'

const document = paymentData('sumup/openapi.json')

/** Prism checks all messages between driver and simulator against SumUp's own document. */
describe('against SumUp’s OpenAPI document', () => {
  beforeEach(async (context) => {
    skipWithout(context, document)
    await installPrism()
  }, 300_000)

  async function through(acts: readonly string[] = [], refunds: readonly string[] = []) {
    const strayed: string[] = []
    const till = await sumup(acts, {
      refunds,
      behind: (service) => prismBefore(document, service),
      instead: (request) =>
        fetch(request).then(async (reply) => {
          const text = await reply.clone().text()
          if (/stoplight\.io|sl-violations/u.test(text) || reply.headers.has('sl-violations')) strayed.push(text)
          return reply
        }),
    })
    return { ...till, strayed }
  }

  test('every request of a day, and every answer of the simulator, fits it; Prism reports what does not', async () => {
    const acts = ['approve', 'refuse', 'wait', 'offline', 'occupied', 'fault']
    const { pays, driver, strayed, simulator, url } = await through(acts)
    const { payment, outcome } = await pays()
    expect(outcome).toMatchObject({ outcome: 'approved', amount: 7_500, currency: 'EUR' })
    expect(await driver.ask(payment, stayed)).toEqual(outcome)
    expect((await pays()).outcome).toEqual({ outcome: 'refused', reason: 'declined' })
    expect((await pays()).outcome).toEqual({ outcome: 'refused', reason: 'timed-out' })
    expect((await pays()).outcome).toEqual({ outcome: 'unavailable' })
    expect((await pays()).outcome).toEqual({ outcome: 'unavailable' })
    expect((await pays()).outcome).toEqual({ outcome: 'refused', reason: 'not-set-up' })
    const back = { reference: crypto.randomUUID(), amount: 7_500, approval: '' }
    expect(await driver.refund(payment, back, stayed)).toMatchObject({ outcome: 'refunded' })
    expect(await driver.refund(payment, back, stayed)).toEqual({ outcome: 'refused', reason: 'declined' })
    expect(await driver.askRefund(payment, back, stayed)).toMatchObject({ outcome: 'refunded' })
    expect(await driver.list(listedDay('2026-11-22'), stayed)).toHaveLength(4)
    expect((await driver.examine()).map(({ step }) => step)).toContain('device')
    expect(strayed).toEqual([])
    simulator.expireTokens()
    expect(await driver.examine()).toContainEqual({ step: 'access', finding: 'refused', status: 401 })

    const asked = await fetch(`${url}/v0.1/merchants/${account.merchantCode}/readers/${account.reader}/checkout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ total_amount: { value: '12', currency: 'EUR', minor_unit: 2 } }),
    })
    expect(asked.status).toBe(422)
    expect(await asked.text()).toContain('stoplight.io')
  })
})
