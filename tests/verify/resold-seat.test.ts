import { expect, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, sellOut, startSale, ticketOf, toPriced } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const seat = chosenSeat('1001')
/** What the service issues for the seat the second time. */
const second = { ticketId: 't-1001-2', qrCode: 'f'.repeat(32) }

/** A ledger that sold the seat twice; its first ticket came back before. */
async function soldTwice({ returned }: { readonly returned: boolean }) {
  const now = tickingClock()
  const options = ledgerOptions(temporaryFolder(), { now })
  const ledger = await openLedger(options)
  const { sale } = sellOut(ledger, now, [seat], 'cash')
  if (sale.state !== 'done') throw new Error(sale.state)
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
