import { isClockSkewed } from '../../../shared/domain/fleet/readiness.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { EndOfDayRefusal, EndOfDayTotal } from '../../../shared/domain/money/shift-report.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type {
  EndOfDayResult,
  Examinable,
  PaymentRef,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
} from '../../kiosk/ports/devices.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'
import { type Line, sanitizeProviderCode } from '../http.ts'
import { isKnownCurrency, type ZvtSettings, zvtTraits } from './settings.ts'
import { approvalOf, customerCopy, noteIn, receiptIn, sinceNoted, tokenOf } from './note.ts'
import { authorisation, endOfDay, refusalOf, RESULT_ABORTED, reversal, type TerminalReport, written } from './status.ts'
import {
  type Connect,
  type ConnectFailure,
  connectOverTcp,
  type Done,
  Terminal,
  type TerminalSession,
} from './terminal.ts'

/** Time limit of the end of day, during which the bank accepts the day's payments, one by one if necessary. */
const CLOSE_MS = 300_000
const REVERSE_MS = 120_000
const MAX_LINES = 120
const BUSY = 0x9c
const ALREADY_REVERSED = 0xb4
const HOUR_MS = 3_600_000

const unknown = { outcome: 'unknown' } as const

/**
 * Driver for a card terminal with the ZVT protocol, over TCP. The terminal does not store our references, so a payment
 * is recognised by comparing the last receipts before and after the request. Therefore only one payment can run at a
 * time, and no other computer may use the terminal.
 */
export class Zvt implements TenderDriver, Examinable {
  readonly name = 'zvt'
  readonly traits = zvtTraits
  readonly host: string
  readonly runEndOfDay?: NonNullable<TenderDriver['runEndOfDay']>
  readonly #line: Pick<Line, 'clock' | 'log'>
  readonly #settings: ZvtSettings
  readonly #terminal: Terminal
  readonly #inTurn = serial()
  #isBusy = false

  constructor(line: Pick<Line, 'clock' | 'log'>, settings: ZvtSettings, connect: Connect = connectOverTcp) {
    this.host = `tcp://${settings.host}:${settings.port}`
    this.#line = line
    this.#settings = settings
    this.#terminal = new Terminal(line, settings, connect)
    if (settings.dayEnd === 'at-z') this.runEndOfDay = (stopping) => this.#closeDay(stopping)
  }

  readonly begin: TenderDriver['begin'] = async ({ currency }, giveUp, stopping) => {
    if (currency !== this.#settings.currency) return { outcome: 'refused', reason: 'not-set-up' }
    if (this.#isBusy) return { outcome: 'unavailable' }
    const noted = await this.#inTurn(async () =>
      giveUp.aborted ? null : this.#terminal.use(stopping, (session) => session.last()),
    )
    if (noted?.in === false) return this.#notReady(noted.why)
    return noted?.value.is === 'told'
      ? { outcome: 'begun', token: tokenOf(noted.value.told) }
      : { outcome: 'unavailable' }
  }

  readonly settle: NonNullable<TenderDriver['settle']> = async (payment, { onProgress }, giveUp, stopping) => {
    const { amount, currency, token } = payment
    if (this.#isBusy || giveUp.aborted || token === null || !isKnownCurrency(currency))
      return { outcome: 'unavailable' }
    return this.#busyWith(async () => {
      onProgress?.({ phase: 'waking' })
      const settled = await this.#terminal.use(stopping, async (session): Promise<SettledOutcome> => {
        if (giveUp.aborted) return { outcome: 'unavailable' }
        const command = authorisation(amount, currency)
        return this.#outcomeOf(await session.run(command, zvtTraits.decideMs, { giveUp, onProgress }), session)
      })
      return settled.in ? settled.value : this.#notReady(settled.why)
    })
  }

  readonly ask: TenderDriver['ask'] = async (payment, stopping) => {
    // The ledger stores the token before the request, so a payment without a token was not requested.
    if (payment.token === null) return { outcome: 'cancelled' }
    if (payment.host !== this.host) return { outcome: 'unknown', forGood: true }
    if (this.#isBusy) return unknown
    // After a lost connection the terminal may still be waiting for a card, so a request to stop is sent.
    const found = await this.#inTurn(() => this.#terminal.use(stopping, (session) => find(session, payment), 'stop'))
    return found.in ? found.value : unknown
  }

  /**
   * Reverses a whole payment by its receipt number, without the card. Possible only until the terminal's end of day.
   */
  readonly refund: NonNullable<TenderDriver['refund']> = async (payment, back, stopping) => {
    const receipt = receiptIn(back.approval)
    if (receipt === null || back.amount !== payment.amount) return { outcome: 'refused', reason: 'declined' }
    const command = reversal(this.#settings.password, receipt.receipt)
    const done = await this.#inTurn(() => this.#terminal.use(stopping, (session) => session.run(command, REVERSE_MS)))
    return done.in ? reversalOutcomeOf(done.value, payment) : { outcome: 'unavailable' }
  }

  readonly askRefund: NonNullable<TenderDriver['askRefund']> = async (payment, back, stopping) => {
    const found = await this.#inTurn(() =>
      this.#terminal.use(stopping, async (session): Promise<RefundOutcome> => {
        const condition = await session.condition()
        const last = condition?.idle ? await session.last() : null
        return last?.is === 'told' && last.told ? refundBy(last.told, payment, back) : unknown
      }),
    )
    return found.in ? found.value : unknown
  }

  /** Registers at the terminal and requests its status, without printing anything or moving money. */
  readonly examine: Examinable['examine'] = () =>
    this.#inTurn(async () => {
      const examined = await this.#terminal.use(new AbortController().signal, (session) => this.#findings(session))
      return examined.in ? examined.value : findingsOf(examined.why)
    })

  async #findings(session: TerminalSession): Promise<readonly ExaminationFinding[]> {
    const { currency = this.#settings.currency, terminal: device } = session.registered
    const condition = await session.condition()
    return [
      { step: 'address', finding: 'ok' },
      findingOfClock(condition?.moment, this.#line.clock),
      { step: 'access', finding: 'ok' },
      condition === null
        ? { step: 'device', finding: 'not-tried' }
        : {
            step: 'device',
            finding: condition.idle ? 'ok' : 'busy',
            code: written(condition.code),
            ...(device !== undefined && { device }),
          },
      { step: 'currency', finding: 'ok', currency },
    ]
  }

  async #closeDay(stopping: AbortSignal): Promise<EndOfDayResult> {
    if (this.#isBusy) return { outcome: 'unavailable' }
    return this.#busyWith(async () => {
      const { password, currency } = this.#settings
      const done = await this.#terminal.use(stopping, async (session) =>
        this.#dayEndOf(await session.run(endOfDay(password), CLOSE_MS), session.registered.currency ?? currency),
      )
      if (done.in) return done.value
      this.#line.log.warn('terminal-day.unreachable', { provider: 'zvt', why: done.why.is })
      return { outcome: 'unavailable' }
    })
  }

  async #busyWith<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true
    try {
      return await this.#inTurn(work)
    } finally {
      this.#isBusy = false
    }
  }

  #notReady(why: ConnectFailure): SettledOutcome {
    const code = why.is === 'rejected' ? written(why.code) : why.is === 'no-answer' ? why.code : why.currency
    this.#line.log.warn('payment.terminal-not-ready', { provider: 'zvt', why: why.is, code })
    return why.is === 'other-currency' ? { outcome: 'refused', reason: 'not-set-up' } : { outcome: 'unavailable' }
  }

  /** Returns an approval only if the terminal's status information agrees with its final message. */
  #outcomeOf(done: Done, session: TerminalSession): SettledOutcome {
    const { ended, told } = done
    const { log } = this.#line
    if (ended.is === 'rejected') {
      log.warn('payment.rejected', { provider: 'zvt', code: written(ended.code) })
      return { outcome: 'unavailable' }
    }
    const results = new Set(told.map((each) => each?.result ?? null))
    if (ended.is === 'lost' || results.has(null) || results.size > 1) return unknown
    const last = told.at(-1)
    if (last?.result === 0) {
      return ended.is === 'completed' && (resultIn(ended.data) ?? 0) === 0
        ? approved(last, done, session.registered.currency)
        : unknown
    }
    const code = last?.result ?? (ended.is === 'aborted' ? ended.data[0] : undefined)
    if (code === undefined && ended.is === 'completed') return unknown
    log.warn('payment.refused', { provider: 'zvt', code: code === undefined ? 'none' : written(code) })
    if (code === RESULT_ABORTED) return { outcome: 'cancelled' }
    return { outcome: 'refused', reason: refusalOf(code ?? 0) }
  }

  /** The day counts as closed only after a completion message that no status information contradicts. */
  #dayEndOf({ ended, told, receipts }: Done, own: string): EndOfDayResult {
    if (ended.is === 'lost') return unknown
    const results = new Set(told.flatMap((each) => each?.result ?? []))
    if (ended.is === 'completed') {
      const lines = receipts.flatMap((receipt) => receipt.lines).slice(0, MAX_LINES)
      const isClosed = results.size === 0 || (results.size === 1 && results.has(0))
      return isClosed ? { outcome: 'closed', told: sumOf(told, own), lines } : unknown
    }
    if (results.has(0)) return unknown
    const code = ended.is === 'rejected' ? ended.code : (told.at(-1)?.result ?? ended.data[0] ?? 0)
    this.#line.log.warn('terminal-day.refused', { provider: 'zvt', code: written(code) })
    return { outcome: 'refused', reason: dayRefusalOf(code) }
  }
}

async function find(session: TerminalSession, { token, ...wanted }: PaymentRef): Promise<TenderOutcome> {
  const condition = await session.condition()
  if (!condition?.idle) return unknown
  const last = await session.last()
  if (last.is === 'lost') return unknown
  const own = session.registered.currency
  const since = sinceNoted(noteIn(token ?? ''), last.told, wanted, own)
  if (since === 'nothing') return { outcome: 'cancelled' }
  if (since !== 'taken') return since
  return last.told === null ? unknown : approved(last.told, last.done, own)
}

function approved(told: TerminalReport, { receipts }: Done, own: string | undefined): SettledOutcome {
  const { amount, currency = own } = told
  const approval = approvalOf(told)
  if (amount === undefined || currency === undefined || approval === null) return unknown
  const receipt = customerCopy(receipts)
  const card = { ...told.card, ...(receipt.length > 0 && { receipt }) }
  return { outcome: 'approved', approval, amount, currency, card }
}

/** Returns the result code, which is field 27 at the beginning of a completion message. */
const resultIn = ([field, result]: Uint8Array): number | undefined => (field === 0x27 ? result : undefined)

function dayRefusalOf(code: number): EndOfDayRefusal {
  const reason = refusalOf(code)
  return reason === 'provider-down' || reason === 'not-set-up' ? reason : 'declined'
}

function sumOf(told: readonly (TerminalReport | null)[], own: string): EndOfDayTotal | null {
  const sums = told.map((each) => (each?.amount === undefined ? null : `${each.amount} ${each.currency ?? own}`))
  const [first] = told
  if (new Set(sums).size !== 1 || first?.amount === undefined) return null
  return { amount: first.amount, currency: first.currency ?? own }
}

function findingsOf(why: ConnectFailure): readonly ExaminationFinding[] {
  const found: ExaminationFinding[] = []
  if (why.is === 'no-answer')
    found.push({ step: 'address', finding: 'no-answer', code: sanitizeProviderCode(why.code) })
  else found.push({ step: 'address', finding: 'ok' })
  // While the terminal is busy, it is unknown whether this computer may register.
  if (why.is === 'rejected' && why.code === BUSY) found.push({ step: 'device', finding: 'busy' })
  else if (why.is === 'rejected') found.push({ step: 'access', finding: 'refused', code: written(why.code) })
  if (why.is === 'other-currency')
    found.push(
      { step: 'access', finding: 'ok' },
      { step: 'currency', finding: 'other-currency', currency: sanitizeProviderCode(why.currency) },
    )
  return (['address', 'clock', 'access', 'device', 'currency'] as const).map(
    (step) => found.find((each) => each.step === step) ?? { step, finding: 'not-tried' },
  )
}

/** `moment`: a time such as `20230405225655`, in the time zone of this computer. */
function findingOfClock(moment: string | undefined, clock: Pick<Clock, 'now'>): ExaminationFinding {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/u
  const theirs = Date.parse((moment ?? '').replace(parts, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(theirs)) return { step: 'clock', finding: 'not-tried' }
  const now = Date.parse(clock.now().wallUtc)
  // At the end of summer time one hour occurs twice; the smaller clock difference is assumed.
  const [seconds = 0] = [now - 3 * HOUR_MS, now + 3 * HOUR_MS]
    .map((at) => Math.round((now - theirs) / 1000) - new Date(at).getTimezoneOffset() * 60)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
  return { step: 'clock', finding: isClockSkewed(seconds) ? 'clock-skew' : 'ok', seconds }
}

function reversalOutcomeOf({ ended, told }: Done, payment: PaymentRef): RefundOutcome {
  if (ended.is === 'rejected') return { outcome: 'unavailable' }
  const [only] = told
  if (ended.is === 'lost' || told.length > 1 || only === null) return unknown
  if (ended.is === 'completed') return only && only.result === 0 ? made(only, payment) : unknown
  const code = only?.result ?? ended.data[0] ?? 0
  // The payment had already been reversed, and it is unknown who reversed it.
  if (code === ALREADY_REVERSED || only?.result === 0) return unknown
  return { outcome: 'refused', reason: refusalOf(code) }
}

function made(told: TerminalReport, { amount, currency }: PaymentRef): RefundOutcome {
  const receipt = approvalOf(told)
  const fits = told.amount === amount && (told.currency ?? currency) === currency
  return fits && receipt !== null ? { outcome: 'refunded', receipt } : unknown
}

/** Compares the last receipt with the reversal and with the payment; returns `unknown` if it matches neither. */
function refundBy(last: TerminalReport, payment: PaymentRef, { approval }: RefundRequest): RefundOutcome {
  const of = receiptIn(approval)
  if (of === null) return unknown
  if (last.original !== undefined && last.original === of.trace && last.result === 0) return made(last, payment)
  return approvalOf(last) === approval ? { outcome: 'refused', reason: 'declined' } : unknown
}
