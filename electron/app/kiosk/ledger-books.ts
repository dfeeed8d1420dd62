import type { AfterSaleBook, ShiftBook } from '../../core/ports/ports.ts'
import { newArchive } from '../sale-ledger.ts'
import type { Ground } from './ground.ts'

/** The ledger as closing a shift needs it. */
export function shiftBook({ ledger, config, directory, clock }: Ground): ShiftBook {
  return {
    close(kind, staffId) {
      const { seq } = ledger.closeShift(kind, staffId, clock.now(), config.seller.taxRate ?? null)
      const report = ledger.shiftReport(seq)
      if (!report) throw new Error(`row ${seq}: the closure just journalled is not there`)
      return report
    },
    record: (act, staffId) => ledger.recordDrawer(act, staffId, clock.now()),
    state: () => ledger.shiftState(),
    terminalDays: {
      due: (terminal) => ledger.terminalDayDue(terminal),
      ask: (day, terminal, staffId) => ledger.askTerminalDay(day, terminal, staffId, clock.now()),
      note: (day, end) => ledger.noteTerminalDay(day, end, clock.now()),
    },
    closures: (limit) => ledger.closures(limit),
    report: (closureSeq) => ledger.shiftReport(closureSeq),
    archive: async () => ledger.archive(newArchive(config, directory, clock), clock.now()),
    backup: () => ledger.backup(clock.now()),
  }
}

/** The ledger as what comes after a sale needs it. */
export function afterSaleBook({ ledger, clock }: Pick<Ground, 'ledger' | 'clock'>): AfterSaleBook {
  return {
    files: ledger.files,
    find: (saleId) => ledger.find(saleId),
    record: (act, staffId) => ledger.recordAfterSale(act, staffId, clock.now()),
    openCopies: () => ledger.openCopies(),
    openCancellations: () => ledger.openCancellations(),
  }
}
