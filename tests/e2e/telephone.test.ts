import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { messageSettings } from '../../electron/fleet/message-drivers.ts'
import { MailSimulator } from '../support/message-simulators.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { axeFaults } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { hasTools, walletFolder } from '../hub/wallet-keys.ts'
import { need } from '../world/kiosk-fixture.ts'
import { inLedger, peopleOf, salesOf, signIn } from './desk-people.ts'
import { typistAt } from './desk-typist.ts'
import { atStage, holdSeats, startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()

/** Folder for screenshots. If absent, no screenshots are taken. */
const pictures = process.env['GUICHET_PICTURES']

test.each(['fr', 'ar'] as const)('the tickets open on a phone, and again without a network: %s', async (language) => {
  const wallet = hasTools ? { walletDirectory: walletFolder() } : {}
  const fleet = await startFleet(0, databaseFile(), { publicUrl: 'https://tickets.example', ...wallet })
  const settings = { deviceId: 'borne-03', fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
  const data = await enrolled(fleet, settings, temporaryFolder())
  const { mariama } = await peopleOf(data)
  const machine = await startKiosk(await startService(), settings, data)
  await expect.poll(async () => (await fleet.devices())[0]?.seenUtc ?? null).not.toBeNull()
  const { saleId } = await holdSeats(machine, 2)
  need(await machine.api.setLanguage({ saleId, language }))
  const words = createI18n(language).t.done.telephone
  const customer = await openPage({ viewport: { width: 1080, height: 1920 } })
  // In the French case, the customer chooses the ticket page during the payment; in the Arabic case, after the tickets
  // were printed.
  const isEarly = language === 'fr'
  const paying = need(await machine.api.pay({ saleId, tender: isEarly ? 'cash' : 'card' }))
  if (!isEarly) await atStage(machine, 'done')
  await customer.goto(machine.entryUrl)
  await customer.getByRole('button', { name: isEarly ? words.choose : words.ask }).click()
  if (isEarly) {
    await customer.getByRole('button', { name: words.choose, pressed: true }).waitFor()
    await customer.getByText(words.body).waitFor()
    expect(await axeFaults(customer)).toEqual([])
    if (pictures) await customer.screenshot({ path: join(pictures, 'paying-fr.png') })
    need(await machine.api.confirmCash({ saleId, received: paying.amount, staff: mariama.number, pin: mariama.pin }))
  }
  await customer.getByRole('img', { name: words.title }).waitFor()
  expect(await axeFaults(customer)).toEqual([])
  if (pictures) await customer.screenshot({ path: join(pictures, `done-${language}.png`) })

  const address = (await atStage(machine, 'done')).telephone?.address ?? ''
  const phone = await openPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  await phone.goto(fleet.url + new URL(address).pathname)
  const texts = catalogues[language].paper
  expect(await phone.getByRole('article').count()).toBe(2)
  await phone.getByRole('link', { name: texts.ticketPage.pdf }).waitFor()
  const passes = [texts.ticketPage.apple, texts.ticketPage.google, texts.ticketPage.appleAll].map((name) =>
    phone.getByRole('link', { name, exact: true }),
  )
  const shown = () => Promise.all(passes.map((links) => links.filter({ visible: true }).count()))
  expect(await shown()).toEqual(hasTools ? [2, 2, 1] : [0, 0, 0])
  const stored = () => phone.evaluate(async () => (await (await caches.open('tickets')).keys()).length)
  await expect.poll(stored).toBe(5)
  await expect.poll(() => phone.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  if (hasTools) await Promise.all([phone.waitForEvent('download'), passes[0]?.first().click()])
  expect(await stored()).toBe(5)
  expect(await axeFaults(phone)).toEqual([])
  if (pictures) await phone.screenshot({ path: join(pictures, `page-${language}.png`) })
  await phone.context().setOffline(true)
  await phone.reload()
  expect(await phone.getByRole('article').count()).toBe(2)
  await phone.getByText(texts.ticketPage.offline).waitFor()
  expect(await shown()).toEqual([0, 0, 0])
  if (!isEarly) return
  await customer.getByRole('button', { name: words.print }).click()
  await customer.getByText(createI18n(language).t.done.title(2)).waitFor()
  const codes = inLedger(machine, 'SELECT code FROM journal ORDER BY seq', 'demo').flat()
  expect(codes.filter((code) => /^(?:RE)?PRINT_FINISHED$/u.test(String(code)))).toEqual(
    Array(2).fill('REPRINT_FINISHED'),
  )
})

const desks = shareOf('languages of the desk', ['fr', 'ar'] as const, 1)

test.each(desks.cases)(
  `the desk sends the tickets with the consent of the customer: %s (${desks.said})`,
  async (language) => {
    const mail = new MailSimulator({ script: ['unknown-address', 'accept'] })
    const port = await mail.listen()
    onTestFinished(() => mail.close())
    const server = { host: '127.0.0.1', port, security: 'none', from: 'billets@nongo.example', name: 'Stade de Nongo' }
    const messages = messageSettings.parse({ email: server })
    const fleet = await startFleet(0, databaseFile(), { publicUrl: 'https://tickets.example', messages })
    const more = { languages: [language, 'en'], language }
    const settings = { deviceId: 'caisse-1', role: 'cashier', fleet: { hub: fleet.url, heartbeatSeconds: 1 }, ...more }
    const data = await enrolled(fleet, settings, temporaryFolder())
    const { mariama } = await peopleOf(data)
    const kiosk = await startKiosk(await startService(), settings, data)
    const typist = await typistAt(openPage, kiosk)
    const { page } = typist
    await expect.poll(async () => (await fleet.devices())[0]?.state?.role).toBe('cashier')
    await signIn(typist, mariama)
    await typist.enter('2', 'seats')
    await typist.enter('2 nord')
    await page.getByRole('region', { name: createI18n(language).t.desk.offers }).waitFor()
    await typist.go('Enter', 'payment')
    await typist.enter('100000', 'seats')
    await expect.poll(() => salesOf(kiosk, 'PRINT_FINISHED').length).toBe(2)
    await typist.press('Control+s')
    const words = createI18n(language).t.done.telephone
    const dialog = page.getByRole('dialog', { name: words.title })
    await dialog.getByRole('button', { name: words.send.open }).waitFor()
    const address = dialog.getByLabel(words.send.address.email)
    for (const [typed, state] of [
      ['nobody@client.example', words.send.reasons['address-refused']],
      ['mariama@client.example', words.send.states.sent],
    ] as const) {
      await typist.press('Control+s')
      await address.waitFor()
      await typist.enter(typed)
      expect(mail.received).toEqual([])
      if (pictures) await page.screenshot({ path: join(pictures, `desk-${language}.png`) })
      if (state === words.send.states.sent) expect(await axeFaults(page)).toEqual([])
      await typist.press('Space', 'Enter')
      await dialog.getByText(state).waitFor()
      await address.waitFor({ state: 'detached' })
    }
    expect(mail.received).toMatchObject([{ to: ['mariama@client.example'] }])
    expect(await axeFaults(page)).toEqual([])
    if (pictures) await page.screenshot({ path: join(pictures, `desk-${language}.png`) })
    if (pictures) writeFileSync(join(pictures, `mail-${language}.eml`), mail.received[0]?.data ?? '', 'latin1')
    await typist.press('Control+s')
    await address.waitFor()
    await typist.press('Escape')
    await address.waitFor({ state: 'detached' })
    await dialog.waitFor()

    const { files } = createI18n(language).t
    const file = page.getByRole('complementary', { name: files.file })
    await typist.press('F12')
    await file.waitFor()
    await typist.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const text of [words.send.reasons['address-refused'], words.send.states.sent])
      await file.getByText(text).waitFor()
    expect(await page.content()).not.toContain('client.example')
    expect(await axeFaults(page)).toEqual([])
    if (pictures) await page.screenshot({ path: join(pictures, `desk-files-${language}.png`) })
    await typist.press('Escape')
    await file.waitFor({ state: 'detached' })
  },
)
