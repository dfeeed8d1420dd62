import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStaffList } from '../../electron/app/people.ts'
import { AgentCalls } from '../../electron/fleet/agent-calls.ts'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import type { CallAct, CallRequest, OpenCallsReply } from '../../shared/api/fleet/contract.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { type Machine, review, startMachine } from '../world/kiosk.ts'
import { beatOf, enrolled, startFleet } from './fleet.ts'
import { besideHub, codeOf } from './hub.ts'

type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Enrols a device without a program. Its first heartbeat reports its role. */
async function handDevice(fleet: Fleet, deviceId: string, role: 'kiosk' | 'cashier' = 'kiosk') {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const client = new HubClient(fleet.url, key)
  expect(await client.enrol(deviceId, await fleet.invite(deviceId))).toMatchObject({ ok: true })
  expect(await client.beat(beatOf(deviceId, 1, { role }))).toMatchObject({ ok: true })
  let number = 0
  const post = (request: CallRequest, by = key): Promise<Response> => {
    const body = JSON.stringify(request)
    const signature = by.sign('guichet calls 1', Buffer.from(body))
    return fleet.post(FLEET_PATHS.calls, body, { 'x-guichet-signature': signature })
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
const watchAct = (
  known: string | null = null,
  badges: Extract<CallAct, { type: 'watch' }>['badges'] = [],
): CallAct => ({
  type: 'watch',
  known,
  badges,
})
const answerAct = (device: string, callId: string, answer: 'coming' | 'done'): CallAct => ({
  type: 'answer',
  device,
  callId,
  answer,
})
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
const badgeOf = (code: string) => ({
  hash: hashOf(code),
  staff: '7',
  name: 'Mariama Bah',
  issuedUtc: '2026-11-21T08:00:00.000Z',
})
/** Accepts every request. Rate limits are tested with a running hub. */
const noLimit = (): number => 0

describe('a call for an agent', () => {
  test('is open once for each kiosk, is answered by a desk and by the page, and is over for good', async () => {
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await kiosk.send(callAct(first))).toMatchObject({ type: 'open', coming: null })
    const seen = (await desk.send(watchAct())) as { mark: string }
    expect(seen).toMatchObject({
      calls: [{ callId: first, deviceId: 'gate-7', reason: 'cash', rings: 1, coming: null }],
    })
    // A desk with the current `mark` gets a reply when something changes.
    const waiting = desk.send(watchAct(seen.mark))
    expect(await kiosk.send(callAct(second))).toMatchObject({ type: 'open' })
    expect(await waiting).toMatchObject({ calls: [{ callId: second, rings: 1 }] })
    expect(await desk.send(answerAct('gate-7', first, 'done'))).toEqual({ type: 'answered' })
    expect(await desk.send(answerAct('gate-7', second, 'coming'))).toEqual({ type: 'answered' })
    expect(await kiosk.send(callAct(second))).toMatchObject({ type: 'open', coming: 'desk-1' })

    const read = async (cookie: string) => fetch(fleet.url + FLEET_PATHS.openCalls, { headers: { cookie } })
    expect((await read('')).status).toBe(401)
    const cookie = await fleet.signedIn()
    expect(((await (await read(cookie)).json()) as OpenCallsReply).data.calls).toMatchObject([{ callId: second }])
    const answer = JSON.stringify({ device: 'gate-7', callId: second, answer: 'done' })
    const post = (headers: Record<string, string>) => fleet.post(FLEET_PATHS.answerCall, answer, headers)
    expect((await post({ cookie, origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post({ origin: fleet.url })).status).toBe(401)
    expect((await post({ cookie, origin: fleet.url })).status).toBe(200)
    expect(await kiosk.send(callAct(second))).toEqual({ type: 'closed' })
    expect(await desk.send(watchAct())).toMatchObject({ calls: [] })
  })

  test('survives a restart of the hub, and ends if its kiosk is silent', async () => {
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const callId = randomUUID()
    expect(await kiosk.send(callAct(callId))).toMatchObject({ type: 'open' })
    await fleet.stop()
    const seenAfter = (ms: number) =>
      besideHub(fleet.database, async (store) => {
        const calls = new AgentCalls(
          store,
          () => openSigningKey(fleet.fleetKeyFile),
          () => Date.now() + ms,
          async () => null,
        )
        return (await calls.watch('test', null)).calls.length
      })
    expect([await seenAfter(0), await seenAfter(80_000), await seenAfter(100_000)]).toEqual([1, 1, 0])
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
    const cookie = await fleet.signedIn()
    const reply = await fetch(fleet.url + FLEET_PATHS.openCalls, { headers: { cookie } })
    expect(((await reply.json()) as OpenCallsReply).data.calls).toEqual([])
  })

  test('of a kiosk that calls without end is one call, rings once, and leaves the hub to the others', async () => {
    const fleet = await startFleet()
    const [kiosk, other] = [await handDevice(fleet, 'gate-7'), await handDevice(fleet, 'gate-8')]
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    const replies: unknown[] = []
    for (let times = 1; times <= 40; times += 1) replies.push(await kiosk.send(callAct(randomUUID(), times)))
    expect(replies).toContain('RATE_LIMITED')
    expect(await other.send(callAct(randomUUID()))).toMatchObject({ type: 'open' })
    expect(await desk.send(watchAct())).toMatchObject({
      calls: [
        { deviceId: 'gate-7', rings: 1 },
        { deviceId: 'gate-8', rings: 1 },
      ],
    })
    // The fifth open watch of a desk ends the first.
    const { mark } = (await desk.send(watchAct())) as { mark: string }
    const [oldest] = Array.from({ length: 5 }, () => desk.send(watchAct(mark)))
    expect(await oldest).toMatchObject({ mark })
    await fleet.stop()
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

    const cookie = await fleet.signedIn()
    const headers = { cookie, origin: fleet.url }
    const read = await fetch(fleet.url + FLEET_PATHS.openCalls, { headers })
    const { badges } = ((await read.json()) as OpenCallsReply).data
    expect(badges.map(({ staff }) => staff)).toEqual(['7', '90'])
    expect(JSON.stringify(badges)).not.toContain(mariama.hash)
    const revoke = (id: string) => fleet.post(FLEET_PATHS.revokeBadge, JSON.stringify({ desk: 'desk-1', id }), headers)
    expect((await revoke('0'.repeat(16))).status).toBe(404)
    expect((await revoke(mariama.hash.slice(0, 16))).status).toBe(200)
    expect(await ask(mariama.hash)).toEqual({ type: 'no-badge' })
    // Reporting a revoked badge again does not make it valid.
    expect(await desk.send(watchAct(null, [mariama, fatou]))).toMatchObject({ revoked: [mariama.hash] })
    expect(await ask(mariama.hash)).toEqual({ type: 'no-badge' })

    expect(await ask(fatou.hash)).toMatchObject({ type: 'badge', staff: '90' })
    await desk.send(watchAct(null, []))
    expect(await ask(fatou.hash)).toEqual({ type: 'no-badge' })
  })

  test('is refused once its desk is silent, and once its desk is removed', async () => {
    const fleet = await startFleet()
    const kiosk = await handDevice(fleet, 'gate-7')
    const desk = await handDevice(fleet, 'desk-1', 'cashier')
    await desk.send(watchAct(null, [badgeOf('a')]))
    const request = kiosk.request({ type: 'badge', hash: hashOf('a') })
    const body = Buffer.from(JSON.stringify(request))
    const late = await besideHub(fleet.database, (store) =>
      new AgentCalls(
        store,
        () => openSigningKey(fleet.fleetKeyFile),
        () => Date.now() + 100_000,
        async () => ({ publicKey: kiosk.key.publicKey, role: 'kiosk' }),
      ).act(request, body, kiosk.key.sign('guichet calls 1', body), noLimit),
    )
    expect(late).toEqual({ ok: true, value: { type: 'no-badge' } })
    expect(await kiosk.send({ type: 'badge', hash: hashOf('a') })).toMatchObject({ type: 'badge' })
    await fleet.beside(({ desk: service }) => service.remove('desk-1'))
    expect(await kiosk.send({ type: 'badge', hash: hashOf('a') })).toEqual({ type: 'no-badge' })
  })
})

const pinOf = async (data: string): Promise<string> =>
  need(await openStaffList(join(data, 'demo')).add({ number: '7', name: 'Mariama Bah', role: 'cashier' })).pin

/** Starts a kiosk and a desk at a hub. Mariama Bah is on both staff lists and has opened the shift of the desk. */
async function startVenue() {
  const fleet = await startFleet()
  const settings = (deviceId: string) => ({ deviceId, fleet: { hub: fleet.url, heartbeatSeconds: 1 } })
  const start = async (deviceId: string, more: object) => {
    const data = await enrolled(fleet, settings(deviceId))
    const pin = await pinOf(data)
    return { machine: await startMachine({ ...settings(deviceId), ...more }, data), pin }
  }
  const kiosk = await start('gate-7', { tenders: ['cash'] })
  const desk = await start('desk-1', { role: 'cashier', tenders: ['cash'] })
  const by = { staff: '7', pin: desk.pin }
  return { fleet, kiosk: kiosk.machine, kioskPin: kiosk.pin, desk: desk.machine, by }
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
    await expect.poll(() => callOf(kiosk), { timeout: 10_000 }).toMatchObject({ state: 'open', coming: 'desk-1' })
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

  test('a hub that does not answer is said, and the call is open once it does', async () => {
    const { fleet, kiosk } = await startVenue()
    await fleet.stop()
    await choosesCash(kiosk)
    await expect.poll(() => callOf(kiosk)).toMatchObject({ state: 'unreachable' })
    const port = Number(new URL(fleet.url).port)
    const again = await startFleet(port, fleet.database)
    const cookie = await again.signedIn()
    const open = async () => {
      const reply = await fetch(again.url + FLEET_PATHS.openCalls, { headers: { cookie } })
      return ((await reply.json()) as OpenCallsReply).data.calls.map(({ deviceId }) => deviceId)
    }
    await expect.poll(open, { timeout: 20_000 }).toEqual(['gate-7'])
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
    await expect.poll(refused, { timeout: 10_000 }).not.toBe('known')
    for (const directory of [kiosk.directory, desk.directory])
      expect(readFileSync(join(directory, LOG_FILE), 'utf8')).not.toContain(issued.code.slice(4))
  })

  test('wrong badges are locked out like wrong PINs, and a PIN lets badges in again', async () => {
    const { kiosk, kioskPin } = await startVenue()
    const { saleId } = await choosesCash(kiosk)
    const read = async (code: string) => need(await kiosk.api.readBadge({ saleId, code }))
    const guess = `GUB${'0'.repeat(32)}`
    for (const state of ['refused', 'refused', 'refused', 'locked']) expect((await read(guess)).state).toBe(state)
    need(await kiosk.api.checkPin({ staff: '7', pin: kioskPin }))
    expect((await read(guess)).state).toBe('refused')
  })
})
