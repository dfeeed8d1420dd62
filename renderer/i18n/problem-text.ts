import type { Minor } from '../../shared/domain/money/money.ts'

/** What happened, then what to do; where money could be thought to have moved, the text says whether it did. */
export interface ProblemText {
  readonly title: string
  readonly body: string
}

/** Formats an amount as on the screen. */
export type FormatMoney = (amount: Minor, currency: string) => string
