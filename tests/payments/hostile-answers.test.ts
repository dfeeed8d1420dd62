import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import { parseJson } from '../../shared/json.ts'
import type { PaymentRef, TenderDriver, TenderOutcome } from '../../electron/kiosk/ports/devices.ts'
import { AdyenDriver } from '../../electron/payments/adyen/driver.ts'
import { NexoCrypto } from '../../electron/payments/adyen/nexo-crypto.ts'
import { MtnMomo } from '../../electron/payments/mtn-momo/driver.ts'
import { OrangeMoney } from '../../electron/payments/orange-money/driver.ts'
import { createManualClock, stayed } from './provider-line.ts'
import { DjomyLink, DjomyPush } from '../../electron/payments/djomy/driver.ts'
import * as adyen from './adyen/adyen.ts'
import * as djomy from './djomy/djomy.ts'
import * as mtn from './mtn-momo/mtn-momo.ts'
import * as orange from './orange-money/orange-money.ts'
import { StripeTerminal } from '../../electron/payments/stripe/driver.ts'
import { Sumup } from '../../electron/payments/sumup/driver.ts'
import * as stripe from './stripe/stripe.ts'
import * as sumup from './sumup/sumup.ts'
import { isSample } from '../support/share.ts'

const RUNS = isSample ? 200 : 1500

/** A payment driver under test, a valid reply, and an independent check of the replies that may approve a payment. */
interface Rail {
  readonly driver: (fetch: (request: Request) => Promise<Response>) => TenderDriver
  readonly payment: PaymentRef
  readonly isToken: (url: string) => boolean
  readonly token: object
  readonly honest: Record<string, unknown>
  /** Returns the valid reply for a URL that is not under test. Null for the URL under test. */
  readonly also?: (url: string) => string | null
  readonly wrap?: (data: unknown, asked: Request) => string | Promise<string>
  /** Returns the paid amount of a reply in minor units. Absent if the reply states the amount in major units. */
  readonly minorIn?: (answer: Record<string, unknown>) => { readonly amount: number; readonly currency: string }
  readonly mayApprove: (answer: Record<string, unknown>) => boolean
}

const ofAdyen = adyen.request({ amount: 75_000, currency: 'UGX' })

/** Returns a terminal's status reply in which the values of `data` fill the corresponding fields. */
function ofTerminal(data: unknown, header: object): object {
  const told = (typeof data === 'object' && data !== null ? data : { result: data }) as Record<string, unknown>
  const { result, serviceId, saleId, poiId, category, type, sale, transactionId, amount, currency } = told
  const PaymentResponse = {
    Response: { Result: result },
    SaleData: sale === undefined ? undefined : { SaleTransactionID: { TransactionID: sale } },
    POIData: { POITransactionID: { TransactionID: transactionId } },
    PaymentResult: { AmountsResp: { AuthorizedAmount: amount, Currency: currency } },
  }
  const ids = { ServiceID: serviceId, SaleID: saleId, POIID: poiId }
  const MessageHeader = { MessageClass: 'Service', MessageCategory: category, MessageType: type, ...ids }
  const RepeatedMessageResponse = { MessageHeader, RepeatedResponseMessageBody: { PaymentResponse } }
  const TransactionStatusResponse = { Response: { Result: 'Success' }, RepeatedMessageResponse }
  return { SaleToPOIResponse: { MessageHeader: { ...header, MessageType: 'Response' }, TransactionStatusResponse } }
}

const terminalCrypto = new NexoCrypto(adyen.sharedKey)
const headerOf = (text: string): object =>
  (JSON.parse(text) as { SaleToPOIRequest: { MessageHeader: object } }).SaleToPOIRequest.MessageHeader

const ofEitherTerminal: Pick<Rail, 'isToken' | 'token' | 'honest' | 'mayApprove'> = {
  isToken: () => false,
  token: {},
  honest: {
    result: 'Success',
    serviceId: ofAdyen.reference,
    saleId: 'Guichet',
    poiId: adyen.POI_ID,
    category: 'Payment',
    type: 'Response',
    sale: ofAdyen.reference,
    transactionId: 'BV0q001643892070000.VK9DRSLLRCQ2WN82',
    amount: 75_000,
    currency: 'UGX',
  },
  mayApprove: ({ result, serviceId, saleId, poiId, category, type, sale, amount, currency }) =>
    result === 'Success' &&
    serviceId === ofAdyen.reference &&
    saleId === 'Guichet' &&
    poiId === adyen.POI_ID &&
    category === 'Payment' &&
    type === 'Response' &&
    (sale ?? ofAdyen.reference) === ofAdyen.reference &&
    typeof amount === 'number' &&
    typeof currency === 'string',
}

const quiet = { clock: createManualClock(), log: { warn: () => undefined } }
const oauth = { access_token: 'token', expires_in: 3600 }
const ofMtn = mtn.request()
const ofOrange = orange.request()
const ofDjomy = djomy.request()
const ofStripe = stripe.request()
const ofSumup = sumup.request()
const INTENT = 'pi_1PgafyB7WZ01zgkWSjxsAJo3'
const paid = { amount: 7_500, currency: 'eur', created: 1_795_000_000, latest_charge: null }
const intent = { object: 'payment_intent', id: INTENT, ...paid }
const DJOMY_ID = 'c0a8e2b4-1d52-4a4f-9d3e-0c2f6b1a7e55'
const ofEitherDjomy: Pick<Rail, 'isToken' | 'token' | 'wrap'> = {
  isToken: (url) => url.endsWith('/auth'),
  token: { success: true, data: { accessToken: 'token', expiresIn: 3600 } },
  wrap: (data) => JSON.stringify({ success: true, data, error: null, status: 200 }),
}
const isOauth = (url: string): boolean => /\/token\/?$/u.test(url)

const rails: Readonly<Record<string, Rail>> = {
  'MTN MoMo': {
    driver: (fetch) => new MtnMomo({ ...quiet, fetch }, { ...mtn.settingsAt('https://mtn.example'), ...mtn.secrets }),
    payment: mtn.knownOf(ofMtn, 'https://mtn.example'),
    isToken: isOauth,
    token: oauth,
    honest: {
      status: 'SUCCESSFUL',
      externalId: ofMtn.reference,
      amount: '75000',
      currency: 'UGX',
      financialTransactionId: '123456789',
    },
    mayApprove: ({ status, externalId, amount, currency }) =>
      status === 'SUCCESSFUL' &&
      String(externalId) === ofMtn.reference &&
      (typeof amount === 'string' || typeof amount === 'number') &&
      typeof currency === 'string',
  },
  'Orange Money': {
    driver: (fetch) =>
      new OrangeMoney({ ...quiet, fetch }, { ...orange.settingsAt('https://orange.example'), ...orange.secrets }),
    payment: { ...orange.knownOf(ofOrange, 'https://orange.example', null), token: 'a'.repeat(64) },
    isToken: isOauth,
    token: oauth,
    honest: { status: 'SUCCESS', order_id: ofOrange.reference, txnid: 'MP1.2.3' },
    mayApprove: ({ status, order_id: id }) => status === 'SUCCESS' && id === ofOrange.reference,
  },
  Djomy: {
    driver: (fetch) =>
      new DjomyPush({ ...quiet, fetch }, { ...djomy.pushSettingsAt('https://djomy.example'), ...djomy.secrets }),
    payment: { ...djomy.knownOf(ofDjomy, 'https://djomy.example', null), token: DJOMY_ID },
    ...ofEitherDjomy,
    honest: {
      status: 'SUCCESS',
      transactionId: DJOMY_ID,
      merchantPaymentReference: ofDjomy.reference,
      paidAmount: 75_000,
      currency: 'GNF',
    },
    mayApprove: ({ status, transactionId, merchantPaymentReference: theirs, paidAmount }) =>
      String(status).toUpperCase() === 'SUCCESS' &&
      (transactionId ?? DJOMY_ID) === DJOMY_ID &&
      (theirs ?? ofDjomy.reference) === ofDjomy.reference &&
      (typeof paidAmount === 'string' || typeof paidAmount === 'number'),
  },
  'Djomy, the page of a link': {
    driver: (fetch) =>
      new DjomyLink({ ...quiet, fetch }, { ...djomy.linkSettingsAt('https://djomy.example'), ...djomy.secrets }),
    payment: { ...djomy.knownOf(ofDjomy, 'https://djomy.example', null), token: 'link-1' },
    ...ofEitherDjomy,
    also(url) {
      if (url.includes('/links/')) return null
      const isOurs = url.endsWith(`/payments/${DJOMY_ID}/status`)
      const data = { status: 'SUCCESS', transactionId: DJOMY_ID, paidAmount: 75_000 }
      return isOurs ? JSON.stringify({ success: true, data }) : 'nothing'
    },
    honest: {
      status: 'PAID',
      paymentLinkReference: 'link-1',
      merchantReference: ofDjomy.reference,
      payments: [{ transactionId: DJOMY_ID, status: 'SUCCESS' }],
    },
    mayApprove: ({ paymentLinkReference: link, merchantReference: theirs, payments }) =>
      (link ?? 'link-1') === 'link-1' &&
      (theirs ?? ofDjomy.reference) === ofDjomy.reference &&
      JSON.stringify(payments) === JSON.stringify([{ transactionId: DJOMY_ID, status: 'SUCCESS' }]),
  },
  'a terminal of Adyen’s in the house': {
    ...ofEitherTerminal,
    driver: (fetch) => new AdyenDriver(adyen.localTerminal({ ...quiet, fetch }), { ...quiet, fetch }),
    payment: adyen.knownOf(ofAdyen, { host: `https://terminal.example:8443/${adyen.POI_ID}` }),
    wrap: async (data, asked) => {
      const header = headerOf(await asked.clone().text())
      const sealed = terminalCrypto.seal(JSON.stringify(ofTerminal(data, header)))
      return JSON.stringify({ SaleToPOIResponse: { MessageHeader: header, ...sealed } })
    },
  },
  'a terminal of Adyen’s over the cloud': {
    ...ofEitherTerminal,
    driver: (fetch) => new AdyenDriver(adyen.cloudTerminal({ ...quiet, fetch }), { ...quiet, fetch }),
    payment: adyen.knownOf(ofAdyen, { host: `https://cloud.example/${adyen.POI_ID}` }),
    wrap: async (data, asked) => JSON.stringify(ofTerminal(data, headerOf(await asked.clone().text()))),
  },
  'Stripe Terminal': {
    driver: (fetch) =>
      new StripeTerminal({ ...quiet, fetch }, { ...stripe.settingsAt('https://stripe.example'), ...stripe.secrets }),
    payment: { ...stripe.knownOf(ofStripe, 'https://stripe.example'), token: INTENT },
    isToken: () => false,
    token: {},
    honest: { ...intent, status: 'succeeded', amount_received: 7_500, metadata: { reference: ofStripe.reference } },
    minorIn: ({ amount_received: received, currency }) => ({
      amount: Number(received),
      currency: String(currency).toUpperCase(),
    }),
    mayApprove: ({ object, id, status, amount_received: received, metadata }) =>
      object === 'payment_intent' &&
      id === INTENT &&
      status === 'succeeded' &&
      Number.isSafeInteger(received) &&
      JSON.stringify(metadata) === JSON.stringify({ reference: ofStripe.reference }),
  },
  SumUp: {
    driver: (fetch) =>
      new Sumup({ ...quiet, fetch }, { ...sumup.settingsAt('https://sumup.example'), ...sumup.secrets }),
    payment: sumup.knownOf(ofSumup, 'https://sumup.example'),
    isToken: () => false,
    token: {},
    honest: {
      id: '410fc44a-5956-44e1-b5cc-19c6f8d727a4',
      status: 'SUCCESSFUL',
      amount: 75,
      currency: 'EUR',
      transaction_code: 'TEENSK4W2K',
      foreign_transaction_id: ofSumup.reference,
    },
    mayApprove: ({ status, foreign_transaction_id: theirs, amount, currency }) =>
      status === 'SUCCESSFUL' &&
      (theirs ?? ofSumup.reference) === ofSumup.reference &&
      typeof amount === 'number' &&
      typeof currency === 'string',
  },
}

const junk = fc.oneof(
  fc.constantFrom('SUCCESS', 'SUCCESSFUL', 'FAILED', 'PENDING', '', null, true, 0, -1, 75_000.5),
  fc.constantFrom('75000', '7.5e4', '0x10'),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.uuid(),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 2 }),
)

/** An honest reply with some members removed or changed, a truncated one, or any other text. */
const mutated = (honest: Record<string, unknown>) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...Object.keys(honest)), fc.option(junk)), { maxLength: 3 })
        .map((changes) => {
          const answer = { ...honest }
          for (const [name, value] of changes) {
            if (value === null) delete answer[name]
            else answer[name] = value
          }
          return JSON.stringify(answer)
        }),
    },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((end) => JSON.stringify(honest).slice(0, end)) },
    { weight: 1, arbitrary: fc.constantFrom('<html>SUCCESS</html>', '[]', 'null', '""', '{}') },
  )

const status = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 201) },
  { weight: 2, arbitrary: fc.constantFrom(202, 204, 302, 400, 401, 403, 404, 409, 429, 500, 502, 503) },
)

describe.each(Object.entries(rails))('%s', (_, rail) => {
  const reply = { code: 200, told: '' }
  const driver = rail.driver(async (request) => {
    const { url } = request
    if (rail.isToken(url)) return Response.json(rail.token)
    const honest = rail.also?.(url) ?? null
    if (honest !== null) return new Response(honest)
    const { code, told } = reply
    const data = parseJson(told)
    const body = rail.wrap && data !== undefined ? await rail.wrap(data, request) : told
    return new Response(code === 204 ? null : body, { status: code })
  })
  const asked = (code: number, told: string): Promise<TenderOutcome> => {
    Object.assign(reply, { code, told })
    return driver.ask(rail.payment, stayed)
  }

  test('its own success approves', async () => {
    expect(await asked(200, JSON.stringify(rail.honest))).toMatchObject({ outcome: 'approved' })
  })

  test('nothing but its own success, of this very payment, approves; what is refused was told so', async () => {
    let approved = 0
    await fc.assert(
      fc.asyncProperty(status, mutated(rail.honest), async (code, told) => {
        const outcome = await asked(code, told)
        const answer = parseJson(told) as Record<string, unknown>
        if (outcome.outcome === 'approved') {
          approved += 1
          expect([200, 201]).toContain(code)
          expect(rail.mayApprove(answer)).toBe(true)
          if (rail.minorIn) {
            expect(outcome).toMatchObject(rail.minorIn(answer))
            return
          }
          if (outcome.currency !== undefined) expect(outcome.currency).toBe(answer['currency'])
          if (outcome.amount !== undefined && rail.also) expect(outcome.amount).toBe(75_000)
          if (outcome.amount !== undefined && !rail.also) {
            const told = Number(answer['amount'] ?? answer['paidAmount'])
            expect(wireFromMinor(outcome.amount, outcome.currency ?? rail.payment.currency)).toBe(told)
          }
        }
        if (outcome.outcome === 'refused') expect(['FAILED', 'EXPIRED']).toContain(answer['status'])
        expect(outcome.outcome).not.toBe('unavailable')
        expect(outcome.outcome).not.toBe('cancelled')
      }),
      { numRuns: RUNS },
    )
    expect(approved).toBeGreaterThan(RUNS / 75)
  })

  test('no reply at all is unknown', async () => {
    const driver = rail.driver(({ url }) =>
      rail.isToken(url) ? Promise.resolve(Response.json(rail.token)) : Promise.reject(new Error('broken')),
    )
    expect(await driver.ask(rail.payment, stayed)).toEqual({ outcome: 'unknown' })
  })
})
