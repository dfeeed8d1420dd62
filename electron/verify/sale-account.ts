import type { Attempt, Job, Order, Row, SaleState, Step, Tender, Ticket } from './format.ts'
import type { Findings } from './report.ts'

export class SaleAccount {
  readonly saleId: string
  readonly firstSeq: number
  readonly opened: NonNullable<Step['opened']>
  lastSeq: number
  /** Number of the last row about a refund after the end of the sale; 0 if there is no such row. */
  moneySeq = 0
  state: SaleState
  stateSha256: string
  requestMac: string | null = null
  /** Hash of the last recorded customer; null if no customer was recorded. */
  customerSha256: string | null = null
  /** End of the retention period of the purchase request; null if the sale has no request. */
  requestUntil: string | null = null
  customerUntil: string | null = null
  order: (Order & { readonly row: Row }) | null = null
  readonly orders = new Map<string, Order>()
  readonly seats = new Map<string, { readonly orderId: string; readonly seatId: string; readonly price: number }>()
  readonly tenders = new Map<string, Tender>()
  /** Row in which each payment was taken, by payment reference. */
  readonly takenIn = new Map<string, Row>()
  /** References of the corrections of tenders. */
  readonly corrections = new Set<string>()
  /** Abandoned payments by reference. */
  readonly openPayments = new Map<string, OpenPaymentAccount>()
  /** Refunds requested from a provider, by refund reference. */
  readonly refunds = new Map<string, RefundAccount>()
  readonly attempts = new Map<number, Attempt>()
  tickets: readonly Ticket[] = []
  ticketSeq = 0
  /** Number of the row that contains the current event, order, seats or tickets of the sale. */
  readonly rows = new Map<'event' | 'order' | 'seats' | 'tickets', number>()
  /** Print copies in the order of their numbers, by ticket ID. */
  readonly jobs = new Map<string, Job[]>()
  /** Results of the purchases of a sale with several sessions: whether each was sold, by order ID. */
  results: ReadonlyMap<string, boolean> = new Map()
  /** Refund that became due for unsold purchases; 0 if there are none. */
  unsold = 0
  /** IDs of returned tickets. `returns`: refunds by tender for each return reference. */
  readonly returned = new Set<string>()
  readonly returns = new Map<
    string,
    { readonly kind: string; readonly amount: number; readonly rounding: number; paid: boolean }[]
  >()
  /** State of each cancellation, by return reference. */
  readonly cancellations = new Map<string, 'asked' | 'answered'>()
  /** Number of reprints by slip reference. */
  readonly slipCopies = new Map<string, number>()
  /** Balance of each account: credit minus debit. */
  readonly balances = new Map<string, number>()
  readonly postings: PostingRow[] = []
  /** True if rows of the sale are missing or were replayed, so that data from those rows may be absent. */
  rowsLost = false

  constructor(saleId: string, opened: SaleAccount['opened'], { seq }: Row, { to, stateSha256 }: Step) {
    this.saleId = saleId
    this.firstSeq = seq
    this.lastSeq = seq
    this.opened = opened
    this.state = to
    this.stateSha256 = stateSha256
    this.rows.set('event', seq)
  }
}

/** Adds up the prices of seats of a sale by the tax rate that its order stored. Seats without a rate are left out. */
export function amountsByRate(
  { order }: Pick<SaleAccount, 'order'>,
  seats: readonly { readonly seatId: string; readonly price: number }[],
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { seatId, price } of seats) {
    const rate = order?.seats.find((seat) => seat.seatId === seatId)?.taxRate
    if (rate !== undefined) sums.set(rate, (sums.get(rate) ?? 0) + price)
  }
  return sums
}

export interface OpenPaymentAccount {
  state: 'asked' | 'unanswered' | 'found' | 'closed' | 'paid-back'
  readonly leftSeq: number
  lastSeq: number
  /** Charged amount of the payment; null if unknown. */
  found: { readonly currency: string; readonly amount: number } | null
}

export interface RefundAccount {
  /** Guichet's own reference of the payment. */
  readonly payment: string
  state: 'asked' | 'made' | 'closed'
  /** True if staff closed the refund because they saw that nothing was refunded. */
  byStaff: boolean
  readonly askedSeq: number
  lastSeq: number
}

// `PostingRow` is a type, not an interface, because it is compared column by column.
export type PostingRow = {
  readonly seq: number
  readonly line: number
  /** Null for cash moved outside sales. */
  readonly sale_id: string | null
  readonly account: string
  readonly currency: string
  readonly debit: number
  readonly credit: number
}

const GRACE_MS = 120_000
const UNKNOWN_HOLD_MS = 600_000

/** States that the program must leave without action by a person. */
const PROGRAM: ReadonlySet<SaleState> = new Set([
  'holding',
  'held',
  'releasing',
  'priced',
  'paying',
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
])

interface Turn {
  readonly sale: SaleAccount
  /** Time by which the sale must change its state, in monotonic milliseconds of the program run. */
  due: number
}

/** Checks invariant I8: no sale remains too long in a state that the program must leave automatically. */
export class PaceCheck {
  readonly #findings: Findings
  readonly #turns = new Map<string, Turn>()
  #last: Row | null = null

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Detects the start of a new program run; must be called for every row, before the sale of the row is checked. */
  pass(row: Row): void {
    if (this.#last && this.#last.boot_id !== row.boot_id) {
      this.end()
      for (const turn of this.#turns.values()) turn.due = dueFrom(row, turn.sale, null)
    }
    this.#last = row
  }

  moved(row: Row, step: Step, sale: SaleAccount): void {
    const turn = this.#turns.get(sale.saleId)
    if (turn) this.#checkTurn(row, turn)
    // If staff charge the customer on a separate device, the sale waits for staff and not for the program.
    if (PROGRAM.has(step.to) && !step.event.attended)
      this.#turns.set(sale.saleId, { sale, due: dueFrom(row, sale, step) })
    else this.#turns.delete(sale.saleId)
  }

  /** Ends the checks of a program run; must be called after the last row of each run. */
  end(): void {
    for (const turn of this.#turns.values()) if (this.#last) this.#checkTurn(this.#last, turn)
  }

  #checkTurn({ seq, mono_ms }: Row, { sale: { saleId, state }, due }: Turn): void {
    if (mono_ms <= due) return
    this.#findings.error('I8', seq, `sale ${saleId}`, `stayed "${state}" for ${mono_ms - due} ms too long`)
  }
}

function dueFrom(row: Row, sale: SaleAccount, step: Step | null): number {
  const order = step?.order ?? sale.order
  if (!order) return row.mono_ms + UNKNOWN_HOLD_MS + GRACE_MS
  const since = step?.order || sale.order?.row.boot_id !== row.boot_id ? row.mono_ms : sale.order.row.mono_ms
  const holds = order.purchases?.map(({ remainingMs }) => remainingMs) ?? []
  return Math.max(row.mono_ms, since + Math.max(order.hold.remainingMs, ...holds)) + GRACE_MS
}

/** Checks invariants I9 and I10 for one row. `sale`: state of the sale before the row. */
export function checkJobs(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  const issued = new Set([...sale.tickets, ...(step.tickets ?? [])].map(({ ticketId }) => ticketId))
  for (const job of step.jobs ?? []) {
    const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${job.ticketId}`, why)
    if (!issued.has(job.ticketId)) bad('is printed, but is not a ticket of this sale')
    const copies = sale.jobs.get(job.ticketId) ?? []
    // A ticket that may have been printed is published to a telephone under its next copy number, without a queued
    // print.
    checkCopy(bad, copies, job, { rowsLost: sale.rowsLost, ordered: row.code === 'LINK_REQUESTED' })
    sale.jobs.set(job.ticketId, [...copies.filter(({ copyNumber }) => copyNumber !== job.copyNumber), job])
  }
  // If staff settle a sale manually, the partner never returned its tickets, and staff are responsible for them.
  const handedOut = row.code === 'SETTLED_MANUALLY' && step.from === 'needs-staff'
  if (step.to === 'done' && !handedOut) checkEvidence(findings, row, sale)
}

/** Checks invariant I10 for one print copy. `ordered`: staff requested another copy of a printed ticket. */
export function checkCopy(
  bad: (why: string) => void,
  copies: readonly Job[],
  job: Job,
  { rowsLost, ordered }: { readonly rowsLost: boolean; readonly ordered: boolean },
): void {
  const same = copies.find(({ copyNumber }) => copyNumber === job.copyNumber)
  if (same) {
    const again = job.state === 'spooling' && same.state !== 'queued' && same.state !== 'failed'
    if (again) bad(`copy ${job.copyNumber} is sent to the printer again after "${same.state}"`)
    if (job.state === 'queued' && same.state !== 'failed')
      bad(`copy ${job.copyNumber} is queued again after "${same.state}"`)
    return
  }
  const before = copies.at(-1)
  if (job.copyNumber !== (before?.copyNumber ?? -1) + 1)
    bad(`copy ${job.copyNumber} follows ${before?.copyNumber ?? 'nothing'}`)
  const over: readonly Job['state'][] = ordered ? ['unknown', 'printed'] : ['unknown']
  if (before && !over.includes(before.state)) bad(`copy ${job.copyNumber} after a copy that was "${before.state}"`)
  const doubted = rowsLost && job.copyNumber === 0 && job.state === 'unknown'
  if (job.state !== (ordered ? 'spooling' : 'queued') && !doubted)
    bad(`copy ${job.copyNumber} begins as "${job.state}"`)
}

function checkEvidence(findings: Findings, row: Row, sale: SaleAccount): void {
  if (sale.tickets.length === 0) findings.error('I9', row.seq, `sale ${sale.saleId}`, 'is done without tickets')
  for (const { ticketId } of sale.tickets) {
    const latest = sale.jobs.get(ticketId)?.at(-1)
    if (latest?.state !== 'printed' || latest.evidence === '') {
      findings.error(
        'I9',
        row.seq,
        `ticket ${ticketId}`,
        'the sale is done, but there is no evidence that it was printed',
      )
    }
  }
}
