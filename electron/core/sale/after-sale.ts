import { qrKey } from '../../../shared/domain/documents/qr-code.ts'
import { goesBackAsSlip, isCash, isDriven, owedFor } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { TicketsReturned } from '../../../shared/domain/sale/after-sale.ts'
import { type FiledTicket, type SaleFile, waysBack } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { SOLD, type Ticket } from '../../../shared/domain/seats/offer.ts'
import { notesOf } from '../../../shared/domain/seats/place.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { AfterSaleFailure, SaleFailure, TicketsCancelled } from '../../../shared/kiosk-api/failures.ts'
import type { ReturnedView } from '../../../shared/kiosk-api/views.ts'
import { openDrawer } from '../payment/payment-commands.ts'
import { newSlip } from '../payment/slips.ts'
import type {
  AfterSaleBook,
  Clock,
  Ids,
  InSale,
  Log,
  OpenCancellation,
  PartnerService,
  Printers,
  SaleSlip,
  SlipIssuer,
  TicketIssuer,
} from '../ports/ports.ts'
import { ticketDocument } from './effects.ts'

/** What is done with sales after their end; each act is committed before anything follows from it. */
export interface AfterSaleService extends TicketCopies, TicketReturns, Omit<ReturnSlips, 'issue'> {
  readonly files: AfterSaleBook['files']
  /** The booking service is asked to cancel no more tickets; at the next start it is. */
  stop(): void
}

export interface AfterSaleServicePorts {
  readonly book: AfterSaleBook
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly slips: SlipIssuer
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly partner: Pick<PartnerService, 'cancelTickets' | 'listTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly register: string
  readonly log: Log
  readonly inSale: InSale
}

/** One act at a time: the next one sees what the one before did. */
export function createAfterSaleService(ports: AfterSaleServicePorts): AfterSaleService {
  const { book } = ports
  const slips = returnSlips(ports)
  const copies = ticketCopies(ports)
  const cancellations = ticketCancellations(ports)
  const returns = ticketReturns(ports, slips, cancellations)
  const inTurn = serial()

  return {
    files: book.files,
    reprint: (...wish) => inTurn(() => copies.reprint(...wish)),
    openChecked: (saleId) => copies.openChecked(saleId),
    giveBack: (...wish) => inTurn(() => returns.giveBack(...wish)),
    paidBack: (saleId) => inTurn(() => slips.paidBack(saleId)),
    copySlip: (...wish) => inTurn(() => slips.copySlip(...wish)),
    pay: (...wish) => returns.pay(...wish),
    recover() {
      copies.recover()
      cancellations.recover()
    },
    stop: () => cancellations.stop(),
  }
}

interface ReturnSlips {
  issue(sale: Sale, reference: string): Promise<ReturnedView>
  /** Another paper of a slip: the next DUPLICATA. */
  copySlip(
    wish: Pick<CommandInput<'reprintSlip'>, 'saleId' | 'reference' | 'reason'>,
    staffId: string,
  ): Promise<Result<ReturnedView, SaleFailure | { readonly type: 'wrong-answer' }>>
  /** The one slip of all that was taken for a sale without tickets, once it has all gone back. */
  paidBack(saleId: string): Promise<void>
}

/** The slips that customers sign when money goes back. */
function returnSlips({
  book,
  slips,
  register,
  log,
}: {
  readonly book: AfterSaleBook
  readonly slips: SlipIssuer
  readonly register: string
  readonly log: Log
}): ReturnSlips {
  /** Made from the ledger each time: a copy says what the first one said. */
  async function issue(sale: Sale, reference: string, copyNumber = 0): Promise<ReturnedView> {
    const file = reread(book, sale.saleId)
    const slip = saleSlip(sale, file, { reference, copyNumber, register })
    if (!slip) throw new Error(`sale ${sale.saleId} has no slip ${reference}`)
    const { saved, printed } = await slips.issue(slip, sale.language)
    for (const paper of [saved, printed])
      if (paper && paper.outcome !== 'printed') log.warn('slip.not-printed', { reference, copyNumber, ...paper })
    const paper = printed ?? saved
    return {
      file,
      reference,
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
    }
  }

  return {
    issue: (sale, reference) => issue(sale, reference),
    async copySlip({ saleId, reference, reason }, staffId) {
      const sale = book.find(saleId)
      const file = sale && book.files.open(saleId)
      if (!sale || !file) return err({ type: 'unknown-sale' })
      const slip = file.slips.find((each) => each.reference === reference)
      if (!slip) return err({ type: 'wrong-answer' })
      const copyNumber = slip.copies + 1
      book.record({ type: 'slip-copied', saleId, reference, copyNumber, reason }, staffId)
      return ok(await issue(sale, reference, copyNumber))
    },
    async paidBack(saleId) {
      const sale = book.find(saleId)
      if (sale?.state === 'refunded') await issue(sale, `${sale.order.orderId}-P`)
    },
  }
}

/**
 * The slip of that reference, as the ledger has it: of tickets that came back, or of all that was taken for a sale without
 * tickets. Each paper of it says the same, but for its number and for what the booking service has answered since. Null: the
 * sale has no such slip.
 */
function saleSlip(
  sale: Sale,
  file: SaleFile,
  { reference, copyNumber, register }: Pick<SaleSlip, 'reference' | 'copyNumber' | 'register'>,
): SaleSlip | null {
  if (!('order' in sale) || !file.slips.some((slip) => slip.reference === reference)) return null
  const { order, currency, event } = sale
  const same = {
    reference,
    copyNumber,
    register,
    orderId: order.orderId,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    currency,
  }
  const given = file.returns.find((each) => each.reference === reference)
  if (given) {
    const { kind, atUtc, staffId, second, reason, ticketIds, amount, back, cancellation } = given
    const tickets = file.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
    return {
      ...same,
      kind,
      atUtc,
      staffId: staffId ?? '',
      second,
      reason,
      amount,
      back: back.map((way) => ({ kind: way.kind, amount: way.amount })),
      cancellation: cancellation === 'cancelled' || cancellation === 'asked' ? cancellation : 'none',
      lines: tickets.map(({ place, ticketNumber, price }) => ({
        seatCode: place.seatCode,
        notes: notesOf(place),
        ticketNumber,
        price,
      })),
    }
  }
  const last = file.acts.findLast(({ code }) => code === 'REFUNDED' || code === 'CREDITED')
  if (sale.state !== 'refunded' || !last) return null
  const { tender, refundReference, returned = [] } = sale
  const back = [...returned, { ...tender, refundReference }].map((part) => ({
    kind: goesBackAsSlip(part.kind) ? ('credit-slip' as const) : part.kind,
    amount: owedFor(part),
    reference: part.refundReference,
  }))
  return {
    ...same,
    kind: 'unsold',
    atUtc: last.atUtc,
    staffId: last.staffId ?? '',
    second: null,
    cancellation: 'none',
    reason: '',
    amount: back.reduce((sum, part) => sum + part.amount, 0),
    back,
    lines: order.seats.map(({ place, price }) => ({
      seatCode: place.seatCode,
      notes: notesOf(place),
      ticketNumber: '',
      price,
    })),
  }
}

type Done = Extract<Sale, { state: 'done' }>

/** A sale that ended with all its papers, and those of its tickets that are asked for and still worth something. */
function openSold(
  book: AfterSaleBook,
  saleId: string,
  ticketIds: readonly string[],
): Result<{ sale: Done; file: SaleFile; chosen: readonly FiledTicket[] }, SaleFailure | AfterSaleFailure> {
  const sale = book.find(saleId)
  const file = sale && book.files.open(saleId)
  if (!sale || !file) return err({ type: 'unknown-sale' })
  if (sale.state !== 'done') return err({ type: 'wrong-stage', stage: sale.state })
  const wanted = new Set(ticketIds)
  const chosen = file.tickets.filter(({ ticketId }) => wanted.has(ticketId))
  if (chosen.length !== wanted.size) return err({ type: 'no-such-ticket' })
  const gone = new Set(file.returns.flatMap((each) => each.ticketIds))
  if (chosen.some(({ ticketId }) => gone.has(ticketId))) return err({ type: 'ticket-returned' })
  return ok({ sale, file, chosen })
}

/** After something was recorded of it. */
function reread(book: AfterSaleBook, saleId: string): SaleFile {
  const file = book.files.open(saleId)
  if (!file) throw new Error(`sale ${saleId} is gone`)
  return file
}

interface TicketCopies {
  reprint(
    wish: Pick<CommandInput<'reprintTickets'>, 'saleId' | 'ticketIds' | 'reason'>,
    staffId: string,
  ): Promise<
    Result<
      SaleFile,
      | SaleFailure
      | AfterSaleFailure
      | TicketsCancelled
      | { readonly type: 'printer-not-ready'; readonly reason: string }
    >
  >
  /** The file of a sale, with those of its tickets that the booking service no longer lists as sold. */
  openChecked(saleId: string): Promise<SaleFile | null>
  /** Copies that were on their way when the program ended may have come out. */
  recover(): void
}

/** Timeout of the ticket check in milliseconds, before a file is opened or a duplicate printed. */
const FILE_TIMEOUT_MS = 1_500
const COPY_TIMEOUT_MS = 5_000

interface CopyPorts {
  readonly book: AfterSaleBook
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly partner: Pick<PartnerService, 'listTickets'>
  readonly clock: Pick<Clock, 'sleep'>
}

/** Tickets printed once more: each copy has its number, and its end in the journal. */
function ticketCopies(ports: CopyPorts): TicketCopies {
  const { book, tickets } = ports

  return {
    async reprint({ saleId, ticketIds, reason }, staffId) {
      const status = await tickets.status()
      if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, chosen } = found.value
      const wanted = sale.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
      const cancelled = await cancelledOf(ports, { ...sale, tickets: wanted }, COPY_TIMEOUT_MS)
      if (cancelled && cancelled.length > 0)
        return err({ type: 'tickets-cancelled', seatCodes: cancelled.map(({ place }) => place.seatCode) })
      const unchecked = cancelled === null
      const copies = chosen.map(({ ticketId, papers }) => ({ ticketId, copyNumber: nextCopy(papers) }))
      book.record({ type: 'copies-ordered', saleId, reason, copies, ...(unchecked && { unchecked }) }, staffId)
      for (const copy of copies) {
        const document = { ...ticketDocument(sale, copy.ticketId, copy.copyNumber), unchecked }
        const printed = await tickets.print(document, sale.language)
        const evidence =
          printed.outcome === 'printed'
            ? printed.evidence
            : printed.outcome === 'failed'
              ? printed.reason
              : printed.detail
        book.record({ type: 'copy-finished', saleId, ...copy, state: printed.outcome, evidence }, staffId)
      }
      return ok(reread(book, saleId))
    },
    async openChecked(saleId) {
      const [file, sale] = [book.files.open(saleId), book.find(saleId)]
      if (!file || sale?.state !== 'done') return file
      const cancelled = await cancelledOf(ports, sale, FILE_TIMEOUT_MS)
      if (!cancelled || cancelled.length === 0) return file
      return { ...file, cancelled: cancelled.map(({ ticketId }) => ticketId) }
    },
    recover() {
      for (const copy of book.openCopies())
        book.record({ type: 'copy-finished', ...copy, state: 'unknown', evidence: 'restart' }, null)
    },
  }
}

/**
 * Queries the booking service for the tickets of a sale that no longer open a gate: those that it does not list, lists
 * with another code, or lists as not sold. Returns null if the service names no owner or does not reply in time.
 */
async function cancelledOf(
  { partner, clock }: Pick<CopyPorts, 'partner' | 'clock'>,
  { ownerRef, tickets }: { readonly ownerRef: string; readonly tickets: readonly Ticket[] },
  timeoutMs: number,
): Promise<readonly Ticket[] | null> {
  if (ownerRef === '') return null
  const answered = new AbortController()
  const late = clock.sleep(timeoutMs, answered.signal).then(() => null)
  const reply = await Promise.race([partner.listTickets({ ownerRef }), late])
  answered.abort()
  if (!reply?.ok) return null
  const listed = new Map(reply.value.map((ticket) => [ticket.ticketId, ticket]))
  return tickets.filter(({ ticketId, qrCode }) => {
    const theirs = listed.get(ticketId)
    return theirs?.status !== SOLD || qrKey(theirs.qrCode) !== qrKey(qrCode)
  })
}

/** What certainly did not come out keeps its number. */
function nextCopy(papers: FiledTicket['papers']): number {
  const last = papers.at(-1)
  if (!last) return 1
  return last.state === 'failed' && last.copyNumber > 0 ? last.copyNumber : last.copyNumber + 1
}

/** Tickets that were given back, cancelled at the booking service where it can do that. Money never waits for it. */
interface TicketCancellations {
  /** Asks until there is an answer, which goes into the ledger; resolves then, or when a person has waited long enough. */
  ask(cancellation: OpenCancellation): Promise<void>
  /** Goes on with what was not answered when the program ended. */
  recover(): void
  /** Asks no more; what is open is asked at the next start. */
  stop(): void
}

/** How long a slip waits for what it can say. */
const PATIENCE_MS = 3_000
/** Between one try and the next; the last one is repeated. */
const PAUSES_MS = [2_000, 5_000, 15_000, 60_000] as const

function ticketCancellations({
  book,
  partner,
  clock,
  log,
  inSale,
}: {
  readonly book: AfterSaleBook
  readonly partner: Pick<PartnerService, 'cancelTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
  readonly inSale: InSale
}): TicketCancellations {
  const stopping = new AbortController()
  const { signal } = stopping

  /** False: nobody knows yet. */
  async function isAnswered({ saleId, reference, ...asked }: OpenCancellation): Promise<boolean> {
    const ownerRef = book.find(saleId)?.ownerRef ?? ''
    const { outcome, detail } = await partner.cancelTickets({ ...asked, ownerRef })
    if (signal.aborted || outcome === 'unanswered') {
      log.warn('cancellation.not-answered', { reference, detail })
      return false
    }
    book.record({ type: 'cancellation-answered', saleId, reference, outcome, detail }, null)
    log.info('cancellation.answered', { reference, outcome, detail })
    return true
  }

  async function askOn(cancellation: OpenCancellation): Promise<void> {
    const { reference } = cancellation
    for (let turn = 0; !signal.aborted; turn += 1) {
      try {
        // A disk may fail after the answer is on it.
        if (turn > 0 && !book.openCancellations().some((open) => open.reference === reference)) return
        if (await isAnswered(cancellation)) return
      } catch (error) {
        log.error('cancellation.failed', error, { reference })
      }
      await clock.sleep(PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)] ?? 0, signal)
    }
  }

  return {
    async ask(cancellation) {
      const answered = new AbortController()
      const asking = inSale(cancellation.saleId, () => askOn(cancellation)).finally(() => answered.abort())
      await Promise.race([asking, clock.sleep(PATIENCE_MS, AbortSignal.any([signal, answered.signal]))])
    },
    recover() {
      for (const cancellation of book.openCancellations()) void inSale(cancellation.saleId, () => askOn(cancellation))
    },
    stop: () => stopping.abort(),
  }
}

interface TicketReturns {
  giveBack(
    wish: Pick<CommandInput<'returnTickets'>, 'saleId' | 'ticketIds' | 'kind' | 'over' | 'reason'>,
    staffId: string,
    second: string,
  ): Promise<
    Result<
      ReturnedView,
      SaleFailure | AfterSaleFailure | { readonly type: 'other-shift' } | { readonly type: 'other-tender' }
    >
  >
  pay(
    wish: Pick<CommandInput<'payReturn'>, 'saleId' | 'reference' | 'kind' | 'receipt'>,
    staffId: string,
  ): Result<SaleFile, SaleFailure | { readonly type: 'wrong-answer' }>
}

/** Tickets that come back: what is owed for them by which way, and that it was paid. */
function ticketReturns(
  ports: {
    readonly book: AfterSaleBook
    readonly printers: Pick<Printers, 'openDrawer'>
    readonly ids: Pick<Ids, 'uuid'>
    readonly log: Log
  },
  slips: ReturnSlips,
  cancellations: Pick<TicketCancellations, 'ask'>,
): TicketReturns {
  const { book, ids, log } = ports

  return {
    async giveBack({ saleId, ticketIds, kind, over, reason }, staffId, second) {
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, file, chosen } = found.value
      const whole = chosen.length === file.tickets.length
      if (kind === 'void' && !whole) return err({ type: 'ticket-returned' })
      if (kind === 'void' && !file.ofThisShift) return err({ type: 'other-shift' })
      const amount = chosen.reduce((sum, { price }) => sum + price, 0)
      const back = waysBack(file, amount, kind === 'refund' ? over : undefined)
      if (!back) return err({ type: 'other-tender' })
      const { currency } = sale
      const reference = `${sale.order.orderId}-R${file.returns.length + 1}`
      const returned = chosen.map(({ ticketId }) => ticketId)
      // A service that names no customer reference knows its tickets by nothing.
      const requestId = sale.ownerRef === '' ? undefined : ids.uuid()
      const act: TicketsReturned = {
        type: kind === 'void' ? 'tickets-voided' : 'tickets-refunded',
        saleId,
        reference,
        reason,
        second,
        ticketIds: returned,
        currency,
        amount,
        back,
        ...(requestId !== undefined && { cancellation: requestId }),
      }
      book.record(act, staffId)
      log.info('tickets.returned', { saleId, reference, kind, staffId, second })
      if (back.some((way) => isCash(way.kind))) await openDrawer(ports)
      if (requestId !== undefined)
        await cancellations.ask({ saleId, reference, ticketIds: returned, reason, requestId })
      return ok(await slips.issue(sale, reference))
    },
    pay({ saleId, reference, kind, receipt }, staffId) {
      const file = book.files.open(saleId)
      if (!file) return err({ type: 'unknown-sale' })
      const way = file.returns.find((each) => each.reference === reference)?.back.find((each) => each.kind === kind)
      if (!way || way.paid || (isDriven(kind) && receipt === '')) return err({ type: 'wrong-answer' })
      const { amount } = way
      const { currency } = file
      const slip = goesBackAsSlip(kind) ? newSlip(ids, amount, currency) : null
      const given = slip ? { receipt: slip.slipId, slip } : { receipt }
      book.record({ type: 'return-paid', saleId, reference, currency, kind, amount, ...given }, staffId)
      return ok(reread(book, saleId))
    },
  }
}
