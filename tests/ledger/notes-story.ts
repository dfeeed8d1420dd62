import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, composed, handOver, pricedSale, ticketOf, toPrinted } from './sales.ts'

const start = { type: 'tender-started', kind: 'notes' } as const

const held = (value: number) => ({ type: 'note-held', value }) as const

const kept = (value: number) => [held(value), { type: 'note-credited', value }] as const

const slip = (slipId: string, amount: number) => ({ slipId, amount, currency: 'GNF' })

/** Records banknote payments with restarts: in full, overpaid, partial, without a note, unknown note. */
export function paidInNotes(ledger: Ledger, now: () => Instant): void {
  ledger.recordStrayNote({ value: 20_000, currency: 'GNF' }, now())
  ledger.recordStrayNote(null, now())
  ledger.note('NOTE_EVENT_CLEARED', {}, now())
  for (const stray of ledger.strayNotes()) ledger.settleStrayNote(stray, stray.note !== null, 'staff-7', now())
  const sale = () => pricedSale(ledger, now, [chosenSeat('3101')])
  const all = { type: 'tender-approved', received: 40_000, change: 0, approval: '' } as const
  const paid = sale()
    .next(start, ...kept(20_000), held(5_000), { type: 'note-returned' }, ...kept(20_000))
    .next({ ...all, slip: slip('NTES223344', 5_000) })
  handOver(paid)

  pricedSale(ledger, now, [chosenSeat('3102')])
    .next(start, { type: 'tender-unavailable' }, start, ...kept(10_000), { type: 'tender-cancelled' })
    .next({ type: 'abandoned', reason: 'idle' }, { type: 'released', holdIds: [] })
    .next({ type: 'voucher-issued', slip: slip('NTES223345', 10_000) })

  const unclear = [chosenSeat('3103')]
  const asked = pricedSale(ledger, now, unclear).next(
    start,
    ...kept(20_000),
    held(20_000),
    { type: 'resumed' },
    { type: 'note-outcome-unknown' },
  )
  const answered = asked.next({
    type: 'staff-answered',
    moneyMoved: true,
    staffId: 'staff-7',
    slip: slip('NTES223346', 5_000),
  })
  const theirs = unclear.map((seat) => ticketOf(seat))
  answered.next(composed(answered.sale), { type: 'purchase-confirmed', tickets: theirs }, ...toPrinted(theirs))

  pricedSale(ledger, now, [chosenSeat('3104')])
    .next(start, held(20_000), { type: 'note-outcome-unknown' })
    .next({ type: 'staff-answered', moneyMoved: false, staffId: 'staff-7' }, { type: 'released', holdIds: [] })

  pricedSale(ledger, now, [chosenSeat('3105')])
    .next(start, ...kept(10_000), { type: 'resumed' }, { type: 'tender-cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'voucher-issued', slip: slip('NTES223347', 10_000) })

  emptiedTwice(ledger, now)
}

function emptiedTwice(ledger: Ledger, now: () => Instant): void {
  const opened = (): number => {
    ledger.recordCashbox({ type: 'cashbox-opened', second: '90' }, '7', now())
    return ledger.cashbox().open!.seq
  }
  ledger.recordCashbox({ type: 'cashbox-closed', openingSeq: opened(), second: '90' }, '7', now())
  const pieces = [
    { kind: 'note', value: 20_000, count: 5 },
    { kind: 'note', value: 5_000, count: 1 },
    { kind: 'note', value: 1_000, count: 0 },
  ] as const
  const emptied = { type: 'cashbox-emptied', currency: 'GNF', second: '90' } as const
  ledger.recordCashbox({ ...emptied, openingSeq: opened(), pieces }, '7', now())
  ledger.recordCashbox({ ...emptied, openingSeq: opened(), pieces: [] }, '7', now())
}
