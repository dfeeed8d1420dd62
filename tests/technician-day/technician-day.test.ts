import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { startShell } from '../shells/shell.ts'
import { isSample } from '../support/share.ts'
import { giveSecret, openMachine, setUp, type Machine } from './machine.ts'
import { chooseInVain, customersAsk, sellAtDesk, sellAtKiosk, signInAtDesk, typeCode } from './sales.ts'
import { isSeen, isWell, type Watchers } from './surfaces.ts'
import { FIRST, openVenue, SECOND, watchFleet } from './venue.ts'

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
