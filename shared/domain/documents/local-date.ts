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

/** Returns whether a local date-time lies before another one (see `localTime`); text of another form never does. */
export function isPast(text: string, localNow: string): boolean {
  const [at, now] = [instantOrder(text), instantOrder(localNow)]
  return at !== null && now !== null && at < now
}

/** Returns a number by which local date-times of one zone are compared, in milliseconds; null for text of another form. */
export function instantOrder(text: string): number | null {
  const at = parseLocalDate(text)
  return at && Date.UTC(at.year, at.month, at.day, at.hour, at.minute)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date-time `YYYY-MM-DDTHH:MM:SS` of an instant (milliseconds of the Unix epoch) in an IANA time zone. */
export function localTime(instantMs: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(instantMs).replace(' ', 'T')
}

/** Returns the IANA time zone of this machine. */
export const machineTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const TIME_ZONE_EXPECTED = 'expected an IANA time zone such as "Africa/Conakry"'

/** Returns whether this program knows an IANA time zone of this name. Offsets such as `+01:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/iu.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
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
