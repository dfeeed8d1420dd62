import { err, ok } from '../../../shared/domain/result.ts'
import { mayDo } from '../../../shared/kiosk-api/roles.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Log, Person } from '../ports/ports.ts'
import type { ShiftService } from './shift-service.ts'

type ShiftCommand =
  | 'viewShift'
  | 'openShift'
  | 'moveCash'
  | 'openDrawer'
  | 'countDrawer'
  | 'closeShift'
  | 'listClosures'
  | 'viewClosure'
  | 'reprintReport'
  | 'exportLedger'

/** Those who may look at closures may know what should be in the drawer; the others count first. */
const isBlind = (role: Person['role']): boolean => !mayDo('viewClosure', role)

/** The shift, its drawer and its closures. */
export function shiftCommands(shifts: ShiftService, log: Log): Pick<StaffCommands, ShiftCommand> {
  return {
    async viewShift() {
      return ok(shifts.view())
    },

    async openShift({ currency, float }, { staffId }) {
      return shifts.open(currency, float, staffId)
    },

    async moveCash({ direction, currency, amount, reason }, { staffId }) {
      const type = direction === 'in' ? 'paid-in' : 'paid-out'
      return shifts.move({ type, currency, amount, reason }, staffId)
    },

    async openDrawer({ reason }, { staffId }) {
      return shifts.openDrawer(reason, staffId)
    },

    async countDrawer({ currency, pieces }, { staffId }) {
      return shifts.count(currency, pieces, staffId)
    },

    async closeShift({ kind }, { staffId, role }) {
      return ok(await shifts.close(kind, staffId, isBlind(role)))
    },

    async listClosures() {
      return ok(shifts.closures())
    },

    async viewClosure({ seq }) {
      const report = shifts.report(seq)
      return report ? ok(report) : err({ type: 'no-report' })
    },

    async reprintReport({ seq }, { role }) {
      const again = await shifts.reprint(isBlind(role), seq)
      return again ? ok(again) : err({ type: 'no-report' })
    },

    async exportLedger(_input, { staffId }) {
      const archive = await shifts.archive()
      if (!archive) return err({ type: 'not-written' })
      log.info('ledger archived', { ...archive, staffId })
      const { path, rows, headHash } = archive
      return ok({ file: path, rows, headHash })
    },
  }
}
