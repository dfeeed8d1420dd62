import type { Act } from '../stand-in/acts.ts'
import type { Apdu } from './apdu.ts'
import { control } from './apdu.ts'
import { toBcd, writeBitmaps } from './bitmaps.ts'
import { TERMINAL, type TerminalLog } from './stand-in-memory.ts'
import { completed, refuse, type Ground } from './stand-in-payment.ts'
import { blockOf } from './stand-in-slips.ts'
import type { Till } from './stand-in-till.ts'

const DECLINED = 0xa1

/** Receipts from and to, then what each kind of card came to: how many, and the sum. */
function totalsOf(log: TerminalLog, first: number, count: number, amount: number): Uint8Array {
  const none = new Uint8Array(7)
  const own = Uint8Array.from([count, ...toBcd(amount, 6)])
  const receipts = [...toBcd(first, 2), ...toBcd(log.all().at(-1)?.receipt ?? 0, 2)]
  return Uint8Array.from([...receipts, ...none, ...none, ...own, ...none, ...none, ...none, ...none])
}

/**
 * The end of the day: `unplugged`: the cable comes out before the bank is asked · `lose-reply`: behind that · `duplicate`: its sum is
 * told twice · `wrong-amount`: and another one the second time · `late`: a sum of its own, 100 more · `forget`: no sum at all.
 */
export async function playEndOfDay(
  till: Till,
  { name, code }: Act,
  log: TerminalLog,
  { wait, times, unplug, now }: Pick<Ground, 'wait' | 'times' | 'unplug'> & { readonly now: () => string },
): Promise<void> {
  if (name === 'unplugged') return unplug(till)
  await wait(times.thinkMs)
  if (name === 'refuse') return refuse(till, Number.parseInt(code ?? '', 16) || DECLINED)
  const { first, count, amount } = log.closeDay()
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
