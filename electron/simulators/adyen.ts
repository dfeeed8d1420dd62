import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { exponentOf, minorFromWire } from '../../shared/domain/money/money.ts'
import { parseJson } from '../../shared/json.ts'
import { writtenAmount } from '../payments/http.ts'
import {
  ConnectionDropped,
  json,
  pageInBetween,
  type SimulatedPayment,
  SimulatedPayments,
  type SimulatedStatus,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
} from './provider-simulator.ts'
import { NexoCrypto, sealedReading, type SharedKey } from '../payments/adyen/nexo-crypto.ts'

/** Schemas of the messages that a simulated terminal accepts, as strict as Adyen's documentation. */

const name = z.string().min(1)
const serviceId = z.string().regex(/^[A-Za-z0-9]{1,10}$/u)
const transactionId = z.strictObject({ TransactionID: name, TimeStamp: z.iso.datetime() })

const headerOfRequest = z.strictObject({
  ProtocolVersion: z.literal('3.0'),
  MessageClass: z.literal('Service'),
  MessageCategory: z.enum(['Payment', 'TransactionStatus', 'Abort', 'Reversal', 'Diagnosis']),
  MessageType: z.literal('Request'),
  ServiceID: serviceId,
  SaleID: name,
  POIID: name,
})

type RequestHeader = z.infer<typeof headerOfRequest>

const currency = z.string().regex(/^[A-Z]{3}$/u)

const payment = z.strictObject({
  SaleData: z.strictObject({ SaleTransactionID: transactionId }),
  PaymentTransaction: z.strictObject({
    AmountsReq: z
      .strictObject({ Currency: currency, RequestedAmount: z.number().positive().max(99_999_999.999999) })
      .refine(({ Currency: of, RequestedAmount: amount }) => Number(amount.toFixed(exponentOf(of))) === amount),
  }),
})

const messageReference = z.strictObject({
  MessageCategory: z.enum(['Payment', 'Reversal']),
  SaleID: name,
  POIID: name.optional(),
  ServiceID: serviceId,
})

const status = z.strictObject({
  MessageReference: messageReference,
  ReceiptReprintFlag: z.boolean().optional(),
  DocumentQualifier: z.array(z.enum(['CashierReceipt', 'CustomerReceipt'])).optional(),
})

const reversal = z.strictObject({
  SaleData: z.strictObject({
    SaleTransactionID: transactionId,
    SaleToAcquirerData: z.string().regex(/^currency=[A-Z]{3}$/u),
  }),
  OriginalPOITransaction: z.strictObject({ POITransactionID: transactionId }),
  ReversalReason: z.literal('MerchantCancel'),
  ReversedAmount: z.number().positive(),
})

type PaymentRequest = z.infer<typeof payment>
type StatusRequest = z.infer<typeof status>
type ReversalRequest = z.infer<typeof reversal>

const message = z.strictObject({
  SaleToPOIRequest: z.strictObject({
    MessageHeader: headerOfRequest,
    PaymentRequest: payment.optional(),
    TransactionStatusRequest: status.optional(),
    AbortRequest: z.strictObject({ MessageReference: messageReference, AbortReason: name }).optional(),
    ReversalRequest: reversal.optional(),
    DiagnosisRequest: z.strictObject({ HostDiagnosisFlag: z.boolean().optional() }).optional(),
  }),
})

type RequestMessage = z.infer<typeof message>['SaleToPOIRequest']

function readRequest(text: string): RequestMessage | null {
  const read = message.safeParse(parseJson(text))
  if (!read.success) return null
  const { SaleToPOIRequest: told } = read.data
  return told[`${told.MessageHeader.MessageCategory}Request`] === undefined ? null : told
}

const written = (words: Readonly<Record<string, string>>): string =>
  new URLSearchParams(words).toString().replaceAll('+', '%20')

const failure = (condition: string, details: Readonly<Record<string, string>> = { message: condition }): object => ({
  Result: 'Failure',
  ErrorCondition: condition,
  AdditionalResponse: written(details),
})

const success = { Result: 'Success', AdditionalResponse: 'tid=47069832' } as const

const text = (words: Readonly<Record<string, string>>, style?: 'Bold'): object => ({
  Text: written(words),
  EndOfLineFlag: true,
  ...(style && { CharacterStyle: style }),
})

const customerReceipt = (amount: string): object => ({
  DocumentQualifier: 'CustomerReceipt',
  RequiredSignatureFlag: false,
  OutputContent: {
    OutputFormat: 'Text',
    OutputText: [
      text({ key: 'header1' }),
      text({ name: 'CARDHOLDER COPY', key: 'cardholderHeader' }, 'Bold'),
      text({ key: 'filler' }),
      text({ name: 'Card', value: '**** **** **** 9999', key: 'pan' }),
      text({ name: 'Card type', value: 'mc', key: 'cardType' }),
      text({ name: 'Entry mode', value: 'Contactless', key: 'posEntryMode' }),
      text({ name: 'AID', value: 'A0000000041010', key: 'aid' }),
      text({ name: 'Auth. code', value: '123456', key: 'authCode' }),
      text({ name: 'TOTAL', value: amount, key: 'totalAmount' }, 'Bold'),
      text({ name: 'APPROVED', key: 'approved' }, 'Bold'),
    ],
  },
})

interface AdyenSimulatorOptions extends PaymentsOptions {
  readonly poiId: string
  readonly key: SharedKey
  readonly apiKey: string
  readonly merchantAccount?: string
}

const securedReading = z.object({ SaleToPOIRequest: sealedReading.extend({ MessageHeader: headerOfRequest }) })

/**
 * Simulates an Adyen terminal on the local network, with encryption, and through the cloud. The simulator is strict
 * about headers, keys, repeated service ids and amounts.
 */
export function createAdyenSimulator(options: AdyenSimulatorOptions): ProviderSimulator {
  const { poiId, apiKey, merchantAccount } = options
  const crypto = new NexoCrypto(options.key)
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
    // For an unknown terminal, the cloud returns an empty body.
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

/** Returns the reply, or a `Response` to send instead, such as an intermediate server's error page. */
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

function createReversals(payments: ReturnType<typeof createPayments>) {
  const made = new Map<string, LookupResult>()
  const returned = new Map<string, number>()
  return {
    ask: (id: string): LookupResult => made.get(id) ?? { is: 'not-found' },
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

/** Returns the plain-text notification of a terminal that cannot read a message. */
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

const USUAL = { customerDelayMs: 5_000, decideMs: 120_000, lateMs: 60_000 }
const LOOK_MS = 500
/** Number of early queries that get the reply `not-found`. */
const EARLY = 2

interface Payment {
  readonly header: RequestHeader
  readonly request: PaymentRequest
  readonly transactionId: string
  readonly stop: AbortController
}

type LookupResult =
  | { readonly is: 'in-progress' | 'not-found' }
  | { readonly is: 'answered'; readonly header: RequestHeader; readonly body: object }

interface PaymentsOptions extends ProviderSimulatorOptions {
  readonly onTaken?: (serviceId: string, amount: number) => void
}

function createPayments(options: PaymentsOptions) {
  const { clock } = options
  const memory = new SimulatedPayments<Payment>(options, USUAL)
  const asked = new Map<string, number>()
  const used = new Set<string>()
  const taken = new Set<string>()

  function simulatedStatus(payment: SimulatedPayment<Payment>): SimulatedStatus {
    const stand = decidedStand(payment)
    const { ServiceID: id } = payment.what.header
    if (stand === 'approved' && !taken.has(id)) {
      taken.add(id)
      options.onTaken?.(id, amountOf(payment).amount)
    }
    return stand
  }

  function decidedStand(payment: SimulatedPayment<Payment>): SimulatedStatus {
    const { act, what } = payment
    const stand = memory.simulatedStatus(payment)
    if (stand !== 'waiting') return stand
    if (what.stop.signal.aborted) payment.decided = act.name === 'stop-too-late' ? 'approved' : 'cancelled'
    else if (act.name !== 'late' && memory.ageMs(payment) >= memory.timetable.decideMs) payment.decided = 'expired'
    return payment.decided ?? stand
  }

  const running = (): SimulatedPayment<Payment> | undefined =>
    memory.all().find((each) => simulatedStatus(each) === 'waiting')

  async function decide(payment: SimulatedPayment<Payment>): Promise<object> {
    while (simulatedStatus(payment) === 'waiting') await clock.sleep(LOOK_MS, payment.what.stop.signal)
    return responseOf(payment, simulatedStatus(payment), clock.now().wallUtc)
  }

  return {
    trouble: (id: string) => {
      const payment = memory.find(id)
      return payment ? memory.trouble(payment) : null
    },
    isBusy: () => running() !== undefined,
    stop: (id: string) => memory.find(id)?.what.stop.abort('stopped'),
    takenAs(transactionId: string): number {
      const payment = memory.all().find(({ what }) => what.transactionId === transactionId)
      return payment && simulatedStatus(payment) === 'approved' ? amountOf(payment).amount : 0
    },
    async pay(header: RequestHeader, request: PaymentRequest): Promise<object> {
      const id = header.ServiceID
      if (used.has(id))
        return failed(header, request, clock.now().wallUtc, failure('NotAllowed', { message: 'Duplicate ServiceID' }))
      used.add(id)
      const busy = running()
      const { name } = memory.nextAct()
      if (busy || name === 'occupied') {
        if (!busy) memory.turnAway()
        const message = 'Forbidden Request, Service Dialogue PaymentRequest is in Progress'
        return failed(
          header,
          request,
          clock.now().wallUtc,
          failure('Busy', { message, serviceId: busy?.what.header.ServiceID ?? 'ANOTHER' }),
        )
      }
      if (name === 'fault')
        return failed(header, request, clock.now().wallUtc, failure(memory.turnAway().code ?? 'NotAllowed'))
      const transactionId = `Stn000${Date.parse(clock.now().wallUtc)}.${randomInt(1e14)}`
      const payment = memory.keep(id, { header, request, transactionId, stop: new AbortController() })
      const decided = decide(payment)
      if (name === 'lose-reply' || name === 'unplugged' || name === 'not-found') throw new ConnectionDropped()
      return decided
    },
    ask(id: string, saleId: string): LookupResult {
      const payment = memory.find(id)
      if (payment?.what.header.SaleID !== saleId) return { is: 'not-found' }
      const count = asked.get(id) ?? 0
      asked.set(id, count + 1)
      const { act, what } = payment
      if (act.name === 'unplugged' && memory.ageMs(payment) < memory.timetable.lateMs) throw new ConnectionDropped()
      const stand = simulatedStatus(payment)
      if (stand === 'forgotten' || (act.name === 'not-found' && count < EARLY)) return { is: 'not-found' }
      if (stand === 'waiting') return { is: 'in-progress' }
      return { is: 'answered', header: what.header, body: responseOf(payment, stand, clock.now().wallUtc) }
    },
  }
}

const failed = (
  { ServiceID: id }: RequestHeader,
  { SaleData }: PaymentRequest,
  TimeStamp: string,
  Response: object,
): object => ({
  PaymentResponse: {
    Response,
    SaleData,
    POIData: { POITransactionID: { TransactionID: `none.${id}`, TimeStamp } },
  },
})

function amountOf({ act, what }: SimulatedPayment<Payment>) {
  const { Currency: wanted, RequestedAmount: whole } = what.request.PaymentTransaction.AmountsReq
  const minor = minorFromWire(whole, wanted)
  const taken = Math.floor(
    (minor.ok ? minor.value : 0) * (act.name === 'partial' ? 0.5 : act.name === 'wrong-amount' ? 0.1 : 1),
  )
  const currency = act.name !== 'wrong-currency' ? wanted : wanted === 'XOF' ? 'EUR' : 'XOF'
  return { amount: Number(writtenAmount(taken, wanted)), currency }
}

function responseOf(payment: SimulatedPayment<Payment>, stand: SimulatedStatus, TimeStamp: string): object {
  const { what, act } = payment
  const { amount, currency } = amountOf(payment)
  const approved = stand === 'approved'
  const Result = act.name === 'partial' ? 'Partial' : 'Success'
  return {
    PaymentResponse: {
      Response: approved ? { ...success, Result } : refusalOf(stand, act.code),
      SaleData: what.request.SaleData,
      POIData: { POITransactionID: { TransactionID: what.transactionId, TimeStamp } },
      PaymentResult: {
        // A terminal also reports the amount of a payment that it did not take.
        AmountsResp: { AuthorizedAmount: amount, Currency: currency },
        OnlineFlag: true,
        PaymentInstrumentData: {
          PaymentInstrumentType: 'Card',
          CardData: { PaymentBrand: 'mc', MaskedPan: '541333 **** 9999', EntryMode: ['Contactless'] },
        },
      },
      PaymentReceipt: approved ? [customerReceipt(`${currency} ${amount}`)] : [],
    },
  }
}

/** `code`: Adyen's condition and, after a slash, its reason: `Refusal/210 Not enough balance`. */
function refusalOf(stand: SimulatedStatus, code = ''): object {
  if (stand === 'cancelled')
    return failure('Aborted', { message: 'CANCELLED', refusalReason: '104 Merchant cancelled tx' })
  if (stand === 'expired')
    return failure('Cancel', { message: 'CANCELLED', refusalReason: '126 Shopper did not present card' })
  const [condition = '', refusalReason = 'Refused'] = code.split('/')
  return failure(condition || 'Refusal', { message: 'DECLINED', refusalReason })
}
