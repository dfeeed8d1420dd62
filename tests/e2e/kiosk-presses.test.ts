import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { sale, saleId, tickets } from '../support/fake-kiosk.ts'
import { answering, asked, onScreen, openKiosk } from '../support/kiosk-page.ts'
import { openCashPad, scenes } from '../support/kiosk-scenes.ts'
import { enterPin } from '../support/staff-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

test('a sum that notes do not explain is asked about before it is taken', async () => {
  const page = await openPage(upright)
  await openKiosk(page, scenes['cash']!.answers)
  await openCashPad(page)
  await enterPin(page, '1234')
  await page.keyboard.type('2100000')
  await page.getByRole('button', { name: fr.cash.take }).click()
  const question = page.getByRole('alert')
  await question.filter({ hasText: 'La monnaie à rendre serait' }).waitFor()
  expect(await asked(page, 'confirmCash')).toEqual([])
  // Another sum is another matter.
  await page.keyboard.press('Backspace')
  expect(await question.count()).toBe(0)
  await page.keyboard.type('0')
  await page.getByRole('button', { name: fr.cash.take }).click()
  const done = sale({ name: 'done', tickets: tickets('printed') }, undefined, { change: 1_890_000 })
  await answering(page, { confirmCash: ok(done) })
  await page.getByRole('button', { name: 'Oui, 2 100 000 GNF reçus' }).click()
  await onScreen(page, 'done')
  expect(await asked(page, 'confirmCash')).toEqual([{ saleId, pin: '1234', received: 2_100_000 }])
})

test('a key that is held down asks, and does not answer', async () => {
  const page = await openPage(upright)
  await openKiosk(page, scenes['cash']!.answers)
  await openCashPad(page)
  await enterPin(page, '1234')
  await page.keyboard.type('2100000')
  for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.getByRole('button', { name: 'Oui, 2 100 000 GNF reçus' }).waitFor()
  expect(await asked(page, 'confirmCash')).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => asked(page, 'confirmCash')).toHaveLength(1)
})
