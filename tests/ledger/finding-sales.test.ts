import { expect, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import { asOfVersion } from './older-schema.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

test('a ledger from before seats were looked for has them afterwards', async () => {
  const options = ledgerOptions(temporaryDirectory())
  const ledger = await openLedger(options)
  const { saleId } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')]).sale
  ledger.close()
  asOfVersion(options.path, 3)
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])

  const later = await openLedger(ledgerOptions(options.path.replace(/\/[^/]+$/u, ''), { now: tickingClock('boot-2') }))
  const found = later.files.find({ words: 'n3 f 2', period: null }, 5)
  expect(found.map((each) => each.saleId)).toEqual([saleId])
  later.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])
})
