import { slipsOfSale } from '../accounts/credit-slips.ts'
import type { Database } from 'better-sqlite3'
import { isHexCode } from '../../../shared/domain/documents/qr-code.ts'
import {
  type FiledAct,
  type FiledPayment,
  type FiledSlip,
  type FiledTicket,
  invoiceName,
  type SaleQuery,
  type SaleSummary,
} from '../../../shared/domain/sale/sale-file.ts'
import type { PrintJob, Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleFiles } from '../../kiosk/ports/ports.ts'
import { collectionCode, readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { wordsOf } from '../../../shared/domain/desk/desk-command.ts'
import { type Minor, readSum } from '../../../shared/domain/money/money.ts'
import { isConfirmedByStaff } from '../../../shared/domain/money/tender.ts'
import { takenFor } from '../../../shared/domain/sale/sale-base.ts'
import { type AfterSales, openAfterSales, owedOf } from '../accounts/after-sales.ts'
import { openInvoices } from '../accounts/invoices.ts'
import type { PersonalData } from '../personal-data.ts'
import { seatKey } from '../queries.ts'

/** Number of recent sales whose collection codes are not assigned again. */
const RECENT_SALES = 5_000

/** Minimum length of a search prefix, because shorter prefixes match too many numbers. */
const LEAST_OF_A_NUMBER = 6

/** Section, or section and row, without blanks and dashes. */
const SEAT_BEGINNING = /^[\p{L}\d]{2,12}$/u

/**
 * Matches search text that may be the last digits of a telephone number. Longer numbers are compared with the complete
 * number.
 */
const PHONE_END = /^\d{3,7}$/u

type SaleRow = Pick<SaleSummary, 'saleId' | 'orderId' | 'state' | 'amount' | 'currency' | 'begunUtc'> & {
  readonly ownerRef: string
  readonly firstSeq: number
  readonly lastSeq: number
}

type TenderRow = Omit<FiledPayment, 'takenBy' | 'canBeCorrected'>

const COLUMNS = `sale.sale_id AS saleId, order_id AS orderId, state, coalesce(amount, 0) AS amount, currency,
  owner_ref AS ownerRef, first_seq AS firstSeq, last_seq AS lastSeq, wall_utc AS begunUtc
  FROM sale JOIN journal ON journal.seq = sale.first_seq`

const NAMED = `qr_code = @words OR qr_code = @hex COLLATE NOCASE OR ticket_id = @words
       OR ticket_number = @words COLLATE NOCASE OR seat_key = @key COLLATE NOCASE
       OR replace(replace(seat_code, ' ', ''), '-', '') = @key COLLATE NOCASE
       OR @begin <> '' AND substr(seat_key, 1, length(@begin)) = @begin COLLATE NOCASE`

const MATCHING = `SELECT ${COLUMNS}
 WHERE (EXISTS (SELECT 1 FROM tender WHERE tender.sale_id = sale.sale_id) OR collection_code(sale.sale_id) = @code)
   AND (@fromUtc IS NULL OR (wall_utc >= @fromUtc AND wall_utc < @untilUtc))
   AND (@words = '' OR sale.sale_id IN (
     SELECT sale_id FROM sale WHERE @prefix <> '' AND (substr(order_id, 1, length(@prefix)) = @prefix
       OR substr(sale_id, 1, length(@prefix)) = @prefix OR owner_ref = @words)
     UNION SELECT sale_id FROM sale_seat WHERE order_id = @prefix
     UNION SELECT sale_id FROM ticket WHERE ${NAMED}
     UNION SELECT sale_id FROM tender WHERE approval = @words OR reference = @words
     UNION SELECT sale_id FROM customer WHERE phone_key = @phone
     UNION SELECT sale_id FROM invoice WHERE number = @invoice
     UNION SELECT sale_id FROM sale WHERE collection_code(sale_id) = @code
     UNION SELECT sale_id FROM sale JOIN json_each(@amounts) ON currency = key AND amount = value
     UNION SELECT value FROM json_each(@people)))
 ORDER BY first_seq DESC LIMIT @limit`

export function openSaleFiles(
  db: Database,
  findSale: (saleId: string) => Sale | null,
  customers: Pick<PersonalData, 'buyer' | 'customer' | 'named' | 'phoneKey' | 'phonesEnding'>,
): SaleFiles {
  const search = createSearch(db, customers)
  const one = db.prepare(`SELECT ${COLUMNS} WHERE sale.sale_id = ?`)
  const payments = db.prepare(
    'SELECT reference, kind, state, amount, received, change_given AS change, approval FROM tender WHERE sale_id = ? ORDER BY rowid',
  )
  const papers = db.prepare('SELECT copy_no AS copyNumber, state FROM print_job WHERE ticket_id = ? ORDER BY copy_no')
  const afterSales = openAfterSales(db)
  const withTakers = readTakers(db)
  const invoicesOf = openInvoices(db, customers)
  const shiftFrom = db.prepare('SELECT first_seq FROM shift WHERE last_seq IS NULL').pluck()
  const isOfThisShift = (seq: number): boolean => seq >= (shiftFrom.get() as number)
  const issued = db.prepare('SELECT min(seq) FROM ticket WHERE sale_id = ?').pluck()
  const orders = db
    .prepare('SELECT DISTINCT order_id FROM sale_seat WHERE order_id IN (SELECT value FROM json_each(?))')
    .pluck()
  const acts = db.prepare(
    `SELECT seq, code, wall_utc AS atUtc, staff_id AS staffId FROM journal
     WHERE seq BETWEEN ? AND ? AND sale_id = ? ORDER BY seq`,
  )
  const paymentsOf = (saleId: string): readonly TenderRow[] => payments.all(saleId) as TenderRow[]

  function ticketsOf(sale: Sale): readonly FiledTicket[] {
    if (!('tickets' in sale)) return []
    const rates = new Map(sale.order.seats.map(({ seatId, taxRate }) => [seatId, taxRate !== undefined && { taxRate }]))
    return sale.tickets.map(({ ticketId, ticketNumber, seatId, place, price }) => ({
      ticketId,
      ticketNumber,
      place,
      price,
      ...rates.get(seatId),
      papers: papers.all(ticketId) as { copyNumber: number; state: PrintJob['state'] }[],
    }))
  }

  return {
    find(query, limit) {
      const { rows, namedTickets } = search(query, limit)
      return rows.flatMap((row) => {
        const { saleId } = row
        const sale = findSale(saleId)
        if (!sale) return []
        const found = summary(row, sale, paymentsOf(saleId), afterSales(saleId))
        return [{ ...found, namedTickets: namedTickets(saleId) }]
      })
    },
    ordersSoldHere: (orderIds) => orders.all(JSON.stringify(orderIds)) as string[],
    ...findByCode(db),
    open(saleId) {
      const row = one.get(saleId) as SaleRow | undefined
      const sale = row ? findSale(saleId) : null
      if (!row || !sale) return null
      const paid = paymentsOf(saleId)
      const after = afterSales(saleId)
      const customer = sale.customer ? customers.customer(saleId) : null
      const credits = slipsOfSale(db, saleId)
      const { invoices, damagedRows } = invoicesOf(saleId, after.invoiceActs)
      const own = acts.all(row.firstSeq, row.lastSeq, saleId) as FiledAct[]
      return {
        ...summary(row, sale, paid, after),
        ownerRef: row.ownerRef,
        ...(customer && { customer }),
        tickets: ticketsOf(sale),
        payments: withTakers(paid, sale, row, isOfThisShift),
        returns: after.returns,
        corrections: after.corrections,
        slips: slipsOf(sale, after),
        ...(credits.length > 0 && { credits }),
        ...(invoices.length + damagedRows.length > 0 && { invoices }),
        ...(damagedRows.length > 0 && { damagedRows }),
        acts: [...own, ...after.acts],
        ofThisShift: isOfThisShift((issued.get(saleId) as number | null) ?? 0),
      }
    },
  }
}

/** Returns a function that adds the staff member who took each payment, and whether its tender can be corrected. */
function readTakers(db: Database) {
  const taken = db.prepare(
    `SELECT payload ->> '$.tender.reference' AS reference, seq, staff_id AS takenBy FROM journal
     WHERE seq BETWEEN ? AND ? AND sale_id = ?
       AND CASE WHEN json_valid(payload) THEN payload ->> '$.tender.state' END = 'approved'`,
  )
  return (
    paid: readonly TenderRow[],
    sale: Sale,
    { saleId, firstSeq, lastSeq }: SaleRow,
    isOfThisShift: (seq: number) => boolean,
  ): readonly FiledPayment[] => {
    const rows = taken.all(firstSeq, lastSeq, saleId) as (Pick<FiledPayment, 'reference' | 'takenBy'> &
      Pick<FiledAct, 'seq'>)[]
    const confirmed = takenFor(sale).filter(isConfirmedByStaff)
    return paid.map((payment) => {
      const isSame = ({ reference }: { readonly reference: string }): boolean => reference === payment.reference
      const { takenBy = null, seq = 0 } = rows.find(isSame) ?? {}
      return { ...payment, takenBy, canBeCorrected: isOfThisShift(seq) && confirmed.some(isSame) }
    })
  }
}

function createSearch(db: Database, customers: Pick<PersonalData, 'named' | 'phoneKey' | 'phonesEnding'>) {
  db.function('collection_code', { deterministic: true }, (saleId: unknown) => collectionCode(String(saleId)))
  const matching = db.prepare(MATCHING)
  const register = db.prepare('SELECT register FROM ledger').pluck()
  const currencies = db.prepare('SELECT DISTINCT currency FROM sale').pluck()
  const named = db.prepare(`SELECT ticket_id FROM ticket WHERE sale_id = @saleId AND (${NAMED}) ORDER BY rowid`).pluck()

  function peopleIn(words: string): readonly string[] {
    if (isName(words)) return customers.named(wordsOf(words))
    return PHONE_END.test(words) ? customers.phonesEnding(words) : []
  }

  /** Returns the typed amount in minor units, by currency. */
  function amountsIn(words: string): Readonly<Record<string, Minor>> {
    const sums = (currencies.all() as string[]).map((currency) => ({ currency, sum: readSum(words, currency) }))
    return Object.fromEntries(sums.flatMap(({ currency, sum }) => (sum.ok ? [[currency, sum.value]] : [])))
  }

  return ({ words, period }: SaleQuery, limit: number) => {
    const key = seatKey(words)
    const query = {
      prefix: words.length >= LEAST_OF_A_NUMBER ? words.toLowerCase() : '',
      phone: customers.phoneKey(words),
      code: readCollectionCode(words),
      invoice: readInvoiceName(words, register.get() as string),
      amounts: JSON.stringify(amountsIn(words)),
      people: JSON.stringify(peopleIn(words)),
      fromUtc: period?.fromUtc ?? null,
      untilUtc: period?.untilUtc ?? null,
      limit,
    }
    const rowsFor = (begin: string) => {
      const ticket = { words, hex: isHexCode(words) ? words : null, key, begin }
      const rows = matching.all({ ...query, ...ticket }) as SaleRow[]
      const namedTickets = (saleId: string): readonly string[] =>
        words === '' ? [] : (named.all({ ...ticket, saleId }) as string[])
      return { rows, namedTickets }
    }
    // If the seat `S5 E 1` was sold, the text `S5 E 1` matches only that seat. Otherwise it matches all seats that
    // begin with that text, such as `S5 E 12`.
    const exactly = rowsFor('')
    return exactly.rows.length === 0 && SEAT_BEGINNING.test(key) ? rowsFor(key) : exactly
  }
}

function findByCode(db: Database): Pick<SaleFiles, 'ofCode' | 'isCodeFree'> {
  const coded = db
    .prepare('SELECT sale_id FROM sale WHERE collection_code(sale_id) = ? ORDER BY finished, first_seq DESC LIMIT 1')
    .pluck()
  const inUse = db
    .prepare(
      `SELECT 1 FROM (SELECT sale_id FROM sale WHERE finished = 0
         UNION SELECT sale_id FROM (SELECT sale_id FROM sale ORDER BY rowid DESC LIMIT ${RECENT_SALES}))
       WHERE collection_code(sale_id) = ?`,
    )
    .pluck()
  return {
    ofCode: (code) => (coded.get(code) as string | undefined) ?? null,
    isCodeFree: (code) => inUse.get(code) === undefined,
  }
}

/** Extracts the sequence number from the printed invoice number of this register; returns null for other text. */
function readInvoiceName(words: string, register: string): number | null {
  const number = Number(/-(\d{6,15})$/u.exec(words)?.[1] ?? 0)
  return invoiceName(register, number).toLowerCase() === words.toLowerCase() ? number : null
}

/** Returns whether a text may be a name: it has no digits, and contains a word of at least two characters. */
function isName(text: string): boolean {
  return /^\D{2,}$/u.test(text) && wordsOf(text).some((word) => word.length > 1)
}

function summary(
  { ownerRef: _owner, firstSeq: _first, lastSeq: _last, ...row }: SaleRow,
  sale: Sale,
  paid: readonly TenderRow[],
  after: AfterSales,
): SaleSummary {
  const ordered = 'order' in sale ? sale.order.seats : []
  // If staff handed out tickets by other means, only the ordered seats are known.
  const seats = 'tickets' in sale && sale.tickets.length > 0 ? sale.tickets : ordered
  return {
    ...row,
    eventId: sale.event.eventId,
    eventTitle: sale.event.title,
    startsAt: sale.event.startsAt,
    places: seats.map(({ place }) => place),
    returned: after.returns.reduce((sum, { amount }) => sum + amount, 0),
    owed: owedOf(after),
    tenders: [...new Set(paid.filter(({ received }) => received !== null).map(({ kind }) => kind))],
  }
}

/**
 * Returns the refund slips and corrected receipts. A sale abandoned after a part payment has one slip. The slip of unsold
 * seats exists once they are refunded.
 */
function slipsOf(sale: Sale, { returns, corrections, slipCopies }: AfterSales): readonly FiledSlip[] {
  const given = returns.filter(({ kind, back }) => kind !== 'unsold' || back.every(({ paid }) => paid))
  const made = [...corrections, ...given].map(({ reference }) => reference)
  const references = sale.state === 'refunded' ? [`${sale.order.orderId}-P`] : made
  return references.map((reference) => ({
    reference,
    copies: slipCopies.filter((each) => each === reference).length,
  }))
}
