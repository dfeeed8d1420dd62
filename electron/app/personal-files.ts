import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { phoneTail } from '../../shared/domain/customer.ts'
import type { PersonWanted } from '../../shared/domain/personal-request.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { SECRETS_KEY_FILE } from '../booking/booking-service.ts'
import type { Config } from '../config/config.ts'
import type { NoteCode } from '../kiosk/ports/ports.ts'
import { beginningsOf, findBytes } from '../host/files/atomic-file.ts'
import { openProgramLog } from '../host/log.ts'
import { bookingFile, createSystemClock, ledgerFile } from '../host/system.ts'
import { eraseInCopies } from '../ledger/backup.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { PersonalRecord } from '../ledger/personal-records.ts'
import { commandUser, idsOf, withHubStore } from './hub-store.ts'
import type { NoLedger } from './ledger-maintenance.ts'
import { openSaleLedger, reportOpening } from './ledger.ts'
import type { Program } from './program.ts'

export type { PersonalRecord }

type PersonalFiles = ReturnType<typeof filesOf>

/** Opens a kiosk's ledger for `work` and closes it afterwards. Rejects with errors such as `LedgerInUse`. */
export async function withPersonalFiles<T>(
  program: Program,
  work: (files: PersonalFiles) => Promise<T>,
): Promise<Result<T, NoLedger>> {
  const { config } = program
  const directory = join(config.dataDirectory, config.mode)
  const path = ledgerFile(directory)
  if (!existsSync(path)) return err({ type: 'no-ledger', path })
  const clock = createSystemClock()
  const log = openProgramLog(config, () => config.deviceId, false)
  const ledger = await openSaleLedger(config, { ...program, log }, directory, clock)
  try {
    reportOpening(ledger, clock, log)
    return ok(await work(filesOf(program, ledger, directory)))
  } finally {
    ledger.close()
  }
}

function filesOf(program: Program, ledger: Ledger, directory: string) {
  const { config } = program
  const clock = createSystemClock()
  const { chain, rebuilt } = ledger.opening
  const note = (code: NoteCode, found: readonly PersonalRecord[]): void =>
    ledger.note(code, { by: commandUser(), sales: found.length }, clock.now())
  return {
    /** True if the ledger has a broken hash chain or was rebuilt. No data is erased from such a ledger. */
    isLedgerInDoubt: (chain ?? rebuilt) !== null,
    /** Returns the sales of a person, found by parts of the name. Records the search in the ledger. */
    find(wanted: PersonWanted): readonly PersonalRecord[] {
      const found = ledger.findPerson(wanted, 'parts', clock.now())
      note('CUSTOMER_DATA_SEARCHED', found)
      return found
    },
    /** Returns the records of the person with exactly the given name. Does not record the search in the ledger. */
    records: (wanted: PersonWanted) => ledger.findPerson(wanted, 'whole', clock.now()),
    noteExport: (found: readonly PersonalRecord[]) => note('CUSTOMER_DATA_EXPORTED', found),
    /** Erases the personal data of sales. Returns the files that still contain some of it. */
    async erase(records: readonly PersonalRecord[]): Promise<readonly string[]> {
      const saleIds = records.map(({ saleId }) => saleId)
      const sealed = ledger.sealedOf(saleIds)
      const texts = textsOf(ledger, records, clock.now())
      // The ledger is erased last, so that a retry after an interruption still finds the person. The sales of all
      // earlier erasures are included, because a restored backup may contain their data again.
      const every = [...ledger.erasedSales(), ...saleIds]
      eraseInCopies(ledgerFile(directory), every, sealed, { nativeBinding: program.sqliteBinding })
      if (saleIds.length === 0) return []
      await eraseInOwnService(directory, records, program)
      rmSync(join(config.dataDirectory, 'training'), { recursive: true, force: true })
      ledger.erasePerson(saleIds, commandUser(), clock.now())
      return filesWith(config, texts, sealed)
    },
  }
}

async function eraseInOwnService(
  directory: string,
  records: readonly PersonalRecord[],
  { sqliteBinding }: Program,
): Promise<void> {
  const database = bookingFile(directory)
  if (!existsSync(database)) return
  const orders = new Set(records.map(({ orderId }) => orderId?.toLowerCase()))
  await withHubStore({ database, secretsKeyFile: join(directory, SECRETS_KEY_FILE), sqliteBinding }, async (store) => {
    const bought = (await store.listBuyers()).filter(({ orderId }) => orders.has(orderId.toLowerCase()))
    if (bought.length > 0) await store.eraseBuyers({ purchaseIds: idsOf(bought), by: commandUser() })
  })
}

/** Minimum length of a searched text, because shorter texts occur in almost any file. */
const MIN_SOUGHT = 5

/** Returns the names and last phone digits in the records, except values that also occur in other sales. */
function textsOf(ledger: Ledger, records: readonly PersonalRecord[], now: Instant): readonly string[] {
  const own = new Set(records.map(({ saleId }) => saleId))
  const isLeft = (wanted: PersonWanted): boolean =>
    ledger.findPerson(wanted, 'whole', now).some(({ saleId }) => !own.has(saleId))
  const texts = records.flatMap(({ name, phone, invoice }) => {
    const tail = phoneTail(phone)
    const names = [name, invoice?.company ?? ''].filter((each) => !isLeft({ name: each }))
    return [...names, tail === null || isLeft({ phone }) ? '' : tail]
  })
  return [...new Set(texts)].filter(({ length }) => length >= MIN_SOUGHT)
}

/** Returns the files that contain a searched text in UTF-8 or UTF-16, or one of the `sealed` byte sequences. */
function filesWith(config: Config, sought: readonly string[], sealed: readonly Buffer[]): readonly string[] {
  const patterns = [
    ...sought.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]),
    ...beginningsOf(sealed),
  ]
  return filesUnder(config.dataDirectory).filter((path) => findBytes(path, patterns).length > 0)
}

/**
 * Returns all files below the directory. Unlike a recursive `readdirSync`, does not follow links, because a link may
 * point to files that do not belong to the program.
 */
function filesUnder(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return entry.isFile() ? [path] : []
  })
}
