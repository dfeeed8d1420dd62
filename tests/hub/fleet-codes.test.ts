import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openHubCodes } from '../../electron/fleet/hub-documents.ts'
import { openSigningKey, sealingKeyOf, sealTo } from '../../electron/fleet/keys.ts'
import { type CodesDocument, codesUse, type Heartbeat, type SignedCodes } from '../../shared/api/fleet/contract.ts'
import { guichet } from '../cli/guichet.ts'
import { eventAt, gridVenue } from '../bench/venues.ts'
import { beatingClock } from '../support/clocks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { resourcesDirectory } from '../world/kiosk.ts'
import { between, enrolled, startFleet } from './fleet.ts'
import { besideHub, databaseFile, partner } from './hub.ts'

const pin = '730516'

/** Starts a live hub that accepts unsigned requests of its partner from this computer. */
async function startVenue() {
  const database = databaseFile()
  const fleet = await startFleet(0, database, { unsignedFrom: ['127.0.0.1'] })
  await besideHub(database, (store) => store.keepPartner(partner('nongo')))
  async function renew(eventId: number): Promise<string> {
    const ask = { eventId: String(eventId), by: 'user:test' }
    return need(await besideHub(database, (store) => store.renewAccessCode(ask))).accessCode
  }
  return {
    ...fleet,
    create: () => besideHub(database, (store) => store.createEvent(eventAt(gridVenue(1, 2, 5)))),
    renew,
  }
}

/** Starts a live kiosk of the hub. Its next heartbeat is due after the test or, with `often`, at once. */
async function startDevice(
  venue: Awaited<ReturnType<typeof startVenue>>,
  { url = venue.url, more = {}, data = temporaryFolder(), often = false } = {},
) {
  const hub = {
    partner: { baseUrl: url, partnerCode: 'nongo' },
    fleet: { hub: url, heartbeatSeconds: often ? 1 : 3000 },
  }
  const settings = { deviceId: 'gate-7', mode: 'live', staffPin: pin, ...hub, ...more }
  if (existsSync(join(data, 'fleet.json'))) writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  else await enrolled(venue, settings, data)
  const said: string[] = []
  const note = (...words: readonly unknown[]): void => void said.push(JSON.stringify(words))
  const log = { info: note, warn: note, error: (message: string, error: unknown) => note(message, String(error)) }
  const host = { version: '0.0.0', resourcesDirectory, openDocuments: createDocumentService, sqliteBinding: undefined }
  const runtime = { ...host, log, ...(often && { clock: beatingClock }) }
  const kiosk = await createKiosk(need(loadConfig({ dataDirectory: data })), runtime)
  onTestFinished(() => kiosk.stop())
  return {
    ...kiosk,
    data,
    said,
    begin: (eventId: number) => kiosk.api.startVisit({ eventId: String(eventId), language: 'fr' }),
    access: async () => need(await kiosk.api.listAccess({ pin })),
    file: join(data, 'live', 'hub-access-codes.json'),
  }
}

describe('access codes of the hub', () => {
  test('a new event is sold, and goes on being sold under a renewed code, with nobody typing one', async () => {
    const venue = await startVenue()
    const first = await venue.create()
    const device = await startDevice(venue)
    expect(await device.access()).toMatchObject([{ eventId: String(first.eventId), source: 'hub', refused: false }])
    const { saleId } = need(await device.begin(first.eventId))
    need(await device.api.abandonSale({ saleId, reason: 'cancelled' }))

    const second = await venue.create()
    need(await device.begin(second.eventId))
    expect(await device.access()).toMatchObject([{ source: 'hub' }, { source: 'hub' }])
    const renewed = await venue.renew(first.eventId)
    need(await device.begin(first.eventId))

    await device.stop()
    expect(statSync(device.file).mode & 0o077).toBe(0)
    const codes = [first.accessCode, second.accessCode, renewed]
    const bytes = readFileSync(device.file, 'utf8')
    for (const code of codes) expect([bytes, venue.logText(), ...device.said].join('\n')).not.toContain(code)
    const again = await startDevice(venue, { data: device.data })
    need(await again.begin(first.eventId))
  })

  test('go to no machine that sells for another service, and to none that asks for none', async () => {
    const venue = await startVenue()
    const { eventId, accessCode } = await venue.create()
    const middle = await between(venue)
    const elsewhere = { partner: { baseUrl: venue.url, partnerCode: 'nongo' }, accessCodes: { [eventId]: accessCode } }
    const device = await startDevice(venue, { url: middle.url, more: elsewhere })
    expect(await device.access()).toMatchObject([{ source: 'settings' }])
    await expect.poll(() => middle.beats.length).toBeGreaterThan(0)
    await device.stop()
    expect(middle.beats.filter(({ accessCodes }) => accessCodes)).toEqual([])
    expect(middle.codes).toEqual([])

    const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const line = new HubClient(venue.url, key)
    expect(await line.enrol('gate-9', await venue.invite('gate-9'))).toMatchObject({ ok: true })
    const told = middle.beats[0]!
    const beat = (number: number): Heartbeat => ({ ...told, deviceId: 'gate-9', number })
    expect(await line.beat(beat(1))).toMatchObject({ value: { accessCodes: null } })
    const signingKey = key.publicKey
    const zero = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.alloc(32)]).toString('base64')
    const askBy = (number: number, own: string) => line.beat({ ...beat(number), accessCodes: { key: own, mark: null } })
    for (const [index, junk] of [signingKey, zero, 'AAAA'].entries())
      expect(await askBy(2 + index, junk)).toMatchObject({ value: { accessCodes: null } })
    const document = expect.stringContaining('"number":9') as unknown
    const own = sealingKeyOf(key.derive('x')).publicKey
    expect(await askBy(9, own)).toMatchObject({ value: { accessCodes: { document } } })
  })

  test('an older hub and a newer machine go on together, and a newer hub sends at once', async () => {
    const venue = await startVenue()
    const { eventId, accessCode } = await venue.create()
    const middle = await between(venue)
    middle.old.hub = true
    const device = await startDevice(venue, { url: middle.url, often: true })
    expect(await device.begin(eventId)).toMatchObject({ error: { type: 'no-access-code' } })
    need(await device.api.setAccessCode({ pin, eventId: String(eventId), code: accessCode.toLowerCase() }))
    expect(await device.access()).toMatchObject([{ source: 'typed' }])

    const heard = async () => (await venue.devices())[0]?.seenUtc ?? ''
    middle.old.hub = false
    await expect.poll(device.access).toMatchObject([{ source: 'hub' }])
    const beats = middle.beats.length
    middle.old.hub = true
    const seen = await heard()
    await expect.poll(heard).not.toBe(seen)
    await expect
      .poll(() => middle.beats.slice(beats).filter(({ accessCodes }) => !accessCodes).length)
      .toBeGreaterThan(1)
    expect(middle.beats.slice(beats).filter(({ accessCodes }) => accessCodes)).toHaveLength(1)

    // The code was renewed, but the hub cannot send the new one. A typed code is accepted after the hub's code is
    // refused.
    const renewed = await venue.renew(eventId)
    expect(await device.begin(eventId)).toMatchObject({ error: { type: 'access-code-refused' } })
    expect(await device.access()).toMatchObject([{ source: 'hub', refused: true }])
    need(await device.api.setAccessCode({ pin, eventId: String(eventId), code: renewed }))
    expect(await device.access()).toMatchObject([{ source: 'typed', refused: false }])
    need(await device.begin(eventId))
  })

  test('come with the start, unasked, sealed, and once', async () => {
    const venue = await startVenue()
    const { accessCode } = await venue.create()
    const middle = await between(venue)
    const device = await startDevice(venue, { url: middle.url })
    await expect.poll(() => existsSync(device.file)).toBe(true)
    const heard = JSON.stringify([middle.codes, middle.beats])
    for (const secret of [accessCode, Buffer.from(accessCode).toString('base64')]) expect(heard).not.toContain(secret)
    await device.stop()
    const beats = middle.beats.length
    await startDevice(venue, { url: middle.url, data: device.data, often: true })
    await expect
      .poll(() => middle.beats.slice(beats).filter(({ accessCodes }) => accessCodes?.mark).length)
      .toBeGreaterThan(1)
    expect(middle.codes).toHaveLength(1)
  })

  test('a hub that has nothing new is not asked again for each customer', async () => {
    const venue = await startVenue()
    const { eventId } = await venue.create()
    const middle = await between(venue)
    const device = await startDevice(venue, { url: middle.url })
    await device.access()
    await venue.renew(eventId)
    middle.old.hub = true
    const before = middle.beats.length
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(await device.begin(eventId)).toMatchObject({ error: { type: 'access-code-refused' } })
    expect(middle.beats.length - before).toBe(1)
  })

  test('are known to doctor, and to no diagnosis', async () => {
    const venue = await startVenue()
    const { accessCode } = await venue.create()
    const device = await startDevice(venue)
    await device.access()
    const { said } = await guichet('doctor', '--data', device.data, '--json', '--language', 'en')
    const { findings } = JSON.parse(said) as { findings: { step: string; outcome: string }[] }
    expect(findings.find(({ step }) => step === 'section')).toMatchObject({ outcome: 'ok' })
    expect(said).not.toContain(accessCode)

    writeFileSync(join(device.data, 'guichet.log'), JSON.stringify({ time: 'x', message: `by ${accessCode}` }))
    const { file } = need(await device.api.makeDiagnostics({ pin }))
    expect(readFileSync(file, 'utf8')).toContain('by …')
    expect(readFileSync(file, 'utf8')).not.toContain(accessCode)
  })
})

test('codes that are forged, changed, replayed, or for another device or key are not taken, and the right ones stay', () => {
  const path = join(temporaryFolder(), 'hub-access-codes.json')
  const newKey = () => openSigningKey(join(temporaryFolder(), 'key.pem'))
  const [hubKey, stranger, key] = [newKey(), newKey(), newKey()] as const
  const warned: string[] = []
  const log = { info: () => undefined, warn: (...line: unknown[]) => warned.push(JSON.stringify(line)), error() {} }
  const open = () => openHubCodes({ path, deviceId: 'gate-7', key, hubKey: hubKey.publicKey, clock: beatingClock, log })
  const signed = (document: string, by = hubKey, use: Parameters<typeof hubKey.sign>[0] = 'guichet access codes 1') => {
    return { document, signature: by.sign(use, Buffer.from(document)) } satisfies SignedCodes
  }
  const device = open()
  device.take(null, 0)
  const to = device.told()!.key
  const made = ({ deviceId = 'gate-7', number = 2, code = 'EVIL', key = to }): string => {
    const inside = Buffer.from(JSON.stringify({ mark: 'x', codes: { 1: code } }))
    const sealed = sealTo(key, codesUse(deviceId, number), inside)!
    return JSON.stringify({ format: 1, deviceId, number, ...sealed } satisfies CodesDocument)
  }
  const right = signed(made({ number: 1, code: 'GOOD' }))
  device.take(right, 1)
  const kept = readFileSync(path, 'utf8')

  const evil = signed(made({}))
  const foreign = signed(made({ key: sealingKeyOf(stranger.derive('x')).publicKey }))
  const changed = evil.document.replace(/(?<="box":")./u, (first) => (first === 'A' ? 'B' : 'A'))
  // Consecutive attacks fail for different reasons, because a repeated reason is logged only once.
  const tricks: readonly [SignedCodes, RegExp][] = [
    [signed(evil.document, stranger), /not signed by the hub/u],
    [signed(made({ deviceId: 'gate-8' })), /for another device/u],
    [{ ...evil, document: changed }, /not signed by the hub/u],
    [right, /another heartbeat/u],
    [signed(evil.document, hubKey, 'guichet settings 1'), /not signed by the hub/u],
    [foreign, /sealed to another key/u],
    [signed('{"format":1}'), /of another form/u],
  ]
  for (const [trick, why] of tricks) {
    device.take(trick, 2)
    expect(warned.splice(0)).toEqual([expect.stringMatching(why)])
    expect(device.all()).toEqual({ 1: 'GOOD' })
  }
  expect(readFileSync(path, 'utf8')).toBe(kept)
  expect(open().all()).toEqual({ 1: 'GOOD' })

  for (const planted of [signed(evil.document, stranger), foreign, signed(made({ deviceId: 'gate-8' }))]) {
    writeFileSync(path, JSON.stringify(planted))
    expect(open().all()).toEqual({})
    expect(warned.splice(0)).toEqual([expect.stringContaining('hub-access-codes.json')])
  }
})

test('a sealed box opens for its key and its use alone', () => {
  const [mine, other] = [sealingKeyOf(Buffer.alloc(32, 1)), sealingKeyOf(Buffer.alloc(32, 2))]
  const text = Buffer.from('BJCFMA99S9')
  const sealed = sealTo(mine.publicKey, 'a', text)!
  expect(mine.open(sealed, 'a')).toEqual(text)
  expect(sealTo(mine.publicKey, 'a', text)).not.toEqual(sealed)
  expect(mine.open(sealed, 'b')).toBeNull()
  expect(other.open(sealed, 'a')).toBeNull()
  expect(mine.open({ ...sealed, key: other.publicKey }, 'a')).toBeNull()
  const bytes = Buffer.from(sealed.box, 'base64')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(mine.open({ ...sealed, box: changed.toString('base64') }, 'a')).toBeNull()
  }
  for (const length of [0, 5, 16])
    expect(mine.open({ ...sealed, box: bytes.subarray(0, length).toString('base64') }, 'a')).toBeNull()
})
