import type { IssuedSlip } from '../money/credit-slip.ts'
import type { Minor } from '../money/money.ts'
import { type NotesIn, valueOf } from '../money/notes.ts'
import { partsIn, paymentIn, type TenderIntent, type TenderResult } from '../money/tender.ts'
import { base, calledOff, isMoneyQuestion, paidWith } from './sale-base.ts'
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
 * A payment in bank notes. Each note is written down before the device may swallow it, and again once it has. What was credited pays
 * the order, or a part of it where the customer stops; no change is given, and what is over becomes a credit slip.
 */
export type PayingNotes = Paying & { readonly notes: NotesIn }

export const isInNotes = (sale: Paying): sale is PayingNotes => sale.notes !== undefined

/** Notes of the sale that are not in the books yet: they go in, or staff are to look where one is. */
export function notesUnderWay(sale: Sale): 'going-in' | 'asked-about' | null {
  if (!('notes' in sale) || !sale.notes) return null
  return sale.state === 'paying' ? 'going-in' : 'asked-about'
}

/** What is still to be put in; 0 or below: it is all there. */
export function missingOf({ tender, notes }: Pick<PayingNotes, 'tender' | 'notes'>): Minor {
  return tender.amount - valueOf(notes.credited)
}

/** What those notes pay of it. Throws where something is over, and `slip` is not that. */
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

/** What was put in above the amount, with the note held where that is said to be in: the next step makes a slip of it. */
export function overOf(sale: Sale, heldIsIn: boolean): Minor {
  if (!('notes' in sale) || !sale.notes) return 0
  const { credited, held = 0 } = sale.notes
  return Math.max(0, valueOf(credited) + (heldIsIn ? held : 0) - sale.tender.amount)
}

/** Null: the event has no place there. */
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
    case 'note-unclear': {
      const { order, tender, tenderAttempts } = sale
      const question = { state: 'needs-staff', question: 'note-unclear' } as const
      return { ...base(sale), ...question, order, ...partsIn(sale), tender, tenderAttempts, notes: { credited, held } }
    }
    default:
      return null
  }
}

/** Nothing more is put in: what is in stays on the order, and the rest may be paid otherwise. */
function stopped(sale: PayingNotes, notice: PaymentNotice | null): Sale {
  return goneOn(sale, withCredited(sale), notice)
}

function goneOn(sale: PayingNotes, parts: readonly TenderResult[], notice: PaymentNotice | null): Sale {
  const { order, tenderAttempts } = sale
  return sale.phase === 'recovering'
    ? calledOff(sale, parts, 'restart')
    : { ...base(sale), state: 'priced', order, ...partsIn({ parts }), tenderAttempts, notice }
}

/** The parts of the payment, with what notes have brought so far. */
function withCredited(
  sale: Pick<PayingNotes | MoneyQuestion, 'tender' | 'parts' | 'notes'>,
  slip?: IssuedSlip,
): readonly TenderResult[] {
  const { tender, parts = [], notes } = sale
  const some = notes !== undefined && notes.credited.length > 0
  const taken = some ? paidByNotes(tender, notes.credited, { approval: '', slip }) : null
  return taken ? [...parts, taken] : parts
}

/** Staff looked for the note: it is in the box, or its customer has it. */
export function noteAnswered(sale: MoneyQuestion, inBox: boolean): readonly Minor[] {
  const { credited = [], held } = sale.notes ?? {}
  return inBox && held !== undefined ? [...credited, held] : credited
}

/** Evidence of a paper whose fate stood in the rows that are gone. */
export const ROWS_LOST = 'rows lost'

/**
 * A sale whose later rows are gone may stand anywhere behind the last one. Without money as far as is known: the
 * service is asked first, and nothing is given back before. With money: it goes on, for what follows may be done twice
 * without harm, up to the printer. A paper that is not known to have come out may have.
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
      return { ...known, state: 'print-unknown', jobs: jobs.map(doubtedJob), reason: ROWS_LOST }
    }
    default:
      return marked
  }
}

export function inDoubt(sale: SaleBase, reached: Reached): RowsLost {
  return { ...base(sale), ...onlyReached(reached), state: 'needs-staff', question: 'rows-lost', sold: null, asked: 0 }
}

/** Without the members of the state it is taken from. */
export function onlyReached(reached: Reached): Reached {
  if (!('order' in reached)) return { seats: reached.seats }
  const { order, tenderAttempts } = reached
  return { order, tenderAttempts, ...partsIn(reached) }
}

export function doubtedJob(job: PrintJob): PrintJob {
  return job.state === 'printed' ? job : { ...job, state: 'unknown', evidence: ROWS_LOST }
}
