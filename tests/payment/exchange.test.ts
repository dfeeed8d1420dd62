import { expect, test } from 'vitest'
import { exchange } from '../../electron/payment/http/exchange.ts'
import { stayed } from './provider-line.ts'

async function operationOf(method: 'GET' | 'POST', url: string): Promise<string | undefined> {
  const operations: string[] = []
  const line = {
    fetch: () => Promise.resolve(new Response('')),
    onExchanged: ({ operation }: { readonly operation: string }) => void operations.push(operation),
  }
  await exchange(line, { method, url, headers: {} }, stayed)
  return operations[0]
}

test.each([
  ['POST', 'https://device-api-live.adyen.com/v1/merchants/…/devices/…/sync', 'MonStade', 'AMS-terminal'],
  ['POST', 'https://192.0.2.7:8443/nexo/'],
  ['GET', 'https://api.djomy.africa/v1/payments/…/status', 'qwerTYuiop'],
  ['GET', 'https://api.djomy.africa/v1/links/…', 'lettersOnly'],
  ['GET', 'https://momo.mtn.com/collection/v1_0/requesttopay/…', 'abcdefab-cdef-abcd-efab-cdefabcdefab'],
  ['GET', 'https://momo.mtn.com/collection/v1_0/account/balance'],
  ['POST', 'https://api.orange.com/orange-money-webpay/…/v1/transactionstatus', 'gn'],
  ['GET', 'https://api.stripe.com/v1/payment_intents/…?expand[0]=latest_charge', 'pi_abcDEFghi'],
  ['POST', 'https://api.stripe.com/v1/terminal/readers/…/process_payment_intent', 'tmr_abcDEF'],
  ['GET', 'https://api.sumup.com/v0.1/merchants/…/readers/…/status', 'MCABCD', 'rdr_ABCD'],
  ['POST', 'https://api.sumup.com/v1.0/merchants/…/payments/…/refunds', 'MCABCD', 'v123456'],
] as const)('%s %s is logged without the ids in the path', async (method, url, ...ids) => {
  const names = ids.values()
  const called = url.replaceAll('…', () => names.next().value ?? '')
  const { host } = new URL(url)
  const path = url.slice(`https://${host}`.length).split('?')[0]
  expect(await operationOf(method, called)).toBe(`${method} ${host}${path}`)
})
