import { holdsCardNumber } from './card-number.ts'

/**
 * Maximum number of characters that staff write in their own words: a reason, and a reference such as the number of a
 * slip or a message.
 */
export const MAX_TEXT = { reason: 200, reference: 100 } as const

export type FreeTextError =
  | { readonly type: 'card-number' }
  | { readonly type: 'too-long'; readonly field: keyof typeof MAX_TEXT; readonly limit: number }

/** Returns the fault of a reason or a reference; null if it has none. */
export function freeTextFault(typed: string, field: keyof typeof MAX_TEXT): FreeTextError | null {
  const text = typed.trim()
  if (text.length > MAX_TEXT[field]) return { type: 'too-long', field, limit: MAX_TEXT[field] }
  return holdsCardNumber(text) ? { type: 'card-number' } : null
}
