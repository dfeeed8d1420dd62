import type { IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { takenFor } from '../../../shared/domain/sale/sale-base.ts'
import {
  isDriven,
  isFree,
  isNotes,
  isSlip,
  owedFor,
  sumOf,
  everyTender,
  type DrivenTender,
  type TenderKind,
  type TenderResult,
} from '../../../shared/domain/money/tender.ts'

/**
 * `drawer`, `…-clearing`: money the register has or will get. `customer-deposits`: taken, not yet turned into
 * tickets. `note-box`: notes that a device swallowed. `notes-found`: those of them that no sale took. `organiser-payable`: owed to the organiser for tickets. `refunds-due`: owed back to customers. `credit-slips`: owed to
 * those who hold one. `float`,
 * `paid-in`, `paid-out`, `safe`: where cash that no sale moved came from and went to. `over-short`: what a count found otherwise. `rounding`: what coins
 * that do not exist made of cash payments. `none`: of what is free; nothing is ever posted there.
 */
export type Account =
  | 'drawer'
  | 'note-box'
  | 'notes-found'
  | `${DrivenTender}-clearing`
  | 'customer-deposits'
  | 'organiser-payable'
  | 'refunds-due'
  | 'credit-slips'
  | 'float'
  | 'paid-in'
  | 'paid-out'
  | 'safe'
  | 'over-short'
  | 'rounding'
  | 'none'

/** One line of double entry, in minor units; exactly one of debit and credit is above 0. */
export interface Posting {
  readonly account: Account
  readonly debit: Minor
  readonly credit: Minor
}

/** The account that a tender's money goes over. */
export const TENDER_ACCOUNTS: Readonly<Record<TenderKind, Account>> = ofEach<TenderKind, Account>(
  everyTender,
  (kind) => {
    if (isDriven(kind)) return `${kind}-clearing`
    if (isFree(kind)) return 'none'
    return isSlip(kind) ? 'credit-slips' : isNotes(kind) ? 'note-box' : 'drawer'
  },
)

/** What a step moves. Both sides are equal by construction; lines of 0 are left out. */
export function postingsOf(previous: Sale | null, sale: Sale): readonly Posting[] {
  const before = previous && previous.state === 'refund-due' ? previous.tender : null
  const paidBack = before && !takenFor(sale).some(({ reference }) => reference === before.reference) ? [before] : []
  const slip = sale.state === 'refunded' ? sale.backAs : 'returned' in sale ? sale.returned?.at(-1)?.backAs : undefined
  return lines([
    ...newlyTaken(previous, sale).flatMap(takenPostings),
    ...(previous?.state === sale.state ? [] : owedPostings(previous, sale)),
    ...paidBack.flatMap((tender) => paidBackPostings(tender, slip)),
  ])
}

/** Tenders that `sale` has and `previous` had not. */
export function newlyTaken(previous: Sale | null, sale: Sale): readonly TenderResult[] {
  const known = new Set(previous ? takenFor(previous).map(({ reference }) => reference) : [])
  return takenFor(sale).filter(({ reference }) => !known.has(reference))
}

function takenPostings(tender: TenderResult): readonly Posting[] {
  const { kind, amount, received, change, slip } = tender
  const account = TENDER_ACCOUNTS[kind]
  const over = owedFor(tender) - amount
  return [
    debit(account, received),
    credit(account, change),
    credit('customer-deposits', amount),
    credit('credit-slips', slip?.amount ?? 0),
    over < 0 ? debit('rounding', -over) : credit('rounding', over),
  ]
}

/** What was received goes back, and with it what was rounded; as a slip, where it goes back so. */
function paidBackPostings(tender: TenderResult, slip: IssuedSlip | undefined): readonly Posting[] {
  const { kind, amount } = tender
  const over = owedFor(tender) - amount
  return [
    debit('refunds-due', amount),
    credit(slip ? 'credit-slips' : TENDER_ACCOUNTS[kind], owedFor(tender)),
    over < 0 ? credit('rounding', -over) : debit('rounding', over),
  ]
}

function owedPostings(previous: Sale | null, sale: Sale): readonly Posting[] {
  // By tickets of the service, or by the word of staff that they were handed out otherwise.
  if ('tickets' in sale && !(previous && 'tickets' in previous)) {
    const owed = previous?.state === 'refund-due' ? 'refunds-due' : 'customer-deposits'
    return [debit(owed, sale.order.amount), credit('organiser-payable', sale.order.amount)]
  }
  if (sale.state !== 'refund-due') return []
  const taken = sumOf(takenFor(sale))
  return [debit('customer-deposits', taken), credit('refunds-due', taken)]
}

/** Cash into the drawer from an account, or below 0 the other way. */
export function drawerPostings(amount: Minor, other: Account): readonly Posting[] {
  const sum = Math.abs(amount)
  return amount < 0
    ? lines([debit(other, sum), credit('drawer', sum)])
    : lines([debit('drawer', sum), credit(other, sum)])
}

/** Returned tickets: moves the liability from the organiser to the customer, rounded to existing coins for cash. */
export function returnPostings(amount: Minor, rounding: Minor): readonly Posting[] {
  return lines([
    debit('organiser-payable', amount),
    rounding < 0 ? credit('rounding', -rounding) : debit('rounding', rounding),
    credit('refunds-due', amount + rounding),
  ])
}

export function returnPaidPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit('refunds-due', amount), credit(TENDER_ACCOUNTS[kind], amount)])
}

/** A note in the box that no sale took. */
export function foundNotePostings(amount: Minor): readonly Posting[] {
  return lines([debit('note-box', amount), credit('notes-found', amount)])
}

/** The box's notes, counted, go into the safe; what the count found otherwise is over or short. */
export function boxEmptiedPostings(total: Minor, expected: Minor): readonly Posting[] {
  const over = total - expected
  return lines([
    debit('safe', total),
    over < 0 ? debit('over-short', -over) : credit('over-short', over),
    expected < 0 ? debit('note-box', -expected) : credit('note-box', expected),
  ])
}

/** Money that came for no order is owed back. */
export function foundPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit(TENDER_ACCOUNTS[kind], amount), credit('refunds-due', amount)])
}

function debit(account: Account, amount: Minor): Posting {
  return { account, debit: amount, credit: 0 }
}

function credit(account: Account, amount: Minor): Posting {
  return { account, debit: 0, credit: amount }
}

function lines(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter(({ debit, credit }) => debit !== 0 || credit !== 0)
}
