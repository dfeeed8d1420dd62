import type { Database } from 'better-sqlite3'
import { createHash, createHmac } from 'node:crypto'
import { type ChainCheck, sha256 } from './chain.ts'
import type { ClosureCheck } from './closures.ts'
import { type Closure, ENDS, type SaleState } from './format.ts'
import { checkBuyers, type IssuedInvoice } from './invoices.ts'
import { canonical, type Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'
import type { SaleBook } from './sale-book.ts'
import type { PayoutAccount } from './slips.ts'

/** Checks `tables`: compares the other tables with the journal. */
export function checkTables(db: Database, findings: Findings, said: Said): void {
  const pages = db.pragma('integrity_check', { simple: true })
  if (pages !== 'ok') findings.error('tables', null, 'file', String(pages))
  for (const table of expectedTables(said)) compare(db, findings, table)
  checkTexts(db, findings, said.book)
  checkErasure(db, findings, said.book)
  checkBuyers(db, findings, said.book.invoices)
}

function compare(db: Database, findings: Findings, { table, key, rows }: Expected): void {
  const columns = Object.keys(rows[0] ?? {})
  const left = new Map(rows.map((row) => [keyOf(row, key), row]))
  for (const found of db.prepare(`SELECT * FROM ${table}`).iterate() as IterableIterator<Record<string, unknown>>) {
    const name = keyOf(found, key)
    const what = `${table} ${name}`
    const wanted = left.get(name)
    left.delete(name)
    if (!wanted) {
      findings.error('tables', null, what, 'has no journal row')
      continue
    }
    for (const column of columns) {
      if (textOf(found[column]) === textOf(wanted[column])) continue
      const why = `${column} is ${textOf(found[column])}, but ${textOf(wanted[column])} in the journal`
      findings.error('tables', null, what, why)
    }
  }
  for (const name of left.keys()) findings.error('tables', null, `${table} ${name}`, 'is missing')
}

function keyOf(row: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  return key.map((column) => textOf(row[column])).join(' ')
}

/** Returns a value as text in its stored form: SQLite replaces characters that UTF-8 cannot represent. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value ?? null)
}

interface KeptRow {
  readonly sale_id: string
  readonly delete_after: string
}

/** Tolerance for a change of the clock between the program start and the row that records the start. */
const GRACE_MS = 86_400_000

/**
 * Checks `erasure`: customer data has the retention period in its row, and is deleted once the program has run after
 * the end of this period.
 */
function checkErasure(db: Database, findings: Findings, book: SaleBook): void {
  checkErased(db, findings)
  const until = new Map<SaleAccount, string>()
  const tables = [
    ['customer_pii', ({ requestUntil }: SaleAccount) => requestUntil],
    ['customer', ({ customerUntil }: SaleAccount) => customerUntil],
  ] as const
  for (const [table, said] of tables) {
    for (const row of db.prepare(`SELECT sale_id, delete_after FROM ${table}`).all() as KeptRow[]) {
      const sale = book.sales.get(row.sale_id)
      if (!sale) continue
      const day = said(sale)
      if (day !== null && day !== row.delete_after) {
        const why = `is kept until ${row.delete_after}, but until ${day} according to the journal`
        findings.error('erasure', null, `${table} ${row.sale_id}`, why)
      }
      const latest = until.get(sale) ?? ''
      const due = day ?? row.delete_after
      until.set(sale, due > latest ? due : latest)
    }
  }
  const purged = db.prepare(
    `SELECT seq FROM journal WHERE code IN ('START', 'RECOVERED_START', 'CUSTOMER_DATA_PURGED')
     AND seq > ? AND wall_utc > ? ORDER BY seq LIMIT 1`,
  )
  for (const [sale, due] of until) {
    if (!ENDS.has(sale.state) || isMoneyOpen(sale) || Number.isNaN(Date.parse(due))) continue
    const seen = purged.pluck().get(settledSeq(sale), new Date(Date.parse(due) + GRACE_MS).toISOString()) as
      | number
      | undefined
    if (seen === undefined) continue
    const why = `its customer data should have been erased on ${due}, but still exists`
    findings.error('erasure', seen, `sale ${sale.saleId}`, why)
  }
}

/** Customer data is retained until all payments, refunds and cancellations are closed. */
function isMoneyOpen({ openPayments, refunds, returns, cancellations }: SaleAccount): boolean {
  return (
    [...openPayments.values()].some(({ state }) => state !== 'closed' && state !== 'paid-back') ||
    [...refunds.values()].some(({ state }) => state === 'asked') ||
    [...returns.values()].flat().some(({ paid, amount }) => !paid && amount > 0) ||
    [...cancellations.values()].includes('asked')
  )
}

/** Returns the number of the last row that may have settled the sale's payments. */
function settledSeq({ lastSeq, moneySeq, openPayments, refunds }: SaleAccount): number {
  return Math.max(lastSeq, moneySeq, ...[...openPayments.values(), ...refunds.values()].map((each) => each.lastSeq))
}

/** Reports customer data that is in the ledger although it was erased by request. */
function checkErased(db: Database, findings: Findings): void {
  for (const table of ['customer_pii', 'customer', 'invoice_buyer']) {
    const back = db.prepare(
      `SELECT seq, kept.sale_id AS saleId FROM journal, json_each(CASE WHEN json_valid(payload) THEN payload END, '$.saleIds')
       JOIN ${table} AS kept ON kept.sale_id = value WHERE code = 'CUSTOMER_DATA_ERASED' ORDER BY seq`,
    )
    for (const { seq, saleId } of back.all() as { readonly seq: number; readonly saleId: string }[])
      findings.error('erasure', seq, `sale ${saleId}`, `its customer data was erased, but still exists (${table})`)
  }
}

/** Expected content of a table according to the journal; unlisted columns are checked elsewhere. */
interface Expected {
  readonly table: string
  readonly key: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

type Said = Readonly<{ chain: ChainCheck; book: SaleBook; closures: ClosureCheck }>

/** "The database" of `docs/integrating/ledger-format.md`, table by table. */
function expectedTables({ chain, book, closures }: Said): readonly Expected[] {
  const sales = [...book.sales.values()]
  const { ledgerId, register, createdUtc } = chain
  const tables: readonly (readonly [table: string, key: string, rows: readonly object[]])[] = [
    ['ledger', 'id', [{ id: 1, ledgerId, register, createdUtc }]],
    [
      'signing_key',
      'key_id',
      [...chain.keys].map(([keyId, { publicKey, firstSeq }]) => ({ keyId, publicKey, firstSeq })),
    ],
    ['staff', 'staff_id', [...chain.staff].map(([staffId, firstSeq]) => ({ staffId, firstSeq }))],
    ['sale', 'sale_id', sales.map(saleRow)],
    ['sale_seat', 'hold_id', sales.flatMap(seatRows)],
    ['tender', 'reference', sales.flatMap(tenderRows)],
    ['open_payment', 'reference', sales.flatMap(openPaymentRows)],
    ['provider_refund', 'reference', sales.flatMap(refundRows)],
    [
      'credit_slip',
      'slip_id',
      [...book.slips.known].map(([slipId, { copies: _copies, ...slip }]) => ({ slipId, ...slip })),
    ],
    ['slip_payout', 'reference', [...book.slips.payouts].map(payoutRow)],
    ['invoice', 'number', [...book.invoices.byNumber.values()].map(invoiceRow)],
    ['attempt', 'sale_id attempt_no', sales.flatMap(attemptRows)],
    ['ticket', 'ticket_id', sales.flatMap(ticketRows)],
    ['print_job', 'ticket_id copy_no', sales.flatMap(jobRows)],
    ['posting', 'seq line', [...sales.flatMap(({ postings }) => postings), ...closures.postings]],
    ['shift', 'shift_no', closures.shifts],
    ['closure', 'seq', [...closures.closures].map(closureRow)],
  ]
  return tables.map(([table, key, rows]) => ({ table, key: key.split(' '), rows: rows.map(columns) }))
}

/** Returns an object with the member names converted to column names: `saleId` → `sale_id`. */
function columns(members: object): Readonly<Record<string, unknown>> {
  const named = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [named(name), value as unknown]))
}

function saleRow({ saleId, state, opened, order, firstSeq, lastSeq }: SaleAccount) {
  const { sessionId, ownerRef, currency, event } = opened
  const { orderId, amount } = order ?? {}
  const finished = ENDS.has(state) ? 1 : 0
  const { eventId } = event
  return { saleId, state, finished, eventId, sessionId, ownerRef, currency, orderId, amount, firstSeq, lastSeq }
}

function seatRows({ saleId, opened, seats }: SaleAccount) {
  const { eventId } = opened.event
  return [...seats].map(([holdId, seat]) => ({ holdId, saleId, eventId, ...seat }))
}

function tenderRows({ saleId, tenders }: SaleAccount) {
  return [...tenders.values()].map(
    ({ reference, orderId, kind, state, amount, received, change, approval, refundReference }) => {
      const outcome = { amount, received, changeGiven: change, approval, refundReference }
      return { reference, saleId, orderId, kind, state, ...outcome }
    },
  )
}

function openPaymentRows({ saleId, openPayments }: SaleAccount) {
  return [...openPayments].map(([reference, { found: _found, ...payment }]) => ({ reference, saleId, ...payment }))
}

function refundRows({ saleId, refunds }: SaleAccount) {
  return [...refunds].map(([reference, { byStaff: _byStaff, ...refund }]) => ({ reference, saleId, ...refund }))
}

function payoutRow([reference, payout]: readonly [string, PayoutAccount]) {
  const { slipId, state, askedSeq, lastSeq } = payout
  return { reference, slipId, state, askedSeq, lastSeq }
}

function invoiceRow({ said, seq, fiscal, signature }: IssuedInvoice) {
  const { number, saleId, kind, reference } = said
  return { number, saleId, kind, reference, seq, fiscal, signature }
}

function attemptRows({ saleId, attempts }: SaleAccount) {
  return [...attempts.values()].map(({ attempt, outcome, reply }) => {
    const text = reply && JSON.stringify({ code: reply.code, detail: reply.detail })
    return { saleId, attemptNo: attempt, outcome, status: reply?.status, reply: text }
  })
}

function ticketRows({ saleId, opened, tickets, ticketSeq: seq }: SaleAccount) {
  const { currency, event } = opened
  return tickets.map(({ ticketId, qrCode, seatId, ticketNumber, price, place }) => {
    const { seatCode, sector, row, seatNumber } = place
    // Search form of a seat: sector, row and number without blanks and dashes.
    const seatKey = `${sector}${row}${seatNumber}`.replaceAll(/[ -]/gu, '')
    const ticket = { ticketId, qrCode, eventId: event.eventId, seatId, saleId, ticketNumber, price, currency, seq }
    return { ...ticket, seatCode, seatKey }
  })
}

function jobRows({ jobs }: SaleAccount) {
  const all = [...jobs.values()].flat()
  return all.map(({ ticketId, copyNumber: copyNo, state, evidence: printerState }) => {
    return { ticketId, copyNo, state, printerState }
  })
}

function closureRow([seq, closure]: readonly [number, Closure]) {
  const { kind, shiftNo, firstSeq, lastSeq, sig } = closure
  const [totals, perpetualNet, perpetualAbs] = [closure.totals, closure.perpetualNet, closure.perpetualAbs].map(
    canonical,
  )
  return { seq, kind, shiftNo, firstSeq, lastSeq, totals, perpetualNet, perpetualAbs, sig: Buffer.from(sig, 'base64') }
}

interface SaleRow {
  readonly sale_id: string
  readonly body: string
}

interface CustomerRow {
  readonly sale_id: string
  readonly ciphertext: Buffer
  readonly phone_key: Buffer | null
}

/** Checks `tables`: the stored state of each sale, and the hashes (commitments) of the customer data. */
function checkTexts(db: Database, findings: Findings, book: SaleBook): void {
  const salts = new Map(db.prepare('SELECT sale_id, salt FROM customer_pii').raw().all() as [string, Buffer][])
  const hashes = db.prepare('SELECT DISTINCT body_sha256 FROM attempt WHERE sale_id = ?').pluck()
  for (const row of db.prepare('SELECT * FROM sale').iterate() as IterableIterator<SaleRow>) {
    const sale = book.sales.get(row.sale_id)
    if (sale) checkSaleTexts(findings, sale, row)
  }
  for (const sale of book.sales.values()) {
    if (sale.requestMac)
      checkCommitment(findings, sale, hashes.all(sale.saleId) as (string | null)[], salts.get(sale.saleId))
  }
  for (const saleId of salts.keys()) {
    if (!book.sales.get(saleId)?.requestMac)
      findings.error('tables', null, `customer_pii ${saleId}`, 'has no journal row')
  }
  checkCustomers(db, findings, book, salts)
}

const NOTHING_SOLD: ReadonlySet<SaleState> = new Set(['abandoned', 'refunded'])

/**
 * Checks that the encrypted customer data is the customer data recorded last. It must be deleted if the purchase
 * request is deleted or nothing was sold.
 */
function checkCustomers(db: Database, findings: Findings, book: SaleBook, requests: ReadonlyMap<string, Buffer>): void {
  const wanted = new Map<string, string>()
  for (const { saleId, state, customerSha256, requestMac } of book.sales.values()) {
    const kept = !NOTHING_SOLD.has(state) && (requestMac === null || requests.has(saleId))
    if (customerSha256 !== null && kept) wanted.set(saleId, customerSha256)
  }
  for (const row of db.prepare('SELECT * FROM customer').iterate() as IterableIterator<CustomerRow>) {
    const said = wanted.get(row.sale_id)
    wanted.delete(row.sale_id)
    const lies = createHash('sha256').update(row.ciphertext)
    if (row.phone_key) lies.update(row.phone_key)
    if (lies.digest('hex') === said) continue
    const why = said ? 'differs from the journal' : 'should not be there'
    findings.error('tables', null, `customer ${row.sale_id}`, why)
  }
  for (const saleId of wanted.keys()) {
    if (!book.sales.get(saleId)?.rowsLost) findings.error('tables', null, `customer ${saleId}`, 'is missing')
  }
}

function checkSaleTexts(findings: Findings, sale: SaleAccount, row: SaleRow): void {
  const { body } = row
  const bad = (why: string): void => findings.error('tables', sale.lastSeq, `sale ${sale.saleId}`, why)
  if (sha256(body) !== sale.stateSha256) bad('its state differs from the journal')
  const state = parsed(body)
  if (state['state'] !== sale.state)
    bad(`its state is ${JSON.stringify(state['state'])}, but ${sale.state} in the journal`)
  for (const [member, seq] of rowsNamed(state)) {
    const brought = sale.rows.get(member) ?? null
    if (seq !== brought) bad(`its ${member} should be in row ${JSON.stringify(seq)}, but is in ${brought}`)
  }
}

const MEMBERS = ['event', 'order', 'seats', 'tickets'] as const

/** Returns the members that the body of a sale replaces with the number of a journal row. */
function rowsNamed(state: Readonly<Record<string, unknown>>) {
  return MEMBERS.flatMap((member) => {
    const value = state[member]
    return typeof value === 'object' && value !== null && 'seq' in value ? [[member, value.seq] as const] : []
  })
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const state = JSON.parse(body) as unknown
    return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Checks the hash of the purchase request; after erasure, no hash may remain. */
function checkCommitment(
  findings: Findings,
  sale: SaleAccount,
  hashes: readonly (string | null)[],
  salt?: Buffer,
): void {
  const bad = (why: string): void => findings.error('tables', null, `attempt ${sale.saleId}`, why)
  const [sha = null, ...more] = hashes
  if (more.length > 0) return bad('its attempts sent different bytes')
  const mayBeSent = sale.state === 'confirming' || sale.state === 'unknown'
  if (mayBeSent && salt === undefined) return bad("the purchase's bytes are missing")
  if ((salt === undefined) !== (sha === null))
    return bad('the hash of its bytes and their salt must both be present or absent')
  if (salt && sha && createHmac('sha256', salt).update(sha).digest('hex') !== sale.requestMac) {
    bad('body_sha256 differs from the journal')
  }
}
