import type { Order, Sale } from '../../../shared/domain/sale/sale.ts'
import type { Ticket } from '../../../shared/domain/seats/offer.ts'
import type { AttemptEntry, TenderEntry } from '../books/entries.ts'
import { LedgerConflict } from '../storage/errors.ts'
import type { prepareProjection } from './projection-statements.ts'
import type { SaleText } from './sale-body.ts'
import { placeKey } from './seat-key.ts'
import type { StepPayload } from './step.ts'

const FINISHED: ReadonlySet<Sale['state']> = new Set(['done', 'abandoned', 'refunded'])

/** Writes one step of a sale into the tables beside the journal. */
export function stepWriter(write: ReturnType<typeof prepareProjection>) {
  function writeSale(seq: number, saleId: string, payload: StepPayload, { body }: SaleText): void {
    const finished = FINISHED.has(payload.to)
    if (payload.opened) {
      const { event, sessionId, ownerRef, currency } = payload.opened
      write.newSale.run(
        saleId,
        payload.to,
        Number(finished),
        event.eventId,
        sessionId,
        ownerRef,
        currency,
        seq,
        seq,
        body,
      )
      return
    }
    const { changes } = write.sale.run(payload.to, seq, body, saleId, payload.from)
    one(changes, `sale ${saleId} is not "${payload.from}" in the ledger`)
    if (finished) write.finish.run(saleId)
  }

  function writeOrder(saleId: string, { orderId, amount, seats }: Order): void {
    write.order.run(orderId, amount, saleId)
    for (const { holdId, seatId, price } of seats) {
      one(write.seat.run(holdId, orderId, seatId, price, saleId).changes, `hold ${holdId} belongs to another sale`)
    }
  }

  function writeTender(saleId: string, tender: TenderEntry): void {
    const { reference, orderId, kind, state, amount } = tender
    const { received = null, change = null, approval = null, refundReference = null } = tender
    const { changes } = write.tender.run(
      reference,
      saleId,
      orderId,
      kind,
      state,
      amount,
      received,
      change,
      approval,
      refundReference,
    )
    one(changes, `payment reference ${reference} belongs to another sale`)
  }

  function writeAttempt(saleId: string, { attempt, outcome, reply }: AttemptEntry, sha256: string | null): void {
    const text = reply ? JSON.stringify({ code: reply.code, detail: reply.detail }) : null
    write.attempt.run(saleId, attempt, sha256, outcome, reply?.status ?? null, text)
  }

  function writeTicket(seq: number, saleId: string, ticket: Ticket): void {
    const { ticketId, qrCode, seatId, ticketNumber, price, place } = ticket
    const { changes } = write.ticket.run(
      ticketId,
      qrCode,
      seatId,
      ticketNumber,
      price,
      seq,
      place.seatCode,
      placeKey(place),
      saleId,
    )
    one(changes, `no sale ${saleId}`)
  }

  return function writeStep(seq: number, saleId: string, payload: StepPayload, state: SaleText): void {
    writeSale(seq, saleId, payload, state)
    if (payload.order) writeOrder(saleId, payload.order)
    if (payload.tender) writeTender(saleId, payload.tender)
    if (payload.tender && payload.leftOpen) write.leftOpen.run(payload.tender.reference, saleId, seq, seq)
    if (payload.attempt) writeAttempt(saleId, payload.attempt, state.request?.sha256 ?? null)
    for (const ticket of payload.tickets ?? []) writeTicket(seq, saleId, ticket)
    for (const { ticketId, copyNumber, state, evidence } of payload.jobs ?? []) {
      write.job.run(ticketId, copyNumber, state, evidence)
    }
    for (const [index, { account, debit, credit }] of (payload.postings ?? []).entries()) {
      write.posting.run(seq, index + 1, account, debit, credit, saleId)
    }
  }
}

/** A row that another sale owns is not touched by these statements: that is a fault, and the step fails whole. */
function one(changes: number, what: string): void {
  if (changes !== 1) throw new LedgerConflict(what)
}
