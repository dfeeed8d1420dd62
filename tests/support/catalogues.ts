import { arabic } from '../../renderer/i18n/ar/catalogue.ts'
import { en } from '../../renderer/i18n/en/catalogue.ts'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { pt } from '../../renderer/i18n/pt/catalogue.ts'
import type { Language } from '../../shared/kiosk-api/views.ts'

export const catalogues: Readonly<Record<Language, Catalogue>> = { fr, en, pt, ar: arabic('western') }
