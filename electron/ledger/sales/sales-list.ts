import type { Database } from 'better-sqlite3'
import { type Minor, type TaxedPrice, taxesIn } from '../../../shared/domain/money/money.ts'
import type { SalesLine, SoldEvent } from '../../../shared/domain/money/trade.ts'
import { isDocument, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { type FiledInvoice, invoiceName } from '../../../shared/domain/sale/sale-file.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import { type ConnectionOptions, readLedger } from '../connection.ts'
import { orderedSeatsIn, type Range, rangeOfShift, returnedTickets } from '../accounts/shift-sums.ts'
import { PersonalData } from '../personal-data.ts'
import type { Signer } from '../signer.ts'
import type { Period } from './provider-payments.ts'

/** Selects lines of a sales list. `shiftNo`: null for the running shift; absent for all shifts. */
export interface SalesListFilter {
  readonly shiftNo?: number | null
  /** Selects lines whose time is in the period. */
  readonly period?: Period
  readonly eventId?: string
  /** Selects the lines of a staff member. */
  readonly staffId?: string
}

type BuyerOf = PersonalData['buyer']

/**
 * Returns one line for each sale of a selected shift, and a second line if the shift has refunds of the sale. The lines
 * are in journal order. The lines of a shift add up to its report: tickets, takings, tax, rounding, and the amounts of
 * each tender. `buyerOf`: null if the key of the ledger is not available. Returns null for an unknown shift.
 */
export function salesList(
  db: Database,
  { shiftNo, period, eventId, staffId }: SalesListFilter,
  buyerOf: BuyerOf | null,
): readonly SalesLine[] | null {
  const shifts =
    shiftNo === undefined
      ? (db.prepare('SELECT shift_no FROM shift ORDER BY shift_no').pluck().all() as number[])
      : [shiftNo]
  const ranges = shifts.map((each) => rangeOfShift(db, each))
  const lines: SalesLine[] = []
  for (const range of ranges) {
    if (!range) return null
    lines.push(...withTaxes(linesOf(db, range, buyerOf)))
  }
  return lines.filter(
    ({ atUtc, eventId: ofEvent, cashier }) =>
      (eventId === undefined || ofEvent === eventId) &&
      (staffId === undefined || cashier === staffId) &&
      (period === undefined || (atUtc >= period.fromUtc && atUtc < period.toUtc)),
  )
}

/**
 * Returns the register of a ledger and its sales list. The ledger file may be in use. `signer`: null if the key is not
 * available.
 */
export function readSalesList(
  path: string,
  filter: SalesListFilter,
  { signer, ...options }: ConnectionOptions & { readonly signer: Signer | null },
): { readonly register: string; readonly lines: readonly SalesLine[] } | null {
  return readLedger(path, options, (db) => {
    const lines = salesList(db, filter, signer && new PersonalData(db, { signer }).buyer)
    return lines && { register: db.prepare('SELECT register FROM ledger').pluck().get() as string, lines }
  })
}

/** Returns the events with sales in this ledger, the event of the newest sale first. */
export function soldEvents(db: Database): readonly SoldEvent[] {
  return db
    .prepare(
      `SELECT event_id AS eventId, payload ->> '$.opened.event.title' AS title FROM sale JOIN journal ON seq = first_seq
       WHERE amount IS NOT NULL GROUP BY event_id ORDER BY max(first_seq) DESC`,
    )
    .all() as readonly SoldEvent[]
}

/**
 * Adds the taxes to each line. The tax of a line at a rate is the amount by which the line changes the rounded
 * cumulative tax, so that the taxes of all lines add up exactly to the taxes of the shift.
 */
function withTaxes(lines: readonly TaxedLine[]): readonly SalesLine[] {
  /** Prices of the lines so far, by currency and tax rate. */
  const before = new Map<string, Map<number, Minor>>()
  return lines.map(({ prices, ...line }) => {
    const earlier = before.get(line.currency) ?? new Map<number, Minor>()
    const taxes = taxesIn(
      prices,
      [...earlier].map(([rate, amount]) => ({ rate, amount })),
    )
    before.set(line.currency, earlier)
    for (const { rate, amount } of taxes) earlier.set(rate, (earlier.get(rate) ?? 0) + amount)
    return { ...line, taxes }
  })
}

interface TaxedLine extends Omit<SalesLine, 'taxes'> {
  readonly prices: readonly TaxedPrice[]
}

/** Tickets issued or returned by one journal row, and money received or refunded. */
interface Step extends Pick<SalesLine, 'kind' | 'currency' | 'seats' | 'amount' | 'tenders' | 'rounding'> {
  readonly seq: number
  readonly saleId: string
  /** Prices of the seats; negative for returned tickets. */
  readonly prices: readonly TaxedPrice[]
  /** Whether the row corrects a tender. Such a row changes neither the time nor the cashier of the sale. */
  readonly isCorrection: boolean
}

/** `tender` and `approval` include corrections; null for a row without a tender. */
interface JournalRow {
  readonly atUtc: string
  readonly staffId: string
  readonly tender: string | null
  readonly approval: string | null
}

type SaleRow = Pick<SalesLine, 'orderId' | 'ownerRef' | 'eventId' | 'eventTitle'>
type InvoiceKind = FiledInvoice['kind']

function linesOf(
  db: Database,
  range: Range & { readonly shiftNo: number },
  buyerOf: BuyerOf | null,
): readonly TaxedLine[] {
  const rowOf = db.prepare(
    `SELECT wall_utc AS atUtc, coalesce(journal.staff_id, '') AS staffId, tender.kind AS tender, tender.approval AS approval
     FROM journal LEFT JOIN tender
       ON reference = CASE WHEN json_valid(payload) THEN payload ->> '$.tender.reference' END
     WHERE seq = ?`,
  )
  const saleOf = db.prepare(
    `SELECT coalesce(order_id, '') AS orderId, owner_ref AS ownerRef, event_id AS eventId,
       coalesce(payload ->> '$.opened.event.title', '') AS eventTitle
     FROM sale JOIN journal ON seq = first_seq WHERE sale.sale_id = ?`,
  )
  const register = db.prepare('SELECT register FROM ledger').pluck().get() as string
  const invoices = db
    .prepare(
      "SELECT number FROM invoice WHERE sale_id = ? AND kind = ? AND (kind = 'invoice' OR seq BETWEEN ? AND ?) ORDER BY number",
    )
    .pluck()
  const invoicesOf = (saleId: string, kind: InvoiceKind): readonly string[] =>
    (invoices.all(saleId, kind, range.firstSeq, range.lastSeq) as number[]).map((each) => invoiceName(register, each))
  const groups = Map.groupBy(stepsIn(db, range), ({ saleId, kind }) => `${kind} ${saleId}`)
  const lines = [...groups.values()].flatMap((steps) => {
    const rows = steps
      .filter(({ isCorrection }) => !isCorrection)
      .map((step) => ({ ...step, ...(rowOf.get(step.seq) as JournalRow) }))
    const [last] = rows.slice(-1)
    if (!last) return []
    const paid = rows.findLast(({ tenders: taken }) => Object.keys(taken).length > 0)
    const { seq, saleId, kind, currency, atUtc } = last
    const ofLine = invoicesOf(saleId, kind === 'sale' ? 'invoice' : 'credit-note')
    const line = {
      shiftNo: range.shiftNo,
      kind,
      saleId,
      ...(saleOf.get(saleId) as SaleRow),
      invoices: ofLine,
      ...(buyerOf && { customer: ofLine.length === 0 ? '' : (buyerOf(saleId)?.company ?? null) }),
      atUtc,
      cashier: paid?.staffId ?? rows.findLast(({ staffId }) => staffId !== '')?.staffId ?? '',
      seats: steps.flatMap(({ seats }) => seats),
      currency,
      prices: steps.flatMap(({ prices }) => prices),
      amount: steps.reduce((sum, { amount }) => sum + amount, 0),
      rounding: steps.reduce((sum, { rounding }) => sum + rounding, 0),
      tenders: Object.fromEntries(
        tenderKinds.flatMap((each) => {
          const sum = steps.reduce((total, { tenders: taken }) => total + (taken[each] ?? 0), 0)
          return sum === 0 ? [] : [[each, sum]]
        }),
      ),
      documents: rows.flatMap(({ tender, approval }) => (tender && isDocument(tender) && approval ? [approval] : [])),
    }
    return [[seq, line] as const]
  })
  return lines.sort(([a], [b]) => a - b).map(([, line]) => line)
}

interface Posted {
  readonly seq: number
  readonly corrects: number
  readonly saleId: string | null
  readonly currency: string
  readonly account: string
  readonly debit: Minor
  readonly credit: Minor
}

function stepsIn(db: Database, range: Range): readonly Step[] {
  const { firstSeq, lastSeq } = range
  const posted = db
    .prepare(
      `SELECT posting.seq, coalesce(posting.sale_id, CASE WHEN json_valid(payload) THEN payload ->> '$.saleId' END) AS saleId,
         currency, account, code = 'TENDER_CORRECTED' AS corrects, sum(debit) AS debit, sum(credit) AS credit
       FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? GROUP BY posting.seq, currency, account ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as readonly Posted[]
  const issued = db
    .prepare(
      `SELECT seq, sale_id AS saleId, currency, seat_code AS seat, seat_id AS seatId, price FROM ticket WHERE seq BETWEEN ? AND ? ORDER BY seq, rowid`,
    )
    .all(firstSeq, lastSeq) as readonly TicketRow[]
  const seatOf = db.prepare('SELECT seat_code FROM ticket WHERE sale_id = ? AND seat_id = ?').pluck()
  const returned = returnedTickets(db, range).map(({ seq, saleId, seatId, currency, price }): TicketRow => ({
    seq,
    saleId,
    currency,
    seat: seatOf.get(saleId, seatId) as string,
    seatId,
    price: 0 - price,
  }))
  const seatsOf = orderedSeatsIn(db)
  const [postedIn, issuedIn, returnedIn] = [bySeq(posted), bySeq(issued), bySeq(returned)]
  return [...bySeq([...posted, ...issued, ...returned])].flatMap(([seq, [first]]) => {
    if (!first || first.saleId === null) return []
    const { saleId, currency } = first
    const tickets = issuedIn.get(seq) ?? returnedIn.get(seq) ?? []
    const seats = seatsOf(saleId)
    return stepOf({ seq, saleId, currency }, postedIn.get(seq) ?? [], tickets, issuedIn.has(seq)).map((step) => {
      // If staff settled the sale manually, its seats count as sold although no tickets were issued.
      const isByHand = step.amount > 0 && tickets.length === 0
      const prices = isByHand
        ? [...seats.values()]
        : tickets.map((each) => ({ ...seats.get(each.seatId), price: each.price }))
      return { ...step, prices }
    })
  })
}

const bySeq = <Row extends { readonly seq: number }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> =>
  Map.groupBy(rows, ({ seq }) => seq)

interface TicketRow {
  readonly seq: number
  readonly saleId: string
  readonly currency: string
  readonly seat: string
  readonly seatId: string
  readonly price: Minor
}

const tenderKinds = Object.keys(tenders) as readonly TenderKind[]
const tenderOfAccount = new Map<string, TenderKind>(tenderKinds.map((kind) => [tenders[kind].account, kind]))

/** Returns the step of a row; empty for a row without tickets that only moves an amount between liabilities. */
function stepOf(
  of: Pick<Step, 'seq' | 'saleId' | 'currency'>,
  postings: readonly Posted[],
  tickets: readonly TicketRow[],
  areIssued: boolean,
): readonly Omit<Step, 'prices'>[] {
  const credited = (wanted: string): Minor =>
    postings.reduce((sum, { account, debit, credit }) => sum + (account === wanted ? credit - debit : 0), 0)
  const [amount, deposit, due] = [credited('organiser-payable'), credited('customer-deposits'), credited('refunds-due')]
  const isCorrection = postings.some(({ corrects }) => corrects === 1)
  const isPayment = deposit > 0 || due !== 0 || isCorrection
  const taken = !isPayment
    ? []
    : postings.flatMap(({ account, debit, credit }) => {
        const kind = tenderOfAccount.get(account)
        return kind === undefined ? [] : [[kind, debit - credit] as const]
      })
  if (amount === 0 && taken.length === 0 && tickets.length === 0) return []
  const kind = areIssued || amount > 0 || deposit > 0 || isCorrection ? 'sale' : 'refund'
  const seats = tickets.map(({ seat }) => seat)
  const rounding = credited('rounding')
  return [{ ...of, kind, isCorrection, seats, amount, tenders: Object.fromEntries(taken), rounding }]
}
