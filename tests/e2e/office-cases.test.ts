import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { review, settled, settingsFor, startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { inLedger, journalled, peopleOf, signIn } from './desk-people.ts'
import { expectCalm, typistAt } from './desk-typist.ts'
import { expectPrinted } from './customer.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const texts = fr.staffDesk

interface Before {
  readonly settings?: object
  readonly who?: 'mariama' | 'fatou'
}

async function openSalesAfterRestart<T>(
  sell: (machine: Machine, by: { readonly staff: string; readonly pin: string }) => Promise<T>,
  { settings = {}, who = 'fatou' }: Before = {},
) {
  const [data, service] = [temporaryFolder(), await startService()]
  const people = await peopleOf(data)
  const machine = await startMachine(
    { ...settingsFor(service.url, service.accessCodes), role: 'cashier', ...settings },
    data,
  )
  const left = await sell(machine, { staff: people.mariama.number, pin: people.mariama.pin })
  await machine.stop()
  const again = await startKiosk(service, { role: 'cashier', ...settings }, data)
  const typist = await typistAt(openPage, again, { width: 1366, height: 768 })
  await signIn(typist, people[who])
  await typist.press('F10')
  await typist.page.getByRole('button', { name: fr.office.pages.sales, exact: true }).click()
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
  expect(journalled(again, 'REFUNDED')).toEqual(['REFUNDED 90'])
  await typist.go('Escape', 'events')
})

test('half of a sale is paid by card when the machine stops: the provider gives it back, as two people want it', async () => {
  const before = { settings: { simulatedTerminal: { customerDelaySeconds: 0 } }, who: 'mariama' } as const
  const { again, page, fatou } = await openSalesAfterRestart(async (machine, by) => {
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card', amount: 10_000, by }))
    await settled(machine, saleId)
  }, before)
  const question = page.getByRole('article', { name: texts.question('pay-back') })
  await question.getByRole('button', { name: texts.refundOver(fr.desk.tenders.card) }).click()
  const second = question.getByRole('form', { name: fr.files.second })
  await expectCalm(page)
  await second.getByRole('textbox', { name: fr.people.number }).fill(fatou.number)
  await second.getByLabel(fr.desk.pin).fill(fatou.pin)
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
    { settings: { terminals: 'manual' } },
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
  const doubt = page
    .getByRole('alert')
    .getByText(fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await doubt.waitFor()
  await expectCalm(page)
  await yes.click()
  await page.getByText(texts.none, { exact: true }).waitFor()
  const savedSince = (): readonly string[] => again.savedOrders().filter((name) => !sold.includes(name))
  await expect.poll(savedSince).toHaveLength(1)
  await expectPrinted({ ...again, savedOrders: savedSince }, left, 1)
  expect(journalled(again, 'STAFF_ANSWERED', 'TENDER_UNKNOWN')).toEqual(['TENDER_UNKNOWN -', 'STAFF_ANSWERED 90'])
  expect(inLedger(again, 'SELECT kind, state, approval FROM tender')).toEqual([
    ['card', 'approved', 'A1B2C3'],
    ['card', 'approved', 'A1B2C3'],
  ])
})
