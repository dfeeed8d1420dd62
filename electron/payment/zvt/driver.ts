import { isClockOff } from '../../../shared/domain/fleet/readiness.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { DayRefusal, DaySum } from '../../../shared/domain/money/terminal-day.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type {
  DayEnd,
  Examinable,
  KnownPayment,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { type Line, plainWord } from '../http.ts'
import { isKnownCurrency } from './currencies.ts'
import { approvalOf, customerCopy, noteIn, type Printed, receiptIn, sinceNoted, tokenOf } from './note.ts'
import { type ZvtSecrets, type ZvtSettings, zvtTraits } from './settings.ts'
import { authorisation, endOfDay, GIVEN_UP, refusalOf, reversal, type Told, written } from './status.ts'
import { atTerminal, type Done, type LetIn, type Outside, type Reach } from './terminal.ts'
import type { Connect } from './wire.ts'

export interface ZvtOptions extends Pick<Line, 'clock' | 'log'> {
  readonly connect: Connect
  readonly settings: ZvtSettings
  readonly secrets: ZvtSecrets
}

/**
 * A card terminal that speaks ZVT over TCP. It knows no reference of ours: what became of a payment is found by its last
 * receipt, compared with the one noted before the money was asked for. So one payment runs at a time, and the terminal
 * belongs to this machine alone.
 */
export function createZvt({ settings, secrets, ...line }: ZvtOptions): TenderDriver & Examinable {
  const { host, port, currency, dayEnd } = settings
  const reach: Reach = { ...line, place: { host, port }, access: { ...secrets, currency } }
  const address = `tcp://${host}:${port}`
  const inTurn = serial()
  let takes: string | null = null
  let closes = false

  return {
    name: 'zvt',
    host: address,
    traits: zvtTraits,
    async begin({ currency: wanted }, giveUp, stopping) {
      if (wanted !== currency) return { outcome: 'refused', reason: 'not-set-up' }
      if (takes !== null || closes) return { outcome: 'unavailable' }
      const noted = await inTurn(async () =>
        giveUp.aborted ? null : atTerminal(reach, stopping, (terminal) => terminal.last()),
      )
      if (noted?.in === false) return outcomeOutside(noted.why, line)
      return noted?.value.is === 'told'
        ? { outcome: 'begun', token: tokenOf(noted.value.told) }
        : { outcome: 'unavailable' }
    },
    async settle(payment, request, giveUp, stopping) {
      if (takes !== null || closes || giveUp.aborted || payment.token === null) return { outcome: 'unavailable' }
      takes = payment.reference
      try {
        return await inTurn(() => take(reach, payment, request, { giveUp, stopping }))
      } finally {
        takes = null
      }
    },
    async ask(payment, stopping) {
      // Its token is in the ledger before the terminal is asked for money.
      if (payment.token === null) return { outcome: 'cancelled' }
      if (payment.host !== address) return { outcome: 'unknown', forGood: true }
      if (takes !== null || closes) return { outcome: 'unknown' }
      // A payment whose line was lost may still wait for a card, with nobody there.
      const found = await inTurn(() => atTerminal(reach, stopping, (terminal) => find(terminal, payment), 'stop'))
      return found.in ? found.value : { outcome: 'unknown' }
    },
    ...createReversals(reach, inTurn),
    ...(dayEnd === 'at-z' && {
      async closeDay(stopping) {
        if (takes !== null || closes) return { outcome: 'unavailable' }
        closes = true
        try {
          return await inTurn(() => closeDay(reach, stopping))
        } finally {
          closes = false
        }
      },
    }),
    examine: () => inTurn(() => examineTerminal(reach)),
  }
}

/** Nothing was asked for. */
function outcomeOutside(why: Outside, { log }: Pick<Line, 'log'>): SettledOutcome {
  const code = why.is === 'turned-away' ? written(why.code) : why.is === 'no-answer' ? why.code : why.currency
  log.warn('payment.terminal-not-ready', { provider: 'zvt', why: why.is, code })
  return why.is === 'other-currency' ? { outcome: 'refused', reason: 'not-set-up' } : { outcome: 'unavailable' }
}

async function take(
  reach: Reach,
  payment: KnownPayment,
  { onProgress }: TenderRequest,
  { giveUp, stopping }: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SettledOutcome> {
  const { amount, currency } = payment
  if (!isKnownCurrency(currency)) return { outcome: 'unavailable' }
  onProgress?.({ phase: 'waking' })
  const settled = await atTerminal(reach, stopping, async (terminal): Promise<SettledOutcome> => {
    if (giveUp.aborted) return { outcome: 'unavailable' }
    const command = authorisation(amount, currency)
    const done = await terminal.run(command, { patienceMs: zvtTraits.decideMs, giveUp, onProgress })
    return outcomeOf(done, terminal, reach)
  })
  return settled.in ? settled.value : outcomeOutside(settled.why, reach)
}

/** Its word in this very conversation: what was told of the money, and how the order ended, have to agree. */
function outcomeOf(done: Done, terminal: LetIn, { log }: Pick<Line, 'log'>): SettledOutcome {
  const { ended, told } = done
  if (ended.is === 'turned-away') {
    log.warn('payment.rejected', { provider: 'zvt', code: written(ended.code) })
    return { outcome: 'unavailable' }
  }
  const results = new Set(told.map((each) => each?.result ?? null))
  if (ended.is === 'lost' || results.has(null) || results.size > 1) return { outcome: 'unknown' }
  const [last] = told.slice(-1)
  if (last?.result === 0) {
    return ended.is === 'completed' && (resultIn(ended.data) ?? 0) === 0
      ? approved(last, done, terminal.registered.currency)
      : { outcome: 'unknown' }
  }
  const code = last?.result ?? (ended.is === 'aborted' ? ended.data[0] : undefined)
  // That it is done, without a word about the money, is no answer.
  if (code === undefined && ended.is === 'completed') return { outcome: 'unknown' }
  log.warn('payment.refused', { provider: 'zvt', code: code === undefined ? 'none' : written(code) })
  if (code === GIVEN_UP) return { outcome: 'cancelled' }
  return { outcome: 'refused', reason: refusalOf(code ?? 0) }
}

/** Field 27 at the head of a completion. */
const resultIn = ([field, result]: Uint8Array): number | undefined => (field === 0x27 ? result : undefined)

function approved(told: Told, { receipts }: Done, own: string | undefined): SettledOutcome {
  const { amount, currency = own } = told
  const approval = approvalOf(told)
  if (amount === undefined || currency === undefined || approval === null) return { outcome: 'unknown' }
  const receipt = customerCopy(receipts)
  const card = { ...told.card, ...(receipt.length > 0 && { receipt }) }
  return { outcome: 'approved', approval, amount, currency, card }
}

async function find(terminal: LetIn, { token, ...wanted }: KnownPayment): Promise<TenderOutcome> {
  const condition = await terminal.condition()
  if (!condition?.idle) return { outcome: 'unknown' }
  const last = await terminal.last()
  if (last.is === 'lost') return { outcome: 'unknown' }
  const own = terminal.registered.currency
  const since = sinceNoted(noteIn(token ?? ''), last.told, wanted, own)
  if (since === 'nothing') return { outcome: 'cancelled' }
  if (since !== 'taken' || last.told === null) return since === 'taken' ? { outcome: 'unknown' } : since
  return approved(last.told, last.done, own)
}

/** Its bank takes a day's payments over, one by one where it has to. */
const CLOSE_MS = 300_000

/** More than any terminal's report has that people read. */
const MOST_LINES = 120

/** Hands the terminal's payments over to its bank. */
async function closeDay(reach: Reach, stopping: AbortSignal): Promise<DayEnd> {
  const done = await atTerminal(reach, stopping, async (terminal) => {
    const ended = await terminal.run(endOfDay(reach.access.password), { patienceMs: CLOSE_MS })
    return dayEndOf(ended, terminal.registered.currency ?? reach.access.currency, reach)
  })
  if (done.in) return done.value
  reach.log.warn('terminal-day.unreachable', { provider: 'zvt', why: done.why.is })
  return { outcome: 'unavailable' }
}

/** Only its own completion says that it is done; what it told on the way may not contradict that. */
function dayEndOf({ ended, told, receipts }: Done, own: string, { log }: Pick<Line, 'log'>): DayEnd {
  if (ended.is === 'lost') return { outcome: 'unknown' }
  const results = new Set(told.flatMap((each) => each?.result ?? []))
  if (ended.is === 'completed')
    return results.size === 0 || (results.size === 1 && results.has(0))
      ? { outcome: 'closed', told: sumOf(told, own), lines: linesOf(receipts) }
      : { outcome: 'unknown' }
  if (results.has(0)) return { outcome: 'unknown' }
  const code = ended.is === 'turned-away' ? ended.code : (told.at(-1)?.result ?? ended.data[0] ?? 0)
  log.warn('terminal-day.refused', { provider: 'zvt', code: written(code) })
  return { outcome: 'refused', reason: reasonOf(code) }
}

function reasonOf(code: number): DayRefusal {
  const reason = refusalOf(code)
  return reason === 'provider-down' || reason === 'not-set-up' ? reason : 'declined'
}

/** Null where it told none, one that cannot be read, or two of them. */
function sumOf(told: readonly (Told | null)[], own: string): DaySum | null {
  const sums = told.map((each) => (each?.amount === undefined ? null : `${each.amount} ${each.currency ?? own}`))
  const [first] = told
  if (new Set(sums).size !== 1 || first?.amount === undefined) return null
  return { amount: first.amount, currency: first.currency ?? own }
}

const linesOf = (receipts: readonly Printed[]): readonly string[] =>
  receipts.flatMap(({ lines }) => lines).slice(0, MOST_LINES)

const BUSY = 0x9c

/** Registers, asks how it is, and prints nothing: no money moves. */
async function examineTerminal(reach: Reach): Promise<readonly ExaminationFinding[]> {
  const { signal } = new AbortController()
  const entered = await atTerminal(reach, signal, async (terminal): Promise<readonly ExaminationFinding[]> => {
    const { currency = reach.access.currency, terminal: device } = terminal.registered
    const condition = await terminal.condition()
    return [
      { step: 'address', finding: 'ok' },
      findingOfClock(condition?.moment, reach),
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
  })
  return entered.in ? entered.value : findingsOutside(entered.why)
}

function findingsOutside(why: Outside): readonly ExaminationFinding[] {
  const rest = (...steps: readonly ExaminationFinding['step'][]): readonly ExaminationFinding[] =>
    steps.map((step) => ({ step, finding: 'not-tried' }))
  const ok = { step: 'address', finding: 'ok' } as const
  switch (why.is) {
    case 'no-answer':
      return [
        { step: 'address', finding: 'no-answer', code: plainWord(why.code) },
        ...rest('clock', 'access', 'device', 'currency'),
      ]
    case 'turned-away':
      // It does something just now; whether it lets this machine in, it says once that is over.
      if (why.code === BUSY)
        return [ok, ...rest('clock', 'access'), { step: 'device', finding: 'busy' }, ...rest('currency')]
      return [
        ok,
        ...rest('clock'),
        { step: 'access', finding: 'refused', code: written(why.code) },
        ...rest('device', 'currency'),
      ]
    case 'other-currency':
      return [
        ok,
        ...rest('clock'),
        { step: 'access', finding: 'ok' },
        ...rest('device'),
        { step: 'currency', finding: 'other-currency', currency: plainWord(why.currency) },
      ]
  }
}

const HOUR_MS = 3_600_000

/** Of `20230405225655`, by the time zone of this machine, in which a terminal stands. */
function findingOfClock(moment: string | undefined, { clock }: Pick<Reach, 'clock'>): ExaminationFinding {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/u.exec(moment ?? '')?.slice(1) ?? []
  const [year, month, day, hour, minute, second] = parts
  if (year === undefined) return { step: 'clock', finding: 'not-tried' }
  const theirs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(theirs)) return { step: 'clock', finding: 'not-tried' }
  const now = Date.parse(clock.now().wallUtc)
  // Around the end of summer time an hour comes twice: the terminal's time is read as the nearer one.
  const [seconds = 0] = [now - 3 * HOUR_MS, now + 3 * HOUR_MS]
    .map((at) => Math.round((now - theirs) / 1000) - new Date(at).getTimezoneOffset() * 60)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
  return { step: 'clock', finding: isClockOff(seconds) ? 'clock-off' : 'ok', seconds }
}

/** The bank is asked. */
const REVERSE_MS = 120_000

const ALREADY = 0xb4

/** Takes whole payments back by their receipts: no card is needed, and the terminal's day may not be over yet. */
function createReversals(
  reach: Reach,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  const { password } = reach.access
  return {
    async refund(payment, back, stopping) {
      const receipt = receiptIn(back.approval)
      // A terminal takes back the whole of it, or nothing.
      if (receipt === null || back.amount !== payment.amount) return { outcome: 'refused', reason: 'declined' }
      const done = await inTurn(() =>
        atTerminal(reach, stopping, (terminal) =>
          terminal.run(reversal(password, receipt.receipt), { patienceMs: REVERSE_MS }),
        ),
      )
      return done.in ? reversalOutcomeOf(done.value, payment) : { outcome: 'unavailable' }
    },
    async askRefund(payment, back, stopping) {
      const found = await inTurn(() =>
        atTerminal(reach, stopping, async (terminal): Promise<RefundOutcome> => {
          const condition = await terminal.condition()
          const last = condition?.idle ? await terminal.last() : null
          return last?.is === 'told' && last.told ? judged(last.told, payment, back) : { outcome: 'unknown' }
        }),
      )
      return found.in ? found.value : { outcome: 'unknown' }
    },
  }
}

function reversalOutcomeOf({ ended, told }: Done, payment: KnownPayment): RefundOutcome {
  if (ended.is === 'turned-away') return { outcome: 'unavailable' }
  const [only] = told
  if (ended.is === 'lost' || told.length > 1 || only === null) return { outcome: 'unknown' }
  if (ended.is === 'completed') return only && only.result === 0 ? made(only, payment) : { outcome: 'unknown' }
  const code = only?.result ?? ended.data[0] ?? 0
  // It was taken back before, by whomever.
  if (code === ALREADY || only?.result === 0) return { outcome: 'unknown' }
  return { outcome: 'refused', reason: refusalOf(code) }
}

function made(told: Told, { amount, currency }: KnownPayment): RefundOutcome {
  const receipt = approvalOf(told)
  const fits = told.amount === amount && (told.currency ?? currency) === currency
  return fits && receipt !== null ? { outcome: 'refunded', receipt } : { outcome: 'unknown' }
}

/** Its last receipt is that of the reversal, or still that of the payment; anything else is for people. */
function judged(last: Told, payment: KnownPayment, { approval }: RefundRequest): RefundOutcome {
  const of = receiptIn(approval)
  if (of === null) return { outcome: 'unknown' }
  if (last.original !== undefined && last.original === of.trace && last.result === 0) return made(last, payment)
  return approvalOf(last) === approval ? { outcome: 'refused', reason: 'declined' } : { outcome: 'unknown' }
}
