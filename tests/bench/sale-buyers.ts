import { randomUUID } from 'node:crypto'
import { quantile } from './harness.ts'
import { ask, lineClient, type LineClient } from './line-client.ts'
import { processorMsUnder } from './process-cost.ts'
import { API, CALLS, type CallName, type Rush, type RushOutcome, type Times } from './sale-calls.ts'

type Ticket = Readonly<{ seat_id: string; qr_code: string }>

interface Session {
  readonly session_id: string
  readonly owner_ref: string
  readonly map: { readonly sections: readonly { readonly id: string }[] }
}

interface Section {
  readonly map: { readonly seats: readonly { readonly id: string; readonly status: string }[] }
}

const SEATS_A_SALE = 2
const EVENT = { event_name: 'Ruée', event_date: '2099-05-17', default_price: 50_000 }

process.on('message', (rush: Rush) => {
  void run(rush)
    .catch((error: unknown) => ({ milliseconds: 0, processorMs: [], calls: {}, failure: String(error) }))
    .then((outcome) => process.send?.(outcome))
})

/** Uses new connections for each run, because servers close idle connections between measurements. */
async function run(rush: Rush): Promise<RushOutcome> {
  const { ports, clients } = rush
  const portOf = (index: number): number => ports[index % ports.length] ?? 0
  const lines = await Promise.all(Array.from({ length: clients }, (_, index) => lineClient(portOf(index))))
  try {
    return await sell(rush, lines)
  } finally {
    for (const line of lines) line.close()
  }
}

async function sell(rush: Rush, lines: readonly LineClient[]): Promise<RushOutcome> {
  const { ports, sales, isFixed, roots = [] } = rush
  const [first] = lines
  if (first === undefined) throw new Error('a rush needs buyers')
  const arenas = await arenasOf(first, rush)
  if (!isFixed) for (const arena of arenas) await fightForOne(lines.slice(0, 16), arena)
  const times: Record<CallName, number[]> = { open: [], section: [], hold: [], checkout: [], purchase: [], tickets: [] }
  const issued: Ticket[] = []
  const crowds = crowdsOf(arenas, rush)

  async function timed<T>(name: CallName, call: Promise<T>): Promise<T> {
    const before = performance.now()
    const value = await call
    times[name].push(performance.now() - before)
    return value
  }

  async function buy(line: LineClient, { open, section, seats }: Place): Promise<void> {
    const session = await timed('open', ask<Session>(line, 'POST', `${API}/booking-sessions`, open))
    const path = `${API}/booking-sessions/${session.session_id}`
    const view = await timed('section', line.exchange('GET', `${path}?section_id=${section}`))
    if (view.status !== 200) throw new Error(`section: HTTP ${view.status}`)
    const { holds } = await timed(
      'hold',
      ask<{ holds: { hold_id: string }[] }>(line, 'POST', `${path}/holds`, { seat_ids: seats }),
    )
    const { amount } = await timed('checkout', ask<{ amount: number }>(line, 'GET', `${path}/checkout`))
    const hold_ids = holds.map(({ hold_id }) => hold_id)
    const order = { order_id: randomUUID(), amount, hold_ids, customer: { name: 'Mariama' } }
    const bought = await timed('purchase', ask<{ tickets: Ticket[] }>(line, 'POST', `${API}/purchases`, order))
    const ofOwner = `${API}/tickets?owner_ref=${session.owner_ref}`
    const listed = await timed('tickets', ask<{ tickets: Ticket[] }>(line, 'GET', ofOwner))
    issued.push(...bought.tickets)
    const codes = (tickets: readonly Ticket[]): string => tickets.map(({ qr_code }) => qr_code).join()
    if (codes(bought.tickets) !== codes(listed.tickets)) throw new Error('the tickets differ from those bought')
    if (!isFixed && bought.tickets.some(({ seat_id }, index) => seat_id !== seats[index]))
      throw new Error('other seats')
  }

  const usedBefore = roots.map(processorMsUnder)
  const start = performance.now()
  await Promise.all(
    lines.map(async (line, index) => {
      for (const place of crowds[index % crowds.length] ?? []) await buy(line, place)
    }),
  )
  const milliseconds = performance.now() - start
  const used = roots.map((root, index) => processorMsUnder(root) - (usedBefore[index] ?? 0))
  if (!isFixed) for (const line of lines.slice(0, ports.length)) await examine(line, arenas, issued, sales)
  return {
    milliseconds,
    processorMs: used,
    calls: Object.fromEntries(CALLS.map((name) => [name, spread(times[name])])) as Record<CallName, Times>,
    failure: null,
  }
}

interface Arena {
  readonly open: object
  readonly sections: readonly { readonly id: string; readonly seats: readonly string[] }[]
}

async function arenasOf(line: LineClient, { events = 1, sections = Infinity }: Rush): Promise<readonly Arena[]> {
  const arenas: Arena[] = []
  for (let event = 0; event < events; event += 1) arenas.push(await arenaOf(line, sections))
  return arenas
}

function crowdsOf(arenas: readonly Arena[], { ports, sales, eventsApart = false }: Rush): readonly Iterable<Place>[] {
  const count = eventsApart ? ports.length : 1
  return Array.from({ length: count }, (_, crowd) =>
    placesOf(
      arenas.filter((__, event) => event % count === crowd),
      sales / count,
    ),
  )
}

function* placesOf(arenas: readonly Arena[], sales: number): Iterable<Place> {
  for (let sale = 0; sale < sales; sale += 1) yield placeOf(arenas, sale)
}

async function arenaOf(line: LineClient, most: number): Promise<Arena> {
  const { open_session: open } = await ask<{ open_session: object }>(line, 'POST', `${API}/events`, EVENT)
  const { session_id, map } = await ask<Session>(line, 'POST', `${API}/booking-sessions`, open)
  const sections: { id: string; seats: readonly string[] }[] = []
  for (const { id } of map.sections.slice(0, most)) {
    sections.push({ id, seats: (await seatsOf(line, session_id, id)).map((seat) => seat.id) })
  }
  return { open, sections }
}

type Place = Readonly<{ open: object; section: string; seats: readonly string[] }>

/**
 * Returns the event, section and seats of a sale. Consecutive sales are for different events or sections, as in
 * practice.
 */
function placeOf(arenas: readonly Arena[], sale: number): Place {
  const arena = arenas[sale % arenas.length]
  const turn = Math.floor(sale / arenas.length)
  const sections = arena?.sections ?? []
  const section = sections[turn % sections.length]
  const from = Math.floor(turn / sections.length) * SEATS_A_SALE
  const seats = section?.seats.slice(from, from + SEATS_A_SALE) ?? []
  if (arena === undefined || section === undefined || seats.length < SEATS_A_SALE) throw new Error('sold out')
  return { open: arena.open, section: section.id, seats }
}

async function seatsOf(line: LineClient, sessionId: string, section: string): Promise<Section['map']['seats']> {
  const path = `${API}/booking-sessions/${sessionId}?section_id=${section}`
  return (await ask<Section>(line, 'GET', path)).map.seats
}

async function soldIn(line: LineClient, { open, sections }: Arena): Promise<readonly string[]> {
  const { session_id } = await ask<Session>(line, 'POST', `${API}/booking-sessions`, open)
  const sold: string[] = []
  for (const { id } of sections) {
    for (const seat of await seatsOf(line, session_id, id)) if (seat.status === 'sold') sold.push(seat.id)
  }
  return sold
}

async function fightForOne(lines: readonly LineClient[], { open, sections }: Arena): Promise<void> {
  const seats = sections[0]?.seats.slice(-SEATS_A_SALE)
  const statuses = await Promise.all(
    lines.map(async (line) => {
      const { session_id } = await ask<Session>(line, 'POST', `${API}/booking-sessions`, open)
      const path = `${API}/booking-sessions/${session_id}/holds`
      return (await line.exchange('POST', path, JSON.stringify({ seat_ids: seats }))).status
    }),
  )
  const won = statuses.filter((status) => status === 200).length
  if (won !== 1 || statuses.some((status) => status !== 200 && status !== 409)) {
    throw new Error(`one seat for ${lines.length}: HTTP ${statuses.join()}`)
  }
}

async function examine(line: LineClient, arenas: readonly Arena[], issued: readonly Ticket[], sales: number) {
  const seats = new Set(issued.map(({ seat_id }) => seat_id))
  if (seats.size !== issued.length) throw new Error('a seat was sold twice')
  if (seats.size !== sales * SEATS_A_SALE) throw new Error('a ticket is missing')
  if (new Set(issued.map(({ qr_code }) => qr_code)).size !== issued.length) throw new Error('two tickets are one')
  const shown: string[] = []
  for (const arena of arenas) shown.push(...(await soldIn(line, arena)))
  if (shown.length !== seats.size || shown.some((id) => !seats.has(id))) throw new Error('other seats show as sold')
}

const spread = (times: readonly number[]): Times => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
