import Sqlite from 'better-sqlite3'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMachine } from '../../electron/app/machine.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { readStatus } from '../../electron/host/status-file.ts'
import type { SettingValues } from '../../shared/api/fleet/contract.ts'
import type { KioskApi, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { guichet } from '../cli/guichet.ts'
import { copySeededDatabase } from '../support/demo-hub.ts'
import { freePort } from '../support/free-port.ts'
import { beatingClock } from '../support/clocks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { between, enrolled, startFleet } from './fleet.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

type Fleet = Awaited<ReturnType<typeof startFleet>>

/**
 * Starts a machine that is enrolled at `hub`, as the browser host and the Electron program do. The machine applies
 * settings after one second without user activity.
 */
async function startDevice(fleet: Fleet, more: object = {}, hub = fleet.url) {
  const data = temporaryFolder()
  await copySeededDatabase(bookingFile(join(data, 'demo')))
  const path = join(data, 'config.json')
  const fleetSettings = { hub, heartbeatSeconds: 1 }
  const settings = { deviceId: 'gate-7', maxSeats: 4, idleBeforeReloadSeconds: 1, fleet: fleetSettings, ...more }
  await enrolled(fleet, settings, data)
  const device = await run(data)
  return {
    ...device,
    data,
    file: () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>,
    set: (values: SettingValues) => fleet.beside(({ desk }) => desk.set({ device: 'gate-7' }, values)),
    told: async () => (await fleet.devices())[0]?.settings,
    wanted: async () => (await fleet.devices())[0]?.wanted ?? 0,
  }
}

/** Starts the machine in `data`. `api` returns the API of its current run. */
async function run(data: string) {
  const [events, faults, losses]: [KioskEvent[], string[], unknown[]] = [[], [], []]
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string, error: unknown) => void faults.push(`${message}: ${String(error)}`),
  }
  const onLost = (error: unknown): void => void losses.push(error)
  const machine = need(await startMachine({ data }, { log: () => log, clock: beatingClock, onLost }))
  machine.subscribe((event) => void events.push(event))
  onTestFinished(() => machine.stop())
  const api = () => machine.api as unknown as KioskApi | null
  return {
    machine,
    faults,
    losses,
    api: () => api()!,
    maxSeats: async () => {
      const info = await api()?.getKiosk({})
      return info?.ok ? info.value.maxSeats : null
    },
    turns: () => events.flatMap(({ name }) => (name.startsWith('restart') ? [name] : [])),
  }
}

async function hold(api: KioskApi): Promise<string> {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ homeTeam }) => homeTeam !== '') ?? events[0]!
  const { saleId } = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count: 2 }))
  if (!offer) throw new Error('no offer')
  need(await api.holdSeats({ saleId, groups: bySection(offer.seats) }))
  await expect.poll(async () => need(await api.getKiosk({})).sale?.stage.name).toBe('review')
  return saleId
}

describe('settings that wait', { timeout: 240_000 }, () => {
  test('are taken up by themselves once nobody is there, and the hub knows the version in force', async () => {
    const fleet = await startFleet()
    const device = await startDevice(fleet)
    need(await device.set({ maxSeats: 6, theme: 'night' }))
    await expect.poll(device.maxSeats).toBe(6)
    const wanted = await device.wanted()
    await expect.poll(device.told).toEqual({ filed: wanted, running: wanted, refused: null, waits: null })
    expect(device.turns()).toEqual(['restarting', 'restarted'])
    const ledger = new Sqlite(join(device.data, 'demo', 'ledger.db'), { readonly: true })
    onTestFinished(() => void ledger.close())
    const rows = ledger.prepare("SELECT code FROM journal WHERE code IN ('START', 'STOP') ORDER BY seq").pluck().all()
    expect(rows).toEqual(['START', 'STOP', 'START'])
    expect(existsSync(join(device.data, 'config.json.trial'))).toBe(false)
    await expect
      .poll(() => readStatus(device.data, Date.now())?.settings)
      .toEqual({ running: wanted, waiting: false, waitsFor: null, settingsRolledBack: null })
    await hold(device.api())
    expect(device.faults).toEqual([])
  })

  test('wait for a sale, then for the person at the screen, and say so', async () => {
    const fleet = await startFleet()
    const device = await startDevice(fleet)
    const api = device.api()
    const saleId = await hold(api)
    need(await device.set({ maxSeats: 2 }))
    await expect.poll(device.told).toMatchObject({ filed: 0, waits: 'sale' })
    await expect.poll(() => readStatus(device.data, Date.now())?.settings).toMatchObject({ waitsFor: 'sale' })
    const touching = setInterval(() => void api.reportActivity({ inUse: false }), 100)
    need(await api.abandonSale({ saleId, reason: 'cancelled' }))
    await expect.poll(device.told).toMatchObject({ running: 0, waits: 'attention' })
    await expect.poll(device.file).toMatchObject({ maxSeats: 2 })
    await expect
      .poll(() => readStatus(device.data, Date.now())?.settings)
      .toMatchObject({ waiting: true, waitsFor: 'attention' })
    expect([device.turns(), await device.maxSeats()]).toEqual([[], 4])
    // While a report of activity is processed, the status briefly gives a running operation as the reason for waiting.
    await expect
      .poll(async () => (await guichet('status', '--data', device.data)).said)
      .toMatch(/^settings .*; changes are waiting: someone is using the screen, or was a moment ago$/mu)
    clearInterval(touching)
    await expect.poll(device.maxSeats).toBe(2)
  })

  test('wait for a sale that a cashier has put aside, and for what was typed at the desk', async () => {
    const fleet = await startFleet()
    const device = await startDevice(fleet, { role: 'cashier' })
    const api = device.api()
    const by = { pin: DEMO_PIN }
    const saleId = await hold(api)
    need(await api.changeSetting({ ...by, key: 'groupSeats', value: 30 }))
    need(await api.parkSale({ ...by, saleId }))
    await expect.poll(() => readStatus(device.data, Date.now())?.settings?.waitsFor).toBe('parked')
    need(await api.recallSale({ ...by, saleId }))
    expect(device.turns()).toEqual([])
    need(await api.abandonSale({ saleId, reason: 'cancelled' }))
    await expect.poll(device.maxSeats).toBe(30)
  })

  test('that the program does not start with are taken back, reported, and never tried again', async () => {
    const fleet = await startFleet()
    const middle = await between(fleet)
    const device = await startDevice(fleet, {}, middle.url)
    const api = device.api()
    const touching = setInterval(() => void api.reportActivity({ inUse: false }), 100)
    need(await device.set({ maxSeats: 5 }))
    await expect.poll(device.file).toMatchObject({ maxSeats: 5 })
    const bad = await device.wanted()
    const logo = join(device.data, 'logo.png')
    writeFileSync(logo, 'no picture')
    need(await api.changeSetting({ pin: DEMO_PIN, key: 'tickets.logo', value: logo }))
    clearInterval(touching)
    await expect.poll(device.turns).toEqual(['restarting', 'restarted'])
    const refused = { version: bad, reason: 'failed', detail: expect.stringContaining('logo.png') as string }
    await expect.poll(device.told).toMatchObject({ filed: 0, running: 0, refused, waits: null })
    expect(device.file()).not.toHaveProperty('tickets')
    expect([device.file()['maxSeats'], await device.maxSeats()]).toEqual([4, 4])
    expect(readStatus(device.data, Date.now())?.settings?.settingsRolledBack ?? '').toContain('logo.png')
    const journal = need(await device.api().viewJournal({ pin: DEMO_PIN }))
    expect(journal.find(({ code }) => code === 'SETTINGS_ROLLED_BACK')?.details).toContain('logo.png')
    expect(device.losses).toEqual([])
    middle.slipped.settings = middle.heard.at(-1) ?? null
    await expect.poll(device.told).toMatchObject({ filed: 0, running: 0, refused: { reason: 'older' }, waits: null })
    expect(device.turns()).toEqual(['restarting', 'restarted'])
    expect(device.file()).toMatchObject({ maxSeats: 4 })
    middle.slipped.settings = null
    need(await device.set({ maxSeats: 7 }))
    await expect.poll(device.maxSeats).toBe(7)
    await expect.poll(device.told).toMatchObject({ running: await device.wanted(), refused: null })
  })

  test('with which no ticket comes out any more are taken back', async () => {
    const fleet = await startFleet()
    const device = await startDevice(fleet)
    const nowhere = join(device.data, 'nowhere')
    writeFileSync(nowhere, 'a file, and no folder')
    need(await device.api().changeSetting({ pin: DEMO_PIN, key: 'tickets.folder', value: join(nowhere, 'tickets') }))
    await expect.poll(device.turns).toEqual(['restarting', 'restarted'])
    expect(device.file()).not.toHaveProperty('tickets')
    await expect
      .poll(() => readStatus(device.data, Date.now())?.settings?.settingsRolledBack)
      .toMatch(/no ticket could be sold/u)
    await expect.poll(device.told).toEqual({ filed: 0, running: 0, refused: null, waits: null })
  })
})

/**
 * Each case lists the files of a machine that stopped at one step of a settings change, and `maxSeats` (`runs`) after
 * the next start.
 */
const [before, after] = [{ maxSeats: 4 }, { maxSeats: 6 }]
test.for([
  { died: 'before the file was changed', file: before, trial: { starts: 0, failed: null }, runs: 4 },
  { died: 'with the file changed', file: after, trial: { starts: 0, failed: null }, runs: 6 },
  { died: 'in its first start with it', file: after, trial: { starts: 1, failed: null }, runs: 6 },
  { died: 'in its second start with it', file: after, trial: { starts: 2, failed: null }, runs: 4 },
  { died: 'about to take it back', file: after, trial: { starts: 1, failed: 'it would not' }, runs: 4 },
  { died: 'having taken it back', file: before, trial: { starts: 1, failed: 'it would not' }, runs: 4 },
])('a machine that died $died has the old settings or the new ones, whole', async ({ file, trial, runs }) => {
  const data = temporaryFolder()
  const path = join(data, 'config.json')
  writeFileSync(path, JSON.stringify(file))
  writeFileSync(`${path}.trial`, JSON.stringify({ before, ...trial }))
  const { maxSeats, machine } = await run(data)
  expect(await maxSeats()).toBe(runs)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ maxSeats: runs })
  expect(existsSync(`${path}.trial`)).toBe(false)
  await machine.stop()
})

test('a second program on the same data takes nothing back from the first', async () => {
  const data = temporaryFolder()
  const path = join(data, 'config.json')
  writeFileSync(path, JSON.stringify({ maxSeats: 4 }))
  const first = await run(data)
  need(await first.api().changeSetting({ pin: DEMO_PIN, key: 'maxSeats', value: 6 }))
  const trial = readFileSync(`${path}.trial`, 'utf8')
  for (let tries = 0; tries < 3; tries += 1)
    await expect(run(data)).rejects.toThrow('a ledger has one program at a time')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ maxSeats: 6 })
  expect(readFileSync(`${path}.trial`, 'utf8')).toBe(trial)
})

test('settings that are not to blame stay: nothing else starts either', async () => {
  const data = temporaryFolder()
  const path = join(data, 'config.json')
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const [old, changed] = [{ localApi: { port } }, { maxSeats: 6, localApi: { port } }]
  writeFileSync(path, JSON.stringify(changed))
  writeFileSync(`${path}.trial`, JSON.stringify({ before: old, starts: 0, failed: null }))
  await expect(run(data)).rejects.toThrow(String(port))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(changed)
  await new Promise((resolve) => other.close(resolve))
  const { maxSeats } = await run(data)
  expect(await maxSeats()).toBe(6)
})
