import { canonical } from '../format/canonical.ts'
import {
  noteBoxClosedShape,
  noteBoxEmptiedShape,
  noteBoxOpenedShape,
  type Posting,
  type Row,
  type Step,
} from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

interface Opening {
  readonly seq: number
  /** What the rows had in the box then, by currency. */
  readonly balances: ReadonlyMap<string, number>
}

interface Emptied {
  readonly currency: string
  readonly postings: readonly Posting[]
}

/** `notes`: two people open the box and empty it or put it back; no note goes in meanwhile, and what they found is booked. */
export function checkNoteBox(findings: Findings) {
  const balances = new Map<string, number>()
  /** Sales whose payment in notes is not in the books yet. */
  const payingInNotes = new Set<string>()
  let open: Opening | null = null

  function byTwo({ seq, code, staff_id }: Row, second: string): void {
    if (staff_id === null || staff_id === second) findings.error('notes', seq, code, 'is not the act of two people')
  }

  /** The opening that a row ends. */
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
    /** Of any row: what it posts; null: nothing, or it is not about the box. */
    take(row: Row, payload: object): Emptied | null {
      if (row.code === 'NOTE_BOX_EMPTIED') return empties(row, payload)
      if (row.code === 'NOTE_BOX_OPENED') opens(row, payload)
      if (row.code === 'NOTE_BOX_CLOSED') closes(row, payload)
      return null
    },
    /** A step of a sale. */
    step(row: Row, saleId: string, { tender, postings = [] }: Step, sale: SaleAccount | undefined): void {
      const goesIn = row.code === 'NOTE_HELD' || row.code === 'NOTE_CREDITED'
      if (open && goesIn) findings.error('notes', row.seq, row.code, 'while the note box is open')
      if (sale) post(sale.opened.currency, postings)
      if (tender?.kind !== 'notes') return
      if (tender.state === 'started' || tender.state === 'unknown') payingInNotes.add(saleId)
      else payingInNotes.delete(saleId)
    },
    /** What a row of the register posts. */
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
