import { err, ok } from '../../../shared/domain/result.ts'
import type { Commands } from '../access/access.ts'
import type { Attendance } from '../access/attendance.ts'
import type { SignIns } from '../access/sign-ins.ts'
import { COUNTER_ID, type Ports } from '../ports/ports.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import { servicePrinterView } from '../sale/sale-view.ts'
import type { TrainingSettings } from './training-commands.ts'
import type { WatchedPartner } from '../watch/partner-watch.ts'
import type { PrinterWatch } from '../watch/printer-watch.ts'
import type { ReadinessWatch } from '../watch/readiness-watch.ts'

type ServiceCommand =
  'noteAttention' | 'signIn' | 'signOut' | 'viewService' | 'resumePurchases' | 'quitProgram' | 'setUpAgain'

export interface ServiceSettings extends TrainingSettings {
  /** Ends the program; absent where its shell does not let a screen do so. */
  readonly quit?: (() => void) | undefined
  /** Ends the kiosk and asks again what the machine has to know; absent where its shell cannot. */
  readonly setUpAgain?: (() => Promise<void>) | undefined
}

/** How this machine is, and who works at it. */
interface Watches {
  readonly partner: Pick<WatchedPartner, 'isUp'>
  readonly printer: PrinterWatch
  readonly breaker: PurchaseBreaker
  readonly signIns: SignIns
  readonly attendance: Pick<Attendance, 'note'>
  readonly readiness: Pick<ReadinessWatch, 'look'>
}

/** Who works here, how the machine is, and what staff do with it as a whole. */
export function serviceCommands(
  { ledger, clock, printers, notes, log }: Pick<Ports, 'ledger' | 'clock' | 'printers' | 'notes' | 'log'>,
  { quit, setUpAgain, training }: ServiceSettings,
  { partner, printer, breaker, signIns, attendance, readiness }: Watches,
): Pick<Commands, ServiceCommand> {
  return {
    async noteAttention(said) {
      attendance.note(said)
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
      // Another partner would know nothing of it.
      if (ledger.unfinished().length > 0) return err({ type: 'sale-in-progress' })
      ledger.note('SET_UP_AGAIN', {}, clock.now(), staffId)
      await setUpAgain()
      return ok(null)
    },
  }
}
