import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator } from '../../electron/app/simulators.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import type { SetupView } from '../../shared/api/kiosk/setup.ts'
import type { Language } from '../../shared/domain/language.ts'
import { startOn } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import type { StepName } from '../../renderer/setup/steps.ts'
import { useBrowser } from '../support/browser.ts'
import { seedFolder, startDemoHub } from '../support/demo-hub.ts'
import { onScreen } from '../world/page.ts'
import { expectCalm } from './desk-typist.ts'
import { serveMachine, startService } from '../world/machine.ts'
import { startNoteDevice } from '../world/providers.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { lawful, staffed } from '../support/lawful-answers.ts'
import { shareOf } from '../support/share.ts'
import { askAs, openSetup, setupUser, type SetupUser, startUnset, toldSeller } from './setup-user.ts'

const { openPage } = useBrowser()
const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))

const upright = { width: 1080, height: 1920 }
const open = async (data: string, language: Language = 'fr', viewport = upright): Promise<SetupUser> =>
  openSetup(await openPage({ viewport, hasTouch: true }), await startUnset(data), language)

test('a kiosk is set up by touch alone, tries its partner and its printer, and opens', async () => {
  const data = temporaryFolder()
  const service = await startService()
  const printer = await virtualPrinter({ millimetresPerSecond: 1_000 })
  const technician = await open(data)
  const { t, page, on, tap, write } = technician
  const see = async (step: StepName): Promise<void> => {
    await on(step)
    await expectCalm(page)
  }
  await expectCalm(page)
  await tap(t.setup.next)
  await see('profile')
  await tap(t.setup.profile.names.kiosk, 'device')
  await page.getByLabel(t.setup.device.name).fill('borne-1')
  await page.getByLabel(t.setup.device.name).tap()
  await write('7', 1)
  await expectCalm(page)
  await tap(t.setup.next, 'partner')
  await page.getByLabel(t.setup.partner.address).fill(service.url)
  await page.getByLabel(t.setup.partner.code).tap()
  await write('demo')
  await expectCalm(page)
  await tap(t.setup.next)
  await see('signing')
  await tap(t.setup.next, 'examination')
  await page.locator('[data-outcome="skipped"]').last().waitFor()
  expect(await page.locator('[data-outcome]').first().innerText()).toContain('127.0.0.1')
  await expectCalm(page)
  await technician.goOnFromExamination()
  await see('fleet')
  await tap(t.setup.next, 'codes')
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
  await see('payment')
  await tap(t.setup.next, 'printer')
  await tap(t.setup.printer.network)
  await page.getByLabel(t.setup.printer.address).fill(`127.0.0.1:${printer.port}`)
  await tap(t.setup.printer.tryIt)
  await page.getByRole('heading', { name: t.setup.printer.question }).waitFor()
  await expectCalm(page)
  await tap(t.setup.printer.yes)
  await see('screen')
  for (const digit of '111') await page.getByRole('button', { name: digit, exact: true }).tap()
  await tap(t.setup.next)
  await technician.choosePin('machine', '730516')
  await technician.choosePin('supervisor', '905173', 'Mariama Bah')
  await expectCalm(page)
  await tap(t.setup.next)
  await toldSeller(technician, expectCalm)
  await page.getByText(t.setup.summary.selling.partly).waitFor()
  await expectCalm(page)
  expect(await page.locator('main').innerText()).toContain(t.setup.summary.printed)
  expect(existsSync(join(data, 'config.json'))).toBe(false)
  await tap(t.setup.ticket.sell)
  await page.getByText(t.setup.ticket.real).waitFor()
  await page.keyboard.type('730516')
  await tap(t.cash.next)
  await page.getByText(t.setup.ticket.sold).waitFor()
  await page.getByText(t.setup.ticket.drawer('F12')).waitFor()
  await expectCalm(page)
  await tap(t.setup.ticket.goOn)
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
      devices: { tickets: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, paper: 'roll-80' } },
      tickets: ['tickets'],
    },
    kiosk: true,
  })
  expect(JSON.parse(readFileSync(join(data, 'screen.json'), 'utf8'))).toMatchObject({ pixelsPerMillimetre: 3.6 })
  expect(existsSync(join(data, 'setup.json'))).toBe(false)
})

test("a cashier's desk is set up by keyboard alone", async () => {
  const data = temporaryFolder()
  const printer = await virtualPrinter()
  printer.order('paper out')
  const technician = await open(data, 'fr', { width: 1366, height: 768 })
  const { t, page, on, press, focus } = technician
  expect(await askAs(technician, 'answerSetup', { ...lawful, people: staffed.people })).toMatchObject({ ok: true })
  await press(t.setup.next, 'profile')
  await press(t.setup.profile.names.cashier, 'device')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('guichet-2')
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
  await press(t.setup.examination.anyway, 'fleet')
  await press(t.setup.next, 'codes')
  await press(t.setup.examination.anyway, 'payment')
  await press(t.desk.tenders.card)
  await page.getByRole('heading', { name: t.payment.who }).waitFor()
  await press(t.payment.attended)
  await page.getByRole('heading', { name: t.payment.title }).waitFor()
  await expectCalm(page)
  await press(t.setup.next, 'printer')
  // The test print fails, so the set-up of the printer is postponed.
  await press(t.setup.printer.network)
  await focus(page.getByLabel(t.setup.printer.address))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`127.0.0.1:${printer.port}`)
  await press(t.setup.printer.tryIt)
  await page.getByText(t.setup.printer.failed(t.printProblem.reason('paper-out'))).waitFor()
  await press(t.setup.printer.later, 'screen')
  await press(t.setup.next)
  await technician.typePin('730516')
  for (const step of ['seller', 'terms', 'summary'] as const) await press(t.setup.next, step)
  await page.getByText(t.setup.summary.selling.no).waitFor()
  expect(await page.locator('main').innerText()).toContain(t.setup.summary.unprinted)
  const issue = t.service.issues['partner-unreachable']({ type: 'partner-unreachable' }, t.desk.tenders)
  await page.getByText(issue.what).waitFor()
  await expectCalm(page)
  await press(t.setup.summary.mend(t.setup.steps.names.partner), 'partner')
  await page.keyboard.press('Enter')
  await on('examination')
  await page.getByText(t.setup.examination.failed).waitFor()
  await press(t.setup.examination.anyway, 'summary')
  await page.getByText(t.setup.summary.selling.no).waitFor()
  await press(t.setup.summary.start)
  await page.locator('[data-desk="signed-out"]').waitFor()

  const settings = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as {
    partner: { signing: { secretFile: string } }
  }
  expect(settings).toMatchObject({ role: 'cashier', deviceId: 'guichet-2', tenders: ['card', 'cash'] })
  const secretFile = join(data, settings.partner.signing.secretFile)
  expect(readFileSync(secretFile, 'utf8')).toBe('planted-secret')
  const entries = readdirSync(data, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  expect(files).toContain(join(data, LOG_FILE))
  expect(files.filter((path) => readFileSync(path, 'utf8').includes('planted-secret'))).toEqual([secretFile])
})

test('a draft asks its secret again; partners are corrected, certificates compared, steps come back to', async () => {
  const data = temporaryFolder()
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secret: 'planted-secret' } as const
  const partner = { baseUrl: 'https://127.0.0.1:2', partnerCode: 'nongo', signing }
  need(await startOn(data).api.answerSetup({ language: 'fr', profile: 'kiosk', deviceId: 'borne-7', partner }))

  const tls = { certFile: identity('first-cert.pem'), keyFile: identity('first-key.pem') }
  const hub = await startDemoHub(bookingFile(await seedFolder(temporaryFolder())), { tls })
  onTestFinished(() => hub.stop())
  const technician = await open(data, 'fr', { width: 1366, height: 768 })
  const { t, page, on, tap } = technician
  await technician.turnTo('partner')
  await page.getByLabel(t.setup.partner.address).fill('https://127.0.0.1:1')
  await tap(t.setup.next, 'signing')
  await page.getByText(t.setup.signing.again).waitFor()
  await tap(t.setup.next)
  await page.getByRole('alert').getByText(t.setup.faults.signing).waitFor()
  await page.getByLabel(t.setup.signing.secret, { exact: true }).fill('planted-secret')
  await tap(t.setup.next, 'examination')
  const told = await askAs(technician, 'viewSetup', {})
  expect(told).toMatchObject({ value: { answers: { partner: { signing: { keyId: 'k1' } } }, hasSecret: true } })
  expect(JSON.stringify(told)).not.toContain('planted-secret')
  await page.getByText(t.setup.examination.failed).waitFor()
  expect(await page.locator('[data-outcome="failed"]').innerText()).toContain('l’adresse')
  await technician.turnTo('partner')
  expect(await page.getByLabel(t.setup.partner.address).inputValue()).toBe('https://127.0.0.1:1')

  await page.getByLabel(t.setup.partner.address).fill(hub.url)
  await page.getByLabel(t.setup.partner.code).fill('demo')
  await tap(t.setup.next)
  await page.getByText(t.setup.certificate.fingerprint).waitFor()
  await expectCalm(page)
  expect((await page.locator('main code').allInnerTexts()).join(' ')).toBe(hub.fingerprint)
  await tap(t.setup.certificate.differs)
  await page.getByText(t.setup.certificate.differed).waitFor()
  expect(await askAs(technician, 'viewSetup', {})).toMatchObject({ value: { hasCertificate: false } })
  await tap(t.setup.next)
  await page.getByText(t.setup.certificate.fingerprint).waitFor()
  await tap(t.setup.certificate.same)
  await on('examination')
  await page.locator('ol[aria-busy="false"]').waitFor()
  await technician.goOnFromExamination()
  await on('fleet')
  await tap(t.setup.fleet.followed)
  await page.getByLabel(t.setup.fleet.invitation).fill('ABCD-EFGH')
  await expectCalm(page)
  await tap(t.setup.next, 'payment')

  await page.getByRole('button', { name: t.setup.steps.way }).tap()
  await expectCalm(page)
  expect(await page.getByRole('button', { name: t.setup.steps.names.summary }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: t.setup.steps.names.device }).tap()
  await on('device')
  await page.getByLabel(t.setup.device.name).fill('nongo-4')
  await technician.turnTo('device')
  expect(await page.getByLabel(t.setup.device.name).inputValue()).toBe('nongo-4')
  await tap(t.setup.next, 'payment')
})

const paid = shareOf('ways to pay', ['fr', 'ar'] as const, 1)

test.for(paid.cases)(
  `a provider of payments, and the device for notes, are told, tried and corrected before they count, in %s (${paid.said})`,
  async (language) => {
    const options = { name: 'djomy', host: '127.0.0.1', port: 0, acts: [], currency: 'GNF', times: {} } as const
    const provider = await servePaymentSimulator(options)
    onTestFinished(() => provider.close())
    const { baseUrl: url = '' } = provider.settings
    const { device } = await startNoteDevice()
    const data = temporaryFolder()
    const technician = await open(data, language)
    const { t, page, tap } = technician
    const words = t.payment
    await technician.to('payment', 'kiosk')
    await expectCalm(page)
    await tap(t.desk.tenders['orange-money'])
    await page.getByRole('heading', { name: words.who }).waitFor()
    await tap(words.drivers['djomy-push'].name)
    await page.getByLabel(words.fields.clientId.label, { exact: true }).fill('two words')
    await page.getByLabel(words.fields.clientSecret.label, { exact: true }).fill('planted-secret')
    await tap('OM')
    await expectCalm(page)
    await tap(words.more)
    await page.getByLabel(words.fields.baseUrl.label, { exact: true }).fill(url)
    await expectCalm(page)
    await tap(words.tryIt)
    await page.getByRole('alert').getByText(t.setup.faults.payments(words.fields.clientId.label)).waitFor()
    await tap(words.fewer)
    await page.getByLabel(words.fields.clientId.label, { exact: true }).fill('simulator')
    await tap(words.tryIt)
    await page.getByText(words.failed).waitFor()
    await expectCalm(page)
    await tap(words.correct)
    const secret = page.getByLabel(words.fields.clientSecret.label, { exact: true })
    expect(await secret.inputValue()).toBe('')
    await page.getByText(words.kept).waitFor()
    await secret.fill('simulator')
    await tap(words.tryIt)
    await page.getByText(words.fine).waitFor()
    await tap(words.keep)
    await page.getByText(words.works).waitFor()
    await expectCalm(page)
    expect(await page.content()).not.toContain('planted-secret')
    expect(JSON.stringify(await askAs(technician, 'viewSetup', {}))).not.toContain('planted-secret')
    expect(readFileSync(join(data, 'setup.json'), 'utf8')).not.toContain('planted-secret')

    await tap(t.desk.tenders.notes)
    await page.getByRole('heading', { name: t.desk.tenders.notes }).waitFor()
    await expectCalm(page)
    const port = page.getByLabel(words.noteDevice.device, { exact: true })
    await port.fill('/dev/no-such-port')
    await tap(words.tryIt)
    await page.getByText(words.noteDevice.failed).waitFor()
    await expectCalm(page)
    await tap(words.correct)
    await port.fill(device)
    await tap(words.noteDevice.encryptions.always)
    await tap(words.tryIt)
    await page.getByText(words.noteDevice.fine).waitFor()
    await expectCalm(page)
    await tap(words.keep)
    await expect.poll(() => page.getByText(words.works).count()).toBe(2)
    await tap(t.setup.next, 'printer')
    await tap(t.setup.printer.none)
    await tap(t.setup.next, 'screen')
  },
)

test('runs from right to left in Arabic, nothing is cut off, and a first set-up waits for as long as it takes', async () => {
  const opened = await openPage({ viewport: { width: 1920, height: 1080 }, hasTouch: true })
  await opened.clock.install()
  const technician = await openSetup(opened, await startUnset(temporaryFolder()), 'ar')
  const { t, page, tap } = technician
  await page.getByText(t.setup.welcome.title).first().waitFor()
  await page.locator('html[dir="rtl"]').waitFor()
  await expectCalm(page)
  await tap(t.setup.next, 'profile')
  await expectCalm(page)
  await tap(t.setup.profile.names.demo, 'device')
  await expectCalm(page)
  await tap(t.setup.next, 'screen')
  await tap(t.setup.next, 'people')
  await page.clock.fastForward('10:00')
  await expectCalm(page)
  await tap(t.setup.next, 'summary')
  await tap(t.setup.ticket.sell)
  await page.getByText(t.setup.ticket.demo).waitFor()
  await expectCalm(page)
  await tap(t.common.back)
  await tap(t.setup.summary.start)
  await onScreen(page, 'attract')
  await page.locator('html[dir="rtl"]').waitFor()
})

test('a technician, and nobody else, takes a kiosk to set it up again; left, by them or alone, it sells as before; finished, by the new settings', async () => {
  const data = temporaryFolder()
  const own = { deviceId: 'hall-1', mode: 'demo', terminals: 'simulated' }
  writeFileSync(join(data, 'config.json'), JSON.stringify(own))
  const sekou = { number: '1', name: 'Sekou Conde', role: 'technician' } as const
  const pin = saveStaffList(join(data, 'demo'), [sekou]).get('1') ?? ''
  const before = readFileSync(join(data, 'config.json'), 'utf8')
  const page = await openPage({ viewport: upright, hasTouch: true })
  await page.clock.install()
  await page.goto((await serveMachine(data)).entryUrl)
  await onScreen(page, 'attract')
  const technician = setupUser(page, 'fr')
  const { t, on, tap } = technician
  for (const who of [{ pin: '2468' }, { staff: '1', pin: pin === '111111' ? '111112' : '111111' }])
    expect((await askAs(technician, 'setUpAgain', who)).ok).toBe(false)

  await technician.takeAgain('2468', '1', pin)
  await on('welcome')
  await page.getByText(t.setup.welcome.again).waitFor()
  await expectCalm(page)
  await tap(t.setup.leave)
  await onScreen(page, 'attract')
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe(before)

  expect(await askAs(technician, 'setUpAgain', { staff: '1', pin })).toMatchObject({ ok: true })
  await page.reload()
  await on('welcome')
  await tap(t.setup.next)
  await tap(t.setup.profile.names.demo, 'device')
  await page.clock.fastForward('09:00')
  await page.getByLabel(t.setup.device.name).fill('')
  await page.keyboard.press('h')
  await page.clock.fastForward('09:00')
  await on('device')
  await page.clock.fastForward('01:00')
  await onScreen(page, 'attract')
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe(before)
  expect(existsSync(join(data, 'setup.json')), 'the next technician begins with the settings').toBe(false)

  for (const [method, input] of [
    ['setUpAgain', { staff: '1', pin }],
    ['answerSetup', { deviceId: 'hall-9' }],
    ['finishSetup', {}],
  ] as const)
    expect([method, await askAs(technician, method, input)]).toMatchObject([method, { ok: true }])
  const kiosk = async () => askAs(technician, 'getKiosk', {})
  await expect.poll(kiosk).toMatchObject({ ok: true, value: { deviceId: 'hall-9' } })
  expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toMatchObject({ ...own, deviceId: 'hall-9' })
  expect(readFileSync(join(data, 'config.json.before'), 'utf8')).toBe(before)
})
