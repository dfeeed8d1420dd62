import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../shared/json.ts'
import { logLine } from '../../shared/log-line.ts'
import type { Config } from '../config/config.ts'
import { LOCAL_API_LOG_FILE, LOG_FILE } from '../host/log.ts'
import { ledgerFile } from '../host/system.ts'
import { readSalesOf } from '../ledger/sales/recorded-sales.ts'

interface LogSearch {
  /** Ticket number, or the id of a ticket, an order or a sale. */
  readonly number?: string | undefined
  readonly requestId?: string | undefined
  /** Log files of hubs to search as well, each with its rotated files in the same folder. */
  readonly hubLogs: readonly string[]
}

/**
 * Returns the log lines about a sale or request, oldest first, including lines of the hubs' logs with the same request
 * ids.
 */
export function searchLogs(
  { dataDirectory, mode }: Pick<Config, 'dataDirectory' | 'mode'>,
  { number, requestId, hubLogs }: LogSearch,
  nativeBinding: string | undefined,
): readonly string[] {
  const ledger = ledgerFile(join(dataDirectory, mode))
  const inLedger = number !== undefined && existsSync(ledger) ? readSalesOf(ledger, number, { nativeBinding }) : []
  const sales = new Set(number === undefined ? [] : [number, ...inLedger])
  const requests = new Set(requestId === undefined ? [] : [requestId])
  const own = [LOG_FILE, LOCAL_API_LOG_FILE]
    .flatMap((file) => linesIn(join(dataDirectory, file)))
    .filter((line) => line.saleId !== undefined || line.requestId)
  for (const line of own) if (isIn(sales, line.saleId) && line.requestId !== undefined) requests.add(line.requestId)
  return [...own, ...hubLogs.flatMap(linesIn)]
    .filter((line) => isIn(sales, line.saleId) || isIn(requests, line.requestId))
    .toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
    .map(({ text }) => text)
}

const isIn = (ids: ReadonlySet<string>, id: string | undefined): boolean => id !== undefined && ids.has(id)

function linesIn(path: string) {
  const files = [path]
  for (let index = 1; existsSync(`${path}.${index}`); index += 1) files.unshift(`${path}.${index}`)
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .flatMap((text) => {
      const read = logLine.safeParse(parseJson(text))
      return read.success ? [{ ...read.data, text }] : []
    })
}
