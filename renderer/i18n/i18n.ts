import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { inNumerals, type Language, type Numerals, numeralsOf } from '../../shared/domain/language.ts'
import { formatCount, formatMoney, formatRate, type Minor } from '../../shared/domain/money/money.ts'
import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { withOwnNames } from '../../shared/i18n/texts.ts'
import { arabic } from './ar/catalogue.ts'
import { clockWords, eventDate, instantWords, isolated } from './dates.ts'
import { en } from './en/catalogue.ts'
import { type Catalogue, fr } from './fr/catalogue.ts'
import { directionOf, localeOf } from './languages.ts'
import { pt } from './pt/catalogue.ts'

export type I18n = Readonly<ReturnType<typeof createI18n>>

const catalogues: Readonly<Record<Language, Catalogue | ((numerals: Numerals) => Catalogue)>> = {
  fr,
  en,
  pt,
  ar: arabic,
}

export function createI18n(
  language: Language,
  numerals: Numerals = 'western',
  named: OwnTenderNames = {},
  timeZone: string = machineTimeZone(),
) {
  const own = numeralsOf(language, numerals)
  const catalogue = catalogues[language]
  const money = (amount: Minor, currency: string): string =>
    inNumerals(formatMoney(amount, currency, localeOf(language)), own)
  return {
    language,
    t: withTenderNames(typeof catalogue === 'function' ? catalogue(own) : catalogue, named),
    money:
      directionOf(language) === 'rtl' ? (amount: Minor, currency: string) => isolated(money(amount, currency)) : money,
    /** Formats a count: `12 820`. */
    count: (value: number) => inNumerals(formatCount(value, localeOf(language)), own),
    /** Formats a rate in percent: `5,5`. */
    rate: (value: number) => inNumerals(formatRate(value, localeOf(language)), own),
    date: (local: string) => eventDate(local, language, own),
    /** IANA time zone of the venue. */
    timeZone,
    /** Formats an instant (ISO 8601 UTC) in the time zone of the venue. */
    instant: (utc: string) => instantWords(utc, language, timeZone, own),
    /** Formats the time of day of an instant in the time zone of the venue. */
    clock: (utc: string) => clockWords(utc, language, timeZone, own),
    /** Converts a count or a time to the digits of the language: `7:05`. Not for labels of gates, rows and seats. */
    digits: (text: string) => inNumerals(text, own),
  }
}

/** Returns the texts with the venue's own names for its tenders. */
function withTenderNames(texts: Catalogue, own: OwnTenderNames): Catalogue {
  const { desk, review } = texts
  const { card, cash, notes } = own
  return {
    ...texts,
    desk: {
      ...desk,
      tenders: withOwnNames(desk.tenders, own),
      commands: { ...desk.commands, ...(card !== undefined && { card }) },
    },
    review: {
      ...review,
      pay: { card: card ?? review.pay.card, cash: cash ?? review.pay.cash, notes: notes ?? review.pay.notes },
    },
  }
}
