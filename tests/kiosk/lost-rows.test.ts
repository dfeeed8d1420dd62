import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { backupLedger } from '../../electron/ledger/evidence/backup.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import { need, review, startMachine, temporaryFolder, visit, type Machine } from './machine.ts'

const pin = DEMO_PIN
type Answer = CommandInput<'settleStaffCase'>['answer']

const ledgerIn = (directory: string): string => join(directory, 'demo', 'ledger.db')

/** A copy of the running machine's ledger, where a rebuilding looks for one. */
async function copyLedger({ directory }: Machine): Promise<void> {
  const path = ledgerIn(directory)
  await backupLedger({ path, directory: `${path}-backups`, wallUtc: new Date().toISOString() })
}

/** What the machine's disk holds now, as a power cut leaves it, with the ledger damaged in that way; and started again. */
async function cutAndDamaged(
  machine: Machine,
  damage: (path: string) => void,
  settings: object = {},
): Promise<Machine> {
  const directory = temporaryFolder()
  cpSync(machine.directory, directory, { recursive: true, filter: (path) => !path.includes('.lock') })
  await machine.stop()
  damage(ledgerIn(directory))
  return startMachine(settings, directory)
}

/** Nothing of the database can be read any more. */
function noise(path: string): void {
  writeFileSync(path, Buffer.alloc(50_000, 0xee))
  rmSync(`${path}-wal`, { force: true })
}

/** Nor of the roll: only the copies are left. */
function noiseAndNoRoll(path: string): void {
  noise(path)
  rmSync(`${path}.roll`)
}

async function casesOf(machine: Machine) {
  const all = need(await machine.api.listStaffCases({ pin }))
  return { gaps: all.filter((one) => 'seq' in one), sales: all.filter((one) => 'saleId' in one) }
}

async function settle(machine: Machine, saleId: string, answer: Answer) {
  need(await machine.api.settleStaffCase({ pin, saleId, answer }))
  return machine.sales.settled(saleId)
}

/** The books hold, by the verifier's word, with the program stopped; what it noticed on its way. */
async function expectBooksHold(machine: Machine): Promise<void> {
  expect(machine.faults).toEqual([])
  await machine.stop()
  const { findings } = await verifyLedger({ path: ledgerIn(machine.directory) })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

describe('a machine whose database is damaged', () => {
  test('has every sale from the roll, and goes on', async () => {
    const machine = await startMachine()
    const sold = await review(machine, 2)
    need(await machine.api.pay({ saleId: sold.saleId, tender: 'card' }))
    const before = await machine.sales.settled(sold.saleId)
    const again = await cutAndDamaged(machine, noise)
    expect(again.sales.find(sold.saleId)).toEqual(before)
    expect(await casesOf(again)).toEqual({ gaps: [], sales: [] })
    expect((await review(again, 1)).shown.stage.name).toBe('review')
    await expectBooksHold(again)
  })

  test('while cash is counted: the roll has the question', async () => {
    const machine = await startMachine()
    const { saleId, offer } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const again = await cutAndDamaged(machine, noise)
    const { sales } = await casesOf(again)
    expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: offer.total }])
    expect(await settle(again, saleId, { type: 'money-moved', moved: true })).toMatchObject({ state: 'done' })
    await expectBooksHold(again)
  })
})

describe('a machine that lost its database and its roll, with a copy from before', () => {
  test('a sale that went on by card and was printed: found again, nothing is printed before staff looked', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 2)
    await copyLedger(machine)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    const before = await machine.sales.settled(saleId)
    if (before.state !== 'done') throw new Error(before.state)

    const again = await cutAndDamaged(machine, noiseAndNoRoll)
    await again.sales.settled(saleId)
    const { gaps, sales } = await casesOf(again)
    expect(gaps).toMatchObject([{ question: 'ledger-gap' }])
    expect(sales).toMatchObject([{ saleId, question: 'paper-out', tender: 'card', rowsLost: true }])
    const sale = await settle(again, saleId, { type: 'paper-seen' })
    expect(sale).toMatchObject({ state: 'done', order: before.order, tender: before.tender })
    const numbers = before.tickets.map(({ ticketId, qrCode }) => [ticketId, qrCode])
    expect(sale.state === 'done' && sale.tickets.map(({ ticketId, qrCode }) => [ticketId, qrCode])).toEqual(numbers)
    need(await again.api.settleLedgerGap({ pin, seq: gaps[0]!.seq, reference: '12' }))
    expect(await casesOf(again)).toEqual({ gaps: [], sales: [] })
    await expectBooksHold(again)
  })

  test('a sale that was paid in cash and sold: the service says so, nobody is asked about money', async () => {
    const machine = await startMachine()
    const { saleId, offer } = await review(machine, 1)
    await copyLedger(machine)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    need(await machine.api.confirmCash({ saleId, pin, received: offer.total }))
    await machine.sales.settled(saleId)

    const again = await cutAndDamaged(machine, noiseAndNoRoll)
    await again.sales.settled(saleId)
    expect((await casesOf(again)).sales).toMatchObject([{ saleId, question: 'paper-out', tender: 'cash' }])
    const sale = await settle(again, saleId, { type: 'reprint' })
    expect(sale).toMatchObject({ state: 'done', tender: { kind: 'cash', received: offer.total } })
    expect(sale.state === 'done' && sale.jobs.map(({ copyNumber }) => copyNumber)).toEqual([1])
    await expectBooksHold(again)
  })

  test('a sale that was not sold: staff are asked the one question, and either answer settles it', async () => {
    for (const moved of [true, false]) {
      const machine = await startMachine()
      const { saleId, offer } = await review(machine, 2)
      await copyLedger(machine)
      need(await machine.api.pay({ saleId, tender: 'cash' }))

      const again = await cutAndDamaged(machine, noiseAndNoRoll)
      await again.sales.settled(saleId)
      const { sales } = await casesOf(again)
      expect(sales).toMatchObject([{ saleId, question: 'money-moved', tender: 'cash', amount: offer.total }])
      const sale = await settle(again, saleId, { type: 'money-moved', moved })
      expect(sale.state).toBe(moved ? 'print-unknown' : 'abandoned')
      if (moved) expect(await settle(again, saleId, { type: 'reprint' })).toMatchObject({ state: 'done' })
      await expectBooksHold(again)
    }
  })

  test('a sale that was paid by card and not sold yet: the terminal knows it by one of its references', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    await copyLedger(machine)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const priced = machine.sales.find(saleId)
    const reference = priced && 'order' in priced ? `${priced.order.orderId}-3` : ''
    const again = await cutAndDamaged(machine, (path) => {
      noiseAndNoRoll(path)
      const theirs = referenceFor(reference, 'uuid4')
      const charge = JSON.stringify({ reference: theirs, outcome: 'approved', approval: 'SIM778' })
      writeFileSync(join(path, '..', 'simulated-terminal.jsonl'), `${charge}\n`)
    })
    const tender = { kind: 'card', reference, approval: 'SIM778' }
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'print-unknown', tender })
    expect(await settle(again, saleId, { type: 'reprint' })).toMatchObject({ state: 'done', tender })
    await expectBooksHold(again)
  })

  test('a sale whose seats were chosen again in the gap: what the service sold is shown, people settle it', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    await copyLedger(machine)
    need(await machine.api.changeSeats({ saleId }))
    await machine.sales.settled(saleId)
    const [other] = need(await machine.api.proposeSeats({ saleId, count: 2 }))
    const seatIds = other!.seats.map(({ seatId }) => seatId)
    need(await machine.api.holdSeats({ saleId, sectionId: other!.sectionId, seatIds }))
    await machine.sales.settled(saleId)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await machine.sales.settled(saleId)

    const again = await cutAndDamaged(machine, noiseAndNoRoll)
    await again.sales.settled(saleId)
    const shown = other!.seats.map(({ place }) => place.seatCode).join(' · ')
    expect((await casesOf(again)).sales).toMatchObject([{ saleId, question: 'unreconciled', shown, tender: null }])
    await settle(again, saleId, { type: 'ask-again' })
    expect((await casesOf(again)).sales).toMatchObject([{ question: 'unreconciled' }])
    const sale = await settle(again, saleId, { type: 'settled-by-hand', reference: '4711' })
    expect(sale).toMatchObject({ state: 'abandoned', reason: 'settled-by-hand' })
    expect((await casesOf(again)).sales).toEqual([])
    await expectBooksHold(again)
  })

  test('sales that it never heard of: it says between which hours, and sells on meanwhile', async () => {
    const machine = await startMachine()
    await copyLedger(machine)
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await machine.sales.settled(saleId)

    const again = await cutAndDamaged(machine, noiseAndNoRoll)
    expect(again.sales.find(saleId)).toBeNull()
    const { gaps, sales } = await casesOf(again)
    expect(sales).toEqual([])
    expect(gaps).toMatchObject([{ question: 'ledger-gap', rows: expect.any(Number) as number }])
    expect(await again.api.settleLedgerGap({ pin, seq: 1, reference: '' })).toMatchObject({ ok: false })
    const next = await review(again, 1)
    need(await again.api.pay({ saleId: next.saleId, tender: 'card' }))
    expect(await again.sales.settled(next.saleId)).toMatchObject({ state: 'done' })

    const third = await again.restart()
    expect((await casesOf(third)).gaps).toEqual(gaps)
    need(await third.api.settleLedgerGap({ pin, seq: gaps[0]!.seq, reference: '' }))
    expect((await casesOf(third)).gaps).toEqual([])
    await expectBooksHold(third)
  })

  test('its own copy of the day, made when it ended in order, is what it starts from', async () => {
    const machine = await startMachine()
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await machine.sales.settled(saleId)
    const next = await machine.restart()
    const again = await cutAndDamaged(next, noiseAndNoRoll)
    expect(again.sales.find(saleId)).toMatchObject({ state: 'done' })
    expect((await casesOf(again)).gaps).toMatchObject([{ question: 'ledger-gap' }])
    await expectBooksHold(again)
  })

  test('nothing was going on: nothing is asked but what the lost rows said', async () => {
    const machine = await startMachine()
    await visit(machine, 1)
    await copyLedger(machine)
    const again = await cutAndDamaged(machine, noiseAndNoRoll)
    expect((await casesOf(again)).sales).toEqual([])
    await expectBooksHold(again)
  })
})
