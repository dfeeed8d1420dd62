import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import { review, settled, settingsFor, startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { journalled, payments, peopleOf, secondSigns, signIn } from './desk-people.ts'
import { alert, expectCalm, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const texts = fr.staffDesk

type Credentials = CommandInput<'signIn'>

/** Stops a machine in the middle of each sale in turn, then starts it again and opens the sales in the office. */
async function openSalesAfterRestarts(
  stops: readonly ((machine: Machine, by: Credentials) => Promise<unknown>)[],
  settings: object,
  who: 'mariama' | 'fatou',
) {
  const [data, service] = [temporaryFolder(), await startService()]
  const people = await peopleOf(data)
  const own = { role: 'cashier', ...settings }
  for (const sell of stops) {
    const machine = await startMachine({ ...settingsFor(service.url, service.accessCodes), ...own }, data)
    await sell(machine, { staff: people.mariama.number, pin: people.mariama.pin })
    await machine.stop()
  }
  const again = await startKiosk(service, own, data)
  const typist = await typistAt(openPage, again)
  await signIn(typist, people[who])
  await typist.openOffice('sales')
  return { again, typist, page: typist.page, ...people }
}

async function paysHalfInCash(machine: Machine, by: Credentials): Promise<void> {
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'cash', amount: 10_000, by }))
  need(await machine.api.confirmCash({ ...by, saleId, received: 10_000 }))
}

async function charge(machine: Machine, by: Credentials, tender: 'card' | 'cheque' = 'card') {
  const { saleId } = await review(machine, 1)
  const { stage } = need(await machine.api.pay({ saleId, tender, by }))
  if (stage.name !== 'paying') throw new Error(`at ${stage.name}`)
  return { saleId, reference: stage.reference }
}

async function chargesTwice(machine: Machine, by: Credentials): Promise<void> {
  const { saleId, reference } = await charge(machine, by)
  const word = { type: 'approved', approval: 'A1B2C3' } as const
  need(await machine.api.reportTenderResult({ ...by, saleId, reference, word }))
  await settled(machine, saleId)
  await charge(machine, by)
}

test('a machine stops over half of a sale in cash, and over a card: the office asks for the receipt, and what the terminal did', async () => {
  const stops = [paysHalfInCash, chargesTwice]
  const { again, page, typist } = await openSalesAfterRestarts(stops, { terminals: 'manual' }, 'fatou')
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.waitFor()
  const said = await question.getByRole('definition').allInnerTexts()
  expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^10.000.GNF$/u), fr.desk.tenders.cash]))
  const [reference = ''] = /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(said.join('\n')) ?? []
  const search = page.getByRole('searchbox', { name: fr.office.findSale })
  await search.fill('222222')
  await search.press('Enter')
  await page.getByText(texts.notFound).waitFor()
  await question.waitFor({ state: 'detached' })
  await search.fill(` ${reference.toLowerCase()} `)
  await search.press('Enter')
  await page.getByRole('cell', { name: reference }).waitFor()
  await question.waitFor()
  const paidBack = question.getByRole('button', { name: texts.paidBack })
  expect(await paidBack.getAttribute('aria-disabled')).toBe('true')
  await question.getByRole('textbox', { name: texts.receipt }).fill('R-4071')
  await paidBack.click()
  await question.waitFor({ state: 'detached' })
  expect(journalled(again, 'REFUNDED')).toEqual(['REFUNDED 90'])

  expect(again.savedOrders()).toHaveLength(1)
  await search.fill('')
  await search.press('Enter')
  const card = page.getByRole('article', { name: /carte/u })
  await card.waitFor()
  const number = card.getByRole('textbox', { name: texts.approval })
  const yes = card.getByRole('button', { name: texts.moneyMoved })
  await number.fill('12')
  expect(await yes.getAttribute('aria-disabled')).toBe('true')
  await number.fill('a1b2c3')
  await yes.click()
  await alert({ page }, fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await expectCalm(page)
  await yes.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  await expect.poll(() => again.savedOrders()).toHaveLength(2)
  expect(journalled(again, 'STAFF_ANSWERED', 'TENDER_UNKNOWN')).toEqual(['TENDER_UNKNOWN -', 'STAFF_ANSWERED 90'])
  const paid = ['card', expect.anything(), 'A1B2C3']
  expect(payments(again)).toEqual([paid, paid])
  await typist.go('Escape', 'events')
})

test('after a stop, two people refund a sale half paid by card and complete one paid by cheque', async () => {
  const sell = async (machine: Machine, by: Credentials) => {
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card', amount: 10_000, by }))
    await settled(machine, saleId)
  }
  const settings = { simulatedTerminal: { customerDelaySeconds: 0 }, tenders: ['card', 'cheque'] }
  const stops = [sell, (machine: Machine, by: Credentials) => charge(machine, by, 'cheque')]
  const { again, page, fatou } = await openSalesAfterRestarts(stops, settings, 'mariama')
  const agree = async (question: Locator): Promise<void> => {
    const second = question.getByRole('form', { name: fr.files.second })
    await expectCalm(page)
    await secondSigns(second, fatou)
    await second.getByRole('button', { name: fr.files.confirm }).click()
    await question.waitFor({ state: 'detached' })
  }
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.getByRole('button', { name: texts.refundOver(fr.desk.tenders.card) }).click()
  await agree(question)
  const cheque = page.getByRole('article', { name: new RegExp(fr.desk.tenders.cheque, 'u') })
  const yes = cheque.getByRole('button', { name: texts.moneyMoved })
  expect(await yes.getAttribute('aria-disabled')).toBe('true')
  await cheque.getByRole('textbox', { name: texts.documentNumber }).fill('0001234')
  await yes.click()
  await agree(cheque)
  await page.getByText(texts.none, { exact: true }).waitFor()
  await expect.poll(() => again.savedOrders()).toHaveLength(1)
  expect(journalled(again, 'REFUND_REQUESTED', 'REFUNDED')).toEqual(['REFUND_REQUESTED 7', 'REFUNDED 7'])
  expect(payments(again)).toContainEqual(['cheque', expect.anything(), '0001234'])
})
