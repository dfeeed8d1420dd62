import { tenders } from '../../shared/ledger-format/money.ts'
import { labelled, type VerifyKey } from './chain.ts'
import type { Closure, Entry, Posting, Row, Step, Ticket } from './format.ts'
import { comparePostings, registerPostings } from './money.ts'
import { CashboxCheck, checkCount } from './notes.ts'
import { canonical, type Findings } from './report.ts'
import { amountsByRate, type PostingRow, type SaleAccount } from './sale-account.ts'

interface Shift {
  readonly shiftNo: number
  readonly firstSeq: number
  lastSeq: number | null
}

/** Sums up the running shift, and compares every closure with the sums (invariants I5 and I6). */
export class ClosureCheck {
  readonly closures = new Map<number, Closure>()
  readonly shifts: Shift[] = [{ shiftNo: 1, firstSeq: 1, lastSeq: null }]
  /** Postings of rows that are not steps of a sale. */
  readonly postings: PostingRow[] = []
  readonly #findings: Findings
  readonly #sales: ReadonlyMap<string, SaleAccount>
  readonly #running = new RunningSums()
  readonly #cashbox: CashboxCheck
  /** Currencies whose float was recorded in the running shift. */
  readonly #opened = new Set<string>()
  #lastHash = '0'.repeat(64)

  constructor(findings: Findings, sales: ReadonlyMap<string, SaleAccount>) {
    this.#findings = findings
    this.#sales = sales
    this.#cashbox = new CashboxCheck(findings)
  }

  /**
   * Processes a row: checks reports and drawer entries, and adds postings to the sums. Must be called for every row.
   * `key`: key that signed the row; null if unknown.
   */
  take(row: Row, entry: Entry | null, key: VerifyKey | null): void {
    if (entry) {
      if (entry.code === 'X_REPORT' || entry.code === 'Z_REPORT') this.#close(entry, key)
      this.#checkDrawer(entry)
      const stray = this.#cashbox.take(entry)
      if ('postings' in entry.said) this.#post(entry, entry.said, stray)
      if (entry.code === 'TICKETS_REFUNDED' || entry.code === 'TICKETS_VOIDED') this.#return(entry)
    }
    this.#lastHash = row.hash
  }

  step(row: Row, step: Step, sale: SaleAccount | undefined): void {
    const { postings = [], tickets = [] } = step
    this.#cashbox.step(row, row.sale_id ?? '', step, sale)
    if (sale) this.#running.addSale(row, sale, postings, tickets)
  }

  finish(): void {
    for (const [day, difference] of this.#running.days)
      if (difference !== 0) this.#findings.error('I5', null, `day ${day}`, `debits and credits differ by ${difference}`)
  }

  #checkDrawer({ code, row, said }: Entry): void {
    if (code === 'DRAWER_COUNTED') {
      checkCount(this.#findings, row, said, this.#running.drawer(said.currency))
      if (said.receiver !== undefined && said.receiver === row.staff_id)
        this.#findings.error('I6', row.seq, code, `${said.receiver} takes over the drawer from the same person`)
    }
    if (code !== 'SHIFT_OPENED') return
    const { shiftNo, currency } = said
    const running = this.shifts.length
    const bad = (why: string): void => this.#findings.error('I6', row.seq, code, why)
    if (shiftNo !== running) bad(`shift ${shiftNo} in shift ${running}`)
    if (this.#opened.has(currency)) bad(`has a float of ${currency} already`)
    this.#opened.add(currency)
  }

  #post(
    entry: Entry,
    said: { readonly saleId?: string; readonly currency: string; readonly postings: readonly Posting[] },
    stray: number,
  ): void {
    const { row, code } = entry
    const { currency, postings, saleId = null } = said
    comparePostings(this.#findings, row, code, postings, registerPostings(entry, stray))
    this.#running.add(row, currency, postings, code === 'TENDER_CORRECTED' ? entry.said : undefined)
    this.#cashbox.post(currency, postings)
    for (const [index, posting] of postings.entries())
      this.postings.push({ seq: row.seq, line: index + 1, sale_id: saleId, currency, ...posting })
  }

  #return({ said: { saleId, ticketIds, currency } }: Entry<'TICKETS_REFUNDED' | 'TICKETS_VOIDED'>): void {
    const sale = this.#sales.get(saleId)
    const tickets = sale?.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId)) ?? []
    if (sale) this.#running.addTaxed(currency, amountsByRate(sale, tickets), -1)
  }

  #close({ code, row, said: closure }: Entry<'X_REPORT' | 'Z_REPORT'>, key: VerifyKey | null): void {
    const bad = (what: string, why: string): void => this.#findings.error('I6', row.seq, what, why)
    const shift = this.shifts.at(-1)
    this.closures.set(row.seq, closure)
    const { sig, ...said } = closure
    const { net, abs } = this.#running.perpetual()
    const computed = {
      kind: code === 'Z_REPORT' ? 'Z' : 'X',
      shiftNo: shift?.shiftNo,
      firstSeq: shift?.firstSeq,
      lastSeq: row.seq - 1,
      tailHash: this.#lastHash,
      totals: this.#running.totals,
      perpetualNet: net,
      perpetualAbs: abs,
    }
    for (const [name, value] of Object.entries(computed)) {
      const found = said[name as keyof typeof said]
      if (canonical(found) !== canonical(value))
        bad(`${code} ${name}`, `says ${canonical(found)}, the rows say ${canonical(value)}`)
    }
    if (!key?.holds(labelled('guichet-closure-1', canonical(said)), sig)) bad(`${code} sig`, 'does not hold')
    if (closure.kind === 'X') {
      if (closure.timeStamp ?? closure.witness) bad(code, 'has members that only a Z may have')
      return
    }
    if (shift) shift.lastSeq = row.seq - 1
    this.shifts.push({ shiftNo: (shift?.shiftNo ?? 0) + 1, firstSeq: row.seq + 1, lastSeq: null })
    this.#running.endShift()
    this.#opened.clear()
  }
}

type ByCurrency = Record<string, number>
type Perpetual = { readonly net: ByCurrency; readonly abs: ByCurrency }
type Sum = { readonly debit: number; readonly credit: number }

type Totals = Closure['totals'][string]
type Corrected = Pick<Entry<'TENDER_CORRECTED'>['said'], 'takenBy'>

/** Sums of the running shift, computed from its rows, and daily sums across all shifts. */
class RunningSums {
  /** Debit minus credit by day and currency, in minor units. */
  readonly days = new Map<string, number>()
  totals: Record<string, Totals> = {}
  /** Net and absolute turnover up to the last Z report. */
  #before: Perpetual = { net: {}, abs: {} }

  /** `corrected`: content of a row that corrects a tender. */
  add(row: Row, currency: string, postings: readonly Posting[], corrected?: Corrected): Totals {
    const sums = this.totals[currency] ?? { accounts: {}, tickets: 0, events: {}, tenders: {}, cashiers: {}, taxed: {} }
    if (postings.length > 0) this.totals[currency] = sums
    addPayments(sums, corrected ? corrected.takenBy : row.staff_id, postings, corrected !== undefined)
    const { accounts } = sums
    for (const { account, debit, credit } of postings) {
      const sum = accounts[account] ?? { debit: 0, credit: 0 }
      accounts[account] = { debit: sum.debit + debit, credit: sum.credit + credit }
      const day = `${row.wall_utc.slice(0, 10)} ${currency}`
      this.days.set(day, (this.days.get(day) ?? 0) + debit - credit)
    }
    return sums
  }

  addSale(row: Row, sale: SaleAccount, postings: readonly Posting[], tickets: readonly Ticket[]): void {
    const { currency } = sale.opened
    const sums = this.add(row, currency, postings)
    const isByHand = postings.some(({ account, credit }) => account === 'organiser-payable' && credit > 0)
    const seats = tickets.length === 0 && isByHand ? (sale.order?.seats ?? []) : tickets
    if (tickets.length > 0) this.totals[currency] = sums
    this.addTaxed(currency, amountsByRate(sale, seats), 1)
    if (tickets.length === 0) return
    sums.tickets += tickets.length
    addTickets(sums, sale, tickets)
  }

  addTaxed(currency: string, amounts: ReadonlyMap<number, number>, sign: 1 | -1): void {
    const { taxed } = this.totals[currency] ?? {}
    if (!taxed) return
    for (const [rate, amount] of amounts) taxed[String(rate)] = (taxed[String(rate)] ?? 0) + sign * amount
  }

  /** Returns the amount in the drawer since the shift began. */
  drawer(currency: string): number {
    const { debit = 0, credit = 0 } = this.totals[currency]?.accounts['drawer'] ?? {}
    return debit - credit
  }

  /** Returns the turnover including the running shift. */
  perpetual(): Perpetual {
    const grown = (figures: ByCurrency, of: (sum: Sum) => number): ByCurrency => {
      const after = { ...figures }
      for (const [currency, { accounts }] of Object.entries(this.totals)) {
        const turnover = accounts['organiser-payable']
        if (turnover) after[currency] = (after[currency] ?? 0) + of(turnover)
      }
      return after
    }
    return {
      net: grown(this.#before.net, ({ debit, credit }) => credit - debit),
      abs: grown(this.#before.abs, ({ debit, credit }) => credit + debit),
    }
  }

  endShift(): void {
    this.#before = this.perpetual()
    this.totals = {}
  }
}

function addTickets({ events }: Totals, { opened, order }: SaleAccount, tickets: readonly Ticket[]): void {
  for (const { seatId, price } of tickets) {
    const zones = (events[opened.event.eventId] ??= {})
    const name = order?.seats.find((seat) => seat.seatId === seatId)?.zoneName ?? ''
    const zone = (zones[name] ??= { tickets: 0, amount: 0 })
    zone.tickets += 1
    zone.amount += price
  }
}

/**
 * Adds the payments and refunds in a row to the sums for each tender and for the cashier `staffId`. A correction removes
 * the payment under the wrong tender.
 */
function addPayments(sums: Totals, staffId: string | null, postings: readonly Posting[], corrects: boolean): void {
  const refund = postings.some(({ account, debit }) => account === 'refunds-due' && debit > 0)
  const sale = postings.some(({ account, credit }) => account === 'customer-deposits' && credit > 0)
  const found = postings.some(({ account, credit }) => account === 'refunds-due' && credit > 0)
  if (!refund && !sale && !found && !corrects) return
  for (const [kind, { account }] of Object.entries(tenders)) {
    const lines = postings.filter((posting) => posting.account === account)
    if (lines.length === 0) continue
    const into = lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    for (const [group, name] of [
      [sums.tenders, kind],
      [sums.cashiers, staffId ?? ''],
    ] as const) {
      const one = (group[name] ??= { count: 0, amount: 0, refunds: 0, refunded: 0 })
      // In a row that is neither a refund nor a correction, a negative amount is change issued as a credit voucher. It
      // does not count as a payment.
      one.count += refund ? 0 : into >= 0 ? 1 : corrects ? -1 : 0
      one.amount += refund ? 0 : into
      one.refunds += refund ? 1 : 0
      one.refunded += refund ? -into : 0
    }
  }
}
