import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator } from '../../electron/app/payment-simulator.ts'
import type { SetupView } from '../../shared/kiosk-api/setup-views.ts'
import type { Language } from '../../shared/domain/language.ts'
import { setupCommands } from '../../shared/kiosk-api/setup-contract.ts'
import { commandNames } from '../../shared/kiosk-api/contract.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { expectCalm } from './desk-typist.ts'
import { startKioskShell, startService } from './sale-machine.ts'
import { startNoteDevice } from './note-device.ts'
import { lawful } from '../support/lawful-answers.ts'
import {
  askAs,
  openSetup,
  playPrinter,
  startUnset,
  startUnsetProgram,
  toldSeller,
  toSummary,
  type SetupUser,
} from './setup-user.ts'

const { openPage } = useBrowser()
const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))

/** Where pictures go, to be looked at; undefined: nobody looks. */
const pictures = process.env['GUICHET_PICTURES']
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  const before = page.viewportSize()
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(pictures, `setup-${name}-${width}.png`) })
  }
  if (before) await page.setViewportSize(before)
}

const upright = { width: 1080, height: 1920 }
const open = async (data: string, language: Language = 'fr', viewport = upright): Promise<SetupUser> =>
  openSetup(await openPage({ viewport, hasTouch: true }), await startUnset(data), language)

test('a kiosk is set up by touch alone, tries its partner and its printer, and opens', async () => {
  const data = temporaryFolder()
  const [service, printer] = [await startService(), await playPrinter()]
  const program = await startUnsetProgram(data)
  const technician = await openSetup(await openPage({ viewport: upright, hasTouch: true }), program, 'fr')
  const { t, page, on, tap, write } = technician
  await expectCalm(page)
  await tap(t.setup.next)
  await on('profile')
  await expectCalm(page)
  await tap(t.setup.profile.names.kiosk)
  await on('device')
  await page.getByLabel(t.setup.device.name).tap()
  await write('borne-7', 15)
  await expectCalm(page)
  await tap(t.setup.next)
  await on('partner')
  await page.getByLabel(t.setup.partner.address).fill(service.url)
  await page.getByLabel(t.setup.partner.code).tap()
  await write('demo')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('signing')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('examination')
  await page.locator('[data-outcome="skipped"]').last().waitFor()
  expect(await page.locator('[data-outcome]').first().innerText()).toContain('127.0.0.1')
  await expectCalm(page)
  await technician.goOnFromExamination()
  await on('fleet')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('codes')
  const [first] = Object.entries(service.accessCodes)
  const [eventId, code] = first ?? ['', '']
  const { value } = (await askAs(technician, 'viewSetup', {})) as unknown as { value: SetupView }
  const title = value.events?.find((event) => event.eventId === eventId)?.title ?? ''
  await page.getByLabel(title).fill('GUESSED')
  await tap(t.setup.codes.tryThem)
  await page.getByText(new RegExp(`^${t.setup.examination.outcomes.failed}`, 'u')).waitFor()
  await page.getByLabel(title).fill(code)
  await tap(t.setup.codes.tryThem)
  await page.getByText(new RegExp(`^${t.setup.examination.outcomes.ok}`, 'u')).waitFor()
  await expectCalm(page)
  await tap(t.setup.next)
  await on('payment')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('printer')
  await tap(t.setup.printer.network)
  await page.getByLabel(t.setup.printer.address).fill(`127.0.0.1:${printer}`)
  await tap(t.setup.printer.tryIt)
  await page.getByRole('heading', { name: t.setup.printer.question }).waitFor()
  await expectCalm(page)
  await tap(t.setup.printer.yes)
  await on('screen')
  await expectCalm(page)
  for (const digit of '111') await page.getByRole('button', { name: digit, exact: true }).tap()
  await tap(t.setup.next)
  await technician.choosePin('machine', '730516')
  await technician.choosePin('supervisor', '905173', 'Mariama Bah')
  await technician.choosePin('technician', '618240', 'Sekou Conde')
  await expectCalm(page)
  await tap(t.setup.next)
  await toldSeller(technician, tap, expectCalm)
  await page.getByText(t.setup.summary.selling.partly).waitFor()
  await expectCalm(page)
  expect(await page.locator('main').innerText()).toContain(t.setup.summary.printed)
  expect(existsSync(join(data, 'config.json'))).toBe(false)
  await picture(page, 'summary')
  await tap(t.setup.ticket.sell)
  await page.getByText(t.setup.ticket.real).waitFor()
  await expectCalm(page)
  await picture(page, 'ticket-asked')
  await page.keyboard.type('730517')
  await tap(t.cash.next)
  await page.getByText(t.problems['wrong-pin']({ type: 'wrong-pin' }, '').title).waitFor()
  await page.keyboard.type('730516')
  await tap(t.cash.next)
  await page.getByText(t.setup.ticket.sold).waitFor()
  await expectCalm(page)
  await picture(page, 'ticket-sold')
  expect(await page.locator('main').innerText()).toContain(t.setup.ticket.drawer('F12'))
  await tap(t.setup.ticket.goOn)
  await page.getByText(t.setup.ticket.sold).waitFor()
  await picture(page, 'summary-sold')
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')

  expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual({
    mode: 'live',
    deviceId: 'borne-7',
    language: 'fr',
    languages: ['fr', 'en'],
    role: 'kiosk',
    partner: { baseUrl: service.url, partnerCode: 'demo' },
    tenders: ['cash'],
    staffPin: '730516',
    ...lawful,
    printers: {
      devices: { tickets: { kind: 'escpos', address: `tcp://127.0.0.1:${printer}`, paper: 'roll-80' } },
      tickets: ['tickets'],
    },
    kiosk: true,
  })
  expect(JSON.parse(readFileSync(join(data, 'screen.json'), 'utf8'))).toMatchObject({ pixelsPerMillimetre: 3.6 })
  expect(existsSync(join(data, 'setup.json'))).toBe(false)
})

test("a cashier's desk is set up by keyboard alone", async () => {
  const data = temporaryFolder()
  const technician = await open(data, 'fr', { width: 1366, height: 768 })
  const { t, page, on, press, focus } = technician
  await press(t.setup.next)
  await on('profile')
  await press(t.setup.profile.names.cashier)
  await on('device')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('guichet-2')
  await expectCalm(page)
  await focus(page.getByRole('textbox'))
  await page.keyboard.press('Enter')
  await on('partner')
  await page.keyboard.press('End')
  await page.keyboard.type('127.0.0.1:1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nongo')
  await page.keyboard.press('Enter')
  await on('signing')
  await press(t.setup.signing.shared('x-api'))
  await focus(page.getByLabel(t.setup.signing.keyId))
  await page.keyboard.type('k1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('planted-secret')
  await page.keyboard.press('Enter')
  await on('examination')
  await page.getByText(t.setup.examination.failed).waitFor()
  await expectCalm(page)
  await press(t.setup.examination.anyway)
  await on('fleet')
  await press(t.setup.next)
  await on('codes')
  await press(t.setup.examination.anyway)
  await on('payment')
  for (const tender of ['card', 'orange-money'] as const) {
    await press(t.desk.tenders[tender])
    await page.getByRole('heading', { name: t.payment.who }).waitFor()
    await press(t.payment.attended)
    await page.getByRole('heading', { name: t.payment.title }).waitFor()
  }
  await expectCalm(page)
  await press(t.setup.next)
  await on('printer')
  await press(t.setup.printer.none)
  await press(t.setup.next)
  await on('screen')
  await press(t.setup.next)
  await technician.typePin('machine', '730516')
  await technician.typePin('supervisor', '905173', 'Mariama Bah')
  await press(t.setup.next)
  await toldSeller(technician, press)
  await page.getByText(t.setup.summary.selling.no).waitFor()
  await page
    .getByText(t.service.obstacles['partner-unreachable']({ type: 'partner-unreachable' }, t.desk.tenders).what)
    .waitFor()
  await expectCalm(page)
  await press(t.setup.summary.mend(t.setup.steps.names.partner))
  await on('partner')
  await page.keyboard.press('Enter')
  await on('examination')
  await page.getByText(t.setup.examination.failed).waitFor()
  await press(t.setup.examination.anyway)
  await on('summary')
  await page.getByText(t.setup.summary.selling.no).waitFor()
  await press(t.setup.summary.start)
  await page.locator('[data-desk="signed-out"]').waitFor()

  const settings = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as {
    partner: { signing: { secretFile: string } }
  }
  expect(settings).toMatchObject({
    role: 'cashier',
    deviceId: 'guichet-2',
    tenders: ['card', 'cash', 'orange-money'],
  })
  expect(JSON.stringify(settings)).not.toContain('planted-secret')
  expect(readFileSync(join(data, settings.partner.signing.secretFile), 'utf8')).toBe('planted-secret')
})

test('a hub of the venue’s own is compared before it is trusted, and each step can be come back to', async () => {
  const tls = ['--tls-cert', identity('first-cert.pem'), '--tls-key', identity('first-key.pem')]
  const hub = startShell('cli.js', ['serve', '--port', '0', '--data', await seedFolder(temporaryFolder()), ...tls])
  const [, url = ''] = await hub.says(/ at (https:\/\/127\.0\.0\.1:\d+) /u)
  const [, fingerprint = ''] = await hub.says(/^certificate SHA-256 ((?:[0-9A-F]{4} ?){16})$/mu)
  const technician = await open(temporaryFolder(), 'fr', { width: 1366, height: 768 })
  const { t, page, on, tap } = technician
  await tap(t.setup.next)
  await on('profile')
  await tap(t.setup.profile.names.kiosk)
  await on('device')
  await tap(t.setup.next)
  await on('partner')
  await page.getByLabel(t.setup.partner.address).fill(url)
  await page.getByLabel(t.setup.partner.code).fill('demo')
  await tap(t.setup.next)
  await page.getByText(t.setup.certificate.fingerprint).waitFor()
  await expectCalm(page)
  expect((await page.locator('main code').allInnerTexts()).join(' ')).toBe(fingerprint)
  await tap(t.setup.certificate.differs)
  await page.getByText(t.setup.certificate.differed).waitFor()
  expect(await askAs(technician, 'viewSetup', {})).toMatchObject({ value: { hasCertificate: false } })
  await tap(t.setup.next)
  await page.getByText(t.setup.certificate.fingerprint).waitFor()
  await tap(t.setup.certificate.same)
  await on('signing')
  await tap(t.setup.next)
  await on('examination')
  await page.locator('ol[aria-busy="false"]').waitFor()
  await technician.goOnFromExamination()
  await on('fleet')
  await tap(t.setup.fleet.followed)
  await page.getByLabel(t.setup.fleet.invitation).fill('ABCD-EFGH')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('payment')

  await page.getByRole('button', { name: t.setup.steps.way }).tap()
  await expectCalm(page)
  expect(await page.getByRole('button', { name: t.setup.steps.names.summary }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: t.setup.steps.names.device }).tap()
  await on('device')
  await page.getByLabel(t.setup.device.name).fill('nongo-4')
  await page.getByRole('button', { name: t.setup.steps.way }).tap()
  await page.getByRole('button', { name: t.setup.steps.names.device }).tap()
  await on('device')
  expect(await page.getByLabel(t.setup.device.name).inputValue()).toBe('nongo-4')
  await tap(t.setup.next)
  await on('payment')
})

test.each(['fr', 'ar'] as const)(
  'a provider of payments is told, tried and corrected before it counts, in %s',
  async (language) => {
    const options = { name: 'djomy', host: '127.0.0.1', port: 0, acts: [], currency: 'GNF', times: {} } as const
    const provider = await servePaymentSimulator(options)
    onTestFinished(() => provider.close())
    const { baseUrl: url = '' } = provider.settings
    const data = temporaryFolder()
    const technician = await open(data, language, { width: 1366, height: 768 })
    const { t, page, on, tap } = technician
    const words = t.payment
    await technician.to('payment', 'cashier')
    await expectCalm(page)
    await tap(t.desk.tenders['orange-money'])
    await page.getByRole('heading', { name: words.who }).waitFor()
    await expectCalm(page)
    await picture(page, `payment-who-${language}`)
    await tap(words.drivers['djomy-push'].name)
    await page.getByLabel(words.fields.clientId.label, { exact: true }).fill('two words')
    await page.getByLabel(words.fields.clientSecret.label, { exact: true }).fill('planted-secret')
    await tap('OM')
    await expectCalm(page)
    await picture(page, `payment-form-${language}`)
    await tap(words.more)
    await page.getByLabel(words.fields.baseUrl.label, { exact: true }).fill(url)
    await expectCalm(page)
    await picture(page, `payment-usual-${language}`)
    await tap(words.tryIt)
    await page.getByRole('alert').getByText(t.setup.faults.payments(words.fields.clientId.label)).waitFor()
    await tap(words.fewer)
    await page.getByLabel(words.fields.clientId.label, { exact: true }).fill('simulator')
    await tap(words.tryIt)
    await page.getByText(words.failed).waitFor()
    await expectCalm(page)
    await picture(page, `payment-failed-${language}`)
    await tap(words.correct)
    const secret = page.getByLabel(words.fields.clientSecret.label, { exact: true })
    expect(await secret.inputValue()).toBe('')
    await page.getByText(words.kept).waitFor()
    await secret.fill('simulator')
    await tap(words.tryIt)
    await page.getByText(words.fine).waitFor()
    await picture(page, `payment-tried-${language}`)
    await tap(words.keep)
    await page.getByText(words.works).waitFor()
    await expectCalm(page)
    await picture(page, `payment-list-${language}`)
    expect(await page.content()).not.toContain('planted-secret')
    expect(JSON.stringify(await askAs(technician, 'viewSetup', {}))).not.toContain('planted-secret')
    expect(readFileSync(join(data, 'setup.json'), 'utf8')).not.toContain('planted-secret')
    await tap(t.setup.next)
    await on('printer')
  },
)

test.each(['fr', 'ar'] as const)('the device for notes is told and tried before it counts, in %s', async (language) => {
  const { device } = await startNoteDevice()
  const technician = await open(temporaryFolder(), language)
  const { t, page, on, tap } = technician
  const words = t.payment.noteDevice
  await technician.to('payment', 'kiosk')
  await tap(t.desk.tenders.notes)
  await page.getByRole('heading', { name: t.desk.tenders.notes }).waitFor()
  await expectCalm(page)
  const port = page.getByLabel(words.device, { exact: true })
  await port.fill('note-device')
  await tap(t.payment.tryIt)
  await page.getByRole('alert').getByText(t.setup.faults.payments(words.device)).waitFor()
  await picture(page, `notes-${language}`)
  await port.fill('/dev/no-such-port')
  await tap(t.payment.tryIt)
  await page.getByText(words.failed).waitFor()
  await expectCalm(page)
  await picture(page, `notes-failed-${language}`)
  await tap(t.payment.correct)
  await port.fill(device)
  await tap(words.encryptions.always)
  await tap(t.payment.tryIt)
  await page.getByText(words.fine).waitFor()
  await expectCalm(page)
  await picture(page, `notes-tried-${language}`)
  await tap(t.payment.keep)
  await page.getByText(t.payment.works).waitFor()
  await picture(page, `notes-list-${language}`)
  await tap(t.setup.next)
  await on('printer')
})

test('says in plain words what is wrong with a partner, and what it would not take', async () => {
  const technician = await open(temporaryFolder())
  const { t, page, on, tap } = technician
  await technician.to('partner', 'kiosk')
  await page.getByLabel(t.setup.partner.address).fill('http://tickets.example')
  await page.getByLabel(t.setup.partner.code).fill('nongo')
  await tap(t.setup.next)
  await page.getByRole('alert').getByText(t.setup.faults.baseUrl('https://')).waitFor()
  await page.getByLabel(t.setup.partner.address).fill('https://127.0.0.1:1')
  await tap(t.setup.next)
  await on('signing')
  await tap(t.setup.next)
  await on('examination')
  await page.getByText(t.setup.examination.failed).waitFor()
  expect(await page.locator('[data-outcome="failed"]').innerText()).toContain('l’adresse')
  await tap(t.common.back)
  await on('partner')
  expect(await page.getByLabel(t.setup.partner.address).inputValue()).toBe('https://127.0.0.1:1')
})

test('does not take a printer for good that printed nothing', async () => {
  const technician = await open(temporaryFolder())
  const { t, page, on, tap } = technician
  await technician.to('printer', 'kiosk')
  await tap(t.setup.printer.network)
  await page.getByLabel(t.setup.printer.address).fill('127.0.0.1:1')
  await tap(t.setup.printer.tryIt)
  await page.getByText(t.setup.printer.failed(t.printProblem.reason('offline'))).waitFor()
  await tap(t.setup.printer.later)
  await on('screen')
  await tap(t.setup.next)
  await technician.choosePin('machine', '730516')
  await technician.choosePin('supervisor', '905173', 'Mariama Bah')
  await tap(t.setup.next)
  await toldSeller(technician, tap)
  expect(await page.locator('main').innerText()).toContain(t.setup.summary.unprinted)
})

test('runs from right to left in Arabic, and nothing is cut off', async () => {
  const technician = await open(temporaryFolder(), 'ar', { width: 1920, height: 1080 })
  const { t, page, on, tap } = technician
  await page.getByText(t.setup.welcome.title).first().waitFor()
  await page.locator('html[dir="rtl"]').waitFor()
  await expectCalm(page)
  await tap(t.setup.next)
  await on('profile')
  await expectCalm(page)
  await tap(t.setup.profile.names.demo)
  await on('device')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('screen')
  await tap(t.setup.next)
  await on('people')
  await expectCalm(page)
  await tap(t.setup.next)
  await on('summary')
  await picture(page, 'summary-arabic')
  await tap(t.setup.ticket.sell)
  await page.getByText(t.setup.ticket.demo).waitFor()
  await expectCalm(page)
  await picture(page, 'ticket-arabic')
  await page.keyboard.type('2468')
  await tap(t.cash.next)
  await page.getByText(t.setup.ticket.sold).waitFor()
  await expectCalm(page)
  await picture(page, 'ticket-sold-arabic')
  await tap(t.setup.ticket.goOn)
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')
  await page.locator('html[dir="rtl"]').waitFor()
})

test('nothing counts before the end: begun again after a power cut with what may be kept, without secrets', async () => {
  const data = temporaryFolder()
  const first = await startUnsetProgram(data)
  const technician = await openSetup(await openPage({ hasTouch: true }), first, 'fr')
  const { t, page, tap } = technician
  await technician.to('signing', 'kiosk')
  await tap(t.setup.signing.shared('RFC 9421'))
  await page.getByLabel(t.setup.signing.keyId).fill('k1')
  await page.getByLabel(t.setup.signing.secret, { exact: true }).fill('planted-secret')
  await tap(t.setup.next)
  await technician.on('examination')
  const told = await askAs(technician, 'viewSetup', {})
  expect(told).toMatchObject({ ok: true, value: { hasSecret: true } })
  expect(JSON.stringify(told)).not.toContain('planted-secret')
  first.shell.kill('SIGKILL')
  await first.shell.ended
  const left = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ name }) => name)).toContain('setup.json')
  expect(left.map(({ name }) => name)).not.toContain('config.json')
  for (const { parentPath, name } of left)
    expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('planted-secret')

  const again = await openSetup(await openPage({ hasTouch: true }), await startUnsetProgram(data), 'fr')
  await again.on('welcome')
  const view = await askAs(again, 'viewSetup', {})
  expect(view).toMatchObject({
    ok: true,
    value: { answers: { profile: 'kiosk', partner: { signing: { keyId: 'k1' } } }, hasSecret: false },
  })
  await again.tap(t.setup.next)
  await again.tap(t.setup.profile.names.kiosk)
  await again.on('device')
  await again.tap(t.setup.next)
  await again.on('partner')
  await again.tap(t.setup.next)
  await again.on('signing')
  await again.page.getByText(t.setup.signing.again).waitFor()
  await again.tap(t.setup.next)
  await again.page.getByRole('alert').getByText(t.setup.faults.signing).waitFor()
  await again.page.getByLabel(t.setup.signing.secret, { exact: true }).fill('planted-secret')
  await again.tap(t.setup.next)
  await again.on('examination')
})

test('a machine is asked about its set-up while it has none, and about nothing else; afterwards the other way round', async () => {
  const data = temporaryFolder()
  const technician = await open(data)
  const isShared = (name: string): boolean => name === 'reportScreenFault'
  for (const command of commandNames.filter((name) => !isShared(name)))
    expect([command, await askAs(technician, command, {})]).toEqual([
      command,
      { ok: false, error: { type: 'forbidden' } },
    ])
  expect(await askAs(technician, 'answerSetup', { profile: 'sultan' })).toMatchObject({
    error: { type: 'invalid-input' },
  })
  expect(await askAs(technician, 'answerSetup', { machinePin: '1234' })).toMatchObject({
    error: { type: 'setup-refused' },
  })
  expect(await askAs(technician, 'leaveSetup', {})).toEqual({ ok: false, error: { type: 'no-settings' } })
  expect(await askAs(technician, 'answerSetup', { profile: 'kiosk' })).toMatchObject({ ok: true })
  expect(await askAs(technician, 'finishSetup', {})).toMatchObject({ error: { type: 'setup-refused' } })
  expect(existsSync(join(data, 'config.json'))).toBe(false)
  expect(await askAs(technician, 'answerSetup', { profile: 'demo' })).toMatchObject({ ok: true })
  expect(await askAs(technician, 'finishSetup', {})).toEqual({ ok: true, value: null })
  for (const command of Object.keys(setupCommands).filter((name) => !isShared(name)))
    expect([command, await askAs(technician, command, {})]).toEqual([
      command,
      { ok: false, error: { type: 'forbidden' } },
    ])
  expect(await askAs(technician, 'getKiosk', {})).toMatchObject({ ok: true, value: { mode: 'demo' } })
})

test('a technician, and nobody else, takes a kiosk to set it up again; it may be left as it was', async () => {
  const data = temporaryFolder()
  const technician = await open(data)
  const { t, page, on, tap } = technician
  await technician.to('people', 'demo')
  await technician.choosePin('technician', '618240', 'Sekou Conde')
  await tap(t.setup.next)
  await on('summary')
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')
  for (const who of [{ pin: '2468' }, { staff: '1', pin: '111111' }])
    expect((await askAs(technician, 'setUpAgain', who)).ok).toBe(false)

  await technician.takeAgain('2468', '1', '618240')
  await on('welcome')
  await page.getByText(t.setup.welcome.again).waitFor()
  await expectCalm(page)
  const before = readFileSync(join(data, 'config.json'), 'utf8')
  await tap(t.setup.leave)
  await onScreen(page, 'attract')
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe(before)

  await technician.takeAgain('2468', '1', '618240')
  await on('welcome')
  await tap(t.setup.next)
  await tap(t.setup.profile.names.demo)
  await on('device')
  await page.getByLabel(t.setup.device.name).fill('hall-9')
  await tap(t.setup.next)
  await on('screen')
  await toSummary(technician)
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')
  expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toMatchObject({ deviceId: 'hall-9' })
  expect(readFileSync(join(data, 'config.json.before'), 'utf8')).toBe(before)
})

test('a machine that nobody goes on setting up again sells as it did before', async () => {
  const data = temporaryFolder()
  const page = await openPage({ hasTouch: true })
  await page.clock.install()
  const technician = await openSetup(page, await startUnset(data), 'fr')
  const { t, on, tap } = technician
  await technician.to('people', 'demo')
  await page.clock.fastForward('10:00')
  await technician.choosePin('technician', '618240', 'Sekou Conde')
  await tap(t.setup.next)
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')
  const before = readFileSync(join(data, 'config.json'), 'utf8')
  await technician.takeAgain('2468', '1', '618240')
  await on('welcome')
  await tap(t.setup.next)
  await tap(t.setup.profile.names.demo)
  await on('device')
  await page.clock.fastForward('09:00')
  await page.getByLabel(t.setup.device.name).fill('')
  await page.keyboard.press('h')
  await page.clock.fastForward('09:00')
  await on('device')
  await page.clock.fastForward('01:00')
  await onScreen(page, 'attract')
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe(before)
  expect(existsSync(join(data, 'setup.json')), 'the next technician begins with the settings').toBe(false)
})

test('without being asked for, a machine without settings is the demo at once', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'setup.json'), '{}')
  const program = await startKioskShell(data)
  const page = await openPage()
  await page.goto(program.entryUrl)
  await onScreen(page, 'attract')
})
