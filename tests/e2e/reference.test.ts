import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, onTestFinished, test } from 'vitest'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { scanQrCodes } from '../support/pdf.ts'
import { firstOffer } from './customer.ts'
import { deviceThat, need, pin, startSmallKiosk } from '../world/small-kiosk.ts'

const { openPage } = useBrowser()
const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a sale fails: the customer photographs six characters, and staff open the sale by them', async () => {
  const kiosk = await startSmallKiosk({ tenders: { card: deviceThat({ outcome: 'unknown', forGood: true }) } })
  const host = await serveKiosk({ access: kiosk, log, rendererDirectory, port: 0 })
  onTestFinished(() => host.close())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(host.entryUrl)
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: fr.attract.touch }).click()
  await onScreen(page, 'events')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await onScreen(page, 'party')
  await press(page, fr.common.places(2))
  await onScreen(page, 'offers')
  await firstOffer(page).click()
  await onScreen(page, 'review')
  await page.getByRole('button', { name: fr.review.pay.card }).click()
  await onScreen(page, 'needs-staff')

  const { saleId = '', seats = [] } = need(await kiosk.api.getKiosk({})).sale ?? {}
  const reference = collectionCode(saleId)
  const words = await page.getByRole('main').innerText()
  expect(words).toContain(inHalves(reference))
  expect(words).not.toMatch(/[\da-f]{8}-[\da-f]{4}/u)
  const { width, height, data } = PNG.sync.read(await page.screenshot())
  const codes = await scanQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
  expect(codes.map(({ text }) => text)).toEqual([reference])
  await press(page, fr.staff.finish)
  await onScreen(page, 'attract')

  await page.getByRole('banner', { name: fr.tools.label }).locator('p').click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
  await page.keyboard.type(`${pin}\n`)
  await press(page, fr.staff.reference)
  await page.getByText(fr.staffDesk.findBody).waitFor()
  await page.keyboard.type('222222')
  await page.getByText(fr.staffDesk.notFound).waitFor()
  // A scanner types what the photograph says, and Enter: that answers nothing of what came up.
  await page.keyboard.type(reference.toLowerCase())
  await page.getByText(fr.staffDesk.of(1, 1)).waitFor()
  await page.keyboard.press('Enter')
  await press(page, fr.staff.reference)
  await page.getByText(fr.staffDesk.findBody).waitFor()
  await page.keyboard.type(reference.toLowerCase())
  await page.getByText(fr.staffDesk.of(1, 1)).waitFor()
  expect(await page.getByRole('definition').allInnerTexts()).toEqual(
    expect.arrayContaining([inHalves(reference), seats.map(({ place }) => place.seatCode).join(' · ')]),
  )
})
