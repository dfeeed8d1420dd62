import { isFree, isMobileMoney, isNotes, isSlip, tenders, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'

interface TenderPrompts {
  readonly drawer: string
  readonly terminal: string
  readonly telephone: (operator: string) => string
}

/** What happens now that somebody pays in this way. */
export function tenderPrompt(prompts: TenderPrompts, kind: TenderKind, names: TenderNames): string {
  if (isSlip(kind) || isNotes(kind) || isFree(kind)) return names[kind]
  return isMobileMoney(kind) ? prompts.telephone(names[kind]) : prompts[tenders[kind].means]
}
