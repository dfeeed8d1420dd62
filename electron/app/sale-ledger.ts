import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import { backupWhenDue } from '../ledger/backup.ts'
import { namedFault } from '../ledger/connection.ts'
import { openFileSigner } from '../ledger/signer.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { clearSideFiles } from '../ledger/salvage.ts'
import { ledgerFile } from '../host/data-directory.ts'

/** What a ledger needs to know of the program. */
interface LedgerRuntime {
  readonly version: string
  readonly sqliteBinding: string | undefined
  readonly log: Log
}

/** The kiosk's ledger in its data directory, with all that may show that one was there. */
export async function openSaleLedger(
  config: Config,
  runtime: LedgerRuntime,
  directory: string,
  clock: Clock,
): Promise<Ledger> {
  const path = ledgerFile(directory)
  const report = (remark: string): void => runtime.log.warn('ledger.remark', { remark })
  clearSideFiles(path, report)
  try {
    return await openLedger({
      path,
      register: config.deviceId,
      appVersion: runtime.version,
      signer: openFileSigner(join(directory, 'ledger-key.pem'), report),
      archives: archiveFolder(config, directory),
      reports: reportFolder(directory),
      now: () => clock.now(),
      timeZone: config.timeZone,
      retentionDays: config.personalData.retentionDays,
      nativeBinding: runtime.sqliteBinding,
    })
  } catch (error) {
    throw namedFault(path, error)
  }
}

/** Where an archive made now is written, named after the register and the moment. */
export function newArchive(config: Config, dataDirectory: string, clock: Clock): string {
  const folder = archiveFolder(config, dataDirectory)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${config.deviceId}-${clock.now().wallUtc.replaceAll(/[-:]|\.\d+/gu, '')}.jsonl`)
}

const archiveFolder = ({ shifts }: Config, dataDirectory: string): string =>
  shifts.archiveFolder ?? join(dataDirectory, 'archives')

/** Where the documents of closures are saved. */
export const reportFolder = (dataDirectory: string): string => join(dataDirectory, 'reports')

/** A day's copy when the program ends in order, and nobody waits for it. */
export async function copyLedger(
  directory: string,
  clock: Clock,
  { log, sqliteBinding }: LedgerRuntime,
): Promise<void> {
  const path = ledgerFile(directory)
  const { wallUtc } = clock.now()
  try {
    await backupWhenDue({ path, directory: `${path}-backups`, wallUtc, nativeBinding: sqliteBinding })
  } catch (error) {
    log.error('ledger.copy-failed', error)
  }
}

/** What staff and the log have to know of a ledger that was not found as it was left. */
export function reportOpening(ledger: Ledger, clock: Clock, log: Log): void {
  const { rebuilt, mended, missing, chain } = ledger.opening
  if (rebuilt) log.warn('ledger.rebuilt', { ...rebuilt })
  if (mended.length > 0) log.warn('ledger.sales-restored', { mended })
  if (missing) log.warn('ledger.rows-missing', { ...missing })
  const keys = ledger.gaps().flatMap((gap) => (gap.kind === 'key' ? [gap.keyId] : []))
  if (keys.length > 0) log.warn('ledger.key-unknown', { keys })
  if (chain) log.warn('ledger.chain-broken', { ...chain })
  const jump = ledger.clockJump(clock.now())
  if (!jump) return
  log.warn('clock.jumped', { ...jump })
  ledger.note('CLOCK_JUMP', { ...jump }, clock.now())
}
