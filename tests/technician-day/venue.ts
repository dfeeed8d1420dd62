import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { frFleet } from '../../renderer/i18n/fr/fleet.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { freePort } from '../support/free-port.ts'
import { openTerminal } from '../support/terminal.ts'

const manual = readFileSync(new URL('../../docs/operating/live-kiosk.md', import.meta.url), 'utf8')

/** What the manual has a technician type, command by command. */
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

/** The stadium as its secretary wrote it down in Excel: 4,316 seats, semicolons, accents of Windows. */
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

/** Who comes to play, first and then. */
export const [FIRST, SECOND] = ['Badia FC', 'AS Kaporo'] as const

/** Where the venue's own hub runs, and a technician at its terminal. */
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
  /** A match of the home team's; its access code. */
  const putOnSale = (away: string, inDays = 7): Promise<string> =>
    note(
      typed('hub events create').replaceAll('Badia FC', away).replaceAll('+7 days', `+${inDays} days`),
      /access code (\S+)/u,
    )

  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    answerTo,
    /** The hub's own list of rows, its first match, and its machines as a partner; the match's code. */
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
    /** Another key of the partner's, for one machine; the secret that it signs with. */
    addKey,
    /** The same name, and another secret. */
    async replaceKey(name: string): Promise<string> {
      await answerTo(`guichet hub partners drop-key nongo ${name} --data hub`)
      return addKey(name)
    },
    /** Until it shows its certificate, as at every start. */
    async serve(): Promise<void> {
      await answerTo(serve)
      await expect.poll(said).toMatch(fingerprint)
    },
    /** As a power cut does. */
    die: () => answerTo('kill -9 %guichet; wait %guichet || true'),
    /** What the hub shows of its certificate at its start. */
    fingerprint: () => note(typed('cat hub.log'), fingerprint),
    invite: (name: string) => note(typed('hub devices invite').replace('nongo-kiosk-1', name), /fleet enrol (\S+)/u),
    renewCode: (eventId: string) => answerTo(`guichet hub codes renew ${eventId} --data hub`),
    /** What somebody is told who asks the ticket office for a code. */
    codeOf: (eventId: string) =>
      note('guichet hub codes --data hub', new RegExp(`^event ${eventId}: access code (\\S+)`, 'mu')),
    administrator: (name: string) => note(`guichet hub administrators add ${name} --data hub`, /password (\S+)/u),
  }
}

export type Venue = Awaited<ReturnType<typeof openVenue>>

/** The fleet's page before an administrator; the page asks the hub by itself. */
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
