import { cashPieces, type CountedPiece, piecesBelong } from '../../shared/domain/cash.ts'
import type { DrawerAct } from '../../shared/domain/drawer.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { ClosureKind, ShiftReport } from '../../shared/domain/shift-report.ts'
import type { ShiftFailure } from '../../shared/kiosk-api/contract.ts'
import type { ShiftClosedView, ShiftView } from '../../shared/kiosk-api/views.ts'
import type { Log, Printers, ReportIssuer, ShiftBook } from './ports.ts'

export interface ShiftDesk {
  view(): ShiftView
  /** Says what the drawer begins with, once a shift for each currency. */
  open(
    currency: string,
    float: number,
    staffId: string,
  ): Result<ShiftView, ShiftFailure | { readonly type: 'float-known' }>
  move(act: DrawerAct & { readonly type: 'paid-in' | 'paid-out' }, staffId: string): Result<ShiftView, ShiftFailure>
  /** Journals it, then opens the drawer. */
  openDrawer(reason: string, staffId: string): Promise<Result<ShiftView, never>>
  /** Whatever it finds is recorded, never refused. */
  count(
    currency: string,
    pieces: readonly CountedPiece[],
    staffId: string,
  ): Result<ShiftView, ShiftFailure | { readonly type: 'unknown-piece' }>
  close(kind: ClosureKind, staffId: string | null): Promise<ShiftClosedView>
  /** The last report once more, as it was; null where none was made since the program started. */
  reprint(): Promise<ShiftClosedView | null>
}

export interface ShiftDeskPorts {
  readonly book: ShiftBook
  readonly reports: ReportIssuer
  readonly printers: Pick<Printers, 'openDrawer'>
  /** What the drawer holds, the usual one first. */
  readonly currencies: readonly string[]
  /** Whether a drawer is attached. */
  readonly opensDrawer: boolean
  readonly log: Log
}

/**
 * Closes shifts: the ledger first, then a copy of it after a Z, then the paper. A copy or a paper that fails leaves the
 * closure as it is: staff are told, and the report can be had again.
 */
export function createShiftDesk(ports: ShiftDeskPorts): ShiftDesk {
  const { book, reports, printers, currencies, opensDrawer, log } = ports
  let last: ShiftReport | null = null

  function view(opened: ShiftView['opened'] = null): ShiftView {
    const { shiftNo, sinceUtc, drawers } = book.state()
    const known = new Map(drawers.map((drawer) => [drawer.currency, drawer]))
    const all = new Set([...currencies, ...known.keys()])
    return {
      shiftNo,
      sinceUtc,
      drawers: [...all].map((currency) => ({
        ...(known.get(currency) ?? { currency, float: null, counted: null }),
        pieces: cashPieces(currency),
      })),
      opensDrawer,
      opened,
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

  async function issue(report: ShiftReport): Promise<ShiftClosedView> {
    const { saved, table, printed } = await reports.issue(report)
    const paper = printed ?? saved
    return {
      kind: report.kind,
      shiftNo: report.shiftNo,
      takings: report.currencies.map(({ currency, tickets, net }) => ({ currency, tickets, net })),
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
      file: saved.outcome === 'printed' ? saved.evidence : '',
      csv: table.outcome === 'printed' ? table.evidence : '',
    }
  }

  /** Two closures at once would make two copies of the ledger in one place. */
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => null)
    return mine
  }

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
    close: (kind, staffId) =>
      inTurn(async () => {
        const report = book.close(kind, staffId)
        last = report
        log.info('shift summed up', { kind, shiftNo: report.shiftNo, tailHash: report.anchor.tailHash })
        if (kind === 'Z') {
          await book.backup().catch((error: unknown) => log.error('no copy of the ledger after the closure', error))
        }
        return issue(report)
      }),
    reprint: () => inTurn(async () => (last ? issue(last) : null)),
  }
}
