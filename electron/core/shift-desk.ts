import type { ClosureKind, ShiftReport } from '../../shared/domain/shift-report.ts'
import type { ShiftClosedView } from '../../shared/kiosk-api/views.ts'
import type { Log, ReportIssuer, ShiftBook } from './ports.ts'

export interface ShiftDesk {
  close(kind: ClosureKind, staffId: string | null): Promise<ShiftClosedView>
  /** The last report once more, as it was; null where none was made since the program started. */
  reprint(): Promise<ShiftClosedView | null>
}

export interface ShiftDeskPorts {
  readonly book: ShiftBook
  readonly reports: ReportIssuer
  readonly log: Log
}

/**
 * Closes shifts: the ledger first, then a copy of it after a Z, then the paper. A copy or a paper that fails leaves the
 * closure as it is: staff are told, and the report can be had again.
 */
export function createShiftDesk({ book, reports, log }: ShiftDeskPorts): ShiftDesk {
  let last: ShiftReport | null = null

  async function issue(report: ShiftReport): Promise<ShiftClosedView> {
    const { saved, printed } = await reports.issue(report)
    const paper = printed ?? saved
    return {
      kind: report.kind,
      shiftNo: report.shiftNo,
      takings: report.currencies.map(({ currency, tickets, net }) => ({ currency, tickets, net })),
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
      file: saved.outcome === 'printed' ? saved.evidence : '',
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
