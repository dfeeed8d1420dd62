import type { Act, Timetable } from '../stand-in/acts.ts'
import { control, type Apdu } from './apdu.ts'
import type { KnownCurrency } from './currencies.ts'
import { TERMINAL } from './stand-in-memory.ts'
import { resultOf, slipOf, statusOf, type Transaction } from './stand-in-slips.ts'
import type { Till } from './stand-in-till.ts'

const GIVEN_UP = 0x6c
const DECLINED = 0x05
const CARD_GONE = 0xdd

export const abortedBy = (code: number): Apdu => ({ control: control.aborted, data: Uint8Array.of(code) })
export const stage = (code: number): Apdu => ({ control: control.intermediateStatus, data: Uint8Array.of(code) })
export const completed: Apdu = { control: control.completion, data: new Uint8Array() }

export interface Ground {
  readonly times: Timetable
  readonly currency: KnownCurrency
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly book: (amount: number, currency: KnownCurrency) => Transaction
  /** The cable comes out, and stays out for a while. */
  readonly unplug: (till: Till) => void
}

export async function refuse(till: Till, code: number): Promise<void> {
  await till.say(resultOf(code, TERMINAL))
  await till.say(abortedBy(code))
}

/** The status, both copies, the end. */
export async function tell(till: Till, done: Transaction, twice = false): Promise<void> {
  if (twice) await till.say(statusOf(done))
  for (const message of [statusOf(done), slipOf(done, 1), slipOf(done, 2), completed]) await till.say(message)
}

/** A customer with a card; `stopped`: the till wants no more, `off`: somebody switched it off. */
export async function playPayment(
  till: Till,
  amount: number,
  { name, code }: Act,
  { times, currency, wait, book, unplug }: Ground,
  { stopped, off }: { readonly stopped: AbortSignal; readonly off: AbortSignal },
): Promise<void> {
  const at = name === 'unplugged' ? (code ?? 'bank') : ''
  const never = name === 'wait' || name === 'expire'
  const late = name === 'late' || name === 'late-after-expiry'
  const deaf = late || name === 'late-after-cancel'
  await till.say(stage(0x0a))
  // With its cable out, nobody is asked for a card any more.
  if (at === 'card') return unplug(till)
  const ms = never ? times.decideMs : late ? times.decideMs + times.lateMs : times.thinkMs
  await wait(ms, deaf ? off : AbortSignal.any([stopped, off]))
  if (off.aborted) return till.drop()
  if (never || (stopped.aborted && !deaf)) return refuse(till, GIVEN_UP)
  for (const code of name === 'wrong-pin' ? [0xcc, 0x15, 0xcc] : [0xcc]) await till.say(stage(code))
  if (at === 'pin') return unplug(till)
  if (name === 'card-removed') return refuse(till, CARD_GONE)
  await till.say(stage(0x04))
  if (off.aborted) return till.drop()
  if (name === 'refuse') return refuse(till, Number.parseInt(code ?? '', 16) || DECLINED)
  const elsewhere = currency === 'EUR' ? 'USD' : 'EUR'
  const done = book(name === 'wrong-amount' ? amount + 100 : amount, name === 'wrong-currency' ? elsewhere : currency)
  if (at === 'told') await till.say(statusOf(done))
  return name === 'lose-reply' || name === 'forget' || name === 'unplugged'
    ? unplug(till)
    : tell(till, done, name === 'duplicate')
}
