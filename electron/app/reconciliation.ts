import { join } from 'node:path'
import type { Difference, Reconciliation } from '../../shared/domain/sale/reconcile.ts'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Language } from '../../shared/domain/language.ts'
import { existsSync } from 'node:fs'
import { createBookingService, readVenuePlans } from '../booking-service/booking-service.ts'
import { createSystemClock } from '../host/clock.ts'
import type { Config } from '../config/config.ts'
import { reconcile } from '../core/office/reconcile.ts'
import { readRecordedSales } from '../ledger/sales/recorded-sales.ts'
import { createPartnerClient } from '../partner/client.ts'
import { connectPartner } from './partner-connection.ts'
import { reconcileCsv } from '../printing/documents/csv.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { Program } from './program.ts'
import { bookingFile, ledgerFile } from '../host/data-directory.ts'

export interface Compared {
  readonly result: Reconciliation
  /** The table of the differences. */
  readonly csv: string
  readonly toDo: (difference: Difference) => string
}

/** Holds a machine's ledger against its partner's tickets, with the program running or not. */
export async function reconcileMachine(
  {
    config,
    resourcesDirectory,
    sqliteBinding,
  }: Pick<Program, 'resourcesDirectory' | 'sqliteBinding'> & {
    readonly config: Config
  },
  { shiftNo, language }: { readonly shiftNo: number | null; readonly language: Language },
  onProgress: (soFar: Reconciliation) => void,
): Promise<Result<Compared, { readonly type: 'no-ledger' | 'no-shift'; readonly path: string }>> {
  const directory = join(config.dataDirectory, config.mode)
  const path = ledgerFile(directory)
  if (!existsSync(path)) return err({ type: 'no-ledger', path })
  const recorded = readRecordedSales({ path, shiftNo, nativeBinding: sqliteBinding })
  if (!recorded) return err({ type: 'no-shift', path })
  const clock = createSystemClock()
  const service = config.partner
    ? null
    : await createBookingService({
        database: bookingFile(directory),
        venues: readVenuePlans(join(resourcesDirectory, 'venues')),
        ...(sqliteBinding && { nativeBinding: sqliteBinding }),
      })
  const { connection, line } = connectPartner(config, service, clock)
  try {
    const ports = { partner: createPartnerClient(connection), clock }
    const result = await reconcile(ports, recorded, onProgress, new AbortController().signal)
    const toDo = ({ kind }: Difference): string => catalogues[language].reconcileAdvice[kind]
    return ok({ result, csv: reconcileCsv(result, { language, timeZone: venueTimeZone(config) }), toDo })
  } finally {
    line?.close()
    await service?.close()
  }
}
