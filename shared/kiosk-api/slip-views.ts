import type { KnownSlip } from '../domain/money/credit-slip.ts'
import type { ReportPaper } from './views.ts'

/** Money that this machine owes to the holder of a slip. */
export interface CreditSlipView extends Omit<KnownSlip, 'reference' | 'hub'> {
  /** By the word of the hub just now: another machine has spent it, or paid it out. `unknown`: the hub does not answer, and it may have been. */
  readonly elsewhere?: 'spent' | 'unknown'
}

/** `copies` counts this one. */
export interface SlipCopyView extends CreditSlipView {
  /** What became of the paper. `failed`: it certainly did not come out, or no printer is for such papers. */
  readonly paper: Exclude<ReportPaper, 'saved'>
}
