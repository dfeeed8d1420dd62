import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { frFleet } from '../../renderer/i18n/fr/fleet.ts'
import { openSetup, setupUser, toldSeller, type SetupUser } from '../e2e/setup-user.ts'
import { startShell, temporaryFolder, type Shell } from '../shells/shell.ts'
import { freePort } from '../support/free-port.ts'
import { openTerminal } from '../support/terminal.ts'

const manual = readFileSync(new URL('../../docs/operating/live-kiosk.md', import.meta.url), 'utf8')

/** The commands of the manual, one for each entry. */
const commands = [...manual.matchAll(/^```sh\n(.*?)^```$/gmsu)].flatMap(([, block = '']) =>
  block
    .replaceAll(/^cat .*?^END\n/gmsu, '')
    .replaceAll(/\\\n\s*/gu, '')
    .trim()
    .split('\n'),
)

function typed(words: string): string {
  const command = commands.find((each) => each.includes(words))
  if (command === undefined) throw new Error(`the manual has no command with “${words}”`)
  return command
}

/** Returns the CSV export of the stadium from Excel on Windows: 4,316 seats, semicolons, Latin-1. */
function rowsOfExcel(): Buffer {
  const sections = [
    ...[1, 2, 3, 4].map((n) => ({ of: `N${n};Nord ${n};N;Tribune Nord;NORD;Nord;A;Porte A`, rows: 20, seats: '30' })),
    ...[1, 2].map((n) => ({ of: `L${n};Latérale ${n};L;Tribune Latérale;NORD;Nord;B;Porte B`, rows: 25, seats: '32' })),
    { of: 'H1;Honneur 1;H;Tribune Honneur;HON;Honneur;C;Porte C', rows: 11, seats: '14+14' },
    { of: 'H2;Honneur 2;H;Tribune Honneur;HON;Honneur;C;Porte C', rows: 1, seats: '4+4' },
  ]
  const lines = sections.flatMap(({ of, rows, seats }) =>
    Array.from({ length: rows }, (_, row) => `${of};${String.fromCharCode(65 + row)};${seats}`),
  )
  const head = 'section;section_name;tribune;tribune_name;zone;zone_name;gate;gate_name;row;seats'
  return Buffer.from([head, ...lines, ''].join('\r\n'), 'latin1')
}

/** Visiting teams of the first and second match. */
export const [FIRST, SECOND] = ['Badia FC', 'AS Kaporo'] as const

/** The computer of the venue's hub, with a technician at its terminal. */
export async function openVenue() {
  const [home, port, metricsPort] = [temporaryFolder(), await freePort(), await freePort()]
  const { answerTo } = openTerminal(home)
  const folder = join(home, 'guichet-live')
  mkdirSync(folder)
  writeFileSync(join(folder, 'seats.csv'), rowsOfExcel())
  const serve = typed('guichet serve').replace('7420', String(port)).replace(' > ', ` --metrics-port ${metricsPort} > `)
  const url = `https://localhost:${port}`

  const fingerprint = /^certificate SHA-256 ((?:[0-9A-F]{4} ?){16})$/mu
  const said = (): string => readFileSync(join(folder, 'hub.log'), 'utf8')
  const note = async (command: string, words: RegExp): Promise<string> => {
    const answer = await answerTo(command)
    const [, noted] = words.exec(answer) ?? []
    if (noted === undefined) throw new Error(`${command} never said ${words}:\n${answer}`)
    return noted
  }
  const addKey = (name: string): Promise<string> =>
    note(typed('hub partners key').replace('till-1', name), /^secret (\S+)/mu)
  /** Puts a match on sale. Returns its access code. */
  const putOnSale = (away: string, inDays = 7): Promise<string> =>
    note(
      typed('hub events create').replaceAll('Badia FC', away).replaceAll('+7 days', `+${inDays} days`),
      /access code (\S+)/u,
    )

  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    answerTo,
    /**
     * Sets up the hub: imports the venue, creates the first match and adds the partner. Returns the access code of the
     * match.
     */
    async found(): Promise<string> {
      await answerTo(typed('scripts/guichet.mjs'))
      await answerTo(typed('cd ~/guichet-live'))
      await answerTo(typed('openssl'))
      const counted = await answerTo(typed('hub venues import'))
      expect(counted).toMatch(/8 sections, 142 rows, 4316 seats/u)
      const firstCode = await putOnSale(FIRST)
      await answerTo(typed('hub partners add'))
      return firstCode
    },
    putOnSale,
    /** Adds a partner key for one machine. Returns its secret. */
    addKey,
    /** Replaces the key with this name. Returns the new secret. */
    async replaceKey(name: string): Promise<string> {
      await answerTo(`guichet hub partners drop-key nongo ${name} --data hub`)
      return addKey(name)
    },
    /** Starts the hub and waits until it prints the fingerprint of its certificate. */
    async serve(): Promise<void> {
      await answerTo(serve)
      await expect.poll(said).toMatch(fingerprint)
    },
    /** Kills the hub, as a power cut does. */
    die: () => answerTo('kill -9 %guichet; wait %guichet || true'),
    /** Returns the fingerprint of the certificate that the hub prints at its start. */
    fingerprint: () => note(typed('cat hub.log'), fingerprint),
    invite: (name: string) => note(typed('hub devices invite').replace('nongo-kiosk-1', name), /fleet enrol (\S+)/u),
    renewCode: (eventId: string) => answerTo(`guichet hub codes renew ${eventId} --data hub`),
    /** Returns the current access code of an event. */
    codeOf: (eventId: string) =>
      note('guichet hub codes --data hub', new RegExp(`^event ${eventId}: access code (\\S+)`, 'mu')),
    administrator: (name: string) => note(`guichet hub administrators add ${name} --data hub`, /password (\S+)/u),
  }
}

export type Venue = Awaited<ReturnType<typeof openVenue>>

/** Opens the fleet page as an administrator. The page updates itself. */
export async function watchFleet(page: Page, venue: Venue): Promise<Fleet> {
  const password = await venue.administrator('fatou')
  await page.goto(`${venue.url}/fleet`)
  await page.getByLabel(frFleet.signIn.name).fill('fatou')
  await page.getByLabel(frFleet.signIn.password).fill(password)
  await page.getByRole('button', { name: frFleet.signIn.go }).click()
  await page.getByRole('group', { name: frFleet.show }).waitFor()
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
  return {
    page,
    levelOf: async (name) => (await card(name).getAttribute('data-level')) ?? '',
    textOf: (name) => card(name).innerText(),
  }
}

export interface Fleet {
  readonly page: Page
  readonly levelOf: (name: string) => Promise<string>
  readonly textOf: (name: string) => Promise<string>
}

/** As an address: NODE_OPTIONS divides a path at its spaces. */
const shiftedClock = new URL('../support/shifted-clock.ts', import.meta.url).href

/** A computer with the program on it, a receipt printer beside it, and somebody before its screen. */
export interface Machine {
  readonly name: string
  readonly role: 'kiosk' | 'cashier'
  /** By the venue's hub, which sends it the access codes. */
  readonly followed: boolean
  readonly page: Page
  readonly data: string
  /** Of every program on it: they have one clock. */
  readonly env: Readonly<Record<string, string>>
  /** What is done to its printer: orders of the virtual printer. */
  readonly printer: Printer
  readonly setClock: (secondsOff: number) => void
  /** Where other programs ask whether it can sell: docs/integrating/local-api.md. */
  readonly health: string
  readonly log: () => string
  /** Its first start: the pages of the set-up. */
  readonly setUp: () => Promise<SetupUser>
  /** Switched on in the morning, with what its integrator wrote into the settings meanwhile. */
  readonly startAgain: () => Promise<void>
}

interface Printer {
  readonly port: string
  readonly types: (order: string) => void
  /** Returns the number of pieces of paper that the printer has cut off. */
  readonly cutPieces: () => number
}

type OpenPage = (options: BrowserContextOptions) => Promise<Page>

export async function openMachine(
  openPage: OpenPage,
  { name, role, followed }: Pick<Machine, 'name' | 'role' | 'followed'>,
): Promise<Machine> {
  const data = temporaryFolder()
  const clockFile = join(temporaryFolder(), 'clock-off')
  writeFileSync(clockFile, '0')
  const env = { NODE_OPTIONS: `--import ${shiftedClock}`, CLOCK_OFF_FILE: clockFile }
  const page = await openPage({ viewport: { width: 1366, height: 768 }, hasTouch: true })
  // What its screen showed at the end, where somebody wants to look.
  const pictures = process.env['GUICHET_PICTURES']
  if (pictures) onTestFinished(async () => void (await page.screenshot({ path: join(pictures, `${name}-last.png`) })))
  const [printer, apiPort] = [await playPrinter(), await freePort()]
  let program: Shell | undefined
  const start = async (...more: readonly string[]): Promise<string> => {
    program = startShell('browser-host.js', ['--no-browser', '--data', data, ...more], env)
    const [, entry = ''] = await program.says(/^Guichet: (\S+)$/mu)
    return entry
  }
  return {
    name,
    role,
    followed,
    page,
    data,
    env,
    printer,
    setClock: (seconds) => writeFileSync(clockFile, String(seconds)),
    health: `http://127.0.0.1:${apiPort}/healthz`,
    log: () => readFileSync(join(data, 'guichet.log'), 'utf8'),
    setUp: async () => openSetup(page, { entryUrl: await start('--setup') }, 'fr'),
    async startAgain() {
      program?.kill('SIGTERM')
      await program?.ended
      const file = join(data, 'config.json')
      const settings = JSON.parse(readFileSync(file, 'utf8')) as object
      writeFileSync(file, JSON.stringify({ ...settings, localApi: { port: apiPort } }))
      await page.goto(await start())
    },
  }
}

async function playPrinter(): Promise<Printer> {
  const folder = temporaryFolder()
  const args = ['virtual-printer', '--port', '0', '--speed', '1000', '--folder', folder]
  const printer = startShell('cli.js', args)
  const [, port = ''] = await printer.says(/80 mm paper, at 127\.0\.0\.1:(\d+)/u)
  const cutPieces = () =>
    readdirSync(folder, { recursive: true }).filter((name) => /\d\.png$/u.test(String(name))).length
  return { port, types: (order) => printer.types(order), cutPieces }
}

/** Who works with every machine of this venue. */
export const people = {
  machine: '730516',
  supervisor: { number: '1', name: 'Mariama Bah', pin: '905173' },
  technician: { number: '2', name: 'Sekou Conde', pin: '618240' },
} as const

interface SetUpBy {
  readonly url: string
  readonly fingerprint: string
  readonly secret: string
  /** From the venue's hub, where that follows the machine. */
  readonly invitation?: string
  /** By match; typed where no hub sends them. */
  readonly codes?: Readonly<Record<string, string>>
}

/** Every page of the set-up, in their order, to the button that begins to sell. */
export async function setUp(machine: Machine, by: SetUpBy): Promise<void> {
  const technician = await machine.setUp()
  const { t, page, on, tap } = technician
  await tap(t.setup.next)
  await on('profile')
  await tap(t.setup.profile.names[machine.role])
  await on('device')
  await page.getByLabel(t.setup.device.name).fill(machine.name)
  await tap(t.setup.next)
  await on('partner')
  await page.getByLabel(t.setup.partner.address).fill(by.url)
  await page.getByLabel(t.setup.partner.code).fill('nongo')
  await tap(t.setup.next)
  // The hub's certificate is its own: compared with what the hub printed.
  await page.getByText(by.fingerprint.split(' ')[0] ?? '').waitFor()
  if ((await page.locator('main code').allInnerTexts()).join(' ') !== by.fingerprint) throw new Error('another hub')
  await tap(t.setup.certificate.same)
  await on('signing')
  await tap(t.setup.signing.shared('x-api'))
  await page.getByLabel(t.setup.signing.keyId).fill(machine.name)
  await page.getByLabel(t.setup.signing.secret, { exact: true }).fill(by.secret)
  await tap(t.setup.next)
  await on('examination')
  await examined(technician)
  await tap(t.setup.next)
  await on('fleet')
  if (machine.followed) {
    await tap(t.setup.fleet.followed)
    await page.getByLabel(t.setup.fleet.invitation).fill(by.invitation ?? '')
    await tap(t.setup.next)
  } else {
    await tap(t.setup.fleet.alone)
    await tap(t.setup.next)
    await typeCodes(technician, by.codes ?? {})
  }
  await on('payment')
  await tap(t.setup.next)
  await on('printer')
  await tap(t.setup.printer.network)
  await page.getByLabel(t.setup.printer.address).fill(`127.0.0.1:${machine.printer.port}`)
  await tap(t.setup.printer.tryIt)
  await page.getByRole('heading', { name: t.setup.printer.question }).waitFor()
  await tap(t.setup.printer.yes)
  await on('screen')
  await tap(t.setup.next)
  await on('people')
  await technician.choosePin('machine', people.machine)
  for (const role of ['supervisor', 'technician'] as const)
    await technician.choosePin(role, people[role].pin, people[role].name)
  await tap(t.setup.next)
  await toldSeller(technician, tap)
  await page.getByText(t.setup.summary.selling.yes).waitFor()
  await tap(t.setup.summary.start)
}

/** Nothing fails on the way to the ticket office. */
async function examined({ page }: SetupUser): Promise<void> {
  await page.locator('ol[aria-busy="false"]').waitFor()
  expect(await page.locator('[data-outcome="failed"]').allInnerTexts()).toEqual([])
}

/** The set-up again, asked for by the technician at the kiosk's poster: another secret, and all else as it was. */
export async function giveSecret({ page }: Machine, secret: string): Promise<void> {
  const technician = setupUser(page, 'fr')
  const { t, on, tap } = technician
  const toStep = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: t.setup.steps.way }).tap()
    await page.getByRole('button', { name }).tap()
  }
  await technician.takeAgain(people.machine, people.technician.number, people.technician.pin)
  await on('welcome')
  await toStep(t.setup.steps.names.signing)
  await on('signing')
  await page.getByLabel(t.setup.signing.secret, { exact: true }).fill(secret)
  await tap(t.setup.next)
  await on('examination')
  await examined(technician)
  await toStep(t.setup.steps.names.summary)
  await on('summary')
  await page.getByText(t.setup.summary.selling.yes).waitFor()
  await tap(t.setup.summary.start)
}

async function typeCodes({ t, page, on, tap }: SetupUser, codes: Readonly<Record<string, string>>): Promise<void> {
  await on('codes')
  for (const [title, code] of Object.entries(codes)) await page.getByLabel(title).fill(code.toLowerCase())
  await tap(t.setup.codes.tryThem)
  await page.getByText(new RegExp(`^${t.setup.examination.outcomes.ok}`, 'u')).waitFor()
  await tap(t.setup.next)
}
