import Sqlite from 'better-sqlite3'
import { goesBackAsSlip, isNotes, isSlip, tendersOf } from '../../shared/domain/money/tender.ts'
import { issuedSlips, takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { PutIn } from '../notes/put-in.ts'
import { paths, readLines } from './devices.ts'

/** I15 and I16: the box by the device's own doing, each customer's notes and slips, and each slip used once. */
export function judgeNotes(directory: string, sales: readonly Sale[]): readonly string[] {
  const notes = readLines(paths(directory).notes) as readonly PutIn[]
  const violations: string[] = []
  const inBox = notes.filter(({ at }) => at === 'in the box')
  const { booked, unknown } = bookedNotes(paths(directory).ledger)
  const box = sum(inBox.map(({ value }) => value))
  if (unknown === 0 ? booked !== box : booked >= box)
    violations.push(`I15: ${box} lies in the box, the ledger has ${booked} and ${unknown} notes that nobody knows`)
  const used: string[] = (readLines(paths(directory).slips) as readonly { slipId: string }[]).map(
    ({ slipId }) => slipId,
  )
  for (const sale of sales) {
    const ended = sale.state === 'refunded' ? [sale.tender] : []
    const all = [...takenFor(sale), ...('returned' in sale ? (sale.returned ?? []) : []), ...ended]
    const received = sum(all.filter(({ kind }) => isNotes(kind)).map((tender) => tender.received))
    const putIn = sum(inBox.filter(({ saleId }) => saleId === sale.saleId).map(({ value }) => value))
    if (received > putIn) violations.push(`I15: ${sale.saleId} has ${received} in notes, its customer put in ${putIn}`)
    const slips = all.filter(({ kind }) => isSlip(kind))
    used.push(...slips.map(({ provider }) => provider?.token ?? ''))
    const kept = sale.state === 'done' ? tendersOf(sale).filter(({ kind }) => goesBackAsSlip(kind)) : []
    const came = received + sum(slips.map((slip) => slip.received))
    const went = sum(kept.map(({ amount }) => amount)) + sum(issuedSlips(sale).map(({ amount }) => amount))
    if (came !== went) violations.push(`I15: ${sale.saleId} took ${came} in notes and slips, ${went} became of it`)
  }
  if (new Set(used).size !== used.length) violations.push('I16: a slip was used twice')
  return violations
}

function bookedNotes(path: string): { readonly booked: number; readonly unknown: number } {
  const db = new Sqlite(path, { readonly: true })
  const value = (sql: string): number => db.prepare(sql).pluck().get() as number
  const booked = value(`SELECT coalesce(sum(debit - credit), 0) FROM posting JOIN journal USING (seq)
     WHERE account = 'note-box' AND code <> 'NOTE_BOX_EMPTIED'`)
  const unknown = value(`SELECT count(*) FROM journal WHERE code = 'NOTE_STRAYED' AND payload ->> '$.amount' IS NULL`)
  db.close()
  return { booked, unknown }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
