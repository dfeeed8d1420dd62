import { expect, test } from 'vitest'
import type { SaleLedger } from '../../electron/core/ports/ports.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/sales/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, composed, startSale, ticketOf, toPriced } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const provider = { driver: 'test', host: 'https://pay.example', reference: 'p-1' }
const unclear: SaleEvent = { type: 'purchase-unclear', reply: { status: 504, code: 'GATEWAY', detail: '' } }
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

/** A sale whose money is owed, and rows that came past the program: it would have refused some of them. */
async function verifiedWith(rows: (due: Due) => readonly Row[]) {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  const ledger = await openLedger(options)
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
    { type: 'tender-begun' },
    { type: 'tender-approved', received: 35_000, change: 0, approval: 'OM-1' },
  )
  let owed = paid
    .next(composed(paid.sale), unclear, { type: 'tickets-differ', detail: 'another seat' })
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
  ['under way', (due) => [['REFUND_ASKED', asked(due), '7']]],
  ['made', (due) => [['REFUND_ASKED', asked(due), '7'], givenBack('b-1')]],
  [
    'refused, not sent, and made in the end',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due)],
      ['REFUND_ASKED', asked(due, { reference: 'b-2' }), '7'],
      ['REFUND_CLOSED', closed(due, { reference: 'b-2', by: 'unsent', reason: '' })],
      ['REFUND_ASKED', asked(due, { reference: 'b-3' }), '7'],
      givenBack('b-3'),
    ],
  ],
  [
    'closed by staff, who give it back themselves',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due, { by: 'staff', reason: '' }), '7'],
      givenBack(),
    ],
  ],
])('a refund that is %s holds', async (_, rows) => {
  expect(await verifiedWith(rows)).toEqual([])
})

const tickets = [ticketOf(chosenSeat('1001'))]

test.each<[string, (due: Due) => readonly Row[], string]>([
  ['one person alone', (due) => [['REFUND_ASKED', asked(due, { second: '7' }), '7']], 'by two people'],
  ['nobody', (due) => [['REFUND_ASKED', asked(due)]], 'by two people'],
  [
    'another sum',
    (due) => [['REFUND_ASKED', asked(due, { amount: 70_000 }), '7']],
    'gives 70000 GNF back for 35000 GNF',
  ],
  ['another currency', (due) => [['REFUND_ASKED', asked(due, { currency: 'XOF' }), '7']], 'for 35000 GNF'],
  ['a payment of nobody', (due) => [['REFUND_ASKED', asked(due, { payment: 'x' }), '7']], 'which no sale has'],
  ['another provider', (due) => [['REFUND_ASKED', asked(due, { kind: 'card' }), '7']], 'another provider'],
  [
    'a second one beside it',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_ASKED', asked(due, { reference: 'b-2' }), '7'],
    ],
    'is not the first',
  ],
  [
    'a second one after staff closed it',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due, { by: 'staff' }), '7'],
      ['REFUND_ASKED', asked(due, { reference: 'b-2' }), '7'],
    ],
    'is not the first',
  ],
  [
    'the same reference twice',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due)],
      ['REFUND_ASKED', asked(due), '7'],
    ],
    'under this reference',
  ],
  [
    'one after the money went back',
    (due) => [givenBack(), ['REFUND_ASKED', asked(due), '7']],
    'for nothing that is owed',
  ],
  ['one that is closed without being asked for', (due) => [['REFUND_CLOSED', closed(due)]], 'never asked for'],
  [
    'one that is closed twice',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due)],
      ['REFUND_CLOSED', closed(due)],
    ],
    'but was closed',
  ],
  [
    'staff who close it without a name',
    (due) => [
      ['REFUND_ASKED', asked(due), '7'],
      ['REFUND_CLOSED', closed(due, { by: 'staff' })],
    ],
    'names nobody',
  ],
  ['money back beside it', (due) => [['REFUND_ASKED', asked(due), '7'], givenBack()], 'beside the refund b-1'],
  ['a booking of another one', (due) => [['REFUND_ASKED', asked(due), '7'], givenBack('b-9')], 'knows no refund b-9'],
  ['a booking of none', () => [givenBack('b-1')], 'knows no refund b-1'],
  [
    'tickets beside it',
    (due) => [
      { type: 'asked-again', staffId: '7' },
      ['REFUND_ASKED', asked(due), '7'],
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
