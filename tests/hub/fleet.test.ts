import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Administrators } from '../../electron/fleet/fleet-handler.ts'
import { FleetService } from '../../electron/fleet/fleet-service.ts'
import { runHeartbeatLoop } from '../../electron/fleet/heartbeat.ts'
import { HubClient, PurchaseClient, type RequestingPartner } from '../../electron/fleet/hub-client.ts'
import { codeKey, openSigningKey, proofOf, type SigningKey } from '../../electron/fleet/keys.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { readStatus } from '../../electron/host/status-file.ts'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import { ok } from '../../shared/domain/result.ts'
import type { DeviceState, Heartbeat } from '../../shared/api/fleet/contract.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { sold, startBeatingMachine } from '../world/kiosk.ts'
import { cert, key } from '../partner/certificates.ts'
import { listen } from '../partner/scripted-partner.ts'
import { freePort } from '../support/free-port.ts'
import { beatOf, enrolled, startFleet, wellState } from './fleet.ts'
import { codeOf, besideHub, databaseFile, partner, signed } from './hub.ts'
import { readyToBuy } from '../contract/buyers.ts'
import { contractClient } from '../contract/target.ts'
import { endless, startEndless, UNDERWAY } from '../support/infinite-response-server.ts'

async function handDevice(fleet: Awaited<ReturnType<typeof startFleet>>, deviceId = 'gate-7') {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const line = new HubClient(fleet.url, key)
  expect(await line.enrol(deviceId, await fleet.invite(deviceId))).toMatchObject({ ok: true })
  return { key, line, beat: (number: number, more?: Partial<DeviceState>) => beatOf(deviceId, number, more) }
}

test('customer accounts are charged once, only by an enrolled desk that signed the request', async () => {
  const fleet = await startFleet(0, databaseFile())
  const account = { number: 'FGF', name: 'Fédération', currency: 'GNF', limit: 50_000, state: 'open' } as const
  await besideHub(fleet.database, (store) => store.saveAccount({ ...account, mode: 'live', by: 'user:test' }))
  const [desk, kiosk] = [await handDevice(fleet, 'desk-1'), await handDevice(fleet)]
  const amounts = { account: 'FGF', amount: 30_000, currency: 'GNF' }
  const call = {
    deviceId: 'desk-1',
    mode: 'live',
    act: { type: 'charge', reference: 'r-1', receipt: 'o-1', ...amounts },
  } as const
  const refusal = (line: HubClient, deviceId: string) => line.accounts({ ...call, deviceId })
  const code = async (done: ReturnType<typeof refusal>) =>
    ((await done) as { readonly error?: { readonly code?: string } }).error?.code

  // The hub treats a device as a desk only after a heartbeat has reported this role.
  expect(await code(refusal(desk.line, 'desk-1'))).toBe('NOT_A_DESK')
  for (const [{ line, beat }, role] of [
    [desk, 'cashier'],
    [kiosk, 'kiosk'],
  ] as const)
    expect(await line.beat(beat(1, { role }))).toMatchObject({ ok: true })
  expect(await code(refusal(kiosk.line, 'gate-7'))).toBe('NOT_A_DESK')
  expect(await code(refusal(kiosk.line, 'desk-1'))).toBe('BAD_SIGNATURE')
  expect(await code(refusal(desk.line, 'desk-9'))).toBe('DEVICE_UNKNOWN')

  const charged = await desk.line.accounts(call)
  expect(charged).toMatchObject({ ok: true, value: { type: 'charged', ...amounts } })
  expect(await desk.line.accounts(call)).toEqual(charged)
  const [{ balance } = { balance: 0 }] = await besideHub(fleet.database, (store) =>
    store.listAccounts({ mode: 'live' }),
  )
  expect(balance).toBe(30_000)
})

describe('a search for purchases', () => {
  const nongo = { partnerCode: 'nongo', keyId: 'k1', secret: 'a shared secret' } as const

  /** Starts a hub that sold one seat for the partner `nongo`, and the same seat of another event for `demo`. */
  async function sellingHub() {
    const fleet = await startFleet(0, databaseFile(), { mode: 'demo' })
    const keys = [{ keyId: nongo.keyId, scheme: 'stadepass-hmac', secret: nongo.secret }] as const
    await besideHub(fleet.database, (store) => store.keepPartner(partner('nongo', { keys })))
    async function signedFetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url)
      const headers = signed(nongo, request.method, pathname + search, { body: await request.clone().text() })
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return fetch(request)
    }
    async function buy(partnerCode: string, transport?: typeof signedFetch) {
      const client = contractClient({ baseUrl: fleet.url, partnerCode }, transport)
      const { order, seats, session } = await readyToBuy(client, 1)
      await client.succeed('confirmPurchase', { body: order })
      return { orderId: order.order_id, ownerRef: session.owner_ref, seat: seats[0]!.seat_code }
    }
    const bought = await buy('nongo', signedFetch)
    expect((await buy('demo')).seat).toBe(bought.seat)
    return { fleet, bought, ...(await handDevice(fleet)) }
  }

  /** Returns a function that sends a search as a device, signed by its key and by the partner `nongo`. */
  const sender =
    (fleet: Awaited<ReturnType<typeof startFleet>>, key: SigningKey, deviceId = 'gate-7') =>
    (number: number, more: object = {}, headers: (body: string) => Record<string, string> = () => ({})) => {
      const body = JSON.stringify({ deviceId, number, words: '', period: null, ...more })
      return fleet.post(FLEET_PATHS.purchases, body, {
        ...signed(nongo, 'POST', FLEET_PATHS.purchases, { body }),
        'x-guichet-signature': key.sign('guichet purchases 1', Buffer.from(body)),
        ...headers(body),
      })
    }

  test('finds the purchases of the partner that signed it, also with a clock set back', async () => {
    const { fleet, bought, key, line } = await sellingHub()
    const { orderId, ownerRef, seat } = bought
    expect((await sender(fleet, key)(Date.now() + 3_600_000)).status).toBe(200)
    const sign: RequestingPartner['sign'] = ({ method, url, body }) => signed(nongo, method, url.pathname, { body })
    const hub = new PurchaseClient('gate-7', { partnerCode: 'nongo', sign }, line)
    const tickets = [{ seatCode: seat }]
    expect(await hub.find({ words: seat, period: null })).toMatchObject([{ orderId, ownerRef, tickets }])
    const another = new PurchaseClient('gate-7', { partnerCode: 'nongo' }, line)
    expect(await another.find({ words: seat, period: null })).toBeNull()
  })

  test('is accepted only with the signatures of device and partner, once, for at most 25 hours', async () => {
    const { fleet, bought, key } = await sellingHub()
    const send = sender(fleet, key)
    const words = bought.seat
    expect((await send(5, { words })).status).toBe(200)
    const fromUtc = '2026-10-25T00:00:00.000Z'
    const until = (hours: number) => ({
      period: { fromUtc, untilUtc: new Date(Date.parse(fromUtc) + hours * 3_600_000).toISOString() },
    })
    const ofDevice = (body: string) => ({ 'x-guichet-signature': key.sign('guichet slips 1', Buffer.from(body)) })
    for (const [refused, status, code] of [
      [await send(5), 409, 'OUT_OF_ORDER'],
      [await send(4), 409, 'OUT_OF_ORDER'],
      [await send(6, {}, ofDevice), 401, 'BAD_SIGNATURE'],
      [await send(6, {}, () => signed(nongo, 'POST', FLEET_PATHS.purchases, { body: '{}' })), 401, 'BAD_SIGNATURE'],
      [await send(6, {}, () => ({ 'x-partner-code': 'coleah' })), 401, 'UNKNOWN_PARTNER'],
      [await send(6, { deviceId: 'gate-9' }), 401, 'DEVICE_UNKNOWN'],
      [await send(6, { partnerCode: 'demo' }), 400, 'INVALID_BODY'],
      [await send(6, until(26)), 400, 'INVALID_BODY'],
    ] as const)
      expect(await codeOf(refused)).toEqual([status, code])
    expect((await send(6, until(25))).status).toBe(200)
  })

  test('counts against the rate limit of its device, only if the device signed it', async () => {
    const { fleet, key } = await sellingHub()
    const { key: other } = await handDevice(fleet, 'gate-8')
    const statuses = async (as: SigningKey, words: string): Promise<ReadonlySet<number>> => {
      const send = sender(fleet, as)
      const seen = new Set<number>()
      for (let number = 1; number <= 40; number += 1) seen.add((await send(number, { words })).status)
      return seen
    }
    expect(await statuses(other, 'S1')).toEqual(new Set([401]))
    expect(await statuses(key, '')).toEqual(new Set([200, 429]))
    expect((await sender(fleet, other, 'gate-8')(1)).status).toBe(200)
  })
})

describe('a heartbeat', () => {
  test('of a kiosk that sells says how it is, and nothing about anybody', async () => {
    const fleet = await startFleet()
    const updates = { openingHours: { from: '00:00', to: '00:00' } }
    const settings = { deviceId: 'gate-7', fleet: { hub: fleet.url, heartbeatSeconds: 1 }, updates }
    const invite = async (device: string) => (await fleet.invite(device)).toLowerCase()
    const data = await enrolled({ invite }, settings)
    expect(await fleet.devicesOnPage()).toMatchObject([
      { deviceId: 'gate-7', group: 'gate A', seenUtc: null, state: null },
    ])

    const machine = await startBeatingMachine(settings, data)
    await expect.poll(() => readStatus(data, Date.now())).toMatchObject({ open: false })
    const first = async () => (await fleet.devices())[0]
    const state = { version: '0.0.0', mode: 'demo', role: 'kiosk', partner: 'up', ledger: 'sound', open: false }
    await expect.poll(first).toMatchObject({ heartbeatSeconds: 1, state: { ...state, lastSaleUtc: null } })
    await sold(machine)
    const lastSaleUtc = expect.stringMatching(/Z$/u) as unknown
    await expect.poll(first).toMatchObject({ state: { lastSaleUtc, queue: 0, staffCases: 0 } })
    await machine.stop()
    expect(machine.faults).toEqual([])
  })

  test('is taken only from the device’s own key, unchanged, once, and in order', async () => {
    const fleet = await startFleet()
    const { key, line, beat } = await handDevice(fleet)
    await handDevice(fleet, 'gate-8')
    const sign = (body: string): string => key.sign('guichet heartbeat 1', Buffer.from(body))
    const send = (content: unknown, signed = content) => {
      const [body, of] = [content, signed].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      return fleet.post(FLEET_PATHS.heartbeat, body!, { 'x-guichet-signature': of === '' ? '' : sign(of!) })
    }
    expect((await send(beat(5))).status).toBe(200)
    const changed = beat(6, { partner: 'down' })
    const cases: readonly (readonly [Response, number, string])[] = [
      [await send(beat(5)), 409, 'OUT_OF_ORDER'],
      [await send(beat(4)), 409, 'OUT_OF_ORDER'],
      [await send(changed, beat(6)), 401, 'BAD_SIGNATURE'],
      [await send(changed, ''), 401, 'BAD_SIGNATURE'],
      [await send(beat(6, { role: 'cashier' })), 403, 'ROLE_CHANGED'],
      [await send({ ...beat(6), deviceId: 'gate-8' }), 401, 'BAD_SIGNATURE'],
      [await send({ ...beat(6), deviceId: 'gate-9' }), 401, 'DEVICE_UNKNOWN'],
      [await send({ ...beat(6), state: { ...wellState, customer: 'Mariama' } }), 400, 'INVALID_BODY'],
      [await send('{', ''), 400, 'MALFORMED_JSON'],
      [await send('x'.repeat(70_000), ''), 413, 'BODY_TOO_LARGE'],
      [await fetch(fleet.url + FLEET_PATHS.heartbeat), 405, 'METHOD_NOT_ALLOWED'],
    ]
    for (const [reply, status, code] of cases) expect(await codeOf(reply)).toEqual([status, code])
    expect(await (await send({ ...beat(6), customer: 'Mariama' })).json()).toMatchObject({
      message: 'top level: unknown name: customer; possible here: ledger, accessCodes',
      error: { code: 'INVALID_BODY' },
    })
    expect((await fleet.devices()).find(({ deviceId }) => deviceId === 'gate-7')?.state?.partner).toBe('up')
    // If several heartbeats with different numbers arrive at once, the hub stores the greatest number.
    await Promise.all(Array.from({ length: 5 }, (_, index) => line.beat(beat(10 + index, { queue: index }))))
    expect(await line.beat(beat(14))).toMatchObject({ ok: false, error: { code: 'OUT_OF_ORDER', after: 14 } })
    await fleet.beside(({ desk }) => desk.remove('gate-7'))
    expect(await line.beat(beat(99))).toMatchObject({ ok: false, error: { code: 'DEVICE_UNKNOWN' } })
    const again = await handDevice(fleet)
    expect(await again.line.beat(beat(1, { role: 'cashier' }))).toMatchObject({ ok: true })
  })

  test('costs nothing while the hub is away, and goes on when it is back, also with a clock set back', async () => {
    const port = await freePort()
    const database = databaseFile()
    const fleet = await startFleet(port, database)
    const { line, beat } = await handDevice(fleet)
    expect(await line.beat(beat(Number.MAX_SAFE_INTEGER - 1_000_000))).toMatchObject({ ok: true })
    await fleet.stop()

    const said: string[] = []
    const turns = { count: 0 }
    const beating = runHeartbeatLoop({
      ...aloneAtTheHub(line, said),
      heartbeatSeconds: 1,
      observe: () => Promise.resolve({ ...wellState, queue: (turns.count += 1) }),
      readiness: () => Promise.resolve({ sells: true, issues: [] }),
      clock: { sleep: (_, signal) => system.sleep(20, signal) },
    })
    await expect.poll(() => turns.count).toBeGreaterThan(3)
    expect(said).toEqual(['heartbeat.refused'])
    const again = await startFleet(port, database)
    await expect.poll(async () => (await again.devices())[0]?.state?.queue).toBeGreaterThan(3)
    await expect.poll(() => said.at(-1)).toBe('heartbeat.accepted-again')
    await beating.stop()
  })

  test('does not wait for its turn where something begins or ends to keep the machine from selling', async () => {
    const fleet = await startFleet()
    const { line } = await handDevice(fleet)
    let readiness: Readiness = { sells: true, issues: [] }
    let looks = 0
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      looks += 1
      // The regular heartbeat is due after the end of the test.
      return system.sleep(ms > 60_000 ? ms : 20, signal)
    }
    const parts = { observe: () => Promise.resolve({ ...wellState, readiness }), readiness: async () => readiness }
    const beating = runHeartbeatLoop({
      ...aloneAtTheHub(line, []),
      heartbeatSeconds: 3_000,
      ...parts,
      clock: { sleep },
    })
    const first = async () => (await fleet.devices())[0]
    await expect.poll(async () => (await first())?.state?.readiness).toEqual(readiness)
    readiness = { sells: false, issues: [{ type: 'ticket-printer-unavailable', fault: 'paper-out' }] }
    await expect.poll(async () => (await first())?.state?.readiness).toEqual(readiness)
    readiness = { sells: true, issues: [] }
    await expect.poll(async () => (await first())?.state?.readiness).toEqual(readiness)
    const [seen, looked] = [(await first())?.seenUtc, looks]
    await expect.poll(() => looks).toBeGreaterThan(looked + 5)
    expect((await first())?.seenUtc).toBe(seen)
    await beating.stop()
  })

  test('tells an older hub nothing in place of what lets the machine sell', async () => {
    const told: (Readiness | undefined)[] = []
    const line = {
      beat(sent: Heartbeat) {
        told.push(sent.state.readiness)
        return Promise.resolve(ok({ receivedUtc: sent.sentUtc, settings: null, issues: [] }))
      },
    }
    const readiness: Readiness = {
      sells: false,
      issues: [{ type: 'disk-full' }, { type: 'damaged-files', files: ['staff.json'] }],
    }
    const parts = { observe: () => Promise.resolve({ ...wellState, readiness }), readiness: async () => readiness }
    const alone = aloneAtTheHub(line as unknown as HubClient, [])
    const beating = runHeartbeatLoop({ ...alone, heartbeatSeconds: 60, ...parts, clock: system })
    await expect.poll(() => told.at(-1)).toEqual({ sells: false, issues: [{ type: 'other' }] })
    await beating.stop()
  })
})

const system = createSystemClock()

/** Returns the context of the heartbeat loop of a machine that receives nothing from its hub. */
function aloneAtTheHub(line: HubClient, said: string[]) {
  const note = (message: string): void => void said.push(message)
  const report = () => ({ filed: 0, running: 0, refused: null, waits: null })
  return {
    deviceId: 'gate-7',
    line,
    settings: { report, take: () => undefined, postpone: () => undefined, proved: () => undefined },
    memory: { told: () => undefined, take: () => undefined },
    codes: null,
    log: { info: note, warn: note, error: note },
  }
}

describe('an enrolment', () => {
  test('takes the code of this device, once, while it is good', async () => {
    const fleet = await startFleet()
    const line = new HubClient(fleet.url, openSigningKey(join(temporaryFolder(), 'key.pem')))
    const refused = { ok: false, error: { type: 'refused', code: 'CODE_REFUSED' } }
    const code = await fleet.invite('gate-7')
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/u)
    expect(await line.enrol('gate-8', code)).toMatchObject(refused)
    expect(await line.enrol('gate-7', '0000-0000-0000-0000')).toMatchObject(refused)
    expect(await line.enrol('gate-7', code)).toMatchObject({ ok: true })
    expect(await line.enrol('gate-7', code)).toMatchObject(refused)
    const second = await fleet.invite('gate-7')
    const third = await fleet.invite('gate-7')
    expect(await line.enrol('gate-7', second)).toMatchObject(refused)
    expect(await line.enrol('gate-7', third)).toMatchObject({ ok: true })
    const tries = await Promise.all(Array.from({ length: 12 }, () => line.enrol('gate-7', 'guess')))
    const codes = tries.map((one) => (one.ok || one.error.type !== 'refused' ? null : one.error.code))
    expect(codes).toContain('RATE_LIMITED')
  })

  test('takes the code for a day, and no key of another kind', async () => {
    const fleet = await startFleet()
    const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const by = codeKey(await fleet.invite('gate-7'))
    const enrol = (publicKey: string, nowMs: number) =>
      besideHub(fleet.database, (store) =>
        new FleetService(
          store,
          () => openSigningKey(fleet.fleetKeyFile),
          () => nowMs,
        ).enrol({ deviceId: 'gate-7', publicKey, proof: proofOf(by, 'device', 'gate-7', publicKey) }),
      )
    const refused = { ok: false, error: { type: 'code-refused' } }
    const tomorrow = Date.now() + 24 * 3_600_000
    expect(await enrol(key.publicKey, tomorrow)).toEqual(refused)
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const foreign = other.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(await enrol(foreign, tomorrow - 60_000)).toEqual(refused)
    expect(await enrol(key.publicKey, tomorrow - 60_000)).toMatchObject({ ok: true })
  })

  test.skipIf(process.platform === 'win32')('is by a key that nobody else may read', () => {
    const path = join(temporaryFolder(), 'key.pem')
    openSigningKey(path)
    chmodSync(path, 0o640)
    expect(() => openSigningKey(path)).toThrow('protect it with chmod 600')
  })

  test('is not taken from somebody who does not know the code', async () => {
    const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const imposter = createServer((_, response) => {
      response.end(JSON.stringify({ success: true, data: { hubKey: key.publicKey, proof: key.publicKey } }))
    })
    const line = new HubClient(`http://127.0.0.1:${await listen(imposter)}`, key)
    expect(await line.enrol('gate-7', 'ABCD-EFGH')).toEqual({ ok: false, error: { type: 'not-the-hub' } })
  })
})

test('metrics count the devices by how they are, and say of each what is watched', async () => {
  const fleet = await startFleet()
  const [seven, eight] = [await handDevice(fleet, 'gate-7'), await handDevice(fleet, 'gate-8')]
  await handDevice(fleet, 'gate-9')
  const sold = { lastSaleUtc: '2026-11-21T12:00:00.000Z', staffCases: 3 }
  expect(await seven.line.beat(seven.beat(1, { partner: 'down', ...sold }))).toMatchObject({ ok: true })
  expect(await eight.line.beat(eight.beat(1))).toMatchObject({ ok: true })
  const page = await (await fetch(`${fleet.metricsUrl}`)).text()
  expect(page).toContain('guichet_devices{level="red"} 1\n')
  expect(page).toContain('guichet_devices{level="amber"} 1\n')
  expect(page).toContain('guichet_devices{level="green"} 1\n')
  expect(page).toMatch(/^guichet_device_seen_timestamp_seconds\{device="gate-8"\} \d+/mu)
  expect(page).toContain('guichet_device_staff_cases{device="gate-7"} 3\n')
  expect(page).toContain('guichet_device_last_sale_timestamp_seconds{device="gate-7"} 1795262400\n')
  expect(page).toContain('guichet_build_info')
})

describe('administrators', () => {
  test('alone see the devices; a new password ends every session, and so does being removed', async () => {
    const fleet = await startFleet()
    const see = async (cookie: string): Promise<number> =>
      (await fetch(fleet.url + FLEET_PATHS.devices, { headers: { cookie } })).status
    const first = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    expect((await fleet.signIn('fatou', 'guess'))[0]).toBe(401)
    expect((await fleet.signIn('nobody', first))[0]).toBe(401)
    expect((await fleet.signIn('fatou', first, 'https://evil.example'))[0]).toBe(403)
    const [status, cookie] = await fleet.signIn('fatou', first)
    expect([status, await see(cookie), await see(''), await see(`${cookie}x`)]).toEqual([200, 200, 401, 401])
    // The status is 200 even without a sign-in, because a browser would report any other status as an error.
    const isSignedIn = async (cookie: string): Promise<unknown> => {
      const reply = await fetch(fleet.url + FLEET_PATHS.session, { headers: { cookie } })
      return [reply.status, ((await reply.json()) as { data: unknown }).data]
    }
    expect(await isSignedIn(`${cookie}x`)).toEqual([200, { signedIn: false }])
    expect(await isSignedIn(cookie)).toEqual([200, { signedIn: true }])
    expect((await fetch(fleet.url + FLEET_PATHS.session, { method: 'POST' })).status).toBe(405)
    const second = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    expect(await see(cookie)).toBe(401)
    const [, newer] = await fleet.signIn('fatou', second)
    expect(await see(newer)).toBe(200)
    await fleet.beside(({ administrators }) => administrators.remove('fatou'))
    expect(await see(newer)).toBe(401)
    const tries = await Promise.all(Array.from({ length: 12 }, () => fleet.signIn('fatou', 'guess')))
    expect(tries.map(([code]) => code)).toContain(429)
  })

  test('sign in while somebody at the same address floods the hub with enrolments', async () => {
    const fleet = await startFleet()
    await fleet.invite('gate-7')
    const password = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    const wish = { deviceId: 'gate-7', publicKey: 'x'.repeat(60), proof: 'x'.repeat(44) }
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => fleet.post(FLEET_PATHS.enrol, JSON.stringify(wish))),
    )
    const refused = flood.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(40)
    // One more attempt is allowed every 5 s.
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeOneOf([1, 2, 3, 4, 5])
    const pending = Array.from({ length: 60 }, () => fleet.post(FLEET_PATHS.enrol, JSON.stringify(wish)))
    expect((await fleet.signIn('fatou', password))[0]).toBe(200)
    await Promise.all(pending)
  })

  test('behind a proxy are counted by the address that it names; a forged header changes nothing', async () => {
    const proxies = { header: 'X-Real-IP', addresses: ['127.0.0.1'] }
    const fleet = await startFleet(0, databaseFile(), { proxies })
    const plain = await startFleet()
    const body = JSON.stringify({ name: 'fatou', password: 'guess' })
    const guess = async ({ url, post }: typeof fleet, headers: Record<string, string>): Promise<number> =>
      (await post(FLEET_PATHS.signIn, body, { origin: url, ...headers })).status
    const guesses = async (at: typeof fleet, headers: (index: number) => Record<string, string>): Promise<number> => {
      const replies = await Promise.all(Array.from({ length: 16 }, (_, index) => guess(at, headers(index))))
      return replies.filter((status) => status === 429).length
    }
    const named = (index: number) => ({ 'x-real-ip': '203.0.113.5', 'x-forwarded-for': `198.51.100.${index}` })
    expect(await guesses(fleet, named)).toBeGreaterThan(0)
    expect(await guess(fleet, { 'x-real-ip': '203.0.113.6' })).toBe(401)
    const forged = (index: number) => ({ 'x-real-ip': `203.0.113.${index}`, 'x-forwarded-for': `198.51.100.${index}` })
    expect(await guesses(plain, forged)).toBeGreaterThan(0)
  })

  test('are signed in for half a day, by a cookie for the page of the hub alone', async () => {
    const fleet = await startFleet()
    const password = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    const form = JSON.stringify({ name: 'fatou', password })
    const reply = await fleet.post(FLEET_PATHS.signIn, form, { origin: fleet.url })
    const [pair = '', ...attributes] = reply.headers.get('set-cookie')?.split('; ') ?? []
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/fleet', 'SameSite=Strict'])
    const foreign = await fleet.post(FLEET_PATHS.signOut, '{}', { origin: 'https://evil.example' })
    expect(await codeOf(foreign)).toEqual([403, 'FOREIGN_PAGE'])
    const whoAt = (nowMs: number) =>
      besideHub(fleet.database, (store) =>
        new Administrators(
          store,
          () => openSigningKey(fleet.fleetKeyFile),
          () => nowMs,
        ).whoHas(pair.split('=')[1] ?? ''),
      )
    const evening = Date.now() + 12 * 3_600_000
    expect([await whoAt(evening - 60_000), await whoAt(evening)]).toEqual(['fatou', null])
  })

  test('have a cookie that is never sent in the clear, where the hub speaks TLS', async () => {
    const folder = temporaryFolder()
    const tls = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem') }
    writeFileSync(tls.keyFile, key)
    writeFileSync(tls.certFile, cert)
    const fleet = await startFleet(0, databaseFile(), { tls })
    const password = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    const body = JSON.stringify({ name: 'fatou', password })
    const headers = { 'content-type': 'application/json', origin: fleet.url }
    const cookieOf = (path: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const asked = request(fleet.url + path, { method: 'POST', ca: cert, agent: false, headers }, (reply) => {
          reply.resume()
          resolve(reply.headers['set-cookie']?.[0])
        })
        asked.once('error', reject).end(body)
      })
    expect(await cookieOf(FLEET_PATHS.signIn)).toMatch(/^guichet-fleet=[\w.-]+;.*; Secure$/u)
    expect(await cookieOf(FLEET_PATHS.signOut)).toMatch(/^guichet-fleet=;.*; Secure; Max-Age=0$/u)
  })

  test('alone set settings, from the page of the hub; they are known by hash alone, and their words are in no log', async () => {
    const fleet = await startFleet()
    await handDevice(fleet)
    const password = await fleet.beside(({ administrators }) => administrators.add('fatou'))
    const [, cookie] = await fleet.signIn('fatou', password)
    const send = async (values: object, headers: Record<string, string>, device = 'gate-7') =>
      codeOf(await fleet.post(FLEET_PATHS.settings, JSON.stringify({ target: { device }, values }), headers))
    const origin = fleet.url
    expect(await send({ maxSeats: 3 }, { origin })).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await send({ maxSeats: 3 }, { cookie, origin: 'https://evil.example' })).toEqual([403, 'FOREIGN_PAGE'])
    expect(await send({ staffPin: '0000' }, { cookie, origin })).toEqual([400, 'SETTINGS_INVALID'])
    expect(await send({ maxSeats: 3 }, { cookie, origin }, 'gate-9')).toEqual([404, 'DEVICE_UNKNOWN'])
    expect(await fleet.beside(({ desk }) => desk.listSettings())).toEqual([])
    expect(await send({ maxSeats: 3 }, { cookie, origin })).toEqual([200, ''])
    expect(await fleet.beside(({ desk }) => desk.listSettings())).toMatchObject([
      { target: { device: 'gate-7' }, values: { maxSeats: 3 } },
    ])
    const kept = await besideHub(fleet.database, (store) => store.listRecords('administrator'))
    expect(JSON.stringify(kept)).not.toContain(password)
    for (const secret of [password, cookie.split('=')[1] ?? '']) expect(fleet.logText()).not.toContain(secret)
  })
})

test('a machine reads no more of an endless reply than a hub ever sends', async () => {
  const service = await startEndless(200, endless)
  const line = new HubClient(service.url, { publicKey: 'key', sign: () => 'signature', derive: () => Buffer.alloc(32) })
  const expected = { ok: false, error: { type: 'unreachable', detail: 'a reply of more than 8388608 bytes' } }
  expect(await line.enrol('till-1', 'ABCD')).toEqual(expected)
  await service.closed
  expect(service.sent).toBeLessThan(8 * 1024 * 1024 + UNDERWAY)
})
