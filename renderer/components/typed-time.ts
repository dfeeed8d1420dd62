import { inWesternDigits } from '../../shared/domain/numerals.ts'

/** A time of day as settings have it, `08:30`, of `8:30`, `8h30`, `8 h`, `0830`, in either digits; anything else as it was typed. */
export function typedTime(typed: string): string {
  const text = inWesternDigits(typed.trim())
  const [, hour, minute] = /^(\d{1,2})\s*[h:.]?\s*(\d{2})?$/iu.exec(text) ?? []
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute ?? '00'}`
}
