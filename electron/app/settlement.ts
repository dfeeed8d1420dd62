import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareSettlement, type ProviderLine, type Settlement } from '../../shared/domain/money/settlement.ts'
import { instantOf, localTime } from '../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Config } from '../config/config.ts'
import { createSystemClock } from '../host/clock.ts'
import { silentLog } from '../host/log.ts'
import { ledgerFile } from '../host/data-directory.ts'
import { openProvider } from './kiosk/tender-drivers.ts'
import { type Period, readProviderPayments } from '../ledger/sales/provider-payments.ts'
import { drivers, isDriver } from '../payment/drivers.ts'
import { formOf, readSettlement, type UnreadableSettlement } from '../payment/settlement.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { type CsvStyle, settlementCsv } from '../printing/documents/csv.ts'
import { createFolderPrinter } from '../printing/printers/folder-printer.ts'
import type { Language } from '../../shared/domain/language.ts'

export { settlementCsv }

export interface SettledDays {
  readonly driver: string
  /** First and last day of the venue's calendar, `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** IANA time zone of the venue. */
  readonly timeZone: string
}

export interface SettlementWish extends SettledDays {
  /** Currency of lines that name none. */
  readonly currency: string
  /** The provider's report: a CSV file. */
  readonly report: Uint8Array
  /** Language of error messages. */
  readonly language: Language
}

/** The machine's ledger; null: it has none. */
export function ledgerOf({ dataDirectory, mode }: Pick<Config, 'dataDirectory' | 'mode'>): string | null {
  const path = ledgerFile(join(dataDirectory, mode))
  return existsSync(path) ? path : null
}

/** Compares a ledger with a provider's report, whether the program runs or not. Changes nothing. */
export function compareReport(
  path: string,
  { currency, report, language, ...days }: SettlementWish,
  nativeBinding: string | undefined,
): Result<Settlement, UnreadableSettlement> {
  const form = formOf(isDriver(days.driver) ? drivers[days.driver].report : {})
  const lines = readSettlement(report, form, currency, catalogues[language])
  return lines.ok ? ok(compareLines(path, days, lines.value, nativeBinding)) : lines
}

/**
 * Compares a ledger with the list of payments that the provider returns. `no-list`: the provider has none, or is not in
 * the settings. `unread-list`: not all of it could be read.
 */
export async function compareList(
  path: string,
  { payments }: Pick<Config, 'payments'>,
  days: SettledDays,
  nativeBinding: string | undefined,
): Promise<Result<Settlement, { readonly type: 'no-list' | 'unread-list' }>> {
  const provider = Object.values(payments).find((each) => each.driver === days.driver)
  if (!provider) return err({ type: 'no-list' })
  const open = await openProvider(provider, {
    clock: createSystemClock(),
    log: silentLog,
  })
  try {
    if (!open.driver.list) return err({ type: 'no-list' })
    const lines = await open.driver.list({ ...days, ...periodOf(days) }, new AbortController().signal)
    if (lines === null) return err({ type: 'unread-list' })
    return ok(compareLines(path, days, lines, nativeBinding))
  } finally {
    open.close()
  }
}

function compareLines(
  path: string,
  days: SettledDays,
  lines: readonly ProviderLine[],
  nativeBinding: string | undefined,
): Settlement {
  const { driver, from, to } = days
  const period = periodOf(days)
  const { fromUtc, toUtc } = period
  const { register, payments } = readProviderPayments({ path, driver, period, nativeBinding })
  const compared = compareSettlement(payments, lines, ({ atUtc }) => atUtc >= fromUtc && atUtc < toUtc)
  return { register, driver, from, to, comparedUtc: createSystemClock().now().wallUtc, ...compared }
}

/** Returns whether a text is an existing day such as `2026-11-22`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))

/** Returns the period from the beginning of the first day to the end of the last one. */
function periodOf({ from, to, timeZone }: SettledDays): Period {
  const startOf = (day: string, addedDays = 0): string =>
    new Date(instantOf(Date.parse(`${day}T00:00:00Z`) + addedDays * 86_400_000, timeZone)).toISOString()
  return { fromUtc: startOf(from), toUtc: startOf(to, 1) }
}

/** Returns today's date in an IANA time zone, `2026-11-22`. */
export const today = (timeZone: string): string =>
  localTime(Date.parse(createSystemClock().now().wallUtc), timeZone).slice(0, 10)

/** Returns the first problem of an unreadable report. */
export function firstOf(problems: UnreadableSettlement['problems']): { readonly line: number; readonly what: string } {
  const [{ line, what } = { line: 1, what: '' }] = problems
  return { line, what }
}

/** Saves the table of the differences. Returns its path; empty if it could not be written. */
export async function saveSettlement(compared: Settlement, folder: string, style: CsvStyle): Promise<string> {
  const { register, driver, from, comparedUtc } = compared
  const jobId = `${register}-${driver}-${from}-${comparedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
  const document = Buffer.from(settlementCsv(compared, style))
  const saved = await createFolderPrinter(folder, 'csv').print({ jobId, title: jobId, paper: 'a4', document })
  return saved.outcome === 'printed' ? saved.evidence : ''
}
