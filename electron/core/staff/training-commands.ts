import { err, ok } from '../../../shared/domain/result.ts'
import type { Blocker } from '../../../shared/domain/fleet/fleet.ts'
import type { Commands, SignIns } from '../access.ts'
import type { Ports } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ParkedSales } from '../visit/visits.ts'
import { saleUnderWay } from './shifts.ts'

/** The way into training, at a live desk. */
export interface TrainingControls {
  readonly side: 'live'
  /** Rejects where training cannot be had: then nothing has changed. */
  begin(): Promise<void>
  /** Whether people practise there now. */
  isOn(): boolean
  /** Why nobody may be deprived of it now. */
  blocker(): Blocker | null
  /** The end of this live desk. */
  stop(): Promise<void>
}

/** The way out of it, and the way to start it again. */
export interface TrainingSession {
  readonly side: 'training'
  end(): Promise<void>
  restart(staffId: string): Promise<void>
}

export interface TrainingSettings {
  /** Absent where there is no training: at a kiosk, and in the demo. */
  readonly training?: TrainingControls | TrainingSession | undefined
}

interface Desk {
  readonly signIns: Pick<SignIns, 'end'>
  readonly sales: Pick<SaleService, 'faulted'>
  readonly screen: Pick<SaleScreen, 'vacate'>
  readonly parked: Pick<ParkedSales, 'views'>
}

const notOffered = err({ type: 'training-not-offered' } as const)

/** Into training and out of it. The live ledger has who put the desk into it, and that it came back. */
export function trainingCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  { training }: TrainingSettings,
  { signIns, sales, screen, parked }: Desk,
) {
  return {
    async beginTraining(_input, { staffId }) {
      if (training?.side !== 'live') return notOffered
      // It would go on, and print, among the papers of training.
      const busy = parked.views().length > 0 || saleUnderWay(ledger, sales)
      if (busy || !screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      signIns.end()
      ledger.note('TRAINING_BEGAN', { cleared: false }, clock.now(), staffId)
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
