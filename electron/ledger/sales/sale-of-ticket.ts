import Sqlite from 'better-sqlite3'
import type { ConnectionOptions } from '../storage/connection.ts'

/**
 * Returns the ids of the sales that have a ticket or an order of this number; none if the ledger has no such sale. Reads
 * a ledger file that another program may be using.
 */
export function readSalesOf({
  path,
  number,
  nativeBinding,
}: { readonly path: string; readonly number: string } & ConnectionOptions): readonly string[] {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
  try {
    return db
      .prepare(
        `SELECT sale_id FROM ticket WHERE ? IN (ticket_number, ticket_id)
         UNION SELECT sale_id FROM sale WHERE ? IN (sale_id, order_id)`,
      )
      .pluck()
      .all(number, number) as string[]
  } finally {
    db.close()
  }
}
