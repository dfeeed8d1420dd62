import type { TenderOutcome } from '../../core/ports/devices.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Told } from './status.ts'
import { GIVEN_UP, refusalOf } from './words.ts'

/** What stands on a terminal's last receipt: in the ledger before it is asked for money. */
export interface Note {
  readonly receipt: string
  readonly trace: string
  readonly moment: string
  readonly amount: string
  readonly terminal: string
}

/** Its log is empty, or it does not tell of it. */
const NOTHING = 'none'
const LEFT_OUT = '-'

export function noteOf({ receipt, trace, moment, amount, terminal }: Told): Note {
  return {
    receipt: receipt ?? LEFT_OUT,
    trace: trace ?? LEFT_OUT,
    moment: moment ?? LEFT_OUT,
    amount: amount === undefined ? LEFT_OUT : String(amount),
    terminal: terminal ?? LEFT_OUT,
  }
}

export const tokenOf = (last: Told | null): string => {
  if (last === null) return NOTHING
  const { receipt, trace, moment, amount, terminal } = noteOf(last)
  return [receipt, trace, moment, amount, terminal].join('.')
}

/** Null: it says nothing to compare with. */
export function noteIn(token: string): Note | null {
  const [receipt, trace, moment, amount, terminal, ...more] = token.split('.')
  if (receipt === undefined || trace === undefined || moment === undefined) return null
  if (amount === undefined || terminal === undefined || more.length > 0) return null
  return { receipt, trace, moment, amount, terminal }
}

/** What customers and the bank can name it by, and a reversal finds it by: `0231.000977.0405225558.52523535`. */
export function approvalOf(told: Told): string | null {
  const { receipt, trace, moment, terminal } = noteOf(told)
  return receipt === LEFT_OUT && trace === LEFT_OUT ? null : [receipt, trace, moment, terminal].join('.')
}

/** The receipt that an approval names; null: none. */
export function receiptIn(approval: string): { readonly receipt: string; readonly trace: string } | null {
  const [receipt = '', trace = ''] = approval.split('.')
  return /^\d{4}$/u.test(receipt) ? { receipt, trace } : null
}

const people: TenderOutcome = { outcome: 'unknown', forGood: true }

/**
 * What a terminal that is idle again did since its last receipt was noted. One receipt later, of this amount: it took the
 * money, or refused. The same one still: it did nothing. Anything else is for people: it cannot be told whose it is.
 */
export function sinceNoted(
  noted: Note | null,
  last: Told | null,
  wanted: { readonly amount: Minor; readonly currency: string },
  own: string | undefined,
): 'nothing' | 'taken' | TenderOutcome {
  if (noted === null || last === null) return people
  const now = noteOf(last)
  if (now.terminal !== noted.terminal) return people
  if (now.receipt === LEFT_OUT && now.trace === LEFT_OUT) return people
  if (isSame(noted, now)) return 'nothing'
  if (!isNext(noted, now) || last.amount !== wanted.amount || last.original !== undefined) return people
  if (last.result === 0) return (last.currency ?? own) === wanted.currency ? 'taken' : people
  return last.result === GIVEN_UP ? { outcome: 'cancelled' } : { outcome: 'refused', reason: refusalOf(last.result) }
}

const isSame = (noted: Note, now: Note): boolean =>
  noted.receipt === now.receipt &&
  noted.trace === now.trace &&
  noted.moment === now.moment &&
  noted.amount === now.amount

/** Receipts are counted from 1 to 9999. Where they are not told, traces are, which other business may use up. */
function isNext(noted: Note, now: Note): boolean {
  if (noted.trace === now.trace && noted.trace !== LEFT_OUT) return false
  const [before, after] = noted.receipt === LEFT_OUT ? [noted.trace, now.trace] : [noted.receipt, now.receipt]
  if (!/^\d+$/u.test(before) || !/^\d+$/u.test(after)) return false
  const most = 10 ** before.length - 1
  return Number(before) === most ? Number(after) <= 1 : Number(after) === Number(before) + 1
}
