import Sqlite from 'better-sqlite3'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import type { Instant, Sale } from '../../shared/domain/sale/sale.ts'
import { netOf, paths, readLines, type DrawerEntry, type Sheet, type TerminalEntry } from './devices.ts'
import type { IssuedTicket } from './hub.ts'

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
  const sales = await readSales(directory)
  const counts: Record<string, number> = {}
  const sheets = (readLines(paths(directory).paper) as readonly Sheet[]).map(
    ({ qrCode, copyNumber }) => `${qrCode} copy ${copyNumber}`,
  )
  if (new Set(sheets).size !== sheets.length) violations.push('I10: a ticket came out twice under one number')

  const sold = new Map<string, Sale>()
  for (const sale of sales) {
    counts[sale.state] = (counts[sale.state] ?? 0) + 1
    if (!['done', 'abandoned', 'refunded'].includes(sale.state))
      violations.push(`I8: ${sale.saleId} is "${sale.state}"`)
    if (sale.state !== 'done') continue
    sold.set(sale.order.orderId, sale)
    if (netOf(directory, sale.tender.reference) !== 1) violations.push(`I1: ${sale.saleId} is sold, but not paid once`)
    for (const { ticketId, seatId, qrCode } of sale.tickets) {
      const real = issued.get(ticketId)
      const same = real?.orderId === sale.order.orderId && real.seatId === seatId && real.qrCode === qrCode
      if (!same) violations.push(`I1: ${sale.saleId} has a ticket ${ticketId} that was not made for it`)
      if (!sheets.some((sheet) => sheet.startsWith(qrCode))) violations.push(`I9: ticket ${ticketId} never came out`)
    }
  }
  for (const reference of references(directory)) {
    const net = netOf(directory, reference)
    const sale = sold.get(reference.slice(0, 36))
    const ours = sale?.state === 'done' && sale.tender.reference === reference
    if (net !== (ours ? 1 : 0)) violations.push(`I1: ${reference} took ${net}, and is ${ours ? '' : 'not '}sold`)
  }
  return { violations, sales: counts, sold: [...sold.keys()] }
}

/** Every sale as the ledger gives it back to the program. */
async function readSales(directory: string): Promise<readonly Sale[]> {
  const { ledger: path, key } = paths(directory)
  const db = new Sqlite(path, { readonly: true })
  const saleIds = db.prepare('SELECT sale_id FROM sale').pluck().all() as string[]
  db.close()
  const now = (): Instant => ({ monoMs: 0, bootId: 'judge', wallUtc: new Date().toISOString() })
  const options = { path, register: 'kiosk-1', appVersion: '0.0.0', reserveBytes: 0, now }
  const ledger = await openLedger({ ...options, signer: openFileSigner(key) })
  try {
    return saleIds.flatMap((saleId) => ledger.find(saleId) ?? [])
  } finally {
    ledger.close()
  }
}

function references(directory: string): ReadonlySet<string> {
  const { terminal, drawer } = paths(directory)
  const entries = [...readLines(terminal), ...readLines(drawer)] as readonly (TerminalEntry | DrawerEntry)[]
  return new Set(entries.map(({ reference }) => reference))
}
