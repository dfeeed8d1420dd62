import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Sqlite from 'better-sqlite3'
import express from 'express'
import pg from 'pg'

type Value = string | number

type Query = <T extends object>(sql: string, values: readonly Value[]) => Promise<T[]>

interface Tables {
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

const openTables = (database: string): Promise<Tables> =>
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

  /** Runs the work in a transaction. Transactions run one at a time, because they share one connection. */
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

/** node plain-sale.ts DATABASE: a common implementation of the sale, without expiry, revisions and signatures. */
const SECTIONS = 60
const SEATS_IN_SECTION = 416

const tables = await openTables(process.argv[2] ?? '')
const app = express()
app.use(express.json())

class Taken extends Error {}

type Handler = (query: Query, request: express.Request) => Promise<object>

const inTransaction =
  (work: Handler): express.RequestHandler =>
  (request, response) => {
    tables
      .transaction((query) => work(query, request))
      .then((data) => response.json({ success: true, data }))
      .catch((error: unknown) => {
        response.status(error instanceof Taken ? 409 : 500).json({ success: false, message: String(error) })
      })
  }

app.post('/api/v1/public/events', inTransaction(createEvent))
app.post('/api/v1/public/booking-sessions', inTransaction(openSession))
app.get('/api/v1/public/booking-sessions/:session', inTransaction(viewSection))
app.post('/api/v1/public/booking-sessions/:session/holds', inTransaction(holdSeats))
app.get('/api/v1/public/booking-sessions/:session/checkout', inTransaction(readCheckout))
app.post('/api/v1/public/purchases', inTransaction(confirmPurchase))
app.get('/api/v1/public/tickets', inTransaction(listTickets))

const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
server.keepAliveTimeout = 600_000
process.once('message', () => void tables.close().then(() => process.exit()))

async function createEvent(query: Query): Promise<object> {
  const eventId = randomUUID()
  for (let section = 1; section <= SECTIONS; section++) {
    const sectionId = randomUUID()
    const values = [sectionId, eventId, `N${section}`, SEATS_IN_SECTION]
    await query('INSERT INTO section (id, event_id, code, remaining) VALUES ($1, $2, $3, $4)', values)
    await addSeats(query, sectionId)
  }
  return { open_session: { event_id: eventId, access_code: 'open' } }
}

async function addSeats(query: Query, sectionId: string): Promise<void> {
  const seats = Array.from({ length: SEATS_IN_SECTION }, (_, index) => ({ id: randomUUID(), code: String(index + 1) }))
  await query(
    tables.many(
      'INSERT INTO seat (id, section_id, code, status, price)',
      seats.map(({ id, code }) => [id, sectionId, code, 'available', 50_000]),
    ),
    [],
  )
}

async function openSession(query: Query, { body }: express.Request): Promise<object> {
  const { event_id: eventId } = body as { event_id: string }
  const sections = await query<{ id: string; code: string; remaining: number }>(
    'SELECT id, code, remaining FROM section WHERE event_id = $1 ORDER BY code',
    [eventId],
  )
  const [session, owner] = [randomUUID(), randomUUID()]
  const values = [session, eventId, owner, Date.now() + 1_800_000]
  await query('INSERT INTO session (id, event_id, owner_ref, expires_at) VALUES ($1, $2, $3, $4)', values)
  return { session_id: session, owner_ref: owner, map: { sections } }
}

async function viewSection(query: Query, { params, query: search }: express.Request): Promise<object> {
  await sessionOf(query, params)
  const rows = await query<SeatRow>(
    `SELECT seat.id, seat.code, status, price, section.code AS section FROM seat JOIN section ON section.id = section_id
     WHERE section_id = $1 ORDER BY seat.code`,
    [textOf(search['section_id'])],
  )
  const list = rows.map((row) => ({ id: row.id, status: row.status, seat_code: `${row.section}-A-${row.code}` }))
  const seats = rows.map((row) => ({ id: row.id, price: row.price, status: row.status, ...placeOf(row) }))
  return { availability: { remaining: rows.length, seats: list }, map: { seats } }
}

type SeatRow = Readonly<{ id: string; code: string; status: string; price: number; section: string }>

function placeOf({ id, code, section }: Pick<SeatRow, 'id' | 'code' | 'section'>): object {
  const seatCode = `${section}-A-${code}`
  const route = ['Porte A', `Secteur ${section}`, 'Rang A', `Place ${code}`]
  return {
    seat_code: seatCode,
    place_id: id,
    place: seatCode,
    numero_place: Number(code),
    rangee: 'A',
    secteur: section,
    porte: { code: 'A', nom: 'Porte A', libelle: 'Porte A, Tribune Nord, côté ville' },
    tribune: { code: 'N', nom: 'Tribune Nord', couleur: '#1d4f9c' },
    route,
    route_texte: route.join(' → '),
    code_litige: `LIT-${id}`,
  }
}

async function holdSeats(query: Query, { params, body }: express.Request): Promise<object> {
  const session = await sessionOf(query, params)
  const { seat_ids: wanted } = body as { seat_ids: string[] }
  const holds: object[] = []
  for (const seatId of wanted.toSorted()) {
    const [seat] = await query<{ status: string; price: number; section_id: string }>(
      `SELECT status, price, section_id FROM seat WHERE id = $1 ${tables.forUpdate}`,
      [seatId],
    )
    if (seat?.status !== 'available') throw new Taken(seatId)
    const hold = { hold_id: randomUUID(), seat_id: seatId, price: seat.price }
    await query("UPDATE seat SET status = 'held', session_id = $1 WHERE id = $2", [session, seatId])
    await query('UPDATE section SET remaining = remaining - 1 WHERE id = $1', [seat.section_id])
    await query(
      'INSERT INTO hold (id, session_id, seat_id, price, expires_at, state) VALUES ($1, $2, $3, $4, $5, $6)',
      [hold.hold_id, session, seatId, seat.price, Date.now() + 480_000, 'held'],
    )
    holds.push(hold)
  }
  return { holds: wanted.map((id) => holds.find((hold) => 'seat_id' in hold && hold.seat_id === id)) }
}

type HoldRow = Readonly<{ id: string; seat_id: string; price: number }>

async function readCheckout(query: Query, { params }: express.Request): Promise<object> {
  const items = await query<HoldRow>(
    "SELECT id, seat_id, price FROM hold WHERE session_id = $1 AND state = 'held' AND expires_at > $2",
    [await sessionOf(query, params), Date.now()],
  )
  return { items, amount: items.reduce((sum, { price }) => sum + price, 0) }
}

async function confirmPurchase(query: Query, { body }: express.Request): Promise<object> {
  const order = body as { order_id: string; amount: number; hold_ids: string[]; customer: { name: string } }
  const before = await query('SELECT id FROM purchase WHERE order_id = $1', [order.order_id])
  if (before.length > 0) throw new Taken(order.order_id)
  const holds: (HoldRow & { session_id: string })[] = []
  for (const holdId of order.hold_ids) {
    const [hold] = await query<HoldRow & { session_id: string }>(
      `SELECT id, seat_id, price, session_id FROM hold WHERE id = $1 AND state = 'held' ${tables.forUpdate}`,
      [holdId],
    )
    if (hold === undefined) throw new Taken(holdId)
    holds.push(hold)
  }
  const purchase = randomUUID()
  await query('INSERT INTO purchase (id, order_id, session_id, amount, customer) VALUES ($1, $2, $3, $4, $5)', [
    purchase,
    order.order_id,
    holds[0]?.session_id ?? '',
    order.amount,
    order.customer.name,
  ])
  const tickets: object[] = []
  for (const hold of holds) {
    const ticket = { id: randomUUID(), seat_id: hold.seat_id, qr_code: randomBytes(16).toString('hex') }
    await query("UPDATE hold SET state = 'sold' WHERE id = $1", [hold.id])
    await query("UPDATE seat SET status = 'sold' WHERE id = $1", [hold.seat_id])
    await query(
      'INSERT INTO ticket (id, purchase_id, session_id, seat_id, qr_code, place) VALUES ($1, $2, $3, $4, $5, $6)',
      [ticket.id, purchase, hold.session_id, hold.seat_id, ticket.qr_code, tickets.length],
    )
    tickets.push(ticket)
  }
  return { purchase_id: purchase, tickets }
}

async function listTickets(query: Query, { query: search }: express.Request): Promise<object> {
  const tickets = await query(
    `SELECT ticket.id, seat_id, qr_code FROM ticket JOIN session ON session.id = session_id WHERE owner_ref = $1
     ORDER BY place`,
    [textOf(search['owner_ref'])],
  )
  return { tickets }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function sessionOf(query: Query, params: express.Request['params']): Promise<string> {
  const find = 'SELECT id FROM session WHERE id = $1 AND expires_at > $2'
  const [session] = await query<{ id: string }>(find, [textOf(params['session']), Date.now()])
  if (session === undefined) throw new Error('no such session')
  return session.id
}
