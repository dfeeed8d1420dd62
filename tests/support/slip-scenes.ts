import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { SaleStage } from '../../shared/kiosk-api/views.ts'
import { type Answers, calmAnswers, kioskInfo, review, sale, tickets } from './fake-kiosk.ts'
import type { Scene } from './scene.ts'

const offered: Answers = {
  ...calmAnswers,
  getKiosk: ok({ ...kioskInfo, sale: sale({ ...review, takesSlips: true }) }),
}

/** The customer has a credit slip of it. */
const owing = (stage: SaleStage, paper: 'printed' | 'none'): Answers => {
  const credits = [{ slipId: 'K7M4XP92RD', amount: 15_000, paper }]
  return { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: { ...sale(stage), credits } }) }
}

async function openSlip(page: Page, t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.paying.slip.open }).click()
  await page.getByRole('heading', { name: t.paying.slip.title }).waitFor()
}

/** A kiosk that owes credit slips, and takes them. */
export const slipScenes: Readonly<Record<string, Scene>> = {
  'slip, offered': { screen: 'review', answers: offered },
  'slip, to be typed': {
    screen: 'review',
    answers: offered,
    act: openSlip,
  },
  'slip, refused': {
    screen: 'review',
    answers: {
      ...offered,
      paySlip: err({ type: 'slip-refused', because: 'spent' }),
    },
    act: async (page, t = fr) => {
      await openSlip(page, t)
      await page.keyboard.type('K7M4XP92RD')
      await page.getByRole('alert').waitFor()
    },
  },
  'slip, done with one': {
    screen: 'done',
    answers: owing({ name: 'done', tickets: tickets('printed', 'printed', 'printed') }, 'printed'),
  },
  'slip, back': { screen: 'ended', answers: owing({ name: 'ended', reason: 'finished' }, 'printed') },
  'slip, back without paper': { screen: 'ended', answers: owing({ name: 'ended', reason: 'finished' }, 'none') },
}
