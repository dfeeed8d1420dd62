import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servePaymentSimulator } from '../../electron/app/simulators.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { OfficePageName } from '../../renderer/app/office-pages.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { shared } from '../support/clean-up.ts'
import { deskSizes, expectCalm, holdBest, turnTo, typistAt } from './desk-typist.ts'
import { deskWithPeople, journalled, secondSigns, signIn } from './desk-people.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const texts = fr.office

test('the office asks each provider whether it lets the machine in, and a technician sets up again one that does not', async () => {
  const served = { name: 'djomy', acts: [], times: {}, host: '127.0.0.1', port: 0, currency: 'GNF' } as const
  const provider = await servePaymentSimulator(served)
  onTestFinished(() => provider.close())
  const data = temporaryFolder()
  const technician = { number: '91', name: 'Sékou Camara', role: 'technician' } as const
  const pin = saveStaffList(join(data, 'demo'), [technician]).get('91') ?? ''
  const secretFile = join(data, 'djomy-secret')
  writeFileSync(secretFile, 'simulator', { mode: 0o600 })
  const djomy = { driver: 'djomy-push', baseUrl: provider.url, clientId: 'simulator', method: 'OM' }
  const payments = { 'orange-money': { ...djomy, clientSecret: { secretFile } } }
  const kiosk = await startKiosk(await startService(), { role: 'cashier', payments }, data)
  const typist = await typistAt(openPage, kiosk)
  await signIn(typist, { ...technician, pin })
  await typist.openOffice('machine')
  const { page } = typist
  const part = page.getByRole('region', { name: texts.providersPart.title })
  await part.getByRole('button', { name: fr.payment.tryIt }).click()
  await part.getByText(texts.providersPart.fine).waitFor()
  const [heading] = await part.getByRole('heading', { level: 3 }).allInnerTexts()
  expect(heading).toMatch(/^Orange Money\s+djomy-push · http:\/\/127/u)
  await expectCalm(page)
  await provider.close()
  await part.getByRole('button', { name: fr.payment.tryIt }).click()
  await part.getByText(texts.providersPart.failed).waitFor()
  expect(await part.locator('[data-outcome="failed"]').count()).toBe(1)
  await part.getByRole('button', { name: texts.providersPart.renew }).click()
  await part.getByText(texts.providersPart.stops).waitFor()
  await expectCalm(page)
  await part.getByRole('button', { name: fr.setup.again.way }).click()
  await page.getByText(fr.setup.welcome.again).waitFor()
})

const sizes = deskSizes('office')

describe.each(sizes.cases)(`the office ($width × $height, ${sizes.said})`, (viewport) => {
  const opened = shared(async () => {
    const printer = await virtualPrinter()
    const at = (port: number) => ({ kind: 'escpos', address: `tcp://127.0.0.1:${port}`, connectSeconds: 1 })
    const devices = { guichet: at(printer.port), secours: at(9) }
    const printers = { devices, tickets: ['guichet', 'secours'] }
    const desk = await deskWithPeople(openPage, { printers }, viewport)
    await signIn(desk.typist, desk.fatou)
    return { ...desk, printer }
  })

  async function toOffice(name: OfficePageName): Promise<void> {
    const { typist, page } = opened()
    if ((await page.locator('[data-office]').count()) === 0) await typist.press('F10')
    await turnTo(page, name)
  }

  test('a supervisor works the office by arrows and Enter alone, sees the trade, compares tickets and payments, closes a shift, and checks the journal; every page is clean', async () => {
    const { kiosk, typist, page } = opened()
    if ((await page.locator('[data-office]').count()) > 0) await typist.go('Escape', 'events')
    await typist.press('F10')
    await page.locator('[data-office="trade"]').waitFor()
    const keys = page.getByRole('contentinfo')
    for (const key of ['Esc', 'F10', 'F12']) await keys.getByText(key, { exact: true }).waitFor()
    await typist.press('ArrowDown', 'ArrowDown')
    await page.locator('[data-office="shifts"]').waitFor()
    await page.getByText(fr.shift.noteFloat).waitFor()
    await typist.press('ArrowRight')
    const sum = page.getByLabel(fr.shift.sum('GNF'))
    while (!(await sum.evaluate((field) => field === document.activeElement))) await typist.press('ArrowDown')
    await typist.type('200k')
    await typist.press('Enter', 'Enter')
    await page.getByRole('definition').filter({ hasText: '200' }).waitFor()
    expect(journalled(kiosk, 'SHIFT_OPENED')).toEqual(['SHIFT_OPENED 90'])
    await typist.go('F12', 'files')
    await typist.go('Escape', 'events')
    await typist.enter('2')
    for (const typed of ['1 nord', '1 sud']) {
      await typist.at('seats')
      await page.getByRole('application').waitFor({ state: 'attached' })
      await holdBest(typist, typed)
      await typist.press('Enter')
      await page.getByText(fr.desk.nothingToGive).waitFor()
    }
    await typist.at('seats')
    await typist.press('F10')
    await page.getByRole('img', { name: /^2 billets/u }).waitFor()
    const tribunes = page.getByRole('figure', { name: texts.byTribune })
    await tribunes.getByText('1 place').first().waitFor()
    await tribunes.getByRole('button', { name: texts.asTable }).click()
    expect(await tribunes.getByRole('row').count()).toBe(3)
    await page.getByRole('figure', { name: /places disponibles$/u }).waitFor()
    const list = page.getByRole('region', { name: texts.salesList.title })
    await list.getByRole('button', { name: texts.salesList.save }).click()
    await list
      .getByRole('status')
      .getByText(/^2 lignes, 2 billets, /u)
      .waitFor()
    for (const name of Object.keys(texts.pages) as OfficePageName[]) {
      await turnTo(page, name)
      await page.getByRole('heading', { level: 1, name: texts.pages[name] }).waitFor()
      await expect.poll(() => page.getByText(fr.common.wait).count()).toBe(0)
      await expectCalm(page)
    }
    await turnTo(page, 'reconcile')
    await page.getByRole('button', { name: texts.compare, exact: true }).first().click()
    const compared = page.getByRole('status').filter({ hasText: texts.compared(0) })
    await compared.filter({ hasText: '2 billets concordent' }).waitFor()

    const payments = page.getByRole('region', { name: texts.settlement.title })
    await payments.getByRole('combobox', { name: texts.settlement.provider }).selectOption('simulated')
    const buffer = Buffer.from('Référence;Montant;Statut\nMP250517.1405;5 000;SUCCÈS\nMP250517.1406;?;SUCCÈS\n')
    const report = { name: 'releve.csv', mimeType: 'text/csv', buffer }
    await payments.getByLabel(texts.settlement.choose).setInputFiles(report)
    await payments.getByRole('button', { name: texts.compare, exact: true }).click()
    for (const kind of ['missing-here', 'unclear'] as const)
      await payments.getByRole('cell', { name: texts.settlement.kinds[kind], exact: true }).waitFor()
    await payments.getByText(texts.settlement.of(0, 2, 0)).waitFor()
    await expectCalm(page)

    await turnTo(page, 'shifts')
    await page.getByText(texts.noClosures).waitFor()
    await page.getByRole('button', { name: fr.service.closeZ }).click()
    await page.getByRole('button', { name: fr.service.sureZ }).click()
    await page.getByRole('cell', { name: 'Z 1', exact: true }).waitFor()
    await page.getByRole('button', { name: texts.look }).click()
    await page.getByRole('article', { name: 'Z 1' }).getByText(texts.perpetualNet).waitFor()
    await expectCalm(page)
    // A second Z report is impossible without activity since the first.
    await page.getByText(fr.shift.beforeZ.nothing(1)).waitFor()
    expect(await page.getByRole('button', { name: fr.service.closeZ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: fr.service.printAgain }).click()
    await page.getByRole('button', { name: texts.archive }).click()
    const said = (await page.getByText(/lignes archivées et signées/u).textContent()) ?? ''
    expect(existsSync(said.slice(said.indexOf('/')))).toBe(true)

    await turnTo(page, 'journal')
    await page.getByRole('button', { name: texts.verify }).click()
    await page.getByText(texts.sound).waitFor()
    await page.getByRole('cell', { name: texts.journalRows.Z_REPORT, exact: true }).waitFor()
    const printed = page.getByRole('row', { name: new RegExp(texts.journalRows.PRINT_FINISHED, 'u') }).first()
    await printed.getByRole('button').click()
    await expect.poll(() => page.getByRole('cell', { name: texts.journalRows.Z_REPORT, exact: true }).count()).toBe(0)

    await turnTo(page, 'machine')
    await page.getByRole('button', { name: texts.diagnose }).click()
    await page.getByText(texts.diagnosed).waitFor()
    expect(journalled(kiosk, 'Z_REPORT', 'RECONCILED')).toEqual(['RECONCILED 90', 'Z_REPORT 90'])
  })

  test('printers are tried, and settings changed by keyboard, only to what the program would start with; an access code only to what the service takes', async () => {
    const { kiosk, typist, page, printer } = opened()
    await toOffice('machine')
    const before = printer.pieces.length
    const row = (name: string) => page.getByRole('row', { name })
    const printerRow = (name: string) => page.getByRole('row', { name: new RegExp(name, 'u') })
    for (const name of ['guichet', 'secours'])
      await printerRow(name).getByRole('button', { name: texts.testPage }).click()
    await printerRow('guichet').getByText(texts.tested.printed).waitFor()
    await printerRow('secours').getByText(texts.tested.failed).waitFor()
    expect(printer.pieces.length).toBe(before + 1)
    await expectCalm(page)

    await turnTo(page, 'settings')
    const closing = page.getByRole('textbox', { name: texts.settings['shifts.closeAt'] })
    await closing.fill('25:00')
    await page.getByRole('button', { name: texts.record }).click()
    const refusal = row(texts.settings['shifts.closeAt']).getByRole('alert')
    await refusal.getByText('Heure de clôture de la session de caisse : saisissez une heure comme 23:30.').waitFor()
    expect(await closing.getAttribute('aria-invalid')).toBe('true')
    await expectCalm(page)
    await closing.fill('23:45')
    await page.getByRole('button', { name: texts.record }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    const { settings, settingWords } = texts
    const taken = async (name: string) => {
      await row(name).getByRole('button', { name: texts.record }).waitFor({ state: 'detached' })
      expect(await row(name).getByRole('alert').count()).toBe(0)
    }

    const tenders = row(settings.tenders)
    for (const kind of ['card', 'cash', 'orange-money', 'mtn-momo'] as const)
      await tenders.getByRole('checkbox', { name: fr.desk.tenders[kind] }).press('Space')
    await tenders.getByRole('button', { name: texts.record }).press('Enter')
    await tenders.getByRole('alert').getByText('Moyens de paiement : conservez-en au moins un.').waitFor()
    await tenders.getByRole('checkbox', { name: fr.desk.tenders.cash }).press('Space')
    await tenders.getByRole('button', { name: texts.record }).press('Enter')
    await taken(settings.tenders)

    const hours = row(settings['updates.openingHours'])
    await hours.getByRole('textbox', { name: settingWords.opens }).fill('8h30')
    await hours.getByRole('textbox', { name: settingWords.opens }).press('Enter')
    await hours.getByRole('alert').filter({ hasText: 'saisissez les deux heures' }).waitFor()
    await hours.getByRole('textbox', { name: settingWords.closes }).fill('٢')
    await hours.getByRole('textbox', { name: settingWords.closes }).press('Enter')
    await taken(settings['updates.openingHours'])
    expect(await hours.getByRole('textbox', { name: settingWords.closes }).inputValue()).toBe('02:00')

    // A fallback printer can be removed from a list only if it is assigned to other documents.
    const tickets = row(settings['printers.tickets'])
    const simulator = tickets.getByRole('combobox', { name: settingWords.rank(settings['printers.tickets'], 2) })
    await simulator.selectOption('')
    await tickets.getByRole('button', { name: texts.record }).press('Enter')
    await tickets.getByRole('alert').getByText('« secours » n’imprimerait plus rien').waitFor()
    const reports = row(settings['printers.reports'])
    await reports.getByRole('combobox').selectOption('secours')
    await reports.getByRole('button', { name: texts.record }).press('Enter')
    await taken(settings['printers.reports'])
    await tickets.getByRole('button', { name: texts.record }).press('Enter')
    await taken(settings['printers.tickets'])

    const card = page.getByRole('combobox', { name: settingWords.keyOf(fr.desk.commands.card) })
    await card.selectOption('F6')
    const cardRow = page.getByRole('row').filter({ has: card })
    await cardRow.getByRole('button', { name: texts.record }).press('Enter')
    const { card: cardKey, park } = fr.desk.commands
    const twice = `F6 est attribuée à plusieurs commandes : « ${cardKey} » et « ${park} »`
    await cardRow.getByRole('alert').getByText(twice).waitFor()
    await card.selectOption('Alt+K')
    await cardRow.getByRole('button', { name: texts.record }).press('Enter')
    await cardRow.getByRole('button', { name: texts.record }).waitFor({ state: 'detached' })
    expect(JSON.parse(readFileSync(join(kiosk.data, 'config.json'), 'utf8'))).toMatchObject({
      shifts: { closeAt: '23:45' },
      tenders: ['cash'],
      updates: { openingHours: { from: '08:30', to: '02:00' } },
      printers: { tickets: ['guichet'], reports: ['secours'] },
      shortcuts: { card: 'Alt+K' },
    })

    await turnTo(page, 'access')
    await page.getByRole('button', { name: texts.changeCode }).first().click()
    await page.getByLabel(/^Code d’accès de/u).fill('WRONG')
    await typist.press('Enter')
    await page.getByText(fr.problems['access-code-refused']({ type: 'access-code-refused' }, '').title).waitFor()
    expect(journalled(kiosk, 'SETTING_CHANGED', 'ACCESS_CODE_SET')).toEqual(
      Array.from({ length: 6 }, () => 'SETTING_CHANGED 90'),
    )
  })

  test('a supervisor adds somebody, gives another PIN and takes somebody off the list, by keyboard and with a second person', async () => {
    const { kiosk, typist, page, fatou } = opened()
    const words = texts.people
    const { add, who, first, second: again, newPin, remove, roles } = fr.setup.people
    await toOffice('people')
    await page.getByRole('cell', { name: 'Mariama Bah' }).waitFor()

    await page.getByRole('button', { name: add, exact: true }).click()
    await page.getByRole('textbox', { name: who, exact: true }).fill('Kadiatou Barry')
    const number = page.getByRole('textbox', { name: fr.people.number, exact: true })
    expect(await number.inputValue()).toBe('91')
    await number.fill('9')
    await page.getByLabel(first, { exact: true }).fill('1234')
    await page.getByText(fr.setup.faults.machinePin).waitFor()
    await page.getByLabel(first, { exact: true }).fill('739105')
    await page.getByLabel(again, { exact: true }).fill('739105')
    await expectCalm(page)
    await typist.press('Enter')
    const confirming = page.getByRole('form', { name: fr.files.second })
    await page.getByRole('heading', { name: `Kadiatou Barry · ${roles.cashier} · 9` }).waitFor()
    await secondSigns(confirming, fatou)
    await typist.press('Enter')
    await page.getByRole('alert').getByText('Un autre responsable').waitFor()
    expect(await page.getByRole('cell', { name: 'Kadiatou Barry' }).count()).toBe(0)
    // Entering the kiosk's PIN counts as approval by a second person.
    await secondSigns(confirming, { number: '', pin: DEMO_PIN })
    await typist.press('Enter')
    await page.getByText(words.added('Kadiatou Barry')).waitFor()
    const row = page.getByRole('row', { name: 'Kadiatou Barry' })
    await row.getByText(roles.cashier).waitFor()
    await expectCalm(page)

    await row.getByRole('button', { name: newPin }).click()
    const own = page.getByRole('form', { name: words.newPinOf('Kadiatou Barry') })
    await own.getByLabel(first, { exact: true }).fill('502846')
    await own.getByLabel(again, { exact: true }).fill('502846')
    await typist.press('Enter')
    await confirming.getByLabel(fr.desk.pin, { exact: true }).fill(DEMO_PIN)
    await typist.press('Enter')
    await page.getByText(words.renewed('Kadiatou Barry')).waitFor()

    await row.getByRole('button', { name: remove }).click()
    const sure = page.getByRole('group', { name: words.removeOf('Kadiatou Barry') })
    await sure.getByRole('button', { name: remove, exact: true }).click()
    await page.getByText(words.removed('Kadiatou Barry')).waitFor()
    const rows = ['STAFF_ADDED', 'PIN_RESET', 'STAFF_REMOVED']
    expect(journalled(kiosk, ...rows)).toEqual(rows.map((code) => `${code} 90`))
  })
})
