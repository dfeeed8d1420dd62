import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { readPdf } from '../support/pdf.ts'
import { besideHub } from '../hub/hub.ts'
import { startLine, type Answer } from '../partner/scripted-partner.ts'
import { hire } from '../support/quick-pins.ts'
import {
  need,
  review,
  settingsFor,
  settled,
  startHub,
  startMachine,
  temporaryFolder,
  visit,
  type Machine,
} from './machine.ts'

type Turn = (forward: () => Promise<Answer>) => Answer | Promise<Answer>

/** A desk at a hub, with a cashier and a supervisor; what becomes of its cancellations on their way may be said. */
async function deskAtHub() {
  const folder = temporaryFolder()
  const hub = await startHub(0, folder)
  const asked: string[] = []
  let turn: Turn = (forward) => forward()
  const line = await startLine(hub.url, async (request, forward): Promise<Answer> => {
    if (!request.line.endsWith('/cancellations')) return forward()
    asked.push((JSON.parse(request.body) as { request_id: string }).request_id)
    return turn(forward)
  })
  const directory = temporaryFolder()
  const [cashier, chief] = hire(
    join(directory, 'demo'),
    { number: '7', role: 'cashier' },
    { number: '90', role: 'supervisor' },
  )
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes), directory)
  const refund = ({ api }: Machine, saleId: string, ticketIds: readonly string[]) =>
    api.returnTickets({
      ...cashier,
      saleId,
      ticketIds: [...ticketIds],
      kind: 'refund',
      reason: 'malade',
      second: chief,
    })
  const open = async ({ api }: Machine, saleId: string) => need(await api.openSaleFile({ ...cashier, saleId }))
  const cancelByHand = (ticketIds: readonly string[]) =>
    besideHub(join(folder, 'booking-service.db'), async (store) => {
      const [event] = await store.listAllEvents()
      const of = { eventId: String(event?.eventId) }
      expect(await store.cancelTickets({ of, ticketIds, reason: 'essai', by: 'user:test' })).toMatchObject({ ok: true })
    })
  return { machine, refund, open, asked, cashier, cancelByHand, answer: (next: Turn) => void (turn = next) }
}

async function sell(machine: Machine, count: number) {
  const { saleId, wish } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  const sale = machine.sales.find(saleId)
  if (sale?.state !== 'done') throw new Error(sale?.state)
  return { saleId, seatIds: wish.seatIds, ticketIds: sale.tickets.map(({ ticketId }) => ticketId) }
}

async function slipOf({ directory }: Machine, reference: string): Promise<string> {
  const pages = await readPdf(readFileSync(join(directory, 'demo', 'slips', `${reference}.pdf`)))
  return pages.map(({ text }) => text.replaceAll(/\s+/gu, ' ')).join(' ')
}

async function expectSound(machine: Machine) {
  await machine.stop()
  const verified = need(await createLedgerKeeping(join(machine.directory, 'demo'), undefined).verify())
  expect(verified).toMatchObject({ ok: true, findings: [] })
}

const HONEST = 'ne permet pas l’annulation'

test(
  'our own hub frees the seat, which the same desk sells again, and everything holds',
  { timeout: 90_000 },
  async () => {
    const { machine, refund, asked } = await deskAtHub()
    const first = await sell(machine, 1)
    const done = need(await refund(machine, first.saleId, first.ticketIds))
    expect(done.file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    expect(done.file.acts.map(({ code }) => code).slice(-2)).toEqual(['TICKETS_REFUNDED', 'CANCELLATION_ANSWERED'])
    expect(await slipOf(machine, done.reference)).toContain('les places sont remises en vente')
    expect(asked).toHaveLength(1)
    const again = await sell(machine, 1)
    expect(again.seatIds).toEqual(first.seatIds)
    await expectSound(machine)
    expect(machine.faults).toEqual([])
  },
)

test.each<[string, Turn]>([
  ['knows no such path', () => ({ status: 404, body: '<h1>Not found</h1>' })],
  ['has no such call', () => ({ status: 501, body: '' })],
  ['has the path for other methods', () => ({ status: 405, body: '{}' })],
])('a foreign partner that %s: the honest words stay, and nobody asks twice', { timeout: 90_000 }, async (_, turn) => {
  const { machine, refund, asked, answer } = await deskAtHub()
  answer(turn)
  const { saleId, ticketIds } = await sell(machine, 1)
  const done = need(await refund(machine, saleId, ticketIds))
  expect(done.file.returns).toMatchObject([{ cancellation: 'not-offered' }])
  expect(await slipOf(machine, done.reference)).toContain(HONEST)
  const next = await machine.restart()
  expect(asked).toHaveLength(1)
  await expectSound(next)
})

test('a refusal is an answer, with the honest words', { timeout: 90_000 }, async () => {
  const { machine, refund, answer } = await deskAtHub()
  const refused = { success: false, message: 'Unknown ticket', error: { code: 'TICKET_NOT_FOUND', details: {} } }
  answer(() => ({ status: 404, body: JSON.stringify(refused) }))
  const { saleId, ticketIds } = await sell(machine, 1)
  const done = need(await refund(machine, saleId, ticketIds))
  expect(done.file.returns).toMatchObject([{ cancellation: 'refused' }])
  expect(await slipOf(machine, done.reference)).toContain(HONEST)
  await expectSound(machine)
})

test(
  'a hub that does not answer keeps no money back; it is asked until it does, by the same id, over a restart',
  {
    timeout: 90_000,
  },
  async () => {
    const { machine, refund, open, asked, answer, cashier } = await deskAtHub()
    // It is done, and nobody hears of it.
    answer(async (forward) => (await forward(), { status: 503, body: '' }))
    const { saleId, ticketIds } = await sell(machine, 2)
    const done = need(await refund(machine, saleId, ticketIds.slice(0, 1)))
    expect(done.file.returns).toMatchObject([{ cancellation: 'asked', back: [{ paid: false }] }])
    expect(await slipOf(machine, done.reference)).toContain('n’a pas encore répondu')
    const paid = { ...cashier, saleId, reference: done.reference, kind: 'card', receipt: '1234' } as const
    expect(need(await machine.api.payReturn(paid)).returns).toMatchObject([{ back: [{ paid: true }] }])
    const before = asked.length
    answer((forward) => forward())
    const next = await machine.restart()
    await expect.poll(async () => (await open(next, saleId)).returns[0]?.cancellation).toBe('cancelled')
    expect(asked.length).toBeGreaterThan(before)
    expect(new Set(asked).size).toBe(1)
    await expectSound(next)
  },
)

test(
  'a seat that the venue freed by hand is sold here only once its money went back',
  { timeout: 90_000 },
  async () => {
    const { machine, refund, cancelByHand } = await deskAtHub()
    const { saleId, seatIds, ticketIds } = await sell(machine, 1)
    await cancelByHand(ticketIds)
    const chosen = await visit(machine, 1)
    expect(chosen.wish.seatIds).toEqual(seatIds)
    need(await machine.api.holdSeats(chosen.wish))
    expect(await machine.sales.settled(chosen.saleId)).toMatchObject({
      state: 'choosing',
      notice: { type: 'hold-refused', code: 'SEAT_SOLD_HERE' },
    })
    need(await machine.api.abandonSale({ saleId: chosen.saleId, reason: 'cancelled' }))
    expect(need(await refund(machine, saleId, ticketIds)).file.returns).toMatchObject([{ cancellation: 'cancelled' }])
    expect((await sell(machine, 1)).seatIds).toEqual(seatIds)
    await expectSound(machine)
  },
)
