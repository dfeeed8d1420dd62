import type { Database } from 'better-sqlite3'
import type { IssuedSlip, KnownSlip, SlipState } from '../../../shared/domain/money/credit-slip.ts'
import { isSlip } from '../../../shared/domain/money/tender.ts'
import { INCOMPLETE } from '../evidence/gaps.ts'
import { LedgerConflict } from '../storage/errors.ts'
import type { TenderEntry } from './entries.ts'

/** What keeps the table of slips, row by row. */
export interface SlipWriter {
  issue(seq: number, saleId: string, slip: IssuedSlip): void
  /** A step of a sale's tender: what it issues, and what becomes of the slip that it is. */
  tender(seq: number, saleId: string, tender: TenderEntry): void
  payOut(seq: number, slipId: string): void
}

export function slipWriter(db: Database): SlipWriter {
  const insert = db.prepare(
    `INSERT INTO credit_slip (slip_id, sale_id, amount, currency, state, reference, issued_seq, last_seq)
     VALUES (?, ?, ?, ?, 'open', NULL, ?, ?)`,
  )
  // `reference`: of the payment that has it, before and after.
  const move = db.prepare(
    `UPDATE credit_slip SET state = @to, reference = @after, last_seq = @seq
     WHERE slip_id = @slipId AND state = @from AND reference IS @before`,
  )

  function issue(seq: number, saleId: string, { slipId, amount, currency }: IssuedSlip): void {
    insert.run(slipId, saleId, amount, currency, seq, seq)
  }

  function step(
    seq: number,
    slipId: string,
    [from, before]: readonly [SlipState, string | null],
    [to, after]: readonly [SlipState, string | null],
  ): void {
    const { changes } = move.run({ seq, slipId, from, before, to, after })
    if (changes !== 1)
      throw new LedgerConflict(`credit slip ${slipId} is not "${from}" here, and cannot become "${to}"`)
  }

  function spend(seq: number, { reference, state, provider }: TenderEntry): void {
    const slipId = provider?.token ?? ''
    const taken = ['taken', reference] as const
    if (state === 'started') step(seq, slipId, ['open', null], taken)
    if (state === 'approved') step(seq, slipId, taken, ['spent', reference])
    if (state === 'refused' || state === 'cancelled' || state === 'unavailable')
      step(seq, slipId, taken, ['open', null])
  }

  return {
    issue,
    tender(seq, saleId, tender) {
      const { kind, state, slip, backAs } = tender
      if (isSlip(kind)) spend(seq, tender)
      if (state === 'approved' && slip) issue(seq, saleId, slip)
      if (state === 'refunded' && backAs) issue(seq, saleId, backAs)
    },
    payOut: (seq, slipId) => step(seq, slipId, ['open', null], ['paid-out', null]),
  }
}

const SLIPS = `SELECT slip_id AS slipId, credit_slip.sale_id AS saleId, amount, currency, state, reference,
    wall_utc AS issuedUtc, issued_seq < coalesce((SELECT max(seq) FROM journal WHERE ${INCOMPLETE}), 0) AS doubtful
  FROM credit_slip JOIN journal ON seq = issued_seq`

export function slipIn(db: Database, slipId: string): KnownSlip | null {
  const row = db.prepare(`${SLIPS} WHERE slip_id = ?`).get(slipId) as SlipRow | undefined
  return row ? slipOf(row) : null
}

/** Oldest first. */
export function slipsOfSale(db: Database, saleId: string): readonly KnownSlip[] {
  return (db.prepare(`${SLIPS} WHERE credit_slip.sale_id = ? ORDER BY issued_seq`).all(saleId) as SlipRow[]).map(slipOf)
}

/** Neither spent nor paid out; oldest first. */
export function openSlips(db: Database): readonly KnownSlip[] {
  return (db.prepare(`${SLIPS} WHERE state IN ('open', 'taken') ORDER BY issued_seq`).all() as SlipRow[]).map(slipOf)
}

/** By currency, those that were open after that row. */
export function openSlipsAt(
  db: Database,
  lastSeq: number,
): ReadonlyMap<string, { readonly count: number; readonly amount: number }> {
  const rows = db
    .prepare(
      `SELECT currency, count(*) AS count, sum(amount) AS amount FROM credit_slip
       WHERE issued_seq <= @lastSeq AND (state IN ('open', 'taken') OR last_seq > @lastSeq) GROUP BY currency`,
    )
    .all({ lastSeq }) as { readonly currency: string; readonly count: number; readonly amount: number }[]
  return new Map(rows.map(({ currency, count, amount }) => [currency, { count, amount }]))
}

type SlipRow = Omit<KnownSlip, 'doubtful'> & { readonly doubtful: 0 | 1 }

function slipOf({ doubtful, ...slip }: SlipRow): KnownSlip {
  return { ...slip, doubtful: doubtful === 1 }
}
