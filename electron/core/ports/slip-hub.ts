import type { HubSlip, HubWord } from '../../../shared/domain/money/credit-slip.ts'

export type HubSpending =
  | { readonly outcome: 'spent'; readonly slip: HubSlip; readonly word: HubWord }
  /** Somebody else has spent it; or, of `settle`, nothing was spent, and nothing will be. */
  | { readonly outcome: 'refused' }
  /** No answer that can be believed: ask `settle`. */
  | { readonly outcome: 'unknown' }

/** The hub of this machine, which says of each credit slip who has spent it. No call rejects. */
export interface SlipHub {
  /** Where it is. */
  readonly host: string
  /** Base64; slips that it was told of are spent by its word alone. */
  readonly hubKey: string
  /** `free`: nobody has spent it. */
  find(slipId: string): Promise<(HubSlip & { readonly free: boolean }) | 'unknown' | 'no-answer'>
  /** False: it may have them, and may not. */
  tell(slips: readonly HubSlip[]): Promise<boolean>
  /** Once for each reference, which is in the ledger before. */
  spend(slipId: string, reference: string): Promise<HubSpending>
  /** What became of it, for good. */
  settle(reference: string): Promise<HubSpending>
  /** Sets a slip free that nothing was given for. False: no answer. */
  release(reference: string): Promise<boolean>
}
