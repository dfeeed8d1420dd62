import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openSetup, setupUser, toldSeller, type SetupUser } from '../e2e/setup-user.ts'
import { startShell, temporaryFolder, type Shell } from '../shells/shell.ts'
import { freePort } from '../support/free-port.ts'

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

export interface Printer {
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

export interface SetUpBy {
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
