import type { Database } from 'better-sqlite3'
import { dataErasedShape, ENDS, type Row } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'
import type { SaleBook } from './sale-book.ts'

interface KeptRow {
  readonly sale_id: string
  readonly delete_after: string
}

/** The clock may have moved a little between the start and its row. */
const GRACE_MS = 86_400_000

/** `erasure`: what names a customer is kept until the day that its row says, and is gone once the program saw that day pass. */
export function checkErasure(db: Database, version: number, findings: Findings, book: SaleBook): void {
  checkErased(db, version, findings)
  const until = new Map<SaleAccount, string>()
  const tables = [
    ['customer_pii', ({ requestUntil }: SaleAccount) => requestUntil],
    ['customer', ({ customerUntil }: SaleAccount) => customerUntil],
  ] as const
  for (const [table, said] of version >= 6 ? tables : tables.slice(0, 1)) {
    for (const row of db.prepare(`SELECT sale_id, delete_after FROM ${table}`).all() as KeptRow[]) {
      const sale = book.sales.get(row.sale_id)
      if (!sale) continue
      const day = said(sale)
      if (day !== null && day !== row.delete_after) {
        const why = `is kept until ${row.delete_after}, the journal says ${day}`
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
      number | undefined
    if (seen === undefined) continue
    findings.error(
      'erasure',
      seen,
      `sale ${sale.saleId}`,
      `its customer was to be forgotten on ${due}, and is still there`,
    )
  }
}

/** While a payment, a refund or a cancellation is open the customer is kept, whatever the day. */
function isMoneyOpen({ openPayments, refunds, returns, cancellations }: SaleAccount): boolean {
  return (
    [...openPayments.values()].some(({ state }) => state !== 'closed' && state !== 'paid-back') ||
    [...refunds.values()].some(({ state }) => state === 'asked') ||
    [...returns.values()].flat().some(({ paid, amount }) => !paid && amount > 0) ||
    [...cancellations.values()].includes('asked')
  )
}

/** The last row that may have settled its money. */
function settledSeq({ lastSeq, moneySeq, openPayments, refunds }: SaleAccount): number {
  return Math.max(lastSeq, moneySeq, ...[...openPayments.values(), ...refunds.values()].map((each) => each.lastSeq))
}

/** Checks the payload of a row about an erasure by request: who asked, and which sales. */
export function checkErasedRow({ code, seq }: Row, payload: unknown, findings: Findings): void {
  if (code !== 'CUSTOMER_DATA_ERASED') return
  const erased = dataErasedShape.safeParse(payload)
  if (!erased.success) findings.error('erasure', seq, code, misfit(erased.error, payload))
}

/** Reports customers that are in the ledger although they were erased by request. */
function checkErased(db: Database, version: number, findings: Findings): void {
  const tables = version >= 6 ? ['customer_pii', 'customer'] : ['customer_pii']
  for (const table of tables) {
    const back = db.prepare(
      `SELECT seq, kept.sale_id AS saleId FROM journal, json_each(CASE WHEN json_valid(payload) THEN payload END, '$.saleIds')
       JOIN ${table} AS kept ON kept.sale_id = value WHERE code = 'CUSTOMER_DATA_ERASED' ORDER BY seq`,
    )
    for (const { seq, saleId } of back.all() as { readonly seq: number; readonly saleId: string }[])
      findings.error('erasure', seq, `sale ${saleId}`, `its customer was erased, and is still there (${table})`)
  }
}
