import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { codeKey, openSigningKey, proofOf } from '../../electron/fleet/keys.ts'
import { fleetOf } from '../../electron/app/hub-store.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { fleetCatalogues } from '../../renderer/fleet/fleet-client.ts'
import { fleet as frFleet } from '../../renderer/i18n/fr/fleet.ts'
import { expectedText } from '../../renderer/i18n/problem-text.ts'
import type { DeviceState, SettingsReport, SettingValues, ReportedLedger } from '../../shared/api/fleet/contract.ts'
import { walletNames } from '../../shared/domain/fleet/fleet.ts'
import { languages } from '../../shared/domain/language.ts'
import { beatOf, wellState } from '../hub/fleet.ts'
import { databaseFile, startHub } from '../hub/hub.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { axeFaults } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectIcon, listenToConsole } from './customer.ts'
import { shareOf } from '../support/share.ts'
import { typeUnshifted } from './by-keys.ts'

const { openPage } = useBrowser()
const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const t = frFleet

type Printer = DeviceState['printers'][number]
const printers = (...states: readonly Printer['state'][]) => ({
  printers: states.map((state, index): Printer => ({ name: `billets-${index}`, roles: ['tickets'], state })),
})
const lastSaleUtc = new Date(Date.now() - 90_000).toISOString()
const well: DeviceState = { ...wellState, ...printers('ready', 'ready'), lastSaleUtc }

async function matchDay(walletDirectory = temporaryFolder()) {
  const database = databaseFile()
  const fleetKeyFile = join(dirname(database), 'fleet-key.pem')
  const hub = await startHub({ database, fleetKeyFile, rendererDirectory, walletDirectory })
  const store = await openStore({ database, random: randomBytes, report: () => undefined })
  const { desk, administrators } = fleetOf(store, fleetKeyFile)
  const password = await administrators.add('fatou')
  let number = Date.now()

  /** Enrols a device. If `state` is null, the device sends no heartbeat. */
  async function device(
    deviceId: string,
    group: string,
    state: Partial<DeviceState> | null,
    settings: Partial<SettingsReport> = {},
  ) {
    const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const line = new HubClient(hub.url, key)
    // The hub accepts only ten enrolments at once from one address, so the test enrols devices in the store.
    const { code } = await desk.invite(deviceId, group)
    const proof = proofOf(codeKey(code), 'device', deviceId, key.publicKey)
    expect(await desk.enrol({ deviceId, publicKey: key.publicKey, proof })).toMatchObject({ ok: true })
    const reported = { filed: 0, running: 0, refused: null, waits: null, ...settings }
    const tell = (more: Partial<DeviceState>, ledger?: ReportedLedger) => {
      const beat = beatOf(deviceId, (number += 1), { ...well, ...more })
      return line.beat({ ...beat, sentUtc: new Date().toISOString(), settings: reported, ...(ledger && { ledger }) })
    }
    if (state !== null) expect(await tell(state)).toMatchObject({ ok: true })
    return { tell }
  }
  async function set(group: string, values: SettingValues): Promise<number> {
    // A group exists only if a device belongs to it or is invited to it.
    await desk.invite(`${group.replaceAll(' ', '-')}-00`, group)
    expect(await desk.set({ group }, values)).toMatchObject({ ok: true })
    return (await desk.listSettings()).find(({ target }) => 'group' in target && target.group === group)?.version ?? 0
  }
  return { hub, device, set, password, settings: () => desk.listSettings(), close: () => store.close() }
}

type MatchDay = Awaited<ReturnType<typeof matchDay>>

async function fillWithSettings({ device, set }: MatchDay): Promise<void> {
  const before = Date.parse('2026-11-20T17:05:00')
  const version = await set('Porte E', { maxSeats: 6 })
  const detail = 'tickets.notice.fr: trop long'
  await device('porte-e-01', 'Porte E', { serving: true }, { filed: version, running: before, waits: 'sale' })
  await device('porte-e-02', 'Porte E', {}, { filed: version, running: version })
  const refused = { version, reason: 'failed', detail } as const
  await device('porte-e-03', 'Porte E', {}, { filed: before, running: before, refused })
}

async function fill({ device }: MatchDay): Promise<void> {
  await device('porte-a-01', 'Porte A', { ...printers('paper-out', 'jammed'), serving: true })
  await device('caisse-02', 'Billetterie centrale', { role: 'cashier', partner: 'down' })
  await device('porte-b-04', 'Porte B', { staffCases: 2, queue: 2 })
  await device('porte-c-01', 'Porte C', printers('paper-low', 'ready'))
  await device('salon-01', 'Tribune d’honneur', null)
  for (const gate of ['A', 'B', 'C', 'D'])
    for (const place of ['02', '03']) await device(`porte-${gate.toLowerCase()}-${place}`, `Porte ${gate}`, {})
  await device('caisse-01', 'Billetterie centrale', { role: 'cashier', serving: true, queue: 1 })
}

async function signedIn(page: Page, { hub, password }: MatchDay): Promise<void> {
  await page.goto(`${hub.url}/fleet`)
  await page.getByLabel(t.signIn.name).fill('fatou')
  await page.getByLabel(t.signIn.password).fill(password)
  await page.getByRole('button', { name: t.signIn.go }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('group', { name: t.show }).waitFor()
}

const names = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents()

test('lets in nothing and nobody else; says whose ledger is not what the hub remembers, and takes an administrator’s word for it, once; which settings are in force', async () => {
  const day = await matchDay()
  const reply = await fetch(`${day.hub.url}/fleet`)
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'"
  expect(reply.headers.get('content-security-policy')).toContain(policy)
  expect((await fetch(`${day.hub.url}/fleet/api/devices`)).status).toBe(401)
  for (const path of ['/index.html', '/assets/../index.html', '/assets/nothing.js', '/fleet/x'])
    expect((await fetch(day.hub.url + path)).status).toBe(404)
  const page = await openPage()
  const heard = listenToConsole(page)
  await page.goto(`${day.hub.url}/fleet`)
  await page.locator('input[type=password]').waitFor()
  await expectIcon(page)
  expect(heard, 'the console before somebody signs in').toEqual([])

  await fillWithSettings(day)
  const { tell } = await day.device('porte-b-04', 'Porte B', {})
  const head = (seq: number, digit: string, keyId: string): ReportedLedger => ({
    head: { register: 'porte-b-04', ledgerId: 'l-1', keyId: keyId.repeat(32), seq, hash: digit.repeat(64) },
    known: null,
  })
  void (await tell({}, head(1_204, '8', 'a')))
  void (await tell({}, head(1_302, '5', 'b')))
  await signedIn(page, day)
  const cardOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const words = async (name: string) => (await cardOf(name).innerText()).replaceAll(/\s+/gu, ' ')
  expect(await words('porte-e-01')).toContain('Réglages reçus, en attente : une vente est ouverte')
  expect(await words('porte-e-01')).toMatch(/En vigueur : 20 nov\.,? (?:à )?17:05/u)
  expect(await words('porte-e-02')).toMatch(/Réglages à jour En vigueur : \d\d:\d\d/u)
  expect(await words('porte-e-03')).toMatch(/Réglages refusés : tickets\.notice\.fr[^]*17:05/u)
  const card = cardOf('porte-b-04')
  await card.locator('strong').getByText(t.ledger.doubts['another-key']).waitFor()
  await card.getByText('1204').waitFor()
  expect(await axeFaults(page)).toEqual([])
  void (await tell({}, head(1_303, '6', 'c')))
  await card.getByRole('button', { name: t.ledger.vouch }).click()
  await card.getByText('cccc').waitFor()
  await card.getByRole('button', { name: t.ledger.vouch }).click()
  await card.getByRole('button', { name: t.ledger.vouch }).waitFor({ state: 'detached' })
  const ledger = { doubt: null, head: { seq: 1_304 } }
  expect(await tell({}, head(1_304, '7', 'c'))).toMatchObject({ value: { ledger } })
})

test('shows what needs a person first, with what is wrong and what to do, and follows by itself', async () => {
  const wallets = temporaryFolder()
  writeFileSync(join(wallets, 'wallet.json'), '{', { mode: 0o600 })
  const day = await matchDay(wallets)
  const first = await day.device('porte-a-01', 'Porte A', printers('paper-out', 'jammed'))
  await day.device('porte-a-02', 'Porte A', {})
  await day.device('caisse-01', 'Caisses', { staffCases: 2, queue: 2 })
  const page = await openPage()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).origin))
  await page.goto(`${day.hub.url}/fleet`)
  await page.getByLabel(t.signIn.name).fill('fatou')
  await page.getByLabel(t.signIn.password).fill('guess')
  await page.getByRole('button', { name: t.signIn.go }).click()
  await page.getByText(t.signIn.refused).waitFor()
  await signedIn(page, day)
  expect(await names(page)).toEqual(['porte-a-01', 'caisse-01', 'porte-a-02'])
  await page.getByText('Aucun billet ne s’imprime\u00a0: sans papier').waitFor()
  await page.getByText('Remettre du papier.').waitFor()
  await page.getByText('2 décisions attendues').waitFor()
  for (const name of Object.values(walletNames)) await page.getByText(t.wallets.off(name)).waitFor()
  expect(await first.tell({})).toMatchObject({ ok: true })
  await expect.poll(() => names(page)).toEqual(['caisse-01', 'porte-a-01', 'porte-a-02'])
  await page.getByRole('button', { name: t.levels.green }).click()
  expect(await names(page)).toEqual(['caisse-01'])
  await page.getByRole('button', { name: t.levels.green }).click()
  await page.getByLabel(t.group, { exact: true }).selectOption('Porte A')
  expect(await names(page)).toEqual(['porte-a-01', 'porte-a-02'])
  await page.getByLabel(t.search).fill('02')
  expect(await names(page)).toEqual(['porte-a-02'])
  await page.getByLabel(t.search).fill('nowhere')
  await page.getByText(t.noneFound).waitFor()
  expect([...new Set(asked)]).toEqual([day.hub.url])
  await page.getByLabel(t.search).fill('')
  await page.getByLabel(t.group, { exact: true }).selectOption('Porte A')
  const open = page.getByRole('button', { name: `${t.settings.open} porte-a-01` })
  await open.click()
  await page.getByLabel('Nombre maximal de places par vente', { exact: true }).fill('6')
  await page.getByLabel(t.settings.openingTo).fill('minuit')
  await page.getByRole('button', { name: t.settings.send }).click()
  const hasText = expectedText({ setting: 'updates.openingHours.to', detail: '' }, t.settings.faults)
  await page.getByRole('alert').filter({ hasText }).waitFor()
  await page.getByLabel(t.settings.openingTo).fill('')
  await page.getByLabel(t.settings.openingFrom).focus()
  await typeUnshifted(page, '0830')
  await page.getByRole('button', { name: t.settings.send }).click()
  await page.getByText(t.settings.states.waiting).waitFor()
  await open.click()
  expect(await page.getByLabel('Nombre maximal de places par vente', { exact: true }).inputValue()).toBe('6')
  await page.getByLabel(t.settings.target, { exact: true }).selectOption('true')
  await page.getByLabel('Thème').selectOption('night')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: t.settings.send }).click()
  await expect.poll(() => page.getByText(t.settings.states.waiting).count()).toBe(2)
  expect((await day.settings()).map(({ target, values }) => [target, values])).toEqual([
    [{ device: 'porte-a-01' }, { maxSeats: 6, 'updates.openingHours.from': '08:30' }],
    [{ group: 'Porte A' }, { theme: 'night' }],
  ])
  await page.getByLabel(t.search).fill('')
  await day.close()
  await day.hub.stop()
  await page.getByText(/ne répond plus/u).waitFor()
  expect(await names(page)).toEqual(['porte-a-01', 'porte-a-02'])
})

const sizes = [
  [1920, 1080],
  [1080, 1920],
  [390, 844],
] as const
const looks = sizes.flatMap(([width, height]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height }, colorScheme })),
)
const shown = shareOf('fleet', looks, 1)

test.each(shown.cases)(
  `$viewport.width × $viewport.height, $colorScheme: axe finds nothing, and nothing is cut off (${shown.said})`,
  async ({ viewport, colorScheme }) => {
    const day = await matchDay()
    await fill(day)
    await fillWithSettings(day)
    const page = await openPage({ viewport, colorScheme })
    await page.goto(`${day.hub.url}/fleet`)
    await page.getByLabel(t.signIn.name).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await signedIn(page, day)
    await page.getByRole('heading', { name: 'porte-d-03' }).waitFor()
    for (const language of languages) {
      const words = fleetCatalogues[language]
      await page.locator('select').first().selectOption(language)
      await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
    await day.close()
  },
)
