import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import { isApproval } from '../http/plain-word.ts'
import type { SumupTransaction } from './replies.ts'

const brands: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  CUP: 'UnionPay',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  EFTPOS: 'eftpos',
  ELO: 'Elo',
  GIROCARD: 'girocard',
  HIPERCARD: 'Hipercard',
  INTERAC: 'Interac',
  JCB: 'JCB',
  MAESTRO: 'Maestro',
  MASTERCARD: 'Mastercard',
  VISA: 'Visa',
  VISA_ELECTRON: 'Visa Electron',
  VISA_VPAY: 'V PAY',
  VPAY: 'V PAY',
}

const reads: Readonly<Record<string, NonNullable<CardPaid['read']>>> = {
  CHIP: 'chip',
  CONTACTLESS: 'contactless',
  CONTACTLESS_MAGSTRIPE: 'contactless',
  MAGSTRIPE: 'stripe',
  MAGSTRIPE_FALLBACK: 'stripe',
}

/** SumUp's code of the transaction stands on its own receipts and in its list. */
export function paidBy(told: SumupTransaction): { approval: string; card?: CardPaid } {
  const { id, transaction_code: code, auth_code: bank = '', card, entry_mode: how = '' } = told
  const approval = code !== undefined && isApproval(code) ? code : id
  if (!card) return { approval }
  const [brand, read, ending] = [brands[card.type ?? ''], reads[how], card.last_4_digits ?? '']
  return {
    approval,
    card: {
      ...(brand !== undefined && { brand }),
      ...(/^\d{4}$/u.test(ending) && { ending }),
      ...(read !== undefined && { read }),
      ...(/^\w{1,12}$/u.test(bank) && { receipt: [`AUTH ${bank}`] }),
    },
  }
}
