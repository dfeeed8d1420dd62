import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { codeOf } from '../../../../shared/errors.ts'
import { StoreUnavailable } from '../store.ts'
import { type Answer, only, type Value, type StoreTask } from '../store-task.ts'

/** Runs statements on one connection. Statements of one turn of the event loop share a round trip. */
export interface Queries {
  readonly answer: (sql: string, values: readonly Value[]) => Promise<Answer>
  readonly rows: <T extends object>(sql: string, values: readonly Value[]) => Promise<T[]>
  /** Returns the number of rows written. */
  readonly run: (sql: string, values: readonly Value[]) => Promise<number>
}

/** Advisory lock while tables or events are created, because seat numbers of events are consecutive. */
const CATALOG_LOCK = 7_420_001
const INT8 = 20
const NUMERIC = 1700
const CONNECT_MS = 5_000
/** A process that stops in the middle of a transaction must not leave an event locked. */
const IDLE_IN_TRANSACTION_MS = 10_000
const LOCK_MS = 8_000
const STATEMENT_MS = 20_000
/**
 * Client timeout of a statement, because after a network failure the server cannot report that it cancelled the
 * statement.
 */
const SILENCE_MS = STATEMENT_MS + 2_000
/** Timeout of short statements and of the wait for replicas, which may be disconnected for some time. */
const MOMENTS_MS = 8_000

/**
 * After a restart, a server may show commits that no replica has received. A write makes the commit wait until the
 * replicas have all earlier data. On a former primary, this commit never succeeds.
 */
const WRITE_SOMETHING = "SELECT pg_logical_emit_message(true, 'guichet', '')"
const COMMIT_DURABLY = `${WRITE_SOMETHING}; COMMIT`

/** A cached plan from a time when the tables were small would read whole tables. */
const BY_INDEX = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `SET enable_${way} = off`)

/** Sent on each new connection, because PgBouncer would refuse the timeouts as startup parameters. */
const SESSION = [
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  `SET lock_timeout = ${LOCK_MS}`,
  `SET statement_timeout = ${STATEMENT_MS}`,
  ...BY_INDEX,
  // Without this setting, the server would plan the longest statements on each call, because it overestimates the
  // length of lists.
  'SET plan_cache_mode = force_generic_plan',
].join(';')

/**
 * Number of attempts to detect a pooler, because a pooler may by chance assign the same session to a connection again.
 */
const POOLER_ROUNDS = 8

/** Parses integers as numbers: ids, times and amounts are far below `Number.MAX_SAFE_INTEGER`. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (pg.types.getTypeParser(oid, format) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
}

/** Connects at the first statement. Faults of idle connections are passed to `report`. */
export class Database implements Queries {
  readonly #pool: pg.Pool

  constructor(url: string, connections: number, report: (fault: unknown) => void) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      types,
      pipeline: true,
      stream: (): Duplex => new CoalescingSocket(),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: SILENCE_MS,
      application_name: 'guichet-hub',
    })
    // The driver's own error contains the connection with all its statements, which must not be logged.
    this.#pool.on('error', ({ message }) => {
      report(new StoreUnavailable(`An idle connection was closed: ${message}`))
    })
    // An error is ignored here: if these session settings fail, the next statement on the connection fails too.
    this.#pool.on('connect', (client) => void client.query(SESSION).catch(() => undefined))
  }

  readonly answer: Queries['answer'] = (sql, values) => this.onOne(({ answer }) => answer(sql, values))
  readonly rows = <T extends object>(sql: string, values: readonly Value[]): Promise<T[]> =>
    this.onOne(({ rows }) => rows<T>(sql, values))
  readonly run: Queries['run'] = (sql, values) => this.onOne(({ run }) => run(sql, values))

  /** Runs statements on one connection, each in a transaction of its own. */
  onOne<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#connected((client) => work(queriesOn(client)))
  }

  /**
   * Runs one transaction on a separate connection. With `durable: false`, the commit does not wait for the disk, so a
   * server crash may lose the transaction. A durable transaction that only reads waits until the data that it read is
   * on disk and at the replicas.
   */
  transaction<T>(options: { readonly durable: boolean }, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.transactionFrom({ ...options, opening: nothing }, work)
  }

  /** `opening` must not wait between its statements, which are sent together with BEGIN. */
  transactionFrom<O, T>(
    { durable, opening }: { readonly durable: boolean; readonly opening: (queries: Queries) => Promise<O> },
    work: (queries: Queries, opened: O) => Promise<T>,
  ): Promise<T> {
    return this.#connected(async (client) => {
      const queries = queriesOn(client)
      try {
        const begin = durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off'
        const [, opened] = await Promise.all([inMoments(client, begin), opening(queries)])
        const value = await work(queries, opened)
        await commit(client, durable ? COMMIT_DURABLY : 'COMMIT', 'COMMIT')
        return value
      } catch (error) {
        // On a lost connection the transaction has been rolled back already, or the server does not answer.
        if (!isLost(error)) await inMoments(client, 'ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  /** Resolves once all data read so far is stored as safely as after a durable commit. */
  confirm(): Promise<void> {
    return this.#connected((client) => commit(client, WRITE_SOMETHING, 'SELECT'))
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let broken: Error | undefined
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw new StoreUnavailable('The database is unreachable', { cause: error })
    }
    // A connection that ends during use emits an error besides failing its statement.
    const onError = (error: Error): void => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      if (isLost(error)) broken = error as Error
      throw isUnavailable(error)
        ? new StoreUnavailable('The database rejected the transaction', { cause: error })
        : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
}

export async function perform<T>({ answer }: Queries, work: StoreTask<T>): Promise<T> {
  let step = work.next()
  while (step.done !== true) {
    const { sql, values, isColumn = false } = step.value
    const found = await answer(sql.replaceAll(/IN LIST\((\$\d+)\)/gu, '= ANY ($1::bigint[])'), values)
    step = work.next(
      isColumn
        ? { ...found, rows: found.rows.flatMap((row) => Object.values<unknown>(row as Record<string, unknown>)) }
        : found,
    )
  }
  return step.value
}

/**
 * Throws if a connection pooler gives the transactions of one connection different sessions, because prepared
 * statements, timeouts and planner settings belong to a session. A pooler has its own backend keys, which differ from
 * the server's process id.
 */
export async function requireOwnSessions(url: string): Promise<void> {
  const [one, other] = [probe(url), probe(url)]
  try {
    await one.connect()
    if ((await sessionOf(one)).pid === one.processID) return
    await other.connect()
    for (let round = 0; round < POOLER_ROUNDS; round++) {
      const { session } = await sessionOf(one)
      await other.query('BEGIN')
      const [taken, again] = [await sessionOf(other), await sessionOf(one)]
      await other.query('ROLLBACK')
      if (taken.session === session || again.session !== session) throw new Error(SHARED_SESSIONS)
    }
  } catch (error) {
    throw isUnavailable(error) ? new StoreUnavailable('The database is unreachable', { cause: error }) : error
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const SHARED_SESSIONS =
  'a connection pooler gives each transaction another PostgreSQL session: set pool_mode = session for this database (PgBouncer), or connect to PostgreSQL directly'

function probe(url: string): pg.Client & { readonly processID: number | null } {
  const options = { connectionTimeoutMillis: CONNECT_MS, query_timeout: MOMENTS_MS, application_name: 'guichet-hub' }
  const client = new pg.Client({ connectionString: url, ...options })
  // The `error` event is ignored, because the failing query also rejects.
  client.on('error', () => undefined)
  // The driver has `processID` for cancellations, but its types omit it.
  return client as pg.Client & { readonly processID: number | null }
}

/** The start time makes a session unique, because servers behind one address may share a process id. */
async function sessionOf(client: pg.Client): Promise<{ readonly pid: number; readonly session: string }> {
  const { rows } = await client.query<{ pid: number; session: string }>(
    `SELECT pid, pid || ' ' || backend_start AS session FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  )
  return only(rows[0])
}

export const nothing = (): Promise<void> => Promise.resolve()

/** Throws if the result of the commit is unknown. A repeated request shows the result. */
async function commit(client: pg.PoolClient, text: string, done: 'COMMIT' | 'SELECT'): Promise<void> {
  let notice: string | undefined
  // If the wait for replicas is cancelled, the server sends a notice and still reports success.
  const onNotice = ({ message }: { readonly message?: string | undefined }): void => {
    notice ??= message
  }
  client.on('notice', onNotice)
  try {
    const command = await inMoments(client, text).catch((cause: unknown) => {
      throw new InDoubt('the outcome of the commit is unknown', { cause })
    })
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK.
    if (command !== done) throw new Error(`the transaction ended with ${command}`)
    if (notice !== undefined) throw new InDoubt(`the outcome of the commit is unknown: ${notice}`)
  } finally {
    client.off('notice', onNotice)
  }
}

/**
 * The result of a commit is unknown: committed, rolled back, or lost with the server. Also thrown for a commit on a
 * read-only server.
 */
class InDoubt extends Error {
  override readonly name = 'InDoubt'
}

async function inMoments(client: pg.PoolClient, text: string): Promise<string | undefined> {
  const asked = { text, query_timeout: MOMENTS_MS }
  const results: pg.QueryResult | pg.QueryResult[] = await client.query(asked)
  return [results].flat().at(-1)?.command
}

/** Locks a request until the transaction ends, so that two processes cannot answer it concurrently. */
export async function lockOrder({ run }: Queries, partnerCode: string, orderId: string): Promise<void> {
  await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${partnerCode} ${orderId.toLowerCase()}`])
}

export async function lockCatalog({ run }: Queries): Promise<void> {
  await run('SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), $1))', [CATALOG_LOCK])
}

/** Names of prepared statements by their text. Statements are prepared once for each connection. */
const names = new Map<string, string>()

function nameOf(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(sql, name)
  }
  return name
}

function queriesOn(client: pg.PoolClient): Queries {
  const query = <T extends object>(text: string, values: readonly Value[]): Promise<pg.QueryResult<T>> =>
    values.length === 0 ? client.query<T>(text) : client.query<T>({ name: nameOf(text), text, values: [...values] })
  return {
    answer: async (sql, values) => {
      const { rows, rowCount } = await query<object>(sql, values)
      return { rows, written: rowCount ?? 0 }
    },
    rows: async <T extends object>(sql: string, values: readonly Value[]) => (await query<T>(sql, values)).rows,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  }
}

/** Returns whether the server ended the transaction because of a deadlock or a serialization failure. */
export const isTie = ({ cause }: Error): boolean => codeOf(cause).startsWith('40')

/** Returns whether another transaction has claimed a seat that was read as free. */
export const isSeatTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'claim_pkey'

/** Returns true for SQLSTATE classes of a server that stops, is full, or resolved a deadlock. */
function isUnavailable(error: unknown): boolean {
  return isLost(error) || /^(?:53|55P03|57|58|40|25P04)/u.test(codeOf(error))
}

/** Returns whether the connection is unusable: ended, silent, or connected to a read-only server. */
function isLost(error: unknown): boolean {
  return (
    error instanceof InDoubt ||
    /^(?:08|57P0|25P03|25006|55000|E[A-Z]+$)/u.test(codeOf(error)) ||
    (error instanceof Error &&
      /connection terminated|timeout exceeded|read timeout|not queryable/iu.test(error.message))
  )
}

/**
 * Sends all statements of one turn of the event loop in one system call. The driver alone would make a system call for
 * each statement, which takes longer than Node's work for the statement.
 */
class CoalescingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
