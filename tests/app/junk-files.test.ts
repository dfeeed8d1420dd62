import Sqlite from 'better-sqlite3'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { type SellerApi, startMachine as startProgram } from '../../electron/app/machine.ts'
import { openStaffList } from '../../electron/app/people.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { filesSetAside } from '../../electron/host/files/atomic-file.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { openAccessCodesFile } from '../../electron/office/office-files.ts'
import { openSettingsTrial } from '../../electron/office/settings-file.ts'
import { ok } from '../../shared/domain/result.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { freePort } from '../support/free-port.ts'
import { shareOf } from '../support/share.ts'
import { SPOILS } from '../support/small-disk.ts'
import { suiteFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { blankPapers, smallVenues, sold, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

/** Files of a kiosk that was set up, enrolled, used for sales and sign-ins, and shut down by a power cut. */
const FILES = `
  config.json config.json.trial demo/access-codes.json demo/access-codes.json.last demo/booking-service.db
  demo/booking-service.db-shm demo/booking-service.db-wal demo/ledger-key.pem demo/ledger-key.pem.last
  demo/ledger.db demo/ledger.db-shm demo/ledger.db-wal demo/ledger.db.anchor demo/ledger.db.lock
  demo/ledger.db.owner demo/ledger.db.reserve demo/ledger.db.journal.jsonl demo/local-api-token
  demo/simulated-terminal.jsonl demo/staff-locks.json demo/staff-locks.json.last demo/staff.json demo/staff.json.last
  demo/tickets/ORDER.pdf demo/venue-plans/palais-des-arts-de-kaloum-85b6b1d9.json
  demo/venue-plans/stade-de-la-corniche-37839fa6.json fleet-key.pem fleet.json screen.json status.json
`
  .trim()
  .split(/\s+/u)

/** Backups, documents and files that are recreated automatically, so no log message is required if they are damaged. */
const PASSED_OVER =
  /\.last$|tickets\/|status\.json$|\.db-shm$|ledger\.db\.(?:lock|owner|reserve)$|simulated-terminal\.jsonl$|booking-service\.db-wal$/u
/** After damage, these files are rebuilt from the ledger, or the ledger from these files, as after a power cut. */
const CAUGHT_UP = /ledger\.db(?:-wal|\.anchor|\.journal.jsonl)$/u

/**
 * Files that are tested with the whole program, because only the whole program restores the previous settings after a
 * failed start.
 */
const WHOLE = /^config\.json|ledger-key\.pem$/u

const whole = suiteFolder()
let made: ReturnType<typeof makeDay> | undefined

/** Copies the files of the kiosk. Returns the copy with the finished sale and the PIN of the locked staff member. */
async function copyDay() {
  const day = await (made ??= makeDay())
  const data = temporaryFolder()
  cpSync(whole, data, { recursive: true })
  return { ...day, data }
}

async function makeDay() {
  const fleet = await startFleet()
  const directory = temporaryFolder()
  const hub = { fleet: { hub: fleet.url, heartbeatSeconds: 60 }, localApi: { port: await freePort() } }
  const settings = { deviceId: 'gate-7', ...hub, simulatedTerminal: { customerDelaySeconds: 0 } }
  await enrolled(fleet, settings, directory)
  mkdirSync(join(directory, 'demo'))
  const care = openStaffList(join(directory, 'demo'))
  const { pin } = need(await care.add({ number: '7', name: 'Mariama', role: 'cashier' }))
  openAccessCodesFile(join(directory, 'demo'), unexpected).keep({ '4711': 'K7QX-09ZT' })

  const machine = await startMachine(settings, directory)
  const { api } = machine
  need(await api.measureScreen({ pin: '2468', pixelsPerMillimetre: 4, screenBottomMillimetres: 800 }))
  const { saleId, stage } = await sold(machine, 2)
  expect(stage.name).toBe('done')
  const wrong = pin === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 3; tries += 1)
    expect(await api.signIn({ staff: '7', pin: wrong })).toMatchObject({ ok: false })
  openSettingsTrial(join(directory, 'config.json')).begin()
  await expect.poll(() => readdirSync(directory)).toContain('status.json')

  cpSync(directory, whole, { recursive: true })
  await machine.stop()
  expect(machine.faults).toEqual([])
  return { saleId, pin }
}

function unexpected(remark: string): void {
  throw new Error(remark)
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

const nameless = (file: string): string => file.replace(/tickets\/.*\.pdf$/u, 'tickets/ORDER.pdf')

type Remark = (message: string, details: unknown) => void

async function startWhole(data: string, note: Remark) {
  const log = { info: () => undefined, warn: note, error: note }
  return startProgram({ data }, { log: () => log, onLost: (error) => note('lost', error) })
}

async function startKiosk(data: string, note: Remark) {
  const config = loadConfig({ dataDirectory: data })
  if (!config.ok) return config
  const runtime = { version: '0.0.0', resourcesDirectory: smallVenues(), openDocuments: blankPapers }
  const log = { info: () => undefined, warn: note, error: note }
  return ok(await createKiosk(config.value, { ...runtime, log, sqliteBinding: undefined }))
}

/** Starts the program or its kiosk and sells two seats. `awaited`: part of a log message to wait for. */
async function startAndSell(
  data: string,
  pin: string | null,
  start: typeof startWhole | typeof startKiosk,
  awaited = '',
) {
  const remarks: string[] = []
  const note = (message: string, details: unknown): void => {
    // The hub to which the kiosk was connected when the files were recorded no longer exists.
    const isOfHub = ['heartbeat.refused', 'agent-call.no-answer'].includes(message)
    if (isOfHub && (details as { type?: unknown }).type === 'unreachable') return
    remarks.push(`${message} ${details instanceof Error ? details.message : JSON.stringify(details)}`)
  }
  const machine = await start(data, note).catch((error: unknown) => error as Error)
  if (machine instanceof Error) return { refused: machine.message, remarks, end: null }
  if (!machine.ok) return { refused: machine.error.lines.join('\n'), remarks, end: null }
  try {
    const end = await sell(machine.value.api as SellerApi, pin)
    await expect.poll(() => remarks.join('\n'), { interval: 10 }).toContain(awaited)
    return { refused: null, remarks, end }
  } finally {
    await machine.value.stop()
  }
}

/**
 * Sells two seats. Returns the stage in which the sale ended. `pin`: PIN of staff member 7, which must be locked, or
 * null.
 */
async function sell(api: SellerApi, pin: string | null): Promise<string | undefined> {
  if (pin !== null)
    expect(await api.signIn({ staff: '7', pin })).toMatchObject({ ok: false, error: { type: 'pin-locked' } })
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ homeTeam }) => homeTeam !== '') ?? events[0]!
  const { saleId } = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  // Does not take the first offer, because a service that lost its file may offer sold seats again.
  const offer = need(await api.proposeSeats({ saleId, count: 2 })).at(-1)
  const stage = async () => need(await api.getKiosk({})).sale?.stage.name
  need(await api.holdSeats({ saleId, groups: bySection(offer?.seats ?? []) }))
  await expect.poll(stage, { interval: 10 }).toBe('review')
  need(await api.pay({ saleId, tender: 'card' }))
  await expect.poll(stage, { interval: 10 }).toMatch(/^(?:done|needs-staff)$/u)
  return stage()
}

function salesIn(data: string): readonly unknown[] {
  const db = new Sqlite(join(data, 'demo/ledger.db'), { readonly: true })
  try {
    return db.prepare("SELECT sale_id FROM sale WHERE state = 'done' ORDER BY first_seq").pluck().all()
  } finally {
    db.close()
  }
}

test('the files of a machine are those that are spoilt below', async () => {
  const { data } = await copyDay()
  expect(
    filesOf(data)
      .map(nameless)
      // The program only writes the log, so damage to the log is not tested.
      .filter((file) => !file.includes('browser/') && file !== LOG_FILE),
  ).toEqual(FILES.toSorted())
})

test('with nothing spoilt the program sells, and has nothing to say', async () => {
  const { data, saleId, pin } = await copyDay()
  expect(await startAndSell(data, pin, startWhole)).toEqual({ refused: null, remarks: [], end: 'done' })
  expect(salesIn(data)).toEqual([saleId, expect.any(String)])
})

const spoilt = FILES.flatMap((name) => Object.keys(SPOILS).map((what) => [name, what] as const))
const share = shareOf('junk', spoilt, 4)

test.each(share.cases)(
  `%s may be %s: the program sells and names it, or says how to mend it (${share.said})`,
  async (name, what) => {
    const { data, saleId, pin } = await copyDay()
    const file = filesOf(data).find((each) => nameless(each) === name) ?? name
    const path = join(data, file)
    SPOILS[what]?.(path)
    const { refused, remarks, end } = await startAndSell(data, pin, WHOLE.test(name) ? startWhole : startKiosk)
    if (refused !== null) {
      expect(refused, what).toContain(path.replace(/-(?:wal|shm)$/u, ''))
      expect(refused, what).toMatch(/\b(?:check|correct|delete|expected|move|put|restore|see)\b/u)
      expect(refused, what).not.toMatch(/\n\s+at /u)
      return
    }
    const isNamed = remarks.some((remark) => remark.includes(path) || remark.startsWith('ledger.rebuilt'))
    // The write-ahead log contains every page of `booking-service.db` and is read first.
    const isInLog = name.endsWith('booking-service.db') && end === 'done'
    const mayBeSilent = PASSED_OVER.test(name) || CAUGHT_UP.test(name) || isInLog
    expect([what, remarks, isNamed || mayBeSilent]).toEqual([what, remarks, true])
    // A service that lost its sales issues the same numbers again, and the ledger detects the reuse.
    if (!name.includes('booking-service')) expect([what, end]).toEqual([what, 'done'])
    expect([what, salesIn(data)[0]]).toEqual([what, saleId])
  },
)

const NEEDED_BY_A_PART = ['demo/staff.json', 'demo/staff-locks.json', 'demo/access-codes.json']
const both = NEEDED_BY_A_PART.flatMap((name) => Object.keys(SPOILS).map((what) => [name, what] as const))
const bothShare = shareOf('junk without a copy', both, 2)

test.each(bothShare.cases)(
  `%s and its copy may be %s: the program sells, sets both aside and names them (${bothShare.said})`,
  async (name, what) => {
    const { data } = await copyDay()
    const path = join(data, name)
    for (const each of [path, `${path}.last`]) SPOILS[what]?.(each)
    const { refused, remarks, end } = await startAndSell(data, null, startKiosk, 'Damaged files: ')
    expect({ refused, end }).toEqual({ refused: null, end: 'done' })
    expect(remarks.join('\n')).toContain(path)
    const aside = filesSetAside([dirname(path)])
    expect(aside.map((each) => each.replace(/\.broken-.*$/u, ''))).toEqual([basename(path), `${basename(path)}.last`])
    expect(remarks.join('\n')).toContain(`Damaged files: ${aside.join(', ')}`)
  },
)
