import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, composed, EVENT, sellOut, startSale, ticketOf, toPaid, toPriced, toPrinted } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

const NAME = 'Mariama Diallo'
const MONTH_LATER = Date.parse('2025-06-18T00:00:00.000Z')

it('keeps the exact bytes as long as they may be sent again, and gives them back after a restart', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  const seats = [chosenSeat('1001')]
  const paid = startSale(ledger, clock, seats).next(...toPriced(seats), ...toPaid('card', 35_000))
  const { sale } = paid.next(composed(paid.sale))
  ledger.close()
  const db = new Sqlite(options.path, { readonly: true })
  const { body, request_body } = db.prepare('SELECT body, request_body FROM sale').get() as Record<string, string>
  db.close()
  expect(request_body).toContain(NAME)
  expect(body).not.toContain(NAME)
  const again = await openLedger(options)
  expect(again.unfinished()).toEqual([sale])
  expect('request' in sale && sale.request.body).toContain(NAME)
  again.close()
})

it('has no name in the journal, and none in the open once the purchase is confirmed', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  sellOut(ledger, clock, [chosenSeat('1001')])
  ledger.close()
  const db = new Sqlite(options.path)
  expect(db.prepare("SELECT count(*) FROM journal WHERE payload LIKE '%Mariama%'").pluck().get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM sale WHERE request_body IS NOT NULL').pluck().get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM customer_pii').pluck().get()).toBe(1)
  db.exec(`VACUUM INTO '${options.path}.copy'`)
  db.close()
  expect(readFileSync(`${options.path}.copy`).includes(NAME)).toBe(false)
})

it('forgets what is past its time with the sale over, and the verifier is content', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  sellOut(ledger, clock, [chosenSeat('1001')])
  const seats = [chosenSeat('1002')]
  const paid = startSale(ledger, clock, seats).next(...toPriced(seats), ...toPaid('card', 35_000))
  const { sale: open } = paid.next(composed(paid.sale))
  ledger.close()

  const later = await openLedger({ ...options, now: tickingClock('boot-2', MONTH_LATER) })
  later.close()
  const db = new Sqlite(options.path, { readonly: true })
  expect(db.prepare('SELECT sale_id FROM customer_pii').pluck().all()).toEqual([open.saleId])
  expect(db.prepare("SELECT payload FROM journal WHERE code = 'CUSTOMER_DATA_PURGED'").pluck().all()).toEqual([
    '{"sales":1}',
  ])
  expect(db.prepare('SELECT sale_id FROM attempt WHERE body_sha256 IS NOT NULL').pluck().all()).toEqual([open.saleId])
  db.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})

it('keeps nobody longer than a month after the event, however early they bought, and purges while it runs', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  const early = { ...EVENT, startsAt: '2025-12-01T16:00:00', endsAt: '2025-12-01T18:00:00' }
  const seats = [chosenSeat('1001')]
  const paid = startSale(ledger, clock, seats, early).next(...toPriced(seats), ...toPaid('card', 35_000))
  const tickets = seats.map((seat) => ticketOf(seat))
  paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, ...toPrinted(tickets))
  const db = new Sqlite(options.path, { readonly: true })
  const kept = (): unknown => db.prepare('SELECT count(*) FROM customer_pii').pluck().get()
  const at = (wallUtc: string) => ({ ...clock(), wallUtc })
  ledger.purgeCustomerData(at('2025-12-31T00:00:00.000Z'))
  expect(kept()).toBe(1)
  ledger.purgeCustomerData(at('2026-01-01T00:00:00.000Z'))
  expect(kept()).toBe(0)
  db.close()
  ledger.close()
  // Phone and name of the customer are in none of the ledger's files, whatever SQLite left in them.
  for (const name of readdirSync(dirname(options.path))) {
    const bytes = readFileSync(join(dirname(options.path), name))
    expect([name, bytes.includes('+224620000000'), bytes.includes(NAME)]).toEqual([name, false, false])
  }
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})
