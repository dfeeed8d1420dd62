import { writeFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import packageFile from '../../package.json'
import { programOptions, readArguments } from '../../electron/cli/arguments.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { bookingFile, createSystemClock, defaultDataDirectory, SleepMeter } from '../../electron/host/system.ts'
import { installation, readProgram, type Program } from '../../electron/app/program.ts'
import { runCommandLine } from '../../electron/cli/cli.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import type { ConfiguredKiosk } from '../../electron/app/kiosk.ts'
import { ModeSwitch, type MachineState, restartable, startMachine } from '../../electron/app/machine.ts'
import { hasTraining, trainingConfig } from '../../electron/app/training.ts'
import { type Config, loadConfig } from '../../electron/config/config.ts'
import type { KioskApi, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { copySeededDatabase } from '../support/demo-hub.ts'
import { noLog } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

function environment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const dataOf = async (values: { data?: string; config?: string }, fallback?: string): Promise<string> =>
  need(await readProgram(values, fallback)).config.dataDirectory

describe('where the data lies', () => {
  test('the option wins over the environment, the environment over the shell, the shell over the platform', async () => {
    const [option, fromEnvironment, fromShell] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    environment({ GUICHET_DATA: fromEnvironment })
    expect(await dataOf({ data: option }, fromShell)).toBe(option)
    expect(await dataOf({}, fromShell)).toBe(fromEnvironment)
    environment({ GUICHET_DATA: '' })
    expect(await dataOf({}, fromShell)).toBe(fromShell)
    expect(await dataOf({ data: '' }, fromShell)).toBe(fromShell)
    environment({ XDG_DATA_HOME: fromShell })
    if (process.platform === 'linux') expect(await dataOf({})).toBe(join(fromShell, 'guichet'))
    expect(await dataOf({})).toBe(defaultDataDirectory())
  })

  test('settings are read from the option, then the environment, then the data directory', async () => {
    const folder = temporaryFolder()
    const file = (name: string, maxSeats: number): string => {
      writeFileSync(join(folder, name), JSON.stringify({ maxSeats }))
      return join(folder, name)
    }
    const seats = async (values: { config?: string }): Promise<number | undefined> => {
      const program = await readProgram({ data: folder, ...values })
      return program.ok ? program.value.config.maxSeats : undefined
    }
    file('config.json', 1)
    expect(await seats({})).toBe(1)
    environment({ GUICHET_CONFIG: file('environment.json', 2) })
    expect(await seats({})).toBe(2)
    expect(await seats({ config: file('option.json', 3) })).toBe(3)
  })

  test('a wrong setting is a value', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.json'), '{"maxSeats": 0}')
    expect(await readProgram({ data: folder })).toMatchObject({ ok: false, error: { type: 'config-error' } })
  })
})

test('the program finds its own resources and version', () => {
  const { version, resourcesDirectory } = installation()
  expect(version).toBe(packageFile.version)
  expect(resourcesDirectory.endsWith('resources')).toBe(true)
})

test('a checkout reads the environment variables for tests', () => {
  environment({ GUICHET_SQLITE_BINDING: '/opt/build.node' })
  expect(installation().sqliteBinding).toBe('/opt/build.node')
})

describe('a command line', () => {
  const options = { ...programOptions, kiosk: { type: 'boolean' } } as const

  test('is read', () => {
    const read = readArguments(['--data', 'a b', '--config=c.json', '--kiosk'], options)
    expect(read).toMatchObject({ ok: true, value: { values: { data: 'a b', config: 'c.json', kiosk: true } } })
  })

  test.each([
    [['--dta', 'x'], /^--dta: unknown option$/u],
    [['--data'], /^--data <value>: the value is missing$/u],
    [['--kiosk=yes'], /^--kiosk takes no value$/u],
    [['7420'], /^guichet: too many arguments: remove "7420"$/u],
  ])('%j is refused in words', (args, words) => {
    const read = readArguments(args, options)
    expect(read.ok ? '' : read.error.sentence(catalogues.en)).toMatch(words)
  })
})

const ACCOUNT = '12345'

function account() {
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const [data, mine] = [join(home, 'data'), join(folder, 'mine')]
  for (const each of [home, data, mine]) mkdirSync(each)
  symlinkSync(mine, join(home, 'link'))
  execFileSync('chown', ['-hR', ACCOUNT, home])
  return { home, data, linked: join(home, 'link', 'below'), mine }
}

async function asked(words: (refuse: (...lines: readonly string[]) => number) => unknown) {
  const refusals: string[] = []
  const refuse = (...lines: readonly string[]): number => (refusals.push(...lines), 2)
  expect(await words(refuse)).toBe(2)
  return refusals.join('\n')
}

const say = (): void => undefined

describe.skipIf(process.getuid?.() !== 0)('root on another account’s data', () => {
  test.each<readonly [string, (data: string) => readonly string[]]>([
    ['status', (data) => ['status', '--data', data]],
    ['status with its settings', (data) => ['status', '--config', join(data, 'config.json')]],
    ['ledger', (data) => ['ledger', 'backup', '--data', data]],
    ['staff', (data) => ['staff', 'list', '--data', data]],
    ['setup', (data) => ['setup', '--answers', '/nowhere', '--data', data]],
  ])('does nothing by guichet %s, and is told who should', async (_, words) => {
    vi.stubEnv('LC_ALL', 'en_GB.UTF-8')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { home, data, linked, mine } = account()
    for (const folder of [data, join(data, 'not', 'yet'), linked])
      expect(await asked((refuse) => runCommandLine(words(folder), { say, refuse }))).toBe(
        `${home} belongs to another account (${ACCOUNT}); for safety, root uses neither its links nor its settings: ` +
          `run the command as that account, sudo -u '#${ACCOUNT}' guichet …`,
      )
    expect([readdirSync(data), readdirSync(mine), existsSync(join(data, 'not'))]).toEqual([[], [], false])
  })

  test('works on its own', async () => {
    const { mine } = account()
    writeFileSync(join(mine, 'config.json'), '{}')
    expect(await runCommandLine(['status', '--data', mine], { say, refuse: () => 2 })).toBe(3)
  })
})

const program = { version: '1.0.0' } as Program

const later = { version: '2.0.0' } as Program

const setUp = { is: 'set-up', program, api: {} } as MachineState

function kioskThat(settingsWait: boolean, blocker: Blocker | null): MachineState {
  const kiosk = { settingsWait: () => settingsWait, blocker: () => blocker } as ConfiguredKiosk
  return { is: 'kiosk', program: later, kiosk, api: {} } as MachineState
}

test('a machine turns at once, keeps its settings meanwhile, and says when it has turned', async () => {
  const switching = new ModeSwitch(setUp)
  const seen: string[] = []
  switching.onTurned(() => seen.push(switching.state.is))
  const ready = Promise.withResolvers<MachineState>()
  const turned = switching.turn(() => {
    seen.push(switching.state.is)
    return ready.promise
  })
  expect(switching.state).toMatchObject({ is: 'switching', program })
  ready.resolve(kioskThat(false, null))
  await turned
  expect(switching.state).toMatchObject({ is: 'kiosk', program: later })
  expect(seen).toEqual(['switching', 'kiosk'])
})

test('a machine that cannot turn is lost, and nobody is told that it has turned', async () => {
  const switching = new ModeSwitch(kioskThat(true, null))
  let told = 0
  switching.onTurned(() => (told += 1))
  const turned = switching.turn(() => Promise.reject(new Error('the ledger is in use')))
  await expect(turned).rejects.toThrow('the ledger is in use')
  expect(switching.state).toEqual({ is: 'failed', program: later })
  expect(told).toBe(0)
})

test('a kiosk is restarted only where other settings wait and nobody would notice', async () => {
  const idle = kioskThat(true, null)
  expect(restartable(idle)).toBe(idle.is === 'kiosk' && idle.kiosk)
  for (const state of [kioskThat(false, null), kioskThat(true, 'sale'), setUp]) expect(restartable(state)).toBeNull()
  const switching = new ModeSwitch(idle)
  const turned = switching.turn(async () => idle)
  // A second restart would start an additional, unwanted kiosk.
  expect(restartable(switching.state)).toBeNull()
  await turned
})

function configOf(settings: object): Config {
  const dataDirectory = temporaryFolder()
  writeFileSync(join(dataDirectory, 'config.json'), JSON.stringify(settings))
  return need(loadConfig({ dataDirectory }))
}

const live = {
  mode: 'live',
  role: 'cashier',
  deviceId: 'caisse-1',
  staffPin: '739158',
  partner: { baseUrl: 'https://billets.example', partnerCode: 'stade' },
  accessCodes: { '7': 'SECRET' },
  fleet: { hub: 'https://parc.example' },
  localApi: { port: 8080 },
  shifts: { closeAt: '23:30', archiveFolder: '/mnt/archives' },
  tickets: { folder: '/mnt/tickets' },
}

test('nothing in the settings of training leads out of its folder', () => {
  const training = trainingConfig(configOf(live))
  expect(JSON.stringify(training)).not.toMatch(/example|SECRET|8080|\/mnt/u)
  const expected = { mode: 'training', deviceId: 'caisse-1-FORMATION', terminals: 'manual', payments: {} }
  expect(training).toMatchObject(expected)
  // Training mode never closes its shift automatically.
  expect(training.shifts.closeAt).toBeUndefined()
  expect(training.staffPin).toBe(live.staffPin)
})

test('a live desk has training; a kiosk and the demo have none', () => {
  expect(hasTraining(configOf(live))).toBe(true)
  expect(hasTraining(configOf({ ...live, role: 'kiosk', tenders: ['cash'] }))).toBe(false)
  expect(hasTraining(configOf({ role: 'cashier' }))).toBe(false)
})

test('a machine that slept longer than a hold releases the seats immediately, and notifies its screens of each resume', async () => {
  const data = temporaryFolder()
  await copySeededDatabase(bookingFile(join(data, 'demo')))
  let asleepMs = 0
  const sleep = new SleepMeter({ awakeMs: () => performance.now(), uptimeMs: () => performance.now() + asleepMs })
  const machine = need(
    await startMachine(
      { data },
      {
        log: () => noLog,
        clock: createSystemClock(sleep),
        hasSlept: () => sleep.look(),
        onLost: (error) => expect.soft(error).toBeUndefined(),
      },
    ),
  )
  onTestFinished(() => machine.stop())
  const events: KioskEvent[] = []
  machine.subscribe((event) => void events.push(event))
  const api = machine.api as unknown as KioskApi
  const [event] = need(await api.listEvents({})).events
  const { saleId } = need(await api.startVisit({ eventId: event!.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count: 2 }))
  need(await api.holdSeats({ saleId, groups: bySection(offer!.seats) }))
  const stage = async () => need(await api.getKiosk({})).sale?.stage
  await expect.poll(stage).toMatchObject({ name: 'review' })

  asleepMs = 3_600_000
  const awakenings = () => events.filter(({ name }) => name === 'resumed')
  await expect.poll(awakenings).toEqual([{ name: 'resumed', payload: null }])
  await expect.poll(stage).toMatchObject({ name: 'choosing', notice: { type: 'hold-expired' } })
  expect(awakenings()).toHaveLength(1)
  // The system reports that it was suspended, although the clocks show no gap.
  machine.resume()
  expect(awakenings()).toHaveLength(2)
})
