import { describe, expect, test } from 'vitest'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { freshLedger } from '../ledger/fixtures.ts'

type Row = readonly [code: string, payload: object, staffId?: string | null]

describe('open payments', () => {
  interface Left {
    readonly saleId: string
    readonly reference: string
  }

  const account = 'orange-money-clearing'

  const due = (amount: number) => [
    { account, debit: amount, credit: 0 },
    { account: 'refunds-due', debit: 0, credit: amount },
  ]

  const back = (amount: number) => [
    { account: 'refunds-due', debit: amount, credit: 0 },
    { account, debit: 0, credit: amount },
  ]

  const sum = { kind: 'orange-money', currency: 'GNF', amount: 35_000 }

  const found = (left: Left, change: object = {}) => ({
    ...left,
    ...sum,
    approval: 'OM-1',
    postings: due(35_000),
    ...change,
  })

  const paidBack = (left: Left, change: object = {}) => ({
    ...left,
    ...sum,
    receipt: 'R-1',
    postings: back(35_000),
    ...change,
  })

  /**
   * Verifies a ledger with one open payment and additional rows, some of which the program itself would refuse to
   * write.
   */
  async function verifiedWith(rows: (left: Left) => readonly Row[]) {
    const { ledger, options, now } = await freshLedger()
    const seats = [chosenSeat('1001')]
    const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-1' }
    const gone: readonly SaleEvent[] = [
      { type: 'tender-started', kind: 'orange-money', provider },
      { type: 'tender-pending', token: 't-1' },
      { type: 'tender-unknown' },
      { type: 'staff-answered', moneyMoved: false, staffId: '7' },
      { type: 'released', holdIds: [] },
    ]
    const { sale } = startSale(ledger, now, seats).next(...toPriced(seats), ...gone)
    expect(sale.state).toBe('abandoned')
    const [left] = ledger.openPayments()
    ledger.close()
    if (!left) throw new Error('nothing is left open')
    const store = openStore(options.path, options)
    for (const [code, payload, staffId = null] of rows({ saleId: left.saleId, reference: left.reference }))
      store.transaction(() => {
        store.db.exec("UPDATE open_payment SET state = 'asked'")
        const row = store.journal.append({ code, saleId: null, staffId, payload }, now())
        const {
          saleId: of,
          currency,
          postings = [],
        } = payload as { saleId: string; currency: string; postings?: object[] }
        const post = store.db.prepare('INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)')
        for (const [index, line] of postings.entries()) {
          const { account: name, debit, credit } = line as { account: string; debit: number; credit: number }
          post.run(row.seq, index + 1, of, name, currency, debit, credit)
        }
      })
    store.close()
    const { findings } = await verifyLedger({ path: options.path })
    return findings.filter(({ check }) => check !== 'beside' && check !== 'tables')
  }

  test('what was found and paid back, and what was closed, holds', async () => {
    expect(
      await verifiedWith((left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_PAID_BACK', paidBack(left), '7'],
      ]),
    ).toEqual([])
    const closed = (by: string, who: string | null): Row => ['PAYMENT_CLOSED', { by }, who]
    for (const [code, payload, who] of [closed('provider', null), closed('time', null), closed('staff', '7')])
      expect(await verifiedWith((left) => [[code, { ...left, ...payload }, who ?? null]])).toEqual([])
  })

  test.each<[string, (left: Left) => readonly Row[], string]>([
    [
      'a payment that was never left open',
      (left) => [['PAYMENT_CLOSED', { ...left, reference: 'x', by: 'time' }]],
      'I11: never left open',
    ],
    [
      'one found twice',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_FOUND', found(left)],
      ],
      'I11: but was found',
    ],
    ['one paid back that was not found', (left) => [['PAYMENT_PAID_BACK', paidBack(left), '7']], 'I11: but was asked'],
    [
      'one paid back twice',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_PAID_BACK', paidBack(left), '7'],
        ['PAYMENT_PAID_BACK', paidBack(left), '7'],
      ],
      'I11: but was paid-back',
    ],
    [
      'another sum paid back',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_PAID_BACK', paidBack(left, { amount: 30_000, postings: back(30_000) }), '7'],
      ],
      'I11: pays 30000 GNF back for 35000 GNF',
    ],
    [
      'nobody who paid back',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_PAID_BACK', paidBack(left), null],
      ],
      'I11: names nobody',
    ],
    [
      'no receipt',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_PAID_BACK', paidBack(left, { receipt: '' }), '7'],
      ],
      'I11: receipt',
    ],
    [
      'one found over another tender',
      (left) => [['PAYMENT_FOUND', found(left, { kind: 'card' })]],
      'I11: is found as card',
    ],
    [
      'one found that posts less',
      (left) => [['PAYMENT_FOUND', found(left, { postings: due(1) })]],
      'I5: postings should be',
    ],
    [
      'one that staff closed without a name',
      (left) => [['PAYMENT_CLOSED', { ...left, by: 'staff' }]],
      'I11: names nobody',
    ],
    [
      'one closed after it was found',
      (left) => [
        ['PAYMENT_FOUND', found(left)],
        ['PAYMENT_CLOSED', { ...left, by: 'time' }],
      ],
      'I11: but was found',
    ],
  ])('%s is found out', async (_, rows, expected) => {
    const [, check, why = ''] = /^(\S+): (.*)$/u.exec(expected) ?? []
    const findings = await verifiedWith(rows)
    expect(findings).toContainEqual(expect.objectContaining({ check, why: expect.stringContaining(why) as string }))
  })
})
