import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { demoSection } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { review, type Answers } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'
import { plannedAnswers, plannedSeats, plannedVisit, proposal } from './planned-visit.ts'

type Way = (page: Page, t?: Catalogue) => Promise<void>

const section = demoSection(stadium, 'N2', 0)
const numbers = stadium.sections.find(({ code }) => code === 'N2')
const [space = 0, companion = 0] = [numbers?.accessible?.[0]?.numbers[0], numbers?.companion?.[0]?.numbers[0]]

/** A space for a wheelchair in section N2 of the stadium, with its companion's seat. */
export const wheelchairPlace = plannedSeats('N2', 'A', [space, companion])

export const wheelchairAnswers: Answers = {
  ...plannedAnswers(review, wheelchairPlace),
  startVisit: ok(plannedVisit),
  viewWheelchairPlaces: ok({ left: true }),
  viewSection: ok({ section, revision: 'r1' }),
  proposeSeats: ok([proposal(wheelchairPlace, ['together', 'near-gate'])]),
}

/** What who comes in a wheelchair sees, from the party on. */
export function wheelchairScenes(toParty: Way) {
  const toOffers: Way = async (page, t = fr) => {
    await toParty(page, t)
    await page.getByRole('button', { name: t.wheelchair.ask }).click()
    await onScreen(page, 'offers')
  }
  const toSeats: Way = async (page, t = fr) => {
    await toOffers(page, t)
    await page.getByRole('button', { name: t.offers.openMap }).click()
    await onScreen(page, 'map')
    await page.getByRole('button', { name: t.map.asList, exact: true }).click()
    await page.getByRole('navigation').getByText(t.seatMap.section('N2'), { exact: true }).click()
    await page.locator('[data-look="available"]').first().click()
  }
  const scene = <Name extends string>(screen: Name, act: Way, answers = wheelchairAnswers) => ({ screen, answers, act })
  return {
    'wheelchair party': scene('party', async (page, t = fr) => {
      await toParty(page, t)
      await page.getByRole('button', { name: t.wheelchair.ask }).waitFor()
    }),
    'wheelchair offers': scene('offers', toOffers),
    'wheelchair, none left': scene('offers', toOffers, { ...wheelchairAnswers, proposeSeats: ok([]) }),
    'wheelchair list': scene('map', toSeats),
    'wheelchair map': scene('map', async (page, t = fr) => {
      await toSeats(page, t)
      await page.getByRole('button', { name: t.map.asMap, exact: true }).click()
      await page.getByRole('application').waitFor({ state: 'attached' })
    }),
    'wheelchair in the accessibility sheet': scene('party', async (page, t = fr) => {
      await toParty(page, t)
      await page.getByRole('button', { name: t.access.title }).click()
      await page.getByRole('dialog').getByRole('button', { name: t.wheelchair.ask }).waitFor()
    }),
    'wheelchair review': scene('review', async (page, t = fr) => {
      await toOffers(page, t)
      await page.getByRole('button', { name: 'Tribune Nord' }).click()
      await onScreen(page, 'review')
    }),
    'wheelchair, taking a seat out': scene('review', async (page, t = fr) => {
      await toOffers(page, t)
      await page.getByRole('button', { name: 'Tribune Nord' }).click()
      await page.getByRole('button', { name: t.review.remove }).click()
      await page.getByRole('heading', { name: t.review.removeTitle }).waitFor()
    }),
  }
}
