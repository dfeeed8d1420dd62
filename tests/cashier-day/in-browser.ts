import { startKiosk } from '../e2e/sale-machine.ts'
import type { useBrowser } from '../support/browser.ts'
import type { StartDesk } from './a-day.ts'

/** A desk at a browser, on the smaller of the screens that desks have. */
export const inBrowser =
  ({ openPage }: ReturnType<typeof useBrowser>): StartDesk =>
  async (service, settings, data) => {
    const kiosk = await startKiosk(service, settings, data)
    const page = await openPage({ viewport: { width: 1366, height: 768 } })
    await page.goto(kiosk.entryUrl)
    return page
  }
