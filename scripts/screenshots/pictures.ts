import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { reachFleet } from './fleet.ts'
import type { Glass, Picture, Visit } from './visit.ts'
import { onScreen } from '../../tests/world/page.ts'

/** Two thirds of a 1920 × 1080 screen, for small files. */
const small: Glass = { width: 1280, height: 720 }
const large: Glass = { width: 1920, height: 1080 }
const office: Glass = { width: 1280, height: 960 }

const inBoth = (page: string): readonly string[] => [`docs/operating/${page}`, `docs/fr/operating/${page}`]

export const pictures: readonly Picture[] = [
  { name: 'section', reach: reachSection, language: 'fr', glass: small, pages: ['README.md'] },
  { name: 'review', reach: reachReview, language: 'fr', glass: small, pages: ['README.md'] },
  { name: 'desk', reach: reachDesk, language: 'fr', glass: large, pages: inBoth('cashier-desk.md') },
  { name: 'customer-display', reach: reachDisplay, language: 'fr', glass: small, pages: inBoth('cashier-desk.md') },
  { name: 'setup', reach: reachSetUp, language: 'fr', glass: large, pages: inBoth('installing.md') },
  { name: 'fleet', reach: reachFleet, language: 'fr', glass: office, pages: inBoth('fleet.md') },
]

export const pictureFolder = fileURLToPath(new URL('../../docs/screens', import.meta.url))
export const pictureFile = (name: string): string => join(pictureFolder, `${name}.png`)

const seats = 3

async function reachSection({ startKiosk, open, t }: Visit): Promise<Page> {
  const kiosk = await startKiosk({
    deviceId: 'corniche-07',
    // Value for a screen of 480 × 270 mm. The layout depends on the physical size.
    pixelsPerMillimetre: small.width / 480,
    tenders: ['card', 'cash', 'orange-money', 'mtn-momo'],
  })
  const page = await open(kiosk.url)
  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()
  await onScreen(page, 'attract')
  await press(/Hamana AC/u)
  await onScreen(page, 'offers')
  await press(t.common.places(seats))
  await press(t.offers.openMap)
  await onScreen(page, 'map')
  await press(t.map.asList)
  await press('S5')
  await press(t.seatMap.row('J'))
  for (let picked = 0; picked < seats; picked++) await page.locator('[data-look="available"]').first().click()
  await press(t.map.asMap)
  await page.locator('canvas').filter({ visible: true }).first().waitFor()
  await onScreen(page, 'map')
  return page
}

async function reachReview(visit: Visit): Promise<Page> {
  const page = await reachSection(visit)
  await page.getByRole('button', { name: visit.t.map.take(seats, '') }).click()
  await onScreen(page, 'review')
  return page
}

interface DeskAndDisplay {
  readonly desk: Page
  readonly display: Page
  readonly at: (step: string) => Promise<void>
  readonly enter: (line?: string) => Promise<void>
}

async function holdAtDesk({ startDesk, open, t }: Visit): Promise<DeskAndDisplay> {
  const { url, displayUrl } = await startDesk({ deviceId: 'caisse-01' })
  const display = await open(displayUrl, small)
  const desk = await open(url, large)
  const at = (step: string): Promise<void> => desk.locator(`[data-desk="${step}"]`).waitFor()
  const enter = async (line = ''): Promise<void> => {
    await desk.keyboard.type(line)
    await desk.keyboard.press('Enter')
  }
  await desk.bringToFront()
  await at('signed-out')
  await desk.getByRole('list', { name: t.people.demoPeople }).getByRole('button').first().click()
  await enter()
  await at('events')
  await enter('1')
  await at('seats')
  await desk.getByRole('application').waitFor()
  await enter('N5 J 12-15')
  await at('payment')
  await display.locator('[data-display="review"]').waitFor()
  return { desk, display, at, enter }
}

async function reachDisplay(visit: Visit): Promise<Page> {
  return (await holdAtDesk(visit)).display
}

async function reachDesk(visit: Visit): Promise<Page> {
  const { desk, at, enter } = await holdAtDesk(visit)
  await desk.keyboard.press(defaultShortcuts.park)
  await at('seats')
  await desk.getByRole('region', { name: visit.t.desk.parked }).getByRole('timer').waitFor()
  await enter('4 nord')
  await desk.getByRole('region', { name: visit.t.desk.offers }).waitFor()
  return desk
}

async function reachSetUp({ start, open, language, t }: Visit): Promise<Page> {
  const { url } = await start(['browser-host.js', '--no-browser', '--setup'], /Guichet: (\S+)/u)
  const page = await open(url)
  const on = (step: string): Promise<void> => onScreen(page, `setup-${step}`)
  const press = (name: string): Promise<void> => page.locator('main button').filter({ hasText: name }).first().click()
  const { partner, device } = t.setup
  await on('welcome')
  await page.locator(`main button[lang="${language}"]`).click()
  await press(t.setup.next)
  await on('profile')
  await press(t.setup.profile.names.kiosk)
  await on('device')
  await page.getByLabel(device.name).fill('porte-b-01')
  await press(t.setup.next)
  await on('partner')
  await page.getByLabel(partner.address).fill('https://billets.exemple.gn')
  await page.getByLabel(partner.code).fill('stade')
  return page
}
