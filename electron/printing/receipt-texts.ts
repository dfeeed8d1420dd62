import type { TicketLanguage } from './ticket-texts.ts'

/** Every word of a receipt that is not the partner's. */
export interface ReceiptTexts {
  readonly receipt: string
  readonly soldAt: string
  readonly total: string
  readonly tenders: { readonly card: string; readonly cash: string }
  readonly change: string
  readonly approval: string
  readonly register: string
  readonly noTicket: string
}

const french: ReceiptTexts = {
  receipt: 'Reçu',
  soldAt: 'Vendu le',
  total: 'Total',
  tenders: { card: 'Carte', cash: 'Espèces' },
  change: 'Rendu',
  approval: 'Autorisation',
  register: 'Caisse',
  noTicket: 'Ce reçu n’est pas un billet : il n’ouvre aucune porte.',
}

const english: ReceiptTexts = {
  receipt: 'Receipt',
  soldAt: 'Sold on',
  total: 'Total',
  tenders: { card: 'Card', cash: 'Cash' },
  change: 'Change',
  approval: 'Approval',
  register: 'Till',
  noTicket: 'This receipt is no ticket: it opens no gate.',
}

export const receiptTexts: Readonly<Record<TicketLanguage, ReceiptTexts>> = { fr: french, en: english }
