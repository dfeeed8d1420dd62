import type { CopyFinished } from '../../shared/domain/sale/after-sale.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import type { Instant, Sale } from '../../shared/domain/sale/sale.ts'
import type { DrawerAct, ShiftState } from '../../shared/domain/money/drawer.ts'
import type { ClosureKind, ClosureSummary, ShiftReport } from '../../shared/domain/money/shift-report.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { PersonWanted } from '../../shared/domain/personal-request.ts'
import type { LedgerCondition, LedgerDoubt } from '../../shared/domain/fleet/readiness.ts'
import {
  type CreditSlips,
  type HubMismatch,
  type OpenCancellation,
  type SaleFiles,
  type SaleLedger,
  StorageFull,
  type TerminalPlace,
} from '../core/ports/ports.ts'
import type { DayEnd } from '../core/ports/devices.ts'
import type { TerminalDay } from '../../shared/domain/money/terminal-day.ts'
import type { ShiftTrade } from '../../shared/domain/money/trade.ts'
import type { JournalLine } from '../../shared/kiosk-api/office-views.ts'
import type { JournalWish } from '../core/ports/office.ts'
import { type Anchor, openAnchor } from './outside.ts'
import { type Backup, backupLedger } from './backup.ts'
import type { ChainBreak } from './chain-check.ts'
import { type ClockJump, clockJump, type OpeningOptions, prepareFile, type Rebuilding } from './opening.ts'
import { type Closure, composeClosure, latestClosures } from './books/closures.ts'
import { drawerEntry, shiftState } from './books/drawer.ts'
import { type Archive, exportLedger } from './export.ts'
import { afterSaleEntry, openCancellations, openCopies } from './books/after-sales.ts'
import { faultOf, LedgerConflict, lockLedger, openReserve, type Reserve } from './connection.ts'
import { dayAskedEntry, dayDue, dayToldEntry } from './books/terminal-days.ts'
import { createGuard, type Guard } from './guard.ts'
import {
  contradictions,
  findTraces,
  isNoted,
  isVouched,
  type MissingRows,
  missingRows,
  restoredPayload,
  tracesOfMarks,
} from './missing-rows.ts'
import { askedPayouts, openSlips, signedSlip, slipCode, slipIn, slipsOfSale } from './books/credit-slips.ts'
import {
  lastNote,
  noteBoxEntry,
  noteBoxState,
  notesInBox,
  STRAY_NOTE,
  STRAY_SETTLED,
  strayNotes,
  strayPayload,
  straySettledPayload,
} from './books/notes.ts'
import { leftOpen, openPayments, openRefunds, refundTries } from './books/open-payments.ts'
import { journalLines, refusedPurchases, shiftTrade } from './queries.ts'
import { findPersonalRecords, type PersonalRecord } from './personal-records.ts'
import { DATA_ERASED } from './personal-data.ts'
import { recordedSales, type RecordedShift } from './sales/recorded-sales.ts'
import type { Store } from './store.ts'
import type { Signer } from './signer.ts'
import { summariseShift } from './shift-summary.ts'

export interface LedgerOptions {
  /**
   * The database file, in an existing directory. Its companion files have the same name with a suffix: `-wal`, `-shm`,
   * `.lock`, `.owner`, `.anchor`, `.roll`, `.reserve`, `-backups/`, and files that were set aside.
   */
  readonly path: string
  readonly register: string
  readonly appVersion: string
  readonly nativeBinding?: string | undefined
  readonly signer: Signer
  /** Folders of archives and of the closures' documents. They are further evidence that a ledger existed here. */
  readonly archives?: string | undefined
  readonly reports?: string | undefined
  /** Disk space reserved for running sales, in bytes; default: 16 MiB. 0 reserves none. */
  readonly reserveBytes?: number | undefined
  readonly now: () => Instant
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Days after the event for which customer data is retained; default: `RETENTION_DAYS`. */
  readonly retentionDays?: number | undefined
}

/** The register's ledger, including everything that the program uses beyond the steps of a sale. */
export interface Ledger extends SaleLedger {
  /** Name with which the ledger was created. Its rows carry this name even if the configuration now has another one. */
  readonly register: string
  readonly opening: OpeningReport
  /** Returns the end of the chain with the ids of the ledger and its key. */
  head(): LedgerHead
  /** Returns the hash of a row in hexadecimal; null if there is no such row. */
  hashOf(seq: number): string | null
  /** Returns whether the journal contains this hub's attestation of the current key. */
  isVouched(hubKey: string): boolean
  /** Lists a mismatch found by the hub among the gaps. Null removes it. */
  doubtedByHub(doubt: { readonly type: LedgerDoubt; readonly seq: number } | null): void
  /** Returns the jump of the wall clock since the last row, or null if there was none. The caller notes CLOCK_JUMP. */
  clockJump(now: Instant): ClockJump | null
  /**
   * Sums up the shift; a Z ends it. `taxRate` is contained in prices, in percent; null if there is no tax. Print
   * `tailHash` and the key id: the paper anchors the chain outside this machine.
   */
  closeShift(kind: ClosureKind, staffId: string | null, now: Instant, taxRate?: number | null): Closure
  /** Journals an action on the running shift's drawer. */
  recordDrawer(act: DrawerAct, staffId: string | null, now: Instant): void
  shiftState(): ShiftState
  /** Returns the number of notes that the device has put into the cashbox since it was last emptied. */
  notesInBox(): number
  /** Returns the pending end of day of this terminal; null if none is due. */
  terminalDayDue(terminal: TerminalPlace): TerminalDay | null
  /** Journals that the terminal is about to be asked to close its day; `noteTerminalDay` journals its reply. */
  askTerminalDay(day: string, terminal: TerminalPlace, staffId: string | null, now: Instant): void
  noteTerminalDay(day: string, end: DayEnd, now: Instant): void
  readonly files: SaleFiles
  /** Returns the finished sales of these orders. */
  finishedSales(orderIds: readonly string[]): readonly Sale[]
  /** Erases customer data whose retention period has ended, and journals it. Also runs at each opening. */
  purgeCustomerData(now: Instant): void
  /** Returns the sales of a person; see `findPersonalRecords`. */
  findPerson(wanted: PersonWanted, by: 'parts' | 'whole', now: Instant): readonly PersonalRecord[]
  /**
   * Erases the customers of these sales and journals it with the requester. Amounts, seats and tickets stay. No
   * customer data remains in free pages or the log.
   */
  erasePerson(saleIds: readonly string[], by: string, now: Instant): void
  /** Returns the bytes sealed for these sales only, so that copies of them can be found. */
  sealedOf(saleIds: readonly string[]): readonly Buffer[]
  /** Returns the sales whose customer was erased by request. */
  erasedSales(): readonly string[]
  /** Returns the copies that were being sent to the printer when the program ended. */
  openCopies(): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
  /** Returns the cancellations that the service still has to be asked for. */
  openCancellations(): readonly OpenCancellation[]
  /** Returns the printed content of the closure in this row; null if the row is not a closure. */
  shiftReport(closureSeq: number): ShiftReport | null
  /** Returns the latest closures, newest first. */
  closures(limit: number): readonly ClosureSummary[]
  /**
   * Returns the sales of a shift, or of the running one if `shiftNo` is null, for comparison with the service's
   * tickets. Null if there is no such shift.
   */
  recordedSales(shiftNo: number | null): RecordedShift | null
  /** Returns the tickets sold and returned in a shift, by default the current one. Null if there is no such shift. */
  shiftTrade(shiftNo: number | null): ShiftTrade | null
  /** Returns the rows before the given one, or the last ones, newest first. Codes that open gates are truncated. */
  journalLines(wanted: JournalWish): readonly JournalLine[]
  /** Writes the complete ledger as a signed archive. */
  archive(to: string, now: Instant): Promise<Archive>
  /** Makes a verified copy beside the ledger. Call it at each Z closure and before an update. */
  backup(now: Instant): Promise<Backup>
}

interface LedgerHead {
  readonly register: string
  readonly ledgerId: string
  readonly keyId: string
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

/** Findings at the start; all empty if the ledger was intact. */
interface OpeningReport {
  /** Set if the file had to be rebuilt. */
  readonly rebuilt: Rebuilding | null
  /** Ids of sales that did not match the chain and were rebuilt from their rows. */
  readonly mended: readonly string[]
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
  try {
    anchor = openAnchor(`${path}.anchor`, options.signer)
    const backups = `${path}-backups`
    const reserve = openReserve(`${path}.reserve`, reserveBytes)
    const roll = `${path}.roll`
    // Read before any of these files is set aside.
    const outside = {
      tip: anchor.tip(),
      foreign: anchor.foreign(),
      traces: findTraces({ ...options, backups, roll }),
    }
    const rebuilt = await prepareInReserve({ ...options, ...outside, backups, roll }, reserve)
    guard = createGuard({ ...options, roll }, reserve, anchor)
    const mended = guard.write(false, (store) => store.mend(options.now()))
    const missing = rebuilt ? rebuilt.missing : noteMissingRows(guard, outside, options)
    if (rebuilt ?? missing) anchor.reset(guard.read(({ journal }) => journal.head()))
    purge(guard, options.now())
    guard.seal()
    const chain = guard.read((store) => store.check())
    return ledgerOver(guard, { rebuilt, mended, missing, chain }, options, backups, () => {
      guard?.close()
      anchor?.close()
      lock.release()
    })
  } catch (error) {
    guard?.close()
    anchor?.close()
    lock.release()
    if (faultOf(error) !== 'full') throw error
    throw new StorageFull(`${path}: the disk is full. Make room on it, then start again.`, { cause: error })
  }
}

/** Running sales must be able to end on a full disk, even after a restart. */
async function prepareInReserve(options: OpeningOptions, reserve: Reserve): Promise<Rebuilding | null> {
  try {
    return await prepareFile(options)
  } catch (error) {
    if (faultOf(error) !== 'full' || !reserve.giveUp()) throw error
    return prepareFile(options)
  }
}

/** Detects rows missing from an undamaged file and journals them, so that a cut in the chain never goes unreported. */
function noteMissingRows(
  guard: Guard,
  { tip, foreign, traces }: Pick<OpeningOptions, 'tip' | 'foreign' | 'traces'>,
  { now }: LedgerOptions,
): MissingRows | null {
  const missing = guard.read(({ db, journal }) => {
    const remembered = contradictions(db, [...traces.found, ...tracesOfMarks(db, foreign)])
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

function ledgerOver(
  guard: Guard,
  opening: OpeningReport,
  { path, signer, nativeBinding, timeZone }: LedgerOptions,
  directory: string,
  close: () => void,
): Ledger {
  const condition = (): LedgerCondition => (opening.chain ? 'chain-broken' : guard.condition())
  return {
    register: guard.read((store) => store.register),
    opening,
    ...chainIn(guard, signer),
    condition,
    canStartSale: () => condition() === 'sound',
    ...salesIn(guard, signer),
    ...peopleIn(guard, timeZone),
    ...gapsIn(guard),
    ...booksIn(guard, signer),
    archive: (to, { wallUtc }) => exportLedger({ path, to, signer, wallUtc, nativeBinding }),
    backup: ({ wallUtc }) => backupLedger({ path, directory, wallUtc, nativeBinding }),
    close,
  }
}

function chainIn(guard: Guard, signer: Signer) {
  return {
    head: () =>
      guard.read(({ register, ledgerId, journal }) => {
        const { seq, hash } = journal.head()
        return { register, ledgerId, keyId: signer.keyId, seq, hash: hash.toString('hex') }
      }),
    hashOf: (seq) => guard.read(({ journal }) => journal.hashOf(seq)),
    isVouched: (hubKey) => guard.read(({ db }) => isVouched(db, signer.keyId, hubKey)),
    clockJump(now) {
      const last = guard.read((store) => store.journal.lastInstant())
      return last && clockJump(last, now)
    },
    journalLines: (wanted) => guard.read(({ db }) => journalLines(db, wanted)),
  } satisfies Partial<Ledger>
}

/** Throws `LedgerConflict` if another sale has a valid ticket for one of the seats. */
function assertSeatsFree({ conflicts }: Store, sale: Sale, { tickets }: { readonly tickets: readonly Ticket[] }): void {
  const sold = conflicts.seatsSoldHere(
    sale,
    tickets.map(({ seatId }) => seatId),
  )
  if (sold.length > 0) throw new LedgerConflict(`seats that another sale has a ticket for: ${sold.join(', ')}`)
}

/** Records and finds sales. */
function salesIn(guard: Guard, signer: Signer) {
  return {
    record(previous, sale, event, now) {
      guard.write(previous === null, (store) => {
        if (event.type === 'purchase-confirmed' || event.type === 'tickets-found') assertSeatsFree(store, sale, event)
        return store.step(previous, sale, event, now)
      })
      // Before money can move, the data needed to find the sale again is durable in two files.
      if (event.type === 'tender-started') guard.flushRoll()
      if (!isOver(sale)) return
      guard.read((store) => store.forget(sale.saleId))
      guard.seal()
    },
    unfinished: () => guard.read((store) => store.unfinished()),
    find: (saleId) => guard.read((store) => store.find(saleId)),
    customerOf: (saleId) => guard.read(({ personalData }) => personalData.customer(saleId)),
    finishedSales: (orderIds) => guard.read((store) => store.finishedSales(orderIds)),
    purgeCustomerData: (now) => purge(guard, now),
    refusedPurchases: () => guard.read(({ db }) => refusedPurchases(db)),
    conflictingHolds: (saleId, holdIds) => guard.read(({ conflicts }) => conflicts.conflictingHolds(saleId, holdIds)),
    approvedAs: (kind, approval) => guard.read(({ conflicts }) => conflicts.approvedAs(kind, approval)),
    lastNote: () => guard.read(({ db }) => lastNote(db)),
    noteBox: () => guard.read(({ db }) => noteBoxState(db)),
    strayNotes: () => guard.read(({ db }) => strayNotes(db)),
    conflictingTickets: (sale, tickets) => guard.read(({ conflicts }) => conflicts.conflictingTickets(sale, tickets)),
    seatsSoldHere: (sale, seatIds) => guard.read(({ conflicts }) => conflicts.seatsSoldHere(sale, seatIds)),
    othersOfOwner: (sale, listed) => guard.read(({ conflicts }) => conflicts.othersOfOwner(sale, listed)),
    openCopies: () => guard.read(({ db }) => openCopies(db)),
    openCancellations: () => guard.read(({ db }) => openCancellations(db)),
    openPayments: () => guard.read(({ db }) => openPayments(db)),
    leftOpen: (saleId) => guard.read(({ db }) => leftOpen(db, saleId)),
    openRefunds: () => guard.read(({ db }) => openRefunds(db)),
    refundTries: (payment) => guard.read(({ db }) => refundTries(db, payment)),
    slips: slipsIn(guard, signer),
    files: {
      find: (query, limit) => guard.read(({ files }) => files.find(query, limit)),
      open: (saleId) => guard.read(({ files }) => files.open(saleId)),
      ofCode: (code) => guard.read(({ files }) => files.ofCode(code)),
      isCodeFree: (code) => guard.read(({ files }) => files.isCodeFree(code)),
    },
  } satisfies Partial<Ledger>
}

/** Manages the credit slips issued by this register. */
function slipsIn(guard: Guard, signer: Signer): CreditSlips {
  return {
    find: (slipId) => guard.read(({ db }) => slipIn(db, slipId)),
    ofSale: (saleId) => guard.read(({ db }) => slipsOfSale(db, saleId)),
    open: () => guard.read(({ db }) => openSlips(db)),
    askedPayouts: () => guard.read(({ db }) => askedPayouts(db)),
    register: () => guard.read(({ register }) => register),
    codeOf: (slip) =>
      slipCode(
        slip,
        guard.read(({ register }) => register),
        signer,
      ),
    isOurs: (code) => guard.read(({ db }) => signedSlip(db, code)),
  }
}

/** Finds, exports and erases the data of one person. */
function peopleIn(guard: Guard, timeZone: string | undefined) {
  return {
    findPerson: (wanted, by, { wallUtc }) =>
      guard.read((store) =>
        findPersonalRecords(store, wanted, by, { nowUtc: wallUtc, timeZone: venueTimeZone({ timeZone }) }),
      ),
    erasePerson(saleIds, by, now) {
      guard.write(false, (store) => {
        const payload = { by, sales: saleIds.length, saleIds }
        store.append({ code: DATA_ERASED, saleId: null, staffId: null, payload }, now)
        store.personalData.erase(saleIds)
      })
      guard.seal()
      guard.read(emptyLog)
    },
    sealedOf: (saleIds) => guard.read(({ personalData }) => personalData.sealedOf(saleIds)),
    erasedSales: () => guard.read(({ personalData }) => personalData.erased()),
  } satisfies Partial<Ledger>
}

/** Reports missing rows found here or by the hub. */
function gapsIn(guard: Guard) {
  let hub: HubMismatch | null = null
  return {
    doubtedByHub(found) {
      hub = found && { kind: 'hub', doubt: found.type, seq: found.seq }
    },
    inDoubt: () => guard.read(({ gaps }) => gaps.inDoubt()),
    gaps: () => [...guard.read(({ gaps }) => gaps.open()), ...(hub ? [hub] : [])],
    settleGap({ seq }, reference, staffId, now) {
      const entry = { code: 'GAP_SETTLED', saleId: null, staffId, payload: { gapSeq: seq, reference } }
      guard.write(false, (store) => store.append(entry, now))
      guard.seal()
    },
  } satisfies Partial<Ledger>
}

/** Journals entries outside sales, and keeps the books of the shifts. */
function booksIn(guard: Guard, signer: Signer) {
  return {
    note(code, payload, now, staffId) {
      guard.write(false, (store) => store.append({ code, saleId: null, staffId: staffId ?? null, payload }, now))
      guard.seal()
    },
    closeShift(kind, staffId, now, taxRate = null) {
      const closure = guard.write(false, (store) => {
        const content = composeClosure(store, { kind, taxRate }, store.journal.head(), signer)
        const entry = { code: `CLOSURE_${kind}`, saleId: null, staffId, payload: content }
        return { ...content, seq: store.append(entry, now).seq }
      })
      guard.seal()
      return closure
    },
    recordDrawer(act, staffId, now) {
      guard.write(false, (store) => store.append(drawerEntry(store.db, act, staffId), now))
      guard.seal()
    },
    recordStrayNote(note, now) {
      const entry = { code: STRAY_NOTE, saleId: null, staffId: null, payload: strayPayload(note) }
      guard.write(false, (store) => store.append(entry, now))
      guard.seal()
    },
    recordNoteBox(act, staffId, now) {
      guard.write(false, (store) => store.append(noteBoxEntry(store.db, act, staffId), now))
      guard.seal()
    },
    terminalDayDue: (terminal) => guard.read(({ db }) => dayDue(db, terminal)),
    askTerminalDay(day, terminal, staffId, now) {
      guard.write(false, (store) => store.append(dayAskedEntry(store.db, day, terminal, staffId), now))
      guard.seal()
    },
    noteTerminalDay(day, end, now) {
      guard.write(false, (store) => store.append(dayToldEntry(day, end), now))
      guard.seal()
    },
    settleStrayNote(stray, paidOut, staffId, now) {
      const payload = straySettledPayload(stray, paidOut)
      guard.write(false, (store) => store.append({ code: STRAY_SETTLED, saleId: null, staffId, payload }, now))
      guard.seal()
    },
    recordAfterSale(act, staffId, now) {
      guard.write(false, (store) => store.append(afterSaleEntry(act, staffId), now))
      // The provider is asked next. The data needed to find the refund again is durable in two files before.
      if (act.type === 'refund-asked') guard.flushRoll()
      guard.seal()
    },
    notesInBox: () => guard.read(({ db }) => notesInBox(db)),
    shiftState: () => guard.read(({ db }) => shiftState(db)),
    shiftReport: (closureSeq) => guard.read((store) => summariseShift(store, closureSeq, signer)),
    closures: (limit) => guard.read(({ db }) => latestClosures(db, limit)),
    recordedSales: (shiftNo) => guard.read(({ db }) => recordedSales(db, shiftNo)),
    shiftTrade: (shiftNo) => guard.read((store) => shiftTrade(store, shiftNo)),
  } satisfies Partial<Ledger>
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
