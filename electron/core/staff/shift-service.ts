import { cashPieces, type CountedPiece, piecesBelong } from '../../../shared/domain/money/cash.ts'
import type { DrawerAct } from '../../../shared/domain/money/drawer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import {
  blindReading,
  type ClosureKind,
  type ClosureSummary,
  type ShiftReport,
} from '../../../shared/domain/money/shift-report.ts'
import type { UnknownCurrency } from '../../../shared/kiosk-api/failures.ts'
import type { ShiftClosedView, ShiftView } from '../../../shared/kiosk-api/views.ts'
import type { LedgerArchive, Log, Printers, ReportIssuer, ShiftBook } from '../ports/ports.ts'

export interface ShiftService {
  view(): ShiftView
  /** Says what the drawer begins with, once a shift for each currency. */
  open(
    currency: string,
    float: number,
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | { readonly type: 'float-known' }>
  move(act: DrawerAct & { readonly type: 'paid-in' | 'paid-out' }, staffId: string): Result<ShiftView, UnknownCurrency>
  /** Journals it, then opens the drawer. */
  openDrawer(reason: string, staffId: string): Promise<Result<ShiftView, never>>
  /** Whatever it finds is recorded, never refused. */
  count(
    currency: string,
    pieces: readonly CountedPiece[],
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | { readonly type: 'unknown-piece' }>
  /** `blind`: for somebody who may not know what should be in a drawer that is still to be counted. */
  close(kind: ClosureKind, staffId: string, blind: boolean): Promise<ShiftClosedView>
  /** A Z that nobody asked for; null, and nothing happened, while `hindered` says so at the moment of closing. */
  closeUnless(hindered: () => boolean): Promise<ShiftClosedView | null>
  /** The latest closures, newest first. */
  closures(): readonly ClosureSummary[]
  report(closureSeq: number): ShiftReport | null
  /** That closure's report once more, or the last one's, as it was; null where there is none. */
  reprint(blind: boolean, closureSeq?: number): Promise<ShiftClosedView | null>
  /** Writes the whole ledger as a signed archive; null where it could not be written. */
  archive(): Promise<LedgerArchive | null>
}

export interface ShiftServicePorts {
  readonly book: ShiftBook
  readonly reports: ReportIssuer
  readonly printers: Pick<Printers, 'openDrawer'>
  /** What the drawer holds, the usual one first. */
  readonly currencies: readonly string[]
  /** Whether a drawer is attached. */
  readonly opensDrawer: boolean
  /** Whether each Z leaves a signed archive of the ledger. */
  readonly archivesAtZ: boolean
  /** When shifts are closed by themselves, `HH:MM`; null where people do it. */
  readonly closeAt: string | null
  readonly log: Log
}

const CLOSURES_SHOWN = 100

/**
 * Closes shifts: the ledger first, then a copy of it after a Z, then the paper. A copy, an archive or a paper that fails leaves the
 * closure as it is: staff are told, and the report can be had again.
 */
export function createShiftService(ports: ShiftServicePorts): ShiftService {
  const { book, reports, printers, currencies, opensDrawer, archivesAtZ, closeAt, log } = ports

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
    log.info('drawer', { act: act.type, staffId })
  }

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
      takings: report.currencies.flatMap(({ currency, tickets, net, blind: kept }) =>
        kept ? [] : [{ currency, tickets, net }],
      ),
      blind: report.currencies.some((one) => one.blind),
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
      file: saved.outcome === 'printed' ? saved.evidence : '',
      csv: table.outcome === 'printed' ? table.evidence : '',
      archive: archive?.path ?? '',
    }
  }

  async function writeArchive(): Promise<LedgerArchive | null> {
    return book.archive().catch((error: unknown) => {
      log.error('no archive of the ledger', error)
      return null
    })
  }

  async function sumUp(kind: ClosureKind, staffId: string | null, blind: boolean): Promise<ShiftClosedView> {
    const report = book.close(kind, staffId)
    log.info('shift summed up', { kind, shiftNo: report.shiftNo, tailHash: report.anchor.tailHash })
    if (kind === 'X') return issue(report, blind)
    await book.backup().catch((error: unknown) => log.error('no copy of the ledger after the closure', error))
    return issue(report, blind, archivesAtZ ? await writeArchive() : null)
  }

  /** Two closures at once would make two copies of the ledger in one place. */
  const inTurn = serial()

  return {
    view: () => view(),
    open(currency, float, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (drawer.value.float !== null) return err({ type: 'float-known' })
      record({ type: 'shift-opened', currency, amount: float }, staffId)
      return ok(view())
    },
    move(act, staffId) {
      const drawer = drawerOf(act.currency)
      if (!drawer.ok) return drawer
      record(act, staffId)
      return ok(view())
    },
    async openDrawer(reason, staffId) {
      record({ type: 'drawer-opened', reason }, staffId)
      const done = await printers.openDrawer().catch((error: unknown) => {
        log.error('the cash drawer', error)
        return null
      })
      return ok(view(done?.outcome === 'opened' ? 'opened' : 'failed'))
    },
    count(currency, pieces, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (!piecesBelong(currency, pieces)) return err({ type: 'unknown-piece' })
      record({ type: 'drawer-counted', currency, pieces }, staffId)
      return ok(view())
    },
    close: (kind, staffId, blind) => inTurn(() => sumUp(kind, staffId, blind)),
    closeUnless: (hindered) => inTurn(async () => (hindered() ? null : sumUp('Z', null, false))),
    closures: () => book.closures(CLOSURES_SHOWN),
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
