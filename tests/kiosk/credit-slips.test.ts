import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { tendersOf } from '../../shared/domain/money/tender.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, type Machine } from './machine.ts'

const NUMBER = 'K7M4XP92RD'

/** The ledger of a machine that is stopped. */
async function ledgerOf({ directory }: Machine): Promise<Ledger> {
  const folder = join(directory, 'demo')
  const signer = openFileSigner(join(folder, 'ledger-key.pem'))
  return openLedger({ ...ledgerOptions(folder), signer, now: tickingClock('boot-slip', Date.now()) })
}

/** A machine that owes a slip of that amount, and the text of its code. */
async function owing(amount: number, settings: object = {}): Promise<{ machine: Machine; code: string }> {
  const machine = await startMachine(settings)
  await machine.stop()
  const ledger = await ledgerOf(machine)
  const seats = [chosenSeat('900001')]
  const slip = { slipId: NUMBER, amount, currency: 'GNF' }
  const now = tickingClock('boot-slip-2', Date.now())
  startSale(ledger, now, seats)
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({ type: 'tender-approved', received: amount + 5_000, change: 0, approval: 'A', slip })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'counter' })
  const [known] = ledger.slips.open()
  const code = known ? ledger.slips.codeOf(known) : ''
  ledger.close()
  return { machine: await machine.restart(), code }
}

async function expectSound(machine: Machine): Promise<void> {
  await machine.stop()
  const { findings } = await verifyDatabase({ path: join(machine.directory, 'demo', 'ledger.db') })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(machine.faults).toEqual([])
}

const openSlips = async ({ api }: Machine) => need(await api.listSlips({ pin: DEMO_PIN }))
const soldBy = (machine: Machine, saleId: string) =>
  tendersOf(machine.sales.find(saleId) as Extract<Sale, { state: 'done' }>).map(({ kind, amount }) => [kind, amount])

describe('a credit slip at a kiosk', () => {
  test('pays a whole purchase by its code, and what is over is another slip on the screen', async () => {
    const { machine, code } = await owing(1_000_000)
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.paySlip({ saleId, slip: code }))
    const sold = await settled(machine, saleId)
    const over = 1_000_000 - offer.total
    expect(sold.stage.name).toBe('done')
    expect(sold.credits).toMatchObject([{ amount: over }])
    expect(await openSlips(machine)).toMatchObject([{ slipId: sold.credits?.[0]?.slipId, amount: over, state: 'open' }])
    expect(soldBy(machine, saleId)).toEqual([['credit-slip', offer.total]])
    need(await machine.api.leaveSale({ saleId }))
    const next = await review(machine, 1)
    const spent = await machine.api.paySlip({ saleId: next.saleId, slip: code })
    expect(spent).toEqual({ ok: false, error: { type: 'slip-refused', because: 'spent' } })
    need(await machine.api.paySlip({ saleId: next.saleId, slip: sold.credits?.[0]?.slipId ?? '' }))
    expect((await settled(machine, next.saleId)).stage.name).toBe('done')
    await expectSound(machine)
  })

  test('pays a part by its number, and a card the rest', async () => {
    const { machine } = await owing(7_000)
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.paySlip({ saleId, slip: 'k7m4x p92rd' }))
    const paid = await settled(machine, saleId)
    expect(paid).toMatchObject({ stage: { name: 'review' }, taken: [{ tender: 'credit-slip', amount: 7_000 }] })
    need(await machine.api.pay({ saleId, tender: 'card' }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    expect(soldBy(machine, saleId)).toEqual([
      ['credit-slip', 7_000],
      ['card', offer.total - 7_000],
    ])
    expect(await openSlips(machine)).toEqual([])
    await expectSound(machine)
  })

  test('comes back as another slip by itself when the purchase is given up, or a restart ends it', async () => {
    const { machine } = await owing(7_000)
    const given = await review(machine, 1)
    need(await machine.api.paySlip({ saleId: given.saleId, slip: NUMBER }))
    await settled(machine, given.saleId)
    need(await machine.api.abandonSale({ saleId: given.saleId, reason: 'cancelled' }))
    const ended = await settled(machine, given.saleId)
    expect(ended.credits).toMatchObject([{ amount: 7_000 }])
    const [second] = await openSlips(machine)
    expect(second).toMatchObject({ amount: 7_000, saleId: given.saleId, state: 'open' })
    need(await machine.api.leaveSale({ saleId: given.saleId }))
    const next = await review(machine, 1)
    need(await machine.api.paySlip({ saleId: next.saleId, slip: second?.slipId ?? '' }))
    await settled(machine, next.saleId)
    const again = await machine.restart()
    await again.sales.settled(next.saleId)
    expect(again.sales.find(next.saleId)).toMatchObject({ state: 'refunded' })
    expect(await openSlips(again)).toMatchObject([{ amount: 7_000, saleId: next.saleId, state: 'open' }])
    await expectSound(again)
  })

  test('is free again after a power cut between its intent and the answer', async () => {
    const { machine } = await owing(7_000)
    const { saleId } = await review(machine, 1)
    await machine.stop()
    const ledger = await ledgerOf(machine)
    // The intent was written, and then the power was gone: holds of an earlier boot, as the start finds them.
    const seats = [chosenSeat('900002')]
    const begun = startSale(ledger, tickingClock('boot-cut', Date.now()), seats).next(...toPriced(seats), {
      type: 'tender-started',
      kind: 'credit-slip',
      amount: 7_000,
      provider: { driver: 'credit-slip', host: '', reference: 'S-cut', token: NUMBER },
    })
    expect(ledger.slips.find(NUMBER)?.state).toBe('taken')
    ledger.close()
    const again = await machine.restart()
    await again.sales.settled(begun.sale.saleId)
    expect(again.sales.find(begun.sale.saleId)).toMatchObject({ state: 'abandoned' })
    expect(await openSlips(again)).toMatchObject([{ slipId: NUMBER, state: 'open' }])
    void saleId
    await expectSound(again)
  })

  test('is refused, with the reason, where it is forged, unknown or another machine’s; guessing ends soon', async () => {
    const { machine, code } = await owing(7_000)
    const other = await owing(7_000)
    const { saleId } = await review(machine, 1)
    const refusedAs = async (slip: string) => {
      const reply = await machine.api.paySlip({ saleId, slip })
      return reply.ok ? null : 'because' in reply.error ? reply.error.because : reply.error.type
    }
    expect(await refusedAs(code.replace('|7000|', '|9000|'))).toBe('not-ours')
    expect(await refusedAs(other.code)).toBe('not-ours')
    for (const guess of ['2222222222', '3333333333', 'nonsense', '', 'x'].filter(Boolean))
      expect(await refusedAs(guess)).toBe('unknown')
    expect(await refusedAs('4444444444')).toBe('unknown')
    expect(await refusedAs(code)).toBe('codes-locked')
    expect(await openSlips(machine)).toMatchObject([{ slipId: NUMBER, state: 'open' }])
    await expectSound(machine)
  })
})

describe('a credit slip at a desk', () => {
  const desk = { role: 'cashier' }

  async function deskOwing(amount: number) {
    const { machine, code } = await owing(amount, desk)
    const folder = join(machine.directory, 'demo')
    const [cashier, chief] = hire(folder, { number: '12', role: 'cashier' }, { number: '90', role: 'supervisor' })
    return { machine: await machine.restart(desk), code, cashier, chief }
  }

  test('is paid out once, in cash, by two people, and is worth nothing then', async () => {
    const { machine, code, cashier, chief } = await deskOwing(7_000)
    const alone = await machine.api.payOutSlip({ ...cashier, slip: code, second: cashier })
    expect(alone).toMatchObject({ ok: false, error: { type: 'second-person', because: 'same-person' } })
    const paid = need(await machine.api.payOutSlip({ ...cashier, slip: code, second: chief }))
    expect(paid).toMatchObject({ slipId: NUMBER, amount: 7_000, currency: 'GNF', state: 'paid-out' })
    expect(await machine.api.payOutSlip({ ...cashier, slip: NUMBER, second: chief })).toEqual({
      ok: false,
      error: { type: 'slip-refused', because: 'paid-out' },
    })
    const { saleId } = await review(machine, 1)
    expect(await machine.api.paySlip({ saleId, slip: code, by: cashier })).toEqual({
      ok: false,
      error: { type: 'slip-refused', because: 'paid-out' },
    })
    need(await machine.api.abandonSale({ saleId, reason: 'cancelled' }))
    await expectSound(machine)
  })

  test('is taken by somebody who may take money, and given back by staff as another slip', async () => {
    const { machine, cashier, chief } = await deskOwing(7_000)
    const { saleId, offer } = await review(machine, 1)
    expect(await machine.api.paySlip({ saleId, slip: NUMBER })).toEqual({ ok: false, error: { type: 'not-allowed' } })
    need(await machine.api.paySlip({ saleId, slip: NUMBER, by: cashier }))
    await settled(machine, saleId)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    need(await machine.api.confirmCash({ ...cashier, saleId, received: offer.total - 7_000 }))
    expect((await settled(machine, saleId)).stage.name).toBe('done')
    const file = need(await machine.api.openSaleFile({ ...cashier, saleId }))
    const ticketIds = file.tickets.map(({ ticketId }) => ticketId)
    const wish = { ...cashier, second: chief, saleId, ticketIds, kind: 'refund', reason: 'match reporté' } as const
    const back = need(await machine.api.returnTickets(wish))
    const [given] = back.file.returns
    expect(given?.back).toMatchObject([{ kind: 'credit-slip', amount: 7_000 }, { kind: 'cash' }])
    const reference = given?.reference ?? ''
    const paid = need(await machine.api.payReturn({ ...cashier, saleId, reference, kind: 'credit-slip', receipt: '' }))
    expect(paid.credits).toMatchObject([{ amount: 7_000, state: 'open' }])
    expect(need(await machine.api.listSlips(cashier))).toMatchObject([{ saleId, amount: 7_000 }])
    await expectSound(machine)
  })
})
