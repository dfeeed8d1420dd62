import { sql as ledger } from './0001-ledger.ts'
import { sql as registerRows } from './0002-register-rows.ts'
import { sql as drawer } from './0003-drawer.ts'
import { sql as findingSales } from './0004-finding-sales.ts'
import { sql as afterSales } from './0005-after-sales.ts'
import { sql as customers } from './0006-customers.ts'
import { sql as slipCopies } from './0007-slip-copies.ts'
import { sql as cancellations } from './0008-cancellations.ts'
import { sql as openPayments } from './0009-open-payments.ts'
import { sql as providerRefunds } from './0010-provider-refunds.ts'
import { sql as creditSlips } from './0011-credit-slips.ts'
import { sql as hubSlips } from './0012-hub-slips.ts'

export interface Migration {
  readonly version: number
  readonly sql: string
}

/** In order, without gaps. A released migration is never edited: its text is fingerprinted in every ledger. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: ledger },
  { version: 2, sql: registerRows },
  { version: 3, sql: drawer },
  { version: 4, sql: findingSales },
  { version: 5, sql: afterSales },
  { version: 6, sql: customers },
  { version: 7, sql: slipCopies },
  { version: 8, sql: cancellations },
  { version: 9, sql: openPayments },
  { version: 10, sql: providerRefunds },
  { version: 11, sql: creditSlips },
  { version: 12, sql: hubSlips },
]
