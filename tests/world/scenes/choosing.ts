import { fr } from '../../../renderer/i18n/fr/catalogue.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { demoSection } from '../../seat-map/demo-venue.ts'
import { stadium } from '../../seat-map/plans.ts'
import {
  atOffers,
  calmAnswers,
  chosen,
  eventsView,
  plannedAnswers,
  plannedSeats,
  proposal,
  review,
  sale,
  tribunes,
  visit,
  type Answers,
} from './answers.ts'
import {
  heading,
  pickSeats,
  press,
  pressExactly,
  toEvents,
  toMap,
  toOffers,
  toWishes,
  type Scene,
  type Way,
  pressTo,
} from './ways.ts'

const section = demoSection(stadium, 'N2', 0)
const numbers = stadium.sections.find(({ code }) => code === 'N2')
const [space = 0, companion = 0] = [numbers?.accessible?.[0]?.numbers[0], numbers?.companion?.[0]?.numbers[0]]

const wheelchairPlace = plannedSeats('N2', 'A', [space, companion])

export const wheelchairAnswers: Answers = {
  ...plannedAnswers,
  holdSeats: ok(sale(review, wheelchairPlace)),
  viewWheelchairPlaces: ok({ left: true }),
  viewSection: ok({ section, revision: 'r1' }),
  proposeSeats: ok([proposal(wheelchairPlace, ['together', 'near-gate'])]),
}

const at = (screen: string, act?: Way, more: Answers = {}): Scene => ({
  screen,
  answers: { ...atOffers(), ...more },
  ...(act && { act }),
})
const onPlan = (screen: string, act?: Way): Scene => at(screen, act, plannedAnswers)
const byWheelchair = (screen: string, act: Way, more: Answers = {}): Scene =>
  at(screen, act, { ...wheelchairAnswers, ...more })

const toSeats: Way = async (page, t = fr) => {
  await toMap(page, t)
  await pressExactly(page, t.map.asList)
  await page.getByRole('navigation').getByText(t.seatMap.section('S5'), { exact: true }).click()
  await page.locator('[data-look="available"]').nth(4).click()
}

/** Opens the review. The button holds the best wheelchair space immediately. */
const toWheelchairReview: Way = async (page, t = fr) => {
  await pressTo(page, 'review', t.wheelchair.ask)
}
const toWheelchairOffers: Way = async (page, t = fr) => {
  await toWheelchairReview(page, t)
  await pressTo(page, 'offers', t.review.change)
}
const toWheelchairSeats: Way = async (page, t = fr) => {
  await toWheelchairOffers(page, t)
  await pressTo(page, 'map', t.offers.openMap)
  await pressExactly(page, t.map.asList)
  await page.getByRole('navigation').getByText(t.seatMap.section('N2'), { exact: true }).click()
  await page.locator('[data-look="available"]').first().click()
}
const asDrawing =
  (way: Way): Way =>
  async (page, t = fr) => {
    await way(page, t)
    await pressExactly(page, t.map.asMap)
    await page.getByRole('application').waitFor({ state: 'attached' })
  }

/** Layout limits: a stand with a long name, prices of 10 and 11 digits, and eight seats in eight rows. */
const longStand = { ...tribunes.ouest, name: 'Tribune présidentielle et protocolaire couverte B' }
const hostileOffers = [
  proposal(
    [1, 2].map((number) => chosen(longStand, '4', 'O5', 'F', number, 1_250_000_000)),
    ['together', 'lowest-price'],
  ),
  proposal(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((row) => chosen(tribunes.nord, '11', 'N3', row, 24, 12_500_000_000)),
    ['apart', 'best-view'],
  ),
  proposal(
    Array.from({ length: 8 }, (_, index) => chosen(longStand, '4', 'O6', 'F', 101 + index, 62_500_000_000)),
    ['together'],
  ),
]

const soldOut = { ...visit.session, overview: { ...visit.session.overview, soldOut: true, remaining: 0 } }

export const choosingScenes: Readonly<Record<string, Scene>> = {
  attract: { screen: 'attract', answers: calmAnswers },
  'nothing on sale': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, events: [], total: 0 }) },
    async act(page, t = fr) {
      await pressTo(page, 'events', t.attract.nothing)
    },
  },
  events: { screen: 'events', answers: calmAnswers, act: toEvents },
  'stale events': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, stale: true }) },
    act: toEvents,
  },
  'about the event': at('offers', async (page, t = fr) => {
    await press(page, t.party.about)
    await page.getByRole('dialog').waitFor()
  }),
  'visit not opened': at('offers', undefined, { startVisit: err({ type: 'partner-unreachable' }) }),
  'sold out': at('offers', undefined, { startVisit: ok({ ...visit, session: soldOut }) }),
  'no access code': at('problem', undefined, { startVisit: err({ type: 'no-access-code' }) }),
  offers: at('offers', toOffers),
  'offers of long names and sums': at('offers', toOffers, { proposeSeats: ok(hostileOffers) }),
  'no offers': at('offers', toOffers, { proposeSeats: ok([]) }),
  wishes: at('wishes', toWishes),
  'nothing as wished': at(
    'offers',
    async (page, t = fr) => {
      await toWishes(page, t)
      await pressTo(page, 'offers', 'Tribune Nord')
    },
    { proposeSeats: ok([]) },
  ),
  'seats taken meanwhile': at(
    'offers',
    async (page, t = fr) => {
      await toOffers(page, t)
      await press(page, 'Tribune Ouest')
      await page.getByRole('alert').waitFor()
    },
    { holdSeats: ok(sale({ name: 'choosing', notice: { type: 'seat-taken', seatCodes: ['O5-F-12', 'O5-F-13'] } })) },
  ),
  map: at('map', toMap),
  'two seats picked': at('map', (page, t) => pickSeats(page, 2, t)),
  'planned offers': onPlan('offers', toOffers),
  'planned wishes': onPlan('wishes', toWishes),
  'planned map': onPlan('map', toMap),
  'planned section': onPlan('map', asDrawing(toSeats)),
  'planned list': onPlan('map', async (page, t = fr) => {
    await toMap(page, t)
    await pressExactly(page, t.map.asList)
  }),
  'planned list of seats': onPlan('map', toSeats),
  'offers with wheelchair spaces': byWheelchair('offers', (page, t = fr) =>
    page.getByRole('button', { name: t.wheelchair.ask }).waitFor(),
  ),
  'wheelchair offers': byWheelchair('offers', toWheelchairOffers),
  'wheelchair, none left': byWheelchair('offers', (page, t = fr) => press(page, t.wheelchair.ask), {
    proposeSeats: ok([]),
  }),
  'wheelchair list': byWheelchair('map', toWheelchairSeats),
  'wheelchair map': byWheelchair('map', asDrawing(toWheelchairSeats)),
  'wheelchair in the accessibility sheet': byWheelchair('offers', async (page, t = fr) => {
    await press(page, t.access.title)
    await page.getByRole('dialog').getByRole('button', { name: t.wheelchair.ask }).waitFor()
  }),
  'wheelchair review': byWheelchair('review', toWheelchairReview),
  'wheelchair, taking a seat out': byWheelchair('review', async (page, t = fr) => {
    await toWheelchairReview(page, t)
    await press(page, t.review.remove)
    await heading(page, t.review.removeTitle)
  }),
}
