import type { CardDetails } from '../../shared/domain/money/tender.ts'

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartebancaire: 'CB',
  cartes_bancaires: 'Cartes Bancaires',
  cup: 'UnionPay',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos: 'eftpos',
  eftpos_au: 'eftpos',
  elo: 'Elo',
  girocard: 'girocard',
  hipercard: 'Hipercard',
  interac: 'Interac',
  jcb: 'JCB',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
  visa_electron: 'Visa Electron',
  visa_vpay: 'V PAY',
  vpay: 'V PAY',
}

const modes: Readonly<Record<string, NonNullable<CardDetails['read']>>> = {
  chip: 'chip',
  contact_emv: 'chip',
  icc: 'chip',
  synchronousicc: 'chip',
  contactless: 'contactless',
  contactless_emv: 'contactless',
  contactless_magstripe: 'contactless',
  contactless_magstripe_mode: 'contactless',
  tapped: 'contactless',
  magstripe: 'stripe',
  magstripe_fallback: 'stripe',
  magnetic_stripe_fallback: 'stripe',
  magnetic_stripe_track2: 'stripe',
}

export const brandOf = (code: string | null | undefined): string | undefined => brands[code?.toLowerCase() ?? '']

export const readingOf = (mode: string | null | undefined): CardDetails['read'] => modes[mode?.toLowerCase() ?? '']

/** Checks the last digit by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const counted = Number(digit) * (1 + (index % 2))
      return total + (counted > 9 ? counted - 9 : counted)
    }, 0)
  return sum % 10 === 0
}
