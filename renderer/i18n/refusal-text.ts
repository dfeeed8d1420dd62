import { refusalReasons, type PlainRefusal, type RefusalReason } from '../../shared/domain/money/tender.ts'
import type { ProblemText } from './problem-text.ts'

type Texts = Readonly<Record<PlainRefusal, ProblemText> & Partial<Record<RefusalReason, ProblemText>>>

/** Text for a refused payment, after the sentence about the money. Unknown provider reasons get the general text. */
export function refusalText(texts: Texts, reason: string, paid: string): ProblemText {
  const { title, body } = texts[refusalReasons.find((each) => each === reason) ?? 'declined'] ?? texts.declined
  return { title, body: `${paid} ${body}` }
}
