import type { Entry, Row, Step } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Maximum number of digits in the largest QR code (ISO/IEC 18004). */
const MAX_QR = 7089

/** Sale of every ticket by ID and by QR code, and the last ticket sold for each seat. */
export interface TicketRegister {
  readonly byId: Map<string, string>
  readonly byQrCode: Map<string, string>
  readonly bySeat: Map<string, { readonly saleId: string; readonly ticketId: string }>
}

/** Checks invariants I2 and I3 for one row. `sale`: state of the sale before the row. */
export function checkTickets(
  findings: Findings,
  all: TicketRegister,
  row: Row,
  step: Step,
  sale: SaleAccount,
  returnedOf: (saleId: string) => ReadonlySet<string> | undefined,
): void {
  const { tickets } = step
  const bad = (why: string): void => findings.error('I2', row.seq, `sale ${sale.saleId}`, why)
  const becomes = step.to === 'confirmed' && step.from !== 'confirmed'
  if (becomes !== (tickets !== undefined)) bad(becomes ? 'is confirmed without tickets' : 'tickets out of place')
  if (!tickets) return
  if (sale.tickets.length > 0) bad('had its tickets before')
  const ordered = (sale.order?.seats ?? []).filter(({ seatId }) => !step.unsold?.seatIds.includes(seatId))
  const prices = new Map(ordered.map(({ seatId, price }) => [seatId, price]))
  const seats = new Set(tickets.map(({ seatId }) => seatId))
  if (tickets.length !== prices.size || seats.size !== prices.size)
    bad(`${tickets.length} tickets for ${prices.size} seats`)
  for (const { ticketId, qrCode, seatId, price, eventId } of tickets) {
    const what = `ticket ${ticketId}`
    if (eventId !== undefined && eventId !== sale.opened.event.eventId)
      findings.error('I2', row.seq, what, `the service listed it under event ${eventId}`)
    if (prices.get(seatId) !== price) findings.error('I2', row.seq, what, `seat ${seatId} at ${price} was not ordered`)
    if (qrCode === '' || qrCode.length > MAX_QR)
      findings.error('I3', row.seq, what, 'its text does not fit into a QR code')
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

/**
 * Performs the check `state`, which reports two faults: lost rows that staff did not investigate, and a sale that
 * continues after lost rows as if its rows were complete.
 */
export class GapCheck {
  /** First row that may be permanently lost; `Infinity` without a loss. */
  lostFrom = Infinity
  readonly #findings: Findings
  readonly #open = new Set<number>()
  readonly #newKeys = new Set<number>()
  #last = 0

  constructor(findings: Findings) {
    this.#findings = findings
  }

  take({ code, row: { seq }, said }: Entry): void {
    if (code === 'RESTORED' && !said.complete) {
      this.#open.add(seq)
      this.#last = seq
      this.lostFrom = Math.min(this.lostFrom, said.presentSeq + 1)
    }
    // A key that the previous key did not sign must be investigated; recording it does not make it trusted.
    if (code === 'KEY_CHANGED' && said.previousSig === undefined) this.#newKeys.add(seq)
    if (code === 'GAP_SETTLED' && !this.#open.delete(said.gapSeq) && !this.#newKeys.delete(said.gapSeq))
      this.#findings.error('state', seq, code, `row ${said.gapSeq} is not an open gap`)
  }

  moved({ seq, code }: Row, { saleId, lastSeq }: SaleAccount): void {
    const gap = lastSeq < this.#last
    const bad = (why: string): void => this.#findings.error('state', seq, `sale ${saleId}`, why)
    if (code === 'ROWS_LOST' && !gap) bad('no rows were lost since its last one')
    if (code !== 'ROWS_LOST' && gap) bad(`continues without ROWS_LOST after the gap before row ${this.#last}`)
  }

  finish(): void {
    for (const seq of this.#open)
      this.#findings.notice('anchor', seq, 'RESTORED', 'no staff member has investigated the lost rows')
  }
}
