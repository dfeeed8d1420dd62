import { expect, test } from 'vitest'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { journalled, payments, salesOf, sold } from './desk-people.ts'
import {
  alert,
  atTheMatch,
  deskSizes,
  expectCalm,
  holdBest,
  shows,
  signInDemo,
  type Typist,
  typistAt,
  laptop,
} from './desk-typist.ts'
import { expectPrinted, listen } from './customer.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const { desk } = fr
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

async function openDesk(settings: object = {}, viewport: { width: number; height: number } = laptop) {
  const kiosk = await startKiosk(await startService(), { role: 'cashier', ...settings })
  const typist = await typistAt(openPage, kiosk, viewport)
  return { kiosk, typist, heard: listen(typist.page) }
}

const region = ({ page }: Typist, name: string) => page.getByRole('region', { name })
const strip = (typist: Typist) => region(typist, desk.behind.title)

test('four seats in at most 25 keystrokes; a held key takes one step; the arrows choose, exact seats are sold by a key of the settings, and what was sold or typed is had again by one key', async () => {
  const { kiosk, typist, heard } = await openDesk({ shortcuts: { card: 'Alt+K', park: 'Insert' } })
  const { page } = typist
  await atTheMatch(typist)
  const ownerRef = await heard.ownerRef()
  typist.keys = 0
  await typist.type('4 nord')
  // The second Enter is pressed before the offers appear, and selects the first one.
  await typist.press('Enter', 'Enter')
  await typist.at('payment')
  const [offer] = await heard.offers()
  const total = offer?.total ?? 0
  await typist.enter('200k')
  await page.getByText(desk.lastSale(desk.places(4), gnf(total))).waitFor()
  expect(typist.keys).toBeLessThanOrEqual(25)
  expect(await typist.panel.innerText()).toContain(gnf(200_000 - total))
  await sold(typist, kiosk, 4)
  const inOneRow = await expectPrinted(kiosk, ownerRef, 4)
  expect(new Set(inOneRow.map(({ place }) => place.tribune.nom))).toEqual(new Set(['Tribune Nord']))
  expect(new Set(inOneRow.map(({ place }) => place.rangee)).size).toBe(1)
  await typist.at('seats')
  await page.getByRole('application').waitFor()
  expect(await heard.ownerRef()).not.toBe(ownerRef)

  const offers = region(typist, desk.offers)
  const steps = () => journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_STARTED', 'TENDER_APPROVED')
  const before = steps()
  await typist.type('1 nord')
  await typist.hold('Enter')
  await offers.waitFor()
  await typist.hold('Enter')
  await typist.at('payment')
  const bar = page.getByRole('contentinfo')
  await expect.poll(() => bar.getByRole('button', { name: desk.commands.card }).innerText()).toContain('Alt+K')
  await typist.hold('Insert')
  await typist.at('seats')
  expect(steps()).toEqual([...before, 'SEATS_CHOSEN -'])
  await typist.go('F7', 'payment')
  await typist.hold('Enter')
  await sold(typist, kiosk, 1)
  await typist.at('seats')
  expect(journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_APPROVED')).toHaveLength(4)

  await typist.enter('2 s5')
  await offers.getByRole('button').first().waitFor()
  await typist.press('ArrowDown', 'Enter')
  await typist.at('payment')
  const [best, second] = await heard.offers()
  expect(await typist.panel.innerText()).toContain(gnf(second?.total ?? 0))
  await typist.go('Escape', 'seats')
  const exactOwner = await heard.ownerRef()
  const places = best?.seats.map(({ place }) => place) ?? []
  const numbers = places.map(({ seatNumber }) => seatNumber)
  const line = `${places[0]?.sector} ${places[0]?.row} ${numbers.join(',')}`
  await typist.enter(line, 'payment')
  await typist.press('Alt+k')
  await sold(typist, kiosk, 2)
  expect(payments(kiosk).map(([kind]) => kind)).toEqual(['cash', 'cash', 'card'])
  const tickets = await kiosk.service.tickets(exactOwner)
  expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(places.map(({ seatCode }) => seatCode).toSorted())

  await typist.at('seats')
  await strip(typist).getByText(desk.behind.done).first().waitFor()
  await page.getByRole('application').waitFor()
  await typist.press('ArrowUp')
  expect(await typist.line.inputValue()).toBe(line)
  await typist.press('ArrowDown', 'Control+b')
  await offers.waitFor()
  await typist.press('Escape')
  await expect.poll(() => offers.count()).toBe(0)
  await typist.go('Control+p', 'copies')
  await expectCalm(page)
  await typist.press('Enter')
  await alert(typist, desk.problems['copies-out']({ type: 'copies-out', count: 2, wanted: 2 }).title)
  await typist.at('seats')
  expect([salesOf(kiosk, 'REPRINT_REQUESTED').length, salesOf(kiosk, 'REPRINT_FINISHED').length]).toEqual([1, 2])

  await typist.enter(tickets[0]?.qr_code ?? '')
  const found = region(typist, desk.found)
  await found.waitFor()
  expect(await found.innerText()).toContain(tickets[0]?.place.place)
  expect(await found.getByRole('listitem').count()).toBe(2)
  await expectCalm(page)
  await typist.enter('0'.repeat(32))
  await alert(typist, desk.problems['no-such-ticket']().title)
})

test('a party above the service’s session limit gets one order, one payment and one document of tickets', async () => {
  const { kiosk, typist } = await openDesk()
  const { page } = typist
  await atTheMatch(typist)
  await holdBest(typist, '22 nord')
  expect(await typist.panel.innerText()).toContain(desk.places(22))
  await expectCalm(page)
  await typist.press('Enter')
  await page.getByText(fr.desk.lastSale(desk.places(22), '').split(',')[0] ?? '').waitFor()
  expect(salesOf(kiosk, 'PURCHASE_CONFIRMED')).toHaveLength(2)
  expect(salesOf(kiosk, 'TENDER_APPROVED')).toHaveLength(1)
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(1)
  expect(await kiosk.printedTexts(kiosk.savedOrders()[0] ?? '')).toHaveLength(22)
})

const sizes = deskSizes('axe')

test.for(sizes.cases)(
  `every screen of a sale is calm, a wrong sum books nothing, and a customer’s sale is put aside and found again ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const { kiosk, typist } = await openDesk({}, viewport)
    const { page } = typist
    const look = (): Promise<void> => expectCalm(page)
    await typist.enter('1111')
    await page.getByRole('alert').waitFor()
    await signInDemo(typist)
    await shows(region(typist, desk.choose).getByRole('listitem').nth(1), /\d places disponibles/u)
    await look()
    await typist.enter('2', 'seats')
    await page.getByRole('application').waitFor({ state: 'attached' })
    await look()
    await typist.press('F7')
    await alert(typist, desk.problems['nothing-parked']().title)
    await typist.enter('2 nord')
    await region(typist, desk.offers).waitFor()
    await look()
    await typist.go('Enter', 'payment')

    await typist.enter('1')
    await alert(typist, fr.problems['too-little']({ type: 'too-little', due: 0 }, '').title)
    expect(await region(typist, desk.tenders.cash).locator('[aria-current="true"]').count()).toBe(0)
    await typist.enter('50 000 000')
    await alert(typist, gnf(50_000_000))
    await look()
    expect(journalled(kiosk, 'TENDER_STARTED')).toEqual([])

    const first = await typist.panel.innerText()
    await typist.go('F6', 'seats')
    const parked = region(typist, desk.parked)
    await expect.poll(() => parked.getByRole('listitem').count()).toBe(1)
    expect(await parked.innerText()).toMatch(/2 places · Tribune Nord[^]*\d:\d\d/u)

    const line = 'Mariama Bah 622112233 # revient à 18 h'
    await page.getByRole('application').waitFor({ state: 'attached' })
    await holdBest(typist, '1 sud')
    await typist.go('Control+k', 'customer')
    await look()
    await typist.enter('Mariama Bah 4111 1111 1111 1111')
    await alert(typist, desk.problems['card-number']().title)
    await typist.enter('Mariama Bah 622 11 22 33 # revient à 18 h', 'payment')
    await typist.panel.getByText(line).waitFor()
    await typist.go('F6', 'seats')
    await expect.poll(() => parked.getByRole('listitem').count()).toBe(2)
    await parked.getByText(line).waitFor()

    await typist.go('F7', 'parked')
    await look()
    await typist.enter('7')
    await page.getByRole('alert').waitFor()
    await typist.enter('1', 'payment')
    expect((await typist.panel.innerText()).replaceAll(/\d:\d\d/gu, '')).toBe(first.replaceAll(/\d:\d\d/gu, ''))
    await typist.press('Enter')
    await sold(typist, kiosk, 2)
    expect(journalled(kiosk, 'TENDER_APPROVED')).toHaveLength(1)

    await typist.at('seats')
    await typist.go('F7', 'payment')
    expect(await typist.panel.innerText()).toContain(desk.places(1))
    expect(await parked.count()).toBe(0)
    await typist.go('Control+k', 'customer')
    expect(await typist.line.inputValue()).toBe(line)
    await typist.go('Escape', 'payment')
    await typist.panel.getByText('Mariama Bah 622112233').waitFor()

    await typist.go('F9', 'signed-out')
    expect(await page.content()).not.toContain('622112233')
    await typist.enter(DEMO_PIN, 'payment')
    await typist.panel.getByText(desk.customer.noted).waitFor()
    await typist.press('Enter')
    await sold(typist, kiosk, 1)

    await typist.go('F12', 'files')
    const file = page.getByRole('complementary', { name: fr.files.file })
    await typist.enter('+224 622 11 22 33')
    await file.getByText(line).waitFor()
    await file.getByText(fr.files.told.CUSTOMER_RECORDED).waitFor()
  },
)

test('a line of two searches sells seats of two stands in one payment, and an error names its search', async () => {
  const { kiosk, typist, heard } = await openDesk()
  await atTheMatch(typist)
  const ownerRef = await heard.ownerRef()
  await typist.enter('2 nord + 1 lune')
  await alert(typist, /1 lune/u)
  await typist.enter('2 nord + 1 s5')
  await region(typist, desk.offers).getByText('Tribune Sud').waitFor()
  await expectCalm(typist.page)
  await typist.go('Enter', 'payment')
  expect(await typist.panel.innerText()).toMatch(/Tribune Nord.*Tribune Sud/su)
  await expectCalm(typist.page)
  await typist.press('Enter')
  await sold(typist, kiosk, 3)
  const tickets = await kiosk.service.tickets(ownerRef)
  const stands = tickets.map(({ place }) => place.tribune.nom)
  expect(stands.toSorted()).toEqual(['Tribune Nord', 'Tribune Nord', 'Tribune Sud'])
  expect(payments(kiosk)).toHaveLength(1)
  await typist.go('F12', 'files')
  await typist.page.getByRole('contentinfo').getByText(fr.files.sameSeats).waitFor()
  await typist.go('Control+b', 'seats')
  for (const { place } of tickets) await alert(typist, place.place)
  expect(await typist.line.inputValue()).toContain(' + S5 ')
})

test('a sale that prints leaves the desk to the next customer; papers come out together, and a jam names those that did', async () => {
  const printer = await virtualPrinter({ millimetresPerSecond: 100 })
  const devices = { slow: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  const { kiosk, typist } = await openDesk({ printers: { devices, tickets: ['slow'] } })
  const { page } = typist
  await atTheMatch(typist)
  await holdBest(typist, '2 nord')
  await typist.enter('100k', 'seats')
  expect(printer.pieces.length).toBeLessThan(2)
  await shows(strip(typist), /impression \d sur 2/u)
  expect(await typist.panel.innerText()).toContain(desk.given)
  await expectCalm(page)
  await holdBest(typist, '1 sud')
  await typist.go('Enter', 'seats')
  await expect.poll(() => strip(typist).getByRole('listitem').count()).toBe(2)
  await typist.go('F12', 'files')
  const panel = page.getByRole('complementary', { name: fr.files.file })
  const printed = panel.getByText(fr.files.paper(0, fr.files.papers.printed))
  await panel.waitFor()
  expect(await printed.count()).toBe(0)
  await printed.waitFor()
  await typist.go('F12', 'seats')
  const [first, , second] = salesOf(kiosk, 'PRINT_STARTED')
  expect(salesOf(kiosk, 'PRINT_STARTED')).toEqual([first, first, second])
  expect(second).not.toBe(first)
  await strip(typist).getByText(desk.behind.done).first().waitFor()

  printer.order(`piece ${printer.pieces.length + 2} at 40: jam`)
  await holdBest(typist, '3 nord')
  await typist.go('Enter', 'seats')
  await shows(strip(typist), /imprimante à vérifier\s: il manque/u)
  await expectCalm(page)
  await typist.go('Control+e', 'problem')
  const papers = page.getByRole('alert').filter({ hasText: desk.papers.out })
  await papers.waitFor()
  const { out, doubtful, missing } = desk.papers
  expect(await papers.innerText()).toMatch(new RegExp(`${out}[^]*${doubtful}[^]*${missing}`, 'u'))
  await expectCalm(page)
  printer.order('clear')
  await typist.go('Enter', 'seats')
  await expect.poll(() => salesOf(kiosk, 'PRINT_FINISHED').length, { timeout: 60_000, interval: 500 }).toBe(6)
})

test('the service dies just after the cash was taken: told within ten seconds, the desk goes on, and all comes back', async () => {
  const service = await startService()
  const kiosk = await startKiosk(service, { role: 'cashier' })
  const typist = await typistAt(openPage, kiosk)
  const { page } = typist
  const heard = listen(page)
  const waits = () => shows(strip(typist), /attend la billetterie depuis \d+:\d\d/u)
  await atTheMatch(typist)
  const ownerRef = await heard.ownerRef()
  await holdBest(typist, '1 nord')
  await service.stop()
  const taken = Date.now()
  await typist.press('Enter')
  const late = page.getByRole('alert').filter({ hasText: desk.late.tell })
  await late.waitFor({ timeout: 10_000 })
  expect(Date.now() - taken).toBeLessThan(10_000)
  expect(await late.innerText()).toMatch(/40.000.GNF[^]*[2-9A-Z]{3} [2-9A-Z]{3}/u)
  expect(await typist.panel.innerText()).toContain(fr.display.paid)
  expect(await typist.panel.innerText()).not.toContain(desk.toPay)
  await expectCalm(page)

  await typist.enter('2 sud', 'seats')
  await waits()
  expect(await typist.line.inputValue()).toBe('2 sud')
  await typist.go('Control+e', 'under-way')
  expect(await typist.panel.innerText()).toContain(fr.display.paid)
  await typist.go('Escape', 'seats')
  await typist.openOffice('sales')
  await shows(page.getByRole('table', { name: fr.office.underWay }), /40.000.GNF/u)

  await startService(Number(new URL(service.url).port), service.data)
  await page.getByText(fr.office.noneUnderWay).waitFor({ timeout: 60_000 })
  await typist.press('Escape')
  await strip(typist).getByText(desk.behind.done).waitFor()
  expect(await service.tickets(ownerRef)).toHaveLength(1)
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(1)
})
