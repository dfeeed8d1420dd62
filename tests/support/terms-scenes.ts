import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { type Answers, calmAnswers, kioskInfo, review, sale, threeSeats } from './fake-kiosk.ts'
import type { Scene } from './scene.ts'

const seller = {
  name: 'Société du Stade de la Corniche SA',
  address: 'Corniche Nord, Dixinn, BP 1234, Conakry',
  contact: '+224 620 00 00 00',
  taxNumber: '123456789 · 4K',
}

/** A seller who is liable, with conditions of sale in French and a privacy notice in Arabic. */
export const lawfulAnswers: Answers = {
  ...calmAnswers,
  getKiosk: ok({ ...kioskInfo, sale: sale(review, threeSeats), terms: { seller: seller.name }, taxRate: 18 }),
  readTerms: ok({
    seller,
    version: '1 octobre 2026',
    conditions: { language: 'fr', text: catalogues.fr.termsExamples.conditions },
    privacy: { language: 'ar', text: catalogues.ar.termsExamples.privacy },
  }),
}

async function openTerms(page: Page, t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.terms.read }).click()
  await page.getByRole('dialog').getByText('EXEMPLE').waitFor()
}

export const termsScenes: Readonly<Record<string, Scene>> = {
  'review, conditions of sale': { screen: 'review', answers: lawfulAnswers },
  'conditions of sale': { screen: 'review', answers: lawfulAnswers, act: openTerms },
}
