import { hash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/chain/canonical-json.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openStore } from '../../electron/ledger/sales/store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { startSale } from '../ledger/sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from '../ledger/scene.ts'

/** A writer that signs a state which names another row than the one that brought the seats in. */
it('finds a state that takes its seats from a row which has none', async () => {
  const now = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now })
  const ledger = await openLedger(options)
  const { sale } = startSale(ledger, now)
  ledger.close()
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true })

  const db = new Sqlite(options.path, { readonly: true })
  const text = db.prepare('SELECT body FROM sale').pluck().get() as string
  db.close()
  const state = { ...(JSON.parse(text) as Record<string, unknown>), seats: { seq: 1 }, state: 'held' }
  const body = canonicalJson(state)
  const payload = { event: { type: 'hold-granted' }, from: 'holding', to: 'held', stateSha256: hash('sha256', body) }
  const store = openStore(options.path, options)
  const entry = { code: 'HOLD_GRANTED', saleId: sale.saleId, staffId: null, payload }
  store.transaction(() => store.append(entry, now(), { body, request: null }))
  expect(() => store.find(sale.saleId)).toThrow("row 1 does not have the sale's seats")
  store.close()

  const { findings } = await verifyLedger({ path: options.path })
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect(errors).toMatchObject([{ check: 'tables', why: 'its seats should stand in row 1, and stands in 2' }])
})
