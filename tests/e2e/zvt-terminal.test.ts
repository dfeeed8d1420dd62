import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { openService } from '../world/scenes/ways.ts'
import { serveMachine } from '../support/served-machine.ts'
import { savedOrders, startCardTerminal, startPatientService, writeLiveKiosk } from './paying-customer.ts'
import { touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

const PIN = '482615'

test('a customer pays by card on the terminal beside the screen, which says what it wants', async () => {
  const data = temporaryFolder()
  const terminal = await startCardTerminal(['refuse:78', 'wrong-pin'], 3_000)
  writeLiveKiosk(data, await startPatientService(), { card: terminal })
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  await touchToReview(page, 2)
  const pay = (): Promise<void> => page.getByRole('button', { name: fr.review.pay.card }).first().tap()

  await pay()
  await page.getByText(fr.card.device['present-card'].title).waitFor()
  await page.getByText(fr.paying.refused['card-expired'].title).waitFor()
  await pay()
  await page.getByText(fr.card.device['present-card'].title).waitFor()
  await onScreen(page, 'done')
  expect(savedOrders(data)).toHaveLength(1)
})

test('staff end the terminal’s day: with the Z, and once more where it did not answer', async () => {
  const data = temporaryFolder()
  const terminal = await startCardTerminal([], 0, ['refuse:a1'])
  writeLiveKiosk(data, await startPatientService(), { card: terminal }, { staffPin: PIN })
  const { entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  await touchToReview(page, 2)
  await page.getByRole('button', { name: fr.review.pay.card }).first().tap()
  await onScreen(page, 'done')
  await page.getByRole('button', { name: fr.done.finish }).first().tap()

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  await openService(page, fr, PIN)
  await press(fr.service.shift)
  await press(fr.service.closeZ)
  await press(fr.service.sureZ)
  await page.getByText(fr.service.closed('Z', 1)).waitFor()
  await page.getByRole('alert').filter({ hasText: fr.shift.terminalDay.refused['provider-down'] }).waitFor()
  await press(fr.shift.terminalDay.close)
  await page.getByText(fr.shift.terminalDay.again).waitFor()
  expect(await page.getByRole('button', { name: fr.shift.terminalDay.close }).count()).toBe(0)
})
