import { createContext, use, useMemo, type ReactNode } from 'react'
import { formatCount, formatMoney, type Minor } from '../../shared/domain/money/money.ts'
import type { Language } from '../../shared/domain/language.ts'
import { arabic } from './ar/catalogue.ts'
import { clockWords, eventDate, instantWords, type EventDate } from './dates.ts'
import { localeOf } from './languages.ts'
import { en } from './en/catalogue.ts'
import { fr, type Catalogue } from './fr/catalogue.ts'
import { inNumerals, isolated, type Numerals } from './numerals.ts'
import { pt } from './pt/catalogue.ts'

export interface I18n {
  readonly language: Language
  /** Every text of the screens. */
  readonly t: Catalogue
  readonly money: (amount: Minor, currency: string) => string
  /** How many of something: `12 820`. */
  readonly count: (value: number) => string
  readonly date: (local: string) => EventDate
  /** A point in time (ISO 8601 UTC) as this machine's clock shows it. */
  readonly instant: (utc: string) => string
  /** The same without its day. */
  readonly clock: (utc: string) => string
  /** A count or a clock in the digits of the language: `7:05`. Not for what is written on doors, rows and seats. */
  readonly digits: (text: string) => string
}

const catalogues: Readonly<Record<Language, (numerals: Numerals) => Catalogue>> = {
  fr: () => fr,
  en: () => en,
  pt: () => pt,
  ar: arabic,
}

const I18nContext = createContext<I18n | null>(null)

export function createI18n(language: Language, numerals: Numerals = 'western'): I18n {
  const own = language === 'ar' ? numerals : 'western'
  const money = (amount: Minor, currency: string): string =>
    inNumerals(formatMoney(amount, currency, localeOf(language)), own)
  return {
    language,
    t: catalogues[language](own),
    money: language === 'ar' ? (amount, currency) => isolated(money(amount, currency)) : money,
    count: (value) => inNumerals(formatCount(value, localeOf(language)), own),
    date: (local) => eventDate(local, language, own),
    instant: (utc) => instantWords(utc, language, own),
    clock: (utc) => clockWords(utc, language, own),
    digits: (text) => inNumerals(text, own),
  }
}

export interface I18nProviderProps {
  readonly language: Language
  readonly numerals?: Numerals | undefined
  readonly children: ReactNode
}

export function I18nProvider({ language, numerals, children }: I18nProviderProps) {
  const i18n = useMemo(() => createI18n(language, numerals), [language, numerals])
  return <I18nContext value={i18n}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n is called outside <I18nProvider>')
  return i18n
}
