import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../../renderer/i18n/fr/catalogue.ts'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { cashPieces } from '../../../shared/domain/money/cash.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { MatchingSale, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { CreditSlipView } from '../../../shared/api/kiosk/office-views.ts'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { CashboxView } from '../../../shared/api/kiosk/views.ts'
import { onScreen } from '../page.ts'
import {
  calmAnswers,
  cannotSell,
  dayClosed,
  dayLeft,
  serviceView,
  shiftClosed,
  shiftLeftOpen,
  staffCases,
  threeSeats,
  type Answers,
} from './answers.ts'
import {
  enterPin,
  heading,
  openCodes,
  openService,
  openStaffDesk,
  press,
  pressExactly,
  pressKeys,
  type Scene,
  type Way,
  pressTo,
} from './ways.ts'

const behind = (act: (page: Page, t: Catalogue) => Promise<void>, more: Answers = {}): Scene => ({
  screen: 'staff-desk',
  answers: { ...calmAnswers, ...more },
  act: (page, t = fr) => act(page, t),
})

const openCases: Way = async (page, t = fr) => {
  await openStaffDesk(page, t)
  await enterPin(page, '1234', t)
}

const openSearch: Way = async (page, t = fr) => {
  await openCases(page, t)
  await press(page, t.staffDesk.find)
  await heading(page, t.staffDesk.find)
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

/** Earlier sales of the day in several sectors, latest first. */
export const manySales: readonly MatchingSale[] = Array.from({ length: 20 }, (_, index) => ({
  ...settledSale,
  saleId: `6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c1${String(100 + index)}`,
  begunUtc: new Date(Date.parse(settledSale.begunUtc) - index * 240_000).toISOString(),
  places: settledSale.places.slice(0, 1 + (index % 3)).map((place) => ({
    ...place,
    sector: ['S5', 'N3', 'E2', 'S4'][index % 4] ?? '',
    seatNumber: place.seatNumber + index,
  })),
  amount: 70_000 * (1 + (index % 3)),
}))

export const settledFile: SaleFile = {
  ...settledSale,
  ownerRef: 'own_6f1de6a4',
  tickets: settledSale.places.map((place, index) => ({
    ticketId: `t${index}`,
    ticketNumber: `TCK-7Q2M${index}`,
    place,
    price: 70_000,
    papers: [{ copyNumber: 0, state: 'printed' }],
  })),
  payments: [],
  returns: [],
  corrections: [],
  slips: [],
  acts: [],
  ofThisShift: true,
}

const showingCases = (count: number, more?: Answers): Scene =>
  behind(async (page, t) => {
    await openCases(page, t)
    await page.getByText(t.staffDesk.of(1, count)).waitFor()
  }, more)
const askingStaff = (staffCase: StaffCase): Scene => showingCases(1, { listStaffCases: ok([staffCase]) })

const caseScenes: Readonly<Record<string, Scene>> = {
  'staff desk': behind(openStaffDesk),
  'staff case': showingCases(3),
  'staff asked nothing': behind(
    async (page, t) => {
      await openCases(page, t)
      await page.getByText(t.staffDesk.noneBody).waitFor()
    },
    { listStaffCases: ok([]) },
  ),
  'staff find no sale': behind(openSearch, { findSales: ok([]) }),
  'staff find a sale': behind(
    async (page, t) => {
      await openSearch(page, t)
      await page.getByText(t.office.states.done).first().waitFor()
    },
    { findSales: ok(manySales) },
  ),
  'staff reprint tickets': behind(
    async (page, t) => {
      await openSearch(page, t)
      await press(page, t.office.states.done)
      await page.getByText(t.files.reason, { exact: true }).waitFor()
    },
    { findSales: ok([settledSale]), openSaleFile: ok(settledFile), reprintTickets: ok(settledFile) },
  ),
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
    question: 'tickets-mismatched',
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
    question: 'note-unallocated',
    seq: 812,
    amount: 20_000,
    currency: 'GNF',
    foundUtc: '2026-03-14T16:40:00.000Z',
  }),
}

export const openShift: Way = async (page, t = fr) => {
  await openService(page, t)
  await pressTo(page, 'staff-desk', t.service.shift)
}

async function openDrawer(page: Page, t: Catalogue): Promise<void> {
  await openShift(page, t)
  await press(page, t.shift.drawer)
  await heading(page, t.shift.title(41))
}

/** Returns the scene of the cash drawer of a shift. `then`: names of the buttons to press on the drawer screen. */
const atTheDrawer = (then: (t: Catalogue) => readonly (string | undefined)[] = () => []): Scene =>
  behind(async (page, t) => {
    await openDrawer(page, t)
    for (const name of then(t)) {
      await onScreen(page, 'staff-desk')
      await pressExactly(page, name ?? '')
    }
  })

const closed = (words: (t: Catalogue) => string, more?: Answers): Scene =>
  behind(async (page, t) => {
    await openShift(page, t)
    await press(page, t.service.closeZ, t.service.sureZ)
    await page.getByText(words(t)).first().waitFor()
  }, more)

const machineScenes: Readonly<Record<string, Scene>> = {
  'state of the kiosk': behind(openService),
  'state of a kiosk that cannot sell': behind(openService, {
    viewService: ok({ ...serviceView, printers: [], readiness: cannotSell }),
  }),
  'access codes': behind(openCodes),
  'access code refused': behind(
    async (page, t) => {
      await openCodes(page, t)
      await press(page, 'Ambassadeurs')
      await page.getByLabel(t.office.code, { exact: true }).fill('BJCFMA99S9')
      await press(page, t.office.keepCode)
      await page.getByText('B7').waitFor()
    },
    { setAccessCode: err({ type: 'access-code-refused' }) },
  ),
  'before a Z, much left open': behind(
    async (page, t) => {
      await openShift(page, t)
      await press(page, t.service.closeZ)
      await page.getByRole('alert').filter({ hasText: t.shift.beforeZ.title }).waitFor()
    },
    { viewShift: ok(shiftLeftOpen) },
  ),
  'shift closed, no paper': closed((t) => t.service.closed('Z', 41)),
  'shift closed, the terminal not': closed((t) => t.shift.terminalDay.close, {
    closeShift: ok(shiftClosed([dayLeft])),
  }),
  'the terminal’s day, closed': closed((t) => t.shift.terminalDay.done, { closeShift: ok(shiftClosed([dayClosed])) }),
  'the drawer': atTheDrawer(),
  'the drawer, float': atTheDrawer((t) => [t.shift.noteFloat, '5', '0']),
  'the drawer, cash out': atTheDrawer((t) => [t.shift.payOut, t.shift.reasonsOut[0], '5', '0']),
  'the drawer opened, no device': atTheDrawer((t) => [t.shift.open, t.shift.reasonsOpen[2], t.shift.record]),
  'the drawer, count': atTheDrawer((t) => [t.shift.count, '1', '2']),
  'the drawer, count of euros': atTheDrawer((t) => ['EUR', t.shift.count, '2']),
  'the drawer, counted': atTheDrawer((t) => [t.shift.count, '1', '2', t.shift.record]),
  'measure of the screen': behind(async (page, t) => {
    await openService(page, t)
    await press(page, t.service.calibration)
    await heading(page, t.service.calibration)
  }),
}

async function signs(page: Page, staff: string, pin: string, t: Catalogue): Promise<void> {
  await page.getByText(t.people.number, { exact: true }).waitFor()
  await enterPin(page, staff, t)
  await page.getByText(t.cash.pin, { exact: true }).waitFor()
  await enterPin(page, pin, t)
}

const shut: CashboxView = {
  currency: 'GNF',
  pieces: cashPieces('GNF'),
  open: null,
  waitsFor: null,
  emptied: [
    ['2026-03-14T06:40:00.000Z', 3_845_000, -5_000],
    ['2026-03-13T06:35:00.000Z', 12_120_000, 0],
    ['2026-03-12T06:50:00.000Z', 8_260_000, 20_000],
  ].map(([atUtc, total, difference], index) => ({
    atUtc: String(atUtc),
    staffId: '12',
    second: '90',
    openingSeq: index + 1,
    currency: 'GNF',
    pieces: [],
    total: Number(total),
    difference: Number(difference),
  })),
}
const open: CashboxView = {
  ...shut,
  open: { seq: 4711, atUtc: '2026-03-15T06:38:00.000Z', staffId: '12', second: '90' },
}

const openBox: Way = async (page, t = fr) => {
  await openService(page, t)
  await press(page, t.shift.cashbox.title)
  await heading(page, t.shift.cashbox.title)
}

async function countBox(page: Page, t: Catalogue): Promise<void> {
  await openBox(page, t)
  await pressExactly(page, t.shift.count)
  await pressKeys(page, '184')
  await page
    .getByText(/3\D?680\D?000/u)
    .first()
    .waitFor()
}

const atBox = (box: CashboxView, act: (page: Page, t: Catalogue) => Promise<void> = openBox, more = {}): Scene =>
  behind(act, {
    viewService: ok({ ...serviceView, takesNotes: true }),
    viewCashbox: ok(box),
    openCashbox: ok(open),
    emptyCashbox: ok(shut),
    ...more,
  })

async function empties(page: Page, t: Catalogue, second: string, pin: string): Promise<void> {
  await countBox(page, t)
  await press(page, t.shift.record)
  await signs(page, '12', '135790', t)
  await page.getByText(t.files.second).waitFor()
  await signs(page, second, pin, t)
}

const cashboxScenes: Readonly<Record<string, Scene>> = {
  cashbox: atBox(shut),
  'cashbox, never emptied': atBox({ ...shut, emptied: [], waitsFor: 'asked-about' }),
  'cashbox, first person': atBox(shut, async (page, t) => {
    await openBox(page, t)
    await press(page, t.shift.cashbox.open)
    await page.getByText(t.shift.cashbox.first).waitFor()
  }),
  'cashbox, open': atBox(open),
  'cashbox, counted': atBox(open, countBox),
  'cashbox, second person refused': atBox(
    open,
    async (page, t) => {
      await empties(page, t, '12', '135790')
      await page.getByRole('alert').waitFor()
    },
    { emptyCashbox: err({ type: 'second-person', because: 'same-person' }) },
  ),
  'cashbox, emptied': atBox(open, async (page, t) => {
    await empties(page, t, '90', '246813')
    await page.getByRole('button', { name: t.shift.cashbox.open }).waitFor()
  }),
}

const slips: readonly CreditSlipView[] = [
  ['C3N7QW82KT', 42_000, '2026-03-14T15:02:00.000Z', 0, true],
  ['H9R4CY66VD', 5_000, '2026-03-15T09:11:00.000Z', 0, false],
  ['F2M8XK53PC', 250_000, '2026-03-15T13:47:00.000Z', 2, false],
  ['K7M4XP92RD', 15_000, '2026-03-15T14:20:00.000Z', 0, false],
].map(([slipId, amount, issuedUtc, copies, doubtful]) => ({
  slipId: String(slipId),
  amount: Number(amount),
  currency: 'GNF',
  issuedUtc: String(issuedUtc),
  saleId: 's',
  state: 'open',
  copies: Number(copies),
  doubtful: Boolean(doubtful),
  ...(slipId === 'H9R4CY66VD' && { elsewhere: 'spent' }),
}))
const last = slips.at(-1)!

const owing = (act: (page: Page, t: Catalogue) => Promise<void>, more: Answers = {}): Scene =>
  behind(act, {
    viewService: ok({ ...serviceView, takesNotes: true, owesSlips: true }),
    listSlips: ok(slips),
    reprintCreditSlip: ok({ ...last, copies: 1, paper: 'printed' }),
    payOutSlip: ok({ ...last, state: 'paid-out' }),
    ...more,
  })

async function openSlips(page: Page, t: Catalogue): Promise<void> {
  await openService(page, t)
  await press(page, t.office.openSlips)
  await heading(page, t.office.openSlips)
}

async function chooseSlip(page: Page, t: Catalogue): Promise<void> {
  await openSlips(page, t)
  await press(page, inHalves(last.slipId))
}

const copied = (words: (t: Catalogue) => string | null, more?: Answers): Scene =>
  owing(async (page, t) => {
    await chooseSlip(page, t)
    await press(page, t.shift.slipCopy.print)
    const said = words(t)
    await (said === null ? page.getByRole('alert') : page.getByText(said)).waitFor()
  }, more)

async function openPayOut(page: Page, t: Catalogue): Promise<void> {
  await openShift(page, t)
  await press(page, t.shift.drawer, t.shift.paySlip)
  await heading(page, t.shift.paySlip)
  await onScreen(page, 'staff-desk')
}

async function typeSlip(page: Page, t: Catalogue): Promise<void> {
  await openPayOut(page, t)
  await page.keyboard.type(last.slipId)
  await page.getByText(t.files.second).waitFor()
}

const owedSlipScenes: Readonly<Record<string, Scene>> = {
  'slips owed, the machine': owing(openService),
  'slips owed': owing(openSlips),
  'slips owed, none any more': owing(openSlips, { listSlips: ok([]) }),
  'slips owed, one chosen': owing(chooseSlip),
  'slips owed, printed again': copied((t) => t.shift.slipCopy.out.printed(1)),
  'slips owed, no paper came out': copied((t) => t.shift.slipCopy.out.failed(1), {
    reprintCreditSlip: ok({ ...last, copies: 1, paper: 'failed' }),
  }),
  'slips owed, spent elsewhere': copied(() => null, {
    reprintCreditSlip: err({ type: 'slip-refused', because: 'spent' }),
  }),
  'slip paid out, its number': owing(openPayOut),
  'slip paid out, second person': owing(typeSlip),
  'slip paid out': owing(async (page, t) => {
    await typeSlip(page, t)
    await signs(page, '90', '246813', t)
    await page
      .getByText(t.shift.slipPaid('').split(' ')[0] ?? '')
      .first()
      .waitFor()
  }),
}

export const staffScenes: Readonly<Record<string, Scene>> = {
  ...caseScenes,
  ...cashboxScenes,
  ...owedSlipScenes,
  ...machineScenes,
}
