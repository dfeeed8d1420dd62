import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { expectCalm, typistAt, holdBest, type Typist } from './desk-typist.ts'
import { type Colleague, deskProgramWithPeople, journalled, signIn } from './desk-people.ts'
import { expectPrinted, listen, startKiosk, touchToReview, type KioskProgram } from './sale-machine.ts'

const { openPage } = useBrowser()
const laptop = { width: 1366, height: 768 }
const texts = fr.staffDesk

/** Power is cut and comes back; the sales that are not over, at a desk, in the office. */
async function openSalesAfterPowerCut(kiosk: KioskProgram, who: Colleague, settings: object = {}) {
  kiosk.shell.kill('SIGKILL')
  await kiosk.shell.ended
  const again = await startKiosk(kiosk.service, { role: 'cashier', ...settings }, kiosk.data)
  const typist = await typistAt(openPage, again, laptop)
  await signIn(typist, who)
  await typist.press('F10')
  await typist.page.getByRole('button', { name: fr.office.pages.sales, exact: true }).click()
  return { again, typist, page: typist.page }
}

/** Two seats wait for their payment. */
async function holdTwo(typist: Typist, who: Colleague): Promise<void> {
  await signIn(typist, who)
  await typist.type('2')
  await typist.press('Enter')
  await typist.at('seats')
  await typist.page.getByRole('application').waitFor()
  await holdBest(typist, '2 nord')
}

test('half of a sale is paid in cash when power is cut: the office asks for the money back, and for its receipt', async () => {
  const { kiosk, mariama, fatou } = await deskProgramWithPeople()
  const before = await typistAt(openPage, kiosk, laptop)
  await holdTwo(before, mariama)
  await before.type('10000+')
  await before.press('Enter')
  await before.panel.getByText(fr.desk.left).waitFor()

  const { page, typist } = await openSalesAfterPowerCut(kiosk, fatou)
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.waitFor()
  expect(await question.getByRole('definition').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^10.000.GNF$/u), fr.desk.tenders.cash]),
  )
  const reference = /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(
    (await question.getByRole('definition').allInnerTexts()).join('\n'),
  )
  const search = page.getByRole('searchbox', { name: fr.office.findSale })
  await search.fill('222222')
  await search.press('Enter')
  await page.getByText(texts.notFound).waitFor()
  await question.waitFor({ state: 'detached' })
  await search.fill(` ${reference?.[0].toLowerCase()} `)
  await search.press('Enter')
  await page.getByRole('cell', { name: reference?.[0] ?? '' }).waitFor()
  await question.waitFor()
  await expectCalm(page)
  const paidBack = question.getByRole('button', { name: texts.paidBack })
  expect(await paidBack.getAttribute('aria-disabled')).toBe('true')
  await question.getByRole('textbox', { name: texts.receipt }).fill('R-4071')
  await paidBack.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  expect(journalled(kiosk, 'REFUNDED')).toEqual(['REFUNDED 90'])
  // Nothing waits any more, and the desk sells on.
  await typist.press('Escape')
  await typist.at('events')
})

test('half of a sale is paid by card when power is cut: the provider gives it back, as two people want it', async () => {
  const settings = { simulatedTerminal: { thinkSeconds: 0 } }
  const { kiosk, mariama, fatou } = await deskProgramWithPeople(settings)
  const before = await typistAt(openPage, kiosk, laptop)
  await holdTwo(before, mariama)
  await before.type('10000')
  await before.press('F4')
  await before.panel.getByText(fr.desk.left).waitFor()

  const { page } = await openSalesAfterPowerCut(kiosk, mariama, settings)
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.getByRole('button', { name: texts.refundOver(fr.desk.tenders.card) }).click()
  const second = question.getByRole('form', { name: fr.files.second })
  await expectCalm(page)
  await second.getByRole('textbox', { name: fr.people.number }).fill(fatou.number)
  await second.getByLabel(fr.desk.pin).fill(fatou.pin)
  await second.getByRole('button', { name: fr.files.confirm }).click()
  // In between it says that the provider has not answered, for as long as that takes.
  await page.getByText(texts.none, { exact: true }).waitFor()
  await expectCalm(page)
  expect(journalled(kiosk, 'REFUND_ASKED', 'REFUNDED')).toEqual(['REFUND_ASKED 7', 'REFUNDED 7'])
})

test('a kiosk loses power while cash is counted: the office is told that it was received, and the tickets come out', async () => {
  const { kiosk, fatou } = await deskProgramWithPeople({ role: 'kiosk' })
  const before = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  const heard = listen(before)
  await before.goto(kiosk.entryUrl)
  await touchToReview(before, 2)
  await before.getByRole('button', { name: fr.review.pay.cash, exact: true }).tap()
  await onScreen(before, 'cash')
  const ownerRef = await heard.ownerRef()

  const { again, page } = await openSalesAfterPowerCut(kiosk, fatou)
  const question = page.getByRole('article', { name: /Avez-vous reçu .* en espèces/u })
  await question.waitFor()
  await expectCalm(page)
  await question.getByRole('button', { name: texts.moneyMoved }).click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  await expect.poll(() => again.savedOrders()).toHaveLength(1)
  await expectPrinted(again, ownerRef, 2)
})

test('power is cut while the cashier charges a card: the office asks at once what the terminal did, and takes its number', async () => {
  const settings = { terminals: 'attended' }
  const { kiosk, mariama, fatou } = await deskProgramWithPeople(settings)
  const before = await typistAt(openPage, kiosk, laptop)
  const heard = listen(before.page)
  await holdTwo(before, mariama)
  await before.press('F4')
  await before.at('attended')
  await before.type('a1b2c3')
  await before.press('Enter')
  await before.at('seats')
  await holdBest(before, '1 nord')
  await before.press('F4')
  await before.at('attended')
  const ownerRef = await heard.ownerRef()
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(1)
  const sold = kiosk.savedOrders()

  const { again, page } = await openSalesAfterPowerCut(kiosk, fatou, settings)
  const question = page.getByRole('article', { name: /carte/u })
  await question.waitFor()
  await expectCalm(page)
  const number = question.getByRole('textbox', { name: texts.approval })
  const yes = question.getByRole('button', { name: texts.moneyMoved })
  await number.fill('12')
  expect(await yes.getAttribute('aria-disabled')).toBe('true')
  await number.fill('a1b2c3')
  await yes.click()
  // The sale before has this number: it is asked about, and given once more it is meant.
  const doubt = page
    .getByRole('alert')
    .getByText(fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await doubt.waitFor()
  await expectCalm(page)
  await yes.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  const savedSince = (): readonly string[] => again.savedOrders().filter((name) => !sold.includes(name))
  await expect.poll(savedSince).toHaveLength(1)
  await expectPrinted({ ...again, savedOrders: savedSince }, ownerRef, 1)
  expect(journalled(kiosk, 'STAFF_ANSWERED', 'TENDER_UNKNOWN')).toEqual(['TENDER_UNKNOWN -', 'STAFF_ANSWERED 90'])
  const db = new Sqlite(join(kiosk.data, 'demo', 'ledger.db'), { readonly: true })
  const paid = db.prepare('SELECT kind, state, approval FROM tender').raw().all()
  db.close()
  expect(paid).toEqual([
    ['card', 'approved', 'A1B2C3'],
    ['card', 'approved', 'A1B2C3'],
  ])
})
