import type { Entry, Row, Step, Job } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Maximum number of digits in the largest QR code (ISO/IEC 18004). */
const MAX_QR = 7089

/** Sale of every ticket by ID and by QR code, and the last ticket sold for each seat. */
export interface TicketRegister {
  readonly byId: Map<string, string>
  readonly byQrCode: Map<string, string>
  readonly bySeat: Map<string, { readonly saleId: string; readonly ticketId: string }>
}

/** Checks invariants I2 and I3 for one row. `sale`: state of the sale before the row. */
export function checkTickets(
  findings: Findings,
  all: TicketRegister,
  row: Row,
  step: Step,
  sale: SaleAccount,
  returnedOf: (saleId: string) => ReadonlySet<string> | undefined,
): void {
  const { tickets } = step
  const bad = (why: string): void => findings.error('I2', row.seq, `sale ${sale.saleId}`, why)
  const becomes = step.to === 'confirmed' && step.from !== 'confirmed'
  if (becomes !== (tickets !== undefined)) bad(becomes ? 'is confirmed without tickets' : 'tickets out of place')
  if (!tickets) return
  if (sale.tickets.length > 0) bad('had its tickets before')
  const ordered = (sale.order?.seats ?? []).filter(({ seatId }) => !step.unsold?.seatIds.includes(seatId))
  const prices = new Map(ordered.map(({ seatId, price }) => [seatId, price]))
  const seats = new Set(tickets.map(({ seatId }) => seatId))
  if (tickets.length !== prices.size || seats.size !== prices.size)
    bad(`${tickets.length} tickets for ${prices.size} seats`)
  for (const { ticketId, qrCode, seatId, price, eventId } of tickets) {
    const what = `ticket ${ticketId}`
    if (eventId !== undefined && eventId !== sale.opened.event.eventId)
      findings.error('I2', row.seq, what, `the service listed it under event ${eventId}`)
    if (prices.get(seatId) !== price) findings.error('I2', row.seq, what, `seat ${seatId} at ${price} was not ordered`)
    if (qrCode === '' || qrCode.length > MAX_QR)
      findings.error('I3', row.seq, what, 'its text does not fit into a QR code')
    claim(all.byId, ticketId, 'I2', 'this ticket')
    claim(all.byQrCode, qrCode, 'I3', 'its QR code')
    const seat = `${sale.opened.event.eventId} ${seatId}`
    const before = all.bySeat.get(seat)
    if (before !== undefined && !returnedOf(before.saleId)?.has(before.ticketId))
      findings.error('I3', row.seq, what, `its seat is in sale ${before.saleId} already`)
    all.bySeat.set(seat, { saleId: sale.saleId, ticketId })

    function claim(map: Map<string, string>, name: string, check: 'I2' | 'I3', whose: string): void {
      const owner = map.get(name)
      if (owner !== undefined) findings.error(check, row.seq, what, `${whose} is in sale ${owner} already`)
      map.set(name, sale.saleId)
    }
  }
}

/**
 * Performs the check `state`, which reports two errors: lost rows that staff did not investigate, and a sale that
 * continues after lost rows as if no rows were lost.
 */
export class GapCheck {
  /** First row that may be permanently lost; `Infinity` if no rows were lost. */
  lostFrom = Infinity
  readonly #findings: Findings
  readonly #open = new Set<number>()
  readonly #newKeys = new Set<number>()
  #last = 0

  constructor(findings: Findings) {
    this.#findings = findings
  }

  take({ code, row: { seq }, said }: Entry): void {
    if (code === 'RESTORED' && !said.complete) {
      this.#open.add(seq)
      this.#last = seq
      this.lostFrom = Math.min(this.lostFrom, said.presentSeq + 1)
    }
    // A key that the previous key did not sign must be investigated; recording it does not make it trusted.
    if (code === 'KEY_CHANGED' && said.previousSig === undefined) this.#newKeys.add(seq)
    if (code === 'GAP_SETTLED' && !this.#open.delete(said.gapSeq) && !this.#newKeys.delete(said.gapSeq))
      this.#findings.error('state', seq, code, `row ${said.gapSeq} is not an open gap`)
  }

  moved({ seq, code }: Row, { saleId, lastSeq }: SaleAccount): void {
    const gap = lastSeq < this.#last
    const bad = (why: string): void => this.#findings.error('state', seq, `sale ${saleId}`, why)
    if (code === 'ROWS_LOST' && !gap) bad('no rows were lost since its last one')
    if (code !== 'ROWS_LOST' && gap) bad(`continues without ROWS_LOST after the gap before row ${this.#last}`)
  }

  finish(): void {
    for (const seq of this.#open)
      this.#findings.notice('anchor', seq, 'RESTORED', 'no staff member has investigated the lost rows')
  }
}

/** Maximum time in milliseconds from the request for a page to its expiry: 400 days. */
const MAX_PAGE_MS = 400 * 86_400_000
/** Codes of rows that a sale may have between the request to publish its tickets and the result. */
const ROWS_BEFORE_RESULT: readonly string[] = ['RESUMED', 'ROWS_LOST', 'RESTORED']
const TELEPHONE = 'telephone '

type Bad = (why: string) => void

/**
 * Checks `telephone`: each link is requested once, its result follows the request in the same sale, and a ticket is on
 * a telephone only with the link that was requested for it. Checks I9 and I10 cover the numbers of the copies.
 */
export class TelephoneCheck {
  readonly #findings: Findings
  readonly #links = new Set<string>()
  readonly #messages = new Set<string>()
  /** Link and requested copies of each sale whose tickets are being published. */
  readonly #pending = new Map<string, { readonly link: string; readonly copies: ReadonlySet<string> }>()
  /** Links requested after the end of a sale, by ticket and copy number. */
  readonly #copies = new Map<string, string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  take({ code, row, said }: Entry): void {
    const bad: Bad = (why) => this.#findings.error('telephone', row.seq, code, why)
    if (code === 'TICKET_LINK_REQUESTED') {
      this.#open(bad, row, said)
      for (const copy of said.copies) this.#copies.set(copyKey(copy), said.link)
    }
    if (code === 'MESSAGE_REQUESTED') {
      if (!this.#links.has(said.link)) bad('sends a link that was not requested')
      if (this.#messages.has(said.message)) bad(`uses the number of message ${said.message} again`)
      this.#messages.add(said.message)
    }
    if (code === 'REPRINT_FINISHED') {
      const link = this.#copies.get(copyKey(said))
      // If the publication failed, its copy number is used again, and that copy may be on paper.
      this.#copies.delete(copyKey(said))
      if (said.state !== 'printed') return
      const wanted = link !== undefined && `${TELEPHONE}${link}`
      if (wanted ? said.evidence !== wanted : said.evidence.startsWith(TELEPHONE))
        bad(`copy ${said.copyNumber} of ticket ${said.ticketId} does not have the requested link`)
    }
  }

  /** `sale`: the sale before the row. */
  step(row: Row, { event, to, jobs = [] }: Step, { saleId, state }: SaleAccount): void {
    const bad: Bad = (why) => this.#findings.error('telephone', row.seq, `sale ${saleId}`, why)
    const pending = this.#pending.get(saleId)
    const isResult = row.code === 'LINK_ISSUED' || row.code === 'LINK_FAILED'
    const issued = row.code === 'LINK_ISSUED' ? `${TELEPHONE}${event.link}` : null
    if (isResult && (!pending || pending.link !== event.link)) bad('has the result of a link not requested')
    if (isResult && pending && jobs.some((job) => !pending.copies.has(copyKey(job))))
      bad('has a copy that was not requested')
    if (pending !== undefined && !isResult && !ROWS_BEFORE_RESULT.includes(row.code))
      bad('continues without a result of the publication')
    this.#pending.delete(saleId)
    if (row.code === 'LINK_REQUESTED' && (state !== 'print-unknown' || to !== 'print-unknown'))
      bad('publishes tickets although no printer failed')
    if (row.code === 'LINK_REQUESTED' || (row.code === 'PRINT_QUEUED' && event.link !== undefined)) {
      this.#open(bad, row, event)
      this.#pending.set(saleId, { link: event.link ?? '', copies: new Set(jobs.map(copyKey)) })
    }
    for (const job of jobs)
      if (hasWrongLink(job, issued)) bad(`ticket ${job.ticketId} does not have the requested link`)
  }

  #open(bad: Bad, row: Row, { link = '', untilUtc = '' }: Pick<Step['event'], 'link' | 'untilUtc'>): void {
    if (link === '' || this.#links.has(link)) bad('requests a link twice, or has no link')
    this.#links.add(link)
    const lasts = Date.parse(untilUtc) - Date.parse(row.wall_utc)
    if (!(lasts > 0 && lasts <= MAX_PAGE_MS)) bad(`publishes tickets until ${untilUtc || 'an unknown time'}`)
  }
}

const copyKey = ({ ticketId, copyNumber }: Pick<Job, 'ticketId' | 'copyNumber'>): string => `${copyNumber} ${ticketId}`

/** `issued`: required evidence; null if the row does not record tickets on a telephone. */
function hasWrongLink({ state, evidence }: Job, issued: string | null): boolean {
  return issued === null ? evidence.startsWith(TELEPHONE) : state !== 'printed' || evidence !== issued
}
