import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { languages } from '../../shared/domain/language.ts'
import { ok } from '../../shared/domain/result.ts'
import type { KioskInfo } from '../../shared/kiosk-api/views.ts'
import type { Answers } from './fake-kiosk.ts'
import { pushed } from './kiosk-page.ts'
import type { Scene } from './scene.ts'

/** What who listens sees, or who stands beside them; `answers` are of a kiosk that shows a sale at its review. */
export function speakingScenes(answers: Answers): Readonly<Record<string, Scene>> {
  const { value } = answers['getKiosk'] as { readonly value: KioskInfo }
  const heard: Answers = { ...answers, getKiosk: ok({ ...value, speech: languages, keypad: 'twelve-keys' }) }
  return {
    'the voice begins': {
      screen: 'review',
      answers: heard,
      act: async (page, t = fr) => {
        await page.keyboard.press('0')
        await page.getByText(t.speaking.greeting).waitFor()
      },
    },
    'accessibility, with the voice': {
      screen: 'review',
      answers: heard,
      act: async (page, t = fr) => {
        await page.getByRole('button', { name: t.access.title }).click()
        await page.getByRole('dialog').getByRole('button', { name: t.access.aid.spoken }).click()
        await page.getByRole('button', { name: t.speaking.louder }).waitFor()
      },
    },
    'headphones come out': {
      screen: 'review',
      answers: heard,
      act: async (page, t = fr) => {
        await pushed(page, { name: 'headphones-changed', payload: 'in' })
        await pushed(page, { name: 'headphones-changed', payload: 'out' })
        await page.getByRole('alertdialog', { name: t.speaking.unplugged.title }).waitFor()
      },
    },
  }
}
