import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { ensureInstalled } from '../../../scripts/install.mjs'
import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import { freePort } from '../../support/free-port.ts'
import { createManualClock, stayed } from '../provider-line.ts'
import { driverAt, knownOf, request, servedAs, sharedKey, type Place } from './adyen.ts'

type Header = Readonly<Record<'ServiceID' | 'SaleID' | 'POIID' | 'MessageCategory', string>>
interface Serializer {
  serialize(data: object, type: string): object
  deserialize(data: unknown, type: string): unknown
}
interface Asked {
  readonly SaleToPOIRequest: {
    readonly MessageHeader: Header
    readonly PaymentRequest?: {
      readonly SaleData: object
      readonly PaymentTransaction: { readonly AmountsReq: { Currency: string; RequestedAmount: number } }
    }
    readonly TransactionStatusRequest?: { readonly MessageReference: { readonly ServiceID: string } }
  }
}

const FOLDER = 'tests/payments/adyen/library'
const here = createRequire(new URL('library/package.json', import.meta.url))
const part = (path: string): unknown => here(`@adyen/api-library/lib/src/${path}`)

beforeAll(() => ensureInstalled(FOLDER), 300_000)

const { identifier, version, passphrase } = sharedKey
const securityKey = { AdyenCryptoVersion: 1, KeyIdentifier: identifier, KeyVersion: version, Passphrase: passphrase }

interface Terminal {
  readonly tamper?: (sealed: string) => string
  readonly place?: Place
  readonly before?: (header: Header, seal: (header: object, text: string) => object) => Promise<void>
}

/** Creates a terminal whose messages are read, written and encrypted by Adyen's own library. */
async function libraryTerminal({ tamper = (sealed) => sealed, place, before }: Terminal = {}) {
  const { default: NexoCrypto } = part('security/nexoCrypto') as {
    default: {
      new (): { decrypt(secured: object, key: object): string }
      encrypt(header: object, text: string, key: object): object
    }
  }
  const { ObjectSerializer } = part('typings/terminal/models') as { ObjectSerializer: Serializer }
  const paid = new Map<string, object>()

  function contentFor({ MessageHeader: header, ...told }: Asked['SaleToPOIRequest']): object {
    if (told.PaymentRequest) {
      const { SaleData, PaymentTransaction } = told.PaymentRequest
      const { Currency, RequestedAmount: AuthorizedAmount } = PaymentTransaction.AmountsReq
      const PaymentResponse = {
        Response: { Result: 'Success', AdditionalResponse: 'tid=47069832' },
        SaleData,
        POIData: {
          POITransactionID: {
            TransactionID: 'BV0q001795359600000.VK9DRSLLRCQ2WN82',
            TimeStamp: '2026-11-22T15:00:00.000Z',
          },
        },
        PaymentResult: {
          AmountsResp: { Currency, AuthorizedAmount },
          PaymentInstrumentData: {
            PaymentInstrumentType: 'Card',
            CardData: { PaymentBrand: 'visa', MaskedPan: '411111 **** 1111', EntryMode: ['ICC'] },
          },
        },
      }
      const MessageHeader = { ...header, MessageType: 'Response' }
      paid.set(header.ServiceID, { MessageHeader, RepeatedResponseMessageBody: { PaymentResponse } })
      return { PaymentResponse }
    }
    const MessageReference = told.TransactionStatusRequest?.MessageReference
    const RepeatedMessageResponse = paid.get(MessageReference?.ServiceID ?? '')
    const Response = RepeatedMessageResponse ? { Result: 'Success' } : { Result: 'Failure', ErrorCondition: 'NotFound' }
    return {
      TransactionStatusResponse: { Response, MessageReference, RepeatedMessageResponse },
    }
  }

  async function handle(incoming: Request): Promise<Response> {
    const secured = ObjectSerializer.deserialize(await incoming.json(), 'TerminalApiSecuredRequest') as {
      readonly SaleToPOIRequest: object
    }
    const text = new NexoCrypto().decrypt(secured.SaleToPOIRequest, securityKey)
    const { SaleToPOIRequest: asked } = ObjectSerializer.deserialize(JSON.parse(text), 'TerminalApiRequest') as Asked
    await before?.(asked.MessageHeader, (header, own) => NexoCrypto.encrypt(header, own, securityKey))
    const MessageHeader = { ...asked.MessageHeader, MessageType: 'Response' }
    const answer = { SaleToPOIResponse: { MessageHeader, ...contentFor(asked) } }
    const written = JSON.stringify(ObjectSerializer.serialize(answer, 'TerminalApiResponse'))
    const sealed = { SaleToPOIResponse: NexoCrypto.encrypt(MessageHeader, written, securityKey) }
    return new Response(tamper(JSON.stringify(ObjectSerializer.serialize(sealed, 'TerminalApiSecuredResponse'))))
  }

  const clock = createManualClock()
  return driverAt('adyen-local', await servedAs('adyen-local', { handle }), clock, place)
}

test('a terminal of Adyen’s own code takes a payment, and knows it afterwards', async () => {
  const driver = await libraryTerminal()
  const wanted = request({ amount: 9_999 })
  const approval = 'BV0q001795359600000.VK9DRSLLRCQ2WN82'
  const card = { brand: 'Visa', ending: '1111', read: 'chip' }
  const approved = { outcome: 'approved', approval, amount: 9_999, currency: 'EUR', card }
  expect(await driver.begin(wanted, stayed, stayed)).toEqual(approved)
  expect(await driver.ask(knownOf(wanted, driver), stayed)).toEqual(approved)
  expect(await driver.ask(knownOf(request(), driver), stayed)).toEqual({ outcome: 'pending', unless: 'cancelled' })
})

type Trailer = Record<'Hmac' | 'Nonce' | 'KeyIdentifier' | 'KeyVersion' | 'AdyenCryptoVersion', unknown>
const changed = (change: (secured: { NexoBlob: string; SecurityTrailer: Trailer }) => void) => (text: string) => {
  const read = JSON.parse(text) as { SaleToPOIResponse: { NexoBlob: string; SecurityTrailer: Trailer } }
  change(read.SaleToPOIResponse)
  return JSON.stringify(read)
}
const flipped = (base64: string): string => {
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  return bytes.toString('base64')
}

test.each<readonly [string, (text: string) => string]>([
  ['its content', changed((secured) => void (secured.NexoBlob = flipped(secured.NexoBlob)))],
  ['its nonce', changed(({ SecurityTrailer: trailer }) => void (trailer.Nonce = flipped(String(trailer.Nonce))))],
  ['its code', changed(({ SecurityTrailer: trailer }) => void (trailer.Hmac = flipped(String(trailer.Hmac))))],
  ['half its code', changed(({ SecurityTrailer: trailer }) => void (trailer.Hmac = String(trailer.Hmac).slice(0, 20)))],
  ['the key’s name', changed(({ SecurityTrailer: trailer }) => void (trailer.KeyIdentifier = 'another'))],
  ['the key’s version', changed(({ SecurityTrailer: trailer }) => void (trailer.KeyVersion = 9))],
  ['the crypto’s version', changed(({ SecurityTrailer: trailer }) => void (trailer.AdyenCryptoVersion = 0))],
  ['its trailer, which is gone', (text) => text.replace('SecurityTrailer', 'Trailer')],
])('an approval is none where somebody changed %s', async (_, tamper) => {
  const driver = await libraryTerminal({ tamper })
  expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unknown' })
})

test('what a terminal shows is repeated, as it tells it sealed, and of this payment alone', async () => {
  const port = await freePort()
  const told: DeviceProgress[] = []
  const show = async (message: object): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ SaleToPOIRequest: message }) }))
      .status
  const driver = await libraryTerminal({
    place: { displays: { port } },
    async before(asked, seal) {
      const shows = async (content: object, more = {}, change = (sealed: object) => sealed) => {
        const display = { MessageClass: 'Device', MessageCategory: 'Display', MessageType: 'Request' }
        const MessageHeader = { ...asked, ...display, DeviceID: '1517998562', ...more }
        const DisplayOutput = [{ Device: 'CustomerDisplay', InfoQualify: 'Status', OutputContent: content }]
        const text = JSON.stringify({ SaleToPOIRequest: { MessageHeader, DisplayRequest: { DisplayOutput } } })
        expect(await show(change(seal(MessageHeader, text)))).toBe(200)
      }
      const event = (name: string) => ({
        OutputFormat: 'MessageRef',
        PredefinedContent: {
          ReferenceID: `TransactionID=oLkO001517998574000&TimeStamp=2018-02-07T10%3a16%3a14.000Z&event=${name}`,
        },
      })
      await shows(event('TENDER_CREATED'))
      await shows(event('WAIT_FOR_PIN'), { ServiceID: 'ANOTHER' })
      await shows(event('WAIT_FOR_PIN'), { POIID: 'V400m-000000002' })
      await shows(event('WAIT_FOR_PIN'), {}, (sealed) => ({ ...sealed, NexoBlob: 'AAAA' }))
      expect(
        await show({
          MessageHeader: asked,
          DisplayRequest: { DisplayOutput: [{ OutputContent: event('WAIT_FOR_PIN') }] },
        }),
      ).toBe(200)
      await shows({ OutputFormat: 'Text', OutputText: [{ Text: 'Insérez' }, { Text: 'votre carte' }] })
      await shows(event('WAIT_FOR_PIN'))
      await shows(event('SOMETHING_NEW'))
      await shows(event('PIN_ENTERED'))
    },
  })
  const wanted = request({ onProgress: (progress) => void told.push(progress) })
  expect(await driver.begin(wanted, stayed, stayed)).toMatchObject({ outcome: 'approved' })
  expect(told).toEqual([
    { phase: 'waking' },
    { phase: 'present-card' },
    { phase: 'present-card', text: 'Insérez\nvotre carte' },
    { phase: 'enter-pin' },
    { phase: 'authorising' },
  ])
  await expect(show({})).rejects.toThrow('fetch failed')
})

test('a terminal that cannot be heard is paid at all the same', async () => {
  const port = await freePort()
  const other = createServer().listen(port)
  await once(other, 'listening')
  const told: DeviceProgress[] = []
  const driver = await libraryTerminal({ place: { displays: { port } } })
  const wanted = request({ onProgress: (progress) => void told.push(progress) })
  expect(await driver.begin(wanted, stayed, stayed)).toMatchObject({ outcome: 'approved' })
  expect(told).toEqual([{ phase: 'present-card' }])
  other.close()
})
