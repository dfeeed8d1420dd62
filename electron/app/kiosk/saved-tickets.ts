import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { localTime, machineTimeZone } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { orderOf } from '../../../shared/domain/sale/sale-base.ts'
import { HANDED_OUT_OTHERWISE } from '../../../shared/domain/sale/sale-printing.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { codeOf } from '../../../shared/errors.ts'
import type { Config } from '../../config/config.ts'
import type { Kiosk } from '../../core/kiosk.ts'
import type { Ground } from './ground.ts'

/** Files of sold tickets on this disk. */
export interface SavedTickets {
  readonly folder: string
  /** Documents with codes that may open a gate, and receipts. */
  readonly files: number
  /** Without a ticket printer the folder is the printer: nothing in it is deleted. */
  readonly stay: boolean
}

/** A file that `createTicketIssuer` saves, complete or partly written. Order ids are UUIDs. */
const SAVED = /^(?<orderId>[\da-f-]{36})(?<receipt>-receipt)?(?:-\d+(?:-duplicata-\d+)?)?\.pdf(?:\.part)?$/u

const HOUR_MS = 3_600_000

/** The folder for documents of tickets of a machine whose data in its mode are in `directory`. */
export const ticketFolder = ({ tickets }: Config, directory: string): string =>
  tickets.folder ?? join(directory, 'tickets')

const staySaved = ({ printers }: Config): boolean => printers.tickets.length === 0

/** Rejects if the folder cannot be read; counts none if there is no such folder. */
export async function countSavedTickets(config: Config): Promise<SavedTickets> {
  const folder = ticketFolder(config, join(config.dataDirectory, config.mode))
  return { folder, files: (await savedIn(folder)).length, stay: staySaved(config) }
}

/**
 * Deletes the document of an order as soon as the ledger has its last ticket as printed on paper. `purge` deletes the documents
 * that a crash left of such orders, and all others `tickets.deleteAfterHours` after their event: of sales that are not
 * finished, that staff settled by hand, or whose tickets were saved to this folder as their printer. Receipts of finished sales
 * are kept as long, from the sale. Papers are made again from the ledger, so files of orders that it does not have stay.
 */
export function deleteSavedTickets(
  { config, directory, ledger, clock, log }: Pick<Ground, 'config' | 'directory' | 'ledger' | 'clock' | 'log'>,
  sales: Pick<Kiosk['sales'], 'subscribe'>,
): { readonly purge: () => Promise<void>; readonly stop: () => void } {
  if (staySaved(config)) return { purge: () => Promise.resolve(), stop: () => undefined }
  const folder = ticketFolder(config, directory)
  const keptMs = config.tickets.deleteAfterHours * HOUR_MS
  let stopped = false

  /** Returns whether a printer printed all tickets of the sale. */
  const isOnPaper = (sale: Sale): boolean =>
    sale.state === 'done' &&
    !sale.jobs.some(({ evidence }) => evidence.startsWith(folder) || evidence.startsWith(HANDED_OUT_OTHERWISE))

  async function remove(name: string): Promise<void> {
    try {
      await rm(join(folder, name), { force: true })
    } catch (error) {
      log.error('saved-ticket.delete-failed', error)
    }
  }

  async function purge(): Promise<void> {
    const saved = await savedIn(folder)
    // The ledger is closed by then.
    if (stopped || saved.length === 0) return
    const dueBeforeMs = Date.parse(clock.now().wallUtc) - keptMs
    const sales = [...ledger.unfinished(), ...ledger.finishedSales(saved.map(({ orderId }) => orderId))]
    const saleOf = new Map(sales.map((sale) => [orderOf(sale)?.orderId, sale]))
    const dueBefore = localTime(dueBeforeMs, config.timeZone ?? machineTimeZone())
    for (const { name, orderId, isReceipt } of saved) {
      const sale = saleOf.get(orderId)
      if (!sale) continue
      const isDue =
        isReceipt && sale.state === 'done'
          ? (await savedAtMs(join(folder, name))) <= dueBeforeMs
          : isOnPaper(sale) || isEventOver(sale.event, dueBefore)
      if (isDue) await remove(name)
    }
  }

  sales.subscribe((sale) => {
    if (isOnPaper(sale)) void remove(`${orderOf(sale)?.orderId}.pdf`)
  })
  return {
    purge: () => purge().catch((error: unknown) => log.error('saved-tickets.purge-failed', error)),
    stop() {
      stopped = true
    },
  }
}

async function savedIn(folder: string) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  })
  return names.flatMap((name) => {
    const { orderId, receipt } = SAVED.exec(name)?.groups ?? {}
    return orderId === undefined ? [] : [{ name, orderId, isReceipt: receipt !== undefined }]
  })
}

/** Infinity if the file is gone. */
const savedAtMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  )
