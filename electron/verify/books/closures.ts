import { afterSaleEntry } from './after-sales.ts'
import { canonical } from '../format/canonical.ts'
import { checkDrawerRow } from './drawer.ts'
import {
  type Closure,
  closureShape,
  drawerCodes,
  misfit,
  type Posting,
  type Row,
  stepShape,
  type Ticket,
} from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { PostingRow, SaleAccount } from './sale-account.ts'
import { addPayments, addTickets, emptySums, type ShiftSums } from './shift-sums.ts'
import { labelled, type VerifyKey } from '../chain/signatures.ts'

type ByCurrency = Record<string, number>

/** I5 by day and I6: keeps the running shift's sums from the rows themselves, and holds every closure against them. */
export interface ClosureCheck {
  take(row: Row, payload: object, saleOf: (saleId: string) => SaleAccount | undefined, key: VerifyKey | null): void
  finish(): void
  readonly closures: ReadonlyMap<number, Closure>
  readonly shifts: readonly Shift[]
  /** Of rows that are no step of a sale. */
  readonly postings: readonly PostingRow[]
}

export interface Shift {
  readonly shiftNo: number
  readonly firstSeq: number
  lastSeq: number | null
}

type Totals = ShiftSums & { readonly accounts: Record<string, { debit: number; credit: number }>; tickets: number }

/** As programs wrote them that did not say who took what for what. */
function withoutSums(totals: Readonly<Record<string, Totals>>): Record<string, object> {
  const pairs = Object.entries(totals).map(([currency, { accounts, tickets }]) => [currency, { accounts, tickets }])
  return Object.fromEntries(pairs) as Record<string, object>
}

export function checkClosures(findings: Findings): ClosureCheck {
  const closures = new Map<number, Closure>()
  const shifts: Shift[] = [{ shiftNo: 1, firstSeq: 1, lastSeq: null }]
  const days = new Map<string, number>()
  let totals: Record<string, Totals> = {}
  /** From the first closure on that says who took what for what, every one has to. */
  let whole = false
  const registerPostings: PostingRow[] = []
  let opened = new Set<string>()
  let net: ByCurrency = {}
  let abs: ByCurrency = {}
  let lastHash = '0'.repeat(64)

  function addStep(row: Row, currency: string, postings: readonly Posting[]): Totals {
    const sums = totals[currency] ?? { accounts: {}, tickets: 0, ...emptySums() }
    if (postings.length > 0) totals[currency] = sums
    addPayments(sums, row.staff_id, postings)
    const { accounts } = sums
    for (const { account, debit, credit } of postings) {
      const sum = accounts[account] ?? { debit: 0, credit: 0 }
      accounts[account] = { debit: sum.debit + debit, credit: sum.credit + credit }
      const day = `${row.wall_utc.slice(0, 10)} ${currency}`
      days.set(day, (days.get(day) ?? 0) + debit - credit)
    }
    return sums
  }

  function addSale(row: Row, sale: SaleAccount, postings: readonly Posting[], tickets: readonly Ticket[]): void {
    const { currency } = sale.opened
    const sums = addStep(row, currency, postings)
    if (tickets.length === 0) return
    totals[currency] = sums
    sums.tickets += tickets.length
    addTickets(sums, sale, tickets)
  }

  /** Perpetual figures with the running shift's turnover. */
  function grown(before: ByCurrency, of: (sum: { debit: number; credit: number }) => number): ByCurrency {
    const after = { ...before }
    for (const [currency, { accounts }] of Object.entries(totals)) {
      const turnover = accounts['organiser-payable']
      if (turnover) after[currency] = (after[currency] ?? 0) + of(turnover)
    }
    return after
  }

  function keep(row: Row, saleId: string | null, currency: string, postings: readonly Posting[]): void {
    for (const [index, posting] of postings.entries()) {
      registerPostings.push({ seq: row.seq, line: index + 1, sale_id: saleId, currency, ...posting })
    }
  }

  function takeDrawer(row: Row, payload: object): void {
    const balance = (currency: string): number => {
      const { debit = 0, credit = 0 } = totals[currency]?.accounts['drawer'] ?? {}
      return debit - credit
    }
    const entry = checkDrawerRow(findings, row, payload, { shiftNo: shifts.length, balance, opened })
    if (!entry) return
    const { currency, postings } = entry
    addStep(row, currency, postings)
    keep(row, null, currency, postings)
  }

  function takeClosure(row: Row, payload: object, key: VerifyKey | null): void {
    const parsed = closureShape.safeParse(payload)
    const what = row.code
    if (!parsed.success) return findings.error('I6', row.seq, what, misfit(parsed.error))
    const closure = parsed.data
    const shift = shifts.at(-1)
    closures.set(row.seq, closure)
    const { sig, ...said } = closure
    whole ||= Object.values(closure.totals).some(({ events, tenders, cashiers }) => events ?? tenders ?? cashiers)
    const computed = {
      kind: row.code === 'CLOSURE_Z' ? 'Z' : 'X',
      shiftNo: shift?.shiftNo,
      firstSeq: shift?.firstSeq,
      lastSeq: row.seq - 1,
      tailHash: lastHash,
      totals: whole ? totals : withoutSums(totals),
      perpetualNet: grown(net, ({ debit, credit }) => credit - debit),
      perpetualAbs: grown(abs, ({ debit, credit }) => credit + debit),
    }
    for (const [name, value] of Object.entries(computed)) {
      const found = said[name as keyof typeof said]
      if (canonical(found) !== canonical(value)) {
        findings.error('I6', row.seq, `${what} ${name}`, `says ${canonical(found)}, the rows say ${canonical(value)}`)
      }
    }
    if (!key?.holds(labelled('guichet-closure-1', canonical(said)), sig)) {
      findings.error('I6', row.seq, `${what} sig`, 'does not hold')
    }
    if (closure.kind === 'X') return
    if (shift) shift.lastSeq = row.seq - 1
    shifts.push({ shiftNo: (shift?.shiftNo ?? 0) + 1, firstSeq: row.seq + 1, lastSeq: null })
    net = computed.perpetualNet
    abs = computed.perpetualAbs
    totals = {}
    opened = new Set()
  }

  return {
    closures,
    shifts,
    postings: registerPostings,
    take(row, payload, saleOf, key) {
      if (row.code.startsWith('CLOSURE_')) takeClosure(row, payload, key)
      if (row.sale_id === null && drawerCodes.has(row.code)) takeDrawer(row, payload)
      const after = afterSaleEntry(row, payload)
      if (after) {
        addStep(row, after.currency, after.postings)
        keep(row, after.saleId, after.currency, after.postings)
      }
      const step = row.sale_id === null ? null : stepShape.safeParse(payload)
      if (step?.success && row.sale_id !== null) {
        const { postings = [], tickets = [] } = step.data
        const sale = saleOf(row.sale_id)
        if (sale) addSale(row, sale, postings, tickets)
      }
      lastHash = row.hash
    },
    finish() {
      for (const [day, difference] of days) {
        if (difference !== 0) findings.error('I5', null, `day ${day}`, `debits and credits differ by ${difference}`)
      }
    },
  }
}
