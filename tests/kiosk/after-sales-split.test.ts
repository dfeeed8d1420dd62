import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { readPdf } from '../support/pdf.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, temporaryFolder } from './machine.ts'

const payer = '622112233'

/** A desk with a cashier and a supervisor. */
async function desk() {
  const directory = temporaryFolder()
  const [cashier, chief] = hire(
    join(directory, 'demo'),
    { number: '7', role: 'cashier' },
    { number: '90', role: 'supervisor' },
  )
  const machine = await startMachine({ role: 'cashier', simulatedMobileMoney: { thinkSeconds: 0 } }, directory)
  const { api } = machine
  return {
    cashier,
    chief,
    machine,
    /** Three seats, 10 000 paid in cash and 15 000 by telephone. */
    startSplit: async () => {
      const reviewed = await review(machine, 3)
      const { saleId } = reviewed
      need(await api.pay({ saleId, tender: 'cash', amount: 10_000 }))
      need(await api.confirmCash({ ...cashier, saleId, received: 10_000 }))
      need(await api.pay({ saleId, tender: 'orange-money', amount: 15_000, payer, by: cashier }))
      await settled(machine, saleId)
      return reviewed
    },
    slips: (): readonly string[] => {
      const folder = join(directory, 'demo', 'slips')
      return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.pdf$/u, '')) : []
    },
    slipOf: async (reference: string): Promise<string> => {
      const [page] = await readPdf(readFileSync(join(directory, 'demo', 'slips', `${reference}.pdf`)))
      return page!.text.replaceAll(/\s+/gu, ' ')
    },
    expectSound: async (): Promise<void> => {
      await machine.stop()
      const ledger = createLedgerKeeping(join(directory, 'demo'), undefined)
      expect(need(await ledger.verify())).toMatchObject({ ok: true, findings: [] })
    },
  }
}

/** The rest was paid by card, and the tickets are out. */
async function splitSale() {
  const { cashier, chief, machine, startSplit, slipOf, expectSound } = await desk()
  const { api } = machine
  const { saleId } = await startSplit()
  need(await api.pay({ saleId, tender: 'card', by: cashier }))
  await settled(machine, saleId)
  need(await api.leaveSale({ saleId }))
  const file = need(await api.openSaleFile({ ...cashier, saleId }))
  const tickets = file.tickets.map(({ ticketId, price }) => ({ ticketId, price }))
  const giveBack = async (kind: 'refund' | 'void', ticketIds: readonly string[], over?: TenderKind) =>
    api.returnTickets({
      ...cashier,
      second: chief,
      saleId,
      ticketIds: [...ticketIds],
      kind,
      reason: 'malade',
      ...(over && { over }),
    })
  const pay = async (reference: string, kind: TenderKind) =>
    need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
  return { file, tickets, giveBack, pay, slipOf, expectSound }
}

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)

test('a void of a split sale gives each part back by its own way, on one slip', { timeout: 90_000 }, async () => {
  const { file, tickets, giveBack, pay, slipOf, expectSound } = await splitSale()
  const ids = tickets.map(({ ticketId }) => ticketId)
  expect(await giveBack('void', ids.slice(1))).toMatchObject({ error: { type: 'ticket-returned' } })
  const done = need(await giveBack('void', ids))
  const back = [
    { kind: 'cash', amount: 10_000 },
    { kind: 'orange-money', amount: 15_000 },
    { kind: 'card', amount: file.amount - 25_000 },
  ] as const
  expect(done.file.returns).toMatchObject([{ kind: 'void', amount: file.amount, back }])
  const slip = await slipOf(done.reference)
  for (const text of ['Annulation', 'Espèces', '10 000', 'Orange Money', '15 000', 'Carte'])
    expect(slip).toContain(text)
  for (const { kind } of back) await pay(done.reference, kind)
  const again = await giveBack('refund', ids.slice(0, 1))
  expect(again).toMatchObject({ error: { type: 'ticket-returned' } })
  await expectSound()
})

test('cash goes back as it was received, in notes that exist, and the slip says so', { timeout: 90_000 }, async () => {
  const { cashier, chief, machine, slipOf, expectSound } = await desk()
  const { api } = machine
  const { saleId, offer } = await review(machine, 2)
  need(await api.pay({ saleId, tender: 'card', amount: offer.total - 7_777, by: cashier }))
  await settled(machine, saleId)
  need(await api.pay({ saleId, tender: 'cash' }))
  need(await api.confirmCash({ ...cashier, saleId, received: 7_800 }))
  await settled(machine, saleId)
  need(await api.leaveSale({ saleId }))
  const { tickets } = need(await api.openSaleFile({ ...cashier, saleId }))
  const ticketIds = tickets.map(({ ticketId }) => ticketId)
  const why = { kind: 'void', reason: 'malade' } as const
  const { file, reference } = need(await api.returnTickets({ ...cashier, second: chief, saleId, ticketIds, ...why }))
  expect(file.returns).toMatchObject([
    { amount: offer.total, back: [{ kind: 'card' }, { kind: 'cash', amount: 7_800, rounding: 23 }] },
  ])
  expect(await slipOf(reference)).toMatch(/Espèces 7 800 GNF dont arrondi des espèces \+23 GNF/u)
  for (const kind of ['card', 'cash'] as const)
    need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
  need(await api.closeShift({ ...chief, kind: 'Z' }))
  const [closure] = need(await api.listClosures(chief))
  const { currencies } = need(await api.viewClosure({ ...chief, seq: closure!.seq }))
  expect(currencies).toMatchObject([{ net: { tickets: 0, amount: 0 }, owed: 0, drawer: { cash: 0, expected: 0 } }])
  await expectSound()
})

test('refunds of a split sale never give back more by one way than came by it', { timeout: 90_000 }, async () => {
  const { file, tickets, giveBack, pay, slipOf, expectSound } = await splitSale()
  const [first, ...others] = tickets
  const price = first!.price
  // All of it by one way, where that took enough.
  expect(await giveBack('refund', [first!.ticketId], 'orange-money')).toMatchObject({ error: { type: 'other-tender' } })
  const one = need(await giveBack('refund', [first!.ticketId]))
  expect(one.file.returns[0]?.back).toMatchObject([
    { kind: 'cash', amount: 10_000 },
    { kind: 'orange-money', amount: 15_000 },
    { kind: 'card', amount: price - 25_000 },
  ])
  expect(await slipOf(one.reference)).toMatch(/Remboursement.*Espèces.*Orange Money.*Carte/u)
  const rest = need(
    await giveBack(
      'refund',
      others.map(({ ticketId }) => ticketId),
    ),
  )
  expect(rest.file.returns[1]?.back).toMatchObject([{ kind: 'card', amount: file.amount - price }])
  for (const { kind } of one.file.returns[0]?.back ?? []) await pay(one.reference, kind)
  const ended = await pay(rest.reference, 'card')
  expect(ended.returns.flatMap(({ back }) => back.map(({ paid }) => paid))).toEqual([true, true, true, true])
  expect(sum(ended.returns)).toBe(file.amount)
  await expectSound()
})

test('what was paid of a sale that was given up goes back part by part, and one slip says it all', async () => {
  const { cashier, machine, startSplit, slips, slipOf, expectSound } = await desk()
  const { saleId, offer } = await startSplit()
  need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
  const due = await settled(machine, saleId)
  expect(due.stage).toMatchObject({ name: 'refund-due', amount: 25_000 })
  const back = (given: string) =>
    machine.api.settleStaffCase({ ...cashier, saleId, answer: { type: 'paid-back', reference: given } })
  expect(need(await back('C-77'))).toMatchObject([{ question: 'pay-back', tender: 'orange-money', amount: 15_000 }])
  expect(slips()).toEqual([])
  expect(need(await back('OM-4410'))).toEqual([])
  const [reference = ''] = slips()
  expect(reference).toMatch(/-P$/u)
  const slip = await slipOf(reference)
  const [seat] = offer.seats
  for (const text of [
    'Remboursement',
    'Remboursé',
    '25 000',
    'C-77',
    '10 000',
    'OM-4410',
    '15 000',
    seat!.place.seatCode,
  ])
    expect(slip).toContain(text)
  expect(slip).toContain('Aucun billet n’a été vendu')
  expect(slip).not.toContain('Responsable')
  const again = { ...cashier, saleId, reference, reason: 'perdu' }
  const copied = need(await machine.api.reprintSlip(again))
  expect(copied).toMatchObject({ paper: 'saved', file: { slips: [{ reference, copies: 1 }] } })
  expect((await slipOf(`${reference}-duplicata-1`)).replace('DUPLICATA 1 ', '')).toBe(slip)
  await expectSound()
})
