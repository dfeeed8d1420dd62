import { fr } from '../../../renderer/i18n/fr/catalogue.ts'
import { languages } from '../../../shared/domain/language.ts'
import { ok } from '../../../shared/domain/result.ts'
import { onScreen } from '../page.ts'
import { atOffers, calmAnswers, eventsView, kioskInfo, kioskOf, plannedAnswers, sale, type Answers } from './answers.ts'
import { wheelchairAnswers } from './choosing.ts'
import { heading, press, pressExactly, showPictures, takePicture, type Scene, type Way, pressTo } from './ways.ts'

const toEvents: Way = async (page, t = fr) => {
  await pressTo(page, 'events', t.pictures.open)
}

/** Opens the offers for three persons. */
const toOffers: Way = async (page, t = fr) => {
  await showPictures(page, t)
  await takePicture(page, t.pictures.persons(3), t)
  await onScreen(page, 'offers')
}

/** Returns the local date and time of `hour`, such as 20:30, `nights` days from today. */
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

/** Cash payment for sixty seats at 70,000 each, with too many notes to count one by one. */
const due = 4_265_000
const inCash = sale({ name: 'paying', tender: 'cash', phase: 'waiting', reference: 'r', due })
const many: Answers = { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: { ...inCash, amount: due } }) }

/** Scenes that open the screen with texts first and then switch to pictures. */
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

const toWays: Way = async (page, t = fr) => {
  await showPictures(page, t)
  await pressExactly(page, t.pictures.take)
  await heading(page, t.pictures.ways)
}

function turnedWay(name: string, usual?: Way): Way {
  return async (page, t = fr) => {
    if (name === 'telephone number') {
      const tender = t.desk.tenders['mtn-momo']
      await toWays(page, t)
      await takePicture(page, tender, t)
      return heading(page, t.paying.telephone.title(tender))
    }
    if (name === 'start again') {
      await showPictures(page, t)
      return usual?.(page, t)
    }
    await usual?.(page, t)
    await showPictures(page, t)
  }
}

/** Returns the scenes with pictures instead of texts. `usual`: the scenes with texts. */
export function pictureScenes(usual: Readonly<Record<string, Scene>>): Readonly<Record<string, Scene>> {
  const answersOf = (name: string): Answers => usual[name]?.answers ?? {}
  const own: Record<string, Scene> = {
    'pictures, events': { screen: 'events', answers: soon, act: toEvents },
    'pictures, party': { screen: 'offers', answers: atOffers(), act: showPictures },
    'pictures, wheelchair party': {
      screen: 'offers',
      answers: wheelchairAnswers,
      act: async (page, t = fr) => {
        await showPictures(page, t)
        await page.getByRole('button', { name: t.wheelchair.ask }).waitFor()
      },
    },
    'pictures, offers': {
      screen: 'offers',
      answers: plannedAnswers,
      act: async (page, t = fr) => {
        await toOffers(page, t)
        await press(page, 'Tribune Sud')
      },
    },
    'pictures, offers without a plan': { screen: 'offers', answers: atOffers(), act: toOffers },
    'pictures, seats on the plan': { screen: 'review', answers: answersOf('planned review'), act: showPictures },
    'pictures, ways to pay': { screen: 'review', answers: answersOf('planned review'), act: toWays },
    'pictures, all ways to pay': { screen: 'review', answers: answersOf('review, all ways to pay'), act: toWays },
    'pictures, ways to pay with a slip': {
      screen: 'review',
      answers: answersOf('slip, offered'),
      act: async (page, t = fr) => {
        await toWays(page, t)
        await takePicture(page, t.paying.slip.open, t)
        await heading(page, t.paying.slip.title)
        await press(page, t.paying.telephone.back)
        await heading(page, t.pictures.ways)
      },
    },
    'pictures, cash in bundles': { screen: 'cash', answers: many, act: showPictures },
    'pictures, tickets on the plan': { screen: 'done', answers: answersOf('planned done'), act: showPictures },
  }
  for (const name of turned) {
    const { screen, act } = usual[name] ?? { screen: `no scene ${name}` }
    own[`pictures, ${name}`] = { screen, answers: answersOf(name), act: turnedWay(name, act) }
  }
  return Object.fromEntries(
    Object.entries(own).map(([name, scene]) => [name, { ...scene, answers: audible(scene.answers) }]),
  )
}

const audible = (answers: Answers): Answers =>
  answers['getKiosk'] ? { ...answers, getKiosk: ok({ ...kioskOf(answers), speech: languages }) } : answers
