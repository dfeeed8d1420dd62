import { expect, it } from 'vitest'
import { commands } from '../../shared/kiosk-api/commands.ts'
import * as fields from '../../shared/kiosk-api/fields.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import { expectSound, need, pin, refusal, reviewed, shown, startSmallKiosk } from '../world/small-kiosk.ts'

const settings = { role: 'cashier' } as const
const customer = { name: 'Fatoumata Bangoura-Barré', phone: '+224628765432', note: 'groupe scolaire' }

it('a customer who is noted is found by name and number, and no event, view or kiosk state has either', async () => {
  const kiosk = await startSmallKiosk({ settings })
  const { api } = kiosk
  const { saleId } = await reviewed(kiosk, 2)
  expect(need(await api.noteCustomer({ pin, saleId, customer }))).toMatchObject({ customer: true })
  const told: object[] = []
  const look = async () => told.push(need(await api.getKiosk({})), need(await kiosk.displayAccess.api.viewDisplay({})))
  await look()
  need(await api.pay({ saleId, tender: 'card', by: { pin } }))
  expect(await shown(kiosk, saleId)).toMatchObject({ stage: { name: 'done' } })
  await look()
  expect(JSON.stringify([told, kiosk.events])).not.toMatch(/Fatoumata|28765432|scolaire/u)

  const find = async (text: string) => [text, need(await api.findSales({ pin, text })).map((sale) => sale.saleId)]
  for (const text of ['628 76 54 32', '00224628765432', 'fatoumata', 'BARRE', 'goura', 'barr fatou', 'scolaire'])
    expect(await find(text)).toEqual([text, [saleId]])
  for (const text of ['mariama', 'fatoumata diallo', 'f', '%']) expect(await find(text)).toEqual([text, []])
  expect(need(await api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  const late = api.noteCustomer({ pin, saleId, customer: null })
  expect(await refusal(late)).toEqual({ type: 'wrong-stage', stage: 'done' })
  await expectSound(kiosk)
})

it('who was noted is changed and removed, and waits with a parked sale over a restart', async () => {
  const kiosk = await startSmallKiosk({ settings })
  const { api } = kiosk
  const { saleId } = await reviewed(kiosk, 1)
  const noted = async (who: Customer | null): Promise<unknown> => {
    need(await api.noteCustomer({ pin, saleId, customer: who }))
    return need(await api.openSaleFile({ pin, saleId })).customer
  }
  expect(await noted({ name: 'Mariama', phone: '' })).toEqual({ name: 'Mariama', phone: '' })
  expect(await noted(null)).toBe(undefined)
  expect(await noted(customer)).toEqual(customer)
  need(await api.parkSale({ pin, saleId }))

  const again = await kiosk.restart()
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'priced', customer: true })
  need(await again.api.recallSale({ pin, saleId }))
  expect(need(await again.api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  need(await again.api.abandonSale({ saleId, reason: 'cancelled' }))
  await again.sales.settled(saleId)
  expect(need(await again.api.openSaleFile({ pin, saleId }))).not.toHaveProperty('customer')
})

it.each([
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
