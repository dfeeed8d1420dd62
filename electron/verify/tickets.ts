import { gapSettledShape, keyShape, misfit, restoredShape, type Row, type Step } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Maximum number of digits in the largest symbol (ISO/IEC 18004). */
const LONGEST_QR = 7089

/** Sale of every ticket in the ledger, by id and by QR code, and the last ticket sold for each seat. */
export interface TicketRegister {
  readonly byId: Map<string, string>
  readonly byQrCode: Map<string, string>
  readonly bySeat: Map<string, { readonly saleId: string; readonly ticketId: string }>
}

export function openTicketRegister(): TicketRegister {
  return { byId: new Map(), byQrCode: new Map(), bySeat: new Map() }
}

/** Checks I2 and I3 for one row; `sale` is its state before the row. `returnedOf`: returned tickets of a sale. */
export function checkTickets(
  findings: Findings,
  all: TicketRegister,
  row: Row,
  step: Step,
  sale: SaleAccount,
  returnedOf: (saleId: string) => ReadonlySet<string> | undefined,
): void {
  const { tickets } = step
  const becomes = step.to === 'confirmed' && step.from !== 'confirmed'
  if (becomes !== (tickets !== undefined)) {
    findings.error(
      'I2',
      row.seq,
      `sale ${sale.saleId}`,
      becomes ? 'is confirmed without tickets' : 'tickets out of place',
    )
  }
  if (!tickets) return
  if (sale.tickets.length > 0) findings.error('I2', row.seq, `sale ${sale.saleId}`, 'had its tickets before')
  const prices = new Map((sale.order?.seats ?? []).map(({ seatId, price }) => [seatId, price]))
  const seats = new Set(tickets.map(({ seatId }) => seatId))
  if (tickets.length !== prices.size || seats.size !== prices.size) {
    findings.error('I2', row.seq, `sale ${sale.saleId}`, `${tickets.length} tickets for ${prices.size} seats`)
  }
  for (const { ticketId, qrCode, seatId, price, eventId } of tickets) {
    const what = `ticket ${ticketId}`
    if (eventId !== undefined && eventId !== sale.opened.event.eventId)
      findings.error('I2', row.seq, what, `the service named it with event ${eventId}`)
    if (prices.get(seatId) !== price) findings.error('I2', row.seq, what, `seat ${seatId} at ${price} was not ordered`)
    if (qrCode === '' || qrCode.length > LONGEST_QR) findings.error('I3', row.seq, what, 'no QR code holds its text')
    claim(all.byId, ticketId, 'I2', 'this ticket')
    claim(all.byQrCode, qrCode, 'I3', 'its QR code')
    const seat = `${sale.opened.event.eventId} ${seatId}`
    const before = all.bySeat.get(seat)
    if (before !== undefined && !returnedOf(before.saleId)?.has(before.ticketId))
      findings.error('I3', row.seq, what, `its seat is in sale ${before.saleId} already`)
    all.bySeat.set(seat, { saleId: sale.saleId, ticketId })

    function claim(map: Map<string, string>, name: string, check: 'I2' | 'I3', whose: string): void {
      const owner = map.get(name)
      if (owner !== undefined) findings.error(check, row.seq, what, `${whose} is in sale ${owner} already`)
      map.set(name, sale.saleId)
    }
  }
}

/** Checks `state`: permanently lost rows are investigated, and no sale continues as if their content were known. */
export interface GapCheck {
  take(row: Row, payload: object): void
  /** Takes a row of a sale; `sale` is its state before the row. */
  moved(row: Row, sale: SaleAccount): void
  finish(): void
  /** The first row that may be permanently lost; `Infinity` if there is none. */
  readonly lostFrom: number
}

export function checkGaps(findings: Findings): GapCheck {
  const open = new Set<number>()
  const newKeys = new Set<number>()
  let last = 0
  let lostFrom = Infinity

  function takeRestored(row: Row, payload: object): void {
    const restored = restoredShape.safeParse(payload)
    if (!restored.success) return findings.error('state', row.seq, 'RESTORED', misfit(restored.error, payload))
    if (restored.data.complete) return
    open.add(row.seq)
    last = row.seq
    lostFrom = Math.min(lostFrom, restored.data.presentSeq + 1)
  }

  /** A key that the previous key did not sign must also be investigated. Recording it does not vouch for it. */
  function takeKey(row: Row, payload: object): void {
    const changed = keyShape.safeParse(payload)
    if (changed.success && changed.data.previousSig === undefined) newKeys.add(row.seq)
  }

  function takeSettled(row: Row, payload: object): void {
    const settled = gapSettledShape.safeParse(payload)
    if (!settled.success) return findings.error('state', row.seq, 'GAP_SETTLED', misfit(settled.error, payload))
    const { gapSeq } = settled.data
    if (!open.delete(gapSeq) && !newKeys.delete(gapSeq))
      findings.error('state', row.seq, 'GAP_SETTLED', `row ${gapSeq} is no gap that waits for anybody`)
  }

  return {
    take(row, payload) {
      if (row.sale_id === null && row.code === 'RESTORED') takeRestored(row, payload)
      if (row.code === 'KEY_CHANGED') takeKey(row, payload)
      if (row.code === 'GAP_SETTLED') takeSettled(row, payload)
    },
    moved(row, { saleId, lastSeq }) {
      const gap = lastSeq < last
      if (row.code === 'ROWS_LOST' && !gap)
        findings.error('state', row.seq, `sale ${saleId}`, 'no rows were lost since its last one')
      if (row.code !== 'ROWS_LOST' && gap)
        findings.error('state', row.seq, `sale ${saleId}`, `goes on as if no rows had been lost before row ${last}`)
    },
    get lostFrom() {
      return lostFrom
    },
    finish() {
      for (const seq of open)
        findings.notice('anchor', seq, 'RESTORED', 'nobody has looked yet what the lost rows said')
    },
  }
}
