import type { Clock } from '../../core/ports/ports.ts'
import type { KnownCurrency } from './currencies.ts'
import type { Transaction } from './stand-in-slips.ts'

/** The number of every simulated terminal. */
export const TERMINAL = '52523535'

/** `20261122150000`, by the clock on its wall. */
export function momentOf({ now }: Pick<Clock, 'now'>): string {
  const at = new Date(now().wallUtc)
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()]
  return String(at.getFullYear()) + parts.map((each) => String(each).padStart(2, '0')).join('')
}

export interface TerminalListener {
  /** Told at once what moved money. */
  readonly onTaken?: (done: Transaction) => void
  /** Told at once what it handed over to its bank. */
  readonly onDayClosed?: (amount: number) => void
}

/** What moved money at a terminal; it outlives every connection. */
export function createTerminalLog(clock: Pick<Clock, 'now'>, { onTaken, onDayClosed }: TerminalListener) {
  const log: Transaction[] = []
  /** So many of them are with the bank. */
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
    /** Hands over what came since it last did; less what was taken back. */
    closeDay() {
      const open = log.slice(closed)
      closed = log.length
      const amount = open.reduce((sum, each) => sum + (each.original === undefined ? each.amount : -each.amount), 0)
      onDayClosed?.(amount)
      return { first: open[0]?.receipt ?? 0, count: open.length, amount }
    },
    /** Of this day: what is with the bank cannot be taken back here. */
    paymentOf: (receipt: number): Transaction | undefined =>
      log.slice(closed).find((each) => each.receipt === receipt && each.original === undefined),
    isReversed: ({ trace }: Transaction): boolean => log.some(({ original }) => original === trace),
  }
}

export type TerminalLog = ReturnType<typeof createTerminalLog>
