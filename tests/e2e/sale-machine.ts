import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { bookingFile } from '../../electron/host/data-directory.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { SeatProposal, VisitView } from '../../shared/kiosk-api/views.ts'
import { startShell, temporaryFolder, type Shell } from '../shells/shell.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { onScreen } from '../world/page.ts'
import { hasColour, readPdf, type PdfPage } from '../support/pdf.ts'
import { serveMachine, type MachineAddresses } from '../support/served-machine.ts'

/** A ticket as the service lists it (specification, step 7). */
export interface ServiceTicket {
  readonly id: string
  readonly status: string
  readonly qr_code: string
  readonly place: {
    readonly place: string
    readonly numero_place: number
    readonly rangee: string
    readonly secteur: string
    readonly porte: { readonly nom: string }
    readonly tribune: { readonly nom: string; readonly couleur: string }
    readonly route: readonly string[]
  }
}

export interface Service {
  /** The folder of its database. */
  readonly data: string
  readonly url: string
  readonly accessCodes: Readonly<Record<string, string>>
  /** The tickets of an owner, as the service's API lists them. */
  tickets(ownerRef: string): Promise<readonly ServiceTicket[]>
  readonly stop: () => Promise<void>
}

export interface ServiceProgram extends Service {
  readonly shell: Shell
}

/** A booking service in this process. Stops at the end of the test. */
export async function startService(port = 0, data = temporaryFolder()): Promise<Service> {
  const database = bookingFile(data)
  await copySeededDatabase(database)
  const hub = await startDemoHub(database, { port })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => (stopped ??= hub.stop())
  onTestFinished(stop)
  return { ...serviceAt(hub.url, data, hub.accessCodes), stop }
}

/** The booking service as `cli.js serve`: for tests that kill it. */
export async function startServiceProgram(port = 0, data = temporaryFolder()): Promise<ServiceProgram> {
  await copySeededDatabase(bookingFile(data))
  const shell = startShell('cli.js', ['serve', '--port', String(port), '--data', data])
  const [, url = ''] = await shell.says(/ at (http:\/\/127\.0\.0\.1:\d+) /u)
  const accessCodes: Record<string, string> = {}
  // Each code is a line of its own, and comes when it comes.
  for (const { id } of (await ask<{ events: readonly { id: string }[] }>(url, 'events?page=1&limit=100')).events) {
    const [, code = ''] = await shell.says(new RegExp(`^event ${id}: access code (\\S+)\n`, 'mu'))
    accessCodes[id] = code
  }
  return { ...serviceAt(url, data, accessCodes), shell, stop: () => terminate(shell) }
}

async function terminate(shell: Shell): Promise<void> {
  shell.kill('SIGTERM')
  await shell.ended
}

function serviceAt(url: string, data: string, accessCodes: Service['accessCodes']): Omit<Service, 'stop'> {
  return {
    data,
    url,
    accessCodes,
    async tickets(ownerRef) {
      const query = new URLSearchParams({ owner_ref: ownerRef })
      return (await ask<{ tickets: readonly ServiceTicket[] }>(url, `tickets?${query}`)).tickets
    },
  }
}

async function ask<T>(url: string, path: string): Promise<T> {
  const reply = await fetch(`${url}/api/v1/public/${path}`, { headers: { 'x-partner-code': 'demo' } })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

/** Paper that a machine has put into its folder. */
export interface Sold {
  readonly service: Service
  /** Documents of the orders sold so far. */
  savedOrders(): readonly string[]
  printed(name: string): Promise<PdfPage[]>
}

export interface SaleMachine extends Sold, MachineAddresses {
  readonly data: string
  /** Stops it as SIGTERM does. */
  readonly stop: () => Promise<void>
}

export interface KioskProgram extends SaleMachine {
  readonly shell: Shell
}

/** Settings of a machine that sells from that service; a card takes no time unless they say so. */
export function writeSettings(data: string, service: Service, settings: object): void {
  const partner = { baseUrl: service.url, partnerCode: 'demo', timeoutSeconds: 5 }
  const standard = { partner, accessCodes: service.accessCodes, simulatedTerminal: { thinkSeconds: 0 } }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ ...standard, ...settings }))
}

export function soldInto(data: string, service: Service): Sold {
  const folder = join(data, 'demo', 'tickets')
  return {
    service,
    savedOrders: () => readdirSync(folder).filter((name) => name.endsWith('.pdf')),
    printed: async (name) => readPdf(new Uint8Array(readFileSync(join(folder, name)))),
  }
}

/** A kiosk in this process that sells from that service. Stops at the end of the test. */
export async function startKiosk(
  service: Service,
  settings: object = {},
  data = temporaryFolder(),
): Promise<SaleMachine> {
  writeSettings(data, service, settings)
  return { ...soldInto(data, service), data, ...(await serveMachine(data)) }
}

/** The kiosk as `browser-host.js`: for tests that kill it, and for a few whole walks with the built programs. */
export async function startKioskProgram(
  service: Service,
  settings: object = {},
  data = temporaryFolder(),
): Promise<KioskProgram> {
  writeSettings(data, service, settings)
  const program = await startKioskShell(data)
  return { ...soldInto(data, service), data, ...program, stop: () => terminate(program.shell) }
}

/** `browser-host.js` on these data. */
export async function startKioskShell(
  data: string,
  args: readonly string[] = [],
): Promise<MachineAddresses & { readonly shell: Shell }> {
  const shell = startShell('browser-host.js', ['--data', data, '--no-browser', ...args])
  const [, entryUrl = ''] = await shell.says(/^Guichet: (\S+)$/mu)
  const displayUrl = async () => (await shell.says(/^Guichet, customer's display: (\S+)$/mu))[1] ?? ''
  return { shell, entryUrl, displayUrl }
}

/** What the main process answered to the page, heard on the line between them. */
export function listen(page: Page) {
  const replies = new Map<string, Promise<unknown>>()
  page.on('response', (response) => {
    const method = /\/api\/(startVisit|proposeSeats|improveProposals)$/u.exec(response.url())?.[1]
    if (!method) return
    // A page that closes takes unread replies with it.
    const reply = response.json().catch(() => undefined) as Promise<{ readonly value?: unknown } | undefined>
    if (method === 'proposeSeats') replies.delete('improveProposals')
    if (method !== 'improveProposals') replies.set(method, reply)
    else
      replies.set(
        method,
        reply.then((better) => {
          if (better?.value) replies.set('proposeSeats', reply)
          return better
        }),
      )
  })
  async function last<T>(method: string): Promise<T> {
    const reply = (await replies.get(method)) as { readonly ok: boolean; readonly value: T } | undefined
    if (!reply?.ok) throw new Error(`${method} was answered with ${JSON.stringify(reply)}`)
    return reply.value
  }
  return {
    ownerRef: async () => (await last<VisitView>('startVisit')).session.ownerRef,
    /** A desk's: they stay as they are. */
    offers: () => last<readonly SeatProposal[]>('proposeSeats'),
    /** A kiosk's: it goes on looking, and shows what is better, until there is nothing more. */
    lastOffers: async () => {
      await expect.poll(async () => replies.get('improveProposals')).toEqual({ ok: true, value: null })
      return last<readonly SeatProposal[]>('proposeSeats')
    },
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Where there is no touch screen, a mouse presses. */
export type Press = 'tap' | 'click'

/** From the poster to how many, by touch: any match in the stadium. */
export async function touchToParty(page: Page, press: Press = 'tap'): Promise<void> {
  await onScreen(page, 'attract')
  await button(page, fr.attract.touch)[press]()
  await onScreen(page, 'events')
  await button(page, /Stade/u).first()[press]()
  await onScreen(page, 'party')
}

/** From the poster to the offers of so many seats. */
export async function touchToOffers(page: Page, count: number, press: Press = 'tap'): Promise<void> {
  await touchToParty(page, press)
  await button(page, fr.common.places(count))[press]()
  await onScreen(page, 'offers')
  await firstOffer(page).waitFor()
}

export const firstOffer = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button').first()

/** Takes the first offer and waits until the seats are held. */
export async function touchFirstOffer(page: Page, press: Press = 'tap'): Promise<void> {
  await firstOffer(page)[press]()
  await onScreen(page, 'review')
}

export async function touchToReview(page: Page, count: number, press: Press = 'tap'): Promise<void> {
  await touchToOffers(page, count, press)
  await touchFirstOffer(page, press)
}

/** English stands on the screen itself, or behind the language it speaks now. */
export async function speakEnglish(page: Page): Promise<void> {
  // "Écouter : English" stands beside it where the machine speaks.
  const english = page.getByRole('button', { name: 'English', exact: true })
  if (!(await english.isVisible())) await button(page, 'Français').tap()
  await english.tap()
}

/** Types on the pad that is shown. */
export async function touchDigits(page: Page, pad: string, digits: string, press: Press = 'tap'): Promise<void> {
  for (const digit of digits)
    await page.getByRole('group', { name: pad }).getByRole('button', { name: digit, exact: true })[press]()
}

export async function title(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText()
}

/** The paper of the only order: page by page what the service says of its tickets. */
export async function expectPrinted(kiosk: Sold, ownerRef: string, count: number): Promise<readonly ServiceTicket[]> {
  // At a desk it prints while the next customer is served.
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(1)
  const [order = ''] = kiosk.savedOrders()
  const pages = await kiosk.printed(order)
  const tickets = await kiosk.service.tickets(ownerRef)
  expect(pages).toHaveLength(count)
  expect(tickets).toHaveLength(count)
  for (const page of pages) {
    const ticket = tickets.find(({ qr_code }) => page.qrCodes.includes(qr_code))
    if (!ticket) throw new Error(`no ticket of the service has the code ${page.qrCodes.join()}`)
    expect(page.qrCodes).toEqual([ticket.qr_code])
    expect(ticket.status).toBe('SOLD')
    const { porte, secteur, rangee, numero_place, tribune, route } = ticket.place
    // Lines break where the paper is narrow, and the label before the name of the tribune is in the customer's language.
    const text = page.text.replaceAll(/\s+/gu, ' ')
    for (const words of [
      porte.nom,
      secteur,
      rangee,
      String(numero_place),
      tribune.nom.replace(/^Tribune /u, ''),
      ...route,
    ])
      expect(text).toContain(words)
    expect(hasColour(page, tribune.couleur)).toBe(true)
  }
  expect(new Set(tickets.map(({ qr_code }) => qr_code)).size).toBe(count)
  return tickets
}
