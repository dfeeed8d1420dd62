import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import {
  calmAnswers,
  kioskInfo,
  proposals,
  review,
  sale,
  saleId,
  threeSeats,
  tickets,
  visit,
} from '../support/fake-kiosk.ts'
import { answering, asked, onScreen, openKiosk, pushed, stopClock } from '../support/kiosk-page.ts'
import {
  openCashPad,
  pickOneByOne,
  scenes,
  toEvents,
  toMap,
  toOffers,
  toParty,
  toWishes,
} from '../support/kiosk-scenes.ts'
import { plannedAnswers, plannedSeats, plannedVisit } from '../support/planned-visit.ts'
import { enterPin } from '../support/staff-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const paying = { name: 'paying', tender: 'card', reference: 'r', phase: 'waiting', due: 210_000 } as const

async function title(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText()
}

describe('a sale', () => {
  test('takes six touches from the poster to the payment, in the language of the customer', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await toOffers(page)
    await page.getByRole('button', { name: 'English' }).click()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    expect(await title(page)).toBe(en.offers.title(3))
    await page.getByRole('button', { name: 'Tribune Ouest' }).click()
    await onScreen(page, 'review')
    expect(await page.getByText('210,000 GNF').first().isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await onScreen(page, 'card')
    expect(await title(page)).toBe('Present your card')
    expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'fr' }])
    expect(await asked(page, 'setLanguage')).toEqual([{ saleId, language: 'en' }])
    expect(await asked(page, 'holdSeats')).toEqual([
      { saleId, sectionId: 'O5', seatIds: threeSeats.map(({ seatId }) => seatId) },
    ])
    expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])
  })

  test('shows what the main process pushes, also when an older answer comes after it', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['review']!.answers)
    await page.evaluate(() => {
      const { answers } = window.fakeKiosk
      const late = answers['pay']
      answers['pay'] = new Promise((resolve) => Object.assign(window, { answerPay: () => resolve(late) }))
    })
    await page.getByRole('button', { name: 'Payer par carte' }).click()
    await pushed(page, { name: 'sale-changed', payload: sale({ name: 'confirming', slow: false }) })
    await onScreen(page, 'confirming')
    // The answer is taken in, and painted, before the next frame has passed.
    await page.evaluate(async () => {
      ;(window as unknown as { answerPay(): void }).answerPay()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await page.locator('[data-screen]').getAttribute('data-screen')).toBe('confirming')
  })

  test('asks a party of three that picked two whether it means so, and holds two for who says yes', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await pickOneByOne(page, 2)
    const main = page.getByRole('main')
    await main.getByText(fr.map.fewer(2, 3)).waitFor()
    expect(await main.innerText(), 'what is left alone stands beside the count').toContain(fr.seatMap.leavesAlone(2))
    expect(await page.getByRole('button', { name: fr.map.take(2), exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: fr.map.takeOnly(2) }).click()
    await onScreen(page, 'review')
    expect((await asked(page, 'holdSeats')).length).toBe(1)
  })

  test('keeps the plan in sight while the section that was touched is on its way', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await toMap(page)
    await page.getByRole('button', { name: 'Liste' }).click()
    const sections = page.getByRole('navigation').getByRole('button')
    const count = await sections.count()
    await page.evaluate(() => {
      const { answers } = window.fakeKiosk
      const late = answers['viewSection']
      answers['viewSection'] = new Promise((resolve) => Object.assign(window, { answerView: () => resolve(late) }))
    })
    await sections.first().click()
    await page.getByText('Un instant').waitFor()
    expect(await sections.count()).toBe(count)
    await page.evaluate(() => (window as unknown as { answerView(): void }).answerView())
    await page
      .getByRole('list', { name: /Places du rang/u })
      .first()
      .waitFor()
    expect(await page.getByText('Un instant').count()).toBe(0)
  })

  test('shows better offers that are found later, but never under a finger', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await page.evaluate(
      (better) => {
        const { answers } = window.fakeKiosk
        const nothingMore = answers['improveProposals']
        answers['improveProposals'] = new Promise((resolve) => {
          const find = (): void => {
            answers['improveProposals'] = nothingMore
            resolve(better)
          }
          Object.assign(window, { find })
        })
      },
      ok(proposals.slice(1)),
    )
    await toOffers(page)
    const first = page.getByRole('button', { name: 'Tribune Ouest' })
    const place = (await first.boundingBox())!
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
    await page.mouse.down()
    await page.evaluate(async () => {
      ;(window as unknown as { find(): void }).find()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await asked(page, 'improveProposals')).toHaveLength(2)
    expect(await first.isVisible()).toBe(true)
    await page.mouse.move(4, 4)
    await page.mouse.up()
    await first.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Tribune Est' }).isVisible()).toBe(true)
    expect(await asked(page, 'holdSeats')).toEqual([])
  })

  test('counts the venue again while its plan is shown, which stays where it is', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, calmAnswers)
    await toMap(page)
    const { overview } = visit.session
    const sections = overview.sections.map((section) => ({ ...section, remaining: 0 }))
    await answering(page, { renewOverview: ok({ ...overview, remaining: 0, soldOut: true, sections }) })
    await page.clock.runFor(6000)
    await page.getByText('Complet').first().waitFor()
    expect(await asked(page, 'startVisit')).toHaveLength(1)
  })

  test('asks for other seats when these were taken meanwhile', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['seats taken meanwhile']!.answers)
    await scenes['seats taken meanwhile']!.act!(page)
    expect(await page.getByRole('alert').innerText()).toContain('viennent d’être prises')
    expect(await asked(page, 'proposeSeats')).toHaveLength(2)
    await answering(page, { holdSeats: ok(sale(review)) })
    await page.getByRole('button', { name: 'Tribune Nord' }).click()
    await onScreen(page, 'review')
  })

  test('looks for seats in the tribune and at the price wished for, and everywhere again for the next customer', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await toWishes(page)
    await page.getByRole('button', { name: 'Tribune Ouest' }).click()
    await page.getByRole('button', { name: 'Jusqu’à 50 000 GNF' }).click()
    const ouest = page.getByRole('button', { name: 'Tribune Ouest' })
    expect(await ouest.getAttribute('aria-pressed')).toBe('false')
    expect(await ouest.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Tribune Nord' }).click()
    await page.getByRole('button', { name: 'Voir les places' }).click()
    await onScreen(page, 'offers')
    expect(await page.getByText('Tribune Nord · Jusqu’à 50 000 GNF').isVisible()).toBe(true)
    expect((await asked(page, 'proposeSeats')).at(-1)).toEqual({ saleId, count: 3, zoneId: 'N', maxPrice: 50_000 })
    await page.getByRole('button', { name: 'Recommencer' }).click()
    await page.getByRole('button', { name: 'Sénégal' }).click()
    await page.getByRole('button', { name: '2 places' }).click()
    await onScreen(page, 'offers')
    expect((await asked(page, 'proposeSeats')).at(-1)).toEqual({ saleId, count: 2 })
  })

  test('goes on where it was after the window was reloaded', async () => {
    const page = await openPage(upright)
    await openKiosk(page, {
      ...calmAnswers,
      getKiosk: ok({ ...kioskInfo, sale: sale({ name: 'choosing', notice: null }) }),
    })
    await onScreen(page, 'party')
    expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'fr' }])
  })

  test('shows where the held seats are after the window was reloaded', async () => {
    const page = await openPage(upright)
    const held = sale(review, plannedSeats('S5', 'F', [12, 13, 14]))
    await openKiosk(page, {
      ...plannedAnswers(),
      getKiosk: ok({ ...kioskInfo, sale: held }),
      viewVisit: ok(plannedVisit),
    })
    await onScreen(page, 'review')
    await page.locator('svg[data-marked="true"]').filter({ visible: true }).first().waitFor()
    expect(await asked(page, 'viewVisit')).toEqual([{ saleId }])
    expect(await asked(page, 'startVisit')).toEqual([])
  })

  test('tells a customer who waits for the operator that nothing was paid', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['come back']!.answers)
    await onScreen(page, 'come-back')
    await pushed(page, { name: 'sale-changed', payload: sale({ name: 'ended', reason: 'restart' }) })
    await onScreen(page, 'code')
    expect(await title(page)).toBe(fr.collecting.answer('not-paid', '').title)
  })

  test('keeps the sum that was typed when the PIN is refused as it is taken', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['cash']!.answers)
    await openCashPad(page)
    await enterPin(page, '2580')
    await page.getByRole('button', { name: fr.cash.exact }).click()
    await answering(page, { confirmCash: err({ type: 'wrong-pin' }) })
    await page.getByRole('button', { name: fr.cash.take, exact: true }).click()
    await page.getByRole('alert').waitFor()
    await answering(page, { confirmCash: ok(sale({ name: 'done', tickets: tickets('printed') }, [threeSeats[0]!])) })
    await enterPin(page, '2581')
    await page.getByRole('button', { name: fr.cash.take, exact: true }).click()
    await onScreen(page, 'done')
    expect(await asked(page, 'confirmCash')).toEqual([
      { saleId, pin: '2580', received: 210_000 },
      { saleId, pin: '2581', received: 210_000 },
    ])
  })

  test('goes on in the customer’s language, and the next customer is greeted in the kiosk’s own', async () => {
    const page = await openPage(upright)
    await openKiosk(page, { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: { ...sale(review), language: 'en' } }) })
    await onScreen(page, 'review')
    expect(await title(page)).toBe(en.review.title)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByRole('button', { name: 'Yes, start again' }).click()
    await onScreen(page, 'events')
    await page.getByRole('button', { name: en.events.back }).click()
    await onScreen(page, 'attract')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
  })

  test('takes cash only with the right PIN, and never less than is due', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['cash']!.answers)
    await openCashPad(page)
    await answering(page, { checkPin: err({ type: 'wrong-pin' }) })
    await enterPin(page, '0000')
    expect(await page.getByRole('alert').innerText()).toContain(
      fr.problems['wrong-pin']({ type: 'wrong-pin' }, '').title,
    )
    expect(await page.getByText(fr.cash.received).count()).toBe(0)
    await answering(page, { checkPin: ok(null) })
    await page.keyboard.type('2580')
    await page.getByRole('button', { name: 'Suivant' }).click()
    for (const digit of '99') await page.getByRole('button', { name: digit, exact: true }).click()
    expect(await page.getByRole('button', { name: fr.cash.take }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '250 000 GNF' }).click()
    expect(await page.getByText('40 000 GNF').isVisible()).toBe(true)
    const done = sale({ name: 'done', tickets: tickets('printed') }, [threeSeats[0]!], { change: 40_000 })
    await answering(page, { confirmCash: ok(done) })
    await page.getByRole('button', { name: fr.cash.take }).click()
    await onScreen(page, 'done')
    expect(await page.getByText('40 000 GNF').isVisible()).toBe(true)
    expect(await asked(page, 'checkPin')).toEqual([{ pin: '0000' }, { pin: '2580' }])
    expect(await asked(page, 'confirmCash')).toEqual([{ saleId, pin: '2580', received: 250_000 }])
  })
})

describe('nobody there', () => {
  const fiveMinutes = 300_000

  test('seats held are given back after 90 s and a warning of 30 s, and nothing of the customer is left', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['review']!.answers)
    await stopClock(page)
    await page.getByRole('button', { name: fr.tools.largeText }).click()
    await page.getByRole('button', { name: 'English' }).click()
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
    const left = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['text']])
    expect(left).toEqual(['fr', 'normal'])
  })

  test('a touch ends the warning, and browsing is given up after 60 s', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, calmAnswers)
    await page.getByRole('button', { name: 'Touchez l’écran' }).click()
    await page.clock.runFor(1000)
    await onScreen(page, 'events')
    await page.clock.runFor(61_000)
    await page.clock.runFor(1000)
    await page.getByRole('button', { name: fr.idle.stay }).click()
    await page.clock.runFor(50_000)
    await onScreen(page, 'events')
    await page.clock.runFor(45_000)
    await onScreen(page, 'attract')
  })

  test.each(['card', 'confirming', 'printing', 'print problem'])('%s is never given up', async (name) => {
    const page = await openPage({ ...upright, hasClock: true })
    const { screen, answers } = scenes[name]!
    await openKiosk(page, answers)
    await page.clock.runFor(fiveMinutes)
    await onScreen(page, screen)
    expect(await asked(page, 'abandonSale')).toEqual([])
    expect(await asked(page, 'leaveSale')).toEqual([])
  })

  test('who chose cash and walked away does not keep the kiosk from the next customer', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['cash']!.answers)
    await stopClock(page)
    await page.clock.runFor(91_000)
    await page.getByRole('alertdialog').filter({ hasText: 'vos places seront remises en vente' }).waitFor()
    await page.clock.runFor(30_000)
    await page.clock.resume()
    await onScreen(page, 'attract')
    await expect.poll(() => asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'idle' }])
    expect(await asked(page, 'cancelPayment')).toEqual([{ saleId }])
  })

  test('cash is not given up from the attendant’s first digit on', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['cash']!.answers)
    await openCashPad(page)
    await page.getByRole('button', { name: '1', exact: true }).click()
    await page.clock.runFor(fiveMinutes)
    await onScreen(page, 'cash')
    expect(await asked(page, 'cancelPayment')).toEqual([])
  })

  test('after the tickets, the screen is the next customer’s in 30 s', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['printing']!.answers)
    await stopClock(page)
    await pushed(page, {
      name: 'sale-changed',
      payload: sale({ name: 'done', tickets: tickets('printed', 'printed', 'printed') }),
    })
    // The focus comes with the countdown.
    const done = page.locator('[data-screen="done"]')
    await done.locator('h1:focus').waitFor()
    await page.clock.runFor(29_000)
    expect(await done.isVisible()).toBe(true)
    await page.clock.runFor(2000)
    await page.clock.resume()
    await onScreen(page, 'attract')
    expect(await asked(page, 'leaveSale')).toEqual([{ saleId }])
  })
})

describe('trouble', () => {
  test('out of service goes away by itself when the booking service is back', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['service out of reach']!.answers)
    await onScreen(page, 'out-of-service')
    expect(await page.getByText('B1 · Borne nongo-07').isVisible()).toBe(true)
    await answering(page, { listEvents: calmAnswers['listEvents'] })
    await pushed(page, { name: 'partner-changed', payload: { state: 'up' } })
    await onScreen(page, 'attract')
  })

  test('a booking service out of reach closes the poster until it is back, and no list that somebody looks at', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await toEvents(page)
    await pushed(page, { name: 'partner-changed', payload: { state: 'down' } })
    await onScreen(page, 'events')
    await page.getByRole('button', { name: fr.events.back }).click()
    await onScreen(page, 'out-of-service')
    await pushed(page, { name: 'partner-changed', payload: { state: 'up' } })
    await onScreen(page, 'attract')
  })

  test('a printer that fails on the poster stops sales before they begin, until it works', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    await pushed(page, { name: 'printer-changed', payload: { state: 'not-ready', reason: 'paper-out' } })
    await onScreen(page, 'out-of-service')
    expect(await page.getByText('Il n’y a plus de papier').isVisible()).toBe(true)
    await pushed(page, { name: 'printer-changed', payload: { state: 'ready', reason: '' } })
    await onScreen(page, 'attract')
  })

  test('a notice says that a payment waits for a printer in use, until the printer answers', async () => {
    const page = await openPage(upright)
    await openKiosk(page, scenes['review']!.answers)
    await page.evaluate(() => void Object.assign(window.fakeKiosk.answers, { pay: new Promise(() => {}) }))
    const waiting = page.getByText(fr.printing.awaited.body)
    await pushed(page, { name: 'printer-changed', payload: { state: 'ready', reason: '', awaited: true } })
    expect(await waiting.count()).toBe(0)
    await page.getByRole('button', { name: 'Payer par carte' }).click()
    await waiting.waitFor()
    await pushed(page, { name: 'printer-changed', payload: { state: 'ready', reason: '' } })
    await waiting.waitFor({ state: 'detached' })
  })

  test('a main process that restarts in the middle of a payment is waited for, and the payment is found again', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['card']!.answers)
    await page.evaluate(() =>
      Object.keys(window.fakeKiosk.answers).forEach((key) => delete window.fakeKiosk.answers[key]),
    )
    await page.getByRole('button', { name: 'Annuler le paiement' }).click()
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

  test('a failure of the visit takes the screen and leads back to the events', async () => {
    const page = await openPage(upright)
    await openKiosk(page, { ...calmAnswers, proposeSeats: err({ type: 'session-expired' }) })
    await toParty(page)
    await page.getByRole('button', { name: '2 places' }).click()
    await onScreen(page, 'problem')
    expect(await page.getByText('V1 · Borne nongo-07').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Voir les événements' }).click()
    await onScreen(page, 'events')
    expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'cancelled' }])
  })
})

describe('in a browser that fills the screen', () => {
  const pressed = [
    'Control+n',
    'Control+t',
    'Control+w',
    'Control+o',
    'F11',
    'F12',
    'Alt+F4',
    'Alt+ArrowLeft',
    'a',
    'Tab',
  ]

  /** Of the keys pressed, those that the browser does not get. */
  async function kept(page: Page): Promise<readonly string[]> {
    await page.evaluate(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      for (const name of ['keydown', 'contextmenu'] as const)
        window.addEventListener(name, (event) => {
          const key = event instanceof KeyboardEvent ? event.key : name
          if (event.defaultPrevented) refused.push(key)
          // What is left to the browser would end the test.
          event.preventDefault()
        })
    })
    for (const key of pressed) await page.keyboard.press(key)
    await page.mouse.click(500, 900, { button: 'right' })
    return page.evaluate(() => (window as unknown as { refused: readonly string[] }).refused)
  }

  test('a kiosk leaves the browser none of its own keys, and no menu', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers, '#kiosk')
    const modifiers = new Set(['Control', 'Alt'])
    const refused = (await kept(page)).filter((key) => !modifiers.has(key))
    // Tab moves its own focus.
    expect(refused).toEqual(['n', 't', 'w', 'o', 'F11', 'F12', 'F4', 'ArrowLeft', 'Tab', 'contextmenu'])
  })

  test('a window that can be left keeps none but the one that moves its own focus', async () => {
    const page = await openPage(upright)
    await openKiosk(page, calmAnswers)
    expect(await kept(page)).toEqual(['Tab'])
  })
})
