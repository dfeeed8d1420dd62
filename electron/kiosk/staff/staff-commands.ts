import { exponentOf, MAX_AMOUNT_MINOR } from '../../../shared/domain/money/money.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { type CommandInput, mayDo } from '../../../shared/api/kiosk/contract.ts'
import type { PresenceTracker, Commands, SignIns } from '../access.ts'
import { COUNTER_ID, type Log, type Person, type Ports } from '../ports/ports.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import { servicePrinterView } from '../sale/sale-view.ts'
import type { PrinterWatch } from '../monitors/device-watch.ts'
import type { WatchedPartner } from '../monitors/partner-watch.ts'
import type { ReadinessWatch } from '../monitors/readiness-watch.ts'
import type { ShiftService } from './shifts.ts'
import type { TrainingSettings } from './training-commands.ts'

export interface ServiceSettings extends TrainingSettings {
  /** Ends the program; absent if screens may not end it. */
  readonly quit?: (() => void) | undefined
  /** Ends the kiosk program and starts the set-up; absent if the set-up cannot be started. */
  readonly setUpAgain?: (() => Promise<void>) | undefined
}

interface Watches {
  readonly partner: Pick<WatchedPartner, 'isUp'>
  readonly printer: PrinterWatch
  readonly breaker: PurchaseCircuitBreaker
  readonly signIns: SignIns
  readonly presence: Pick<PresenceTracker, 'note'>
  readonly readiness: Pick<ReadinessWatch, 'look'>
}

export function serviceCommands(
  { ledger, clock, printers, notes, log }: Pick<Ports, 'ledger' | 'clock' | 'printers' | 'notes' | 'log'>,
  { quit, setUpAgain, training }: ServiceSettings,
  { partner, printer, breaker, signIns, presence, readiness }: Watches,
) {
  return {
    async reportActivity(said) {
      presence.note(said)
      if (said.inUse) signIns.heard()
      return ok(null)
    },

    async signIn(credentials, { staffId, name, role }) {
      ledger.note('SIGNED_IN', {}, clock.now(), staffId)
      const handle = signIns.begin(credentials)
      return ok({ number: staffId === COUNTER_ID ? null : staffId, name, role, handle })
    },

    async signOut({ reason }, { staffId }) {
      signIns.end()
      ledger.note('SIGNED_OUT', { reason }, clock.now(), staffId)
      return ok(null)
    },

    async viewService() {
      const [reports, ready] = await Promise.all([printers.report(), readiness.look()])
      return ok({
        readiness: ready,
        partner: { state: partner.isUp() ? 'up' : 'down' },
        printer: printer.known(),
        printers: reports.map(servicePrinterView),
        ledger: ledger.canStartSale() ? 'ready' : 'full',
        mayQuit: quit !== undefined,
        ...(setUpAgain && { maySetUp: true as const }),
        ...(notes && { takesNotes: true as const }),
        ...(ledger.slips.open().length > 0 && { owesSlips: true as const }),
        ...(training?.side === 'training' && { mayRestartTraining: true as const }),
      })
    },

    async resumePurchases(_input, { staffId }) {
      breaker.resume(staffId)
      return ok(null)
    },

    async quitProgram(_input, { staffId }) {
      if (!quit) return err({ type: 'quit-not-offered' })
      log.info('program.ended-by-staff', { staffId })
      quit()
      return ok(null)
    },

    async setUpAgain(_input, { staffId }) {
      if (!setUpAgain) return err({ type: 'quit-not-offered' })
      // The set-up may change the partner, and a new partner would not have the open sale.
      if (ledger.unfinished().length > 0) return err({ type: 'sale-in-progress' })
      ledger.note('SETUP_REOPENED', {}, clock.now(), staffId)
      await setUpAgain()
      return ok(null)
    },
  } satisfies Partial<Commands>
}

type CashMoved = Pick<CommandInput<'moveCash'>, 'direction' | 'currency' | 'amount' | 'reason'>

const moves = { in: 'paid-in', out: 'paid-out', drop: 'cash-dropped' } as const

function moved({ direction, currency, amount, reason }: CashMoved) {
  return { type: moves[direction], currency, amount, reason }
}

/** Returns whether a person must count the drawer before seeing the expected amount. */
const isBlind = (role: Person['role']): boolean => !mayDo('viewClosure', role)

export interface ShiftSettings {
  /** Maximum amount, in whole currency units, that a cashier may move without approval; default: 0. */
  readonly maxCashierCashMove?: number | undefined
}

export function shiftCommands(shifts: ShiftService, { maxCashierCashMove = 0 }: ShiftSettings, log: Log) {
  return {
    viewShift: async () => ok(shifts.view()),
    openShift: async ({ currency, float }, { staffId }) => shifts.open(currency, float, staffId),

    async moveCash(move, { staffId, role }) {
      const alone = role === 'cashier' ? maxCashierCashMove * 10 ** exponentOf(move.currency) : MAX_AMOUNT_MINOR
      return move.amount > alone ? err({ type: 'approval-required' }) : shifts.move(moved(move), staffId)
    },

    async moveCashWithApproval(move, { staffId }, second) {
      return shifts.move({ ...moved(move), second: second.staffId }, staffId)
    },

    async openDrawer({ reason }, { staffId, role }) {
      if (role === 'cashier' && maxCashierCashMove === 0) return err({ type: 'approval-required' })
      return shifts.openDrawer({ reason }, staffId)
    },

    async openDrawerWithApproval({ reason }, { staffId }, second) {
      return shifts.openDrawer({ reason, second: second.staffId }, staffId)
    },

    countDrawer: async ({ currency, pieces }, { staffId }) => shifts.count(currency, pieces, staffId),

    async handOverDrawer({ currency, pieces }, { staffId }, receiver) {
      return shifts.count(currency, pieces, staffId, receiver.staffId)
    },

    closeShift: ({ kind }, { staffId, role }) => shifts.close(kind, staffId, isBlind(role)),

    async closeTerminalDay(_input, { staffId }) {
      await shifts.closeDaysDue(staffId)
      return ok(shifts.view())
    },

    listClosures: async () => ok(shifts.closures()),

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
      if (!archive) return err({ type: 'write-failed' })
      log.info('ledger.archived', { ...archive, staffId })
      const { path, rows, headHash } = archive
      return ok({ file: path, rows, headHash })
    },
  } satisfies Partial<Commands>
}
