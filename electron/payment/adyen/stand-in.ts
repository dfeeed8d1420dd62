import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { json, pageInBetween, type StandIn } from '../stand-in/stand-in.ts'
import { createNexoCrypto, sealedReading, type SharedKey } from './nexo-crypto.ts'
import {
  failure,
  headerOfRequest,
  readRequest,
  success,
  type RequestHeader,
  type RequestMessage,
  type ReversalRequest,
  type StatusRequest,
} from './stand-in-messages.ts'
import { createPayments, type KnownAs, type PaymentsOptions } from './stand-in-payments.ts'

export interface AdyenStandInOptions extends PaymentsOptions {
  readonly poiId: string
  readonly key: SharedKey
  /** Of the cloud. */
  readonly apiKey: string
  readonly merchantAccount?: string
}

const securedReading = z.object({ SaleToPOIRequest: sealedReading.extend({ MessageHeader: headerOfRequest }) })

/**
 * A terminal of Adyen's as a stand-in: in the house, with its crypto, and over the cloud. Strict about headers, keys, service IDs
 * used twice, and amounts.
 */
export function createAdyenStandIn(options: AdyenStandInOptions): StandIn {
  const { poiId, apiKey, merchantAccount } = options
  const crypto = createNexoCrypto(options.key)
  const answerTo = createTerminal(options)

  async function local(request: Request): Promise<Response> {
    const secured = securedReading.safeParse(parseJson(await request.text()))
    const message = readRequest((secured.success ? crypto.open(secured.data.SaleToPOIRequest) : null) ?? '')
    if (message?.MessageHeader.POIID !== poiId) return json(200, rejection(poiId, options.clock.now().wallUtc))
    const said = await answerTo(message)
    if (said instanceof Response) return said
    const sealed = { MessageHeader: headerOfAnswer(message), ...crypto.seal(JSON.stringify(said)) }
    return json(200, { SaleToPOIResponse: sealed })
  }

  async function cloud(request: Request): Promise<Response> {
    if (request.headers.get('x-api-key') !== apiKey) return json(401, { status: 401, errorCode: '000' })
    const message = readRequest(await request.text())
    if (!message) return json(400, { status: 400, message: 'Bad request' })
    // Nobody answers there, and the cloud says so with nothing.
    if (message.MessageHeader.POIID !== poiId) return new Response('')
    const said = await answerTo(message)
    return said instanceof Response ? said : json(200, said)
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      if (/^\/nexo\/?$/u.test(pathname)) return local(request)
      const device = `/v1/merchants/${merchantAccount ?? ''}/devices/${poiId}/sync`
      return pathname === '/sync' || pathname === device ? cloud(request) : new Response(null, { status: 404 })
    },
    expireTokens: () => undefined,
  }
}

const headerOfAnswer = ({ MessageHeader: header }: RequestMessage): object => ({ ...header, MessageType: 'Response' })

/** A message, or what is answered in place of one: nothing at all, or a page of something in between. */
function createTerminal(options: PaymentsOptions): (told: RequestMessage) => Promise<object | Response> {
  const payments = createPayments(options)
  const reversals = createReversals(payments)

  function status({ MessageReference: of }: StatusRequest): object {
    const { ServiceID: id, SaleID: saleId } = of
    const known = of.MessageCategory === 'Reversal' ? reversals.ask(id) : payments.ask(id, saleId)
    if (known.is !== 'answered') {
      const Response = failure(known.is === 'in-progress' ? 'InProgress' : 'NotFound')
      return { TransactionStatusResponse: { Response, MessageReference: of } }
    }
    const { header, body: RepeatedResponseMessageBody } = known
    const RepeatedMessageResponse = {
      MessageHeader: { ...header, MessageType: 'Response' },
      RepeatedResponseMessageBody,
    }
    return { TransactionStatusResponse: { Response: success, MessageReference: of, RepeatedMessageResponse } }
  }

  async function contentFor({ MessageHeader: header, ...told }: RequestMessage): Promise<object> {
    if (told.PaymentRequest) return payments.pay(header, told.PaymentRequest)
    if (told.TransactionStatusRequest) return status(told.TransactionStatusRequest)
    if (told.ReversalRequest) return reversals.reverse(header, told.ReversalRequest, options.clock.now().wallUtc)
    const POIStatus = { GlobalStatus: payments.isBusy() ? 'Busy' : 'OK', CommunicationOKFlag: true }
    const HostStatus = [{ AcquirerID: 1, IsReachableFlag: true }]
    return { DiagnosisResponse: { Response: success, POIStatus, HostStatus } }
  }

  return async (told) => {
    if (told.AbortRequest) {
      payments.stop(told.AbortRequest.MessageReference.ServiceID)
      return new Response('')
    }
    const { TransactionStatusRequest: question } = told
    const trouble = question ? payments.trouble(question.MessageReference.ServiceID) : null
    if (trouble !== null) return trouble === 'busy' ? json(429, { status: 429 }) : pageInBetween()
    return { SaleToPOIResponse: { MessageHeader: headerOfAnswer(told), ...(await contentFor(told)) } }
  }
}

/** Money back, at most what was taken. */
function createReversals(payments: ReturnType<typeof createPayments>) {
  const made = new Map<string, KnownAs>()
  const returned = new Map<string, number>()
  return {
    ask: (id: string): KnownAs => made.get(id) ?? { is: 'not-found' },
    reverse(header: RequestHeader, request: ReversalRequest, TimeStamp: string): object {
      const { OriginalPOITransaction, ReversedAmount } = request
      const { TransactionID: of } = OriginalPOITransaction.POITransactionID
      const [taken, back] = [payments.takenAs(of), (returned.get(of) ?? 0) + ReversedAmount]
      if (back > taken || made.has(header.ServiceID)) {
        const Response = failure(taken === 0 ? 'NotFound' : 'NotAllowed')
        return { ReversalResponse: { Response, OriginalPOITransaction } }
      }
      returned.set(of, back)
      const TransactionID = `${of.slice(0, 19)}.${randomInt(1e14)}`
      const POIData = { POITransactionID: { TransactionID, TimeStamp } }
      const body = { ReversalResponse: { Response: success, POIData, OriginalPOITransaction, ReversedAmount } }
      made.set(header.ServiceID, { is: 'answered', header, body })
      return body
    },
  }
}

/** As a terminal tells in plain text that it cannot read a message. */
const rejection = (POIID: string, TimeStamp: string): object => ({
  SaleToPOIRequest: {
    MessageHeader: {
      ProtocolVersion: '3.0',
      MessageClass: 'Event',
      MessageCategory: 'Event',
      MessageType: 'Notification',
      SaleID: 'none',
      POIID,
    },
    EventNotification: { EventToNotify: 'Reject', EventDetails: 'message=Crypto+error', TimeStamp },
  },
})
