import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type {
  Examinable,
  KnownPayment,
  ListedDays,
  RefundOutcome,
  RefundRequest,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import {
  examineProvider,
  findingOfReply,
  isApproval,
  type Line,
  minorOf,
  plainWord,
  type Reply,
  within,
} from '../http.ts'
import {
  checkoutIn,
  createPayments,
  createSumupApi,
  errorIn,
  historyIn,
  isTaken,
  merchantIn,
  readerIn,
  readerStatusIn,
  type SumupApi,
  type SumupListed,
  type SumupPayments,
  type SumupTransaction,
  totalOf,
  turnedAway,
} from './payments.ts'
import { type SumupSecrets, type SumupSettings, sumupTraits } from './settings.ts'

const CALL_MS = 30_000

export interface SumupOptions extends Line {
  readonly settings: SumupSettings
  readonly secrets: SumupSecrets
}

/**
 * A card reader of SumUp's, driven over SumUp's servers. A payment is found by our own reference; that the reader was
 * told to give up proves nothing, only the payment's own end does.
 */
export function createSumup({ settings, secrets, ...line }: SumupOptions): TenderDriver & Examinable {
  const { baseUrl: host, currency } = settings
  const api = createSumupApi(line, settings, secrets)
  const payments = createPayments(api, settings)
  const take = createTaking({ line, api, payments, settings, secrets, callMs: CALL_MS })

  return {
    name: 'sumup',
    host,
    traits: sumupTraits,
    async begin(request, giveUp, stopping) {
      const isTakeable = request.currency === currency && totalOf(request.amount, currency) !== null
      if (!isTakeable) return { outcome: 'refused', reason: 'not-set-up' }
      return giveUp.aborted ? { outcome: 'unavailable' } : take(request, giveUp, stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => payments.stand(payment, signal), stopping),
    async cancel(payment) {
      await within(line.clock, CALL_MS, (signal) => payments.terminate(payment.host, signal))
      return 'still-open'
    },
    ...createRefunds(line, api, payments, CALL_MS),
    list: (days, stopping) => listHistory(line, api, host, days, stopping),
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => api.get(host, 'v1', '', signal),
        isLetIn: (body) => merchantIn(body) !== null,
        contract: (signal) => examineReader(api, settings, signal),
        device: true,
      }),
  }
}

/** Whether the reader is the account's and awake, and whether SumUp takes this currency at all. */
async function examineReader(
  api: SumupApi,
  { baseUrl: host, reader, currency }: SumupSettings,
  signal: AbortSignal,
): Promise<readonly ExaminationFinding[]> {
  const [account, known, status] = [
    await api.get(host, 'v1', '', signal),
    await api.get(host, 'v0.1', `/readers/${reader}`, signal),
    await api.get(host, 'v0.1', `/readers/${reader}/status`, signal),
  ]
  const merchant = account.answered ? merchantIn(account.body) : null
  const found = readerIn(known)
  const contract = findingOfReply(
    'contract',
    known,
    () => found?.id === reader,
    () => errorIn(known) ?? undefined,
  )
  const at = readerStatusIn(status)
  const isThere = found?.status === 'paired' && at?.status === 'ONLINE' && at.state !== 'UPDATING_FIRMWARE'
  return [
    merchant?.sandbox === true && contract.finding === 'ok' ? { step: 'contract', finding: 'test-account' } : contract,
    isThere
      ? { step: 'device', finding: 'ok' }
      : {
          step: 'device',
          finding: 'device-off',
          code: plainWord(at?.state === 'UPDATING_FIRMWARE' ? at.state : (at?.status ?? found?.status)),
        },
    currencyFinding(currency, merchant?.default_currency),
  ]
}

function currencyFinding(currency: string, theirs: string | undefined): ExaminationFinding {
  const step = 'currency'
  if (!isTaken(currency)) return { step, finding: 'currency-not-taken', currency }
  if (theirs === undefined) return { step, finding: 'not-tried' }
  return theirs === currency
    ? { step, finding: 'ok', currency }
    : { step, finding: 'other-currency', currency: plainWord(theirs) }
}

/** So long after it was asked to give up its payment is waited for. */
const GIVING_UP_MS = 60_000
const POLL_MS = 1_000
/** SumUp's hint: a reader at work hears it only while it waits for the customer. */
const TERMINATE_AGAIN_MS = 10_000

const phases: Readonly<Record<string, DevicePhase>> = {
  SELECTING_TIP: 'choose-there',
  WAITING_FOR_CARD: 'present-card',
  WAITING_FOR_PIN: 'enter-pin',
  WAITING_FOR_SIGNATURE: 'choose-there',
}

export interface SumupAtReader {
  readonly line: Line
  readonly api: SumupApi
  readonly payments: SumupPayments
  readonly settings: SumupSettings
  readonly secrets: SumupSecrets
  readonly callMs: number
}

/** Hands a payment to the reader, once, and stays until SumUp has its end, or nobody can say. */
function createTaking({ line, api, payments, settings, secrets, callMs }: SumupAtReader) {
  const { clock, log } = line
  const { baseUrl: host, reader, affiliateApp } = settings
  const now = (): number => clock.now().monoMs

  function handOver({ reference, amount, currency, description }: TenderRequest, signal: AbortSignal): Promise<Reply> {
    const affiliate = { app_id: affiliateApp, key: secrets.affiliateKey, foreign_transaction_id: reference }
    const body = { total_amount: totalOf(amount, currency), description, affiliate }
    return api.post(host, 'v0.1', `/readers/${reader}/checkout`, body, signal)
  }

  return async (request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<TenderOutcome> => {
    const { reference } = request
    const call = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => within(clock, callMs, work, stopping)
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    async function showReader(): Promise<void> {
      const at = await call((signal) => payments.reader(host, signal))
      const phase = phases[at?.state ?? '']
      if (phase !== undefined) tell(phase)
      // It had the card, and shows nothing: the bank is asked.
      else if (at?.state === 'IDLE' && told !== null && told !== 'waking') tell('authorising')
    }

    async function follow(): Promise<TenderOutcome> {
      const from = now()
      let [terminated, askedAt]: [number | null, number] = [null, 0]
      while (!stopping.aborted) {
        const isOver = giveUp.aborted || now() - from > sumupTraits.decideMs
        if (isOver && (terminated === null || now() - askedAt >= TERMINATE_AGAIN_MS)) {
          askedAt = now()
          terminated ??= askedAt
          await call((signal) => payments.terminate(host, signal))
        }
        const outcome = await call((signal) => payments.stand({ host, reference }, signal))
        if (isEnd(outcome)) return outcome.outcome === 'refused' && isOver ? afterGivingUp(giveUp) : outcome
        if (terminated !== null && now() - terminated > GIVING_UP_MS) return { outcome: 'unknown' }
        await showReader()
        await clock.sleep(POLL_MS, terminated === null ? AbortSignal.any([giveUp, stopping]) : stopping)
      }
      return { outcome: 'unknown' }
    }

    tell('waking')
    const reply = await call((signal) => handOver(request, signal))
    if (checkoutIn(reply) !== null) return follow()
    log.warn('payment.reader-rejected', {
      provider: 'sumup',
      reference,
      code: plainWord(errorIn(reply) ?? undefined),
    })
    switch (turnedAway(reply)) {
      case 'unavailable':
        return { outcome: 'unavailable' }
      case 'refused':
        return { outcome: 'refused', reason: 'not-set-up' }
      case 'unclear':
        return follow()
    }
  }
}

const isEnd = ({ outcome }: TenderOutcome): boolean =>
  outcome === 'approved' || outcome === 'refused' || outcome === 'cancelled'

/** A payment that failed after the reader was told to give up failed of that. */
const afterGivingUp = (giveUp: AbortSignal): TenderOutcome =>
  giveUp.aborted ? { outcome: 'cancelled' } : { outcome: 'refused', reason: 'timed-out' }

const LIST_MS = 120_000
const PAGE_SIZE = 100
const MOST_PAGES = 200

/** Lists every card payment of the merchant in these days. Resolves with null if not all could be read. */
function listHistory(
  line: Line,
  api: SumupApi,
  host: string,
  { fromUtc, toUtc }: ListedDays,
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  const first = new URLSearchParams({
    order: 'ascending',
    limit: String(PAGE_SIZE),
    oldest_time: fromUtc,
    newest_time: toUtc,
    'payment_types[]': 'POS',
  })
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const items: SumupListed[] = []
      let query = first.toString()
      for (let page = 0; page < MOST_PAGES; page++) {
        const told = historyIn(await api.get(host, 'v2.1', `/transactions/history?${query}`, signal))
        if (told === null) return null
        items.push(...told.items)
        const next = told.links?.find(({ rel }) => rel === 'next')?.href
        if (next === undefined) return items.flatMap(linesOf).map((each, at) => ({ ...each, line: at + 1 }))
        query = next.replace(/^.*\?/u, '')
      }
      return null
    },
    stopping,
  )
}

const standings: Readonly<Record<string, ProviderLine['standing']>> = {
  SUCCESSFUL: 'paid',
  // It was paid first; the refund is a line of its own.
  REFUNDED: 'paid',
  PENDING: 'waiting',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

/** A payment, and what went back of it. */
function linesOf(item: SumupListed): readonly ProviderLine[] {
  // The refund of a payment is told with the payment.
  if (item.type === 'REFUND') return []
  const { status, currency } = item
  const standing = item.type === 'CHARGE_BACK' ? 'refunded' : (standings[status] ?? 'unclear')
  const amount = minorOf(Math.abs(item.amount), currency)
  const isMoney = standing === 'paid' || standing === 'refunded'
  const common = {
    line: 0,
    names: [item.transaction_code, item.transaction_id ?? item.id, item.client_transaction_id].filter(
      (name) => name !== undefined && name !== '',
    ) as string[],
    at: item.timestamp,
    currency,
    fee: null,
  }
  const paid = { ...common, status, amount, standing: isMoney && amount === null ? ('unclear' as const) : standing }
  const back =
    item.refunded_amount === undefined || item.refunded_amount === 0 ? null : minorOf(item.refunded_amount, currency)
  return back === null ? [paid] : [paid, { ...common, status: 'REFUNDED', amount: back, standing: 'refunded' }]
}

/** Money back to the card that paid. SumUp gives a refund no name, and knows none of ours. */
function createRefunds(line: Line, api: SumupApi, payments: SumupPayments, callMs: number) {
  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host } = payment
    const paid = await payments.transaction(payment, signal)
    // Nothing was asked yet: the payment itself could not be read.
    if (paid === null) return { outcome: 'unavailable' }
    const body = { amount: wireFromMinor(back.amount, payment.currency) }
    const reply = await api.post(host, 'v1.0', `/payments/${paid.id}/refunds`, body, signal)
    if (reply.answered && reply.status === 204) return { outcome: 'refunded', receipt: receiptOf(paid) }
    const code = errorIn(reply)
    if (reply.answered)
      line.log.warn('refund.rejected', {
        provider: 'sumup',
        status: reply.status,
        code: plainWord(code ?? undefined),
      })
    const turned = reply.answered && reply.status === 409 && code !== null ? 'refused' : turnedAway(reply)
    if (turned === 'unclear') return { outcome: 'unknown' }
    return turned === 'unavailable' ? { outcome: 'unavailable' } : { outcome: 'refused', reason: 'declined' }
  }

  /** Of several refunds of a part nobody can tell which is which: only the whole, given back, is certain. */
  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const paid = back.amount === payment.amount ? await payments.transaction(payment, signal) : null
    const code = paid?.transaction_code
    if (paid === null || code === undefined) return { outcome: 'unknown' }
    const query = new URLSearchParams({ transaction_code: code })
    const told = historyIn(await api.get(payment.host, 'v2.1', `/transactions/history?${query.toString()}`, signal))
    const item = told?.items.find((each) => each.transaction_code === code && (each.type ?? 'PAYMENT') === 'PAYMENT')
    const went = item?.refunded_amount === undefined ? null : minorOf(item.refunded_amount, item.currency)
    const isWhole = went === back.amount && item?.currency === payment.currency
    return isWhole ? { outcome: 'refunded', receipt: receiptOf(paid) } : { outcome: 'unknown' }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}

const receiptOf = ({ id, transaction_code: code }: SumupTransaction): string =>
  code !== undefined && isApproval(code) ? code : id
