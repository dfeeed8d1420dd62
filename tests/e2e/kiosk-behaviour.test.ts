import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arabic } from '../../renderer/i18n/ar/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { useKioskPages } from '../support/browser.ts'
import { keepAnswer } from './customer.ts'
import { answering, asked, onScreen, pushed, stopClock, openKiosk } from '../world/page.ts'
import {
  atOffers,
  calmAnswers,
  events,
  eventsView,
  kioskInfo,
  proposals,
  review,
  sale,
  saleId,
  threeSeats,
  tickets,
  visit,
} from '../world/scenes/answers.ts'
import { lawfulAnswers, scenes } from '../world/scenes/scenes.ts'
import {
  enterPin,
  openCashPad,
  press,
  pressExactly,
  pressKeys,
  speaking,
  switchOn,
  toEvents,
  toMap,
  toOffers,
  toFirstOffers,
  pressTo,
} from '../world/scenes/ways.ts'

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const { open, openPage } = useKioskPages(upright)
const paying = { name: 'paying', tender: 'card', reference: 'r', phase: 'waiting', due: 210_000 } as const

const plain = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]+/gu, ' ')

const title = async (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

test('whoever finishes without having opened the page of the tickets receives them on paper first', async () => {
  const { answers } = scenes['done, tickets on a phone']!
  const printed = sale({ name: 'done', tickets: tickets('printed', 'printed') })
  const page = await open({ ...answers, printPublished: ok(printed) })
  await press(page, fr.done.finish)
  await page.getByText(fr.done.title(2)).waitFor()
  expect(await asked(page, 'printPublished')).toEqual([{ saleId, unlessOpened: true }])
})

test('a sale on the map: the venue is counted again, the plan stays while a section is on its way, and what was touched is held', async () => {
  const page = await open(atOffers(), { hasClock: true })
  await toMap(page)
  const { overview } = visit.session
  const none = overview.sections.map((section) => ({ ...section, remaining: 0 }))
  await answering(page, { refreshOverview: ok({ ...overview, remaining: 0, soldOut: true, sections: none }) })
  await page.clock.fastForward(6000)
  await page.getByText('Complet').first().waitFor()
  await answering(page, { refreshOverview: ok(overview) })
  await page.clock.fastForward(6000)
  await page.getByText('Complet').first().waitFor({ state: 'detached' })

  await pressExactly(page, fr.map.asList)
  const sections = page.getByRole('navigation').getByRole('button')
  const count = await sections.count()
  const comes = await keepAnswer(page, 'viewSection')
  await sections.first().click()
  await page.getByText('Un instant').waitFor()
  expect(await sections.count()).toBe(count)
  await comes()
  expect(await page.getByText('Un instant').count()).toBe(0)

  const free = page.locator('[data-seat][data-look="available"]')
  const picked: (string | null)[] = []
  while (picked.length < 2) {
    picked.push(await free.nth(1).getAttribute('data-seat'))
    await free.nth(1).click()
  }
  await pressExactly(page, fr.map.asMap)
  const main = page.getByRole('main')
  const bar = main.getByRole('button', { name: fr.map.take(2, '') })
  await bar.waitFor()
  expect(await bar.innerText(), 'what is left alone stands on the bar').toContain(fr.seatMap.leavesAlone(2))
  await pressTo(page, 'review', fr.map.take(2, ''))
  expect(await asked(page, 'holdSeats')).toMatchObject([{ groups: [{ seatIds: picked }] }])
  expect(await asked(page, 'startVisit')).toHaveLength(1)
})

test('a sale shows better offers that are found later, but never under a finger, and looks for seats in the tribune wished for', async () => {
  const page = await open(atOffers())
  const find = await keepAnswer(page, 'refineProposals', ok(proposals.slice(1)))
  await toOffers(page)
  const first = page.getByRole('button', { name: 'Tribune Ouest' })
  const place = (await first.boundingBox())!
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  await find()
  expect(await asked(page, 'refineProposals')).toHaveLength(3)
  expect(await first.isVisible()).toBe(true)
  await page.mouse.move(4, 4)
  await page.mouse.up()
  await first.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Tribune Est' }).isVisible()).toBe(true)
  expect(await asked(page, 'holdSeats')).toEqual([])

  await pressTo(page, 'wishes', fr.wishes.open)
  await pressTo(page, 'offers', 'Tribune Nord')
  expect((await asked(page, 'proposeSeats')).at(-1)).toEqual({ saleId, count: 3, zoneId: 'N' })
})

test('a sale from right to left: the language is chosen from a menu, and everything follows it, counts, money and time in the digits of the setting and the font that comes with the program; the seats keep theirs', async () => {
  const t = arabic('arabic')
  const page = await open(speaking(calmAnswers, 'fr', { numerals: 'arabic' }))
  await toEvents(page)
  await press(page, nameOf('fr'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: nameOf('ar') })
    .click()
  await page.locator('html[lang="ar"][dir="rtl"]').waitFor()
  await onScreen(page, 'events')
  await pressTo(page, 'offers', 'Sénégal')
  await toOffers(page, t)
  const offer = page.getByRole('button', { name: 'Tribune Ouest' })
  const leftOf = async (text: string): Promise<number> => (await offer.getByText(text).boundingBox())!.x
  expect(await leftOf(t.offers.take)).toBeGreaterThan(await leftOf('٢١٠٬٠٠٠'))
  await pressTo(page, 'review', 'Tribune Ouest')
  expect(await page.getByRole('timer').innerText()).toMatch(/^[٠-٩]:[٠-٩]{2}$/u)
  expect(await page.getByText('٢١٠٬٠٠٠').first().isVisible()).toBe(true)
  expect(await page.getByRole('main').innerText()).toMatch(/12\s+13\s+14/u)
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  expect(loaded.join()).toContain('Noto Sans Arabic')
  await pressTo(page, 'card', t.review.pay.card)
  expect(await title(page)).toBe(t.card.waiting)
  expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'ar' }])
})

test('cash is taken only with the right PIN, never less than is due, and kept typed when the PIN is refused as it is taken', async () => {
  const page = await open({ ...scenes['cash']!.answers, checkPin: err({ type: 'wrong-pin' }) }, { hasClock: true })
  await openCashPad(page)
  await pressExactly(page, '0')
  await page.clock.fastForward(300_000)
  await onScreen(page, 'cash')
  await pressKeys(page, '000')
  await press(page, fr.cash.next)
  await page
    .getByRole('alert')
    .getByText(fr.problems['wrong-pin']({ type: 'wrong-pin' }, '').title)
    .waitFor()
  expect(await page.getByText(fr.cash.received).count()).toBe(0)
  await answering(page, { checkPin: ok(null) })
  await enterPin(page, '2580')
  await press(page, '250 000 GNF')
  await pressKeys(page, '99')
  expect(await page.getByRole('button', { name: fr.cash.take }).isDisabled()).toBe(true)
  await press(page, '250 000 GNF')
  expect(await page.getByText('40 000 GNF').isVisible()).toBe(true)
  await pressExactly(page, fr.cash.take)
  await page.getByRole('alert').waitFor()
  const done = sale({ name: 'done', tickets: tickets('printed') }, [threeSeats[0]!], { change: 40_000 })
  await answering(page, { confirmCash: ok(done) })
  await enterPin(page, '2581')
  await pressExactly(page, fr.cash.take)
  await onScreen(page, 'done')
  expect(await page.getByText('40 000 GNF').isVisible()).toBe(true)
  expect(await asked(page, 'checkPin')).toEqual([{ pin: '0000' }, { pin: '2580' }, { pin: '2581' }])
  expect(await asked(page, 'confirmCash')).toEqual([
    { saleId, pin: '2580', received: 250_000 },
    { saleId, pin: '2581', received: 250_000 },
  ])
  expect(await asked(page, 'cancelPayment')).toEqual([])
})

test('cash that notes do not explain is asked about before it is taken; a key that is held down does not answer', async () => {
  const page = await open(scenes['cash']!.answers)
  await openCashPad(page)
  await enterPin(page, '1234')
  await page.keyboard.type('2100000')
  for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const question = page.getByRole('alert')
  await question.filter({ hasText: 'La monnaie à rendre serait' }).waitFor()
  expect(await asked(page, 'confirmCash')).toEqual([])
  await page.keyboard.press('Backspace')
  expect(await question.count()).toBe(0)
  await page.keyboard.type('0')
  await press(page, fr.cash.take)
  const done = sale({ name: 'done', tickets: tickets('printed') }, undefined, { change: 1_890_000 })
  await answering(page, { confirmCash: ok(done) })
  await page.getByRole('button', { name: 'Oui, 2 100 000 GNF reçus' }).waitFor()
  expect(await asked(page, 'confirmCash')).toEqual([])
  await page.keyboard.press('Enter')
  await onScreen(page, 'done')
  expect(await asked(page, 'confirmCash')).toEqual([{ saleId, pin: '1234', received: 2_100_000 }])
})

test('nobody there: seats held are given back after 90 s and a warning of 30 s, and nothing of the customer is left', async () => {
  const { value } = scenes['review']!.answers['getKiosk'] as ReturnType<typeof ok<typeof kioskInfo>>
  const page = await open({ ...calmAnswers, getKiosk: ok({ ...value, languages: ['fr', 'ar'] }) }, { hasClock: true })
  await switchOn(page, ['largeText', 'contrast', 'lowReach'])
  await stopClock(page)
  const look = () =>
    page.evaluate(() => {
      const { lang, dir, dataset } = document.documentElement
      const reach = document.querySelector<HTMLElement>('[data-screen]')?.dataset['reach']
      return [lang, dir, dataset['text'], dataset['theme'], reach]
    })
  await page.locator('header').locator('[lang="ar"]').first().click()
  await expect.poll(look).toEqual(['ar', 'rtl', 'large', 'contrast', 'low'])
  await page.clock.runFor(89_000)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.clock.runFor(2000)
  await page.getByRole('alertdialog').waitFor()
  await page.clock.runFor(28_000)
  expect(await asked(page, 'abandonSale')).toEqual([])
  await page.clock.runFor(2000)
  await page.clock.resume()
  await onScreen(page, 'attract')
  expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'idle' }])
  expect(await look()).toEqual(['fr', 'ltr', 'normal', 'system', 'full'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('nobody there: after the tickets, the screen is the next customer’s in 30 s, and rests where the machine keeps its screens still', async () => {
  const page = await open(scenes['printing']!.answers, { hasClock: true })
  await stopClock(page)
  await pushed(page, {
    name: 'sale-changed',
    payload: sale({ name: 'done', tickets: tickets('printed', 'printed', 'printed') }),
  })
  const done = page.locator('[data-screen="done"]')
  await done.locator('h1:focus').waitFor()
  await page.clock.runFor(29_000)
  expect(await done.isVisible()).toBe(true)
  await page.clock.runFor(2000)
  const poster = page.locator('[data-screen="attract"]')
  await poster.waitFor()
  expect(await asked(page, 'dismissSale')).toEqual([{ saleId }])
  const shown = await poster.innerText()
  await page.clock.runFor(45_000)
  expect(await poster.innerText()).toBe(shown)
})

test('a main process that restarts in the middle of a payment is waited for, and the payment is found again', async () => {
  const page = await open(scenes['card']!.answers, { hasClock: true })
  await page.evaluate(() =>
    Object.keys(window.fakeKiosk.answers).forEach((key) => delete window.fakeKiosk.answers[key]),
  )
  await press(page, 'Annuler le paiement')
  await page.clock.runFor(1000)
  await onScreen(page, 'out-of-service')
  expect(await page.getByText(fr.outOfService.afterPayment).isVisible()).toBe(true)
  await answering(page, {
    ...calmAnswers,
    getKiosk: ok({ ...kioskInfo, sale: sale({ ...paying, phase: 'asking-again' }) }),
  })
  await page.clock.runFor(5000)
  await onScreen(page, 'card')
  expect(await title(page)).toBe('Nous vérifions votre paiement')
})

test('a kiosk without conditions, plan and tax says nothing of them; a payment waits for a printer in use until it answers; the screen points to the terminal, then to where tickets come out', async () => {
  const surroundings = { terminal: 'right', tickets: 'below' }
  const page = await open({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, surroundings, sale: sale(review) }) })
  expect(await page.getByRole('button', { name: fr.terms.read }).count()).toBe(0)
  expect(plain(await page.getByRole('main').innerText())).toContain('Frais et taxes aucun')
  expect(await page.locator('svg[data-marked], canvas[data-view], [data-edge]').count()).toBe(0)

  const comes = await keepAnswer(page, 'pay')
  const waiting = page.getByText(fr.printing.awaited.body)
  await pushed(page, { name: 'printer-changed', payload: { state: 'ready', reason: '', awaited: true } })
  expect(await waiting.count()).toBe(0)
  await press(page, fr.review.pay.card)
  await waiting.waitFor()
  await pushed(page, { name: 'printer-changed', payload: { state: 'ready', reason: '' } })
  await waiting.waitFor({ state: 'detached' })

  await comes()
  const pointer = (edge: string) => page.locator(`[data-edge="${edge}"]`)
  await pointer('right').getByText(fr.around.terminal.right).waitFor()
  await pushed(page, { name: 'sale-changed', payload: sale({ name: 'done', tickets: tickets('printed') }) })
  await pointer('below').waitFor()
  await page.getByRole('status').getByText(fr.around.tickets.below).waitFor()
})

const pressed = 'Control+n Control+t Control+w Control+o F11 F12 Alt+F4 Alt+ArrowLeft a Tab'.split(' ')

async function kept(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    for (const name of ['keydown', 'contextmenu'] as const)
      window.addEventListener(name, (event) => {
        const key = event instanceof KeyboardEvent ? event.key : name
        if (event.defaultPrevented) refused.push(key)
        // A default action of the browser would end the test.
        event.preventDefault()
      })
  })
  for (const key of pressed) await page.keyboard.press(key)
  await page.mouse.click(500, 900, { button: 'right' })
  return page.evaluate(() => (window as unknown as { refused: readonly string[] }).refused)
}

test('a kiosk leaves the browser none of its own keys, and no menu; a window that can be left keeps none', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers, '#kiosk')
  const modifiers = new Set(['Control', 'Alt'])
  const refused = (await kept(page)).filter((key) => !modifiers.has(key))
  // The page itself moves the focus on Tab.
  expect(refused).toEqual(['n', 't', 'w', 'o', 'F11', 'F12', 'F4', 'ArrowLeft', 'Tab', 'contextmenu'])
  await openKiosk(page, calmAnswers)
  expect(await kept(page)).toEqual(['Tab'])
})

test('what the organiser says is read page by page, as text and nothing else', async () => {
  const [told, ...others] = events
  const description = `<img src="x" onerror="document.title = 'taken'"> & ${'Un derby de plus. '.repeat(100)}Fin.`
  const page = await open({
    ...calmAnswers,
    listEvents: ok({ ...eventsView, events: [{ ...told!, description }, ...others] }),
  })
  await toFirstOffers(page)
  await press(page, fr.party.about)
  const dialog = page.getByRole('dialog', { name: told!.title })
  const text = dialog.locator('[dir="auto"]')
  expect(await text.textContent()).toBe(description)
  expect(await page.locator('dialog img').count()).toBe(0)

  const endIsSeen = (): Promise<boolean> =>
    text.evaluate((element) => {
      const range = document.createRange()
      const words = element.firstChild as Text
      range.setStart(words, words.length - 4)
      range.setEnd(words, words.length)
      const [end, frame] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return end.left >= frame.left && end.right <= frame.right && end.bottom <= frame.bottom + 1
    })
  const more = dialog.getByRole('button', { name: fr.events.next })
  expect(await endIsSeen()).toBe(false)
  while ((await more.getAttribute('aria-disabled')) === 'false') await more.click()
  await expect.poll(endIsSeen).toBe(true)
  await dialog.getByRole('button', { name: fr.common.back }).click()
  await onScreen(page, 'offers')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the review states prices, fees, tax and what paying accepts; one touch opens the conditions, another the rest', async () => {
  const page = await open(lawfulAnswers, { hasClock: true })
  const shown = plain(await page.getByRole('main').innerText())
  expect(shown).toContain('3 × 70 000 GNF 210 000 GNF')
  expect(shown).toContain('Frais aucun')
  expect(shown).toContain('TVA 18 % incluse 32 034 GNF')
  const accepted = 'En payant, vous acceptez les conditions de vente du vendeur, Société du Stade de la Corniche SA.'
  expect(shown).toContain(accepted)

  const read = page.getByRole('button', { name: fr.terms.read })
  await read.tap()
  const dialog = page.getByRole('dialog', { name: fr.terms.title })
  await dialog.getByText('EXEMPLE : ces conditions de vente').waitFor()
  await dialog.getByText('+224 620 00 00 00').waitFor()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  const sizes = await dialog.getByRole('button').evaluateAll((all) => all.map((each) => each.clientHeight))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  await dialog.getByRole('button', { name: fr.terms.privacy }).tap()
  await dialog.locator('[lang="ar"]').waitFor()
  await dialog.getByText(fr.terms.otherLanguage('العربية')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await onScreen(page, 'review')

  await read.tap()
  await dialog.waitFor()
  await page.clock.fastForward('01:31')
  await page.getByRole('alertdialog', { name: fr.idle.title }).waitFor()
})
