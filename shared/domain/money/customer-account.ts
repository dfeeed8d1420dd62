import type { VoucherRequester } from './credit-voucher.ts'
import type { Minor } from './money.ts'

/** Account of a customer who pays later. Only the hub stores it and enforces its limit. */
export interface CustomerAccount {
  /** Letters, digits and hyphens, in capitals; see `ACCOUNT_NUMBER`. */
  readonly number: string
  readonly name: string
  readonly currency: string
  /** Maximum amount that the customer may owe. */
  readonly limit: Minor
  /** A closed account accepts payments and credits, but no sales. */
  readonly state: 'open' | 'closed'
}

export const ACCOUNT_NUMBER = /^[\dA-Z][\dA-Z-]{0,19}$/u
export const MAX_ACCOUNT_NAME = 80

/** `balance`: amount that the customer owes; negative if more was paid than sold. */
export interface AccountWithBalance extends CustomerAccount {
  readonly balance: Minor
}

/** `charge`: a sale on account. `credit`: its refund. `payment`: a payment of the customer. */
export type AccountEntryKind = 'charge' | 'credit' | 'payment'

export interface AccountEntry {
  readonly kind: AccountEntryKind
  readonly account: string
  /** Unique within a device. */
  readonly reference: string
  readonly amount: Minor
  readonly currency: string
  /** Number on the customer's receipt. */
  readonly receipt: string
  /** References of the charges to pay first; empty for a charge. */
  readonly items: readonly string[]
}

export interface BookedEntry extends AccountEntry {
  readonly deviceId: string
  readonly atUtc: string
}

/** Sale on account that is not fully paid. */
export interface OpenItem extends Pick<BookedEntry, 'reference' | 'receipt' | 'deviceId' | 'atUtc' | 'amount'> {
  readonly open: Minor
}

/** Account as sent to a desk, with its open items, oldest first. */
export interface AccountView extends AccountWithBalance {
  readonly items: readonly OpenItem[]
}

/**
 * Returns the open items after all entries, oldest first. Credits and payments settle the named items, then the oldest.
 */
export function openItems(entries: readonly BookedEntry[]): readonly OpenItem[] {
  const items = new Map<string, OpenItem>()
  let spare = 0
  const pay = (first: readonly string[]): void => {
    for (const reference of [...first, ...items.keys()]) {
      const item = items.get(reference)
      if (!item) continue
      const paid = Math.min(spare, item.open)
      spare -= paid
      items.set(reference, { ...item, open: item.open - paid })
    }
  }
  for (const { kind, reference, receipt, deviceId, atUtc, amount, items: named } of entries) {
    if (kind === 'charge') items.set(reference, { reference, receipt, deviceId, atUtc, amount, open: amount })
    else spare += amount
    pay(named)
  }
  return [...items.values()].filter(({ open }) => open > 0)
}

const ORDER_ID = /^[\da-f]{8}(?=-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$)/u

/** Returns the first part of an order id (a UUID), which is enough for a list; other numbers in full. */
export const inShort = (receipt: string): string => ORDER_ID.exec(receipt)?.[0] ?? receipt

/** Returns the amount by which an entry changes what the customer owes. */
export const owedBy = ({ kind, amount }: Pick<AccountEntry, 'kind' | 'amount'>): Minor =>
  kind === 'charge' ? amount : -amount

/** Entries of an account in a period, with the items that are open at its end. */
export interface AccountStatement {
  readonly account: CustomerAccount
  /** ISO 8601 UTC; the period ends before `toUtc`. */
  readonly fromUtc: string
  readonly toUtc: string
  readonly opening: Minor
  readonly entries: readonly BookedEntry[]
  readonly closing: Minor
  readonly items: readonly OpenItem[]
}

export function statementOf(
  account: CustomerAccount,
  all: readonly BookedEntry[],
  { fromUtc, toUtc }: Pick<AccountStatement, 'fromUtc' | 'toUtc'>,
): AccountStatement {
  const until = all.filter(({ atUtc }) => atUtc < toUtc)
  const entries = until.filter(({ atUtc }) => atUtc >= fromUtc)
  const total = (some: readonly BookedEntry[]): Minor => some.reduce((sum, entry) => sum + owedBy(entry), 0)
  const closing = total(until)
  return { account, fromUtc, toUtc, opening: closing - total(entries), entries, closing, items: openItems(until) }
}

/** Receipt of a customer who paid on an account at a desk. */
export interface AccountReceipt {
  readonly reference: string
  readonly account: string
  /** Name of the customer; empty on a reprint while the hub, which stores the name, is unreachable. */
  readonly name: string
  readonly register: string
  readonly atUtc: string
  readonly staffId: string
  readonly currency: string
  readonly amount: Minor
  readonly tender: string
  readonly received: Minor
  readonly change: Minor
  /** Number of the payment or document, or the staff member who took cash. */
  readonly approval: string
  /** Staff member who approved a cheque or bank transfer; absent for other tenders. */
  readonly second?: string
  /** Receipt numbers of the sales that the customer chose to pay. */
  readonly receipts: readonly string[]
}

export type AccountPaper = AccountStatement | AccountReceipt

export const chargeRefusals = ['unknown', 'closed', 'other-currency', 'over-limit'] as const
export type ChargeRefusal = (typeof chargeRefusals)[number]

/** Returns why an account cannot be charged; null if it can. */
export function whyNotCharged(
  account: AccountWithBalance | null,
  { amount, currency }: Pick<AccountEntry, 'amount' | 'currency'>,
): ChargeRefusal | null {
  if (!account) return 'unknown'
  if (account.state === 'closed') return 'closed'
  if (account.currency !== currency) return 'other-currency'
  return account.balance + amount > account.limit ? 'over-limit' : null
}

/** Outcome of a charge. `void` proves that nothing was or will be charged; the first outcome is final. */
export type AccountCharge =
  | { readonly outcome: 'charged'; readonly account: string; readonly amount: Minor; readonly currency: string }
  | { readonly outcome: 'refused'; readonly reason: ChargeRefusal }
  | { readonly outcome: 'void' }

/** Returns the text that a hub signs after `guichet account 1` and a line feed. */
export function entryText(
  { kind, account, amount, currency, reference }: Omit<AccountEntry, 'receipt' | 'items'>,
  deviceId: string,
): string {
  return [kind, account, amount, currency, deviceId, reference].join('\n')
}

/** Hub's store of customer accounts; each operation is atomic, and durable when its promise resolves. */
export interface AccountStore {
  /** Creates or changes an account. Resolves to false if the account has entries in another currency. */
  saveAccount(account: CustomerAccount & { readonly mode: string; readonly by: string }): Promise<boolean>
  /** Returns the accounts of a mode, by number. */
  listAccounts(wish: { readonly mode: string }): Promise<readonly AccountWithBalance[]>
  /** Returns the entries of an account in the order in which they were booked. */
  listEntries(wish: { readonly account: string; readonly mode: string }): Promise<readonly BookedEntry[]>
  /** Charges a sale once; repeated calls with a reference return the first outcome. */
  chargeAccount(charge: Omit<AccountEntry, 'kind' | 'items'> & VoucherRequester): Promise<AccountCharge>
  /** Returns the outcome of the charge with a reference; after the call, the outcome is final. */
  settleCharge(wish: { readonly reference: string } & VoucherRequester): Promise<AccountCharge>
  /** Books a credit or payment once. Resolves to false if the account is unknown or another entry has the reference. */
  bookEntry(entry: AccountEntry & VoucherRequester): Promise<boolean>
}
