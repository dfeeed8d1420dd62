import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, temporaryFolder } from './machine.ts'

const payer = '622112233'

test('at a desk every payment is somebody’s, whatever it is paid by, and the closure says whose', async () => {
  const directory = temporaryFolder()
  const [mariama, sekou, chief, technician] = hire(
    join(directory, 'demo'),
    { number: '7', role: 'cashier' },
    { number: '12', role: 'cashier' },
    { number: '90', role: 'supervisor' },
    { number: '95', role: 'technician' },
  )
  const machine = await startMachine({ role: 'cashier', simulatedMobileMoney: { thinkSeconds: 0 } }, directory)
  const { api } = machine

  const first = (await review(machine, 2)).saleId
  const refused = async (by?: typeof mariama) => {
    const reply = await api.pay({ saleId: first, tender: 'card', ...(by && { by }) })
    return reply.ok ? null : reply.error.type
  }
  expect(await refused()).toBe('not-allowed')
  expect(await refused(technician)).toBe('not-allowed')
  expect(await refused({ ...mariama, pin: '00000000' })).toBe('wrong-pin')
  need(await api.pay({ saleId: first, tender: 'card', by: mariama }))
  const { amount } = await settled(machine, first)
  need(await api.leaveSale({ saleId: first }))

  // Two people take a part each of the next one: the telephone, then the drawer.
  const next = (await review(machine, 2)).saleId
  need(await api.pay({ saleId: next, tender: 'orange-money', amount: 10_000, payer, by: mariama }))
  await machine.sales.settled(next)
  need(await api.pay({ saleId: next, tender: 'cash' }))
  need(await api.confirmCash({ ...sekou, saleId: next, received: 1_000_000 }))
  await settled(machine, next)
  need(await api.leaveSale({ saleId: next }))

  need(await api.closeShift({ ...chief, kind: 'Z' }))
  const [closure] = need(await api.listClosures(chief))
  const { currencies } = need(await api.viewClosure({ ...chief, seq: closure!.seq }))
  const none = { refunds: 0, refunded: 0 }
  expect(currencies).toMatchObject([
    {
      tenders: [
        { kind: 'card', count: 1, amount, ...none },
        { kind: 'cash', count: 1, amount: amount - 10_000, ...none },
        { kind: 'orange-money', count: 1, amount: 10_000, ...none },
      ],
      cashiers: [
        { staffId: '7', sales: 1, amount: amount + 10_000, ...none },
        { staffId: '12', sales: 1, amount: amount - 10_000, ...none },
      ],
    },
  ])
  await machine.stop()
  const ledger = createLedgerKeeping(join(directory, 'demo'), undefined)
  expect(need(await ledger.verify())).toMatchObject({ ok: true, findings: [] })
})
