import { randomUUID } from 'node:crypto'
import { ask, lineClient, type LineClient } from './line-client.ts'
import { API } from './sale-calls.ts'

export type Race = Readonly<{ port: number; kiosks: number }>

export interface RaceOutcome {
  /** Milliseconds from the first hold to the last reply. */
  readonly milliseconds: number
  readonly soldSeats: readonly string[]
  readonly refusals: number
  readonly failure: string | null
}

type Kiosk = Readonly<{ client: LineClient; path: string }>

const clients = new Map<number, LineClient[]>()

process.on('message', (race: Race) => {
  void run(race)
    .catch((error: unknown): RaceOutcome => ({ milliseconds: 0, soldSeats: [], refusals: 0, failure: String(error) }))
    .then((outcome) => process.send?.(outcome))
})

async function run({ port, kiosks }: Race): Promise<RaceOutcome> {
  let own = clients.get(port)
  if (own === undefined) {
    own = await Promise.all(Array.from({ length: kiosks }, () => lineClient(port)))
    clients.set(port, own)
  }
  const [first] = own
  if (first === undefined) throw new Error('a race needs kiosks')
  const event = { event_name: 'Course', event_date: '2099-05-17', default_price: 50_000 }
  const { open_session } = await ask<{ open_session: object }>(first, 'POST', `${API}/events`, event)
  const ready = await Promise.all(
    own.map(async (client): Promise<Kiosk & { section: string }> => {
      const opened = ask<{ session_id: string; map: { sections: { id: string }[] } }>
      const { session_id, map } = await opened(client, 'POST', `${API}/booking-sessions`, open_session)
      return { client, path: `${API}/booking-sessions/${session_id}`, section: map.sections[0]?.id ?? '' }
    }),
  )
  const looked = ask<{ map: { seats: { id: string; price: number }[] } }>
  const { seats } = (await looked(first, 'GET', `${ready[0]?.path}?section_id=${ready[0]?.section}`)).map

  const start = performance.now()
  const results = await Promise.all(ready.map((kiosk, index) => fight(kiosk, seats, index)))
  return {
    milliseconds: performance.now() - start,
    soldSeats: results.flatMap(({ bought }) => bought),
    refusals: results.reduce((sum, { refused }) => sum + refused, 0),
    failure: null,
  }
}

async function fight({ client, path }: Kiosk, seats: readonly { id: string; price: number }[], index: number) {
  const bought: string[] = []
  let refused = 0
  for (let step = 0; step < seats.length; step++) {
    const seat = seats[(index * 7 + step * 3) % seats.length]
    if (seat === undefined) throw new Error('no seat')
    const { status, body } = await client.exchange('POST', `${path}/holds`, JSON.stringify({ seat_id: seat.id }))
    if (status === 409) {
      refused += 1
      continue
    }
    if (status !== 200) throw new Error(`hold: HTTP ${status} ${body.toString()}`)
    const { hold } = (JSON.parse(body.toString()) as { data: { hold: { hold_id: string } } }).data
    const order = { order_id: randomUUID(), amount: seat.price, hold_ids: [hold.hold_id], customer: { name: 'Course' } }
    const purchase = await ask<{ tickets: { seat_id: string }[] }>(client, 'POST', `${API}/purchases`, order)
    bought.push(...purchase.tickets.map((ticket) => ticket.seat_id))
  }
  return { bought, refused }
}
