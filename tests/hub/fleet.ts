import { createServer, type IncomingMessage } from 'node:http'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HubOptions } from '../../electron/app/hub.ts'
import { enrolDevice } from '../../electron/app/hub-link.ts'
import { loadConfig } from '../../electron/config/config.ts'
import type { HubStore } from '../../electron/booking/sql/administration.ts'
import { fleetOf } from '../../electron/app/hub-store.ts'
import type {
  DevicesReply,
  DeviceState,
  Heartbeat,
  LedgerHead,
  SignedCodes,
  SignedSettings,
} from '../../shared/api/fleet/contract.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { listen } from '../partner/scripted-partner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { besideHub, databaseFile, openBeside, startHub } from './hub.ts'

export const wellState: DeviceState = {
  version: '1.2.3',
  mode: 'live',
  role: 'kiosk',
  startedUtc: '2026-11-21T08:00:00.000Z',
  partner: 'up',
  printers: [{ name: 'slips', roles: ['tickets'], state: 'ready' }],
  ledger: 'sound',
  freeBytes: 20_000_000_000,
  serving: false,
  open: true,
  lastSaleUtc: null,
  queue: 0,
  staffCases: 0,
}

export const beatOf = (deviceId: string, number: number, more: Partial<DeviceState> = {}): Heartbeat => ({
  deviceId,
  number,
  sentUtc: '2026-11-21T12:00:00.000Z',
  heartbeatSeconds: 60,
  state: { ...wellState, ...more },
  settings: { filed: 0, running: 0, refused: null, waits: null },
})

/** Writes the settings of a machine and enrols it at its hub. Returns its data directory. */
export async function enrolled(
  fleet: { readonly invite: (device: string) => Promise<string> },
  settings: { readonly deviceId: string },
  data = temporaryFolder(),
): Promise<string> {
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  need(await enrolDevice(need(loadConfig({ dataDirectory: data })), await fleet.invite(settings.deviceId)))
  return data
}

/** Starts a hub with a fleet. Returns the hub with the actions of its administrator. */
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
  let open: Promise<HubStore> | undefined
  onTestFinished(async () => (await open)?.close())
  let cookie = ''
  async function signedIn(): Promise<string> {
    if (cookie !== '') return cookie
    const password = await beside(({ administrators }) => administrators.add('aissatou'))
    ;[, cookie] = await signIn('aissatou', password)
    return cookie
  }
  async function readPage(): Promise<DevicesReply['data']> {
    const reply = await fetch(hub.url + FLEET_PATHS.devices, { headers: { cookie: await signedIn() } })
    return ((await reply.json()) as DevicesReply).data
  }
  return {
    ...hub,
    fleetKeyFile,
    beside,
    post,
    signIn,
    signedIn,
    invite: async (device: string) => (await beside(({ desk }) => desk.invite(device, 'gate A'))).code,
    devices: async () => fleetOf(await (open ??= openBeside(database)), fleetKeyFile).desk.devices(),
    devicesOnPage: async () => (await readPage()).devices,
    noticesOnPage: async () => (await readPage()).wallets,
    /** Accepts the ledger head that a device reported, as the page does. Returns the status of the reply. */
    async settle(device: string, told: LedgerHead | null): Promise<number> {
      const headers = { origin: hub.url, cookie: await signedIn() }
      return (await post(FLEET_PATHS.ledger, JSON.stringify({ device, told }), headers)).status
    },
  }
}

type Answered = NonNullable<{ settings?: SignedSettings | null; accessCodes?: SignedCodes | null }>

/** Starts a proxy in front of the hub. The proxy records heartbeats and can replace parts of the replies. */
export async function between(fleet: { readonly url: string }) {
  const heard: SignedSettings[] = []
  const codes: SignedCodes[] = []
  const beats: Heartbeat[] = []
  const slipped: { settings: SignedSettings | null } = { settings: null }
  /** If `hub` is true, the hub has no access codes: it sends none and refuses heartbeats with them. */
  const old = { hub: false }

  function turn(data: Answered, byOld: boolean): void {
    if (data.settings) heard.push(data.settings)
    if (data.accessCodes) codes.push(data.accessCodes)
    data.settings = slipped.settings ?? data.settings ?? null
    if (byOld) delete data.accessCodes
  }

  async function pass(request: IncomingMessage, body: string): Promise<readonly [number, string]> {
    const isBeat = request.url === FLEET_PATHS.heartbeat
    const beat = isBeat ? (JSON.parse(body) as Heartbeat) : null
    if (beat) beats.push(beat)
    const byOld = old.hub
    if (byOld && beat?.accessCodes) return [400, JSON.stringify(refusedBody)]
    const kept = Object.entries(request.headers).filter(([name]) => /^(?:x-|content-type)/u.test(name))
    const { method = 'GET' } = request
    const headers = Object.fromEntries(kept) as Record<string, string>
    const reply = await fetch(fleet.url + (request.url ?? ''), { method, headers, ...(body !== '' && { body }) })
    const text = await reply.text()
    if (!isBeat) return [reply.status, text]
    const content = JSON.parse(text) as { data?: Answered }
    if (content.data) turn(content.data, byOld)
    return [reply.status, JSON.stringify(content)]
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      pass(request, Buffer.concat(pieces).toString('utf8')).then(
        ([status, text]) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
        () => response.destroy(),
      )
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, heard, codes, beats, slipped, old }
}

const message = 'top level: Unrecognized key: "accessCodes"'
const refusedBody = { success: false, message, error: { code: 'INVALID_BODY', details: {} } }
