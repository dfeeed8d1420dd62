import type { TenderKind } from '../domain/money/tender.ts'
import type { Language } from '../kiosk-api/views.ts'

export type TenderNames = Readonly<Record<TenderKind, string>>

/** What each way to pay is called, on the screens and on paper alike. */
export const tenderNames: Readonly<Record<Language, TenderNames>> = {
  fr: { card: 'Carte', cash: 'Espèces', 'orange-money': 'Orange Money', 'mtn-momo': 'MTN MoMo' },
  en: { card: 'Card', cash: 'Cash', 'orange-money': 'Orange Money', 'mtn-momo': 'MTN MoMo' },
  pt: { card: 'Cartão', cash: 'Numerário', 'orange-money': 'Orange Money', 'mtn-momo': 'MTN MoMo' },
  ar: { card: 'بطاقة', cash: 'نقدًا', 'orange-money': 'أورنج موني', 'mtn-momo': 'إم تي إن مومو' },
}
