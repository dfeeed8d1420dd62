import { canonical } from '../format/canonical.ts'
import type { ChainCheck } from '../chain/chain.ts'
import type { ClosureCheck } from './closures.ts'
import { ENDS, type Ticket } from '../format/format.ts'
import type { SaleAccount } from './sale-account.ts'
import type { SaleBook } from './sale-book.ts'
import type { PayoutAccount } from './slip-payouts.ts'
import type { SlipAccount } from './slip-moves.ts'

/** A table as the journal would have it; columns that are not named here are looked at elsewhere. */
export interface Expected {
  readonly table: string
  readonly key: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | Buffer | null>>[]
}

/** "The database" of `docs/integrating/ledger-format.md`, table by table, as that version of the schema has it. */
export function expectedTables(
  version: number,
  { chain, book, closures }: { readonly chain: ChainCheck; readonly book: SaleBook; readonly closures: ClosureCheck },
): readonly Expected[] {
  const sales = [...book.sales.values()]
  return [
    {
      table: 'ledger',
      key: ['id'],
      rows: [{ id: 1, ledger_id: chain.ledgerId, register: chain.register, created_utc: chain.createdUtc }],
    },
    {
      table: 'signing_key',
      key: ['key_id'],
      rows: [...chain.keys].map(([key_id, { publicKey, firstSeq }]) => ({
        key_id,
        public_key: publicKey,
        first_seq: firstSeq,
      })),
    },
    {
      table: 'staff',
      key: ['staff_id'],
      rows: [...chain.staff].map(([staff_id, first_seq]) => ({ staff_id, first_seq })),
    },
    { table: 'sale', key: ['sale_id'], rows: sales.map(saleRow) },
    { table: 'sale_seat', key: ['hold_id'], rows: sales.flatMap(seatRows) },
    { table: 'tender', key: ['reference'], rows: sales.flatMap(tenderRows) },
    ...(version < 9 ? [] : [{ table: 'open_payment', key: ['reference'], rows: sales.flatMap(openPaymentRows) }]),
    ...(version < 10 ? [] : [{ table: 'provider_refund', key: ['reference'], rows: sales.flatMap(refundRows) }]),
    ...(version < 11 ? [] : [{ table: 'credit_slip', key: ['slip_id'], rows: [...book.slips].map(slipRow(version)) }]),
    ...(version < 12 ? [] : [{ table: 'slip_payout', key: ['reference'], rows: [...book.payouts].map(payoutRow) }]),
    { table: 'attempt', key: ['sale_id', 'attempt_no'], rows: sales.flatMap(attemptRows) },
    { table: 'ticket', key: ['ticket_id'], rows: sales.flatMap((sale) => ticketRows(version, sale)) },
    { table: 'print_job', key: ['ticket_id', 'copy_no'], rows: sales.flatMap(jobRows) },
    {
      table: 'posting',
      key: ['seq', 'line'],
      rows: sales.flatMap(({ postings }) => postings).concat(closures.postings),
    },
    {
      table: 'shift',
      key: ['shift_no'],
      rows: closures.shifts.map(({ shiftNo, firstSeq, lastSeq }) => ({
        shift_no: shiftNo,
        first_seq: firstSeq,
        last_seq: lastSeq,
      })),
    },
    {
      table: 'closure',
      key: ['seq'],
      rows: [...closures.closures].map(([seq, closure]) => ({
        seq,
        kind: closure.kind,
        shift_no: closure.shiftNo,
        first_seq: closure.firstSeq,
        last_seq: closure.lastSeq,
        totals: canonical(closure.totals),
        perpetual_net: canonical(closure.perpetualNet),
        perpetual_abs: canonical(closure.perpetualAbs),
        sig: Buffer.from(closure.sig, 'base64'),
      })),
    },
  ]
}

function saleRow(sale: SaleAccount) {
  return {
    sale_id: sale.saleId,
    state: sale.state,
    finished: ENDS.has(sale.state) ? 1 : 0,
    event_id: sale.opened.event.eventId,
    session_id: sale.opened.sessionId,
    owner_ref: sale.opened.ownerRef,
    currency: sale.opened.currency,
    order_id: sale.order?.orderId ?? null,
    amount: sale.order?.amount ?? null,
    first_seq: sale.firstSeq,
    last_seq: sale.lastSeq,
  }
}

function seatRows({ saleId, opened, seats }: SaleAccount) {
  return [...seats].map(([hold_id, { orderId, seatId, price }]) => ({
    hold_id,
    sale_id: saleId,
    order_id: orderId,
    event_id: opened.event.eventId,
    seat_id: seatId,
    price,
  }))
}

function tenderRows({ saleId, tenders }: SaleAccount) {
  return [...tenders.values()].map((tender) => ({
    reference: tender.reference,
    sale_id: saleId,
    order_id: tender.orderId,
    kind: tender.kind,
    state: tender.state,
    amount: tender.amount,
    received: tender.received ?? null,
    change_given: tender.change ?? null,
    approval: tender.approval ?? null,
    refund_reference: tender.refundReference ?? null,
  }))
}

function openPaymentRows({ saleId, openPayments }: SaleAccount) {
  return [...openPayments].map(([reference, { state, leftSeq, lastSeq }]) => ({
    reference,
    sale_id: saleId,
    state,
    left_seq: leftSeq,
    last_seq: lastSeq,
  }))
}

function refundRows({ saleId, refunds }: SaleAccount) {
  return [...refunds].map(([reference, { payment, state, askedSeq, lastSeq }]) => ({
    reference,
    sale_id: saleId,
    payment,
    state,
    asked_seq: askedSeq,
    last_seq: lastSeq,
  }))
}

function slipRow(version: number) {
  return ([slip_id, slip]: readonly [string, SlipAccount]) => {
    const { saleId, amount, currency, state, reference, issuedSeq, lastSeq, hub } = slip
    const row = { slip_id, sale_id: saleId, amount, currency, state, reference, issued_seq: issuedSeq }
    return { ...row, last_seq: lastSeq, ...(version < 12 ? {} : { hub }) }
  }
}

function payoutRow([reference, { slipId, state, askedSeq, lastSeq }]: readonly [string, PayoutAccount]) {
  return { reference, slip_id: slipId, state, asked_seq: askedSeq, last_seq: lastSeq }
}

function attemptRows({ saleId, attempts }: SaleAccount) {
  return [...attempts.values()].map(({ attempt, outcome, reply }) => ({
    sale_id: saleId,
    attempt_no: attempt,
    outcome,
    status: reply?.status ?? null,
    reply: reply ? JSON.stringify({ code: reply.code, detail: reply.detail }) : null,
  }))
}

/** A seat as it is looked for: sector, row and number without blanks and dashes. */
function keyOf({ sector, row, seatNumber }: Ticket['place']): string {
  return `${sector}${row}${seatNumber}`.replaceAll(/[ -]/gu, '')
}

function ticketRows(version: number, { saleId, opened, tickets, ticketSeq }: SaleAccount) {
  return tickets.map(({ ticketId, qrCode, seatId, ticketNumber, price, place }) => ({
    ticket_id: ticketId,
    qr_code: qrCode,
    event_id: opened.event.eventId,
    seat_id: seatId,
    sale_id: saleId,
    ticket_number: ticketNumber,
    price,
    currency: opened.currency,
    seq: ticketSeq,
    ...(version >= 4 && { seat_code: place.seatCode, seat_key: keyOf(place) }),
  }))
}

function jobRows({ jobs }: SaleAccount) {
  return [...jobs.values()].flat().map(({ ticketId, copyNumber, state, evidence }) => ({
    ticket_id: ticketId,
    copy_no: copyNumber,
    state,
    printer_state: evidence,
  }))
}
