import type { Database } from 'better-sqlite3'
import {
  type IssuedSlip,
  type KnownSlip,
  readSlipCode,
  slipClaimText,
  type SlipState,
} from '../../../shared/domain/money/credit-voucher.ts'
import type { PaymentSum } from '../../../shared/domain/money/shift-report.ts'
import { isSlip } from '../../../shared/domain/money/tender.ts'
import { publicKey } from '../chain-check.ts'
import { LedgerConflict } from '../connection.ts'
import { INCOMPLETE } from '../missing-rows.ts'
import { type Signer, verifyP256 } from '../signer.ts'
import type { TenderEntry } from './entries.ts'

/** Payload of VOUCHERS_REGISTERED. After registration, a voucher can be spent only with the hub's approval. */
interface SlipsTold {
  readonly slips: readonly string[]
  readonly hubKey: string
}

/** Payload of the journal row written before a voucher pay-out is requested from the hub. */
interface SlipPayoutAsked extends IssuedSlip {
  readonly reference: string
}

/** `reference`: reference of the pay-out request to the hub; absent if no hub was queried. */
interface Paid {
  readonly slipId: string
  readonly reference?: string
}

/** State of a voucher, and the reference of the payment that has reserved it. */
type Held = readonly [SlipState, string | null]

const OPEN: Held = ['open', null]

export class SlipWriter {
  readonly #db: Database
  readonly #sql: ReturnType<typeof prepareSlips>

  constructor(db: Database) {
    this.#db = db
    this.#sql = prepareSlips(db)
  }

  issue(seq: number, saleId: string, { slipId, amount, currency }: IssuedSlip): void {
    this.#sql.insert.run(slipId, saleId, amount, currency, seq, seq)
  }

  tender(seq: number, saleId: string, tender: TenderEntry): void {
    const { kind, state, slip, refundVoucher } = tender
    if (isSlip(kind)) this.#spend(seq, tender)
    if (state === 'approved' && slip) this.issue(seq, saleId, slip)
    if (state === 'refunded' && refundVoucher) this.issue(seq, saleId, refundVoucher)
  }

  /** Applies a journal row that belongs to no sale. Ignores codes that do not concern vouchers. */
  take(seq: number, code: string, content: unknown): void {
    switch (code) {
      case 'VOUCHERS_REGISTERED':
        return this.#tell(seq, content as SlipsTold)
      case 'VOUCHER_PAYOUT_REQUESTED': {
        const { slipId, reference } = content as SlipPayoutAsked
        this.#sql.askPayout.run(reference, slipId, seq, seq)
        return this.#moveOwn(seq, slipId, OPEN, ['taken', reference])
      }
      case 'VOUCHER_PAYOUT_CANCELLED': {
        const { reference } = content as { readonly reference: string }
        return this.#moveOwn(seq, this.#endPayout(seq, reference, 'ended'), ['taken', reference], OPEN)
      }
      case 'SLIP_PAID_OUT': {
        const { slipId, reference } = content as Paid
        if (reference === undefined) return this.#move(seq, slipId, OPEN, ['paid-out', null])
        this.#endPayout(seq, reference, 'paid-out')
        return this.#moveOwn(seq, slipId, ['taken', reference], ['paid-out', reference])
      }
      case 'CREDIT_SLIP_COPIED': {
        const { slipId } = content as { readonly slipId: string }
        if (slipIn(this.#db, slipId)?.state !== 'open')
          throw new LedgerConflict(`credit slip ${slipId} cannot be reprinted`)
      }
    }
  }

  #isOwn(slipId: string): boolean {
    return this.#sql.known.get(slipId) !== undefined
  }

  /** Changes the state of a voucher issued from this ledger. A voucher of another kiosk is recorded only at the hub. */
  #moveOwn(seq: number, slipId: string, from: Held, to: Held): void {
    if (this.#isOwn(slipId)) this.#move(seq, slipId, from, to)
  }

  #move(seq: number, slipId: string, [from, before]: Held, [to, after]: Held): void {
    const { changes } = this.#sql.move.run({ seq, slipId, from, before, to, after })
    if (changes !== 1)
      throw new LedgerConflict(`credit slip ${slipId} is not "${from}" here, and cannot become "${to}"`)
  }

  #spend(seq: number, { reference, state, provider }: TenderEntry): void {
    const slipId = provider?.token ?? ''
    if (!this.#isOwn(slipId) && provider?.host) return
    const taken = ['taken', reference] as const
    if (state === 'started') this.#move(seq, slipId, OPEN, taken)
    if (state === 'approved') this.#move(seq, slipId, taken, ['spent', reference])
    if (['refused', 'cancelled', 'unavailable'].includes(state)) this.#move(seq, slipId, taken, OPEN)
  }

  #tell(seq: number, { slips, hubKey }: SlipsTold): void {
    for (const slipId of slips)
      if (this.#sql.told.run(hubKey, seq, slipId).changes !== 1)
        throw new LedgerConflict(`credit slip ${slipId} cannot be registered with a hub`)
  }

  #endPayout(seq: number, reference: string, state: 'paid-out' | 'ended'): string {
    const slipId = this.#sql.endPayout.get({ seq, reference, state }) as string | undefined
    if (slipId === undefined) throw new LedgerConflict(`pay-out ${reference} is not pending`)
    return slipId
  }
}

function prepareSlips(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO credit_slip (slip_id, sale_id, amount, currency, state, reference, issued_seq, last_seq)
       VALUES (?, ?, ?, ?, 'open', NULL, ?, ?)`,
    ),
    move: db.prepare(
      `UPDATE credit_slip SET state = @to, reference = @after, last_seq = @seq
       WHERE slip_id = @slipId AND state = @from AND reference IS @before`,
    ),
    told: db.prepare(
      `UPDATE credit_slip SET hub = ?, last_seq = ? WHERE slip_id = ? AND state = 'open' AND hub IS NULL`,
    ),
    known: db.prepare('SELECT 1 FROM credit_slip WHERE slip_id = ?'),
    askPayout: db.prepare(
      `INSERT INTO slip_payout (reference, slip_id, state, asked_seq, last_seq) VALUES (?, ?, 'asked', ?, ?)`,
    ),
    endPayout: db
      .prepare(
        `UPDATE slip_payout SET state = @state, last_seq = @seq WHERE reference = @reference AND state = 'asked' RETURNING slip_id`,
      )
      .pluck(),
  }
}

const SLIPS = `SELECT slip_id AS slipId, credit_slip.sale_id AS saleId, amount, currency, state, reference,
    wall_utc AS issuedUtc, issued_seq < coalesce((SELECT max(seq) FROM journal WHERE ${INCOMPLETE}), 0) AS doubtful, hub,
    (SELECT count(*) FROM journal AS copy WHERE copy.sale_id IS NULL AND copy.code = 'CREDIT_SLIP_COPIED'
      AND CASE WHEN json_valid(copy.payload) THEN copy.payload ->> '$.slipId' END = slip_id) AS copies
  FROM credit_slip JOIN journal ON seq = issued_seq`

export function slipIn(db: Database, slipId: string): KnownSlip | null {
  const row = db.prepare(`${SLIPS} WHERE slip_id = ?`).get(slipId) as SlipRow | undefined
  return row ? slipOf(row) : null
}

export function slipsOfSale(db: Database, saleId: string): readonly KnownSlip[] {
  return (db.prepare(`${SLIPS} WHERE credit_slip.sale_id = ? ORDER BY issued_seq`).all(saleId) as SlipRow[]).map(slipOf)
}

/**
 * Returns the references of voucher pay-outs with an unknown outcome. Omits requests recorded before a permanent loss
 * of journal rows.
 */
export function askedPayouts(db: Database): readonly string[] {
  return db
    .prepare(
      `SELECT reference FROM slip_payout WHERE state = 'asked'
         AND asked_seq > coalesce((SELECT max(seq) FROM journal WHERE ${INCOMPLETE}), 0) ORDER BY asked_seq`,
    )
    .pluck()
    .all() as string[]
}

/** Returns the vouchers that are neither spent nor paid out, oldest first. */
export function openSlips(db: Database): readonly KnownSlip[] {
  return (db.prepare(`${SLIPS} WHERE state IN ('open', 'taken') ORDER BY issued_seq`).all() as SlipRow[]).map(slipOf)
}

/** Count and amount of open vouchers. `atHub`: vouchers registered at a hub, which may have been spent elsewhere. */
interface OpenSlips {
  readonly all: PaymentSum
  readonly atHub: PaymentSum
}

/** Returns the vouchers that were open after row `lastSeq`, by currency. */
export function openSlipsAt(db: Database, lastSeq: number): ReadonlyMap<string, OpenSlips> {
  const rows = db
    .prepare(
      `WITH told AS (
         SELECT value AS slip_id FROM journal, json_each(CASE WHEN json_valid(payload) THEN payload END, '$.slips')
         WHERE sale_id IS NULL AND code = 'VOUCHERS_REGISTERED' AND seq <= @lastSeq)
       SELECT currency, count(*) AS count, sum(amount) AS amount, count(told.slip_id) AS told,
         coalesce(sum(amount) FILTER (WHERE told.slip_id IS NOT NULL), 0) AS toldAmount
       FROM credit_slip LEFT JOIN told USING (slip_id)
       WHERE issued_seq <= @lastSeq AND (state IN ('open', 'taken') OR last_seq > @lastSeq) GROUP BY currency`,
    )
    .all({ lastSeq }) as {
    readonly currency: string
    readonly count: number
    readonly amount: number
    readonly told: number
    readonly toldAmount: number
  }[]
  return new Map(
    rows.map(({ currency, count, amount, told, toldAmount }) => [
      currency,
      { all: { count, amount }, atHub: { count: told, amount: toldAmount } },
    ]),
  )
}

type SlipRow = Omit<KnownSlip, 'doubtful'> & { readonly doubtful: 0 | 1 }

function slipOf({ doubtful, ...slip }: SlipRow): KnownSlip {
  return { ...slip, doubtful: doubtful === 1 }
}

const LABEL = 'guichet-slip-1\n'

/** Returns the text of the code on a printed voucher (docs/integrating/ledger-format.md, "A credit slip's code"). */
export function slipCode({ slipId, amount, currency, issuedUtc }: KnownSlip, register: string, signer: Signer): string {
  const text = slipClaimText({ slipId, amount, currency, register, issuedUtc, keyId: signer.keyId })
  return `${text}|${Buffer.from(signer.sign(Buffer.from(LABEL + text))).toString('base64url')}`
}

/** Returns whether the code was signed with any key that the ledger has ever used. */
export function signedSlip(db: Database, code: string): boolean {
  const claim = readSlipCode(code)
  if (!claim) return false
  const key = db.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck().get(claim.keyId)
  if (typeof key !== 'string') return false
  const signed = Buffer.from(LABEL + slipClaimText(claim))
  return verifyP256(signed, Buffer.from(claim.signature, 'base64url'), publicKey(key))
}
