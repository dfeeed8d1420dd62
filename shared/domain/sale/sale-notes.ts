import type { IssuedSlip } from '../money/credit-voucher.ts'
import type { Minor } from '../money/money.ts'
import { type InsertedNotes, valueOf } from '../money/notes.ts'
import { partsIn, paymentIn, type TenderIntent, type TenderResult } from '../money/tender.ts'
import { base, cancelAndRefund, isMoneyQuestion, paidWith } from './sale-base.ts'
import type {
  MoneyQuestion,
  Paying,
  PaymentNotice,
  PrintJob,
  Reached,
  RowsLost,
  Sale,
  SaleBase,
  SaleEvent,
} from './sale.ts'

/**
 * A payment in banknotes. Each note is recorded in the ledger before the device may accept the note, and again
 * afterwards. No change is given; a credit voucher is issued for an excess.
 */
export type PayingNotes = Paying & { readonly notes: InsertedNotes }

export const isInNotes = (sale: Paying): sale is PayingNotes => sale.notes !== undefined

/** Returns why notes are not yet recorded as paid, or null; `asked-about`: staff have to find out where a note is. */
export function notesUnderWay(sale: Sale): 'going-in' | 'asked-about' | null {
  if (!('notes' in sale) || !sale.notes) return null
  return sale.state === 'paying' ? 'going-in' : 'asked-about'
}

/** Returns the amount still to be inserted; 0 or below if enough notes are inserted. */
export function missingOf({ tender, notes }: Pick<PayingNotes, 'tender' | 'notes'>): Minor {
  return tender.amount - valueOf(notes.credited)
}

/** Returns the tender paid with the credited notes. Throws if there is an excess without a matching `slip`. */
export function paidByNotes(
  tender: TenderIntent,
  credited: readonly Minor[],
  { approval, slip }: { readonly approval: string; readonly slip?: IssuedSlip | undefined },
): TenderResult {
  const received = valueOf(credited)
  const over = received - tender.amount
  if (over <= 0) return { ...tender, amount: received, received, change: 0, approval }
  if (slip?.amount !== over) throw new Error(`payment ${tender.reference}: no slip for the ${over} that are over`)
  return { ...tender, received, change: 0, approval, slip }
}

/** Returns the excess over the amount due, including the held note if it is in the cashbox. */
export function overOf(sale: Sale, heldIsIn: boolean): Minor {
  if (!('notes' in sale) || !sale.notes) return 0
  const { credited, held = 0 } = sale.notes
  return Math.max(0, valueOf(credited) + (heldIsIn ? held : 0) - sale.tender.amount)
}

/** Returns the next state; null if the event is impossible in the current state. */
export function fromNotes(sale: PayingNotes, event: SaleEvent): Sale | null {
  const { notes } = sale
  const { credited, held } = notes
  if (event.type === 'note-held') {
    const wanted = held === undefined && missingOf(sale) > 0 && sale.phase !== 'recovering' && event.value > 0
    return wanted ? { ...sale, notes: { credited, held: event.value } } : null
  }
  if (held !== undefined) return fromHeld(sale, held, event)
  switch (event.type) {
    case 'tender-approved': {
      if (missingOf(sale) > 0) return null
      const taken = paidByNotes(sale.tender, credited, event)
      return paidWith(sale, taken) ?? goneOn(sale, [...(sale.parts ?? []), taken], null)
    }
    case 'tender-cancelled':
      return stopped(sale, { type: 'payment-cancelled' })
    case 'tender-unavailable':
      return stopped(sale, { type: 'payment-unavailable', tender: sale.tender.kind })
    default:
      return null
  }
}

function fromHeld(sale: PayingNotes, held: Minor, event: SaleEvent): Sale | null {
  const { credited } = sale.notes
  switch (event.type) {
    case 'note-credited':
      return event.value > 0 ? { ...sale, notes: { credited: [...credited, event.value] } } : null
    case 'note-returned':
      return { ...sale, notes: { credited } }
    case 'note-outcome-unknown': {
      const { order, tender, tenderAttempts } = sale
      const question = { state: 'needs-staff', question: 'note-outcome-unknown' } as const
      return { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts, notes: { credited, held } }
    }
    default:
      return null
  }
}

/** Ends a payment in notes: inserted notes pay part of the order, or are refunded after a restart. */
function stopped(sale: PayingNotes, notice: PaymentNotice | null): Sale {
  return goneOn(sale, withCredited(sale), notice)
}

function goneOn(sale: PayingNotes, parts: readonly TenderResult[], notice: PaymentNotice | null): Sale {
  const { order, tenderAttempts } = sale
  return sale.phase === 'recovering'
    ? cancelAndRefund(sale, parts, 'restart')
    : { ...base(sale), state: 'priced', order, ...partsIn({ parts }), tenderAttempts, notice }
}

function withCredited(
  sale: Pick<PayingNotes | MoneyQuestion, 'tender' | 'parts' | 'notes'>,
  slip?: IssuedSlip,
): readonly TenderResult[] {
  const { tender, parts = [], notes } = sale
  const some = notes !== undefined && notes.credited.length > 0
  const taken = some ? paidByNotes(tender, notes.credited, { approval: '', slip }) : null
  return taken ? [...parts, taken] : parts
}

/** Returns the credited notes after staff reported where the held note is. */
export function noteAnswered(sale: MoneyQuestion, inBox: boolean): readonly Minor[] {
  const { credited = [], held } = sale.notes ?? {}
  return inBox && held !== undefined ? [...credited, held] : credited
}

/** Evidence recorded for a print whose outcome is unknown because ledger rows were lost. */
export const ROWS_LOST = 'rows lost'

/**
 * Returns the state of a sale that may have advanced in lost ledger rows. Without known payments, nothing is refunded
 * before the service has been queried. With a payment, the sale continues, since the steps up to the printer can be
 * repeated safely. Unfinished prints may have come out of the printer.
 */
export function withRowsLost(sale: Sale, slip?: IssuedSlip): Sale {
  const marked = { ...sale, rowsLost: true } as const
  switch (sale.state) {
    case 'done':
    case 'abandoned':
    case 'refunded':
      return sale
    case 'choosing':
      return inDoubt(marked, { seats: [] })
    case 'holding':
    case 'held':
      return inDoubt(marked, { seats: sale.seats })
    case 'releasing':
      if (sale.afterwards.go === 'keep') return inDoubt(marked, { seats: sale.afterwards.was })
      return sale.afterwards.go === 'choose' ? inDoubt(marked, { seats: [] }) : marked
    case 'priced':
      return inDoubt(marked, sale)
    case 'paying':
      return inDoubt(marked, { ...sale, parts: withCredited(sale, slip) })
    case 'needs-staff':
      if (sale.question === 'rows-lost') return inDoubt(marked, sale)
      return isMoneyQuestion(sale) ? inDoubt(marked, { ...sale, parts: withCredited(sale, slip) }) : marked
    case 'printing':
    case 'print-unknown': {
      const { order, tickets, jobs } = sale
      const known = { ...base(marked), order, ...paymentIn(sale), tickets }
      return { ...known, state: 'print-unknown', jobs: jobs.map(markJobUnknown), reason: ROWS_LOST }
    }
    default:
      return marked
  }
}

export function inDoubt(sale: SaleBase, reached: Reached): RowsLost {
  return { ...base(sale), ...onlyReached(reached), state: 'needs-staff', question: 'rows-lost', sold: null, asked: 0 }
}

export function onlyReached(reached: Reached): Reached {
  if (!('order' in reached)) return { seats: reached.seats }
  const { order, tenderAttempts } = reached
  return { order, tenderAttempts, ...partsIn(reached) }
}

export function markJobUnknown(job: PrintJob): PrintJob {
  return job.state === 'printed' ? job : { ...job, state: 'unknown', evidence: ROWS_LOST }
}
