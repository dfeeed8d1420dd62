/** Days as `YYYY-MM-DD`, counted without any time zone. */

const DAY_MS = 86_400_000
export const [SUNDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 3, 5, 6] as const

/** The first such weekday that lies at least `days` after `day`. */
export function weekdayAfter(day: string, days: number, weekday: number): string {
  const earliest = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS
  const ahead = (weekday - new Date(earliest).getUTCDay() + 7) % 7
  return new Date(earliest + ahead * DAY_MS).toISOString().slice(0, 10)
}
