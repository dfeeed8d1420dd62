import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AgentCalls } from '../../electron/fleet/agent-calls.ts'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import type { AgentHub, BadgeFile, StoredBadge, WatchedCalls } from '../../electron/kiosk/ports/devices.ts'
import { type BadgeSettings, noBadges } from '../../electron/kiosk/staff/agent-calls.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { isBadge } from '../../shared/domain/staff.ts'
import { scan, virtualPrinter } from '../printing/escpos/printers.ts'
import type { CallAct, CallRequest, OpenCallsReply } from '../../shared/api/fleet/contract.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { cashier, need, refusal, startAt, startSmallKiosk } from '../world/kiosk-fixture.ts'
import { type Machine, review, startMachine, startPrintingMachine } from '../world/kiosk.ts'
import { beatOf, enrolled, startFleet } from './fleet.ts'
import { besideHub, codeOf } from './hub.ts'

type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Enrols a device without a program; the test sends its requests. The first heartbeat reports the device's role. */
async function handDevice(fleet: Fleet, deviceId: string, role: 'kiosk' | 'cashier' = 'kiosk') {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const client = new HubClient(fleet.url, key)
  expect(await client.enrol(deviceId, await fleet.invite(deviceId))).toMatchObject({ ok: true })
  expect(await client.beat(beatOf(deviceId, 1, { role }))).toMatchObject({ ok: true })
  let number = 0
  const post = (request: CallRequest, by = key, hub = fleet): Promise<Response> => {
    const body = JSON.stringify(request)
    const signature = by.sign('guichet calls 1', Buffer.from(body))
    return hub.post(FLEET_PATHS.calls, body, { 'x-guichet-signature': signature })
  }
  const request = (act: CallAct): CallRequest => ({ deviceId, number: (number += 1), act })
  return {
    key,
    post,
    request,
    async send(act: CallAct): Promise<unknown> {
      const reply = await post(request(act))
      const { data, error } = (await reply.json()) as { data?: unknown; error?: { code: string } }
      return data ?? error?.code
    },
  }
}

const callAct = (callId: string, pressed = 1): CallAct => ({ type: 'call', callId, reason: 'cash', pressed })
type Badges = Extract<CallAct, { type: 'watch' }>['badges']
const watchAct = (known: string | null = null, badges: Badges = []): CallAct => ({ type: 'watch', known, badges })
const answerAct = (device: string, callId: string, answer: 'coming' | 'done'): CallAct => {
  return { type: 'answer', device, callId, answer }
}
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
const badgeOf = (code: string) => {
  const holder = { staff: '7', name: 'Mariama Bah', issuedUtc: '2026-11-21T08:00:00.000Z' }
  return { hash: hashOf(code), ...holder, permanent: false, onShift: true }
}
/** Accepts every request. Rate limits are tested with a running hub. */
const noLimit = (): number => 0

/** Time in milliseconds, shorter than the maximum duration of a `watch` request. */
const BEFORE_TIMEOUT_MS = 15_000

/** Stops the clock of the test and its hub. Returns a function that sets the clock forward or back. */
function stopClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.setSystemTime(Date.now() + ms)
}

/** Returns the open calls and the badges on the hub's page. */
async function onPage(fleet: Fleet): Promise<OpenCallsReply['data']> {
  const reply = await fetch(fleet.url + FLEET_PATHS.openCalls, { headers: { cookie: await fleet.signedIn() } })
  return ((await reply.json()) as OpenCallsReply).data
}

describe('a call for an agent', () => {
  test('is open once for each kiosk, is answered by a desk and by the page, and is over for good', async () => {
    const pass = stopClock()
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await kiosk.send(callAct(first))).toMatchObject({ type: 'open', coming: false })
    const seen = (await desk.send(watchAct())) as { mark: string }
    expect(seen).toMatchObject({
      calls: [{ callId: first, deviceId: 'gate-7', reason: 'cash', rings: 1, coming: null }],
    })
    // A watch request with the current `mark` is answered only when something changes.
    const beganMs = performance.now()
    const waiting = desk.send(watchAct(seen.mark))
    expect(await kiosk.send(callAct(second))).toMatchObject({ type: 'open' })
    expect(await waiting).toMatchObject({ calls: [{ callId: second, rings: 1 }] })
    expect(performance.now() - beganMs).toBeLessThan(BEFORE_TIMEOUT_MS)
    // If a call arrives within ten seconds after a sound, its own sound is delayed.
    pass(10_000)
    expect(await kiosk.send(callAct(second))).toMatchObject({ type: 'open' })
    expect(await desk.send(watchAct())).toMatchObject({ calls: [{ callId: second, rings: 2 }] })
    expect(await desk.send(answerAct('gate-7', first, 'done'))).toEqual({ type: 'answered' })
    // If a call is answered before its delayed sound is due, no sound is played.
    await kiosk.send(callAct(second, 2))
    expect(await desk.send(answerAct('gate-7', second, 'coming'))).toEqual({ type: 'answered' })
    pass(10_000)
    expect(await kiosk.send(callAct(second, 2))).toMatchObject({ type: 'open', coming: true })
    expect((await onPage(fleet)).calls).toMatchObject([{ callId: second, rings: 2, coming: 'desk-1' }])

    expect((await fetch(fleet.url + FLEET_PATHS.openCalls)).status).toBe(401)
    const cookie = await fleet.signedIn()
    const answer = JSON.stringify({ device: 'gate-7', callId: second, answer: 'done' })
    const post = async (headers: Record<string, string>) =>
      codeOf(await fleet.post(FLEET_PATHS.answerCall, answer, headers))
    expect(await post({ cookie, origin: 'https://elsewhere.example' })).toEqual([403, 'FOREIGN_PAGE'])
    expect(await post({ origin: fleet.url })).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await post({ cookie, origin: fleet.url })).toEqual([200, ''])
    expect(await post({ cookie, origin: fleet.url })).toEqual([404, 'CALL_UNKNOWN'])
    expect(await kiosk.send(callAct(second))).toEqual({ type: 'closed' })
    expect(await desk.send(watchAct())).toMatchObject({ calls: [] })
  })

  test('survives a restart of the hub and an unreadable record, and ends if its kiosk is silent', async () => {
    const pass = stopClock()
    const before = await startFleet()
    const kiosk = await handDevice(before, 'gate-7')
    await handDevice(before, 'gate-8')
    const damaged = await handDevice(before, 'gate-9')
    expect(await kiosk.send(callAct(randomUUID()))).toMatchObject({ type: 'open' })
    await before.stop()
    const unreadable = { kind: 'agent', name: 'gate-8', version: 0, document: '{}' } as const
    for (const name of ['gate-8', 'gate-9'])
      expect(await besideHub(before.database, (store) => store.keepRecord({ ...unreadable, name }))).toBe(true)
    let log = ''
    const destination = { write: (line: string) => void (log += line) }
    const fleet = await startFleet(0, before.database, { log: { destination, level: 'error' } })
    const open = async () => (await onPage(fleet)).calls.length
    expect(await open()).toBe(1)
    expect(log).toContain('gate-8: unexpected format of its calls and badges; the next request of the device')
    pass(80_000)
    expect(await open()).toBe(1)
    expect((await damaged.post(damaged.request({ type: 'clear' }), damaged.key, fleet)).status).toBe(200)
    pass(20_000)
    expect(await open()).toBe(0)
    // The clock was set back.
    pass(-3_600_000)
    expect(await open()).toBe(0)
    await handDevice(fleet, 'gate-8')
    expect(await besideHub(before.database, (store) => store.findRecord(unreadable))).toBeNull()
  })

  test('belongs to its kiosk: no other machine opens, clears, answers or watches it, and no request works twice', async () => {
    const fleet = await startFleet()
    const [kiosk, other] = [await handDevice(fleet, 'gate-7'), await handDevice(fleet, 'gate-8')]
    const callId = randomUUID()
    const call = kiosk.request(callAct(callId))
    expect((await kiosk.post(call)).status).toBe(200)
    const clear = kiosk.request({ type: 'clear' })
    expect(await codeOf(await kiosk.post(clear, other.key))).toEqual([401, 'BAD_SIGNATURE'])
    expect(await codeOf(await kiosk.post({ ...clear, deviceId: 'gate-9' }))).toEqual([401, 'DEVICE_UNKNOWN'])
    expect(await other.send({ type: 'clear' })).toEqual({ type: 'closed' })
    expect(await other.send(answerAct('gate-7', callId, 'done'))).toBe('NOT_A_DESK')
    expect(await other.send(watchAct())).toBe('NOT_A_DESK')
    expect(await kiosk.send(callAct(callId))).toMatchObject({ type: 'open' })
    expect((await kiosk.post(kiosk.request({ type: 'clear' }))).status).toBe(200)
    expect(await codeOf(await kiosk.post(call))).toEqual([409, 'OUT_OF_ORDER'])
    const changed = { ...kiosk.request(callAct(callId)), customer: 'Mariama' }
    expect(await codeOf(await kiosk.post(changed))).toEqual([400, 'INVALID_BODY'])
    expect((await onPage(fleet)).calls).toEqual([])
  })

  test('of a kiosk that calls without end is one call, rings once, and leaves the hub to the others', async () => {
    stopClock()
    const fleet = await startFleet()
    const [kiosk, other] = [await handDevice(fleet, 'gate-7'), await handDevice(fleet, 'gate-8')]
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const replies: unknown[] = []
    for (let times = 1; times <= 40; times += 1) replies.push(await kiosk.send(callAct(randomUUID(), times)))
    expect(replies).toContain('RATE_LIMITED')
    expect(await other.send(callAct(randomUUID()))).toMatchObject({ type: 'open' })
    const calls = ['gate-7', 'gate-8'].map((deviceId) => ({ deviceId, rings: 1 }))
    expect(await desk.send(watchAct())).toMatchObject({ calls })
  })

  test('is watched by four requests of a desk at most: the fifth ends the first', async () => {
    const fleet = await startFleet()
    await fleet.beside(async ({ desk: { calls } }) => {
      const { mark } = await calls.watch('desk-1', null)
      const beganMs = performance.now()
      const ended: number[] = []
      const watches = Array.from({ length: 5 }, async (_, index) => {
        await calls.watch('desk-1', mark)
        ended.push(index)
      })
      await watches[0]
      expect(performance.now() - beganMs).toBeLessThan(BEFORE_TIMEOUT_MS)
      expect(ended).toEqual([0])
      calls.stop()
      await Promise.all(watches)
      expect(performance.now() - beganMs).toBeLessThan(BEFORE_TIMEOUT_MS)
    })
  })
})

describe('a badge', () => {
  test('is good while its desk reports it, unless it was revoked', async () => {
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const [mariama, fatou] = [badgeOf('a'), { ...badgeOf('b'), staff: '90', name: 'Fatou' }]
    const ask = (hash: string) => kiosk.send({ type: 'badge', hash })
    expect(await kiosk.send(watchAct(null, [mariama]))).toBe('NOT_A_DESK')
    expect(await ask(mariama.hash)).toEqual({ type: 'no-badge' })
    await desk.send(watchAct(null, [mariama, fatou]))
    expect(await ask(mariama.hash)).toMatchObject({ type: 'badge', staff: '7', desk: 'desk-1' })

    const { badges } = await onPage(fleet)
    expect(badges.map(({ staff }) => staff)).toEqual(['7', '90'])
    expect(JSON.stringify(badges)).not.toContain(mariama.hash)
    const headers = { cookie: await fleet.signedIn(), origin: fleet.url }
    const revoke = (id: string) => fleet.post(FLEET_PATHS.revokeBadge, JSON.stringify({ desk: 'desk-1', id }), headers)
    expect((await revoke('0'.repeat(16))).status).toBe(404)
    expect((await revoke(mariama.hash.slice(0, 16))).status).toBe(200)
    expect(await ask(mariama.hash)).toEqual({ type: 'no-badge' })
    expect(await ask(fatou.hash)).toMatchObject({ type: 'badge', staff: '90' })
    expect(await desk.send(watchAct(null, [mariama, fatou]))).toMatchObject({ revoked: [mariama.hash] })
    // Neither another desk nor a new enrolment makes a revoked badge valid again.
    for (const deviceId of ['desk-1', 'desk-2']) {
      const again = await handDevice(fleet, deviceId, 'cashier')
      expect(await again.send(watchAct(null, [mariama, fatou]))).toMatchObject({ revoked: [mariama.hash] })
      expect(await ask(mariama.hash)).toEqual({ type: 'no-badge' })
    }
  })

  test('is refused if its desk omits it, reports its owner off shift, is silent or is removed', async () => {
    const pass = stopClock()
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const permanent = { ...badgeOf('a'), permanent: true }
    const report = (change: object = {}) => desk.send(watchAct(null, [{ ...permanent, ...change }]))
    const ask = async () => ((await kiosk.send({ type: 'badge', hash: hashOf('a') })) as { type: string }).type
    await report()
    expect(await ask()).toBe('badge')
    await desk.send(watchAct())
    expect(await ask()).toBe('no-badge')
    await report({ onShift: false })
    expect(await ask()).toBe('no-badge')
    await report()
    pass(100_000)
    expect(await ask()).toBe('no-badge')
    // A lost permanent badge can be revoked while its desk is off.
    expect((await onPage(fleet)).badges).toMatchObject([{ staff: '7', permanent: true }])
    await report()
    // The clock was set back.
    pass(-3_600_000)
    expect(await ask()).toBe('no-badge')
    await report()
    expect(await ask()).toBe('badge')
    await fleet.beside(({ desk: service }) => service.remove('desk-1'))
    expect(await ask()).toBe('no-badge')
    // A request that was in progress during the removal does not make the badge valid.
    const request = desk.request(watchAct(null, [permanent]))
    const body = Buffer.from(JSON.stringify(request))
    const reply = await besideHub(fleet.database, (store) =>
      new AgentCalls(
        store,
        () => openSigningKey(fleet.fleetKeyFile),
        Date.now,
        async () => ({ publicKey: desk.key.publicKey, role: 'cashier' }),
        (fault) => expect.soft(fault).toBeUndefined(),
      ).act(request, body, desk.key.sign('guichet calls 1', body), noLimit),
    )
    expect(reply).toMatchObject({ ok: true })
    expect(await ask()).toBe('no-badge')
  })
})

/** Badges in memory. Badges of staff number 7 belong to Mariama Bah. */
function memoryBadges(file: Partial<BadgeFile> = {}) {
  let badges: readonly StoredBadge[] = []
  return {
    ...noBadges,
    file: { all: () => badges, write: (next) => void (badges = next), ...file },
    member: (staffId) => ({ staffId, name: staffId === '7' ? 'Mariama Bah' : '', role: 'cashier' }),
  } satisfies BadgeSettings
}

/** A hub whose replies to `watch` are given by the test. `reported`: badges of each request. */
function scriptedHub() {
  const reported: (readonly string[])[] = []
  let reply: (view: WatchedCalls | null) => void = () => undefined
  const hub: AgentHub = {
    call: async () => ({ state: 'open', coming: false }),
    clear: async () => true,
    answer: async () => true,
    newBadge: () => ({ code: `GUB-${reported.length}`, hash: `hash-${reported.length}` }),
    badge: async () => ({ staff: '7', name: 'Mariama Bah', desk: 'desk-1' }),
    watch(_, badges, giveUp) {
      reported.push(badges.map(({ hash }) => hash))
      return new Promise((resolve) => {
        reply = resolve
        giveUp.addEventListener('abort', () => resolve(null))
      })
    },
  }
  const answer = (more: Partial<WatchedCalls> = {}): void =>
    reply({ nowUtc: '', mark: String(reported.length), calls: [], revoked: [], ...more })
  return { hub, reported, answer }
}

describe('a desk', () => {
  const openShift = { ...cashier, currency: 'GNF', float: 0 } as const

  test('ends its badges with the automatic Z report', async () => {
    const { hub, reported, answer } = scriptedHub()
    const settings = { role: 'cashier', badges: memoryBadges(), closeAt: { hour: 0, minute: 0 } } as const
    const kiosk = await startSmallKiosk({ agentHub: hub, settings })
    need(await kiosk.api.openShift(openShift))
    const issuing = kiosk.api.issueBadge(cashier)
    await kiosk.soon(() => reported.at(-1)).toHaveLength(1)
    answer()
    expect(need(await issuing)).toMatchObject({ state: 'issued' })
    await kiosk.soon(() => kiosk.codes().at(-1), 3_600_000).toBe('Z_REPORT')
    await kiosk.soon(() => reported.at(-1)).toEqual([])
  })

  test('restores the earlier badge of a person if the hub does not confirm the new badge', async () => {
    const { hub, reported, answer } = scriptedHub()
    const badges = memoryBadges()
    const kiosk = await startSmallKiosk({ agentHub: hub, settings: { role: 'cashier', badges } })
    need(await kiosk.api.openShift(openShift))
    const first = kiosk.api.issueBadge(cashier)
    await kiosk.soon(() => reported.at(-1)).toHaveLength(1)
    const earlier = reported.at(-1)
    answer()
    expect(need(await first)).toMatchObject({ state: 'issued' })
    const second = kiosk.whilePassing(kiosk.api.issueBadge(cashier))
    expect(need(await second)).toEqual({ state: 'unreachable' })
    expect(badges.file.all().map(({ hash }) => hash)).toEqual(earlier)
    await kiosk.soon(() => reported.at(-1)).toEqual(earlier)
  })

  test('watches the calls once a second, and continues after a disk failure', async () => {
    const { hub, reported, answer } = scriptedHub()
    const full = (): never => {
      throw new Error('disk full')
    }
    const stored = { hash: 'h', staff: 'cashier', name: '', issuedUtc: '', permanent: true, shiftNo: 0 }
    const badges = memoryBadges({ all: () => [stored], write: full })
    const kiosk = await startSmallKiosk({ agentHub: hub, settings: { role: 'cashier', badges } })
    await expect.poll(() => reported).toHaveLength(1)
    const call = { callId: 'c', deviceId: 'gate-7', reason: 'help', sinceUtc: '', rings: 1, coming: null } as const
    answer({ calls: [call], revoked: ['h'] })
    await expect.poll(() => kiosk.said).toEqual(['agent-call.failed: Error: disk full'])
    expect(need(await kiosk.api.getKiosk({})).deskCalls?.calls).toMatchObject([{ callId: 'c' }])
    await kiosk.soon(() => reported.length).toBe(2)
    answer()
    await expect.poll(() => kiosk.sleepsFor(1_000)).toBe(true)
    need(await kiosk.api.openShift(openShift))
    need(await kiosk.api.signIn(cashier))
    expect(kiosk.said.length).toBeGreaterThan(1)
  })
})

test('a kiosk repeats a call after a failure', async () => {
  const { hub } = scriptedHub()
  hub.call = async () => {
    hub.call = async () => ({ state: 'open', coming: true })
    throw new Error('broken')
  }
  const kiosk = await startSmallKiosk({ agentHub: hub, settings: { role: 'kiosk' } })
  need(await kiosk.api.callAgent({ reason: 'help' }))
  await expect.poll(() => kiosk.said).toEqual(['agent-call.failed: Error: broken'])
  kiosk.pass(5_000)
  await expect
    .poll(async () => need(await kiosk.api.getKiosk({})).agentCall)
    .toMatchObject({ state: 'open', coming: true })
})

test('a kiosk refuses a badge whose number belongs to another name on its staff list', async () => {
  const { hub } = scriptedHub()
  const badges = memoryBadges()
  const { kiosk, api, saleId } = await startAt('paying', { agentHub: hub, settings: { role: 'kiosk', badges } }, 'cash')
  const read = async () => need(await api.readBadge({ saleId, code: `GUB${'0'.repeat(32)}` }))
  expect(await read()).toMatchObject({ state: 'known', name: 'Mariama Bah' })
  hub.badge = async () => ({ staff: '7', name: 'Fatou Camara', desk: 'desk-1' })
  expect(await read()).toEqual({ state: 'refused' })
  expect(kiosk.said).toEqual(['agent-badge.other-name'])
})

const mariama = { number: '7', name: 'Mariama Bah', role: 'cashier' } as const
const fatou = { number: '90', name: 'Fatou Camara', role: 'supervisor' } as const

/** Starts a machine that is enrolled at the hub and has Mariama Bah on its staff list. */
async function startMember(fleet: Fleet, deviceId: string, more: object = {}, start = startMachine) {
  const settings = { deviceId, tenders: ['cash'], fleet: { hub: fleet.url, heartbeatSeconds: 1 }, ...more }
  const data = await enrolled(fleet, settings)
  const pins = saveStaffList(join(data, 'demo'), [mariama, fatou])
  const by = (number: string) => ({ staff: number, pin: pins.get(number) ?? '' })
  return { machine: await start(settings, data), by: by('7'), second: by('90') }
}

async function startVenue() {
  const fleet = await startFleet()
  const kiosk = await startMember(fleet, 'gate-7')
  const desk = await startMember(fleet, 'desk-1', { role: 'cashier' })
  return { kiosk: kiosk.machine, kioskPin: kiosk.by.pin, desk: desk.machine, by: desk.by }
}

const callsAt = async ({ api }: Machine) => need(await api.getKiosk({})).deskCalls?.calls ?? []
const callOf = async ({ api }: Machine) => need(await api.getKiosk({})).agentCall

async function choosesCash(kiosk: Machine) {
  const { saleId, shown } = await review(kiosk, 2)
  need(await kiosk.api.pay({ saleId, tender: 'cash' }))
  return { saleId, total: shown.amount }
}

describe('at a venue with a hub', () => {
  test('choosing cash calls an agent; the call ends by the desk, the customer, the PIN and the end of the sale', async () => {
    const { kiosk, desk, by, kioskPin } = await startVenue()
    expect(await callOf(kiosk)).toBeNull()
    const { saleId, total } = await choosesCash(kiosk)
    await expect.poll(() => callsAt(desk)).toMatchObject([{ deviceId: 'gate-7', reason: 'cash' }])
    const [call] = await callsAt(desk)
    need(await desk.api.answerCall({ ...by, deviceId: 'gate-7', callId: call!.callId, answer: 'coming' }))
    await expect.poll(() => callOf(kiosk), { timeout: 10_000 }).toMatchObject({ state: 'open', coming: true })
    need(await kiosk.api.cancelPayment({ saleId }))
    expect(await callOf(kiosk)).toBeNull()
    await expect.poll(() => callsAt(desk)).toEqual([])

    need(await kiosk.api.pay({ saleId, tender: 'cash' }))
    await expect.poll(() => callsAt(desk)).toHaveLength(1)
    need(await kiosk.api.checkPin({ staff: '7', pin: kioskPin }))
    await expect.poll(() => callsAt(desk)).toEqual([])
    need(await kiosk.api.callAgent({ reason: 'cash' }))
    await expect.poll(() => callsAt(desk)).toHaveLength(1)
    need(await kiosk.api.confirmCash({ saleId, staff: '7', pin: kioskPin, received: total }))
    await expect.poll(() => callsAt(desk)).toEqual([])
    // Kiosks cannot answer calls, and desks cannot call agents.
    expect(
      await kiosk.api.answerCall({
        staff: '7',
        pin: kioskPin,
        deviceId: 'gate-7',
        callId: call!.callId,
        answer: 'done',
      }),
    ).toEqual({ ok: true, value: { reached: false } })
    expect(await desk.api.callAgent({ reason: 'help' })).toEqual({ ok: true, value: null })
    expect(
      await desk.api.answerCall({ staff: '7', pin: '0000', deviceId: 'gate-7', callId: call!.callId, answer: 'done' }),
    ).toMatchObject({ error: { type: 'wrong-pin' } })
  })

  test('the kiosk shows that the hub does not reply, and the call opens when the hub is back', async () => {
    const fleet = await startFleet()
    const { machine: kiosk } = await startMember(fleet, 'gate-7')
    await fleet.stop()
    await choosesCash(kiosk)
    await expect.poll(() => callOf(kiosk)).toMatchObject({ state: 'unreachable' })
    const port = Number(new URL(fleet.url).port)
    const again = await startFleet(port, fleet.database)
    await expect.poll(async () => (await onPage(again)).calls).toMatchObject([{ deviceId: 'gate-7' }])
    await expect.poll(() => callOf(kiosk)).toMatchObject({ state: 'open' })
  })

  test('a badge of the open shift takes the cash of one sale, and nothing else; after the Z it is refused', async () => {
    const { kiosk, desk, by } = await startVenue()
    expect(need(await desk.api.issueBadge(by))).toEqual({ state: 'no-shift' })
    need(await desk.api.openShift({ ...by, currency: 'GNF', float: 100_000 }))
    const first = need(await desk.api.issueBadge(by))
    const issued = need(await desk.api.issueBadge(by))
    if (first.state !== 'issued' || issued.state !== 'issued') throw new Error('no badge')
    expect(readFileSync(join(desk.directory, 'demo', 'badges.json'), 'utf8')).not.toContain(issued.code)

    const { saleId, total } = await choosesCash(kiosk)
    const read = async (code: string) => need(await kiosk.api.readBadge({ saleId, code }))
    // The second badge replaced the first.
    expect(await read(first.code)).toEqual({ state: 'refused' })
    const badge = await read(issued.code)
    if (badge.state !== 'known') throw new Error(badge.state)
    expect(badge.name).toBe('Mariama Bah')
    const { handle } = badge
    expect(await kiosk.api.checkPin({ handle })).toMatchObject({ error: { type: 'signed-out' } })
    expect(await kiosk.api.viewShift({ handle })).toMatchObject({ error: { type: 'signed-out' } })
    expect(await callOf(kiosk)).toBeNull()
    need(await kiosk.api.confirmCash({ saleId, handle, received: total }))
    await kiosk.sales.settled(saleId)
    expect(await kiosk.api.confirmCash({ saleId, handle, received: total })).toMatchObject({
      error: { type: 'signed-out' },
    })

    const other = (await (need(await kiosk.api.dismissSale({ saleId })), choosesCash(kiosk))).saleId
    need(await desk.api.closeShift({ ...by, kind: 'Z' }))
    const refused = async () => need(await kiosk.api.readBadge({ saleId: other, code: issued.code })).state
    await expect.poll(refused).toBe('refused')
    for (const directory of [kiosk.directory, desk.directory])
      expect(readFileSync(join(directory, LOG_FILE), 'utf8')).not.toContain(issued.code.slice(4))
  })

  test('a printed badge works only while its owner has an open shift, and never after it was revoked or its owner removed', async () => {
    const fleet = await startFleet()
    const printer = await virtualPrinter({ paperWidth: 80 })
    const devices = { till: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
    const printers = { devices, tickets: ['till'] }
    const kiosk = await startMember(fleet, 'gate-7')
    const desk = await startMember(fleet, 'desk-1', { role: 'cashier', printers }, startPrintingMachine)
    const { second } = desk
    const { api, directory } = desk.machine
    const counter = { pin: DEMO_PIN }
    const { saleId } = await choosesCash(kiosk.machine)
    /** Reads a badge after a correct PIN, which unlocks badges. */
    const read = async (code: string) => {
      need(await kiosk.machine.api.checkPin(kiosk.by))
      return need(await kiosk.machine.api.readBadge({ saleId, code })).state
    }
    async function become(code: string, state: 'known' | 'refused') {
      await expect.poll(() => read(code), { interval: 700, timeout: 15_000 }).toBe(state)
    }
    const stored = (): readonly StoredBadge[] =>
      (JSON.parse(readFileSync(join(directory, 'demo', 'badges.json'), 'utf8')) as StoredBadge[]).filter(
        ({ staff }) => staff === '7',
      )
    const print = async () => {
      expect(need(await api.printBadge({ ...counter, second, number: '7' }))).toEqual({ state: 'printed' })
      const [code = ''] = await scan(printer.pieces.at(-1))
      return code
    }
    /** Opens a shift without signing in the owner. Resolves when the hub has received the badges of the shift. */
    async function openShift() {
      need(await api.openShift({ ...counter, currency: 'GNF', float: 0 }))
      expect(need(await api.issueBadge(second))).toMatchObject({ state: 'issued' })
    }

    expect(await refusal(api.printBadge({ ...counter, second, number: '8' }))).toEqual({ type: 'no-such-number' })
    const code = await print()
    expect(isBadge(code)).toBe(true)
    need(await api.signIn(desk.by))
    expect(await read(code)).toBe('refused')
    for (const shift of ['first', 'second']) {
      await openShift()
      expect([shift, await read(code)]).toEqual([shift, 'refused'])
      need(await api.signIn(desk.by))
      await become(code, 'known')
      need(await api.closeShift({ ...counter, kind: 'Z' }))
      await become(code, 'refused')
    }
    await openShift()
    need(await api.signIn(desk.by))
    await become(code, 'known')
    expect(await read(code.slice(0, -1) + (code.endsWith('0') ? '1' : '0'))).toBe('refused')
    const { id } = (await onPage(fleet)).badges.find(({ permanent }) => permanent)!
    const headers = { cookie: await fleet.signedIn(), origin: fleet.url }
    const revoked = await fleet.post(FLEET_PATHS.revokeBadge, JSON.stringify({ desk: 'desk-1', id }), headers)
    expect([revoked.status, await read(code)]).toEqual([200, 'refused'])
    await expect.poll(stored).toEqual([])

    const another = await print()
    need(await api.signIn(desk.by))
    await become(another, 'known')
    need(await api.removePerson({ ...counter, number: '7' }))
    await become(another, 'refused')
    await expect.poll(stored).toEqual([])
    const rows = need(await api.viewJournal(counter)).filter(({ details }) => details.includes('second'))
    expect(rows.map(({ staffId, details }) => [staffId, JSON.parse(details) as unknown])).toEqual([
      ['counter', { id: expect.any(String) as string, number: '7', second: '90' }],
      ['counter', { id, number: '7', second: '90' }],
    ])
    expect(readFileSync(join(directory, LOG_FILE), 'utf8') + JSON.stringify(rows)).not.toContain(code.slice(4))
  })

  test('wrong badges are locked out like wrong PINs, and a PIN lets badges in again', async () => {
    const { machine: kiosk, by } = await startMember(await startFleet(), 'gate-7')
    const { saleId } = await choosesCash(kiosk)
    const read = async (code: string) => need(await kiosk.api.readBadge({ saleId, code }))
    const guess = `GUB${'0'.repeat(32)}`
    for (const state of ['refused', 'refused', 'refused', 'locked']) expect((await read(guess)).state).toBe(state)
    need(await kiosk.api.checkPin(by))
    expect((await read(guess)).state).toBe('refused')
  })
})
