import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PrinterFoundView } from '../../../shared/kiosk-api/setup.ts'
import type { WindowPrinting } from '../../core/ports/devices.ts'
import { listQueues } from './ipp-queue.ts'
import { createSpooler, windowsHelper, SpoolerFailure, type SpoolerHelper } from '../windows/spooler.ts'

/** Where Linux puts receipt printers that are plugged in. */
const USB_PRINTERS = '/dev/usb'

export interface PrinterSearch {
  /** Null without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly resourcesDirectory: string
  /** Names the system's queues where CUPS does not; default: Windows's own on Windows. */
  readonly spoolerHelper?: SpoolerHelper | undefined
}

/** What this machine could print on: queues of its print service, the default one first, and receipt printers that are plugged in. */
export async function findPrinters(search: PrinterSearch): Promise<readonly PrinterFoundView[]> {
  const { printing, resourcesDirectory } = search
  const helper = search.spoolerHelper ?? (process.platform === 'win32' ? windowsHelper(resourcesDirectory) : undefined)
  const windows = helper !== undefined
  const queues = windows ? await (printing?.queues() ?? spooledQueues(helper)) : await listQueues()
  return [
    ...queues.map((address, index): PrinterFoundView => ({
      kind: 'queue',
      address,
      standard: !windows && index === 0,
    })),
    ...pluggedIn().map((address): PrinterFoundView => ({ kind: 'receipt', address, standard: false })),
  ]
}

/** None where the print service does not answer, as with CUPS. */
async function spooledQueues(helper: SpoolerHelper): Promise<readonly string[]> {
  const spooler = createSpooler(helper)
  try {
    return await spooler.queues()
  } catch (error) {
    if (error instanceof SpoolerFailure) return []
    throw error
  } finally {
    spooler.end()
  }
}

function pluggedIn(): readonly string[] {
  try {
    return readdirSync(USB_PRINTERS)
      .filter((name) => /^lp\d+$/u.test(name))
      .map((name) => join(USB_PRINTERS, name))
  } catch {
    return []
  }
}
