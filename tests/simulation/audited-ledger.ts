import { type SaleLedger, StorageFull } from '../../electron/core/ports/ports.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { AfterSaleAct, OpenPaymentAct } from '../../shared/domain/sale/after-sale.ts'
import type { AfterSales } from './after-sales.ts'
import type { Invariants } from './invariants.ts'
import type { RowWatch } from './ledger-rows.ts'
import { seconds, type World } from './world.ts'

/** What a failing disk throws here; the ledger's own way with one is tested where the ledger is. */
export class DiskFailed extends Error {
  override readonly name = 'DiskFailed'
}

interface Parts {
  readonly ledger: Ledger
  readonly rows: RowWatch
  readonly invariants: Invariants
  readonly afterSales: AfterSales
  /** A program as it must not be: it forgets payments once their sales went on without them. */
  readonly forgets: boolean
  /** Another one: it forgets that it told a provider to give money back. */
  readonly forgetsRefunds: boolean
  /** The disk has failed: the machine has to be restarted. */
  readonly onFailure: () => void
  /** Told of every step that is durable. */
  readonly onRecorded: (event: { readonly type: string }) => void
}

/** The ledger with every commit looked at, over a disk that may be nearly full or fail. */
export function auditedLedger(world: World, machine: string, parts: Parts): SaleLedger {
  const { faults } = world
  const { ledger, rows, invariants, afterSales, forgets, forgetsRefunds, onFailure, onRecorded } = parts
  let fullUntil = 0
  let failedUntil = 0

  function fail(): never {
    failedUntil = world.time.now() + world.random.below(seconds(8))
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
    record(previous, sale, event, now) {
      beforeWriting()
      if (previous === null && nearlyFull()) throw new StorageFull('the disk is nearly full')
      ledger.record(previous, sale, event, now)
      world.tell(machine, `${short(sale.saleId)} ${event.type} → ${sale.state}`)
      invariants.recorded(machine, previous, sale, event, now)
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
      else if (act.type === 'refund-asked' || act.type === 'refund-closed') world.tell(machine, act.reference)
      else if (sale?.state === 'done') afterSales.recorded(sale, act)
      else world.truth.violate('I7', `sale ${act.saleId} is "${sale?.state}", and ${act.type}`)
      onRecorded(act)
      if (act.type === 'copies-ordered') invariants.ordersCopies(machine, act)
      rows.follow(null)
      if (faults.strike('record fails after the fact')) fail()
    },
    note(code, payload, now, staffId) {
      ledger.note(code, payload, now, staffId)
      world.tell(machine, code)
      rows.follow(null)
    },
    unfinished: () => ledger.unfinished(),
    inDoubt: () => ledger.inDoubt(),
    gaps: () => ledger.gaps(),
    settleGap: (...gap) => ledger.settleGap(...gap),
    find: (saleId) => ledger.find(saleId),
    customerOf: (saleId) => ledger.customerOf(saleId),
    conflictingHolds: (...asked) => ledger.conflictingHolds(...asked),
    refusedPurchases: () => ledger.refusedPurchases(),
    openPayments: () => (forgets ? [] : ledger.openPayments()),
    leftOpen: (saleId) => ledger.leftOpen(saleId),
    openRefunds: () => (forgetsRefunds ? [] : ledger.openRefunds()),
    slips: ledger.slips,
    refundTries: (payment) => (forgetsRefunds ? [] : ledger.refundTries(payment)),
    recordStrayNote(note, now) {
      beforeWriting()
      ledger.recordStrayNote(note, now)
      world.tell(machine, `a note without a sale: ${note?.value ?? 'nobody knows which'}`)
      invariants.notes.strayed(machine, note)
      rows.follow(null)
      if (faults.strike('record fails after the fact')) fail()
    },
    strayNotes: () => ledger.strayNotes(),
    settleStrayNote: (...said) => ledger.settleStrayNote(...said),
    lastNote: () => ledger.lastNote(),
    noteBox: () => ledger.noteBox(),
    recordNoteBox: (...act) => ledger.recordNoteBox(...act),
    approvedAs: (...asked) => ledger.approvedAs(...asked),
    othersOfOwner: (...asked) => ledger.othersOfOwner(...asked),
    conflictingTickets: (...asked) => ledger.conflictingTickets(...asked),
    condition: () => ledger.condition(),
    seatsSoldHere: (...asked) => ledger.seatsSoldHere(...asked),
    canStartSale: () => !nearlyFull() && ledger.canStartSale(),
    close: () => ledger.close(),
  }
}

const isOpenPaymentAct = (act: AfterSaleAct): act is OpenPaymentAct => act.type.startsWith('payment-')

const short = (id: string): string => id.slice(0, 8)
