import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { readPdf } from '../support/pdf.ts'
import { hire } from '../support/quick-pins.ts'
import { need, review, settled, startMachine, temporaryFolder, type Machine } from './machine.ts'

/** A machine with a cashier and two supervisors. */
async function withPeople() {
  const directory = temporaryFolder()
  const [cashier, chief] = hire(
    join(directory, 'demo'),
    { number: '7', role: 'cashier' },
    { number: '90', role: 'supervisor' },
  )
  return { machine: await startMachine({}, directory), cashier, chief }
}

async function sell(machine: Machine, count: number, tender: 'card' | 'cash' = 'card') {
  const { saleId } = await review(machine, count)
  need(await machine.api.pay({ saleId, tender }))
  if (tender === 'cash') need(await machine.api.confirmCash({ saleId, pin: DEMO_PIN, received: 10_000_000 }))
  await settled(machine, saleId)
  need(await machine.api.leaveSale({ saleId }))
  const file = need(await machine.api.openSaleFile({ saleId, pin: DEMO_PIN }))
  return { saleId, file, ticketIds: file.tickets.map(({ ticketId }) => ticketId) }
}

const wordsOf = (text: string): string => text.replaceAll(/\s+/gu, ' ')

async function expectSound(machine: Machine) {
  await machine.stop()
  const verified = need(await createLedgerKeeping(join(machine.directory, 'demo'), undefined).verify())
  expect(verified).toMatchObject({ ok: true, findings: [] })
  expect(machine.faults).toEqual([])
}

test('another paper is the next DUPLICATA, with who and why in the journal', { timeout: 90_000 }, async () => {
  const { machine, cashier } = await withPeople()
  const { saleId, ticketIds, file } = await sell(machine, 2)
  const again = need(await machine.api.reprintTickets({ ...cashier, saleId, ticketIds, reason: 'papier déchiré' }))
  expect(again.tickets.map(({ papers }) => papers)).toEqual(
    [0, 1].map(() => [
      { copyNumber: 0, state: 'printed' },
      { copyNumber: 1, state: 'printed' },
    ]),
  )
  const [first = ''] = ticketIds
  need(await machine.api.reprintTickets({ ...cashier, saleId, ticketIds: [first], reason: 'encore' }))
  const [page] = await readPdf(
    readFileSync(join(machine.directory, 'demo', 'tickets', `${file.orderId}-1-duplicata-2.pdf`)),
  )
  expect(page!.text).toMatch(/DUPLICATA\s*2/u)
  expect(again.acts.slice(-3)).toMatchObject([
    { code: 'COPIES_ORDERED', staffId: '7' },
    { code: 'COPY_FINISHED' },
    { code: 'COPY_FINISHED' },
  ])
  expect(await machine.api.reprintTickets({ ...cashier, saleId, ticketIds: ['none'], reason: 'r' })).toMatchObject({
    error: { type: 'no-such-ticket' },
  })
  await expectSound(machine)
})

test('a refund says for how long the PIN of the second person is locked', async () => {
  const { machine, cashier, chief } = await withPeople()
  const { saleId, ticketIds } = await sell(machine, 1, 'cash')
  const refund = (pin: string) =>
    machine.api.returnTickets({
      ...cashier,
      saleId,
      ticketIds: [...ticketIds],
      kind: 'refund',
      reason: 'malade',
      second: { ...chief, pin },
    })
  for (const pin of ['0001', '0002', '0003'])
    expect(await refund(pin)).toMatchObject({ error: { because: 'wrong-pin' } })
  const locked = await refund(chief.pin)
  expect(locked).toMatchObject({ error: { type: 'second-person', because: 'pin-locked' } })
  expect(locked).toHaveProperty('error.seconds', expect.any(Number))
})

test(
  'a refund needs two people, owes the money, is paid back once, and its slip says what the service did',
  { timeout: 90_000 },
  async () => {
    const { machine, cashier, chief } = await withPeople()
    const { saleId, ticketIds, file } = await sell(machine, 3, 'cash')
    const { api } = machine
    const [first = '', second = ''] = ticketIds
    const wish = { ...cashier, saleId, ticketIds: [first], kind: 'refund' as const, reason: 'malade' }
    for (const [other, because] of [
      [cashier, 'same-person'],
      [{ ...chief, pin: cashier.pin }, 'wrong-pin'],
    ] as const)
      expect(await api.returnTickets({ ...wish, second: other })).toMatchObject({
        error: { type: 'second-person', because },
      })
    expect(await api.returnTickets({ ...wish, ...chief, second: cashier })).toMatchObject({
      error: { because: 'not-allowed' },
    })
    expect(await api.returnTickets({ ...wish, over: 'card', second: chief })).toMatchObject({
      error: { type: 'other-tender' },
    })
    const done = need(await api.returnTickets({ ...wish, second: chief }))
    const price = file.tickets[0]!.price
    expect(done).toMatchObject({ paper: 'saved', reference: `${file.orderId}-R1`, file: { returned: price } })
    expect(done.file.returns).toMatchObject([
      { kind: 'refund', staffId: '7', second: '90', back: [{ kind: 'cash', amount: price, paid: false }] },
    ])
    const [slip] = await readPdf(readFileSync(join(machine.directory, 'demo', 'slips', `${done.reference}.pdf`)))
    expect(slip!.text).toContain('Remboursement')
    expect(slip!.text.replaceAll(/\s+/gu, ' ')).toContain('sont annulés à la billetterie')
    expect(slip!.text).toContain('malade')

    expect(await api.returnTickets({ ...wish, second: chief })).toMatchObject({ error: { type: 'ticket-returned' } })
    expect(await api.reprintTickets({ ...cashier, saleId, ticketIds, reason: 'r' })).toMatchObject({
      error: { type: 'ticket-returned' },
    })
    const again = { ...cashier, saleId, reference: done.reference, reason: 'bordereau perdu' }
    expect(await api.reprintSlip({ ...again, reference: `${file.orderId}-R9` })).toMatchObject({
      error: { type: 'wrong-answer' },
    })
    for (const copies of [1, 2]) {
      const copied = need(await api.reprintSlip(again))
      expect(copied).toMatchObject({ paper: 'saved', file: { slips: [{ reference: done.reference, copies }] } })
      expect(copied.file.acts.at(-1)).toMatchObject({ code: 'SLIP_COPIED', staffId: '7' })
      const [page] = await readPdf(
        readFileSync(join(machine.directory, 'demo', 'slips', `${done.reference}-duplicata-${copies}.pdf`)),
      )
      expect(wordsOf(page!.text).replace(`DUPLICATA ${copies} `, '')).toBe(wordsOf(slip!.text))
    }

    const payment = { ...cashier, saleId, reference: done.reference, kind: 'cash', receipt: '' } as const
    expect(await api.payReturn({ ...payment, reference: 'none' })).toMatchObject({ error: { type: 'wrong-answer' } })
    expect(need(await api.payReturn(payment)).returns[0]!.back).toMatchObject([{ paid: true }])
    expect(await api.payReturn(payment)).toMatchObject({ error: { type: 'wrong-answer' } })
    // A second one of the same sale.
    const later = need(await api.returnTickets({ ...wish, ticketIds: [second], second: chief }))
    expect(later.reference).toBe(`${file.orderId}-R2`)
    // The shift's report takes it off the sales, and the drawer has the change.
    const x = need(await api.closeShift({ pin: DEMO_PIN, kind: 'X' }))
    expect(x.takings).toMatchObject([{ net: file.amount - 2 * price }])
    await expectSound(machine)
  },
)

test(
  'a sale is voided whole, in its own shift, over the card that paid it, with the terminal’s slip number',
  { timeout: 90_000 },
  async () => {
    const { machine, cashier, chief } = await withPeople()
    const { api } = machine
    const { saleId, ticketIds, file } = await sell(machine, 2)
    const wish = { ...cashier, saleId, ticketIds, kind: 'void', reason: 'erreur de match', second: chief } as const
    const done = need(await api.returnTickets(wish))
    expect(done.file).toMatchObject({ returned: file.amount, returns: [{ kind: 'void', back: [{ kind: 'card' }] }] })
    const payment = { ...cashier, saleId, reference: done.reference, kind: 'card', receipt: '' } as const
    expect(await api.payReturn(payment)).toMatchObject({ error: { type: 'wrong-answer' } })
    const asListed = async () => need(await api.findSales({ ...cashier, text: '' }))[0]
    expect(await asListed()).toMatchObject({ returned: file.amount, owed: file.amount })
    // Owed is owed, whatever shift promised it, until it is paid.
    const owedAt = async (kind: 'X' | 'Z') => {
      need(await api.closeShift({ ...chief, kind }))
      const [closure] = need(await api.listClosures(chief))
      const { currencies } = need(await api.viewClosure({ ...chief, seq: closure!.seq }))
      return currencies.map(({ currency, owed }) => [currency, owed])
    }
    expect(await owedAt('Z')).toEqual([['GNF', file.amount]])
    expect(await owedAt('X')).toEqual([['GNF', file.amount]])
    need(await api.payReturn({ ...payment, receipt: 'T-0042' }))
    expect(await owedAt('X')).toEqual([['GNF', 0]])
    expect(await asListed()).toMatchObject({ returned: file.amount, owed: 0 })

    const old = await sell(machine, 1)
    need(await api.closeShift({ pin: DEMO_PIN, kind: 'Z' }))
    const late = { ...wish, saleId: old.saleId, ticketIds: old.ticketIds }
    expect(await api.returnTickets(late)).toMatchObject({ error: { type: 'other-shift' } })
    need(await api.returnTickets({ ...late, kind: 'refund' }))
    await expectSound(machine)
  },
)

test('money that is owed is still owed after a restart, and the ledger holds', { timeout: 90_000 }, async () => {
  const { machine, cashier, chief } = await withPeople()
  const { saleId, ticketIds } = await sell(machine, 1)
  const wish = { ...cashier, saleId, ticketIds, kind: 'refund', reason: 'r', second: chief } as const
  const { reference } = need(await machine.api.returnTickets(wish))
  const again = await machine.restart()
  const file = need(await again.api.openSaleFile({ ...cashier, saleId }))
  expect(file.returns).toMatchObject([{ reference, back: [{ paid: false }] }])
  need(await again.api.payReturn({ ...cashier, saleId, reference, kind: 'card', receipt: 'T-1' }))
  await expectSound(again)
})
