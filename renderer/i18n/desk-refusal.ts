import { isMobileMoney, type PlainRefusal, type RefusalReason } from '../../shared/domain/money/tender.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'
import type { DeskNotice } from './desk-notice.ts'
import type { ProblemText } from './problem-text.ts'
import { refusalText } from './refusal-text.ts'

/** What the cashier tells the customer, and does next. `unavailable`: nobody could be asked. */
type Refused<Reason extends RefusalReason> = Readonly<Record<Reason | 'unavailable', ProblemText>>

/** By what takes the money: a terminal that reads cards, or the customer's telephone. */
export interface DeskRefusals {
  readonly terminal: Refused<RefusalReason>
  readonly telephone: (tender: string) => Refused<PlainRefusal>
}

/** Of a payment that came to nothing; null for another notice, and where it does not say what was to take the money. */
export function deskRefusal(
  refused: DeskRefusals,
  notice: DeskNotice,
  tenders: TenderNames,
  paid: string,
): ProblemText | null {
  if (notice.type !== 'payment-refused' && notice.type !== 'payment-unavailable') return null
  const tender = 'tender' in notice ? notice.tender : undefined
  if (tender === undefined) return null
  const texts = isMobileMoney(tender) ? refused.telephone(tenders[tender]) : refused.terminal
  if (notice.type === 'payment-refused') return refusalText(texts, notice.reason, paid)
  const { title, body } = texts.unavailable
  return { title, body: `${paid} ${body}` }
}
