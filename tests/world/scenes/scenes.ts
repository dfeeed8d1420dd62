import type { Page } from 'playwright-core'
import { type Catalogue, fr } from '../../../renderer/i18n/fr/catalogue.ts'
import { type DevicePhase, setUpTenders } from '../../../shared/domain/money/tender.ts'
import { languages } from '../../../shared/domain/language.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { KioskInfo, NotesView, SaleStage, SaleView } from '../../../shared/api/kiosk/views.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { onScreen, pushed } from '../page.ts'
import {
  type Answers,
  apart,
  calmAnswers,
  everyWay,
  fullReview,
  honour,
  kioskInfo,
  plannedVisit,
  proposals,
  refundRule,
  review,
  sale,
  sixSeats,
  soldOnPlan,
  taxed,
  threeSeats,
  tickets,
} from './answers.ts'
import { choosingScenes } from './choosing.ts'
import { pictureScenes } from './pictures.ts'
import { staffScenes } from './staff.ts'
import { enterPin, heading, openCashPad, press, pressKeys, type Scene, type Way, pressTo } from './ways.ts'

type Stage<Name extends SaleStage['name']> = Extract<SaleStage, { name: Name }>

const kiosk = (more: Partial<KioskInfo>): Answers => ({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, ...more }) })

const showing = (stage: SaleStage, seats = threeSeats, more: Partial<KioskInfo> = {}, change = 0): Answers =>
  kiosk({ sale: sale(stage, seats, { change }), ...more })

const at = (screen: string, answers: Answers, act?: Way): Scene => ({ screen, answers, ...(act && { act }) })

const staged = (stage: SaleStage, more?: Partial<KioskInfo>): Scene => at(stage.name, showing(stage, threeSeats, more))

const paying = (tender: Stage<'paying'>['tender'], more: Partial<Stage<'paying'>> = {}): Stage<'paying'> => {
  return { name: 'paying', tender, phase: 'waiting', reference: 'r', due: 210_000, ...more }
}

const byCard = (more?: Partial<Stage<'paying'>>, info?: Partial<KioskInfo>): Scene =>
  at('card', showing(paying('card', more), threeSeats, info))

/** Returns the scene of a card payment. `phase`: state of the terminal; `text`: text on its display. */
const atTerminal = (phase: DevicePhase, text?: string): Scene =>
  byCard({ device: { phase, ...(text !== undefined && { text }) } })

const inCash = (act?: Way, more: Answers = {}): Scene => at('cash', { ...showing(paying('cash')), ...more }, act)

const before = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** A cash payment at a kiosk with a hub. `agentCall`: state of the customer's call. */
const calling = (agentCall: KioskInfo['agentCall'] & object): Scene =>
  at('cash', kiosk({ sale: { ...sale(paying('cash')), telephone: { address: null } }, agentCall }))

const allWays: Partial<KioskInfo> = { tenders: setUpTenders('kiosk'), ways: everyWay }
const reviewed: Stage<'review'> = { ...review, tendersOffered: setUpTenders('kiosk') }
const overOperator = (tender: 'orange-money' | 'mtn-momo', more: Partial<Stage<'paying'>> = {}): Scene =>
  at(
    tender === 'mtn-momo' ? 'telephone' : 'scan',
    kiosk({ sale: { ...sale(paying(tender, more)), telephone: { address: null, chosen: true } }, ...allWays }),
  )

const NO_PAGE = 'Orange Money, simulation. Simulation : ce paiement n’est pas réel.'
const PAGE = 'https://pay.example/links/0f3b6c1e-7d52-4a0b-9a3e-2f1c5d8e7b90'

const gnfNotes = [1_000, 2_000, 5_000, 10_000, 20_000]
const withNotes = (shown: SaleView): Answers =>
  kiosk({ ways: everyWay, surroundings: { notes: 'right' }, sale: { ...shown, notesTaken: gnfNotes } })

const inNotes = (notes: NotesView): Scene => at('notes', withNotes(sale(paying('notes', { notes }))))

const partlyPaid: SaleView = {
  ...sale({ ...review, tendersOffered: ['card', 'notes'], notice: { type: 'payment-cancelled' } }),
  taken: [{ tender: 'notes', reference: 'r', amount: 120_000, due: 120_000 }],
}

const address = 'Corniche Nord, Dixinn, BP 1234, Conakry'
const contact = { contact: '+224 620 00 00 00', taxNumber: '123456789 · 4K' }
const seller = { name: 'Société du Stade de la Corniche SA', address, ...contact }

export const lawfulAnswers: Answers = {
  ...showing(review, taxed(threeSeats), { terms: { seller: seller.name } }),
  readTerms: ok({
    seller,
    version: '1 octobre 2026',
    conditions: { language: 'fr', text: catalogues.fr.termsExamples.conditions },
    privacy: { language: 'ar', text: catalogues.ar.termsExamples.privacy },
  }),
}

const slipsTaken = kiosk({ sale: sale({ ...review, takesSlips: true }) })
const openSlip: Way = async (page, t = fr) => {
  await press(page, t.paying.slip.open)
  await heading(page, t.paying.slip.title)
}

const owing = (stage: SaleStage, paper: 'printed' | 'none'): Scene =>
  at(stage.name, kiosk({ sale: { ...sale(stage), credits: [{ slipId: 'K7M4XP92RD', amount: 15_000, paper }] } }))

const allPrinted = tickets('printed', 'printed', 'printed')
const done: SaleStage = { name: 'done', tickets: allPrinted }
const reference = 'K7M4XP'

async function typeNumber(page: Page, t: Catalogue, figures: string): Promise<void> {
  const tender = t.desk.tenders['mtn-momo']
  await press(page, tender)
  await heading(page, t.paying.telephone.title(tender))
  await onScreen(page, 'review')
  await pressKeys(page, figures)
}

const openAccess: Way = async (page, t = fr) => {
  await press(page, t.access.title)
  await page.getByRole('dialog').waitFor()
}

const heard = showing(review, threeSeats, { speech: languages, keypad: 'twelve-keys' })

const reviewScenes: Readonly<Record<string, Scene>> = {
  holding: at('working', showing({ name: 'holding' })),
  review: staged(review),
  'review, refund rule': staged(review, { refundRule }),
  'review, conditions of sale': at('review', lawfulAnswers),
  'conditions of sale': at('review', lawfulAnswers, async (page, t = fr) => {
    await press(page, t.terms.read)
    await page.getByRole('dialog').getByText('EXEMPLE').waitFor()
  }),
  'review, taking a seat out': at('review', showing(review), async (page, t = fr) => {
    await press(page, t.review.remove)
    await heading(page, t.review.removeTitle)
  }),
  'slip, offered': at('review', slipsTaken),
  'slip, to be typed': at('review', slipsTaken, openSlip),
  'slip, refused': at(
    'review',
    { ...slipsTaken, paySlip: err({ type: 'slip-refused', because: 'spent' }) },
    async (page, t = fr) => {
      await openSlip(page, t)
      await page.keyboard.type('K7M4XP92RD')
      await page.getByRole('alert').waitFor()
    },
  ),
  'slip, done with one': owing(done, 'printed'),
  'slip, back': owing({ name: 'ended', reason: 'finished' }, 'printed'),
  'slip, back without paper': owing({ name: 'ended', reason: 'finished' }, 'none'),
  'review of two rows': at('review', showing(review, proposals[2]!.seats)),
  'payment refused': staged({ ...review, notice: { type: 'payment-refused', reason: 'declined', tender: 'card' } }),
  'printer not ready': staged({ ...review, notice: { type: 'printer-not-ready', reason: 'paper-out' } }),
  'start again': at('review', showing(review), async (page, t = fr) => {
    await press(page, t.tools.startOver)
    await page.getByRole('alertdialog').waitFor()
  }),
  accessibility: at('review', showing(review), openAccess),
  'accessibility, one button': at('review', showing(review), async (page, t = fr) => {
    await openAccess(page, t)
    await page.getByRole('dialog').getByRole('button', { name: t.keys.oneButton }).click()
    await page.getByRole('group', { name: t.keys.speed }).waitFor()
  }),
  'the voice begins': at('review', heard, async (page, t = fr) => {
    await page.keyboard.press('0')
    await page.getByText(t.speaking.greeting).waitFor()
  }),
  'accessibility, with the voice': at('review', heard, async (page, t = fr) => {
    await openAccess(page, t)
    await page.getByRole('dialog').getByRole('button', { name: t.access.aid.spoken }).click()
    await page.getByRole('button', { name: t.speaking.louder }).waitFor()
  }),
  'headphones come out': at('review', heard, async (page, t = fr) => {
    await pushed(page, { name: 'headphones-changed', payload: 'in' })
    await pushed(page, { name: 'headphones-changed', payload: 'out' })
    await page.getByRole('alertdialog', { name: t.speaking.unplugged.title }).waitFor()
  }),
  'review, all ways to pay': staged(reviewed, allWays),
  'review, too late for some': at(
    'review',
    kiosk({ ...allWays, sale: sale(reviewed, threeSeats, { holdRemainingMs: 170_000 }) }),
  ),
  'refused by the operator': staged(
    { ...reviewed, notice: { type: 'payment-refused', reason: 'not-enough-money', tender: 'orange-money' } },
    allWays,
  ),
  'review, partly paid in notes': at('review', withNotes(partlyPaid)),
  'telephone number': at('review', showing(reviewed, threeSeats, allWays), (page, t = fr) =>
    typeNumber(page, t, '62212'),
  ),
  'planned review': at('review', soldOnPlan(review)),
  'planned review of two gates': at('review', soldOnPlan(review, apart)),
  'planned review, six ways to pay': at('review', soldOnPlan(reviewed, taxed(honour), fullReview)),
  'planned review of six seats, six ways to pay': at('review', soldOnPlan(reviewed, taxed(sixSeats), fullReview)),
}

const payingScenes: Readonly<Record<string, Scene>> = {
  'notes, nothing in': inNotes({ taken: 0, missing: 210_000 }),
  'notes, some in': inNotes({ taken: 120_000, missing: 90_000 }),
  'notes, one held': inNotes({ taken: 120_000, missing: 90_000, held: 20_000 }),
  'notes, all in': inNotes({ taken: 220_000, missing: 0 }),
  'telephone, waiting': overOperator('mtn-momo'),
  'telephone, asking again': overOperator('mtn-momo', { phase: 'asking-again' }),
  'scan, no code yet': overOperator('orange-money'),
  scan: overOperator('orange-money', { shows: PAGE, payableMs: 287_000 }),
  'scan, in the demo': at(
    'scan',
    showing(paying('orange-money', { shows: NO_PAGE }), threeSeats, {
      ...allWays,
      ways: everyWay.map((way) => ({ ...way, simulated: true })),
    }),
  ),
  'scan, hardly any time': overOperator('orange-money', { shows: PAGE, payableMs: 24_000 }),
  'scan, asking again': overOperator('orange-money', { shows: PAGE, phase: 'asking-again' }),
  card: byCard(),
  'card, terminal on the right': byCard({}, { surroundings: { terminal: 'right' } }),
  'card, insert': atTerminal('insert-card', 'INSÉRER CARTE'),
  'card, PIN': atTerminal('enter-pin', '210 000 GNF\nCODE ? ****'),
  'card, wrong PIN': atTerminal('wrong-pin', 'CODE FAUX\n2 ESSAIS'),
  'card, telephone': atTerminal('look-at-telephone'),
  'card, under way': atTerminal('authorising', 'VEUILLEZ PATIENTER'),
  'card, taken out too early': atTerminal('removed-too-early', 'CARTE RETIRÉE'),
  'card, asking again': byCard({ phase: 'asking-again' }),
  'planned card': at('card', soldOnPlan(paying('card'))),
  cash: inCash(),
  'cash, agent called': calling({ reason: 'cash', state: 'open', sinceUtc: before(24_000), coming: false }),
  'cash, nobody came': calling({ reason: 'cash', state: 'open', sinceUtc: before(200_000), coming: false }),
  'cash, call not possible': calling({ reason: 'cash', state: 'unreachable', sinceUtc: before(9_000), coming: false }),
  'cash, PIN': inCash(openCashPad),
  'cash, received': inCash(async (page, t = fr) => {
    await openCashPad(page, t)
    await enterPin(page, '1234', t)
    await press(page, '250')
  }),
  'cash, wrong PIN': inCash(
    async (page, t = fr) => {
      await openCashPad(page, t)
      await enterPin(page, '1234', t)
      await page.getByRole('alert').waitFor()
    },
    { checkPin: err({ type: 'wrong-pin' }) },
  ),
}

const unresolved = { name: 'needs-staff', reference, amount: 210_000, reason: 'payment-unknown' } as const
const abandonedPayment = { ...unresolved, asking: true } as const

const needsStaff = (reason: Stage<'needs-staff'>['reason'], more?: Partial<KioskInfo>): Scene =>
  staged({ name: 'needs-staff', reference, amount: 210_000, reason }, more)

const openWays: Way = async (page, t = fr) => {
  await pressTo(page, 'code', t.collecting.open)
}

const openCode: Way = async (page, t = fr) => {
  await openWays(page, t)
  await press(page, t.collecting.ways.code.name)
  await heading(page, t.collecting.title)
}

/** Returns the scene of a customer who types a collection code. `told`: the reply to the code. */
const comingBack = (told: Answers[string]): Scene =>
  at('code', { ...calmAnswers, collectTickets: told }, async (page, t = fr) => {
    await openCode(page, t)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await pressKeys(page, reference)
    // The next screen or a notice on the current screen must appear.
    await page.getByRole('main').filter({ hasNotText: title }).or(page.getByRole('alert')).first().waitFor()
  })

const queued = tickets('printed', 'spooling', 'queued')

const paidScenes: Readonly<Record<string, Scene>> = {
  confirming: staged({ name: 'confirming', slow: true }),
  printing: staged({ name: 'printing', tickets: queued }),
  'printing on another printer': staged(
    { name: 'printing', tickets: queued.slice(0, 2) },
    { printer: { state: 'ready', reason: '', fallbackPrinter: true } },
  ),
  'printing, to be read back': staged(
    { name: 'printing', tickets: queued.slice(0, 2) },
    { readBack: true, surroundings: { tickets: 'below' } },
  ),
  'planned printing': at(
    'printing',
    soldOnPlan({
      name: 'printing',
      tickets: queued.map((ticket, index) => ({ ...ticket, seatCode: honour[index]!.place.seatCode })),
    }),
  ),
  'print problem': staged({
    name: 'print-problem',
    tickets: tickets('printed', 'unknown', 'failed'),
    reference,
    printer: { state: 'not-ready', reason: 'paper-out' },
  }),
  done: staged(done),
  'done, tickets on a phone': at(
    'done',
    kiosk({
      sale: { ...sale(done), telephone: { address: `https://tickets.example/t/${'A'.repeat(32)}`, original: true } },
    }),
  ),
  'done, two gates and change': at(
    'done',
    showing(
      { name: 'done', tickets: tickets('printed', 'printed') },
      [threeSeats[0]!, proposals[1]!.seats[0]!],
      { surroundings: { tickets: 'left' } },
      90_000,
    ),
  ),
  'planned done': at('done', { ...soldOnPlan(done), viewVisit: ok({ ...plannedVisit, here: 'C' }) }),
  'planned done, two gates': at('done', soldOnPlan({ name: 'done', tickets: tickets('printed', 'printed') }, apart)),
  'refund due': staged({ name: 'refund-due', reference, amount: 210_000, next: 'r' }),
  'needs staff': needsStaff('service-unreachable'),
  'sale without room': needsStaff('storage-full', { surroundings: { help: 'left' } }),
  'sale refused': needsStaff('purchase-refused'),
  'come back': at('come-back', showing({ ...abandonedPayment, slip: 'printed' })),
  'come back without paper': at('come-back', showing({ ...abandonedPayment, slip: 'none' })),
  collect: at(
    'collect',
    showing({
      name: 'print-problem',
      tickets: tickets('queued', 'queued', 'queued'),
      printer: { state: 'ready', reason: '' },
      reference,
      waits: true,
    }),
  ),
  'ways to collect': at('code', calmAnswers, openWays),
  'ticket lost': at('code', kiosk({ agentCall: null }), async (page, t = fr) => {
    await openWays(page, t)
    await press(page, t.collecting.ways.lost.name)
    await heading(page, t.collecting.lost.title)
  }),
  code: at('code', calmAnswers, openCode),
  'code, unknown': comingBack(err({ type: 'unknown-code' })),
  'code, locked': comingBack(err({ type: 'codes-locked', seconds: 212 })),
  'code, asking': comingBack(ok({ state: 'asking' })),
  'code, buying': comingBack(ok({ state: 'buying' })),
  'code, not paid': comingBack(ok({ state: 'not-paid' })),
  'code, refund due': comingBack(ok({ state: 'refund-due', reference, amount: 210_000, currency: 'GNF' })),
  'code, given back': comingBack(ok({ state: 'given-back' })),
  'code, printed': comingBack(ok({ state: 'printed' })),
  'code, ask staff': comingBack(ok({ state: 'ask-staff', reference })),
  'hold expired': staged({ name: 'ended', reason: 'hold-expired' }),
  'ended by a fault': staged({ name: 'ended', reason: 'fault' }),
}

const outage = (more: Partial<KioskInfo>): Scene => at('out-of-service', kiosk(more))

const outages: Readonly<Record<string, Scene>> = {
  'service out of reach': at('out-of-service', { ...calmAnswers, listEvents: err({ type: 'partner-unreachable' }) }),
  'printer out of order': outage({ printer: { state: 'not-ready', reason: 'jammed' } }),
  'disk full': outage({ storageFull: true }),
  'purchases refused': outage({ purchasesRefused: { status: 400, code: 'INVALID' } }),
  'no way to pay': outage({ tenders: [] }),
  'main process gone': at('out-of-service', {}),
}

const defaultScenes: Readonly<Record<string, Scene>> = {
  ...choosingScenes,
  ...reviewScenes,
  ...payingScenes,
  ...paidScenes,
  ...staffScenes,
  ...outages,
}

export const scenes: Readonly<Record<string, Scene>> = { ...defaultScenes, ...pictureScenes(defaultScenes) }
