import { canonical } from '../format/canonical.ts'
import {
  drawerCountedShape,
  drawerOpenedShape,
  paidShape,
  type Posting,
  type Row,
  shiftOpenedShape,
  slipPaidOutShape,
} from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'

/** What the rows say of the running shift when a row of its drawer comes. */
export interface RunningShift {
  readonly shiftNo: number
  /** Debit minus credit of `drawer` since the shift began. */
  readonly balance: (currency: string) => number
  /** Currencies whose float was named. */
  readonly opened: Set<string>
}

export interface DrawerEntry {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/** I5 and I6 for a row of the drawer; what it posts, or null. */
export function checkDrawerRow(findings: Findings, row: Row, payload: object, shift: RunningShift): DrawerEntry | null {
  if (row.code === 'DRAWER_OPENED') {
    const opened = drawerOpenedShape.safeParse(payload)
    if (!opened.success) findings.error('state', row.seq, row.code, misfit(opened.error, payload))
    return null
  }
  const read = entryOf(findings, row, payload, shift)
  if (typeof read === 'string') {
    findings.error('state', row.seq, row.code, read)
    return null
  }
  const { currency, postings, amount, other } = read
  const sum = Math.abs(amount)
  const [debit, credit] = amount < 0 ? [other, 'drawer'] : ['drawer', other]
  const expected: readonly Posting[] =
    sum === 0
      ? []
      : [
          { account: debit, debit: sum, credit: 0 },
          { account: credit, debit: 0, credit: sum },
        ]
  if (canonical(postings) !== canonical(expected)) {
    findings.error('I5', row.seq, row.code, `postings should be ${canonical(expected)}, are ${canonical(postings)}`)
  }
  return { currency, postings }
}

interface ReadEntry extends DrawerEntry {
  /** What came into the drawer, below 0 what went out, and from or to which account. */
  readonly amount: number
  readonly other: string
}

function entryOf(findings: Findings, row: Row, payload: object, shift: RunningShift): ReadEntry | string {
  if (row.code === 'SHIFT_OPENED') {
    const read = shiftOpenedShape.safeParse(payload)
    if (!read.success) return misfit(read.error, payload)
    const { shiftNo, currency, amount } = read.data
    if (shiftNo !== shift.shiftNo) findings.error('I6', row.seq, row.code, `shift ${shiftNo} in shift ${shift.shiftNo}`)
    if (shift.opened.has(currency)) findings.error('I6', row.seq, row.code, `has a float of ${currency} already`)
    shift.opened.add(currency)
    return { ...read.data, amount, other: 'float' }
  }
  if (row.code === 'DRAWER_COUNTED') {
    const read = drawerCountedShape.safeParse(payload)
    if (!read.success) return misfit(read.error, payload)
    const { currency, pieces, total, expected } = read.data
    const counted = pieces.reduce((sum, { value, count }) => sum + value * count, 0)
    if (counted !== total) findings.error('I6', row.seq, row.code, `says ${total}, its pieces make ${counted}`)
    const balance = shift.balance(currency)
    if (balance !== expected) findings.error('I6', row.seq, row.code, `expects ${expected}, the rows say ${balance}`)
    return { ...read.data, amount: total - expected, other: 'over-short' }
  }
  if (row.code === 'SLIP_PAID_OUT') {
    const read = slipPaidOutShape.safeParse(payload)
    if (!read.success) return misfit(read.error, payload)
    return { ...read.data, amount: -read.data.amount, other: 'credit-slips' }
  }
  const read = paidShape.safeParse(payload)
  if (!read.success) return misfit(read.error, payload)
  if (row.code === 'PAID_IN') return { ...read.data, other: 'paid-in' }
  return { ...read.data, amount: -read.data.amount, other: row.code === 'PAID_OUT' ? 'paid-out' : 'safe' }
}
