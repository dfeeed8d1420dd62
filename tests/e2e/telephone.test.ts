import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { axeFaults } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { hasTools, walletFolder } from '../hub/wallet-keys.ts'
import { need } from '../world/kiosk-fixture.ts'
import { inLedger, peopleOf } from './desk-people.ts'
import { atStage, holdSeats, startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()

/** Folder for pictures; none if absent. */
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
  // In French the customer chooses the page while paying, otherwise after the tickets were printed.
  const isEarly = language === 'fr'
  const paying = need(await machine.api.pay({ saleId, tender: isEarly ? 'cash' : 'card' }))
  if (!isEarly) await atStage(machine, 'done')
  await customer.goto(machine.entryUrl)
  await customer.getByRole('button', { name: isEarly ? words.choose : words.ask }).click()
  if (isEarly) {
    await customer.getByRole('button', { name: words.choose, pressed: true }).waitFor()
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
