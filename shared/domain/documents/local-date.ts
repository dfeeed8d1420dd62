const written = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/u

export interface LocalDate {
  readonly year: number
  /** Month, 0 (January) to 11. */
  readonly month: number
  readonly day: number
  /** Day of the week, 0 (Sunday) to 6. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

/** Parses a local date-time (`2025-05-17T16:00:00`); null for other formats and for days that do not exist. */
export function parseLocalDate(text: string): LocalDate | null {
  const parts = written.exec(text)?.slice(1).map(Number)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts
  const exact = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // `Date.UTC` converts a day or hour that does not exist into a later date or time.
  if (exact.getUTCMonth() !== month - 1 || exact.getUTCDate() !== day || minute > 59) return null
  return { year, month: month - 1, day, weekday: exact.getUTCDay(), hour, minute }
}

/** Returns whether a local date-time is before another one; false for text in another format. */
export function isPast(text: string, localNow: string): boolean {
  const [at, now] = [instantOrder(text), instantOrder(localNow)]
  return at !== null && now !== null && at < now
}

/** Returns milliseconds for comparing local date-times of one zone; null for text in another format. */
export function instantOrder(text: string): number | null {
  const at = parseLocalDate(text)
  return at && Date.UTC(at.year, at.month, at.day, at.hour, at.minute)
}

interface ZoneFormat {
  readonly format: Intl.DateTimeFormat
  /** Cache of the last result, because formatting is slow. */
  second: number
  text: string
}

const formats = new Map<string, ZoneFormat>()

/** Returns the local date-time `YYYY-MM-DDTHH:MM:SS` of an instant (Unix epoch, ms) in an IANA time zone. */
export function localTime(instantMs: number, timeZone: string): string {
  let zone = formats.get(timeZone)
  if (zone === undefined) {
    // The Swedish locale formats dates like ISO 8601.
    const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    zone = { format, second: NaN, text: '' }
    formats.set(timeZone, zone)
  }
  const second = Math.floor(instantMs / 1000)
  if (zone.second !== second) {
    zone.text = zone.format.format(instantMs).replace(' ', 'T')
    zone.second = second
  }
  return zone.text
}

/** Converts an instant (ISO 8601 UTC) to an IANA time zone. Throws if the text is not an instant. */
export function localDate(utc: string, timeZone: string): LocalDate {
  const at = new Date(`${localTime(Date.parse(utc), timeZone)}Z`)
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    day: at.getUTCDate(),
    weekday: at.getUTCDay(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  }
}

/** Formats an instant (ISO 8601 UTC) in an IANA time zone: `2025-05-17 16:03:00 +02:00`. */
export function localStamp(utc: string, timeZone: string): string {
  const at = Date.parse(utc)
  const minutes = Math.round(offsetAt(at, timeZone) / 60_000)
  const two = (figure: number): string => String(figure).padStart(2, '0')
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${localTime(at, timeZone).replace('T', ' ')} ${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}

/**
 * Returns the instant of a local date-time in an IANA time zone, in milliseconds of the Unix epoch; `localMs`
 * represents the local time as UTC. A time that occurs twice gives the first instant; a skipped time is moved forward
 * by the length of the gap.
 */
export function instantOf(localMs: number, timeZone: string): number {
  const [first = NaN, second = NaN] = [localMs - DAY_MS, localMs + DAY_MS].map((at) => localMs - offsetAt(at, timeZone))
  const isRight = (at: number): boolean => at + offsetAt(at, timeZone) === localMs
  return !isRight(first) && isRight(second) ? second : first
}

const DAY_MS = 86_400_000
/** Range of four-digit years, which `localTime` formats and `Date` parses. */
const [FIRST_MS, LAST_MS] = [Date.UTC(1001, 0, 1), Date.UTC(9998, 11, 31)]

/** Returns local time minus UTC in milliseconds. */
function offsetAt(instantMs: number, timeZone: string): number {
  const at = Math.floor(Math.min(Math.max(instantMs, FIRST_MS), LAST_MS) / 1000) * 1000
  return Date.parse(`${localTime(at, timeZone)}Z`) - at
}

/** Returns whether a text is an instant in ISO 8601 UTC. */
export const isInstant = (text: string): boolean => /^[\d-]+T[\d:.]+Z$/u.test(text) && !Number.isNaN(Date.parse(text))

export const machineTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the IANA time zone from the settings; without the setting, the time zone of the computer. */
export const venueTimeZone = ({ timeZone }: { readonly timeZone?: string | undefined }): string =>
  timeZone ?? machineTimeZone()

/** Returns whether the runtime supports an IANA time zone name; offsets such as `+01:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/iu.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
