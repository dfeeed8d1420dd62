import type { Clock } from '../core/ports.ts'
import type { TicketPrinter } from '../core/printer.ts'
import { createDeviceTransport } from './escpos/device-transport.ts'
import { createEscPosPrinter } from './escpos/escpos-printer.ts'
import { createTcpTransport } from './escpos/tcp-transport.ts'
import { createSystemPrinter } from './system-printer.ts'

/** A printer as the settings name it. */
export type PrinterSettings =
  /** A queue of the system; without a name the default one. */
  | { readonly kind: 'system'; readonly queue?: string | undefined }
  | {
      readonly kind: 'escpos'
      /** `tcp://host:port`, or the path of a device file. */
      readonly address: string
      readonly widthDots: number
      readonly acknowledgement: 'process-id' | 'paper-status'
      readonly serial?:
        { readonly baudRate: number; readonly flowControl: 'none' | 'hardware' | 'software' } | undefined
    }

export function createPrinter(settings: PrinterSettings, clock: Clock): TicketPrinter {
  if (settings.kind === 'system') return createSystemPrinter({ queue: settings.queue ?? null })
  const { address, widthDots, acknowledgement, serial } = settings
  if (!address.startsWith('tcp://')) {
    const transport = createDeviceTransport({ path: address, ...(serial && { serial }) })
    return createEscPosPrinter({ transport, clock, widthDots, acknowledgement })
  }
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/u, '$1')
  const transport = createTcpTransport({ host, ...(port !== '' && { port: Number(port) }) })
  return createEscPosPrinter({ transport, clock, widthDots, acknowledgement })
}
