import { describe, expect, it } from 'vitest'
import type { PrintOutcome } from '../../electron/kiosk/ports/devices.ts'
import {
  APPROVED,
  cashier,
  scriptedDevice,
  need,
  PAPER_OUT,
  refusal,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'

const reason = 'match reporté'

describe('tickets once more', () => {
  it('are duplicates by their numbers; what certainly did not come out keeps its own', async () => {
    const outcomes: PrintOutcome[] = []
    const copies: number[] = []
    const kiosk = await startSmallKiosk({
      tickets: {
        async print({ copyNumber }) {
          copies.push(copyNumber)
          return outcomes.shift() ?? { outcome: 'printed', evidence: 'printed' }
        },
      },
    })
    const { saleId } = await kiosk.sold('card', 1)
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
    const kiosk = await startSmallKiosk({ tickets: { print } })
    const { saleId } = await kiosk.sold('card', 1)
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
    await again.expectSound()
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
    await kiosk.expectSound()
  })

  it('are of a sale that is done, and of its own tickets that were not given back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.sold()
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

  it('are not printed of a ticket that the service has cancelled; the file and the refusal name it', async () => {
    let cancelled: readonly string[] = []
    const kiosk = await startSmallKiosk({
      async line(path, forward) {
        const reply = await forward()
        if (path !== 'GET /tickets') return reply
        const body = await reply.text()
        const listed = JSON.parse(body) as { data: { tickets: { id: string; status: string }[] } }
        for (const ticket of listed.data.tickets) if (cancelled.includes(ticket.id)) ticket.status = 'CANCELLED'
        return Response.json(listed)
      },
    })
    const { saleId } = await kiosk.sold()
    const [first, other] = kiosk.ledger.files.open(saleId)!.tickets
    cancelled = [first!.ticketId]
    const reprint = (ticketIds: string[]) => kiosk.api.reprintTickets({ saleId, ticketIds, reason, ...cashier })
    expect(need(await kiosk.api.openSaleFile({ saleId, ...cashier })).cancelled).toEqual(cancelled)
    expect(await refusal(reprint([first!.ticketId, other!.ticketId]))).toEqual({
      type: 'tickets-cancelled',
      seatCodes: [first!.place.seatCode],
    })
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
    const kiosk = await startSmallKiosk({ line: (_path, forward) => line(forward) })
    const { saleId } = await kiosk.sold('card', 1)
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
  it('are answered for by two people, of whom the second is a supervisor', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.sold()
    const back = (first: object, other: object) =>
      refusal(kiosk.giveBack(saleId, { kind: 'void', ...first, second: { ...supervisor, ...other } }))
    const refused = (because: string) => ({ type: 'second-person', because })
    expect(await back({}, { pin: '0000' })).toEqual(refused('wrong-pin'))
    expect(await back({ staff: 'supervisor' }, {})).toEqual(refused('same-person'))
    expect(await back({ staff: 'supervisor' }, { staff: 'cashier' })).toEqual(refused('not-allowed'))
    expect(await back({ staff: 'technician' }, {})).toEqual({ type: 'not-allowed' })
    expect(await back({ pin: '0000' }, {})).toEqual({ type: 'wrong-pin' })
    expect(await back({}, {})).toBe('not refused')
    expect(kiosk.slips).toMatchObject([{ kind: 'void', staffId: 'cashier', second: 'supervisor', reason }])
  })

  it('are paid back by the ways they were paid, each no more than came by it, and once', async () => {
    let opened = 0
    const printers = { openDrawer: async () => ((opened += 1), { outcome: 'opened', evidence: '' } as const) }
    const kiosk = await startSmallKiosk({ settings: { role: 'cashier' }, printers })
    const { saleId, total } = await kiosk.reviewed()
    need(await kiosk.api.pay({ saleId, tender: 'card', amount: 5000, by: cashier }))
    await kiosk.sales.settled(saleId)
    await kiosk.paysCash(saleId, total - 5000, cashier)
    await kiosk.sales.settled(saleId)
    expect(await refusal(kiosk.giveBack(saleId, { over: 'card' }))).toEqual({ type: 'other-tender' })
    expect(opened).toBe(1)
    const { reference, file, paper } = need(await kiosk.giveBack(saleId))
    expect(opened).toBe(2)
    expect(paper).toBe('saved')
    expect(file.returns).toMatchObject([
      {
        amount: total,
        back: [
          { kind: 'card', amount: 5000, paid: false },
          { kind: 'cash', amount: total - 5000, paid: false },
        ],
      },
    ])
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
    await kiosk.expectSound()
  })

  it('are owed, whatever shift promised it and over a restart, until they are paid back', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.sold()
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
    await again.expectSound()
  })

  it('go back over the way that is named, in as many returns as that way has room for', async () => {
    let opened = 0
    const kiosk = await startSmallKiosk({ printers: { openDrawer: async () => ((opened += 1), null) } })
    const { saleId, total } = await kiosk.sold()
    const [one = '', other = ''] = kiosk.ticketIds(saleId)
    const back = (ticketId: string, over: 'card' | 'cash') => kiosk.giveBack(saleId, { ticketIds: [ticketId], over })
    expect(await refusal(back(one, 'cash'))).toEqual({ type: 'other-tender' })
    const first = need(await back(one, 'card'))
    const last = need(await back(other, 'card'))
    expect([first.reference, last.reference].map((reference) => reference.slice(-3))).toEqual(['-R1', '-R2'])
    expect(last.file.returns.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(kiosk.slips.map(({ lines }) => lines.length)).toEqual([1, 1])
    expect(opened).toBe(0)
    expect(kiosk.slips[1]).toMatchObject({ reference: last.reference, back: [{ kind: 'card' }] })
  })

  it('void a sale only as a whole, and only in the shift that made it', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId } = await kiosk.sold()
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
      const kiosk = await startSmallKiosk({
        settings,
        tenders: { card: scriptedDevice(APPROVED), 'orange-money': scriptedDevice(APPROVED) },
      })
      const { api } = kiosk
      const { saleId, total } = await kiosk.reviewed(3)
      await kiosk.paysCash(saleId, 1_000, cashier, 1_000)
      need(await api.pay({ saleId, tender: 'orange-money', amount: 2_000, by: cashier }))
      await kiosk.sales.settled(saleId)
      return { kiosk, api, saleId, total }
    }

    async function splitSale() {
      const split = await startSplit()
      const { kiosk, api, saleId } = split
      need(await api.pay({ saleId, tender: 'card', by: cashier }))
      await kiosk.sales.settled(saleId)
      const { tickets } = need(await api.openSaleFile({ ...cashier, saleId }))
      const giveBack = (kind: 'refund' | 'void', ticketIds: string[], over?: 'orange-money') =>
        kiosk.giveBack(saleId, { ticketIds, kind, ...(over && { over }) })
      const pay = async (reference: string, kind: 'card' | 'cash' | 'orange-money') =>
        need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
      return { ...split, tickets, ids: tickets.map(({ ticketId }) => ticketId), giveBack, pay }
    }

    it('go back part by part in one void, on one slip', async () => {
      const { kiosk, total, ids, giveBack, pay } = await splitSale()
      expect(await refusal(giveBack('void', ids.slice(1)))).toEqual({ type: 'ticket-returned' })
      const done = need(await giveBack('void', ids))
      const back = [
        { kind: 'cash', amount: 1_000 },
        { kind: 'orange-money', amount: 2_000 },
        { kind: 'card', amount: total - 3_000 },
      ] as const
      expect(done.file.returns).toMatchObject([{ kind: 'void', amount: total, back }])
      expect(kiosk.slips).toMatchObject([{ kind: 'void', reference: done.reference, back }])
      for (const { kind } of back) await pay(done.reference, kind)
      expect(await refusal(giveBack('refund', ids.slice(0, 1)))).toEqual({ type: 'ticket-returned' })
      await kiosk.expectSound()
    })

    it('never go back by one way for more than came by it', async () => {
      const { kiosk, total, tickets, ids, giveBack, pay } = await splitSale()
      const price = tickets[0]!.price
      expect(await refusal(giveBack('refund', ids.slice(0, 1), 'orange-money'))).toEqual({ type: 'other-tender' })
      const one = need(await giveBack('refund', ids.slice(0, 1)))
      const back = [
        { kind: 'cash', amount: 1_000 },
        { kind: 'orange-money', amount: 2_000 },
        { kind: 'card', amount: price - 3_000 },
      ] as const
      expect(one.file.returns[0]?.back).toMatchObject(back)
      const rest = need(await giveBack('refund', ids.slice(1)))
      expect(rest.file.returns[1]?.back).toMatchObject([{ kind: 'card', amount: total - price }])
      for (const { kind } of back) await pay(one.reference, kind)
      const { returns } = await pay(rest.reference, 'card')
      expect(returns.flatMap((each) => each.back.map(({ paid }) => paid))).toEqual([true, true, true, true])
      expect(returns.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      await kiosk.expectSound()
    })

    it('do not exist where the sale was given up: what was paid goes back part by part, and one slip has it all', async () => {
      const { kiosk, api, saleId } = await startSplit()
      need(await api.abandonSale({ saleId, reason: 'cancelled' }))
      expect(await kiosk.stage(saleId)).toMatchObject({ name: 'refund-due', amount: 3_000 })
      const back = async (reference: string) =>
        need(await api.settleStaffCase({ ...cashier, saleId, answer: { type: 'paid-back', reference } }))
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
      await kiosk.expectSound()
    })
  })

  it('give back cash as it was received, in notes that exist, and the slip has the rounding between its sums', async () => {
    const kiosk = await startSmallKiosk({ settings: { role: 'cashier' }, price: 7_777 })
    const { api } = kiosk
    const { saleId, total } = await kiosk.reviewed()
    need(await api.pay({ saleId, tender: 'card', amount: 7_777, by: cashier }))
    await kiosk.sales.settled(saleId)
    await kiosk.paysCash(saleId, 7_800, cashier)
    await kiosk.sales.settled(saleId)
    const { file, reference } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    const back = [{ kind: 'card' }, { kind: 'cash', amount: 7_800, rounding: 23 }]
    expect(file.returns).toMatchObject([{ amount: total, back }])
    expect(kiosk.slips).toMatchObject([
      {
        amount: total,
        back: [
          { kind: 'card', amount: 7_777 },
          { kind: 'cash', amount: 7_800 },
        ],
      },
    ])
    for (const kind of ['card', 'cash'] as const)
      need(await api.payReturn({ ...cashier, saleId, reference, kind, receipt: kind === 'cash' ? '' : 'T-1' }))
    need(await api.closeShift({ ...supervisor, kind: 'Z' }))
    expect(kiosk.reports[0]?.currencies).toMatchObject([
      { net: { tickets: 0, amount: 0 }, owed: 0, drawer: { cash: 0, expected: 0 } },
    ])
    await kiosk.expectSound()
  })

  it.each([
    [
      { outcome: 'printed', evidence: 'e' },
      { paper: 'printed', reason: '' },
    ],
    [
      { outcome: 'failed', reason: 'paper-out', detail: '' },
      { paper: 'failed', reason: 'paper-out' },
    ],
    [
      { outcome: 'unknown', detail: '' },
      { paper: 'unknown', reason: '' },
    ],
  ] as const)('leave a slip on paper: %j', async (paper, told) => {
    const kiosk = await startSmallKiosk({ paper })
    const { saleId } = await kiosk.sold()
    const { reference, ...view } = need(await kiosk.giveBack(saleId, { kind: 'void' }))
    expect(view).toMatchObject(told)
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

describe('a ticket whose paper is in doubt', () => {
  it.each([
    [{ outcome: 'failed', reason: 'jammed', detail: '' }, 'failed', 'reprint', 0],
    [{ outcome: 'unknown', detail: 'silent' }, 'unknown', 'paper-out', 1],
  ] as const)('%j is printed again at the screen', async (outcome, state, question, nextCopy) => {
    const outcomes: PrintOutcome[] = [outcome]
    const copies: number[] = []
    let status: 'ready' | 'jammed' = 'ready'
    const kiosk = await startSmallKiosk({
      tickets: {
        status: async () => (status === 'ready' ? { state: 'ready' } : { ...PAPER_OUT, reason: 'jammed' }),
        async print({ copyNumber }) {
          copies.push(copyNumber)
          const said = outcomes.shift()
          if (said) status = 'jammed'
          return said ?? { outcome: 'printed', evidence: 'printed' }
        },
      },
    })
    const { saleId } = await kiosk.paying('card', 1)
    await kiosk.sales.settled(saleId)
    await expect
      .poll(() => kiosk.events.filter(({ name }) => name === 'printer-changed').at(-1)?.payload)
      .toEqual({ state: 'not-ready', reason: 'jammed' })
    expect(kiosk.events.at(-1)).toMatchObject({
      name: 'sale-changed',
      payload: { stage: { name: 'print-problem', tickets: [{ state }], printer: { reason: 'jammed' } } },
    })
    expect(need(await kiosk.api.listStaffCases(cashier))).toMatchObject([{ saleId, question }])
    const answers = [
      { type: 'paid-back', reference: 'R' },
      { type: 'money-moved', moved: true },
    ] as const
    for (const answer of answers)
      expect(await refusal(kiosk.api.settleStaffCase({ saleId, answer, ...cashier }))).toEqual({
        type: 'invalid-answer',
      })
    need(await kiosk.api.retryPrint({ saleId }))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'done', tickets: [{ copyNumber: nextCopy }] })
    expect(copies).toEqual([0, nextCopy])
    expect(await refusal(kiosk.api.retryPrint({ saleId }))).toEqual({ type: 'invalid-state', stage: 'done' })
  })

  it('counts as out once staff saw it, or have written down where that stands', async () => {
    const kiosk = await startSmallKiosk({ tickets: { print: async () => ({ outcome: 'unknown', detail: 'silent' }) } })
    const { saleId } = await kiosk.sold('card', 1)
    const settle = (answer: Parameters<typeof kiosk.api.settleStaffCase>[0]['answer']) =>
      kiosk.api.settleStaffCase({ saleId, answer, ...cashier })
    expect(await refusal(settle({ type: 'settled-manually', reference: '' }))).toEqual({ type: 'invalid-answer' })
    expect(need(await settle({ type: 'print-scanned' }))).toEqual([])
    expect(await kiosk.stageName(saleId)).toBe('done')
    expect(await refusal(settle({ type: 'print-scanned' }))).toEqual({ type: 'invalid-state', stage: 'done' })
    need(await kiosk.api.dismissSale({ saleId }))
    const other = await kiosk.sold('card', 1)
    const answer = { type: 'settled-manually', reference: '12' } as const
    need(await kiosk.api.settleStaffCase({ saleId: other.saleId, answer, ...cashier }))
    expect(kiosk.sales.find(other.saleId)).toMatchObject({ state: 'done', jobs: [{ state: 'printed' }] })
    await kiosk.expectSound()
  })
})

describe('a scanner at the machine', () => {
  it('reads each ticket from its paper before it counts as out', async () => {
    const kiosk = await startSmallKiosk({ settings: { readBackMs: 30_000 } })
    expect(need(await kiosk.api.getKiosk({})).readBack).toBe(true)
    const read = async (code: string) => need(await kiosk.api.readTicket({ code }))
    expect(await read('x')).toBe('nothing-wanted')
    const { saleId } = await kiosk.paying('card', 1)
    await expect.poll(() => kiosk.printed.length).toBe(1)
    expect(await read('x')).toBe('another')
    expect(await read(kiosk.printed[0]!.qrCode)).toBe('wanted')
    expect(await kiosk.stageName(saleId)).toBe('done')
  })

  it.each([
    [false, 'not read back'],
    [true, 'another code was read'],
  ])('that did not read it leaves it to people (another code was read: %j)', async (another, words) => {
    const kiosk = await startSmallKiosk({ settings: { readBackMs: 30_000 } })
    const { saleId } = await kiosk.paying('card', 1)
    await expect.poll(() => kiosk.printed.length).toBe(1)
    if (another) need(await kiosk.api.readTicket({ code: 'x' }))
    kiosk.pass(30_000)
    expect(await kiosk.stageName(saleId)).toBe('print-problem')
    expect(JSON.stringify(kiosk.sales.find(saleId))).toContain(words)
  })
})
