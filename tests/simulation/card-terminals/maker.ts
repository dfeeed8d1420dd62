import type { Clock } from '../../../electron/core/ports/ports.ts'
import type { TenderDriver } from '../../../electron/core/ports/tender-driver.ts'
import type { Act } from '../../../electron/payment/stand-in/acts.ts'
import type { RealPayment, StandIn } from '../../../electron/payment/stand-in/stand-in.ts'
import type { FaultKind } from '../faults.ts'

/** What a maker's terminal is set up with. */
export interface Place {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly script: readonly Act[]
  /** A customer takes so long. */
  readonly thinkMs: number
}

/** The line between a driver and the maker's servers. */
export interface Line {
  readonly clock: Place['clock']
  readonly log: { warn(): void }
  readonly fetch: (request: Request) => Promise<Response>
}

/** The stand-in of a maker's terminal, and the shipping driver for it. */
export interface Maker {
  /** What may go wrong with a card there, and what the stand-in does then. */
  readonly acts: readonly (readonly [FaultKind, ...Act[]])[]
  standIn(place: Place): StandIn & { payments(): readonly RealPayment[] }
  driver(line: Line): TenderDriver
}
