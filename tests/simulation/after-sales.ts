import type { PostSaleLedger, SaleInvoice } from '../../electron/kiosk/ports/ports.ts'
import type {
  CopiesOrdered,
  PostSaleAction,
  TenderCorrected,
  TicketsReturned,
} from '../../shared/domain/sale/after-sale.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import { invoiceName } from '../../shared/domain/sale/sale-file.ts'
import { takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { Order, Sale } from '../../shared/domain/sale/sale.ts'
import { isAccount, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { FiscalService } from './fiscal-service.ts'
import type { GroundTruth } from './ground-truth.ts'

type Done = Extract<Sale, { state: 'done' }>

/** Compares the refunds in the ledgers with the money that staff really paid back. */
export function createAfterSales(
  truth: GroundTruth,
  fiscal: Pick<FiscalService, 'signatureOf'> = { signatureOf: () => undefined },
) {
  const acts = new Map<string, PostSaleAction[]>()
  const owed = new Map<string, Minor>()
  const handed = new Map<string, Minor>()
  const underWay = new Set<string>()
  /** Numbers of refused invoices. A credit note waits until its invoice (`invoiceOf`) is signed. */
  const refused = new Set<string>()
  const invoiceOf = new Map<string, string>()
  const pending = (): readonly string[] => [...underWay].filter((act) => !refused.has(invoiceOf.get(act) ?? ''))
  /** Correct tender of each corrected payment. */
  const corrected = new Map<string, TenderKind>()
  /** Codes of the rows about each sale, including the rows of credit notes. */
  const codesOf = new Map<string, string[]>()
  /** Recorded invoices and credit notes by printed number, with the last copy that was printed. */
  const invoices = new Map<string, { readonly orderId: string | null; readonly amount: Minor; copyNumber: number }>()
  /** Last invoice number of each machine. `counted`: according to the counter outside the ledger. */
  const lastNumbers = new Map<string, number>()
  const counted = new Map<string, number>()
  /** Number of the last copy of each ticket that a customer has or may have. */
  const copies = new Map<string, number>()
  const actsOf = (saleId: string): readonly PostSaleAction[] => acts.get(saleId) ?? []
  const note = (saleId: string, code: string): void => void codesOf.set(saleId, [...(codesOf.get(saleId) ?? []), code])
  const wayOf = (reference: string, kind: TenderKind): string => `${reference} by ${kind}`

  /** Checks that each ticket is returned once, at its price, to the tenders of its sale. */
  function comeBack(sale: Done, act: TicketsReturned): void {
    const said = `return ${act.reference}`
    const before = actsOf(sale.saleId).filter(isReturn)
    const gone = new Set(before.flatMap(({ ticketIds }) => ticketIds))
    for (const ticketId of act.ticketIds) {
      if (gone.has(ticketId)) truth.violate('I2', `${said}: ticket ${ticketId} came back twice`)
      if (!sale.tickets.some((ticket) => ticket.ticketId === ticketId)) truth.violate('I2', `${said}: whose ticket?`)
    }
    const all = [...before, act]
    const sold = sale.order.amount - (sale.unsold?.amount ?? 0)
    if (all.flatMap(({ ticketIds }) => ticketIds).length === sale.tickets.length && sumOf(all) !== sold)
      truth.violate('I5', `${said}: everything came back, for ${sumOf(all)} of ${sold}`)
    const rounded = act.back.reduce((sum, { rounding = 0 }) => sum + rounding, 0)
    if (sumOf(act.back) !== act.amount + rounded)
      truth.violate('I5', `${said} owes ${sumOf(act.back)}, not ${act.amount} and ${rounded}`)
    const isWhole = sumOf(all) === sold
    for (const { kind, amount } of act.back) {
      owed.set(wayOf(act.reference, kind), amount)
      // Cash received for the sale minus the change. The refund must not exceed this amount.
      const tenders = takenFor(sale).filter((tender) => (corrected.get(tender.reference) ?? tender.kind) === kind)
      const taken = tenders.reduce((sum, { reference, amount, received, change, slip }) => {
        const by = corrected.get(reference)
        return sum + (by === undefined ? received - change - (slip?.amount ?? 0) : due(by, amount))
      }, 0)
      const ways = [...all, ...(sale.unsold ? [sale.unsold] : [])].flatMap((each) => each.back)
      const back = sumOf(ways.filter((way) => way.kind === kind))
      if (back > taken || (isWhole && back !== taken))
        truth.violate('I5', `${said}: ${back} goes back by ${kind}, ${taken} came by it`)
    }
  }

  /** Checks that a correction moves the whole payment from its current tender, and rounds cash to 100 francs. */
  function correct(sale: Done, { reference, payment, was, is }: TenderCorrected): void {
    const said = `correction ${reference}`
    const tender = takenFor(sale).find((each) => each.reference === payment)
    const kind = corrected.get(payment) ?? tender?.kind
    const expected = [due(kind, tender?.amount), due(is.kind, tender?.amount)]
    if (was.kind !== kind || was.amount !== expected[0] || is.amount !== expected[1])
      truth.violate('I5', `${said}: ${was.amount} ${was.kind} becomes ${is.amount}, not ${expected.join(' becomes ')}`)
    if (actsOf(sale.saleId).some(isReturn)) truth.violate('I5', `${said}: tickets came back before`)
    corrected.set(payment, is.kind)
  }

  /** Checks that the new invoices and credit notes of a sale have the next numbers and the prices of their tickets. */
  function invoiced(machine: string, files: Files, saleId: string): void {
    const file = files.open(saleId)
    for (const { number, name, ticketIds, amount, taxes, reference, fiscal: signing } of file?.invoices ?? []) {
      const last = lastNumbers.get(machine) ?? 0
      if (number <= last) continue
      if (number !== last + 1) truth.violate('I17', `${machine}: invoice ${number} follows ${last}`)
      const tickets = file?.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId)) ?? []
      const worth = tickets.reduce((sum, { price }) => sum + price, 0)
      const taxed = taxes.reduce((sum, share) => sum + share.amount, 0)
      if (amount !== worth || taxed !== amount) truth.violate('I17', `${name}: ${amount} for tickets of ${worth}`)
      lastNumbers.set(machine, number)
      invoices.set(name, { orderId: file?.orderId ?? null, amount, copyNumber: -1 })
      note(saleId, 'INVOICE_ISSUED')
      if (signing) underWay.add(`signature of ${name}`)
      if (signing && reference !== '') invoiceOf.set(`signature of ${name}`, file?.invoices?.[0]?.name ?? '')
    }
  }

  /** Checks that the copies of a ticket are numbered without a gap. */
  function orderCopies({ jobs }: Done, wanted: CopiesOrdered['copies']): void {
    for (const { ticketId, copyNumber } of wanted) {
      const last = copies.get(ticketId) ?? jobs.find((job) => job.ticketId === ticketId)?.copyNumber
      if (copyNumber !== (last ?? NaN) + 1)
        truth.violate('I10', `ticket ${ticketId}: copy ${copyNumber} follows copy ${last}`)
      copies.set(ticketId, copyNumber)
      underWay.add(`copy ${copyNumber} of ticket ${ticketId}`)
    }
  }

  return {
    invoiced,
    /** Records the refund that is due for the purchases of a sale that the service finally refused. */
    unsold({ saleId, order, unsold }: Sale & { readonly order: Order }) {
      const seats = order.seats.filter(({ seatId }) => unsold?.seatIds.includes(seatId))
      const worth = seats.reduce((sum, { price }) => sum + price, 0)
      const reference = `${order.orderId}-R1`
      if (unsold?.amount !== worth) truth.violate('I5', `sale ${saleId} owes ${unsold?.amount} for seats of ${worth}`)
      if (unsold?.orders.flatMap(truth.ticketsOf).some(({ ticketId }) => !truth.isCancelled(ticketId)))
        truth.violate('I1', `sale ${saleId} refunds a purchase that was made`)
      for (const { kind, amount } of unsold?.back ?? []) owed.set(wayOf(reference, kind), amount)
    },
    /** Checks a printed invoice against the recorded one. The copy number must be greater than at the last print. */
    prints({ invoiceNumber, orderId, amount, copyNumber, fiscal: signing }: SaleInvoice) {
      const known = invoices.get(invoiceNumber)
      if (known?.orderId !== orderId || known.amount !== amount)
        truth.violate('I17', `${invoiceNumber} is printed for order ${orderId}, and recorded for ${known?.orderId}`)
      // A print without the signature is not an invoice yet.
      if (signing && signing.state !== 'signed') return
      if (signing && signing.signature !== fiscal.signatureOf(invoiceNumber))
        truth.violate('I19', `${invoiceNumber} is printed with the signature ${signing.signature}`)
      if (known && copyNumber <= known.copyNumber)
        truth.violate('I17', `${invoiceNumber}: copy ${copyNumber} came twice`)
      if (known) known.copyNumber = copyNumber
    },
    countInvoice(machine: string) {
      counted.set(machine, (counted.get(machine) ?? 0) + 1)
      return counted.get(machine) ?? 0
    },
    recorded(sale: Done, act: PostSaleAction, machine: string, files: Files) {
      note(sale.saleId, codeOf(act.type))
      if (act.type === 'tender-corrected') correct(sale, act)
      if (isReturn(act)) {
        comeBack(sale, act)
        const all = files.open(sale.saleId)?.invoices ?? []
        const isInvoiced = all[0]?.ticketIds.some((ticketId) => act.ticketIds.includes(ticketId)) ?? false
        if (isInvoiced !== all.some(({ reference }) => reference === act.reference))
          truth.violate('I17', `return ${act.reference}: its tickets are ${isInvoiced ? '' : 'not '}invoiced`)
        invoiced(machine, files, sale.saleId)
        if (act.cancellation !== undefined) underWay.add(`cancellation of ${act.reference}`)
      }
      if (act.type === 'cancellation-result') {
        if (!underWay.delete(`cancellation of ${act.reference}`))
          truth.violate('I2', `return ${act.reference}: nobody asked for a cancellation`)
        const back = actsOf(sale.saleId).find((each) => isReturn(each) && each.reference === act.reference)
        const good = back && isReturn(back) ? back.ticketIds.filter((ticketId) => !truth.isCancelled(ticketId)) : []
        if (act.outcome === 'cancelled' && good.length > 0)
          truth.violate('I2', `return ${act.reference} is told as cancelled, and ${good.join(', ')} is not`)
      }
      if (act.type === 'invoice-signed' || act.type === 'invoice-refused' || act.type === 'invoice-resubmitted') {
        const name = invoiceName(machine, act.number)
        if (act.type === 'invoice-refused') refused.add(name)
        else refused.delete(name)
        if (act.type === 'invoice-resubmitted') underWay.add(`signature of ${name}`)
        else if (!underWay.delete(`signature of ${name}`))
          truth.violate('I19', `${name}: ${act.type} without a request`)
        if (act.type === 'invoice-signed' && act.signature !== fiscal.signatureOf(name))
          truth.violate('I19', `${name}: the service did not sign it as ${act.signature}`)
      }
      if (act.type === 'refund-paid') {
        const way = wayOf(act.reference, act.kind)
        if (owed.get(way) !== act.amount) truth.violate('I5', `${way}: ${act.amount} was paid back, and not owed`)
        if (!isAccount(act.kind) && handed.get(way) !== act.amount)
          truth.violate('I1', `${way}: said to be paid back, and nobody was paid`)
        owed.delete(way)
      }
      if (act.type === 'reprint-requested' || act.type === 'ticket-link-requested') orderCopies(sale, act.copies)
      if (act.type === 'reprint-finished') {
        underWay.delete(`copy ${act.copyNumber} of ticket ${act.ticketId}`)
        if (act.state === 'failed') copies.set(act.ticketId, act.copyNumber - 1)
      }
      acts.set(sale.saleId, [...actsOf(sale.saleId), act])
    },
    /** Records a payout by staff. Returns false if the refund was already paid out. */
    handBack(reference: string, kind: TenderKind, amount: Minor) {
      const way = wayOf(reference, kind)
      if (handed.has(way)) return false
      handed.set(way, amount)
      return true
    },
    compare(files: PostSaleLedger['files'], sales: readonly Sale[]) {
      for (const { saleId } of sales) {
        const found = (files.open(saleId)?.acts ?? []).map(({ code }) => code).filter((code) => codes.has(code))
        const wrong = (files.open(saleId)?.payments ?? []).filter(
          ({ reference, kind }) => kind !== (corrected.get(reference) ?? kind),
        )
        for (const { reference, kind } of wrong) truth.violate('I7', `payment ${reference} is by ${kind} again`)
        const acknowledged = codesOf.get(saleId) ?? []
        if (found.join() !== acknowledged.join())
          truth.violate('I7', `sale ${saleId}: after its end ${acknowledged.join()}, the ledger has ${found.join()}`)
      }
    },
    settled: () => owed.size === 0 && pending().length === 0,
    checkEnd() {
      for (const left of [...owed.keys(), ...pending()]) truth.violate('I8', `${left}: never ended`)
    },
  }
}

type Files = PostSaleLedger['files']

export type AfterSales = ReturnType<typeof createAfterSales>

/** Returns the amount that is paid with a tender, rounded to 100 francs for cash. */
const due = (by: TenderKind | undefined, amount: Minor = 0): Minor =>
  by === 'cash' ? Math.ceil((amount - 50) / 100) * 100 : amount

const isReturn = (act: PostSaleAction): act is TicketsReturned =>
  act.type === 'tickets-refunded' || act.type === 'tickets-voided'

const sumOf = (parts: readonly { readonly amount: Minor }[]): Minor =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

const codeOf = (type: PostSaleAction['type']): string => type.replaceAll('-', '_').toUpperCase()

const codes: ReadonlySet<string> = new Set(
  'REPRINT_REQUESTED REPRINT_FINISHED TICKET_LINK_REQUESTED TICKETS_REFUNDED TICKETS_VOIDED CANCELLATION_RESULT REFUND_PAID TENDER_CORRECTED SLIP_COPIED INVOICE_ISSUED INVOICE_COPIED INVOICE_SIGNED INVOICE_REFUSED INVOICE_RESUBMITTED'.split(
    ' ',
  ),
)
