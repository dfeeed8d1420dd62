import type { IssuedSlip } from '../money/credit-slip.ts'
import type { Specimen } from './specimen.ts'

/** Where its money comes from: more was put in than was due; a visit ended unpaid; what was paid came back. */
export type CreditSlipReason = 'over' | 'unpaid' | 'returned'

/** Everything that the paper of a credit slip says. */
export interface CreditSlipDocument extends IssuedSlip {
  readonly why: CreditSlipReason
  /** The signed text of its QR code. */
  readonly code: string
  /** 0 is the original; n ≥ 1 prints `DUPLICATA n`. */
  readonly copyNumber: number
  /** Every machine of the hub takes it. */
  readonly anywhere: boolean
  /** The machine that owes it. */
  readonly register: string
  /** Wall time of when it was issued, ISO 8601 UTC. */
  readonly issuedUtc: string
  /** Of the sale whose money it is. */
  readonly orderId: string
  readonly eventTitle: string
  /** Null: in earnest. */
  readonly specimen: Specimen | null
}
