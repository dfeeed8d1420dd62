// node workload.ts <directory> <sales> [normal]: records sales in a ledger. Reports each step before it is recorded and
// after it is acknowledged. `normal` is the control with a false `synchronous` setting.
import { hash } from 'node:crypto'
import { writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { canonicalJson } from '../../../electron/ledger/journal.ts'
import { openFileSigner } from '../../../electron/ledger/signer.ts'
import { openLedger } from '../../../electron/ledger/ledger.ts'
import type { SaleLedger } from '../../../electron/kiosk/ports/ports.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'
import { chosenSeat, sellOut } from '../../ledger/sales.ts'
import { type Mark, registerOptions } from './strace.ts'

const [directory = '', sales = '1', setting] = process.argv.slice(2)

if (setting === 'normal') liarsPragma()

/** Makes every connection use `synchronous = NORMAL` but report `FULL`. */
function liarsPragma(): void {
  const honest = Object.getOwnPropertyDescriptor(Sqlite.prototype, 'pragma')?.value as Pragma
  Sqlite.prototype.pragma = function (source, options) {
    if (source === 'synchronous = FULL') return honest.call(this, 'synchronous = NORMAL', options)
    return source === 'synchronous' ? 2 : honest.call(this, source, options)
  }
}

type Pragma = (this: Sqlite.Database, source: string, options?: Sqlite.PragmaOptions) => unknown

let monoMs = 0
const now = (): Instant => ({ monoMs: (monoMs += 250), bootId: 'boot-1', wallUtc: '2025-05-17T14:00:00.000Z' })

function say(mark: Mark): void {
  writeSync(2, `${JSON.stringify(mark)}\n`)
}

const ledger = await openLedger({ ...registerOptions(directory), signer: openFileSigner(`${directory}/key.json`), now })
const record: SaleLedger['record'] = (previous, sale, event, at) => {
  const state = hash('sha256', canonicalJson(sale))
  say({ mark: 'trying', saleId: sale.saleId, state })
  ledger.record(previous, sale, event, at)
  say({ mark: 'acknowledged', saleId: sale.saleId, state })
}
ledger.note('START', {}, now())
for (let sale = 1; sale <= Number(sales); sale += 1) {
  sellOut({ record }, now, [chosenSeat(`${1000 + 2 * sale}`), chosenSeat(`${1001 + 2 * sale}`)])
  if (sale % 10 === 0) ledger.closeShift('Z', null, now())
}
ledger.note('STOP', {}, now())
ledger.close()
