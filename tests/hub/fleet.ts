import { dirname, join } from 'node:path'
import type { HubOptions } from '../../electron/hub.ts'
import { fleetOf } from '../../electron/hub-fleet.ts'
import type { DevicesReply } from '../../shared/fleet-api/contract.ts'
import { FLEET_PATHS } from '../../shared/fleet-api/paths.ts'
import { besideHub, databaseFile, startHub } from './hub.ts'

/** A hub with a fleet, and what its administrator does. */
export async function startFleet(port = 0, database = databaseFile(), more: Partial<HubOptions> = {}) {
  const fleetKeyFile = join(dirname(database), 'fleet-key.pem')
  const hub = await startHub({ database, fleetKeyFile, port, metricsPort: 0, ...more })
  const beside = <T>(work: (fleet: ReturnType<typeof fleetOf>) => Promise<T>): Promise<T> =>
    besideHub(database, (store) => work(fleetOf(store, fleetKeyFile)))
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(hub.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  async function signIn(name: string, password: string, origin = hub.url): Promise<[number, string]> {
    const reply = await post(FLEET_PATHS.signIn, JSON.stringify({ name, password }), { origin })
    return [reply.status, reply.headers.get('set-cookie')?.split(';')[0] ?? '']
  }
  let cookie = ''
  return {
    ...hub,
    fleetKeyFile,
    beside,
    post,
    signIn,
    invite: async (device: string) => (await beside(({ desk }) => desk.invite(device, 'gate A'))).code,
    /** As the page sees it. */
    async devices(): Promise<DevicesReply['data']['devices']> {
      if (cookie === '') {
        const password = await beside(({ administrators }) => administrators.add('aissatou'))
        ;[, cookie] = await signIn('aissatou', password)
      }
      const reply = await fetch(hub.url + FLEET_PATHS.devices, { headers: { cookie } })
      return ((await reply.json()) as DevicesReply).data.devices
    },
  }
}
