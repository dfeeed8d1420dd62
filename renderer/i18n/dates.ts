import { localDate } from '../../shared/domain/documents/local-date.ts'
import {
  habits,
  inNumerals,
  inWesternDigits,
  type Language,
  type Numerals,
  numeralsOf,
} from '../../shared/domain/language.ts'
import { localeOf } from './languages.ts'

const localDateTime = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/u

export interface EventDate {
  /** `samedi 17 mai` */
  readonly day: string
  /** `samedi 17 mai, 16 h` */
  readonly full: string
  /** `16 h`, `20 h 30`, `4 pm` */
  readonly time: string
  readonly weekday: string
  readonly dayOfMonth: string
  readonly month: string
}

/**
 * Returns the formatted text of a venue's local date-time (`YYYY-MM-DDTHH:MM:SS`), independently of the computer's time
 * zone. Returns text in another format unchanged.
 */
export function eventDate(local: string, language: Language, numerals: Numerals = 'western'): EventDate {
  const parts = localDateTime.exec(local)
  if (!parts) return { day: local, full: local, time: '', weekday: '', dayOfMonth: local, month: '' }
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.slice(1).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const habit = habits[language]
  const word = (part: 'weekday' | 'month', style: 'long' | 'short'): string =>
    wordFormat(habit.locale, part, style).format(date)
  const said = (text: string): string => inNumerals(text, numeralsOf(language, numerals))
  const dayWords = said(habit.day(word('weekday', 'long'), day, word('month', 'long')))
  const time = said(habit.time(hour, String(minute).padStart(2, '0')))
  return {
    day: dayWords,
    full: `${dayWords}${habit.comma} ${habit.at ?? ''}${time}`,
    time,
    weekday: word('weekday', 'long'),
    dayOfMonth: said(String(day)),
    month: word('month', 'short'),
  }
}

/** Returns event and date on one line. The date distinguishes two matches of the same teams. */
export function eventAndDate(
  { eventTitle, startsAt }: { readonly eventTitle: string; readonly startsAt: string },
  { date }: { readonly date: (local: string) => EventDate },
): string {
  return [eventTitle, date(startsAt).full].filter((part) => part !== '').join(' · ')
}

/** Cache of date formats, because creating a format takes about 1 ms on a weak computer. */
const wordFormats = new Map<string, Intl.DateTimeFormat>()

function wordFormat(locale: string, part: 'weekday' | 'month', style: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${locale} ${part} ${style}`
  const known = wordFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' })
  wordFormats.set(key, made)
  return made
}

/** Formats an instant (ISO 8601 UTC) in an IANA time zone: `17 mai 2025, 16:05`. */
export function instantWords(
  utc: string,
  language: Language,
  timeZone: string,
  numerals: Numerals = 'western',
): string {
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(new Date(utc))
  return inNumerals(`${day}${habits[language].comma} ${hourAndMinute(utc, timeZone)}`, numeralsOf(language, numerals))
}

/** Formats the time of day of an instant (ISO 8601 UTC) in an IANA time zone: `16:05`. */
export function clockWords(utc: string, language: Language, timeZone: string, numerals: Numerals = 'western'): string {
  return inNumerals(hourAndMinute(utc, timeZone), numeralsOf(language, numerals))
}

function hourAndMinute(utc: string, timeZone: string): string {
  const { hour, minute } = localDate(utc, timeZone)
  return `${hour}:${String(minute).padStart(2, '0')}`
}

/** Formats the remaining time in minutes and seconds, `7:05`; never negative. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Returns a typed time of day (`8:30`, `8h30`, `8 h`, `0830`, in any digits) as `08:30`. Returns any other text trimmed
 * and with Western digits.
 */
export function typedTime(typed: string): string {
  const text = inWesternDigits(typed.trim())
  const [, hour, minute] = /^(\d{1,2})\s*[h:.]?\s*(\d{2})?$/iu.exec(text) ?? []
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute ?? '00'}`
}

/** Isolates a name or code from text of another direction (Unicode FSI … PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** Returns a title with a full stop, unless the title already ends with a punctuation mark. */
export function sentence(title: string): string {
  return /[.…!?؟]$/u.test(title) ? title : `${title}.`
}
