import type { CreditSlipView, SlipCopyView } from '../../shared/kiosk-api/office-views.ts'
import type { I18n } from './i18n.ts'

/** What became of another paper of a slip. */
export function slipCopyText({ t }: Pick<I18n, 't'>, { paper, copies }: SlipCopyView): string {
  return t.shift.slipCopy.out[paper](copies)
}

/** Since when it is owed, and what there is to know of it beside its sum. */
export function slipFacts(
  { t, instant }: Pick<I18n, 't' | 'instant'>,
  { issuedUtc, copies, doubtful, elsewhere }: CreditSlipView,
): string {
  return [
    instant(issuedUtc),
    ...(copies > 0 ? [t.shift.slipCopy.copies(copies)] : []),
    ...(elsewhere ? [t.office.slips.elsewhere[elsewhere]] : []),
    ...(doubtful ? [t.office.slips.doubtful] : []),
  ].join(' · ')
}
