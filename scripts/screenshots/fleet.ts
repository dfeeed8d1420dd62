import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { fleetOf } from '../../electron/app/hub-store.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { codeKey, openSigningKey, proofOf } from '../../electron/fleet/keys.ts'
import { bookingFile } from '../../electron/host/system.ts'
import type { FleetCatalogue } from '../../renderer/i18n/fr/fleet.ts'
import type { DeviceState } from '../../shared/api/fleet/contract.ts'
import { PICTURE_TIME, type Visit } from './visit.ts'

const before = (seconds: number): string => new Date(Date.parse(PICTURE_TIME) - seconds * 1000).toISOString()

const printers = (first: 'ready' | 'paper-out'): DeviceState['printers'] => [
  { name: 'billets', roles: ['tickets'], state: first },
  { name: 'reçus', roles: ['receipts', 'reports'], state: 'ready' },
]

const well: DeviceState = {
  version: '0.1.0',
  mode: 'live',
  role: 'kiosk',
  startedUtc: before(9_000),
  partner: 'up',
  printers: printers('ready'),
  ledger: 'sound',
  freeBytes: 214_000_000_000,
  serving: false,
  open: true,
  lastSaleUtc: before(240),
  queue: 0,
  staffCases: 0,
}

interface Machine {
  readonly deviceId: string
  readonly group: string
  /** Seconds since the last heartbeat. */
  readonly heard: number
  readonly state: Partial<DeviceState>
}

const machines: readonly Machine[] = [
  {
    deviceId: 'porte-a-01',
    group: 'Porte A',
    heard: 34,
    state: { printers: printers('paper-out'), lastSaleUtc: before(1_020) },
  },
  {
    deviceId: 'caisse-02',
    group: 'Billetterie centrale',
    heard: 21,
    state: { role: 'cashier', partner: 'down', staffCases: 1, queue: 1, lastSaleUtc: before(480) },
  },
  {
    deviceId: 'caisse-01',
    group: 'Billetterie centrale',
    heard: 12,
    state: { role: 'cashier', serving: true, queue: 1, lastSaleUtc: before(95) },
  },
  { deviceId: 'porte-a-02', group: 'Porte A', heard: 8, state: { serving: true } },
  { deviceId: 'porte-b-01', group: 'Porte B', heard: 5, state: {} },
]

export async function reachFleet(visit: Visit): Promise<Page> {
  const { start, data, open, setClock, language } = visit
  const says = / at (http:\S+)\n/u
  const { url } = await start(
    ['cli.js', 'serve', '--mode', 'live', '--port', '0', '--log', join(data, 'hub.log')],
    says,
  )
  const store = await openStore({ database: bookingFile(data), random: randomBytes, report: () => undefined })
  const { desk, administrators } = fleetOf(store, join(data, 'fleet-key.pem'))
  const password = await administrators.add('fatou')
  for (const [index, { deviceId, group, heard, state }] of machines.entries()) {
    const key = openSigningKey(join(data, `${deviceId}.pem`))
    // Enrols directly in the store: the hub's clock is stopped, so the hub would treat the enrolment code as expired.
    const { code } = await desk.invite(deviceId, group)
    const proof = proofOf(codeKey(code), 'device', deviceId, key.publicKey)
    expectOk(await desk.enrol({ deviceId, publicKey: key.publicKey, proof }))
    await setClock(before(heard))
    const beat = {
      deviceId,
      number: index + 1,
      sentUtc: before(heard),
      heartbeatSeconds: 60,
      state: { ...well, ...state },
      settings: { filed: 0, running: 0, refused: null, waits: null },
    }
    expectOk(await new HubClient(url, key).beat(beat))
  }
  await store.close()
  await setClock(PICTURE_TIME)
  const page = await open(`${url}/fleet`)
  const { fleet: t } = (await import(`../../renderer/i18n/${language}/fleet.ts`)) as { readonly fleet: FleetCatalogue }
  await page.getByLabel(t.signIn.name).fill('fatou')
  await page.getByLabel(t.signIn.password).fill(password)
  await page.getByRole('button', { name: t.signIn.go }).click()
  await page
    .getByRole('heading', { level: 3 })
    .nth(machines.length - 1)
    .waitFor()
  return page
}

function expectOk(result: { readonly ok: boolean; readonly error?: unknown }): void {
  if (!result.ok) throw new Error(`the hub refused a machine: ${JSON.stringify(result.error)}`)
}
