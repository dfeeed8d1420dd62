import { instantOf, localDate } from '../../../shared/domain/documents/local-date.ts'
import type { SaleQuery } from '../../../shared/domain/sale/sale-file.ts'

const MINUTE_MS = 60_000
/** Tolerance of a remembered time. */
const ABOUT_MS = 15 * MINUTE_MS

const TIME =
  /^(?:(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}))?)?\s*(?:(?<hour>\d{1,2})\s*[h:](?<minute>\d{2})?)?$/iu

/**
 * Reads a search for a sale: a time at the venue (`14:30`, `14h`, `17/05`, `17/05 14:30`), or else a number, a code or
 * a seat. A time without a day, or a day without a year, is the latest one that has begun. A time with minutes finds
 * sales that began up to 15 minutes before or after it.
 */
export function readSaleQuery(typed: string, nowUtc: string, timeZone: string): SaleQuery {
  const text = typed.trim()
  const parts = text === '' ? undefined : TIME.exec(text)?.groups
  if (!parts) return { words: text, period: null }
  const now = localDate(nowUtc, timeZone)
  const { day, month, year, hour, minute } = parts
  const period = (years: number, days: number): { readonly from: number; readonly until: number } => {
    const date = [
      year === undefined ? now.year - years : Number(year),
      month === undefined ? now.month : Number(month) - 1,
      day === undefined ? now.day - days : Number(day),
    ] as const
    const at = instantOf(Date.UTC(...date, Number(hour ?? 0), Number(minute ?? 0)), timeZone)
    if (minute !== undefined) return { from: at - ABOUT_MS, until: at + ABOUT_MS }
    if (hour !== undefined) return { from: at, until: at + 60 * MINUTE_MS }
    return { from: at, until: instantOf(Date.UTC(date[0], date[1], date[2] + 1), timeZone) }
  }
  const first = period(0, 0)
  const { from, until } = first.from <= Date.parse(nowUtc) ? first : day === undefined ? period(0, 1) : period(1, 0)
  return { words: '', period: { fromUtc: new Date(from).toISOString(), untilUtc: new Date(until).toISOString() } }
}
