import { existsSync, readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { StripeSimulator } from '../../../electron/simulators/stripe.ts'
import { intentIn, readerIn, refundIn } from '../../../electron/payments/stripe/api.ts'
import { paymentData, skipWithout } from '../../support/payment-data.ts'
import { createManualClock, served } from '../provider-line.ts'
import { READER, secrets } from './stripe.ts'

async function client(acts: readonly { readonly name: 'wait' | 'refuse' }[] = []) {
  const clock = createManualClock()
  const simulator = new StripeSimulator({ ...secrets, reader: READER, currency: 'EUR', clock, script: acts })
  const { hostname, port } = new URL(await served(simulator))
  return new Stripe(secrets.secretKey, { host: hostname, port, protocol: 'http' })
}

const wanted = {
  amount: 1099,
  currency: 'eur',
  payment_method_types: ['card_present'],
  capture_method: 'automatic',
} as const

describe('Stripe’s own client at the simulator', () => {
  test('takes a card that a test holds to the simulated reader', async () => {
    const stripe = await client([{ name: 'wait' }])
    const { id } = await stripe.paymentIntents.create(wanted)
    const told = await stripe.terminal.readers.processPaymentIntent(READER, { payment_intent: id })
    expect(told.action).toMatchObject({ status: 'in_progress', process_payment_intent: { payment_intent: id } })
    const held = await stripe.testHelpers.terminal.readers.presentPaymentMethod(READER)
    expect(held.action?.status).toBe('succeeded')
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1099 })
    expect(paid.latest_charge).toMatchObject({ payment_method_details: { card_present: { last4: '4242' } } })
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(await stripe.refunds.create({ payment_intent: id, amount: 99 })).toMatchObject({ status: 'succeeded' })
    const charges = await stripe.charges.list({ limit: 3 }).autoPagingToArray({ limit: 10 })
    expect(charges.map(({ amount_refunded: back }) => back)).toEqual([99])
  })

  test('makes one intent under one key, and hears of another request under it', async () => {
    const stripe = await client()
    const key = { idempotencyKey: 'once' }
    const [first, second] = [
      await stripe.paymentIntents.create(wanted, key),
      await stripe.paymentIntents.create(wanted, key),
    ]
    expect(second.id).toBe(first.id)
    await expect(stripe.paymentIntents.create({ ...wanted, amount: 5 }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  test('cancels what waits on the reader', async () => {
    const stripe = await client([{ name: 'wait' }])
    const { id } = await stripe.paymentIntents.create(wanted)
    await stripe.terminal.readers.processPaymentIntent(READER, { payment_intent: id })
    expect(await stripe.terminal.readers.cancelAction(READER)).toMatchObject({ action: null })
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
  })

  test('is let in nowhere with another key', async () => {
    const stripe = await client()
    const created = stripe.paymentIntents.create(wanted, { apiKey: 'sk_test_other' })
    await expect(created).rejects.toMatchObject({ statusCode: 401 })
  })
})

const fixtures = paymentData('stripe/fixtures3.json')

describe('Stripe’s own example objects', () => {
  beforeEach((context) => skipWithout(context, fixtures))

  const { resources } = existsSync(fixtures)
    ? (JSON.parse(readFileSync(fixtures, 'utf8')) as { resources: Record<string, Record<string, unknown>> })
    : { resources: {} as Record<string, Record<string, unknown>> }
  const reply = (name: string, more: object = {}) =>
    ({ answered: true, status: 200, date: null, body: JSON.stringify({ ...resources[name], ...more }) }) as const

  test('are read: a payment, paid and not', () => {
    const { id } = resources['payment_intent'] ?? {}
    const unpaid = { id, status: 'requires_payment_method', amount: 1099, currency: 'usd' }
    expect(intentIn(reply('payment_intent'))).toMatchObject(unpaid)
    const paid = { status: 'succeeded', amount_received: 1099, latest_charge: resources['charge'] }
    expect(intentIn(reply('payment_intent', paid))?.latest_charge?.id).toBe(resources['charge']?.['id'])
  })

  test('are read: a reader, whose last action was another', () => {
    const told = readerIn(reply('terminal.reader'))
    const { id } = resources['terminal.reader'] ?? {}
    expect(told).toMatchObject({ id, status: 'online', action: { status: 'failed' } })
    expect(told?.action?.process_payment_intent).toBeUndefined()
  })

  test('are read: a refund', () => {
    const { id } = resources['refund'] ?? {}
    expect(refundIn(reply('refund'))).toMatchObject({ id, status: 'succeeded', amount: 100 })
  })
})
