import { randomUUID } from 'node:crypto'
import { lineClient, type LineClient } from './line-client.ts'
import { API, CALLS, type CallName, type Rush, type RushOutcome, type Times } from './sale-calls.ts'

interface Ticket {
  readonly seat_id: string
  readonly qr_code: string
}

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
    .catch((error: unknown) => ({ milliseconds: 0, calls: {}, failure: String(error) }))
    .then((outcome) => process.send?.(outcome))
})

/** On new connections: servers close those that were idle while others had their turn. */
async function run(rush: Rush): Promise<RushOutcome> {
  const lines = await Promise.all(Array.from({ length: rush.clients }, () => lineClient(rush.port)))
  try {
    return await sell(rush, lines)
  } finally {
    for (const line of lines) line.close()
  }
}

async function sell({ sales, isFixed }: Rush, lines: readonly LineClient[]): Promise<RushOutcome> {
  const [first] = lines
  if (first === undefined) throw new Error('a rush needs buyers')
  const { open_session } = await data<{ open_session: object }>(first, 'POST', `${API}/events`, EVENT)
  const arena = await seatsOf(first, open_session)
  if (!isFixed) await fightForOne(lines.slice(0, 16), open_session, arena)
  const times: Record<CallName, number[]> = { open: [], section: [], hold: [], checkout: [], purchase: [], tickets: [] }
  const issued: Ticket[] = []
  let begun = 0

  async function timed<T>(name: CallName, call: Promise<T>): Promise<T> {
    const before = performance.now()
    const value = await call
    times[name].push(performance.now() - before)
    return value
  }

  async function buy(line: LineClient, sale: number): Promise<void> {
    const { section, seats } = placeOf(arena, sale)
    const session = await timed('open', data<Session>(line, 'POST', `${API}/booking-sessions`, open_session))
    const path = `${API}/booking-sessions/${session.session_id}`
    const view = await timed('section', line.exchange('GET', `${path}?section_id=${section}`))
    if (view.status !== 200) throw new Error(`section: HTTP ${view.status}`)
    const { holds } = await timed(
      'hold',
      data<{ holds: { hold_id: string }[] }>(line, 'POST', `${path}/holds`, { seat_ids: seats }),
    )
    const { amount } = await timed('checkout', data<{ amount: number }>(line, 'GET', `${path}/checkout`))
    const order = {
      order_id: randomUUID(),
      amount,
      hold_ids: holds.map(({ hold_id }) => hold_id),
      customer: { name: 'Mariama' },
    }
    const bought = await timed('purchase', data<{ tickets: Ticket[] }>(line, 'POST', `${API}/purchases`, order))
    const listed = await timed(
      'tickets',
      data<{ tickets: Ticket[] }>(line, 'GET', `${API}/tickets?owner_ref=${session.owner_ref}`),
    )
    issued.push(...bought.tickets)
    const codes = (tickets: readonly Ticket[]): string => tickets.map(({ qr_code }) => qr_code).join()
    if (codes(bought.tickets) !== codes(listed.tickets)) throw new Error('the tickets differ from those bought')
    if (!isFixed && bought.tickets.some(({ seat_id }, index) => seat_id !== seats[index]))
      throw new Error('other seats')
  }

  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      while (begun < sales) await buy(line, begun++)
    }),
  )
  const milliseconds = performance.now() - start
  if (!isFixed) await examine(first, open_session, issued, sales)
  return {
    milliseconds,
    calls: Object.fromEntries(CALLS.map((name) => [name, spread(times[name])])) as Record<CallName, Times>,
    failure: null,
  }
}

type Arena = readonly { readonly section: string; readonly seats: readonly string[] }[]

/** Neighbours of one sale are in different sections, as in life. */
function placeOf(arena: Arena, sale: number): { readonly section: string; readonly seats: readonly string[] } {
  const place = arena[sale % arena.length]
  const from = Math.floor(sale / arena.length) * SEATS_A_SALE
  const seats = place?.seats.slice(from, from + SEATS_A_SALE) ?? []
  if (place === undefined || seats.length < SEATS_A_SALE) throw new Error('sold out')
  return { section: place.section, seats }
}

async function seatsOf(line: LineClient, open: object): Promise<Arena> {
  const views = await sectionsOf(line, open)
  return views.map(({ id, seats }) => ({ section: id, seats: seats.map((seat) => seat.id) }))
}

async function sectionsOf(line: LineClient, open: object) {
  const session = await data<Session>(line, 'POST', `${API}/booking-sessions`, open)
  const path = `${API}/booking-sessions/${session.session_id}`
  const views: { id: string; seats: Section['map']['seats'] }[] = []
  for (const { id } of session.map.sections) {
    views.push({ id, seats: (await data<Section>(line, 'GET', `${path}?section_id=${id}`)).map.seats })
  }
  return views
}

/** All want the same last seats at once: one of them has both, and nobody else has any. */
async function fightForOne(lines: readonly LineClient[], open: object, arena: Arena): Promise<void> {
  const seats = arena[0]?.seats.slice(-SEATS_A_SALE)
  const statuses = await Promise.all(
    lines.map(async (line) => {
      const { session_id } = await data<Session>(line, 'POST', `${API}/booking-sessions`, open)
      const path = `${API}/booking-sessions/${session_id}/holds`
      return (await line.exchange('POST', path, JSON.stringify({ seat_ids: seats }))).status
    }),
  )
  const won = statuses.filter((status) => status === 200).length
  if (won !== 1 || statuses.some((status) => status !== 200 && status !== 409)) {
    throw new Error(`one seat for ${lines.length}: HTTP ${statuses.join()}`)
  }
}

/** No seat is sold twice, and what was bought, and nothing else, shows as sold. */
async function examine(line: LineClient, open: object, issued: readonly Ticket[], sales: number): Promise<void> {
  const seats = new Set(issued.map(({ seat_id }) => seat_id))
  if (seats.size !== issued.length) throw new Error('a seat was sold twice')
  if (seats.size !== sales * SEATS_A_SALE) throw new Error('a ticket is missing')
  if (new Set(issued.map(({ qr_code }) => qr_code)).size !== issued.length) throw new Error('two tickets are one')
  const shown = (await sectionsOf(line, open)).flatMap((section) =>
    section.seats.flatMap(({ id, status }) => (status === 'sold' ? id : [])),
  )
  if (shown.length !== seats.size || shown.some((id) => !seats.has(id))) throw new Error('other seats show as sold')
}

async function data<T>(line: LineClient, method: string, path: string, body?: object): Promise<T> {
  const reply = await line.exchange(method, path, body === undefined ? '' : JSON.stringify(body))
  if (reply.status !== 200) throw new Error(`${method} ${path}: HTTP ${reply.status} ${reply.body.toString()}`)
  return (JSON.parse(reply.body.toString()) as { data: T }).data
}

function spread(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
