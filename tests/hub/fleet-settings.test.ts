import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { openRemoteSettings } from '../../electron/fleet/hub-documents.ts'
import { filesSetAside } from '../../electron/host/files/atomic-file.ts'
import { ok } from '../../shared/domain/result.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import type { SignedSettings, SettingValues } from '../../shared/api/fleet/contract.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startBeatingMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { enrolled, startFleet } from './fleet.ts'

type Fleet = Awaited<ReturnType<typeof startFleet>>

async function startDevice(fleet: Fleet) {
  const fixed = { deviceId: 'gate-7', languages: ['fr'], simulatedTerminal: { customerDelaySeconds: 0 } }
  const settings = { ...fixed, maxSeats: 4, fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
  const data = await enrolled(fleet, settings)
  const machine = await startBeatingMachine(settings, data)
  const file = () => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as Record<string, unknown>
  return { machine, data, file }
}

const told = async (fleet: Fleet) => (await fleet.devices())[0]

const set = (fleet: Fleet, values: SettingValues) => fleet.beside(({ desk }) => desk.set({ device: 'gate-7' }, values))

/** Creates the part of a device that receives settings, without a hub. The hub's key signs each version. */
function remoteSettings(path = join(temporaryFolder(), 'fleet-settings.json')) {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const applied: SettingValues[] = []
  const warned: string[] = []
  const settings = openRemoteSettings({
    path,
    deviceId: 'gate-7',
    hubKey: key.publicKey,
    nowMs: () => 0,
    apply: (values) => ok(void applied.push(values)),
    rollbackReason: null,
    blocker: () => null,
    log: { info: () => undefined, warn: (...line) => void warned.push(JSON.stringify(line)), error: () => undefined },
  })
  const signed = (more: object): SignedSettings => {
    const usual = { format: 1, deviceId: 'gate-7', version: 1, expiresUtc: '2026-03-14T18:00:00.000Z' }
    const document = JSON.stringify({ ...usual, settings: { maxSeats: 5 }, ...more })
    return { document, signature: key.sign('guichet settings 1', Buffer.from(document)) }
  }
  return { key, signed, settings, applied, warned }
}

describe('settings of the hub', { timeout: 240_000 }, () => {
  test('are filed by the device, the group’s beneath its own, and run from its next start on', async () => {
    const fleet = await startFleet()
    const { machine, data, file } = await startDevice(fleet)
    expect(await set(fleet, { maxSeats: 5, 'shifts.closeAt': '23:30' })).toEqual(ok(null))
    await expect.poll(file).toMatchObject({ maxSeats: 5, shifts: { closeAt: '23:30' } })
    expect(JSON.parse(readFileSync(join(data, 'config.json.before'), 'utf8'))).toMatchObject({ maxSeats: 4 })
    need(await fleet.beside(({ desk }) => desk.set({ group: 'gate A' }, { theme: 'night', maxSeats: 6 })))
    await expect.poll(file).toMatchObject({ theme: 'night', maxSeats: 5, shifts: { closeAt: '23:30' } })
    const { wanted } = (await told(fleet)) ?? {}
    await expect
      .poll(async () => (await told(fleet))?.settings)
      .toEqual({ filed: wanted, running: 0, refused: null, waits: 'attention' })
    const after = await machine.restart(file())
    await expect
      .poll(async () => (await told(fleet))?.settings)
      .toEqual({ filed: wanted, running: wanted, refused: null, waits: null })
    expect(need(await after.api.getKiosk({}))).toMatchObject({ maxSeats: 5, theme: 'night' })
    need(await set(fleet, { 'shifts.closeAt': null }))
    await expect.poll(file).not.toHaveProperty('shifts')
    await after.stop()
  })

  test('that the program would not start with are left out, the others are taken, and the hub knows why', async () => {
    const fleet = await startFleet()
    const { machine, file, data } = await startDevice(fleet)
    need(await set(fleet, { language: 'en' }))
    const refused = {
      reason: 'invalid',
      detail: 'language: "en" is not in languages: add it there, or choose another language',
    }
    await expect.poll(async () => (await told(fleet))?.settings).toMatchObject({ filed: 0, refused })
    expect(existsSync(join(data, 'config.json.before'))).toBe(false)
    need(await set(fleet, { theme: 'night', maxSeats: 6 }))
    await expect.poll(file).toMatchObject({ theme: 'night', maxSeats: 6 })
    expect(file()).not.toHaveProperty('language')
    const { wanted } = (await told(fleet)) ?? {}
    await expect.poll(async () => (await told(fleet))?.settings).toMatchObject({ filed: wanted, refused })
    expect(existsSync(join(data, 'config.json.draft'))).toBe(false)
    need(await set(fleet, { language: 'fr' }))
    await expect.poll(async () => (await told(fleet))?.settings?.refused).toBeNull()
    await machine.stop()
  })

  test('that no machine would take are refused by the hub, each with what is right', async () => {
    const fleet = await startFleet()
    await fleet.invite('gate-7')
    const headers = { origin: fleet.url, cookie: await fleet.signedIn() }
    const long = 'x'.repeat(25)
    const cases: readonly (readonly [object, string, object?])[] = [
      [{ maxSeats: 5 }, 'there is no group "gate a": did you mean "gate A"? (groups are gate A)', { group: 'gate a' }],
      [{ maxSeats: 5 }, 'there is no group "Hall" (groups are gate A)', { group: 'Hall' }],
      [{ maxSeats: 5 }, 'there is no machine gate-99: see guichet hub devices', { device: 'gate-99' }],
      [{ maxSeats: 0 }, 'maxSeats: 0: expected at least 1'],
      [{ maxSeats: 500 }, 'maxSeats: 500: expected at most 20'],
      [{ maxSeats: 'six' }, 'maxSeats: "six": expected a number in plain digits, such as 50000'],
      [
        { 'shifts.maxCashierCashMove': '50.000' },
        'shifts.maxCashierCashMove: "50.000": may be 50000 or 50: write it without a point or comma',
      ],
      [
        { maxseat: 5, staffPin: '0000' },
        'maxseat: no setting that a hub sets; did you mean maxSeats?; staffPin: no setting that a hub sets',
      ],
      [
        { 'updates.openingHours.from': '8h', 'tickets.notice.fr': '', 'tenderNames.card': long },
        'updates.openingHours.from: "8h": expected a time of day such as "22:30"; tickets.notice.fr: "": expected at least 1 character; ' +
          `tenderNames.card: "${long}": expected 1 to 24 characters on one line`,
      ],
    ]
    for (const [values, why, target = { group: 'gate A' }] of cases) {
      const reply = await fleet.post(FLEET_PATHS.settings, JSON.stringify({ target, values }), headers)
      expect([reply.ok, ((await reply.json()) as { message: string }).message]).toEqual([false, why])
    }
    expect(await fleet.beside(({ desk }) => desk.listSettings())).toEqual([])
  })

  test('that only a newer program knows keep none of the others out', () => {
    const { signed, settings, applied } = remoteSettings()
    settings.take(signed({ settings: { maxSeats: 5, newest: 'x' } }))
    expect(applied).toEqual([{ maxSeats: 5 }])
    expect(settings.report()).toMatchObject({
      filed: 1,
      refused: { version: 1, reason: 'invalid', detail: expect.stringContaining('newest') as string },
    })
  })

  test('go on where the file of their version is damaged: it is set aside, and the newest ones come again', () => {
    const path = join(temporaryFolder(), 'fleet-settings.json')
    writeFileSync(path, '{"filed":')
    const { signed, settings, warned } = remoteSettings(path)
    expect(warned.join()).toContain(`${path}: `)
    expect(filesSetAside([dirname(path)])).toHaveLength(1)
    settings.take(signed({}))
    expect(settings.report()).toMatchObject({ filed: 1, refused: null })
  })

  test('forged, changed, replayed, older, expired or for another device: refused, reported and not applied', () => {
    const { key, signed, settings, applied } = remoteSettings()
    const [first, second] = [signed({ version: 1 }), signed({ version: 2, settings: { maxSeats: 6 } })]
    for (const each of [first, second]) settings.take(each)
    const stranger = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const next = signed({ version: 3 })
    const by = (signature: string): SignedSettings => ({ ...next, signature })
    const tricks: readonly [SignedSettings, string][] = [
      [by(stranger.sign('guichet settings 1', Buffer.from(next.document))), 'signature'],
      [signed({ version: 3, deviceId: 'gate-8' }), 'another-device'],
      [{ ...next, document: next.document.replace('"maxSeats":5', '"maxSeats":9') }, 'signature'],
      [first, 'older'],
      [by(key.sign('guichet heartbeat 1', Buffer.from(next.document))), 'signature'],
      [second, 'older'],
      [signed({ version: 3, expiresUtc: '1970-01-01T00:00:00.000Z' }), 'expired'],
      [signed({ version: 3, settings: { staffPin: '0000' } }), 'invalid'],
    ]
    for (const [trick, reason] of tricks) {
      settings.take(trick)
      expect(settings.report()).toMatchObject({ filed: 2, refused: { reason } })
    }
    expect(applied).toEqual([{ maxSeats: 5 }, { maxSeats: 6 }])
    settings.take(next)
    expect(settings.report()).toMatchObject({ filed: 3, refused: null })
  })
})
