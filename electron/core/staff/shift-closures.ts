import { hasNothingToClose } from '../../../shared/domain/money/drawer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { NothingToClose } from '../../../shared/kiosk-api/failures.ts'
import { serial } from '../../../shared/domain/serial.ts'
import {
  blindReading,
  type ClosureKind,
  type ClosureSummary,
  type ShiftReport,
} from '../../../shared/domain/money/shift-report.ts'
import { MAX_CLOSURES } from '../../../shared/kiosk-api/office-views.ts'
import type { ShiftClosedView } from '../../../shared/kiosk-api/views.ts'
import type { LedgerArchive, Log, ReportIssuer, ShiftBook } from '../ports/ports.ts'
import type { TerminalDays } from './terminal-days.ts'

export interface ShiftClosures {
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

export interface ShiftClosuresPorts {
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
export function shiftClosures({ book, days, reports, archivesAtZ, log }: ShiftClosuresPorts): ShiftClosures {
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
