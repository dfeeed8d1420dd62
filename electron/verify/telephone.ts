import type { Entry, Job, Row, Step } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Maximum time from the request of a page to its end: 400 days. */
const MAX_PAGE_MS = 400 * 86_400_000
/** Rows of a sale that may follow a request to publish its tickets, other than the result. */
const BETWEEN: readonly string[] = ['RESUMED', 'ROWS_LOST', 'RESTORED']
const TELEPHONE = 'telephone '

type Bad = (why: string) => void

/**
 * Checks `telephone`: each link is requested once, its result follows the request in the same sale, and a ticket is on
 * a telephone only with the link that was requested for it. Checks I9 and I10 cover the numbers of the copies.
 */
export class TelephoneCheck {
  readonly #findings: Findings
  readonly #links = new Set<string>()
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
    if (code === 'REPRINT_FINISHED' && said.state === 'printed') {
      const link = this.#copies.get(copyKey(said))
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
    if (pending !== undefined && !isResult && !BETWEEN.includes(row.code))
      bad('continues before its tickets are published or paper is due')
    this.#pending.delete(saleId)
    if (row.code === 'LINK_REQUESTED') {
      if (state !== 'print-unknown' || to !== 'print-unknown') bad('publishes tickets that no printer failed to print')
      this.#open(bad, row, event)
      this.#pending.set(saleId, { link: event.link ?? '', copies: new Set(jobs.map(copyKey)) })
    }
    for (const job of jobs) if (isWrong(job, issued)) bad(`ticket ${job.ticketId} does not have the requested link`)
  }

  #open(bad: Bad, row: Row, { link = '', untilUtc = '' }: Pick<Step['event'], 'link' | 'untilUtc'>): void {
    if (link === '' || this.#links.has(link)) bad('requests a link twice, or without its hash')
    this.#links.add(link)
    const lasts = Date.parse(untilUtc) - Date.parse(row.wall_utc)
    if (!(lasts > 0 && lasts <= MAX_PAGE_MS)) bad(`publishes tickets until ${untilUtc || 'an unknown time'}`)
  }
}

const copyKey = ({ ticketId, copyNumber }: Pick<Job, 'ticketId' | 'copyNumber'>): string => `${copyNumber} ${ticketId}`

/** `issued`: required evidence; null if the row puts no ticket on a telephone. */
function isWrong({ state, evidence }: Job, issued: string | null): boolean {
  return issued === null ? evidence.startsWith(TELEPHONE) : state !== 'printed' || evidence !== issued
}
