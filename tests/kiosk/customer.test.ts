import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { commands } from '../../shared/kiosk-api/commands.ts'
import * as fields from '../../shared/kiosk-api/fields.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import { need, review, settled, startMachine } from './machine.ts'

const pin = DEMO_PIN
const customer = { name: 'Fatoumata Bangoura-Barré', phone: '+224628765432', note: 'groupe scolaire' }

test('a customer who says who they are is found by their number, and no event, view or kiosk state tells it', async () => {
  const machine = await startMachine({ role: 'cashier' })
  const { api } = machine
  const { saleId } = await review(machine, 2)
  expect(need(await api.noteCustomer({ pin, saleId, customer }))).toMatchObject({ customer: true })
  const told = [need(await api.getKiosk({})), need(await api.viewDisplay({}))]
  need(await api.pay({ saleId, tender: 'card', by: { pin } }))
  expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
  told.push(need(await api.getKiosk({})), need(await api.viewDisplay({})))
  expect(JSON.stringify([told, machine.events])).not.toMatch(/Fatoumata|28765432|scolaire/u)

  for (const text of ['628 76 54 32', '00224628765432'])
    expect(need(await api.findSales({ pin, text })).map((sale) => sale.saleId)).toEqual([saleId])
  for (const text of ['fatoumata', 'BARRE', 'goura', 'barr fatou', 'scolaire'])
    expect([text, need(await api.findSales({ pin, text })).map((sale) => sale.saleId)]).toEqual([text, [saleId]])
  for (const text of ['mariama', 'fatoumata diallo', 'f', '%'])
    expect([text, need(await api.findSales({ pin, text }))]).toEqual([text, []])
  expect(need(await api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  expect(await api.noteCustomer({ pin, saleId, customer: null })).toMatchObject({ error: { type: 'wrong-stage' } })
  await machine.stop()
  const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
  expect(need(await care.verify())).toMatchObject({ ok: true, findings: [] })
})

test('who was noted is changed and taken back, and waits with a parked sale over a restart', async () => {
  const machine = await startMachine({ role: 'cashier' })
  const { api } = machine
  const { saleId } = await review(machine, 1)
  const noted = async (who: Customer | null): Promise<unknown> => {
    need(await api.noteCustomer({ pin, saleId, customer: who }))
    return need(await api.openSaleFile({ pin, saleId })).customer
  }
  expect(await noted({ name: 'Mariama', phone: '' })).toEqual({ name: 'Mariama', phone: '' })
  expect(await noted(null)).toBe(undefined)
  expect(await noted(customer)).toEqual(customer)
  need(await api.parkSale({ pin, saleId }))
  await machine.stop()

  const again = await startMachine({ role: 'cashier' }, machine.directory)
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'priced', customer: true })
  need(await again.api.recallSale({ pin, saleId }))
  expect(need(await again.api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  need(await again.api.abandonSale({ saleId, reason: 'cancelled' }))
  await again.sales.settled(saleId)
  expect(need(await again.api.openSaleFile({ pin, saleId }))).not.toHaveProperty('customer')
})

test.each([
  { name: 'Mariama 4111 1111 1111 1111', phone: '' },
  { name: '', phone: '4111111111111111' },
  { name: '', phone: '378282246310005' },
  { name: 'Mariama', phone: '', note: '4111 1111 1111 1111' },
  { name: '', phone: '62211' },
  { name: '', phone: '' },
  { name: 'x'.repeat(61), phone: '' },
])('the contract takes no customer like %j', (wrong) => {
  const wish = { pin, saleId: crypto.randomUUID(), customer: wrong }
  expect(commands.noteCustomer.input(fields).safeParse(wish).success).toBe(false)
})
