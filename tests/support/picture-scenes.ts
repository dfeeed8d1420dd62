import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { languages } from '../../shared/domain/language.ts'
import { ok } from '../../shared/domain/result.ts'
import { calmAnswers, eventsView, sale, threeSeats, type Answers } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'
import { plannedAnswers } from './planned-visit.ts'
import type { Scene } from './scene.ts'
import { wheelchairAnswers } from './wheelchair-scenes.ts'

type Way = (page: Page, t?: Catalogue) => Promise<void>

/** Texts give way to pictures, wherever one is. */
export const showPictures: Way = async (page, t = fr) => {
  await page.getByRole('button', { name: t.pictures.open }).click()
  await page.locator('[data-screen][data-settling="false"] main[data-settling="false"]').waitFor()
}

/** Touches the picture whose words have these in them, then says yes. */
export async function takePicture(page: Page, words: string, t: Catalogue = fr): Promise<void> {
  await page
    .locator('main button[aria-pressed]')
    .and(page.getByRole('button', { name: words }))
    .first()
    .click()
  await page.getByRole('button', { name: t.pictures.take, exact: true }).click()
}

const toEvents: Way = async (page, t = fr) => {
  await page.getByRole('button', { name: t.pictures.open }).click()
  await onScreen(page, 'events')
}

const toParty: Way = async (page, t = fr) => {
  await toEvents(page, t)
  await takePicture(page, 'Sénégal', t)
  await onScreen(page, 'party')
}

const toOffers: Way = async (page, t = fr) => {
  await toParty(page, t)
  await takePicture(page, t.pictures.persons(3), t)
  await onScreen(page, 'offers')
}

const toHeld =
  (screen: string): Way =>
  async (page, t = fr) => {
    await toOffers(page, t)
    await takePicture(page, 'Tribune Sud', t)
    await onScreen(page, screen)
  }

/** A day so many nights from now, at that hour. */
function inNights(nights: number, hour: string): string {
  const day = new Date()
  day.setDate(day.getDate() + nights)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${hour}:00`
}

const hours = ['20:30', '16:00', '19:00'] as const
const soon: Answers = {
  ...calmAnswers,
  listEvents: ok({
    ...eventsView,
    events: eventsView.events.map((event, index) => {
      const hour = hours[index]
      return hour === undefined ? event : { ...event, startsAt: inNights([0, 1, 4][index] ?? 0, hour) }
    }),
  }),
}

/** Sixty seats at 70,000: more notes than anybody counts one by one. */
const many: Answers = {
  ...calmAnswers,
  getKiosk: ok({
    ...(calmAnswers['getKiosk'] as { readonly value: object }).value,
    sale: {
      ...sale({ name: 'paying', tender: 'cash', phase: 'waiting', reference: 'r', due: 4_265_000 }, threeSeats),
      amount: 4_265_000,
    },
  }),
}

/** Of these the usual screen is reached first; then texts give way to pictures. */
const turned = [
  'nothing on sale',
  'sold out',
  'no access code',
  'no offers',
  'review of two rows',
  'payment refused',
  'start again',
  'telephone number',
  'telephone, waiting',
  'scan',
  'notes, some in',
  'review, partly paid in notes',
  'card',
  'card, PIN',
  'cash',
  'confirming',
  'printing',
  'print problem',
  'done, two gates and change',
  'refund due',
  'needs staff',
  'hold expired',
  'service out of reach',
] as const

/** What who does not read sees. `usual`: the same screens for who reads. */
export function pictureScenes(usual: Readonly<Record<string, Scene>>): Readonly<Record<string, Scene>> {
  const ways: Way = async (page, t = fr) => {
    await page.getByRole('button', { name: t.pictures.take, exact: true }).click()
    await page.getByRole('heading', { name: t.pictures.ways }).waitFor()
  }
  const own: Record<string, Scene> = {
    'pictures, events': { screen: 'events', answers: soon, act: toEvents },
    'pictures, party': { screen: 'party', answers: calmAnswers, act: toParty },
    'pictures, wheelchair party': {
      screen: 'party',
      answers: wheelchairAnswers,
      act: async (page, t = fr) => {
        await toParty(page, t)
        await page.getByRole('button', { name: t.wheelchair.ask }).waitFor()
      },
    },
    'pictures, offers': {
      screen: 'offers',
      answers: plannedAnswers(),
      act: async (page, t = fr) => {
        await toOffers(page, t)
        await page.getByRole('button', { name: 'Tribune Sud' }).click()
      },
    },
    'pictures, offers without a plan': { screen: 'offers', answers: calmAnswers, act: toOffers },
    'pictures, seats on the plan': { screen: 'review', answers: plannedAnswers(), act: toHeld('review') },
    'pictures, ways to pay': {
      screen: 'review',
      answers: plannedAnswers(),
      act: async (page, t = fr) => {
        await toHeld('review')(page, t)
        await ways(page, t)
      },
    },
    'pictures, all ways to pay': {
      screen: 'review',
      answers: usual['review, all ways to pay']?.answers ?? {},
      act: async (page, t = fr) => {
        await showPictures(page, t)
        await ways(page, t)
      },
    },
    'pictures, ways to pay with a slip': {
      screen: 'review',
      answers: usual['slip, offered']?.answers ?? {},
      act: async (page, t = fr) => {
        await showPictures(page, t)
        await ways(page, t)
        await takePicture(page, t.paying.slip.open, t)
        await page.getByRole('heading', { name: t.paying.slip.title }).waitFor()
        await page.getByRole('button', { name: t.paying.telephone.back }).click()
        await page.getByRole('heading', { name: t.pictures.ways }).waitFor()
      },
    },
    'pictures, cash in bundles': { screen: 'cash', answers: many, act: showPictures },
    'pictures, tickets on the plan': {
      screen: 'done',
      answers: usual['planned done']?.answers ?? {},
      act: toHeld('done'),
    },
  }
  for (const name of turned) {
    const { screen, answers, act } = usual[name] ?? { screen: `no scene ${name}`, answers: {} }
    own[`pictures, ${name}`] = {
      screen,
      answers,
      act: async (page, t = fr) => {
        if (name === 'telephone number' || name === 'start again') {
          await showPictures(page, t)
          if (name !== 'telephone number') return act?.(page, t)
          await ways(page, t)
          await takePicture(page, t.desk.tenders['mtn-momo'], t)
          return page.getByRole('heading', { name: t.paying.telephone.title(t.desk.tenders['mtn-momo']) }).waitFor()
        }
        await act?.(page, t)
        await showPictures(page, t)
      },
    }
  }
  return Object.fromEntries(
    Object.entries(own).map(([name, scene]) => [name, { ...scene, answers: heard(scene.answers) }]),
  )
}

/** On a machine that can say them. */
function heard(answers: Answers): Answers {
  const kiosk = answers['getKiosk'] as { readonly value: object } | undefined
  return kiosk ? { ...answers, getKiosk: ok({ ...kiosk.value, speech: languages }) } : answers
}
