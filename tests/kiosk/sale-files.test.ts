import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { readSaleQuery } from '../../electron/core/sale/sale-query.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { need, review, settled, startMachine, type Machine } from './machine.ts'

const pin = DEMO_PIN

async function sell(machine: Machine, count: number) {
  const { saleId, session } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  return { saleId, ownerRef: session.ownerRef }
}

test('a sale is found by its number, its ticket, its seat and its time, and opens as a whole', async () => {
  // Neither an hour nor a day ends before all has been looked for.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2025, 4, 17, 14, 20) })
  onTestFinished(() => void vi.useRealTimers())
  const machine = await startMachine()
  const { api } = machine
  const first = await sell(machine, 2)
  vi.setSystemTime(new Date(2025, 4, 17, 14, 25))
  const second = await sell(machine, 1)
  const find = async (text: string): Promise<readonly string[]> =>
    need(await api.findSales({ pin, text })).map(({ saleId }) => saleId)

  const file = need(await api.openSaleFile({ pin, saleId: first.saleId }))
  expect(file).toMatchObject({ state: 'done', ownerRef: first.ownerRef, tenders: ['card'], currency: 'GNF' })
  expect(file.tickets.map(({ papers }) => papers)).toEqual([
    [{ copyNumber: 0, state: 'printed' }],
    [{ copyNumber: 0, state: 'printed' }],
  ])
  expect(file.payments).toMatchObject([{ kind: 'card', state: 'approved', amount: file.amount, received: file.amount }])
  expect(file.acts.map(({ code }) => code)).toContain('PURCHASE_CONFIRMED')

  const { sector, row, seatNumber, seatCode } = file.tickets[0]!.place
  const orderId = file.orderId ?? ''
  const seat = `${sector} ${row} ${seatNumber}`
  for (const text of [
    orderId,
    orderId.slice(0, 8).toUpperCase(),
    first.ownerRef,
    file.tickets[0]!.ticketNumber,
    seat,
    seat.toLowerCase().replaceAll(' ', '-'),
    seatCode,
    file.payments[0]!.approval ?? '',
  ])
    expect([text, await find(text)]).toEqual([text, [first.saleId]])
  expect(await find('')).toEqual([second.saleId, first.saleId])
  const begun = new Date(file.begunUtc)
  const clock = `${begun.getHours()}:${String(begun.getMinutes()).padStart(2, '0')}`
  const day = `${begun.getDate()}/${begun.getMonth() + 1}`
  for (const text of [clock, day, `${day} ${begun.getHours()}h`])
    expect([text, await find(text)]).toEqual([text, [second.saleId, first.saleId]])
  const past = new Date(begun.getTime() - 40 * 86_400_000)
  for (const text of [`${past.getDate()}/${past.getMonth() + 1}/${past.getFullYear()}`, "' OR 1=1 --", 'abcdef12'])
    expect([text, await find(text)]).toEqual([text, []])
  expect(await api.openSaleFile({ pin, saleId: crypto.randomUUID() })).toMatchObject({
    error: { type: 'unknown-sale' },
  })

  await machine.stop()
  const care = createLedgerKeeping(join(machine.directory, 'demo'), undefined)
  expect(need(await care.verify())).toMatchObject({ ok: true, findings: [] })
})

test('seats held and given back are no sale', async () => {
  const machine = await startMachine()
  const { saleId } = await review(machine, 1)
  need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
  await machine.sales.settled(saleId)
  expect(need(await machine.api.findSales({ pin, text: '' }))).toEqual([])
})

test('times are those of the venue, today unless a day is named', () => {
  const at = (...parts: [number, number, number, number?, number?]) => new Date(Date.UTC(...parts)).toISOString()
  const read = (typed: string) => readSaleQuery(typed, now, 'Africa/Conakry')
  const now = at(2027, 4, 15, 18, 0)
  expect(read('14:30').period).toEqual({
    fromUtc: at(2027, 4, 15, 14, 15),
    untilUtc: at(2027, 4, 15, 14, 45),
  })
  expect(read('14h').period).toEqual({ fromUtc: at(2027, 4, 15, 14), untilUtc: at(2027, 4, 15, 15) })
  expect(read('2/5').period).toEqual({ fromUtc: at(2027, 4, 2), untilUtc: at(2027, 4, 3) })
  expect(read('2/5/2026 9h05').period?.fromUtc).toEqual(at(2026, 4, 2, 8, 50))
  for (const words of ['14', 'N3 F 12', '620000000']) expect(read(` ${words} `)).toEqual({ words, period: null })
})
