import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { Config } from '../config/config.ts'
import type { WindowPrinting } from '../core/ports/devices.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { OpenDocuments } from '../printing/document-thread.ts'
import type { LoadedPrinter } from '../printing/printers/printers.ts'
import type { PinLocks } from '../staff/pins.ts'

/** Context of every part of a kiosk. */
/** What training takes from the live desk that it stands beside. */
export interface LiveDesk {
  /** Its data: the people who work there are in them. */
  readonly directory: string
  readonly locks: PinLocks
  /** One device, one queue: papers of both never run into each other. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  /** What it has on sale, as far as it knows. */
  readonly events: () => Promise<readonly EventOffer[]>
  /** The plan of a venue, as the booking service gave it. */
  readonly planOf: (venueName: string) => VenuePlan | null
}

export interface Ground {
  readonly config: Config
  /** The machine's data in its mode. */
  readonly directory: string
  /** Fonts and venue plans. */
  readonly resourcesDirectory: string
  readonly openDocuments: OpenDocuments
  readonly sqliteBinding: string | undefined
  readonly windowPrinting?: WindowPrinting
  /** True if the screen's program keeps Chromium's sandbox; absent if unknown. */
  readonly screenSandboxed?: boolean
  /** Present in training only. */
  readonly live?: LiveDesk
  readonly version: string
  readonly clock: Clock
  readonly ledger: Ledger
  readonly log: Log
  /** Told of files that were not what they should be. */
  readonly report: (remark: string) => void
}
