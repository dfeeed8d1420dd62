import Sqlite from 'better-sqlite3'
import pg from 'pg'

type Value = string | number

export type Query = <T extends object>(sql: string, values: readonly Value[]) => Promise<T[]>

export interface Tables {
  /** What locks the rows that are read. */
  readonly forUpdate: string
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  readonly many: (into: string, rows: readonly (readonly Value[])[]) => string
  readonly close: () => Promise<void>
}

const SCHEMA = `
  CREATE TABLE section (id text PRIMARY KEY, event_id text NOT NULL, code text NOT NULL, remaining integer NOT NULL);
  CREATE INDEX section_event ON section (event_id);
  CREATE TABLE session (id text PRIMARY KEY, event_id text NOT NULL, owner_ref text NOT NULL UNIQUE, expires_at bigint NOT NULL);
  CREATE TABLE seat (id text PRIMARY KEY, section_id text NOT NULL REFERENCES section, code text NOT NULL, status text NOT NULL,
    price integer NOT NULL, session_id text REFERENCES session);
  CREATE INDEX seat_section ON seat (section_id);
  CREATE TABLE hold (id text PRIMARY KEY, session_id text NOT NULL REFERENCES session, seat_id text NOT NULL REFERENCES seat,
    price integer NOT NULL, expires_at bigint NOT NULL, state text NOT NULL);
  CREATE INDEX hold_session ON hold (session_id);
  CREATE TABLE purchase (id text PRIMARY KEY, order_id text NOT NULL UNIQUE, session_id text NOT NULL REFERENCES session,
    amount integer NOT NULL, customer text NOT NULL);
  CREATE TABLE ticket (id text PRIMARY KEY, purchase_id text NOT NULL REFERENCES purchase, session_id text NOT NULL REFERENCES session,
    seat_id text NOT NULL UNIQUE REFERENCES seat, qr_code text NOT NULL UNIQUE, place integer NOT NULL);
  CREATE INDEX ticket_session ON ticket (session_id)`

const many: Tables['many'] = (into, rows) =>
  `${into} VALUES ${rows.map((row) => `(${row.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join()})`).join()}`

export const openTables = (database: string): Promise<Tables> =>
  database.startsWith('postgres') ? postgresTables(database) : Promise.resolve(sqliteTables(database))

async function postgresTables(url: string): Promise<Tables> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query(SCHEMA)
  return {
    forUpdate: 'FOR UPDATE',
    many,
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const value = await work(async <T extends object>(sql: string, values: readonly Value[]) => {
          const { rows } = await client.query<T>(sql, [...values])
          return rows
        })
        await client.query('COMMIT')
        return value
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

function sqliteTables(path: string): Tables {
  const db = new Sqlite(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.exec(SCHEMA)
  const statements = new Map<string, Sqlite.Statement<Value[], object>>()
  let last: Promise<unknown> = Promise.resolve()

  const query: Query = <T extends object>(sql: string, values: readonly Value[]) => {
    const statement = statements.get(sql) ?? db.prepare<Value[], object>(sql.replaceAll(/\$\d/gu, '?'))
    if (values.length > 0) statements.set(sql, statement)
    if (!statement.reader) statement.run(...values)
    return Promise.resolve((statement.reader ? statement.all(...values) : []) as T[])
  }

  /** One connection: the next begins when the last has ended. */
  async function alone<T>(work: (query: Query) => Promise<T>): Promise<T> {
    db.exec('BEGIN IMMEDIATE')
    try {
      const value = await work(query)
      db.exec('COMMIT')
      return value
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    forUpdate: '',
    many,
    transaction(work) {
      const turn = last.then(() => alone(work))
      last = turn.catch(() => undefined)
      return turn
    },
    close: () => Promise.resolve(void db.close()),
  }
}
