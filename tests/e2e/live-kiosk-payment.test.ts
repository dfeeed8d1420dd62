import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SetupView } from '../../shared/kiosk-api/setup-views.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { startService, touchToReview } from './sale-machine.ts'
import { askAs, openSetup, startUnset, toldSeller, type SetupUser } from './setup-user.ts'

const { openPage } = useBrowser()
const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))

/** Where pictures go, to be looked at; undefined: nobody looks. */
const pictures = process.env['GUICHET_PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `live-kiosk-${name}.png`) })
}

/** A provider over TLS, with a certificate of its own. */
async function startProvider(): Promise<string> {
  const tls = ['--tls-cert', identity('first-cert.pem'), '--tls-key', identity('first-key.pem')]
  const provider = startShell('cli.js', ['payment-simulator', 'djomy', '--port', '0', '--think', '4', ...tls])
  const [, url = ''] = await provider.says(/baseUrl (https:\S+)/u)
  return url
}

/** The pages of the set-up, up to the one that starts the machine. */
async function setUp({ page, t, on, tap, goOnFromExamination }: SetupUser, service: string) {
  await tap(t.setup.next)
  await on('profile')
  await tap(t.setup.profile.names.kiosk)
  await on('device')
  await tap(t.setup.next)
  await on('partner')
  await page.getByLabel(t.setup.partner.address).fill(service)
  await page.getByLabel(t.setup.partner.code).fill('demo')
  await tap(t.setup.next)
  await on('signing')
  await tap(t.setup.next)
  await on('examination')
  await goOnFromExamination()
  await on('fleet')
  await tap(t.setup.next)
  await on('codes')
}

const NAME = 'Areeba et Orange'

/** Any operator over Djomy's page, by the name that people know, and nothing else. */
async function choosePayment({ page, t, on, tap }: SetupUser, provider: string): Promise<void> {
  const { fields, drivers, ...words } = t.payment
  const type = (label: string, text: string): Promise<void> => page.getByLabel(label, { exact: true }).fill(text)
  await on('payment')
  await tap(t.desk.tenders['mobile-money'])
  await page.getByRole('heading', { name: words.who }).waitFor()
  await type(words.nameHere, NAME)
  await picture(page, 'who')
  await tap(drivers['djomy-link'].name)
  await type(fields.clientId.label, 'simulator')
  await type(fields.clientSecret.label, 'simulator')
  await picture(page, 'form')
  await tap(words.more)
  await type(fields.baseUrl.label, provider)
  await tap(words.tryIt)
  // Nobody vouches for its certificate: that is said, and nothing was asked.
  await page.getByText(words.failed).waitFor()
  expect(await page.locator('[data-outcome="failed"]').innerText()).toContain('127.0.0.1')
  await tap(words.correct)
  await tap(words.more)
  await type(fields.caFile.label, identity('first-cert.pem'))
  await tap(words.tryIt)
  await page.getByText(words.fine).waitFor()
  await picture(page, 'tried')
  await tap(words.keep)
  await page.getByRole('button', { name: NAME }).getByText(words.works).waitFor()
  await tap(t.desk.tenders.cash)
  await picture(page, 'ways')
  await tap(t.setup.next)
}

test('a kiosk that was set up through its pages alone sells a ticket for a code that is scanned', async () => {
  const [service, provider] = [await startService(), await startProvider()]
  const data = temporaryFolder()
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  const technician = await openSetup(page, await startUnset(data), 'fr')
  const { t, on, tap } = technician
  await setUp(technician, service.url)
  const { value } = (await askAs(technician, 'viewSetup', {})) as unknown as { value: SetupView }
  for (const [index, { eventId }] of (value.events ?? []).entries())
    await page
      .locator('main input:not([type="submit"])')
      .nth(index)
      .fill(service.accessCodes[eventId] ?? '')
  await tap(t.setup.codes.tryThem)
  await page
    .getByText(new RegExp(`^${t.setup.examination.outcomes.ok}`, 'u'))
    .first()
    .waitFor()
  await tap(t.setup.next)
  await choosePayment(technician, provider)
  await on('printer')
  await tap(t.setup.printer.none)
  await tap(t.setup.next)
  await on('screen')
  await tap(t.setup.next)
  await on('people')
  await technician.choosePin('machine', '730516')
  await technician.choosePin('supervisor', '905173', 'Mariama Bah')
  await tap(t.setup.next)
  await toldSeller(technician, tap)
  await page.getByRole('definition').getByText(NAME, { exact: true }).waitFor()
  await picture(page, 'summary')
  await tap(t.setup.summary.start)

  await onScreen(page, 'attract')
  await page.getByText(NAME, { exact: true }).waitFor()
  await picture(page, 'poster')
  await touchToReview(page, 1)
  await picture(page, 'review')
  await page.getByRole('button', { name: t.paying.with(NAME) }).tap()
  await onScreen(page, 'scan')
  await page.getByText(t.paying.scan.waiting).waitFor()
  await page.getByRole('img', { name: new RegExp(`${NAME}$`, 'u') }).waitFor()
  await picture(page, 'scan')
  await onScreen(page, 'done')
  await picture(page, 'done')

  const settings = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as Record<string, unknown>
  expect(settings).toMatchObject({
    mode: 'live',
    role: 'kiosk',
    tenders: ['mobile-money'],
    tenderNames: { 'mobile-money': NAME },
    payments: { 'mobile-money': { driver: 'djomy-link', baseUrl: provider, clientId: 'simulator' } },
  })
  expect(readdirSync(join(data, 'live', 'tickets')).filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
}, 120_000)
