import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

test('a ledger from before seats were looked for has them afterwards', async () => {
  const options = ledgerOptions(temporaryDirectory())
  const ledger = await openLedger(options)
  const { saleId } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')]).sale
  ledger.close()
  const db = new Sqlite(options.path)
  db.exec(`DROP INDEX ticket_of_sale; DROP INDEX tender_of_sale;
    ALTER TABLE ticket DROP COLUMN seat_code; ALTER TABLE ticket DROP COLUMN seat_key;
    DELETE FROM migration WHERE version > 3; PRAGMA user_version = 3`)
  db.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])

  const later = await openLedger(ledgerOptions(options.path.replace(/\/[^/]+$/u, ''), { now: tickingClock('boot-2') }))
  const found = later.files.find({ words: 'n3 f 2', period: null }, 5)
  expect(found.map((each) => each.saleId)).toEqual([saleId])
  later.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])
})
