import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import type { Aid } from '../../renderer/kiosk/state/kiosk-state.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { KioskInfo, SaleStage } from '../../shared/kiosk-api/views.ts'
import {
  calmAnswers,
  cannotSell,
  eventsView,
  everyWay,
  kioskInfo,
  proposals,
  review,
  sale,
  serviceView,
  dayClosed,
  dayLeft,
  shiftClosed,
  shiftLeftOpen,
  threeSeats,
  tickets,
  visit,
} from './fake-kiosk.ts'
import type { Answers } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'
import { mapScenes } from './map-scenes.ts'
import { cardScenes } from './card-scenes.ts'
import { notesScenes } from './notes-scenes.ts'
import { termsScenes } from './terms-scenes.ts'
import { wheelchairScenes } from './wheelchair-scenes.ts'
import { apart, fullReview, plannedAnswers, refundRule, sixSeats } from './planned-visit.ts'
import { pictureScenes } from './picture-scenes.ts'
import type { Scene } from './scene.ts'
import { slipScenes } from './slip-scenes.ts'
import { owedSlipScenes } from './owed-slip-scenes.ts'
import { speakingScenes } from './speaking-scenes.ts'
import { noteBoxScenes } from './note-box-scenes.ts'
import { enterPin, openStaffDesk, staffScenes } from './staff-scenes.ts'

/** The same answers from a kiosk that greets in this language, has all of them, and sells to somebody who speaks it. */
export function speaking(answers: Answers, language: Language, more: Partial<KioskInfo> = {}): Answers {
  const { value } = (answers['getKiosk'] ?? ok(kioskInfo)) as { readonly value: KioskInfo }
  const sale = value.sale && { ...value.sale, language }
  return { ...answers, getKiosk: ok({ ...value, languages, defaultLanguage: language, sale, ...more }) }
}

const showing = (stage: SaleStage, seats = threeSeats, more: Partial<KioskInfo> = {}, change = 0): Answers => ({
  ...calmAnswers,
  getKiosk: ok({ ...kioskInfo, sale: sale(stage, seats, { change }), ...more }),
})

const paying = (
  tender: 'card' | 'cash',
  phase: 'waiting' | 'asking-again' = 'waiting',
  more: Partial<KioskInfo> = {},
): Answers => showing({ name: 'paying', tender, phase, reference: 'r', due: 210_000 }, threeSeats, more)

/** A kiosk with all ways to pay there are, and what its review then offers. */
const allWays: Partial<KioskInfo> = { tenders: tenderKinds, ways: everyWay }
const reviewed: SaleStage = { ...review, tendersOffered: tenderKinds }
const overOperator = (
  tender: 'orange-money' | 'mtn-momo',
  more: Partial<Extract<SaleStage, { name: 'paying' }>>,
): Answers =>
  showing({ name: 'paying', tender, phase: 'waiting', reference: 'r', due: 210_000, ...more }, threeSeats, allWays)

const NO_PAGE = 'Orange Money, simulation. Simulation : ce paiement n’est pas réel.'
const PAGE = 'https://pay.example/links/0f3b6c1e-7d52-4a0b-9a3e-2f1c5d8e7b90'

async function typeNumber(page: Page, t: Catalogue, figures: string): Promise<void> {
  await page.getByRole('button', { name: t.paying.with(t.desk.tenders['mtn-momo']) }).click()
  await page.getByRole('heading', { name: t.paying.telephone.title(t.desk.tenders['mtn-momo']) }).waitFor()
  await onScreen(page, 'review')
  for (const digit of figures) await page.getByRole('button', { name: digit, exact: true }).click()
}

export async function toEvents(page: Page, t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.attract.touch }).click()
  await onScreen(page, 'events')
}

export async function toParty(page: Page, t: Catalogue = fr): Promise<void> {
  await toEvents(page, t)
  await page.getByRole('button', { name: 'Sénégal' }).click()
  await onScreen(page, 'party')
}

export async function toOffers(page: Page, t: Catalogue = fr): Promise<void> {
  await toParty(page, t)
  await page.getByRole('button', { name: t.common.places(3) }).click()
  await onScreen(page, 'offers')
}

export async function toMap(page: Page, t: Catalogue = fr): Promise<void> {
  await toOffers(page, t)
  await page.getByRole('button', { name: t.offers.openMap }).click()
  await onScreen(page, 'map')
}

/** Seats in the list of the first section, one after the other, from its second free seat on: the first stays alone. Then its map. */
export async function pickOneByOne(page: Page, count: number, t: Catalogue = fr): Promise<void> {
  await toMap(page, t)
  await page.getByRole('button', { name: t.map.asList, exact: true }).click()
  await page.getByRole('navigation').getByRole('button').first().click()
  await page.getByRole('button', { name: t.map.oneByOne }).click()
  const free = page.locator('[data-seat][data-look="available"]')
  for (let picked = 0; picked < count; picked++) await free.nth(1).click()
  await page.getByRole('button', { name: t.map.asMap, exact: true }).click()
}

export async function toWishes(page: Page, t: Catalogue = fr): Promise<void> {
  await toOffers(page, t)
  await page.getByRole('button', { name: t.wishes.open }).click()
  await onScreen(page, 'wishes')
}

/** Past the customer's part of a payment in cash, to the attendant's. */
export async function openCashPad(page: Page, t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.staff.enter }).click()
}

/** Switches what is named on, in the sheet for it. */
export async function switchOn(page: Page, aids: readonly Aid[], t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.access.title }).click()
  const dialog = page.getByRole('dialog', { name: t.access.title })
  for (const aid of aids) await dialog.getByRole('button', { name: t.access.aid[aid] }).click()
  await dialog.getByRole('button', { name: t.access.done, exact: true }).click()
  await page.locator('[data-screen][data-settling="false"]').waitFor()
}

/** The state of the kiosk, behind staff's PIN. */
export async function openService(page: Page, t: Catalogue = fr, pin = '1234'): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, pin, t)
  await page.getByRole('button', { name: t.service.title }).click()
  await page.getByRole('heading', { name: t.service.title }).waitFor()
}

/** Behind the PIN, at the drawer of the shift; `then` names buttons to press there. */
function atTheDrawer(then: (t: Catalogue) => readonly (string | undefined)[] = () => []): Scene {
  return {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.shift }).click()
      await page.getByRole('button', { name: t.shift.drawer }).click()
      await page.getByRole('heading', { name: t.shift.title(41) }).waitFor()
      for (const name of then(t)) {
        await onScreen(page, 'staff-desk')
        await page.getByRole('button', { name: name ?? '', exact: true }).click()
      }
    },
  }
}

/** The access codes of the events on sale, behind staff's PIN. */
export async function openCodes(page: Page, t: Catalogue = fr): Promise<void> {
  await openService(page, t)
  await page.getByRole('button', { name: t.office.pages.access }).click()
  await page.getByRole('heading', { name: t.office.pages.access }).waitFor()
}

const leftOpen = {
  name: 'needs-staff',
  reference: 'K7M4XP',
  amount: 210_000,
  reason: 'payment-unknown',
  asking: true,
} as const

async function openCode(page: Page, t: Catalogue = fr): Promise<void> {
  await page.getByRole('button', { name: t.collecting.open }).click()
  await onScreen(page, 'code')
}

/** Somebody types their code, and is told this. */
function comingBack(told: Answers[string]): Scene {
  return {
    screen: 'code',
    answers: { ...calmAnswers, collectTickets: told },
    act: async (page, t = fr) => {
      await openCode(page, t)
      const heading = await page.getByRole('heading', { level: 1 }).innerText()
      for (const letter of 'K7M4XP') await page.getByRole('button', { name: letter, exact: true }).click()
      // Another sheet, or a notice on the same one.
      await page.getByRole('main').filter({ hasNotText: heading }).or(page.getByRole('alert')).first().waitFor()
    },
  }
}

/** The first offer is taken where a plan is installed; the sale then stands at this stage. */
function onThePlan(screen: string, stage: SaleStage, seats?: typeof threeSeats, more?: Partial<KioskInfo>): Scene {
  return {
    screen,
    answers: plannedAnswers(stage, seats, more),
    act: async (page, t = fr) => {
      await toOffers(page, t)
      await page.getByRole('button', { name: 'Tribune Sud' }).click()
      await onScreen(page, screen)
    },
  }
}

const soldOut = { ...visit.session, overview: { ...visit.session.overview, soldOut: true, remaining: 0 } }
const unreachable = err({ type: 'partner-unreachable' })
const reference = 'K7M4XP'

const usualScenes: Readonly<Record<string, Scene>> = {
  attract: { screen: 'attract', answers: calmAnswers },
  'nothing on sale': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, events: [], total: 0 }) },
    async act(page, t = fr) {
      await page.getByRole('button', { name: t.attract.nothing }).click()
      await onScreen(page, 'events')
    },
  },
  events: { screen: 'events', answers: calmAnswers, act: toEvents },
  'stale events': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, stale: true }) },
    act: toEvents,
  },
  party: { screen: 'party', answers: calmAnswers, act: toParty },
  'about the event': {
    screen: 'party',
    answers: calmAnswers,
    act: async (page, t = fr) => {
      await toParty(page, t)
      await page.getByRole('button', { name: t.party.about }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'visit not opened': { screen: 'party', answers: { ...calmAnswers, startVisit: unreachable }, act: toParty },
  'sold out': {
    screen: 'party',
    answers: { ...calmAnswers, startVisit: ok({ ...visit, session: soldOut }) },
    act: toParty,
  },
  'no access code': {
    screen: 'problem',
    answers: { ...calmAnswers, startVisit: err({ type: 'no-access-code' }) },
    act: async (page, t = fr) => {
      await toEvents(page, t)
      await page.getByRole('button', { name: 'Sénégal' }).click()
      await onScreen(page, 'problem')
    },
  },
  offers: { screen: 'offers', answers: calmAnswers, act: toOffers },
  'no offers': { screen: 'offers', answers: { ...calmAnswers, proposeSeats: ok([]) }, act: toOffers },
  wishes: { screen: 'wishes', answers: calmAnswers, act: toWishes },
  'nothing as wished': {
    screen: 'offers',
    answers: { ...calmAnswers, proposeSeats: ok([]) },
    act: async (page, t = fr) => {
      await toWishes(page, t)
      await page.getByRole('button', { name: 'Tribune Nord' }).click()
      await page.getByRole('button', { name: t.wishes.show }).click()
      await onScreen(page, 'offers')
    },
  },
  'seats taken meanwhile': {
    screen: 'offers',
    answers: {
      ...calmAnswers,
      holdSeats: ok(sale({ name: 'choosing', notice: { type: 'seat-taken', seatCodes: ['O5-F-12', 'O5-F-13'] } })),
    },
    act: async (page, t = fr) => {
      await toOffers(page, t)
      await page.getByRole('button', { name: 'Tribune Ouest' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  map: { screen: 'map', answers: calmAnswers, act: toMap },
  'two of three seats picked': { screen: 'map', answers: calmAnswers, act: (page, t) => pickOneByOne(page, 2, t) },
  holding: { screen: 'working', answers: showing({ name: 'holding' }) },
  review: { screen: 'review', answers: showing(review) },
  'review, refund rule': { screen: 'review', answers: showing(review, threeSeats, { refundRule }) },
  ...termsScenes,
  'review, taking a seat out': {
    screen: 'review',
    answers: showing(review),
    act: async (page, t = fr) => {
      await page.getByRole('button', { name: t.review.remove }).click()
      await page.getByRole('heading', { name: t.review.removeTitle }).waitFor()
    },
  },
  ...slipScenes,
  'review of two rows': { screen: 'review', answers: showing(review, proposals[2]!.seats) },
  'payment refused': {
    screen: 'review',
    answers: showing({ ...review, notice: { type: 'payment-refused', reason: 'declined' } }),
  },
  'printer not ready': {
    screen: 'review',
    answers: showing({ ...review, notice: { type: 'printer-not-ready', reason: 'paper-out' } }),
  },
  'start again': {
    screen: 'review',
    answers: showing(review),
    act: async (page, t = fr) => {
      await page.getByRole('button', { name: t.tools.startOver }).click()
      await page.getByRole('alertdialog').waitFor()
      await onScreen(page, 'review')
    },
  },
  accessibility: {
    screen: 'review',
    answers: showing(review),
    act: async (page, t = fr) => {
      await page.getByRole('button', { name: t.access.title }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'accessibility, one button': {
    screen: 'review',
    answers: showing(review),
    act: async (page, t = fr) => {
      await page.getByRole('button', { name: t.access.title }).click()
      await page.getByRole('dialog').getByRole('button', { name: t.keys.oneButton }).click()
      await page.getByRole('group', { name: t.keys.speed }).waitFor()
    },
  },
  'review, all ways to pay': { screen: 'review', answers: showing(reviewed, threeSeats, allWays) },
  'review, too late for some': {
    screen: 'review',
    answers: {
      ...calmAnswers,
      getKiosk: ok({ ...kioskInfo, ...allWays, sale: sale(reviewed, threeSeats, { holdRemainingMs: 170_000 }) }),
    },
  },
  'refused by the operator': {
    screen: 'review',
    answers: showing(
      { ...reviewed, notice: { type: 'payment-refused', reason: 'not-enough-money' } },
      threeSeats,
      allWays,
    ),
  },
  ...notesScenes,
  'telephone number': {
    screen: 'review',
    answers: showing(reviewed, threeSeats, allWays),
    act: async (page, t = fr) => typeNumber(page, t, '62212'),
  },
  'telephone, waiting': { screen: 'telephone', answers: overOperator('mtn-momo', {}) },
  'telephone, asking again': { screen: 'telephone', answers: overOperator('mtn-momo', { phase: 'asking-again' }) },
  'scan, no code yet': { screen: 'scan', answers: overOperator('orange-money', {}) },
  scan: { screen: 'scan', answers: overOperator('orange-money', { shows: PAGE, payableMs: 287_000 }) },
  'scan, in the demo': {
    screen: 'scan',
    answers: showing(
      { name: 'paying', tender: 'orange-money', phase: 'waiting', reference: 'r', due: 210_000, shows: NO_PAGE },
      threeSeats,
      { ...allWays, ways: everyWay.map((way) => ({ ...way, simulated: true })) },
    ),
  },
  'scan, hardly any time': {
    screen: 'scan',
    answers: overOperator('orange-money', { shows: PAGE, payableMs: 24_000 }),
  },
  'scan, asking again': {
    screen: 'scan',
    answers: overOperator('orange-money', { shows: PAGE, phase: 'asking-again' }),
  },
  card: { screen: 'card', answers: paying('card') },
  'card, terminal on the right': {
    screen: 'card',
    answers: paying('card', 'waiting', { surroundings: { terminal: 'right' } }),
  },
  ...cardScenes,
  'card, asking again': { screen: 'card', answers: paying('card', 'asking-again') },
  cash: { screen: 'cash', answers: paying('cash') },
  'cash, PIN': { screen: 'cash', answers: paying('cash'), act: openCashPad },
  'cash, received': {
    screen: 'cash',
    answers: paying('cash'),
    act: async (page, t = fr) => {
      await openCashPad(page, t)
      await enterPin(page, '1234', t)
      await page.getByRole('button', { name: '250' }).click()
    },
  },
  'cash, wrong PIN': {
    screen: 'cash',
    answers: { ...paying('cash'), checkPin: err({ type: 'wrong-pin' }) },
    act: async (page, t = fr) => {
      await openCashPad(page, t)
      await enterPin(page, '1234', t)
      await page.getByRole('alert').waitFor()
    },
  },
  confirming: { screen: 'confirming', answers: showing({ name: 'confirming', slow: true }) },
  printing: {
    screen: 'printing',
    answers: showing({ name: 'printing', tickets: tickets('printed', 'spooling', 'queued') }),
  },
  'printing on another printer': {
    screen: 'printing',
    answers: showing({ name: 'printing', tickets: tickets('printed', 'spooling') }, threeSeats, {
      printer: { state: 'ready', reason: '', standsIn: true },
    }),
  },
  'printing, to be read back': {
    screen: 'printing',
    answers: showing({ name: 'printing', tickets: tickets('printed', 'spooling') }, threeSeats, {
      readBack: true,
      surroundings: { tickets: 'below' },
    }),
  },
  'print problem': {
    screen: 'print-problem',
    answers: showing({
      name: 'print-problem',
      tickets: tickets('printed', 'unknown', 'failed'),
      reference,
      printer: { state: 'not-ready', reason: 'paper-out' },
    }),
  },
  done: {
    screen: 'done',
    answers: showing({ name: 'done', tickets: tickets('printed', 'printed', 'printed') }),
  },
  'done, two gates and change': {
    screen: 'done',
    answers: showing(
      { name: 'done', tickets: tickets('printed', 'printed') },
      [threeSeats[0]!, proposals[1]!.seats[0]!],
      { surroundings: { tickets: 'left' } },
      90_000,
    ),
  },
  'refund due': {
    screen: 'refund-due',
    answers: showing({ name: 'refund-due', reference, amount: 210_000, next: 'r' }),
  },
  'needs staff': {
    screen: 'needs-staff',
    answers: showing({ name: 'needs-staff', reference, amount: 210_000, reason: 'service-unreachable' }),
  },
  'sale without room': {
    screen: 'needs-staff',
    answers: showing({ name: 'needs-staff', reference, amount: 210_000, reason: 'storage-full' }, threeSeats, {
      surroundings: { help: 'left' },
    }),
  },
  'sale refused': {
    screen: 'needs-staff',
    answers: showing({ name: 'needs-staff', reference, amount: 210_000, reason: 'purchase-refused' }),
  },
  'come back': { screen: 'come-back', answers: showing({ ...leftOpen, slip: 'printed' }) },
  'come back without paper': { screen: 'come-back', answers: showing({ ...leftOpen, slip: 'none' }) },
  collect: {
    screen: 'collect',
    answers: showing({
      name: 'print-problem',
      tickets: tickets('queued', 'queued', 'queued'),
      printer: { state: 'ready', reason: '' },
      reference,
      waits: true,
    }),
  },
  code: { screen: 'code', answers: calmAnswers, act: openCode },
  'code, unknown': comingBack(err({ type: 'unknown-code' })),
  'code, locked': comingBack(err({ type: 'codes-locked', seconds: 212 })),
  'code, asking': comingBack(ok({ state: 'asking' })),
  'code, buying': comingBack(ok({ state: 'buying' })),
  'code, not paid': comingBack(ok({ state: 'not-paid' })),
  'code, refund due': comingBack(ok({ state: 'refund-due', reference, amount: 210_000, currency: 'GNF' })),
  'code, given back': comingBack(ok({ state: 'given-back' })),
  'code, printed': comingBack(ok({ state: 'printed' })),
  'code, ask staff': comingBack(ok({ state: 'ask-staff', reference })),
  'planned party': { screen: 'party', answers: plannedAnswers(), act: toParty },
  'planned offers': { screen: 'offers', answers: plannedAnswers(), act: toOffers },
  'planned wishes': { screen: 'wishes', answers: plannedAnswers(), act: toWishes },
  ...mapScenes(toMap),
  ...wheelchairScenes(toParty),
  ...speakingScenes(showing(review)),
  'planned review': onThePlan('review', review),
  'planned review of two gates': onThePlan('review', review, apart),
  'planned review, six ways to pay': onThePlan('review', reviewed, undefined, fullReview),
  'planned review of six seats, six ways to pay': onThePlan('review', reviewed, sixSeats, fullReview),
  'planned card': onThePlan('card', { name: 'paying', tender: 'card', phase: 'waiting', reference: 'r', due: 210_000 }),
  'planned printing': onThePlan('printing', { name: 'printing', tickets: tickets('printed', 'spooling', 'queued') }),
  'planned done': onThePlan('done', { name: 'done', tickets: tickets('printed', 'printed', 'printed') }),
  'planned done, two gates': onThePlan('done', { name: 'done', tickets: tickets('printed', 'printed') }, apart),
  'hold expired': { screen: 'ended', answers: showing({ name: 'ended', reason: 'hold-expired' }) },
  'ended by a fault': { screen: 'ended', answers: showing({ name: 'ended', reason: 'fault' }) },
  ...staffScenes,
  ...noteBoxScenes,
  ...owedSlipScenes,
  'state of the kiosk': { screen: 'staff-desk', answers: calmAnswers, act: (page, t) => openService(page, t) },
  'state of a kiosk that cannot sell': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, viewService: ok({ ...serviceView, printers: [], readiness: cannotSell }) },
    act: (page, t) => openService(page, t),
  },
  'access codes': { screen: 'staff-desk', answers: calmAnswers, act: openCodes },
  'access code refused': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, setAccessCode: err({ type: 'access-code-refused' }) },
    act: async (page, t = fr) => {
      await openCodes(page, t)
      await page.getByRole('button', { name: 'Ambassadeurs' }).click()
      await page.getByLabel(t.office.code, { exact: true }).fill('BJCFMA99S9')
      await page.getByRole('button', { name: t.office.keepCode }).click()
      await page.getByText('B7').waitFor()
    },
  },
  'before a Z, much left open': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, viewShift: ok(shiftLeftOpen) },
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.shift }).click()
      await page.getByRole('button', { name: t.service.closeZ }).click()
      await page.getByRole('alert').filter({ hasText: t.shift.beforeZ.title }).waitFor()
    },
  },
  'shift closed, no paper': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.shift }).click()
      await page.getByRole('button', { name: t.service.closeZ }).click()
      await page.getByRole('button', { name: t.service.sureZ }).click()
      await page.getByText(t.service.closed('Z', 41)).waitFor()
    },
  },
  'shift closed, the terminal not': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, closeShift: ok(shiftClosed([dayLeft])) },
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.shift }).click()
      await page.getByRole('button', { name: t.service.closeZ }).click()
      await page.getByRole('button', { name: t.service.sureZ }).click()
      await page.getByRole('button', { name: t.shift.terminalDay.close }).waitFor()
    },
  },
  'the terminal’s day, closed': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, closeShift: ok(shiftClosed([dayClosed])) },
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.shift }).click()
      await page.getByRole('button', { name: t.service.closeZ }).click()
      await page.getByRole('button', { name: t.service.sureZ }).click()
      await page.getByText(t.shift.terminalDay.done).waitFor()
    },
  },
  'the drawer': atTheDrawer(),
  'the drawer, float': atTheDrawer((t) => [t.shift.noteFloat, '5', '0']),
  'the drawer, cash out': atTheDrawer((t) => [t.shift.payOut, t.shift.reasonsOut[0], '5', '0']),
  'the drawer opened, no device': atTheDrawer((t) => [t.shift.open, t.shift.reasonsOpen[2], t.shift.record]),
  'the drawer, count': atTheDrawer((t) => [t.shift.count, '1', '2']),
  'the drawer, count of euros': atTheDrawer((t) => ['EUR', t.shift.count, '2']),
  'the drawer, counted': atTheDrawer((t) => [t.shift.count, '1', '2', t.shift.record]),
  'measure of the screen': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page, t = fr) => {
      await openService(page, t)
      await page.getByRole('button', { name: t.service.calibration }).click()
      await page.getByRole('heading', { name: t.service.calibration }).waitFor()
    },
  },
  'service out of reach': { screen: 'out-of-service', answers: { ...calmAnswers, listEvents: unreachable } },
  'printer out of order': {
    screen: 'out-of-service',
    answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, printer: { state: 'not-ready', reason: 'jammed' } }) },
  },
  'disk full': {
    screen: 'out-of-service',
    answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, storageFull: true }) },
  },
  'purchases refused': {
    screen: 'out-of-service',
    answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, purchasesRefused: { status: 400, code: 'INVALID' } }) },
  },
  'no way to pay': {
    screen: 'out-of-service',
    answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, tenders: [] }) },
  },
  'main process gone': { screen: 'out-of-service', answers: {} },
}

export const scenes: Readonly<Record<string, Scene>> = { ...usualScenes, ...pictureScenes(usualScenes) }
