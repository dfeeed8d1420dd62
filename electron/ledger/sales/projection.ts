import type { Database } from 'better-sqlite3'
import { AFTER_SALE_CODES, type AfterSalePayload } from '../books/after-sales.ts'
import { canonicalJson } from '../chain/canonical-json.ts'
import type { Closure } from '../books/closures.ts'
import { DRAWER_CODES, type DrawerPayload } from '../books/drawer.ts'
import type { Posting } from '../books/postings.ts'
import type { SaleText } from './sale-body.ts'
import { prepareProjection } from './projection-statements.ts'
import type { StepPayload } from './step.ts'
import { stepWriter } from './step-writer.ts'

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
  const writeStep = stepWriter(write)

  /** Of a row that is no step of a sale; it may be about one that ended. */
  function writePostings(seq: number, saleId: string | null, currency: string, postings: readonly Posting[]): void {
    for (const [index, { account, debit, credit }] of postings.entries()) {
      write.registerPosting.run(seq, index + 1, saleId, account, currency, debit, credit)
    }
  }

  function writeAfterSale(seq: number, payload: AfterSalePayload): void {
    if ('copies' in payload) {
      for (const { ticketId, copyNumber } of payload.copies) write.job.run(ticketId, copyNumber, 'spooling', '')
    } else if ('state' in payload) {
      write.job.run(payload.ticketId, payload.copyNumber, payload.state, payload.evidence)
    } else if ('postings' in payload) {
      writePostings(seq, payload.saleId, payload.currency, payload.postings)
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
      if (sale_id === null && AFTER_SALE_CODES.has(code)) writeAfterSale(seq, content as AfterSalePayload)
      if (sale_id !== null && state !== null) writeStep(seq, sale_id, content as StepPayload, state)
    },
    setState(saleId, { body }) {
      write.state.run(body, saleId)
    },
  }
}
