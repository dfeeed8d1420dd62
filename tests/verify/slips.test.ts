import { describe, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { HubAttestation } from '../../shared/domain/money/credit-voucher.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { atHub, handHub, spentAtHub } from '../ledger/hub-slips-story.ts'
import { chosenSeat, pricedSale, startSale, toPriced } from '../ledger/sales.ts'
import { freshLedger, ledgerOptions, tickingClock } from '../ledger/fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const slip = { slipId: '2345678922', amount: 15_000, currency: 'GNF' }
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

type RegisterRow = readonly [code: string, payload: object, staffId: string | null]
type Row = RegisterRow | readonly SaleEvent[]
const isEvents = (row: Row): row is readonly SaleEvent[] => typeof row[0] === 'object'
const postings = [
  { account: 'credit-slips', debit: 15_000, credit: 0 },
  { account: 'drawer', debit: 0, credit: 15_000 },
]
const payOut = (change: object = {}, staffId: string | null = '7'): Row => [
  'SLIP_PAID_OUT',
  { ...slip, second: '90', postings, ...change },
  staffId,
]
const copied = (copyNumber: number, staffId: string | null = '7', slipId = slip.slipId): Row => [
  'CREDIT_SLIP_COPIED',
  { slipId, copyNumber },
  staffId,
]

/** Returns the findings for an open slip of 15,000 and rows that the ledger accepts only with adjusted tables. */
async function slipFindings(rows: readonly Row[], issued: typeof slip = slip): Promise<readonly string[]> {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  ;(await openLedger(options)).close()
  const store = openStore(options.path, options)
  // The voucher state in the tables does not affect the findings, so it is set to a value that allows the next row.
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
    if (isEvents(row)) sell(String(2_000 + index), 30_000, row)
    else {
      const [code, payload, staffId] = row
      store.transaction(() => store.journal.append({ code, saleId: null, staffId, payload }, now()))
    }
  }
  store.close()
  const { findings } = await verifyLedger({ path: options.path })
  return findings.filter(({ check }) => check === 'slips').map(({ what, why }) => `${what} ${why}`)
}

const spent = [started(), approved()]

test.each<[string, readonly Row[]]>([
  ['spent', [spent]],
  ['taken, set free, and paid out', [[started(), { type: 'tender-cancelled' }], payOut()]],
  ['printed twice more, and paid out', [copied(1), copied(2), payOut()]],
])('a slip that is %s is in order', async (_, rows) => {
  expect(await slipFindings(rows)).toEqual([])
})

test.each<[string, readonly Row[], string]>([
  ['spent twice', [spent, [started()]], 'becomes taken, but was spent'],
  ['spent and paid out', [spent, payOut()], 'becomes paid-out, but was spent'],
  ['paid out twice', [payOut(), payOut()], 'becomes paid-out, but was paid-out'],
  ['paid out by one person', [payOut({ second: '7' })], 'lacks the approval of a second person'],
  ['paid out by nobody', [payOut({}, null)], 'lacks the approval of a second person'],
  ['paid out as more', [payOut({ amount: 20_000 })], 'is paid out as 20000 GNF, but is worth 15000 GNF'],
  ['printed again after it was spent', [spent, copied(1)], 'is reprinted, but was spent'],
  ['printed again after it was paid out', [payOut(), copied(1)], 'is reprinted, but was paid-out'],
  ['printed again while a payment has it', [[started()], copied(1)], 'is reprinted, but was taken'],
  ['printed again under one number', [copied(1), copied(1)], 'is printed as copy 1, which follows 1'],
  ['printed again past a number', [copied(2)], 'is printed as copy 2, which follows 0'],
  ['printed again by nobody', [copied(1, null)], 'is reprinted without a staff member'],
  ['spent as less', [[started(), approved(10_000)]], 'is spent as 10000 GNF, but is worth 15000 GNF'],
  ['spent as more', [[started(), approved(16_000)]], 'is spent as 16000 GNF, but is worth 15000 GNF'],
])('a slip that is %s is found', async (_, rows, why) => {
  expect((await slipFindings(rows))[0]).toContain(`credit slip 2345678922 ${why}`)
})

test.each<[string, readonly Row[], issued: typeof slip, why: string]>([
  ['taken but never issued', [[started('9999999999')]], slip, '9999999999 becomes taken, but was never issued'],
  ['reprinted but never issued', [copied(1, '7', '9999999999')], slip, '9999999999 is reprinted, but was never issued'],
  ['in another currency', [], { ...slip, currency: 'XOF' }, '2345678922 has a different currency from its sale'],
])('a slip that is %s is found', async (_, rows, issued, why) => {
  expect(await slipFindings(rows, issued)).toEqual([`credit slip ${why}`])
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
      pricedSale(ledger, now, [chosenSeat(String((seat += 1)), 15_000)], ...events)
    })
    const files = hubs && [{ format: 'guichet-trust-1' as const, hubs, registers: [] }]
    const report = await verifyLedger({ path: options.path, ...(files && { trust: { files } }) })
    return report.findings.filter(({ check }) => check === 'slips').map(({ why }) => why)
  }
  const spent = (by: HubAttestation) => [atHub(foreign.slipId, 'S1'), spentAtHub(foreign, by)]

  test('is in order with that word, from another ledger too', async () => {
    expect(await findings((_, buy) => buy(...spent(word())))).toEqual([])
    expect(await findings((_, buy) => buy(...spent(word())), [hub.hubKey])).toEqual([])
  })

  const noWord = "lacks its hub's attestation for this payment"
  const unsaid: SaleEvent = { type: 'tender-approved', received: 15_000, change: 0, approval: 'A' }

  test.each<[string, readonly SaleEvent[], string]>([
    ['without it', [atHub(foreign.slipId, 'S1'), unsaid], "is spent without a hub's attestation"],
    ['with that of another spending', spent(hub.word(foreign, 'S2')), noWord],
    ['with one for less', spent(hub.word({ ...foreign, amount: 1_000 }, 'S1')), noWord],
    ['with one that names another machine', spent(word({ deviceId: 'porte-9' })), noWord],
    ['with one of another hub', spent(word({ hubKey: handHub().hubKey })), noWord],
  ])('is found %s', async (_, events, why) => {
    expect(await findings((_ledger, buy) => buy(...events))).toEqual([why])
  })

  test('is found where its hub is not trusted, and where it is spent twice', async () => {
    const untrusted = await findings((_, buy) => buy(...spent(word())), [handHub().hubKey])
    expect(untrusted).toEqual(['has the attestation of a hub that is not trusted'])
    const twice = await findings((_, buy) => {
      buy(...spent(word()))
      buy(atHub(foreign.slipId, 'S3'), spentAtHub(foreign, hub.word(foreign, 'S3')))
    })
    expect(twice).toEqual(['is spent twice'])
  })
})
