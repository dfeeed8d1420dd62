import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { DeskStep } from '../../renderer/desk/state/desk-state.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import type { RowCode } from '../../shared/ledger-format/rows.ts'
import type { Colleague } from '../e2e/desk-people.ts'
import { type AtTheDesk, becomes } from './at-the-desk.ts'
import { ACCOUNT, type Site } from './site.ts'

/** Condition that a cashier waits for before pressing the next key. */
export interface Cue {
  readonly until: (at: AtTheDesk) => Promise<void>
}

/** A key by its browser name, otherwise text to type. */
export type Key = string | Cue

/**
 * Colleagues of the cashier, and the order references, seats and codes on the printed documents of earlier customers.
 */
export interface Papers {
  readonly alpha: Colleague
  readonly mariama: Colleague
  readonly fatou: Colleague
  readonly site: Site
  /** Waits until the documents of every paid sale are printed. */
  readonly printed: Cue
  /** Number of rows of the journal with a code. */
  readonly rowsOf: (code: RowCode) => number
  readonly orderOf: (wish: string) => string
  readonly seatOf: (wish: string) => string
  readonly codeOf: (wish: string) => string
}

export interface Customer {
  readonly wish: string
  readonly typed: (papers: Papers) => readonly Key[]
  /** Expected changes after the customer was served; empty if nothing changes. */
  readonly afterwards: {
    /** Change in the number of valid tickets. */
    readonly tickets?: number
    /** Change in the number of approved payments of each tender. */
    readonly tenders?: Readonly<Partial<Record<TenderKind, number>>>
    /** New rows of the journal about earlier sales. */
    readonly rows?: readonly RowCode[]
    /** Maximum number of keys. */
    readonly keys?: number
  }
}

const cue = (until: Cue['until']): Cue => ({ until })
const step = (name: DeskStep): Cue => cue(({ hands }) => hands.at(name))
const seats = cue((at) => at.atSeats())
const payment = cue(async ({ hands }) => {
  await hands.at('payment')
  await hands.lineHas('')
})
const offers = cue((at) => at.region(fr.desk.offers).waitFor())
const left = cue(({ hands }) => hands.panel.getByText(fr.desk.left).waitFor())
const status = (text: string | RegExp): Cue =>
  cue(({ hands }) => hands.page.getByRole('status').filter({ hasText: text }).first().waitFor())
const shown = (text: string): Cue => cue(({ hands }) => hands.page.getByText(text).first().waitFor())
const alert = (text: string): Cue => cue((at) => at.told(text))
const oneFound = cue(async (at) => {
  await becomes(() => at.region(fr.files.found).getByRole('button').count(), 1)
  await at.hands.page.getByRole('complementary', { name: fr.files.file }).getByRole('listitem').first().waitFor()
})

const search = (line: string): readonly Key[] => [line, 'Enter', offers, 'Enter', payment]
const cash = (line: string): readonly Key[] => [...search(line), 'Enter', seats]
const event = (number: string): readonly Key[] => ['F2', step('events'), number, 'Enter', seats]
const signIn = ({ number, pin }: Colleague): readonly Key[] => [number, 'Enter', pin, 'Enter']
const find = (typed: string): readonly Key[] => ['F12', step('files'), typed, 'Enter', oneFound]
const leave: readonly Key[] = ['Escape', seats]
const buyer = ['Soguicom SARL', 'Enter', 'Immeuble Fria, Kaloum, Conakry', 'Enter', '123456789', 'Enter'] as const
const invoiceOut = status(/-00000\d/u)
const slipOut = status(fr.files.slips.printed)
const cashBack: readonly Key[] = ['F6', shown(fr.files.handOver), 'Enter', status(fr.files.paid)]
const signedRows = ['INVOICE_ISSUED', 'INVOICE_SIGNED', 'INVOICE_COPIED'] as const
const answersFor = shown(fr.desk.account.answersFor)
const account = (title: string, then: Cue): readonly Key[] => ['Control+u', shown(title), ACCOUNT, 'Enter', then]
const charged = (line: string, supervisor: Colleague): readonly Key[] =>
  [[...search(line), ...account(fr.desk.account.title, answersFor)], signIn(supervisor), [seats]].flat()
const code = cue(({ hands }) => hands.page.getByRole('dialog', { name: fr.done.telephone.title }).waitFor())
const codeGone = cue(({ hands }) => hands.page.getByRole('dialog').waitFor({ state: 'detached' }))
const calls = (count: number) => cue(({ hands }) => becomes(() => hands.page.locator('[data-calls] li').count(), count))
const byDevice = (key: string, approval: string): readonly Key[] => [key, step('attended'), approval, 'Enter']
const byDocument = (key: string, number: string, supervisor: Colleague): readonly Key[] => [
  ...byDevice(key, number),
  step('approval'),
  ...signIn(supervisor),
  seats,
]

const one = { tickets: 1, tenders: { cash: 1 } } as const
const two = { tickets: 2, tenders: { cash: 1 } } as const

/**
 * Customers of one day in the order of the queue. Each row has the keys that the cashier presses for the customer's
 * request (`wish`), and the expected changes. A row may refer to an earlier row by its `wish`. To add a request, add a
 * row.
 */
export const customers: readonly Customer[] = [
  { wish: 'two seats', typed: () => cash('2'), afterwards: { ...two, keys: 4 } },
  { wish: 'a seat in a stand', typed: () => cash('1 n'), afterwards: one },
  { wish: 'a group of eight', typed: () => cash('8'), afterwards: { tickets: 8, tenders: { cash: 1 } } },
  {
    wish: 'a school class, above the seats of a booking session',
    typed: () => cash('22 n'),
    afterwards: { tickets: 22, tenders: { cash: 1 } },
  },
  { wish: 'seats up to a price', typed: () => cash('2 <25k'), afterwards: two },
  {
    wish: 'seats like the customer before',
    typed: () => ['Control+b', offers, 'Enter', payment, 'Enter', seats],
    afterwards: two,
  },
  {
    wish: 'seats like an earlier line',
    typed: () => ['ArrowUp', 'Enter', offers, 'Enter', payment, 'Enter', seats],
    afterwards: two,
  },
  { wish: 'seats in two zones', typed: () => cash('2 n + 1 o'), afterwards: { tickets: 3, tenders: { cash: 1 } } },
  { wish: 'a wheelchair space', typed: () => cash('2 pmr'), afterwards: two },
  { wish: 'wheelchair plus seats', typed: () => cash('2 n + 1 pmr'), afterwards: { tickets: 3, tenders: { cash: 1 } } },
  {
    wish: 'a large note',
    typed: () => [...search('1 o'), '50k', 'Enter', seats],
    afterwards: one,
  },
  { wish: 'a suggested note', typed: () => [...search('2 s'), 'ArrowDown', 'Enter', seats], afterwards: two },
  {
    wish: 'too little, then enough',
    typed: () => [
      ...search('1'),
      '100',
      'Enter',
      cue(({ hands }) => hands.page.getByRole('alert').waitFor()),
      '200k',
      'Enter',
      seats,
    ],
    afterwards: one,
  },
  {
    wish: 'by card',
    typed: () => [...search('2'), ...byDevice('F4', 'a1b2c1'), seats],
    afterwards: { tickets: 2, tenders: { card: 1 } },
  },
  {
    wish: 'by Orange Money',
    typed: () => [...search('1'), ...byDevice('F5', 'mp260521.1432.a12345'), seats],
    afterwards: { tickets: 1, tenders: { 'orange-money': 1 } },
  },
  {
    wish: 'by MTN MoMo',
    typed: () => [...search('1'), ...byDevice('F1', 'mtn7788990'), seats],
    afterwards: { tickets: 1, tenders: { 'mtn-momo': 1 } },
  },
  {
    wish: 'by cash and card',
    typed: () => [...search('2'), '5000+', 'Enter', left, payment, ...byDevice('F4', 'a1b2c2'), seats],
    afterwards: { tickets: 2, tenders: { cash: 1, card: 1 } },
  },
  {
    wish: 'by three tenders',
    typed: () =>
      [
        [...search('2 s'), '5000+', 'Enter', left, payment],
        ['10000', ...byDevice('F5', 'mp260521.1433.a12346'), payment],
        [...byDevice('F4', 'a1b2c4'), seats],
      ].flat(),
    afterwards: { tickets: 2, tenders: { cash: 1, 'orange-money': 1, card: 1 } },
  },
  {
    wish: 'by cheque',
    typed: ({ fatou }) => [...search('4'), ...byDocument('Control+g', '0001234', fatou)],
    afterwards: { tickets: 4, tenders: { cheque: 1 } },
  },
  {
    wish: 'by bank transfer',
    typed: ({ fatou }) => [...search('5'), ...byDocument('Control+o', 'OV 2026/117', fatou)],
    afterwards: { tickets: 5, tenders: { 'bank-transfer': 1 } },
  },
  {
    wish: 'to look for money',
    typed: () => [...search('3'), 'F6', seats, 'F7', payment, 'Enter', seats],
    afterwards: { tickets: 3, tenders: { cash: 1 } },
  },
  {
    wish: 'to be found again',
    typed: () =>
      [
        [...search('1'), 'Control+k', step('customer'), 'Aissatou Sow 622 33 44 55', 'Enter', payment],
        ['Enter', seats],
      ].flat(),
    afterwards: one,
  },
  { wish: 'nothing after all', typed: () => [...search('2'), 'Escape', seats], afterwards: {} },
  {
    wish: 'a desk that was locked meanwhile',
    typed: ({ mariama }) => [...search('1'), 'F9', step('signed-out'), mariama.pin, 'Enter', payment, 'Enter', seats],
    afterwards: one,
  },
  {
    wish: 'an invoice at once',
    typed: ({ printed }) => [...cash('2 n'), printed, 'Control+i', step('files'), ...buyer, invoiceOut, ...leave],
    afterwards: { ...two, rows: signedRows },
  },
  {
    wish: 'an invoice afterwards',
    typed: ({ orderOf }) => [...find(orderOf('by cheque')), 'F1', ...buyer, invoiceOut, ...leave],
    afterwards: { rows: signedRows },
  },
  {
    wish: 'the invoice again',
    typed: ({ orderOf }) => [...find(orderOf('by cheque')), 'F1', 'Enter', invoiceOut, ...leave],
    afterwards: { rows: ['INVOICE_COPIED'] },
  },
  {
    wish: 'a credit note',
    typed: ({ orderOf, fatou }) =>
      [
        [...find(orderOf('an invoice at once')), 'F4', 'Erreur de saisie', 'Enter', ...signIn(fatou), invoiceOut],
        [...cashBack, ...leave],
      ].flat(),
    afterwards: { tickets: -2, rows: ['TICKETS_VOIDED', ...signedRows, 'REFUND_PAID'] },
  },
  {
    wish: 'an invoice while the fiscal service is late',
    typed: ({ orderOf, site }) => [
      cue(async () => site.delaySignatures()),
      ...find(orderOf('by bank transfer')),
      'F1',
      ...buyer,
      status(fr.files.invoices.unsigned('', 'waiting').trim()),
      ...leave,
    ],
    afterwards: { rows: ['INVOICE_ISSUED'] },
  },
  {
    wish: 'two seats on account',
    typed: ({ fatou }) => charged('2 s', fatou),
    afterwards: { tickets: 2, tenders: { account: 1 } },
  },
  {
    wish: 'the invoice that is signed meanwhile',
    typed: ({ orderOf, site, rowsOf }) => {
      const signed = rowsOf('INVOICE_SIGNED')
      site.releaseSignatures()
      const isSigned = cue(() => becomes(async () => rowsOf('INVOICE_SIGNED'), signed + 1))
      return [isSigned, ...find(orderOf('by bank transfer')), 'F1', 'Enter', invoiceOut, ...leave]
    },
    afterwards: { rows: ['INVOICE_SIGNED', 'INVOICE_COPIED'] },
  },
  {
    wish: 'one ticket on account back',
    typed: ({ seatOf, fatou }) =>
      [
        [...find(seatOf('two seats on account')), 'F3', 'Le client ne peut pas venir', 'Enter'],
        [...signIn(fatou), slipOut, ...leave],
      ].flat(),
    afterwards: { tickets: -1, rows: ['TICKETS_REFUNDED', 'REFUND_PAID'] },
  },
  {
    wish: 'to pay what the account owes',
    typed: () => [
      ...account(fr.desk.account.payTitle, shown(fr.desk.account.items)),
      'Enter',
      status(fr.desk.account.paid),
      ...leave,
    ],
    afterwards: { rows: ['ACCOUNT_PAID'] },
  },
  {
    wish: 'another seat on account',
    typed: ({ fatou }) => charged('1', fatou),
    afterwards: { tickets: 1, tenders: { account: 1 } },
  },
  {
    wish: 'a duplicate on the telephone, while the next customer is served',
    typed: ({ printed }) => [...cash('1'), printed, 'Control+s', code, ...cash('1'), code, 'Escape', codeGone],
    afterwards: { tickets: 2, tenders: { cash: 2 }, rows: ['TICKET_LINK_REQUESTED', 'REPRINT_FINISHED'] },
  },
  {
    wish: 'an agent at a kiosk',
    typed: ({ site }) => {
      let takeCash = async (): Promise<void> => undefined
      return [
        cue(async () => void (takeCash = await site.callAgent())),
        calls(1),
        'Control+j',
        shown(fr.desk.calls.coming('caisse-01')),
        cue(() => takeCash()),
        calls(0),
      ]
    },
    afterwards: {},
  },
  {
    wish: 'to have paid by card, not cash',
    typed: ({ orderOf, fatou }) =>
      [
        [...find(orderOf('a seat in a stand')), 'F5', shown(fr.files.rightTender), 'Enter', 'a1b2c5', 'Enter'],
        [...signIn(fatou), status(fr.files.corrected(fr.desk.tenders.card, '').trim()), ...leave],
      ].flat(),
    afterwards: { tenders: { cash: -1, card: 1 }, rows: ['TENDER_CORRECTED'] },
  },
  {
    wish: 'one ticket refunded',
    typed: ({ seatOf, fatou }) =>
      [
        [...find(seatOf('two seats')), 'F3', 'Le client ne peut pas venir', 'Enter', ...signIn(fatou), slipOut],
        [...cashBack, ...leave],
      ].flat(),
    afterwards: { tickets: -1, rows: ['TICKETS_REFUNDED', 'REFUND_PAID'] },
  },
  {
    wish: 'the refund slip again',
    typed: ({ orderOf }) => [...find(orderOf('two seats')), 'F7', 'Bordereau perdu', 'Enter', slipOut, ...leave],
    afterwards: { rows: ['SLIP_COPIED'] },
  },
  {
    wish: 'a sale by card voided',
    typed: ({ orderOf, fatou }) =>
      [
        [...find(orderOf('by card')), 'F4', 'Mauvais événement', 'Enter', ...signIn(fatou), slipOut],
        ['F6', shown(fr.files.receipt), 'T-0042', 'Enter', status(fr.files.paid), ...leave],
      ].flat(),
    afterwards: { tickets: -2, rows: ['TICKETS_VOIDED', 'REFUND_PAID'] },
  },
  {
    wish: 'a torn ticket again',
    typed: ({ seatOf }) => [
      ...find(seatOf('a group of eight')),
      'F2',
      'Papier déchiré',
      'Enter',
      status(fr.files.copiesOut(1, 1)),
      ...leave,
    ],
    afterwards: { rows: ['REPRINT_REQUESTED', 'REPRINT_FINISHED'] },
  },
  {
    wish: 'a lost ticket again',
    typed: () => [...find('4455'), 'F2', 'Billet perdu', 'Enter', status(fr.files.copiesOut(1, 1)), ...leave],
    afterwards: { rows: ['REPRINT_REQUESTED', 'REPRINT_FINISHED'] },
  },
  {
    wish: 'the ticket on the telephone, because the paper is jammed',
    typed: () => [
      cue(async ({ desk: { printer } }) => printer.order(`piece ${printer.pieces.length + 1} at 40: jam`)),
      ...cash('1'),
      cue((at) => at.strip.getByText(/imprimante à vérifier/u).waitFor()),
      'Control+e',
      step('problem'),
      'Control+s',
      code,
      'Escape',
      codeGone,
      cue(async ({ desk }) => desk.printer.order('clear')),
      ...leave,
    ],
    afterwards: { ...one, rows: ['LINK_ISSUED'] },
  },
  {
    wish: 'the last tickets again',
    typed: ({ printed }) =>
      [
        [...cash('1'), printed, 'Control+p', step('copies'), 'Enter'],
        [alert(fr.desk.problems['copies-out']({ type: 'copies-out', count: 1, wanted: 1 }).title), seats],
      ].flat(),
    afterwards: { ...one, rows: ['REPRINT_REQUESTED', 'REPRINT_FINISHED'] },
  },
  {
    wish: 'to know what a ticket is for',
    typed: ({ codeOf }) => [codeOf('by MTN MoMo'), 'Enter', cue((at) => at.region(fr.desk.found).waitFor()), ...leave],
    afterwards: {},
  },
  { wish: 'another event', typed: () => [...event('1'), ...cash('1 s14')], afterwards: one },
  {
    wish: 'the same seat for the next event',
    typed: ({ codeOf }) =>
      [
        [...event('2'), codeOf('another event'), 'Enter', cue((at) => at.region(fr.desk.found).waitFor())],
        ['Control+b', payment, 'Enter', seats],
      ].flat(),
    afterwards: one,
  },
  {
    wish: 'two categories of a concert',
    typed: () => [...event('3'), ...cash('1 p1 + 1 l1'), ...event('2')],
    afterwards: two,
  },
  {
    wish: 'a seat from the next cashier',
    typed: ({ alpha }) => ['F8', step('signed-out'), ...signIn(alpha), seats, ...cash('1')],
    afterwards: one,
  },
  { wish: 'two seats, last of the day', typed: () => cash('2'), afterwards: { ...two, keys: 4 } },
]
