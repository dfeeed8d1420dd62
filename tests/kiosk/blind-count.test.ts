import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { readPdf } from '../support/pdf.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, temporaryFolder, type Machine } from './machine.ts'

async function withPeople() {
  const directory = temporaryFolder()
  const [cashier, chief] = hire(
    join(directory, 'demo'),
    { number: '7', role: 'cashier' },
    { number: '90', role: 'supervisor' },
  )
  return { machine: await startMachine({}, directory), cashier, chief }
}

async function sell(machine: Machine, tender: 'card' | 'cash', count = 1) {
  const { saleId, shown } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender }))
  if (tender === 'cash') need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: shown.amount }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  return { saleId, amount: shown.amount }
}

const figures = (amount: number): string => String(amount).replaceAll(/\B(?=(?:\d{3})+$)/gu, ' ')

/** All that an X or a Z puts into the world: its paper, its table, and what the screen is told. */
async function told(closed: { readonly file: string; readonly csv: string }) {
  const pages = await readPdf(readFileSync(closed.file))
  const paper = pages.map(({ text }) => text.replaceAll(/\s+/gu, ' ')).join(' ')
  return { paper, all: [paper, readFileSync(closed.csv, 'utf8'), JSON.stringify(closed)].join('\n') }
}

test(
  'until a drawer is counted, a cashier’s X has nothing of its cash; a supervisor’s has',
  { timeout: 60_000 },
  async () => {
    const { machine, cashier, chief } = await withPeople()
    const { api } = machine
    const byCard = (await sell(machine, 'card', 2)).amount
    // No cash yet: nothing to count, nothing to keep back.
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({
      blind: false,
      takings: [{ net: byCard }],
    })
    need(await api.openShift({ ...cashier, currency: 'GNF', float: 130_000 }))
    const inCash = (await sell(machine, 'cash', 1)).amount
    const expected = 130_000 + inCash
    expect(need(await api.viewShift(cashier)).drawers).toMatchObject([{ counted: null, uncounted: true }])

    const x = need(await api.closeShift({ ...cashier, kind: 'X' }))
    expect(x).toMatchObject({ blind: true, takings: [] })
    const again = need(await api.reprintReport(cashier))
    expect(again).toMatchObject({ blind: true })
    const blind = await told(again)
    for (const sum of [expected, inCash, inCash + byCard])
      for (const written of [String(sum), figures(sum)])
        expect(blind.all).not.toMatch(new RegExp(`\\b${written}\\b`, 'u'))
    expect(blind.paper).toContain('elles restent à compter')
    // What the terminal's own slips say may be compared.
    expect(blind.paper).toContain(`Carte 1 ${figures(byCard)}`)

    const whole = await told(need(await api.reprintReport(chief)))
    expect(whole.paper).toContain(`Attendu dans le tiroir ${figures(expected)}`)
    expect(need(await api.closeShift({ ...chief, kind: 'X' })).takings).toMatchObject([{ net: inCash + byCard }])

    const pieces = [{ kind: 'note', value: 500, count: 20 }] as const
    const { drawers } = need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces: [...pieces] }))
    expect(drawers).toMatchObject([{ uncounted: false, counted: { total: 10_000, pieces } }])
    // Counted again, and right this time: nothing is missing any more.
    const right = [{ kind: 'note', value: 500, count: expected / 500 }] as const
    const recounted = need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces: [...right] }))
    expect(recounted.drawers).toMatchObject([{ counted: { total: expected, difference: 0, pieces: right } }])
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({ blind: false, takings: [{}] })
    // Cash moved again: the next count is as blind as the first one.
    await sell(machine, 'cash')
    expect(need(await api.closeShift({ ...cashier, kind: 'X' }))).toMatchObject({ blind: true, takings: [] })
    const z = await told(need(await api.closeShift({ ...cashier, kind: 'Z' })))
    expect(z.paper).toContain('Attendu dans le tiroir')

    await machine.stop()
    const verified = need(await createLedgerKeeping(join(machine.directory, 'demo'), undefined).verify())
    expect(verified).toMatchObject({ ok: true, findings: [] })
    expect(machine.faults).toEqual([])
  },
)

test(
  'what a Z would leave behind is known before it: drawers to count, sales that are not over, money owed',
  { timeout: 60_000 },
  async () => {
    const { machine, cashier, chief } = await withPeople()
    const { api } = machine
    const before = async () => {
      const { drawers, openSales, owed } = need(await api.viewShift(cashier))
      return {
        uncounted: drawers.filter(({ uncounted }) => uncounted).map(({ currency }) => currency),
        openSales,
        owed,
      }
    }
    expect(await before()).toEqual({ uncounted: [], openSales: 0, owed: [] })
    const { saleId, amount } = await sell(machine, 'cash')
    const [ticket] = need(await api.openSaleFile({ ...cashier, saleId })).tickets
    const wish = { saleId, ticketIds: [ticket!.ticketId], kind: 'refund' as const, reason: 'r', second: chief }
    need(await api.returnTickets({ ...cashier, ...wish }))
    await review(machine, 1)
    expect(await before()).toEqual({ uncounted: ['GNF'], openSales: 1, owed: [{ currency: 'GNF', amount }] })
    const z = await told(need(await api.closeShift({ ...chief, kind: 'Z' })))
    expect(z.paper).toContain('Compté pas compté')
    // The next shift has its own drawer; what is owed and what is open goes on.
    expect(await before()).toEqual({ uncounted: [], openSales: 1, owed: [{ currency: 'GNF', amount }] })
  },
)

test('every duplicate counts, those that were asked for after the sale, too', { timeout: 60_000 }, async () => {
  const { machine, cashier, chief } = await withPeople()
  const { api } = machine
  const { saleId } = await sell(machine, 'card', 2)
  const ticketIds = need(await api.openSaleFile({ ...cashier, saleId })).tickets.map(({ ticketId }) => ticketId)
  need(await api.reprintTickets({ ...cashier, saleId, ticketIds, reason: 'r' }))
  need(await api.reprintTickets({ ...cashier, saleId, ticketIds: ticketIds.slice(1), reason: 'r' }))
  const z = await told(need(await api.closeShift({ ...chief, kind: 'Z' })))
  expect(z.paper).toContain('Duplicatas imprimés 3')
})
