import { rmSync, writeFileSync } from 'node:fs'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { ScenarioClock } from './every-event.ts'
import {
  chosenSeat,
  composed,
  pricedSale,
  resumeSale,
  startSale,
  ticketOf,
  toPaid,
  toPrinted,
  type Walk,
} from './sales.ts'

export function corruptLedger(path: string): void {
  writeFileSync(path, 'x'.repeat(100_000))
  for (const name of ['-wal', '.journal.jsonl']) rmSync(`${path}${name}`, { force: true })
}

/** Continues sales in every possible way after an open ledger was restored from a backup without its newest rows. */
export async function gapScenario(options: LedgerOptions, clock: ScenarioClock): Promise<Ledger> {
  const first = await openLedger(options)
  const sales = startedSales(first, clock)
  await first.backup(clock.now())
  first.note('CLOCK_JUMP', { byMs: 3_600_000 }, clock.now())
  first.close()
  corruptLedger(options.path)

  const ledger = await openLedger(options)
  const lost = (sale: Sale): Walk => resumeSale(ledger, clock.now, sale).next({ type: 'rows-lost' })
  reconcile(clock, sales, lost)
  for (const gap of ledger.gaps()) ledger.settleGap(gap, '17', 'staff-7', clock.now())
  return ledger
}

function startedSales(ledger: Ledger, { now }: ScenarioClock) {
  const priced = (seatId: string): Walk => pricedSale(ledger, now, [chosenSeat(seatId)])
  const seats = [chosenSeat('2101')]
  const paid = pricedSale(ledger, now, seats, ...toPaid('card', 35_000))
  const tickets = seats.map((seat) => ticketOf(seat))
  return {
    held: startSale(ledger, now, [chosenSeat('2001')]).next({ type: 'hold-granted' }).sale,
    charged: priced('2002').sale,
    sold: priced('2003').sale,
    neither: priced('2004').sale,
    confirmed: paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets }).sale,
  }
}

function reconcile(
  { now }: ScenarioClock,
  { held, charged, sold, neither, confirmed }: ReturnType<typeof startedSales>,
  lost: (sale: Sale) => Walk,
): void {
  const absent = { type: 'tickets-not-found', asked: now() } as const
  lost(held)
    .next(
      absent,
      { type: 'tickets-requeried', staffId: 'staff-7' },
      { type: 'tickets-mismatched', detail: 'N3-F-2001' },
    )
    .next({ type: 'settled-manually', reference: '12', staffId: 'staff-7' })

  const reference = 'order' in charged ? `${charged.order.orderId}-3` : ''
  confirm(lost(charged).next(absent, { type: 'charge-found', reference, approval: 'A-1' }), '2002')
  confirm(lost(sold).next({ type: 'tickets-found', tickets: [] }, { type: 'charge-not-found' }), '2003')
  lost(neither)
    .next(absent, { type: 'tender-unknown' }, { type: 'charge-not-found' })
    .next({ type: 'staff-answered', moneyMoved: false, staffId: 'staff-7' }, { type: 'released', holdIds: [] })

  const [queued, ...printed] = toPrinted([ticketOf(chosenSeat('2101'))])
  if (queued) lost(confirmed).next(queued, { type: 'print-retried' }, ...printed)

  function confirm(paid: Walk, seatId: string): void {
    const tickets = [ticketOf(chosenSeat(seatId))]
    paid
      .next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, { type: 'print-queued', saved: '' })
      .next({ type: 'print-scanned', staffId: 'staff-7' })
  }
}
