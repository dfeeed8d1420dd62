import { qrKey } from '../../../shared/domain/documents/qr-code.ts'
import {
  dueFor,
  isAccount,
  isCash,
  isDriven,
  isConfirmedByStaff,
  readPaymentNumber,
  refundableAmount,
  refundsAsVoucher,
  sumOf,
  tendersOf,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { TicketsReturned } from '../../../shared/domain/sale/after-sale.ts'
import {
  withoutPaper,
  canBeInvoiced,
  correctedPayment,
  type FiledInvoice,
  type FiledTicket,
  type SaleFile,
  ticketsLeft,
  waysBack,
} from '../../../shared/domain/sale/sale-file.ts'
import { bySession } from '../../../shared/domain/sale/sale-base.ts'
import type { OrderedSeat, Sale } from '../../../shared/domain/sale/sale.ts'
import { onTelephone, publishedOf } from '../../../shared/domain/sale/sale-printing.ts'
import { SOLD, type Ticket } from '../../../shared/domain/seats/offer.ts'
import { notesOf } from '../../../shared/domain/seats/place.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { CommandInput, OwnFailure } from '../../../shared/api/kiosk/contract.ts'
import type {
  AfterSaleFailure,
  CorrectionRefused,
  Plain,
  PublishFailure,
  ReprintFailure,
  SaleFailure,
} from '../../../shared/api/kiosk/failures.ts'
import type { InvoicedView, InvoicePaperView, ReturnedView } from '../../../shared/api/kiosk/views.ts'
import { openDrawer } from '../payment/tender.ts'
import { newSlip } from '../payment/slips.ts'
import {
  type Clock,
  type CorrectedReceipt,
  type Ids,
  type InSale,
  type InvoiceIssuer,
  type Log,
  type PartnerService,
  type PostSaleLedger,
  type Printers,
  type SaleSlip,
  type SlipIssuer,
  type TicketIssuer,
  type TicketPages,
  within,
} from '../ports/ports.ts'
import { publishTickets, receiptDocument, ticketDocument } from './effects.ts'
import { TicketCancellations } from './ticket-cancellations.ts'
import { type FiscalQueue, lineOfTicket, saleInvoice } from './invoices.ts'

interface AfterSaleServicePorts {
  readonly book: PostSaleLedger
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly ticketPages?: TicketPages | undefined
  readonly slips: SlipIssuer
  readonly invoices: InvoiceIssuer
  /** Absent if no fiscal service signs invoices. */
  readonly fiscal?: FiscalQueue
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly partner: Pick<PartnerService, 'cancelTickets' | 'listTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly register: string
  readonly log: Log
  readonly inSale: InSale
}

/** Timeout in milliseconds for checking tickets at the partner before a sale file opens. */
const FILE_TIMEOUT_MS = 1_500
const COPY_TIMEOUT_MS = 5_000

type TicketsBack = Pick<CommandInput<'returnTickets'>, 'saleId' | 'ticketIds' | 'kind' | 'over' | 'reason'>
type CorrectionRequest = Omit<CommandInput<'correctTender'>, 'second'>

/** Reprints and takes back tickets after a sale, and corrects tenders; records each action before its effects. */
export class AfterSaleService {
  readonly files: PostSaleLedger['files']
  readonly #ports: AfterSaleServicePorts
  readonly #cancellations: TicketCancellations
  /** Runs one action at a time, so that each action is based on the results of the previous action. */
  readonly #inTurn = serial()
  #onAccountCredit: () => void = () => undefined
  /** Links by sale; null if the page shows a returned ticket. */
  readonly #links = new Map<string, string | null>()

  constructor(ports: AfterSaleServicePorts) {
    this.files = ports.book.files
    this.#ports = ports
    this.#cancellations = new TicketCancellations(ports)
  }

  /** Sets the function to call after each refund of a sale on account. */
  onAccountCredit(onAccountCredit: () => void): void {
    this.#onAccountCredit = onAccountCredit
  }

  reprint(
    { saleId, ticketIds, reason }: Pick<CommandInput<'reprintTickets'>, 'saleId' | 'ticketIds' | 'reason'>,
    staffId: string | null,
  ): Promise<Result<SaleFile, ReprintFailure>> {
    const { book, tickets } = this.#ports
    return this.#inTurn(async () => {
      this.#closeCopies('not recorded')
      const status = await tickets.status()
      if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, chosen } = found.value
      const wanted = sale.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
      const cancelled = await this.#cancelledOf(sale, wanted, COPY_TIMEOUT_MS)
      if (cancelled && cancelled.length > 0)
        return err({ type: 'tickets-cancelled', seatCodes: cancelled.map(({ place }) => place.seatCode) })
      const unchecked = cancelled === null
      const copies = chosen.map(nextOf)
      book.record({ type: 'reprint-requested', saleId, reason, copies, ...(unchecked && { unchecked }) }, staffId)
      for (const copy of copies) {
        const document = { ...ticketDocument(sale, copy.ticketId, copy.copyNumber), unchecked }
        const printed = await tickets.print(document, sale.language)
        const evidence =
          'evidence' in printed ? printed.evidence : 'reason' in printed ? printed.reason : printed.detail
        book.record({ type: 'reprint-finished', saleId, ...copy, state: printed.outcome, evidence }, staffId)
      }
      return ok(reread(book, saleId))
    })
  }

  /** Publishes duplicates for a telephone, unless the sale has a page. Returns the link; null if not published. */
  link(saleId: string, untilUtc: string, staffId: string | null): Promise<Result<string | null, PublishFailure>> {
    const { book, ticketPages } = this.#ports
    return this.#inTurn(async () => {
      const done = openDone(book, saleId)
      if (!done.ok) return done
      const known = this.linkOf(done.value.sale)
      // After a restart, the address of an earlier page is unknown.
      if (!ticketPages || (known !== null && ticketPages.addressOf(known) !== null)) return ok(known)
      this.#closeCopies('not recorded')
      const copies = ticketsLeft(done.value.file).map(nextOf)
      if (copies.length === 0) return err({ type: 'ticket-returned' })
      const page = { link: ticketPages.newLink(), untilUtc }
      book.record({ type: 'ticket-link-requested', saleId, ...page, copies }, staffId)
      const reason = await publishTickets(this.#ports, done.value.sale, copies, page)
      const state = reason === null ? 'printed' : 'failed'
      const evidence = reason ?? onTelephone(page.link)
      for (const copy of copies) book.record({ type: 'reprint-finished', saleId, ...copy, state, evidence }, staffId)
      if (reason === null) this.#links.set(saleId, page.link)
      return ok(reason === null ? page.link : null)
    })
  }

  /** Returns the link of the page that shows the current tickets of a sale; null if no page shows them. */
  readonly linkOf = (sale: Sale): string | null =>
    (this.#links.has(sale.saleId) ? this.#links.get(sale.saleId) : publishedOf(sale)?.link) ?? null

  /** Returns the tickets that the customer has only on a page. */
  readonly onlyPublished = (sale: Sale): readonly string[] =>
    withoutPaper(this.files.open(sale.saleId)?.tickets ?? [], publishedOf(sale)?.copies ?? [])

  /** Returns the file of a sale, with the tickets that the partner no longer lists as sold. */
  async openChecked(saleId: string): Promise<SaleFile | null> {
    const [file, sale] = [this.files.open(saleId), this.#ports.book.find(saleId)]
    if (!file || sale?.state !== 'done') return file
    const cancelled = await this.#cancelledOf(sale, sale.tickets, FILE_TIMEOUT_MS)
    if (!cancelled || cancelled.length === 0) return file
    return { ...file, cancelled: cancelled.map(({ ticketId }) => ticketId) }
  }

  /** Records the returned tickets with the refund due for each tender, then cancels the tickets at the partner. */
  giveBack(
    { saleId, ticketIds, kind, over, reason }: TicketsBack,
    staffId: string,
    second: string,
  ): Promise<Result<ReturnedView, SaleFailure | AfterSaleFailure | { readonly type: 'other-shift' | 'other-tender' }>> {
    const { book, ids, log } = this.#ports
    return this.#inTurn(async () => {
      const found = openSold(book, saleId, ticketIds)
      if (!found.ok) return found
      const { sale, file, chosen } = found.value
      const whole = chosen.length === file.tickets.length
      if (kind === 'void' && !whole) return err({ type: 'ticket-returned' })
      if (kind === 'void' && !file.ofThisShift) return err({ type: 'other-shift' })
      const amount = chosen.reduce((sum, { price }) => sum + price, 0)
      const back = waysBack(file, amount, kind === 'refund' ? over : undefined)
      if (!back) return err({ type: 'other-tender' })
      const reference = `${sale.order.orderId}-R${file.returns.length + 1}`
      const returned = chosen.map(({ ticketId }) => ticketId)
      // A partner without customer references cannot look up tickets, so it cannot cancel tickets either.
      const requestId = bySession(sale).every(({ ownerRef }) => ownerRef === '') ? undefined : ids.uuid()
      const act: TicketsReturned = {
        type: kind === 'void' ? 'tickets-voided' : 'tickets-refunded',
        saleId,
        reference,
        reason,
        second,
        ticketIds: returned,
        currency: sale.currency,
        amount,
        back,
        ...(requestId !== undefined && { cancellation: requestId }),
      }
      book.record(act, staffId)
      // The current page shows the returned tickets, so the remaining tickets need a new page.
      this.#links.set(saleId, null)
      log.info('tickets.returned', { saleId, reference, kind, staffId, second })
      // Staff need not confirm the refund, because the amount is credited to an account and no cash is paid out.
      for (const { kind: over } of back.filter((way) => isAccount(way.kind))) {
        const paid = this.pay({ saleId, reference, kind: over, receipt: '' }, staffId)
        if (!paid.ok) throw new Error(`return ${reference}: ${paid.error.type}`)
      }
      if (back.some((way) => isCash(way.kind))) await openDrawer(this.#ports)
      if (requestId !== undefined)
        await this.#cancellations.request({ saleId, reference, ticketIds: returned, reason, requestId })
      const view = await this.#issueSlip(sale, reference)
      const note = view.file.invoices?.find((each) => each.reference === reference)
      if (!note) return ok(view)
      const issued = await this.#issueInvoice(sale, note.number)
      return ok({ ...view, file: issued.file, creditNote: issued.invoice })
    })
  }

  invoice(
    { saleId, buyer }: Pick<CommandInput<'issueInvoice'>, 'saleId' | 'buyer'>,
    staffId: string,
  ): Promise<Result<InvoicedView, SaleFailure | Plain<'invalid-answer' | 'ticket-returned' | 'nothing-to-invoice'>>> {
    const { book, fiscal, log } = this.#ports
    return this.#inTurn(async () => {
      const [sale, before] = [book.find(saleId), this.files.open(saleId)]
      if (!sale || !before) return err({ type: 'unknown-sale' })
      if (sale.state !== 'done') return err({ type: 'invalid-state', stage: sale.state })
      if (before.invoices) return err({ type: 'invalid-answer' })
      if (ticketsLeft(before).length === 0) return err({ type: 'ticket-returned' })
      if (!canBeInvoiced(before)) return err({ type: 'nothing-to-invoice' })
      book.issueInvoice({ saleId, buyer, ...(fiscal && { toSign: true }) }, staffId)
      const file = reread(book, saleId)
      const [invoice] = file.invoices ?? []
      if (!invoice) throw new Error(`sale ${saleId} has no invoice`)
      log.info('invoice.issued', { saleId, number: invoice.name, staffId })
      return ok(await this.#issueInvoice(sale, invoice.number))
    })
  }

  copyInvoice(
    { saleId, number }: Pick<CommandInput<'reprintInvoice'>, 'saleId' | 'number'>,
    staffId: string,
  ): Promise<Result<InvoicedView, SaleFailure | Plain<'invalid-answer'>>> {
    const { book } = this.#ports
    return this.#inTurn(async () => {
      const [sale, before] = [book.find(saleId), this.files.open(saleId)]
      if (sale?.state !== 'done' || !before) return err({ type: 'unknown-sale' })
      const invoice = before.invoices?.find((each) => each.number === number)
      if (!invoice) return err({ type: 'invalid-answer' })
      const { fiscal } = invoice
      if (fiscal && (fiscal.state !== 'signed' || !fiscal.isPrinted))
        return ok(await this.#printOriginal(sale, before, invoice, staffId))
      const copyNumber = invoice.copies + 1
      book.record({ type: 'invoice-copied', saleId, number, copyNumber }, staffId)
      const file = reread(book, saleId)
      return ok({ file, invoice: await this.#printInvoice(sale, file, invoice, copyNumber) })
    })
  }

  /** Sends a refused invoice or credit note to the fiscal service again, and prints it. */
  resubmitInvoice(
    { saleId, number, buyer }: Pick<CommandInput<'resubmitInvoice'>, 'saleId' | 'number' | 'buyer'>,
    staffId: string,
  ): Promise<Result<InvoicedView, SaleFailure | Plain<'invalid-answer'>>> {
    const { book, log } = this.#ports
    return this.#inTurn(async () => {
      const [sale, before] = [book.find(saleId), this.files.open(saleId)]
      if (sale?.state !== 'done' || !before) return err({ type: 'unknown-sale' })
      const invoice = before.invoices?.find((each) => each.number === number)
      if (invoice?.fiscal?.state !== 'refused') return err({ type: 'invalid-answer' })
      // The buyer of a signed invoice, and so of its credit notes, never changes. An erased buyer cannot be replaced.
      if (buyer && (invoice.kind !== 'invoice' || !invoice.buyer)) return err({ type: 'invalid-answer' })
      book.record({ type: 'invoice-resubmitted', saleId, number, ...(buyer && { buyer }) }, staffId)
      log.info('invoice.resubmitted', { saleId, number: invoice.name, staffId })
      return ok(await this.#issueInvoice(sale, number))
    })
  }

  /** Records a payment under the correct tender, and issues the corrected receipt. */
  correct(
    { saleId, payment, tender: kind, approval, again, reason }: CorrectionRequest,
    staffId: string,
    second: string,
  ): Promise<Result<ReturnedView, OwnFailure<'correctTender'>>> {
    const { book, log } = this.#ports
    const refused = (because: CorrectionRefused['because']) => err({ type: 'correction-refused', because } as const)
    return this.#inTurn(async () => {
      const found = openDone(book, saleId)
      if (!found.ok) return found
      const { sale, file } = found.value
      const { order, currency } = sale
      const tender = tendersOf(correctedPayment(sale, file.corrections)).find(({ reference }) => reference === payment)
      const filed = file.payments.find(({ reference }) => reference === payment)
      if (!tender || !filed || !isConfirmedByStaff(tender)) return refused('not-by-staff')
      if (!filed.canBeCorrected) return err({ type: 'other-shift' })
      if (file.returns.length > 0) return refused('returned')
      if (tender.kind === kind) return refused('same-tender')
      const read = approval === undefined ? null : readPaymentNumber(kind, approval)
      if (isCash(kind) ? read : !read?.ok || read.value !== approval) return err({ type: 'invalid-answer' })
      const orderId = approval === undefined || again ? null : book.orderPaidBy(kind, approval)
      if (orderId !== null) return err({ type: 'approval-known', orderId })
      const { takenBy } = filed
      const reference = `${order.orderId}-C${file.corrections.length + 1}`
      const was = { kind: tender.kind, amount: refundableAmount(tender) }
      const is = { kind, amount: dueFor({ ...tender, kind }, currency) }
      const said = { saleId, reference, payment, currency, was, is, takenBy, reason, second }
      book.record({ type: 'tender-corrected', ...said, approval: approval ?? takenBy ?? staffId }, staffId)
      log.info('tender.corrected', { saleId, reference, was: was.kind, is: kind, staffId, second })
      return ok(await this.#issueSlip(sale, reference))
    })
  }

  pay(
    { saleId, reference, kind, receipt }: Pick<CommandInput<'payReturn'>, 'saleId' | 'reference' | 'kind' | 'receipt'>,
    staffId: string,
  ): Result<SaleFile, SaleFailure | { readonly type: 'invalid-answer' }> {
    const { book, ids } = this.#ports
    const file = this.files.open(saleId)
    if (!file) return err({ type: 'unknown-sale' })
    const way = file.returns.find((each) => each.reference === reference)?.back.find((each) => each.kind === kind)
    const needsReceipt = isDriven(kind) && !isAccount(kind)
    if (!way || way.paid || (needsReceipt && receipt === '')) return err({ type: 'invalid-answer' })
    const { amount } = way
    const { currency } = file
    const slip = refundsAsVoucher(kind) ? newSlip(ids, amount, currency) : null
    const given = slip ? { receipt: slip.slipId, slip } : { receipt: isAccount(kind) ? reference : receipt }
    book.record({ type: 'refund-paid', saleId, reference, currency, kind, amount, ...given }, staffId)
    if (isAccount(kind)) this.#onAccountCredit()
    const paid = reread(book, saleId)
    const whole = paid.returns.find((each) => each.reference === reference)
    // The refund slip of a return was issued when the tickets were returned. The slip for unsold seats is issued when
    // their last refund is paid.
    if (whole?.kind === 'unsold' && whole.back.every((each) => each.paid)) void this.#issueUnsoldSlip(saleId, reference)
    return ok(paid)
  }

  copySlip(
    { saleId, reference, reason }: Pick<CommandInput<'reprintSlip'>, 'saleId' | 'reference' | 'reason'>,
    staffId: string,
  ): Promise<Result<ReturnedView, SaleFailure | { readonly type: 'invalid-answer' }>> {
    const { book } = this.#ports
    return this.#inTurn(async () => {
      const sale = book.find(saleId)
      const file = sale && this.files.open(saleId)
      if (!sale || !file) return err({ type: 'unknown-sale' })
      const slip = file.slips.find((each) => each.reference === reference)
      if (!slip) return err({ type: 'invalid-answer' })
      const copyNumber = slip.copies + 1
      book.record({ type: 'slip-copied', saleId, reference, copyNumber, reason }, staffId)
      return ok(await this.#issueSlip(sale, reference, copyNumber))
    })
  }

  /** Issues the refund slip of a sale without tickets, once all payments are refunded. */
  paidBack(saleId: string): Promise<void> {
    return this.#inTurn(async () => {
      const sale = this.#ports.book.find(saleId)
      if (sale?.state === 'refunded') await this.#issueSlip(sale, `${sale.order.orderId}-P`)
    })
  }

  async #issueUnsoldSlip(saleId: string, reference: string): Promise<void> {
    const { book, log } = this.#ports
    const sale = book.find(saleId)
    // If printing fails, staff can reprint the slip.
    if (sale)
      await this.#inTurn(() => this.#issueSlip(sale, reference)).catch((error: unknown) =>
        log.error('slip.paper-failed', error, { reference }),
      )
  }

  recover(): void {
    this.#closeCopies('restart')
    this.#ports.fiscal?.recover()
    this.#cancellations.recover()
  }

  stop(): void {
    this.#ports.fiscal?.stop()
    this.#cancellations.stop()
  }

  /** Records copies without a result as `unknown`, because they may have been printed. */
  #closeCopies(evidence: 'restart' | 'not recorded'): void {
    const { book } = this.#ports
    for (const copy of book.openCopies())
      book.record({ type: 'reprint-finished', ...copy, state: 'unknown', evidence }, null)
  }

  /** Builds the slip from the ledger each time, so that a copy equals the original. */
  async #issueSlip(sale: Sale, reference: string, copyNumber = 0): Promise<ReturnedView> {
    const { book, slips, register, log } = this.#ports
    const file = reread(book, sale.saleId)
    const which = { reference, copyNumber, register }
    const slip = correctedReceipt(sale, file, which) ?? saleSlip(sale, file, which)
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

  /** Waits briefly for the fiscal signature of a recorded invoice, and prints the invoice with or without it. */
  async #issueInvoice(sale: Done, number: number): Promise<InvoicedView> {
    const { book, fiscal } = this.#ports
    await fiscal?.request()
    const file = reread(book, sale.saleId)
    const invoice = file.invoices?.find((each) => each.number === number)
    if (!invoice) throw new Error(`sale ${sale.saleId} has no invoice ${number}`)
    return this.#printOriginal(sale, file, invoice, null)
  }

  /**
   * Prints an invoice or credit note whose original was not printed before. `staffId`: null if staff did not request
   * the print.
   */
  async #printOriginal(
    sale: Done,
    file: SaleFile,
    invoice: FiledInvoice,
    staffId: string | null,
  ): Promise<InvoicedView> {
    const { book } = this.#ports
    const { saleId } = sale
    const isFinal = invoice.fiscal?.state === 'signed'
    // The first print with the signature is the original and is recorded. Prints without the signature are not
    // recorded.
    if (isFinal) book.record({ type: 'invoice-copied', saleId, number: invoice.number, copyNumber: 0 }, staffId)
    const printed = await this.#printInvoice(sale, file, invoice)
    return { file: isFinal ? reread(book, saleId) : file, invoice: printed }
  }

  async #printInvoice(sale: Done, file: SaleFile, invoice: FiledInvoice, copyNumber = 0): Promise<InvoicePaperView> {
    const { invoices, register, log } = this.#ports
    const { name, kind } = invoice
    const document = saleInvoice(sale, file, invoice, { copyNumber, register })
    // The invoice is already recorded, so the command must succeed even if the print fails.
    const { saved, printed } = await invoices.issue(document, sale.language).catch((error: unknown) => {
      log.error('invoice.paper-failed', error)
      return { saved: null, printed: { outcome: 'unknown' } as const }
    })
    const paper = printed?.outcome ?? (saved?.outcome === 'printed' ? 'saved' : 'failed')
    if (paper !== 'printed' && paper !== 'saved') log.warn('invoice.not-printed', { name, copyNumber, ...printed })
    return { name, kind, paper, ...(invoice.fiscal && { fiscal: invoice.fiscal.state }) }
  }

  /** Returns null if the sale has no customer reference or the partner does not reply in time. */
  async #cancelledOf(sale: Sale, tickets: readonly Ticket[], timeoutMs: number): Promise<readonly Ticket[] | null> {
    const { partner, clock } = this.#ports
    const owners = new Set(bySession(sale).map(({ ownerRef }) => ownerRef))
    if (owners.has('')) return null
    const asked = [...owners].map((ownerRef) => partner.listTickets({ ownerRef }))
    const replies = await within(clock, timeoutMs, Promise.all(asked))
    const found = replies?.flatMap((reply) => (reply.ok ? reply.value : []))
    if (!found || replies?.some((reply) => !reply.ok)) return null
    const listed = new Map(found.map((ticket) => [ticket.ticketId, ticket]))
    return tickets.filter(({ ticketId, qrCode }) => {
      const theirs = listed.get(ticketId)
      return theirs?.status !== SOLD || qrKey(theirs.qrCode) !== qrKey(qrCode)
    })
  }
}

/** Returns null if the sale has no correction with this reference. */
function correctedReceipt(
  sale: Sale,
  { corrections, acts }: SaleFile,
  { reference, copyNumber }: Pick<SaleSlip, 'reference' | 'copyNumber'>,
): CorrectedReceipt | null {
  const index = corrections.findIndex((each) => each.reference === reference)
  const made = corrections[index]
  if (sale.state !== 'done' || !made) return null
  const { atUtc, staffId, second, was } = made
  const soldAt = acts.find(({ code }) => code === 'PRINT_QUEUED')?.atUtc ?? atUtc
  const receipt = receiptDocument({ ...sale, ...correctedPayment(sale, corrections.slice(0, index + 1)) }, soldAt)
  return { ...receipt, reference, copyNumber, atUtc, was: was.kind, staffId: staffId ?? '', second }
}

const lineOfSeat = ({ place, price }: OrderedSeat): SaleSlip['lines'][number] => ({
  seatCode: place.seatCode,
  notes: notesOf(place),
  ticketNumber: '',
  price,
})

/** Returns null if the sale has no slip with this reference. */
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
    const paidOut = kind === 'unsold' ? file.acts.findLast(({ code }) => code === 'REFUND_PAID') : undefined
    const unsold = kind === 'unsold' ? order.seats.filter(({ seatId }) => sale.unsold?.seatIds.includes(seatId)) : []
    return {
      ...same,
      kind,
      atUtc: paidOut?.atUtc ?? atUtc,
      staffId: paidOut?.staffId ?? staffId ?? '',
      second,
      reason,
      amount,
      back: back.map((way) => ({ kind: way.kind, amount: way.amount })),
      cancellation: cancellation === 'cancelled' || cancellation === 'asked' ? cancellation : 'none',
      lines: [...tickets.map(lineOfTicket), ...unsold.map(lineOfSeat)],
    }
  }
  const last = file.acts.findLast(({ code }) => code === 'REFUNDED' || code === 'VOUCHER_ISSUED')
  if (sale.state !== 'refunded' || !last) return null
  const { tender, refundReference, returned = [] } = sale
  const back = [...returned, { ...tender, refundReference }].map((part) => ({
    kind: refundsAsVoucher(part.kind) ? ('credit-slip' as const) : part.kind,
    amount: refundableAmount(part),
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
    amount: sumOf(back),
    back,
    lines: order.seats.map(lineOfSeat),
  }
}

type Done = Extract<Sale, { state: 'done' }>

function openDone(book: PostSaleLedger, saleId: string): Result<{ sale: Done; file: SaleFile }, SaleFailure> {
  const sale = book.find(saleId)
  const file = sale && book.files.open(saleId)
  if (!sale || !file) return err({ type: 'unknown-sale' })
  return sale.state === 'done' ? ok({ sale, file }) : err({ type: 'invalid-state', stage: sale.state })
}

function openSold(
  book: PostSaleLedger,
  saleId: string,
  ticketIds: readonly string[],
): Result<{ sale: Done; file: SaleFile; chosen: readonly FiledTicket[] }, SaleFailure | AfterSaleFailure> {
  const found = openDone(book, saleId)
  if (!found.ok) return found
  const { sale, file } = found.value
  const wanted = new Set(ticketIds)
  const chosen = file.tickets.filter(({ ticketId }) => wanted.has(ticketId))
  if (chosen.length !== wanted.size) return err({ type: 'no-such-ticket' })
  const gone = new Set(file.returns.flatMap((each) => each.ticketIds))
  if (chosen.some(({ ticketId }) => gone.has(ticketId))) return err({ type: 'ticket-returned' })
  return ok({ sale, file, chosen })
}

function reread(book: PostSaleLedger, saleId: string): SaleFile {
  const file = book.files.open(saleId)
  if (!file) throw new Error(`sale ${saleId} is gone`)
  return file
}

/** Returns the next copy of a ticket. Reuses the number of a copy that was definitely not printed. */
function nextOf({ ticketId, papers }: FiledTicket): { readonly ticketId: string; readonly copyNumber: number } {
  const { copyNumber = 0, state } = papers.at(-1) ?? {}
  return { ticketId, copyNumber: state === 'failed' && copyNumber > 0 ? copyNumber : copyNumber + 1 }
}
