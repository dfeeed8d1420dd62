import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { LedgerCondition, LedgerMismatch } from '../../shared/domain/fleet/readiness.ts'
import type { DrawerAct } from '../../shared/domain/money/drawer.ts'
import type { ClosureKind } from '../../shared/domain/money/shift-report.ts'
import type { PersonWanted } from '../../shared/domain/personal-request.ts'
import type { PostSaleAction, TicketsReturned } from '../../shared/domain/sale/after-sale.ts'
import type { Instant, Sale } from '../../shared/domain/sale/sale.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import type { EndOfDayResult } from '../kiosk/ports/devices.ts'
import type { JournalWish } from '../kiosk/ports/office.ts'
import {
  type CreditSlips,
  type HubMismatch,
  type SaleFiles,
  type SaleLedger,
  StorageFull,
  type TerminalPlace,
} from '../kiosk/ports/ports.ts'
import { backupLedger } from './backup.ts'
import { afterSaleEntry, openCancellations, openCopies } from './accounts/after-sales.ts'
import { type Closure, composeClosure, latestClosures } from './accounts/closures.ts'
import {
  creditNoteEntry,
  invoiceEntry,
  returnsWithoutNote,
  unsignedInvoices,
  withSealedBuyer,
} from './accounts/invoices.ts'
import { askedPayouts, openSlips, signedSlip, slipCode, slipIn, slipsOfSale } from './accounts/credit-slips.ts'
import { drawerEntry, shiftState } from './accounts/drawer.ts'
import {
  lastNote,
  cashboxEntry,
  cashboxState,
  notesInBox,
  strayNotes,
  strayPayload,
  straySettledPayload,
} from './accounts/notes.ts'
import { abandonedPayment, openPayments, openRefunds, refundTries } from './accounts/open-payments.ts'
import { dayAskedEntry, pendingEndOfDay, endOfDayResultEntry } from './accounts/terminal-days.ts'
import { type ChainBreak, checkSinceClosure } from './chain-check.ts'
import { faultOf, LedgerConflict, lockLedger, Reserve } from './connection.ts'
import { exportLedger } from './export.ts'
import { Guard } from './guard.ts'
import type { JournalEntry } from './journal.ts'
import {
  findContradictions,
  findLedgerRemnants,
  isNoted,
  isVouched,
  type MissingRows,
  missingRows,
  openGaps,
  restoredPayload,
  salesInDoubt,
  tracesOfMarks,
} from './missing-rows.ts'
import { clockJump, type OpeningOptions, prepareFile, type Rebuilding } from './opening.ts'
import { Anchor } from './outside.ts'
import { DATA_ERASED } from './personal-data.ts'
import { findPersonalRecords } from './personal-records.ts'
import {
  orderPaidBy,
  conflictingHolds,
  conflictingTickets,
  journalLines,
  othersOfOwner,
  refusedPurchases,
  seatsSoldHere,
  shiftTrade,
  purchaseCopies,
  accountPayment,
  unconfirmedEntries,
} from './queries.ts'
import { recordedSales } from './sales/recorded-sales.ts'
import { salesList, type SalesListFilter, soldEvents } from './sales/sales-list.ts'
import { summariseShift } from './shift-summary.ts'
import type { Signer } from './signer.ts'
import type { Store, StoreOptions } from './store.ts'

export interface LedgerOptions extends StoreOptions {
  /**
   * Path of the database file, in an existing directory. Companion files have the same name with a suffix: `-wal`,
   * `-shm`, `.lock`, `.owner`, `.anchor`, `.journal.jsonl`, `.reserve`, `-backups/`.
   */
  readonly path: string
  /** Folders of archives and of closure documents, whose files also show that a ledger existed. */
  readonly archives?: string | undefined
  readonly reports?: string | undefined
  /** Disk space in bytes that is reserved for running sales; default: 16 MiB; 0 disables the reserve. */
  readonly reserveBytes?: number | undefined
}

/** Findings when the ledger was opened; all empty if the ledger was intact. */
interface OpeningReport {
  readonly rebuilt: Rebuilding | null
  /** Ids of sales that did not match the hash chain and were rebuilt from their rows. */
  readonly repaired: readonly string[]
  /** Set if recorded rows are missing. Some sales may have progressed further than the ledger shows. */
  readonly missing: MissingRows | null
  /** Set if the hash chain is broken. No new sale starts until staff have investigated the break. */
  readonly chain: ChainBreak | null
}

const RESERVE_BYTES = 16 << 20

/**
 * Opens or creates the register's ledger and locks the file until `close`. Checks and repairs the file, and checks the
 * hash chain since the last Z report. Rejects with `LedgerInUse`, `LedgerTooNew`, `StorageFull`, or SQLite's error if
 * the disk cannot be read.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { path, reserveBytes = RESERVE_BYTES } = options
  const lock = lockLedger(path, options)
  let guard: Guard | null = null
  let anchor: Anchor | null = null
  const close = (): void => {
    guard?.close()
    anchor?.close()
    lock.release()
  }
  try {
    anchor = new Anchor(`${path}.anchor`, options.signer)
    const backups = `${path}-backups`
    const reserve = new Reserve(`${path}.reserve`, reserveBytes)
    const roll = `${path}.journal.jsonl`
    // Evidence outside the database must be read before any of the files is set aside.
    const outside = {
      tip: anchor.tip,
      foreign: anchor.foreign,
      traces: findLedgerRemnants({ ...options, backups, roll }),
    }
    const rebuilt = await prepareInReserve({ ...options, ...outside, backups, roll }, reserve)
    guard = new Guard({ ...options, roll }, reserve, anchor)
    const repaired = guard.write(false, (store) => store.mend(options.now()))
    issueMissingNotes(guard, options)
    const missing = rebuilt ? rebuilt.missing : noteMissingRows(guard, outside, options)
    if (rebuilt ?? missing) anchor.reset(guard.read(({ journal }) => journal.head()))
    purge(guard, options.now())
    guard.seal()
    const chain = guard.read(({ db }) => checkSinceClosure(db))
    return ledgerOver(guard, { rebuilt, repaired, missing, chain }, options, backups, close)
  } catch (error) {
    close()
    if (faultOf(error) !== 'full') throw error
    throw new StorageFull(`${path}: the disk is full; free some space, then start again`, { cause: error })
  }
}

/** Uses the reserve if the disk is full, because running sales must be able to end, even after a restart. */
async function prepareInReserve(options: OpeningOptions, reserve: Reserve): Promise<Rebuilding | null> {
  try {
    return await prepareFile(options)
  } catch (error) {
    if (faultOf(error) !== 'full' || !reserve.giveUp()) throw error
    return prepareFile(options)
  }
}

/** Records rows missing from an undamaged file, so that a truncated hash chain is always reported. */
function noteMissingRows(
  guard: Guard,
  { tip, foreign, traces }: Pick<OpeningOptions, 'tip' | 'foreign' | 'traces'>,
  { now }: LedgerOptions,
): MissingRows | null {
  const missing = guard.read(({ db, journal }) => {
    const remembered = findContradictions(db, [...traces.found, ...tracesOfMarks(db, foreign)])
    return missingRows(journal, tip, journal.head().seq, remembered)
  })
  if (missing === null) return null
  const { presentSeq, remembered } = missing
  if (remembered.length === 0 && guard.read(({ db }) => tip !== null && isNoted(db, tip))) return missing
  guard.write(false, (store) => {
    const restoration = { reason: 'rows are missing', salvagedRows: 0, presentSeq }
    const payload = restoredPayload(store.journal, restoration, tip, missing)
    return store.append({ code: 'RESTORED', saleId: null, staffId: null, payload }, now())
  })
  return missing
}

export type Ledger = ReturnType<typeof ledgerOver>

type Append = (entry: (store: Store) => JournalEntry, now: Instant) => void

function ledgerOver(
  guard: Guard,
  opening: OpeningReport,
  options: LedgerOptions,
  directory: string,
  close: () => void,
) {
  const { path, signer, nativeBinding } = options
  const register = guard.read((store) => store.register)
  const append: Append = (entry, now) => {
    guard.write(false, (store) => store.append(entry(store), now))
    guard.seal()
  }
  const condition = (): LedgerCondition => (opening.chain ? 'chain-broken' : guard.condition())
  let hub: HubMismatch | null = null
  const port: SaleLedger = {
    ...writesIn(guard, append),
    ...readsIn(guard),
    gaps: () => [...guard.read(({ db }) => openGaps(db)), ...(hub ? [hub] : [])],
    slips: slipsIn(guard, register, signer),
    accounts: {
      unconfirmed: () => guard.read(({ db }) => unconfirmedEntries(db)),
      payment: (reference) => guard.read(({ db }) => accountPayment(db, reference)),
    },
    condition,
    canStartSale: () => condition() === 'sound',
    close,
  }
  const files: SaleFiles = {
    find: (query, limit) => guard.read((store) => store.files.find(query, limit)),
    open: (saleId) => guard.read((store) => store.files.open(saleId)),
    ordersSoldHere: (orderIds) => guard.read((store) => store.files.ordersSoldHere(orderIds)),
    ofCode: (code) => guard.read((store) => store.files.ofCode(code)),
    isCodeFree: (code) => guard.read((store) => store.files.isCodeFree(code)),
  }

  return {
    ...port,
    ...shiftsIn(guard, signer, append),
    ...peopleIn(guard, options),
    /** Name with which the ledger was created. All rows contain this name, even if the configured name has changed. */
    register,
    opening,
    files,
    /** Returns the end of the hash chain with the ids of the ledger and its key; `hash` is in hexadecimal. */
    head: () =>
      guard.read(({ ledgerId, journal }) => {
        const { seq, hash } = journal.head()
        return { register, ledgerId, keyId: signer.keyId, seq, hash: hash.toString('hex') }
      }),
    hashOf: (seq: number) => guard.read(({ journal }) => journal.hashOf(seq)),
    isVouched: (hubKey: string) => guard.read(({ db }) => isVouched(db, signer.keyId, hubKey)),
    /** Adds a mismatch found by the hub to the ledger gaps. Null removes the mismatch. */
    setHubMismatch(found: { readonly type: LedgerMismatch; readonly seq: number } | null): void {
      hub = found && { kind: 'hub', doubt: found.type, seq: found.seq }
    },
    /**
     * Returns the jump of the wall clock since the last row; null if the clock did not jump. The caller records
     * CLOCK_JUMP.
     */
    clockJump(now: Instant) {
      const last = guard.read(({ journal }) => journal.lastInstant())
      return last && clockJump(last, now)
    },
    archive: (to: string, { wallUtc }: Instant) => exportLedger(path, to, signer, { wallUtc, nativeBinding }),
    /** Makes a verified copy beside the ledger. Must be called at each Z report and before an update. */
    backup: ({ wallUtc }: Instant) => backupLedger(path, directory, wallUtc, { nativeBinding }),
  }
}

function writesIn(guard: Guard, append: Append) {
  return {
    record(previous, sale, event, now) {
      guard.write(previous === null, (store) => {
        if (event.type === 'purchase-confirmed' || event.type === 'tickets-found') assertSeatsFree(store, sale, event)
        return store.step(previous, sale, event, now)
      })
      // Before a payment, the data that identifies the sale must be durable in two files.
      if (event.type === 'tender-started') guard.flushRoll()
      if (!isOver(sale)) return
      guard.read((store) => store.forget(sale.saleId))
      guard.seal()
    },
    note(code, payload, now, staffId) {
      append(() => ({ code, saleId: null, staffId: staffId ?? null, payload }), now)
    },
    purchaseCopies(ticketNumber) {
      return guard.read(({ db }) => purchaseCopies(db, ticketNumber))
    },
    settleGap({ seq: gapSeq }, reference, staffId, now) {
      append(() => ({ code: 'GAP_SETTLED', saleId: null, staffId, payload: { gapSeq, reference } }), now)
    },
    recordStrayNote(note, now) {
      append(() => ({ code: 'NOTE_UNALLOCATED', saleId: null, staffId: null, payload: strayPayload(note) }), now)
    },
    settleStrayNote(stray, paidOut, staffId, now) {
      append(
        () => ({
          code: 'UNALLOCATED_NOTE_SETTLED',
          saleId: null,
          staffId,
          payload: straySettledPayload(stray, paidOut),
        }),
        now,
      )
    },
    recordCashbox: (act, staffId, now) => append(({ db }) => cashboxEntry(db, act, staffId), now),
    recordAfterSale(act, staffId, now) {
      const isInvoiced = guard.write(false, (store) => {
        const note = isReturn(act) ? creditNoteEntry(store.db, act, staffId) : null
        store.append(afterSaleEntry(withSealedBuyer(store, act), staffId), now)
        if (note) store.append(note, now)
        return note !== null
      })
      // A refund request or an invoice must be durable in two files before it leaves the machine, or is printed.
      if (isInvoiced || act.type === 'refund-requested' || act.type === 'invoice-signed') guard.flushRoll()
      guard.seal()
    },
    issueInvoice(wish, staffId, now) {
      guard.write(false, (store) => store.append(invoiceEntry(store, wish, staffId, now), now))
      guard.flushRoll()
      guard.seal()
    },
  } satisfies Partial<SaleLedger>
}

function readsIn(guard: Guard) {
  return {
    unfinished: () => guard.read((store) => store.unfinished()),
    unconfirmedSales: () => guard.read(({ db }) => salesInDoubt(db)),
    find: (saleId) => guard.read((store) => store.find(saleId)),
    customerOf: (saleId) => guard.read(({ personalData }) => personalData.customer(saleId)),
    conflictingHolds: (saleId, holdIds) => guard.read(({ db }) => conflictingHolds(db, saleId, holdIds)),
    conflictingTickets: (sale, tickets) => guard.read(({ db }) => conflictingTickets(db, sale, tickets)),
    seatsSoldHere: (sale, seatIds) => guard.read(({ db }) => seatsSoldHere(db, sale, seatIds)),
    othersOfOwner: (sale, listed) => guard.read(({ db }) => othersOfOwner(db, sale, listed)),
    strayNotes: () => guard.read(({ db }) => strayNotes(db)),
    lastNote: () => guard.read(({ db }) => lastNote(db)),
    cashbox: () => guard.read(({ db }) => cashboxState(db)),
    orderPaidBy: (kind, approval) => guard.read(({ db }) => orderPaidBy(db, kind, approval)),
    openPayments: () => guard.read(({ db }) => openPayments(db)),
    abandonedPayment: (saleId) => guard.read(({ db }) => abandonedPayment(db, saleId)),
    openRefunds: () => guard.read(({ db }) => openRefunds(db)),
    refundTries: (payment) => guard.read(({ db }) => refundTries(db, payment)),
    unsignedInvoices: () => guard.read(({ db }) => unsignedInvoices(db)),
    refusedPurchases: () => guard.read(({ db }) => refusedPurchases(db)),
  } satisfies Partial<SaleLedger>
}

function slipsIn(guard: Guard, register: string, signer: Signer): CreditSlips {
  return {
    find: (slipId) => guard.read(({ db }) => slipIn(db, slipId)),
    ofSale: (saleId) => guard.read(({ db }) => slipsOfSale(db, saleId)),
    open: () => guard.read(({ db }) => openSlips(db)),
    askedPayouts: () => guard.read(({ db }) => askedPayouts(db)),
    register: () => register,
    codeOf: (slip) => slipCode(slip, register, signer),
    isOurs: (code) => guard.read(({ db }) => signedSlip(db, code)),
  }
}

function shiftsIn(guard: Guard, signer: Signer, append: Append) {
  return {
    /**
     * Sums up the shift; a Z report ends the shift. The caller must print `tailHash` and the key id, which anchor the
     * hash chain outside the computer.
     */
    closeShift(kind: ClosureKind, staffId: string | null, now: Instant): Closure {
      const closure = guard.write(false, (store) => {
        const content = composeClosure(store, kind, store.journal.head(), signer)
        const entry = { code: `${kind}_REPORT`, saleId: null, staffId, payload: content }
        return { ...content, seq: store.append(entry, now).seq }
      })
      guard.seal()
      return closure
    },
    recordDrawer: (act: DrawerAct, staffId: string | null, now: Instant) =>
      append(({ db }) => drawerEntry(db, act, staffId), now),
    shiftState: () => guard.read(({ db }) => shiftState(db)),
    notesInBox: () => guard.read(({ db }) => notesInBox(db)),
    terminalDayDue: (terminal: TerminalPlace) => guard.read(({ db }) => pendingEndOfDay(db, terminal)),
    /** Records an end-of-day request before it is sent to the terminal; `noteTerminalDay` records the reply. */
    askTerminalDay: (day: string, terminal: TerminalPlace, staffId: string | null, now: Instant) =>
      append(({ db }) => dayAskedEntry(db, day, terminal, staffId), now),
    noteTerminalDay: (day: string, end: EndOfDayResult, now: Instant) =>
      append(() => endOfDayResultEntry(day, end), now),
    openCopies: () => guard.read(({ db }) => openCopies(db)),
    openCancellations: () => guard.read(({ db }) => openCancellations(db)),
    /** Returns the printed content of a closure; null if row `closureSeq` is not a closure. */
    shiftReport: (closureSeq: number) => guard.read((store) => summariseShift(store, closureSeq, signer)),
    closures: (limit: number) => guard.read(({ db }) => latestClosures(db, limit)),
    recordedSales: (shiftNo: number | null) => guard.read(({ db }) => recordedSales(db, shiftNo)),
    shiftTrade: (shiftNo: number | null) => guard.read((store) => shiftTrade(store, shiftNo)),
    salesList: (filter: SalesListFilter) =>
      guard.read(({ db, personalData }) => salesList(db, filter, personalData.buyer)),
    soldEvents: () => guard.read(({ db }) => soldEvents(db)),
    journalLines: (wanted: JournalWish) => guard.read(({ db }) => journalLines(db, wanted)),
  }
}

function peopleIn(guard: Guard, options: LedgerOptions) {
  return {
    finishedSales: (orderIds: readonly string[]) => guard.read((store) => store.finishedSales(orderIds)),
    /** Erases customer data whose retention period has ended. The data is also erased whenever the ledger is opened. */
    purgeCustomerData: (now: Instant) => purge(guard, now),
    findPerson: (wanted: PersonWanted, by: 'parts' | 'whole', { wallUtc: nowUtc }: Instant) =>
      guard.read((store) => findPersonalRecords(store, wanted, by, { nowUtc, timeZone: venueTimeZone(options) })),
    /**
     * Erases the customer data of the given sales and records who requested the erasure. Amounts, seats and tickets
     * remain.
     */
    erasePerson(saleIds: readonly string[], by: string, now: Instant): void {
      guard.write(false, (store) => {
        const payload = { by, sales: saleIds.length, saleIds }
        store.append({ code: DATA_ERASED, saleId: null, staffId: null, payload }, now)
        store.personalData.erase(saleIds)
      })
      guard.seal()
      guard.read(emptyLog)
    },
    /**
     * Returns the encrypted bytes that belong only to the given sales, so that copies of these bytes in other files can
     * be found.
     */
    sealedOf: (saleIds: readonly string[]) => guard.read(({ personalData }) => personalData.sealedOf(saleIds)),
    erasedSales: () => guard.read(({ personalData }) => personalData.erased()),
  }
}

const isReturn = (act: PostSaleAction): act is TicketsReturned =>
  act.type === 'tickets-refunded' || act.type === 'tickets-voided'

/** Issues the credit notes for returns whose rows were recovered, although the rows of the credit notes were lost. */
function issueMissingNotes(guard: Guard, { now }: LedgerOptions): void {
  if (guard.read(({ db }) => returnsWithoutNote(db)).length === 0) return
  guard.write(false, (store) => {
    for (const { act, staffId } of returnsWithoutNote(store.db)) {
      const note = creditNoteEntry(store.db, act, staffId)
      if (note) store.append(note, now())
    }
  })
}

/** Throws `LedgerConflict` if another sale has a valid ticket for one of the seats. */
function assertSeatsFree({ db }: Store, sale: Sale, { tickets }: { readonly tickets: readonly Ticket[] }): void {
  const sold = seatsSoldHere(
    db,
    sale,
    tickets.map(({ seatId }) => seatId),
  )
  if (sold.length > 0) throw new LedgerConflict(`seats with a ticket of another sale: ${sold.join(', ')}`)
}

function purge(guard: Guard, now: Instant): void {
  const forgotten = guard.write(false, (store) => {
    const sales = store.personalData.forget(now)
    if (sales > 0) store.append({ code: 'CUSTOMER_DATA_PURGED', saleId: null, staffId: null, payload: { sales } }, now)
    return sales
  })
  // The write-ahead log contains the deleted data until a checkpoint, which a reader can delay.
  if (forgotten > 0) guard.read(emptyLog)
}

function emptyLog({ db }: Store): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function isOver({ state }: Sale): boolean {
  return state === 'done' || state === 'abandoned' || state === 'refunded'
}
