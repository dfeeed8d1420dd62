import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventDate } from '../../renderer/i18n/dates.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { directionOf } from '../../renderer/i18n/languages.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import { ok } from '../../shared/domain/result.ts'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { MapPage } from '../seat-map/map-page.ts'
import { stadium } from '../seat-map/plans.ts'
import type { KioskInfo, SeatProposal } from '../../shared/api/kiosk/views.ts'
import { largestBlank } from '../support/blank.ts'
import { useKioskPages } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { cutOff, wordsTooWide } from '../world/looks.ts'
import { answering, onScreen, pushed } from '../world/page.ts'
import {
  atOffers,
  calmAnswers,
  concert,
  events,
  eventsView,
  fullReview,
  honour,
  kioskOf,
  plannedSeats,
  review,
  sale,
  soldOnPlan,
  taxed,
  visit,
} from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { press, pressTo, speaking, toEvents } from '../world/scenes/ways.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'

const glasses = { upright: { width: 1080, height: 1920 }, wide: { width: 1920, height: 1080 } }
const { open } = useKioskPages({ viewport: glasses.upright })
const small = { width: 1024, height: 768 }

async function openScene(name: string, language: Language = 'fr', info: Partial<KioskInfo> = {}): Promise<Page> {
  const { screen, answers, act } = scenes[name]!
  const page = await open(speaking(answers, language, info))
  await act?.(page, createI18n(language).t)
  await onScreen(page, screen)
  await page.evaluate(() => document.fonts.ready)
  return page
}

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Calls `look` on each display. A sampled run draws one display for each test. */
async function onEach(page: Page, look: (glass: keyof typeof glasses) => Promise<void>): Promise<void> {
  const test = expect.getState().currentTestName ?? ''
  for (const glass of shareOf(test, ['upright', 'wide'] as const, 1).cases) {
    await page.setViewportSize(glasses[glass])
    await drawn(page)
    await look(glass)
  }
}

const drawing = (page: Page) => page.locator('svg[data-marked="true"]').filter({ visible: true })
const views = (page: Page) => page.locator('canvas[data-view]').filter({ visible: true })

const boxes = async (elements: Locator) =>
  Promise.all((await elements.all()).map(async (each) => (await each.boundingBox())!))

/** Expects that content does not overflow more with drawings than without. */
async function expectRoom(page: Page): Promise<void> {
  const { drawn, undrawn } = await page.evaluate(() => {
    const measured = (): number =>
      [...document.querySelectorAll('main, main *')]
        .filter((each) => !each.closest('svg, .unseen') && getComputedStyle(each).overflowY !== 'visible')
        .reduce((sum, each) => sum + each.scrollHeight - each.clientHeight, 0)
    const drawings = [...document.querySelectorAll('svg[data-marked], canvas[data-view]')].map(
      (svg) => svg.parentElement!,
    )
    const before = measured()
    for (const each of drawings) each.style.display = 'none'
    const after = measured()
    for (const each of drawings) each.style.display = ''
    return { drawn: before, undrawn: after }
  })
  expect(drawn).toBeLessThanOrEqual(undrawn)
}

/** Expects that the north stand lies above the field on the small map, as on the plan. */
async function expectNorthUp(page: Page, glass: string): Promise<void> {
  const bearing = await drawing(page)
    .first()
    .evaluate((map, color) => {
      const middleOf = (all: readonly Element[]) => {
        const boxes = all.map((each) => each.getBoundingClientRect())
        const [xs, ys] = [boxes.flatMap(({ left, right }) => [left, right]), boxes.flatMap((b) => [b.top, b.bottom])]
        return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
      }
      const [stand, field] = [
        middleOf([...map.querySelectorAll(`path[fill="${color}"]`)]),
        middleOf([...map.querySelectorAll('[class*="grass"]')]),
      ]
      return (Math.atan2(stand.y - field.y, stand.x - field.x) * 180) / Math.PI
    }, stadium.tribunes[0]!.color)
  expect(Math.abs(bearing + 90), `north stand, ${glass}`).toBeLessThanOrEqual(1)
}

/** Expects the button that starts over to be at least 200 pixels from the next button. */
async function expectStartOverAlone(page: Page, glass: string): Promise<void> {
  const buttons = page.locator('header button')
  const [first, second] = await boxes(buttons)
  expect(await buttons.first().innerText(), glass).toContain(fr.tools.startOver)
  expect(second!.x - (first!.x + first!.width), glass).toBeGreaterThanOrEqual(200)
}

/** Expected gates, marked sections and seat views by scene. */
const places = {
  'planned review': { gates: ['H'], sections: 1, seen: { upright: 1, wide: 1 } },
  'planned review of two gates': { gates: ['C', 'K'], sections: 2, seen: { upright: 0, wide: 0 } },
  'planned done': { gates: ['H'], sections: 1, seen: { upright: 0, wide: 0 } },
  'planned done, two gates': { gates: ['C', 'K'], sections: 2, seen: { upright: 0, wide: 0 } },
} as const

test('each screen of a sale shows the sections, their gates and the ways between, whole and north up, and what is seen from there', async () => {
  const page = await openScene('planned review')
  const shown = drawing(page)
  for (const [scene, { gates, sections, seen }] of Object.entries(places)) {
    const { screen, answers } = scenes[scene]!
    await pushed(page, { name: 'sale-changed', payload: kioskOf(answers).sale! })
    await onScreen(page, screen)
    await onEach(page, async (glass) => {
      expect(await shown.count(), scene).toBe(1)
      expect(await shown.locator('[data-lit="true"]').count(), scene).toBe(sections)
      const pins = shown.locator('xpath=..').locator('b')
      expect(
        (await pins.allInnerTexts()).toSorted((a, b) => a.localeCompare(b)),
        scene,
      ).toEqual(gates)
      const sheet = (await page.locator('main').boundingBox())!
      for (const part of [shown, ...(await pins.all())]) {
        const { x, y, width, height } = (await part.boundingBox())!
        expect(Math.min(x - sheet.x, y - sheet.y), scene).toBeGreaterThanOrEqual(0)
        expect(x + width, scene).toBeLessThanOrEqual(sheet.x + sheet.width)
        expect(y + height, scene).toBeLessThanOrEqual(sheet.y + sheet.height)
      }
      expect(await views(page).count(), `${scene}, ${glass}`).toBe(seen[glass])
      await expectRoom(page)
      await expectNorthUp(page, `${scene}, ${glass}`)
      if (scene === 'planned review') await expectStartOverAlone(page, glass)
    })
    if (scene === 'planned review of two gates') {
      await page.evaluate(() => void (document.documentElement.dataset['text'] = 'large'))
      await onEach(page, () => expectRoom(page))
      await page.evaluate(() => void (document.documentElement.dataset['text'] = 'normal'))
    }
    if (scene === 'planned review') {
      await page.setViewportSize(small)
      expect(await shown.count(), 'a small screen keeps its room for words').toBe(0)
    }
  }
  const done = await openScene('planned done')
  expect(await done.getByText(fr.seatMap.here).count()).toBe(1)
})

/** Pixels per millimetre of a typical 32-inch kiosk display. */
const usual = { pixelsPerMillimetre: 2.75 }

const heightsOf = (elements: Locator): Promise<readonly number[]> =>
  elements.filter({ visible: true }).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))

const fontSize = (element: Locator): Promise<number> =>
  element.evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))
const zooms = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^(?:${fr.seatMap.zoomIn}|${fr.seatMap.zoomOut})$`, 'u') })

test('the map of the venue: rows of prices and buttons for fingers, the zoom at the lower right, little of the display blank; a touch on a section opens it', async () => {
  const page = await openScene('planned map', 'fr', usual)
  await onEach(page, async (glass) => {
    const map = (await page.getByRole('application').boundingBox())!
    const prices = await heightsOf(page.getByRole('region', { name: fr.seatMap.zones }).getByRole('button'))
    expect(prices, glass).toHaveLength(stadium.zones.length)
    expect(Math.min(...prices), glass).toBeGreaterThanOrEqual(44)
    expect(Math.min(...(await heightsOf(zooms(page)))), glass).toBeGreaterThanOrEqual(55)
    const zoom = (await zooms(page).last().boundingBox())!
    const { width, height } = glasses[glass]
    expect(zoom.x > width / 2 && zoom.y > height / 2, glass).toBe(true)
    if (glass === 'upright') expect(map.width, 'as wide as the sheet').toBeGreaterThanOrEqual(960)
    expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.12)
    const drawn = new MapPage(page)
    await drawn.rested()
    const { x, y } = await drawn.section(stadium, 'S5')
    await page.mouse.click(x, y)
    await expect.poll(() => drawn.name(), { message: glass }).toBe(fr.seatMap.sectionMap('S5'))
    await press(page, fr.seatMap.wholeVenue)
    await expect.poll(() => drawn.name()).toBe(fr.seatMap.venueMap)
  })
})

test('a section: the view, its caption, the legend and the bar with the price have their sizes; the bar holds what was touched', async () => {
  const page = await openScene('planned section', 'fr', usual)
  const legend = page.getByRole('region', { name: fr.seatMap.legend })
  await onEach(page, async (glass) => {
    await expect.poll(() => views(page).first().getAttribute('data-seen')).not.toBeNull()
    expect(await views(page).count(), glass).toBe(1)
    expect((await views(page).boundingBox())!.width, glass).toBeGreaterThanOrEqual(glass === 'upright' ? 900 : 440)
    await page
      .getByText(/\d+ mètres du centre, \d+ mètres de haut/u)
      .filter({ visible: true })
      .waitFor()
    expect(await legend.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
      1,
    )
    const { looks } = fr.seatMap
    expect(await legend.getByRole('listitem').allInnerTexts()).toEqual([looks.available, looks.selected, looks.sold])
    expect(Math.min(...(await heightsOf(zooms(page)))), glass).toBeGreaterThanOrEqual(55)
    await expectNorthUp(page, glass)
    const [map, name] = [
      (await page.getByRole('application').boundingBox())!,
      (await page.getByText(`▲ ${fr.seatMap.field.pitch} ▲`).boundingBox())!,
    ]
    expect(Math.min(name.x - map.x, map.x + map.width - name.x - name.width), glass).toBeGreaterThanOrEqual(0)
    expect(Math.min(name.y - map.y, map.y + map.height - name.y - name.height), glass).toBeGreaterThanOrEqual(0)
    const bar = page.getByRole('button', { name: fr.map.take(1, 'A 9') })
    expect((await bar.boundingBox())!.height, glass).toBeGreaterThanOrEqual(55)
    expect(await bar.innerText()).toMatch(/100\s000\sGNF/u)
    expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.12)
    await expectRoom(page)
  })
})

test('each offer shows what is seen from its seats and its price on a bar as wide as its card, the cheapest first whatever the number, and leaves little of the display blank', async () => {
  const page = await openScene('planned offers', 'fr', usual)
  const cards = page.locator('main li > button')
  const order = (): Promise<readonly string[]> => cards.locator('strong').allInnerTexts()
  await onEach(page, async (glass) => {
    await expect.poll(() => page.locator('canvas[data-seen]').count()).toBe(3)
    for (const card of await cards.all()) {
      const box = (await card.boundingBox())!
      const view = (await card.locator('canvas').boundingBox())!
      const price = card.locator('b').last()
      const bar = (await price.locator('xpath=..').boundingBox())!
      expect(view.width, glass).toBeGreaterThanOrEqual(glass === 'upright' ? 560 : 440)
      expect(bar.height, glass).toBeGreaterThanOrEqual(84)
      expect(Math.abs(bar.width - box.width), glass).toBeLessThanOrEqual(1)
      const size = await price.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(size, glass).toBeGreaterThanOrEqual(56)
    }
    expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.08)
    await expectRoom(page)
    await expectStartOverAlone(page, glass)
  })
  const prices = await Promise.all((await cards.all()).map((card) => card.locator('b').last().innerText()))
  const totals = prices.map((text) => Number(text.replaceAll(/\D/gu, '')))
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  const before = await order()
  await press(page, fr.common.places(4))
  await cards.first().waitFor()
  expect(await order()).toEqual(before)
})

const eventsOnSale = (events: readonly EventOffer[]) => ok({ ...eventsView, events, total: events.length })

test('the attract screen names the clubs large, and its bar, its next events, its languages and the aids are large targets', async () => {
  const event = { ...events[0]!, homeTeam: 'Étoile de Matoto', awayTeam: 'Racing Kaloum' }
  const listEvents = eventsOnSale([event, ...events.slice(1)])
  const page = await open({ ...speaking(calmAnswers, 'fr', usual), listEvents })
  await onEach(page, async (glass) => {
    const poster = page.getByRole('button', { name: fr.attract.touch })
    const size = await fontSize(poster.getByText('Racing Kaloum'))
    expect(size, glass).toBeGreaterThanOrEqual(106)
    expect(size, glass).toBeLessThanOrEqual(116)
    const rows = await boxes(page.locator('main [role="group"] li button'))
    expect(rows, glass).toHaveLength(3)
    for (const { height } of rows) expect(height, glass).toBeGreaterThanOrEqual(85)
    const tongues = await boxes(page.locator('main button[lang]'))
    expect(new Set(tongues.map(({ width }) => Math.round(width))).size, glass).toBe(1)
    for (const { height } of tongues) expect(height, glass).toBeGreaterThanOrEqual(80)
    for (const { width, height } of await boxes(page.locator('header button')))
      expect(Math.min(width, height), glass).toBeGreaterThanOrEqual(65)
    expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.08)
  })
})

test('the attract screen shows names of 95 letters in at most three lines, without scrolling', async () => {
  const [home, away] = ['Association sportive de Kaporo et environs', 'Union des jeunes footballeurs de Ratoma-Centre']
  const match = { ...events[0]!, homeTeam: home, awayTeam: away, title: `${home} – ${away}` }
  const gala = {
    ...concert,
    title: 'Grande soirée de clôture du festival international de musique mandingue de Conakry, édition 27',
  }
  for (const event of [match, gala]) {
    const page = await open({
      ...speaking(calmAnswers, 'fr', usual),
      listEvents: eventsOnSale([event, gala, ...events.slice(1)]),
    })
    await onEach(page, async (glass) => {
      const poster = page.getByRole('button', { name: fr.attract.touch })
      const heights = await poster
        .locator('.clamped')
        .evaluateAll((all) =>
          all.map((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight)),
        )
      for (const lines of heights) expect(lines, glass).toBeLessThanOrEqual(3.1)
      const overflow = await page
        .locator('main')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      expect(overflow, glass).toBeLessThanOrEqual(6)
    })
  }
})

const lists = shareOf('lists of events', [12, 6, 3, 1], 1)

test.each(lists.cases)(`a list of %i events fills the display (${lists.said})`, async (count) => {
  const list = Array.from({ length: count }, (_, index) => ({
    ...events[index % events.length]!,
    eventId: String(index),
    venue: events[0]!.venue,
  }))
  const listEvents = eventsOnSale(list)
  const page = await open({ ...atOffers(), ...speaking(calmAnswers, 'fr', usual), listEvents })
  await press(page, fr.attract.touch)
  await onScreen(page, 'offers')
  await pressTo(page, 'events', fr.tools.startOver)
  await onEach(page, async (glass) => {
    const rows = page.locator('main li > button')
    for (const { height } of await boxes(rows)) expect(height, glass).toBeGreaterThanOrEqual(150)
    expect(await fontSize(rows.first().locator('.clamped').first()), glass).toBeGreaterThanOrEqual(40)
    expect(await page.getByRole('main').getByText(events[0]!.venue.name).count(), glass).toBe(1)
    expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.12)
  })
})

test('what is wished for bears the colour of its tribune', async () => {
  const page = await openScene('planned wishes')
  const markOf = (name: string) => page.getByRole('button', { name }).locator('[aria-hidden="true"]')
  const colorOf = (zone: string) => markOf(zone).evaluate((mark) => getComputedStyle(mark).backgroundColor)
  const honour = await colorOf('Tribune d’honneur')
  expect(await colorOf('Sud haute')).toBe(honour)
  expect(new Set([honour, await colorOf('Nord basse'), await colorOf('Ouest')]).size).toBe(3)
  expect(await markOf(fr.wishes.anyZone).count()).toBe(1)
})

const widths = (elements: Locator): Promise<readonly DOMRect[]> =>
  elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))

const tenders = ['orange-money', 'mtn-momo', 'card', 'notes', 'cash', 'mobile-money'] as const

const counts = shareOf('ways to pay', [1, 2, 3, 5, 6], 1)

test.each(counts.cases)(
  `a review with %i ways to pay: the view and the total are large, no way stands half alone in its row, and little is blank (${counts.said})`,
  async (count) => {
    const info = { ways: fullReview.ways!, ...usual, languages }
    const stage = { ...review, tendersOffered: tenders.slice(0, count) }
    const page = await open(soldOnPlan(stage, taxed(honour), info))
    await onScreen(page, 'review')
    await page.evaluate(() => document.fonts.ready)
    await onEach(page, async (glass) => {
      await page.locator('canvas[data-seen]').waitFor()
      const view = (await page.locator('canvas[data-view]').boundingBox())!
      expect(view.width, glass).toBeGreaterThanOrEqual(glass === 'upright' ? 900 : 700)
      expect(await fontSize(page.locator('strong', { hasText: 'GNF' }).first()), glass).toBeGreaterThanOrEqual(80)
      const tiles = await widths(page.locator('[data-late]'))
      expect(tiles).toHaveLength(count)
      for (const tile of count > 5 && glass === 'wide' ? [] : tiles.slice(0, 2))
        expect(tile.height, glass).toBeGreaterThanOrEqual(140)
      const whole = Math.max(...tiles.map(({ right }) => right)) - Math.min(...tiles.map(({ left }) => left))
      for (const row of Map.groupBy(tiles, ({ top }) => Math.round(top)).values()) {
        const filled = row.reduce((sum, { width }) => sum + width, 0)
        expect(whole - filled, `${glass}, a row of ${row.length}`).toBeLessThan(40)
      }
      // A single tile leaves more blank space beside its text, and an oval venue leaves blank space at its sides.
      const limit = count === 1 ? 0.06 : glass === 'wide' && count < 4 ? 0.045 : 0.04
      expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(limit)
    })
  },
)

test('a chosen offer with five tenders shows them, the conditions and the other offers without scrolling', async () => {
  const { answers, act } = scenes['planned offers']!
  const { value: offers } = answers['proposeSeats'] as { readonly value: readonly SeatProposal[] }
  const more = { ...usual, ways: fullReview.ways!, terms: fullReview.terms! }
  const stage = { ...review, tendersOffered: tenders.slice(0, 5) }
  const page = await open({
    ...speaking(answers, 'fr', more),
    holdSeats: ok(sale(stage, offers[0]!.seats)),
  })
  await act?.(page)
  await page.locator('main li > button').first().click()
  await onScreen(page, 'review')
  await page.evaluate(() => document.fonts.ready)
  await onEach(page, async (glass) => {
    expect(await page.getByRole('group', { name: fr.review.others }).getByRole('button').count(), glass).toBe(2)
    expect(await outOfSight(page.locator('main button')), glass).toEqual([])
  })
})

test('eight scattered seats are one line each, all in sight without scrolling', async () => {
  const places = { S5: ['F', 'A'], N17: ['5'], N13: ['3'], O3: ['B', 'C'], E2: ['K', 'L'] } as const
  const scattered = Object.entries(places).flatMap(([sector, rows]) =>
    rows.flatMap((row) => plannedSeats(sector, row, [sector === 'N17' ? 8 : sector === 'N13' ? 7 : 5])),
  )
  const page = await open(soldOnPlan(review, scattered, { ...usual, maxSeats: 8 }))
  await onScreen(page, 'review')
  await page.evaluate(() => document.fonts.ready)
  const lines = page.locator('main li')
  await onEach(page, async (glass) => {
    expect(await lines.count()).toBe(8)
    expect(await outOfSight(lines), glass).toEqual([])
    if (glass === 'wide') return
    for (const { height } of await widths(lines)) expect(height).toBeGreaterThanOrEqual(64)
  })
})

const devices = shareOf('devices', ['card, terminal on the right', 'notes, some in', 'scan', 'telephone, waiting'], 1)

test.each(devices.cases)(
  `%s: the device is large and the arrow to it, without a view and a map, and little is blank (${devices.said})`,
  async (scene) => {
    const page = await openScene(scene, 'fr', usual)
    await onEach(page, async (glass) => {
      const drawings = await widths(page.locator('main svg, main [role="img"]'))
      const device = Math.max(...drawings.flatMap(({ width, height }) => [width, height]))
      expect(device, glass).toBeGreaterThanOrEqual(scene === 'scan' ? 540 : 560)
      const arrows = await widths(page.locator('[data-arrow]'))
      expect(arrows.length).toBe(/right|notes/u.test(scene) ? 1 : 0)
      for (const { width } of arrows) expect(width, glass).toBeGreaterThanOrEqual(160)
      expect(await views(page).count()).toBe(0)
      expect(await drawing(page).count()).toBe(0)
      expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.085)
    })
  },
)

const scenesOfFewWords =
  'card, under way|confirming|telephone number|cash, PIN|cash, received|printing|service out of reach|hold expired|the drawer|slip, back|map|two seats picked|planned list of seats'
const fewWords = shareOf('few words', scenesOfFewWords.split('|'), 2)

test.each(fewWords.cases)(
  `%s leaves little of the display blank and cuts nothing off (${fewWords.said})`,
  async (scene) => {
    const page = await openScene(scene, 'fr', usual)
    await onEach(page, async (glass) => {
      expect(largestBlank(await page.screenshot()).share, glass).toBeLessThanOrEqual(0.12)
      expect(await page.evaluate(cutOff), glass).toEqual([])
    })
  },
)

test('the drawn terminal stays in place while the instructions change', async () => {
  const page = await openScene('card, insert', 'fr', usual)
  const places = new Set<string>()
  for (const scene of ['card, insert', 'card, PIN', 'card, under way', 'card, taken out too early']) {
    await pushed(page, { name: 'sale-changed', payload: kioskOf(scenes[scene]!.answers).sale! })
    await page.getByText(fr.card.onTerminal).waitFor()
    const { x, y, width } = (await page.locator('main svg[data-phase]').boundingBox())!
    places.add([x, y, width].map(Math.round).join())
  }
  expect(places.size).toBe(1)
})

const reviewGlasses = {
  upright: { width: 1080, height: 1920, pixelsPerMillimetre: 4 },
  wide: { width: 1920, height: 1080, pixelsPerMillimetre: 4 },
  'wide, 1280 × 720': { width: 1280, height: 720, pixelsPerMillimetre: 8 / 3 },
  'small, 1280 × 720': { width: 1280, height: 720, pixelsPerMillimetre: 4 },
} as const

const outOfSight = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((all) => {
    const inset = 8
    const isInSight = (shown: Element): boolean => {
      const { left, right, top, bottom } = shown.getBoundingClientRect()
      return [left + inset, right - inset].every((x) =>
        [top + inset, bottom - inset].every((y) => {
          const found = document.elementFromPoint(x, y)
          return found !== null && shown.contains(found)
        }),
      )
    }
    return all.filter((each) => !isInSight(each)).map((each) => each.textContent ?? '')
  })

const sixWays = shareOf('six ways to pay', ['fr', 'ar'] as const, 1)

test.each(sixWays.cases)(
  `six seats and six ways to pay in %s: all of them, the conditions, the whole ticket and the picture of the venue are in sight (${sixWays.said})`,
  async (language) => {
    const page = await openScene('planned review of six seats, six ways to pay', language)
    const { review: words, terms } = createI18n(language).t
    const ways = page.locator('[data-late]').filter({ visible: true })
    for (const [glass, { width, height, pixelsPerMillimetre }] of Object.entries(reviewGlasses)) {
      await page.setViewportSize({ width, height })
      await pushed(page, { name: 'screen-measured', payload: { pixelsPerMillimetre, screenBottomMillimetres: 800 } })
      await drawn(page)
      expect(await ways.count(), glass).toBe(6)
      expect(await outOfSight(ways), glass).toEqual([])
      expect(await outOfSight(page.getByRole('button', { name: terms.read })), glass).toEqual([])
      if (glass.startsWith('small')) continue
      expect(await outOfSight(page.getByLabel(words.prices).locator('dd')), glass).toEqual([])
      expect(await page.locator('main [data-more="below"]').count(), glass).toBe(0)
      expect(await drawing(page).count(), glass).toBe(1)
      expect((await drawing(page).boundingBox())?.height, glass).toBeGreaterThan(50)
    }
  },
)

test('the two ways to collect tickets fill the screen, and the reference is typed beside a drawing of its slip', async () => {
  const ways = await openScene('ways to collect', 'fr', usual)
  await onEach(ways, async (glass) => {
    const { width, height } = glasses[glass]
    for (const { name } of [fr.collecting.ways.code, fr.collecting.ways.lost]) {
      const box = (await ways.getByRole('button', { name }).boundingBox())!
      expect((box.width * box.height) / (width * height), `${name}, ${glass}`).toBeGreaterThan(0.3)
    }
  })
  const code = await openScene('code', 'fr', usual)
  await onEach(code, async (glass) => {
    const drawings = await code.locator('main svg').evaluateAll((all) =>
      all.map((svg) => {
        const { width, height } = svg.getBoundingClientRect()
        return Math.min(width, height)
      }),
    )
    expect(Math.max(...drawings), glass).toBeGreaterThan(glass === 'upright' ? 500 : 300)
    for (const key of ['2', 'Y', fr.collecting.erase]) {
      const box = (await code.getByRole('button', { name: key, exact: true }).boundingBox())!
      expect(Math.min(box.height, box.width), `${key}, ${glass}`).toBeGreaterThanOrEqual(55)
    }
  })
})

const longTitles = [
  'Grande soirée de clôture du festival de musique '.repeat(5).slice(0, 200).trim(),
  'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
]
const symbols = 'Gala ★ ☆ ✓ ✗ ● ■ ♥ ❄ Conakry'

test('the list cuts titles of 200 characters with an ellipsis, and draws stars, ticks and shapes by fonts that come with the program; the next screen shows a title whole by one touch', async () => {
  const [words, oneWord, ...others] = [...longTitles, symbols].map((title, at) => ({
    ...concert,
    eventId: `${at + 1}`,
    title,
  }))
  const page = await open({ ...calmAnswers, listEvents: ok({ ...eventsView, events: [words!, oneWord!, ...others] }) })
  await toEvents(page)
  await expect
    .poll(() => fontsOf(page, symbols))
    .toEqual(['Atkinson Hyperlegible Next ExtraBold', 'Noto Sans Symbols 2'])
  for (const event of [words!, oneWord!]) {
    await answering(page, { startVisit: ok({ ...visit, event }) })
    const slip = page.getByRole('main').getByRole('button', { name: event.title })
    const expectLines = (shown: Locator, ellipsis: boolean) =>
      onEach(page, async () => expect(await shown.evaluate(linesOf)).toEqual({ ellipsis, tooWide: false }))
    await expectLines(slip.getByText(event.title), true)
    await slip.click()
    await onScreen(page, 'offers')
    await press(page, fr.party.about)
    await expectLines(page.getByRole('dialog').getByRole('heading'), false)
    await page.getByRole('dialog').getByRole('button', { name: fr.common.back }).click()
    await pressTo(page, 'events', fr.common.back)
  }
})

/** Returns the fonts that draw a text. A font file is loaded on its first use. */
async function fontsOf(page: Page, text: string): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  await page.getByText(text).evaluate((shown) => shown.setAttribute('data-probe', ''))
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-probe]' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`).toSorted()
}

function linesOf(element: Element): { readonly ellipsis: boolean; readonly tooWide: boolean } {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
  const isClamped = getComputedStyle(element).webkitLineClamp !== 'none'
  return { ellipsis: isClamped && scrollHeight > clientHeight + 2, tooWide: scrollWidth > clientWidth }
}

test('every day and month in every language fits into the date of an event', async () => {
  const page = await open(calmAnswers)
  await toEvents(page)
  const block = page.locator('main li [data-phrase]').first()
  for (const viewport of [glasses.upright, glasses.wide, { width: 1366, height: 768 }]) {
    await page.setViewportSize(viewport)
    await drawn(page)
    for (const lang of languages) {
      const dates = Array.from({ length: 12 }, (_, index) =>
        eventDate(`2027-${String(index + 1).padStart(2, '0')}-1${index % 10}T16:00:00`, lang),
      )
      const outside = await block.evaluate(wordsTooWide, { lang, dir: directionOf(lang), dates })
      expect(outside, `${lang}, ${viewport.width}`).toEqual([])
    }
  }
})
