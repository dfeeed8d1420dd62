import { z } from 'zod'
import { amount, currency, distinct, id, localDate, text, uuid } from './errors.ts'

/** A whole number, limited to the largest exact integer, because a page number beyond the last page is valid. */
const wholeNumber = z
  .string()
  .regex(/^[0-9]{1,400}$/u, 'expected a whole number')
  .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))

export const pageQuery = z.object({
  page: wholeNumber.pipe(z.int().min(1)).default(1).describe('Page, from 1. Beyond the last page the list is empty.'),
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(12).describe('Events on a page'),
})

export const createEventBody = z.object({
  event_name: text(200).regex(/\S/u, 'expected a title').trim().describe('Title of the event'),
  event_date: localDate.describe('Day of the event, YYYY-MM-DD'),
  home_team: text(100).trim().optional().describe('Home team of a match'),
  away_team: text(100).trim().optional().describe('Visiting team of a match'),
  default_price: z
    .int()
    .min(0)
    .max(1e12)
    .optional()
    .describe('Price of every seat in GNF; without it the venue’s own prices apply'),
})

export const openSessionBody = z.object({
  event_id: id.describe('The event’s id, from the event list'),
  access_code: text(100).min(1).describe('The event’s access code'),
})

/** Either one seat or several (decisions, "Hold"). */
export const holdBody = z.union(
  [
    z.object({ seat_id: id.describe('The seat to hold'), seat_ids: z.never().optional() }),
    z.object({
      seat_ids: distinct(id, 'Names a seat twice').describe('The seats to hold, all or none'),
      seat_id: z.never().optional(),
    }),
  ],
  { error: 'expected either seat_id (one seat) or seat_ids (several)' },
)

export const purchaseBody = z.object({
  order_id: uuid.describe('The partner’s id of the order. The same order sent again is answered as the first time.'),
  amount: amount.describe('Total of the seats of `hold_ids`, as in the checkout'),
  currency: currency.optional().describe('The event’s currency'),
  payment_method: text(1000).optional().catch(undefined).describe('Informational: never a reason to refuse'),
  payment_reference: text(200).optional().describe('The partner’s payment reference'),
  hold_ids: distinct(uuid, 'Names a hold twice').describe('Holds of one session; all of them become tickets, or none'),
  customer: z
    .object({
      name: text(200).optional(),
      phone: text(50).optional(),
      email: text(200).optional(),
    })
    .describe('Who buys; each field may be left out'),
})

export const cancellationBody = z.object({
  request_id: uuid.describe(
    'The partner’s id of this request. The same request sent again is answered as the first time.',
  ),
  owner_ref: text(200).min(1).describe('Customer reference that the tickets were bought for'),
  ticket_ids: distinct(id, 'Names a ticket twice').describe(
    'Tickets, from the purchase; all of them are cancelled, or none',
  ),
  reason: text(200).optional().describe('Kept in the service’s audit'),
})

export const sessionPath = z.object({ session_id: uuid.describe('Session, from opening it') })
export const holdPath = z.object({ ...sessionPath.shape, hold_id: uuid.describe('Hold, from holding the seat') })
export const ticketPath = z.object({ ticket_id: id.describe('Ticket, from the purchase') })
export const sectionQuery = z.object({ section_id: id.describe('Section, from the session’s map') })
export const ownerQuery = z.object({
  owner_ref: text(200).min(1).describe('Customer reference that the session was opened with'),
})
