import { err, ok } from '../../../shared/domain/result.ts'
import type { Blocker } from '../../../shared/domain/fleet/fleet.ts'
import type { Commands, SignIns } from '../access.ts'
import type { Ports } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ParkedSales } from '../visit/visits.ts'
import { saleUnderWay } from './shifts.ts'

/** Training controls of a live cashier desk. */
export interface TrainingControls {
  readonly side: 'live'
  /** Starts training. Rejects without any change if training cannot start. */
  begin(): Promise<void>
  isOn(): boolean
  /** Returns the reason that training cannot be interrupted now, or null if it can. */
  blocker(): Blocker | null
  stop(): Promise<void>
}

/** Controls of a cashier desk in training mode. */
export interface TrainingSession {
  readonly side: 'training'
  end(): Promise<void>
  restart(staffId: string): Promise<void>
}

export interface TrainingSettings {
  /** Absent at a kiosk and in the demo. */
  readonly training?: TrainingControls | TrainingSession | undefined
}

interface Desk {
  readonly signIns: Pick<SignIns, 'end'>
  readonly sales: Pick<SaleService, 'faulted'>
  readonly screen: Pick<SaleScreen, 'vacate'>
  readonly parked: Pick<ParkedSales, 'views'>
}

const notOffered = err({ type: 'training-not-offered' } as const)

export function trainingCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  { training }: TrainingSettings,
  { signIns, sales, screen, parked }: Desk,
) {
  return {
    async beginTraining(_input, { staffId }) {
      if (training?.side !== 'live') return notOffered
      // A sale in progress would print its documents among the training documents.
      const busy = parked.views().length > 0 || saleUnderWay(ledger, sales)
      if (busy || !screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      signIns.end()
      ledger.note('TRAINING_STARTED', { cleared: false }, clock.now(), staffId)
      try {
        await training.begin()
      } catch (error) {
        ledger.note('TRAINING_ENDED', { failed: true }, clock.now())
        throw error
      }
      log.info('training.entered', { staffId })
      return ok(null)
    },

    async endTraining() {
      if (training?.side !== 'training') return notOffered
      await training.end()
      return ok(null)
    },

    async restartTraining(_input, { staffId }) {
      if (training?.side !== 'training') return notOffered
      await training.restart(staffId)
      return ok(null)
    },
  } satisfies Partial<Commands>
}
