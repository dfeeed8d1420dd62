import { afterSaleEntry } from './after-sales.ts'
import { labelled, type VerifyKey } from './chain.ts'
import {
  type Closure,
  closureShape,
  drawerCodes,
  drawerCountedShape,
  drawerOpenedShape,
  misfit,
  paidShape,
  type Posting,
  type Row,
  shiftOpenedShape,
  slipPaidOutShape,
  stepShape,
  type Ticket,
} from './format.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import { checkNoteBox, checkStrays } from './notes.ts'
import { canonical, type Findings } from './report.ts'
import type { PostingRow, SaleAccount } from './sale-account.ts'

/** Checks I5 by day and I6: sums up the running shift from its rows and compares every closure with the result. */
export interface ClosureCheck {
  take(row: Row, payload: object, saleOf: (saleId: string) => SaleAccount | undefined, key: VerifyKey | null): void
  finish(): void
  readonly closures: ReadonlyMap<number, Closure>
  readonly shifts: readonly Shift[]
  /** Postings of rows that are not steps of a sale. */
  readonly postings: readonly PostingRow[]
}

interface Shift {
  readonly shiftNo: number
  readonly firstSeq: number
  lastSeq: number | null
}

interface Entry {
  readonly currency: string
  readonly postings: readonly Posting[]
}

export function checkClosures(findings: Findings): ClosureCheck {
  const closures = new Map<number, Closure>()
  const shifts: Shift[] = [{ shiftNo: 1, firstSeq: 1, lastSeq: null }]
  const running = sumShift()
  const registerPostings: PostingRow[] = []
  const noteBox = checkNoteBox(findings)
  const stray = checkStrays(findings)
  let opened = new Set<string>()
  let lastHash = '0'.repeat(64)

  /** Adds the postings of a row that is not a step of a sale. */
  function post(row: Row, saleId: string | null, { currency, postings }: Entry): void {
    running.add(row, currency, postings)
    noteBox.post(currency, postings)
    for (const [index, posting] of postings.entries()) {
      registerPostings.push({ seq: row.seq, line: index + 1, sale_id: saleId, currency, ...posting })
    }
  }

  function takeCash(row: Row, payload: object): void {
    const shift = { shiftNo: shifts.length, balance: running.drawer, opened }
    const ofDrawer = drawerCodes.has(row.code) && checkDrawerRow(findings, row, payload, shift)
    const entry = ofDrawer || noteBox.take(row, payload) || stray(row, payload)
    if (entry) post(row, null, entry)
  }

  function takeClosure(row: Row, payload: object, key: VerifyKey | null): void {
    const parsed = closureShape.safeParse(payload)
    if (!parsed.success) return findings.error('I6', row.seq, row.code, misfit(parsed.error, payload))
    const closure = parsed.data
    const shift = shifts.at(-1)
    closures.set(row.seq, closure)
    const { sig, ...said } = closure
    const { net, abs } = running.perpetual()
    const computed = {
      kind: row.code === 'CLOSURE_Z' ? 'Z' : 'X',
      shiftNo: shift?.shiftNo,
      firstSeq: shift?.firstSeq,
      lastSeq: row.seq - 1,
      tailHash: lastHash,
      totals: running.totals(),
      perpetualNet: net,
      perpetualAbs: abs,
    }
    compare(findings, row, said, computed)
    if (!key?.holds(labelled('guichet-closure-1', canonical(said)), sig)) {
      findings.error('I6', row.seq, `${row.code} sig`, 'does not hold')
    }
    if (closure.kind === 'X') {
      if (closure.timeStamp ?? closure.witness) findings.error('I6', row.seq, row.code, 'has what only a Z may have')
      return
    }
    if (shift) shift.lastSeq = row.seq - 1
    shifts.push({ shiftNo: (shift?.shiftNo ?? 0) + 1, firstSeq: row.seq + 1, lastSeq: null })
    running.endShift()
    opened = new Set()
  }

  return {
    closures,
    shifts,
    postings: registerPostings,
    take(row, payload, saleOf, key) {
      if (row.code.startsWith('CLOSURE_')) takeClosure(row, payload, key)
      if (row.sale_id === null) takeCash(row, payload)
      const after = afterSaleEntry(row, payload)
      if (after) post(row, after.saleId, after)
      const step = row.sale_id === null ? null : stepShape.safeParse(payload)
      if (step?.success && row.sale_id !== null) {
        const { postings = [], tickets = [] } = step.data
        const sale = saleOf(row.sale_id)
        noteBox.step(row, row.sale_id, step.data, sale)
        if (sale) running.addSale(row, sale, postings, tickets)
      }
      lastHash = row.hash
    },
    finish() {
      for (const [day, difference] of running.days) {
        if (difference !== 0) findings.error('I5', null, `day ${day}`, `debits and credits differ by ${difference}`)
      }
    },
  }
}

function compare(
  findings: Findings,
  row: Row,
  said: Readonly<Record<string, unknown>>,
  computed: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(computed)) {
    const found = said[name]
    if (canonical(found) !== canonical(value)) {
      findings.error('I6', row.seq, `${row.code} ${name}`, `says ${canonical(found)}, the rows say ${canonical(value)}`)
    }
  }
}

/** State of the running shift before a row of its drawer. */
interface RunningShift {
  readonly shiftNo: number
  /** Debit minus credit of `drawer` since the shift began. */
  readonly balance: (currency: string) => number
  /** Currencies whose float was recorded. */
  readonly opened: Set<string>
}

interface DrawerEntry {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/** Checks I5 and I6 for a row of the drawer. Returns its postings, or null if it has none. */
function checkDrawerRow(findings: Findings, row: Row, payload: object, shift: RunningShift): DrawerEntry | null {
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
  /** Amount that came into the drawer, negative if it went out; `other` is the account on the other side. */
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

type ByCurrency = Record<string, number>
type Perpetual = { readonly net: ByCurrency; readonly abs: ByCurrency }
type Sum = { readonly debit: number; readonly credit: number }

type Totals = ShiftSums & { readonly accounts: Record<string, Sum>; tickets: number }

/** Sums up the running shift from its rows, and the days across all shifts. */
function sumShift() {
  /** Debit minus credit. */
  const days = new Map<string, number>()
  let totals: Record<string, Totals> = {}
  /** Turnover up to the last Z, net and absolute. */
  let before: Perpetual = { net: {}, abs: {} }

  function add(row: Row, currency: string, postings: readonly Posting[]): Totals {
    const sums = totals[currency] ?? { accounts: {}, tickets: 0, ...emptySums() }
    if (postings.length > 0) totals[currency] = sums
    addPayments(sums, row.staff_id, postings)
    const { accounts } = sums
    for (const { account, debit, credit } of postings) {
      const sum = accounts[account] ?? { debit: 0, credit: 0 }
      accounts[account] = { debit: sum.debit + debit, credit: sum.credit + credit }
      const day = `${row.wall_utc.slice(0, 10)} ${currency}`
      days.set(day, (days.get(day) ?? 0) + debit - credit)
    }
    return sums
  }

  function grown(figures: ByCurrency, of: (sum: Sum) => number): ByCurrency {
    const after = { ...figures }
    for (const [currency, { accounts }] of Object.entries(totals)) {
      const turnover = accounts['organiser-payable']
      if (turnover) after[currency] = (after[currency] ?? 0) + of(turnover)
    }
    return after
  }

  /** Returns the turnover including the running shift. */
  const perpetual = (): Perpetual => ({
    net: grown(before.net, ({ debit, credit }) => credit - debit),
    abs: grown(before.abs, ({ debit, credit }) => credit + debit),
  })

  return {
    days,
    totals: (): Readonly<Record<string, Totals>> => totals,
    add,

    addSale(row: Row, sale: SaleAccount, postings: readonly Posting[], tickets: readonly Ticket[]): void {
      const { currency } = sale.opened
      const sums = add(row, currency, postings)
      if (tickets.length === 0) return
      totals[currency] = sums
      sums.tickets += tickets.length
      addTickets(sums, sale, tickets)
    },

    drawer: (currency: string): number => {
      const { debit = 0, credit = 0 } = totals[currency]?.accounts['drawer'] ?? {}
      return debit - credit
    },

    perpetual,

    endShift(): void {
      before = perpetual()
      totals = {}
    },
  }
}

interface PaymentSums {
  count: number
  amount: number
  refunds: number
  refunded: number
}

/** `events`, `tenders`, `cashiers` of one currency, in the format of a closure. */
interface ShiftSums {
  readonly events: Record<string, Record<string, { tickets: number; amount: number }>>
  readonly tenders: Record<string, PaymentSums>
  readonly cashiers: Record<string, PaymentSums>
}

function emptySums(): ShiftSums {
  return { events: {}, tenders: {}, cashiers: {} }
}

/** Adds the tickets issued by a row. The zone is that of the seat in the sale's order. */
function addTickets({ events }: ShiftSums, { opened, order }: SaleAccount, tickets: readonly Ticket[]): void {
  for (const { seatId, price } of tickets) {
    const zones = (events[opened.event.eventId] ??= {})
    const zone = (zones[order?.seats.find((seat) => seat.seatId === seatId)?.zoneName ?? ''] ??= {
      tickets: 0,
      amount: 0,
    })
    zone.tickets += 1
    zone.amount += price
  }
}

/** Adds what a row of `staffId` moved by tenders: payments received from customers and refunds to them. */
function addPayments(sums: ShiftSums, staffId: string | null, postings: readonly Posting[]): void {
  const refund = postings.some(({ account, debit }) => account === 'refunds-due' && debit > 0)
  const sale = postings.some(({ account, credit }) => account === 'customer-deposits' && credit > 0)
  const found = postings.some(({ account, credit }) => account === 'refunds-due' && credit > 0)
  if (!refund && !sale && !found) return
  for (const [kind, account] of Object.entries(TENDER_ACCOUNTS)) {
    const lines = postings.filter((posting) => posting.account === account)
    if (lines.length === 0) continue
    const into = lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    for (const [group, name] of [
      [sums.tenders, kind],
      [sums.cashiers, staffId ?? ''],
    ] as const) {
      const one = (group[name] ??= { count: 0, amount: 0, refunds: 0, refunded: 0 })
      // A negative amount is the change issued as a credit slip. It does not count as a payment.
      one.count += refund || into < 0 ? 0 : 1
      one.amount += refund ? 0 : into
      one.refunds += refund ? 1 : 0
      one.refunded += refund ? -into : 0
    }
  }
}
