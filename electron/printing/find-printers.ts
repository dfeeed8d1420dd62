import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PrinterFoundView } from '../../shared/kiosk-api/setup-views.ts'
import type { WindowPrinting } from '../core/printer.ts'
import { listQueues } from './system-printer.ts'

/** Where Linux puts receipt printers that are plugged in. */
const USB_PRINTERS = '/dev/usb'

/** What this machine could print on: queues of its print service, the default one first, and receipt printers that are plugged in. */
export async function findPrinters(printing: WindowPrinting | null): Promise<readonly PrinterFoundView[]> {
  const windows = process.platform === 'win32'
  const queues = windows ? ((await printing?.queues()) ?? []) : await listQueues()
  return [
    ...queues.map((address, index): PrinterFoundView => ({
      kind: 'queue',
      address,
      standard: !windows && index === 0,
    })),
    ...pluggedIn().map((address): PrinterFoundView => ({ kind: 'receipt', address, standard: false })),
  ]
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
