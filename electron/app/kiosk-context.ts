import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { Config } from '../config/config.ts'
import type { WindowPrinting } from '../core/ports/devices.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { OpenDocuments } from '../printing/document-thread.ts'
import type { LoadedPrinter } from '../printing/printers/printers.ts'
import type { PinLocks } from '../staff/pins.ts'

/** Resources of the live desk that a training session beside it uses. */
export interface LiveDesk {
  /** Data directory of the live desk, including its staff. */
  readonly directory: string
  readonly locks: PinLocks
  /** Live desk and training share one queue per device, so that their printouts never mix. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  /** Returns the events on sale, as far as known. */
  readonly events: () => Promise<readonly EventOffer[]>
  /** Returns the newest plan of a venue; null if there is none. */
  readonly planOf: (venueName: string) => VenuePlan | null
}

export interface Ground {
  readonly config: Config
  /** Data directory of the machine for its mode. */
  readonly directory: string
  /** Directory of fonts and venue plans. */
  readonly resourcesDirectory: string
  readonly openDocuments: OpenDocuments
  readonly sqliteBinding: string | undefined
  readonly windowPrinting?: WindowPrinting
  /** True if the process of the screen keeps Chromium's sandbox; absent if unknown. */
  readonly screenSandboxed?: boolean
  /** Present in training only. */
  readonly live?: LiveDesk
  readonly version: string
  readonly clock: Clock
  readonly ledger: Ledger
  readonly log: Log
  /** Logs a remark about a damaged file. */
  readonly report: (remark: string) => void
}
