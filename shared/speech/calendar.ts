const months = new Map<string, ReadonlySet<string>>()

/** The names of the months as screens of a locale write them in dates, in small letters. */
export function monthNames(locale: string): ReadonlySet<string> {
  const known = months.get(locale)
  if (known) return known
  const named = new Set(monthsAs(locale, 'long'))
  months.set(locale, named)
  return named
}

/** `long`: August, `short`: Aug. */
export const monthsAs = (locale: string, month: 'long' | 'short'): readonly string[] =>
  namesOf(locale, { month }, 12, (index) => Date.UTC(2026, index, 1))

export const weekdayNames = (locale: string): readonly string[] =>
  namesOf(locale, { weekday: 'long' }, 7, (day) => Date.UTC(2026, 5, 1 + day))

function namesOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  count: number,
  at: (index: number) => number,
): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, index) => format.format(new Date(at(index))).toLowerCase())
}
