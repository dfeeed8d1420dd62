import { createContext, use } from 'react'
import type { Language } from '../../shared/domain/language.ts'
import { byLanguage, localeOf } from '../i18n/languages.ts'
import type { FleetCatalogue } from '../i18n/fr/fleet.ts'

export const fleetCatalogues = byLanguage(
  import.meta.glob<FleetCatalogue>('../i18n/*/fleet.ts', { eager: true, import: 'fleet' }),
)

export function fleetWords(language: Language) {
  const locale = localeOf(language)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const gigabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat(locale, time)
  const dayAndClock = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...time })
  return {
    language,
    t: fleetCatalogues[language],
    /** `il y a 3 minutes` */
    ago: (milliseconds: number): string => {
      const seconds = Math.max(0, Math.round(milliseconds / 1000))
      if (seconds < 90) return relative.format(-seconds, 'second')
      if (seconds < 5_400) return relative.format(-Math.round(seconds / 60), 'minute')
      if (seconds < 129_600) return relative.format(-Math.round(seconds / 3_600), 'hour')
      return relative.format(-Math.round(seconds / 86_400), 'day')
    },
    /** `1,2 Go` */
    bytes: (count: number): string => gigabytes.format(count / 1e9),
    /** `16:05` in local time, with the date for a day other than today. */
    time: (utc: string): string => {
      const at = new Date(utc)
      return (at.toDateString() === new Date().toDateString() ? clock : dayAndClock).format(at)
    },
  }
}

export const WordsContext = createContext(fleetWords('fr'))

export const useWords = () => use(WordsContext)
