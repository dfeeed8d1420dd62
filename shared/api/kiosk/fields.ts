import { z } from 'zod'
import { textForms } from '../../domain/text-forms.ts'
import { MAX_CUSTOMER_TEXT } from '../../domain/customer.ts'
import { TELEPHONE } from '../../domain/money/tender.ts'
import { countedTotal } from '../../domain/money/cash.ts'
import { staffRoles } from '../../domain/staff.ts'
import { APPROVAL_NUMBER, holdsCardNumber, MAX_TEXT } from '../../domain/desk/typed-numbers.ts'
import { MAX_SALE_SEATS } from '../../domain/seats/offer.ts'
import { MAX_AMOUNT_MINOR } from '../../domain/money/money.ts'

export { z }

/** Fields that the inputs of several commands have. */
export const saleId = z.guid()
export const wireId = z.string().min(1).max(64)
/** The caller. `staff`: staff number; absent for the machine's own PIN. */
export const person = {
  staff: z.string().regex(textForms.staffNumber).optional(),
  pin: z.string().regex(textForms.pin),
}
/** A staff member. */
export const member = {
  number: person.staff.unwrap(),
  name: z.string().trim().min(1).max(80),
  role: z.enum(staffRoles),
}
/** The caller. At a desk, the handle of the sign-in may replace number and PIN. */
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
export const by = z.strictObject(callerCredentials).refine(hasExactlyOneCredential, 'asks without a PIN or a handle')
export const currency = z.string().regex(textForms.currency)
/** Access code as issued by the partner, trimmed. */
export const accessCode = z.string().trim().min(1).max(100)
/** Free text of a person. Must not contain a payment card number. */
export const freeText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `has more than ${most} characters`)
    .refine((text) => !holdsCardNumber(text), 'looks like a card number, which is not kept here')
export const reason = freeText(MAX_TEXT.reason).min(1)
/** Local date. */
export const day = z.iso.date()
/** Amount of money in minor units, as in all commands. */
export const sum = z.int().max(MAX_AMOUNT_MINOR)
/** The second person of a command under dual control. */
export const second = z.strictObject(person)
export const ticketIds = z.array(wireId).min(1).max(MAX_SALE_SEATS)
/** Telephone number of a customer, with or without `+` and a country code. */
export const telephone = z
  .string()
  .regex(TELEPHONE)
  .refine((text) => !holdsCardNumber(text), 'looks like a card number, which is not taken here')
/** Name, telephone number and note by staff, or only some of these. `name` and `phone` are empty if unknown. */
export const customer = z
  .strictObject({
    name: freeText(MAX_CUSTOMER_TEXT),
    phone: z.union([z.literal(''), telephone]),
    note: freeText(MAX_CUSTOMER_TEXT).min(1).optional(),
  })
  .refine(({ name, phone, note }) => name !== '' || phone !== '' || note !== undefined, 'is nobody')
/** Number of a row of the ledger. */
export const rowSeq = z.int().min(1)
/**
 * Contents of a drawer by note and coin. An empty list is not a count: an empty drawer is reported as 0 pieces of one
 * denomination.
 */
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
  .refine((counted) => countedTotal(counted) <= MAX_AMOUNT_MINOR, 'is more than a drawer holds')
/** Number on a terminal's receipt or in an operator's message: see `readApproval`. */
const approval = freeText(30).regex(APPROVAL_NUMBER)
/** Result of a payment on a standalone terminal, as reported by the cashier. */
export const tenderResult = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approved'), approval, again: z.boolean().optional() }),
  z.strictObject({ type: z.literal('refused') }),
  /** Nothing was charged, and the payment was not refused. The customer pays in another way. */
  z.strictObject({ type: z.literal('not-paid') }),
])
/** Answer of staff to the question of a sale. */
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
