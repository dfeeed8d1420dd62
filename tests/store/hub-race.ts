import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { at, newEvent, newSession } from '../contract/buyers.ts'
import { contractClient, type Client, type Reply } from '../contract/target.ts'

export interface HubRace {
  readonly database: string
  readonly hubs: number
  readonly clients: number
  readonly seats: number
  /** Number of sold seats after which the first hub is killed. Its clients continue at the second hub. */
  readonly killAfter?: number
  /** Negative control: each hub has its own copy of the database, so seats can be sold twice. */
  readonly isApart?: boolean
}

export interface HubRaceOutcome {
  /** Seats of confirmed purchases, from the replies to the buyers. */
  readonly sold: readonly string[]
  readonly shownSold: readonly string[]
  readonly tickets: readonly string[]
  readonly refusals: number
  readonly faults: readonly string[]
  readonly milliseconds: number
}

/** Lets buyers at several hubs on one database compete for the seats of one section until all are sold. */
export async function raceHubs({
  database,
  hubs,
  clients,
  seats,
  killAfter,
  isApart = false,
}: HubRace): Promise<HubRaceOutcome> {
  const faults: string[] = []
  const first = await startHub(database, faults)
  const all = [first]
  try {
    const event = await newEvent(contractClient({ baseUrl: first.url, partnerCode: 'demo' }))
    const databases = Array.from({ length: hubs - 1 }, (_, hub) => (isApart ? `${database}.${hub}` : database))
    if (isApart) for (const copy of databases) new Sqlite(database).exec(`VACUUM INTO '${copy}'`).close()
    all.push(...(await Promise.all(databases.map((own) => startHub(own, faults)))))
    const seller = contractClient({ baseUrl: all.at(-1)?.url ?? '', partnerCode: 'demo' })
    const opened = await newSession(seller, event)
    const section = opened.availability.sections.find(({ remaining }) => remaining >= seats)
    if (section === undefined) throw new Error(`no section has ${seats} seats`)
    const asked = { ...at(opened), query: { section_id: section.id } }
    const arena = (await seller.succeed('viewSection', asked)).map.seats.slice(0, seats)
    const state = { sold: 0, refusals: 0, killed: false }
    const kill = (): void => {
      if (killAfter === undefined || state.killed || state.sold < killAfter) return
      state.killed = true
      first.child.kill('SIGKILL')
    }
    const urls = all.map(({ url }) => url)
    // All buyers open their sessions before the race, because a hub may be killed later.
    const buyers = await Promise.all(
      all.flatMap((_, hub) => Array.from({ length: clients }, () => arrive(urls, hub, event))),
    )
    const started = performance.now()
    const outcomes = await Promise.all(buyers.map((buyer, seed) => fight({ ...buyer, seed, arena, state, kill })))
    const milliseconds = performance.now() - started
    const after = await seller.succeed('viewSection', asked)
    const inArena = new Set(arena.map(({ id }) => id))
    return {
      sold: outcomes.flatMap(({ bought }) => bought),
      shownSold: after.map.seats.filter(({ id, status }) => inArena.has(id) && status === 'sold').map(({ id }) => id),
      tickets: (await Promise.all(outcomes.map(({ ownerRef }) => ticketsOf(seller, ownerRef)))).flat(),
      refusals: state.refusals,
      faults,
      milliseconds,
    }
  } finally {
    for (const { child } of all) child.kill('SIGKILL')
    // The caller deletes the database next, so all hubs must have exited.
    await Promise.all(all.map(({ gone }) => gone))
  }
}

interface Buyer {
  readonly clients: readonly Client[]
  readonly session: Awaited<ReturnType<typeof newSession>>
}

async function arrive(urls: readonly string[], hub: number, event: Awaited<ReturnType<typeof newEvent>>) {
  const clients = [...urls.slice(hub), ...urls.slice(0, hub)].map((baseUrl) =>
    contractClient({ baseUrl, partnerCode: 'demo' }),
  )
  const [client] = clients
  if (client === undefined) throw new Error('a race needs hubs')
  return { clients, session: await newSession(client, event) }
}

interface Fight extends Buyer {
  readonly seed: number
  readonly arena: readonly { readonly id: string; readonly price: number }[]
  readonly state: { sold: number; refusals: number }
  readonly kill: () => void
}

/** Buys each seat that it can hold, in its own order. Repeats a lost request at another hub. */
async function fight({ clients, session, seed, arena, state, kill }: Fight) {
  const bought: string[] = []
  for (let step = 0; step < arena.length; step++) {
    const seat = arena[(seed * 37 + step * 3) % arena.length]
    if (seat === undefined) continue
    const held = await anywhere(clients, (one) => one.call('holdSeats', { ...at(session), body: { seat_id: seat.id } }))
    if (held.status !== 200) {
      if (held.status !== 409) throw new Error(`hold: HTTP ${held.status} ${held.text}`)
      state.refusals += 1
      continue
    }
    const { data } = held.json as { data: { hold: { hold_id: string } } }
    const order = { order_id: randomUUID(), amount: seat.price, hold_ids: [data.hold.hold_id], customer: {} }
    const purchase = await anywhere(clients, (one) => one.call('confirmPurchase', { body: order }))
    if (purchase.status !== 200) throw new Error(`purchase: HTTP ${purchase.status} ${purchase.text}`)
    bought.push(seat.id)
    state.sold += 1
    kill()
  }
  return { ownerRef: session.owner_ref, bought }
}

/** Returns the first reply that is not 503. Skips hubs that are stopped. */
async function anywhere(clients: readonly Client[], ask: (client: Client) => Promise<Reply>): Promise<Reply> {
  for (let round = 0; round < 50; round++) {
    for (const client of clients) {
      try {
        const reply = await ask(client)
        if (reply.status !== 503) return reply
      } catch {}
    }
  }
  throw new Error('no hub answers any more')
}

async function ticketsOf(client: Client, ownerRef: string): Promise<string[]> {
  const { tickets } = await client.succeed('listTickets', { query: { owner_ref: ownerRef } })
  return tickets.map((ticket) => ticket.seat.id)
}

async function startHub(database: string, faults: string[]) {
  const child = fork(fileURLToPath(new URL('hub-process.ts', import.meta.url)), [database])
  const gone = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  child.on('message', ({ fault }: { fault: string }) => faults.push(fault))
  return { url, child, gone }
}
