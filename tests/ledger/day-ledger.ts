import Sqlite from 'better-sqlite3'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { ledgerOptions } from './fixtures.ts'
import { filesLeftBy, temporaryFolder, writeFiles } from '../support/temporary-folder.ts'
import { stories, storyClock } from './every-event.ts'

async function recordDay() {
  const clock = storyClock()
  let told: { readonly sales: readonly Sale[]; readonly rows: number } = { sales: [], rows: 0 }
  const files = await filesLeftBy(async (folder) => {
    const options = ledgerOptions(folder, { now: clock.now })
    const ledger = await openLedger(options)
    stories[0]?.(ledger, clock)
    await ledger.backup(clock.now())
    for (const story of stories.slice(1)) story(ledger, clock)
    told = { sales: allSales(options, ledger), rows: ledger.head().seq }
    ledger.close()
  })
  return { ...told, files, monoMs: clock.now().monoMs }
}

let day: ReturnType<typeof recordDay> | undefined

/** Returns a copy of the ledger of one day. `withBackup`: with the backup made after the first story. */
export async function ledgerOfADay({ withBackup = false } = {}) {
  const { files, monoMs, ...known } = await (day ??= recordDay())
  const folder = temporaryFolder()
  writeFiles(folder, new Map([...files].filter(([path]) => withBackup || !path.includes('-backups'))))
  const clock = storyClock()
  clock.pass(monoMs)
  return { ...known, options: ledgerOptions(folder, { now: clock.now }), clock }
}

export function allSales({ path }: LedgerOptions, ledger: Ledger): readonly Sale[] {
  const db = new Sqlite(path, { readonly: true })
  const ids = db.prepare('SELECT sale_id FROM sale ORDER BY first_seq').pluck().all() as string[]
  db.close()
  return ids.map((id) => {
    const sale = ledger.find(id)
    if (!sale) throw new Error(`no sale ${id}`)
    return sale
  })
}
