import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { Line } from '../http/exchange.ts'
import { control, type Apdu } from './apdu.ts'
import { readBitmaps, readElements } from './bitmaps.ts'
import { textOf } from './characters.ts'
import { createPrintout, type Printed } from './printing.ts'
import { registration, repeatReceipt, statusEnquiry, type Access } from './requests.ts'
import { openSession, type Ended, type Session } from './session.ts'
import { readCondition, readRegistered, readStatus, type Condition, type Registered, type Told } from './status.ts'
import type { Connect, Place } from './wire.ts'
import { phaseOf } from './words.ts'

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
