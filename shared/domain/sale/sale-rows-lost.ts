import { base, isMoneyQuestion } from './sale-base.ts'
import type { IssuedSlip } from '../money/credit-slip.ts'
import { withCredited } from './sale-notes.ts'
import { partsIn, paymentIn } from '../money/tender.ts'
import type { PrintJob, Reached, RowsLost, Sale, SaleBase } from './sale.ts'

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
