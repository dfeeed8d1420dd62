import { StoreUnavailable } from '../store/store.ts'
import { only, type Database, type Queries } from './database.ts'

export type ReadFrom = 'primary' | 'replica'

/** Where statements go that change nothing, and that nobody's money hangs on. */
export interface Reads {
  /**
   * `work` sees all that the primary had committed when this was called. `now`: milliseconds of the Unix epoch by the
   * primary's clock; null: work is on the primary itself.
   */
  read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const onPrimary = (database: Database): Reads => ({
  read: (work) => work(database, null),
  close: () => Promise.resolve(),
})

interface Parts {
  readonly replicas: Database
  readonly report: (fault: unknown) => void
  readonly onRead: ((from: ReadFrom) => void) | undefined
}

/** A replica that needs longer answers nothing this time: the primary does. */
const CATCH_UP_MS = 30
const LOOK_AGAIN_MS = 2
/** So long none is asked again after one that was behind, and after one that did not answer. */
const BEHIND_MS = 100
const AWAY_MS = 30_000
const ANSWER_MS = 2_000

/** How far the primary has written, and what time it is there. */
const MARK = `SELECT pg_current_wal_insert_lsn()::text AS mark,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`

/** False on a server that follows nobody: what it has may be its own. */
const REACHED = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached'

/**
 * Replicas lag by moments. Each read first asks the primary for its mark in the log of what was written, and waits for a
 * replica that has replayed up to it (Ongaro and Ousterhout's "read index", 2014, 6.4): none shows an older state than
 * the primary would.
 */
export function onReplicas(primary: Database, { replicas, report, onRead }: Parts): Reads {
  let leftOutUntil = 0
  const leaveOut = (ms: number): void => {
    leftOutUntil = performance.now() + ms
  }

  /** Null: the primary has to answer. */
  async function onReplica<T>(work: Parameters<typeof read<T>>[0]): Promise<{ readonly value: T } | null> {
    const [row] = await primary.rows<{ mark: string; now: number }>(MARK, [])
    const { mark, now } = only(row)
    try {
      const answer = replicas.onOne(async (queries) =>
        (await reaches(queries, mark)) ? { value: await work(queries, now) } : null,
      )
      const found = await within(answer, ANSWER_MS)
      if (found === null) leaveOut(BEHIND_MS)
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      leaveOut(AWAY_MS)
      report(error)
      return null
    }
  }

  async function read<T>(work: (queries: Queries, now: number | null) => Promise<T>): Promise<T> {
    const found = performance.now() < leftOutUntil ? null : await onReplica(work)
    onRead?.(found ? 'replica' : 'primary')
    return found ? found.value : work(primary, null)
  }

  return { read, close: () => replicas.close() }
}

/** A statement of its own: the next one sees at least what has been replayed by now. */
async function reaches({ rows }: Queries, mark: string): Promise<boolean> {
  const until = performance.now() + CATCH_UP_MS
  for (;;) {
    const [row] = await rows<{ reached: boolean }>(REACHED, [mark])
    if (only(row).reached) return true
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** What comes later than that is passed over. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreUnavailable('A replica does not answer')), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
