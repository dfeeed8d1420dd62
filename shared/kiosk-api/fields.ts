import { z } from 'zod'
import { textForms } from '../domain/text-forms.ts'
import { MAX_CUSTOMER_TEXT } from '../domain/customer.ts'
import { TELEPHONE } from '../domain/money/tender.ts'
import { countedTotal } from '../domain/money/cash.ts'
import { staffRoles } from '../domain/staff.ts'
import { APPROVAL_NUMBER, holdsCardNumber, MAX_TEXT } from '../domain/desk/typed-numbers.ts'
import { MAX_SALE_SEATS } from '../domain/seats/offer.ts'
import { MOST_MONEY } from '../domain/money/money.ts'

export { z }

/** Members that several commands' inputs have. */
export const saleId = z.guid()
export const wireId = z.string().min(1).max(64)
/** Who asks: their number, without it the machine's own PIN. */
export const person = {
  staff: z.string().regex(textForms.staffNumber).optional(),
  pin: z.string().regex(textForms.pin),
}
/** Somebody who may sign in. */
export const member = {
  number: person.staff.unwrap(),
  name: z.string().trim().min(1).max(80),
  role: z.enum(staffRoles),
}
/** Who asks, at a desk by the handle of their sign-in as well. */
export const asker = {
  staff: person.staff,
  pin: person.pin.optional(),
  handle: z.string().max(64).optional(),
}
/** One of the two, and not both: a number goes with a PIN. */
export function asksByOneWay({ staff, pin, handle }: { staff?: unknown; pin?: unknown; handle?: unknown }): boolean {
  return handle === undefined ? pin !== undefined : pin === undefined && staff === undefined
}
export const by = z.strictObject(asker).refine(asksByOneWay, 'asks without a PIN or a handle')
export const currency = z.string().regex(textForms.currency)
/** As its partner gave it, without the blanks around it. */
export const accessCode = z.string().trim().min(1).max(100)
/** What people write in their own words: never a payment card's number. */
export const freeText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `has more than ${most} characters`)
    .refine((text) => !holdsCardNumber(text), 'looks like a card number, which is not kept here')
export const reason = freeText(MAX_TEXT.reason).min(1)
/** A local day. */
export const day = z.iso.date()
/** Money, in minor units: every amount that a command takes. */
export const sum = z.int().max(MOST_MONEY)
/** Who answers for it beside the person who asks. */
export const second = z.strictObject(person)
export const ticketIds = z.array(wireId).min(1).max(MAX_SALE_SEATS)
/** A customer's, with or without the `+` of a country's code. */
export const telephone = z
  .string()
  .regex(TELEPHONE)
  .refine((text) => !holdsCardNumber(text), 'looks like a card number, which is not taken here')
/** A name, a telephone number, a note of staff's, or several of these; what is not said is empty. */
export const customer = z
  .strictObject({
    name: freeText(MAX_CUSTOMER_TEXT),
    phone: z.union([z.literal(''), telephone]),
    note: freeText(MAX_CUSTOMER_TEXT).min(1).optional(),
  })
  .refine(({ name, phone, note }) => name !== '' || phone !== '' || note !== undefined, 'is nobody')
/** A row of the ledger. */
export const rowSeq = z.int().min(1)
/** Contents of a drawer by note and coin. Count an empty drawer as 0 of one piece: an empty list is not a count. */
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
  .refine((counted) => countedTotal(counted) <= MOST_MONEY, 'is more than a drawer holds')
/** As a terminal's slip or an operator's message has it: see `readApproval`. */
const approval = freeText(30).regex(APPROVAL_NUMBER)
/** What the cashier says became of a payment on a device of its own. */
export const tenderWord = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approved'), approval, again: z.boolean().optional() }),
  z.strictObject({ type: z.literal('refused') }),
  /** Nothing was charged, and nobody refused: the customer pays otherwise. */
  z.strictObject({ type: z.literal('not-paid') }),
])
/** Of staff to a sale's question. */
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
  z.strictObject({ type: z.literal('paper-seen') }),
  z.strictObject({ type: z.literal('give-back') }),
  z.strictObject({ type: z.literal('settled-by-hand'), reference: freeText(MAX_TEXT.reference) }),
])
