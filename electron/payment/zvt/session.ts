import type { Clock } from '../../core/ports/ports.ts'
import { within } from '../http/exchange.ts'
import { abort, acknowledgement, answerIn, control, createApduReader, encodeApdu, refusal, type Apdu } from './apdu.ts'
import type { Connect, Place } from './wire.ts'

/** Each side says within this that it has understood. */
const ANSWER_MS = 5_000
const CONNECT_MS = 10_000
/** A terminal that was asked to stop, or whose time is over, says soon what it did. */
const STOP_MS = 60_000

/** How an order to the terminal ended. */
export type Ended =
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
export interface Session {
  run(order: Order): Promise<Ended>
  /** To a terminal that does something nobody here waits for. */
  stopIt(): void
  close(): void
}

export type Opened = { readonly ok: true; readonly session: Session } | { readonly ok: false; readonly code: string }

/** `stopping`: the program ends; what runs then is lost at once. */
export async function openSession(
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
