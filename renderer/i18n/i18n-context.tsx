import { createContext, use, useMemo, type ReactNode } from 'react'
import { formatMoney, type Minor } from '../../shared/domain/money.ts'
import type { Language } from '../../shared/kiosk-api/views.ts'
import { eventDate, localeOf, type EventDate } from './dates.ts'
import { en } from './en.ts'
import { fr, type Catalogue } from './fr.ts'

export interface I18n {
  readonly language: Language
  /** Every text of the screens. */
  readonly t: Catalogue
  readonly money: (amount: Minor, currency: string) => string
  readonly date: (local: string) => EventDate
}

const catalogues: Readonly<Record<Language, Catalogue>> = { fr, en }

const I18nContext = createContext<I18n | null>(null)

export function createI18n(language: Language): I18n {
  return {
    language,
    t: catalogues[language],
    money: (amount, currency) => formatMoney(amount, currency, localeOf(language)),
    date: (local) => eventDate(local, language),
  }
}

export function I18nProvider({ language, children }: { language: Language; children: ReactNode }) {
  const i18n = useMemo(() => createI18n(language), [language])
  return <I18nContext value={i18n}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n is called outside <I18nProvider>')
  return i18n
}
