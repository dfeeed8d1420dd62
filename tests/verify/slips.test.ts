import { describe, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { HubAttestation } from '../../shared/domain/money/credit-voucher.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { atHub, handHub, spentAtHub } from '../ledger/hub-slips-story.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { freshLedger, ledgerOptions, tickingClock } from '../ledger/fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const slip = { slipId: '2345678922', amount: 15_000, currency: 'GNF' }
const paidOut = (change: object = {}) => ({
  ...slip,
  second: '90',
  postings: [
    { account: 'credit-slips', debit: 15_000, credit: 0 },
    { account: 'drawer', debit: 0, credit: 15_000 },
  ],
  ...change,
})
let payments = 0
const started = (token = slip.slipId): SaleEvent => ({
  type: 'tender-started',
  kind: 'credit-slip',
  amount: 10_000,
  provider: { driver: 'credit-slip', host: '', reference: `S-${payments++}`, token },
})
const approved = (received = 15_000): SaleEvent => ({
  type: 'tender-approved',
  received,
  change: 0,
  approval: 'S',
  ...(received > 10_000 && { slip: { slipId: '2345678933', amount: received - 10_000, currency: 'GNF' } }),
})

type Row = readonly [payload: object, staffId: string | null, code?: string] | readonly SaleEvent[]
const copied = (copyNumber: number, staffId: string | null = '7', slipId = slip.slipId): Row => [
  { slipId, copyNumber },
  staffId,
  'CREDIT_SLIP_COPIED',
]

/**
 * Returns the findings for an open slip of 15,000 and additional rows. Writes the rows without updating the tables,
 * because the program would refuse some of the rows.
 */
async function slipFindings(rows: readonly Row[], issued: typeof slip = slip): Promise<readonly string[]> {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  ;(await openLedger(options)).close()
  const store = openStore(options.path, options)
  // The slip state in the tables is irrelevant to the findings, so it is set to whatever lets the next row be written.
  const free = store.db.prepare(
    `UPDATE credit_slip SET state = ?, reference = ?, last_seq = last_seq WHERE slip_id = ?`,
  )
  const record: Parameters<typeof startSale>[0]['record'] = (before, sale, event, at) => {
    const tender = 'tender' in sale ? sale.tender : null
    if (event.type === 'tender-started') {
      store.db
        .prepare(`INSERT OR IGNORE INTO credit_slip SELECT ?, sale_id, 1, 'GNF', 'open', NULL, 1, 1, NULL FROM sale`)
        .run(tender?.provider?.token)
      free.run('open', null, tender?.provider?.token)
    }
    if (event.type === 'tender-approved' && before && 'tender' in before) {
      free.run('taken', before.tender.reference, before.tender.provider?.token)
      if (event.slip && before.tender.kind === 'credit-slip')
        store.db.prepare('DELETE FROM credit_slip WHERE slip_id = ?').run(event.slip.slipId)
    }
    store.transaction(() => store.step(before, sale, event, at))
  }
  const sell = (seat: string, price: number, events: readonly SaleEvent[]) =>
    startSale({ record }, now, [chosenSeat(seat, price)]).next(...toPriced([chosenSeat(seat, price)]), ...events)
  const took = { type: 'tender-approved', received: 50_000, change: 0, approval: 'A', slip: issued } as const
  sell('1001', 35_000, [{ type: 'tender-started', kind: 'card' }, took])
  for (const [index, row] of rows.entries()) {
    if ('type' in (row[0] ?? {})) sell(String(2_000 + index), 30_000, row as readonly SaleEvent[])
    else {
      const [payload, staffId, code = 'SLIP_PAID_OUT'] = row as readonly [object, string | null, string?]
      const entry = { code, saleId: null, staffId, payload }
      store.transaction(() => store.journal.append(entry, now()))
    }
  }
  store.close()
  const { findings } = await verifyLedger({ path: options.path })
  return findings.filter(({ check }) => check === 'slips').map(({ what, why }) => `${what} ${why}`)
}

test.each<[string, readonly Row[]]>([
  ['spent', [[started(), approved()]]],
  [
    'taken, set free, and paid out',
    [
      [started(), { type: 'tender-cancelled' }],
      [paidOut(), '7'],
    ],
  ],
  ['printed twice more, and paid out', [copied(1), copied(2), [paidOut(), '7']]],
])('a slip that is %s is in order', async (_, rows) => {
  expect(await slipFindings(rows)).toEqual([])
})

const taken = ['credit slip 2345678922']
test.each<[string, readonly Row[], string]>([
  ['spent twice', [[started(), approved()], [started()]], 'becomes taken, but was spent'],
  [
    'spent and paid out',
    [
      [started(), approved()],
      [paidOut(), '7'],
    ],
    'becomes paid-out, but was spent',
  ],
  [
    'paid out twice',
    [
      [paidOut(), '7'],
      [paidOut(), '7'],
    ],
    'becomes paid-out, but was paid-out',
  ],
  ['paid out by one person', [[paidOut({ second: '7' }), '7']], 'is not paid out by two people'],
  ['paid out by nobody', [[paidOut(), null]], 'is not paid out by two people'],
  ['paid out as more', [[paidOut({ amount: 20_000 }), '7']], 'is paid out as 20000 GNF, and is 15000 GNF'],
  ['printed again after it was spent', [[started(), approved()], copied(1)], 'is printed again, but was spent'],
  ['printed again after it was paid out', [[paidOut(), '7'], copied(1)], 'is printed again, but was paid-out'],
  ['printed again while a payment has it', [[started()], copied(1)], 'is printed again, but was taken'],
  ['printed again under one number', [copied(1), copied(1)], 'is printed as copy 1, which follows 1'],
  ['printed again past a number', [copied(2)], 'is printed as copy 2, which follows 0'],
  ['printed again by nobody', [copied(1, null)], 'is printed again by nobody'],
  ['spent as less', [[started(), approved(10_000)]], 'is spent as 10000 GNF, and is 15000 GNF'],
  ['spent as more', [[started(), approved(16_000)]], 'is spent as 16000 GNF, and is 15000 GNF'],
])('a slip that is %s is found', async (_, rows, why) => {
  expect((await slipFindings(rows))[0]).toContain(`${taken[0]} ${why}`)
})

test('a slip that was never issued, and one in another currency, are found', async () => {
  expect(await slipFindings([[started('9999999999')]])).toEqual([
    'credit slip 9999999999 becomes taken, but was never issued',
  ])
  expect(await slipFindings([copied(1, '7', '9999999999')])).toEqual([
    'credit slip 9999999999 is printed again, but was never issued',
  ])
  expect(await slipFindings([], { ...slip, currency: 'XOF' })).toEqual([
    'credit slip 2345678922 is in another currency than its sale',
  ])
})

describe('a slip that a hub has the word about', () => {
  const hub = handHub()
  const foreign = { slipId: 'HUBS223355', amount: 15_000, currency: 'GNF' }
  const word = (more: Partial<HubAttestation> = {}) => ({ ...hub.word(foreign, 'S1'), ...more })

  async function findings(
    work: (ledger: Ledger, buy: (...events: readonly SaleEvent[]) => void) => void,
    hubs?: string[],
  ) {
    const { ledger, options, now } = await freshLedger()
    let seat = 7_000
    work(ledger, (...events) => {
      const seats = [chosenSeat(String((seat += 1)), 15_000)]
      startSale(ledger, now, seats).next(...toPriced(seats), ...events)
    })
    ledger.close()
    const files = hubs && [{ format: 'guichet-trust-1' as const, hubs, registers: [] }]
    const report = await verifyLedger({ path: options.path, ...(files && { trust: { files } }) })
    return report.findings.filter(({ check }) => check === 'slips').map(({ why }) => why)
  }
  const spent = (by: HubAttestation) => [atHub(foreign.slipId, 'S1'), spentAtHub(foreign, by)]

  test('is in order with that word, from another ledger too', async () => {
    expect(await findings((_, buy) => buy(...spent(word())))).toEqual([])
    expect(await findings((_, buy) => buy(...spent(word())), [hub.hubKey])).toEqual([])
  })

  test.each<[string, readonly SaleEvent[], string]>([
    [
      'without it',
      [atHub(foreign.slipId, 'S1'), { type: 'tender-approved', received: 15_000, change: 0, approval: 'A' }],
      'is spent, and no hub says so',
    ],
    ['with that of another spending', spent(hub.word(foreign, 'S2')), 'has no word of its hub for this spending'],
    [
      'with one for less',
      spent(hub.word({ ...foreign, amount: 1_000 }, 'S1')),
      'has no word of its hub for this spending',
    ],
    [
      'with one that names another machine',
      spent(word({ deviceId: 'porte-9' })),
      'has no word of its hub for this spending',
    ],
    ['with one of another hub', spent(word({ hubKey: handHub().hubKey })), 'has no word of its hub for this spending'],
  ])('is found %s', async (_, events, why) => {
    expect(await findings((_ledger, buy) => buy(...events))).toEqual([why])
  })

  test('is found where its hub is not trusted, and where it is spent twice', async () => {
    const twice = [atHub(foreign.slipId, 'S3'), spentAtHub(foreign, hub.word(foreign, 'S3'))]
    expect(await findings((_, buy) => buy(...spent(word())), [handHub().hubKey])).toEqual([
      'has the word of a hub that is not trusted',
    ])
    expect(
      await findings((_, buy) => {
        buy(...spent(word()))
        buy(...twice)
      }),
    ).toEqual(['is spent twice'])
  })
})
