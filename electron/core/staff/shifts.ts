import { instantOf, localDate } from '../../../shared/domain/documents/local-date.ts'
import {
  cashPieces,
  type CountedPiece,
  notInCash,
  type NotInCash,
  piecesBelong,
} from '../../../shared/domain/money/cash.ts'
import type { HubWord, IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import { type CashMove, type DrawerAct, hasNothingToClose } from '../../../shared/domain/money/drawer.ts'
import {
  blindReading,
  type ClosureKind,
  type ClosureSummary,
  type ShiftReport,
} from '../../../shared/domain/money/shift-report.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { NothingToClose, UnknownCurrency } from '../../../shared/kiosk-api/failures.ts'
import { MAX_CLOSURES } from '../../../shared/kiosk-api/office-views.ts'
import type { ShiftClosedView, ShiftView } from '../../../shared/kiosk-api/views.ts'
import type { Clock, LedgerArchive, Log, Printers, ReportIssuer, SaleLedger, ShiftBook } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { type TerminalDays, terminalDays, type TerminalDaysPorts } from './terminal-days.ts'

/** Time of day at the venue. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const LOOK_EVERY_MS = 15_000

/** States in which no seat is held and no payment is pending: a shift may end meanwhile. */
const atRest: ReadonlySet<string> = new Set(['choosing', 'print-unknown', 'refund-due', 'needs-staff'])

/** Returns the last instant up to `wallUtc` with that time of day in an IANA time zone, in ISO 8601 UTC. */
export function lastTimeOfDay(wallUtc: string, { hour, minute }: TimeOfDay, timeZone: string): string {
  const { year, month, day } = localDate(wallUtc, timeZone)
  const [today = 0, yesterday = 0] = [day, day - 1].map((each) =>
    instantOf(Date.UTC(year, month, each, hour, minute), timeZone),
  )
  return new Date(today > Date.parse(wallUtc) ? yesterday : today).toISOString()
}

/**
 * Returns whether a sale holds seats or has a pending payment. A sale that waits for staff, or for the next start, does
 * not count.
 */
export function saleUnderWay(ledger: Pick<SaleLedger, 'unfinished'>, sales: Pick<SaleService, 'faulted'>): boolean {
  return ledger.unfinished().some(({ saleId, state }) => !atRest.has(state) && !sales.faulted(saleId))
}

/**
 * Ends each shift in which anything happened with a Z at its hour, as soon as no sale is under way; one that was missed, because the machine was off, is made
 * up for at the next start. The closure's row names nobody. Resolves once the signal aborts and nothing is being closed.
 */
export async function keepClosingTime(
  {
    ledger,
    sales,
    shifts,
    clock,
    log,
    timeZone,
  }: {
    readonly ledger: Pick<SaleLedger, 'unfinished'>
    readonly sales: Pick<SaleService, 'faulted'>
    readonly shifts: Pick<ShiftService, 'view' | 'closeUnless'>
    readonly clock: Clock
    readonly log: Log
    /** IANA time zone of the venue. */
    readonly timeZone: string
  },
  closeAt: TimeOfDay,
  signal: AbortSignal,
): Promise<void> {
  let waitsSince: string | null = null
  while (!signal.aborted) {
    const { activeSinceUtc } = shifts.view()
    const due = lastTimeOfDay(clock.now().wallUtc, closeAt, timeZone)
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

/** From one Z to the next: what is in the drawer, and how it is summed up. */
export interface ShiftService extends ShiftDrawers, ShiftClosures {
  /** Tells the terminals once more whose end of day is due. */
  closeDaysDue(staffId: string): Promise<void>
  /** Waits for no terminal any more. */
  stop(): Promise<void>
}

export interface ShiftServicePorts
  extends
    Omit<ShiftDrawersPorts, 'book' | 'days'>,
    Omit<ShiftClosuresPorts, 'book' | 'days'>,
    Omit<TerminalDaysPorts, 'book'> {
  readonly book: ShiftBook
}

export function createShiftService(ports: ShiftServicePorts): ShiftService {
  const days = terminalDays({ ...ports, book: ports.book.terminalDays })
  return {
    ...shiftDrawers({ ...ports, days }),
    ...shiftClosures({ ...ports, days }),
    closeDaysDue: (staffId) => days.close('due', staffId),
    stop: () => days.stop(),
  }
}

interface ShiftClosures {
  /** `blind`: for somebody who may not know what should be in a drawer that is still to be counted. */
  close(kind: ClosureKind, staffId: string, blind: boolean): Promise<Result<ShiftClosedView, NothingToClose>>
  /** A Z that nobody asked for; null, and nothing happened, while `blocked` says so at the moment of closing. */
  closeUnless(blocked: () => boolean): Promise<ShiftClosedView | null>
  /** The latest closures, newest first. */
  closures(): readonly ClosureSummary[]
  report(closureSeq: number): ShiftReport | null
  /** That closure's report once more, or the last one's, as it was; null where there is none. */
  reprint(blind: boolean, closureSeq?: number): Promise<ShiftClosedView | null>
  /** Writes the whole ledger as a signed archive; null where it could not be written. */
  archive(): Promise<LedgerArchive | null>
}

interface ShiftClosuresPorts {
  readonly book: Omit<ShiftBook, 'record' | 'terminalDays'>
  readonly days: Pick<TerminalDays, 'close'>
  readonly reports: ReportIssuer
  /** Whether each Z leaves a signed archive of the ledger. */
  readonly archivesAtZ: boolean
  readonly log: Log
}

/**
 * Closes shifts: the ledger first, then, after a Z, a copy of it and the terminals' ends of day, then the paper. A copy, an archive or a paper that fails leaves the
 * closure as it is: staff are told, and the report can be had again.
 */
function shiftClosures({ book, days, reports, archivesAtZ, log }: ShiftClosuresPorts): ShiftClosures {
  async function issue(
    whole: ShiftReport,
    blind: boolean,
    archive: LedgerArchive | null = null,
  ): Promise<ShiftClosedView> {
    const report = blind ? blindReading(whole) : whole
    const { saved, table, printed } = await reports.issue(report)
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

  async function writeArchive(): Promise<LedgerArchive | null> {
    return book.archive().catch((error: unknown) => {
      log.error('ledger.archive-failed', error)
      return null
    })
  }

  async function sumUp(kind: ClosureKind, staffId: string | null, blind: boolean): Promise<ShiftClosedView> {
    const report = book.close(kind, staffId)
    log.info('shift.report-made', { kind, shiftNo: report.shiftNo, tailHash: report.anchor.tailHash })
    if (kind === 'X') return issue(report, blind)
    await book.backup().catch((error: unknown) => log.error('ledger.closure-copy-failed', error))
    // The closure stands, whatever a terminal does; its paper says it.
    await days.close('all', staffId)
    const told = book.report(report.anchor.seq) ?? report
    return issue(told, blind, archivesAtZ ? await writeArchive() : null)
  }

  /** Two closures at once would make two copies of the ledger in one place. */
  const inTurn = serial()

  return {
    close: (kind, staffId, blind) =>
      inTurn(async () => {
        const shift = book.state()
        if (kind === 'Z' && hasNothingToClose(shift))
          return err({ type: 'nothing-to-close', shiftNo: shift.shiftNo - 1 })
        return ok(await sumUp(kind, staffId, blind))
      }),
    closeUnless: (blocked) => inTurn(async () => (blocked() ? null : sumUp('Z', null, false))),
    closures: () => book.closures(MAX_CLOSURES),
    report: (closureSeq) => book.report(closureSeq),
    reprint: (blind, closureSeq) =>
      inTurn(async () => {
        const seq = closureSeq ?? book.closures(1)[0]?.seq
        const report = seq === undefined ? null : book.report(seq)
        return report && issue(report, blind)
      }),
    archive: () => inTurn(writeArchive),
  }
}

interface ShiftDrawers {
  view(): ShiftView
  /** Says what the drawer begins with, once a shift for each currency. */
  open(
    currency: string,
    float: number,
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | NotInCash | { readonly type: 'float-known' }>
  move(act: DrawerAct & { readonly type: CashMove }, staffId: string): Result<ShiftView, UnknownCurrency | NotInCash>
  /** Journals it, then opens the drawer. */
  openDrawer(
    act: Omit<DrawerAct & { readonly type: 'drawer-opened' }, 'type'>,
    staffId: string,
  ): Promise<Result<ShiftView, never>>
  /** Journals it, then opens the drawer for the cash that its holder gets. */
  payOutSlip(
    slip: IssuedSlip,
    second: string,
    staffId: string,
    word?: HubWord,
  ): Promise<Result<ShiftView, UnknownCurrency>>
  /** Whatever it finds is recorded, never refused. */
  count(
    currency: string,
    pieces: readonly CountedPiece[],
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | { readonly type: 'unknown-piece' }>
}

interface ShiftDrawersPorts {
  readonly book: Pick<ShiftBook, 'state' | 'record'>
  readonly days: Pick<TerminalDays, 'due' | 'hasTerminals'>
  readonly printers: Pick<Printers, 'openDrawer'>
  /** What the drawer holds, the usual one first. */
  readonly currencies: readonly string[]
  /** Whether a drawer is attached. */
  readonly opensDrawer: boolean
  /** When shifts are closed by themselves, `HH:MM`; null where people do it. */
  readonly closeAt: string | null
  readonly log: Log
}

/** The drawer of the running shift, in each of its currencies. */
export function shiftDrawers({
  book,
  days,
  printers,
  currencies,
  opensDrawer,
  closeAt,
  log,
}: ShiftDrawersPorts): ShiftDrawers {
  function view(opened: ShiftView['opened'] = null): ShiftView {
    const { drawers, ...shift } = book.state()
    const known = new Map(drawers.map((drawer) => [drawer.currency, drawer]))
    const all = new Set([...currencies, ...known.keys()])
    return {
      ...shift,
      drawers: [...all].map((currency) => ({
        ...(known.get(currency) ?? { currency, float: null, counted: null, uncounted: false }),
        pieces: cashPieces(currency),
      })),
      terminalDays: days.due(),
      ...(days.hasTerminals() && { endsTerminalDay: true as const }),
      opensDrawer,
      opened,
      closeAt,
    }
  }

  /** The drawer of a currency, if this machine has one. */
  function drawerOf(currency: string) {
    const drawer = view().drawers.find((each) => each.currency === currency)
    return drawer ? ok(drawer) : err({ type: 'unknown-currency' } as const)
  }

  function record(act: DrawerAct, staffId: string): void {
    book.record(act, staffId)
    log.info('drawer.act', { act: act.type, staffId })
  }

  async function opening(): Promise<ShiftView> {
    const done = await printers.openDrawer().catch((error: unknown) => {
      log.error('drawer.failed', error)
      return null
    })
    return view(done?.outcome === 'opened' ? 'opened' : 'failed')
  }

  return {
    view: () => view(),
    open(currency, float, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (drawer.value.float !== null) return err({ type: 'float-known' })
      const fault = notInCash(float, currency)
      if (fault) return err(fault)
      record({ type: 'shift-opened', currency, amount: float }, staffId)
      return ok(view())
    },
    move(act, staffId) {
      const drawer = drawerOf(act.currency)
      if (!drawer.ok) return drawer
      const fault = notInCash(act.amount, act.currency)
      if (fault) return err(fault)
      record(act, staffId)
      return ok(view())
    },
    async openDrawer(act, staffId) {
      record({ type: 'drawer-opened', ...act }, staffId)
      return ok(await opening())
    },
    async payOutSlip({ slipId, amount, currency }, second, staffId, word) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      record({ type: 'slip-paid-out', slipId, amount, currency, second, ...(word && { word }) }, staffId)
      return ok(await opening())
    },
    count(currency, pieces, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (!piecesBelong(currency, pieces)) return err({ type: 'unknown-piece' })
      record({ type: 'drawer-counted', currency, pieces }, staffId)
      return ok(view())
    },
  }
}
