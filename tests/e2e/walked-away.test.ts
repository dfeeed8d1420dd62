import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { useBrowser } from '../support/browser.ts'
import { cleanUp, shared } from '../support/clean-up.ts'
import { scanQrCodes } from '../support/pdf.ts'
import { onScreen } from '../world/page.ts'
import { need, operator, paid, pin, scriptedDevice, startSmallKiosk } from '../world/kiosk-fixture.ts'
import type { KioskFixture } from '../world/kiosk-fixture.ts'

const { openPage } = useBrowser()
const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** One page for all tests of this file. `shows(kiosk)` connects it to another kiosk. */
const glass = shared(async () => {
  let shown: KioskFixture | null = null
  let leave = (): void => undefined
  const listeners = new Set<(event: KioskEvent) => void>()
  const access = {
    get api() {
      return shown?.api ?? null
    },
    subscribe(listener: (event: KioskEvent) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const host = await serveKiosk({ access, log, rendererDirectory, port: 0 })
  cleanUp(() => host.close())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  let address = host.entryUrl
  return {
    page,
    async shows(kiosk: KioskFixture, screen: string): Promise<void> {
      leave()
      shown = kiosk
      leave = kiosk.subscribe((event) => listeners.forEach((listener) => listener(event)))
      await page.goto(address)
      address = new URL('/', address).href
      await onScreen(page, screen)
    },
  }
})

const at = (screen: string): Promise<void> => onScreen(glass().page, screen)
async function press(name: string, screen?: string): Promise<void> {
  await glass().page.getByRole('button', { name, exact: true }).click()
  if (screen) await at(screen)
}
const heading = (name: string) => glass().page.getByRole('heading', { level: 1, name })
const warning = (text: string) => glass().page.getByRole('alert').getByText(text)
const words = (): Promise<string> => glass().page.getByRole('main').innerText()

async function unpaid() {
  const { word, tenders } = operator()
  const kiosk = await startSmallKiosk({ tenders })
  const { saleId } = await kiosk.paying('card', 1)
  const notPaid = () => kiosk.until(() => kiosk.state(saleId) === 'needs-staff')
  return { word, kiosk, saleId, notPaid }
}

async function typeCode(code: string): Promise<void> {
  await press(fr.collecting.open, 'code')
  await glass().page.getByRole('button', { name: fr.collecting.ways.code.name }).click()
  for (const letter of code) await press(letter)
}

test('a customer walks away from a code and comes back with six characters: while the operator says nothing the screen says so, and by itself what comes of it', async () => {
  const { word, kiosk, saleId, notPaid } = await unpaid()
  await glass().shows(kiosk, 'scan')
  await notPaid()
  await at('come-back')
  expect(await words()).toContain(fr.collecting.slip.none)
  const code = /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(await words())?.[0]?.replace(' ', '') ?? ''
  await press(fr.staff.finish, 'attract')

  const wrong = code.startsWith('2') ? '333333' : '222222'
  await typeCode(wrong)
  await warning(fr.problems['unknown-code']({ type: 'unknown-code' }, '').title).waitFor()
  for (const letter of code) await press(letter)
  await heading(fr.collecting.answer('asking', '').title).waitFor()
  word.now = { outcome: 'refused', reason: 'declined' }
  await kiosk.until(() => kiosk.state(saleId) === 'abandoned', 30_000)
  await heading(fr.collecting.answer('not-paid', '').title).waitFor()
  await press(fr.common.toEvents, 'events')
})

test('a machine that starts again between knows the code, and prints at a touch of a scanner', async () => {
  const { word, kiosk, saleId, notPaid } = await unpaid()
  await notPaid()
  const again = await kiosk.restart()
  word.now = paid
  await again.until(() => again.state(saleId) === 'print-unknown', 30_000)
  const open = need(await again.api.listStaffCases({ pin })).find((each) => 'saleId' in each)
  await glass().shows(again, 'attract')
  await glass().page.keyboard.type((open as unknown as { readonly code: string }).code)
  await glass().page.keyboard.press('Enter')
  await at('done')
  expect(again.printed).toHaveLength(1)
})

test('who waits at the screen is told, and the tickets wait for their touch', async () => {
  const { word, kiosk, saleId, notPaid } = await unpaid()
  await notPaid()
  await glass().shows(kiosk, 'come-back')
  word.now = paid
  await kiosk.until(() => kiosk.state(saleId) === 'print-unknown', 30_000)
  await at('collect')
  expect(kiosk.printed).toEqual([])
  await press(fr.collecting.ready.print, 'done')
  expect(kiosk.printed).toHaveLength(1)
})

test('a sale fails: the customer photographs six characters, and staff open the sale by them', async () => {
  const kiosk = await startSmallKiosk({ tenders: { card: scriptedDevice({ outcome: 'unknown', forGood: true }) } })
  const { saleId } = await kiosk.paying()
  const { page } = glass()
  await glass().shows(kiosk, 'needs-staff')
  const { seats = [] } = need(await kiosk.api.getKiosk({})).sale ?? {}
  const reference = collectionCode(saleId)
  expect(await words()).toContain(inHalves(reference))
  expect(await words()).not.toMatch(/[\da-f]{8}-[\da-f]{4}/u)
  const { width, height, data } = PNG.sync.read(await page.screenshot())
  const codes = await scanQrCodes({ width, height, data: Uint8ClampedArray.from(data) })
  expect(codes.map(({ text }) => text)).toEqual([reference])
  await press(fr.staff.finish, 'attract')

  await page.getByRole('banner', { name: fr.tools.label }).locator('p').click({ clickCount: 5 })
  await at('staff-desk')
  await page.keyboard.type(`${pin}\n`)
  await press(fr.staffDesk.find)
  await heading(fr.staffDesk.find).waitFor()
  await page.keyboard.type('222222\n')
  await page.getByText(fr.staffDesk.notFound).waitFor()
  // A scanner reads the reference from the customer's photograph of the screen: it types the reference, then Enter.
  // Enter must not answer the displayed case.
  await page.keyboard.type(reference.toLowerCase())
  await page.getByText(fr.staffDesk.of(1, 1)).waitFor()
  await page.keyboard.press('Enter')
  await press(fr.staffDesk.find)
  await heading(fr.staffDesk.find).waitFor()
  await page.keyboard.type(reference.toLowerCase())
  await page.getByText(fr.staffDesk.of(1, 1)).waitFor()
  const shown = [inHalves(reference), seats.map(({ place }) => place.seatCode).join(' · ')]
  expect(await page.getByRole('definition').allInnerTexts()).toEqual(expect.arrayContaining(shown))
})
