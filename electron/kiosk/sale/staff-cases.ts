import type { Minor } from '../../../shared/domain/money/money.ts'
import {
  currentPurchase,
  isAskedOn,
  isMoneyQuestion,
  isRecheckFresh,
  orderOf,
  pastRefundFence,
} from '../../../shared/domain/sale/sale-base.ts'
import { overOf } from '../../../shared/domain/sale/sale-notes.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { waitsForCustomer, wasBought } from '../../../shared/domain/sale/sale-printing.ts'
import {
  accountCreditReference,
  dueFor,
  isAccount,
  isDocument,
  refundsAsVoucher,
  isSlip,
  refundableAmount,
  type TenderIntent,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Instant, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/api/kiosk/contract.ts'
import type { CaseFailure } from '../../../shared/api/kiosk/failures.ts'
import type {
  LedgerCase,
  ViaProvider,
  SaleCase,
  StaffCase,
  StrayNoteCase,
} from '../../../shared/api/kiosk/staff-cases.ts'
import { newSlip } from '../payment/slips.ts'
import { viaProvider, owedOfSale, type ProviderRefunds } from '../payment/refunds.ts'
import type { LedgerGap, Ports, SaleLedger, UnallocatedNote } from '../ports/ports.ts'
import { paymentCases } from '../payment/open-payments.ts'
import type { SaleService } from './sale-service.ts'

/** `second`: supervisor who approved a document. */
type Answer = CommandInput<'settleStaffCase'>['answer'] & { readonly second?: string }

/**
 * Returns the cases for staff: ledger faults, unfinished sales (oldest first), abandoned payments, and notes that no
 * sale accepted.
 */
export function staffCases(
  ledger: SaleLedger,
  sales: SaleService,
  now: Instant,
  isOffered: ProviderRefunds['isOffered'] = () => false,
): readonly StaffCase[] {
  const gaps = ledger.gaps().map(ledgerCase)
  const open = ledger.unfinished().flatMap((sale) => {
    const over = viaProvider(ledger, isOffered, owedOfSale(sale))
    return saleCase(sale, questionOf(sale, sales, ledger), over, now) ?? []
  })
  return [...gaps, ...open, ...paymentCases(ledger, isOffered), ...ledger.strayNotes().map(strayCase)]
}

function ledgerCase(gap: LedgerGap): LedgerCase {
  switch (gap.kind) {
    case 'rows': {
      const { kind: _, ...lost } = gap
      return { question: 'ledger-gap', ...lost }
    }
    case 'key': {
      const { kind: _, ...key } = gap
      return { question: 'ledger-key', ...key }
    }
    case 'hub':
      return { question: 'ledger-hub', doubt: gap.doubt, seq: gap.seq }
  }
}

function strayCase({ seq, note, foundUtc }: UnallocatedNote): StrayNoteCase {
  return { question: 'note-unallocated', seq, amount: note?.value ?? null, currency: note?.currency ?? '', foundUtc }
}

function saleCase(
  sale: Sale,
  question: SaleCase['question'] | null,
  over: ViaProvider | null,
  now: Instant,
): SaleCase | null {
  const purchase = 'progress' in sale && sale.progress ? currentPurchase(sale) : null
  const order = purchase?.order ?? orderOf(sale)
  const seats = order?.seats ?? ('seats' in sale ? sale.seats : [])
  if (!question || (!order && sale.state !== 'needs-staff')) return null
  const differs = sale.state === 'needs-staff' && ['tickets-mismatched', 'unreconciled'].includes(sale.question)
  const look = sale.state === 'refund-due' && isRecheckFresh(sale.look, now) ? sale.look : null
  return {
    saleId: sale.saleId,
    reference: order?.orderId ?? sale.ownerRef,
    code: collectionCode(sale.saleId),
    question,
    tender: 'tender' in sale ? sale.tender.kind : null,
    paymentReference: 'tender' in sale ? (sale.tender.provider?.reference ?? sale.tender.reference) : null,
    amount: purchase?.order.amount ?? amountOf(sale),
    currency: sale.currency,
    eventTitle: sale.event.title,
    startsAt: sale.event.startsAt,
    seatCodes: seats.map(({ place }) => place.seatCode),
    ownerRef: purchase?.sale.ownerRef ?? sale.ownerRef,
    shown: differs && 'detail' in sale ? sale.detail : look?.state === 'shown' ? look.detail : null,
    rowsLost: sale.rowsLost === true,
    ...(isAskedOn(sale) && { asking: true }),
    ...('differs' in sale && sale.differs && { differs: sale.differs }),
    ...(question === 'pay-back' && {
      look: look?.state ?? (sale.state === 'refund-due' && wasBought(sale) ? 'wanted' : 'needless'),
    }),
    ...((question === 'pay-back' || question === 'refund-open') && over && { over }),
    ...(question === 'service-unreachable' && order && { fenced: pastRefundFence(order.hold, now) }),
    ...(purchase && { onePurchase: true }),
  }
}

/** Returns whether the partner must be queried for tickets before a refund. */
export function needsTicketRecheck(sale: Sale, now: Instant): boolean {
  return sale.state === 'refund-due' && wasBought(sale) && !isRecheckFresh(sale.look, now)
}

function amountOf(sale: Sale): Minor {
  if (isMoneyQuestion(sale)) return sale.notes?.held ?? dueFor(sale.tender, sale.currency)
  if (sale.state === 'refund-due') return refundableAmount(sale.tender)
  const order = orderOf(sale)
  if (order) return order.amount
  return 'seats' in sale ? sale.seats.reduce((sum, { price }) => sum + price, 0) : 0
}

/** Settles a case if its question allows the answer. `customerWaits`: whether the sale is on the screen. */
export function settleStaffCase(
  { ledger, ids }: Pick<Ports, 'ledger' | 'ids'>,
  sales: SaleService,
  saleId: string,
  answer: Answer,
  staffId: string,
  customerWaits: boolean,
): Result<null, CaseFailure> {
  const sale = ledger.find(saleId)
  if (!sale) return err({ type: 'unknown-sale' })
  const question = questionOf(sale, sales, ledger)
  if (!question || !sales.answerable(saleId)) return err({ type: 'invalid-state', stage: sale.state })
  const event = eventOf(question, answer, staffId)
  if (!event || (event.type === 'settled-manually' && 'progress' in sale && sale.progress))
    return err({ type: 'invalid-answer' })
  if (event.type === 'staff-answered' && isAskedOn(sale) && isDecidedByHub(sale.tender))
    return err({ type: 'hub-decides' })
  if (event.type === 'staff-answered' && event.moneyMoved && isPaidByDocument(sale) && event.second === undefined)
    return err({ type: 'approval-required' })
  if (answer.type === 'money-moved' && answer.approval !== undefined && !answer.again && 'tender' in sale) {
    const orderId = ledger.orderPaidBy(sale.tender.kind, answer.approval)
    if (orderId !== null) return err({ type: 'approval-known', orderId })
  }
  if (event.type === 'refunded' && sale.state === 'refund-due' && refundsAsVoucher(sale.tender.kind)) {
    sales.act(saleId, {
      type: 'voucher-issued',
      slip: newSlip(ids, refundableAmount(sale.tender), sale.currency),
      staffId,
    })
    return ok(null)
  }
  if (event.type === 'refunded' && sale.state === 'refund-due' && isAccount(sale.tender.kind)) {
    sales.act(saleId, { ...event, refundReference: accountCreditReference(sale.tender) })
    return ok(null)
  }
  sales.act(saleId, event.type === 'staff-answered' ? answered(ids, sale, event, customerWaits) : event)
  return ok(null)
}

const isDecidedByHub = ({ kind, provider }: TenderIntent): boolean =>
  isAccount(kind) || (isSlip(kind) && Boolean(provider?.host))

const isPaidByDocument = (sale: Sale): boolean => 'tender' in sale && isDocument(sale.tender.kind)

function answered(
  ids: Ports['ids'],
  sale: Sale,
  event: Extract<SaleEvent, { type: 'staff-answered' }>,
  customerWaits: boolean,
): SaleEvent {
  const over = event.moneyMoved ? overOf(sale, true) : 0
  const slip = over > 0 ? { slip: newSlip(ids, over, sale.currency) } : {}
  return { ...event, ...slip, ...(customerWaits && { customerWaits }) }
}

export function settleGap(
  ledger: SaleLedger,
  seq: number,
  reference: string,
  staffId: string,
  now: Instant,
): Result<null, { readonly type: 'invalid-answer' }> {
  const gap = ledger.gaps().find((each) => each.kind !== 'hub' && each.seq === seq)
  if (!gap) return err({ type: 'invalid-answer' })
  ledger.settleGap(gap, reference, staffId, now)
  return ok(null)
}

/** A note of unknown value cannot be paid out. */
export function settleStrayNote(
  ledger: SaleLedger,
  { seq, paidOut }: CommandInput<'settleStrayNote'>,
  staffId: string,
  now: Instant,
): Result<null, { readonly type: 'invalid-answer' }> {
  const stray = ledger.strayNotes().find((each) => each.seq === seq)
  if (!stray || (paidOut && !stray.note)) return err({ type: 'invalid-answer' })
  ledger.settleStrayNote(stray, paidOut, staffId, now)
  return ok(null)
}

function questionOf(
  sale: Sale,
  sales: SaleService,
  ledger: Pick<SaleLedger, 'openRefunds'>,
): SaleCase['question'] | null {
  if (sales.faulted(sale.saleId)) return 'restart'
  if (sales.waitsForRoom(sale.saleId)) return 'storage-full'
  if (sales.refusal(sale.saleId)) return 'purchase-refused'
  switch (sale.state) {
    case 'needs-staff':
      return isMoneyQuestion(sale) ? 'money-moved' : sale.question
    case 'refund-due':
      return ledger.openRefunds().some(({ payment }) => payment === sale.tender.reference) ? 'refund-open' : 'pay-back'
    case 'print-unknown':
      if (sale.jobs.some(({ state }) => state === 'unknown')) return 'paper-out'
      return waitsForCustomer(sale) ? 'collect' : 'reprint'
    default:
      return null
  }
}

/**
 * Questions whose answer must include a reference to the staff's own records, because paid tickets may have been handed
 * out by other means.
 */
const withOwnNote: ReadonlySet<SaleCase['question']> = new Set([
  'service-unreachable',
  'tickets-mismatched',
  'reprint',
  'paper-out',
  'collect',
])

function eventOf(question: SaleCase['question'], answer: Answer, staffId: string): SaleEvent | null {
  switch (answer.type) {
    case 'money-moved': {
      const { moved, approval, second } = answer
      if (question !== 'money-moved' || (!moved && approval !== undefined)) return null
      const approved = { ...(approval !== undefined && { approval }), ...(second !== undefined && { second }) }
      return { type: 'staff-answered', moneyMoved: moved, staffId, ...approved }
    }
    case 'ask-again':
      return ['tickets-mismatched', 'unreconciled', 'pay-back'].includes(question)
        ? { type: 'tickets-requeried', staffId }
        : null
    case 'give-back':
      return ['tickets-mismatched', 'service-unreachable'].includes(question)
        ? { type: 'refund-decided', staffId }
        : null
    case 'settled-manually': {
      const { reference } = answer
      const fits = withOwnNote.has(question)
        ? reference !== ''
        : question === 'unreconciled' || question === 'rows-lost'
      return fits ? { type: 'settled-manually', reference, staffId } : null
    }
    case 'paid-back':
      return question === 'pay-back' ? { type: 'refunded', refundReference: answer.reference, staffId } : null
    case 'reprint':
      return ['reprint', 'paper-out', 'collect'].includes(question) ? { type: 'print-retried' } : null
    case 'print-scanned':
      return question === 'paper-out' ? { type: 'print-scanned', staffId } : null
  }
}
