import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { Obstacle, ObstacleType } from '../../shared/domain/fleet/readiness.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { Typist } from '../e2e/desk-typist.ts'
import { firstOffer } from '../e2e/customer.ts'
import { startShell } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { openCashPad, openService, enterPin } from '../world/scenes/ways.ts'
import { isSample } from '../support/share.ts'
import {
  FIRST,
  giveSecret,
  openMachine,
  openVenue,
  people,
  SECOND,
  setUp,
  watchFleet,
  type Fleet,
  type Machine,
  type Venue,
} from './site.ts'

const { openPage } = useBrowser()

// A minute and a half and more, with three machines and their hub: a longer run has it.
test("a technician's first day: from a list of rows to a box office, and five faults that its machines tell how to mend", async ({
  skip,
}) => {
  skip(isSample, 'takes minutes: npm run proofs -- long-tests')
  const day = await begin()
  await setUpAll(day)
  await startAgain(day)
  await secondMatch(day)
  await wrongSecret(day)
  await wrongClock(day)
  await renewedCode(day)
  await deadHub(day)
  await noPaper(day)
  await sellAtKiosk(day.north, SECOND)
  await sellAtKiosk(day.south, FIRST)
  await sellAtDesk(day.desk, '1')
}, 600_000)

interface Day extends Watchers {
  readonly firstCode: string
  /** Two kiosks that the hub follows, and a desk in town that it does not. */
  readonly north: Machine
  readonly south: Machine
  readonly desk: Machine
}

/** The hub sells a first match; nobody has set up a machine. */
async function begin(): Promise<Day> {
  const venue = await openVenue()
  const firstCode = await venue.found()
  await venue.serve()
  const office = await openPage({ viewport: { width: 1920, height: 1080 }, ignoreHTTPSErrors: true })
  return {
    venue,
    firstCode,
    fleet: await watchFleet(office, venue),
    north: await openMachine(openPage, { name: 'borne-nord', role: 'kiosk', followed: true }),
    south: await openMachine(openPage, { name: 'borne-sud', role: 'kiosk', followed: true }),
    desk: await openMachine(openPage, { name: 'guichet-ville', role: 'cashier', followed: false }),
  }
}

/** Each by its pages, to its first ticket. */
async function setUpAll({ venue, firstCode, north, south, desk }: Day): Promise<void> {
  const { url } = venue
  const fingerprint = await venue.fingerprint()
  for (const kiosk of [north, south]) {
    const [secret, invitation] = [await venue.addKey(kiosk.name), await venue.invite(kiosk.name)]
    await setUp(kiosk, { url, fingerprint, secret, invitation })
    await sellAtKiosk(kiosk, FIRST)
  }
  const secret = await venue.addKey(desk.name)
  await setUp(desk, { url, fingerprint, secret, codes: { [FIRST]: firstCode } })
  await signInAtDesk(desk)
  await sellAtDesk(desk, '1')
}

/** In the morning; other programs may now ask each machine how it is. */
async function startAgain(day: Day): Promise<void> {
  for (const machine of machinesOf(day)) await machine.startAgain()
  await signInAtDesk(day.desk)
  for (const machine of machinesOf(day)) await isWell(day, machine)
}

/** The hub's own machines have its code before anybody asks; the desk's is typed where it says. */
async function secondMatch(day: Day): Promise<void> {
  const { venue, north, south, desk } = day
  const code = await venue.putOnSale(SECOND, 14)
  await sellAtKiosk(north, SECOND)
  await sellAtKiosk(south, SECOND)
  await desk.page.keyboard.press('F8')
  await signInAtDesk(desk)
  await chooseInVain(desk, '2')
  expect(await isSeen(day, desk, 'access-code-missing', { sells: true })).toContain(fr.office.pages.access)
  await typeCode(desk, SECOND, code)
  await isWell(day, desk)
  await sellAtDesk(desk, '2')
}

/** Somebody gave a kiosk's key another one. */
async function wrongSecret(day: Day): Promise<void> {
  const { venue, north } = day
  const secret = await venue.replaceKey(north.name)
  await customersAsk(north)
  const mend = await isSeen(day, north, 'not-let-in', { sells: false, poster: 'partner' })
  expect(mend).toContain('guichet doctor')
  expect(await doctorSays(north)).toMatch(/^✗ .*secret/mu)
  expect(mend).toContain(fr.setup.again.way)
  await giveSecret(north, secret)
  await isWell(day, north)
}

/** Two hours fast. */
async function wrongClock(day: Day): Promise<void> {
  const { south } = day
  south.setClock(7_200)
  await customersAsk(south)
  await isSeen(day, south, 'clock-off', { sells: false, poster: 'partner' })
  south.setClock(0)
  await isWell(day, south)
}

/** The hub's own machines need nobody; the desk is told what to type. */
async function renewedCode(day: Day): Promise<void> {
  const { venue, north, desk } = day
  await venue.renewCode('1')
  await sellAtKiosk(north, FIRST)
  await chooseInVain(desk, '1')
  expect(await isSeen(day, desk, 'access-code-refused', { sells: true })).toContain(fr.office.pages.access)
  await typeCode(desk, FIRST, await venue.codeOf('1'))
  await isWell(day, desk)
}

async function deadHub(day: Day): Promise<void> {
  const { venue, north, south, desk } = day
  await venue.die()
  await chooseInVain(desk, '1')
  await isSeen(day, desk, 'partner-unreachable', { sells: false })
  for (const kiosk of [north, south])
    await isSeen(day, kiosk, 'partner-unreachable', { sells: false, poster: 'partner', byHub: false })
  expect(await doctorSays(north)).toMatch(/^✗ /mu)
  await venue.serve()
  for (const machine of machinesOf(day)) await isWell(day, machine)
}

async function noPaper(day: Day): Promise<void> {
  const { south } = day
  south.printer.types('paper out')
  await isSeen(day, south, 'no-tickets', { sells: false, poster: 'printer' })
  south.printer.types('paper 50000')
  await isWell(day, south)
}

const machinesOf = ({ north, south, desk }: Day): readonly Machine[] => [north, south, desk]

async function doctorSays({ data, env }: Machine): Promise<string> {
  const shell = startShell('cli.js', ['doctor', '--data', data], env)
  expect(await shell.ended).toBe(1)
  return shell.output.stdout
}

/** Buys a seat of this match at the kiosk, paid in cash to staff. */
async function sellAtKiosk(kiosk: Machine, match: string): Promise<void> {
  const { page } = kiosk
  const before = kiosk.printer.cutPieces()
  const touch = (name: string): Promise<void> => page.getByRole('button', { name }).first().tap()
  await onScreen(page, 'attract')
  await touch(fr.attract.touch)
  await onScreen(page, 'events')
  await touch(match)
  await onScreen(page, 'party')
  await touch(fr.common.places(1))
  await onScreen(page, 'offers')
  await firstOffer(page).tap()
  await onScreen(page, 'review')
  await touch(fr.review.pay.cash)
  await onScreen(page, 'cash')
  await openCashPad(page)
  await enterPin(page, people.machine)
  await touch(fr.cash.exact)
  await touch(fr.cash.take)
  await onScreen(page, 'done')
  await touch(fr.done.finish)
  await onScreen(page, 'attract')
  expect(kiosk.printer.cutPieces()).toBe(before + 1)
}

/** Signs in as the supervisor and waits for the list of events. */
async function signInAtDesk({ page }: Machine): Promise<void> {
  const typist = new Typist(page)
  await typist.at('signed-out')
  await typist.type(people.supervisor.number)
  await typist.press('Enter')
  await typist.type(people.supervisor.pin)
  await typist.press('Enter')
  await page.locator('[data-desk="float"], [data-desk="events"]').waitFor()
  if (await page.locator('[data-desk="float"]').isVisible()) await typist.press('Escape')
  await typist.at('events')
}

/** Chooses a match from any screen of the desk. Replaces text left in the command line. */
async function chooseAtDesk(typist: Typist, match: string): Promise<void> {
  await typist.press('F2')
  await typist.at('events')
  await typist.press('ControlOrMeta+A')
  await typist.type(match)
  await typist.press('Enter')
}

/** Chooses a match for which this desk has no access code, and waits for the alert. */
async function chooseInVain({ page }: Machine, match: string): Promise<void> {
  await chooseAtDesk(new Typist(page), match)
  await page.getByRole('alert').waitFor()
}

/** Sells the best seat of this match for the exact amount. */
async function sellAtDesk(desk: Machine, match: string): Promise<void> {
  const typist = new Typist(desk.page)
  const before = desk.printer.cutPieces()
  await chooseAtDesk(typist, match)
  await typist.at('seats')
  await typist.type('1')
  await typist.press('Enter')
  await desk.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('Enter')
  await expect.poll(desk.printer.cutPieces).toBe(before + 1)
  await typist.at('seats')
}

/** Touches the attract screen repeatedly until the kiosk shows that it is out of service. */
async function customersAsk({ page }: Machine): Promise<void> {
  const screen = (name: string): Locator => page.locator(`[data-screen="${name}"][data-settling="false"]`)
  const [poster, list, pause] = [screen('attract'), screen('events'), screen('out-of-service')]
  await expect
    .poll(
      async () => {
        // The kiosk may have detected the fault by itself in the meantime.
        await poster.or(pause).waitFor()
        if (await pause.isVisible()) return true
        await page.getByRole('button', { name: fr.attract.touch }).tap()
        await list.or(pause).waitFor()
        if (await pause.isVisible()) return true
        await page.getByRole('button', { name: fr.events.back }).tap()
        return false
      },
      { timeout: 90_000 },
    )
    .toBe(true)
}

/** Enters the access code of a match in the office. */
async function typeCode({ page }: Machine, match: string, code: string): Promise<void> {
  await page.keyboard.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.access }).click()
  const row = page.getByRole('row').filter({ hasText: match })
  await row.getByRole('button').click()
  await page.getByLabel(new RegExp(match, 'u')).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(match).waitFor()
  await page.keyboard.press('Escape')
}

/** The hub and its fleet page, which show the status of the machines. */
interface Watchers {
  readonly venue: Venue
  readonly fleet: Fleet
}

interface Health {
  readonly sells: boolean
  readonly obstacles: readonly (Obstacle & { readonly what: string; readonly todo: string })[]
}

/** Returns the status of a machine from `guichet status` and the local API. */
async function toldBy({ data, env, health }: Machine) {
  const shell = startShell('cli.js', ['status', '--data', data], env)
  const [exit, reply] = [await shell.ended, await fetch(health)]
  const { sells, obstacles } = (await reply.json()) as Health
  return { exit, words: shell.output.stdout, status: reply.status, sells, obstacles }
}

/** Returns the status of a machine from the hub's fleet page and metrics. */
async function toldOf({ venue, fleet }: Watchers, { name }: Machine) {
  const metrics = await (await fetch(venue.metricsUrl)).text()
  const obstacles = metrics.matchAll(
    new RegExp(`^guichet_device_obstacle\\{device="${name}",obstacle="([\\w-]+)"\\} 1$`, 'gmu'),
  )
  const [, sells] = new RegExp(`^guichet_device_sells\\{device="${name}"\\} (\\d)$`, 'mu').exec(metrics) ?? []
  return { level: await fleet.levelOf(name), sells, obstacles: [...obstacles].map(([, type]) => type) }
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** Returns the text of a kiosk's staff screen or of a desk's office page. */
async function staffRead({ page, role }: Machine): Promise<string> {
  if (role === 'kiosk') {
    await openService(page, fr, people.machine)
    const text = await page.getByRole('main').innerText()
    await page.reload()
    return plain(text)
  }
  await page.keyboard.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.machine }).click()
  await page.locator('[data-office="machine"]').waitFor()
  await page
    .getByText(fr.service.selling.no)
    .or(page.getByText(fr.service.selling.partly))
    .or(page.getByText(fr.service.selling.yes))
    .waitFor()
  const text = await page.getByRole('main').innerText()
  await page.keyboard.press('Escape')
  return plain(text)
}

/** What customers see during the fault: the attract screen, or a reason to be out of service. */
type Poster = 'open' | keyof typeof fr.outOfService

async function posterSays({ page }: Machine, poster: Poster): Promise<void> {
  const screen = poster === 'open' ? 'attract' : 'out-of-service'
  // When idle, the kiosk polls the events every 30 seconds.
  await page.locator(`[data-screen="${screen}"][data-settling="false"]`).waitFor({ timeout: 60_000 })
  if (poster === 'open') return
  await expect
    .poll(async () => plain(await page.getByRole('main').innerText()))
    .toContain(plain(fr.outOfService[poster]))
}

interface Seen {
  readonly sells: boolean
  readonly poster?: Poster
  /** False if the hub is down and cannot show the fault. */
  readonly byHub?: false
}

/** Expects this obstacle and its advice wherever the status is shown. Returns the advice as staff read it. */
async function isSeen(watchers: Watchers, machine: Machine, type: ObstacleType, seen: Seen): Promise<string> {
  const { sells, poster } = seen
  await expect
    .poll(() => toldBy(machine), { timeout: 60_000, interval: 500 })
    .toMatchObject({ exit: 1, status: sells ? 200 : 503, sells, obstacles: [{ type }] })
  const { words, obstacles } = await toldBy(machine)
  const [obstacle] = obstacles
  if (!obstacle) throw new Error('it was mended by itself')
  expect(words).toContain(`selling   ${obstacle.what}\n          ${obstacle.todo}\n`)
  await expect.poll(machine.log).toContain(JSON.stringify(obstacle.what).slice(1, -1))

  const { what, todo } = adviceOn(fr.service.obstacles, obstacle, fr.desk.tenders)
  if (poster) await posterSays(machine, poster)
  const read = await staffRead(machine)
  expect(read).toContain(plain(what))
  expect(read).toContain(plain(todo))

  if (machine.followed && seen.byHub !== false) {
    await expect
      .poll(() => toldOf(watchers, machine), { timeout: 75_000, interval: 500 })
      .toEqual({ level: sells ? 'amber' : 'red', sells: sells ? '1' : '0', obstacles: [type] })
    const card = plain(await watchers.fleet.textOf(machine.name))
    expect(card).toContain(plain(what))
    expect(card).toContain(plain(todo))
  }
  return plain(todo)
}

/** Expects that the machine can sell and shows no obstacle anywhere. */
async function isWell(watchers: Watchers, machine: Machine): Promise<void> {
  await expect
    .poll(() => toldBy(machine), { timeout: 75_000, interval: 500 })
    .toMatchObject({ exit: 0, status: 200, sells: true, obstacles: [] })
  if (machine.role === 'kiosk') await posterSays(machine, 'open')
  expect(await staffRead(machine)).toContain(fr.service.selling.yes)
  if (!machine.followed) return
  await expect
    .poll(() => toldOf(watchers, machine), { timeout: 75_000, interval: 500 })
    .toEqual({ level: 'green', sells: '1', obstacles: [] })
}
