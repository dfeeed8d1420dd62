import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Language, Numerals } from '../../shared/domain/language.ts'
import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { createI18n, type I18n } from './i18n.ts'

const I18nContext = createContext<I18n | null>(null)

interface I18nProviderProps {
  readonly language: Language
  readonly numerals?: Numerals | undefined
  readonly tenderNames?: OwnTenderNames | undefined
  /** IANA time zone of the venue; default: the computer's time zone. */
  readonly timeZone?: string | undefined
  readonly children: ReactNode
}

export function I18nProvider({ language, numerals, tenderNames, timeZone, children }: I18nProviderProps) {
  const i18n = useMemo(
    () => createI18n(language, numerals, tenderNames, timeZone),
    [language, numerals, tenderNames, timeZone],
  )
  return <I18nContext value={i18n}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n is called outside <I18nProvider>')
  return i18n
}
