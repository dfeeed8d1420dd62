import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { fleet as frFleet } from '../../renderer/i18n/fr/fleet.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { axeFaults, wcag } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { scan as printedCodes, virtualPrinter } from '../printing/escpos/printers.ts'
import { need } from '../world/kiosk-fixture.ts'
import { atStage, holdSeats, type Service, startKiosk, startService } from '../world/machine.ts'
import { inLedger, journalled, peopleOf, secondSigns, signIn } from './desk-people.ts'
import { expectCalm, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()
const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
/** Maximum time in milliseconds until the desk and the hub's page show a customer's call. */
const SEEN_WITHIN_MS = 5_000

/** Starts a machine that is enrolled at the hub and has staff. */
async function startMember(
  fleet: Awaited<ReturnType<typeof startFleet>>,
  service: Service,
  deviceId: string,
  more: object,
) {
  const settings = { deviceId, fleet: { hub: fleet.url, heartbeatSeconds: 1 }, ...more }
  const data = await enrolled(fleet, settings, temporaryFolder())
  const people = await peopleOf(data)
  return { ...people, machine: await startKiosk(service, settings, data), data }
}

/** Types a code at the speed of a scanner. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test('a customer’s call is at the desk and on the hub’s page within five seconds; a badge takes the cash by one touch', async () => {
  const fleet = await startFleet(0, databaseFile(), { rendererDirectory })
  const service = await startService()
  const printer = await virtualPrinter()
  const address = `tcp://127.0.0.1:${printer.port}`
  const devices = { till: { kind: 'escpos', address, drawer: { pin: 2, pulseMs: 120 } } }
  const printers = { devices, tickets: ['till'], drawer: 'till' }
  const desk = await startMember(fleet, service, 'caisse-01', { role: 'cashier', printers })
  const kiosk = await startMember(fleet, service, 'borne-03', { tenders: ['cash'] })
  const typist = await typistAt(openPage, desk.machine)
  await signIn(typist, desk.mariama, 'float')
  await typist.enter('100k', 'events')
  await typist.press('F8')
  await signIn(typist, desk.fatou)
  await typist.openOffice('people')
  const row = typist.page.getByRole('row', { name: desk.mariama.name })
  await row.getByRole('button', { name: fr.office.people.badge }).click()
  await secondSigns(typist.page.getByRole('form', { name: fr.files.second }), { number: '', pin: DEMO_PIN })
  await typist.press('Enter')
  await typist.page.getByText(fr.office.people.badgeStates.printed(desk.mariama.name)).waitFor()
  await expectCalm(typist.page)
  const [code = ''] = await printedCodes(printer.pieces.at(-1))
  await typist.press('F8')
  await signIn(typist, desk.mariama)
  await typist.page.getByRole('button', { name: fr.desk.badge.open }).waitFor()
  await typist.press('Control+d')
  const badge = typist.page.getByRole('dialog', { name: fr.desk.badge.title })
  await badge.getByRole('img').waitFor()
  expect(journalled(desk, 'BADGE_ISSUED')).toEqual(['BADGE_ISSUED 90', 'BADGE_ISSUED 7'])
  // The cashier can continue typing while the badge is displayed.
  await typist.enter('2', 'seats')
  await expectCalm(typist.page)
  await typist.press('Escape')
  await badge.waitFor({ state: 'detached' })
  await typist.at('seats')

  const hub = await openPage()
  await hub.context().addCookies([cookieOf(fleet.url, await fleet.signedIn())])
  await hub.goto(`${fleet.url}/fleet`)
  await hub.getByRole('heading', { name: 'borne-03' }).waitFor()

  const { saleId, total } = await holdSeats(kiosk.machine, 2)
  const customer = await openPage()
  await customer.goto(kiosk.machine.entryUrl)
  await customer.locator('[data-screen="review"]').waitFor()
  need(await kiosk.machine.api.pay({ saleId, tender: 'cash' }))
  const atDesk = typist.page.locator('[data-calls]')
  const onPage = hub.locator('[data-calls]')
  const borne = { hasText: 'borne-03' }
  const seen = { timeout: SEEN_WITHIN_MS }
  await Promise.all([atDesk.locator('b', borne).waitFor(seen), onPage.locator('b', borne).waitFor(seen)])
  await atDesk.getByText(fr.desk.calls.reasons.cash).waitFor()
  await onPage.getByText(frFleet.calls.reasons.cash).waitFor()
  expect(await axeFaults(hub)).toEqual([])
  expect(await axeFaults(typist.page, wcag)).toEqual([])
  await customer.getByText(fr.agentCall.called).waitFor()
  await typist.press('Control+j')
  await customer.getByText(fr.agentCall.coming).waitFor()
  await onPage.getByText(frFleet.calls.coming('caisse-01')).waitFor()

  await hub.locator('li', { hasText: frFleet.badges.permanent }).waitFor()
  await scan(customer, code)
  const take = customer.getByRole('button', { name: fr.cash.take })
  await take.click()
  await atStage(kiosk.machine, 'done')
  await atDesk.waitFor({ state: 'detached' })
  await onPage.waitFor({ state: 'detached' })
  const [[staffId, payload] = []] = inLedger(
    { data: kiosk.data },
    "SELECT staff_id, payload FROM journal WHERE code = 'TENDER_APPROVED'",
  )
  expect([staffId, JSON.parse(String(payload))]).toMatchObject([
    desk.mariama.number,
    { event: { by: { means: 'badge', desk: 'caisse-01' } }, tender: { received: total } },
  ])
})

function cookieOf(url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=', 2)
  return { name, value, url: `${url}/fleet` }
}
