import type { TicketsReturned } from '../../../shared/domain/sale/after-sale.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { isCash, isDriven, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { AfterSaleFailure, SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { ReturnedView } from '../../../shared/kiosk-api/views.ts'
import type { AfterSaleBook, Log, Printers, SlipIssuer, TicketIssuer } from '../ports/ports.ts'
import { ticketDocument } from './sale-documents.ts'
import { saleSlip } from './sale-slip.ts'

type Done = Extract<Sale, { state: 'done' }>

/** What is done with sales after their end; each act is committed before anything follows from it. */
export interface AfterSaleService {
  readonly files: AfterSaleBook['files']
  reprint(
    wish: Pick<CommandInput<'reprintTickets'>, 'saleId' | 'ticketIds' | 'reason'>,
    staffId: string,
  ): Promise<
    Result<SaleFile, SaleFailure | AfterSaleFailure | { readonly type: 'printer-not-ready'; readonly reason: string }>
  >
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
  /** The one slip of all that was taken for a sale without tickets, once it has all gone back. */
  paidBack(saleId: string): Promise<void>
  /** Another paper of a slip: the next DUPLICATA. */
  copySlip(
    wish: Pick<CommandInput<'reprintSlip'>, 'saleId' | 'reference' | 'reason'>,
    staffId: string,
  ): Promise<Result<ReturnedView, SaleFailure | { readonly type: 'wrong-answer' }>>
  /** Copies that were on their way when the program ended may have come out. */
  recover(): void
}

export interface AfterSaleServicePorts {
  readonly book: AfterSaleBook
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly slips: SlipIssuer
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly register: string
  readonly log: Log
}

export function createAfterSaleService(ports: AfterSaleServicePorts): AfterSaleService {
  const { book, tickets, slips, printers, register, log } = ports

  /** A sale that ended with all its papers, and those of its tickets that are asked for and still worth something. */
  function opened(
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

  function reread(saleId: string): SaleFile {
    const file = book.files.open(saleId)
    if (!file) throw new Error(`sale ${saleId} is gone`)
    return file
  }

  async function reprint(
    ...[{ saleId, ticketIds, reason }, staffId]: Parameters<AfterSaleService['reprint']>
  ): ReturnType<AfterSaleService['reprint']> {
    const status = await tickets.status()
    if (status.state === 'not-ready') return err({ type: 'printer-not-ready', reason: status.reason })
    const found = opened(saleId, ticketIds)
    if (!found.ok) return found
    const { sale, chosen } = found.value
    const copies = chosen.map(({ ticketId, papers }) => ({ ticketId, copyNumber: nextCopy(papers) }))
    book.record({ type: 'copies-ordered', saleId, reason, copies }, staffId)
    for (const copy of copies) {
      const printed = await tickets.print(ticketDocument(sale, copy.ticketId, copy.copyNumber), sale.language)
      const evidence =
        printed.outcome === 'printed'
          ? printed.evidence
          : printed.outcome === 'failed'
            ? printed.reason
            : printed.detail
      book.record({ type: 'copy-finished', saleId, ...copy, state: printed.outcome, evidence }, staffId)
    }
    return ok(reread(saleId))
  }

  async function giveBack(
    ...[{ saleId, ticketIds, kind, over, reason }, staffId, second]: Parameters<AfterSaleService['giveBack']>
  ): ReturnType<AfterSaleService['giveBack']> {
    const found = opened(saleId, ticketIds)
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
    const act: TicketsReturned = {
      type: kind === 'void' ? 'tickets-voided' : 'tickets-refunded',
      saleId,
      reference,
      reason,
      second,
      ticketIds: chosen.map(({ ticketId }) => ticketId),
      currency,
      amount,
      back,
    }
    book.record(act, staffId)
    log.info('tickets given back', { saleId, reference, kind, staffId, second })
    if (back.some((way) => isCash(way.kind))) await openDrawer()
    return ok(await issueSlip(sale, reference))
  }

  async function copySlip(
    ...[{ saleId, reference, reason }, staffId]: Parameters<AfterSaleService['copySlip']>
  ): ReturnType<AfterSaleService['copySlip']> {
    const sale = book.find(saleId)
    const file = sale && book.files.open(saleId)
    if (!sale || !file) return err({ type: 'unknown-sale' })
    const slip = file.slips.find((each) => each.reference === reference)
    if (!slip) return err({ type: 'wrong-answer' })
    const copyNumber = slip.copies + 1
    book.record({ type: 'slip-copied', saleId, reference, copyNumber, reason }, staffId)
    return ok(await issueSlip(sale, reference, copyNumber))
  }

  /** Made from the ledger each time: a copy says what the first one said. */
  async function issueSlip(sale: Sale, reference: string, copyNumber = 0): Promise<ReturnedView> {
    const file = reread(sale.saleId)
    const slip = saleSlip(sale, file, { reference, copyNumber, register })
    if (!slip) throw new Error(`sale ${sale.saleId} has no slip ${reference}`)
    const { saved, printed } = await slips.issue(slip, sale.language)
    for (const paper of [saved, printed])
      if (paper && paper.outcome !== 'printed') log.warn('a slip', { reference, copyNumber, ...paper })
    const paper = printed ?? saved
    return {
      file,
      reference,
      paper: paper.outcome === 'printed' ? (printed ? 'printed' : 'saved') : paper.outcome,
      reason: paper.outcome === 'failed' ? paper.reason : '',
    }
  }

  async function paidBack(saleId: string): Promise<void> {
    const sale = book.find(saleId)
    if (sale?.state === 'refunded') await issueSlip(sale, `${sale.order.orderId}-P`)
  }

  /** A drawer that stays shut has a key, and stops nothing. */
  async function openDrawer(): Promise<void> {
    try {
      const done = await printers.openDrawer()
      if (done && done.outcome !== 'opened') log.warn('the cash drawer did not open', { ...done })
    } catch (error) {
      log.error('the cash drawer', error)
    }
  }

  /** One act at a time: the next one sees what the one before did. */
  const inTurn = serial()

  return {
    files: book.files,
    reprint: (...wish) => inTurn(() => reprint(...wish)),
    giveBack: (...wish) => inTurn(() => giveBack(...wish)),
    paidBack: (saleId) => inTurn(() => paidBack(saleId)),
    copySlip: (...wish) => inTurn(() => copySlip(...wish)),
    pay({ saleId, reference, kind, receipt }, staffId) {
      const file = book.files.open(saleId)
      if (!file) return err({ type: 'unknown-sale' })
      const way = file.returns.find((each) => each.reference === reference)?.back.find((each) => each.kind === kind)
      if (!way || way.paid || (isDriven(kind) && receipt === '')) return err({ type: 'wrong-answer' })
      const { amount } = way
      book.record({ type: 'return-paid', saleId, reference, currency: file.currency, kind, amount, receipt }, staffId)
      return ok(reread(saleId))
    },
    recover() {
      for (const copy of book.openCopies())
        book.record({ type: 'copy-finished', ...copy, state: 'unknown', evidence: 'restart' }, null)
    },
  }
}

/** What certainly did not come out keeps its number. */
function nextCopy(papers: FiledTicket['papers']): number {
  const last = papers.at(-1)
  if (!last) return 1
  return last.state === 'failed' && last.copyNumber > 0 ? last.copyNumber : last.copyNumber + 1
}

/** Never more by one way than came by it: all of it by the way named, or by the ways of the payment in their order; null where it does not go. */
function waysBack(file: SaleFile, amount: number, over: TenderKind | undefined): TicketsReturned['back'] | null {
  const left = new Map<TenderKind, number>()
  for (const { kind, state, amount: part } of file.payments)
    if (state === 'approved') left.set(kind, (left.get(kind) ?? 0) + part)
  for (const { kind, amount: given } of file.returns.flatMap(({ back }) => back))
    left.set(kind, (left.get(kind) ?? 0) - given)
  let open = amount
  const back = [...left].flatMap(([kind, most]) => {
    const part = over === undefined || over === kind ? Math.min(open, most) : 0
    open -= part
    return part > 0 ? [{ kind, amount: part }] : []
  })
  return open === 0 ? back : null
}
