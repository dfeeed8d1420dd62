import { tenderNames, type TenderNames } from '../../../shared/i18n/tender-names.ts'
import type { Language } from '../../../shared/kiosk-api/views.ts'

/** Every word of a receipt that is not the partner's. */
export interface ReceiptTexts {
  readonly receipt: string
  readonly soldAt: string
  readonly total: string
  readonly tenders: TenderNames
  readonly change: string
  readonly approval: string
  readonly register: string
  readonly noTicket: string
}

const french: ReceiptTexts = {
  receipt: 'Reçu',
  soldAt: 'Vendu le',
  total: 'Total',
  tenders: tenderNames.fr,
  change: 'Rendu',
  approval: 'Autorisation',
  register: 'Caisse',
  noTicket: 'Ce reçu n’est pas un billet : il n’ouvre aucune porte.',
}

const english: ReceiptTexts = {
  receipt: 'Receipt',
  soldAt: 'Sold on',
  total: 'Total',
  tenders: tenderNames.en,
  change: 'Change',
  approval: 'Approval',
  register: 'Till',
  noTicket: 'This receipt is no ticket: it opens no gate.',
}

const portuguese: ReceiptTexts = {
  receipt: 'Recibo',
  soldAt: 'Vendido em',
  total: 'Total',
  tenders: tenderNames.pt,
  change: 'Troco',
  approval: 'Autorização',
  register: 'Caixa',
  noTicket: 'Este recibo não é um bilhete: não abre nenhuma porta.',
}

const arabic: ReceiptTexts = {
  receipt: 'إيصال',
  soldAt: 'تاريخ البيع',
  total: 'المجموع',
  tenders: tenderNames.ar,
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
