import type { SaleStage } from '../../shared/kiosk-api/views.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** What a device for notes wants, to the customer before it. */
export function notesWords(
  { t, money }: I18n,
  { phase, notes }: Extract<SaleStage, { name: 'paying' }>,
  currency: string,
): ProblemText {
  if (phase === 'asking-again') return t.notes.checking
  if (notes?.held !== undefined) return t.notes.held(money(notes.held, currency))
  if (notes && notes.missing <= 0) return t.notes.complete
  return notes && notes.taken > 0 ? t.notes.more(money(notes.missing, currency)) : t.notes.first
}
