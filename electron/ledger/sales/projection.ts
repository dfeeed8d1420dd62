import type { Database } from 'better-sqlite3'
import type { PaymentPaidBack } from '../../../shared/domain/sale/after-sale.ts'
import {
  AFTER_SALE_CODES,
  type AfterSalePayload,
  type OpenPaymentPayload,
  type RefundPayload,
} from '../books/after-sales.ts'
import { canonicalJson } from '../chain/canonical-json.ts'
import type { Closure } from '../books/closures.ts'
import { slipWriter } from '../books/credit-slips.ts'
import { DRAWER_CODES, type DrawerPayload } from '../books/drawer.ts'
import { OPEN_PAYMENT_STEPS } from '../books/open-payments.ts'
import { BOX_EMPTIED, type EmptiedPayload, STRAY_NOTE, STRAY_SETTLED, type StrayPayload } from '../books/note-box.ts'
import type { Posting } from '../books/postings.ts'
import { LedgerConflict } from '../storage/errors.ts'
import type { SaleText } from './sale-body.ts'
import { prepareProjection } from './projection-statements.ts'
import type { StepPayload } from './step.ts'
import { stepWriter } from './step-writer.ts'

/** Rows about notes that no sale took, and about their box. */
const NOTE_CODES: ReadonlySet<string> = new Set([STRAY_NOTE, STRAY_SETTLED, BOX_EMPTIED])

/**
 * The tables beside the journal: what is true now, kept in the same transaction as the row that made it true, from that
 * row alone (and the sale's own text). Rebuilding a damaged ledger goes the same way.
 */
export interface Projection {
  /** `content` is the row's payload as a value; `state` goes with the rows of a sale. */
  apply(row: ProjectedRow, content: unknown, state: SaleText | null): void
  /** The sale's text alone, where its row was applied before without one. */
  setState(saleId: string, state: SaleText): void
}

export interface ProjectedRow {
  readonly seq: number
  readonly register: string
  readonly code: string
  readonly sale_id: string | null
  readonly wall_utc: string
}

export function openProjection(db: Database): Projection {
  const write = prepareProjection(db)
  const slips = slipWriter(db)
  const writeStep = stepWriter(write)

  /** Of a row that is no step of a sale; it may be about one that ended. */
  function writePostings(seq: number, saleId: string | null, currency: string, postings: readonly Posting[]): void {
    for (const [index, { account, debit, credit }] of postings.entries()) {
      write.registerPosting.run(seq, index + 1, saleId, account, currency, debit, credit)
    }
  }

  function writeOpenPayment(seq: number, code: string, { saleId, reference }: OpenPaymentPayload): void {
    const step = OPEN_PAYMENT_STEPS[code]
    if (!step) return
    const { changes } = write.openPayment.run(step.to, seq, reference, saleId, JSON.stringify(step.from))
    if (changes !== 1)
      throw new LedgerConflict(`${code} of payment ${reference}, which is not ${step.from.join(' or ')}`)
  }

  function writeRefund(seq: number, payload: RefundPayload): void {
    const { saleId, reference } = payload
    if ('payment' in payload) write.refundAsked.run(reference, saleId, payload.payment, seq, seq)
    else writeRefundEnd(seq, saleId, reference, 'closed')
  }

  /** A row that books the refund ends it, or one that closes it. */
  function writeRefundEnd(seq: number, saleId: string, reference: string, state: 'made' | 'closed'): void {
    const { changes } = write.refundEnded.run(state, seq, reference, saleId)
    if (changes !== 1) throw new LedgerConflict(`refund ${reference} is not under way, and becomes ${state}`)
  }

  function writeAfterSale(seq: number, payload: AfterSalePayload): void {
    if ('copies' in payload) {
      for (const { ticketId, copyNumber } of payload.copies) write.job.run(ticketId, copyNumber, 'spooling', '')
    } else if ('state' in payload) {
      write.job.run(payload.ticketId, payload.copyNumber, payload.state, payload.evidence)
    } else if ('postings' in payload) {
      writePostings(seq, payload.saleId, payload.currency, payload.postings)
      if ('slip' in payload && payload.slip) slips.issue(seq, payload.saleId, payload.slip)
    }
  }

  function writeClosure(seq: number, closure: Omit<Closure, 'seq'>): void {
    const { kind, shiftNo, firstSeq, lastSeq, totals, perpetualNet, perpetualAbs, sig } = closure
    const texts = [totals, perpetualNet, perpetualAbs].map((value) => canonicalJson(value))
    write.closure.run(seq, kind, shiftNo, firstSeq, lastSeq, ...texts, Buffer.from(sig, 'base64'))
    if (kind === 'X') return
    write.endShift.run(lastSeq, shiftNo)
    write.startShift.run(shiftNo + 1, seq + 1)
  }

  return {
    apply({ seq, register, code, sale_id, wall_utc }, content, state) {
      if (code === 'CREATED') {
        const { ledgerId } = content as { ledgerId: string }
        write.ledger.run(ledgerId, register, wall_utc)
      }
      if (code === 'CREATED' || code === 'KEY_CHANGED') {
        const { keyId, publicKey } = content as { keyId: string; publicKey: string }
        write.key.run(keyId, publicKey, seq)
      }
      if (code === 'CLOSURE_X' || code === 'CLOSURE_Z') writeClosure(seq, content as Omit<Closure, 'seq'>)
      if (sale_id === null && DRAWER_CODES.has(code)) {
        const { currency, postings = [] } = content as DrawerPayload
        writePostings(seq, null, currency, postings)
      }
      if (sale_id === null) slips.take(seq, code, content)
      if (sale_id === null && NOTE_CODES.has(code)) {
        const { currency, postings } = content as Pick<StrayPayload | EmptiedPayload, 'currency' | 'postings'>
        writePostings(seq, null, currency, postings)
      }
      if (sale_id === null && AFTER_SALE_CODES.has(code)) writeAfterSale(seq, content as AfterSalePayload)
      if (sale_id === null) writeOpenPayment(seq, code, content as OpenPaymentPayload)
      if (sale_id === null && (code === 'REFUND_ASKED' || code === 'REFUND_CLOSED'))
        writeRefund(seq, content as RefundPayload)
      if (sale_id !== null && state !== null) {
        const step = content as StepPayload
        writeStep(seq, sale_id, step, state)
        if (step.tender) slips.tender(seq, sale_id, step.tender)
      }
      const made = madeRefund(code, sale_id, content)
      if (made) writeRefundEnd(seq, made.saleId, made.refund, 'made')
    },
    setState(saleId, { body }) {
      write.state.run(body, saleId)
    },
  }
}

/** The provider's refund that a row books as the money's going back; null: people gave it back, or it is about something else. */
function madeRefund(
  code: string,
  saleId: string | null,
  content: unknown,
): { readonly saleId: string; readonly refund: string } | null {
  if (saleId !== null) {
    const { refund } = (content as StepPayload).event as { readonly refund?: string }
    return code !== 'REFUNDED' || refund === undefined ? null : { saleId, refund }
  }
  if (code !== 'PAYMENT_PAID_BACK') return null
  const { saleId: of, refund } = content as Omit<PaymentPaidBack, 'type'>
  return refund === undefined ? null : { saleId: of, refund }
}
