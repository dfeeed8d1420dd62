import { instantOf, localDate } from '../../../shared/domain/documents/local-date.ts'
import {
  cashPieces,
  type CountedPiece,
  notInCash,
  type NotInCash,
  piecesBelong,
} from '../../../shared/domain/money/cash.ts'
import type { HubAttestation, IssuedSlip } from '../../../shared/domain/money/credit-voucher.ts'
import {
  type AccountPaid,
  type CashMove,
  type DrawerAct,
  hasNothingToClose,
} from '../../../shared/domain/money/drawer.ts'
import {
  blindReading,
  type ClosureKind,
  type ClosureSummary,
  type ShiftReport,
  type TerminalDay,
} from '../../../shared/domain/money/shift-report.ts'
import { isCash, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { NothingToClose, UnknownCurrency } from '../../../shared/api/kiosk/failures.ts'
import { MAX_CLOSURES } from '../../../shared/api/kiosk/office-views.ts'
import type { ShiftClosedView, ShiftView } from '../../../shared/api/kiosk/views.ts'
import type { TenderDriver } from '../ports/devices.ts'
import {
  type Clock,
  type Ids,
  type LedgerArchive,
  type Log,
  type Ports,
  type Printers,
  type ReportIssuer,
  type SaleLedger,
  type ShiftBook,
  type TerminalDayBook,
  type TerminalPlace,
  within,
} from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'

/** Local time of day at the venue. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const LOOK_EVERY_MS = 15_000

/** States in which no seat is held and no payment is pending, so that a shift may end. */
const atRest: ReadonlySet<string> = new Set(['choosing', 'print-unknown', 'refund-due', 'needs-staff'])

/**
 * Returns the most recent instant, not after `wallUtc`, at which a local clock showed this time of day (ISO 8601 UTC).
 */
export function lastTimeOfDay(wallUtc: string, { hour, minute }: TimeOfDay, timeZone: string): string {
  const { year, month, day } = localDate(wallUtc, timeZone)
  const [today = 0, yesterday = 0] = [day, day - 1].map((each) =>
    instantOf(Date.UTC(year, month, each, hour, minute), timeZone),
  )
  return new Date(today > Date.parse(wallUtc) ? yesterday : today).toISOString()
}

/** Returns whether any sale that is not waiting for staff holds seats or has a pending payment. */
export function saleUnderWay(ledger: Pick<SaleLedger, 'unfinished'>, sales: Pick<SaleService, 'faulted'>): boolean {
  return ledger.unfinished().some(({ saleId, state }) => !atRest.has(state) && !sales.faulted(saleId))
}

/**
 * Closes each non-empty shift at the given time of day, or after the sale in progress. If the kiosk was off, the shift
 * is closed at the next start. `timeZone`: IANA time zone of the venue. Resolves after `signal` is aborted.
 */
export async function keepClosingTime(
  { ledger, clock, log }: { readonly ledger: Pick<SaleLedger, 'unfinished'>; readonly clock: Clock; readonly log: Log },
  sales: Pick<SaleService, 'faulted'>,
  shifts: Pick<ShiftService, 'view' | 'closeUnless'>,
  at: { readonly closeAt: TimeOfDay; readonly timeZone: string },
  signal: AbortSignal,
): Promise<void> {
  let waitsSince: string | null = null
  while (!signal.aborted) {
    const { activeSinceUtc } = shifts.view()
    const due = lastTimeOfDay(clock.now().wallUtc, at.closeAt, at.timeZone)
    if (activeSinceUtc !== null && activeSinceUtc < due) {
      const closed = await shifts
        .closeUnless(() => saleUnderWay(ledger, sales))
        .catch((error: unknown) => {
          log.error('shift.scheduled-close-failed', error)
          return null
        })
      if (!closed && waitsSince !== due) log.info('shift.scheduled-close-waits', { due })
      waitsSince = due
    }
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}

export interface ShiftServicePorts extends Omit<TerminalDaysPorts, 'book'> {
  readonly book: ShiftBook
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly reports: ReportIssuer
  /** Currencies of the cash drawer, the default currency first. */
  readonly currencies: readonly string[]
  readonly opensDrawer: boolean
  /** Time of day at which shifts are closed automatically, `HH:MM`; null if staff close them. */
  readonly closeAt: string | null
  /** Whether each Z report writes a signed archive of the ledger. */
  readonly archivesAtZ: boolean
}

export class ShiftService {
  readonly #ports: ShiftServicePorts
  readonly #days: TerminalDays
  /** Runs one closure at a time, because simultaneous closures would copy the ledger to the same file. */
  readonly #inTurn = serial()
  #onZ: () => void = () => undefined

  constructor(ports: ShiftServicePorts) {
    this.#ports = ports
    this.#days = new TerminalDays({ ...ports, book: ports.book.terminalDays })
  }

  view(opened: ShiftView['opened'] = null): ShiftView {
    const { book, currencies, opensDrawer, closeAt } = this.#ports
    const { drawers, ...shift } = book.state()
    const known = new Map(drawers.map((drawer) => [drawer.currency, drawer]))
    const all = new Set([...currencies, ...known.keys()])
    return {
      ...shift,
      drawers: [...all].map((currency) => ({
        ...(known.get(currency) ?? { currency, float: null, counted: null, uncounted: false }),
        pieces: cashPieces(currency),
      })),
      terminalDays: this.#days.due(),
      ...(this.#days.hasTerminals() && { endsTerminalDay: true as const }),
      opensDrawer,
      opened,
      closeAt,
    }
  }

  /** Records the opening float, once per shift and currency. */
  open(
    currency: string,
    float: number,
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | NotInCash | { readonly type: 'float-known' }> {
    const drawer = this.#drawerOf(currency)
    if (!drawer.ok) return drawer
    if (drawer.value.float !== null) return err({ type: 'float-known' })
    const fault = notInCash(float, currency)
    if (fault) return err(fault)
    this.#record({ type: 'shift-opened', currency, amount: float }, staffId)
    return ok(this.view())
  }

  move(act: DrawerAct & { readonly type: CashMove }, staffId: string): Result<ShiftView, UnknownCurrency | NotInCash> {
    const drawer = this.#drawerOf(act.currency)
    if (!drawer.ok) return drawer
    const fault = notInCash(act.amount, act.currency)
    if (fault) return err(fault)
    this.#record(act, staffId)
    return ok(this.view())
  }

  /** Records a count. `receiver`: id of the staff member who takes over the drawer; absent without a handover. */
  count(
    currency: string,
    pieces: readonly CountedPiece[],
    staffId: string,
    receiver?: string,
  ): Result<ShiftView, UnknownCurrency | { readonly type: 'unknown-piece' }> {
    const drawer = this.#drawerOf(currency)
    if (!drawer.ok) return drawer
    if (!piecesBelong(currency, pieces)) return err({ type: 'unknown-piece' })
    this.#record({ type: 'drawer-counted', currency, pieces, ...(receiver !== undefined && { receiver }) }, staffId)
    return ok(this.view())
  }

  /** Journals the opening before opening the drawer. */
  async openDrawer(
    act: Omit<DrawerAct & { readonly type: 'drawer-opened' }, 'type'>,
    staffId: string,
  ): Promise<Result<ShiftView, never>> {
    this.#record({ type: 'drawer-opened', ...act }, staffId)
    return ok(await this.#openDrawer())
  }

  /** Journals the payout before opening the drawer. */
  async payOutSlip(
    { slipId, amount, currency }: IssuedSlip,
    second: string,
    staffId: string,
    word?: HubAttestation,
  ): Promise<Result<ShiftView, UnknownCurrency>> {
    const drawer = this.#drawerOf(currency)
    if (!drawer.ok) return drawer
    this.#record({ type: 'slip-paid-out', slipId, amount, currency, second, ...(word && { word }) }, staffId)
    return ok(await this.#openDrawer())
  }

  /** Records a payment on an account. Opens the drawer if the customer paid in cash. */
  payAccount(paid: AccountPaid, staffId: string): Result<null, UnknownCurrency> {
    const drawer = isCash(paid.tender) ? this.#drawerOf(paid.currency) : ok(null)
    if (!drawer.ok) return drawer
    this.#record({ type: 'account-paid', ...paid }, staffId)
    if (isCash(paid.tender)) void this.#openDrawer()
    return ok(null)
  }

  /** `blind`: whether the expected amount of an uncounted drawer is hidden from the staff member. */
  close(kind: ClosureKind, staffId: string, blind: boolean): Promise<Result<ShiftClosedView, NothingToClose>> {
    return this.#inTurn(async () => {
      const shift = this.#ports.book.state()
      if (kind === 'Z' && hasNothingToClose(shift)) return err({ type: 'nothing-to-close', shiftNo: shift.shiftNo - 1 })
      return ok(await this.#close(kind, staffId, blind))
    })
  }

  /** Makes a Z report without staff. Resolves to null if `blocked` returns true when the closure begins. */
  closeUnless(blocked: () => boolean): Promise<ShiftClosedView | null> {
    return this.#inTurn(async () => (blocked() ? null : this.#close('Z', null, false)))
  }

  /** Sets the function to call after each Z report, manual or automatic. */
  onZ(onZ: () => void): void {
    this.#onZ = onZ
  }

  /** Returns the latest closures, newest first. */
  closures(): readonly ClosureSummary[] {
    return this.#ports.book.closures(MAX_CLOSURES)
  }

  report(closureSeq: number): ShiftReport | null {
    return this.#ports.book.report(closureSeq)
  }

  /** Reprints the report of a closure, by default the last closure. Resolves to null if there is no closure. */
  reprint(blind: boolean, closureSeq?: number): Promise<ShiftClosedView | null> {
    const { book } = this.#ports
    return this.#inTurn(async () => {
      const seq = closureSeq ?? book.closures(1)[0]?.seq
      const report = seq === undefined ? null : book.report(seq)
      return report && this.#issue(report, blind)
    })
  }

  /** Writes the whole ledger as a signed archive; resolves to null on failure. */
  archive(): Promise<LedgerArchive | null> {
    return this.#inTurn(() => this.#archive())
  }

  closeDaysDue(staffId: string): Promise<void> {
    return this.#days.close('due', staffId)
  }

  stop(): Promise<void> {
    return this.#days.stop()
  }

  #drawerOf(currency: string) {
    const drawer = this.view().drawers.find((each) => each.currency === currency)
    return drawer ? ok(drawer) : err({ type: 'unknown-currency' } as const)
  }

  #record(act: DrawerAct, staffId: string): void {
    this.#ports.book.record(act, staffId)
    this.#ports.log.info('drawer.act', { act: act.type, staffId })
  }

  async #openDrawer(): Promise<ShiftView> {
    const { printers, log } = this.#ports
    const done = await printers.openDrawer().catch((error: unknown) => {
      log.error('drawer.failed', error)
      return null
    })
    return this.view(done?.outcome === 'opened' ? 'opened' : 'failed')
  }

  /** The closure is recorded first, because a failed copy, archive or print can be repeated. */
  async #close(kind: ClosureKind, staffId: string | null, blind: boolean): Promise<ShiftClosedView> {
    const { book, archivesAtZ, log } = this.#ports
    const report = book.close(kind, staffId)
    log.info('shift.report-made', { kind, shiftNo: report.shiftNo, tailHash: report.anchor.tailHash })
    if (kind === 'X') return this.#issue(report, blind)
    this.#onZ()
    await book.backup().catch((error: unknown) => log.error('ledger.closure-copy-failed', error))
    await this.#days.close('all', staffId)
    const withDays = book.report(report.anchor.seq) ?? report
    return this.#issue(withDays, blind, archivesAtZ ? await this.#archive() : null)
  }

  #archive(): Promise<LedgerArchive | null> {
    return this.#ports.book.archive().catch((error: unknown) => {
      this.#ports.log.error('ledger.archive-failed', error)
      return null
    })
  }

  async #issue(whole: ShiftReport, blind: boolean, archive: LedgerArchive | null = null): Promise<ShiftClosedView> {
    const report = blind ? blindReading(whole) : whole
    const { saved, table, printed } = await this.#ports.reports.issue(report)
    const paper = printed ?? saved
    return {
      kind: report.kind,
      shiftNo: report.shiftNo,
      takings: report.currencies.flatMap(({ currency, net, blind: kept }) =>
        kept ? [] : [{ currency, tickets: net.tickets, net: net.amount }],
      ),
      blind: report.currencies.some((one) => one.blind),
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
      file: saved.outcome === 'printed' ? saved.evidence : '',
      csv: table.outcome === 'printed' ? table.evidence : '',
      archive: archive?.path ?? '',
      terminalDays: report.terminalDays,
    }
  }
}

interface TerminalDaysPorts {
  readonly book: TerminalDayBook
  readonly tenders: Ports['tenders']
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly log: Log
}

/** Maximum time in milliseconds to wait for the terminals before a report is created. */
const WAIT_MS = 60_000

interface Terminal {
  readonly place: TerminalPlace
  readonly runEndOfDay: Required<TenderDriver>['runEndOfDay']
}

class TerminalDays {
  readonly #ports: TerminalDaysPorts
  readonly #terminals: readonly Terminal[]
  readonly #stopping = new AbortController()
  /** End-of-day closings in progress, by tender. */
  readonly #running = new Map<TenderKind, Promise<void>>()

  constructor(ports: TerminalDaysPorts) {
    this.#ports = ports
    this.#terminals = Object.entries(ports.tenders).flatMap(([kind, driver]) => {
      const runEndOfDay = driver?.runEndOfDay?.bind(driver)
      return runEndOfDay
        ? [{ runEndOfDay, place: { kind: kind as TenderKind, driver: driver.name, host: driver.host } }]
        : []
    })
  }

  hasTerminals(): boolean {
    return this.#terminals.length > 0
  }

  /** Returns the terminal days that have not been closed yet. */
  due(): readonly TerminalDay[] {
    return this.#terminals.flatMap(({ place }) => this.#ports.book.due(place) ?? [])
  }

  /** Resolves when all terminals have replied, or at the timeout; later replies are still journalled. */
  async close(which: 'all' | 'due', staffId: string | null): Promise<void> {
    const { book, clock } = this.#ports
    const wanted = this.#terminals.filter(({ place }) => which === 'all' || book.due(place) !== null)
    if (wanted.length === 0 || this.#stopping.signal.aborted) return
    await within(clock, WAIT_MS, Promise.all(wanted.map((terminal) => this.#begin(terminal, staffId))))
  }

  /** Stops waiting for terminals. The result of a closing in progress is then unknown. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  #begin(terminal: Terminal, staffId: string | null): Promise<void> {
    const running = this.#running.get(terminal.place.kind)
    if (running) return running
    const closing = this.#closeDay(terminal, staffId).finally(() => this.#running.delete(terminal.place.kind))
    this.#running.set(terminal.place.kind, closing)
    return closing
  }

  async #closeDay({ place, runEndOfDay: closeDay }: Terminal, staffId: string | null): Promise<void> {
    const { book, ids, log } = this.#ports
    const { signal } = this.#stopping
    const day = ids.uuid()
    try {
      book.ask(day, place, staffId)
      const end = await closeDay(signal)
      if (signal.aborted) return
      book.note(day, end)
      log.info('terminal-day.ended', { driver: place.driver, outcome: end.outcome })
    } catch (error) {
      log.error('terminal-day.failed', error)
    }
  }
}
