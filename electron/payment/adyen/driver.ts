import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CardPaid, RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  Examinable,
  KnownPayment,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import type { Log } from '../../core/ports/ports.ts'
import { examineProvider, isApproval, type Line, minorOf, plainWord, type Reply, within } from '../http.ts'
import {
  abortMessage,
  answerIn,
  type DiagnosisAnswer,
  diagnosisMessage,
  type Known,
  type Message,
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
import { CALL_MS, type Terminal } from './terminals.ts'

/** A terminal says that nobody came just when the time to come is over. */
const GRACE_MS = 10_000

/**
 * Adyen's Terminal API. The terminal takes the card, decides, and answers the one request; where that answer is lost it is asked by
 * the request's service ID, which is our reference. Built from published documents, not yet tried with a terminal of theirs.
 */
export function createAdyenDriver(terminal: Terminal, line: Line): TenderDriver & Examinable {
  const { poiId, name, host, traits } = terminal
  const { clock, log } = line

  async function find({ reference, amount }: KnownPayment, signal: AbortSignal): Promise<TenderOutcome> {
    const message = statusMessage(poiId, 'Payment', reference)
    const reply = await terminal.send(message, signal)
    const isRead = reply.answered && reply.status === 200
    const known = isRead ? readStatus(reply.body, message, { category: 'Payment', reference }) : null
    const answer = known?.is === 'answered' ? readPayment(known.content) : null
    if (answer === null) return standingOf(known)
    const outcome = decide(answer, { reference, amount, driver: name }, log)
    return outcome.outcome === 'unavailable' ? { outcome: 'refused', reason: 'provider-down' } : outcome
  }

  const abort = (reference: string): Promise<unknown> =>
    within(clock, CALL_MS, (signal) => terminal.send(abortMessage(poiId, reference), signal))

  return {
    name,
    host,
    traits,
    begin(request, giveUp, stopping) {
      if (giveUp.aborted) return Promise.resolve({ outcome: 'unavailable' })
      return within(
        clock,
        traits.decideMs + GRACE_MS,
        (signal) => takePayment(terminal, line, request, { giveUp, signal }),
        stopping,
      )
    },
    ask(payment, stopping) {
      if (!terminal.knows(payment.host)) return Promise.resolve({ outcome: 'unknown' })
      return within(clock, CALL_MS, (signal) => find(payment, signal), stopping)
    },
    async cancel({ reference, host: at }) {
      if (terminal.knows(at)) await abort(reference)
      return 'still-open'
    },
    ...createRefunds(terminal, line),
    examine: () => examineTerminal(terminal, line),
  }
}

/** A payment that it does not know is perhaps only on its way: time alone makes that a no. */
function standingOf(known: Known | null): TenderOutcome {
  if (known?.is === 'in-progress') return { outcome: 'pending' }
  return known?.is === 'not-found' ? { outcome: 'pending', unless: 'cancelled' } : { outcome: 'unknown' }
}

/** By the diagnosis that a terminal makes of itself: one that answers has our key, is this one, and says whether it can take cards. */
async function examineTerminal(terminal: Terminal, line: Line): Promise<readonly ExaminationFinding[]> {
  const message = diagnosisMessage(terminal.poiId)
  let told: DiagnosisAnswer | null = null
  return (
    await examineProvider({
      host: terminal.host,
      line,
      callMs: CALL_MS,
      enter: (signal) => terminal.send(message, signal),
      isLetIn(body) {
        told = readDiagnosis(body, message)
        return told !== null
      },
    })
  ).map((finding) => (finding.step === 'access' && finding.finding === 'ok' && told ? accessIn(told) : finding))
}

/** What keeps it from taking cards is its access: nobody is offered a terminal that nobody can pay at. */
function accessIn({ Response: said, POIStatus: poi, HostStatus: hosts }: DiagnosisAnswer): ExaminationFinding {
  const refused = (code: string) =>
    ({ step: 'access', finding: 'refused', status: 200, code: plainWord(code) }) as const
  // It takes a card just now.
  if (said.ErrorCondition === 'Busy' || poi?.GlobalStatus === 'Busy') return { step: 'access', finding: 'ok' }
  if (said.Result !== 'Success') return refused(said.ErrorCondition ?? said.Result)
  if (poi && poi.GlobalStatus !== 'OK') return refused(poi.GlobalStatus)
  const isCutOff =
    poi?.CommunicationOKFlag === false || (hosts?.length && hosts.every(({ IsReachableFlag: is }) => !is))
  return isCutOff ? refused('UnreachableHost') : { step: 'access', finding: 'ok' }
}

/** What a payment was asked for under, and by whom. */
interface Asked {
  readonly reference: string
  readonly amount: Minor
  readonly driver: string
}

const unknown = { outcome: 'unknown' } as const

/** A terminal's own answer to a payment. Only `Success` approves; amount and currency are the terminal's. */
function decide(answer: PaymentAnswer, asked: Asked, log: Pick<Log, 'warn'>): SettledOutcome {
  const outcome = outcomeOf(answer, asked)
  if (outcome.outcome !== 'approved')
    log.warn('payment.not-made', {
      provider: asked.driver,
      reference: asked.reference,
      code: plainWord(conditionOf(answer)),
    })
  return outcome
}

function outcomeOf(answer: PaymentAnswer, { reference, amount }: Asked): SettledOutcome {
  const { Response: said, SaleData: sale } = answer
  if ((sale?.SaleTransactionID.TransactionID ?? reference) !== reference) return unknown
  if (said.Result === 'Failure') return refusalOf(said, reference)
  const taken = approvalIn(answer, reference)
  // A part of the sum is no approval; told as what it is, people look at it, and give it back.
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

/** Nothing can be done there now, and nothing was begun. */
const notNow: ReadonlySet<string> = new Set(['Busy', 'LoggedOut', 'UnavailableDevice'])

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

/** Adyen's words beside a no. They choose the words for the customer, never whether it is one. */
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
  // It says no to this message, not to the payment of that number: one with it came before.
  if (/duplicate/iu.test(words.reason) || words.serviceId === reference) return unknown
  if (notNow.has(condition)) return { outcome: 'unavailable' }
  const isStopped = condition === 'Cancel' || condition === 'Aborted'
  if (!isStopped && !Object.hasOwn(reasons, condition)) return unknown
  const [, reason = reasons[condition]] = finer.find(([pattern]) => pattern.test(words.reason)) ?? []
  return reason === undefined ? { outcome: 'cancelled' } : { outcome: 'refused', reason }
}

const detailsReading = z.record(z.string(), z.unknown())
const packedReading = z.looseObject({ additionalData: detailsReading.optional() })

/** `name=value&…`, or the same as JSON in base64: a terminal's settings say which. */
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

/** Its condition alone: what stands beside it is no word for a log. */
const conditionOf = ({
  Response: { Result: result, ErrorCondition: condition },
}: Pick<PaymentAnswer, 'Response'>): string => condition ?? result

/** As Adyen calls them, and as people do. What is not here is told with a capital. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartebancaire: 'CB',
  cup: 'UnionPay',
  diners: 'Diners Club',
  jcb: 'JCB',
  mc: 'Mastercard',
}

const MAX_LINES = 40
const MAX_LETTERS = 64

type CardData = NonNullable<
  NonNullable<NonNullable<PaymentAnswer['PaymentResult']>['PaymentInstrumentData']>['CardData']
>

/** Null: it tells nothing of a card. */
function cardIn(card: CardData | undefined, receipts: PaymentAnswer['PaymentReceipt']): CardPaid | null {
  const { PaymentBrand: brand, MaskedPan: masked, EntryMode: modes } = card ?? {}
  const ending = /(\d{1,4})$/u.exec(masked ?? '')?.[1]
  const read = modes?.map(readBy).find((each) => each !== undefined)
  const lines = linesFor(receipts ?? [])
  const paid: CardPaid = {
    ...(brand !== undefined && isPlain(brand) && { brand: brands[brand.toLowerCase()] ?? capital(brand) }),
    ...(ending !== undefined && { ending }),
    ...(read && { read }),
    ...(lines.length > 0 && { receipt: lines }),
  }
  return Object.keys(paid).length > 0 ? paid : null
}

const isPlain = (brand: string): boolean => /^[A-Za-z][\w -]{1,29}$/u.test(brand)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function readBy(mode: string): CardPaid['read'] {
  if (mode === 'Tapped' || mode === 'Contactless') return 'contactless'
  if (mode === 'ICC' || mode === 'SynchronousICC') return 'chip'
  return mode === 'MagStripe' ? 'stripe' : undefined
}

/** Of the customer's receipt; a line is `name=…&value=…&key=…`, and one with a key alone keeps a space free. */
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

/** A terminal masks card numbers; one that does not is not repeated here. */
const withoutNumbers = (line: string): string =>
  line.replaceAll(/\d(?:[ -]?\d){11,18}/gu, (written) => {
    const digits = written.replaceAll(/\D/gu, '')
    return isCardNumber(digits) ? `**** ${digits.slice(-4)}` : written
  })

/** By its check digit (ISO/IEC 7812-1). */
function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const counted = Number(digit) * (1 + (index % 2))
      return total + (counted > 9 ? counted - 9 : counted)
    }, 0)
  return sum % 10 === 0
}

/**
 * Money back to the card that paid, without the card: Adyen takes the order, and makes it later. Its report says whether it did:
 * a settlement finds one that it did not make.
 */
function createRefunds(terminal: Terminal, { clock, log }: Line): Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  const { poiId, name } = terminal

  function outcomeOf(answer: ReversalAnswer | null, reference: string): RefundOutcome {
    if (answer === null) return { outcome: 'unknown' }
    if (answer.Response.Result === 'Success') {
      const id = answer.POIData?.POITransactionID.TransactionID ?? ''
      return { outcome: 'refunded', receipt: isApproval(id) ? id : reference }
    }
    const condition = conditionOf(answer)
    log.warn('refund.rejected', { provider: name, reference, code: plainWord(condition) })
    if (notNow.has(condition)) return { outcome: 'unavailable' }
    return final.has(condition) ? { outcome: 'refused', reason: 'declined' } : { outcome: 'unknown' }
  }

  async function begin({ currency }: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const wanted = { reference: back.reference, amount: back.amount, currency }
    const message = reversalMessage(poiId, back.approval, wanted, clock.now().wallUtc)
    const reply = await terminal.send(message, signal)
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    if (reply.status === 401) return { outcome: 'unavailable' }
    return reply.status === 200
      ? outcomeOf(readReversal(answerIn(reply.body, message)), back.reference)
      : { outcome: 'unknown' }
  }

  async function ask({ reference }: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const message = statusMessage(poiId, 'Reversal', reference)
    const reply = await terminal.send(message, signal)
    if (!reply.answered || reply.status !== 200) return { outcome: 'unknown' }
    const known = readStatus(reply.body, message, { category: 'Reversal', reference })
    if (known?.is === 'in-progress') return { outcome: 'pending' }
    return known?.is === 'answered' ? outcomeOf(readReversal(known.content), reference) : { outcome: 'unknown' }
  }

  return {
    refund: (payment, back, stopping) => within(clock, CALL_MS, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment, back, stopping) =>
      terminal.knows(payment.host)
        ? within(clock, CALL_MS, (signal) => ask(back, signal), stopping)
        : Promise.resolve({ outcome: 'unknown' }),
  }
}

/** Conditions with which nothing was taken on. */
const final = new Set(['Cancel', 'MessageFormat', 'NotAllowed', 'NotFound', 'Refusal', 'UnavailableService'])

/** A terminal that was asked to stop has answered the payment by then. */
const STOPPING_MS = 30_000
/** An abort that overtakes its payment finds nothing to stop: it is asked for again. */
const AGAIN_MS = 5_000

/** The one request for money: lasts until the terminal decided, or `signal`. */
async function takePayment(
  terminal: Terminal,
  line: Line,
  request: TenderRequest,
  { giveUp, signal }: { readonly giveUp: AbortSignal; readonly signal: AbortSignal },
): Promise<SettledOutcome> {
  const { clock } = line
  const message = paymentMessage(terminal.poiId, request, clock.now().wallUtc)
  const [answered, waitedEnough] = [new AbortController(), new AbortController()]
  const onGiveUp = (): void => {
    void stop(terminal, line, request.reference, AbortSignal.any([answered.signal, signal]))
    void clock.sleep(STOPPING_MS, answered.signal).then(() => waitedEnough.abort('too late'))
  }
  const deaf = (await terminal.hear?.(request.reference, (progress) => request.onProgress?.(progress))) ?? null
  if (terminal.hear && !deaf) line.log.warn('payment.display-not-received', { provider: terminal.name })
  giveUp.addEventListener('abort', onGiveUp)
  try {
    if (giveUp.aborted) return { outcome: 'unavailable' }
    request.onProgress?.({ phase: deaf ? 'waking' : 'present-card' })
    const reply = await terminal.send(message, AbortSignal.any([signal, waitedEnough.signal]))
    return outcomeOfTaking(reply, message, request, terminal, line)
  } finally {
    giveUp.removeEventListener('abort', onGiveUp)
    answered.abort('answered')
    deaf?.()
  }
}

function outcomeOfTaking(
  reply: Reply,
  message: Message,
  { reference, amount }: TenderRequest,
  { name }: Terminal,
  { log }: Line,
): SettledOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  const { status, body } = reply
  const answer = status === 200 ? readPayment(answerIn(body, message)) : null
  if (answer) return decide(answer, { reference, amount, driver: name }, log)
  log.warn('payment.reply-unreadable', { provider: name, reference, status })
  // The key was not taken: nothing was asked.
  return { outcome: status === 401 ? 'unavailable' : 'unknown' }
}

/** Again and again while the payment is not answered: what an abort did is said by that answer alone. */
async function stop(terminal: Terminal, { clock }: Line, reference: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await within(clock, CALL_MS, (signal) => terminal.send(abortMessage(terminal.poiId, reference), signal), over)
    await clock.sleep(AGAIN_MS, over)
  }
}
