import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { LedgerCondition, LedgerMismatch } from '../../shared/domain/fleet/readiness.ts'
import type { DrawerAct } from '../../shared/domain/money/drawer.ts'
import type { ClosureKind } from '../../shared/domain/money/shift-report.ts'
import type { PersonWanted } from '../../shared/domain/personal-request.ts'
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
  toApprovedTender,
  conflictingHolds,
  conflictingTickets,
  journalLines,
  othersOfOwner,
  refusedPurchases,
  seatsSoldHere,
  shiftTrade,
} from './queries.ts'
import { recordedSales } from './sales/recorded-sales.ts'
import { summariseShift } from './shift-summary.ts'
import type { Signer } from './signer.ts'
import type { Store, StoreOptions } from './store.ts'

export interface LedgerOptions extends StoreOptions {
  /**
   * The database file, in an existing directory. Its companion files have the same name with a suffix: `-wal`, `-shm`,
   * `.lock`, `.owner`, `.anchor`, `.journal.jsonl`, `.reserve`, `-backups/`, and files that were set aside.
   */
  readonly path: string
  /**
   * Folders of archives and of the closures' documents. The files in them are further evidence that a ledger existed
   * here.
   */
  readonly archives?: string | undefined
  readonly reports?: string | undefined
  /** Disk space reserved for running sales, in bytes; default: 16 MiB. 0 reserves none. */
  readonly reserveBytes?: number | undefined
}

/** Findings when the ledger was opened; all empty if the ledger was intact. */
interface OpeningReport {
  /** Set if the file had to be rebuilt. */
  readonly rebuilt: Rebuilding | null
  /** Ids of sales that did not match the chain and were rebuilt from their rows. */
  readonly repaired: readonly string[]
  /** Set if rows that were once written are missing. Some sales may have progressed further than the ledger shows. */
  readonly missing: MissingRows | null
  /** Set if the chain is broken. No new sale starts until staff have investigated it. */
  readonly chain: ChainBreak | null
}

const RESERVE_BYTES = 16 << 20

/**
 * Opens or creates the register's ledger and owns it until `close`. Takes the lock, checks and repairs the file,
 * asserts durability after a write, and checks the chain since the last Z closure. Rejects with `LedgerInUse`,
 * `LedgerTooNew`, `StorageFull`, or SQLite's error if the disk cannot be read.
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
    // Traces outside the database must be read before any of their files is set aside.
    const outside = {
      tip: anchor.tip,
      foreign: anchor.foreign,
      traces: findLedgerRemnants({ ...options, backups, roll }),
    }
    const rebuilt = await prepareInReserve({ ...options, ...outside, backups, roll }, reserve)
    guard = new Guard({ ...options, roll }, reserve, anchor)
    const repaired = guard.write(false, (store) => store.mend(options.now()))
    const missing = rebuilt ? rebuilt.missing : noteMissingRows(guard, outside, options)
    if (rebuilt ?? missing) anchor.reset(guard.read(({ journal }) => journal.head()))
    purge(guard, options.now())
    guard.seal()
    const chain = guard.read(({ db }) => checkSinceClosure(db))
    return ledgerOver(guard, { rebuilt, repaired, missing, chain }, options, backups, close)
  } catch (error) {
    close()
    if (faultOf(error) !== 'full') throw error
    throw new StorageFull(`${path}: the disk is full. Make room on it, then start again.`, { cause: error })
  }
}

/**
 * Prepares the file, using the reserve if the disk is full: running sales must be able to end, even after a restart.
 */
async function prepareInReserve(options: OpeningOptions, reserve: Reserve): Promise<Rebuilding | null> {
  try {
    return await prepareFile(options)
  } catch (error) {
    if (faultOf(error) !== 'full' || !reserve.giveUp()) throw error
    return prepareFile(options)
  }
}

/** Detects rows missing from an undamaged file and journals them, so that a truncated chain is always reported. */
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

/** The register's ledger, including everything that the program uses beyond the steps of a sale. */
export type Ledger = ReturnType<typeof ledgerOver>

/** Journals one row outside sales. */
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
    condition,
    canStartSale: () => condition() === 'sound',
    close,
  }
  const files: SaleFiles = {
    find: (query, limit) => guard.read((store) => store.files.find(query, limit)),
    open: (saleId) => guard.read((store) => store.files.open(saleId)),
    ofCode: (code) => guard.read((store) => store.files.ofCode(code)),
    isCodeFree: (code) => guard.read((store) => store.files.isCodeFree(code)),
  }

  return {
    ...port,
    ...shiftsIn(guard, signer, append),
    ...peopleIn(guard, options),
    /**
     * Name with which the ledger was created. Its rows have this name even if the configuration now has another name.
     */
    register,
    opening,
    files,
    /** Returns the end of the chain with the ids of the ledger and its key; `hash` in hexadecimal. */
    head: () =>
      guard.read(({ ledgerId, journal }) => {
        const { seq, hash } = journal.head()
        return { register, ledgerId, keyId: signer.keyId, seq, hash: hash.toString('hex') }
      }),
    /** Returns the hash of a row in hexadecimal; null if there is no such row. */
    hashOf: (seq: number) => guard.read(({ journal }) => journal.hashOf(seq)),
    /** Returns whether the journal contains this hub's attestation of the current key. */
    isVouched: (hubKey: string) => guard.read(({ db }) => isVouched(db, signer.keyId, hubKey)),
    /** Adds a mismatch found by the hub to the gaps. Null removes the mismatch. */
    setHubMismatch(found: { readonly type: LedgerMismatch; readonly seq: number } | null): void {
      hub = found && { kind: 'hub', doubt: found.type, seq: found.seq }
    },
    /**
     * Returns the jump of the wall clock since the last row, or null if there was no jump. The caller journals
     * CLOCK_JUMP.
     */
    clockJump(now: Instant) {
      const last = guard.read(({ journal }) => journal.lastInstant())
      return last && clockJump(last, now)
    },
    /** Writes the complete ledger as a signed archive. */
    archive: (to: string, { wallUtc }: Instant) => exportLedger({ path, to, signer, wallUtc, nativeBinding }),
    /** Makes a verified copy beside the ledger. Call it at each Z closure and before an update. */
    backup: ({ wallUtc }: Instant) => backupLedger({ path, directory, wallUtc, nativeBinding }),
  }
}

function writesIn(guard: Guard, append: Append) {
  return {
    record(previous, sale, event, now) {
      guard.write(previous === null, (store) => {
        if (event.type === 'purchase-confirmed' || event.type === 'tickets-found') assertSeatsFree(store, sale, event)
        return store.step(previous, sale, event, now)
      })
      // Before a payment can be made, the data needed to find the sale again must be durable in two files.
      if (event.type === 'tender-started') guard.flushRoll()
      if (!isOver(sale)) return
      guard.read((store) => store.forget(sale.saleId))
      guard.seal()
    },
    note(code, payload, now, staffId) {
      append(() => ({ code, saleId: null, staffId: staffId ?? null, payload }), now)
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
      guard.write(false, (store) => store.append(afterSaleEntry(act, staffId), now))
      // Before the provider is asked, the data needed to find the refund again must be durable in two files.
      if (act.type === 'refund-requested') guard.flushRoll()
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
    toApprovedTender: (kind, approval) => guard.read(({ db }) => toApprovedTender(db, kind, approval)),
    openPayments: () => guard.read(({ db }) => openPayments(db)),
    abandonedPayment: (saleId) => guard.read(({ db }) => abandonedPayment(db, saleId)),
    openRefunds: () => guard.read(({ db }) => openRefunds(db)),
    refundTries: (payment) => guard.read(({ db }) => refundTries(db, payment)),
    refusedPurchases: () => guard.read(({ db }) => refusedPurchases(db)),
  } satisfies Partial<SaleLedger>
}

/** Finds the credit slips issued by this register. */
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

/** Closes shifts, and records the actions on their drawer and terminals. */
function shiftsIn(guard: Guard, signer: Signer, append: Append) {
  return {
    /**
     * Sums up the shift; a Z closure ends it. `taxRate` is the tax contained in prices, in percent; null if there is no
     * tax. The caller must print `tailHash` and the key id, because the paper anchors the chain outside this machine.
     */
    closeShift(kind: ClosureKind, staffId: string | null, now: Instant, taxRate: number | null = null): Closure {
      const closure = guard.write(false, (store) => {
        const content = composeClosure(store, { kind, taxRate }, store.journal.head(), signer)
        const entry = { code: `${kind}_REPORT`, saleId: null, staffId, payload: content }
        return { ...content, seq: store.append(entry, now).seq }
      })
      guard.seal()
      return closure
    },
    /** Journals an action on the running shift's drawer. */
    recordDrawer: (act: DrawerAct, staffId: string | null, now: Instant) =>
      append(({ db }) => drawerEntry(db, act, staffId), now),
    shiftState: () => guard.read(({ db }) => shiftState(db)),
    /** Returns the number of notes that the device has put into the cashbox since it was last emptied. */
    notesInBox: () => guard.read(({ db }) => notesInBox(db)),
    /** Returns the pending end of day of this terminal; null if none is due. */
    terminalDayDue: (terminal: TerminalPlace) => guard.read(({ db }) => pendingEndOfDay(db, terminal)),
    /**
     * Journals the request before the terminal is asked to close its day. `noteTerminalDay` journals the terminal's
     * reply.
     */
    askTerminalDay: (day: string, terminal: TerminalPlace, staffId: string | null, now: Instant) =>
      append(({ db }) => dayAskedEntry(db, day, terminal, staffId), now),
    noteTerminalDay: (day: string, end: EndOfDayResult, now: Instant) =>
      append(() => endOfDayResultEntry(day, end), now),
    openCopies: () => guard.read(({ db }) => openCopies(db)),
    openCancellations: () => guard.read(({ db }) => openCancellations(db)),
    /** Returns the printed content of the closure in this row; null if the row is not a closure. */
    shiftReport: (closureSeq: number) => guard.read((store) => summariseShift(store, closureSeq, signer)),
    closures: (limit: number) => guard.read(({ db }) => latestClosures(db, limit)),
    recordedSales: (shiftNo: number | null) => guard.read(({ db }) => recordedSales(db, shiftNo)),
    shiftTrade: (shiftNo: number | null) => guard.read((store) => shiftTrade(store, shiftNo)),
    journalLines: (wanted: JournalWish) => guard.read(({ db }) => journalLines(db, wanted)),
  }
}

/** Finds and erases the data of customers. */
function peopleIn(guard: Guard, options: LedgerOptions) {
  return {
    finishedSales: (orderIds: readonly string[]) => guard.read((store) => store.finishedSales(orderIds)),
    /**
     * Erases customer data whose retention period has ended, and journals the erasure. The same erasure also runs at
     * each opening.
     */
    purgeCustomerData: (now: Instant) => purge(guard, now),
    /** Returns the sales of a person; see `findPersonalRecords`. */
    findPerson: (wanted: PersonWanted, by: 'parts' | 'whole', { wallUtc: nowUtc }: Instant) =>
      guard.read((store) => findPersonalRecords(store, wanted, by, { nowUtc, timeZone: venueTimeZone(options) })),
    /**
     * Erases the customers of these sales and journals the erasure with the requester. Amounts, seats and tickets
     * remain. No customer data remains in free pages or the log.
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
    /** Returns the bytes sealed for these sales only, so that copies of them can be found. */
    sealedOf: (saleIds: readonly string[]) => guard.read(({ personalData }) => personalData.sealedOf(saleIds)),
    /** Returns the sales whose customer was erased by request. */
    erasedSales: () => guard.read(({ personalData }) => personalData.erased()),
  }
}

/** Throws `LedgerConflict` if another sale has a valid ticket for one of the seats. */
function assertSeatsFree({ db }: Store, sale: Sale, { tickets }: { readonly tickets: readonly Ticket[] }): void {
  const sold = seatsSoldHere(
    db,
    sale,
    tickets.map(({ seatId }) => seatId),
  )
  if (sold.length > 0) throw new LedgerConflict(`seats that another sale has a ticket for: ${sold.join(', ')}`)
}

/** Erases customers whose retention period has ended, and journals the number of sales. */
function purge(guard: Guard, now: Instant): void {
  const forgotten = guard.write(false, (store) => {
    const sales = store.personalData.forget(now)
    if (sales > 0) store.append({ code: 'CUSTOMER_DATA_PURGED', saleId: null, staffId: null, payload: { sales } }, now)
    return sales
  })
  // The write-ahead log still contains the deleted data. If a reader blocks this checkpoint, the next one removes it.
  if (forgotten > 0) guard.read(emptyLog)
}

function emptyLog({ db }: Store): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function isOver({ state }: Sale): boolean {
  return state === 'done' || state === 'abandoned' || state === 'refunded'
}
