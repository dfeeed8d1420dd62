import { fork } from 'node:child_process'
import { once } from 'node:events'
import { newSchema, startPostgres } from '../support/postgres-server.ts'
import type { Contender, Suite } from './harness.ts'
import { lineClient } from './line-client.ts'
import { API, type Fixed, kindOf, type RushOutcome } from './sale-calls.ts'
import { ended, rushed, service, type Service, startBuyers, timesTable } from './sale-services.ts'
import { scratchFolder } from './venues.ts'

const [SQLITE, POSTGRES] = ['one hub on SQLite', 'one hub on PostgreSQL']
const FLOOR = 'floor: node:http and bytes that never change'

function saleSuite(clients: number, sales: number): Suite {
  return {
    title: `${clients.toLocaleString('en')} buyers: each opens a session, sees a section, holds 2 seats, checks out, buys and reads the tickets`,
    unit: { one: 'sale', many: 'sales' },
    clock: 'wall',
    prepare: async () => {
      const folder = await scratchFolder()
      const postgres = await startPostgres()
      const buyers = startBuyers()
      const hubs = [await service(SQLITE, 'sale-hub.ts', folder.path('hub.db'))]
      const plain = [await service('the plain way on SQLite', 'baselines/plain-sale.ts', folder.path('plain.db'))]
      if (postgres !== null) {
        const schema = (): Promise<string> => newSchema(postgres.url)
        hubs.unshift(await service(POSTGRES, 'sale-hub.ts', await schema()))
        plain.push(await service('the plain way on PostgreSQL', 'baselines/plain-sale.ts', await schema()))
      }
      const floor = await floorOf(await repliesOf(hubs[0]?.port ?? 0))
      const services = [...hubs, ...plain, floor]
      const seen = new Map<string, RushOutcome[]>()

      const contender = ({ name, port, isFixed = false }: Service): Contender => ({
        name,
        units: sales,
        async run() {
          const outcome = await rushed(buyers, name, { ports: [port], clients, sales, isFixed })
          seen.set(name, [...(seen.get(name) ?? []), outcome])
          return outcome.milliseconds
        },
      })

      return {
        contenders: services.map(contender),
        goals: [
          ...(postgres === null ? [] : [{ against: SQLITE, ratio: 1 }]),
          ...plain.map(({ name }) => ({ against: name, ratio: 2 })),
        ],
        // Every round checks that each contested seat is sold once and that every ticket exists.
        check: () => Promise.resolve(),
        facts: () => Promise.resolve(timesTable(seen)),
        close: async () => {
          buyers.kill()
          await Promise.all(services.map(ended))
          await postgres?.stop()
          await folder.remove()
        },
      }
    },
  }
}

async function floorOf(fixed: Fixed): Promise<Service> {
  const process = fork(new URL('sale-floor.ts', import.meta.url))
  process.send(fixed)
  const [port] = (await once(process, 'message')) as [number]
  return { name: FLOOR, process, port, isFixed: true }
}

async function repliesOf(port: number): Promise<Fixed> {
  const line = await lineClient(port)
  const fixed: Record<string, string> = {}
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await line.exchange(method, path, body === undefined ? '' : JSON.stringify(body))
    const text = reply.body.toString()
    if (reply.status !== 200) throw new Error(`${method} ${path}: HTTP ${reply.status} ${text}`)
    fixed[kindOf(method, path)] = text
    return (JSON.parse(text) as { data: T }).data
  }
  const event = { event_name: 'Ruée', event_date: '2099-05-17', default_price: 50_000 }
  const { open_session } = await ask<{ open_session: object }>('POST', `${API}/events`, event)
  type Session = { session_id: string; owner_ref: string; map: { sections: { id: string }[] } }
  const session = await ask<Session>('POST', `${API}/booking-sessions`, open_session)
  const path = `${API}/booking-sessions/${session.session_id}`
  const [section] = session.map.sections
  const view = await ask<{ map: { seats: { id: string }[] } }>('GET', `${path}?section_id=${section?.id}`)
  const seat_ids = view.map.seats.slice(0, 2).map(({ id }) => id)
  const { holds } = await ask<{ holds: { hold_id: string }[] }>('POST', `${path}/holds`, { seat_ids })
  const { amount } = await ask<{ amount: number }>('GET', `${path}/checkout`)
  const hold_ids = holds.map(({ hold_id }) => hold_id)
  const order = { order_id: crypto.randomUUID(), amount, hold_ids, customer: { name: 'Mariama' } }
  await ask('POST', `${API}/purchases`, order)
  await ask('GET', `${API}/tickets?owner_ref=${session.owner_ref}`)
  line.close()
  return fixed
}

export const suite = saleSuite(64, 512)
export const many = saleSuite(1_000, 1_000)
