import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { Config } from '../config/config.ts'
import type { WindowPrinting } from '../kiosk/ports/devices.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import type { TrainingControls, TrainingSession } from '../kiosk/staff/training-commands.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { LoadedPrinter } from '../printing/printers/printers.ts'
import type { PinLocks } from '../staff/pins.ts'
import type { Program } from './program.ts'

/** Resources of the live desk that are shared with a training session on the same computer. */
export interface LiveModeDependencies {
  readonly directory: string
  readonly locks: PinLocks
  /** Live desk and training share one print queue per device, so that their printouts never mix. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  readonly events: () => Promise<readonly EventOffer[]>
  readonly planOf: (venueName: string) => VenuePlan | null
}

export interface Runtime extends Pick<Program, 'version' | 'resourcesDirectory' | 'openDocuments' | 'sqliteBinding'> {
  readonly log: Log
  /** Default: the system's clock. */
  readonly clock?: Clock | undefined
  readonly windowPrinting?: WindowPrinting | undefined
  /** True if the screen's process runs in Chromium's sandbox; absent if unknown. */
  readonly screenSandboxed?: boolean | undefined
  /** Ends the program. Present if staff may end the program from the screen. */
  readonly quit?: (() => void) | undefined
  readonly rollbackReason?: string | null
  readonly setUpAgain?: () => Promise<void>
  /** On a live desk, the controls for starting training; in training mode, the controls for restarting or ending it. */
  readonly training?: TrainingControls | TrainingSession | undefined
  /** Resources of the live desk. Present only in training mode. */
  readonly live?: LiveModeDependencies
}

export interface KioskDependencies extends Runtime {
  readonly config: Config
  /** Subdirectory of the data directory for the current mode, such as `live` or `training`. */
  readonly directory: string
  readonly clock: Clock
  readonly ledger: Ledger
  readonly report: (remark: string) => void
}
