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
   * The database file; its directory exists. What belongs to it lies beside it under its name: `-wal`, `-shm`, `.lock`,
   * `.owner`, `.anchor`, `.roll`, `.reserve`, `-backups/`, and what was set aside.
   */
  readonly path: string
  readonly register: string
  readonly appVersion: string
  readonly nativeBinding?: string | undefined
  readonly signer: Signer
  /** Folders of archives and of the closures' documents: they show, too, that a ledger was here. */
  readonly archives?: string | undefined
  readonly reports?: string | undefined
  /** Disk space reserved for running sales, in bytes; default: 16 MiB. 0 reserves none. */
  readonly reserveBytes?: number | undefined
  readonly now: () => Instant
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Days after the event for which customers are kept; default: `RETENTION_DAYS`. */
  readonly retentionDays?: number | undefined
}

/** The register's memory, as the program uses it beyond a sale's own steps. */
export interface Ledger extends SaleLedger {
  /** The name the ledger was made with; its rows carry it even when the configuration has another one by now. */
  readonly register: string
  readonly opening: OpeningReport
  /** The end of the chain, and what tells this ledger and its key from others. */
  head(): LedgerHead
  /** Hash of a row in hexadecimal; null: no such row. */
  hashOf(seq: number): string | null
  /** Whether this hub's word for the present key is journalled. */
  isVouched(hubKey: string): boolean
  /** What the hub finds is a case among the gaps until it finds nothing any more. */
  doubtedByHub(doubt: { readonly type: LedgerDoubt; readonly seq: number } | null): void
  /** How the wall clock jumped since the last row, if it did: the caller notes CLOCK_JUMP. */
  clockJump(now: Instant): ClockJump | null
  /** Sums up the shift; a Z ends it. `taxRate` is contained in prices, in percent; null: none. Print `tailHash` and the key id: paper is the anchor outside this machine. */
  closeShift(kind: ClosureKind, staffId: string | null, now: Instant, taxRate?: number | null): Closure
  /** Journals what was done with the running shift's drawer. */
  recordDrawer(act: DrawerAct, staffId: string | null, now: Instant): void
  shiftState(): ShiftState
  /** How many notes a device put into its box since that was emptied. */
  notesInBox(): number
  /** The end of this terminal's day that is still to be made; null: none is. */
  terminalDayDue(terminal: TerminalPlace): TerminalDay | null
  /** Journals that the terminal is about to be told to close its day, and what it said. */
  askTerminalDay(day: string, terminal: TerminalPlace, staffId: string | null, now: Instant): void
  noteTerminalDay(day: string, end: DayEnd, now: Instant): void
  readonly files: SaleFiles
  /** Returns the sales of these orders that are over. */
  finishedSales(orderIds: readonly string[]): readonly Sale[]
  /** Forgets customers whose event is long over, and journals it; done at each opening, too. */
  purgeCustomerData(now: Instant): void
  /** The sales of a person; see `findPersonalRecords`. */
  findPerson(wanted: PersonWanted, by: 'parts' | 'whole', now: Instant): readonly PersonalRecord[]
  /**
   * Erases the customers of these sales and journals it, with who asked; sums, seats and tickets stay. Nothing of them is left in free
   * pages or the log.
   */
  erasePerson(saleIds: readonly string[], by: string, now: Instant): void
  /** The bytes that lie sealed for these sales and for no other, by which copies of them can be found. */
  sealedOf(saleIds: readonly string[]): readonly Buffer[]
  /** Every sale whose customer was erased by request. */
  erasedSales(): readonly string[]
  /** Copies that were on their way to the printer when the program ended. */
  openCopies(): readonly Pick<CopyFinished, 'saleId' | 'ticketId' | 'copyNumber'>[]
  /** Returns whose tickets the service is still to be asked to cancel. */
  openCancellations(): readonly OpenCancellation[]
  /** What the closure in that row says on paper; null when there is none. */
  shiftReport(closureSeq: number): ShiftReport | null
  /** The latest closures, newest first. */
  closures(limit: number): readonly ClosureSummary[]
  /** The sales of a shift, null: the running one, to be held against the service's tickets; null: no such shift. */
  recordedSales(shiftNo: number | null): RecordedShift | null
  /** Returns the tickets sold and returned in a shift, by default the current one. Null if there is no such shift. */
  shiftTrade(shiftNo: number | null): ShiftTrade | null
  /** Rows before that one, or the last ones, newest first; codes that open gates are cut short. */
  journalLines(wanted: JournalWish): readonly JournalLine[]
  /** Writes all of it as a signed archive. */
  archive(to: string, now: Instant): Promise<Archive>
  /** A verified copy beside the ledger; call at each Z closure and before an update. */
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

/** What was found at the start; nothing on a good day. */
interface OpeningReport {
  /** The file had to be rebuilt. */
  readonly rebuilt: Rebuilding | null
  /** Sales that were not as the chain says, and were made out again from their rows. */
  readonly mended: readonly string[]
  /** Rows that were once written are not there: some sales may have gone further than the ledger knows. */
  readonly missing: MissingRows | null
  /** The chain does not hold: no new sale starts before somebody looked into it. */
  readonly chain: ChainBreak | null
}

const RESERVE_BYTES = 16 << 20

/**
 * Opens, or makes, the register's ledger and owns it until `close`: lock, file check and repair, durability asserted
 * after a write, chain check since the last Z closure. Rejects with `LedgerInUse`, `LedgerTooNew`, `StorageFull`, or SQLite's error when
 * the disk cannot be read.
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
    // Before anything of it is set aside.
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

/** Sales that run must be able to end on a full disk, also after a restart. */
async function prepareInReserve(options: OpeningOptions, reserve: Reserve): Promise<Rebuilding | null> {
  try {
    return await prepareFile(options)
  } catch (error) {
    if (faultOf(error) !== 'full' || !reserve.giveUp()) throw error
    return prepareFile(options)
  }
}

/** Rows that are gone without anything being damaged: a cut in the chain is never passed over in silence. */
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

/** Throws `LedgerConflict` where another sale has a good ticket for one of the seats. */
function assertSeatsFree({ conflicts }: Store, sale: Sale, { tickets }: { readonly tickets: readonly Ticket[] }): void {
  const sold = conflicts.seatsSoldHere(
    sale,
    tickets.map(({ seatId }) => seatId),
  )
  if (sold.length > 0) throw new LedgerConflict(`seats that another sale has a ticket for: ${sold.join(', ')}`)
}

/** The steps of sales, and what is known of them. */
function salesIn(guard: Guard, signer: Signer) {
  return {
    record(previous, sale, event, now) {
      guard.write(previous === null, (store) => {
        if (event.type === 'purchase-confirmed' || event.type === 'tickets-found') assertSeatsFree(store, sale, event)
        return store.step(previous, sale, event, now)
      })
      // Before money can move, what finds the sale again is durable in two files.
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

/** Money that this register owes to those who hold a slip of it. */
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

/** Rows that are gone, found here or by the hub. */
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

/** What is journalled beside the steps of sales, and the books of the shifts. */
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
      // The provider is asked next: what finds the refund again is durable in two files.
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

/** Forgets whose time is over; the journal says of how many sales. */
function purge(guard: Guard, now: Instant): void {
  const forgotten = guard.write(false, (store) => {
    const sales = store.personalData.forget(now)
    if (sales > 0) store.append({ code: 'CUSTOMER_DATA_PURGED', saleId: null, staffId: null, payload: { sales } }, now)
    return sales
  })
  // What was deleted still stands in the write-ahead log; where a reader is in the way, the next checkpoint takes it.
  if (forgotten > 0) guard.read(emptyLog)
}

function emptyLog({ db }: Store): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function isOver({ state }: Sale): boolean {
  return state === 'done' || state === 'abandoned' || state === 'refunded'
}
