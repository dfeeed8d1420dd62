import {
  type AccountCharge,
  type AccountEntry,
  type AccountWithBalance,
  type BookedEntry,
  type ChargeRefusal,
  type CustomerAccount,
  whyNotCharged,
} from '../../../shared/domain/money/customer-account.ts'
import type { VoucherRequester } from '../../../shared/domain/money/credit-voucher.ts'
import { addToAudit } from './changes.ts'
import { only, row, rows, run, type StoreTask } from './store-task.ts'

const ACCOUNT = 'account_no AS number, name, currency, credit_limit AS "limit", state, balance'

const BY_REFERENCE = 'device = $1 AND mode = $2 AND reference = $3'

interface StoredEntry {
  readonly kind: AccountEntry['kind'] | 'refused' | 'void'
  readonly account: string
  readonly amount: number
  readonly currency: string
  readonly reason: ChargeRefusal | null
}

type Reference = VoucherRequester & { readonly reference: string }

export function* saveAccount(
  { number, mode, name, currency, limit, state, by }: CustomerAccount & { readonly mode: string; readonly by: string },
  now: number,
): StoreTask<boolean> {
  const known = yield* accountOf(number, mode)
  if (known && known.currency !== currency) {
    const used = yield* row('SELECT 1 AS one FROM account_entry WHERE account_no = $1 AND mode = $2', [number, mode])
    if (used) return false
  }
  const facts = [number, mode, name, currency, limit, state]
  if (known)
    yield* run(
      `UPDATE customer_account SET name = $3, currency = $4, credit_limit = $5, state = $6
       WHERE account_no = $1 AND mode = $2`,
      facts,
    )
  else
    yield* run(
      `INSERT INTO customer_account (account_no, mode, name, currency, credit_limit, state, balance)
       VALUES ($1, $2, $3, $4, $5, $6, 0)`,
      facts,
    )
  const changes = { number, currency, limit, state }
  yield* addToAudit({ at: now, by, act: 'account-changed', eventId: null, facts: changes })
  return true
}

export function* listAccounts(mode: string): StoreTask<readonly AccountWithBalance[]> {
  return yield* rows<AccountWithBalance>(
    `SELECT ${ACCOUNT} FROM customer_account WHERE mode = $1 ORDER BY account_no COLLATE "C"`,
    [mode],
  )
}

export function* listEntries(account: string, mode: string): StoreTask<readonly BookedEntry[]> {
  const found = yield* rows<Omit<BookedEntry, 'items' | 'atUtc'> & { readonly items: string; readonly at: number }>(
    `SELECT kind, account_no AS account, reference, amount, currency, receipt, items, device AS "deviceId", at
     FROM account_entry WHERE account_no = $1 AND mode = $2 AND kind IN ('charge', 'credit', 'payment') ORDER BY entry_no`,
    [account, mode],
  )
  return found.map(({ items, at, ...entry }) => ({
    ...entry,
    items: JSON.parse(items) as string[],
    atUtc: new Date(at).toISOString(),
  }))
}

export function* chargeAccount(
  charge: Omit<AccountEntry, 'kind' | 'items'> & VoucherRequester,
  now: number,
): StoreTask<AccountCharge> {
  const { account, mode, amount, currency } = charge
  const standing = yield* accountOf(account, mode)
  if (yield* insertEntry({ ...charge, kind: 'charge', items: [] }, now)) {
    const reason = whyNotCharged(standing, charge)
    if (reason === null) yield* addToBalance(account, mode, amount)
    else
      yield* run(`UPDATE account_entry SET kind = 'refused', reason = $4 WHERE ${BY_REFERENCE}`, [
        charge.deviceId,
        mode,
        charge.reference,
        reason,
      ])
  }
  const done = yield* chargeOf(charge)
  const isOther =
    done.outcome === 'charged' && (done.account !== account || done.amount !== amount || done.currency !== currency)
  return isOther ? { outcome: 'refused', reason: 'unknown' } : done
}

export function* settleCharge(wish: { readonly reference: string } & VoucherRequester, now: number) {
  yield* insertEntry({ ...wish, kind: 'void', account: '', amount: 0, currency: '', receipt: '', items: [] }, now)
  return yield* chargeOf(wish)
}

export function* bookEntry(entry: AccountEntry & VoucherRequester, now: number): StoreTask<boolean> {
  const { kind, account, mode, amount, currency } = entry
  const standing = yield* accountOf(account, mode)
  if (standing?.currency !== currency) return false
  if (yield* insertEntry(entry, now)) {
    yield* addToBalance(account, mode, -amount)
    return true
  }
  const known = yield* entryOf(entry)
  return known.kind === kind && known.account === account && known.amount === amount
}

/** Returns the account and locks it, so that two desks cannot use the same remaining credit. */
function* accountOf(number: string, mode: string): StoreTask<AccountWithBalance | null> {
  return yield* row<AccountWithBalance>(
    `SELECT ${ACCOUNT} FROM customer_account WHERE account_no = $1 AND mode = $2 FOR UPDATE`,
    [number, mode],
  )
}

function* addToBalance(number: string, mode: string, amount: number): StoreTask<void> {
  yield* run('UPDATE customer_account SET balance = balance + $3 WHERE account_no = $1 AND mode = $2', [
    number,
    mode,
    amount,
  ])
}

/** Returns false if the device has already used the reference. */
function* insertEntry(
  entry: Omit<AccountEntry, 'kind'> & VoucherRequester & Pick<StoredEntry, 'kind'>,
  now: number,
): StoreTask<boolean> {
  const { deviceId, reference, kind, account, mode, amount, currency, receipt, items } = entry
  const inserted = yield* run(
    `INSERT INTO account_entry (device, reference, kind, account_no, mode, amount, currency, receipt, items, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
    [deviceId, reference, kind, account, mode, amount, currency, receipt, JSON.stringify(items), now],
  )
  return inserted === 1
}

function* entryOf({ deviceId, mode, reference }: Reference): StoreTask<StoredEntry> {
  const found = yield* row<StoredEntry>(
    `SELECT kind, account_no AS account, amount, currency, reason FROM account_entry WHERE ${BY_REFERENCE} FOR UPDATE`,
    [deviceId, mode, reference],
  )
  return only(found)
}

function* chargeOf(wish: Reference): StoreTask<AccountCharge> {
  const { kind, account, amount, currency, reason } = yield* entryOf(wish)
  if (kind === 'charge') return { outcome: 'charged', account, amount, currency }
  return kind === 'void' ? { outcome: 'void' } : { outcome: 'refused', reason: reason ?? 'unknown' }
}
