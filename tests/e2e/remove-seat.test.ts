import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { firstOffer } from './sale-machine.ts'
import { need, startSmallKiosk } from '../world/small-kiosk.ts'

const { openPage } = useBrowser()
const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('five seats are held, one is taken out at the review, four are paid and come out', async () => {
  const kiosk = await startSmallKiosk()
  const host = await serveKiosk({ access: kiosk, log, rendererDirectory, port: 0 })
  onTestFinished(() => host.close())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(host.entryUrl)
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: fr.attract.touch }).click()
  await onScreen(page, 'events')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await onScreen(page, 'party')
  await page.getByRole('button', { name: fr.common.places(5), exact: true }).click()
  await onScreen(page, 'offers')
  await firstOffer(page).click()
  await onScreen(page, 'review')

  const { seats = [] } = need(await kiosk.api.getKiosk({})).sale ?? {}
  const out = seats[1]?.place.seatCode ?? ''
  await page.getByRole('button', { name: fr.review.remove }).click()
  await page.getByRole('heading', { name: fr.review.removeTitle }).waitFor()
  await page.getByRole('button', { name: `${fr.review.takeOut} ${out}`, exact: true }).click()
  await expect.poll(async () => need(await kiosk.api.getKiosk({})).sale?.seats.length).toBe(4)
  await onScreen(page, 'review')
  await page.getByRole('button', { name: fr.review.pay.card }).click()
  await onScreen(page, 'done')
  const kept = seats.map(({ place }) => place.seatCode).filter((code) => code !== out)
  expect(kiosk.printed.map(({ place }) => place.seatCode)).toEqual(kept)
})
