import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { sentence } from '../../renderer/i18n/sentence.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen, openKiosk } from '../world/page.ts'
import { calmAnswers } from '../world/scenes/answers.ts'
import { french, installVoices, said } from '../world/sound.ts'
import { expectPrinted, listen, startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const words = fr.pictures

const choices = (page: Page): Locator => page.locator('main button[aria-pressed]')
const pictures = (page: Page): Locator => page.locator('main button[data-picture]')
const yes = (page: Page): Locator => page.getByRole('button', { name: words.take, exact: true })

/** Soon the voice has said this, and nothing else. */
async function expectSaid(page: Page, texts: readonly string[]): Promise<void> {
  const heard: string[] = []
  await expect
    .poll(async () => {
      heard.push(...(await said(page)))
      return heard
    })
    .toEqual(texts)
}

/** Touches a picture: it is said, and nothing is taken. */
async function hear(page: Page, picture: Locator): Promise<void> {
  const screen = await page.locator('[data-screen]').getAttribute('data-screen')
  await said(page)
  await picture.tap()
  const name = (await picture.getAttribute('aria-label')) ?? ''
  const chosen = (await picture.getAttribute('aria-pressed')) !== null
  await expectSaid(page, [chosen ? `${sentence(name)} ${words.thenTake}` : name])
  expect(await page.locator('[data-screen]').getAttribute('data-screen')).toBe(screen)
}

async function hearEach(page: Page): Promise<number> {
  const count = await pictures(page).count()
  for (let at = 0; at < count; at++) await hear(page, pictures(page).nth(at))
  return count
}

test('who reads nothing buys three seats by pictures alone, hears each, and leaves the kiosk as it was', async () => {
  const kiosk = await startKiosk(await startService())
  const page = await openPage(upright)
  await page.addInitScript(installVoices, [french])
  // The voice of the machine says it all, so that each word can be read here; packs have tests of their own.
  await page.route('**/speech/**', (route) => route.abort())
  const heard = listen(page)
  await page.goto(kiosk.entryUrl)
  await onScreen(page, 'attract')
  await page.getByRole('button', { name: words.open }).tap()
  await onScreen(page, 'events')
  await expectSaid(page, [words.greeting, `${fr.events.title}. ${words.takeFirst}`])

  await yes(page).tap()
  await expectSaid(page, [words.takeFirst])
  await hearEach(page)
  await hear(page, choices(page).first())
  await yes(page).tap()
  await onScreen(page, 'party')

  await hear(page, choices(page).nth(2))
  await yes(page).tap()
  await onScreen(page, 'offers')
  await heard.lastOffers()
  await hearEach(page)
  await hear(page, choices(page).first())
  await yes(page).tap()
  await onScreen(page, 'review')

  // Teams, day, persons, way, gate, sector, row, seats, sum, and the notes of each value.
  expect(await hearEach(page)).toBeGreaterThanOrEqual(10)
  await yes(page).tap()
  await page.getByRole('heading', { name: words.ways }).waitFor()
  await expect.poll(() => page.locator('main').getAttribute('data-settling')).toBe('false')
  await hear(page, choices(page).filter({ has: page.getByText(fr.review.pay.card) }))
  await yes(page).tap()
  await onScreen(page, 'done')

  expect(await hearEach(page)).toBeGreaterThanOrEqual(8)
  const tickets = await expectPrinted(kiosk, await heard.ownerRef(), 3)
  expect(tickets).toHaveLength(3)
  await yes(page).tap()
  await onScreen(page, 'attract')

  await said(page)
  await page.getByRole('button', { name: fr.attract.touch }).tap()
  await onScreen(page, 'events')
  expect(await pictures(page).count()).toBe(0)
  expect(await said(page)).toEqual([])
})

describe('the way in', () => {
  test('a machine that cannot speak shows the same pictures, without an ear', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [])
    await openKiosk(page, calmAnswers)
    await page.getByRole('button', { name: words.open }).tap()
    await onScreen(page, 'events')
    expect(await pictures(page).count()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: words.again }).count()).toBe(0)
    expect(await said(page)).toEqual([])
  })

  test('texts give way to pictures on any screen, and come back', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [french])
    await openKiosk(page, calmAnswers)
    await page.getByRole('button', { name: fr.attract.touch }).tap()
    await onScreen(page, 'events')
    const turn = page.getByRole('button', { name: words.open })
    await turn.tap()
    await expectSaid(page, [words.greeting, `${fr.events.title}. ${words.takeFirst}`])
    await page.getByRole('button', { name: words.again }).tap()
    await expectSaid(page, [`${fr.events.title}. ${words.takeFirst}`])
    await turn.tap()
    expect(await pictures(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Sénégal' }).tap()
    await onScreen(page, 'party')
  })
})
