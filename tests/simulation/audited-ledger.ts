import { type SaleLedger, StorageFull } from '../../electron/kiosk/ports/ports.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { PostSaleAction, OpenPaymentAct } from '../../shared/domain/sale/after-sale.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { AfterSales } from './after-sales.ts'
import type { Invariants } from './invariants.ts'
import { linkIn, type TicketPageHub } from './ticket-page-hub.ts'
import { seconds, type Control, type World } from './world.ts'
import Sqlite from 'better-sqlite3'
import type { GroundTruth } from './ground-truth.ts'

/** Thrown by a failing disk in the simulation. Tests of the ledger cover its handling of disk errors. */
export class DiskFailed extends Error {
  override readonly name = 'DiskFailed'
}

interface Parts {
  readonly ledger: Ledger
  readonly rows: ReturnType<typeof watchRows>
  readonly invariants: Invariants
  readonly afterSales: AfterSales
  readonly ticketPages: TicketPageHub
  readonly control: Control | undefined
  /** Called when the disk has failed and the program must be restarted. */
  readonly onFailure: () => void
  readonly onRecorded: (event: { readonly type: string }) => void
}

/** Wraps the ledger to check every commit. The ledger's simulated disk may be nearly full or fail. */
export function auditedLedger(world: World, machine: string, parts: Parts): SaleLedger {
  const { faults } = world
  const { ledger, rows, invariants, afterSales, ticketPages, control, onFailure, onRecorded } = parts
  let fullUntil = 0
  let failedUntil = 0

  function fail(): never {
    failedUntil = world.time.now() + world.random.below(seconds(8))
    world.tell(machine, 'its disk fails')
    onFailure()
    throw new DiskFailed(`${machine}: input/output error`)
  }

  function beforeWriting(): void {
    if (world.time.now() < failedUntil) throw new DiskFailed(`${machine}: still failing`)
    if (faults.strike('record fails')) fail()
  }

  const nearlyFull = (): boolean => {
    if (faults.strike('disk nearly full')) fullUntil = world.time.now() + seconds(40)
    return world.time.now() < fullUntil && !world.closing()
  }

  return {
    ...ledger,
    record(previous, sale, event, now) {
      beforeWriting()
      if (previous === null && nearlyFull()) throw new StorageFull('the disk is nearly full')
      ledger.record(previous, sale, event, now)
      world.tell(machine, `${short(sale.saleId)} ${event.type} → ${sale.state}`)
      if (event.type === 'link-issued') ticketPages.recorded(machine, event.link)
      invariants.recorded(machine, previous, sale, event, now)
      if (sale.state === 'confirmed' && sale.unsold) afterSales.unsold(sale)
      rows.follow(sale.saleId)
      onRecorded(event)
      if (faults.strike('record fails after the fact')) fail()
    },
    recordAfterSale(act, staffId, now) {
      beforeWriting()
      ledger.recordAfterSale(act, staffId, now)
      world.tell(machine, `${short(act.saleId)} ${act.type}`)
      const sale = ledger.find(act.saleId)
      if (isOpenPaymentAct(act)) invariants.openPayments.settled(act)
      else if (act.type === 'refund-requested' || act.type === 'refund-closed') world.tell(machine, act.reference)
      else if (sale?.state === 'done') afterSales.recorded(sale, act, machine, ledger.files)
      else world.truth.violate('I7', `sale ${act.saleId} is "${sale?.state}", and ${act.type}`)
      onRecorded(act)
      if (act.type === 'reprint-requested' || act.type === 'ticket-link-requested')
        invariants.ordersCopies(machine, act)
      const link = act.type === 'reprint-finished' && act.state === 'printed' ? linkIn(act.evidence) : null
      if (link !== null) ticketPages.recorded(machine, link)
      rows.follow(act.saleId)
      if (faults.strike('record fails after the fact')) fail()
    },
    issueInvoice(wish, staffId, now) {
      beforeWriting()
      ledger.issueInvoice(wish, staffId, now)
      world.tell(machine, `${short(wish.saleId)} invoice-issued`)
      afterSales.invoiced(machine, ledger.files, wish.saleId)
      onRecorded({ type: 'invoice-issued' })
      rows.follow(null)
      if (faults.strike('record fails after the fact')) fail()
    },
    note(code, payload, now, staffId) {
      ledger.note(code, payload, now, staffId)
      world.tell(machine, code)
      rows.follow(null)
    },
    unfinished: () => (control === 'composes-again' ? ledger.unfinished().map(composedAgain) : ledger.unfinished()),
    accounts: control === 'forgets-account-entries' ? { ...ledger.accounts, unconfirmed: () => [] } : ledger.accounts,
    openPayments: () => (control === 'drops-open-payment' ? [] : ledger.openPayments()),
    openRefunds: () => (control === 'forgets-refund' ? [] : ledger.openRefunds()),
    refundTries: (payment) => (control === 'forgets-refund' ? [] : ledger.refundTries(payment)),
    recordStrayNote(note, now) {
      beforeWriting()
      ledger.recordStrayNote(note, now)
      world.tell(machine, `a note without a sale: ${note?.value ?? 'nobody knows which'}`)
      invariants.notes.strayed(machine, note)
      rows.follow(null)
      if (faults.strike('record fails after the fact')) fail()
    },
    canStartSale: () => !nearlyFull() && ledger.canStartSale(),
  }
}

/** Returns a sale with several purchases whose requests contain orders that differ from the stored ones. */
function composedAgain(sale: Sale): Sale {
  if (!('request' in sale) || !sale.request || !sale.progress || sale.progress.results.length < 2) return sale
  const bodies = (JSON.parse(sale.request.body) as string[]).map((body) => {
    const request = JSON.parse(body) as { readonly order_id: string }
    return JSON.stringify({ ...request, order_id: request.order_id.replace(/^.{8}/u, '00000000') })
  })
  return { ...sale, request: { ...sale.request, body: JSON.stringify(bodies) } }
}

const isOpenPaymentAct = (act: PostSaleAction): act is OpenPaymentAct => act.type.startsWith('payment-')

const short = (id: string): string => id.slice(0, 8)

type Row = Readonly<{ seq: number; prev_hash: Buffer; hash: Buffer }>

export function watchRows(path: string, truth: GroundTruth) {
  const db = new Sqlite(path, { readonly: true })
  const since = db.prepare<[number], Row>('SELECT seq, prev_hash, hash FROM journal WHERE seq > ? ORDER BY seq')
  const balance = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(debit), 0) - coalesce(sum(credit), 0) FROM posting WHERE sale_id = ?',
    )
    .pluck()
  let last: Row = { seq: 0, prev_hash: Buffer.alloc(0), hash: Buffer.alloc(32) }
  function follow(): void {
    for (const row of since.all(last.seq)) {
      if (row.seq !== last.seq + 1) truth.violate('I7', `${path}: row ${row.seq} follows row ${last.seq}`)
      if (!row.prev_hash.equals(last.hash)) truth.violate('I7', `${path}: row ${row.seq} is not linked`)
      last = row
    }
  }
  follow()
  return {
    /** Checks after a commit that the chain has no gap and that the sale's debits and credits balance. */
    follow(saleId: string | null) {
      const before = last.seq
      follow()
      if (last.seq === before) truth.violate('I7', `${path}: a step was acknowledged and is not there`)
      const left = saleId === null ? 0 : balance.get(saleId)
      if (left !== 0) truth.violate('I5', `${path}: the books of sale ${saleId} are ${left} off`)
    },
    close: () => db.close(),
  }
}
