import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { sentence } from '../../renderer/i18n/dates.ts'
import { ok } from '../../shared/domain/result.ts'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import { useReusedPages } from '../support/browser.ts'
import { composerOf } from '../support/speech-pack.ts'
import { asked, onScreen, openKiosk, pushed } from '../world/page.ts'
import { calmAnswers, kioskInfo, kioskOf, plannedAnswers, saleId, type Answers } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { french, installVoices, said } from '../world/sound.ts'
import { press, settled, twelveKeys, walkTo } from './by-keys.ts'

const { openPage } = useReusedPages()

async function atThePoster(answers: Answers, voices = [french], more: Partial<KioskInfo> = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.addInitScript(installVoices, voices)
  await openKiosk(page, { ...answers, getKiosk: ok({ ...kioskInfo, ...more }) })
  return page
}

/** Reports the card payment as complete, and shows the tickets of the scene as printed. */
async function cardIsPaid(page: Page, scene: 'done' | 'planned done'): Promise<void> {
  await onScreen(page, 'card')
  await pushed(page, { name: 'sale-changed', payload: kioskOf(scenes[scene]!.answers).sale! })
}

function createEars(page: Page) {
  let onThisScreen: string[] = []
  const everything: string[] = []
  const hear = async (): Promise<void> => {
    const heard = await said(page)
    onThisScreen.push(...heard)
    everything.push(...heard)
  }
  return {
    everything,
    async arrive(screen: string, wanted: RegExp): Promise<string> {
      onThisScreen = []
      await onScreen(page, screen)
      await settled(page)
      await expect.poll(async () => (await hear(), onThisScreen.join(' '))).toMatch(wanted)
      return onThisScreen.join(' ')
    },
    async hearAll(): Promise<void> {
      await settled(page)
      const met = new Set<number>()
      for (let at = await focusedAt(page); !met.has(at); at = await focusedAt(page)) {
        met.add(at)
        const before = onThisScreen.length
        await page.keyboard.press(twelveKeys.next)
        await expect.poll(() => focusedAt(page)).not.toBe(at)
        await expect.poll(async () => (await hear(), onThisScreen.length)).toBeGreaterThan(before)
      }
      for (let times = 0; times < 2; times++) await page.keyboard.press('1')
      await expect.poll(async () => (await hear(), textsNotSpoken(await visibleTexts(page), onThisScreen))).toEqual([])
    },
  }
}

async function focusedAt(page: Page): Promise<number> {
  return page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body))
}

async function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const parts = [document.body, ...document.querySelectorAll('dialog[open], [popover]:popover-open')]
    const black = getComputedStyle(document.documentElement).backgroundColor === 'rgb(0, 0, 0)'
    return black && parts.every((part) => getComputedStyle(part).opacity === '0')
  })
}

test('a whole sale by ear and twelve keys, with the screen dark', async () => {
  const page = await atThePoster({ ...calmAnswers, viewWheelchairPlaces: ok({ left: true }) }, [french], {
    keypad: 'twelve-keys',
  })
  const ears = createEars(page)

  await page.keyboard.press('0')
  expect(await ears.arrive('attract', new RegExp(fr.attract.upcoming, 'u'))).toContain(fr.speaking.keys['twelve-keys'])
  await page.keyboard.press('0')
  await page.getByRole('dialog').waitFor()
  await press(page, twelveKeys, new RegExp(fr.speaking.dark.title, 'u'))
  await expect.poll(() => isDark(page)).toBe(true)
  await page.keyboard.press('*')
  await ears.arrive('attract', new RegExp(fr.speaking.press, 'u'))
  await press(page, twelveKeys, new RegExp(fr.attract.touch, 'u'))

  await ears.arrive('offers', /2 places/u)
  // The wheelchair button appears once the kiosk has found a wheelchair space.
  await page.getByRole('button', { name: fr.wheelchair.ask }).waitFor()
  await ears.hearAll()
  await press(page, twelveKeys, fr.common.places(3))
  await ears.arrive('offers', /3 places.*convient/u)
  await press(page, twelveKeys, fr.offers.openMap)
  await ears.arrive('map', /choix/u)
  await press(page, twelveKeys, /Secteur O5/u)
  await ears.arrive('map', /Touchez une place/u)
  await walkTo(page, { next: '6' }, /place \d+, \d/u)
  await page.keyboard.press('5')
  await ears.arrive('map', /choisie.*1 place choisie.*Total/u)
  await press(page, twelveKeys, /Choisir la place/u)

  const review = await ears.arrive('review', /Choix\s: /u)
  const parts = [/Stade/u, /Tribune/u, /Porte, /u, /Secteur, /u, /Rang, /u, /Places, /u]
  for (const part of [...parts, /Total pour 3 places, [\d\s]+GNF/u]) expect(review).toMatch(part)
  expect(review).toContain(fr.review.pay.card)
  await ears.hearAll()

  // A touch on a payment button of the dark screen turns the screen on and does not pay.
  const tile = await page.getByRole('button', { name: fr.review.pay.card }).boundingBox()
  await page.mouse.click((tile?.x ?? 0) + 20, (tile?.y ?? 0) + 20)
  await expect.poll(() => isDark(page)).toBe(false)
  await onScreen(page, 'review')
  await page.keyboard.press('F8')
  await expect.poll(() => isDark(page)).toBe(true)
  await press(page, twelveKeys, new RegExp(`^${fr.review.pay.card}`, 'u'))
  await cardIsPaid(page, 'done')
  await ears.arrive('done', /Votre porte.*Terminer/u)
  await ears.hearAll()
  expect(await asked(page, 'holdSeats')).toHaveLength(1)
  expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])

  await press(page, twelveKeys, fr.done.finish)
  await onScreen(page, 'attract')
  expect(await isDark(page)).toBe(false)
  expect(ears.everything.flatMap((text) => composerOf('fr')(text).missing)).toEqual([])
})

const words = fr.pictures

const choices = (page: Page): Locator => page.locator('main button[aria-pressed]')
const pictures = (page: Page): Locator => page.locator('main button[data-picture]')
const yes = (page: Page): Locator => page.getByRole('button', { name: words.take, exact: true })

async function expectSaid(page: Page, texts: readonly string[]): Promise<void> {
  const heard: string[] = []
  await expect.poll(async () => (heard.push(...(await said(page))), heard)).toEqual(texts)
}

async function hear(page: Page, picture: Locator): Promise<void> {
  const screen = await page.locator('[data-screen]').getAttribute('data-screen')
  await said(page)
  await picture.tap()
  const name = (await picture.getAttribute('aria-label')) ?? ''
  const chosen = (await picture.getAttribute('aria-pressed')) !== null
  await expectSaid(page, [chosen ? `${sentence(name)} ${words.thenTake}` : name])
  expect(await page.locator('[data-screen]').getAttribute('data-screen')).toBe(screen)
}

test('who reads nothing buys three seats by pictures alone, hears each, and leaves the kiosk as it was; texts give way to pictures on any screen, and come back', async () => {
  const page = await atThePoster(plannedAnswers)
  await page.getByRole('button', { name: words.open }).tap()
  await onScreen(page, 'events')
  await expectSaid(page, [words.greeting, `${fr.events.title}. ${words.takeFirst}`])

  await yes(page).tap()
  await expectSaid(page, [words.takeFirst])
  await hear(page, choices(page).first())
  await yes(page).tap()
  await onScreen(page, 'offers')
  await page.getByRole('heading', { name: words.party }).waitFor()
  await settled(page)

  await hear(page, choices(page).nth(2))
  await yes(page).tap()
  await page.getByRole('heading', { name: fr.offers.title(3) }).waitFor()
  await settled(page)
  await hear(page, choices(page).first())
  await yes(page).tap()
  await onScreen(page, 'review')

  // The screen has pictures of the teams, day, number of persons, way to the seats, gate, sector, row, seats, total,
  // and banknotes of each value.
  const count = await pictures(page).count()
  expect(count).toBeGreaterThanOrEqual(10)
  for (let at = 0; at < count; at++) await hear(page, pictures(page).nth(at))
  await yes(page).tap()
  await page.getByRole('heading', { name: words.ways }).waitFor()
  await expect.poll(() => page.locator('main').getAttribute('data-settling')).toBe('false')
  await hear(page, choices(page).filter({ has: page.getByText(fr.review.pay.card) }))
  await yes(page).tap()
  await cardIsPaid(page, 'planned done')
  await onScreen(page, 'done')

  await hear(page, pictures(page).first())
  expect(await pictures(page).count()).toBeGreaterThanOrEqual(8)
  expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])
  await yes(page).tap()
  await onScreen(page, 'attract')

  await said(page)
  await page.getByRole('button', { name: fr.attract.all }).tap()
  await onScreen(page, 'events')
  expect(await pictures(page).count()).toBe(0)
  expect(await said(page)).toEqual([])

  const turn = page.getByRole('button', { name: words.open })
  await turn.tap()
  await expectSaid(page, [words.greeting, `${fr.events.title}. ${words.takeFirst}`])
  await page.getByRole('button', { name: words.again }).tap()
  await expectSaid(page, [`${fr.events.title}. ${words.takeFirst}`])
  await turn.tap()
  expect(await pictures(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Sénégal' }).tap()
  await onScreen(page, 'offers')
})

test('a machine that cannot speak shows the same pictures, without an ear', async () => {
  const page = await atThePoster(calmAnswers, [])
  await page.getByRole('button', { name: words.open }).tap()
  await onScreen(page, 'events')
  expect(await pictures(page).count()).toBeGreaterThan(0)
  expect(await page.getByRole('button', { name: words.again }).count()).toBe(0)
  expect(await said(page)).toEqual([])
})

/** Returns the visible texts of the screen or dialogue, without texts that the kiosk does not speak, such as timers. */
async function visibleTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('[data-screen]')
    const walker = document.createTreeWalker(scope ?? document.body, NodeFilter.SHOW_TEXT)
    const left = '[aria-hidden="true"], [role="timer"], [data-heard-by], [data-seat], [data-caption], .unseen, svg'
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      const lang = element?.closest('[lang]')?.getAttribute('lang')
      if (!element || text === '' || lang !== document.documentElement.lang || element.closest(left)) continue
      if (element.checkVisibility({ visibilityProperty: true })) texts.push(text)
    }
    return texts
  })
}

function textsNotSpoken(texts: readonly string[], said: readonly string[]): readonly string[] {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return texts.filter((text) => !bare(said.join(' ')).includes(bare(text)))
}
