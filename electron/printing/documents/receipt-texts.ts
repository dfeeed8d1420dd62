import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { Language } from '../../../shared/kiosk-api/views.ts'

/** Every word of a receipt that is not the partner's. */
export interface ReceiptTexts {
  readonly receipt: string
  readonly soldAt: string
  readonly total: string
  readonly tenders: Readonly<Record<TenderKind, string>>
  readonly change: string
  readonly approval: string
  readonly register: string
  readonly noTicket: string
}

/** Names that are the same in every language. */
const operators = { 'orange-money': 'Orange Money', 'mtn-momo': 'MTN MoMo' } as const

const french: ReceiptTexts = {
  receipt: 'Reçu',
  soldAt: 'Vendu le',
  total: 'Total',
  tenders: { card: 'Carte', cash: 'Espèces', ...operators },
  change: 'Rendu',
  approval: 'Autorisation',
  register: 'Caisse',
  noTicket: 'Ce reçu n’est pas un billet : il n’ouvre aucune porte.',
}

const english: ReceiptTexts = {
  receipt: 'Receipt',
  soldAt: 'Sold on',
  total: 'Total',
  tenders: { card: 'Card', cash: 'Cash', ...operators },
  change: 'Change',
  approval: 'Approval',
  register: 'Till',
  noTicket: 'This receipt is no ticket: it opens no gate.',
}

const portuguese: ReceiptTexts = {
  receipt: 'Recibo',
  soldAt: 'Vendido em',
  total: 'Total',
  tenders: { card: 'Cartão', cash: 'Numerário', ...operators },
  change: 'Troco',
  approval: 'Autorização',
  register: 'Caixa',
  noTicket: 'Este recibo não é um bilhete: não abre nenhuma porta.',
}

const arabic: ReceiptTexts = {
  receipt: 'إيصال',
  soldAt: 'تاريخ البيع',
  total: 'المجموع',
  tenders: { card: 'بطاقة', cash: 'نقدًا', ...operators },
  change: 'الباقي',
  approval: 'رمز الموافقة',
  register: 'الصندوق',
  noTicket: 'هذا الإيصال ليس تذكرة: لا يفتح أي بوابة.',
}

export const receiptTexts: Readonly<Record<Language, ReceiptTexts>> = {
  fr: french,
  en: english,
  pt: portuguese,
  ar: arabic,
}
