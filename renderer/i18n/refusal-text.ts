import { refusalReasons, type RefusalReason } from '../../shared/domain/money/tender-traits.ts'
import type { ProblemText } from './problem-text.ts'

/** What is said of a refusal; what a provider says that nobody knows is a plain no. */
export function refusalText(texts: Readonly<Record<RefusalReason, ProblemText>>, reason: string): ProblemText {
  return texts[refusalReasons.find((each) => each === reason) ?? 'declined']
}
