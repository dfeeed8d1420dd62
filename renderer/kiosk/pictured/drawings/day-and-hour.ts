/** How many nights lie between now and a local date-time (`2027-05-17T16:00:00`); null where it is none, or past. */
export function nightsUntil(local: string, now: Date): number | null {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})T/u.exec(local) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const nights = Math.round((Date.UTC(year, month - 1, day) - today) / 86_400_000)
  return nights < 0 ? null : nights
}

/** The hands of a clock, and whether the sun is up at that hour; null where no hour is told. */
export function clockOf(
  local: string,
): { readonly hour: number; readonly minute: number; readonly sun: boolean } | null {
  const [hour, minute] = (/T(\d{2}):(\d{2})/u.exec(local) ?? []).slice(1).map(Number)
  if (hour === undefined || minute === undefined) return null
  // Near the equator: from six to half past six.
  return { hour, minute, sun: hour >= 6 && hour * 60 + minute < 18 * 60 + 30 }
}
