import type { Page } from 'playwright-core'
import { err, ok } from '../../shared/domain/result.ts'
import type { KioskInfo, SaleStage } from '../../shared/kiosk-api/views.ts'
import {
  calmAnswers,
  eventsView,
  kioskInfo,
  proposals,
  review,
  sale,
  staffCases,
  threeSeats,
  tickets,
  visit,
} from './fake-kiosk.ts'
import type { Answers } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'

/** One look at one screen: what the main process says, and what the customer did to get there. */
export interface Scene {
  readonly screen: string
  readonly answers: Answers
  readonly act?: (page: Page) => Promise<void>
}

const showing = (stage: SaleStage, seats = threeSeats, more: Partial<KioskInfo> = {}): Answers => ({
  ...calmAnswers,
  getKiosk: ok({ ...kioskInfo, ...more, sale: sale(stage, seats) }),
})

const paying = (tender: 'card' | 'cash', phase: 'waiting' | 'asking-again' = 'waiting'): Answers =>
  showing({ name: 'paying', tender, phase, due: 210_000 })

export async function toEvents(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Touchez l’écran' }).click()
  await onScreen(page, 'events')
}

export async function toParty(page: Page): Promise<void> {
  await toEvents(page)
  await page.getByRole('button', { name: 'Sénégal' }).click()
  await onScreen(page, 'party')
}

export async function toOffers(page: Page): Promise<void> {
  await toParty(page)
  await page.getByRole('button', { name: '3 places' }).click()
  await onScreen(page, 'offers')
}

export async function toMap(page: Page): Promise<void> {
  await toOffers(page)
  await page.getByRole('button', { name: 'Choisir sur le plan' }).click()
  await onScreen(page, 'map')
}

export async function toWishes(page: Page): Promise<void> {
  await toOffers(page)
  await page.getByRole('button', { name: 'Tribune et prix' }).click()
  await onScreen(page, 'wishes')
}

export async function enterPin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Suivant' }).click()
}

/** Switches what is named on, in the sheet for it. */
export async function switchOn(page: Page, ...aids: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Accessibilité' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accessibilité' })
  for (const name of aids) await dialog.getByRole('button', { name }).click()
  await dialog.getByRole('button', { name: 'C’est bon' }).click()
  await page.locator('[data-screen][data-settling="false"]').waitFor()
}

async function openStaffDesk(page: Page): Promise<void> {
  const corner = page.getByText('Démonstration', { exact: true })
  for (let tap = 0; tap < 5; tap++) await corner.click()
  await onScreen(page, 'staff-desk')
}

/** One case behind the PIN. */
function askingStaff(staffCase: object): Scene {
  return {
    screen: 'staff-desk',
    answers: { ...calmAnswers, listStaffCases: ok([staffCase]) },
    act: async (page) => {
      await openStaffDesk(page)
      await enterPin(page, '1234')
      await page.getByText('Une question attend').waitFor()
    },
  }
}

const soldOut = { ...visit.session, overview: { ...visit.session.overview, soldOut: true, remaining: 0 } }
const unreachable = err({ type: 'partner-unreachable' })
const reference = '0197a1b2-5c3d-7e4f-8a9b-0c1d2e3f4a5b'

export const scenes: Readonly<Record<string, Scene>> = {
  attract: { screen: 'attract', answers: calmAnswers },
  'nothing on sale': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, events: [], total: 0 }) },
    act: toEvents,
  },
  events: { screen: 'events', answers: calmAnswers, act: toEvents },
  'stale events': {
    screen: 'events',
    answers: { ...calmAnswers, listEvents: ok({ ...eventsView, stale: true }) },
    act: toEvents,
  },
  party: { screen: 'party', answers: calmAnswers, act: toParty },
  'visit not opened': { screen: 'party', answers: { ...calmAnswers, startVisit: unreachable }, act: toParty },
  'sold out': {
    screen: 'party',
    answers: { ...calmAnswers, startVisit: ok({ ...visit, session: soldOut }) },
    act: toParty,
  },
  'no access code': {
    screen: 'problem',
    answers: { ...calmAnswers, startVisit: err({ type: 'no-access-code' }) },
    act: async (page) => {
      await toEvents(page)
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
    act: async (page) => {
      await toWishes(page)
      await page.getByRole('button', { name: 'Tribune Nord' }).click()
      await page.getByRole('button', { name: 'Voir les places' }).click()
      await onScreen(page, 'offers')
    },
  },
  'seats taken meanwhile': {
    screen: 'offers',
    answers: {
      ...calmAnswers,
      holdSeats: ok(sale({ name: 'choosing', notice: { type: 'seat-taken', seatCodes: ['O5-F-12', 'O5-F-13'] } })),
    },
    act: async (page) => {
      await toOffers(page)
      await page.getByRole('button', { name: 'Tribune Ouest' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  map: { screen: 'map', answers: calmAnswers, act: toMap },
  holding: { screen: 'working', answers: showing({ name: 'holding' }) },
  review: { screen: 'review', answers: showing(review) },
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
    act: async (page) => {
      await page.getByRole('button', { name: 'Recommencer' }).click()
      await page.getByRole('alertdialog').waitFor()
      await onScreen(page, 'review')
    },
  },
  accessibility: {
    screen: 'review',
    answers: showing(review),
    act: async (page) => {
      await page.getByRole('button', { name: 'Accessibilité' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  card: { screen: 'card', answers: paying('card') },
  'card, asking again': { screen: 'card', answers: paying('card', 'asking-again') },
  'cash, PIN': { screen: 'cash', answers: paying('cash') },
  'cash, received': {
    screen: 'cash',
    answers: paying('cash'),
    act: async (page) => {
      await enterPin(page, '1234')
      await page.getByRole('button', { name: '250' }).click()
    },
  },
  'cash, wrong PIN': {
    screen: 'cash',
    answers: paying('cash'),
    act: async (page) => {
      await enterPin(page, '1234')
      await page.getByRole('button', { name: 'Compte juste' }).click()
      await page.getByRole('button', { name: 'Encaisser' }).click()
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
  'print problem': {
    screen: 'print-problem',
    answers: showing({
      name: 'print-problem',
      tickets: tickets('printed', 'unknown', 'failed'),
      printer: { state: 'not-ready', reason: 'paper-out' },
    }),
  },
  done: {
    screen: 'done',
    answers: showing({ name: 'done', tickets: tickets('printed', 'printed', 'printed'), change: 0 }),
  },
  'done, two gates and change': {
    screen: 'done',
    answers: showing({ name: 'done', tickets: tickets('printed', 'printed'), change: 90_000 }, [
      threeSeats[0]!,
      proposals[1]!.seats[0]!,
    ]),
  },
  'refund due': { screen: 'refund-due', answers: showing({ name: 'refund-due', reference, amount: 210_000 }) },
  'needs staff': {
    screen: 'needs-staff',
    answers: showing({ name: 'needs-staff', reference, amount: 210_000, reason: 'service-unreachable' }),
  },
  'hold expired': { screen: 'ended', answers: showing({ name: 'ended', reason: 'hold-expired' }) },
  'staff desk': { screen: 'staff-desk', answers: calmAnswers, act: openStaffDesk },
  'staff case': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page) => {
      await openStaffDesk(page)
      await enterPin(page, '1234')
      await page.getByText(/Question 1 sur \d/u).waitFor()
    },
  },
  'staff asked about cash': askingStaff({ ...staffCases[1], rowsLost: true }),
  'staff asked about paper': askingStaff({ ...staffCases[2], question: 'paper-out' }),
  'staff asked to settle by hand': askingStaff({
    ...staffCases[1],
    question: 'unreconciled',
    tender: null,
    shown: 'A1-7-12 · A1-7-13',
    rowsLost: true,
  }),
  'staff told of lost rows': askingStaff({
    question: 'ledger-gap',
    seq: 811,
    rows: 42,
    sinceUtc: '2026-03-14T16:02:00.000Z',
    foundUtc: '2026-03-14T16:40:00.000Z',
  }),
  'state of the kiosk': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page) => {
      await openStaffDesk(page)
      await enterPin(page, '1234')
      await page.getByRole('button', { name: 'État de la borne' }).click()
      await page.getByRole('heading', { name: 'État de la borne' }).waitFor()
    },
  },
  'shift closed, no paper': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page) => {
      await openStaffDesk(page)
      await enterPin(page, '1234')
      await page.getByRole('button', { name: 'État de la borne' }).click()
      await page.getByRole('button', { name: 'Clôture Z' }).click()
      await page.getByRole('button', { name: 'Oui, clore le service' }).click()
      await page.getByText('Service 41 clos').waitFor()
    },
  },
  'service out of reach': { screen: 'out-of-service', answers: { ...calmAnswers, listEvents: unreachable } },
  'printer out of order': {
    screen: 'out-of-service',
    answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, printer: { state: 'not-ready', reason: 'jammed' } }) },
  },
  'main process gone': { screen: 'out-of-service', answers: {} },
}
