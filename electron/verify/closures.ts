import { afterSaleEntry } from './after-sales.ts'
import { canonical } from './canonical.ts'
import { checkDrawerRow } from './drawer.ts'
import { type Closure, closureShape, drawerCodes, misfit, type Posting, type Row, stepShape } from './format.ts'
import type { Findings } from './report.ts'
import type { PostingRow } from './sale-account.ts'
import { labelled, type VerifyKey } from './signatures.ts'

type ByCurrency = Record<string, number>

/** I5 by day and I6: keeps the running shift's sums from the rows themselves, and holds every closure against them. */
export interface ClosureCheck {
  take(row: Row, payload: object, currencyOf: (saleId: string) => string, key: VerifyKey | null): void
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

export function checkClosures(findings: Findings): ClosureCheck {
  const closures = new Map<number, Closure>()
  const shifts: Shift[] = [{ shiftNo: 1, firstSeq: 1, lastSeq: null }]
  const days = new Map<string, number>()
  let totals: Record<string, { accounts: Record<string, { debit: number; credit: number }>; tickets: number }> = {}
  const registerPostings: PostingRow[] = []
  let opened = new Set<string>()
  let net: ByCurrency = {}
  let abs: ByCurrency = {}
  let lastHash = '0'.repeat(64)

  function addStep(row: Row, currency: string, postings: readonly Posting[], tickets: number): void {
    if (postings.length === 0 && tickets === 0) return
    totals[currency] ??= { accounts: {}, tickets: 0 }
    totals[currency].tickets += tickets
    const { accounts } = totals[currency]
    for (const { account, debit, credit } of postings) {
      const sum = accounts[account] ?? { debit: 0, credit: 0 }
      accounts[account] = { debit: sum.debit + debit, credit: sum.credit + credit }
      const day = `${row.wall_utc.slice(0, 10)} ${currency}`
      days.set(day, (days.get(day) ?? 0) + debit - credit)
    }
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
    addStep(row, currency, postings, 0)
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
    const computed = {
      kind: row.code === 'CLOSURE_Z' ? 'Z' : 'X',
      shiftNo: shift?.shiftNo,
      firstSeq: shift?.firstSeq,
      lastSeq: row.seq - 1,
      tailHash: lastHash,
      totals,
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
    take(row, payload, currencyOf, key) {
      if (row.code.startsWith('CLOSURE_')) takeClosure(row, payload, key)
      if (row.sale_id === null && drawerCodes.has(row.code)) takeDrawer(row, payload)
      const after = afterSaleEntry(row, payload)
      if (after) {
        addStep(row, after.currency, after.postings, 0)
        keep(row, after.saleId, after.currency, after.postings)
      }
      const step = row.sale_id === null ? null : stepShape.safeParse(payload)
      if (step?.success && row.sale_id !== null) {
        const { postings = [], tickets = [] } = step.data
        addStep(row, currencyOf(row.sale_id), postings, tickets.length)
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
