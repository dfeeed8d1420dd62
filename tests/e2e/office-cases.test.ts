import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { review, settled, settingsFor, startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { journalled, payments, peopleOf, secondSigns, signIn } from './desk-people.ts'
import { alert, expectCalm, typistAt } from './desk-typist.ts'
import { expectPrinted } from './customer.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const texts = fr.staffDesk

async function openSalesAfterRestart<T>(
  sell: (machine: Machine, by: { readonly staff: string; readonly pin: string }) => Promise<T>,
  settings: object = {},
  who: 'mariama' | 'fatou' = 'fatou',
) {
  const [data, service] = [temporaryFolder(), await startService()]
  const people = await peopleOf(data)
  const own = { role: 'cashier', ...settings }
  const machine = await startMachine({ ...settingsFor(service.url, service.accessCodes), ...own }, data)
  const left = await sell(machine, { staff: people.mariama.number, pin: people.mariama.pin })
  await machine.stop()
  const again = await startKiosk(service, own, data)
  const typist = await typistAt(openPage, again)
  await signIn(typist, people[who])
  await typist.openOffice('sales')
  return { again, typist, page: typist.page, left, ...people }
}

test('half of a sale is paid in cash when the machine stops: the office asks for the money back, and for its receipt', async () => {
  const { again, page, typist } = await openSalesAfterRestart(async (machine, by) => {
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'cash', amount: 10_000, by }))
    need(await machine.api.confirmCash({ ...by, saleId, received: 10_000 }))
  })
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
  await expectCalm(page)
  const paidBack = question.getByRole('button', { name: texts.paidBack })
  expect(await paidBack.getAttribute('aria-disabled')).toBe('true')
  await question.getByRole('textbox', { name: texts.receipt }).fill('R-4071')
  await paidBack.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  expect(journalled(again, 'REFUNDED')).toEqual(['REFUNDED 90'])
  await typist.go('Escape', 'events')
})

test('half of a sale is paid by card when the machine stops: the provider gives it back, as two people want it', async () => {
  const sell = async (machine: Machine, by: object) => {
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card', amount: 10_000, by }))
    await settled(machine, saleId)
  }
  const settings = { simulatedTerminal: { customerDelaySeconds: 0 } }
  const { again, page, fatou } = await openSalesAfterRestart(sell, settings, 'mariama')
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.getByRole('button', { name: texts.refundOver(fr.desk.tenders.card) }).click()
  const second = question.getByRole('form', { name: fr.files.second })
  await expectCalm(page)
  await secondSigns(second, fatou)
  await second.getByRole('button', { name: fr.files.confirm }).click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  await expectCalm(page)
  expect(journalled(again, 'REFUND_REQUESTED', 'REFUNDED')).toEqual(['REFUND_REQUESTED 7', 'REFUNDED 7'])
})

test('a machine stops while the cashier charges a card: the office asks what the terminal did, and takes its number', async () => {
  const charge = async (machine: Machine, by: object) => {
    const { saleId, session } = await review(machine, 1)
    const { stage } = need(await machine.api.pay({ saleId, tender: 'card', by }))
    return { saleId, stage, ownerRef: session.ownerRef }
  }
  const { again, page, left } = await openSalesAfterRestart(
    async (machine, by) => {
      const { saleId, stage } = await charge(machine, by)
      if (stage.name !== 'paying') throw new Error(`at ${stage.name}`)
      const word = { type: 'approved', approval: 'A1B2C3' } as const
      need(await machine.api.reportTenderResult({ ...by, saleId, reference: stage.reference, word }))
      await settled(machine, saleId)
      return (await charge(machine, by)).ownerRef
    },
    { terminals: 'manual' },
  )
  const sold = again.savedOrders()
  expect(sold).toHaveLength(1)
  const question = page.getByRole('article', { name: /carte/u })
  await question.waitFor()
  const number = question.getByRole('textbox', { name: texts.approval })
  const yes = question.getByRole('button', { name: texts.moneyMoved })
  await number.fill('12')
  expect(await yes.getAttribute('aria-disabled')).toBe('true')
  await number.fill('a1b2c3')
  await yes.click()
  await alert({ page }, fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await expectCalm(page)
  await yes.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  const savedSince = (): readonly string[] => again.savedOrders().filter((name) => !sold.includes(name))
  await expect.poll(savedSince).toHaveLength(1)
  await expectPrinted({ ...again, savedOrders: savedSince }, left, 1)
  expect(journalled(again, 'STAFF_ANSWERED', 'TENDER_UNKNOWN')).toEqual(['TENDER_UNKNOWN -', 'STAFF_ANSWERED 90'])
  const paid = ['card', expect.anything(), 'A1B2C3']
  expect(payments(again)).toEqual([paid, paid])
})
