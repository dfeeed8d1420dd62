import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import {
  member,
  type InconsistentCase,
  type Row,
  rowOf,
  set,
  setPart,
  setting,
  signedNonsense,
} from './inconsistent-ledgers.ts'

const { judge } = signedNonsense()

const X_AND_Z = ['I6: X_REPORT totals are others', 'I6: Z_REPORT totals are others']
const Z = ['I6: Z_REPORT totals are others']

const money: readonly InconsistentCase[] = [
  [
    'a sale ends with money that nobody got',
    setting('REFUNDED', 'postings', undefined),
    [
      'I5: postings should be card-clearing 0/35000, refunds-due 35000/0, are none',
      "I1: ended with 35000 of the customer's money neither sold nor paid back",
      ...Z,
    ],
  ],
  [
    'less was taken than the order asks',
    setting('TENDER_APPROVED', 'tender.received', 71_000),
    [
      'I5: postings should be customer-deposits 0/70000, drawer 71000/0, drawer 0/5000, rounding 4000/0, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000',
      'I1: took 71000 and gave back 5000 for 70000',
    ],
  ],
  [
    'nobody says what was received',
    setting('TENDER_APPROVED', 'tender.received', undefined),
    [
      'I5: postings should be customer-deposits 0/70000, drawer 0/5000, rounding 75000/0, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000',
      'I1: took ? and gave back 5000 for 70000',
    ],
  ],
  [
    'nobody says what was given back',
    setting('TENDER_APPROVED', 'tender.change', undefined),
    [
      'I5: postings should be customer-deposits 0/70000, drawer 75000/0, rounding 0/5000, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000',
      'I1: took 75000 and gave back ? for 70000',
    ],
  ],
  [
    'a card gives change',
    setting('TENDER_APPROVED', 'tender.received', 35_050, 1),
    [
      'I5: postings should be card-clearing 35050/0, customer-deposits 0/35000, rounding 0/50, are card-clearing 35000/0, customer-deposits 0/35000',
      'I1: took 35050 and gave back 0 for 35000',
    ],
  ],
  [
    'a coin is rounded where there is none',
    (rows) => {
      for (let nth = 0; rows.filter(({ code }) => code === 'SEATS_CHOSEN')[nth]; nth += 1)
        if (rowOf(rows, 'SEATS_CHOSEN', nth).payload.includes('"seatId":"1203"'))
          set(rows, 'SEATS_CHOSEN', 'opened.currency', 'EUR', nth)
    },
    [
      'I1: took 25000 and gave back 5000 for 20040',
      ...Z,
      'I6: Z_REPORT perpetualNet are others',
      'I6: Z_REPORT perpetualAbs are others',
    ],
    'whole',
  ],
  [
    'a sale is paid without a payment',
    setting('STAFF_ANSWERED', 'tender', undefined),
    ['I5: postings should be none, are drawer 35000/0, customer-deposits 0/35000', 'I1: is paid without a payment'],
    'whole',
  ],
  [
    'tickets are issued for nothing',
    setting('TENDER_APPROVED', 'postings', undefined),
    [
      'I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are none',
      'I1: 70000 more was turned into tickets or refunds than was taken',
      "I1: ended with -70000 of the customer's money neither sold nor paid back",
      'I6: X_REPORT totals are others',
      'I6: expects 650000, the rows say 580000',
      ...Z,
    ],
  ],
  [
    'one order is paid twice',
    (rows) => {
      for (const code of ['TENDER_REFUSED', 'TENDER_UNAVAILABLE']) {
        set(rows, code, 'tender.received', 85_000)
        set(rows, code, 'tender.change', 0)
        set(rows, code, 'tender.state', 'approved')
      }
    },
    [
      'I5: postings should be card-clearing 85000/0, customer-deposits 0/85000, are none',
      'I4: order * was paid before: 170000 for 85000',
    ],
  ],
  [
    'a payment for no order of the sale',
    setting('TENDER_STARTED', 'tender.orderId', 'x'),
    ['I4: the sale has no order x', 'I4: the reference is not made from the order'],
  ],
  [
    'a payment is asked for that is more than the order',
    setting('TENDER_STARTED', 'tender.amount', 70_001),
    ['I1: asks 70001 for 70000'],
  ],
  [
    'a payment starts that was started before',
    setting('TENDER_APPROVED', 'tender.state', 'started'),
    [
      'I5: postings should be none, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000',
      'I4: cannot become started here',
      'I1: is paid without a payment',
      'I11: its sale ended, and nobody knows what became of it',
    ],
  ],
  [
    'a payment ends that was never started',
    setting('TENDER_STARTED', 'tender', undefined),
    ['I4: cannot become approved here'],
  ],
  [
    'parts make more than the order',
    (rows) => setPart(rows, 'orange-money', 34_000),
    [
      'I5: postings should be customer-deposits 0/34000, orange-money-clearing 10000/0, rounding 24000/0, are orange-money-clearing 10000/0, customer-deposits 0/10000',
      'I1: took 10000 and gave back 0 for 34000',
      'I4: order * was paid before: 39000 for 35040',
      'I4: order * was paid before: 59040 for 35040',
      'I1: is paid with 59040 for 35040',
    ],
    'whole',
  ],
  [
    'parts make less than the order',
    (rows) => setPart(rows, 'orange-money', 9_000),
    [
      'I5: postings should be customer-deposits 0/9000, orange-money-clearing 10000/0, rounding 0/1000, are orange-money-clearing 10000/0, customer-deposits 0/10000',
      'I1: took 10000 and gave back 0 for 9000',
      'I1: is paid with 34040 for 35040',
    ],
    'whole',
  ],
  [
    'cash is rounded by more than a coin',
    (rows) => setPart(rows, 'cash', 19_900),
    [
      'I5: postings should be customer-deposits 0/19900, drawer 25000/0, drawer 0/5000, rounding 0/100, are drawer 25000/0, drawer 0/5000, customer-deposits 0/20040, rounding 40/0',
      'I1: took 25000 and gave back 5000 for 19900',
      'I1: is paid with 34900 for 35040',
    ],
    'whole',
  ],
  [
    'debits and credits differ',
    setting('TENDER_APPROVED', 'postings.0.debit', 1),
    [
      'I5: debits and credits differ by -74999',
      'I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 1/0, drawer 0/5000, customer-deposits 0/70000',
      'I6: X_REPORT totals are others',
      'I6: expects 650000, the rows say 575001',
      ...Z,
    ],
  ],
  [
    'a line posts a debit and a credit',
    setting('TENDER_APPROVED', 'postings.0.credit', 5),
    [
      'I5: a posting needs a debit or a credit, and not both',
      'I5: debits and credits differ by -5',
      'I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 75000/5, drawer 0/5000, customer-deposits 0/70000',
      'I6: X_REPORT totals are others',
      'I6: expects 650000, the rows say 649995',
      ...Z,
    ],
  ],
  [
    'a line posts nothing',
    (rows) => {
      const lines = member(rows, 'TENDER_APPROVED', 'postings') as object[]
      set(rows, 'TENDER_APPROVED', 'postings', [...lines, { account: 'drawer', debit: 0, credit: 0 }])
    },
    [
      'I5: a posting needs a debit or a credit, and not both',
      'I5: postings should be customer-deposits 0/70000, drawer 75000/0, drawer 0/5000, are drawer 75000/0, drawer 0/5000, customer-deposits 0/70000, drawer 0/0',
    ],
  ],
  [
    'money is posted to another account',
    setting('REFUNDED', 'postings.1.account', 'drawer'),
    [
      'I5: postings should be card-clearing 0/35000, refunds-due 35000/0, are refunds-due 35000/0, drawer 0/35000',
      ...Z,
    ],
  ],
]

const tickets: readonly InconsistentCase[] = [
  [
    'a ticket for a seat that was not ordered',
    setting('PURCHASE_CONFIRMED', 'tickets.0.seatId', '9'),
    ['I2: seat 9 at 35000 was not ordered', ...X_AND_Z],
  ],
  [
    'a ticket of another event',
    setting('PURCHASE_CONFIRMED', 'tickets.0.eventId', '777'),
    ['I2: the service named it with event 777'],
  ],
  ['a ticket whose event the service named', setting('PURCHASE_CONFIRMED', 'tickets.0.eventId', '501'), []],
  [
    'a ticket at another price',
    setting('PURCHASE_CONFIRMED', 'tickets.0.price', 1),
    ['I2: seat 1001 at 1 was not ordered', ...X_AND_Z],
  ],
  [
    'a ticket that names no seat on its place',
    setting('TICKETS_FOUND', 'tickets.0.place.seatCode', undefined),
    [
      'state: tickets.0.place.seatCode: missing; expected string',
      'state: comes from confirmed, but was unknown',
      'I10: is printed, but no ticket of this sale',
      "I1: ended with 35000 of the customer's money neither sold nor paid back",
      'I9: is done without tickets',
      'I6: Z_REPORT totals are others',
      'I6: Z_REPORT perpetualNet are others',
      'I6: Z_REPORT perpetualAbs are others',
    ],
  ],
  [
    'a sale is confirmed without tickets',
    setting('TICKETS_FOUND', 'tickets', undefined),
    [
      'I2: is confirmed without tickets',
      'I10: is printed, but no ticket of this sale',
      'I9: is done without tickets',
      ...Z,
    ],
  ],
  [
    'a sale has fewer tickets than seats',
    (rows) => {
      const [first] = member(rows, 'PURCHASE_CONFIRMED', 'tickets') as object[]
      set(rows, 'PURCHASE_CONFIRMED', 'tickets', [first])
    },
    ['I2: 1 tickets for 2 seats', 'I10: is printed, but no ticket of this sale', ...X_AND_Z],
  ],
  [
    'a sale has two tickets for one of its seats',
    setting('PURCHASE_CONFIRMED', 'tickets.1.seatId', '1001'),
    ['I2: 2 tickets for 2 seats', 'I3: its seat is in sale * already'],
  ],
  [
    'tickets come out of place',
    (rows) => set(rows, 'PRINT_QUEUED', 'tickets', member(rows, 'PURCHASE_CONFIRMED', 'tickets')),
    [
      'I2: tickets out of place',
      'I2: had its tickets before',
      'I2: this ticket is in sale * already',
      'I3: its QR code is in sale * already',
      'I3: its seat is in sale * already',
      ...X_AND_Z,
    ],
  ],
  [
    'one ticket in two sales',
    (rows) =>
      set(rows, 'TICKETS_FOUND', 'tickets.0.ticketId', member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.ticketId')),
    [
      'I2: this ticket is in sale * already',
      'I10: is printed, but no ticket of this sale',
      'I9: the sale is done, but nothing shows that it came out',
    ],
  ],
  [
    'one QR code in two sales',
    (rows) => set(rows, 'TICKETS_FOUND', 'tickets.0.qrCode', member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.qrCode')),
    ['I3: its QR code is in sale * already'],
  ],
  ['a ticket without a QR code', setting('TICKETS_FOUND', 'tickets.0.qrCode', ''), ['I3: no QR code holds its text']],
  ['as much as a QR code holds', setting('TICKETS_FOUND', 'tickets.0.qrCode', '4'.repeat(7089)), []],
  [
    'more than a QR code holds',
    setting('TICKETS_FOUND', 'tickets.0.qrCode', '4'.repeat(7090)),
    ['I3: no QR code holds its text'],
  ],
  [
    'one seat sold twice',
    (rows) => {
      const seat = member(rows, 'PURCHASE_CONFIRMED', 'tickets.0.seatId')
      const order = rows
        .filter(({ code }) => code === 'CHECKOUT_READY')
        .findIndex(({ payload }) => payload.includes('"seatId":"1301"'))
      set(rows, 'CHECKOUT_READY', 'order.seats.0.seatId', seat, order)
      set(rows, 'TICKETS_FOUND', 'tickets.0.seatId', seat)
    },
    ['I3: its seat is in sale * already'],
  ],
]

const closures: readonly InconsistentCase[] = [
  [
    'a closure says more than its rows',
    setting('Z_REPORT', 'perpetualNet.GNF', 1),
    ['I6: Z_REPORT perpetualNet are others'],
  ],
  ['a closure leaves rows out', setting('Z_REPORT', 'firstSeq', 5), ['I6: says 5, the rows say 1']],
  ['a closure ends elsewhere', setting('Z_REPORT', 'lastSeq', 5), ['I6: says 5, the rows say 30']],
  [
    'an X is said to be a Z',
    setting('X_REPORT', 'kind', 'Z'),
    [
      'I6: says "Z", the rows say "X"',
      'I6: shift 1 in shift 2',
      'I6: expects 650000, the rows say 580000',
      'I6: says 1, the rows say 2',
      'I6: says 1, the rows say 16',
      ...Z,
      'I6: says 2, the rows say 3',
    ],
  ],
  [
    'a closure has a member of its own',
    setting('Z_REPORT', 'tip', 5),
    [
      'I6: value: unknown name: tip',
      'terminal-days: of shift 2 in shift 1',
      'I6: says 2, the rows say 1',
      'I6: says 32, the rows say 1',
      ...Z,
      'format: value: unknown name: tip',
    ],
    'whole',
  ],
  [
    'a closure does not say by whom its sales were',
    setting('Z_REPORT', 'totals.GNF.cashiers', undefined),
    ['I6: totals.GNF.cashiers: missing; expected record', 'format: totals.GNF.cashiers: missing; expected record'],
    'oneShift',
  ],
  [
    'a Z has a time stamp and the signature of a witness',
    (rows) => {
      set(rows, 'Z_REPORT', 'timeStamp', { token: 'MIIB' })
      set(rows, 'Z_REPORT', 'witness', { name: 'notary', publicKey: 'MCow', sig: `${'A'.repeat(86)}==` })
    },
    [],
  ],
  [
    'a Z has a time stamp without a token',
    setting('Z_REPORT', 'timeStamp', {}),
    ['I6: timeStamp.token: missing; expected string', 'format: timeStamp.token: missing; expected string'],
    'oneShift',
  ],
  [
    'a Z has a witness whose signature is too short',
    setting('Z_REPORT', 'witness', { name: 'notary', publicKey: 'MCow', sig: 'AAAA' }),
    [
      String.raw`I6: witness.sig: expected a text of the form /^[\d+/A-Za-z]{86}==$/u`,
      String.raw`format: witness.sig: expected a text of the form /^[\d+/A-Za-z]{86}==$/u`,
    ],
    'oneShift',
  ],
  [
    'an X has a time stamp',
    setting('X_REPORT', 'timeStamp', { token: 'MIIB' }),
    ['I6: has what only a Z may have'],
    'whole',
  ],
  ['shifts do not follow each other', setting('Z_REPORT', 'shiftNo', 4), ['I6: says 4, the rows say 1']],
]

type Totals = Record<'events' | 'tenders' | 'cashiers', Record<string, Record<string, unknown>>>

type StatedTotals = Record<'perpetualNet' | 'perpetualAbs', Record<string, number>> & {
  readonly totals: { GNF: Totals }
}

function closureSays(change: (totals: Totals, said: StatedTotals) => void): (rows: Row[]) => void {
  return (rows) => {
    const row = rowOf(rows, 'Z_REPORT')
    const said = JSON.parse(row.payload) as StatedTotals
    change(said.totals.GNF, said)
    row.payload = canonicalJson(said)
  }
}

/**
 * Returns the index of the first `TENDER_PENDING`. The provider payment consists of the rows `TENDER_STARTED`,
 * `TENDER_PENDING`, `TENDER_UNKNOWN` and `TENDER_APPROVED`.
 */
const begun = (rows: Row[]): number => rows.findIndex(({ code }) => code === 'TENDER_PENDING')
const nth = (rows: Row[], code: string): number =>
  rows.slice(0, begun(rows) + 3).filter((row) => row.code === code).length - 1

const providers: readonly InconsistentCase[] = [
  [
    'a payment changes the provider’s reference on the way',
    (rows) => set(rows, 'TENDER_APPROVED', 'tender.provider.reference', 'p-2', nth(rows, 'TENDER_APPROVED')),
    ['I4: changed its provider'],
    'whole',
  ],
  [
    'a payment is begun elsewhere than it is asked about',
    (rows) => set(rows, 'TENDER_STARTED', 'tender.provider.host', 'https://x', nth(rows, 'TENDER_STARTED')),
    ['I4: changed its provider'],
    'whole',
  ],
  [
    'a payment changes its token',
    (rows) => set(rows, 'TENDER_APPROVED', 'tender.provider.token', 'x', nth(rows, 'TENDER_APPROVED')),
    ["I4: changed the provider's name for it"],
    'whole',
  ],
  [
    'two payments go by one reference of the provider',
    (rows) => {
      const provider = member(rows, 'TENDER_STARTED', 'tender.provider', nth(rows, 'TENDER_STARTED')) as object
      set(rows, 'TENDER_STARTED', 'tender.provider', provider)
    },
    ["I4: goes by the provider's reference of *"],
    'whole',
  ],
  [
    'a provider takes up what was never asked for',
    (rows) => set(rows, 'TENDER_STARTED', 'tender', undefined, nth(rows, 'TENDER_STARTED')),
    ['I4: cannot become started here'],
    'whole',
  ],
]

describe('money, tickets and closures, in a ledger whose hashes and signatures all hold', () => {
  it.for<InconsistentCase>([...money, ...providers, ...tickets, ...closures])(
    '%s',
    async ([, change, errors, story = 'morning']) => {
      expect(await judge(story, change)).toEqual(errors)
    },
  )

  it.each<[string, (totals: Totals, said: StatedTotals) => void]>([
    ['took more in cash', ({ tenders }) => Object.assign(tenders['cash']!, { amount: 80_000 })],
    ['were more payments', ({ tenders }) => Object.assign(tenders['card']!, { count: 2 })],
    ['paid something back', ({ tenders }) => Object.assign(tenders['card']!, { refunds: 1, refunded: 35_000 })],
    ['were taken by somebody else', (totals) => Object.assign(totals, { cashiers: { 12: totals.cashiers[''] } })],
    [
      'were of another zone',
      (totals) => Object.assign(totals, { events: { 501: { Sud: { tickets: 3, amount: 105_000 } } } }),
    ],
    [
      'were fewer tickets',
      ({ events }) => Object.assign(events['501']!, { 'Tribune Nord': { tickets: 2, amount: 105_000 } }),
    ],
    ['bring another net turnover', (_totals, said) => Object.assign(said.perpetualNet, { GNF: 1 })],
    ['bring another turnover in all', (_totals, said) => Object.assign(said.perpetualAbs, { GNF: 1 })],
    ['were in one way only', ({ tenders }) => Reflect.deleteProperty(tenders, 'cash')],
    ['were by nobody', (totals) => Object.assign(totals, { cashiers: {} })],
  ])('a closure says of its sales that they %s', async (_what, change) => {
    expect(await judge('oneShift', closureSays(change))).toEqual([
      expect.stringMatching(/^I6: Z_REPORT \w+ are others$/u),
    ])
  })
})
