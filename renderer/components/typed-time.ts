import { inWesternDigits } from '../../shared/domain/language.ts'

/**
 * Returns a typed time of day (`8:30`, `8h30`, `8 h`, `0830`, in either digits) as settings have it, `08:30`; any other
 * text as it was typed.
 */
export function typedTime(typed: string): string {
  const text = inWesternDigits(typed.trim())
  const [, hour, minute] = /^(\d{1,2})\s*[h:.]?\s*(\d{2})?$/iu.exec(text) ?? []
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute ?? '00'}`
}
