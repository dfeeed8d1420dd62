import { describe, expect, it } from 'vitest'
import type { PrintOutcome } from '../../electron/kiosk/ports/devices.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import {
  APPROVED,
  cashier,
  scriptedDevice,
  type KioskFixture,
  need,
  PAPER_OUT,
  refusal,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

const reason = 'match reporté'

/** A printer that returns the given `outcomes` in order and then prints every ticket successfully. */
function scriptedPrinter(...outcomes: PrintOutcome[]) {
  const copies: number[] = []
  const print = async ({ copyNumber }: { readonly copyNumber: number }): Promise<PrintOutcome> => {
    copies.push(copyNumber)
    return outcomes.shift() ?? { outcome: 'printed', evidence: 'printed' }
  }
  return { outcomes, copies, print }
}

describe('tickets once more', () => {
  it('are duplicates by their numbers; what certainly did not come out keeps its own', async () => {
    const { outcomes, copies, print } = scriptedPrinter()
    const { kiosk, saleId } = await startAt('sold', { tickets: { print } }, 'card', 1)
    const ticketIds = kiosk.ticketIds(saleId)
    const reprint = async () => need(await kiosk.api.reprintTickets({ saleId, ticketIds, reason, ...cashier }))
    await reprint()
    outcomes.push({ outcome: 'failed', reason: 'paper-out', detail: '' })
    await reprint()
    await reprint()
    outcomes.push({ outcome: 'unknown', detail: 'silent' })
    await reprint()
    const file = await reprint()
    expect(copies).toEqual([0, 1, 2, 2, 3, 4])
    expect(file.tickets[0]!.papers.at(-1)).toMatchObject({ copyNumber: 4, state: 'printed' })
  })

  it('that were on their way when the program ended may have come out', async () => {
    const hangs = new Promise<never>(() => undefined)
    const print = ({ copyNumber }: { readonly copyNumber: number }) =>
      copyNumber > 0 ? hangs : Promise.resolve({ outcome: 'printed', evidence: 'cut' } as const)
    const { kiosk, saleId } = await startAt('sold', { tickets: { print } }, 'card', 1)
    void kiosk.api.reprintTickets({ saleId, ticketIds: kiosk.ticketIds(saleId), reason, ...cashier })
    await expect.poll(() => kiosk.codes()).toContain('REPRINT_REQUESTED')
    const again = await kiosk.restart({})
    const papers = again.ledger.files.open(saleId)!.tickets[0]!.papers
    expect(papers.map(({ copyNumber, state }) => [copyNumber, state])).toEqual([
      [0, 'printed'],
      [1, 'unknown'],
    ])
    const { acts } = need(
      await again.api.reprintTickets({ saleId, ticketIds: again.ticketIds(saleId), reason, ...cashier }),
    )
    expect(again.printed.map(({ copyNumber }) => copyNumber)).toEqual([2])
    expect(acts.slice(-2)).toMatchObject([
      { code: 'REPRINT_REQUESTED', staffId: 'cashier' },
      { code: 'REPRINT_FINISHED' },
    ])
  })

  it('whose result could not be recorded may have come out', async () => {
    const disk = { fails: false }
    const kiosk = await startSmallKiosk({
      ledger: (real) => ({
        ...real,
        recordAfterSale(act, staffId, now) {
          if (disk.fails && act.type === 'reprint-finished') throw new Error('the disk')
          real.recordAfterSale(act, staffId, now)
        },
      }),
    })
    const { saleId } = await kiosk.sold('card', 1)
    const reprint = () => kiosk.api.reprintTickets({ saleId, ticketIds: kiosk.ticketIds(saleId), reason, ...cashier })
    disk.fails = true
    await expect(reprint()).rejects.toThrow('the disk')
    disk.fails = false
    const { tickets } = need(await reprint())
    expect(tickets[0]!.papers.map(({ copyNumber, state }) => [copyNumber, state])).toEqual([
      [0, 'printed'],
      [1, 'unknown'],
      [2, 'printed'],
    ])
  })

  it('are of a sale that is done, and of its own tickets that were not given back', async () => {
    const { kiosk, saleId } = await startAt('sold')
    const [first = '', other = ''] = kiosk.ticketIds(saleId)
    const reprint = (change: object) =>
      refusal(kiosk.api.reprintTickets({ saleId, ticketIds: [first], reason, ...cashier, ...change }))
    expect(await reprint({ saleId: 'another' })).toEqual({ type: 'unknown-sale' })
    expect(await reprint({ ticketIds: [first, 'x'] })).toEqual({ type: 'no-such-ticket' })
    need(await kiosk.giveBack(saleId, { ticketIds: [other] }))
    expect(await reprint({ ticketIds: [first, other] })).toEqual({ type: 'ticket-returned' })
    expect(await reprint({})).toBe('not refused')
    need(await kiosk.api.dismissSale({ saleId }))
    const { saleId: open } = await kiosk.reviewed(1)
    expect(await reprint({ saleId: open })).toEqual({ type: 'invalid-state', stage: 'priced' })
  })

  it('are neither printed nor published for a cancelled ticket; the file and the refusal name the ticket', async () => {
    let cancelled: readonly string[] = []
    const ticketPages = {
      isOffered: () => true,
      newLink: () => '0'.repeat(64),
      addressOf: () => null,
      publish: () => Promise.resolve('unreachable'),
      wasOpened: () => Promise.resolve(false),
    }
    const { kiosk, saleId } = await startAt('sold', {
      ticketPages,
      async line(path, forward) {
        const reply = await forward()
        if (path !== 'GET /tickets') return reply
        const body = await reply.text()
        const listed = JSON.parse(body) as { data: { tickets: { id: string; status: string }[] } }
        for (const ticket of listed.data.tickets) if (cancelled.includes(ticket.id)) ticket.status = 'CANCELLED'
        return Response.json(listed)
      },
    })
    const [first, other] = kiosk.ledger.files.open(saleId)!.tickets
    cancelled = [first!.ticketId]
    const reprint = (ticketIds: string[]) => kiosk.api.reprintTickets({ saleId, ticketIds, reason, ...cashier })
    expect(need(await kiosk.api.openSaleFile({ saleId, ...cashier })).cancelled).toEqual(cancelled)
    const gone = { type: 'tickets-cancelled', seatCodes: [first!.place.seatCode] }
    expect(await refusal(reprint([first!.ticketId, other!.ticketId]))).toEqual(gone)
    expect(await refusal(kiosk.api.publishSale({ saleId, ...cashier }))).toEqual(gone)
    expect(kiosk.codes()).not.toContain('REPRINT_REQUESTED')
    need(await reprint([other!.ticketId]))
    expect(kiosk.printed.at(-1)).toMatchObject({ ticketNumber: other!.ticketNumber, copyNumber: 1, unchecked: false })
  })

  it.each<[string, (forward: () => Promise<Response>) => Promise<Response>]>([
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed'))],
    ['does not answer', () => new Promise(() => undefined)],
    ['refuses the list', async () => Response.json({ success: false }, { status: 403 })],
  ])('say so where the service %s', async (_, away) => {
    let line = (forward: () => Promise<Response>) => forward()
    const { kiosk, saleId } = await startAt('sold', { line: (_path, forward) => line(forward) }, 'card', 1)
    line = away
    const reprinted = kiosk.api.reprintTickets({ saleId, ticketIds: kiosk.ticketIds(saleId), reason, ...cashier })
    await expect.poll(() => kiosk.asked.at(-1)).toBe('GET /tickets')
    kiosk.pass(5_000)
    need(await reprinted)
    expect(kiosk.printed.at(-1)).toMatchObject({ copyNumber: 1, unchecked: true })
    const rows = kiosk.ledger.journalLines({ before: null, saleId: null, limit: 10 })
    expect(rows.find(({ code }) => code === 'REPRINT_REQUESTED')?.details).toContain('"unchecked":true')
  })

  it('are not ordered of a printer that has no paper', async () => {
    let ready = true
    const kiosk = await startSmallKiosk({ tickets: { status: async () => (ready ? { state: 'ready' } : PAPER_OUT) } })
    const { saleId } = await kiosk.sold('card', 1)
    ready = false
    const reply = kiosk.api.reprintTickets({ saleId, ticketIds: kiosk.ticketIds(saleId), reason, ...cashier })
    expect(await refusal(reply)).toEqual({ type: 'printer-not-ready', reason: 'paper-out' })
    expect(kiosk.codes()).not.toContain('REPRINT_REQUESTED')
  })
})

describe('tickets that come back', () => {
  it('are paid back by the ways they were paid, each no more than came by it, and once', async () => {
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), { outcome: 'opened', evidence: '' } as const) }
    const { kiosk, saleId, total } = await startAt('reviewed', { settings: { role: 'cashier' }, printers })
    need(await kiosk.api.pay({ saleId, tender: 'card', amount: 5000, by: cashier }))
    await kiosk.sales.settled(saleId)
    await kiosk.paysCash(saleId, total - 5000, cashier)
    await kiosk.sales.settled(saleId)
    expect(await refusal(kiosk.giveBack(saleId, { over: 'card' }))).toEqual({ type: 'other-tender' })
    expect(opened).toBe(1)
    const { reference, file, paper } = need(await kiosk.giveBack(saleId))
    expect(opened).toBe(2)
    expect(paper).toBe('saved')
    const [card, cash] = [5000, total - 5000]
    expect(file.returns).toMatchObject([{ amount: total, back: [{ amount: card, paid: false }, { amount: cash }] }])
    expect(file.returns[0]?.back.map(({ kind }) => kind)).toEqual(['card', 'cash'])
    expect(await refusal(kiosk.giveBack(saleId))).toEqual({ type: 'ticket-returned' })

    const pay = (change: object) =>
      kiosk.api.payReturn({ saleId, reference, kind: 'card', receipt: 'T-9', ...cashier, ...change })
    expect(await refusal(pay({ saleId: 'another' }))).toEqual({ type: 'unknown-sale' })
    for (const wrong of [{ receipt: '' }, { reference: 'other' }, { kind: 'orange-money' }])
      expect(await refusal(pay(wrong))).toEqual({ type: 'invalid-answer' })
    expect(need(await pay({})).returns[0]!.back.map(({ paid }) => paid)).toEqual([true, false])
    expect(await refusal(pay({}))).toEqual({ type: 'invalid-answer' })
    expect(need(await pay({ kind: 'cash', receipt: '' })).returns[0]!.back.every(({ paid }) => paid)).toBe(true)
    const { takings } = need(await kiosk.api.closeShift({ ...supervisor, kind: 'X' }))
    expect(takings).toMatchObject([{ net: 0 }])
  })

  it('are owed, whatever shift promised it and over a restart, until they are paid back', async () => {
    const { kiosk, saleId } = await startAt('sold')
    const { reference, file } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    const again = await kiosk.restart()
    const owed = async (kind: 'X' | 'Z') => {
      need(await again.api.closeShift({ ...supervisor, kind }))
      return again.reports.at(-1)!.currencies.map((each) => each.owed)
    }
    const listed = async () => need(await again.api.findSales({ text: '', ...cashier }))[0]
    expect(await listed()).toMatchObject({ returned: file.amount, owed: file.amount })
    expect([await owed('Z'), await owed('X')]).toEqual([[file.amount], [file.amount]])
    need(await again.api.payReturn({ saleId, reference, kind: 'card', receipt: 'T-0042', ...cashier }))
    expect(await owed('X')).toEqual([0])
    expect(await listed()).toMatchObject({ returned: file.amount, owed: 0 })
  })

  it('go back over the way that is named, in as many returns as that way has room for', async () => {
    let opened = 0
    const { kiosk, saleId, total } = await startAt('sold', {
      printers: { openDrawer: async () => ((opened += 1), null) },
    })
    const [one = '', other = ''] = kiosk.ticketIds(saleId)
    const back = (ticketId: string, over: 'card' | 'cash') => kiosk.giveBack(saleId, { ticketIds: [ticketId], over })
    expect(await refusal(back(one, 'cash'))).toEqual({ type: 'other-tender' })
    const first = need(await back(one, 'card'))
    const last = need(await back(other, 'card'))
    expect([first.reference, last.reference].map((reference) => reference.slice(-3))).toEqual(['-R1', '-R2'])
    expect(last.file.returns.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(kiosk.slips.map(({ lines }) => lines.length)).toEqual([1, 1])
    expect(opened).toBe(0)
    const two = { staffId: 'cashier', second: 'supervisor', reason }
    expect(kiosk.slips[1]).toMatchObject({ reference: last.reference, back: [{ kind: 'card' }], ...two })
  })

  it('void a sale only as a whole, and only in the shift that made it', async () => {
    const { kiosk, saleId } = await startAt('sold')
    const ticketIds = kiosk.ticketIds(saleId)
    const back = (change: object) => kiosk.giveBack(saleId, { kind: 'void', ...change })
    expect(await refusal(back({ ticketIds: ticketIds.slice(1) }))).toEqual({ type: 'ticket-returned' })
    expect(await refusal(back({ ticketIds: ['x'] }))).toEqual({ type: 'no-such-ticket' })
    need(await kiosk.api.closeShift({ kind: 'Z', ...cashier }))
    expect(await refusal(back({}))).toEqual({ type: 'other-shift' })
    expect(await refusal(back({ kind: 'refund' }))).toBe('not refused')
  })

  describe('of a sale that was paid in parts', () => {
    const settings = { role: 'cashier', tenders: ['card', 'cash', 'orange-money'] } as const

    async function startSplit() {
      const tenders = { card: scriptedDevice(APPROVED), 'orange-money': scriptedDevice(APPROVED) }
      const { kiosk, api, saleId, total } = await startAt('reviewed', { settings, tenders }, 3)
      await kiosk.paysCash(saleId, 1_000, cashier, 1_000)
      need(await api.pay({ saleId, tender: 'orange-money', amount: 2_000, by: cashier }))
      await kiosk.sales.settled(saleId)
      return { kiosk, api, saleId, total }
    }

    it('never go back by one way for more than came by it', async () => {
      const { kiosk, api, saleId, total } = await startSplit()
      need(await api.pay({ saleId, tender: 'card', by: cashier }))
      await kiosk.sales.settled(saleId)
      const { tickets } = need(await api.openSaleFile({ ...cashier, saleId }))
      const { price, ticketId } = tickets[0]!
      const pay = async (reference: string, kind: 'card' | 'cash' | 'orange-money') =>
        need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
      const tooMuch = kiosk.giveBack(saleId, { ticketIds: [ticketId], over: 'orange-money' })
      expect(await refusal(tooMuch)).toEqual({ type: 'other-tender' })
      const one = need(await kiosk.giveBack(saleId, { ticketIds: [ticketId] }))
      const back = [
        { kind: 'cash', amount: 1_000 },
        { kind: 'orange-money', amount: 2_000 },
        { kind: 'card', amount: price - 3_000 },
      ] as const
      expect(one.file.returns[0]?.back).toMatchObject(back)
      const rest = need(await kiosk.giveBack(saleId, { ticketIds: kiosk.ticketIds(saleId).slice(1) }))
      expect(rest.file.returns[1]?.back).toMatchObject([{ kind: 'card', amount: total - price }])
      for (const { kind } of back) await pay(one.reference, kind)
      const { returns } = await pay(rest.reference, 'card')
      expect(returns.flatMap((each) => each.back.map(({ paid }) => paid))).toEqual([true, true, true, true])
      expect(returns.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    })

    it('do not exist where the sale was given up: what was paid goes back part by part, and one slip has it all', async () => {
      const { kiosk, api, saleId } = await startSplit()
      need(await api.abandonSale({ saleId, reason: 'cancelled' }))
      expect(await kiosk.stage(saleId)).toMatchObject({ name: 'refund-due', amount: 3_000 })
      const back = async (reference: string) => need(await kiosk.settle(saleId, { type: 'paid-back', reference }))
      expect(await back('C-77')).toMatchObject([{ question: 'pay-back', tender: 'orange-money', amount: 2_000 }])
      expect(kiosk.slips).toEqual([])
      expect(await back('OM-4410')).toEqual([])
      const [slip] = kiosk.slips
      expect(slip).toMatchObject({
        kind: 'unsold',
        amount: 3_000,
        back: [
          { kind: 'cash', amount: 1_000, reference: 'C-77' },
          { kind: 'orange-money', amount: 2_000, reference: 'OM-4410' },
        ],
      })
      const { reference = '' } = slip ?? {}
      const copied = need(await api.reprintSlip({ ...cashier, saleId, reference, reason: 'perdu' }))
      expect(copied).toMatchObject({ paper: 'saved', file: { slips: [{ reference, copies: 1 }] } })
      expect(kiosk.slips[1]).toEqual({ ...slip, copyNumber: 1 })
    })
  })

  it('give back cash as it was received, in notes that exist, and the slip has the rounding between its sums', async () => {
    const { kiosk, api, saleId, total } = await startAt('reviewed', { settings: { role: 'cashier' }, price: 7_777 })
    need(await api.pay({ saleId, tender: 'card', amount: 7_777, by: cashier }))
    await kiosk.sales.settled(saleId)
    await kiosk.paysCash(saleId, 7_800, cashier)
    await kiosk.sales.settled(saleId)
    const { file, reference } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    const back = [{ kind: 'card' }, { kind: 'cash', amount: 7_800, rounding: 23 }]
    expect(file.returns).toMatchObject([{ amount: total, back }])
    expect(kiosk.slips).toMatchObject([{ amount: total, back: [{ amount: 7_777 }, { kind: 'cash', amount: 7_800 }] }])
    for (const kind of ['card', 'cash'] as const)
      need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
    need(await api.closeShift({ ...supervisor, kind: 'Z' }))
    expect(kiosk.reports[0]?.currencies).toMatchObject([
      { net: { tickets: 0, amount: 0 }, owed: 0, drawer: { cash: 0, expected: 0 } },
    ])
  })

  it.each([
    [{ outcome: 'printed', evidence: 'e' }, ''],
    [{ outcome: 'failed', reason: 'paper-out', detail: '' }, 'paper-out'],
    [{ outcome: 'unknown', detail: '' }, ''],
  ] as const)('leave a slip on paper: %j', async (paper, why) => {
    const { kiosk, saleId } = await startAt('sold', { paper })
    const { reference, ...view } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    expect(view).toMatchObject({ paper: paper.outcome, reason: why })
    expect(kiosk.said).toEqual(paper.outcome === 'printed' ? [] : ['slip.not-printed'])
    const copy = (change = {}) => kiosk.api.reprintSlip({ saleId, reference, reason, ...cashier, ...change })
    expect(await refusal(copy({ saleId: 'another' }))).toEqual({ type: 'unknown-sale' })
    expect(await refusal(copy({ reference: 'other' }))).toEqual({ type: 'invalid-answer' })
    need(await copy())
    need(await copy())
    expect(kiosk.slips.map(({ copyNumber }) => copyNumber)).toEqual([0, 1, 2])
    const [first, ...copies] = kiosk.slips
    expect(copies.map((slip) => ({ ...slip, copyNumber: 0 }))).toEqual([first, first])
  })
})

describe('a payment that was recorded under the wrong tender', () => {
  const settings = { role: 'cashier', tenders: ['card', 'cash', 'orange-money'] } as const
  const approved = { type: 'approved', approval: '778812' } as const

  /** Completes a sale with a terminal that staff operate, and mobile money that reports by itself. */
  async function startSold(tender: 'card' | 'cash' | 'orange-money', options: SmallKioskOptions = {}) {
    const tenders = { card: new AttendedTerminal(), 'orange-money': scriptedDevice(APPROVED) }
    const { kiosk, api, saleId } = await startAt('reviewed', { settings, tenders, price: 7_777, ...options })
    if (tender === 'cash') await kiosk.paysCash(saleId, 20_000, supervisor)
    else need(await api.pay({ saleId, tender, by: cashier }))
    const { payments } = kiosk.ledger.files.open(saleId)!
    const payment = payments[0]!.reference
    if (tender === 'card')
      need(await api.reportTenderResult({ ...cashier, saleId, reference: payment, word: approved }))
    await kiosk.sales.settled(saleId)
    const correct = (change: object = {}) => {
      const wish = { saleId, payment, tender: 'card', approval: 'A-4711', reason: 'erreur de saisie' } as const
      return kiosk.api.correctTender({ ...cashier, second: supervisor, ...wish, ...change })
    }
    return { kiosk, api, saleId, payment, correct }
  }

  it('counts under its right tender in reports, drawer, list of sales and refund, for the same cashier', async () => {
    const { kiosk, api, saleId, correct } = await startSold('cash')
    const { file, reference, paper } = need(await correct())
    expect([reference.slice(-3), paper]).toEqual(['-C1', 'saved'])
    const [was, is] = [{ kind: 'cash', amount: 15_600 } as const, { kind: 'card', amount: 15_554 } as const]
    const people = { takenBy: 'supervisor', staffId: 'cashier', second: 'supervisor' }
    expect(file).toMatchObject({
      payments: [{ kind: 'card', received: 15_554 }],
      corrections: [{ was, is, ...people }],
    })
    expect(kiosk.slips).toMatchObject([
      { reference, was: 'cash', amount: 15_554, tenders: [{ kind: 'card', received: 15_554, approval: 'A-4711' }] },
    ])
    expect(kiosk.slips[0]).not.toHaveProperty('rounding')
    need(await api.closeShift({ ...supervisor, kind: 'X' }))
    const [taken] = kiosk.reports.at(-1)!.currencies
    expect(taken).toMatchObject({
      tenders: [{ kind: 'card', count: 1, amount: 15_554 }],
      cashiers: [{ staffId: 'supervisor', sales: 1, amount: 15_554 }],
      drawer: { cash: 0, expected: 0 },
    })
    expect(taken).not.toHaveProperty('rounding')
    const listed = () => kiosk.ledger.salesList({ shiftNo: null })!
    expect(listed()).toMatchObject([{ kind: 'sale', cashier: 'supervisor', tenders: { card: 15_554 }, rounding: 0 }])
    expect(Object.keys(listed()[0]!.tenders)).toEqual(['card'])
    const given = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    expect(given.file.returns).toMatchObject([{ back: [{ kind: 'card', amount: 15_554 }] }])
  })

  it('can be corrected again after a restart, and back to cash, which is rounded', async () => {
    const { kiosk, correct, payment, saleId } = await startSold('card')
    const cash = { tender: 'cash', approval: undefined }
    need(await correct(cash))
    const again = await kiosk.restart({ settings, tenders: { card: new AttendedTerminal() } })
    const wish = { ...cashier, second: supervisor, saleId, payment, reason: 'erreur de saisie' } as const
    need(await again.api.correctTender({ ...wish, tender: 'card', approval: '778812' }))
    const { file, reference } = need(await again.api.correctTender({ ...wish, tender: 'cash' }))
    expect(reference.slice(-3)).toBe('-C3')
    expect(file.payments).toMatchObject([{ kind: 'cash', received: 15_600, approval: 'cashier' }])
    const copy = await again.api.reprintSlip({ ...cashier, saleId, reference: reference.replace('C3', 'C2'), reason })
    expect(need(copy).file.slips.map(({ copies }) => copies)).toEqual([0, 1, 0])
    expect(again.slips.at(-1)).toMatchObject({ copyNumber: 1, tenders: [{ kind: 'card', approval: '778812' }] })
  })

  it.each([
    ['before', 'cash', 'not refused'],
    ['after', 'card', { type: 'correction-refused', because: 'same-tender' }],
  ] as const)('is made completely or not at all if the power fails %s its row is written', async (when, kind, next) => {
    const copies: ReturnType<KioskFixture['cutPower']>[] = []
    const { kiosk, correct, saleId, payment } = await startSold('cash', {
      ledger: (real) => ({
        ...real,
        recordAfterSale(...act) {
          if (when === 'before') copies.push(kiosk.cutPower())
          real.recordAfterSale(...act)
          if (when === 'after') copies.push(kiosk.cutPower())
        },
      }),
    })
    need(await correct())
    const again = await copies[0]!({ settings, tenders: { card: new AttendedTerminal() } })
    expect(again.ledger.files.open(saleId)!.payments).toMatchObject([{ kind }])
    const wish = { saleId, payment, tender: 'card', approval: 'A-4711', reason: 'erreur de saisie' } as const
    expect(await refusal(again.api.correctTender({ ...cashier, second: supervisor, ...wish }))).toEqual(next)
  })

  it('needs a number that no other payment has, or a confirmation of the number', async () => {
    const first = await startSold('card')
    need(await first.api.dismissSale({ saleId: first.saleId }))
    const { saleId } = await first.kiosk.reviewed(1)
    await first.kiosk.paysCash(saleId, 20_000)
    await first.kiosk.sales.settled(saleId)
    const payment = first.kiosk.ledger.files.open(saleId)!.payments[0]!.reference
    const used = { saleId, payment, approval: '778812' }
    expect(await refusal(first.correct(used))).toMatchObject({ type: 'approval-known' })
    need(await first.correct({ ...used, again: true }))
  })

  it.each<[string, 'card' | 'cash' | 'orange-money', object, object]>([
    ['by one person', 'cash', { second: cashier }, { type: 'second-person', because: 'same-person' }],
    ['with a cashier', 'cash', { second: { staff: '22', pin: '2222' } }, { type: 'second-person' }],
    ['of another sale', 'cash', { saleId: 'x' }, { type: 'unknown-sale' }],
    ['of an unknown payment', 'cash', { payment: 'x' }, { type: 'correction-refused', because: 'not-by-staff' }],
    ['that a provider took', 'orange-money', {}, { type: 'correction-refused', because: 'not-by-staff' }],
    ['to the same tender', 'card', {}, { type: 'correction-refused', because: 'same-tender' }],
    ['to mobile money', 'cash', { tender: 'orange-money' }, { type: 'tender-not-offered' }],
    ['to notes', 'cash', { tender: 'notes' }, { type: 'tender-not-offered' }],
    ['without a number', 'cash', { approval: undefined }, { type: 'invalid-answer' }],
    ['to cash with a number', 'card', { tender: 'cash' }, { type: 'invalid-answer' }],
  ])('is not corrected %s', async (_, tender, change, why) => {
    const { kiosk, correct } = await startSold(tender)
    expect(await refusal(correct(change))).toMatchObject(why)
    expect(kiosk.codes()).not.toContain('TENDER_CORRECTED')
  })

  it('is not corrected in a later shift, or after a ticket was returned', async () => {
    const { kiosk, api, saleId, correct } = await startSold('cash')
    need(await kiosk.giveBack(saleId, { ticketIds: kiosk.ticketIds(saleId).slice(1) }))
    expect(await refusal(correct())).toEqual({ type: 'correction-refused', because: 'returned' })
    need(await api.dismissSale({ saleId }))
    const later = await kiosk.reviewed(1)
    await kiosk.paysCash(later.saleId, 20_000)
    await kiosk.sales.settled(later.saleId)
    need(await api.closeShift({ ...supervisor, kind: 'Z' }))
    const { payments } = kiosk.ledger.files.open(later.saleId)!
    const change = { saleId: later.saleId, payment: payments[0]!.reference }
    expect(await refusal(correct(change))).toEqual({ type: 'other-shift' })
  })
})

describe('a ticket whose paper is in doubt', () => {
  it.each([
    [{ outcome: 'failed', reason: 'jammed', detail: '' }, 'failed', 'reprint', 0],
    [{ outcome: 'unknown', detail: 'silent' }, 'unknown', 'paper-out', 1],
  ] as const)('%j is printed again at the screen', async (outcome, state, question, nextCopy) => {
    const { outcomes, copies, print } = scriptedPrinter(outcome)
    const status = async () =>
      outcomes.length > 0 ? ({ state: 'ready' } as const) : { ...PAPER_OUT, reason: 'jammed' as const }
    const { kiosk, saleId } = await startAt('sold', { tickets: { status, print } }, 'card', 1)
    await expect
      .poll(() => kiosk.events.filter(({ name }) => name === 'printer-changed').at(-1)?.payload)
      .toEqual({ state: 'not-ready', reason: 'jammed' })
    expect(kiosk.events.at(-1)).toMatchObject({
      name: 'sale-changed',
      payload: { stage: { name: 'print-problem', tickets: [{ state }], printer: { reason: 'jammed' } } },
    })
    expect(await kiosk.cases()).toMatchObject([{ saleId, question }])
    const answers = [
      { type: 'paid-back', reference: 'R' },
      { type: 'money-moved', moved: true },
    ] as const
    for (const answer of answers)
      expect(await refusal(kiosk.settle(saleId, answer))).toEqual({ type: 'invalid-answer' })
    need(await kiosk.api.retryPrint({ saleId }))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'done', tickets: [{ copyNumber: nextCopy }] })
    expect(copies).toEqual([0, nextCopy])
    expect(await refusal(kiosk.api.retryPrint({ saleId }))).toEqual({ type: 'invalid-state', stage: 'done' })
  })

  it('counts as out once staff saw it, or have written down where that stands', async () => {
    const kiosk = await startSmallKiosk({ tickets: { print: async () => ({ outcome: 'unknown', detail: 'silent' }) } })
    const { saleId } = await kiosk.sold('card', 1)
    const settle = (answer: Parameters<typeof kiosk.api.settleStaffCase>[0]['answer']) => kiosk.settle(saleId, answer)
    expect(await refusal(settle({ type: 'settled-manually', reference: '' }))).toEqual({ type: 'invalid-answer' })
    expect(need(await settle({ type: 'print-scanned' }))).toEqual([])
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(await refusal(settle({ type: 'print-scanned' }))).toEqual({ type: 'invalid-state', stage: 'done' })
    need(await kiosk.api.dismissSale({ saleId }))
    const other = await kiosk.sold('card', 1)
    need(await kiosk.settle(other.saleId, { type: 'settled-manually', reference: '12' }))
    expect(kiosk.sales.find(other.saleId)).toMatchObject({ state: 'done', jobs: [{ state: 'printed' }] })
  })
})
