import { parseLocalDate } from '../../../../shared/domain/documents/local-date.ts'

/**
 * Returns the number of nights between two local date-times of the venue (`2027-05-17T16:00:00`). Null if the event's cannot be
 * read, or its day is over.
 */
export function nightsUntil(startsAt: string, localNow: string): number | null {
  const [today, day] = [dayOf(localNow), dayOf(startsAt)]
  return today === null || day === null || day < today ? null : day - today
}

function dayOf(local: string): number | null {
  const at = parseLocalDate(local)
  return at && Date.UTC(at.year, at.month, at.day) / 86_400_000
}

/** Returns the hands of a clock, and whether the sun is up at that hour; null if the time is unknown. */
export function clockOf(
  local: string,
): { readonly hour: number; readonly minute: number; readonly sun: boolean } | null {
  const [hour, minute] = (/T(\d{2}):(\d{2})/u.exec(local) ?? []).slice(1).map(Number)
  if (hour === undefined || minute === undefined) return null
  // Near the equator: from six to half past six.
  return { hour, minute, sun: hour >= 6 && hour * 60 + minute < 18 * 60 + 30 }
}
