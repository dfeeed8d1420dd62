import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HubOptions } from '../../electron/app/hub.ts'
import { fleetOf } from '../../electron/app/hub-fleet.ts'
import type { DevicesReply, SignedSettings } from '../../shared/fleet-api/contract.ts'
import type { LedgerHead } from '../../shared/fleet-api/ledger.ts'
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
  async function signedIn(): Promise<string> {
    if (cookie !== '') return cookie
    const password = await beside(({ administrators }) => administrators.add('aissatou'))
    ;[, cookie] = await signIn('aissatou', password)
    return cookie
  }
  return {
    ...hub,
    fleetKeyFile,
    beside,
    post,
    signIn,
    invite: async (device: string) => (await beside(({ desk }) => desk.invite(device, 'gate A'))).code,
    /** As the page sees it. */
    async devices(): Promise<DevicesReply['data']['devices']> {
      const reply = await fetch(hub.url + FLEET_PATHS.devices, { headers: { cookie: await signedIn() } })
      return ((await reply.json()) as DevicesReply).data.devices
    },
    /** Takes for true what a device told of its ledger, as the page does; the status of the answer. */
    async settle(device: string, told: LedgerHead | null): Promise<number> {
      const headers = { origin: hub.url, cookie: await signedIn() }
      return (await post(FLEET_PATHS.ledger, JSON.stringify({ device, told }), headers)).status
    },
  }
}

/** Somebody between the machines and their hub, who may put other settings into a reply. */
export async function between(fleet: { readonly url: string }) {
  const heard: SignedSettings[] = []
  const slipped: { settings: SignedSettings | null } = { settings: null }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { 'x-guichet-signature': signature } = request.headers
      const headers = { 'content-type': 'application/json', 'x-guichet-signature': String(signature) }
      void fetch(fleet.url + (request.url ?? ''), { method: 'POST', headers, body: Buffer.concat(pieces) }).then(
        async (reply) => {
          const content = (await reply.json()) as { data?: { settings?: SignedSettings | null } }
          if (request.url === FLEET_PATHS.heartbeat && content.data) {
            if (content.data.settings) heard.push(content.data.settings)
            content.data.settings = slipped.settings ?? content.data.settings ?? null
          }
          response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
        },
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, slipped }
}
