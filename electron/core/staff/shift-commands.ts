import { exponentOf, MOST_MONEY } from '../../../shared/domain/money/money.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { type CommandInput, mayDo } from '../../../shared/kiosk-api/contract.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Log, Person } from '../ports/ports.ts'
import type { ShiftService } from './shift-service.ts'

type ShiftCommand =
  | 'viewShift'
  | 'openShift'
  | 'moveCash'
  | 'moveCashByTwo'
  | 'openDrawer'
  | 'openDrawerByTwo'
  | 'countDrawer'
  | 'closeShift'
  | 'closeTerminalDay'
  | 'listClosures'
  | 'viewClosure'
  | 'reprintReport'
  | 'exportLedger'

type CashMoved = Pick<CommandInput<'moveCash'>, 'direction' | 'currency' | 'amount' | 'reason'>

const moves = { in: 'paid-in', out: 'paid-out', drop: 'cash-dropped' } as const

function moved({ direction, currency, amount, reason }: CashMoved) {
  return { type: moves[direction], currency, amount, reason }
}

/** Those who may look at closures may know what should be in the drawer; the others count first. */
const isBlind = (role: Person['role']): boolean => !mayDo('viewClosure', role)

export interface ShiftSettings {
  /** The largest sum, in whole units of its currency, that a cashier moves into or out of the drawer alone; absent: none. */
  readonly cashierMoves?: number | undefined
}

/** The shift, its drawer and its closures. */
export function shiftCommands(
  shifts: ShiftService,
  { cashierMoves = 0 }: ShiftSettings,
  log: Log,
): Pick<StaffCommands, ShiftCommand> {
  return {
    async viewShift() {
      return ok(shifts.view())
    },

    async openShift({ currency, float }, { staffId }) {
      return shifts.open(currency, float, staffId)
    },

    async moveCash(move, { staffId, role }) {
      const alone = role === 'cashier' ? cashierMoves * 10 ** exponentOf(move.currency) : MOST_MONEY
      return move.amount > alone ? err({ type: 'second-needed' }) : shifts.move(moved(move), staffId)
    },

    async moveCashByTwo(move, { staffId }, second) {
      return shifts.move({ ...moved(move), second: second.staffId }, staffId)
    },

    async openDrawer({ reason }, { staffId, role }) {
      if (role === 'cashier' && cashierMoves === 0) return err({ type: 'second-needed' })
      return shifts.openDrawer({ reason }, staffId)
    },

    async openDrawerByTwo({ reason }, { staffId }, second) {
      return shifts.openDrawer({ reason, second: second.staffId }, staffId)
    },

    async countDrawer({ currency, pieces }, { staffId }) {
      return shifts.count(currency, pieces, staffId)
    },

    async closeShift({ kind }, { staffId, role }) {
      return shifts.close(kind, staffId, isBlind(role))
    },

    async closeTerminalDay(_input, { staffId }) {
      await shifts.closeDaysDue(staffId)
      return ok(shifts.view())
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
      log.info('ledger.archived', { ...archive, staffId })
      const { path, rows, headHash } = archive
      return ok({ file: path, rows, headHash })
    },
  }
}
