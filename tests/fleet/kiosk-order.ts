/** What a process is told to run. */
export interface FleetOrder {
  /** One kiosk each; its name is that of the directory. */
  readonly directories: readonly string[]
  readonly serviceUrl: string
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  readonly timeoutMs: number
  /** The control: takes a partner's silence for consent. */
  readonly heedless: boolean
}

/** No more customers: settle what is unfinished, and end. */
export const DOORS_CLOSE = 'doors close'

/**
 * `lost`: a call was not answered. `told`: a customer was turned away for want of a partner. `begun`: a sale is in the
 * ledger. `charging`: its payment is about to start. `paid`, `sold`: it has the money, the tickets. `down`, `up`: what
 * the screen says of the partner. `fault`: a bug. `end`: everything is settled and the ledger closed.
 */
export type StepKind = 'lost' | 'told' | 'begun' | 'charging' | 'paid' | 'sold' | 'down' | 'up' | 'fault' | 'end'

export interface Step {
  readonly kiosk: string
  readonly kind: StepKind
  /** Milliseconds of wall time: of the machine on which all of them run. */
  readonly at: number
  /** Of `begun`, `charging`, `paid` and `sold`. */
  readonly saleId?: string
  /** Of a lost call: when it was begun. */
  readonly since?: number
  readonly detail?: string
}
