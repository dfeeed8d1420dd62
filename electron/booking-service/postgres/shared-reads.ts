import { only } from './database.ts'
import { grouped } from './grouped.ts'
import type { Reads } from './reads.ts'

/** What was found, and when that was; null: nothing. */
export interface Found<T> {
  readonly now: number
  readonly found: T | null
}

/**
 * A question that many ask at once: one statement answers all that come while another is under way. `body` is an expression
 * that gives JSON, or null, for one row `asked` of texts `a`, `b`, `c` and `d`. Of a moment at which no hold that has expired
 * by then keeps its seat.
 */
export type Ask = <T>(body: string) => (...texts: string[]) => Promise<Found<T>>

const MOST = 256

/** `settle` frees what has expired in these events. */
export function createSharedReads(
  reads: Reads,
  clock: (() => number) | undefined,
  settle: (eventIds: readonly number[]) => Promise<void>,
): Ask {
  interface Row {
    readonly now: number
    readonly due: readonly number[]
    readonly found: readonly unknown[]
  }

  async function read(sql: string, asked: readonly (readonly string[])[]): Promise<Row> {
    const columns = [0, 1, 2, 3].map((column) => asked.map((texts) => texts[column] ?? null))
    for (;;) {
      const [row] = await reads.read(({ rows }, now) => rows<Row>(sql, [clock?.() ?? now, ...columns]))
      const { due } = only(row)
      if (due.length === 0) return only(row)
      await settle(due)
    }
  }

  return <T>(body: string) => {
    const sql = statement(body)
    const next = grouped({ most: MOST }, async (items: readonly (readonly string[])[]) => {
      // Whatever several ask alike is looked up once.
      const distinct = new Map(items.map((texts) => [JSON.stringify(texts), texts]))
      const { now, found } = await read(sql, [...distinct.values()])
      const answers = new Map([...distinct.keys()].map((key, place) => [key, found[place] ?? null]))
      return items.map((texts): Found<T> => ({ now, found: answers.get(JSON.stringify(texts)) as T | null }))
    })
    return (...texts) => next(texts)
  }
}

const statement = (body: string): string => `
  WITH moment AS MATERIALIZED (
    SELECT coalesce($1::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)
  SELECT now, ARRAY(SELECT DISTINCT event_id::float8 FROM claim WHERE state = 'held' AND expires_at <= now) AS due,
    (SELECT json_agg((${body}) ORDER BY place)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS asked (a, b, c, d, place)) AS found
  FROM moment`
