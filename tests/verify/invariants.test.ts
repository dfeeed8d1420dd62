import { describe, expect, it, test } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import {
  leaveAlone,
  member,
  type InconsistentCase,
  remove,
  type Row,
  rowOf,
  set,
  setting,
  signedNonsense,
} from './inconsistent-ledgers.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, sellOut, startSale, ticketOf, toPriced } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'

const paidOut = 'notes-found 20000/0, drawer 0/20000'

const { judge, judgeUnsigned } = signedNonsense()

function wait(rows: Row[], code: string, ms: number, nth = 0): void {
  for (const row of rows.slice(rows.indexOf(rowOf(rows, code, nth)))) row.mono_ms += ms
}

/** Returns the payload of a row that identifies the same key as the first row. */
function keyOf(first: Row, members: object): string {
  const { keyId, publicKey } = JSON.parse(first.payload) as Record<'keyId' | 'publicKey', string>
  return canonicalJson({ keyId, publicKey, ...members })
}

const chain: readonly InconsistentCase[] = [
  ['time goes back', (rows) => void Object.assign(rows[9] ?? {}, { mono_ms: 0 }), ['I7: goes back within one start']],
  ['time stands still', (rows) => void Object.assign(rows[9] ?? {}, { mono_ms: rows[8]?.mono_ms }), []],
  [
    'a start of the program comes back',
    (rows) => void Object.assign(rows[9] ?? {}, { boot_id: 'boot-2' }),
    ['I7: this start had ended before'],
  ],
  [
    'another register writes',
    (rows) => void Object.assign(rows[9] ?? {}, { register: 'kiosk-2' }),
    ['I7: was kiosk-1 before', 'I7: was kiosk-2 before'],
  ],
  [
    'an unknown code',
    (rows) => void Object.assign(rows[1] ?? {}, { code: 'PARTY' }),
    ['I7: PARTY is no code of this kind of row'],
  ],
  [
    'a code of a sale without one',
    (rows) => void Object.assign(rows[1] ?? {}, { code: 'RELEASED' }),
    ['I7: RELEASED is no code of this kind of row'],
  ],
  [
    'a first row in another writing',
    (rows) => void Object.assign(rows[0] ?? {}, { payload: '{ }' }),
    [
      'state: not canonical JSON of an object',
      'key: no row names this key',
      'I6: does not hold',
      'anchor: its signature does not hold',
      'format: does not name the ledger, register and keys of the rows',
    ],
  ],
  [
    'a first row that names no key, and a later one that does',
    (rows) => {
      const first = rows[0]!
      rows.splice(1, 0, { ...first, code: 'KEY_CHANGED', payload: keyOf(first, { previousSig: 'AA==' }) })
      first.payload = '{}'
    },
    [
      'state: format: missing; expected 1; ledgerId: missing; expected string; keyId: missing; expected string; publicKey: missing; expected string',
      'key: no row names this key',
      'key: the signature of the key before does not hold',
      'I6: says 14, the rows say 15',
      'I6: says 30, the rows say 31',
      'notes: settles the note of row 308, which waits for nobody',
      `I5: postings should be none, are ${paidOut}`,
      'notes: settles the note of row 309, which waits for nobody',
      'notes: ends another opening',
      'I6: says 32, the rows say 33',
      'I6: says 488, the rows say 489',
      'format: does not name the ledger, register and keys of the rows',
    ],
    'whole',
  ],
  [
    'a second first row',
    (rows) => void rows.splice(1, 0, { ...rows[0]! }),
    [
      'I7: CREATED is row 1 and only that',
      'I6: says 14, the rows say 15',
      'I6: says 30, the rows say 31',
      'notes: settles the note of row 308, which waits for nobody',
      `I5: postings should be none, are ${paidOut}`,
      'notes: settles the note of row 309, which waits for nobody',
      'notes: ends another opening',
      'I6: says 32, the rows say 33',
      'I6: says 488, the rows say 489',
    ],
    'whole',
  ],
  [
    'no first row',
    (rows) => void rows.shift(),
    [
      'I7: CREATED is row 1 and only that',
      'key: no row names this key',
      'I6: says 14, the rows say 13',
      'I6: does not hold',
      'I6: says 30, the rows say 29',
      'notes: settles the note of row 308, which waits for nobody',
      `I5: postings should be none, are ${paidOut}`,
      'notes: settles the note of row 309, which waits for nobody',
      'notes: ends another opening',
      'I6: says 32, the rows say 31',
      'I6: says 488, the rows say 487',
      'anchor: its signature does not hold',
      'format: does not name the ledger, register and keys of the rows',
    ],
    'whole',
  ],
  [
    'a payload that is no object',
    (rows) => void Object.assign(rows[1] ?? {}, { payload: '[]' }),
    ['state: not canonical JSON of an object'],
  ],
  [
    'a payload in another writing',
    (rows) => void Object.assign(rows[1] ?? {}, { payload: '{ }' }),
    ['state: not canonical JSON of an object'],
  ],
]

const pace: readonly InconsistentCase[] = [
  [
    'a paid sale is left alone for an hour',
    (rows) => wait(rows, 'PURCHASE_COMPOSED', 3_600_000),
    [
      'I8: stood still as "paid" for 3000750 ms too long',
      'refund-fence: the service was asked 3593750 ms before the fence',
    ],
  ],
  [
    'a purchase is left alone until the program stops',
    (rows) => leaveAlone(rows),
    ['I8: stood still as "unknown" for 3073750 ms too long'],
    'whole',
  ],
  [
    'a purchase is left alone until the machine restarts',
    (rows) => {
      leaveAlone(rows)
      for (const row of rows.slice(-2)) Object.assign(row, { boot_id: 'boot-2', mono_ms: 250 })
    },
    ['I8: stood still as "unknown" for 3073250 ms too long'],
    'whole',
  ],
]

const fence: readonly InconsistentCase[] = [
  [
    'a refund while the holds live',
    setting('TICKETS_NOT_FOUND', 'event.asked.monoMs', 9_000, 1),
    ['refund-fence: the service was asked 533250 ms before the fence'],
  ],
  ['a refund at the fence', setting('TICKETS_NOT_FOUND', 'event.asked.monoMs', 542_250, 1), []],
  [
    'a refund just before the fence',
    setting('TICKETS_NOT_FOUND', 'event.asked.monoMs', 542_249, 1),
    ['refund-fence: the service was asked 1 ms before the fence'],
  ],
  [
    'a refund where the service was asked in another start',
    setting('TICKETS_NOT_FOUND', 'event.asked', { bootId: 'boot-0', monoMs: 509_999, wallUtc: '' }, 1),
    ['refund-fence: the service was asked 1 ms before the fence'],
  ],
  [
    'a refund after an answer to what was asked later',
    setting('TICKETS_NOT_FOUND', 'event.asked.monoMs', 1e9, 1),
    ['refund-fence: asked later than now'],
  ],
  [
    'a refund without asking',
    setting('TICKETS_NOT_FOUND', 'event.asked', undefined, 1),
    ['refund-fence: refund due without asking the service'],
  ],
]

const steps: readonly InconsistentCase[] = [
  ['a sale jumps', setting('HOLD_GRANTED', 'from', 'paid'), ['state: comes from paid, but was holding']],
  ['a sale begins somewhere', setting('SEATS_CHOSEN', 'from', 'paid'), ['state: comes from paid, but was holding']],
  ['a row is another event', setting('HOLD_GRANTED', 'event.type', 'released'), ['state: the code is not the event']],
  [
    'a row is by somebody else',
    (rows) => void Object.assign(rowOf(rows, 'REFUNDED'), { staff_id: '1' }),
    ['state: staff_id is not the one of the event', 'I6: Z_REPORT totals are others'],
  ],
  [
    'a sale is opened twice',
    (rows) => set(rows, 'HOLD_GRANTED', 'opened', member(rows, 'SEATS_CHOSEN', 'opened')),
    ['state: was opened before'],
  ],
  [
    'a sale is never opened',
    setting('SEATS_CHOSEN', 'opened', undefined, 1),
    ['state: its first row does not say what was opened'],
  ],
  [
    'a sale goes on after its end',
    setting('RELEASED', 'to', 'abandoned'),
    ['state: comes from choosing, but was abandoned', 'state: had ended as abandoned'],
  ],
  [
    'a member that the format does not know',
    setting('HOLD_GRANTED', 'tip', 5),
    ['state: value: unknown name: tip', 'state: comes from held, but was holding'],
  ],
  [
    'an order comes where none does',
    (rows) => set(rows, 'HOLD_GRANTED', 'order', member(rows, 'CHECKOUT_READY', 'order')),
    ['state: order out of place'],
  ],
  [
    'an order is not there',
    setting('CHECKOUT_READY', 'order', undefined),
    [
      'state: order out of place',
      'I4: the sale has no order *',
      'I1: is paid with 70000 for 0',
      'I5: postings should be none, are customer-deposits 70000/0, organiser-payable 0/70000',
      'I2: 2 tickets for 0 seats',
      'I2: seat 1001 at 35000 was not ordered',
      'I2: seat 1002 at 35000 was not ordered',
      'I6: X_REPORT totals are others',
      'I6: Z_REPORT totals are others',
    ],
  ],
  [
    'a purchase is sealed where none is',
    setting('HOLD_GRANTED', 'requestMac', 'f'.repeat(64)),
    ['state: requestMac out of place', 'state: deleteAfter out of place'],
  ],
  [
    'a purchase is not sealed',
    setting('PURCHASE_COMPOSED', 'requestMac', undefined),
    ['state: requestMac out of place', 'state: deleteAfter out of place'],
  ],
  [
    'a customer is sealed where none is',
    setting('HOLD_GRANTED', 'customerSha256', 'f'.repeat(64)),
    ['state: customerSha256 out of place', 'state: deleteAfter out of place'],
  ],
  [
    'no day to forget a purchase that is sealed',
    setting('PURCHASE_COMPOSED', 'deleteAfter', undefined),
    ['state: deleteAfter out of place'],
  ],
  [
    'a day to forget where nothing is sealed',
    setting('HOLD_GRANTED', 'deleteAfter', '2025-05-17T14:00:00.000Z'),
    ['state: deleteAfter out of place'],
  ],
]

const afterLoss: readonly InconsistentCase[] = [
  [
    'a sale goes on as if no rows were lost',
    (rows) => remove(rows, 'ROWS_LOST'),
    ['state: goes on as if no rows had been lost before row 20'],
  ],
  [
    'rows are said to be lost that are not',
    setting('RESTORED', 'complete', true),
    ['state: no rows were lost since its last one', 'state: row 20 is no gap that waits for anybody'],
  ],
  [
    'a gap is settled that is not there',
    setting('GAP_SETTLED', 'gapSeq', 1),
    ['state: row 1 is no gap that waits for anybody'],
  ],
  [
    'a gap is settled that nobody names',
    setting('GAP_SETTLED', 'gapSeq', undefined),
    ['state: gapSeq: missing; expected number'],
  ],
  [
    'a gap is settled twice',
    (rows) => void rows.push({ ...rows.at(-1)! }),
    ['state: row 20 is no gap that waits for anybody'],
  ],
  [
    'a restoration says too little',
    setting('RESTORED', 'presentSeq', undefined),
    [
      'state: presentSeq: missing; expected number',
      'state: no rows were lost since its last one',
      'state: row 20 is no gap that waits for anybody',
    ],
  ],
  [
    'a charge is found without a payment',
    setting('CHARGE_FOUND', 'tender', undefined),
    [
      'I5: postings should be none, are card-clearing 35000/0, customer-deposits 0/35000',
      'I1: is paid without a payment',
    ],
  ],
  [
    'a charge is found without postings',
    setting('CHARGE_FOUND', 'postings', undefined),
    [
      'I5: postings should be card-clearing 35000/0, customer-deposits 0/35000, are none',
      'I1: 35000 more was turned into tickets or refunds than was taken',
      "I1: ended with -35000 of the customer's money neither sold nor paid back",
    ],
  ],
  [
    'an original is printed that may have come out',
    setting('PRINT_QUEUED', 'jobs.0.state', 'spooling'),
    ['I10: copy 0 begins as "spooling"'],
  ],
  [
    'a paper was seen, and nobody says by whom',
    setting('PRINT_SCANNED', 'jobs.0.evidence', ''),
    ['I9: the sale is done, but nothing shows that it came out'],
  ],
]

describe('the invariants, in a ledger whose hashes and signatures all hold', () => {
  it('finds nothing wrong with the books as they were', async () => {
    expect(await judge('whole', () => {})).toEqual([])
    expect(await judge('withGap', () => {})).toEqual([])
  })

  it.for<InconsistentCase>([...chain, ...pace, ...fence, ...steps])(
    '%s',
    async ([, change, errors, story = 'morning']) => {
      expect(await judge(story, change)).toEqual(errors)
    },
  )

  it.for<InconsistentCase>(afterLoss)('%s', async ([, change, errors]) => {
    expect(await judge('withGap', change)).toEqual(errors)
  })

  it.each<[what: string, change: (row: Row) => object, errors: readonly string[]]>([
    [
      'its number',
      () => ({ seq: 9 }),
      ['I7: row 5 was expected here', 'I7: is not the hash of this row', 'I7: row 10 was expected here'],
    ],
    ['what it says', () => ({ wall_utc: '2025-05-17T14:00:00.000Z' }), ['I7: is not the hash of this row']],
    [
      'the hash before it',
      () => ({ prev_hash: 'f'.repeat(64) }),
      ['I7: not the hash of the row before', 'I7: is not the hash of this row'],
    ],
    [
      'its hash',
      () => ({ hash: 'f'.repeat(64) }),
      ['I7: is not the hash of this row', 'I7: does not hold', 'I7: not the hash of the row before'],
    ],
    [
      'its signature',
      ({ sig }) => ({ sig: Buffer.from(String(sig), 'base64').reverse().toString('base64') }),
      ['I7: does not hold'],
    ],
    ['a signature cut short', () => ({ sig: '' }), ['I7: does not hold']],
    [
      'the name of its key',
      () => ({ key_id: '0'.repeat(32) }),
      ['I7: is not the hash of this row', 'key: no row names this key'],
    ],
  ])('a row is changed afterwards: %s', async (_what, change, errors) => {
    expect(await judgeUnsigned(5, change)).toEqual(errors)
  })

  it('lets a payment wait for an hour where a person has to say what their terminal did, and nowhere else', async () => {
    const waitAnHour = (rows: Row[]): void => wait(rows, 'TENDER_APPROVED', 3_600_000, 1)
    expect(await judge('oneShift', waitAnHour)).toEqual(['I8: stood still as "paying" for 3000500 ms too long'])
    const attended = (rows: Row[]): void => {
      waitAnHour(rows)
      set(rows, 'TENDER_STARTED', 'event.attended', true, 1)
    }
    expect(await judge('oneShift', attended)).toEqual([])
  })
})

describe('paper, in a ledger whose hashes and signatures all hold', () => {
  const { judge } = signedNonsense()

  const paper: readonly InconsistentCase[] = [
    [
      'done without evidence',
      setting('PRINT_FINISHED', 'jobs.0.evidence', ''),
      ['I9: the sale is done, but nothing shows that it came out'],
    ],
    [
      'done while a ticket is not printed',
      setting('PRINT_FINISHED', 'jobs', undefined),
      ['I9: the sale is done, but nothing shows that it came out'],
    ],
    [
      'a ticket that may be out is printed again without a mark',
      setting('PRINT_RETRIED', 'jobs.0.copyNumber', 0, 1),
      [
        'I10: copy 0 is queued again after "unknown"',
        'I10: copy 1 after a copy that was "queued"',
        'I10: copy 1 begins as "spooling"',
      ],
    ],
    [
      'a paper that came out is printed again',
      (rows) => {
        set(rows, 'PRINT_STARTED', 'jobs.0.ticketId', 't-1401', 6)
        set(rows, 'PRINT_STARTED', 'jobs.0.copyNumber', 1, 6)
      },
      [
        'I10: copy 1 goes to the printer again after "printed"',
        'I9: the sale is done, but nothing shows that it came out',
      ],
    ],
    [
      'a copy is left out',
      setting('PRINT_RETRIED', 'jobs.0.copyNumber', 2, 1),
      [
        'I10: copy 2 follows 0',
        'I10: copy 1 follows 2',
        'I10: copy 1 after a copy that was "queued"',
        'I10: copy 1 begins as "spooling"',
      ],
    ],
    [
      'a ticket of nobody is printed',
      setting('PRINT_QUEUED', 'jobs.0.ticketId', 'ghost'),
      ['I10: is printed, but no ticket of this sale', 'I10: copy 0 begins as "spooling"'],
    ],
  ]

  const byHand: readonly InconsistentCase[] = [
    [
      'a sale that was not printed is settled by hand, and nothing shows that its paper came out',
      setting('SETTLED_MANUALLY', 'jobs.0.evidence', '', 1),
      ['I9: the sale is done, but nothing shows that it came out'],
    ],
    [
      'a sale without tickets is done as if its paper had been seen',
      (rows) => {
        rowOf(rows, 'SETTLED_MANUALLY').code = 'PRINT_SCANNED'
        set(rows, 'PRINT_SCANNED', 'event.type', 'print-scanned')
      },
      [
        'I5: postings should be none, are customer-deposits 35000/0, organiser-payable 0/35000',
        'I9: is done without tickets',
      ],
    ],
  ]

  const copies: readonly InconsistentCase[] = [
    [
      'a copy of what was never printed',
      (rows) => {
        set(rows, 'REPRINT_REQUESTED', 'copies.0.ticketId', 'ghost')
        set(rows, 'REPRINT_FINISHED', 'ticketId', 'ghost')
      },
      ['I10: is printed again, but was never printed', 'I10: copy 1 follows nothing'],
    ],
  ]

  it.for<InconsistentCase>([...paper, ...byHand, ...copies])('%s', async ([, change, errors]) => {
    expect(await judge('papers', change)).toEqual(errors)
  })
})

describe('the end of a terminal’s day, in a ledger whose hashes and signatures all hold', () => {
  const { judge } = signedNonsense()

  const days: readonly InconsistentCase[] = [
    [
      'an answer to what nobody asked',
      setting('END_OF_DAY_REQUESTED', 'day', 'another'),
      ['terminal-days: answers day-1, which was not asked for'],
    ],
    [
      'a shift that is long over, or not there yet',
      setting('END_OF_DAY_REQUESTED', 'shiftNo', 9),
      ['terminal-days: of shift 9 in shift 2'],
    ],
    [
      'a refusal that names no reason',
      setting('END_OF_DAY_RESULT', 'reason', ''),
      [expect.stringMatching(/^terminal-days: reason: /u)],
    ],
  ]

  it.for<InconsistentCase>(days)('%s', async ([, change, errors]) => {
    expect(await judge('terminalDays', change)).toEqual(errors)
  })
})

const seat = chosenSeat('1001')

const second = { ticketId: 't-1001-2', qrCode: 'f'.repeat(32) }

/**
 * Creates a ledger that sold a seat twice. `returned`: true if the first ticket was returned before the second sale.
 */
async function soldTwice({ returned }: { readonly returned: boolean }) {
  const { ledger, options, now } = await freshLedger()
  const { sale } = sellOut(ledger, now, [seat], 'cash')
  const next = startSale(ledger, now, [seat]).next(...toPriced([seat])).sale
  const asked = () => [
    ledger.seatsSoldHere(next, ['1001', '1002']),
    ledger.conflictingTickets(next, [ticketOf(seat, second)]),
  ]
  const before = asked()
  const back = {
    currency: 'GNF',
    amount: 35_000,
    back: [{ kind: 'cash', amount: 35_000 }],
    ticketIds: ['t-1001'],
  } as const
  const by = { saleId: sale.saleId, reference: `${sale.order.orderId}-R1`, reason: 'malade', second: '90' }
  if (returned) ledger.recordAfterSale({ type: 'tickets-refunded', ...by, ...back }, '7', now())
  const after = asked()
  try {
    sellOut(ledger, now, [seat], 'card', second)
  } finally {
    ledger.close()
  }
  return { before, after, findings: (await verifyLedger({ path: options.path })).findings }
}

test('a seat may be sold again once its ticket was given back, and the ledger holds', async () => {
  const { before, after, findings } = await soldTwice({ returned: true })
  expect(before).toEqual([['1001'], ['t-1001-2']])
  expect(after).toEqual([[], []])
  expect(findings).toEqual([])
})

test('until then it is another sale’s, and is not recorded', async () => {
  await expect(soldTwice({ returned: false })).rejects.toThrow('seats that another sale has a ticket for: 1001')
})
