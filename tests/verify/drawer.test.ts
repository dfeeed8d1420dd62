import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/sales/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const posted = (debit: string, credit: string, amount: number) => [
  { account: debit, debit: amount, credit: 0 },
  { account: credit, debit: 0, credit: amount },
]
const note = (count: number) => [{ kind: 'note', value: 1_000, count }]

/** What a writer signs that has the key and says what is not so. */
it.each([
  [
    'a count whose pieces make another sum',
    'DRAWER_COUNTED',
    { pieces: note(9), total: 10_000, expected: 10_000, postings: [] },
    'I6',
    'says 10000, its pieces make 9000',
  ],
  [
    'a count that expects what the rows do not say',
    'DRAWER_COUNTED',
    { pieces: note(9), total: 9_000, expected: 9_000, postings: [] },
    'I6',
    'expects 9000, the rows say 10000',
  ],
  [
    'a shortage that is not posted',
    'DRAWER_COUNTED',
    { pieces: note(9), total: 9_000, expected: 10_000, postings: [] },
    'I5',
    'postings should be',
  ],
  [
    'cash paid out to an account of its own choice',
    'PAID_OUT',
    { amount: 500, reason: 'r', postings: posted('over-short', 'drawer', 500) },
    'I5',
    'postings should be',
  ],
  [
    'a second float',
    'SHIFT_OPENED',
    { shiftNo: 1, amount: 500, postings: posted('drawer', 'float', 500) },
    'I6',
    'has a float of GNF already',
  ],
  [
    'the float of another shift',
    'SHIFT_OPENED',
    { shiftNo: 2, currency: 'EUR', amount: 500, postings: posted('drawer', 'float', 500) },
    'I6',
    'shift 2 in shift 1',
  ],
  [
    'cash that was paid in and is posted as paid out',
    'PAID_IN',
    { amount: 500, reason: 'r', postings: posted('paid-out', 'drawer', 500) },
    'I5',
    'postings should be',
  ],
  [
    'a drop to the safe that is posted as paid out',
    'CASH_DROPPED',
    { amount: 500, reason: 'coffre', postings: posted('paid-out', 'drawer', 500) },
    'I5',
    'postings should be',
  ],
  [
    'a surplus that is posted as a shortage',
    'DRAWER_COUNTED',
    { pieces: note(11), total: 11_000, expected: 10_000, postings: posted('over-short', 'drawer', 1_000) },
    'I5',
    'postings should be',
  ],
  ['a drawer opened without a reason', 'DRAWER_OPENED', { currency: undefined, reason: '' }, 'state', 'reason: '],
  ['a count without its pieces', 'DRAWER_COUNTED', { total: 0, expected: 0, postings: [] }, 'state', 'pieces: '],
  ['a float without an amount', 'SHIFT_OPENED', { shiftNo: 1, postings: [] }, 'state', 'amount: '],
  ['cash paid in without a reason', 'PAID_IN', { amount: 500, reason: '', postings: [] }, 'state', 'reason: '],
])('finds %s', async (_what, code, payload, check, why) => {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  const ledger = await openLedger(options)
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
