import { rolls, type Paper, type Roll } from '../../../shared/domain/documents/paper.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { TicketPrinter, WindowPrinting } from '../../core/ports/devices.ts'
import type { Transport } from '../escpos/connection.ts'
import { createDeviceTransport, type DeviceOptions } from '../escpos/device-transport.ts'
import { createEscPosPrinter, type EscPosPrinterOptions } from '../escpos/escpos-printer.ts'
import { createTcpTransport } from '../escpos/tcp-transport.ts'
import type { PageDrawing } from '../document-service.ts'
import { createSystemPrinter } from './system-printer.ts'
import { createWindowPrinter } from './window-printer.ts'
import { createSpooler, windowsHelper, type Spooler, type SpoolerHelper } from '../windows/spooler.ts'
import { createSpoolerPrinter } from '../windows/spooler-printer.ts'

/** A printer as the settings name it. */
export type PrinterDevice =
  | {
      readonly kind: 'system'
      readonly queue?: string | undefined
      readonly paper?: Paper | undefined
      readonly patienceSeconds: number
    }
  | {
      readonly kind: 'electron'
      readonly queue: string
      readonly paper?: Paper | undefined
      readonly patienceSeconds: number
    }
  | {
      readonly kind: 'escpos'
      /** `tcp://host:port`, or the path of a device file. */
      readonly address: string
      readonly paper: Roll
      readonly widthDots?: number | undefined
      readonly acknowledgement: NonNullable<EscPosPrinterOptions['acknowledgement']>
      readonly cut: NonNullable<EscPosPrinterOptions['cut']>
      readonly drawer?: { readonly pin: 2 | 5; readonly pulseMs: number } | undefined
      readonly connectSeconds: number
      readonly replySeconds: number
      readonly patienceSeconds: number
      readonly serial?: DeviceOptions['serial'] | undefined
    }

/** A printer and the paper in it. */
export interface LoadedPrinter {
  readonly printer: TicketPrinter
  readonly paper: Paper
}

export interface PrinterSurroundings {
  /** Paper of devices that name none. */
  readonly paper: Paper
  readonly clock: Clock
  readonly drawing: PageDrawing
  /** Null without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly resourcesDirectory: string
  /** Speaks to the system's queues where CUPS does not; default: Windows's own on Windows. */
  readonly spoolerHelper?: SpoolerHelper | undefined
}

/** The printers by name. One with several roles is one printer: its jobs take turns. */
export function loadPrinters(
  devices: Readonly<Record<string, PrinterDevice>>,
  surroundings: PrinterSurroundings,
): ReadonlyMap<string, LoadedPrinter> {
  const { paper, resourcesDirectory } = surroundings
  const standard = process.platform === 'win32' ? windowsHelper(resourcesDirectory) : undefined
  const helper = surroundings.spoolerHelper ?? standard
  const spooler = helper ? createSpooler(helper) : null
  return new Map(
    Object.entries(devices).map(([name, device]) => [
      name,
      { printer: createPrinter(device, { ...surroundings, spooler }), paper: device.paper ?? paper },
    ]),
  )
}

function createPrinter(
  device: PrinterDevice,
  {
    clock,
    drawing,
    printing,
    spooler,
  }: Pick<PrinterSurroundings, 'clock' | 'drawing' | 'printing'> & { readonly spooler: Spooler | null },
): TicketPrinter {
  if (device.kind === 'electron') {
    const patienceMs = device.patienceSeconds * 1000
    return createWindowPrinter({ queue: device.queue, drawing, printing, clock, patienceMs })
  }
  if (device.kind === 'system') {
    const queue = { queue: device.queue ?? null, patienceMs: device.patienceSeconds * 1000 }
    return spooler ? createSpoolerPrinter({ ...queue, drawing, spooler }) : createSystemPrinter(queue)
  }
  const { paper, acknowledgement, cut, drawer, connectSeconds, replySeconds, patienceSeconds } = device
  return createEscPosPrinter({
    transport: transportTo(device),
    clock,
    drawing,
    widthDots: device.widthDots ?? rolls[paper].dots,
    acknowledgement,
    cut,
    ...(drawer && { drawerKick: drawer }),
    limits: { connectMs: connectSeconds * 1000, replyMs: replySeconds * 1000, patienceMs: patienceSeconds * 1000 },
  })
}

function transportTo({ address, serial }: Extract<PrinterDevice, { kind: 'escpos' }>): Transport {
  if (!address.startsWith('tcp://')) return createDeviceTransport({ path: address, ...(serial && { serial }) })
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/u, '$1')
  return createTcpTransport({ host, ...(port !== '' && { port: Number(port) }) })
}
