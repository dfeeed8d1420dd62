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

/** Resources of the live desk that a training session beside it uses. */
export interface LiveModeDependencies {
  /** Data directory of the live desk, including its staff. */
  readonly directory: string
  readonly locks: PinLocks
  /** Live desk and training share one queue per device, so that their printouts never mix. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  /** Returns the events that are known to be on sale. */
  readonly events: () => Promise<readonly EventOffer[]>
  /** Returns the newest plan of a venue; null if there is none. */
  readonly planOf: (venueName: string) => VenuePlan | null
}

/** Values that a shell passes to the kiosk that it starts. */
export interface Runtime extends Pick<Program, 'version' | 'resourcesDirectory' | 'openDocuments' | 'sqliteBinding'> {
  readonly log: Log
  /** Present if the program runs in a window that can print. */
  readonly windowPrinting?: WindowPrinting | undefined
  /** True if the screen's process runs in Chromium's sandbox; absent if unknown. */
  readonly screenSandboxed?: boolean | undefined
  /** Ends the program. Present if staff may end it from the screen. */
  readonly quit?: (() => void) | undefined
  /** Reason why the settings were rolled back at this start. Absent or null if the settings were not rolled back. */
  readonly rollbackReason?: string | null
  /** Stops this kiosk and starts the set-up of the machine again. */
  readonly setUpAgain?: () => Promise<void>
  /** For a live desk, the controls that start training; in training, the session that ends it. */
  readonly training?: TrainingControls | TrainingSession | undefined
  /** Present in training only. */
  readonly live?: LiveModeDependencies
}

/** Resources that all parts of a kiosk share. */
export interface KioskDependencies extends Runtime {
  readonly config: Config
  /** Data directory of the machine for its mode. */
  readonly directory: string
  readonly clock: Clock
  readonly ledger: Ledger
  /** Logs a remark about a damaged file. */
  readonly report: (remark: string) => void
}
