import type { CopiesOrdered, OpenPaymentAct } from '../../shared/domain/sale/after-sale.ts'
import { holdRemainingMs, takenFor } from '../../shared/domain/sale/sale-base.ts'
import { isAccount, refundsAsVoucher } from '../../shared/domain/money/tender.ts'
import type { Instant, Order, PrintJob, Sale, SaleEvent, SaleState } from '../../shared/domain/sale/sale.ts'
import type { SaleTicket } from '../../electron/kiosk/ports/ports.ts'
import type { GroundTruth } from './ground-truth.ts'
import { watchNotes } from './notes-seen.ts'
import { leavesOpen, type OpenPayment } from '../../shared/domain/sale/open-payment.ts'

interface Known {
  readonly machine: string
  readonly sale: Sale
  /** All orders of the sale. Each new selection of seats creates an additional order. */
  readonly orders: ReadonlySet<string>
  /** Virtual time since which the sale has been paid but not finished; null in all other states. */
  readonly busySinceMs: number | null
}

interface Limits {
  readonly nowMs: () => number
  /** Minimum remaining hold time at the start of a payment, in milliseconds. */
  readonly tenderBudgetMs: number
}

const WITHOUT_MONEY = new Set<SaleState>(['choosing', 'holding', 'held', 'priced', 'releasing', 'abandoned'])
const BUSY: ReadonlySet<SaleState> = new Set(['paid', 'confirming', 'unknown', 'confirmed', 'printing'])
const OVER: ReadonlySet<SaleState> = new Set(['done', 'abandoned', 'refunded'])

/** Checks the invariants of `sale-safety.md` after each change of a ledger or of the simulation. */
export function createInvariants(truth: GroundTruth, limits: Limits) {
  const sales = new Map<string, Known>()
  const openPayments = watchOpenPayments(truth)
  const notes = watchNotes(truth)
  const saleOfOrder = new Map<string, string>()
  const amounts = new Map<string, number>()
  const saleOfTicket = new Map<string, string>()
  const tenders = new Set<string>()
  const papers = new Set<string>()
  const requests = new Map<string, string>()
  const wronged = new Set<string>()
  let changed = true

  function recorded(machine: string, previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): void {
    const orders = new Set(sales.get(sale.saleId)?.orders)
    if ('order' in sale) {
      for (const orderId of orderIdsOf(sale.order)) {
        orders.add(orderId)
        const owner = saleOfOrder.get(orderId) ?? sale.saleId
        if (owner !== sale.saleId) truth.violate('I2', `order ${orderId} belongs to two sales`)
        saleOfOrder.set(orderId, sale.saleId)
      }
      amounts.set(sale.order.orderId, sale.order.amount)
    }
    const busySinceMs = BUSY.has(sale.state) ? (sales.get(sale.saleId)?.busySinceMs ?? limits.nowMs()) : null
    sales.set(sale.saleId, { machine, sale, orders, busySinceMs })
    if (event.type === 'tender-started' && sale.state === 'paying') startTender(sale, now)
    const isQueuedForPage = event.type === 'print-queued' && event.link !== undefined
    if ((isQueuedForPage || event.type === 'print-started' || event.type === 'link-requested') && 'jobs' in sale) {
      for (const { ticketId, copyNumber, state } of sale.jobs) {
        const { qrCode } = sale.tickets.find((ticket) => ticket.ticketId === ticketId) ?? {}
        if (isQueuedForPage || state === 'spooling') papers.add(`${machine} ${qrCode} ${copyNumber}`)
      }
    }
    if (previous && 'jobs' in previous && 'jobs' in sale) checkCopies(previous.jobs, sale.jobs)
    if ('tickets' in sale) checkTickets(sale)
    if (sale.state === 'done') checkPaper(machine, sale)
  }

  /** Checks that a ticket gets the next copy number if it may have been issued, and otherwise retains its number. */
  function checkCopies(before: readonly PrintJob[], after: readonly PrintJob[]): void {
    for (const { ticketId, copyNumber, state } of after) {
      const last = before.find((job) => job.ticketId === ticketId)
      const isRepeated = last?.state === 'unknown' && (state === 'queued' || state === 'spooling')
      if (last && copyNumber !== last.copyNumber + Number(isRepeated))
        truth.violate('I10', `ticket ${ticketId}: copy ${copyNumber} follows copy ${last.copyNumber}, ${last.state}`)
    }
  }

  function startTender(
    { saleId, order, tender: { reference, provider } }: Extract<Sale, { state: 'paying' }>,
    now: Instant,
  ): void {
    const left = holdRemainingMs(order.hold, now)
    if (left < limits.tenderBudgetMs) truth.violate('budget', `sale ${saleId} starts to pay with ${left} ms left`)
    if (tenders.has(reference)) truth.violate('I4', `reference ${reference} was used for two tenders`)
    tenders.add(reference)
    if (!provider) return
    truth.calls(provider.reference, reference)
    tenders.add(provider.reference)
  }

  /** Checks that the service issued each ticket for the order of the sale, and that no other sale has it. */
  function checkTickets(sale: Extract<Sale, { tickets: unknown }>): void {
    const orderIds = orderIdsOf(sale.order).filter((orderId) => !sale.unsold?.orders.includes(orderId))
    // A sale without tickets is valid if the service returned none and staff issued tickets by other means.
    if (sale.state === 'done' && sale.tickets.length === 0) {
      if (truth.ticketsOf(sale.order.orderId).length === 0) truth.violate('I1', `sale ${sale.saleId} was never sold`)
      return
    }
    const real = orderIds.flatMap((orderId) => truth.ticketsOf(orderId))
    if (real.length !== sale.tickets.length)
      truth.violate('I1', `sale ${sale.saleId} has ${sale.tickets.length} tickets, the service made ${real.length}`)
    for (const { ticketId, seatId, qrCode } of sale.tickets) {
      const made = truth.issued.get(ticketId)
      if (made?.seatId !== seatId || made.qrCode !== qrCode || !orderIds.includes(made.orderId))
        truth.violate('I1', `sale ${sale.saleId} has a ticket ${ticketId} that the service did not make for it`)
      const owner = saleOfTicket.get(ticketId) ?? sale.saleId
      if (owner !== sale.saleId) truth.violate('I2', `ticket ${ticketId} belongs to ${owner} and ${sale.saleId}`)
      saleOfTicket.set(ticketId, sale.saleId)
    }
  }

  function checkPaper(machine: string, sale: Extract<Sale, { state: 'done' }>): void {
    for (const { ticketId, copyNumber, state, evidence } of sale.jobs) {
      const qrCode = sale.tickets.find((ticket) => ticket.ticketId === ticketId)?.qrCode
      const out = truth.sheets.some(
        (sheet) => sheet.machine === machine && sheet.qrCode === qrCode && sheet.copyNumber === copyNumber,
      )
      if (state !== 'printed' || evidence === '' || !out)
        truth.violate('I9', `sale ${sale.saleId} is done, but ticket ${ticketId} never came out`)
    }
  }

  function checkMoney({ sale, orders }: Known): void {
    if (wronged.has(sale.saleId)) return
    const chargesOf = (orderId: string) => truth.chargesOf(orderId).filter((each) => !openPayments.accounts(each))
    const charges = [...orders].flatMap(chargesOf)
    const said = `sale ${sale.saleId} is "${sale.state}"`
    for (const orderId of orders) {
      const costs = chargesOf(orderId).map((reference) => truth.net(reference) - truth.surplus(reference))
      const charged = costs.reduce((sum, cost) => sum + cost, 0)
      if (charged > (amounts.get(orderId) ?? 0)) truth.violate('I4', `${said}, but ${orderId} was charged ${charged}`)
    }
    const believed = takenFor(sale)
    const unknown = charges.filter((charged) => believed.every(({ reference }) => reference !== charged))
    if (WITHOUT_MONEY.has(sale.state) && unknown.length > 0) truth.violate('I1', `${said}, but took ${unknown.join()}`)
    if (sale.state === 'refunded' && charges.length > 0) truth.violate('I1', `${said}, but kept ${charges.join()}`)
    if (sale.state === 'refund-due') return
    // The separate check in `notes` covers payments by notes and vouchers.
    for (const { reference, amount } of believed.filter(({ kind }) => !refundsAsVoucher(kind)))
      if (truth.net(reference) !== amount) truth.violate('I1', `${said}, but nobody paid ${reference}`)
  }

  function checkIssued(): void {
    for (const { ticketId, orderId, sold } of truth.issued.values()) {
      if (sold === 'elsewhere' || truth.isCancelled(ticketId)) continue
      const known = sales.get(saleOfOrder.get(orderId) ?? '')
      const state = known?.sale.state
      const possible =
        state === 'confirming' || state === 'unknown' || (known && ('tickets' in known.sale || 'detail' in known.sale))
      if (!possible) truth.violate('I1', `ticket ${ticketId} was sold, but its sale is ${state ?? 'unknown'}`)
    }
  }

  return {
    openPayments,
    notes,
    recorded(machine: string, previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant) {
      const before = sales.get(sale.saleId)?.sale.state ?? null
      if (before !== (previous?.state ?? null))
        truth.violate('I7', `sale ${sale.saleId} went on from "${previous?.state}", the ledger was at "${before}"`)
      // The customer owes nothing as soon as the refund is recorded. The hub is notified afterwards.
      if (event.type === 'refunded' && previous?.state === 'refund-due' && isAccount(previous.tender.kind))
        truth.giveBack(previous.tender.reference)
      recorded(machine, previous, sale, event, now)
      openPayments.recorded(machine, previous, event)
      notes.recorded(machine, previous, sale, event)
      changed = true
    },
    /** Replaces a sale with its version from a rebuilt ledger, which may require an action by staff. */
    restored(sale: Sale) {
      const known = sales.get(sale.saleId)
      if (known)
        sales.set(sale.saleId, { ...known, sale, busySinceMs: BUSY.has(sale.state) ? known.busySinceMs : null })
      changed = true
    },
    onPaymentRequested(reference: string) {
      if (!tenders.has(reference)) truth.violate('I1', `money is asked for by ${reference}, which is not recorded`)
      changed = true
    },
    ordersCopies(machine: string, { saleId, copies }: Pick<CopiesOrdered, 'saleId' | 'copies'>) {
      const { sale } = sales.get(saleId) ?? {}
      for (const { ticketId, copyNumber } of copies) {
        const ticket = sale && 'tickets' in sale && sale.tickets.find((each) => each.ticketId === ticketId)
        if (ticket) papers.add(`${machine} ${ticket.qrCode} ${copyNumber}`)
      }
    },
    prints(machine: string, { qrCode, ticketNumber, copyNumber }: SaleTicket) {
      if (!papers.has(`${machine} ${qrCode} ${copyNumber}`))
        truth.violate('I10', `ticket ${ticketNumber} goes to the printer as copy ${copyNumber}, which is not recorded`)
    },
    sends(body: string) {
      const { order_id: orderId } = JSON.parse(body) as { order_id: string }
      const { sale } = sales.get(saleOfOrder.get(orderId) ?? '') ?? {}
      const first = requests.get(orderId) ?? body
      if (sale?.state !== 'confirming') truth.violate('I1', `order ${orderId} is sent while "${sale?.state}"`)
      else if (!bodiesOf(sale).includes(body) || first !== body)
        truth.violate('I1', `order ${orderId} is sent with other bytes`)
      requests.set(orderId, first)
    },
    /** Excludes a sale from the check of its money, because staff gave a wrong answer about it. */
    misled(saleId: string) {
      wronged.add(saleId)
    },
    check() {
      if (!changed) return
      changed = false
      for (const known of sales.values()) checkMoney(known)
      checkIssued()
      openPayments.check()
    },
    known: (machine: string): readonly Sale[] =>
      [...sales.values()].flatMap((known) => (known.machine === machine ? [known.sale] : [])),
    /** Checks I8: if all services are reachable, no sale of the kiosk may be busy for longer than `longestMs`. */
    checkProgress(machine: string, sinceMs: number, longestMs: number) {
      for (const known of sales.values()) {
        if (known.machine !== machine || known.busySinceMs === null) continue
        const busyMs = limits.nowMs() - Math.max(known.busySinceMs, sinceMs)
        const { saleId, state } = known.sale
        if (busyMs > longestMs) truth.violate('I8', `sale ${saleId} is "${state}" for ${busyMs} ms with all in reach`)
      }
    },
    allOver: () => openPayments.allOver() && [...sales.values()].every(({ sale }) => OVER.has(sale.state)),
    checkEnd() {
      for (const { sale, machine } of sales.values()) {
        if (!OVER.has(sale.state)) truth.violate('I8', `${machine}: sale ${sale.saleId} never ended: "${sale.state}"`)
      }
      openPayments.checkEnd()
      changed = true
      this.check()
    },
  }
}

const orderIdsOf = ({ orderId, purchases }: Order): readonly string[] =>
  purchases?.map((purchase) => purchase.orderId) ?? [orderId]

/** Returns the stored requests of a sale, one for each purchase. */
const bodiesOf = ({ request: { body }, progress }: Extract<Sale, { state: 'confirming' }>): readonly string[] =>
  progress && progress.results.length > 1 ? (JSON.parse(body) as string[]) : [body]

export type Invariants = ReturnType<typeof createInvariants>

type PaymentStanding = OpenPayment['standing']['is'] | 'closed' | 'paid-back'

const PAYMENT_OVER: ReadonlySet<PaymentStanding> = new Set(['closed', 'paid-back'])

/** Checks payments that were still open when their sale continued without them (I11 and I12). */
function watchOpenPayments(truth: GroundTruth) {
  const seen = new Map<string, { readonly machine: string; readonly standing: PaymentStanding }>()
  const said = (reference: string): string => `open payment ${reference}`

  return {
    recorded(machine: string, previous: Sale | null, event: SaleEvent) {
      if (!previous || !('tender' in previous) || !leavesOpen(previous, event)) return
      const { reference } = previous.tender
      if (seen.has(reference)) truth.violate('I11', `${said(reference)} is left open twice`)
      seen.set(reference, { machine, standing: 'asked' })
    },
    settled(act: OpenPaymentAct) {
      const { reference, type } = act
      const known = seen.get(reference)
      if (!known || PAYMENT_OVER.has(known.standing))
        return truth.violate('I11', `${said(reference)}: ${type}, which is over`)
      if (type === 'payment-found' && truth.net(reference) === 0)
        truth.violate('I11', `${said(reference)} is found, and nobody paid it`)
      const standing = {
        'payment-found': 'found',
        'payment-closed': 'closed',
        'payment-unresolved': 'unanswered',
        'payment-paid-back': 'paid-back',
      } as const
      seen.set(reference, { ...known, standing: standing[type] })
    },
    /** Returns true if the payment is recorded but not settled. */
    accounts(reference: string) {
      const known = seen.get(reference)
      return known !== undefined && !PAYMENT_OVER.has(known.standing)
    },
    /** Checks that a restarted ledger has every acknowledged open payment unchanged. */
    compare(machine: string, open: readonly OpenPayment[]) {
      const found = open.map(({ reference, standing }) => `${reference} ${standing.is}`)
      const known = [...seen].filter(([, each]) => each.machine === machine && !PAYMENT_OVER.has(each.standing))
      const acknowledged = known.map(([reference, { standing }]) => `${reference} ${standing}`)
      if (found.toSorted().join() !== acknowledged.toSorted().join())
        truth.violate('I7', `${machine}: open payments ${acknowledged.join()}, the ledger has ${found.join()}`)
    },
    check() {
      for (const [reference, { standing }] of seen)
        if (PAYMENT_OVER.has(standing) && truth.net(reference) !== 0)
          truth.violate('I11', `${said(reference)} is ${standing}, and its customer has paid`)
    },
    allOver: () => [...seen.values()].every(({ standing }) => PAYMENT_OVER.has(standing)),
    checkEnd() {
      for (const [reference, { standing }] of seen) {
        if (PAYMENT_OVER.has(standing)) continue
        if (truth.net(reference) === 0) truth.violate('I8', `${said(reference)} never ended: "${standing}"`)
        else truth.violate('I11', `${said(reference)} was paid, and is still "${standing}"`)
      }
    },
  }
}
