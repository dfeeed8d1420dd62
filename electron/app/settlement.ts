import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareSettlement, type ProviderLine, type Settlement } from '../../shared/domain/money/settlement.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Config } from '../config/config.ts'
import { createSystemClock } from '../host/clock.ts'
import { ledgerFile } from '../host/data-directory.ts'
import { openProvider } from './kiosk/tender-drivers.ts'
import { readProviderPayments } from '../ledger/sales/provider-payments.ts'
import { drivers, isDriver } from '../payment/drivers.ts'
import { formOf } from '../payment/settlement/settlement-form.ts'
import { readSettlement, type UnreadableSettlement } from '../payment/settlement/read-settlement.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { settlementCsv } from '../printing/documents/settlement-csv.ts'
import { createFolderPrinter } from '../printing/printers/folder-printer.ts'
import type { Language } from '../../shared/domain/language.ts'

export { settlementCsv }

export interface SettledDays {
  readonly driver: string
  /** First and last local day, `2026-11-22`. */
  readonly from: string
  readonly to: string
}

export interface SettlementWish extends SettledDays {
  /** Of lines that name none. */
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

/** Holds a ledger against a provider's report, with the program running or not; changes nothing. */
export function compareReport(
  path: string,
  { driver, from, to, currency, report, language }: SettlementWish,
  nativeBinding: string | undefined,
): Result<Settlement, UnreadableSettlement> {
  const form = formOf(isDriver(driver) ? drivers[driver].report : {})
  const lines = readSettlement(report, form, currency, catalogues[language].settlement)
  return lines.ok ? ok(compareLines(path, { driver, from, to }, lines.value, nativeBinding)) : lines
}

/** The same with the list that the provider itself gives. `no-list`: it gives none, or is not in the settings. */
export async function compareList(
  path: string,
  { payments }: Pick<Config, 'payments'>,
  { driver, from, to }: SettledDays,
  nativeBinding: string | undefined,
): Promise<Result<Settlement, { readonly type: 'no-list' | 'unread-list' }>> {
  const provider = Object.values(payments).find((each) => each.driver === driver)
  if (!provider) return err({ type: 'no-list' })
  const open = await openProvider(provider, { clock: createSystemClock(), log: { warn: () => undefined } })
  try {
    if (!open.driver.list) return err({ type: 'no-list' })
    const lines = await open.driver.list({ from, to }, new AbortController().signal)
    if (lines === null) return err({ type: 'unread-list' })
    return ok(compareLines(path, { driver, from, to }, lines, nativeBinding))
  } finally {
    open.close()
  }
}

function compareLines(
  path: string,
  { driver, from, to }: SettledDays,
  lines: readonly ProviderLine[],
  nativeBinding: string | undefined,
): Settlement {
  const [fromUtc, toUtc] = [startOf(from, 0), startOf(to, 1)]
  const { register, payments } = readProviderPayments({ path, driver, period: { fromUtc, toUtc }, nativeBinding })
  const compared = compareSettlement(payments, lines, ({ atUtc }) => atUtc >= fromUtc && atUtc < toUtc)
  return { register, driver, from, to, comparedUtc: createSystemClock().now().wallUtc, ...compared }
}

/** A day like 2026-11-22, that there is. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))

/** When that day begins on this machine, or one some days later; ISO 8601 UTC. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

/** The day it is on this machine. */
export function today(): string {
  const now = new Date(Date.parse(createSystemClock().now().wallUtc))
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What is said first of a report that cannot be read. */
export function firstOf(problems: UnreadableSettlement['problems']): { readonly line: number; readonly what: string } {
  const [{ line, what } = { line: 1, what: '' }] = problems
  return { line, what }
}

/** Where the table of the differences lies; empty where it could not be written. */
export async function saveSettlement(compared: Settlement, folder: string, language: Language): Promise<string> {
  const { register, driver, from, comparedUtc } = compared
  const jobId = `${register}-${driver}-${from}-${comparedUtc.replaceAll(/[-:]|\.\d+/gu, '')}`
  const document = Buffer.from(settlementCsv(compared, language))
  const saved = await createFolderPrinter(folder, 'csv').print({ jobId, title: jobId, paper: 'a4', document })
  return saved.outcome === 'printed' ? saved.evidence : ''
}
