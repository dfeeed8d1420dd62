import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { startKiosk, startService, touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

test('the screen points to the terminal while the customer pays, then to where tickets come out', async () => {
  const settings = { terminalSide: 'right', ticketSlot: 'below', simulatedTerminal: { thinkSeconds: 3 } }
  const kiosk = await startKiosk(await startService(), settings)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(kiosk.entryUrl)
  await touchToReview(page, 1)
  const pointer = (edge: string) => page.locator(`[data-edge="${edge}"]`)
  expect(await page.locator('[data-edge]').count()).toBe(0)
  await page.getByRole('button', { name: fr.review.pay.card }).tap()
  await pointer('right').getByText(fr.around.terminal.right).waitFor()
  await onScreen(page, 'done')
  await pointer('below').getByText(fr.around.tickets.below).waitFor()
})
