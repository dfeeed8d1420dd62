import Sqlite from 'better-sqlite3'
import { verifyLedger } from '../../../electron/verify/verify.ts'
import { refundsAsVoucher, isNotes, isSlip, tendersOf } from '../../../shared/domain/money/tender.ts'
import { issuedSlips, takenFor } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { IssuedTicket } from '../../simulation/ground-truth.ts'
import { knownAs, netOf, paths, readEntries, sum, type Counted } from './devices.ts'
import { openRegister } from './kiosk.ts'

export async function ledgerErrors(path: string): Promise<readonly string[]> {
  const { findings } = await verifyLedger({ path })
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, seq, what, why }) => `${check}: row ${seq}, ${what}: ${why}`)
}

export function readDatabase<T>(path: string, look: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(path, { readonly: true })
  try {
    return look(db)
  } finally {
    db.close()
  }
}

/** Returns the totals of a sale's notes and credit vouchers: received, spent on tickets, issued. */
export function notesAndSlips(sale: Sale) {
  const ended = sale.state === 'refunded' ? [sale.tender] : []
  const all = [...takenFor(sale), ...('returned' in sale ? (sale.returned ?? []) : []), ...ended]
  const slips = all.filter(({ kind }) => isSlip(kind))
  const kept = sale.state === 'done' ? tendersOf(sale).filter(({ kind }) => refundsAsVoucher(kind)) : []
  return {
    notes: sum(all.filter(({ kind }) => isNotes(kind)).map(({ received }) => received)),
    slips: sum(slips.map(({ received }) => received)),
    slipIds: slips.map(({ provider }) => provider?.token ?? ''),
    tickets: sum(kept.map(({ amount }) => amount)),
    written: sum(issuedSlips(sale).map(({ amount }) => amount)),
  }
}

/** Checks, after all sales are settled, that ledgers, terminals, drawers, printers and the service agree. */
export async function judge(directories: readonly string[], issued: ReadonlyMap<string, IssuedTicket>) {
  const violations: string[] = []
  const counts: Record<string, number> = {}
  const orders = new Set<string>()
  for (const directory of directories) {
    const kiosk = await judgeKiosk(directory, issued)
    violations.push(...kiosk.violations)
    for (const { state } of kiosk.sales) counts[state] = (counts[state] ?? 0) + 1
    for (const orderId of kiosk.sold) {
      if (orders.has(orderId)) violations.push(`I2: order ${orderId} was sold at two kiosks`)
      orders.add(orderId)
    }
  }
  const seats = new Set<string>()
  for (const { ticketId, orderId, seatId } of issued.values()) {
    if (!orders.has(orderId)) violations.push(`I1: ticket ${ticketId} has no sale`)
    if (seats.has(seatId)) violations.push(`I3: seat ${seatId} was sold twice`)
    seats.add(seatId)
  }
  return { violations, sales: counts }
}

async function judgeKiosk(directory: string, issued: ReadonlyMap<string, IssuedTicket>) {
  const { ledger } = paths(directory)
  const { sales, open } = await readLedger(directory)
  const violations = [...(await ledgerErrors(ledger)), ...judgeNotes(directory, sales), ...judgeBox(directory)]
  const sheets = readEntries(directory, 'paper').map(({ qrCode, copyNumber }) => `${qrCode} copy ${copyNumber}`)
  if (new Set(sheets).size !== sheets.length) violations.push('I10: a ticket came out twice under one number')

  /** Order id by payment reference. */
  const sold = new Map<string, string>()
  for (const sale of sales) {
    if (!['done', 'abandoned', 'refunded'].includes(sale.state))
      violations.push(`I8: ${sale.saleId} is "${sale.state}"`)
    if (sale.state !== 'done') continue
    sold.set(knownAs(sale.tender), sale.order.orderId)
    // `judgeNotes` checks payments by notes and vouchers.
    if (!refundsAsVoucher(sale.tender.kind) && netOf(directory, knownAs(sale.tender)) !== 1)
      violations.push(`I1: ${sale.saleId} is sold, but not paid once`)
    for (const { ticketId, seatId, qrCode } of sale.tickets) {
      const real = issued.get(ticketId)
      const same = real?.orderId === sale.order.orderId && real.seatId === seatId && real.qrCode === qrCode
      if (!same) violations.push(`I1: ${sale.saleId} has a ticket ${ticketId} that was not made for it`)
      if (!sheets.some((sheet) => sheet.startsWith(qrCode))) violations.push(`I9: ticket ${ticketId} never came out`)
    }
  }
  const moved = (['terminal', 'operators', 'drawer'] as const).flatMap((of) =>
    readEntries(directory, of).map(({ reference }) => reference),
  )
  for (const reference of new Set(moved)) {
    if (open.has(reference)) continue
    const net = netOf(directory, reference)
    const ours = sold.has(reference)
    if (net !== (ours ? 1 : 0)) violations.push(`I1: ${reference} took ${net}, and is ${ours ? '' : 'not '}sold`)
  }
  return { violations, sales, sold: [...sold.values()] }
}

async function readLedger(directory: string) {
  const { ledger: path, key } = paths(directory)
  const saleIds = readDatabase(path, (db) => db.prepare('SELECT sale_id FROM sale').pluck().all() as string[])
  const now = () => ({ monoMs: 0, bootId: 'judge', wallUtc: new Date().toISOString() })
  const ledger = await openRegister({ path, register: 'kiosk-1', key, now })
  try {
    const sales = saleIds.flatMap((saleId) => ledger.find(saleId) ?? [])
    return { sales, open: new Set(ledger.openPayments().map(({ provider }) => provider.reference)) }
  } finally {
    ledger.close()
  }
}

/** Checks I15 and I16: the cashbox, each customer's notes and vouchers, and that no voucher is used twice. */
function judgeNotes(directory: string, sales: readonly Sale[]): readonly string[] {
  const violations: string[] = []
  const inBox = readEntries(directory, 'notes').filter(({ at }) => at === 'in the box')
  const { booked, unknown } = bookedNotes(paths(directory).ledger)
  const box = sum(inBox.map(({ value }) => value))
  if (unknown === 0 ? booked !== box : booked >= box)
    violations.push(`I15: ${box} lies in the box, the ledger has ${booked} and ${unknown} notes that nobody knows`)
  const used = readEntries(directory, 'slips').map(({ slipId }) => slipId)
  for (const sale of sales) {
    const { notes, slips, slipIds, tickets, written } = notesAndSlips(sale)
    const putIn = sum(inBox.filter(({ saleId }) => saleId === sale.saleId).map(({ value }) => value))
    if (notes > putIn) violations.push(`I15: ${sale.saleId} has ${notes} in notes, its customer put in ${putIn}`)
    const [came, went] = [notes + slips, tickets + written]
    if (came !== went) violations.push(`I15: ${sale.saleId} took ${came} in notes and slips, ${went} became of it`)
    used.push(...slipIds)
  }
  if (new Set(used).size !== used.length) violations.push('I16: a slip was used twice')
  return violations
}

const bookedNotes = (path: string): { readonly booked: number; readonly unknown: number } =>
  readDatabase(path, (db) => {
    const value = (sql: string): number => db.prepare(sql).pluck().get() as number
    return {
      booked: value(`SELECT coalesce(sum(debit - credit), 0) FROM posting JOIN journal USING (seq)
        WHERE account = 'cashbox' AND code <> 'CASHBOX_EMPTIED'`),
      unknown: value(`SELECT count(*) FROM journal WHERE code = 'NOTE_UNALLOCATED' AND payload ->> '$.amount' IS NULL`),
    }
  })

/** Checks I15: each count of the cashbox is in the ledger once, and the cashbox is closed. */
function judgeBox(directory: string): readonly string[] {
  const rows = readDatabase(paths(directory).ledger, (db) =>
    db.prepare(`SELECT code, payload FROM journal WHERE code LIKE 'CASHBOX!_%' ESCAPE '!' ORDER BY seq`).all(),
  ) as readonly { readonly code: string; readonly payload: string }[]
  const emptied = rows.flatMap(({ code, payload }) =>
    code === 'CASHBOX_EMPTIED' ? [JSON.parse(payload) as Counted] : [],
  )
  const lost = readEntries(directory, 'box').filter(
    ({ openingSeq, total }) =>
      emptied.filter((each) => each.openingSeq === openingSeq && each.total === total).length !== 1,
  )
  return [
    ...lost.map(({ openingSeq }) => `I15: the count of the opening ${openingSeq} is not in the books once`),
    ...(rows.at(-1)?.code === 'CASHBOX_OPENED' ? ['I15: the cashbox was left open'] : []),
  ]
}

/** A row of the archive, as documented in `docs/integrating/ledger-format.md`. */
export interface Row {
  readonly seq: number
  readonly code: string
  readonly sale_id: string | null
  readonly payload: string
}

/** Totals according to the records of the devices themselves. */
export interface DeviceTruth {
  /** Card terminal's total of payments minus refunds. Null if there is no card terminal. */
  readonly card: number | null
  /** Amounts that the card terminal transferred to its bank, by day. Null if the terminal has no end of day. */
  readonly days: readonly number[] | null
  /** Value of the notes in the cashbox. Null if there is no cashbox. */
  readonly notes: number | null
}

interface StatedSums {
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
  readonly tender?: {
    readonly state: string
    readonly amount: number
    readonly received?: number
    readonly slip?: { readonly amount: number }
  }
  readonly outcome?: string
  readonly told?: { readonly amount: number } | null
}

/** Compares the totals in the rows with the records of the devices. Shares no code with the program. */
export function audit(rows: readonly Row[], { card, days, notes }: DeviceTruth): readonly string[] {
  const said = rows.map((row) => ({ ...row, said: JSON.parse(row.payload) as StatedSums }))
  const balance = (account: string, from = 0, to = Infinity): number =>
    said
      .filter(({ seq }) => seq > from && seq < to)
      .flatMap(({ said: { postings = [] } }) => postings)
      .reduce((total, each) => (each.account === account ? total + each.debit - each.credit : total), 0)
  const differs = (what: string, ours: number, theirs: number): readonly string[] =>
    ours === theirs ? [] : [`${what}: ${ours} by the rows, ${theirs} by the device`]

  const slips = said.flatMap(({ code, said: { tender } }) =>
    code === 'TENDER_APPROVED' && tender?.slip ? [{ ...tender, over: tender.slip.amount }] : [],
  )
  const wrong = slips.filter(({ amount, received = 0, over }) => received !== amount + over)
  const asked = said.filter(({ code }) => code === 'END_OF_DAY_REQUESTED').map(({ seq }) => seq)
  const closed = said.flatMap(({ code, said: { outcome, told } }) =>
    code === 'END_OF_DAY_RESULT' && outcome === 'closed' ? [told?.amount ?? -1] : [],
  )
  return [
    ...(card === null ? [] : differs('the card terminal', balance('card-clearing'), card)),
    ...(days === null ? [] : differs('ends of the terminal’s day', closed.length, days.length)),
    ...(days ?? []).flatMap((amount, index) => [
      ...differs(`day ${index + 1} of the terminal, as it was told`, closed[index] ?? -1, amount),
      ...differs(`day ${index + 1} of the terminal`, balance('card-clearing', asked[index - 1], asked[index]), amount),
    ]),
    ...(notes === null ? [] : differs('the cashbox', balance('cashbox'), notes)),
    ...wrong.map(({ amount, received, over }) => `${received} in notes for ${amount}, and a slip of ${over}`),
    // No voucher is spent on the simulated day, so all issued vouchers are still due.
    ...differs('credit slips that are owed', -balance('credit-slips'), sum(slips.map(({ over }) => over))),
  ]
}
