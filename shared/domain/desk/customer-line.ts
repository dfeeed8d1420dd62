import { withoutBidiControls } from '../bidi-controls.ts'
import type { Customer } from '../customer.ts'
import { err, ok, type Result } from '../result.ts'
import { holdsCardNumber } from './card-number.ts'

export type CustomerLineError =
  /** What is typed here is not a payment card's number. */
  { readonly type: 'card-number' } | { readonly type: 'not-a-number' }

const FIGURES = /\+?\d[\d\s.\-/]*/gu
const PHONE = /^\+?\d{8,15}$/u

/**
 * A customer as a cashier types them: a name, a telephone number, or both, in either order; what stands behind a `#` is a
 * note. An empty line is nobody. Every figure before the note belongs to the number, for names have none.
 */
export function readCustomer(typed: string): Result<Customer | null, CustomerLineError> {
  if (holdsCardNumber(typed)) return err({ type: 'card-number' })
  const [who = '', ...rest] = withoutBidiControls(typed).split('#')
  const note = rest.join('#').trim()
  const figures = who.match(FIGURES) ?? []
  const phone = figures.join('').replaceAll(/[\s.\-/]/gu, '')
  const name = who
    .replaceAll(FIGURES, ' ')
    .replaceAll(/[\s,;:·]+/gu, ' ')
    .trim()
  if (phone !== '' && !PHONE.test(phone)) return err({ type: 'not-a-number' })
  if (name === '' && phone === '' && note === '') return ok(null)
  return ok({ name, phone, ...(note !== '' && { note }) })
}
