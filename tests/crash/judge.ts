import Sqlite from 'better-sqlite3'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { knownAs, netOf, paths, readLines, type DrawerEntry, type Sheet, type TerminalEntry } from './devices.ts'
import { judgeBox } from './box-people.ts'
import { goesBackAsSlip } from '../../shared/domain/money/tender.ts'
import type { IssuedTicket } from './hub.ts'
import { judgeNotes } from './judge-notes.ts'

export interface Verdict {
  readonly violations: readonly string[]
  /** By the state they ended in. */
  readonly sales: Readonly<Record<string, number>>
}

/** After everything was settled: what the ledgers say is what terminals, drawers, printers and the service say. */
export async function judge(
  directories: readonly string[],
  issued: ReadonlyMap<string, IssuedTicket>,
): Promise<Verdict> {
  const violations: string[] = []
  const counts: Record<string, number> = {}
  const orders = new Set<string>()
  for (const directory of directories) {
    const kiosk = await judgeKiosk(directory, issued)
    violations.push(...kiosk.violations)
    for (const [state, count] of Object.entries(kiosk.sales)) counts[state] = (counts[state] ?? 0) + count
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
  const { findings } = await verifyLedger({ path: paths(directory).ledger })
  const violations = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, seq, what, why }) => `${check}: row ${seq}, ${what}: ${why}`)
  const { sales, open } = await readLedger(directory)
  violations.push(...judgeNotes(directory, sales), ...judgeBox(directory))
  const counts: Record<string, number> = {}
  const sheets = (readLines(paths(directory).paper) as readonly Sheet[]).map(
    ({ qrCode, copyNumber }) => `${qrCode} copy ${copyNumber}`,
  )
  if (new Set(sheets).size !== sheets.length) violations.push('I10: a ticket came out twice under one number')

  /** Orders, by how their payment is known. */
  const sold = new Map<string, string>()
  for (const sale of sales) {
    counts[sale.state] = (counts[sale.state] ?? 0) + 1
    if (!['done', 'abandoned', 'refunded'].includes(sale.state))
      violations.push(`I8: ${sale.saleId} is "${sale.state}"`)
    if (sale.state !== 'done') continue
    sold.set(knownAs(sale.tender), sale.order.orderId)
    // What notes and slips paid is judged by `judgeNotes`.
    if (!goesBackAsSlip(sale.tender.kind) && netOf(directory, knownAs(sale.tender)) !== 1)
      violations.push(`I1: ${sale.saleId} is sold, but not paid once`)
    for (const { ticketId, seatId, qrCode } of sale.tickets) {
      const real = issued.get(ticketId)
      const same = real?.orderId === sale.order.orderId && real.seatId === seatId && real.qrCode === qrCode
      if (!same) violations.push(`I1: ${sale.saleId} has a ticket ${ticketId} that was not made for it`)
      if (!sheets.some((sheet) => sheet.startsWith(qrCode))) violations.push(`I9: ticket ${ticketId} never came out`)
    }
  }
  for (const reference of references(directory)) {
    if (open.has(reference)) continue
    const net = netOf(directory, reference)
    const ours = sold.has(reference)
    if (net !== (ours ? 1 : 0)) violations.push(`I1: ${reference} took ${net}, and is ${ours ? '' : 'not '}sold`)
  }
  return { violations, sales: counts, sold: [...sold.values()] }
}

/** Every sale as the ledger gives it back to the program, and what operators call the payments that it still asks about, or owes. */
async function readLedger(directory: string) {
  const { ledger: path, key } = paths(directory)
  const db = new Sqlite(path, { readonly: true })
  const saleIds = db.prepare('SELECT sale_id FROM sale').pluck().all() as string[]
  db.close()
  const now = (): Instant => ({ monoMs: 0, bootId: 'judge', wallUtc: new Date().toISOString() })
  const options = { path, register: 'kiosk-1', appVersion: '0.0.0', reserveBytes: 0, now }
  const ledger = await openLedger({ ...options, signer: openFileSigner(key) })
  try {
    const sales = saleIds.flatMap((saleId) => ledger.find(saleId) ?? [])
    return { sales, open: new Set(ledger.openPayments().map(({ provider }) => provider.reference)) }
  } finally {
    ledger.close()
  }
}

function references(directory: string): ReadonlySet<string> {
  const { terminal, operators, drawer } = paths(directory)
  const entries = [terminal, operators, drawer].flatMap(readLines) as readonly (TerminalEntry | DrawerEntry)[]
  return new Set(entries.map(({ reference }) => reference))
}
