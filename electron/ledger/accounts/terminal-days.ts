import type { Database } from 'better-sqlite3'
import type { EndOfDayTotal, TerminalDay } from '../../../shared/domain/money/shift-report.ts'
import type { TerminalPlace } from '../../kiosk/ports/ports.ts'
import type { EndOfDayResult } from '../../kiosk/ports/devices.ts'
import type { JournalEntry } from '../journal.ts'
import { runningShift } from './drawer.ts'
import { paymentsIn, withProviders } from './shift-sums.ts'

const ASKED = 'END_OF_DAY_REQUESTED'
const TOLD = 'END_OF_DAY_RESULT'

interface AskedPayload extends TerminalPlace {
  readonly day: string
  readonly shiftNo: number
}

interface ToldPayload {
  readonly day: string
  readonly outcome: EndOfDayResult['outcome']
  readonly reason: TerminalDay['reason']
  readonly told: EndOfDayTotal | null
  readonly lines: readonly string[]
}

/** One end-of-day request to the terminal; `told` is null if the reply is unknown. */
interface Try {
  readonly seq: number
  readonly asked: AskedPayload
  readonly told: ToldPayload | null
}

export function dayAskedEntry(
  db: Database,
  day: string,
  terminal: TerminalPlace,
  staffId: string | null,
): JournalEntry {
  const running = runningShift(db).shiftNo
  // An end of day belongs to the running shift, unless the previous shift still requires an end of day at the terminal.
  const shiftNo = endedUnclosed(db, terminal) ? running - 1 : running
  return { code: ASKED, saleId: null, staffId, payload: { day, ...terminal, shiftNo } satisfies AskedPayload }
}

export function endOfDayResultEntry(day: string, end: EndOfDayResult): JournalEntry {
  const { told, lines } = end.outcome === 'closed' ? end : { told: null, lines: [] }
  const reason = end.outcome === 'refused' ? end.reason : ''
  const payload: ToldPayload = { day, outcome: end.outcome, reason, told, lines }
  return { code: TOLD, saleId: null, staffId: null, payload }
}

/**
 * Returns the terminal's pending end of day; null if none is due. An end of day is due if the terminal requires it, or
 * if a shift in which the terminal was used has ended without it.
 */
export function pendingEndOfDay(db: Database, terminal: TerminalPlace): TerminalDay | null {
  const since = lastClosed(db, terminal) ?? 0
  const tries = triesSince(db, terminal, since)
  const wanted = isUsed(db, terminal, DEMANDED, since, Number.MAX_SAFE_INTEGER)
  if (!wanted && !endedUnclosed(db, terminal)) return null
  const { kind, driver } = terminal
  const [last] = tries.slice(-1)
  const standing = wanted && !last ? ({ standing: 'wanted', reason: '' } as const) : standingOf(last)
  return { kind, driver, ...standing, tries: tries.length, told: null, ours: [], lines: [] }
}

export function daysOfShift(db: Database, shiftNo: number): readonly TerminalDay[] {
  const tries = triesIn(db, "asked.payload ->> '$.shiftNo' = ?", [shiftNo])
  const byTerminal = Map.groupBy(tries, ({ asked: { kind, driver, host } }) => [kind, driver, host].join(' '))
  return [...byTerminal.values()].flatMap((all) => {
    const last = all.find(isClosed) ?? all.at(-1)
    if (!last) return []
    const { kind, driver } = last.asked
    const { told = null, lines = [] } = last.told ?? {}
    return [{ kind, driver, ...standingOf(last), tries: all.length, told, ours: oursOf(db, last), lines }]
  })
}

const isClosed = ({ told }: Try): boolean => told?.outcome === 'closed'

function standingOf(last: Try | undefined): Pick<TerminalDay, 'standing' | 'reason'> {
  if (!last) return { standing: 'not-asked', reason: '' }
  return { standing: last.told?.outcome ?? 'unknown', reason: last.told?.reason ?? '' }
}

/** Returns the net amounts taken on the terminal since its last end of day, otherwise since the shift began. */
function oursOf(db: Database, { seq, asked }: Try): readonly EndOfDayTotal[] {
  const begins = db.prepare('SELECT first_seq FROM shift WHERE shift_no = ?').pluck().get(asked.shiftNo) as number
  const firstSeq = (lastClosed(db, asked, seq) ?? begins - 1) + 1
  const payments = withProviders(db, paymentsIn({ db }, { firstSeq, lastSeq: seq })).filter(
    ({ kind, driver }) => kind === asked.kind && driver === asked.driver,
  )
  const byCurrency = Map.groupBy(payments, ({ currency }) => currency)
  return [...byCurrency].map(([currency, all]) => ({
    currency,
    amount: all.reduce((sum, { amount, refund }) => sum + (refund ? -amount : amount), 0),
  }))
}

/**
 * Returns whether a shift has ended since the terminal's last end of day. Counts only shifts in which the terminal was
 * used or its end of day failed.
 */
function endedUnclosed(db: Database, terminal: TerminalPlace): boolean {
  const since = lastClosed(db, terminal) ?? 0
  const last = db.prepare(
    'SELECT max(shift_no) AS shiftNo, max(last_seq) AS lastSeq FROM shift WHERE last_seq IS NOT NULL',
  )
  const { shiftNo, lastSeq } = last.get() as { readonly shiftNo: number | null; readonly lastSeq: number | null }
  if (shiftNo === null || lastSeq === null) return false
  const inVain = triesSince(db, terminal, since).some(({ asked }) => asked.shiftNo <= shiftNo)
  return inVain || isUsed(db, terminal, STARTED, since, lastSeq)
}

/** Returns whether a payment row of the terminal after `since` up to `lastSeq` matches the SQL condition `which`. */
function isUsed(db: Database, { driver, host }: TerminalPlace, which: string, since: number, lastSeq: number): boolean {
  const found = db.prepare(
    `SELECT 1 FROM journal WHERE ${which} AND seq > ? AND seq <= ?
     AND payload ->> '$.tender.provider.driver' = ? AND payload ->> '$.tender.provider.host' = ? LIMIT 1`,
  )
  return found.get(since, lastSeq, driver, host) !== undefined
}

const STARTED = "code = 'TENDER_STARTED'"
const DEMANDED = "code = 'TENDER_REFUSED' AND payload ->> '$.event.reason' = 'day-not-closed'"

/** Returns the row of the last successful end-of-day request before row `before`; null if there is none. */
function lastClosed(db: Database, { kind, driver, host }: TerminalPlace, before = Number.MAX_SAFE_INTEGER) {
  return db
    .prepare(
      `SELECT max(asked.seq) FROM journal AS asked JOIN journal AS told
         ON told.sale_id IS NULL AND told.code = '${TOLD}' AND told.payload ->> '$.day' = asked.payload ->> '$.day'
       WHERE asked.sale_id IS NULL AND asked.code = '${ASKED}' AND asked.seq < ? AND told.payload ->> '$.outcome' = 'closed'
         AND asked.payload ->> '$.kind' = ? AND asked.payload ->> '$.driver' = ? AND asked.payload ->> '$.host' = ?`,
    )
    .pluck()
    .get(before, kind, driver, host) as number | null
}

function triesSince(db: Database, { kind, driver, host }: TerminalPlace, since: number): readonly Try[] {
  const where = `asked.seq > ? AND asked.payload ->> '$.kind' = ? AND asked.payload ->> '$.driver' = ?
    AND asked.payload ->> '$.host' = ?`
  return triesIn(db, where, [since, kind, driver, host])
}

function triesIn(db: Database, where: string, values: readonly (string | number)[]): readonly Try[] {
  const rows = db
    .prepare(
      `SELECT asked.seq, asked.payload AS asked, told.payload AS told FROM journal AS asked LEFT JOIN journal AS told
         ON told.sale_id IS NULL AND told.code = '${TOLD}' AND told.payload ->> '$.day' = asked.payload ->> '$.day'
       WHERE asked.sale_id IS NULL AND asked.code = '${ASKED}' AND ${where} ORDER BY asked.seq`,
    )
    .all(...values) as { readonly seq: number; readonly asked: string; readonly told: string | null }[]
  return rows.map(({ seq, asked, told }) => ({
    seq,
    asked: JSON.parse(asked) as AskedPayload,
    told: told === null ? null : (JSON.parse(told) as ToldPayload),
  }))
}
