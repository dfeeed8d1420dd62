import type { Random } from '../simulation/random.ts'

export interface Operator {
  readonly url: string
  close(): Promise<void>
}

/** What an operator acts in. */
export interface OperatorWorld {
  readonly random: Random
  /** Told what comes by: it may kill the kiosk. */
  readonly pass: (point: string) => void
  readonly take: (reference: string) => void
}
