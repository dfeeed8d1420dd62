import {
  misfit,
  noteBoxClosedShape,
  noteBoxEmptiedShape,
  noteBoxOpenedShape,
  noteStrayedShape,
  type Posting,
  type Row,
  type Step,
  straySettledShape,
} from './format.ts'
import { canonical, type Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** State of a sale's payment in notes according to its rows. */
interface Intake {
  readonly reference: string
  readonly credited: number[]
  held: number | null
}

/**
 * Checks `notes`: each note is held before it is credited or returned, and a payment's received amount equals the
 * credited notes.
 */
export function checkNotes(findings: Findings) {
  const intakes = new Map<string, Intake>()

  /** `sale` is its state before the step. */
  return function step(row: Row, { event, tender, to }: Step, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('notes', row.seq, `sale ${sale.saleId}`, why)
    const intake = intakes.get(sale.saleId)
    if (row.code === 'TENDER_STARTED' && tender?.kind === 'notes') {
      if (intake) bad('takes notes for another payment before')
      intakes.set(sale.saleId, { reference: tender.reference, credited: [], held: null })
      return
    }
    if (row.code.startsWith('NOTE_') && !intake && !sale.rowsLost) bad('takes no notes')
    if (intake) noteRow(row, event, intake, bad)
    if (tender?.kind !== 'notes' || tender.state === 'started' || tender.state === 'refunded') return
    if (tender.state === 'unknown') return
    settle(tender, intake, sale.rowsLost || row.code === 'ROWS_LOST', bad)
    intakes.delete(sale.saleId)
    if (to === 'paying') bad('is paid, and takes notes still')
  }
}

function noteRow({ code }: Row, event: Step['event'], intake: Intake, bad: (why: string) => void): void {
  const value = typeof event.value === 'number' && event.value > 0 ? event.value : null
  switch (code) {
    case 'NOTE_HELD':
      if (intake.held !== null || value === null) bad('holds a note before the last one is settled, or none')
      intake.held = value
      return
    case 'NOTE_CREDITED':
      if (intake.held === null || value === null) bad('credits a note that was not held')
      else intake.credited.push(value)
      intake.held = null
      return
    case 'NOTE_RETURNED':
      if (intake.held === null) bad('gives back a note that was not held')
      intake.held = null
      return
    case 'NOTE_UNCLEAR':
      if (intake.held === null) bad('asks for a note that was not held')
      return
    case 'STAFF_ANSWERED':
      if (intake.held === null) return bad('asks staff for no note')
      if (event.moneyMoved) intake.credited.push(intake.held)
      intake.held = null
      return
    default:
      if (intake.held !== null && code !== 'RESUMED' && code !== 'ROWS_LOST') bad('goes on while a note is held')
  }
}

type SettledTender = NonNullable<Step['tender']>

function settle(tender: SettledTender, intake: Intake | undefined, rowsLost: boolean, bad: (why: string) => void) {
  const credited = (intake?.credited ?? []).reduce((sum, value) => sum + value, 0)
  const received = tender.state === 'approved' ? (tender.received ?? 0) : 0
  if (intake && intake.reference !== tender.reference) bad(`took notes for ${intake.reference}`)
  if (received !== credited && !rowsLost) bad(`received ${received}, and its notes make ${credited}`)
}

interface StrayEntry {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/**
 * Checks stray notes in the cashbox and their settlement (I5). The function returned gives the postings of a row; null
 * if it has none.
 */
export function checkStrays(findings: Findings): (row: Row, payload: object) => StrayEntry | null {
  const open = new Map<number, { readonly currency: string; readonly amount: number | null }>()

  function posts(row: Row, { currency, postings }: StrayEntry, expected: readonly Posting[]): StrayEntry {
    if (canonical(postings) !== canonical(expected))
      findings.error('I5', row.seq, row.code, `postings should be ${canonical(expected)}, are ${canonical(postings)}`)
    return { currency, postings }
  }

  function strayed(row: Row, payload: object): StrayEntry | null {
    const read = noteStrayedShape.safeParse(payload)
    if (!read.success) {
      findings.error('state', row.seq, row.code, misfit(read.error, payload))
      return null
    }
    const { currency, amount } = read.data
    open.set(row.seq, { currency, amount })
    return amount === null ? null : posts(row, read.data, moved('note-box', 'notes-found', amount))
  }

  function settled(row: Row, payload: object): StrayEntry | null {
    const read = straySettledShape.safeParse(payload)
    if (!read.success) {
      findings.error('state', row.seq, row.code, misfit(read.error, payload))
      return null
    }
    const { straySeq, paidOut, currency } = read.data
    const stray = open.get(straySeq)
    if (stray?.currency !== currency || (paidOut && stray.amount === null))
      findings.error('notes', row.seq, row.code, `settles the note of row ${straySeq}, which waits for nobody`)
    open.delete(straySeq)
    return posts(row, read.data, paidOut && stray?.amount ? moved('notes-found', 'drawer', stray.amount) : [])
  }

  return (row, payload) => {
    if (row.code === 'NOTE_STRAYED') return strayed(row, payload)
    return row.code === 'STRAY_SETTLED' ? settled(row, payload) : null
  }
}

const moved = (to: Posting['account'], from: Posting['account'], amount: number): readonly Posting[] => [
  { account: to, debit: amount, credit: 0 },
  { account: from, debit: 0, credit: amount },
]

interface Opening {
  readonly seq: number
  /** Amounts in the cashbox at that time according to the rows, by currency. */
  readonly balances: ReadonlyMap<string, number>
}

interface Emptied {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/**
 * Checks `notes`: two people open the cashbox and either empty it or put it back. Meanwhile no note goes in, and the
 * counted amount is booked.
 */
export function checkNoteBox(findings: Findings) {
  const balances = new Map<string, number>()
  /** Sales whose payment in notes is not booked yet. */
  const payingInNotes = new Set<string>()
  let open: Opening | null = null

  function byTwo({ seq, code, staff_id }: Row, second: string): void {
    if (staff_id === null || staff_id === second) findings.error('notes', seq, code, 'is not the act of two people')
  }

  /** Returns the opening that a row ends; null if the row does not match the last one. */
  function ended(row: Row, openedSeq: number): Opening | null {
    const before = open
    open = null
    if (before?.seq === openedSeq) return before
    findings.error('notes', row.seq, row.code, before ? 'ends another opening' : 'ends an opening, and the box is shut')
    return null
  }

  function opens(row: Row, payload: object): void {
    const read = noteBoxOpenedShape.safeParse(payload)
    if (!read.success) return findings.error('state', row.seq, row.code, misfit(read.error, payload))
    byTwo(row, read.data.second)
    if (open) findings.error('notes', row.seq, row.code, 'is open already')
    for (const saleId of payingInNotes) findings.error('notes', row.seq, row.code, `while sale ${saleId} pays in notes`)
    open = { seq: row.seq, balances: new Map(balances) }
  }

  function closes(row: Row, payload: object): void {
    const read = noteBoxClosedShape.safeParse(payload)
    if (!read.success) return findings.error('state', row.seq, row.code, misfit(read.error, payload))
    byTwo(row, read.data.second)
    ended(row, read.data.openedSeq)
  }

  function empties(row: Row, payload: object): Emptied | null {
    const read = noteBoxEmptiedShape.safeParse(payload)
    if (!read.success) {
      findings.error('state', row.seq, row.code, misfit(read.error, payload))
      return null
    }
    const { openedSeq, second, currency, pieces, total, expected, postings } = read.data
    byTwo(row, second)
    const counted = pieces.reduce((sum, { value, count }) => sum + value * count, 0)
    if (counted !== total) findings.error('I6', row.seq, row.code, `says ${total}, its pieces make ${counted}`)
    const opening = ended(row, openedSeq)
    const balance = opening?.balances.get(currency) ?? 0
    if (opening && balance !== expected)
      findings.error('I6', row.seq, row.code, `expects ${expected}, the rows say ${balance}`)
    const due = duePostings(total, expected)
    if (canonical(postings) !== canonical(due))
      findings.error('I5', row.seq, row.code, `postings should be ${canonical(due)}, are ${canonical(postings)}`)
    return { currency, postings }
  }

  function post(currency: string, postings: readonly Posting[]): void {
    for (const { account, debit, credit } of postings)
      if (account === 'note-box') balances.set(currency, (balances.get(currency) ?? 0) + debit - credit)
  }

  return {
    /** Returns the postings of a row; null if it has none or is not about the cashbox. */
    take(row: Row, payload: object): Emptied | null {
      if (row.code === 'NOTE_BOX_EMPTIED') return empties(row, payload)
      if (row.code === 'NOTE_BOX_OPENED') opens(row, payload)
      if (row.code === 'NOTE_BOX_CLOSED') closes(row, payload)
      return null
    },
    /** Applies a step of a sale. */
    step(row: Row, saleId: string, { tender, postings = [] }: Step, sale: SaleAccount | undefined): void {
      const goesIn = row.code === 'NOTE_HELD' || row.code === 'NOTE_CREDITED'
      if (open && goesIn) findings.error('notes', row.seq, row.code, 'while the note box is open')
      if (sale) post(sale.opened.currency, postings)
      if (tender?.kind !== 'notes') return
      if (tender.state === 'started' || tender.state === 'unknown') payingInNotes.add(saleId)
      else payingInNotes.delete(saleId)
    },
    /** Applies the postings of a row of the register. */
    post,
  }
}

function duePostings(total: number, expected: number): readonly Posting[] {
  const line = (account: string, amount: number): Posting => ({
    account,
    debit: Math.max(0, amount),
    credit: Math.max(0, -amount),
  })
  const due = [line('safe', total), line('over-short', expected - total), line('note-box', -expected)]
  return due.filter(({ debit, credit }) => debit !== credit)
}
