import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { inHalves } from '../../shared/domain/sale/collection-code.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { firstOffer } from './customer.ts'
import {
  MINUTE,
  need,
  operator,
  paid,
  pin,
  type SmallKiosk,
  type SmallKioskOptions,
  startSmallKiosk,
  until,
} from '../world/small-kiosk.ts'

const { openPage } = useBrowser()
const builtScreens = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The screens of a kiosk whose customers scan a code, before its core: its time and its operator are the test's. */
async function screensOf(kiosk: SmallKiosk): Promise<Page> {
  const host = await serveKiosk({ access: kiosk, log: quiet, rendererDirectory: builtScreens, port: 0 })
  onTestFinished(() => host.close())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(host.entryUrl)
  await onScreen(page, 'attract')
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** From the poster to the review of one seat. */
async function toReview(page: Page): Promise<void> {
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: fr.attract.touch }).click()
  await onScreen(page, 'events')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await onScreen(page, 'party')
  await press(page, fr.common.places(1))
  await onScreen(page, 'offers')
  await firstOffer(page).click()
  await onScreen(page, 'review')
}

const stateOf = (kiosk: SmallKiosk, saleId: string) => () => kiosk.sales.find(saleId)?.state

interface Left {
  readonly saleId: string
  readonly code: string
}

/** The customer begins to pay, does not, notes the code and goes. */
async function walkAway(kiosk: SmallKiosk, page: Page): Promise<Left> {
  await toReview(page)
  await page.getByRole('button', { name: fr.review.pay.card }).click()
  await onScreen(page, 'scan')
  const { saleId = '' } = need(await kiosk.api.getKiosk({})).sale ?? {}
  await until(kiosk, () => stateOf(kiosk, saleId)() === 'needs-staff')
  await onScreen(page, 'come-back')
  const main = await page.getByRole('main').innerText()
  expect(main).toContain(fr.collecting.slip.none)
  const code = /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(main)?.[0]?.replace(' ', '') ?? ''
  await press(page, fr.staff.finish)
  await onScreen(page, 'attract')
  return { saleId, code }
}

async function typeCode(page: Page, code: string): Promise<void> {
  await press(page, fr.collecting.open)
  await onScreen(page, 'code')
  for (const letter of code) await press(page, letter)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function left(options: SmallKioskOptions = {}) {
  const { word, tenders } = operator()
  const kiosk = await startSmallKiosk({ tenders, ...options })
  const page = await screensOf(kiosk)
  return { word, kiosk, page, ...(await walkAway(kiosk, page)) }
}

test('while the operator says nothing the screen says so, and by itself what comes of it', async () => {
  const { word, kiosk, page, saleId, code } = await left()
  await typeCode(page, code)
  await heading(page, fr.collecting.answer('asking', '').title).waitFor()
  word.now = { outcome: 'refused', reason: 'declined' }
  await until(kiosk, () => stateOf(kiosk, saleId)() === 'abandoned', 30_000)
  await heading(page, fr.collecting.answer('not-paid', '').title).waitFor()
  await press(page, fr.common.toEvents)
  await onScreen(page, 'events')
})

test('money that came when the seats were gone is owed, and the screen says how much', async () => {
  const { word, kiosk, page, saleId, code } = await left()
  word.now = { outcome: 'unknown' }
  kiosk.pass(10 * MINUTE)
  word.now = paid
  await until(kiosk, () => stateOf(kiosk, saleId)() === 'refund-due', 30_000)
  await typeCode(page, code)
  await page.getByRole('heading', { level: 1, name: /Nous vous devons .*GNF/u }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain(inHalves(code))
})

test('wrong codes open nothing, and after five of them no code is taken for a while', async () => {
  const { page, code } = await left()
  const wrong = code.startsWith('2') ? '333333' : '222222'
  await typeCode(page, wrong)
  await page
    .getByRole('alert')
    .getByText(fr.problems['unknown-code']({ type: 'unknown-code' }, '').title)
    .waitFor()
  for (let tries = 1; tries < 6; tries++) for (const letter of wrong) await press(page, letter)
  await page
    .getByRole('alert')
    .getByText(fr.problems['codes-locked']({ type: 'codes-locked', seconds: 1 }, '').title)
    .waitFor()
  for (const letter of code) await press(page, letter)
  await page
    .getByRole('alert')
    .getByText(fr.problems['codes-locked']({ type: 'codes-locked', seconds: 1 }, '').title)
    .waitFor()
})

test('a machine that starts again between knows the code, and who still stands there prints at a touch', async () => {
  const { word, kiosk, page, saleId } = await left()
  await page.close()
  const again = await kiosk.restart()
  word.now = paid
  await until(again, () => stateOf(again, saleId)() === 'print-unknown', 30_000)
  const { code } = need(await again.api.listStaffCases({ pin })).find((each) => 'saleId' in each) as Left
  const next = await screensOf(again)
  // As a scanner types it, from the slip.
  await next.keyboard.type(code)
  await next.keyboard.press('Enter')
  await onScreen(next, 'done')
  expect(again.printed).toHaveLength(1)
})

test('who waits at the screen is told, and the tickets wait for their touch', async () => {
  const { word, tenders } = operator()
  const kiosk = await startSmallKiosk({ tenders })
  const page = await screensOf(kiosk)
  await toReview(page)
  await page.getByRole('button', { name: fr.review.pay.card }).click()
  await onScreen(page, 'scan')
  const { saleId = '' } = need(await kiosk.api.getKiosk({})).sale ?? {}
  await until(kiosk, () => stateOf(kiosk, saleId)() === 'needs-staff')
  await onScreen(page, 'come-back')
  word.now = paid
  await until(kiosk, () => stateOf(kiosk, saleId)() === 'print-unknown', 30_000)
  await onScreen(page, 'collect')
  expect(kiosk.printed).toEqual([])
  await press(page, fr.collecting.ready.print)
  await onScreen(page, 'done')
  expect(kiosk.printed).toHaveLength(1)
})
