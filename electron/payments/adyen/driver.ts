import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { CardDetails, RefusalReason, TenderTraits } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  PaymentRef,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../kiosk/ports/devices.ts'
import { brandOf, isCardNumber, readingOf } from '../card.ts'
import {
  type Access,
  findingOfReply,
  HttpDriver,
  isApproval,
  type Line,
  minorOf,
  sanitizeProviderCode,
  within,
} from '../http.ts'
import {
  abortMessage,
  answerIn,
  type DiagnosisAnswer,
  diagnosisMessage,
  type Known,
  type PaymentAnswer,
  paymentMessage,
  type PoiResponse,
  readDiagnosis,
  readPayment,
  readReversal,
  readStatus,
  type ReversalAnswer,
  reversalMessage,
  statusMessage,
} from './messages.ts'
import type { Terminal } from './terminals.ts'

const CALL_MS = 20_000
/**
 * Additional wait in milliseconds, because a terminal waits until just after its own time limit to report that no card
 * was presented.
 */
const GRACE_MS = 10_000
/** Time in milliseconds within which a terminal replies to the payment after a request to stop. */
const STOPPING_MS = 30_000
/** An abort that arrives before its payment has no effect, so it is repeated at this interval. */
const ABORT_AGAIN_MS = 5_000

/**
 * Driver for Adyen's Terminal API, not yet tested with a terminal. If the reply is lost, the outcome is queried by the
 * request's service id, which is our reference.
 */
export class AdyenDriver extends HttpDriver {
  readonly name: Terminal['name']
  readonly traits: TenderTraits
  readonly #terminal: Terminal

  constructor(terminal: Terminal, line: Line) {
    super(line, terminal.host, CALL_MS)
    this.name = terminal.name
    this.traits = terminal.traits
    this.#terminal = terminal
  }

  protected takes(): boolean {
    return true
  }

  protected start(
    request: TenderRequest,
    _payer: string,
    stopping: AbortSignal,
    giveUp: AbortSignal,
  ): Promise<SettledOutcome> {
    return this.call((signal) => this.#pay(request, giveUp, signal), stopping, this.traits.decideMs + GRACE_MS)
  }

  async #pay(request: TenderRequest, giveUp: AbortSignal, signal: AbortSignal): Promise<SettledOutcome> {
    const { line } = this
    const terminal = this.#terminal
    const { reference } = request
    const message = paymentMessage(terminal.poiId, request, line.clock.now().wallUtc)
    const [answered, waitedEnough] = [new AbortController(), new AbortController()]
    const onGiveUp = (): void => {
      void this.#abort(reference, AbortSignal.any([answered.signal, signal]))
      void line.clock.sleep(STOPPING_MS, answered.signal).then(() => waitedEnough.abort('too late'))
    }
    const deaf = (await terminal.hear?.(reference, (progress) => request.onProgress?.(progress))) ?? null
    if (terminal.hear && !deaf) line.log.warn('payment.display-not-received', { provider: this.name })
    giveUp.addEventListener('abort', onGiveUp)
    try {
      if (giveUp.aborted) return { outcome: 'unavailable' }
      request.onProgress?.({ phase: deaf ? 'waking' : 'present-card' })
      const reply = await terminal.send(message, AbortSignal.any([signal, waitedEnough.signal]))
      if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
      const { status, body } = reply
      const answer = status === 200 ? readPayment(answerIn(body, message)) : null
      if (answer) return this.#outcomeOf(answer, request)
      line.log.warn('payment.reply-unreadable', { provider: this.name, reference, status })
      // Status 401 means that the API key was rejected, so no payment was requested.
      return { outcome: status === 401 ? 'unavailable' : 'unknown' }
    } finally {
      giveUp.removeEventListener('abort', onGiveUp)
      answered.abort('answered')
      deaf?.()
    }
  }

  /** Repeats the abort until the payment's reply arrives, because only the reply shows the effect. */
  async #abort(reference: string, over: AbortSignal): Promise<void> {
    const { clock } = this.line
    while (!over.aborted) {
      await within(clock, CALL_MS, (signal) => this.#sendAbort(reference, signal), over)
      await clock.sleep(ABORT_AGAIN_MS, over)
    }
  }

  #sendAbort(reference: string, signal: AbortSignal): Promise<unknown> {
    return this.#terminal.send(abortMessage(this.#terminal.poiId, reference), signal)
  }

  readonly cancel: NonNullable<TenderDriver['cancel']> = async ({ reference, host }) => {
    if (this.#terminal.knows(host)) await this.call((signal) => this.#sendAbort(reference, signal))
    return 'still-open'
  }

  protected async find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    if (!this.#terminal.knows(payment.host)) return unknown
    const known = await this.#statusOf('Payment', payment.reference, signal)
    const answer = known?.is === 'answered' ? readPayment(known.content) : null
    if (answer) {
      const outcome = this.#outcomeOf(answer, payment)
      return outcome.outcome === 'unavailable' ? { outcome: 'refused', reason: 'provider-down' } : outcome
    }
    if (known?.is === 'in-progress') return { outcome: 'pending' }
    // A payment that the terminal does not know yet may still arrive until the time limit has passed.
    return known?.is === 'not-found' ? { outcome: 'pending', unless: 'cancelled' } : unknown
  }

  async #statusOf(category: 'Payment' | 'Reversal', reference: string, signal: AbortSignal): Promise<Known | null> {
    const message = statusMessage(this.#terminal.poiId, category, reference)
    const reply = await this.#terminal.send(message, signal)
    return reply.answered && reply.status === 200 ? readStatus(reply.body, message, category, reference) : null
  }

  #outcomeOf(answer: PaymentAnswer, asked: Asked): SettledOutcome {
    const outcome = outcomeOf(answer, asked)
    const code = sanitizeProviderCode(conditionOf(answer))
    if (outcome.outcome !== 'approved')
      this.line.log.warn('payment.not-made', { provider: this.name, reference: asked.reference, code })
    return outcome
  }

  /**
   * Requests a refund without the card. Refunds that Adyen did not execute are found with Adyen's settlement report.
   */
  readonly refund: NonNullable<TenderDriver['refund']> = (payment, back, stopping) =>
    this.call((signal) => this.#refund(payment, back, signal), stopping)

  async #refund({ currency }: PaymentRef, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { reference, amount, approval } = back
    const now = this.line.clock.now().wallUtc
    const message = reversalMessage(this.#terminal.poiId, approval, { reference, amount, currency }, now)
    const reply = await this.#terminal.send(message, signal)
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    if (reply.status === 401) return { outcome: 'unavailable' }
    return reply.status === 200 ? this.#refundOutcomeOf(answerIn(reply.body, message), reference) : unknown
  }

  readonly askRefund: NonNullable<TenderDriver['askRefund']> = async ({ host }, { reference }, stopping) => {
    if (!this.#terminal.knows(host)) return unknown
    const known = await this.call((signal) => this.#statusOf('Reversal', reference, signal), stopping)
    if (known?.is === 'in-progress') return { outcome: 'pending' }
    return known?.is === 'answered' ? this.#refundOutcomeOf(known.content, reference) : unknown
  }

  #refundOutcomeOf(content: unknown, reference: string): RefundOutcome {
    const answer = readReversal(content)
    if (answer === null) return unknown
    if (answer.Response.Result === 'Success') {
      const id = answer.POIData?.POITransactionID.TransactionID ?? ''
      return { outcome: 'refunded', receipt: isApproval(id) ? id : reference }
    }
    const condition = conditionOf(answer)
    this.line.log.warn('refund.rejected', { provider: this.name, reference, code: sanitizeProviderCode(condition) })
    if (busyConditions.has(condition)) return { outcome: 'unavailable' }
    return notRefunded.has(condition) ? { outcome: 'refused', reason: 'declined' } : unknown
  }

  /** Requests the terminal's diagnosis, which proves that our key is valid and shows whether cards are accepted. */
  protected async enter(signal: AbortSignal): Promise<Access> {
    const message = diagnosisMessage(this.#terminal.poiId)
    const reply = await this.#terminal.send(message, signal)
    const told = reply.answered ? readDiagnosis(answerIn(reply.body, message)) : null
    const access = findingOfReply('access', reply, () => told !== null)
    return { reply, access: told && access.finding === 'ok' ? accessIn(told) : access }
  }
}

type Asked = Pick<TenderRequest, 'reference' | 'amount'>

function accessIn({ Response: said, POIStatus: poi, HostStatus: hosts }: DiagnosisAnswer): ExaminationFinding {
  const refused = (code: string) =>
    ({ step: 'access', finding: 'refused', status: 200, code: sanitizeProviderCode(code) }) as const
  if (said.ErrorCondition === 'Busy' || poi?.GlobalStatus === 'Busy') return { step: 'access', finding: 'ok' }
  if (said.Result !== 'Success') return refused(said.ErrorCondition ?? said.Result)
  if (poi && poi.GlobalStatus !== 'OK') return refused(poi.GlobalStatus)
  const isCutOff =
    poi?.CommunicationOKFlag === false || (hosts?.length && hosts.every(({ IsReachableFlag: is }) => !is))
  return isCutOff ? refused('UnreachableHost') : { step: 'access', finding: 'ok' }
}

const unknown = { outcome: 'unknown' } as const

/** Returns an approval only for `Success`, or for `Partial` if its amount differs from the requested amount. */
function outcomeOf(answer: PaymentAnswer, { reference, amount }: Asked): SettledOutcome {
  const { Response: said, SaleData: sale } = answer
  if ((sale?.SaleTransactionID.TransactionID ?? reference) !== reference) return unknown
  if (said.Result === 'Failure') return refusalOf(said, reference)
  const taken = approvalIn(answer, reference)
  return said.Result === 'Partial' && taken.outcome === 'approved' && taken.amount === amount ? unknown : taken
}

function approvalIn(
  { POIData: poi, PaymentResult: result, ...answer }: PaymentAnswer,
  reference: string,
): SettledOutcome {
  const { AuthorizedAmount: written, Currency: currency } = result?.AmountsResp ?? {}
  if (written === undefined || currency === undefined || !/^[A-Z]{3}$/u.test(currency)) return unknown
  const amount = minorOf(written, currency)
  if (amount === null) return unknown
  const { TransactionID: id = '' } = poi?.POITransactionID ?? {}
  const card = cardIn(result?.PaymentInstrumentData?.CardData, answer.PaymentReceipt)
  return {
    outcome: 'approved',
    approval: isApproval(id) ? id : reference,
    amount,
    currency,
    ...(card && { card }),
  }
}

/** Terminal conditions under which no payment was started. */
const busyConditions: ReadonlySet<string> = new Set(['Busy', 'LoggedOut', 'UnavailableDevice'])

const notRefunded = new Set(['Cancel', 'MessageFormat', 'NotAllowed', 'NotFound', 'Refusal', 'UnavailableService'])

const reasons: Readonly<Record<string, RefusalReason>> = {
  DeviceOut: 'provider-down',
  InsertedCard: 'card-not-taken',
  InvalidCard: 'card-not-taken',
  MessageFormat: 'not-set-up',
  NotAllowed: 'not-set-up',
  PaymentRestriction: 'card-not-taken',
  Refusal: 'declined',
  UnavailableService: 'provider-down',
  UnreachableHost: 'provider-down',
  WrongPIN: 'wrong-pin',
}

/** Adyen's texts for a refusal, used only for the reason shown to the customer. */
const finer: readonly (readonly [RegExp, RefusalReason])[] = [
  [/not enough balance|insufficient/iu, 'not-enough-money'],
  [/expired card|card expired/iu, 'card-expired'],
  [/card removed/iu, 'card-removed'],
  [/pin tries|invalid pin|wrong pin/iu, 'wrong-pin'],
  [/withdrawal (?:amount|count)|limit/iu, 'over-limit'],
  [/not supported/iu, 'card-not-taken'],
  [/did not present|time[d ]?-?out/iu, 'timed-out'],
]

function refusalOf(said: PoiResponse, reference: string): SettledOutcome {
  const { ErrorCondition: condition = '' } = said
  const words = wordsIn(said)
  // A duplicate id rejects only the repeated message, not the payment that was first sent with the id.
  if (/duplicate/iu.test(words.reason) || words.serviceId === reference) return unknown
  if (busyConditions.has(condition)) return { outcome: 'unavailable' }
  const isStopped = condition === 'Cancel' || condition === 'Aborted'
  if (!isStopped && !Object.hasOwn(reasons, condition)) return unknown
  const [, reason = reasons[condition]] = finer.find(([pattern]) => pattern.test(words.reason)) ?? []
  return reason === undefined ? { outcome: 'cancelled' } : { outcome: 'refused', reason }
}

const detailsReading = z.record(z.string(), z.unknown())
const packedReading = z.looseObject({ additionalData: detailsReading.optional() })

/** Reads additional data: `name=value&…`, or JSON in base64, depending on the terminal's settings. */
function wordsIn({ AdditionalResponse: told = '' }: PoiResponse): {
  readonly reason: string
  readonly serviceId: unknown
} {
  const packed = packedReading.safeParse(parseJson(Buffer.from(told, 'base64').toString()))
  const details = packed.success
    ? { ...packed.data, ...packed.data.additionalData }
    : Object.fromEntries(new URLSearchParams(told))
  const { refusalReason = '', message = '', serviceId } = detailsReading.parse(details)
  return { reason: `${String(refusalReason)} ${String(message)}`, serviceId }
}

const conditionOf = ({ Response: said }: PaymentAnswer | ReversalAnswer): string => said.ErrorCondition ?? said.Result

const MAX_LINES = 40
const MAX_LETTERS = 64

type CardData = NonNullable<
  NonNullable<NonNullable<PaymentAnswer['PaymentResult']>['PaymentInstrumentData']>['CardData']
>

function cardIn(card: CardData | undefined, receipts: PaymentAnswer['PaymentReceipt']): CardDetails | null {
  const { PaymentBrand: brand, MaskedPan: masked, EntryMode: modes } = card ?? {}
  const ending = /(\d{1,4})$/u.exec(masked ?? '')?.[1]
  const read = modes?.map(readingOf).find((each) => each !== undefined)
  const lines = linesFor(receipts ?? [])
  const paid: CardDetails = {
    ...(brand !== undefined && isPlain(brand) && { brand: brandOf(brand) ?? capital(brand) }),
    ...(ending !== undefined && { ending }),
    ...(read && { read }),
    ...(lines.length > 0 && { receipt: lines }),
  }
  return Object.keys(paid).length > 0 ? paid : null
}

const isPlain = (brand: string): boolean => /^[A-Za-z][\w -]{1,29}$/u.test(brand)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns the customer's receipt lines (`name=…&value=…&key=…`) without lines that have only a key. */
function linesFor(receipts: NonNullable<PaymentAnswer['PaymentReceipt']>): readonly string[] {
  const own = receipts.find(({ DocumentQualifier: whose }) => whose === 'CustomerReceipt')
  return (own?.OutputContent.OutputText ?? [])
    .map(({ Text: text }) => lineOf(text))
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

function lineOf(text: string): string {
  const pairs = new URLSearchParams(text)
  const words = [pairs.get('name'), pairs.get('value')].filter(Boolean)
  return withoutNumbers(words.join(' ')).replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_LETTERS)
}

/** Masks card numbers that the terminal did not mask. */
const withoutNumbers = (line: string): string =>
  line.replaceAll(/\d(?:[ -]?\d){11,18}/gu, (written) => {
    const digits = written.replaceAll(/\D/gu, '')
    return isCardNumber(digits) ? `**** ${digits.slice(-4)}` : written
  })
