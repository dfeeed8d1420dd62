import { describe, expect, test } from 'vitest'
import { createDjomyLink } from '../../electron/payment/djomy/link.ts'
import { createDjomyPush } from '../../electron/payment/djomy/push.ts'
import { minorOf } from '../../electron/payment/http/amounts.ts'
import { plainWord } from '../../electron/payment/http/plain-word.ts'
import { createMtnMomo } from '../../electron/payment/mtn-momo/driver.ts'
import { createAdyenDriver } from '../../electron/payment/adyen/driver.ts'
import * as adyen from './adyen/adyen.ts'
import * as djomy from './djomy/djomy.ts'
import * as mtn from './mtn-momo/mtn-momo.ts'
import { createHastyClock, stayed } from './provider-line.ts'
import { createStripeTerminal } from '../../electron/payment/stripe/driver.ts'
import { createSumup } from '../../electron/payment/sumup/driver.ts'
import * as stripe from './stripe/stripe.ts'
import * as sumup from './sumup/sumup.ts'

const PROVIDER = 'https://provider.example'
const isToken = ({ url }: Request): boolean => /\/(?:token\/|auth)$/u.test(url)
const data = (told: unknown): Response => Response.json({ success: true, data: told })

/** Drivers of a provider that lets us in, and then answers so. */
function drivers(answer: (request: Request) => Response | Promise<Response>) {
  const asked: string[] = []
  const logged: unknown[] = []
  const line = {
    clock: createHastyClock(),
    log: { warn: (_: string, details: unknown) => void logged.push(details) },
    async fetch(request: Request): Promise<Response> {
      asked.push(request.url)
      if (!isToken(request)) return answer(request)
      const token = { access_token: 'token', expires_in: 3600 }
      return Response.json({ ...token, success: true, data: { accessToken: 'token', expiresIn: 3600 } })
    },
  }
  return {
    asked,
    logged,
    push: createDjomyPush({ ...line, settings: djomy.pushSettingsAt(PROVIDER), secrets: djomy.secrets }),
    link: createDjomyLink({ ...line, settings: djomy.linkSettingsAt(PROVIDER), secrets: djomy.secrets }),
    terminals: [createAdyenDriver(adyen.localTerminal(line), line), createAdyenDriver(adyen.cloudTerminal(line), line)],
    momo: createMtnMomo({ ...line, settings: mtn.settingsAt(PROVIDER), secrets: mtn.secrets }),
    reader: createStripeTerminal({ ...line, settings: stripe.settingsAt(PROVIDER), secrets: stripe.secrets }),
    solo: createSumup({ ...line, settings: sumup.settingsAt(PROVIDER), secrets: sumup.secrets }),
  }
}

describe('a request for money', () => {
  test('that is answered at a length no provider answers at may have charged', async () => {
    const { momo, push, reader, solo } = drivers(() => new Response('x'.repeat(2 * 1024 * 1024), { status: 500 }))
    expect(await reader.begin(stripe.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await solo.begin(sumup.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await momo.begin(mtn.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await push.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
  })

  test('that finds the door closed after we were let in was never asked', async () => {
    const closed = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const fault = new TypeError('fetch failed', { cause: closed })
    const { momo, push, link, terminals, reader, solo } = drivers(() => Promise.reject(fault))
    expect(await reader.begin(stripe.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await solo.begin(sumup.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await momo.begin(mtn.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await push.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await link.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    for (const terminal of terminals)
      expect(await terminal.begin(adyen.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
  })

  test.each<readonly [string, () => Response]>([
    ['nothing', () => new Response('')],
    ['“ok”', () => new Response('ok')],
    ['a page', () => new Response('<html>approved</html>')],
    ['a page that forbids', () => new Response('<html>Forbidden</html>', { status: 403 })],
    ['a page of a fault', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
    [
      'an answer in plain text',
      () => Response.json({ SaleToPOIResponse: { PaymentResponse: { Response: { Result: 'Success' } } } }),
    ],
    ['a refusal of nobody’s', () => Response.json({ Response: { Result: 'Failure', ErrorCondition: 'Busy' } })],
    [
      'a terminal that cannot read it',
      () => Response.json({ SaleToPOIRequest: { EventNotification: { EventToNotify: 'Reject' } } }),
    ],
    ['a length no terminal answers at', () => new Response('x'.repeat(2 * 1024 * 1024))],
  ])('that a terminal answers with %s may have charged', async (_, answer) => {
    const { terminals } = drivers(answer)
    for (const terminal of terminals) {
      expect(await terminal.begin(adyen.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
      expect(await terminal.ask(adyen.knownOf(adyen.request(), terminal), stayed)).toEqual({ outcome: 'unknown' })
      const back = { reference: adyen.request().reference, amount: 1, approval: 'BV0q00.1' }
      const payment = adyen.knownOf(adyen.request(), terminal)
      expect(await terminal.refund?.(payment, back, stayed)).toEqual({ outcome: 'unknown' })
      expect(await terminal.askRefund?.(payment, back, stayed)).toEqual({ outcome: 'unknown' })
    }
  })

  test('that a page of something on the way turns away may have charged: 403 is the provider’s word only in its own form', async () => {
    const { push, link, reader, solo } = drivers(() => new Response('<html>Forbidden</html>', { status: 403 }))
    expect(await reader.begin(stripe.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await solo.begin(sumup.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await push.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(await link.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
    const own = drivers(() => Response.json({ success: false, error: { code: 'FORBIDDEN' } }, { status: 403 }))
    expect(await own.push.begin(djomy.request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
  })
})

test('nothing at all is no amount', () => {
  expect([minorOf(0, 'GNF'), minorOf('0', 'GNF'), minorOf('0.00', 'EUR')]).toEqual([null, null, null])
  expect([minorOf(1, 'GNF'), minorOf('0.01', 'EUR')]).toEqual([1, 1])
})

test('what could be a telephone number is no word of a provider’s', async () => {
  expect([plainWord('622123456'), plainWord('224622123456')]).toEqual(['unreadable', 'unreadable'])
  expect([plainWord('12345'), plainWord('E622123456')]).toEqual(['12345', 'E622123456'])
  const { push, logged } = drivers(() => Response.json({ success: false, error: { code: 622123456 } }, { status: 422 }))
  await push.begin(djomy.request(), stayed, stayed)
  expect(logged).toMatchObject([{ code: 'unreadable' }])
})

describe('a page that Djomy calls paid, with payments that failed alone', () => {
  const reference = djomy.request().reference
  const payment = { ...djomy.knownOf({ ...djomy.request(), reference }, PROVIDER, null), token: 'link-1' }
  const page = { paymentLinkReference: 'link-1', merchantReference: reference, status: 'PAID' }
  const told = (status: string) => ({ transactionId: 'p-2', merchantPaymentReference: reference, status })

  const asked = (...statuses: readonly string[]) =>
    drivers(({ url }) => {
      if (url.includes('/links/')) return data({ ...page, payments: [{ transactionId: 'p-1', status: 'FAILED' }] })
      if (url.endsWith('/payments/p-2/status')) return data({ ...told(statuses[0] ?? ''), paidAmount: 75_000 })
      return data({ content: statuses.map(told), last: true })
    }).link.ask(payment, stayed)

  test('was paid by one that the list has', async () => {
    expect(await asked('SUCCESS')).toMatchObject({ outcome: 'approved', amount: 75_000 })
  })

  test('is unknown where no list says by which', async () => {
    expect(await asked()).toEqual({ outcome: 'unknown' })
    expect(await asked('FAILED')).toEqual({ outcome: 'unknown' })
  })
})

test.each(['http://elsewhere.example', 'https://user@elsewhere.example', 'ftp://elsewhere.example', ''])(
  'a payment that was begun at %o is asked about nowhere: our keys go to no such place',
  async (host) => {
    const { asked, momo, push, link, reader, solo } = drivers(() => data({}))
    const payment = { ...mtn.knownOf(mtn.request(), host), token: 'link-1' }
    for (const driver of [momo, push, link, reader, solo])
      expect(await driver.ask(payment, stayed)).toEqual({ outcome: 'unknown' })
    expect(asked).toEqual([])
  },
)

test('a reader is never told twice, and what it was told is not told to be done by anything but Stripe’s word for this payment', async () => {
  const wanted = stripe.request()
  const payment = { ...stripe.knownOf(wanted, PROVIDER), token: 'pi_1' }
  const answers = [
    () => new Response('<html>OK</html>'),
    () => new Response('""'),
    () => Response.json({ object: 'payment_intent', id: 'pi_2', status: 'succeeded', amount_received: 7_500 }),
    () => Response.json({ error: { type: 'api_error' } }, { status: 500 }),
    () => Response.json({ object: 'terminal.reader', id: stripe.READER, action: { status: 'succeeded' } }),
  ]
  for (const answer of answers) {
    const { reader, asked } = drivers(answer)
    expect(await reader.settle!(payment, wanted, stayed, stayed)).toEqual({ outcome: 'unknown' })
    expect(asked.filter((url) => url.endsWith('/process_payment_intent'))).toHaveLength(1)
  }
})
