import type { Database } from 'better-sqlite3'
import type { ClosureKind, ClosureSummary } from '../../../shared/domain/money/shift-report.ts'
import { canonicalJson, type Head } from '../journal.ts'
import type { Signer } from '../signer.ts'
import { runningShift } from './drawer.ts'
import { type Books, returnedTickets, type ShiftSums, shiftSums } from './shift-sums.ts'

/** An interim (X) or final (Z) shift report. The printed `tailHash` anchors the hash chain outside the computer. */
export interface Closure {
  readonly kind: ClosureKind
  /** Number of the closure's own journal row, which is not part of any closure's range. */
  readonly seq: number
  readonly shiftNo: number
  /** First and last journal row of the range; the range is empty if `lastSeq` is below `firstSeq`. */
  readonly firstSeq: number
  readonly lastSeq: number
  /** Hash in hexadecimal of the journal row before the closure's own row. */
  readonly tailHash: string
  readonly totals: Readonly<Record<string, CurrencyTotals>>
  /** Net and absolute turnover since the ledger's creation, including the closure, in minor units by currency. */
  readonly perpetualNet: Readonly<Record<string, number>>
  readonly perpetualAbs: Readonly<Record<string, number>>
  /** ECDSA signature over the closure's canonical JSON, in base64. */
  readonly sig: string
}

export interface CurrencyTotals extends ShiftSums {
  readonly accounts: Readonly<Record<string, { readonly debit: number; readonly credit: number }>>
  readonly tickets: number
}

interface Sum {
  readonly currency: string
  readonly account: string
  readonly debit: number
  readonly credit: number
}

/** Returns the closure of the running shift up to `head`. The caller writes the closure to the journal. */
export function composeClosure(books: Books, kind: ClosureKind, head: Head, signer: Signer): Omit<Closure, 'seq'> {
  const { db } = books
  const { shiftNo, firstSeq } = runningShift(db)
  const range = { firstSeq, lastSeq: head.seq }
  const sums = db
    .prepare(
      `SELECT currency, account, sum(debit) AS debit, sum(credit) AS credit FROM posting
       WHERE seq BETWEEN ? AND ? GROUP BY currency, account`,
    )
    .all(range.firstSeq, range.lastSeq) as Sum[]
  const turnover = sums.filter(({ account }) => account === 'organiser-payable')
  const before = db
    .prepare("SELECT perpetual_net, perpetual_abs FROM closure WHERE kind = 'Z' ORDER BY seq DESC LIMIT 1")
    .get() as { perpetual_net: string; perpetual_abs: string } | undefined
  const summary = {
    kind,
    shiftNo,
    ...range,
    tailHash: head.hash.toString('hex'),
    totals: totalsOf(books, sums, range),
    perpetualNet: grown(before?.perpetual_net, turnover, ({ debit, credit }) => credit - debit),
    perpetualAbs: grown(before?.perpetual_abs, turnover, ({ debit, credit }) => credit + debit),
  }
  const sig = signer.sign(Buffer.from(`guichet-closure-1\n${canonicalJson(summary)}`))
  return { ...summary, sig: Buffer.from(sig).toString('base64') }
}

interface JournalledClosure {
  readonly closure: Closure
  readonly atUtc: string
  readonly staffId: string | null
  /** Hash of the closure's journal row in hexadecimal. */
  readonly hash: string
  readonly keyId: string
}

/** Returns a recorded closure with the time and staff id of its row; null if row `seq` is not a closure. */
export function closureAt(db: Database, seq: number): JournalledClosure | null {
  const row = db
    .prepare(
      `SELECT payload, wall_utc AS atUtc, staff_id AS staffId, lower(hex(hash)) AS hash, key_id AS keyId
       FROM closure JOIN journal USING (seq) WHERE seq = ?`,
    )
    .get(seq) as (Omit<JournalledClosure, 'closure'> & { readonly payload: string }) | undefined
  if (!row) return null
  const { payload, ...journalled } = row
  return { ...journalled, closure: { ...(JSON.parse(payload) as Omit<Closure, 'seq'>), seq } }
}

export function latestClosures(db: Database, limit: number): readonly ClosureSummary[] {
  const seqs = db.prepare('SELECT seq FROM closure ORDER BY seq DESC LIMIT ?').pluck().all(limit) as number[]
  const timeOf = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck()
  const closures = seqs.flatMap((seq) => closureAt(db, seq) ?? [])
  const oldest = Math.min(...closures.map(({ closure }) => closure.firstSeq))
  const returned = closures.length === 0 ? [] : returnedTickets(db, { firstSeq: oldest, lastSeq: seqs[0] ?? oldest })
  return closures.map((found) => {
    const { kind, shiftNo, seq, firstSeq, lastSeq, totals } = found.closure
    const inRange = returned.filter((each) => each.seq >= firstSeq && each.seq <= lastSeq)
    return {
      seq,
      kind,
      shiftNo,
      from: timeOf.get(Math.min(firstSeq, seq)) as string,
      to: found.atUtc,
      staffId: found.staffId,
      takings: Object.entries(totals).map(([currency, { accounts, tickets }]) => {
        const { debit = 0, credit = 0 } = accounts['organiser-payable'] ?? {}
        const back = inRange.filter((each) => each.currency === currency).length
        return { currency, tickets: tickets - back, net: credit - debit }
      }),
    }
  })
}

function totalsOf(
  books: Books,
  sums: readonly Sum[],
  range: Pick<Closure, 'firstSeq' | 'lastSeq'>,
): Record<string, CurrencyTotals> {
  const tickets = books.db
    .prepare('SELECT currency, count(*) AS tickets FROM ticket WHERE seq BETWEEN ? AND ? GROUP BY currency')
    .all(range.firstSeq, range.lastSeq) as { currency: string; tickets: number }[]
  const sumsIn = shiftSums(books, range)
  const counts = new Map(tickets.map((row) => [row.currency, row.tickets]))
  const currencies = [...new Set([...sums, ...tickets].map(({ currency }) => currency))]
  return Object.fromEntries(
    currencies.map((currency) => {
      const lines = sums.filter((sum) => sum.currency === currency)
      const accounts = Object.fromEntries(lines.map(({ account, debit, credit }) => [account, { debit, credit }]))
      return [currency, { accounts, tickets: counts.get(currency) ?? 0, ...sumsIn(currency) }]
    }),
  )
}

function grown(before: string | undefined, turnover: readonly Sum[], of: (sum: Sum) => number): Record<string, number> {
  const totals = JSON.parse(before ?? '{}') as Record<string, number>
  for (const sum of turnover) totals[sum.currency] = (totals[sum.currency] ?? 0) + of(sum)
  return totals
}

/**
 * Returns the signed text of the code on a printed Z report (docs/integrating/ledger-format.md, "The Z report's code").
 * Each print has a new signature. `hash`: hash of the closure's journal row in hexadecimal.
 */
export function paperCode(
  { shiftNo: closure, seq, perpetualNet: net, perpetualAbs: abs }: Closure,
  { register, ledgerId: ledger, hash }: { readonly register: string; readonly ledgerId: string; readonly hash: string },
  signer: Signer,
): string {
  const payload = canonicalJson({ v: 1, register, ledger, closure, seq, hash, net, abs, key: signer.keyId })
  const sig = signer.sign(Buffer.from(`guichet-paper-1\n${payload}`))
  return ['GZ1', Buffer.from(payload).toString('base64url'), Buffer.from(sig).toString('base64url')].join('.')
}
