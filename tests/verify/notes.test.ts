import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'
import { type InconsistentCase, rowOf, setting, signedNonsense } from './inconsistent-ledgers.ts'
import { openStore } from '../../electron/ledger/store.ts'

const { judge } = signedNonsense()

const posted = (amount: number): string => `cashbox ${amount}/0, notes-found 0/${amount}`
const paidOut = (amount: number): string => `notes-found ${amount}/0, drawer 0/${amount}`

const notes: readonly InconsistentCase[] = [
  [
    'another note is credited than the payment says',
    setting('NOTE_CREDITED', 'event.value', 10_000),
    ['notes: received 40000, and its notes make 30000'],
  ],
  [
    'a note is nothing',
    setting('NOTE_HELD', 'event.value', 0),
    [
      'notes: holds a note before the last one is settled, or none',
      'notes: credits a note that was not held',
      'notes: received 40000, and its notes make 20000',
    ],
  ],
  [
    'a stray note is another than it posts',
    setting('NOTE_UNALLOCATED', 'amount', 5_000),
    [
      `I5: postings should be ${posted(5_000)}, are ${posted(20_000)}`,
      `I5: postings should be ${paidOut(5_000)}, are ${paidOut(20_000)}`,
    ],
  ],
  [
    'somebody is paid for a note that nobody missed',
    setting('UNALLOCATED_NOTE_SETTLED', 'noteSeq', 1),
    ['notes: settles the note of row 1, which waits for nobody', `I5: postings should be none, are ${paidOut(20_000)}`],
  ],
]

const emptied = (safe: number, short: number, box: number): string =>
  `safe ${safe}/0, ${short > 0 ? `over-short ${short}/0, ` : ''}cashbox 0/${box}`

const counted = emptied(105_000, 15_000, 120_000)

const byTwo = 'notes: is not the act of two people'

/** Errors reported at the second emptying of the cashbox, whose count includes notes that were not booked out. */
const notBooked = ['I6: expects 0, the rows say 120000', 'I6: Z_REPORT totals are others']

const box: readonly InconsistentCase[] = [
  [
    'less was counted than the pieces make',
    setting('CASHBOX_EMPTIED', 'total', 85_000),
    [
      'I6: says 85000, its pieces make 105000',
      `I5: postings should be ${emptied(85_000, 35_000, 120_000)}, are ${counted}`,
    ],
  ],
  [
    'less should have been in it than the rows say',
    setting('CASHBOX_EMPTIED', 'expected', 105_000),
    [
      'I6: expects 105000, the rows say 120000',
      `I5: postings should be ${emptied(105_000, 0, 105_000)}, are ${counted}`,
    ],
  ],
  [
    'nothing of it is posted',
    setting('CASHBOX_EMPTIED', 'postings', []),
    [`I5: postings should be ${counted}, are none`, ...notBooked],
  ],
  ['one person opened it', setting('CASHBOX_OPENED', 'second', '7'), [byTwo]],
  ['one person emptied it', setting('CASHBOX_EMPTIED', 'second', '7'), [byTwo]],
  ['one person put it back', setting('CASHBOX_CLOSED', 'second', '7'), [byTwo]],
  [
    'nobody opened it',
    (rows) => void (rowOf(rows, 'CASHBOX_OPENED', 1).code = 'START'),
    ['notes: ends an opening, and the box is shut'],
  ],
  [
    'it was opened, and never counted',
    (rows) => void (rowOf(rows, 'CASHBOX_EMPTIED').code = 'START'),
    ['notes: is open already', ...notBooked],
  ],
  ['it was put back by another opening', setting('CASHBOX_CLOSED', 'openingSeq', 1), ['notes: ends another opening']],
  [
    'nobody stood beside the one who emptied it',
    setting('CASHBOX_EMPTIED', 'second', ''),
    ['state: second: expected at least 1 character', 'notes: is open already', ...notBooked],
  ],
]

it('finds a box that was opened while a customer paid, and a note that went in while it was open', async () => {
  const { ledger, options, now } = await freshLedger()
  const seats = [chosenSeat('1001')]
  const paying = startSale(ledger, now, seats).next(...toPriced(seats), { type: 'tender-started', kind: 'notes' })
  ledger.recordCashbox({ type: 'cashbox-opened', second: '90' }, '7', now())
  paying.next({ type: 'note-held', value: 20_000 }, { type: 'note-credited', value: 20_000 })
  ledger.close()
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ check }) => check === 'notes').map(({ what, why }) => `${what} ${why}`)).toEqual([
    `CASHBOX_OPENED while sale ${paying.sale.saleId} pays in notes`,
    'NOTE_HELD while the cashbox is open',
    'NOTE_CREDITED while the cashbox is open',
  ])
})

describe('the cashbox, in a ledger whose hashes and signatures all hold', () => {
  it.for<InconsistentCase>(box)('%s', async ([, change, errors]) => {
    expect(await judge('inNotes', change)).toEqual(errors)
  })
})

describe('a payment in notes, in a ledger whose hashes and signatures all hold', () => {
  it.for<InconsistentCase>(notes)('%s', async ([, change, errors]) => {
    expect(await judge('inNotes', change)).toEqual(errors)
  })
})

describe('drawer', () => {
  const posted = (debit: string, credit: string, amount: number) => [
    { account: debit, debit: amount, credit: 0 },
    { account: credit, debit: 0, credit: amount },
  ]

  const note = (count: number) => [{ kind: 'note', value: 1_000, count }]

  it.each([
    [
      'a count whose pieces make another sum',
      'DRAWER_COUNTED',
      { pieces: note(9), total: 10_000, expected: 10_000, postings: [] },
      'I6: says 10000, its pieces make 9000',
    ],
    [
      'a count that expects what the rows do not say',
      'DRAWER_COUNTED',
      { pieces: note(9), total: 9_000, expected: 9_000, postings: [] },
      'I6: expects 9000, the rows say 10000',
    ],
    [
      'a shortage that is not posted',
      'DRAWER_COUNTED',
      { pieces: note(9), total: 9_000, expected: 10_000, postings: [] },
      'I5: postings should be',
    ],
    [
      'cash paid out to an account of its own choice',
      'PAID_OUT',
      { amount: 500, reason: 'r', postings: posted('over-short', 'drawer', 500) },
      'I5: postings should be',
    ],
    [
      'a second float',
      'SHIFT_OPENED',
      { shiftNo: 1, amount: 500, postings: posted('drawer', 'float', 500) },
      'I6: has a float of GNF already',
    ],
    [
      'the float of another shift',
      'SHIFT_OPENED',
      { shiftNo: 2, currency: 'EUR', amount: 500, postings: posted('drawer', 'float', 500) },
      'I6: shift 2 in shift 1',
    ],
    [
      'cash that was paid in and is posted as paid out',
      'PAID_IN',
      { amount: 500, reason: 'r', postings: posted('paid-out', 'drawer', 500) },
      'I5: postings should be',
    ],
    [
      'a drop to the safe that is posted as paid out',
      'CASH_DROPPED',
      { amount: 500, reason: 'coffre', postings: posted('paid-out', 'drawer', 500) },
      'I5: postings should be',
    ],
    [
      'a surplus that is posted as a shortage',
      'DRAWER_COUNTED',
      { pieces: note(11), total: 11_000, expected: 10_000, postings: posted('over-short', 'drawer', 1_000) },
      'I5: postings should be',
    ],
    ['a drawer opened without a reason', 'DRAWER_OPENED', { currency: undefined, reason: '' }, 'state: reason: '],
    ['a count without its pieces', 'DRAWER_COUNTED', { total: 0, expected: 0, postings: [] }, 'state: pieces: '],
    ['a float without an amount', 'SHIFT_OPENED', { shiftNo: 1, postings: [] }, 'state: amount: '],
    ['cash paid in without a reason', 'PAID_IN', { amount: 500, reason: '', postings: [] }, 'state: reason: '],
  ])('finds %s', async (_what, code, payload, expected) => {
    const [, check, why = ''] = /^(\S+): (.*)$/u.exec(expected) ?? []
    const { ledger, options, now } = await freshLedger()
    ledger.recordDrawer({ type: 'shift-opened', currency: 'GNF', amount: 10_000 }, '7', now())
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })

    const store = openStore(options.path, options)
    const entry = { code, saleId: null, staffId: '7', payload: { currency: 'GNF', ...payload } }
    store.transaction(() => store.append(entry, now()))
    store.close()
    const { findings } = await verifyLedger({ path: options.path })
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', check, why: expect.stringContaining(why) as unknown }),
    )
  })
})
