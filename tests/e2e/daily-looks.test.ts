import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { serveFiscalSimulator } from '../../electron/app/simulators.ts'
import { messageSettings } from '../../electron/fleet/message-drivers.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { pngOf } from '../../electron/simulators/virtual-printer/mechanism.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import { invoiceName } from '../../shared/domain/sale/sale-file.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile, openBeside } from '../hub/hub.ts'
import { hasTools, walletFolder } from '../hub/wallet-keys.ts'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { axeFaults, wcag } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { MailSimulator, SmsSimulator } from '../support/message-simulators.ts'
import { isSample, shareOf } from '../support/share.ts'
import { sumsWithSlashedZero } from '../support/zeros.ts'
import { cutOff } from '../world/looks.ts'
import { startKiosk, startService } from '../world/machine.ts'
import { inLedger, journalled, peopleOf, secondSigns, signIn } from './desk-people.ts'
import { status, turnTo, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()

/** Folder for pictures; none if absent. */
const pictures = process.env['GUICHET_PICTURES']

const large = { width: 1920, height: 1080 }
const small = { width: 1366, height: 768 }
const looks = languages.flatMap((language) => [large, small].map((viewport) => ({ language, viewport })))
const shown = shareOf('daily looks', looks, 1)

/** Faults of `cutOff` that apply to a screen for keyboard and mouse, where a pane may scroll. */
async function cutFaults(page: Page): Promise<readonly string[]> {
  // The date beside the title of the event may be cut on a narrow screen.
  const setDate = (visibility: string): Promise<void> =>
    page.evaluate(
      (value) => document.querySelector<HTMLElement>('h1 small')?.style.setProperty('visibility', value),
      visibility,
    )
  await setDate('hidden')
  const faults = await page.evaluate(cutOff)
  await setDate('visible')
  return faults.filter((fault) => !fault.startsWith('scrolls without a sign'))
}

type Look = (name: string, page?: Page) => Promise<void>

const lookAt =
  (desk: Page, series: string): Look =>
  async (name, page = desk) => {
    await page.evaluate(() => document.fonts.ready)
    if (pictures) await page.screenshot({ path: join(pictures, `${series}-${name}.png`) })
    expect.soft(await axeFaults(page, wcag), name).toEqual([])
    // The page of the tickets is not an application of Guichet, and has the fonts of the phone.
    if (!(await page.evaluate(() => document.querySelector('#root') !== null))) return
    expect.soft(await sumsWithSlashedZero(page), name).toEqual([])
    expect.soft(await cutFaults(page), name).toEqual([])
  }

async function startMessages(language: Language) {
  const mail = new MailSimulator()
  const sms = new SmsSimulator('gateway-key')
  const gateway = await serveProviderSimulator({ simulator: sms, host: '127.0.0.1', port: 0 })
  const port = await mail.listen()
  onTestFinished(async () => void (await Promise.all([mail.close(), gateway.close()])))
  const from = { from: 'billets@nongo.example', name: 'Stade de Nongo' }
  const settings = messageSettings.parse({
    email: { host: '127.0.0.1', port, security: 'none', ...from },
    sms: {
      url: `${gateway.url}/send`,
      headers: { authorization: 'Bearer gateway-key' },
      body: { to: '{to}', text: '{text}' },
      countryCode: '224',
    },
  })
  onTestFinished(() => {
    if (!pictures) return
    writeFileSync(join(pictures, `mail-${language}.eml`), mail.received[0]?.data ?? '', 'latin1')
    writeFileSync(join(pictures, `sms-${language}.json`), sms.received.join('\n'))
  })
  return { mail, sms, settings }
}

async function startDay({ language, viewport }: (typeof looks)[number]) {
  const { mail, sms, settings: messages } = await startMessages(language)
  const database = databaseFile()
  const wallet = hasTools ? { walletDirectory: walletFolder() } : {}
  const fleet = await startFleet(0, database, { publicUrl: 'https://tickets.example', messages, ...wallet })
  const store = await openBeside(database)
  for (const [number, name] of [
    ['FGF', 'Fédération guinéenne de football'],
    ['FBB', 'Fédération de basket-ball'],
  ] as const)
    await store.saveAccount({
      number,
      name,
      currency: 'GNF',
      limit: 900_000,
      state: 'open',
      mode: 'demo',
      by: 'user:x',
    })
  const fiscal = await serveFiscalSimulator({ host: '127.0.0.1', port: 0, script: ['refuse', 'lost'], slowMs: 0 })
  onTestFinished(() => fiscal.close())
  const secretFile = join(temporaryFolder(), 'fiscal.key')
  writeFileSync(secretFile, fiscal.key, { mode: 0o600 })
  const printer = await virtualPrinter()
  const address = `tcp://127.0.0.1:${printer.port}`
  const devices = { guichet: { kind: 'escpos', address, drawer: {} } }
  const settings = {
    deviceId: 'caisse-01',
    role: 'cashier',
    language,
    languages: [language, language === 'fr' ? 'en' : 'fr'],
    terminals: 'manual',
    tenders: ['cash', 'card', 'orange-money', 'account'],
    printers: { devices, tickets: ['guichet'], drawer: 'guichet' },
    fleet: { hub: fleet.url, heartbeatSeconds: 1 },
    fiscal: { url: fiscal.url, key: { secretFile } },
    seller: { name: 'Société du Stade SA', zoneTaxRates: {}, taxRate: 18 },
  }
  const data = await enrolled(fleet, settings, temporaryFolder())
  const people = await peopleOf(data)
  const kiosk = await startKiosk(await startService(), settings, data)
  const typist = await typistAt(openPage, kiosk, viewport)
  const display = await openPage({ viewport: { width: 1024, height: 600 } })
  await display.goto(await kiosk.displayUrl())
  await typist.page.bringToFront()
  await expect.poll(async () => (await fleet.devices())[0]?.state?.role).toBe('cashier')
  const series = `${language}-${viewport.width}`
  const look = lookAt(typist.page, series)
  const savePapers = (): void => {
    if (!pictures) return
    for (const [at, piece] of printer.pieces.entries())
      writeFileSync(join(pictures, `${series}-roll-${String(at).padStart(2, '0')}.png`), pngOf(piece.picture))
  }
  onTestFinished(savePapers)
  onTestFinished(
    async () => void (pictures && (await typist.page.screenshot({ path: join(pictures, `${series}-end.png`) }))),
  )
  const { t } = createI18n(language)
  return { fleet, kiosk, typist, page: typist.page, display, mail, sms, look, t, language, ...people }
}

type Day = Awaited<ReturnType<typeof startDay>>

/** Sells seats in the north for cash and waits until their tickets are printed. */
async function sell({ typist, page, kiosk, t }: Day, count: number, received = ''): Promise<void> {
  const before = journalled(kiosk, 'PRINT_FINISHED').length
  await typist.enter(`${count} nord`)
  await page.getByRole('region', { name: t.desk.offers }).waitFor()
  await typist.go('Enter', 'payment')
  await typist.enter(received, 'seats')
  await expect.poll(() => journalled(kiosk, 'PRINT_FINISHED').length).toBe(before + count)
}

async function sendTickets(day: Day): Promise<void> {
  const { typist, page, display, look, t, fleet, language } = day
  const words = t.done.telephone
  const dialog = page.getByRole('dialog', { name: words.title })
  await page.getByRole('contentinfo').getByRole('button', { name: t.desk.commands.telephone }).waitFor()
  await typist.press('Control+s')
  await dialog.getByRole('button', { name: words.send.open }).waitFor()
  await look('page-code')
  await look('page-code-display', display)
  const address = dialog.getByLabel(words.send.address.both)
  for (const [at, typed] of ['mariama@client.example', '622 00 00 00'].entries()) {
    await typist.press('Control+s')
    await address.waitFor()
    await typist.enter(typed)
    await look(at === 0 ? 'message-email' : 'message-sms')
    await typist.press('Space', 'Enter')
    await expect.poll(() => dialog.getByText(words.send.states.sent).count()).toBe(at + 1)
  }
  await look('messages-sent')
  await typist.press('Escape')
  const link = /\/t\/[\w-]{32}/u.exec(day.sms.received.join())?.[0] ?? ''
  for (const [name, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['tablet', { width: 820, height: 1180 }],
  ] as const) {
    const phone = await openPage({ viewport, deviceScaleFactor: 2 })
    await phone.goto(fleet.url + link)
    await phone.getByRole('link', { name: catalogues[language].paper.ticketPage.pdf }).waitFor()
    await look(`ticket-page-${name}`, phone)
    if (pictures)
      await phone.screenshot({ path: join(pictures, `${language}-ticket-page-${name}-whole.png`), fullPage: true })
    await phone.context().close()
  }
  await page.bringToFront()
}

async function invoice({ typist, page, kiosk, look, t, fatou }: Day): Promise<void> {
  const { fiscal, out, unsigned } = t.files.invoices
  const [[register] = []] = inLedger(kiosk, 'SELECT register FROM ledger')
  const name = (number: number) => invoiceName(String(register), number)
  const panel = page.getByRole('complementary', { name: t.files.file })
  await typist.go('Control+i', 'files')
  await look('invoice-form')
  for (const text of ['Soguicom SARL', 'Immeuble Fria, Kaloum, Conakry', '123456789']) await typist.enter(text)
  await status(typist, unsigned(name(1), 'refused'))
  await look('invoice-refused')
  await typist.press('F1')
  await page.getByLabel(t.files.invoices.taxNumber).fill('123456780')
  await page.getByRole('heading', { name: t.files.invoices.resend }).waitFor()
  await look('invoice-corrected')
  await typist.press('Enter')
  await status(typist, unsigned(name(1), 'waiting'))
  await panel.getByText(fiscal.waiting).waitFor()
  await look('invoice-waiting')
  await expect.poll(() => journalled(kiosk, 'INVOICE_SIGNED').length, { timeout: 20_000 }).toBe(1)
  await typist.press('F1')
  await look('invoice-again')
  await typist.press('Enter')
  await status(typist, out(name(1), 'printed'))
  await look('invoice-signed')

  await typist.press('F5')
  await page.getByRole('group', { name: t.files.rightTender }).waitFor()
  await look('correction')
  await typist.press('Enter')
  for (const text of ['a1b2c3', fatou.number, fatou.pin]) await typist.enter(text)
  const { cash, card } = t.desk.tenders
  await panel
    .getByRole('listitem')
    .filter({ hasText: t.files.correction(cash, card) })
    .waitFor()
  await look('corrected')

  await typist.press('F4')
  await page.getByRole('combobox', { name: t.files.reason }).fill('Erreur de saisie')
  await look('void')
  for (const text of ['', fatou.number, fatou.pin]) await typist.enter(text)
  await panel.getByText(name(2)).waitFor()
  await look('credit-note')
  await typist.go('Escape', 'seats')
}

async function account({ typist, page, look, t, fatou }: Day): Promise<void> {
  const words = t.desk.account
  await typist.enter('1 nord')
  await page.getByRole('region', { name: t.desk.offers }).waitFor()
  await typist.go('Enter', 'payment')
  await typist.press('Control+u')
  const panel = page.getByRole('region', { name: words.title })
  await panel.waitFor()
  await look('account-search')
  await typist.enter('federation')
  await panel.getByText('Fédération de basket-ball').waitFor()
  await panel.getByRole('radio', { name: /FGF/u }).check()
  await look('account-charge')
  await secondSigns(panel.locator('form').last(), fatou, t)
  await typist.go('Enter', 'seats')

  await typist.press('Control+u')
  const later = page.getByRole('region', { name: words.payTitle })
  await typist.enter('FGF')
  await later.getByText(words.items).waitFor()
  await later.getByLabel(words.amount).fill('25000')
  await later.getByLabel(t.cash.received).fill('30000')
  await look('account-payment')
  await typist.press('Enter')
  await later.getByRole('button', { name: words.printAgain }).waitFor()
  await look('account-paid')
  await typist.press('Escape')
  await later.waitFor({ state: 'detached' })
}

async function office({ typist, page, look, t, mariama, alpha, fatou }: Day): Promise<void> {
  await page.getByRole('button', { name: t.desk.badge.open }).click()
  await page.getByRole('dialog', { name: t.desk.badge.title }).waitFor()
  await look('badge')
  await typist.press('Escape')
  await typist.openOffice('shifts', t)
  const drawer = page.getByRole('region', { name: /GNF$/u })
  await drawer.getByText(t.shift.count, { exact: true }).click()
  await drawer.getByLabel(/20.000/u).fill('9')
  await drawer.getByRole('button', { name: t.shift.handOver }).click()
  const receiver = drawer.getByRole('form', { name: t.shift.receiver })
  await secondSigns(receiver, alpha, t)
  await receiver.scrollIntoViewIfNeeded()
  await look('handover')
  await typist.press('Enter')
  await drawer.getByRole('status').waitFor()
  await look('handed-over')
  await typist.go('Escape', 'seats')
  await typist.go('F8', 'signed-out')
  await signIn(typist, fatou, 'seats')

  await typist.openOffice('trade', t)
  const words = t.office.salesList
  await page.getByRole('button', { name: words.save }).click()
  const table = page.getByRole('table', { name: words.title })
  await table.waitFor()
  await table.scrollIntoViewIfNeeded()
  await look('sales-list')
  await page.getByRole('button', { name: words.print }).click()
  await table.waitFor()
  await page.locator('main').evaluate((main) => main.querySelectorAll('*').forEach((each) => (each.scrollTop = 0)))
  await look('trade')
  await turnTo(page, 'people', t)
  await page.getByRole('row', { name: mariama.name }).waitFor()
  await look('people')
  await turnTo(page, 'shifts', t)
  await page.getByRole('button', { name: t.service.closeX }).click()
  await page
    .getByRole('status')
    .filter({ hasText: t.service.closed('X', 1) })
    .waitFor()
  await look('x-report')
  await page.getByRole('button', { name: t.service.closeZ }).click()
  await page.getByRole('button', { name: t.service.sureZ }).click()
  await page.getByRole('button', { name: t.office.look }).first().click()
  await page.getByRole('article').first().waitFor()
  await look('z-report')
  await turnTo(page, 'journal', t)
  await look('journal')
}

test.for(shown.cases)(
  `a day at the desk is accessible and whole: tickets on a phone, invoices, a correction, an account, a handover and lists ($language, $viewport.width × $viewport.height, ${shown.said})`,
  { timeout: 300_000 },
  async (wanted, { skip }) => {
    skip(isSample && pictures === undefined, 'takes a minute of CPU: npm run proofs -- long-tests')
    const day = await startDay(wanted)
    const { typist, display, look, mariama } = day
    await signIn(typist, mariama, 'float')
    await look('float')
    await typist.enter('200k', 'events')
    await typist.enter('2', 'seats')
    await sell(day, 2, '100000')
    await look('sold')
    await look('sold-display', display)
    await sendTickets(day)
    await invoice(day)
    await account(day)
    await office(day)
  },
)
