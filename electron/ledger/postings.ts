import type { Minor } from '../../shared/domain/money.ts'
import type { Sale, TenderKind } from '../../shared/domain/sale.ts'

/**
 * `drawer`, `card-clearing`: money the register has or will get. `customer-deposits`: taken, not yet turned into
 * tickets. `organiser-payable`: owed to the organiser for tickets. `refunds-due`: owed back to customers. `float`,
 * `paid-in`, `paid-out`: where cash that no sale moved came from and went to. `over-short`: what a count found otherwise.
 */
export type Account =
  | 'drawer'
  | 'card-clearing'
  | 'customer-deposits'
  | 'organiser-payable'
  | 'refunds-due'
  | 'float'
  | 'paid-in'
  | 'paid-out'
  | 'over-short'

/** One line of double entry, in minor units; exactly one of debit and credit is above 0. */
export interface Posting {
  readonly account: Account
  readonly debit: Minor
  readonly credit: Minor
}

/** The account that a tender's money goes over. */
export const TENDER_ACCOUNTS: Readonly<Record<TenderKind, Account>> = { card: 'card-clearing', cash: 'drawer' }

/** What a step moves. Both sides are equal by construction; lines of 0 are left out. */
export function postingsOf(previous: Sale | null, sale: Sale): readonly Posting[] {
  if (previous?.state === sale.state) return []
  switch (sale.state) {
    case 'paid': {
      const { kind, received, change } = sale.tender
      return lines([
        debit(TENDER_ACCOUNTS[kind], received),
        credit(TENDER_ACCOUNTS[kind], change),
        credit('customer-deposits', received - change),
      ])
    }
    case 'confirmed':
      return lines([debit('customer-deposits', sale.order.amount), credit('organiser-payable', sale.order.amount)])
    case 'refund-due': {
      const taken = sale.tender.received - sale.tender.change
      return lines([debit('customer-deposits', taken), credit('refunds-due', taken)])
    }
    case 'refunded': {
      const { kind, received, change } = sale.tender
      return lines([debit('refunds-due', received - change), credit(TENDER_ACCOUNTS[kind], received - change)])
    }
    default:
      return []
  }
}

/** Cash into the drawer from an account, or below 0 the other way. */
export function drawerPostings(amount: Minor, other: Account): readonly Posting[] {
  const sum = Math.abs(amount)
  return amount < 0
    ? lines([debit(other, sum), credit('drawer', sum)])
    : lines([debit('drawer', sum), credit(other, sum)])
}

/** Tickets given back: what was owed to the organiser for them is owed to the customer. */
export function returnPostings(amount: Minor): readonly Posting[] {
  return lines([debit('organiser-payable', amount), credit('refunds-due', amount)])
}

export function returnPaidPostings(kind: TenderKind, amount: Minor): readonly Posting[] {
  return lines([debit('refunds-due', amount), credit(TENDER_ACCOUNTS[kind], amount)])
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
