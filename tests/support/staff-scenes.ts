import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import type { MatchingSale } from '../../shared/domain/sale/sale-file.ts'
import type { StaffCase } from '../../shared/kiosk-api/staff-cases.ts'
import { calmAnswers, staffCases, threeSeats } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'
import type { Scene } from './scene.ts'

export async function enterPin(page: Page, pin: string, t: Catalogue = fr): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: t.cash.next }).click()
}

export async function openStaffDesk(page: Page, t: Catalogue = fr): Promise<void> {
  // In one go: taps that are far apart are nobody's sign. In a demo its word stands there, else nothing.
  const corner = page.getByRole('banner', { name: t.tools.label }).locator('p')
  await corner.click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
}

async function openReferences(page: Page, t: Catalogue = fr): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, '1234', t)
  await page.getByRole('button', { name: t.staff.reference }).click()
  await page.getByRole('heading', { name: t.staffDesk.find }).waitFor()
}

const settledSale: MatchingSale = {
  saleId: '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f19',
  orderId: '0197a1b2-5c3d-7e4f-8a9b-0c1d2e3f4a5c',
  begunUtc: '2026-03-14T16:02:00.000Z',
  state: 'done',
  eventId: '501',
  eventTitle: 'Guinée – Sénégal',
  startsAt: '2026-05-15T16:00:00',
  places: threeSeats.map(({ place }) => place),
  amount: 210_000,
  currency: 'GNF',
  tenders: ['card'],
  returned: 0,
  owed: 0,
  namedTickets: [],
}

/** One case behind the PIN. */
function askingStaff(staffCase: StaffCase): Scene {
  return {
    screen: 'staff-desk',
    answers: { ...calmAnswers, listStaffCases: ok([staffCase]) },
    act: async (page, t = fr) => {
      await openStaffDesk(page, t)
      await enterPin(page, '1234', t)
      await page.getByText(t.staffDesk.of(1, 1)).waitFor()
    },
  }
}

/** What staff do at the kiosk about sales. */
export const staffScenes: Readonly<Record<string, Scene>> = {
  'staff desk': { screen: 'staff-desk', answers: calmAnswers, act: openStaffDesk },
  'staff case': {
    screen: 'staff-desk',
    answers: calmAnswers,
    act: async (page, t = fr) => {
      await openStaffDesk(page, t)
      await enterPin(page, '1234', t)
      await page.getByText(t.staffDesk.of(1, 3)).waitFor()
    },
  },
  'staff asked nothing': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, listStaffCases: ok([]) },
    act: async (page, t = fr) => {
      await openStaffDesk(page, t)
      await enterPin(page, '1234', t)
      await page.getByText(t.staffDesk.noneBody).waitFor()
    },
  },
  'staff look for a reference': { screen: 'staff-desk', answers: calmAnswers, act: openReferences },
  'staff found no question': {
    screen: 'staff-desk',
    answers: { ...calmAnswers, findSales: ok([settledSale]) },
    act: async (page, t = fr) => {
      await openReferences(page, t)
      await page.keyboard.type('k7m4xt')
      await page.getByText(t.office.states.done).waitFor()
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
  'staff asked about a silent service': askingStaff({
    ...staffCases[0],
    question: 'service-unreachable',
    fenced: false,
  }),
  'staff asked about other tickets': askingStaff({
    ...staffCases[0],
    question: 'tickets-differ',
    shown: 'A1-7-12 · A1-7-13',
    rowsLost: true,
  }),
  'staff asked to ask first': askingStaff({ ...staffCases[0], look: 'wanted' }),
  'staff asked to pay back': askingStaff({ ...staffCases[0], look: 'unreachable' }),
  'staff told of lost rows': askingStaff({
    question: 'ledger-gap',
    seq: 811,
    rows: 42,
    sinceUtc: '2026-03-14T16:02:00.000Z',
    foundUtc: '2026-03-14T16:40:00.000Z',
    remembered: ['anchor', 'roll'],
  }),
  'staff asked whose a note was': askingStaff({
    question: 'stray-note',
    seq: 812,
    amount: 20_000,
    currency: 'GNF',
    foundUtc: '2026-03-14T16:40:00.000Z',
  }),
}
