import {
  type DeviceProgress,
  dueFor,
  sumOf,
  type TenderIntent,
  type TenderKind,
  type TenderResult,
} from '../../../shared/domain/money/tender.ts'
import {
  holdRemainingMs,
  isAskedOn,
  isMoneyQuestion,
  orderOf,
  takenFor,
} from '../../../shared/domain/sale/sale-base.ts'
import { ownAttempt } from '../../../shared/domain/sale/sale-effects.ts'
import type { Instant, MoneyQuestion, Priced, Sale } from '../../../shared/domain/sale/sale.ts'
import { isInNotes, missingOf, type PayingNotes } from '../../../shared/domain/sale/sale-notes.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { valueOf } from '../../../shared/domain/money/notes.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { mayChoosePage, waitsForCustomer } from '../../../shared/domain/sale/sale-printing.ts'
import { languageOf } from '../../../shared/domain/language.ts'
import type {
  CollectionSlipState,
  NotesView,
  OutstandingVoucherView,
  PrinterView,
  SaleStage,
  SaleView,
  StaffReason,
  TakenView,
  TicketPrintView,
} from '../../../shared/api/kiosk/views.ts'
import type { ServicePrinterView } from '../../../shared/api/kiosk/office-views.ts'
import type { PrinterReport, PrinterStatus } from '../ports/devices.ts'
import type { SaleService } from './sale-service.ts'

export interface ViewContext {
  readonly now: Instant
  readonly tenders: readonly TenderKind[]
  readonly notesTaken: readonly Minor[]
  /** Tenders whose result staff enter. */
  readonly attended: readonly TenderKind[]
  readonly blocked: PaymentBlock | null
  /** Whether the sale's confirmation takes longer than usual. */
  readonly slow: boolean
  readonly printer: PrinterView
  /** State of the voucher with the collection code; null if the sale has no such voucher. */
  readonly slip: CollectionSlipState | null
  readonly takesSlips: boolean
  readonly credits: readonly OutstandingVoucherView[]
  /** Whether an abandoned payment of this sale may have succeeded or may still succeed. */
  readonly leavesOpen: (saleId: string) => boolean
  readonly pageOf: (sale: Sale) => SaleView['telephone']
  readonly sales: Pick<SaleService, 'faulted' | 'waitsForRoom' | 'refusal' | 'progress'>
}

export type PaymentBlock =
  | { readonly type: 'too-little-time' }
  | { readonly type: 'too-many-open' }
  | { readonly type: 'printer-not-ready'; readonly reason: string }

/** Maximum number of characters shown of a payment device's message; the largest device display has four lines. */
const MAX_SHOWN = 120

const SLOW_FROM_ATTEMPT = 2

export function saleView(sale: Sale, context: ViewContext): SaleView {
  const order = orderOf(sale)
  return {
    saleId: sale.saleId,
    language: languageOf(sale.language),
    event: sale.event,
    currency: sale.currency,
    seats: 'order' in sale ? sale.order.seats : 'seats' in sale ? sale.seats : [],
    amount: order ? order.amount : 0,
    ...takenViews(sale),
    ...paidView(sale),
    ...unsoldView(sale),
    ...leftOpenView(sale, context),
    ...(sale.customer && { customer: true }),
    ...telephoneView(sale, context),
    ...(context.credits.length > 0 && { credits: context.credits }),
    ...(context.notesTaken.length > 0 && { notesTaken: context.notesTaken }),
    holdRemainingMs: 'order' in sale ? Math.max(0, holdRemainingMs(sale.order.hold, context.now)) : null,
    ...('order' in sale && { holdGrantedMs: sale.order.hold.remainingMs }),
    stage: withSlip(haltedStage(sale, context.sales) ?? stageOf(sale, context), context.slip),
  }
}

function withSlip(stage: SaleStage, slip: CollectionSlipState | null): SaleStage {
  const told = stage.name === 'needs-staff' || stage.name === 'refund-due' || stage.name === 'print-problem'
  return slip !== null && told ? { ...stage, slip } : stage
}

/** If a halted sale has no order and needs no staff, no payment was made and the visit is over. */
function haltedStage(sale: Sale, sales: ViewContext['sales']): SaleStage | null {
  const { saleId } = sale
  const order = orderOf(sale)
  const told = (reason: StaffReason) =>
    order || sale.state === 'needs-staff' ? needsStaff(saleId, order?.amount ?? 0, reason) : null
  if (sales.waitsForRoom(saleId)) return told('storage-full')
  if (sales.faulted(saleId)) return told('program-fault') ?? { name: 'ended', reason: 'fault' }
  return sales.refusal(saleId) && told('purchase-refused')
}

function takenViews(sale: Sale): Pick<SaleView, 'taken'> {
  const parts = 'parts' in sale ? (sale.parts ?? []) : []
  const taken =
    sale.state === 'refund-due' ? [sale.tender, ...parts] : sale.state === 'releasing' ? takenFor(sale) : parts
  return taken.length > 0 ? { taken: taken.map((tender) => takenView(tender, sale.currency)) } : {}
}

function leftOpenView(sale: Sale, { leavesOpen }: ViewContext): Pick<SaleView, 'abandonedPayment'> {
  const goesOn = sale.state === 'priced' ? sale.tenderAttempts > 0 : ['choosing', 'abandoned'].includes(sale.state)
  return goesOn && leavesOpen(sale.saleId) ? { abandonedPayment: true } : {}
}

function paidView(sale: Sale): Pick<SaleView, 'paid'> {
  const goesBack = sale.state === 'refund-due' || sale.state === 'refunded'
  if (goesBack || !('tender' in sale) || !('received' in sale.tender)) return {}
  return { paid: { change: sale.tender.change } }
}

function unsoldView(sale: Sale): Pick<SaleView, 'unsold'> {
  if (!sale.unsold || !('order' in sale)) return {}
  const { seatIds, back } = sale.unsold
  const seats = sale.order.seats.filter(({ seatId }) => seatIds.includes(seatId))
  return { unsold: { seatCodes: seats.map(({ place }) => place.seatCode), amount: sumOf(back) } }
}

function telephoneView(sale: Sale, { pageOf }: ViewContext): Pick<SaleView, 'telephone'> {
  const isReady = sale.state === 'print-unknown' || (sale.state === 'done' && sale.tickets.length > 0)
  const telephone = isReady || mayChoosePage(sale) ? pageOf(sale) : undefined
  return telephone ? { telephone: { ...telephone, ...(sale.page && { chosen: true }) } } : {}
}

function takenView(tender: TenderIntent | TenderResult, currency: string): TakenView {
  const { kind, reference, amount } = tender
  const due = 'received' in tender ? tender.received - tender.change : dueFor(tender, currency)
  return { tender: kind, reference, amount, due }
}

function reviewStage({ notice, order }: Priced, { tenders, blocked, takesSlips }: ViewContext): SaleStage {
  if (order.amount === 0) return { name: 'review', notice: blocked ?? notice, tendersOffered: ['free'] }
  return { name: 'review', notice: blocked ?? notice, tendersOffered: tenders, ...(takesSlips && { takesSlips }) }
}

function stageOf(sale: Sale, context: ViewContext): SaleStage {
  const { now, attended, slow, printer, sales } = context
  switch (sale.state) {
    case 'choosing':
      return { name: 'choosing', notice: sale.notice }
    case 'holding':
    case 'held':
      return { name: 'holding' }
    case 'priced':
      return reviewStage(sale, context)
    case 'paying': {
      const phase = sale.phase === 'starting' || sale.phase === 'begun' ? 'waiting' : 'asking-again'
      const { tender, reference, due } = takenView(sale.tender, sale.currency)
      const waits = phase === 'waiting' && attended.includes(tender)
      const { shows, payable } = sale.begun ?? {}
      return {
        name: 'paying',
        tender,
        phase,
        reference,
        due,
        ...(waits && { attended: true }),
        ...(shows !== undefined && phase === 'waiting' && { shows }),
        ...deviceView(phase === 'waiting' ? sales.progress(sale.saleId) : null),
        ...(isInNotes(sale) && { notes: notesView(sale) }),
        ...(payable && { payableMs: Math.max(0, holdRemainingMs(payable, now)) }),
      }
    }
    case 'paid':
      return { name: 'confirming', slow }
    case 'confirming':
    case 'unknown':
      return { name: 'confirming', slow: slow || ownAttempt(sale) >= SLOW_FROM_ATTEMPT }
    case 'confirmed':
      if (sale.page) return { name: 'confirming', slow }
      return {
        name: 'printing',
        tickets: sale.tickets.map((ticket) => ({ ...printView(ticket), state: 'queued', copyNumber: 0 })),
      }
    case 'printing':
      return sale.link ? { name: 'confirming', slow } : { name: 'printing', tickets: printViews(sale) }
    case 'print-unknown':
      return {
        name: 'print-problem',
        tickets: printViews(sale),
        printer,
        reference: collectionCode(sale.saleId),
        ...(waitsForCustomer(sale) && { waits: true }),
      }
    case 'done':
      return { name: 'done', tickets: printViews(sale) }
    case 'releasing':
      return { name: sale.afterwards.go === 'keep' ? 'holding' : 'releasing' }
    case 'abandoned':
      return { name: 'ended', reason: sale.reason === 'settled-manually' ? 'finished' : sale.reason }
    case 'refund-due':
      return {
        name: 'refund-due',
        reference: collectionCode(sale.saleId),
        amount: sumOf(takenFor(sale)),
        next: sale.tender.reference,
      }
    case 'refunded':
      return { name: 'ended', reason: 'finished' }
    case 'needs-staff':
      if (isMoneyQuestion(sale)) return moneyInQuestion(sale)
      return needsStaff(sale.saleId, orderOf(sale)?.amount ?? 0, staffReason(sale.question))
  }
}

/** Returns the text of a payment device without control characters. */
function deviceView(progress: DeviceProgress | null): { readonly device?: DeviceProgress } {
  if (!progress) return {}
  const text = progress.text
    ?.replaceAll(/[^\P{C}\n]/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN)
  return { device: { phase: progress.phase, ...(text !== undefined && text !== '' && { text }) } }
}

function notesView({ tender, notes }: PayingNotes): NotesView {
  const { credited, held } = notes
  const missing = Math.max(0, missingOf({ tender, notes }))
  return { taken: valueOf(credited), missing, ...(held !== undefined && { held }) }
}

/** If the outcome of a note is unknown, the value of the note is shown instead of the payment amount. */
function moneyInQuestion(sale: MoneyQuestion): SaleStage {
  const { order, tender, currency, notes } = sale
  const asked = takenView(tender, currency)
  return {
    ...needsStaff(sale.saleId, order.amount, staffReason(sale.question)),
    asked: notes?.held === undefined ? asked : { ...asked, amount: notes.held, due: notes.held },
    ...(isAskedOn(sale) && { asking: true }),
  }
}

function needsStaff(saleId: string, amount: number, reason: StaffReason): Extract<SaleStage, { name: 'needs-staff' }> {
  return { name: 'needs-staff', reference: collectionCode(saleId), amount, reason }
}

function staffReason(question: Extract<Sale, { state: 'needs-staff' }>['question']): StaffReason {
  switch (question) {
    case 'card-charged':
      return 'payment-unknown'
    case 'cash-received':
      return 'cash-unknown'
    case 'note-outcome-unknown':
      return 'payment-unknown'
    case 'rows-lost':
    case 'unreconciled':
      return 'program-fault'
    default:
      return question
  }
}

interface Printed {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly place: { readonly seatCode: string }
}

function printView({
  ticketId,
  ticketNumber,
  place,
}: Printed): Pick<TicketPrintView, 'ticketId' | 'ticketNumber' | 'seatCode'> {
  return { ticketId, ticketNumber, seatCode: place.seatCode }
}

function printViews(sale: Extract<Sale, { state: 'printing' | 'print-unknown' | 'done' }>): readonly TicketPrintView[] {
  return sale.jobs.flatMap(({ ticketId, state, copyNumber }) => {
    const ticket = sale.tickets.find((each) => each.ticketId === ticketId)
    return ticket ? [{ ...printView(ticket), state, copyNumber }] : []
  })
}

export function printerView(status: PrinterStatus, fallbackPrinter: boolean): PrinterView {
  const reason = status.state === 'not-ready' ? status.reason : ''
  return { state: status.state, reason, ...(fallbackPrinter && { fallbackPrinter }) }
}

export function servicePrinterView({ name, roles, status, stoodIn }: PrinterReport): ServicePrinterView {
  return {
    name,
    roles,
    state: status.state,
    reason: status.state === 'not-ready' ? status.reason : '',
    detail: status.state === 'ready' ? '' : status.detail,
    paperLow: status.state === 'ready' && status.paperLow === true,
    stoodIn,
  }
}
