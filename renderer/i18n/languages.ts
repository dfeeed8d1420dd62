import type { Language } from '../../shared/kiosk-api/views.ts'

/** Each language under its own name, for those who read no other. */
export const languageNames: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  pt: 'Português',
  ar: 'العربية',
}

/** The way its lines run. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
