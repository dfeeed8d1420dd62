import type { Clock } from '../../core/ports/ports.ts'
import type { Act, Timetable } from '../stand-in/acts.ts'
import { acknowledgement, control, type Apdu } from './apdu.ts'
import { fromBcd, readBitmaps, toBcd, writeBitmaps } from './bitmaps.ts'
import { currencyOf, numberOf, type KnownCurrency } from './currencies.ts'
import { createTerminalLog, momentOf, TERMINAL, type TerminalListener, type TerminalLog } from './stand-in-memory.ts'
import { playEndOfDay } from './stand-in-day.ts'
import { abortedBy, completed, playPayment, refuse, tell, type Ground } from './stand-in-payment.ts'
import { conditionOf, slipOf, statusOf, type Transaction } from './stand-in-slips.ts'
import { createTill, type Till } from './stand-in-till.ts'
import type { Ears, Wire } from './wire.ts'

/** A simulated terminal: people hang its cable on a wire, its memory stays. */
export interface ZvtStandIn {
  /** A till connects; null: nothing answers there. */
  accept(till: Ears): Wire | null
  /** Everything that moved money, oldest first. */
  transactions(): readonly Transaction[]
  /** Somebody switches it off and on: what it does ends without money. */
  reset(): void
}

export interface ZvtStandInOptions extends TerminalListener {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** One for each payment, in order, and once they are used up every payment is approved; or asked for each. */
  readonly script?: readonly Act[] | (() => Act)
  /** One for each end of the day, likewise. */
  readonly days?: readonly Act[]
  readonly times?: Partial<Timetable>
  readonly password: string
  readonly currency: KnownCurrency
}

const USUAL: Timetable = { thinkMs: 5_000, decideMs: 90_000, lateMs: 60_000 }
const SLOW_MS = 20_000
/** So often one that is busy says so. */
const BUSY_ANSWERS = 2

const BUSY = 0x9c
const NOT_POSSIBLE = 0x83
const WRONG_CURRENCY = 0x6f
const NOT_FOUND = 0xb5
const ALREADY_BACK = 0xb4

const no = (code: number): Apdu => ({ control: 0x8400 | code, data: new Uint8Array() })

export function createZvtStandIn(options: ZvtStandInOptions): ZvtStandIn {
  const { clock, password, currency } = options
  const times = { ...USUAL, ...options.times }
  const log = createTerminalLog(clock, options)
  const acts = actsOf(options.script)
  const days = actsOf(options.days)
  let deadUntil = 0
  let [forgets, refusals] = [false, 0]
  let work: { readonly stop: AbortController; readonly off: AbortController } | null = null

  const ground: Ground = {
    times,
    currency,
    wait: (ms, signal) => (ms > 0 ? clock.sleep(ms, signal) : Promise.resolve()),
    book: (...what) => log.book(...what),
    unplug(till) {
      deadUntil = clock.now().monoMs + times.lateMs
      till.drop()
    },
  }

  async function authorise(till: Till, data: Uint8Array): Promise<void> {
    const field = new Map(readBitmaps(data) ?? [])
    const asked = fromBcd(field.get(0x49))
    if (acts.next().name === 'busy' && refusals++ < BUSY_ANSWERS) return till.say(no(BUSY))
    refusals = 0
    const act = acts.take()
    if (act.name === 'silent') return
    if (act.name === 'html') return till.drop()
    if (asked !== null && currencyOf(asked) !== currency) return till.say(no(WRONG_CURRENCY))
    await till.say(acknowledgement)
    if (act.name === 'fault') return till.say(abortedBy(Number.parseInt(act.code ?? 'a0', 16)))
    const own = { stop: new AbortController(), off: new AbortController() }
    work = own
    try {
      const signals = { stopped: own.stop.signal, off: own.off.signal }
      await playPayment(till, Number(fromBcd(field.get(0x04)) ?? 0), act, ground, signals)
      forgets = act.name === 'forget'
    } finally {
      if (work === own) work = null
    }
  }

  const orders: Orders = {
    ...simpleOrders(log, options, () => forgets),
    [control.authorisation]: authorise,
    async [control.endOfDay](till) {
      const act = days.take()
      if (act.name === 'silent') return
      if (act.name === 'fault') return till.say(no(Number.parseInt(act.code ?? '83', 16)))
      await till.say(acknowledgement)
      await playEndOfDay(till, act, log, { ...ground, now: () => momentOf(clock) })
    },
    async [control.registration](till, data) {
      if (acts.next().name === 'slow-token') await ground.wait(SLOW_MS)
      const asked = fromBcd(data.subarray(4, 6))
      if (asked !== null && currencyOf(asked) !== currency) return till.say(no(WRONG_CURRENCY))
      await till.say(acknowledgement)
      await till.say(registered(currency))
    },
  }

  async function obey(till: Till, { control: word, data }: Apdu): Promise<void> {
    if (word === control.abort) {
      work?.stop.abort('asked')
      return till.say(acknowledgement)
    }
    if (work) return till.say(no(BUSY))
    if (guarded.has(word) && fromBcd(data.subarray(0, 3)) !== password) return till.say(no(NOT_POSSIBLE))
    return orders[word]?.(till, data) ?? till.say(no(NOT_POSSIBLE))
  }

  return {
    transactions: () => log.all(),
    reset() {
      work?.off.abort('off')
      work = null
    },
    accept: (ears) => (clock.now().monoMs < deadUntil ? null : createTill(clock, ears, obey)),
  }
}

type Orders = Readonly<Record<number, (till: Till, data: Uint8Array) => Promise<void>>>

/** Those that no customer has a part in. */
const simpleOrders = (
  log: TerminalLog,
  { clock }: Pick<ZvtStandInOptions, 'clock'>,
  forgets: () => boolean,
): Orders => ({
  async [control.statusEnquiry](till) {
    await till.say(acknowledgement)
    await till.say(conditionOf(0, momentOf(clock)))
  },
  async [control.repeatReceipt](till) {
    await till.say(acknowledgement)
    const last = log.all().at(-1)
    if (!last || forgets()) return till.say(abortedBy(NOT_POSSIBLE))
    for (const message of [statusOf(last), slipOf(last, 2), completed]) await till.say(message)
  },
  async [control.reversal](till, data) {
    await till.say(acknowledgement)
    const receipt = new Map(readBitmaps(data.subarray(3)) ?? []).get(0x87)
    const of = log.paymentOf(Number(fromBcd(receipt) ?? 0))
    if (!of) return refuse(till, NOT_FOUND)
    if (log.isReversed(of)) return refuse(till, ALREADY_BACK)
    await tell(till, log.book(of.amount, of.currency, of.trace))
  },
})

/** Those that want the password of the till. */
const guarded: ReadonlySet<number> = new Set([
  control.registration,
  control.repeatReceipt,
  control.reversal,
  control.endOfDay,
])

function actsOf(script: ZvtStandInOptions['script'] = []): { next(): Act; take(): Act } {
  if (typeof script === 'function') return { next: () => ({ name: 'approve' }), take: script }
  const left = [...script]
  return { next: () => left[0] ?? { name: 'approve' }, take: () => left.shift() ?? { name: 'approve' } }
}

const registered = (currency: KnownCurrency): Apdu => ({
  control: control.completion,
  data: writeBitmaps([
    [0x19, Uint8Array.of(0x10)],
    [0x29, toBcd(TERMINAL, 4)],
    [0x49, toBcd(numberOf(currency), 2)],
  ]),
})
