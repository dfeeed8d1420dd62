import { describe, expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, composed, sellOut, startSale, ticketOf, toPriced } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'
import type { SaleLedger } from '../../electron/kiosk/ports/ports.ts'

type Done = Extract<Sale, { state: 'done' }>

const owed = (amount: number) => [
  { account: 'organiser-payable', debit: amount, credit: 0 },
  { account: 'refunds-due', debit: 0, credit: amount },
]

const paidBack = (amount: number, account = 'drawer') => [
  { account: 'refunds-due', debit: amount, credit: 0 },
  { account, debit: 0, credit: amount },
]

const refund = ({ saleId, order }: Done, change: object = {}) => ({
  saleId,
  reference: `${order.orderId}-R2`,
  reason: 'r',
  second: '90',
  ticketIds: ['t-1002'],
  currency: 'GNF',
  amount: 35_000,
  back: [{ kind: 'cash', amount: 35_000 }],
  postings: owed(35_000),
  ...change,
})

/** Changes a refund so that rounding adds `rounding` to the cash paid. */
const rounded = (rounding: number) => ({
  back: [{ kind: 'cash', amount: 35_000 + rounding, rounding }],
  postings: [
    { account: 'organiser-payable', debit: 35_000, credit: 0 },
    { account: 'rounding', debit: Math.max(0, rounding), credit: Math.max(0, -rounding) },
    { account: 'refunds-due', debit: 0, credit: 35_000 + rounding },
  ],
})

const payment = ({ saleId, order }: Done, change: object = {}) => ({
  saleId,
  reference: `${order.orderId}-R1`,
  currency: 'GNF',
  kind: 'cash',
  amount: 35_000,
  receipt: '',
  postings: paidBack(35_000),
  ...change,
})

const slipCopy = ({ saleId, order }: Done, change: object = {}) => ({
  saleId,
  reference: `${order.orderId}-R1`,
  copyNumber: 1,
  reason: 'r',
  ...change,
})

const copies = ({ saleId }: Done, copy: object = {}) => ({
  saleId,
  reason: 'r',
  copies: [{ ticketId: 't-1002', copyNumber: 1, ...copy }],
})

const answer = ({ saleId, order }: Done, change: object = {}) => ({
  saleId,
  reference: `${order.orderId}-R2`,
  outcome: 'cancelled',
  detail: '',
  ...change,
})

type Row = readonly [code: string, payload: object, staffId?: string | null]

const oneRow =
  (code: string, make: (sale: Done, change?: object) => object) =>
  (change?: object) =>
  (sale: Done): readonly Row[] => [[code, make(sale, change)]]
const refunded = oneRow('TICKETS_REFUNDED', refund)
const voided = oneRow('TICKETS_VOIDED', refund)
const returnPaid = oneRow('REFUND_PAID', payment)
const slipCopied = oneRow('SLIP_COPIED', slipCopy)
const ordered = oneRow('REPRINT_REQUESTED', copies)

/**
 * Verifies a valid day with additional rows. On the simulated day, two tickets were sold for cash, and the refund of
 * the first ticket is still due.
 */
async function verifiedWith(rows: (sale: Done, running: Sale) => readonly Row[], { closed = false } = {}) {
  const { ledger, options, now } = await freshLedger()
  const { sale } = sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const seats = [chosenSeat('1003')]
  const running = startSale(ledger, now, seats).next(...toPriced(seats)).sale
  if (closed) ledger.closeShift('Z', '7', now())
  ledger.close()
  const store = openStore(options.path, options)
  const first: Row = [
    'TICKETS_REFUNDED',
    refund(sale, { reference: `${sale.order.orderId}-R1`, ticketIds: ['t-1001'] }),
  ]
  for (const [code, payload, staffId = '7'] of [first, ...rows(sale, running)])
    store.transaction(() => store.append({ code, saleId: null, staffId, payload }, now()))
  store.close()
  // Omits the findings of the check `beside`, because the added rows bypass the program that maintains the journal
  // file.
  return (await verifyLedger({ path: options.path })).findings.filter(({ check }) => check !== 'beside')
}

test('what two people gave back, paid back and printed again holds', async () => {
  const rows = (sale: Done): readonly Row[] => [
    ['REPRINT_REQUESTED', copies(sale)],
    [
      'REPRINT_FINISHED',
      { saleId: sale.saleId, ticketId: 't-1002', copyNumber: 1, state: 'failed', evidence: 'paper-out' },
      null,
    ],
    ['REPRINT_REQUESTED', copies(sale)],
    [
      'REPRINT_FINISHED',
      { saleId: sale.saleId, ticketId: 't-1002', copyNumber: 1, state: 'unknown', evidence: 'restart' },
      null,
    ],
    ['REPRINT_REQUESTED', copies(sale, { copyNumber: 2 })],
    [
      'REPRINT_FINISHED',
      { saleId: sale.saleId, ticketId: 't-1002', copyNumber: 2, state: 'printed', evidence: 'q' },
      null,
    ],
    ['REFUND_PAID', payment(sale)],
    ['SLIP_COPIED', slipCopy(sale)],
    ['SLIP_COPIED', slipCopy(sale, { copyNumber: 2 })],
    ['TICKETS_REFUNDED', refund(sale, { cancellation: 'c-2' })],
    ['CANCELLATION_RESULT', answer(sale), null],
  ]
  expect(await verifiedWith(rows)).toEqual([])
})

test.each<[string, (sale: Done, running: Sale) => readonly Row[], string]>([
  [
    'an answer to a cancellation that nobody asked for',
    (sale) => [['CANCELLATION_RESULT', answer(sale, { reference: `${sale.order.orderId}-R1` }), null]],
    'returns: no cancellation was asked for',
  ],
  [
    'a cancellation answered twice',
    (sale) => [
      ['TICKETS_REFUNDED', refund(sale, { cancellation: 'c-2' })],
      ['CANCELLATION_RESULT', answer(sale), null],
      ['CANCELLATION_RESULT', answer(sale, { outcome: 'refused' }), null],
    ],
    'returns: answered before',
  ],
  [
    'a person who answers for the service',
    (sale) => [
      ['TICKETS_REFUNDED', refund(sale, { cancellation: 'c-2' })],
      ['CANCELLATION_RESULT', answer(sale)],
    ],
    'returns: a person',
  ],
  [
    'an answer that is none',
    (sale) => [['CANCELLATION_RESULT', answer(sale, { outcome: 'maybe' }), null]],
    'state: outcome',
  ],
  ['one person alone', refunded({ second: '7' }), 'returns: by two people'],
  ['nobody', (sale) => [['TICKETS_REFUNDED', refund(sale), null]], 'returns: by two people'],
  ['a ticket twice', refunded({ ticketIds: ['t-1001'] }), 'returns: was given back before'],
  ['another sale’s ticket', refunded({ ticketIds: ['t-9'] }), 'returns: not of this sale'],
  [
    'more than it cost',
    (sale) => [
      [
        'TICKETS_REFUNDED',
        refund(sale, { amount: 40_000, back: [{ kind: 'cash', amount: 40_000 }], postings: owed(40_000) }),
      ],
    ],
    'returns: for tickets of 35000',
  ],
  [
    'another way than it was paid',
    refunded({ back: [{ kind: 'card', amount: 35_000 }] }),
    'returns: more back by card',
  ],
  ['cash rounded by more than half a coin', refunded(rounded(100)), 'returns: rounds 100 by cash'],
  [
    'cash rounded, and in the end not what was received',
    refunded(rounded(-50)),
    'returns: gives 69950 of 70000 back in cash',
  ],
  ['no reason', refunded({ reason: '' }), 'state: reason'],
  ['other postings', refunded({ postings: paidBack(35_000) }), 'I5: postings should be'],
  [
    'a number out of turn',
    (sale) => [['TICKETS_REFUNDED', refund(sale, { reference: `${sale.order.orderId}-R5` })]],
    'returns: does not follow',
  ],
  ['a part of a sale voided', voided(), 'returns: voids a part'],
  [
    'a sale that runs',
    (_, { saleId }) => [
      ['REPRINT_REQUESTED', { saleId, reason: 'r', copies: [{ ticketId: 't-1002', copyNumber: 1 }] }],
    ],
    'state: is not done',
  ],
  [
    'paid back twice',
    (sale) => [
      ['REFUND_PAID', payment(sale)],
      ['REFUND_PAID', payment(sale)],
    ],
    'returns: was paid before',
  ],
  ['paid back to another', returnPaid({ reference: 'x' }), 'returns: nothing is to be given back'],
  ['paid back short', returnPaid({ amount: 5, postings: paidBack(5) }), 'returns: pays 5 for 35000'],
  ['a return in another currency', refunded({ currency: 'EUR' }), 'returns: in another currency'],
  ['a payment in another currency', returnPaid({ currency: 'EUR' }), 'returns: in another currency'],
  ['one ticket named twice', refunded({ ticketIds: ['t-1002', 't-1002'] }), 'returns: names a ticket twice'],
  [
    'ways that make another sum',
    refunded({ back: [{ kind: 'cash', amount: 30_000 }] }),
    'returns: gives 35000 (30000) for tickets of 35000',
  ],
  [
    'more cash than is left of what was paid in cash',
    (sale) => [
      ['TICKETS_REFUNDED', refund(sale)],
      ['TICKETS_REFUNDED', refund(sale, { reference: `${sale.order.orderId}-R3` })],
    ],
    'returns: more back by cash',
  ],
  [
    'a copy that came out, and nothing shows it',
    (sale) => [
      ['REPRINT_REQUESTED', copies(sale)],
      ['REPRINT_FINISHED', { saleId: sale.saleId, ticketId: 't-1002', copyNumber: 1, state: 'printed', evidence: '' }],
    ],
    'I10: nothing shows that copy 1 came out',
  ],
  ['copies without a reason', (sale) => [['REPRINT_REQUESTED', { ...copies(sale), reason: '' }]], 'state: reason'],
  ['a copy in no state', ({ saleId }) => [['REPRINT_FINISHED', { saleId }]], 'state: ticketId'],
  ['a payment without a receipt', returnPaid({ receipt: 5 }), 'state: receipt'],
  ['a slip’s copy without a reason', slipCopied({ reason: '' }), 'state: reason'],
  [
    'a return of no sale',
    (sale) => [['TICKETS_REFUNDED', { ...refund(sale), saleId: undefined }]],
    'state: saleId: missing',
  ],
  ['a return of an unknown sale', refunded({ saleId: 'x' }), 'state: is not done'],
  ['paid by nobody', (sale) => [['REFUND_PAID', payment(sale), null]], 'returns: names nobody'],
  ['a copy without its number', ordered({ copyNumber: 2 }), 'I10: copy 2 follows 0'],
  ['a copy of what was given back', ordered({ ticketId: 't-1001' }), 'I10: was given back'],
  ['a slip’s copy out of turn', slipCopied({ copyNumber: 2 }), 'I10: copy 2 follows 0'],
  [
    'a copy of a slip of another sale',
    (sale) => [['SLIP_COPIED', slipCopy(sale, { reference: `${sale.order.orderId}-P` })]],
    'I10: is not of this sale',
  ],
  ['a slip’s copy by nobody', (sale) => [['SLIP_COPIED', slipCopy(sale), null]], 'I10: names nobody'],
  [
    'a copy nobody ordered',
    ({ saleId }) => [
      ['REPRINT_FINISHED', { saleId, ticketId: 't-1002', copyNumber: 1, state: 'printed', evidence: 'q' }],
    ],
    'I10: not on its way',
  ],
])('finds %s', async (_what, rows, expected) => {
  const [, check, why = ''] = /^(\S+): (.*)$/u.exec(expected) ?? []
  expect(await verifiedWith(rows)).toContainEqual(
    expect.objectContaining({ severity: 'error', check, why: expect.stringContaining(why) as unknown }),
  )
})

test.each([
  ['in its own shift', false, []],
  ['in a later one', true, ['voids a sale of an earlier shift']],
])('a sale of which a ticket was given back is voided whole, %s', async (_when, closed, found) => {
  const back = [{ kind: 'cash', amount: 70_000 }]
  const whole = { ticketIds: ['t-1001', 't-1002'], amount: 70_000, back, postings: owed(70_000) }
  const findings = await verifiedWith(voided(whole), { closed })
  const again = ['ticket t-1001 was given back before', 'gives more back by cash than came by it']
  expect(findings.map(({ why }) => why)).toEqual(again.toSpliced(1, 0, ...found))
})

describe('refunds', () => {
  const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-1' }

  const unclear: SaleEvent = { type: 'purchase-outcome-unknown', reply: { status: 504, code: 'GATEWAY', detail: '' } }

  const givenBack = (refund?: string): SaleEvent => ({
    type: 'refunded',
    refundReference: 'R-1',
    staffId: '7',
    ...(refund !== undefined && { refund }),
  })

  interface Due {
    readonly saleId: string
    readonly payment: string
  }

  const asked = (due: Due, change: object = {}) => ({
    ...due,
    reference: 'b-1',
    kind: 'orange-money',
    currency: 'GNF',
    amount: 35_000,
    approval: 'OM-1',
    provider,
    second: '9',
    ...change,
  })

  const closed = ({ saleId }: Due, change: object = {}) => ({
    saleId,
    reference: 'b-1',
    by: 'provider',
    reason: 'declined',
    ...change,
  })

  type Row = readonly [code: string, payload: object, staffId?: string | null] | SaleEvent

  /**
   * Verifies a ledger with a refund due and additional rows, some of which the program itself would refuse to write.
   */
  async function verifiedWith(rows: (due: Due) => readonly Row[]) {
    const { ledger, options, now } = await freshLedger()
    ledger.close()
    const store = openStore(options.path, options)
    const seats = [chosenSeat('1001')]
    const record: SaleLedger['record'] = (before, sale, event, at) => {
      if ('refund' in event)
        store.db
          .prepare("INSERT OR REPLACE INTO provider_refund VALUES (?, ?, 'free', 'asked', 1, 1)")
          .run(event.refund, sale.saleId)
      store.transaction(() => store.step(before, sale, event, at))
    }
    const paid = startSale({ record }, now, seats).next(
      ...toPriced(seats),
      { type: 'tender-started', kind: 'orange-money', provider },
      { type: 'tender-pending' },
      { type: 'tender-approved', received: 35_000, change: 0, approval: 'OM-1' },
    )
    let owed = paid
      .next(composed(paid.sale), unclear, { type: 'tickets-mismatched', detail: 'another seat' })
      .next({ type: 'refund-decided', staffId: '7' })
    if (owed.sale.state !== 'refund-due') throw new Error(owed.sale.state)
    const { saleId, tender } = owed.sale
    for (const row of rows({ saleId, payment: tender.reference })) {
      if ('type' in row) owed = owed.next(row)
      else {
        const [code, payload, staffId = null] = row
        store.transaction(() => store.journal.append({ code, saleId: null, staffId, payload }, now()))
      }
    }
    store.close()
    const { findings } = await verifyLedger({ path: options.path })
    return findings.filter(({ check }) => check !== 'beside' && check !== 'tables')
  }

  test.each<[string, (due: Due) => readonly Row[]]>([
    ['under way', (due) => [['REFUND_REQUESTED', asked(due), '7']]],
    ['made', (due) => [['REFUND_REQUESTED', asked(due), '7'], givenBack('b-1')]],
    [
      'refused, not sent, and made in the end',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due)],
        ['REFUND_REQUESTED', asked(due, { reference: 'b-2' }), '7'],
        ['REFUND_CLOSED', closed(due, { reference: 'b-2', by: 'unsent', reason: '' })],
        ['REFUND_REQUESTED', asked(due, { reference: 'b-3' }), '7'],
        givenBack('b-3'),
      ],
    ],
    [
      'closed by staff, who give it back themselves',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due, { by: 'staff', reason: '' }), '7'],
        givenBack(),
      ],
    ],
  ])('a refund that is %s holds', async (_, rows) => {
    expect(await verifiedWith(rows)).toEqual([])
  })

  const tickets = [ticketOf(chosenSeat('1001'))]

  test.each<[string, (due: Due) => readonly Row[], string]>([
    ['one person alone', (due) => [['REFUND_REQUESTED', asked(due, { second: '7' }), '7']], 'by two people'],
    ['nobody', (due) => [['REFUND_REQUESTED', asked(due)]], 'by two people'],
    [
      'another sum',
      (due) => [['REFUND_REQUESTED', asked(due, { amount: 70_000 }), '7']],
      'gives 70000 GNF back for 35000 GNF',
    ],
    ['another currency', (due) => [['REFUND_REQUESTED', asked(due, { currency: 'XOF' }), '7']], 'for 35000 GNF'],
    ['a payment of nobody', (due) => [['REFUND_REQUESTED', asked(due, { payment: 'x' }), '7']], 'which no sale has'],
    ['another provider', (due) => [['REFUND_REQUESTED', asked(due, { kind: 'card' }), '7']], 'another provider'],
    [
      'a second one beside it',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_REQUESTED', asked(due, { reference: 'b-2' }), '7'],
      ],
      'is not the first',
    ],
    [
      'a second one after staff closed it',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due, { by: 'staff' }), '7'],
        ['REFUND_REQUESTED', asked(due, { reference: 'b-2' }), '7'],
      ],
      'is not the first',
    ],
    [
      'the same reference twice',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due)],
        ['REFUND_REQUESTED', asked(due), '7'],
      ],
      'under this reference',
    ],
    [
      'one after the money went back',
      (due) => [givenBack(), ['REFUND_REQUESTED', asked(due), '7']],
      'for nothing that is owed',
    ],
    ['one that is closed without being asked for', (due) => [['REFUND_CLOSED', closed(due)]], 'never asked for'],
    [
      'one that is closed twice',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due)],
        ['REFUND_CLOSED', closed(due)],
      ],
      'but was closed',
    ],
    [
      'staff who close it without a name',
      (due) => [
        ['REFUND_REQUESTED', asked(due), '7'],
        ['REFUND_CLOSED', closed(due, { by: 'staff' })],
      ],
      'names nobody',
    ],
    ['money back beside it', (due) => [['REFUND_REQUESTED', asked(due), '7'], givenBack()], 'beside the refund b-1'],
    [
      'a booking of another one',
      (due) => [['REFUND_REQUESTED', asked(due), '7'], givenBack('b-9')],
      'knows no refund b-9',
    ],
    ['a booking of none', () => [givenBack('b-1')], 'knows no refund b-1'],
    [
      'tickets beside it',
      (due) => [
        { type: 'tickets-requeried', staffId: '7' },
        ['REFUND_REQUESTED', asked(due), '7'],
        { type: 'tickets-found', tickets },
      ],
      'gets tickets while',
    ],
  ])('%s is found out', async (_, rows, why) => {
    const found = await verifiedWith(rows)
    expect(found).toContainEqual(
      expect.objectContaining({ check: 'refunds', why: expect.stringContaining(why) as string }),
    )
  })
})
