import type { Config } from '../../config/config.ts'
import type { Clock, Log } from '../../core/ports/ports.ts'
import type { WindowPrinting } from '../../core/ports/printer.ts'
import type { Ledger } from '../../ledger/ledger.ts'

/** What every part of a kiosk stands on. */
export interface Ground {
  readonly config: Config
  /** The machine's data in its mode. */
  readonly directory: string
  /** Fonts and venue plans. */
  readonly resourcesDirectory: string
  readonly sqliteBinding: string | undefined
  readonly windowPrinting?: WindowPrinting
  readonly version: string
  readonly clock: Clock
  readonly ledger: Ledger
  readonly log: Log
  /** Told of files that were not what they should be. */
  readonly report: (remark: string) => void
}
