import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { savedOrders, startCardTerminal, startPatientService, writeLiveKiosk } from './paying-customer.ts'
import { touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

test('a customer pays by card on the terminal beside the screen, which says what it wants', async () => {
  const data = temporaryFolder()
  const terminal = await startCardTerminal(['refuse:78', 'wrong-pin'], 1_000)
  writeLiveKiosk(data, await startPatientService(), { card: terminal })
  const shell = startShell('browser-host.js', ['--data', data, '--no-browser'])
  const [, entryUrl = ''] = await shell.says(/^Guichet: (\S+)$/mu)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, reducedMotion: 'reduce', hasTouch: true })
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
