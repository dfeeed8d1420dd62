import { expect, it } from 'vitest'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, pricedSale } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'
import { cases, signedNonsense } from './inconsistent-ledgers.ts'
import { openStore } from '../../electron/ledger/store.ts'

const { judge } = signedNonsense()

const table = cases(
  'inNotes',
  `
  another note is credited than the payment says: NOTE_CREDITED.event.value = 10000
    notes: received 40000, but its notes add up to 30000
  a note is nothing: NOTE_HELD.event.value = 0
    notes: holds a note before the previous one is settled, or no note
    notes: credits a note that was not held
    notes: received 40000, but its notes add up to 20000
  a stray note is another than it posts: NOTE_UNALLOCATED.amount = 5000
    I5: postings should be cashbox 5000/0, notes-found 0/5000, are cashbox 20000/0, notes-found 0/20000
    I5: postings should be notes-found 5000/0, drawer 0/5000, are notes-found 20000/0, drawer 0/20000
  somebody is paid for a note that nobody missed: UNALLOCATED_NOTE_SETTLED.noteSeq = 1
    notes: settles the note of row 1, which is not open
    I5: postings should be none, are notes-found 20000/0, drawer 0/20000
  less was counted than the pieces make: CASHBOX_EMPTIED.total = 85000
    I6: says 85000, its pieces make 105000
    I5: postings should be safe 85000/0, over-short 35000/0, cashbox 0/120000, are safe 105000/0, over-short 15000/0, cashbox 0/120000
  less should have been in it than the rows say: CASHBOX_EMPTIED.expected = 105000
    I6: expects 105000, the rows say 120000
    I5: postings should be safe 105000/0, cashbox 0/105000, are safe 105000/0, over-short 15000/0, cashbox 0/120000
  nothing of it is posted: CASHBOX_EMPTIED.postings = []
    I5: postings should be safe 105000/0, over-short 15000/0, cashbox 0/120000, are none
    I6: expects 0, the rows say 120000
    I6: Z_REPORT totals are others
  one person opened it: CASHBOX_OPENED.second = "7" → notes: lacks the approval of a second person
  one person emptied it: CASHBOX_EMPTIED.second = "7" → notes: lacks the approval of a second person
  one person put it back: CASHBOX_CLOSED.second = "7" → notes: lacks the approval of a second person
  nobody opened it: CASHBOX_OPENED[1]:code = "START" → notes: ends an opening, but the cashbox is closed
  it was opened, and never counted: CASHBOX_EMPTIED:code = "START"
    notes: is open already
    I6: expects 0, the rows say 120000
    I6: Z_REPORT totals are others
  it was put back by another opening: CASHBOX_CLOSED.openingSeq = 1 → notes: ends another opening
  nobody stood beside the one who emptied it: CASHBOX_EMPTIED.second = ""
    state: second: expected at least 1 character
    notes: is open already
    I6: expects 0, the rows say 120000
    I6: Z_REPORT totals are others
`,
)

it.for(table)('finds in a ledger whose hashes and signatures hold: %s', async ([, story, change, errors]) => {
  expect(await judge(story, change)).toEqual(errors)
})

it('finds a box that was opened while a customer paid, and a note that went in while it was open', async () => {
  const { ledger, options, now } = await freshLedger()
  const paying = pricedSale(ledger, now, [chosenSeat('1001')], { type: 'tender-started', kind: 'notes' })
  ledger.recordCashbox({ type: 'cashbox-opened', second: '90' }, '7', now())
  paying.next({ type: 'note-held', value: 20_000 }, { type: 'note-credited', value: 20_000 })
  const { findings } = await verifyLedger({ path: options.path })
  expect(findings.filter(({ check }) => check === 'notes').map(({ what, why }) => `${what} ${why}`)).toEqual([
    `CASHBOX_OPENED while sale ${paying.sale.saleId} pays in notes`,
    'NOTE_HELD while the cashbox is open',
    'NOTE_CREDITED while the cashbox is open',
  ])
})

const posted = (debit: string, credit: string, amount = 500) => ({
  amount,
  postings: [
    { account: debit, debit: amount, credit: 0 },
    { account: credit, debit: 0, credit: amount },
  ],
})
const counted = (count: number, expected: number) => ({
  pieces: [{ kind: 'note', value: 1_000, count }],
  total: count * 1_000,
  expected,
  postings: [] as object[],
})
const surplus = { ...counted(11, 10_000), ...posted('over-short', 'drawer', 1_000), amount: undefined }
const [counts, opens, paysIn] = ['DRAWER_COUNTED', 'SHIFT_OPENED', 'PAID_IN']
const float = { shiftNo: 1, ...posted('drawer', 'float') }
const asPaidOut = { ...posted('paid-out', 'drawer'), reason: 'r' }
const unreasoned = { currency: undefined, reason: '' }

it.each([
  ['a wrong counted total', counts, { ...counted(9, 10_000), total: 10_000 }, 'I6', 'says 10000, its pieces make 9000'],
  ['a count that expects another sum', counts, counted(9, 9_000), 'I6', 'expects 9000, the rows say 10000'],
  ['a drawer handed to oneself', counts, { ...counted(10, 10_000), receiver: '7' }, 'I6', 'from the same person'],
  ['a shortage that is not posted', counts, counted(9, 10_000), 'I5', 'postings should be'],
  [
    'cash paid out to another account',
    'PAID_OUT',
    { ...posted('over-short', 'drawer'), reason: 'r' },
    'I5',
    'postings should be',
  ],
  ['a second float', opens, float, 'I6', 'has a float of GNF already'],
  ['the float of another shift', opens, { ...float, shiftNo: 2, currency: 'EUR' }, 'I6', 'shift 2 in shift 1'],
  ['cash paid in, posted as paid out', paysIn, asPaidOut, 'I5', 'postings should be'],
  ['a drop posted as paid out', 'CASH_DROPPED', asPaidOut, 'I5', 'postings should be'],
  ['a surplus that is posted as a shortage', counts, surplus, 'I5', 'postings should be'],
  ['a drawer opened without a reason', 'DRAWER_OPENED', unreasoned, 'state', 'reason: '],
  ['a count without its pieces', counts, { total: 0, expected: 0, postings: [] }, 'state', 'pieces: '],
  ['a float without an amount', opens, { shiftNo: 1, postings: [] }, 'state', 'amount: '],
  ['cash paid in without a reason', paysIn, { amount: 500, reason: '', postings: [] }, 'state', 'reason: '],
])('finds %s', async (_what, code, payload, check, why) => {
  const { ledger, options, now } = await freshLedger()
  ledger.recordDrawer({ type: 'shift-opened', currency: 'GNF', amount: 10_000 }, '7', now())
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })

  const store = openStore(options.path, options)
  const entry = { code, saleId: null, staffId: '7', payload: { currency: 'GNF', ...payload } }
  store.transaction(() => store.append(entry, now()))
  store.close()
  const { findings } = await verifyLedger({ path: options.path })
  const found = { severity: 'error', check, why: expect.stringContaining(why) as unknown }
  expect(findings).toContainEqual(expect.objectContaining(found))
})
