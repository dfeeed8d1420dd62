import type { Entry, Posting, Row, Step } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

interface Intake {
  readonly reference: string
  readonly credited: number[]
  held: number | null
}

/** Checks `notes`: each note is first in escrow, and the amount received equals the credited notes. */
export function checkNotes(findings: Findings) {
  const intakes = new Map<string, Intake>()

  /** `sale`: state of the sale before the step. */
  return function step(row: Row, { event, tender, to }: Step, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('notes', row.seq, `sale ${sale.saleId}`, why)
    const intake = intakes.get(sale.saleId)
    if (row.code === 'TENDER_STARTED' && tender?.kind === 'notes') {
      if (intake) bad('accepts notes during another payment in notes')
      intakes.set(sale.saleId, { reference: tender.reference, credited: [], held: null })
      return
    }
    if (row.code.startsWith('NOTE_') && !intake && !sale.rowsLost) bad('takes no notes')
    if (intake) noteRow(row, event, intake, bad)
    if (tender?.kind !== 'notes' || tender.state === 'started' || tender.state === 'refunded') return
    if (tender.state === 'unknown') return
    settle(tender, intake, sale.rowsLost || row.code === 'ROWS_LOST', bad)
    intakes.delete(sale.saleId)
    if (to === 'paying') bad('accepts notes although it is paid')
  }
}

/** Codes of rows that are written after a restart. A note may still be in escrow after such a row. */
const RESTARTS: readonly string[] = ['RESUMED', 'ROWS_LOST', 'RESTORED']

function noteRow({ code }: Row, event: Step['event'], intake: Intake, bad: (why: string) => void): void {
  const value = typeof event.value === 'number' && event.value > 0 ? event.value : null
  switch (code) {
    case 'NOTE_HELD':
      if (intake.held !== null || value === null) bad('holds a note before the previous one is settled, or no note')
      intake.held = value
      return
    case 'NOTE_CREDITED':
      if (intake.held === null || value === null) bad('credits a note that was not held')
      else intake.credited.push(value)
      intake.held = null
      return
    case 'NOTE_RETURNED':
      if (intake.held === null) bad('returns a note that was not held')
      intake.held = null
      return
    case 'NOTE_OUTCOME_UNKNOWN':
      if (intake.held === null) bad('reports an unknown outcome for a note that was not held')
      return
    case 'STAFF_ANSWERED':
      if (intake.held === null) return bad('asks staff about a note that does not exist')
      if (event.moneyMoved) intake.credited.push(intake.held)
      intake.held = null
      return
    default:
      if (intake.held !== null && !RESTARTS.includes(code)) bad('continues while a note is held')
  }
}

type SettledTender = NonNullable<Step['tender']>

function settle(tender: SettledTender, intake: Intake | undefined, rowsLost: boolean, bad: (why: string) => void) {
  const credited = (intake?.credited ?? []).reduce((sum, value) => sum + value, 0)
  const received = tender.state === 'approved' ? (tender.received ?? 0) : 0
  if (intake && intake.reference !== tender.reference) bad(`took notes for ${intake.reference}`)
  if (received !== credited && !rowsLost) bad(`received ${received}, but its notes add up to ${credited}`)
}

interface Opening {
  readonly seq: number
  /** Amounts in the cashbox by currency when the cashbox was opened, in minor units. */
  readonly balances: ReadonlyMap<string, number>
}

/** Checks `notes`: two people empty or close the cashbox, and each unallocated note is settled once. */
export class CashboxCheck {
  readonly #findings: Findings
  readonly #balances = new Map<string, number>()
  /** Sales whose payment in notes is not booked yet. */
  readonly #payingInNotes = new Set<string>()
  /** Unsettled notes that were not accepted for any sale, by the number of the row that reported the note. */
  readonly #strays = new Map<number, { readonly currency: string; readonly amount: number | null }>()
  #open: Opening | null = null

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Returns the amount of the unallocated note that the row pays out; otherwise 0. */
  take({ code, row, said }: Entry): number {
    const bad = (why: string): void => this.#findings.error('notes', row.seq, code, why)
    if (code === 'CASHBOX_OPENED' || code === 'CASHBOX_CLOSED' || code === 'CASHBOX_EMPTIED')
      if (row.staff_id === null || row.staff_id === said.second) bad('lacks the approval of a second person')
    if (code === 'CASHBOX_OPENED') {
      if (this.#open) bad('is open already')
      for (const saleId of this.#payingInNotes) bad(`while sale ${saleId} pays in notes`)
      this.#open = { seq: row.seq, balances: new Map(this.#balances) }
    }
    if (code === 'CASHBOX_CLOSED') this.#endOpening(said.openingSeq, bad)
    if (code === 'CASHBOX_EMPTIED') {
      const opening = this.#endOpening(said.openingSeq, bad)
      checkCount(this.#findings, row, said, opening && (opening.balances.get(said.currency) ?? 0))
    }
    if (code === 'NOTE_UNALLOCATED') this.#strays.set(row.seq, said)
    return code === 'UNALLOCATED_NOTE_SETTLED' ? this.#settle(said, bad) : 0
  }

  step(row: Row, saleId: string, { tender, postings = [] }: Step, sale: SaleAccount | undefined): void {
    if (this.#open && (row.code === 'NOTE_HELD' || row.code === 'NOTE_CREDITED'))
      this.#findings.error('notes', row.seq, row.code, 'while the cashbox is open')
    if (sale) this.post(sale.opened.currency, postings)
    if (tender?.kind !== 'notes') return
    if (tender.state === 'started' || tender.state === 'unknown') this.#payingInNotes.add(saleId)
    else this.#payingInNotes.delete(saleId)
  }

  post(currency: string, postings: readonly Posting[]): void {
    for (const { account, debit, credit } of postings)
      if (account === 'cashbox') this.#balances.set(currency, (this.#balances.get(currency) ?? 0) + debit - credit)
  }

  /** Returns null if the row does not match the latest opening of the cashbox. */
  #endOpening(openingSeq: number, bad: (why: string) => void): Opening | null {
    const before = this.#open
    this.#open = null
    if (before?.seq === openingSeq) return before
    bad(before ? 'ends another opening' : 'ends an opening, but the cashbox is closed')
    return null
  }

  #settle(
    { noteSeq, paidOut, currency }: Entry<'UNALLOCATED_NOTE_SETTLED'>['said'],
    bad: (why: string) => void,
  ): number {
    const stray = this.#strays.get(noteSeq)
    if (stray?.currency !== currency || (paidOut && stray.amount === null))
      bad(`settles the note of row ${noteSeq}, which is not open`)
    this.#strays.delete(noteSeq)
    return paidOut ? (stray?.amount ?? 0) : 0
  }
}

/** Checks invariant I6: the total equals the sum of the pieces, and `expected` equals `balance` (null if unknown). */
export function checkCount(
  findings: Findings,
  { seq, code }: Row,
  { pieces, total, expected }: Entry<'DRAWER_COUNTED' | 'CASHBOX_EMPTIED'>['said'],
  balance: number | null,
): void {
  const counted = pieces.reduce((sum, { value, count }) => sum + value * count, 0)
  if (counted !== total) findings.error('I6', seq, code, `says ${total}, its pieces make ${counted}`)
  if (balance !== null && balance !== expected)
    findings.error('I6', seq, code, `expects ${expected}, the rows say ${balance}`)
}
