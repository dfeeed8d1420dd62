import type { Database } from 'better-sqlite3'
import { createHash } from 'node:crypto'
import type { Entry, Row } from './format.ts'
import { canonical, type Findings } from './report.ts'
import { amountsByRate, type SaleAccount } from './sale-account.ts'

type Issued = Entry<'INVOICE_ISSUED'>['said']
type Bad = (why: string) => void

/** An invoice or a credit note. */
export interface IssuedInvoice {
  readonly said: Issued
  readonly seq: number
  /** Number of the last copy; null until the original of a document that needs a signature is recorded. */
  copies: number | null
  /** Null if the document needs no fiscal signature. */
  fiscal: 'waiting' | 'refused' | 'signed' | null
  signature: string | null
  /** Latest commitment to the buyer; absent for a credit note. */
  buyerSha256: string | undefined
  /** Taxes of the credit notes issued for the invoice so far. */
  readonly credited: Issued['taxes'][number][]
}

interface Returned {
  readonly saleId: string
  readonly ticketIds: readonly string[]
}

/** Checks `invoices`: numbers without a gap, amounts that match the tickets, and a credit note for each return. */
export class InvoiceCheck {
  readonly byNumber = new Map<number, IssuedInvoice>()
  readonly #findings: Findings
  readonly #sales: ReadonlyMap<string, SaleAccount>
  /** Invoices by sale. */
  readonly #ofSale = new Map<string, IssuedInvoice>()
  readonly #returns = new Map<string, Returned>()
  readonly #credited = new Set<string>()
  readonly #signatures = new Map<string, number>()
  /**
   * Ticket returns that do not have a credit note yet, by return reference. `isLost`: true if rows were lost after the
   * return.
   */
  readonly #due = new Map<string, { readonly seq: number; isLost: boolean }>()
  #last = 0

  constructor(findings: Findings, sales: ReadonlyMap<string, SaleAccount>) {
    this.#findings = findings
    this.#sales = sales
  }

  /** Must be called for every row, after the check of returns. */
  take(row: Row, entry: Entry | null): void {
    const { code } = row
    const isNote = entry?.code === 'INVOICE_ISSUED' && entry.said.kind === 'credit-note'
    if (row.sale_id === null && code === 'RESTORED') for (const due of this.#due.values()) due.isLost = true
    if (isNote) this.#credit(entry)
    if (entry?.code === 'INVOICE_ISSUED' && entry.said.kind === 'invoice') this.#invoice(entry)
    if (entry?.code === 'INVOICE_COPIED') this.#copy(entry)
    this.#fiscal(entry)
    if (entry?.code === 'TICKETS_REFUNDED' || entry?.code === 'TICKETS_VOIDED') this.#giveBack(entry)
  }

  finish(): void {
    for (const [reference, { seq, isLost }] of this.#due) {
      const why = 'has no credit note for the tickets of an invoice'
      if (isLost) this.#findings.notice('invoices', seq, reference, why)
      else this.#findings.error('invoices', seq, reference, why)
    }
  }

  #giveBack({ row, said: { saleId, reference, ticketIds } }: Entry<'TICKETS_REFUNDED' | 'TICKETS_VOIDED'>): void {
    this.#returns.set(reference, { saleId, ticketIds })
    const invoiced = this.#ofSale.get(saleId)?.said.ticketIds ?? []
    if (ticketIds.some((ticketId) => invoiced.includes(ticketId)))
      this.#due.set(reference, { seq: row.seq, isLost: false })
  }

  #invoice({ row, said }: Entry<'INVOICE_ISSUED'>): void {
    const { bad, sale } = this.#checkCommon(row, said)
    const { saleId, ticketIds, about, reference, buyerSha256, deleteAfter } = said
    if (about !== undefined || reference !== undefined) bad('refers to another invoice')
    if (buyerSha256 === undefined || deleteAfter === undefined) bad('has no commitment to its buyer')
    if (this.#ofSale.has(saleId)) bad(`is the second invoice of sale ${saleId}`)
    const left = (sale?.tickets ?? []).map(({ ticketId }) => ticketId).filter((id) => sale?.returned.has(id) === false)
    if (left.join() !== ticketIds.join()) bad('does not cover the tickets that were not returned')
    const paid = [...(sale?.tenders.values() ?? [])].filter(({ state }) => state === 'approved')
    checkTenders(bad, said, paid)
    this.#checkSums(bad, said, sale, [])
    const document = issuedInvoice(row, said)
    this.byNumber.set(said.number, document)
    this.#ofSale.set(saleId, document)
  }

  #credit({ row, said }: Entry<'INVOICE_ISSUED'>): void {
    const { bad, sale } = this.#checkCommon(row, said)
    const { saleId, about = 0, reference = '', ticketIds } = said
    const invoice = this.byNumber.get(about)
    const returned = this.#returns.get(reference)
    const due = this.#due.get(reference)
    this.#due.delete(reference)
    if (invoice?.said.kind !== 'invoice' || invoice.said.saleId !== saleId) bad('refers to no invoice of its sale')
    if (said.buyerSha256 !== undefined || said.deleteAfter !== undefined) bad('names a buyer')
    if (returned?.saleId !== saleId || returned.ticketIds.join() !== ticketIds.join())
      bad(`does not cover the tickets of return ${reference}`)
    checkTenders(bad, said, sale?.returns.get(reference) ?? [])
    if (this.#credited.has(reference)) bad(`is the second credit note for return ${reference}`)
    else if (!due) bad('is for a return without invoiced tickets')
    if (due && !due.isLost && row.seq !== due.seq + 1) bad('does not follow its return')
    this.#credited.add(reference)
    this.#checkSums(bad, said, sale, invoice?.credited ?? [])
    invoice?.credited.push(...said.taxes)
    if (invoice && invoice.said.toSign !== said.toSign) bad('does not have the toSign of its invoice')
    this.byNumber.set(said.number, issuedInvoice(row, said))
  }

  /** Checks the rules that apply to both invoices and credit notes. */
  #checkCommon(
    row: Row,
    { number, saleId, currency }: Issued,
  ): { readonly bad: Bad; readonly sale: SaleAccount | undefined } {
    const bad: Bad = (why) => this.#findings.error('invoices', row.seq, `invoice ${number}`, why)
    const sale = this.#sales.get(saleId)
    if (number !== this.#last + 1) bad(`follows number ${this.#last}`)
    this.#last = number
    if (sale?.state !== 'done') bad(`belongs to sale ${saleId}, which is not done`)
    if (sale && sale.opened.currency !== currency) bad('has a different currency from the sale')
    if (row.staff_id === null) bad('names no staff member')
    return { bad, sale }
  }

  /**
   * `before`: taxes of the earlier credit notes of the invoice. The taxes of all its credit notes must add up to the
   * tax of their total amount.
   */
  #checkSums(
    bad: Bad,
    { amount, taxes, ticketIds }: Issued,
    sale: SaleAccount | undefined,
    before: Issued['taxes'],
  ): void {
    const tickets = (sale?.tickets ?? []).filter(({ ticketId }) => ticketIds.includes(ticketId))
    const worth = tickets.reduce((sum, { price }) => sum + price, 0)
    if (amount !== worth) bad(`is for ${amount}, but its tickets cost ${worth}`)
    const at = (shares: Issued['taxes'], rate: number): number =>
      shares.reduce((sum, share) => sum + (share.rate === rate ? share.amount : 0), 0)
    const expected = [...(sale ? amountsByRate(sale, tickets) : [])]
      .sort(([a], [b]) => b - a)
      .map(([rate, part]) => {
        const earlier = at(before, rate)
        return { rate, amount: part, tax: taxIn(earlier + part, rate) - taxIn(earlier, rate) }
      })
    if (canonical(taxes) !== canonical(expected))
      bad(`has the taxes ${canonical(taxes)}; expected ${canonical(expected)}`)
  }

  /** Checks `fiscal`: signatures only for documents that need one, each once, and credit notes after their invoices. */
  #fiscal(entry: Entry | null): void {
    if (entry?.code !== 'INVOICE_SIGNED' && entry?.code !== 'INVOICE_REFUSED' && entry?.code !== 'INVOICE_RESUBMITTED')
      return
    const { row, code, said } = entry
    const bad: Bad = (why) => this.#findings.error('fiscal', row.seq, `invoice ${said.number}`, why)
    const document = this.byNumber.get(said.number)
    if (document?.said.saleId !== said.saleId) return bad(`is not an invoice of sale ${said.saleId}`)
    const isAgain = code === 'INVOICE_RESUBMITTED'
    const from = isAgain ? 'refused' : 'waiting'
    if (document.fiscal !== from) bad(`${code} of a document that is ${document.fiscal ?? 'not to be signed'}`)
    if ((row.staff_id !== null) !== isAgain)
      bad(isAgain ? 'is sent again without a staff member' : 'names a staff member')
    if (code === 'INVOICE_RESUBMITTED' && said.buyerSha256 !== undefined) {
      if (document.said.kind !== 'invoice') bad('changes the buyer of a credit note')
      document.buyerSha256 = said.buyerSha256
    }
    document.fiscal = code === 'INVOICE_SIGNED' ? 'signed' : isAgain ? 'waiting' : 'refused'
    if (code !== 'INVOICE_SIGNED') return
    const other = this.#signatures.get(said.signature)
    if (other !== undefined) bad(`has the signature of invoice ${other}`)
    this.#signatures.set(said.signature, said.number)
    document.signature = said.signature
    const { about } = document.said
    if (about !== undefined && this.byNumber.get(about)?.fiscal !== 'signed') bad('is signed before its invoice')
  }

  #copy({ row, said: { saleId, number, copyNumber } }: Entry<'INVOICE_COPIED'>): void {
    const bad: Bad = (why) => this.#findings.error('invoices', row.seq, `invoice ${number}`, why)
    const document = this.byNumber.get(number)
    if (document?.said.saleId !== saleId) return bad(`is not an invoice of sale ${saleId}`)
    const before = document.copies ?? (document.fiscal === 'signed' ? -1 : NaN)
    if (copyNumber !== before + 1) bad(`copy ${copyNumber} follows ${document.copies ?? 'no original'}`)
    if (row.staff_id === null && copyNumber > 0) bad('is reprinted without a staff member')
    document.copies = copyNumber
  }
}

/** `copies` starts at null for a document that needs a signature, because a separate row records its original. */
const issuedInvoice = ({ seq }: Row, said: Issued): IssuedInvoice => ({
  said,
  seq,
  copies: said.toSign ? null : 0,
  fiscal: said.toSign ? 'waiting' : null,
  signature: null,
  buyerSha256: said.buyerSha256,
  credited: [],
})

/** `payments`: payments or refunds of the document, whose tenders the row must name. */
function checkTenders(bad: Bad, { tenders }: Issued, payments: readonly { readonly kind: string }[]): void {
  const kinds = [...new Set(payments.map(({ kind }) => kind))].join()
  if (kinds !== tenders.join()) bad(`names the tenders ${tenders.join()}; expected ${kinds}`)
}

/** Returns the tax contained in `gross` at `rate` percent, rounded half up. */
function taxIn(gross: number, rate: number): number {
  const share = BigInt(Math.round(rate * 100))
  const whole = 10_000n + share
  return Number((2n * BigInt(gross) * share + whole) / (2n * whole))
}

interface BuyerRow {
  readonly sale_id: string
  readonly ciphertext: Buffer
  readonly delete_after: string
}

/** Tolerance for a change of the clock between the program start and the row that records the start. */
const GRACE_MS = 86_400_000

/**
 * Checks `tables` and `erasure` for the buyers on invoices: each matches its invoice, exists until the retention period
 * ends or its erasure is requested, and is erased after that. In a copy of the ledger, no row records an erasure by
 * request, so a missing `customer_pii` row of the sale explains a missing buyer.
 */
export function checkBuyers(db: Database, findings: Findings, { byNumber }: InvoiceCheck): void {
  const rows = new Map((db.prepare('SELECT * FROM invoice_buyer').all() as BuyerRow[]).map((row) => [row.sale_id, row]))
  const purged = db.prepare(
    `SELECT seq FROM journal WHERE code IN ('START', 'RECOVERED_START', 'CUSTOMER_DATA_PURGED')
     AND seq > ? AND wall_utc > ? ORDER BY seq LIMIT 1`,
  )
  const mayBeErased = db.prepare(
    `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM customer_pii WHERE sale_id = @saleId) OR EXISTS (SELECT 1 FROM journal
       WHERE seq > @seq AND sale_id IS NULL AND (code = 'RESTORED' OR wall_utc > @day OR code = 'CUSTOMER_DATA_ERASED' AND
         @saleId IN (SELECT value FROM json_each(CASE WHEN json_valid(payload) THEN payload END, '$.saleIds'))))`,
  )
  for (const { said, seq, buyerSha256 } of byNumber.values()) {
    const { saleId, kind, deleteAfter: day = '' } = said
    if (kind !== 'invoice') continue
    const what = `invoice_buyer ${saleId}`
    const row = rows.get(saleId)
    rows.delete(saleId)
    if (!row) {
      if (!mayBeErased.get({ seq, day, saleId })) findings.error('tables', null, what, 'is missing')
      continue
    }
    if (createHash('sha256').update(row.ciphertext).digest('hex') !== buyerSha256)
      findings.error('tables', null, what, 'differs from the journal')
    if (row.delete_after !== day)
      findings.error(
        'erasure',
        null,
        what,
        `is kept until ${row.delete_after}, but until ${day} according to the journal`,
      )
    const seen = Number.isNaN(Date.parse(day))
      ? undefined
      : (purged.pluck().get(seq, new Date(Date.parse(day) + GRACE_MS).toISOString()) as number | undefined)
    if (seen !== undefined) findings.error('erasure', seen, what, `should have been erased on ${day}, but still exists`)
  }
  for (const saleId of rows.keys()) findings.error('tables', null, `invoice_buyer ${saleId}`, 'has no journal row')
}
