import { randomUUID } from 'node:crypto'
import { need } from '../world/campaign/kiosk.ts'
import { PostgresStore } from '../../electron/booking/sql/postgres/store.ts'
import { SqliteStore } from '../../electron/booking/sql/sqlite/store.ts'
import type { BookingStore } from '../../electron/booking/sql/store.ts'
import { newSchema, startPostgres } from '../support/postgres-server.ts'
import type { Contender, Suite } from './harness.ts'
import { eventAt, gridVenue, scratchFolder, storeDefaults } from './venues.ts'

const BUYERS = 64
const SALES = 256
const SEATS_A_SALE = 2
const SEATS_A_PARTY = 100
const SEATS_IN_VENUE = 24_000
const PRICE = 50_000

type Size = Readonly<{ sold: number; sections: number }>

const SIZES: readonly Size[] = [
  { sold: 1_000_000, sections: 60 },
  { sold: 100_000, sections: 60 },
  { sold: 10_000, sections: 60 },
  { sold: 1_000, sections: 300 },
  { sold: 1_000, sections: 1 },
  { sold: 1_000, sections: 60 },
]

interface Engine {
  readonly name: string
  readonly open: () => Promise<BookingStore>
  readonly close: () => Promise<void>
}

function growthSuite(start: () => Promise<Engine>): Suite {
  return {
    title: 'sales beside tickets that are sold already, and in more sections',
    unit: { one: 'sale', many: 'sales' },
    clock: 'wall',
    onlyNamed: true,
    prepare: async (once) => {
      const engine = await start()
      const stores: { readonly store: BookingStore; readonly size: Size }[] = []
      for (const size of SIZES) {
        const store = await engine.open()
        await fill(store, once ? SEATS_A_PARTY : size.sold)
        stores.push({ store, size })
      }
      const nameOf = ({ sold, sections }: Size): string =>
        `${engine.name}: ${sold.toLocaleString('en')} sold, ${sections} ${sections === 1 ? 'section' : 'sections'}`
      const names = SIZES.map(nameOf)
      return {
        contenders: stores.map(({ store, size }): Contender => ({
          name: nameOf(size),
          units: SALES,
          run: () => rush(store, size.sections),
        })),
        // A look-up among a thousand times as many rows takes about twice as many steps.
        goals: names.slice(1).map((against) => ({ against, ratio: 0.5 })),
        // `rush` checks the sales of each run.
        check: () => Promise.resolve(),
        curves: (results) => {
          const points = (of: keyof Size, among: readonly boolean[]) =>
            SIZES.flatMap((size, index) => {
              const cost = results[index]?.cost
              if (!cost || !among[index]) return []
              return [{ at: size[of], value: 1000 / cost.median, low: 1000 / cost.max, high: 1000 / cost.min }]
            }).sort((a, b) => a.at - b.at)
          const title = `${engine.name}: sales a second`
          const bySold = SIZES.map(({ sections }) => sections === 60)
          const bySections = SIZES.map(({ sold }) => sold === 1_000)
          return [
            { title, across: 'tickets sold before', points: points('sold', bySold) },
            { title, across: 'sections', points: points('sections', bySections) },
          ]
        },
        close: async () => {
          for (const { store } of stores) await store.close()
          await engine.close()
        },
      }
    },
  }
}

async function onSqlite(): Promise<Engine> {
  const folder = await scratchFolder()
  let opened = 0
  return {
    name: 'SQLite',
    open: () =>
      Promise.resolve(new SqliteStore({ ...storeDefaults, databasePath: folder.path(`${(opened += 1)}.db`) })),
    close: () => folder.remove(),
  }
}

async function onPostgres(): Promise<Engine> {
  const server = await startPostgres()
  if (server === null) return onSqlite()
  return {
    name: 'PostgreSQL',
    async open() {
      const url = await newSchema(server.url)
      return PostgresStore.open({ ...storeDefaults, url, connections: 10, report: () => undefined })
    },
    close: () => server.stop(),
  }
}

type Arena = Readonly<{ eventId: string; accessCode: string; seats: readonly string[] }>

async function arenaOf(store: BookingStore, sections: number): Promise<Arena> {
  const rows = 20
  const venue = gridVenue(sections, rows, SEATS_IN_VENUE / sections / rows)
  const { eventId, accessCode } = await store.createEvent(eventAt(venue))
  const key = { partnerCode: 'demo', eventId: String(eventId), accessCode }
  const { session, sections: all } = need(await store.openSession(key))
  const sectionId = String(all[0]?.sectionId)
  const { event } = need(await store.viewSection({ ...key, sessionId: session.sessionId, sectionId }))
  const first = event.sections[0]?.firstSeatId ?? 0
  return { ...key, seats: Array.from({ length: SEATS_IN_VENUE }, (_, index) => String(first + index)) }
}

async function fill(store: BookingStore, tickets: number): Promise<void> {
  for (let left = tickets; left > 0; left -= SEATS_IN_VENUE) {
    const arena = await arenaOf(store, 60)
    const parties = Math.min(left, SEATS_IN_VENUE) / SEATS_A_PARTY
    await sell(store, arena, parties, (party) => arena.seats.slice(party * SEATS_A_PARTY, (party + 1) * SEATS_A_PARTY))
  }
}

async function rush(store: BookingStore, sections: number): Promise<number> {
  const arena = await arenaOf(store, sections)
  // Consecutive sales are far from each other, and in different sections if there are several.
  const stride = SEATS_IN_VENUE / 60
  const before = performance.now()
  const sold = await sell(store, arena, SALES, (sale) => {
    const from = (sale % 60) * stride + Math.floor(sale / 60) * SEATS_A_SALE
    return arena.seats.slice(from, from + SEATS_A_SALE)
  })
  const milliseconds = performance.now() - before
  if (new Set(sold).size !== SALES * SEATS_A_SALE) throw new Error('a seat was sold twice, or is missing')
  return milliseconds
}

async function sell(
  store: BookingStore,
  { eventId, accessCode }: Arena,
  sales: number,
  seatsOf: (sale: number) => readonly string[],
): Promise<readonly number[]> {
  const sold: number[] = []
  let begun = 0
  async function buyer(): Promise<void> {
    while (begun < sales) {
      const seatIds = seatsOf(begun++)
      const { session } = need(await store.openSession({ partnerCode: 'demo', eventId, accessCode }))
      const key = { partnerCode: 'demo', sessionId: session.sessionId }
      need(await store.holdSeats({ ...key, seatIds }))
      const { holds, currency } = need(await store.readCheckout(key))
      const order = {
        partnerCode: 'demo',
        orderId: randomUUID(),
        contentSha256: randomUUID(),
        amount: seatIds.length * PRICE,
        currency,
        holdIds: holds.map(({ holdId }) => holdId),
        paymentMethod: undefined,
        paymentReference: undefined,
        customer: {},
      }
      need(await store.completePurchase(order, ({ tickets }) => tickets.map(({ qrCode }) => qrCode).join()))
      const tickets = await store.listTickets({ partnerCode: 'demo', ownerRef: session.ownerRef })
      sold.push(...tickets.map(({ seatId }) => seatId))
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buyer))
  return sold
}

export const onOneFile = growthSuite(onSqlite)
export const onServer = growthSuite(onPostgres)
