import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { Clock } from '../../core/ports/ports.ts'
import { type Line, within } from '../http.ts'
import {
  abort,
  acknowledgement,
  answerIn,
  type Apdu,
  control,
  createApduReader,
  encodeApdu,
  readBitmaps,
  readElements,
  refusal,
  textOf,
} from './apdu.ts'
import { createPrintout, type Printed } from './note.ts'
import {
  type Access,
  type Condition,
  phaseOf,
  readCondition,
  readRegistered,
  readStatus,
  type Registered,
  registration,
  repeatReceipt,
  statusEnquiry,
  type Told,
} from './status.ts'
import type { Connect, Place } from './wire.ts'

const WRONG_CURRENCY = 0x6f

/** What is asked without a customer. */
const SHORT_MS = 30_000

export interface Reach extends Pick<Line, 'clock' | 'log'> {
  readonly connect: Connect
  readonly place: Place
  readonly access: Access
}

/** How an order went, with all that was told on the way. */
export interface Done {
  readonly ended: Ended
  /** Each status information; null: one that could not be read. */
  readonly told: readonly (Told | null)[]
  readonly receipts: readonly Printed[]
}

/** A terminal that has let this machine in. */
export interface LetIn {
  readonly registered: Registered
  run(command: Apdu, more: Watch & { readonly patienceMs: number }): Promise<Done>
  /** Its last receipt; `told` null: it has none, or does not tell of it. */
  last(): Promise<{ readonly is: 'lost' } | { readonly is: 'told'; readonly told: Told | null; readonly done: Done }>
  /** Null: it does not say, or is not there any more. */
  condition(): Promise<Condition | null>
}

export interface Watch {
  readonly giveUp?: AbortSignal
  readonly onProgress?: ((progress: DeviceProgress) => void) | undefined
}

/** Why there is no way in; `turned-away` with the terminal's own word. */
export type Outside =
  | { readonly is: 'no-answer'; readonly code: string }
  | { readonly is: 'turned-away'; readonly code: number }
  /** It is set to another currency. */
  | { readonly is: 'other-currency'; readonly currency: string }

/**
 * Connects, registers, works, and hangs up. A connection for each piece of work: one that is kept goes stale unnoticed until
 * a customer stands there, and another registration tells a terminal that was switched off what it has forgotten. `busy`: one that
 * does something is asked to stop, where only this machine can have begun it.
 */
export async function atTerminal<T>(
  reach: Reach,
  stopping: AbortSignal,
  work: (terminal: LetIn) => Promise<T>,
  busy: 'leave' | 'stop' = 'leave',
): Promise<{ readonly in: true; readonly value: T } | { readonly in: false; readonly why: Outside }> {
  const opened = await openSession(reach, stopping)
  if (!opened.ok) return { in: false, why: { is: 'no-answer', code: opened.code } }
  const { session } = opened
  try {
    const entered = await enter(reach, session)
    if (busy === 'stop' && 'is' in entered && entered.is === 'turned-away') session.stopIt()
    return 'is' in entered
      ? { in: false, why: entered }
      : { in: true, value: await work(letIn(reach, session, entered)) }
  } finally {
    session.close()
  }
}

async function enter({ access }: Reach, session: Session): Promise<Registered | Outside> {
  const ended = await session.run({ command: registration(access), patienceMs: SHORT_MS })
  if (ended.is === 'lost') return { is: 'no-answer', code: 'NO_ANSWER' }
  if (ended.is !== 'completed') {
    const code = ended.is === 'turned-away' ? ended.code : (ended.data[0] ?? 0)
    return code === WRONG_CURRENCY ? { is: 'other-currency', currency: 'unreadable' } : { is: 'turned-away', code }
  }
  const registered = readRegistered(ended.data)
  if (registered === null) return { is: 'no-answer', code: 'UNREADABLE' }
  const { currency = access.currency } = registered
  return currency === access.currency ? registered : { is: 'other-currency', currency }
}

function letIn({ access }: Reach, session: Session, registered: Registered): LetIn {
  async function run(command: Apdu, { patienceMs, giveUp, onProgress }: Watch & { patienceMs: number }): Promise<Done> {
    const told: (Told | null)[] = []
    const printout = createPrintout()
    const hear = (message: Apdu): void => {
      if (message.control === control.statusInformation) told.push(readStatus(message.data))
      else if (message.control === control.intermediateStatus) tellProgress(message.data, onProgress)
      else printout.take(message)
    }
    const ended = await session.run({ command, patienceMs, hear, ...(giveUp && { giveUp }) })
    return { ended, told, receipts: printout.receipts() }
  }

  return {
    registered,
    run,
    async last() {
      const done = await run(repeatReceipt(access.password), { patienceMs: SHORT_MS })
      if (done.ended.is === 'lost' || done.told.includes(null) || done.told.length > 1) return { is: 'lost' }
      const [told = null] = done.ended.is === 'completed' ? done.told : []
      return { is: 'told', told, done }
    },
    async condition() {
      const { ended } = await run(statusEnquiry, { patienceMs: SHORT_MS })
      return ended.is === 'completed' ? readCondition(ended.data) : null
    },
  }
}

const MOST_TEXT = 120

/** With tag 24, what stands on its display. */
function tellProgress(data: Uint8Array, onProgress?: (progress: DeviceProgress) => void): void {
  const phase = phaseOf(data[0] ?? 0xff)
  const start = data.indexOf(0x06, 1)
  const container = start === -1 ? undefined : readBitmaps(data.subarray(start))?.[0]?.[1]
  const text = readElements(container ?? new Uint8Array())
    .filter(({ tag }) => tag === 0x24)
    .flatMap(({ value }) => readElements(value))
    .filter(({ tag }) => tag === 0x07)
    .map(({ value }) => textOf(value).trim())
    .join('\n')
    .slice(0, MOST_TEXT)
  if (phase !== null || text !== '') onProgress?.({ phase: phase ?? 'choose-there', ...(text !== '' && { text }) })
}

/** Each side says within this that it has understood. */
const ANSWER_MS = 5_000
const CONNECT_MS = 10_000
/** A terminal that was asked to stop, or whose time is over, says soon what it did. */
const STOP_MS = 60_000

/** How an order to the terminal ended. */
type Ended =
  | { readonly is: 'completed'; readonly data: Uint8Array }
  | { readonly is: 'aborted'; readonly data: Uint8Array }
  /** Not even begun; `code` is its word for why. */
  | { readonly is: 'turned-away'; readonly code: number }
  /** Nobody knows. */
  | { readonly is: 'lost' }

export interface Order {
  readonly command: Apdu
  /** So long the terminal may take, all in all. */
  readonly patienceMs: number
  /** What it tells on the way. */
  readonly hear?: (message: Apdu) => void
  /** Asks it to stop; how the order ends is the terminal's to say. */
  readonly giveUp?: AbortSignal
}

/** One connection, on which one order runs at a time. */
interface Session {
  run(order: Order): Promise<Ended>
  /** To a terminal that does something nobody here waits for. */
  stopIt(): void
  close(): void
}

export type Opened = { readonly ok: true; readonly session: Session } | { readonly ok: false; readonly code: string }

/** `stopping`: the program ends; what runs then is lost at once. */
async function openSession(
  { connect, clock, place }: { readonly connect: Connect; readonly clock: Pick<Clock, 'sleep'>; readonly place: Place },
  stopping: AbortSignal,
): Promise<Opened> {
  const inbox = createInbox(clock, stopping)
  const read = createApduReader()
  const ears = {
    bytes: (piece: Uint8Array) => read(piece).forEach((message) => inbox.put(message)),
    ended: () => inbox.end(),
  }
  const connected = await within(clock, CONNECT_MS, (signal) => connect(place, ears, signal), stopping)
  if (!connected.ok) return connected
  const { wire } = connected
  const say = (message: Apdu): void => wire.send(encodeApdu(message))
  return {
    ok: true,
    session: {
      run: (order) => follow(order, inbox, say, clock),
      stopIt: () => say(abort),
      close: () => {
        inbox.end()
        wire.close()
      },
    },
  }
}

/** What the terminal sends while an order runs: each is answered, one that is not known by a no. */
const heard: ReadonlySet<number> = new Set([
  control.statusInformation,
  control.intermediateStatus,
  control.printLine,
  control.printBlock,
])

async function follow(
  { command, patienceMs, hear, giveUp }: Order,
  inbox: Inbox,
  say: (message: Apdu) => void,
  clock: Pick<Clock, 'sleep'>,
): Promise<Ended> {
  if (inbox.isOver()) return { is: 'lost' }
  say(command)
  const first = await inbox.next(ANSWER_MS)
  const answer = first && answerIn(first)
  if (!answer) return { is: 'lost' }
  if (!answer.taken) return { is: 'turned-away', code: answer.code }
  const over = new AbortController()
  const late = clock.sleep(patienceMs, over.signal)
  let stopAsked = false
  const stop = (): void => {
    if (stopAsked || over.signal.aborted) return
    stopAsked = true
    say(abort)
    void clock.sleep(STOP_MS, over.signal).then(() => over.signal.aborted || inbox.end())
  }
  void late.then(stop)
  giveUp?.addEventListener('abort', stop)
  if (giveUp?.aborted) stop()
  try {
    for (;;) {
      const message = await inbox.next()
      if (!message) return { is: 'lost' }
      const end = takeIn(message, say, hear)
      if (end) return end
    }
  } finally {
    over.abort('over')
    giveUp?.removeEventListener('abort', stop)
  }
}

/** Null: the order still runs. */
function takeIn(message: Apdu, say: (message: Apdu) => void, hear?: (message: Apdu) => void): Ended | null {
  const { control: word, data } = message
  // The answer to an abort; what that did, the end of the order says.
  if (answerIn(message)) return null
  const isEnd = word === control.completion || word === control.aborted
  say(isEnd || heard.has(word) ? acknowledgement : refusal)
  if (isEnd) return { is: word === control.completion ? 'completed' : 'aborted', data }
  if (heard.has(word)) hear?.(message)
  return null
}

interface Inbox {
  put(message: Apdu): void
  end(): void
  isOver(): boolean
  /** Null: it is over, or too much time has gone. */
  next(withinMs?: number): Promise<Apdu | null>
}

function createInbox(clock: Pick<Clock, 'sleep'>, stopping: AbortSignal): Inbox {
  const kept: Apdu[] = []
  let [over, waiting]: [boolean, ((message: Apdu | null) => void) | null] = [false, null]
  const give = (message: Apdu | null): void => {
    const give = waiting
    waiting = null
    give?.(message)
  }
  const end = (): void => {
    stopping.removeEventListener('abort', end)
    over = true
    give(null)
  }
  stopping.addEventListener('abort', end)
  if (stopping.aborted) end()
  return {
    put(message) {
      if (waiting) give(message)
      else if (!over) kept.push(message)
    },
    end,
    isOver: () => over,
    async next(withinMs) {
      const first = kept.shift()
      if (first || over) return first ?? null
      const come = new AbortController()
      const { promise, resolve } = Promise.withResolvers<Apdu | null>()
      waiting = resolve
      if (withinMs !== undefined) void clock.sleep(withinMs, come.signal).then(() => come.signal.aborted || give(null))
      const message = await promise
      come.abort('come')
      return message
    },
  }
}
