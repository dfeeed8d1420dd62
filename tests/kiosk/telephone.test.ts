import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { MessageHub, PrintOutcome } from '../../electron/kiosk/ports/devices.ts'
import type { MessageReply } from '../../shared/api/fleet/ticket-pages.ts'
import type { SaleTicket, TicketPages } from '../../electron/kiosk/ports/ports.ts'
import {
  cashier,
  endings,
  type KioskFixture,
  need,
  refusal,
  startAt,
  startedAfter,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'

const failed: PrintOutcome = { outcome: 'failed', reason: 'paper-out', detail: '' }
const cut: PrintOutcome = { outcome: 'printed', evidence: 'cut' }

/**
 * A hub that replies with `reasons` in order. For null, the hub publishes a page; for `hang`, it waits until `release`
 * is called.
 */
function scriptedPages(...reasons: (string | null)[]) {
  const published: (readonly SaleTicket[])[] = []
  const pages = new Set<string>()
  const opened = new Set<string>()
  const { promise: released, resolve: release } = Promise.withResolvers<string>()
  let links = 0
  const hub: TicketPages = {
    isOffered: () => true,
    newLink: () => String((links += 1)).padStart(64, '0'),
    addressOf: (link) => (pages.has(link) ? `https://tickets.example/t/${link}` : null),
    wasOpened: (link) => Promise.resolve(opened.has(link)),
    publish(page, tickets) {
      const reason = reasons.shift() ?? null
      if (reason === 'hang') return released
      if (reason === null) pages.add(page.link)
      if (reason === null) published.push(tickets)
      return Promise.resolve(reason)
    },
  }
  const open = () => pages.forEach((link) => opened.add(link))
  return { hub, published, open, release: () => release('stopped') }
}

/** Creates a printer that returns `outcomes` in order and then prints successfully. */
function scriptedPrinter(...outcomes: PrintOutcome[]) {
  const copies: number[] = []
  const print = async ({ copyNumber }: SaleTicket): Promise<PrintOutcome> => {
    copies.push(copyNumber)
    return outcomes.shift() ?? { outcome: 'printed', evidence: 'printed' }
  }
  return { copies, print }
}

const copiesOf = (published: readonly (readonly SaleTicket[])[]) =>
  published.map((tickets) => tickets.map(({ copyNumber }) => copyNumber))

const stateOf = (kiosk: KioskFixture, saleId: string) => kiosk.sales.find(saleId)?.state

const queued: MessageReply = {
  channels: ['email', 'sms'],
  refused: null,
  messages: [{ channel: 'email', state: 'queued', reason: null, requestedUtc: '2026-11-21T12:00:00.000Z' }],
}

/** Starts a kiosk that has sold tickets. `outcomes`: results of the printer. */
async function sold(pages: TicketPages | undefined, seats: number, ...outcomes: PrintOutcome[]) {
  const { copies, print } = scriptedPrinter(...outcomes)
  const kiosk = await startSmallKiosk({ ticketPages: pages, tickets: { print } })
  const { saleId } = await kiosk.paying('card', seats)
  await kiosk.soon(() => stateOf(kiosk, saleId)).toMatch(/done|print-unknown/u)
  return { kiosk, api: kiosk.api, saleId, copies }
}

/** Starts a kiosk on which the customer chose the ticket page during a cash payment. `pay` completes the payment. */
async function chosen(pages: TicketPages, ...outcomes: PrintOutcome[]) {
  const { copies, print } = scriptedPrinter(...outcomes)
  const kiosk = await startSmallKiosk({ ticketPages: pages, tickets: { print } })
  const { saleId, total } = await kiosk.paying('cash', 2)
  const choose = (onTelephone: boolean) => kiosk.api.choosePage({ saleId, onTelephone })
  expect(need(await choose(true)).telephone).toEqual({ address: null, chosen: true })
  const pay = async () => need(await kiosk.api.confirmCash({ saleId, received: total, ...cashier }))
  return { kiosk, api: kiosk.api, saleId, copies, choose, pay }
}

describe('tickets on a telephone, chosen while paying', () => {
  it.each([
    ['the customer prefers paper', { unlessOpened: false, opened: true, copies: [1, 1] }],
    ['nobody opens the page', { unlessOpened: true, opened: false, copies: [1, 1] }],
    ['the page was opened', { unlessOpened: true, opened: true, copies: [] }],
  ])(
    'are the originals, and are printed at most once, as duplicates, if %s',
    async (_, { unlessOpened, opened, copies }) => {
      const pages = scriptedPages()
      const { kiosk, api, saleId, choose, pay, copies: printed } = await chosen(pages.hub)
      await pay()
      const sale = await kiosk.shown(saleId)
      expect(sale).toMatchObject({ stage: { name: 'done' }, telephone: { original: true } })
      expect([printed, copiesOf(pages.published)]).toEqual([[], [[0, 0]]])
      expect(await refusal(choose(false))).toEqual({ type: 'invalid-state', stage: 'done' })
      if (opened) pages.open()
      const replies = await Promise.all([1, 2].map(() => api.printPublished({ saleId, unlessOpened })))
      expect(replies.map(({ ok }) => ok)).toEqual(copies.length > 0 ? [true, false] : [true, true])
      expect(printed).toEqual(copies)
      const { telephone } = await kiosk.shown(saleId)
      expect(telephone === undefined).toBe(copies.length > 0)
    },
  )

  it('are printed without those that an interrupted print has already printed', async () => {
    const { kiosk, api, saleId, copies, pay } = await chosen(scriptedPages().hub, cut, failed)
    await pay()
    await kiosk.soon(() => stateOf(kiosk, saleId)).toBe('done')
    const print = () => api.printPublished({ saleId, unlessOpened: false })
    expect(await refusal(print())).toMatchObject({ type: 'printer-not-ready' })
    need(await print())
    expect(copies).toEqual([1, 1, 1])
  })

  it.each([
    ['the hub does not publish them', 'unreachable', true],
    ['the customer chooses paper again', null, false],
  ] as const)('are printed as originals if %s', async (_, reason, onTelephone) => {
    const { hub, published } = scriptedPages(reason)
    const { kiosk, api, saleId, copies, choose, pay } = await chosen(hub)
    need(await choose(onTelephone))
    await pay()
    await kiosk.soon(() => stateOf(kiosk, saleId)).toBe('done')
    expect([copies, published]).toEqual([[0, 0], []])
    expect(await refusal(api.printPublished({ saleId, unlessOpened: false }))).toMatchObject({ type: 'invalid-state' })
  })

  it.each(endings)('are printed as originals if %s interrupts the publication', async (ending) => {
    const { hub, release } = scriptedPages('hang')
    const { kiosk, saleId, pay } = await chosen(hub)
    await pay()
    await kiosk.soon(() => kiosk.codes()).toContain('PRINT_QUEUED')
    const starting = startedAfter(ending, kiosk, {})
    release()
    const again = await starting
    await again.soon(() => stateOf(again, saleId)).toBe('done')
    expect(again.printed.map(({ copyNumber }) => copyNumber)).toEqual([0, 0])
  })

  it('can be chosen for an order that costs nothing before it is accepted, but not before another order is paid', async () => {
    const { hub, published } = scriptedPages()
    const free = await startAt('reviewed', { price: 0, ticketPages: hub })
    const choose = (kiosk: KioskFixture, saleId: string) => kiosk.api.choosePage({ saleId, onTelephone: true })
    expect(await free.kiosk.shown(free.saleId)).toMatchObject({ telephone: { address: null } })
    need(await choose(free.kiosk, free.saleId))
    need(await free.kiosk.api.pay({ saleId: free.saleId, tender: 'free' }))
    expect(await free.kiosk.shown(free.saleId)).toMatchObject({
      stage: { name: 'done' },
      telephone: { original: true },
    })
    expect([free.kiosk.printed, copiesOf(published)]).toEqual([[], [[0, 0]]])
    const paid = await startAt('reviewed', { ticketPages: hub })
    expect((await paid.kiosk.shown(paid.saleId)).telephone).toBeUndefined()
    expect(await refusal(choose(paid.kiosk, paid.saleId))).toEqual({ type: 'invalid-state', stage: 'priced' })
  })
})

describe('tickets on a telephone', () => {
  it('are duplicates of printed tickets, once for each sale, and the next print has the next number', async () => {
    const { hub, published } = scriptedPages()
    const { kiosk, api, saleId, copies } = await sold(hub, 2)
    const { telephone } = need(await api.publishTickets({ saleId }))
    expect(telephone).toEqual({ address: `https://tickets.example/t/${'1'.padStart(64, '0')}` })
    expect(need(await api.publishTickets({ saleId })).telephone).toEqual(telephone)
    expect(copiesOf(published)).toEqual([[1, 1]])
    const ticketIds = kiosk.ticketIds(saleId)
    need(await api.reprintTickets({ saleId, ticketIds, reason: 'lost', ...cashier }))
    expect(copies).toEqual([0, 0, 2, 2])
  })

  it('are the originals if printing failed; no paper is due then, and a later print is a duplicate', async () => {
    const { hub, published } = scriptedPages()
    const { kiosk, api, saleId, copies } = await sold(hub, 2, cut, failed)
    expect(stateOf(kiosk, saleId)).toBe('print-unknown')
    const { telephone } = need(await api.publishTickets({ saleId }))
    expect(telephone).toMatchObject({ original: true })
    expect(stateOf(kiosk, saleId)).toBe('done')
    expect(need(await api.publishTickets({ saleId })).telephone).toEqual(telephone)
    expect(copiesOf(published)).toEqual([[0]])
    expect(await kiosk.cases()).toEqual([])
    const ticketIds = kiosk.ticketIds(saleId)
    need(await api.reprintTickets({ saleId, ticketIds, reason: 'no battery', ...cashier }))
    expect(copies).toEqual([0, 0, 1, 1])
  })

  it.each([
    ['the page of the originals shows the returned ticket', [failed], [0, 0]],
    ['the returned ticket was on paper', [cut, failed], [0]],
  ])('are offered on a new page after a return if %s', async (_, outcomes, originals) => {
    const { hub, published } = scriptedPages()
    const { kiosk, api, saleId } = await sold(hub, 2, ...outcomes)
    const { telephone } = need(await api.publishTickets({ saleId }))
    need(await kiosk.whilePassing(kiosk.giveBack(saleId, { ticketIds: kiosk.ticketIds(saleId).slice(0, 1) })))
    const shown = async () => need(await api.getKiosk({})).sale?.telephone
    expect(await shown()).toEqual({ address: null })
    const { address } = need(await api.publishSale({ saleId, ...cashier }))
    expect(address).not.toBe(telephone?.address)
    expect(await shown()).toEqual({ address })
    expect(copiesOf(published)).toEqual([originals, [1]])
  })

  it('are duplicates if the tickets may have been printed', async () => {
    const { hub, published } = scriptedPages()
    const { api, saleId } = await sold(hub, 1, { outcome: 'unknown', detail: 'silent' })
    const { telephone } = need(await api.publishTickets({ saleId }))
    expect(copiesOf(published)).toEqual([[1]])
    expect(telephone).toEqual({ address: expect.any(String) as unknown, original: true })
  })

  it.each([
    ['the printer failed', [failed], [0, 0]],
    ['the tickets are printed', [], [0]],
  ])('change nothing if the hub does not publish them and %s', async (_, outcomes, copies) => {
    const { hub, published } = scriptedPages('unreachable', 'unreachable')
    const sale = await sold(hub, 1, ...outcomes)
    const { kiosk, api, saleId } = sale
    const before = stateOf(kiosk, saleId)
    for (let times = 0; times < 2; times += 1)
      expect(await refusal(api.publishTickets({ saleId }))).toEqual({ type: 'not-published' })
    expect(stateOf(kiosk, saleId)).toBe(before)
    if (before === 'print-unknown') need(await api.retryPrint({ saleId }))
    await kiosk.soon(() => stateOf(kiosk, saleId)).toBe('done')
    need(await api.reprintTickets({ saleId, ticketIds: kiosk.ticketIds(saleId), reason: 'on paper', ...cashier }))
    expect(sale.copies).toEqual([...copies, 1])
    expect(need(await api.publishTickets({ saleId })).telephone?.address).not.toBeNull()
    expect(copiesOf(published)).toEqual([[2]])
  })

  it.each(endings)('whose publication was interrupted by %s are printed with their own number', async (ending) => {
    const { hub, release } = scriptedPages('hang')
    const { kiosk, api, saleId } = await sold(hub, 1, failed)
    const publishing = api.publishTickets({ saleId })
    await expect.poll(() => kiosk.codes()).toContain('LINK_REQUESTED')
    expect(await refusal(api.retryPrint({ saleId }))).toMatchObject({ type: 'invalid-state' })
    const starting = startedAfter(ending, kiosk, { ticketPages: scriptedPages().hub })
    release()
    const again = await starting
    expect(await refusal(publishing)).toEqual({ type: 'not-published' })
    await again.soon(() => stateOf(again, saleId)).toBe('print-unknown')
    need(await again.settle(saleId, { type: 'reprint' }))
    await again.soon(() => stateOf(again, saleId)).toBe('done')
    expect(again.printed.map(({ copyNumber }) => copyNumber)).toEqual([0])
  })

  it('are published by the desk after the sale, by staff only, and not if they were returned', async () => {
    const { hub, published } = scriptedPages()
    const { kiosk, api, saleId } = await sold(hub, 2)
    expect(await refusal(api.publishSale({ saleId, pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    const returned = (ticketId: string) => kiosk.whilePassing(kiosk.giveBack(saleId, { ticketIds: [ticketId] }))
    const [first = '', second = ''] = kiosk.ticketIds(saleId)
    need(await returned(first))
    expect(need(await api.publishSale({ saleId, ...cashier })).address).toContain('https://tickets.example/t/')
    expect(copiesOf(published)).toEqual([[1]])
    expect(kiosk.codes().slice(-2)).toEqual(['TICKET_LINK_REQUESTED', 'REPRINT_FINISHED'])
    need(await returned(second))
    expect(await refusal(api.publishSale({ saleId, ...cashier }))).toEqual({ type: 'ticket-returned' })
  })

  it('are sent with the consent of the customer; a repetition without a reply has the same number', async () => {
    const { hub } = scriptedPages()
    const sent: Parameters<MessageHub['send']>[0][] = []
    const replies = [null, null, queued, { ...queued, refused: 'limit' as const }].values()
    const messageHub: MessageHub = {
      list: () => Promise.resolve(queued),
      send: (request) => (sent.push(request), Promise.resolve(replies.next().value ?? null)),
    }
    const kiosk = await startSmallKiosk({ ticketPages: hub, messageHub })
    const { api } = kiosk
    const { saleId } = await kiosk.paying('card', 1)
    await kiosk.soon(() => stateOf(kiosk, saleId)).toBe('done')
    const to = { saleId, address: ' m@client.example ', consent: true, ...cashier } as const
    expect(await refusal(api.sendTickets(to))).toEqual({ type: 'not-published' })
    need(await api.publishSale({ saleId, ...cashier }))
    expect(await refusal(api.sendTickets({ ...to, address: 'client' }))).toMatchObject({ because: 'address' })
    expect(await refusal(api.sendTickets({ ...to, pin: '0000' }))).toEqual({ type: 'wrong-pin' })
    for (let times = 0; times < 2; times += 1)
      expect(await refusal(api.sendTickets(to))).toEqual({ type: 'message-refused', because: 'unreachable' })
    expect(need(await api.sendTickets(to))).toEqual(queued)
    expect(await refusal(api.sendTickets(to))).toEqual({ type: 'message-refused', because: 'limit' })
    expect(new Set(sent.map(({ message }) => message)).size).toBe(2)
    expect(sent[0]).toMatchObject({ saleId, to: { channel: 'email', address: 'm@client.example' } })
    expect(kiosk.codes().filter((code) => code === 'MESSAGE_REQUESTED')).toHaveLength(2)
    expect(readFileSync(kiosk.ledgerPath, 'latin1')).not.toContain('client.example')
  })

  it.each([
    ['without a hub', undefined],
    ['while the hub publishes none', { ...scriptedPages().hub, isOffered: () => false }],
  ])('are not offered %s', async (_, ticketPages) => {
    const { kiosk, api, saleId } = await sold(ticketPages, 1)
    expect(need(await api.getKiosk({})).sale).not.toHaveProperty('telephone')
    expect(await refusal(api.publishTickets({ saleId }))).toEqual({ type: 'not-published' })
    expect(await refusal(api.publishSale({ saleId, ...cashier }))).toEqual({ type: 'not-published' })
    expect(kiosk.codes()).not.toContain('TICKET_LINK_REQUESTED')
  })
})
