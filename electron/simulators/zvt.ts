import { type AddressInfo, createServer } from 'node:net'
import { formatMoney, type Minor } from '../../shared/domain/money/money.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import type { Scenario, SimulatedDelays } from './provider-simulator.ts'
import {
  acknowledgement,
  answerIn,
  type Apdu,
  ApduReader,
  type Bitmap,
  control,
  encodeApdu,
  fromBcd,
  readBitmaps,
  toBcd,
  writeBitmaps,
} from '../payments/zvt/apdu.ts'
import { currencyOf, type KnownCurrency, numberOf } from '../payments/zvt/settings.ts'
import type { ConnectionListener, Wire } from '../payments/zvt/terminal.ts'

/** A simulated terminal. Its transactions are retained across connections. */
interface ZvtSimulator {
  /** Accepts a till's connection. Returns null if the terminal does not answer. */
  accept(till: ConnectionListener): Wire | null
  transactions(): readonly Transaction[]
  /** Simulates a restart of the terminal. A running payment ends without a charge. */
  reset(): void
}

interface ZvtSimulatorOptions extends TerminalListener {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** Scenario of each payment, in order; further payments are approved. A function is called for each payment. */
  readonly script?: readonly Scenario[] | (() => Scenario)
  /** Scenario of each end of day, in order; further ends of day are approved. */
  readonly days?: readonly Scenario[]
  readonly times?: Partial<SimulatedDelays>
  readonly password: string
  readonly currency: KnownCurrency
}

const USUAL: SimulatedDelays = { customerDelayMs: 5_000, decideMs: 90_000, lateMs: 60_000 }
const SLOW_MS = 20_000
const BUSY_ANSWERS = 2

const BUSY = 0x9c
const NOT_POSSIBLE = 0x83
const WRONG_CURRENCY = 0x6f
const NOT_FOUND = 0xb5
const ALREADY_BACK = 0xb4

const no = (code: number): Apdu => ({ control: 0x8400 | code, data: new Uint8Array() })

export function createZvtSimulator(options: ZvtSimulatorOptions): ZvtSimulator {
  const { clock, password, currency } = options
  const times = { ...USUAL, ...options.times }
  const log = createTerminalLog(clock, options)
  const acts = actsOf(options.script)
  const days = actsOf(options.days)
  let deadUntil = 0
  let [forgets, refusals] = [false, 0]
  let work: { readonly stop: AbortController; readonly off: AbortController } | null = null

  const ground: TerminalState = {
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

const simpleOrders = (
  log: TerminalLog,
  { clock }: Pick<ZvtSimulatorOptions, 'clock'>,
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

const guarded: ReadonlySet<number> = new Set([
  control.registration,
  control.repeatReceipt,
  control.reversal,
  control.endOfDay,
])

function actsOf(script: ZvtSimulatorOptions['script'] = []): { next(): Scenario; take(): Scenario } {
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

const TERMINAL = '52523535'

/** Returns the local time as `20261122150000`. */
function momentOf({ now }: Pick<Clock, 'now'>): string {
  const at = new Date(now().wallUtc)
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()]
  return String(at.getFullYear()) + parts.map((each) => String(each).padStart(2, '0')).join('')
}

interface TerminalListener {
  readonly onTaken?: (done: Transaction) => void
  readonly onDayClosed?: (amount: number) => void
}

function createTerminalLog(clock: Pick<Clock, 'now'>, { onTaken, onDayClosed }: TerminalListener) {
  const log: Transaction[] = []
  let closed = 0
  return {
    all: (): readonly Transaction[] => log,
    book(amount: number, currency: KnownCurrency, original?: number): Transaction {
      const [receipt, trace] = [(log.length % 9_999) + 1, log.length + 1]
      const common = { receipt, trace, amount, currency, moment: momentOf(clock).slice(4), terminal: TERMINAL }
      const done = { ...common, ...(original !== undefined && { original }) }
      log.push(done)
      onTaken?.(done)
      return done
    },
    /** Submits the transactions since the last end of day. Reversals are subtracted from the amount. */
    runEndOfDay() {
      const open = log.slice(closed)
      closed = log.length
      const amount = open.reduce((sum, each) => sum + (each.original === undefined ? each.amount : -each.amount), 0)
      onDayClosed?.(amount)
      return { first: open[0]?.receipt ?? 0, count: open.length, amount }
    },
    /** Finds a payment since the last end of day. Earlier payments cannot be reversed at the terminal. */
    paymentOf: (receipt: number): Transaction | undefined =>
      log.slice(closed).find((each) => each.receipt === receipt && each.original === undefined),
    isReversed: ({ trace }: Transaction): boolean => log.some(({ original }) => original === trace),
  }
}

type TerminalLog = ReturnType<typeof createTerminalLog>

const DECLINED = 0xa1

/** Returns the first and last receipt, and the number and total of payments for each kind of card. */
function totalsOf(log: TerminalLog, first: number, count: number, amount: number): Uint8Array {
  const none = new Uint8Array(7)
  const own = Uint8Array.from([count, ...toBcd(amount, 6)])
  const receipts = [...toBcd(first, 2), ...toBcd(log.all().at(-1)?.receipt ?? 0, 2)]
  return Uint8Array.from([...receipts, ...none, ...none, ...own, ...none, ...none, ...none, ...none])
}

/**
 * Simulates the end of day. `unplugged`: the cable is unplugged before the bank is contacted · `lose-reply`: the cable
 * is unplugged after the bank was contacted · `duplicate`: the total is reported twice · `wrong-amount`: the total is
 * reported again, 100 too high · `late`: the reported total is 100 too high · `forget`: no total is reported.
 */
async function playEndOfDay(
  till: Till,
  { name, code }: Scenario,
  log: TerminalLog,
  { wait, times, unplug, now }: Pick<TerminalState, 'wait' | 'times' | 'unplug'> & { readonly now: () => string },
): Promise<void> {
  if (name === 'unplugged') return unplug(till)
  await wait(times.customerDelayMs)
  if (name === 'refuse') return refuse(till, Number.parseInt(code ?? '', 16) || DECLINED)
  const { first, count, amount } = log.runEndOfDay()
  if (name === 'lose-reply') return unplug(till)
  const told = (sum: number): Apdu => ({
    control: control.statusInformation,
    data: writeBitmaps([
      [0x27, Uint8Array.of(0)],
      [0x04, toBcd(sum, 6)],
      [0x0d, toBcd(now().slice(4, 8), 2)],
      [0x0c, toBcd(now().slice(8), 3)],
      [0x29, toBcd(TERMINAL, 4)],
      [0x60, totalsOf(log, first, count, sum)],
    ]),
  })
  const sum = name === 'late' ? amount + 100 : amount
  if (name !== 'forget') await till.say(told(sum))
  if (name === 'duplicate') await till.say(told(sum))
  if (name === 'wrong-amount') await till.say(told(sum + 100))
  await till.say(blockOf(3, ['END OF DAY', `TERMINAL ${TERMINAL}`, `PAYMENTS ${count}`, `TOTAL ${sum}`, 'CLOSED']))
  await till.say(completed)
}

const RESULT_ABORTED = 0x6c
const PAYMENT_DECLINED = 0x05
const CARD_GONE = 0xdd

const abortedBy = (code: number): Apdu => ({ control: control.aborted, data: Uint8Array.of(code) })
const stage = (code: number): Apdu => ({ control: control.intermediateStatus, data: Uint8Array.of(code) })
const completed: Apdu = { control: control.completion, data: new Uint8Array() }

interface TerminalState {
  readonly times: SimulatedDelays
  readonly currency: KnownCurrency
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly book: (amount: number, currency: KnownCurrency) => Transaction
  readonly unplug: (till: Till) => void
}

async function refuse(till: Till, code: number): Promise<void> {
  await till.say(resultOf(code, TERMINAL))
  await till.say(abortedBy(code))
}

async function tell(till: Till, done: Transaction, twice = false): Promise<void> {
  if (twice) await till.say(statusOf(done))
  for (const message of [statusOf(done), slipOf(done, 1), slipOf(done, 2), completed]) await till.say(message)
}

/** `stopped` is aborted when the till requests a stop, and `off` when the terminal is switched off. */
async function playPayment(
  till: Till,
  amount: number,
  { name, code }: Scenario,
  { times, currency, wait, book, unplug }: TerminalState,
  { stopped, off }: { readonly stopped: AbortSignal; readonly off: AbortSignal },
): Promise<void> {
  const at = name === 'unplugged' ? (code ?? 'bank') : ''
  const never = name === 'wait' || name === 'expire'
  const late = name === 'late' || name === 'late-after-expiry'
  const deaf = late || name === 'late-after-cancel'
  await till.say(stage(0x0a))
  // A terminal with an unplugged cable does not request a card.
  if (at === 'card') return unplug(till)
  const ms = never ? times.decideMs : late ? times.decideMs + times.lateMs : times.customerDelayMs
  await wait(ms, deaf ? off : AbortSignal.any([stopped, off]))
  if (off.aborted) return till.drop()
  if (never || (stopped.aborted && !deaf)) return refuse(till, RESULT_ABORTED)
  for (const code of name === 'wrong-pin' ? [0xcc, 0x15, 0xcc] : [0xcc]) await till.say(stage(code))
  if (at === 'pin') return unplug(till)
  if (name === 'card-removed') return refuse(till, CARD_GONE)
  await till.say(stage(0x04))
  if (off.aborted) return till.drop()
  if (name === 'refuse') return refuse(till, Number.parseInt(code ?? '', 16) || PAYMENT_DECLINED)
  const elsewhere = currency === 'EUR' ? 'USD' : 'EUR'
  const done = book(name === 'wrong-amount' ? amount + 100 : amount, name === 'wrong-currency' ? elsewhere : currency)
  if (at === 'told') await till.say(statusOf(done))
  return name === 'lose-reply' || name === 'forget' || name === 'unplugged'
    ? unplug(till)
    : tell(till, done, name === 'duplicate')
}

interface ServedZvt {
  readonly place: { readonly host: string; readonly port: number }
  close(): Promise<void>
}

/** Serves the terminal on a socket; `port` 0 selects a free port. Rejects if the address is in use. */
export async function serveZvtSimulator(
  simulator: Pick<ZvtSimulator, 'accept'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ServedZvt> {
  const server = createServer({ noDelay: true })
  const open = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    open.add(socket)
    const ears = { bytes: (piece: Uint8Array) => void socket.write(piece), ended: () => socket.destroy() }
    const wire = simulator.accept(ears)
    if (!wire) socket.destroy()
    socket.on('data', (piece) => wire?.send(piece))
    // Errors are ignored, because a till may disconnect at any time and `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      wire?.close()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: listens } = server.address() as AddressInfo
  return {
    place: { host: address, port: listens },
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

export interface Transaction {
  readonly receipt: number
  readonly trace: number
  readonly amount: Minor
  readonly currency: KnownCurrency
  /** Month, day and time of day: `0405225558`. */
  readonly moment: string
  readonly terminal: string
  /** Trace number of the reversed payment. */
  readonly original?: number
}

const bytes = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')]

const counted = (text: string): Uint8Array => Uint8Array.from(bytes(text))

export function statusOf(done: Transaction, result = 0): Apdu {
  const { receipt, trace, amount, currency, moment, terminal, original } = done
  const fields: readonly Bitmap[] = [
    [0x27, Uint8Array.of(result)],
    [0x04, toBcd(amount, 6)],
    [0x49, toBcd(numberOf(currency), 2)],
    [0x0c, toBcd(moment.slice(4), 3)],
    [0x0d, toBcd(moment.slice(0, 4), 2)],
    [0x22, Uint8Array.of(0x55, 0x98, 0x83, 0xee, 0xee, 0xee, 0x42, 0x17)],
    [0x87, toBcd(receipt, 2)],
    [0x0b, toBcd(trace, 3)],
    ...(original === undefined ? [] : [[0x37, toBcd(original, 3)] as const]),
    [0x29, toBcd(terminal, 4)],
    [0x8b, counted('Mastercard\0')],
    [0x06, Uint8Array.of(0x2f, 0x04, 0x1f, 0x12, 0x01, 0x02)],
  ]
  return { control: control.statusInformation, data: writeBitmaps(fields) }
}

const resultOf = (result: number, terminal: string): Apdu => ({
  control: control.statusInformation,
  data: writeBitmaps([
    [0x27, Uint8Array.of(result)],
    [0x29, toBcd(terminal, 4)],
  ]),
})

const element = (tag: readonly number[], value: readonly number[]): readonly number[] => {
  const { length } = value
  return [
    ...tag,
    ...(length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]),
    ...value,
  ]
}

/** Returns a text block. `reader`: 1 for the merchant's copy, 2 for the customer's, 3 for the office's. */
export function blockOf(reader: 1 | 2 | 3, lines: readonly string[]): Apdu {
  const texts = lines.flatMap((line) => element([0x07], bytes(line)))
  const container = [...element([0x1f, 0x07], [reader]), ...element([0x25], texts)]
  return { control: control.printBlock, data: writeBitmaps([[0x06, Uint8Array.from(container)]]) }
}

export function slipOf({ receipt, trace, amount, currency, terminal, original }: Transaction, reader: 1 | 2): Apdu {
  return blockOf(reader, [
    reader === 1 ? 'MERCHANT COPY' : 'CUSTOMER COPY',
    original === undefined ? 'PAYMENT' : 'REVERSAL',
    `TERMINAL ${terminal}`,
    `RECEIPT ${String(receipt).padStart(4, '0')}`,
    `TRACE ${String(trace).padStart(6, '0')}`,
    'CARD ************4217',
    formatMoney(amount, currency, 'en').replaceAll(' ', ' '),
    'APPROVED',
  ])
}

export function conditionOf(code: number, moment: string): Apdu {
  const version = 'SIMULATED 1.0'
  const time = [
    ...element([0x1f, 0x0e], [...toBcd(moment.slice(0, 8), 4)]),
    ...element([0x1f, 0x0f], [...toBcd(moment.slice(8), 3)]),
  ]
  const head = [0xf0, 0xf1, 0xf3, ...bytes(version), code]
  return {
    control: control.completion,
    data: Uint8Array.from([...head, ...writeBitmaps([[0x06, Uint8Array.from(time)]])]),
  }
}

/** Maximum time that a terminal waits for a till's reply before it continues. */
const ANSWER_MS = 5_000

interface Till {
  /** Sends a message. Unless the message is itself a reply, waits for the till's reply. */
  say(message: Apdu): Promise<void>
  drop(): void
}

function createTill(
  { sleep }: Pick<Clock, 'sleep'>,
  ears: ConnectionListener,
  obey: (till: Till, message: Apdu) => Promise<void>,
): Wire {
  const reader = new ApduReader()
  let answered: (() => void) | null = null
  let gone = false
  const leave = (): void => {
    gone = true
    answered?.()
  }
  const till: Till = {
    async say(message) {
      if (gone) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const awaited = answerIn(message) === null
      if (awaited) answered = resolve
      ears.bytes(encodeApdu(message))
      if (!awaited) return
      const over = new AbortController()
      await Promise.race([promise, sleep(ANSWER_MS, over.signal)])
      over.abort('over')
    },
    drop() {
      leave()
      ears.ended()
    },
  }
  return {
    send(piece) {
      for (const message of reader.read(piece)) {
        if (answerIn(message)) answered?.()
        else void obey(till, message)
      }
    },
    close: leave,
  }
}
