import { afterSaleEntry } from './after-sales.ts'
import { canonical } from '../format/canonical.ts'
import { checkDrawerRow } from './drawer.ts'
import { checkNoteBox } from './note-box.ts'
import { checkStrays } from './notes.ts'
import { type Closure, closureShape, drawerCodes, type Posting, type Row, stepShape } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import type { PostingRow, SaleAccount } from './sale-account.ts'
import { sumShift, type Totals } from './running-shift.ts'
import { labelled, type VerifyKey } from '../chain/signatures.ts'

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

interface Entry {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/** As programs wrote them that did not say who took what for what. */
function withoutSums(totals: Readonly<Record<string, Totals>>): Record<string, object> {
  const pairs = Object.entries(totals).map(([currency, { accounts, tickets }]) => [currency, { accounts, tickets }])
  return Object.fromEntries(pairs) as Record<string, object>
}

export function checkClosures(findings: Findings): ClosureCheck {
  const closures = new Map<number, Closure>()
  const shifts: Shift[] = [{ shiftNo: 1, firstSeq: 1, lastSeq: null }]
  const running = sumShift()
  /** From the first closure on that says who took what for what, every one has to. */
  let whole = false
  const registerPostings: PostingRow[] = []
  const noteBox = checkNoteBox(findings)
  const stray = checkStrays(findings)
  let opened = new Set<string>()
  let lastHash = '0'.repeat(64)

  /** A row that is no step of a sale. */
  function post(row: Row, saleId: string | null, { currency, postings }: Entry): void {
    running.add(row, currency, postings)
    noteBox.post(currency, postings)
    for (const [index, posting] of postings.entries()) {
      registerPostings.push({ seq: row.seq, line: index + 1, sale_id: saleId, currency, ...posting })
    }
  }

  function takeCash(row: Row, payload: object): void {
    const shift = { shiftNo: shifts.length, balance: running.drawer, opened }
    const ofDrawer = drawerCodes.has(row.code) && checkDrawerRow(findings, row, payload, shift)
    const entry = ofDrawer || noteBox.take(row, payload) || stray(row, payload)
    if (entry) post(row, null, entry)
  }

  function takeClosure(row: Row, payload: object, key: VerifyKey | null): void {
    const parsed = closureShape.safeParse(payload)
    if (!parsed.success) return findings.error('I6', row.seq, row.code, misfit(parsed.error, payload))
    const closure = parsed.data
    const shift = shifts.at(-1)
    closures.set(row.seq, closure)
    const { sig, ...said } = closure
    whole ||= Object.values(closure.totals).some(({ events, tenders, cashiers }) => events ?? tenders ?? cashiers)
    const totals = running.totals()
    const { net, abs } = running.perpetual()
    const computed = {
      kind: row.code === 'CLOSURE_Z' ? 'Z' : 'X',
      shiftNo: shift?.shiftNo,
      firstSeq: shift?.firstSeq,
      lastSeq: row.seq - 1,
      tailHash: lastHash,
      totals: whole ? totals : withoutSums(totals),
      perpetualNet: net,
      perpetualAbs: abs,
    }
    compare(findings, row, said, computed)
    if (!key?.holds(labelled('guichet-closure-1', canonical(said)), sig)) {
      findings.error('I6', row.seq, `${row.code} sig`, 'does not hold')
    }
    if (closure.kind === 'X') return
    if (shift) shift.lastSeq = row.seq - 1
    shifts.push({ shiftNo: (shift?.shiftNo ?? 0) + 1, firstSeq: row.seq + 1, lastSeq: null })
    running.endShift()
    opened = new Set()
  }

  return {
    closures,
    shifts,
    postings: registerPostings,
    take(row, payload, saleOf, key) {
      if (row.code.startsWith('CLOSURE_')) takeClosure(row, payload, key)
      if (row.sale_id === null) takeCash(row, payload)
      const after = afterSaleEntry(row, payload)
      if (after) post(row, after.saleId, after)
      const step = row.sale_id === null ? null : stepShape.safeParse(payload)
      if (step?.success && row.sale_id !== null) {
        const { postings = [], tickets = [] } = step.data
        const sale = saleOf(row.sale_id)
        noteBox.step(row, row.sale_id, step.data, sale)
        if (sale) running.addSale(row, sale, postings, tickets)
      }
      lastHash = row.hash
    },
    finish() {
      for (const [day, difference] of running.days) {
        if (difference !== 0) findings.error('I5', null, `day ${day}`, `debits and credits differ by ${difference}`)
      }
    },
  }
}

function compare(
  findings: Findings,
  row: Row,
  said: Readonly<Record<string, unknown>>,
  computed: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(computed)) {
    const found = said[name]
    if (canonical(found) !== canonical(value)) {
      findings.error('I6', row.seq, `${row.code} ${name}`, `says ${canonical(found)}, the rows say ${canonical(value)}`)
    }
  }
}
