import type { Page } from 'playwright-core'
import type { Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import type { Answers } from './fake-kiosk.ts'

/** One look at one screen: what the main process says, and what the customer did to get there. */
export interface Scene {
  readonly screen: string
  readonly answers: Answers
  /** Finds its way by the texts of the language that the kiosk speaks. */
  readonly act?: (page: Page, t?: Catalogue) => Promise<void>
}
