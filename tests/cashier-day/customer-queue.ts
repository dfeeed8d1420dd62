import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { type RowCode, rowCodes } from '../../shared/ledger-format/rows.ts'
import { inLedger } from '../e2e/desk-people.ts'
import { agree, type AtTheDesk, becomes } from './at-the-desk.ts'
import type { Customer, Papers } from './customers.ts'
import type { Site } from './site.ts'

/** Browser name of a key that the desk knows; any other text is typed. */
const KEY = /^(?:Enter|Escape|F\d+|Arrow(?:Up|Down)|Control\+[a-z])$/u

const nothing = { tickets: 0, tenders: {}, rows: [], tooManyKeys: false }

/** Rows about earlier sales, except the result of a cancellation, which may come at any time. */
const counted: readonly string[] = [...rowCodes.afterSale, 'LINK_ISSUED', 'ACCOUNT_PAID']

/**
 * Serves customers one after the other at a desk, and compares the ledger's changes after each customer with the
 * expected changes.
 */
export class CustomerQueue {
  readonly #at: AtTheDesk
  readonly #site: Site
  readonly #sales = new Map<string, string>()

  constructor(at: AtTheDesk, site: Site) {
    this.#at = at
    this.#site = site
  }

  async serve({ wish, typed, afterwards }: Customer): Promise<void> {
    const { hands } = this.#at
    try {
      const papers = this.#papers()
      const [tickets, tenders, rows] = [this.#tickets(), this.#tenders(), this.#rows().length]
      hands.keys = 0
      for (const key of typed(papers)) {
        if (typeof key !== 'string') await key.until(this.#at)
        else if (KEY.test(key)) await hands.press(key)
        else await hands.type(key)
      }
      await this.#at.atSeats()
      await this.#printed()
      const changed = {
        tickets: this.#tickets() - tickets,
        tenders: difference(this.#tenders(), tenders),
        rows: this.#rows().slice(rows),
      }
      const { keys = Infinity, ...expected } = afterwards
      agree({ ...changed, tooManyKeys: hands.keys > keys }, { ...nothing, ...expected })
      if (changed.tickets > 0) this.#sales.set(wish, this.#one('SELECT sale_id FROM ticket ORDER BY rowid DESC'))
    } catch (cause) {
      throw new Error(`a customer who wishes ${wish}\n${await this.#at.sight()}`, { cause })
    }
  }

  #papers(): Papers {
    const [mariama, alpha = mariama] = this.#at.desk.cashiers
    const ofSale = (column: string, table: string) => (wish: string) =>
      this.#one(`SELECT ${column} FROM ${table} WHERE sale_id = '${this.#sales.get(wish) ?? wish}' ORDER BY rowid`)
    const seat = ofSale('seat_code', 'ticket')
    return {
      mariama,
      alpha,
      fatou: this.#at.desk.supervisor,
      site: this.#site,
      printed: { until: () => this.#printed() },
      rowsOf: (code) => Number(this.#one(`SELECT count(*) FROM journal WHERE code = '${code}'`)),
      orderOf: ofSale('order_id', 'sale'),
      seatOf: (wish) => seat(wish).replaceAll('-', ' '),
      codeOf: ofSale('qr_code', 'ticket'),
    }
  }

  /** Waits until no sale is unfinished, except the visit of the next customer. */
  #printed(): Promise<void> {
    const open = () => this.#query("SELECT sale_id, state FROM sale WHERE finished = 0 AND state <> 'choosing'")
    return becomes<readonly unknown[]>(async () => open(), [])
  }

  /** Returns the number of tickets that were issued and not returned. */
  #tickets(): number {
    const returned = `SELECT coalesce(sum(json_array_length(payload, '$.ticketIds')), 0) FROM journal
      WHERE code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED')`
    return Number(this.#one('SELECT count(*) FROM ticket')) - Number(this.#one(returned))
  }

  #tenders(): ReadonlyMap<TenderKind, number> {
    const rows = this.#query("SELECT kind, count(*) FROM tender WHERE state = 'approved' GROUP BY kind")
    return new Map(rows.map(([kind, count]) => [kind as TenderKind, Number(count)]))
  }

  #rows(): readonly RowCode[] {
    const rows = this.#query('SELECT code FROM journal ORDER BY seq').flat() as RowCode[]
    return rows.filter((code) => counted.includes(code) && code !== 'CANCELLATION_RESULT')
  }

  #one(query: string): string {
    return String(this.#query(query)[0]?.[0])
  }

  #query(query: string) {
    return inLedger(this.#at.desk, query)
  }
}

function difference(after: ReadonlyMap<TenderKind, number>, before: ReadonlyMap<TenderKind, number>) {
  const kinds = new Set([...after.keys(), ...before.keys()])
  const changed = [...kinds].map((kind) => [kind, (after.get(kind) ?? 0) - (before.get(kind) ?? 0)] as const)
  return Object.fromEntries(changed.filter(([, count]) => count !== 0))
}
