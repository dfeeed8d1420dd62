import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { HubPurchase } from '../../shared/domain/sale/sale-file.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { useKioskPages } from '../support/browser.ts'
import { answering, asked, onScreen, pushed, stopClock } from '../world/page.ts'
import {
  calmAnswers,
  cannotSell,
  dayLeft,
  kioskInfo,
  serviceView,
  shiftClosed,
  shiftLeftOpen,
  staffCases,
} from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { openService, press, pressExactly, pressKeys, pressTo } from '../world/scenes/ways.ts'
import { manySales, openShift, settledFile } from '../world/scenes/staff.ts'
import { seatsInShort } from '../../renderer/i18n/names.ts'
import { keepAnswer } from './customer.ts'
import { alert, laptop, status } from './desk-typist.ts'

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const { open } = useKioskPages(upright)

test('staff read why the kiosk cannot sell, type access codes, measure the screen, and end the program, behind their PIN', async () => {
  const page = await open({ ...calmAnswers, viewService: ok({ ...serviceView, readiness: cannotSell }) })
  await openService(page)
  expect(await page.getByText('Il n’y a plus de papier').isVisible()).toBe(true)
  const seen = await page.getByRole('main').innerText()
  const advice = cannotSell.issues.map((issue) => adviceOn(fr.service.issues, issue, fr.desk.tenders))
  for (const words of [fr.service.selling.no, ...advice.flatMap(({ what, todo }) => [what, todo])])
    expect(seen).toContain(words)

  await press(page, fr.office.pages.access)
  await page.getByRole('heading', { name: fr.office.pages.access }).waitFor()
  const event = (name: string) => page.getByRole('button', { name })
  expect(await event('Sénégal').textContent()).toContain(fr.office.codeFrom.hub)
  expect(await event('Hamana AC – Badia FC').textContent()).toContain(fr.office.codeRefused)
  expect(await event('Ambassadeurs').textContent()).toContain(fr.office.noCode)
  await event('Ambassadeurs').click()
  await pressKeys(page, 'bj9')
  expect(await page.getByLabel(fr.office.code, { exact: true }).getAttribute('type')).toBe('password')
  await press(page, fr.office.keepCode)
  await page.getByText(fr.office.codeKept('Les Ambassadeurs, cinquante ans de scène')).waitFor()
  expect(await asked(page, 'setAccessCode')).toEqual([{ pin: '1234', eventId: '7', code: 'bj9' }])
  expect(await asked(page, 'listAccess')).toHaveLength(2)
  await press(page, fr.common.back)
  await page.getByRole('heading', { name: fr.service.title }).waitFor()

  await press(page, fr.service.calibration)
  const frame = page.getByRole('img', { name: 'Cadre d’une carte bancaire' })
  expect((await frame.boundingBox())!.width).toBeCloseTo(4 * 85.6, 1)
  await press(page, 'Rétrécir le cadre')
  expect((await frame.boundingBox())!.width).toBeCloseTo(3.99 * 85.6, 1)
  // Measured with a ruler, the line drawn for 100 mm is 125 mm long.
  await pressKeys(page, '125')
  expect((await frame.boundingBox())!.height).toBeCloseTo(3.2 * 53.98, 1)
  await press(page, 'Hauteur du bas de l’écran au-dessus du sol')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await press(page, 'Enregistrer')
  const measure = { pixelsPerMillimetre: 3.2, screenBottomMillimetres: 805 }
  expect(await asked(page, 'measureScreen')).toEqual([{ pin: '1234', ...measure }])
  await pushed(page, { name: 'screen-measured', payload: measure })
  await page.getByText(fr.service.saved).waitFor()
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--mm'))).toBe('3.2px')
  await press(page, fr.common.back, 'Arrêter le programme')
  expect(await asked(page, 'quitProgram')).toEqual([])
  await press(page, 'Oui, l’arrêter')
  expect(await asked(page, 'quitProgram')).toEqual([{ pin: '1234' }])
})

test('staff settle the sales that wait for them; a refused answer leaves them at its case, and a slow one’s question comes by itself', async () => {
  const page = await open({ ...calmAnswers, settleStaffCase: err({ type: 'approval-known' }) }, { hasClock: true })
  await scenes['staff case']!.act!(page)
  const at = (index: number, count: number) => page.getByText(fr.staffDesk.of(index, count))
  await press(page, fr.staffDesk.next)
  await at(2, 3).waitFor()
  await press(page, fr.staffDesk.moneyMoved)
  await page.getByRole('alert').waitFor()
  expect(await at(2, 3).isVisible()).toBe(true)

  await answering(page, { settleStaffCase: ok(staffCases.slice(1)) })
  await press(page, fr.staffDesk.previous)
  await at(1, 3).waitFor()
  await pressKeys(page, '4071')
  await press(page, fr.staffDesk.paidBack)
  await at(1, 2).waitFor()
  expect((await asked(page, 'settleStaffCase')).slice(1)).toEqual([
    { pin: '1234', saleId: '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f10', answer: { type: 'paid-back', reference: '4071' } },
  ])

  await answering(page, { settleStaffCase: ok([]), listStaffCases: ok([]) })
  await press(page, fr.staffDesk.moneyMoved)
  await page.getByText(fr.staffDesk.none, { exact: true }).waitFor()
  await answering(page, { listStaffCases: err({ type: 'internal' }) })
  await page.clock.runFor(10_000)
  await page.getByRole('alert').waitFor()
  await answering(page, { listStaffCases: ok([]) })
  await page.clock.runFor(10_000)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await answering(page, { listStaffCases: ok(staffCases.slice(0, 1)) })
  await page.clock.runFor(10_000)
  await at(1, 1).waitFor()
  const looks = (await asked(page, 'listStaffCases')).length
  await page.clock.runFor(20_000)
  expect(await asked(page, 'listStaffCases')).toHaveLength(looks)
  await pressTo(page, 'attract', 'Fermer')
})

test('a shift is closed once, by two presses that are meant, not again without a sale; a terminal’s day that did not end is ended again', async () => {
  const idle = { ...shiftLeftOpen, activeSinceUtc: null, drawers: [], openSales: 0, owed: [] }
  const closeShift = ok(shiftClosed([dayLeft]))
  const page = await open({ ...calmAnswers, viewShift: ok(idle), closeShift }, { hasClock: true })
  await openShift(page)
  const sure = page.getByRole('button', { name: fr.service.sureZ })
  await press(page, fr.service.closeZ)
  await alert({ page }, fr.shift.beforeZ.nothing(40))
  expect(await sure.isDisabled()).toBe(true)
  await press(page, fr.common.back)

  const left = { ...shiftLeftOpen, terminalDays: [dayLeft] }
  await answering(page, { viewShift: ok({ ...left, endsTerminalDay: true }), closeTerminalDay: ok(left) })
  await stopClock(page)
  await press(page, fr.service.closeZ)
  const { x, y, width, height } = (await sure.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  expect(await asked(page, 'closeShift')).toEqual([])
  const closes = await keepAnswer(page, 'closeShift')
  await page.clock.runFor(300)
  await sure.click()
  expect(await asked(page, 'closeShift')).toEqual([{ pin: '1234', kind: 'Z' }])
  await status({ page }, `${fr.shift.terminalDay.running} ${fr.shift.reporting}`)
  await page.clock.resume()
  await closes()
  await page.getByText(fr.service.closed('Z', 41)).waitFor()

  const done = page.getByRole('status').filter({ hasText: fr.shift.terminalDay.done })
  const again = page.getByRole('button', { name: fr.shift.terminalDay.close })
  await again.click()
  await expect.poll(() => asked(page, 'closeTerminalDay')).toEqual([{ pin: '1234' }])
  await expect.poll(() => again.isEnabled()).toBe(true)
  expect(await done.count()).toBe(0)
  await answering(page, { closeTerminalDay: ok({ ...shiftLeftOpen, terminalDays: [] }) })
  await again.click()
  await done.filter({ hasText: fr.shift.terminalDay.again }).waitFor()
  expect(await asked(page, 'closeTerminalDay')).toHaveLength(2)
  await again.waitFor({ state: 'detached' })
})

test('a field in which nothing is typed is no float and no count; cash that the drawer refused is not told as noted', async () => {
  const page = await open({ ...calmAnswers, moveCash: err({ type: 'storage-full' }) })
  await scenes['the drawer']!.act!(page)
  const record = page.getByRole('button', { name: fr.shift.record })
  for (const task of [fr.shift.noteFloat, fr.shift.count]) {
    await onScreen(page, 'staff-desk')
    await pressExactly(page, task)
    await record.waitFor()
    expect(await record.isDisabled()).toBe(true)
    await onScreen(page, 'staff-desk')
    await pressExactly(page, '0')
    await expect.poll(() => record.isEnabled()).toBe(true)
    await press(page, fr.common.back)
  }
  await pressTo(page, 'staff-desk', fr.shift.payOut)
  await press(page, fr.shift.reasonsOut[0]!)
  await pressExactly(page, '5')
  await press(page, fr.shift.record)
  await page.getByRole('alert').waitFor()
  await press(page, fr.common.back)
  await page.getByRole('button', { name: fr.shift.count }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: fr.shift.recorded }).count()).toBe(0)
})

test('a desk finds a purchase of another machine at the hub and prints it again with at most ten keys', async () => {
  const [first, second] = ['N1-F-12', 'N1-F-13'].map((seatCode) => {
    return { ticketNumber: `GN-${seatCode}`, seatCode, zoneName: 'Tribune Nord', price: 70_000 }
  }) as [HubPurchase['tickets'][number], HubPurchase['tickets'][number]]
  const purchase: HubPurchase = {
    orderId: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    eventId: '1',
    eventTitle: 'Hamana AC – Badia FC',
    startsAt: '2026-12-05T16:00:00',
    boughtUtc: '2026-11-28T10:00:00.000Z',
    amount: 140_000,
    currency: 'GNF',
    phoneEnd: '67',
    tickets: [first, second],
  }
  const copy = ({ ticketNumber }: typeof first, state: 'printed' | 'failed') => ({ ticketNumber, copyNumber: 1, state })
  const answers = {
    ...calmAnswers,
    getKiosk: ok({ ...kioskInfo, role: 'cashier' }),
    signIn: ok({ number: '7', name: 'Mariama Bah', role: 'cashier', handle: 'h' }),
    viewShift: calmAnswers.openShift,
    viewEventSeats: ok([]),
    findSales: ok([]),
    findPurchases: ok([purchase]),
    reprintPurchase: ok([copy(first, 'printed'), copy(second, 'failed')]),
  }
  const page = await open(answers, { viewport: laptop, hasTouch: false })
  for (const text of ['7', '123456']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await page.locator('[data-desk="events"]').waitFor()
  let keys = 0
  async function pressed(key: string): Promise<void> {
    await page.keyboard.press(key)
    keys += 1
  }
  await pressed('F12')
  await page.getByRole('textbox', { name: fr.files.search }).waitFor()
  for (const key of ['4', '5', '6', '7', 'Enter']) await pressed(key)
  const panel = page.getByRole('complementary', { name: fr.files.file })
  await panel.getByText(fr.staffDesk.soldElsewhere).waitFor()
  await panel.getByText(first.ticketNumber).waitFor()
  await pressed('F2')
  await page.getByRole('combobox', { name: fr.files.reason }).waitFor()
  await pressed('Enter')
  // The retry prints only the failed ticket.
  await status({ page }, fr.files.copiesOut(1, 2))
  await answering(page, { reprintPurchase: ok([copy(second, 'printed')]) })
  await page.keyboard.press('Enter')
  await status({ page }, fr.files.copiesOut(1, 1))
  expect(keys).toBeLessThanOrEqual(10)
  const order = { handle: 'h', orderId: purchase.orderId, reason: fr.files.reasons.reprint.at(-1) }
  expect(await asked(page, 'reprintPurchase')).toEqual([
    { ...order, ticketNumbers: [first.ticketNumber, second.ticketNumber] },
    { ...order, ticketNumbers: [second.ticketNumber] },
  ])
  expect(await asked(page, 'findPurchases')).toEqual([{ handle: 'h', text: '4567' }])

  await answering(page, { findPurchases: ok(null) })
  await page.keyboard.press('Enter')
  await status({ page }, fr.staffDesk.hubAway)
})

test('staff print a lost ticket again in at most ten touches from the attract screen, PIN included, without a reference', async () => {
  const inSector = manySales.filter(({ places }) => places.some(({ sector }) => sector === 'S5'))
  const sold = { ...settledFile, saleId: inSector[1]!.saleId }
  const again = { copyNumber: 1, state: 'printed' }
  const copied = { ...sold, tickets: sold.tickets.map((ticket) => ({ ...ticket, papers: [...ticket.papers, again] })) }
  const files = { findSales: ok(manySales), openSaleFile: ok(sold), reprintTickets: ok(copied) }
  const page = await open({ ...calmAnswers, listStaffCases: ok([]), ...files })
  let touches = 0
  async function touch(name: string | RegExp): Promise<void> {
    await page.getByRole('button', { name }).first().tap()
    touches += 1
  }
  await touch(fr.collecting.open)
  await touch(fr.staff.enter)
  for (const digit of '1234') await touch(digit)
  await touch(fr.cash.next)
  await page.getByRole('button', { name: /^S5$/u }).waitFor()
  await answering(page, { findSales: ok(inSector) })
  await touch(/^S5$/u)
  await expect
    .poll(() => asked(page, 'findSales'))
    .toEqual([
      { pin: '1234', text: '' },
      { pin: '1234', text: 'S5' },
    ])
  await touch(seatsInShort(inSector[1]!.places))
  await touch(fr.staffDesk.printCopies(sold.tickets.length))
  await status({ page }, fr.files.copiesOut(sold.tickets.length, sold.tickets.length))
  expect(touches).toBeLessThanOrEqual(10)

  const ticketIds = sold.tickets.map(({ ticketId }) => ticketId)
  const order = { pin: '1234', saleId: sold.saleId, ticketIds, reason: fr.files.reasons.reprint.at(-1) }
  expect(await asked(page, 'reprintTickets')).toEqual([order])
  expect(await page.getByText(fr.files.paper(1, fr.files.papers.printed)).count()).toBe(ticketIds.length)
  await pressTo(page, 'staff-desk', fr.common.back)
  await press(page, fr.common.back)
  await pressTo(page, 'attract', fr.staffDesk.close)
})
