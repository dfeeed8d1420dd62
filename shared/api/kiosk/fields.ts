import { z } from 'zod'
import { textForms } from '../../domain/text-forms.ts'
import { MAX_CUSTOMER_TEXT } from '../../domain/customer.ts'
import { ACCOUNT_NUMBER } from '../../domain/money/customer-account.ts'
import { TELEPHONE } from '../../domain/money/tender.ts'
import { countedTotal } from '../../domain/money/cash.ts'
import { staffRoles } from '../../domain/staff.ts'
import { DOCUMENT_NUMBER } from '../../ledger-format/money.ts'
import { APPROVAL_NUMBER, holdsCardNumber, isCardNumberAsTaxNumber, MAX_TEXT } from '../../domain/desk/typed-numbers.ts'
import { MAX_BUYER_TEXT } from '../../domain/sale/after-sale.ts'
import { MAX_SALE_SEATS } from '../../domain/seats/offer.ts'
import { MAX_AMOUNT_MINOR } from '../../domain/money/money.ts'

export { z }

export const saleId = z.guid()
export const wireId = z.string().min(1).max(64)
/** Caller of a command. `staff`: staff number; absent if the shared PIN of the computer is used. */
export const person = {
  staff: z.string().regex(textForms.staffNumber).optional(),
  pin: z.string().regex(textForms.pin),
}
export const member = {
  number: person.staff.unwrap(),
  name: z.string().trim().min(1).max(80),
  role: z.enum(staffRoles),
}
/** Caller of a command. At a desk, a sign-in handle may replace staff number and PIN. */
export const callerCredentials = {
  staff: person.staff,
  pin: person.pin.optional(),
  handle: z.string().max(64).optional(),
}
/** Returns whether either a PIN or a handle is given, but not both. A staff number needs a PIN. */
export function hasExactlyOneCredential({
  staff,
  pin,
  handle,
}: {
  staff?: unknown
  pin?: unknown
  handle?: unknown
}): boolean {
  return handle === undefined ? pin !== undefined : pin === undefined && staff === undefined
}
export const by = z.strictObject(callerCredentials).refine(hasExactlyOneCredential, 'has neither a PIN nor a handle')
export const currency = z.string().regex(textForms.currency)
export const accessCode = z.string().trim().min(1).max(100)
/** Text typed by a person, which must not contain a payment card number. */
export const freeText = (most: number, isCardNumber: (text: string) => boolean = holdsCardNumber) =>
  z
    .string()
    .trim()
    .max(most, `has more than ${most} characters`)
    .refine((text) => !isCardNumber(text), 'looks like a card number, which must not be stored')
export const reason = freeText(MAX_TEXT.reason).min(1)
/** Calendar date in the local time zone. */
export const day = z.iso.date()
/** Amount of money in minor units. */
export const sum = z.int().max(MAX_AMOUNT_MINOR)
export const second = z.strictObject(person)
export const ticketIds = z.array(wireId).min(1).max(MAX_SALE_SEATS)
export const telephone = z
  .string()
  .regex(TELEPHONE)
  .refine((text) => !holdsCardNumber(text), 'looks like a card number, which is not accepted here')
/** Customer details, of which at least one is given. `name` and `phone` are empty if unknown. */
export const customer = z
  .strictObject({
    name: freeText(MAX_CUSTOMER_TEXT),
    phone: z.union([z.literal(''), telephone]),
    note: freeText(MAX_CUSTOMER_TEXT).min(1).optional(),
  })
  .refine(({ name, phone, note }) => name !== '' || phone !== '' || note !== undefined, 'has no name, phone or note')
/** Buyer on an invoice. `taxNumber` may be empty. */
export const buyer = z.strictObject({
  company: freeText(MAX_BUYER_TEXT.company).min(1),
  address: freeText(MAX_BUYER_TEXT.address).min(1),
  taxNumber: freeText(MAX_BUYER_TEXT.taxNumber, isCardNumberAsTaxNumber),
})
export const rowSeq = z.int().min(1)
/** Counted notes and coins; never empty, because an empty drawer is reported as 0 pieces of one denomination. */
export const pieces = z
  .array(
    z.strictObject({
      kind: z.enum(['note', 'coin']),
      value: sum.min(1),
      count: z.int().min(0).max(1_000_000_000),
    }),
  )
  .min(1)
  .max(50)
  .refine((counted) => countedTotal(counted) <= MAX_AMOUNT_MINOR, 'exceeds the maximum of a drawer')
/** Approval number on a terminal's receipt or in an operator's message: see `readApproval`. */
export const approval = freeText(30).regex(APPROVAL_NUMBER)
/** Number on a document, as `readDocumentNumber` returns it. */
export const documentNumber = freeText(30).regex(DOCUMENT_NUMBER)
export const accountNumber = z.string().regex(ACCOUNT_NUMBER)
/** Result of a payment on a standalone terminal. `again`: confirms an approval number that another payment also has. */
export const tenderResult = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approved'), approval, again: z.boolean().optional() }),
  z.strictObject({ type: z.literal('refused') }),
  /** Nothing was charged, and the payment was not refused. The customer pays with another tender. */
  z.strictObject({ type: z.literal('not-paid') }),
])
export const staffAnswer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('money-moved'),
    moved: z.boolean(),
    approval: approval.optional(),
    again: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('ask-again') }),
  z.strictObject({ type: z.literal('paid-back'), reference: freeText(MAX_TEXT.reference).min(1) }),
  z.strictObject({ type: z.literal('reprint') }),
  z.strictObject({ type: z.literal('print-scanned') }),
  z.strictObject({ type: z.literal('give-back') }),
  z.strictObject({ type: z.literal('settled-manually'), reference: freeText(MAX_TEXT.reference) }),
])
