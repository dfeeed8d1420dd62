const written = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/u

export interface LocalDate {
  readonly year: number
  /** From 0, as in a list of names. */
  readonly month: number
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

/**
 * A local date-time as the partner writes it (`2025-05-17T16:00:00`), in its parts. No time zone has a part in it.
 * Null for text of any other form and for days that no calendar has.
 */
export function parseLocalDate(text: string): LocalDate | null {
  const parts = written.exec(text)?.slice(1).map(Number)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts
  const exact = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // A day or hour that does not exist runs over into the next.
  if (exact.getUTCMonth() !== month - 1 || exact.getUTCDate() !== day || minute > 59) return null
  return { year, month: month - 1, day, weekday: exact.getUTCDay(), hour, minute }
}

/** Whether a local date-time of the partner lies before now, by this machine's clock; text of another form never does. */
export function isPast(text: string, nowUtc: string): boolean {
  const at = parseLocalDate(text)
  return at !== null && inOrder(at) < inOrder(onThisMachine(nowUtc))
}

function inOrder({ year, month, day, hour, minute }: LocalDate): number {
  return Date.UTC(year, month, day, hour, minute)
}

/** Wall time as the clock on this machine's wall shows it: what people compare a paper with. */
export function onThisMachine(utc: string): LocalDate {
  const at = new Date(utc)
  return {
    year: at.getFullYear(),
    month: at.getMonth(),
    day: at.getDate(),
    weekday: at.getDay(),
    hour: at.getHours(),
    minute: at.getMinutes(),
  }
}
