import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { codeOf } from '../../../shared/errors.ts'
import { StoreUnavailable } from '../store/store.ts'

export type Value = string | number | null | readonly (string | number | null)[]

/**
 * Statements on one connection, in order. Those that are asked for at once are sent together: the answers to all of them
 * take as long as one of them.
 */
export interface Queries {
  readonly rows: <T extends object>(sql: string, values: readonly Value[]) => Promise<T[]>
  /** Gives how many rows were written. */
  readonly run: (sql: string, values: readonly Value[]) => Promise<number>
}

export interface Database extends Queries {
  /**
   * One transaction on a connection of its own: all of it happens or nothing. `durable: false` does not wait for the
   * disk: a crash of the database server may lose it, but never what was committed durably before or after it.
   * A durable one that only reads waits, too: what it read is on disk then, and at the replicas that commits wait for.
   */
  transaction<T>(options: { readonly durable: boolean }, work: (queries: Queries) => Promise<T>): Promise<T>
  /**
   * The same, begun by what `opening` asks for before it waits for anything: that is sent with the transaction's own
   * beginning. A server that does not begin one ends the connection.
   */
  transactionFrom<O, T>(
    options: { readonly durable: boolean; readonly opening: (queries: Queries) => Promise<O> },
    work: (queries: Queries, opened: O) => Promise<T>,
  ): Promise<T>
  /** Resolves once whatever was read before is as safe as a durable commit. */
  confirm(): Promise<void>
  /** Statements on one connection, each on its own. */
  onOne<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One in each schema for all that must not be done by two processes at once: migrations, events and their seat numbers. */
const CATALOG_LOCK = 7_420_001
const INT8 = 20
const NUMERIC = 1700
const CONNECT_MS = 5_000
/** A process that stopped in the middle of a transaction must not keep an event locked. */
const IDLE_IN_TRANSACTION_MS = 10_000
const LOCK_MS = 8_000
const STATEMENT_MS = 20_000
/** A server that the network has dropped says nothing at all: not even that it gave a statement up. */
const SILENCE_MS = STATEMENT_MS + 2_000
/** Of what takes moments, and of the wait for replicas, of which there may be none for a while. */
const MOMENTS_MS = 8_000

/**
 * A server that was restarted shows commits which no replica has. To have written something makes the commit wait until
 * the replicas have all that was written before it, too; a server that is no longer the primary never gets there.
 */
const WRITE_SOMETHING = "SELECT pg_logical_emit_message(true, 'guichet', '')"
const COMMIT_DURABLY = `${WRITE_SOMETHING}; COMMIT`

/**
 * Each statement of a sale looks up a few rows by their keys. A plan that was made while the tables were small, and is kept,
 * would read all of them.
 */
const BY_INDEX = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `SET enable_${way} = off`)

/** Sent on each new connection. As startup parameters, PgBouncer would refuse the timeouts. */
const SESSION = [
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  `SET lock_timeout = ${LOCK_MS}`,
  `SET statement_timeout = ${STATEMENT_MS}`,
  ...BY_INDEX,
].join(';')

/** How often a pooler that has only busy sessions may by chance give a connection the same one. */
const POOLER_ROUNDS = 8

/** Integers as numbers: ids, times and amounts of the service are far from the limit of exact ones. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (pg.types.getTypeParser(oid, format) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
}

/** Connects when first asked. Faults of connections that lie idle are told to `report`. */
export function createDatabase(url: string, connections: number, report: (fault: unknown) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    pipeline: true,
    stream: (): Duplex => new GatheringSocket(),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    application_name: 'guichet-hub',
  })
  // The driver's own error holds the whole connection: all its statements would stand in the log.
  pool.on('error', ({ message }) => {
    report(new StoreUnavailable(`A connection that was idle has ended: ${message}`))
  })
  // A connection that cannot take it says so to what is asked on it next.
  pool.on('connect', (client) => void client.query(SESSION).catch(() => undefined))

  async function connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let broken: Error | undefined
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw new StoreUnavailable('The database cannot be reached', { cause: error })
    }
    // A connection that ends while it is out of the pool says so here, beside failing its statement.
    const onError = (error: Error): void => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      if (isLost(error)) broken = error as Error
      throw isUnavailable(error) ? new StoreUnavailable('The database did not take it', { cause: error }) : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  const transactionFrom: Database['transactionFrom'] = ({ durable, opening }, work) =>
    connected(async (client) => {
      const queries = queriesOn(client)
      try {
        const begin = durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off'
        const [, opened] = await Promise.all([inMoments(client, begin), opening(queries)])
        const value = await work(queries, opened)
        await commit(client, durable ? COMMIT_DURABLY : 'COMMIT', 'COMMIT')
        return value
      } catch (error) {
        // A connection that is lost has rolled back already, or answers nothing.
        if (!isLost(error)) await inMoments(client, 'ROLLBACK').catch(() => undefined)
        throw error
      }
    })

  const onOne = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    connected((client) => work(queriesOn(client)))

  return {
    rows: (sql, values) => onOne(({ rows }) => rows(sql, values)),
    run: (sql, values) => onOne(({ run }) => run(sql, values)),
    onOne,
    transaction: (options, work) => transactionFrom({ ...options, opening: nothing }, work),
    transactionFrom,
    // A transaction of its own, in one breath.
    confirm: () => connected((client) => commit(client, WRITE_SOMETHING, 'SELECT')),
    close: () => pool.end(),
  }
}

/**
 * Throws if a connection pooler gives the transactions of one connection different sessions: prepared statements, timeouts
 * and planner settings belong to a session. A pooler keeps backend keys of its own, which differ from the server's process id.
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
    throw isUnavailable(error) ? new StoreUnavailable('The database cannot be reached', { cause: error }) : error
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const SHARED_SESSIONS =
  'a connection pooler gives each transaction another PostgreSQL session: set pool_mode = session for this database (PgBouncer), or connect to PostgreSQL directly'

function probe(url: string): pg.Client & { readonly processID: number | null } {
  const options = { connectionTimeoutMillis: CONNECT_MS, query_timeout: MOMENTS_MS, application_name: 'guichet-hub' }
  const client = new pg.Client({ connectionString: url, ...options })
  // The query that fails says so, too.
  client.on('error', () => undefined)
  // The driver keeps it for cancellations; its types leave it out.
  return client as pg.Client & { readonly processID: number | null }
}

/** Servers behind one address may use the same process id at once: the start time makes a session unique. */
async function sessionOf(client: pg.Client): Promise<{ readonly pid: number; readonly session: string }> {
  const { rows } = await client.query<{ pid: number; session: string }>(
    `SELECT pid, pid || ' ' || backend_start AS session FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  )
  return only(rows[0])
}

/** For a transaction that asks for nothing before. */
export const nothing = (): Promise<void> => Promise.resolve()

/** A commit that is in doubt throws: the same request, sent again, finds out. */
async function commit(client: pg.PoolClient, text: string, done: 'COMMIT' | 'SELECT'): Promise<void> {
  let notice: string | undefined
  // A wait for the replicas that was cancelled is told by a notice, and then as a success.
  const onNotice = ({ message }: { readonly message?: string | undefined }): void => {
    notice ??= message
  }
  client.on('notice', onNotice)
  try {
    const command = await inMoments(client, text).catch((cause: unknown) => {
      throw new InDoubt('the commit is in doubt', { cause })
    })
    // What a transaction that has failed answers to it.
    if (command !== done) throw new Error(`the transaction ended with ${command}`)
    if (notice !== undefined) throw new InDoubt(`the commit is in doubt: ${notice}`)
  } finally {
    client.off('notice', onNotice)
  }
}

/** Written or not, or lost with this server: a server that only reads fails here, too. */
class InDoubt extends Error {
  override readonly name = 'InDoubt'
}

/** Statements that take no time of their own. Gives the last one's command. */
async function inMoments(client: pg.PoolClient, text: string): Promise<string | undefined> {
  const asked = { text, query_timeout: MOMENTS_MS }
  // Of several statements in one text the driver gives several results.
  const results: pg.QueryResult | pg.QueryResult[] = await client.query(asked)
  return [results].flat().at(-1)?.command
}

/** Until the transaction ends: the same order is not completed by two processes at once. */
export async function lockOrder({ run }: Queries, partnerCode: string, orderId: string): Promise<void> {
  await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${partnerCode} ${orderId.toLowerCase()}`])
}

/** Until the transaction ends. */
export async function lockCatalog({ run }: Queries): Promise<void> {
  await run('SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), $1))', [CATALOG_LOCK])
}

/** For statements that always give a row. */
export function only<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the database gave no row')
  return row
}

/** Statements with values are prepared once a connection, under their own text. */
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
    rows: async <T extends object>(sql: string, values: readonly Value[]) => (await query<T>(sql, values)).rows,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  }
}

/** Two transactions waited for each other, and the server ended this one. */
export const isTie = ({ cause }: Error): boolean => codeOf(cause).startsWith('40')

/** A seat that was free when it was looked at has been claimed since, by somebody whose transaction ended first. */
export const isSeatTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'claim_pkey'

/** SQLSTATE classes of a server that goes away, is full, or had to break a tie: nothing about the request is wrong. */
function isUnavailable(error: unknown): boolean {
  return isLost(error) || /^(?:53|55P03|57|58|40|25P04)/u.test(codeOf(error))
}

/** The connection is of no use any more: it ended, nobody answers on it, or it leads to a server that only reads. */
function isLost(error: unknown): boolean {
  return (
    error instanceof InDoubt ||
    /^(?:08|57P0|25P03|25006|55000|E[A-Z]+$)/u.test(codeOf(error)) ||
    (error instanceof Error &&
      /connection terminated|timeout exceeded|read timeout|not queryable/iu.test(error.message))
  )
}

/**
 * Sends what several statements write in one turn by one system call, where the driver corks and uncorks for each of them:
 * a call takes the kernel longer than a statement takes Node, and wakes the other side.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
