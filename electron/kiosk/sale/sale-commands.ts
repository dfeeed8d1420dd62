import { MAX_PAGE_MS } from '../../../shared/api/fleet/ticket-pages.ts'
import { instantOf, localDate, venueTimeZone } from '../../../shared/domain/documents/local-date.ts'
import { scannedAs } from '../../../shared/domain/documents/qr-code.ts'
import { refundsAsVoucher, type TenderKind, correctionTenders } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import {
  type HubPurchase,
  MAX_FOUND_SALES,
  MAX_PURCHASE_WORDS,
  type PurchaseCopy,
  type SaleQuery,
  ticketsLeft,
} from '../../../shared/domain/sale/sale-file.ts'
import { mayChoosePage, publishedOf } from '../../../shared/domain/sale/sale-printing.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import { eventEnd, type EventOffer, SOLD, type TicketReadBack } from '../../../shared/domain/seats/offer.ts'
import { serial } from '../../../shared/domain/serial.ts'
import { readMessageAddress } from '../../../shared/domain/customer.ts'
import type { MessageRefused } from '../../../shared/api/kiosk/failures.ts'
import type { CommandInput, OwnFailure } from '../../../shared/api/kiosk/contract.ts'
import type { KioskInfo, ScannedAs } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import { settleOpenPayment } from '../payment/open-payments.ts'
import { type Owed, owedOfPayment, owedOfSale, type ProviderRefunds } from '../payment/refunds.ts'
import type { SlipPapers } from '../payment/slip-commands.ts'
import type { PrintOutcome } from '../ports/devices.ts'
import { type Clock, type Ports, type SaleTicket, type TicketIssuer, within } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { BackgroundSales } from '../visit/parking-commands.ts'
import type { OfferWatch } from '../monitors/offer-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import type { AfterSaleService } from './after-sale.ts'
import type { SaleService } from './sale-service.ts'
import { settleGap, settleStaffCase, settleStrayNote, staffCases, needsTicketRecheck } from './staff-cases.ts'

/** States in which a sale may be removed from the screen. */
const mayBeLeft: ReadonlySet<SaleState | undefined> = new Set([
  'abandoned',
  'done',
  'print-unknown',
  'refund-due',
  'refunded',
  'needs-staff',
])

/** States in which a paid sale continues automatically while a desk serves the next customer. */
const goesOn: ReadonlySet<SaleState | undefined> = new Set(['paid', 'confirming', 'unknown', 'confirmed', 'printing'])

export function saleCommands(
  sales: SaleService,
  screen: SaleScreen,
  readBack: ReadBack | null,
  behind: Pick<BackgroundSales, 'has'>,
  role: KioskInfo['role'],
  displayChanged: () => void,
) {
  const { waiting, act } = screen
  return {
    async retryPrint({ saleId }) {
      const sale = waiting(saleId, 'print-unknown')
      return sale.ok ? ok(act(saleId, { type: 'print-retried' })) : sale
    },

    async abandonSale({ saleId, reason }) {
      const sale = waiting(saleId, 'choosing', 'priced')
      if (!sale.ok) return sale
      // The sale stays on the screen while its payments are refunded.
      if ('parts' in sale.value && sale.value.parts) act(saleId, { type: 'abandoned', reason })
      else screen.vacate(reason)
      return ok(null)
    },

    async recordCustomer({ saleId, customer }, { staffId }) {
      const sale = waiting(saleId, 'priced')
      return sale.ok ? ok(act(saleId, { type: 'customer-recorded', customer, staffId })) : sale
    },

    async dismissSale({ saleId }) {
      if (screen.shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      const state = sales.find(saleId)?.state
      const left = mayBeLeft.has(state) || (role === 'cashier' && goesOn.has(state))
      if (!left && !sales.faulted(saleId) && !sales.refusal(saleId))
        return err({ type: 'invalid-state', stage: state ?? 'gone' })
      screen.clear()
      if (!behind.has(saleId)) sales.close(saleId)
      displayChanged()
      return ok(null)
    },

    async setLanguage({ saleId, language }) {
      if (screen.shown?.saleId !== saleId) return err({ type: 'unknown-sale' })
      sales.setLanguage(saleId, language)
      displayChanged()
      return ok(null)
    },

    readTicket: async ({ code }) => ok(readBack?.scanned(code) ?? 'nothing-wanted'),
  } satisfies Partial<Commands>
}

/** Time in milliseconds for which a ticket page remains available after the end of the event: 12 hours. */
const PAGE_AFTER_EVENT_MS = 12 * 3_600_000

/** Reason recorded when tickets that the customer chose to receive on a telephone are printed as duplicates. */
const NOT_OPENED = 'page not opened'

export function telephoneCommands(
  ports: Pick<Ports, 'clock' | 'ticketPages' | 'messageHub' | 'ledger' | 'ids'>,
  sales: SaleService,
  screen: SaleScreen,
  afterSales: Pick<AfterSaleService, 'link' | 'linkOf' | 'openChecked' | 'onlyPublished' | 'reprint'>,
  settings: { readonly timeZone?: string | undefined },
  published: (sale: Sale) => void,
) {
  const { clock, ticketPages } = ports
  const timeZone = venueTimeZone(settings)
  function endOfPage(event: EventOffer): string {
    const nowMs = Date.parse(clock.now().wallUtc)
    const overMs = Math.max(nowMs, instantOf(eventEnd(event) ?? 0, timeZone))
    return new Date(Math.min(overMs + PAGE_AFTER_EVENT_MS, nowMs + MAX_PAGE_MS)).toISOString()
  }

  const inTurn = serial()
  return {
    async choosePage({ saleId, onTelephone }) {
      const sale = screen.find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (!mayChoosePage(sale)) return err({ type: 'invalid-state', stage: sale.state })
      if (onTelephone && !ticketPages?.isOffered()) return err({ type: 'not-published' })
      const page = onTelephone && ticketPages ? { link: ticketPages.newLink(), untilUtc: endOfPage(sale.event) } : null
      return ok(screen.view(sales.choosePage(saleId, page)))
    },

    printPublished: ({ saleId, unlessOpened }) =>
      inTurn(async () => {
        const found = screen.waiting(saleId, 'done')
        if (!found.ok) return found
        const sale = found.value
        const [published, left] = [publishedOf(sale), afterSales.onlyPublished(sale)]
        if (!published || left.length === 0) return err({ type: 'invalid-state', stage: 'done' })
        if (unlessOpened && (await ticketPages?.wasOpened(published.link))) return ok(screen.view(sale))
        const printed = await afterSales.reprint({ saleId, ticketIds: [...left], reason: NOT_OPENED }, null)
        if (!printed.ok) return printed
        if (afterSales.onlyPublished(sale).length > 0) return err({ type: 'printer-not-ready', reason: '' })
        return ok(screen.view(sale))
      }),

    async publishTickets({ saleId }) {
      const found = screen.waiting(saleId, 'print-unknown', 'done')
      if (!found.ok) return found
      if (!ticketPages?.isOffered()) return err({ type: 'not-published' })
      const { state, event } = found.value
      const untilUtc = endOfPage(event)
      if (state === 'print-unknown')
        screen.act(saleId, { type: 'link-requested', link: ticketPages.newLink(), untilUtc })
      const published = state === 'done' ? await afterSales.link(saleId, untilUtc, null) : null
      if (published && !published.ok) return published
      const sale = await sales.settled(saleId)
      if (published?.value === null || sale.state !== 'done') return err({ type: 'not-published' })
      return ok(screen.view(sale))
    },

    async publishSale({ saleId }, { staffId }) {
      const sale = sales.find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      if (!ticketPages?.isOffered()) return err({ type: 'not-published' })
      const file = await afterSales.openChecked(saleId)
      const gone = file ? ticketsLeft(file).filter(({ ticketId }) => file.cancelled?.includes(ticketId)) : []
      if (gone.length > 0) return err({ type: 'tickets-cancelled', seatCodes: gone.map(({ place }) => place.seatCode) })
      const done = await afterSales.link(saleId, endOfPage(sale.event), staffId)
      if (!done.ok) return done
      const address = done.value === null ? null : ticketPages.addressOf(done.value)
      if (address === null) return err({ type: 'not-published' })
      published(sale)
      return ok({ address })
    },

    ...messageCommands(ports, sales, afterSales),
  } satisfies Partial<Commands>
}

function messageCommands(
  {
    clock,
    ticketPages,
    messageHub,
    ledger,
    ids,
  }: Pick<Ports, 'clock' | 'ticketPages' | 'messageHub' | 'ledger' | 'ids'>,
  sales: SaleService,
  afterSales: Pick<AfterSaleService, 'linkOf'>,
) {
  /**
   * Ids of messages that the hub has not confirmed, by link and address. A retry uses the same id, so that the message
   * is not sent twice.
   */
  const unanswered = new Map<string, string>()
  return {
    ticketMessages: async ({ saleId }) =>
      ok((await messageHub?.list(saleId)) ?? { channels: [], refused: null, messages: [] }),

    async sendTickets({ saleId, address, consent }, { staffId }) {
      const refused = (because: MessageRefused['because']) => err({ type: 'message-refused', because } as const)
      const sale = sales.find(saleId)
      if (!sale) return err({ type: 'unknown-sale' })
      const to = readMessageAddress(address)
      if (!to) return refused('address')
      const link = afterSales.linkOf(sale)
      if (!messageHub || link === null || !ticketPages?.addressOf(link)) return err({ type: 'not-published' })
      const key = [link, to.address].join(' ')
      const message = unanswered.get(key) ?? ids.uuid()
      const facts = { saleId, link, message, channel: to.channel, consent }
      if (!unanswered.has(key)) ledger.note('MESSAGE_REQUESTED', facts, clock.now(), staffId)
      unanswered.set(key, message)
      const reply = await messageHub.send({ message, saleId, link, to })
      if (!reply) return refused('unreachable')
      unanswered.delete(key)
      return reply.refused === null ? ok(reply) : refused(reply.refused)
    },
  } satisfies Partial<Commands>
}

interface Wanted {
  readonly code: string
  readonly found: AbortController
  another: boolean
}

/** Counts a ticket as printed after its scan. Duplicates need no scan, because staff check them. */
export class ReadBack {
  readonly tickets: TicketIssuer
  readonly #wanted = new Set<Wanted>()

  constructor(tickets: TicketIssuer, clock: Clock, waitMs: number, stopping: AbortSignal) {
    const print = async (ticket: SaleTicket, language: string): Promise<PrintOutcome> => {
      if (ticket.copyNumber > 0) return tickets.print(ticket, language)
      // Scans are accepted early, because some printers report the end of printing long after the ticket can be taken.
      const mine: Wanted = { code: ticket.qrCode, found: new AbortController(), another: false }
      this.#wanted.add(mine)
      try {
        const printed = await tickets.print(ticket, language)
        if (printed.outcome === 'failed') return printed
        if (printed.outcome === 'printed') await clock.sleep(waitMs, AbortSignal.any([stopping, mine.found.signal]))
        const said = printed.outcome === 'printed' ? printed.evidence : printed.detail
        if (mine.found.signal.aborted) return { outcome: 'printed', evidence: `${said}; read back` }
        if (printed.outcome === 'unknown') return printed
        return { outcome: 'unknown', detail: `${said}; ${mine.another ? 'another code was read' : 'not read back'}` }
      } finally {
        this.#wanted.delete(mine)
      }
    }
    this.tickets = { status: () => tickets.status(), save: (...order) => tickets.save(...order), print }
  }

  scanned(code: string): ScannedAs {
    const found = [...this.#wanted].find((one) => scannedAs(code, one.code))
    if (found) {
      found.found.abort()
      return 'wanted'
    }
    for (const one of this.#wanted) one.another = true
    return this.#wanted.size > 0 ? 'another' : 'nothing-wanted'
  }
}

type AfterSalePorts = Pick<WatchedPorts, 'log' | 'partner'> & Omit<HubPurchasePorts, 'language'>

interface AfterSaleSettings {
  readonly timeZone?: string | undefined
  readonly defaultLanguage: string
  readonly tenders: readonly TenderKind[]
  /** Tenders whose result staff enter. */
  readonly attended: readonly TenderKind[]
}

export function afterSaleCommands(
  afterSales: AfterSaleService,
  ports: AfterSalePorts,
  settings: AfterSaleSettings,
  papers: SlipPapers,
) {
  const { clock, log, partner } = ports
  const timeZone = venueTimeZone(settings)
  const rightTenders = correctionTenders(settings.tenders, settings.attended)
  const purchases = new HubPurchases({ ...ports, language: settings.defaultLanguage }, afterSales)
  return {
    findPurchases: async ({ text }) => ok(await purchases.find(readSaleQuery(text, clock.now().wallUtc, timeZone))),
    reprintPurchase: async (wish, { staffId }) => purchases.reprint(wish, staffId),

    async findSales({ text }) {
      return ok(afterSales.files.find(readSaleQuery(text, clock.now().wallUtc, timeZone), MAX_FOUND_SALES))
    },

    async openSaleFile({ saleId }) {
      // Tickets are not checked while the partner is unreachable, so that the sale file opens without delay.
      const file = partner.isUp() ? await afterSales.openChecked(saleId) : afterSales.files.open(saleId)
      return file ? ok(file) : err({ type: 'unknown-sale' })
    },

    reprintTickets: async (wish, { staffId }) => afterSales.reprint(wish, staffId),
    reprintSlip: async (wish, { staffId }) => afterSales.copySlip(wish, staffId),
    issueInvoice: async (wish, { staffId }) => afterSales.invoice(wish, staffId),
    reprintInvoice: async (wish, { staffId }) => afterSales.copyInvoice(wish, staffId),
    resubmitInvoice: async (wish, { staffId }) => afterSales.resubmitInvoice(wish, staffId),
    returnTickets: async (wish, { staffId }, second) => afterSales.giveBack(wish, staffId, second.staffId),

    async correctTender(wish, { staffId }, second) {
      if (!rightTenders.includes(wish.tender)) return err({ type: 'tender-not-offered' })
      return afterSales.correct(wish, staffId, second.staffId)
    },

    async payReturn(wish, { staffId }) {
      const paid = afterSales.pay(wish, staffId)
      const slip = paid.ok && refundsAsVoucher(wish.kind) ? paid.value.credits?.at(-1) : undefined
      // If the print fails, the voucher can be printed again.
      if (slip) await papers.print(slip.slipId, 0).catch((error: unknown) => log.error('slip.paper-failed', error))
      return paid
    },
  } satisfies Partial<Commands>
}

interface HubPurchasePorts extends Pick<Ports, 'clock' | 'partner' | 'ledger' | 'tickets' | 'purchaseHub'> {
  readonly offer: Pick<OfferWatch, 'list'>
  /** Language of the duplicates. The hub has no record of the customer's language. */
  readonly language: string
}

/**
 * Finds and reprints tickets that another machine sold for the same hub. The ticket data comes from the booking
 * service.
 */
class HubPurchases {
  readonly #ports: HubPurchasePorts
  readonly #afterSales: Pick<AfterSaleService, 'files'>
  /** Purchases of the last search, by order number. Only these can be reprinted. */
  #found: ReadonlyMap<string, FoundPurchase> = new Map()
  /** Number of searches so far. Identifies the last search. */
  #searches = 0
  readonly #inTurn = serial()

  constructor(ports: HubPurchasePorts, afterSales: Pick<AfterSaleService, 'files'>) {
    this.#ports = ports
    this.#afterSales = afterSales
  }

  async find({ words, period }: SaleQuery): Promise<readonly HubPurchase[] | null> {
    const { purchaseHub } = this.#ports
    const search = (this.#searches += 1)
    const isSearchable = words === '' ? period !== null : words.length <= MAX_PURCHASE_WORDS && /\d/u.test(words)
    if (!purchaseHub || !isSearchable) return []
    const found = await purchaseHub.find({ words, period })
    if (!found) return null
    const soldHere = this.#afterSales.files.ordersSoldHere(found.map(({ orderId }) => orderId))
    const elsewhere = found.filter(({ orderId }) => !soldHere.includes(orderId))
    // The reply to an earlier search may arrive after the reply to a later one.
    if (search === this.#searches) this.#found = new Map(elsewhere.map((purchase) => [purchase.orderId, purchase]))
    return elsewhere.map(({ ownerRef: _ownerRef, ...purchase }) => purchase)
  }

  reprint(
    { orderId, ticketNumbers, reason }: CommandInput<'reprintPurchase'>,
    staffId: string,
  ): Promise<Result<readonly PurchaseCopy[], OwnFailure<'reprintPurchase'>>> {
    const { clock, partner, tickets, offer } = this.#ports
    return this.#inTurn(async () => {
      const purchase = this.#found.get(orderId)
      if (!purchase) return err({ type: 'unknown-sale' })
      const status = await tickets.status()
      if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
      const { ownerRef } = purchase
      const [listed, events] = await Promise.all([
        within(clock, HUB_TIMEOUT_MS, partner.listTickets({ ownerRef })),
        within(clock, HUB_TIMEOUT_MS, offer.list()),
      ])
      const event = events?.ok ? events.value.events.find(({ eventId }) => eventId === purchase.eventId) : undefined
      if (!listed?.ok || !event) return err({ type: 'partner-unreachable' })
      // The partner lists all tickets of the owner, who may have several orders.
      const ofOrder = purchase.tickets.map(({ ticketNumber }) => ticketNumber)
      const chosen = listed.value.filter(
        ({ ticketNumber }) => ofOrder.includes(ticketNumber) && ticketNumbers.includes(ticketNumber),
      )
      if (chosen.length !== ticketNumbers.length) return err({ type: 'no-such-ticket' })
      const cancelled = chosen.filter((ticket) => ticket.status !== SOLD)
      if (cancelled.length > 0)
        return err({ type: 'tickets-cancelled', seatCodes: cancelled.map(({ place }) => place.seatCode) })
      return ok(await this.#print(purchase, event, chosen, { reason, staffId }))
    })
  }

  /**
   * Prints duplicates. Stops after the first duplicate whose print fails or may have failed. Records each duplicate in
   * this machine's journal before printing it, because the ledger of the machine that sold the ticket does not contain
   * it.
   */
  async #print(
    { orderId, currency, tickets: bought }: FoundPurchase,
    { title, startsAt, venue }: EventOffer,
    chosen: readonly TicketReadBack[],
    { reason, staffId }: { readonly reason: string; readonly staffId: string },
  ): Promise<readonly PurchaseCopy[]> {
    const { clock, ledger, tickets, language } = this.#ports
    const copies: PurchaseCopy[] = []
    for (const { ticketNumber, ticketReference, qrCode, place } of chosen) {
      const index = bought.findIndex((each) => each.ticketNumber === ticketNumber)
      const { zoneName = '', price = 0 } = bought[index] ?? {}
      const copyNumber = ledger.purchaseCopies(ticketNumber) + 1
      ledger.note('PURCHASE_COPIED', { orderId, ticketNumber, copyNumber, reason }, clock.now(), staffId)
      const order = { orderId, currency, copyNumber, index: index + 1, count: bought.length }
      const ticket = { ticketNumber, ticketReference, qrCode, place, zoneName, price }
      const { outcome } = await tickets.print({ eventTitle: title, startsAt, venue, ...ticket, ...order }, language)
      copies.push({ ticketNumber, copyNumber, state: outcome })
      if (outcome !== 'printed') break
    }
    return copies
  }
}

type FoundPurchase = HubPurchase & { readonly ownerRef: string }

const HUB_TIMEOUT_MS = 5_000

const MINUTE_MS = 60_000
/** Tolerance in milliseconds when searching for a sale by the time that a customer remembers. */
const ABOUT_MS = 15 * MINUTE_MS

const TIME =
  /^(?:(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}))?)?\s*(?:(?<hour>\d{1,2})\s*[h:](?<minute>\d{2})?)?$/iu

/**
 * Parses a search for a sale: a local time of the venue (`14:30`, `14h`, `17/05`, `17/05 14:30`) or search words. An
 * incomplete date refers to the latest matching day in the past.
 */
export function readSaleQuery(typed: string, nowUtc: string, timeZone: string): SaleQuery {
  const text = typed.trim()
  const parts = text === '' ? undefined : TIME.exec(text)?.groups
  if (!parts) return { words: text, period: null }
  const now = localDate(nowUtc, timeZone)
  const { day, month, year, hour, minute } = parts
  const period = (years: number, days: number): { readonly from: number; readonly until: number } => {
    const date = [
      year === undefined ? now.year - years : Number(year),
      month === undefined ? now.month : Number(month) - 1,
      day === undefined ? now.day - days : Number(day),
    ] as const
    const at = instantOf(Date.UTC(...date, Number(hour ?? 0), Number(minute ?? 0)), timeZone)
    if (minute !== undefined) return { from: at - ABOUT_MS, until: at + ABOUT_MS }
    if (hour !== undefined) return { from: at, until: at + 60 * MINUTE_MS }
    return { from: at, until: instantOf(Date.UTC(date[0], date[1], date[2] + 1), timeZone) }
  }
  const first = period(0, 0)
  const { from, until } = first.from <= Date.parse(nowUtc) ? first : day === undefined ? period(0, 1) : period(1, 0)
  return { words: '', period: { fromUtc: new Date(from).toISOString(), untilUtc: new Date(until).toISOString() } }
}

const STAFF_PATIENCE_MS = 4_000

/** `shows`: whether the sale is on the screen. */
export function caseCommands(
  ports: Pick<Ports, 'ledger' | 'clock' | 'ids'>,
  sales: SaleService,
  afterSales: Pick<AfterSaleService, 'paidBack'>,
  refunds: Pick<ProviderRefunds, 'isOffered' | 'ask' | 'settle'>,
  shows: (saleId: string) => boolean,
) {
  const { ledger, clock } = ports
  const casesNow = () => staffCases(ledger, sales, clock.now(), refunds.isOffered)

  function owedOf(payment: string): Owed | null {
    const open = ledger.openPayments().find(({ reference }) => reference === payment)
    if (open) return owedOfPayment(open)
    const owed = ledger.unfinished().map(owedOfSale)
    return owed.find((each) => each?.payment === payment) ?? null
  }

  /** Waits briefly, because staff should see the next question but not wait for a slow partner. */
  const cameToRest = (saleId: string) => within(clock, STAFF_PATIENCE_MS, sales.settled(saleId))

  const told = <E extends { readonly type: string }>(settled: Result<unknown, E>) =>
    settled.ok ? ok(casesNow()) : settled

  return {
    listStaffCases: async () => ok(casesNow()),

    async settleStaffCase({ saleId, answer }, { staffId }) {
      const settle = (given: typeof answer) => settleStaffCase(ports, sales, saleId, given, staffId, shows(saleId))
      const owed = sales.find(saleId)
      const lookFirst = answer.type === 'paid-back' && owed !== null && needsTicketRecheck(owed, clock.now())
      if (owed?.state === 'refund-due' && (lookFirst || answer.type === 'ask-again')) {
        const asked = settle({ type: 'ask-again' })
        if (!asked.ok) return asked
        const looked = await sales.settled(saleId)
        if ('tickets' in looked) return err({ type: 'tickets-turned-up' })
        if (!lookFirst) return ok(casesNow())
      }
      const settled = settle(answer)
      if (!settled.ok) return settled
      await cameToRest(saleId)
      if (answer.type === 'paid-back') await afterSales.paidBack(saleId)
      return ok(casesNow())
    },

    settleOpenPayment: async (said, { staffId }) => told(settleOpenPayment(ledger, said, staffId, clock.now())),

    async askRefund({ payment }, { staffId }, second) {
      const owed = owedOf(payment)
      const sale = owed && sales.find(owed.saleId)
      if (!owed || !refunds.isOffered(owed)) return err({ type: 'refund-not-offered' })
      if (sale && owedOfSale(sale)?.payment === payment && needsTicketRecheck(sale, clock.now())) {
        const asked = settleStaffCase(ports, sales, sale.saleId, { type: 'ask-again' }, staffId, false)
        if (!asked.ok) return err({ type: 'refund-not-offered' })
        if ('tickets' in (await sales.settled(sale.saleId))) return err({ type: 'tickets-turned-up' })
      }
      // The payment may have been refunded in the meantime.
      const stillOwed = owedOf(payment)
      if (!stillOwed) return err({ type: 'refund-over' })
      return told(refunds.ask(stillOwed, staffId, second.staffId))
    },

    settleRefund: async ({ refund, receipt }, { staffId }) => told(await refunds.settle(refund, receipt, staffId)),

    settleLedgerGap: async ({ seq, reference }, { staffId }) =>
      told(settleGap(ledger, seq, reference, staffId, clock.now())),

    settleStrayNote: async (said, { staffId }) => told(settleStrayNote(ledger, said, staffId, clock.now())),
  } satisfies Partial<Commands>
}
