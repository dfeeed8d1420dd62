import { cashPieces } from '../../../shared/domain/money/cash.ts'
import { setUpTenders } from '../../../shared/domain/money/tender.ts'
import type { TerminalDay } from '../../../shared/domain/money/shift-report.ts'
import type { DrawerCount } from '../../../shared/domain/money/drawer.ts'
import type { Readiness } from '../../../shared/domain/fleet/readiness.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { ChosenSeat, EventOffer, SectionView } from '../../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { specialKinds } from '../../../shared/domain/venue/special-seats.ts'
import type { ServiceView } from '../../../shared/api/kiosk/office-views.ts'
import type {
  DrawerView,
  EventsView,
  KioskInfo,
  SaleStage,
  SaleView,
  SeatProposal,
  ShiftClosedView,
  ShiftView,
  VisitView,
  WayToPay,
} from '../../../shared/api/kiosk/views.ts'
import type { SaleCase } from '../../../shared/api/kiosk/staff-cases.ts'
import { demoSection, demoVisit } from '../../seat-map/demo-venue.ts'
import { stadium } from '../../seat-map/plans.ts'

/** Simulates the replies of the main process to a page, as plain data that can be transferred to a browser. */
export const saleId = '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f01'

const venue = { name: 'Stade du 28-Septembre', city: 'Conakry', country: 'Guinée' }

const event = (eventId: string, startsAt: string, home: string, away: string, minPrice: number): EventOffer => ({
  eventId,
  title: `${home} – ${away}`,
  category: 'football',
  startsAt,
  endsAt: startsAt,
  description: '',
  venue,
  minPrice,
  currency: 'GNF',
  homeTeam: home,
  awayTeam: away,
})

export const concert: EventOffer = {
  ...event('7', '2027-06-05T20:30:00', '', '', 120_000),
  title: 'Les Ambassadeurs, cinquante ans de scène',
  venue: { name: 'Palais du Peuple', city: 'Conakry', country: 'Guinée' },
}

const description = `Éliminatoires, groupe C. Le Syli national reçoit les Lions de la Teranga.

Ouverture des portes trois heures avant le match. Les enfants de moins de six ans entrent avec un billet, sur les genoux d'un adulte. Bouteilles, fumigènes et parapluies restent dehors ; un vestiaire gratuit est ouvert à la porte 4.

Après le match, des navettes partent toutes les dix minutes vers Kaloum, Ratoma et Matoto, jusqu'à minuit. Le concert d'ouverture commence une heure avant le coup d'envoi : venez tôt, les places assises sont numérotées et personne ne prendra la vôtre.`

export const events: readonly EventOffer[] = [
  { ...event('1', '2027-05-15T16:00:00', 'Guinée', 'Sénégal', 50_000), description },
  event('2', '2027-05-22T17:00:00', 'Hamana AC', 'Badia FC', 30_000),
  concert,
  event('3', '2027-06-01T16:30:00', 'AS Kaporo Star', 'Walanta AC', 20_000),
  event('4', '2027-06-12T16:00:00', 'Guinée', 'République démocratique du Congo', 60_000),
  event('5', '2027-06-19T16:00:00', 'CI Tamara', 'Kogo FC', 20_000),
  event('6', '2027-06-26T16:00:00', 'Hamana AC', 'ASOC Mangues', 40_000),
]

export const tribunes = {
  ouest: { code: 'O', name: 'Tribune Ouest', color: '#c1121f' },
  nord: { code: 'N', name: 'Tribune Nord', color: '#1f6f3f' },
  est: { code: 'E', name: 'Tribune Est', color: '#f2b705' },
} satisfies Record<string, Tribune>

export const chosen = (
  tribune: Tribune,
  gateCode: string,
  sector: string,
  row: string,
  seatNumber: number,
  price: number,
): ChosenSeat => ({
  seatId: `${sector}-${row}-${seatNumber}`,
  sectionId: sector,
  zoneId: tribune.code,
  zoneName: tribune.name,
  price,
  place: {
    seatCode: `${sector}-${row}-${seatNumber}`,
    sector,
    row,
    seatNumber,
    gate: { code: gateCode, name: `Porte ${gateCode}`, label: `Porte ${gateCode}, ${tribune.name}` },
    tribune,
    route: [`Porte ${gateCode}`, `Secteur ${sector}`, `Rang ${row}`, `Place ${seatNumber}`],
    disputeCode: 'L-204-7',
  },
})

export const threeSeats: readonly ChosenSeat[] = [12, 13, 14].map((number) =>
  chosen(tribunes.ouest, '4', 'O5', 'F', number, 70_000),
)
/** Returns the seats with VAT of 18 % in their prices. */
export const taxed = (seats: readonly ChosenSeat[]): readonly ChosenSeat[] =>
  seats.map((seat) => ({ ...seat, taxRate: 18 }))

const inNord = [7, 9, 11].map((number) => chosen(tribunes.nord, '11', 'N3', 'C', number, 50_000))
const inEst = [
  ...[21, 22].map((number) => chosen(tribunes.est, '8', 'E12', 'K', number, 60_000)),
  chosen(tribunes.est, '8', 'E12', 'L', 21, 60_000),
]

export const proposal = (seats: readonly ChosenSeat[], reasons: SeatProposal['reasons']): SeatProposal => ({
  seats,
  total: seats.reduce((sum, { price }) => sum + price, 0),
  groups: reasons.includes('together') ? 1 : 2,
  rows: new Set(seats.map(({ place }) => place.row)).size,
  reasons,
})

export const proposals: readonly SeatProposal[] = [
  proposal(threeSeats, ['together', 'central', 'near-gate']),
  proposal(inNord, ['together', 'lowest-price', 'front-rows']),
  proposal(inEst, ['split-rows', 'best-view']),
]

export const eventsView: EventsView = { events, total: events.length, stale: false }

const zone = ({ code, name }: Tribune) => ({ zoneId: code, name, code })

export const visit: VisitView = {
  saleId,
  event: events[0]!,
  plan: null,
  session: {
    sessionId: 's',
    eventId: '1',
    ownerRef: 'demo-user-1',
    remainingSeconds: 1800,
    currency: 'GNF',
    overview: {
      revision: 'r1',
      soldOut: false,
      remaining: 18_402,
      zones: [
        { ...zone(tribunes.ouest), price: 70_000, remaining: 6000 },
        { ...zone(tribunes.nord), price: 50_000, remaining: 12_401 },
        { ...zone(tribunes.est), price: 60_000, remaining: 1 },
      ],
      sections: ['O5', 'O6', 'N3', 'N4', 'E12'].map((code) => {
        return { sectionId: code, zoneId: code.charAt(0), code, name: `Secteur ${code}`, price: 70_000, remaining: 120 }
      }),
    },
  },
}

const section: SectionView = {
  sectionId: 'O5',
  zoneId: 'O',
  revision: 'r1',
  remaining: 60,
  tribune: tribunes.ouest,
  gates: [threeSeats[0]!.place.gate],
  seats: ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((rowLabel, row) =>
    Array.from({ length: 14 }, (_, index) => ({
      seatId: `O5-${rowLabel}-${index + 1}`,
      code: `O5-${rowLabel}-${index + 1}`,
      row: row + 1,
      rowLabel,
      number: index + 1,
      status: (index * 7 + row) % 5 === 0 ? ('sold' as const) : ('available' as const),
      price: 70_000,
      gate: 0,
    })),
  ),
}

const card: WayToPay = { kind: 'card', payer: 'none', shows: 'none', decideMs: 45_000, timeMs: 90_000 }

const numbering = { countryCode: '224', nationalDigits: 9 }

export const everyWay: readonly WayToPay[] = [
  card,
  { kind: 'orange-money', payer: 'none', shows: 'qr', decideMs: 600_000, timeMs: 210_000 },
  { kind: 'mtn-momo', payer: 'phone', shows: 'none', decideMs: 300_000, timeMs: 390_000, numbering },
]

export const kioskInfo: KioskInfo = {
  deviceId: 'nongo-07',
  version: '0.1.0',
  mode: 'demo',
  languages: ['fr', 'en'],
  defaultLanguage: 'fr',
  maxSeats: 8,
  pixelsPerMillimetre: 4,
  tenders: ['card', 'cash'],
  ways: [card],
  partner: { state: 'up' },
  printer: { state: 'ready', reason: '' },
  sale: null,
}

const paidAt: ReadonlySet<SaleStage['name']> = new Set(['confirming', 'printing', 'print-problem', 'done'])

export function sale(
  stage: SaleStage,
  seats: readonly ChosenSeat[] = threeSeats,
  { holdRemainingMs = 437_000, change = 0 } = {},
): SaleView {
  const held = stage.name !== 'choosing' && stage.name !== 'ended'
  return {
    saleId,
    language: 'fr',
    event: events[0]!,
    currency: 'GNF',
    seats: held ? seats : [],
    amount: held ? seats.reduce((sum, { price }) => sum + price, 0) : 0,
    ...(paidAt.has(stage.name) && { paid: { change } }),
    holdRemainingMs: held ? holdRemainingMs : null,
    ...(held && { holdGrantedMs: 540_000 }),
    stage,
  }
}

export const review: Extract<SaleStage, { name: 'review' }> = {
  name: 'review',
  notice: null,
  tendersOffered: ['card', 'cash'],
}

export const tickets = (...states: readonly ('queued' | 'spooling' | 'printed' | 'unknown' | 'failed')[]) =>
  states.map((state, index) => {
    const { seatCode } = threeSeats[index]!.place
    const copyNumber = state === 'unknown' ? 1 : 0
    return { ticketId: String(index), ticketNumber: `GN-00${index}`, seatCode, state, copyNumber }
  })

function saleCase(question: SaleCase['question'], index: number): SaleCase {
  return {
    saleId: `6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f1${index}`,
    reference: `0197a1b2-5c3d-7e4f-8a9b-0c1d2e3f4a5${index}`,
    code: `K7M4X${'PQR'.charAt(index)}`,
    question,
    tender: index === 1 ? 'cash' : 'card',
    amount: 210_000,
    currency: 'GNF',
    eventTitle: events[0]!.title,
    startsAt: events[0]!.startsAt,
    seatCodes: threeSeats.map(({ place }) => place.seatCode),
    paymentReference: `0197a1b2-5c3d-7e4f-8a9b-0c1d2e3f4a5${index}`,
    ownerRef: `demo-user-${41 + index}`,
    shown: null,
    rowsLost: false,
  }
}

export const staffCases: readonly [SaleCase, SaleCase, SaleCase] = [
  saleCase('pay-back', 0),
  saleCase('money-moved', 1),
  saleCase('reprint', 2),
]

function shiftView(float: number | null, counted: DrawerCount | null): ShiftView {
  const drawer = (currency: string): DrawerView => {
    return { currency, float: null, counted: null, uncounted: false, pieces: cashPieces(currency) }
  }
  return {
    shiftNo: 41,
    sinceUtc: '2027-05-15T12:58:03.000Z',
    activeSinceUtc: '2027-05-15T12:58:03.000Z',
    drawers: [{ ...drawer('GNF'), float, counted }, drawer('EUR')],
    openSales: 0,
    owed: [],
    terminalDays: [],
    opensDrawer: true,
    closeAt: '23:30',
    opened: null,
  }
}

export const shiftLeftOpen: ShiftView = {
  ...shiftView(500_000, null),
  drawers: shiftView(500_000, null).drawers.map((drawer) => ({ ...drawer, uncounted: true })),
  openSales: 3,
  owed: [{ currency: 'GNF', amount: 140_000 }],
}

/** A terminal that did not reply when the Z report was made. */
const ours = [{ currency: 'GNF', amount: 8_400_000 }]
const silent = { kind: 'card', driver: 'zvt', standing: 'unavailable', reason: '' } as const
export const dayLeft: TerminalDay = { ...silent, tries: 1, told: null, ours, lines: [] }

/** A terminal whose total is 100,000 less than that in the ledger. */
export const dayClosed: TerminalDay = {
  ...dayLeft,
  standing: 'closed',
  told: { currency: 'GNF', amount: 8_300_000 },
  lines: ['KASSENSCHNITT', 'TERMINAL 52523535', 'SUMME GNF 8.300.000'],
}

export const shiftClosed = (terminalDays: readonly TerminalDay[]): ShiftClosedView => ({
  kind: 'Z',
  shiftNo: 41,
  takings: [{ currency: 'GNF', tickets: 312, net: 22_750_000 }],
  blind: false,
  paper: 'printed',
  reason: '',
  file: '/home/guichet/.local/share/guichet/live/reports/nongo-07-Z-41-18204.pdf',
  csv: '/home/guichet/.local/share/guichet/live/reports/nongo-07-Z-41-18204.csv',
  archive: '',
  terminalDays,
})

/** Replies by method name. A call to any other method fails as if the main process had ended. */
export type Answers = Record<string, unknown>

const printerOut = { state: 'not-ready', reason: 'paper-out', detail: 'paper end' } as const
const printerReady = { state: 'ready', reason: '', detail: '' } as const

/** A kiosk that can sell, with a fallback printer in use. */
export const serviceView: ServiceView = {
  readiness: { sells: true, issues: [] },
  partner: { state: 'up' },
  printer: { state: 'ready', reason: '', fallbackPrinter: true },
  printers: [
    { name: 'borne', roles: ['tickets'], ...printerOut, paperLow: false, stoodIn: 0 },
    { name: 'comptoir', roles: ['receipts', 'reports', 'tickets'], ...printerReady, paperLow: true, stoodIn: 3 },
  ],
  ledger: 'ready',
  mayQuit: true,
}

export const cannotSell: Readiness = {
  sells: false,
  issues: [
    { type: 'access-denied', status: 401, code: 'BAD_SIGNATURE' },
    { type: 'access-code-missing', events: [{ eventId: '8', title: 'Hamana AC – Badia FC' }], all: true },
  ],
}

const counted = { atUtc: '2027-05-15T18:02:00.000Z', staffId: '7', total: 2_345_000, difference: -5_000, pieces: [] }

/** Replies with which all steps up to the review succeed. */
export const calmAnswers: Answers = {
  findSales: ok([]),
  findPurchases: ok([]),
  getKiosk: ok(kioskInfo),
  listEvents: ok(eventsView),
  startVisit: ok(visit),
  viewVisit: err({ type: 'unknown-sale' }),
  viewSection: ok({ section, revision: 'r1' }),
  refreshOverview: ok(visit.session.overview),
  proposeSeats: ok(proposals),
  refineProposals: ok(null),
  viewWheelchairPlaces: ok({ left: false }),
  holdSeats: ok(sale(review)),
  removeSeat: ok(sale(review)),
  changeSeats: ok(sale({ name: 'choosing', notice: null })),
  pay: ok(sale({ name: 'paying', tender: 'card', phase: 'waiting', reference: 'r', due: 210_000 })),
  cancelPayment: ok(sale({ ...review, notice: { type: 'payment-cancelled' } })),
  checkPin: ok(null),
  confirmCash: err({ type: 'wrong-pin' }),
  abandonSale: ok(null),
  dismissSale: ok(null),
  setLanguage: ok(null),
  readTicket: ok('wanted'),
  collectTickets: ok({ state: 'asking' }),
  listStaffCases: ok(staffCases),
  settleStaffCase: ok(staffCases.slice(1)),
  settleOpenPayment: ok(staffCases),
  askRefund: ok(staffCases),
  settleRefund: ok(staffCases),
  settleLedgerGap: ok(staffCases),
  settleStrayNote: ok(staffCases),
  listAccess: ok(
    events.map(({ eventId, title, startsAt }, index) => ({
      eventId,
      title,
      startsAt,
      source: (['hub', 'typed', null, 'settings'] as const)[index % 4],
      refused: index === 1,
    })),
  ),
  setAccessCode: ok(null),
  viewService: ok(serviceView),
  viewShift: ok(shiftView(null, null)),
  openShift: ok(shiftView(500_000, null)),
  moveCash: ok(shiftView(500_000, null)),
  openDrawer: ok({ ...shiftView(500_000, null), opened: 'failed' }),
  countDrawer: ok(shiftView(500_000, counted)),
  closeShift: ok({ ...shiftClosed([]), paper: 'failed', reason: 'paper-out' }),
  measureScreen: ok(null),
  quitProgram: ok(null),
  resumePurchases: ok(null),
}

export const plannedVisit: VisitView = { ...demoVisit(stadium), saleId, event: events[0]! }

export function plannedSeats(code: string, row: string, numbers: readonly number[]): readonly ChosenSeat[] {
  const { sectionId, zoneId, tribune, gates, seats } = demoSection(stadium, code)
  return numbers.map((number) => {
    const seat = seats.find((each) => each.rowLabel === row && each.number === number)
    const gate = gates[0]
    if (!seat || !gate) throw new Error(`No seat ${number} in row ${row} of ${code}`)
    return {
      seatId: seat.seatId,
      sectionId,
      zoneId,
      zoneName: tribune.name,
      price: seat.price,
      place: {
        seatCode: seat.code,
        sector: code,
        row,
        seatNumber: number,
        gate: { ...gate, label: gate.name },
        tribune,
        route: [gate.name, `Secteur ${code}`, `Rang ${row}`, `Place ${number}`],
        disputeCode: '',
        ...Object.fromEntries(specialKinds.flatMap((kind) => (seat[kind] ? [[kind, true]] : []))),
        ...((seat.accessible ?? seat.companion) && { stepFree: true }),
      },
    }
  })
}

export const honour = plannedSeats('S5', 'F', [12, 13, 14])

const plannedProposals: readonly SeatProposal[] = [
  proposal(honour, ['together', 'central', 'dearer-zone', 'near-gate']),
  proposal(plannedSeats('N13', '3', [7, 9, 11]), ['together', 'front-rows']),
  proposal(plannedSeats('E2', 'K', [4, 5, 6]), ['together', 'lowest-price']),
]

/** Seats at opposite ends of the stadium, behind different gates. */
export const apart: readonly ChosenSeat[] = [...plannedSeats('O3', 'B', [5, 6]), ...plannedSeats('N17', '5', [8])]

export const sixSeats: readonly ChosenSeat[] = [
  ...plannedSeats('S5', 'F', [12, 13, 14, 15]),
  ...plannedSeats('N17', '5', [8, 10]),
]

export const refundRule = {
  fr: 'Les billets sont repris jusqu’à 48 heures avant le match, à la caisse, sur présentation. Passé ce délai, ni repris ni échangés.',
  en: 'Tickets are taken back until 48 hours before the match, at the desk. After that they are neither taken back nor exchanged.',
  pt: 'Os bilhetes são aceites de volta até 48 horas antes do jogo, na bilheteira. Depois, nem devolvidos nem trocados.',
  ar: 'تُسترد التذاكر حتى 48 ساعة قبل المباراة عند شباك التذاكر. بعد ذلك لا تُسترد ولا تُستبدل.',
}

/**
 * Everything that a review can show: all payment methods, the conditions of the seller that is liable to the customer,
 * and a refund rule.
 */
export const fullReview: Partial<KioskInfo> = {
  tenders: setUpTenders('kiosk'),
  ways: [...everyWay, { kind: 'mobile-money', payer: 'none', shows: 'qr', decideMs: 600_000, timeMs: 210_000 }],
  terms: { seller: 'Société du Stade de la Corniche SA' },
  refundRule,
}

/** Adds a sale in the stage `choosing`, for scenes that start with the offers of the first event. */
export const atOffers = (answers: Answers = calmAnswers): Answers => ({
  ...answers,
  getKiosk: ok({ ...kioskOf(answers), sale: sale({ name: 'choosing', notice: null }) }),
})

export function kioskOf(answers: Answers): KioskInfo {
  const { value } = (answers['getKiosk'] ?? ok(kioskInfo)) as { readonly value: KioskInfo }
  return value
}

/** Like `atOffers`, for a venue with an installed plan. Every call up to the review succeeds. */
export const plannedAnswers: Answers = {
  ...atOffers(),
  startVisit: ok(plannedVisit),
  refreshOverview: ok(plannedVisit.session.overview),
  viewSection: ok({ section: demoSection(stadium, 'S5'), revision: 'r1' }),
  proposeSeats: ok(plannedProposals),
  holdSeats: ok(sale(review, honour)),
}

export const soldOnPlan = (stage: SaleStage, seats: readonly ChosenSeat[] = honour, more: Partial<KioskInfo> = {}) => ({
  ...plannedAnswers,
  getKiosk: ok({ ...kioskInfo, ...more, sale: sale(stage, seats) }),
  viewVisit: ok(plannedVisit),
})
