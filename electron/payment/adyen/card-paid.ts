import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import type { PaymentAnswer } from './replies.ts'

/** As Adyen calls them, and as people do. What is not here is told with a capital. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartebancaire: 'CB',
  cup: 'UnionPay',
  diners: 'Diners Club',
  jcb: 'JCB',
  mc: 'Mastercard',
}

const MAX_LINES = 40
const MAX_LETTERS = 64

type CardData = NonNullable<
  NonNullable<NonNullable<PaymentAnswer['PaymentResult']>['PaymentInstrumentData']>['CardData']
>

/** Null: it tells nothing of a card. */
export function cardIn(card: CardData | undefined, receipts: PaymentAnswer['PaymentReceipt']): CardPaid | null {
  const { PaymentBrand: brand, MaskedPan: masked, EntryMode: modes } = card ?? {}
  const ending = /(\d{1,4})$/u.exec(masked ?? '')?.[1]
  const read = modes?.map(readBy).find((each) => each !== undefined)
  const lines = linesFor(receipts ?? [])
  const paid: CardPaid = {
    ...(brand !== undefined && isPlain(brand) && { brand: brands[brand.toLowerCase()] ?? capital(brand) }),
    ...(ending !== undefined && { ending }),
    ...(read && { read }),
    ...(lines.length > 0 && { receipt: lines }),
  }
  return Object.keys(paid).length > 0 ? paid : null
}

const isPlain = (brand: string): boolean => /^[A-Za-z][\w -]{1,29}$/u.test(brand)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function readBy(mode: string): CardPaid['read'] {
  if (mode === 'Tapped' || mode === 'Contactless') return 'contactless'
  if (mode === 'ICC' || mode === 'SynchronousICC') return 'chip'
  return mode === 'MagStripe' ? 'stripe' : undefined
}

/** Of the customer's receipt; a line is `name=…&value=…&key=…`, and one with a key alone keeps a space free. */
function linesFor(receipts: NonNullable<PaymentAnswer['PaymentReceipt']>): readonly string[] {
  const own = receipts.find(({ DocumentQualifier: whose }) => whose === 'CustomerReceipt')
  return (own?.OutputContent.OutputText ?? [])
    .map(({ Text: text }) => lineOf(text))
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

function lineOf(text: string): string {
  const pairs = new URLSearchParams(text)
  const words = [pairs.get('name'), pairs.get('value')].filter(Boolean)
  return withoutNumbers(words.join(' ')).replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_LETTERS)
}

/** A terminal masks card numbers; one that does not is not repeated here. */
const withoutNumbers = (line: string): string =>
  line.replaceAll(/\d(?:[ -]?\d){11,18}/gu, (written) => {
    const digits = written.replaceAll(/\D/gu, '')
    return isCardNumber(digits) ? `**** ${digits.slice(-4)}` : written
  })

/** By its check digit (ISO/IEC 7812-1). */
function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const counted = Number(digit) * (1 + (index % 2))
      return total + (counted > 9 ? counted - 9 : counted)
    }, 0)
  return sum % 10 === 0
}
