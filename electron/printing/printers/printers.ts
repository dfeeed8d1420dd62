import { randomUUID } from 'node:crypto'
import { type Paper, type Roll, rolls } from '../../../shared/domain/documents/paper.ts'
import type { Language } from '../../../shared/domain/language.ts'
import {
  type PrinterRole,
  printerRoles,
  type PrinterStatus,
  type PrintOutcome,
  type TicketPrinter,
  type WindowPrinting,
} from '../../core/ports/devices.ts'
import type { Clock, Log, Printers } from '../../core/ports/ports.ts'
import type { DocumentService, PageDrawing } from '../document-service.ts'
import { failedIfWorkerEnds } from '../document-thread.ts'
import { createEscPosPrinter, type EscPosPrinterOptions } from '../escpos/escpos-printer.ts'
import { createDeviceTransport, createTcpTransport, type DeviceOptions, type Transport } from '../escpos/transport.ts'
import { createSystemPrinter, createWindowPrinter } from './system-printer.ts'
import {
  createSpooler,
  createSpoolerPrinter,
  type Spooler,
  type SpoolerHelper,
  windowsHelper,
} from './windows-spooler.ts'

/** A printer as configured in the settings. */
type PrinterDevice =
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

interface PrinterSurroundings {
  /** Paper of devices whose settings name none. */
  readonly paper: Paper
  readonly clock: Clock
  readonly drawing: PageDrawing
  /** Null without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly resourcesDirectory: string
  /** Access to the system's queues if the system has no CUPS; default: the Windows helper on Windows. */
  readonly spoolerHelper?: SpoolerHelper | undefined
}

/** Returns the printers by name. A printer with several roles is one object, so its jobs run one at a time. */
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

/** The machine's printers by role. The first printer in a role prints, and the others replace it if it fails. */
export interface PrinterPool extends Printers {
  /** Returns the paper of the first printer in the role; null if there is none. */
  paperOf(role: PrinterRole): LoadedPrinter['paper'] | null
  /** Returns the status of a role: ready if any of its printers is. Null if the role has no printer. */
  status(role: PrinterRole): Promise<PrinterStatus | null>
  /**
   * Prints the job on the first printer that can. Tries the next one only if the previous printed nothing, because a
   * ticket must not be printed twice. Null if the role has no printer.
   */
  print(
    role: PrinterRole,
    jobId: string,
    print: (on: LoadedPrinter) => Promise<PrintOutcome>,
  ): Promise<PrintOutcome | null>
}

/** Returns a function that draws a document for the paper in a printer and prints it there. */
export const printing =
  (jobId: string, draw: (paper: Paper) => Promise<Uint8Array>) =>
  async ({ printer, paper }: LoadedPrinter): Promise<PrintOutcome> =>
    printer.print({ jobId, title: jobId, paper, document: await draw(paper) })

interface PrinterPoolOptions {
  /** By their names in the settings. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  readonly roles: Readonly<Record<PrinterRole, readonly string[]>>
  /** The printer to which the cash drawer is connected; null if there is none. */
  readonly drawer: string | null
  readonly log: Log
}

export function createPrinterPool({ printers, roles, drawer, log }: PrinterPoolOptions): PrinterPool {
  const stoodIn = new Map<string, number>()
  let standsIn: string | null = null

  const named = (role: PrinterRole) =>
    roles[role].flatMap((name) => {
      const loaded = printers.get(name)
      return loaded ? [{ name, loaded }] : []
    })

  function note(role: PrinterRole, name: string, inPlace: boolean, jobId: string): void {
    if (role === 'tickets') standsIn = inPlace ? name : null
    if (!inPlace) return
    stoodIn.set(name, (stoodIn.get(name) ?? 0) + 1)
    log.warn('printer.replaced', { printer: name, jobId })
  }

  return {
    paperOf: (role) => named(role)[0]?.loaded.paper ?? null,

    async status(role) {
      let best: PrinterStatus | null = null
      for (const { loaded } of named(role)) {
        const status = await loaded.printer.status()
        if (status.state === 'ready') return status
        if (!best || (best.state === 'not-ready' && status.state === 'unknown')) best = status
      }
      return best
    },

    async print(role, jobId, print) {
      let first: PrintOutcome | null = null
      for (const [index, { name, loaded }] of named(role).entries()) {
        const outcome = await failedIfWorkerEnds(() => print(loaded))
        if (outcome.outcome !== 'failed') {
          note(role, name, index > 0, jobId)
          return outcome
        }
        log.warn('printer.failed', { printer: name, jobId, ...outcome })
        first ??= outcome
      }
      return first
    },

    fallbackPrinter: () => standsIn,

    onAwaited(listener, signal) {
      for (const { loaded } of named('tickets')) loaded.printer.onAwaited?.(listener, signal)
    },

    report: () =>
      Promise.all(
        [...printers].map(async ([name, { printer, paper }]) => ({
          name,
          roles: printerRoles.filter((role) => roles[role].includes(name)),
          paper,
          status: await printer.status(),
          stoodIn: stoodIn.get(name) ?? 0,
        })),
      ),

    async openDrawer() {
      const holder = drawer === null ? undefined : printers.get(drawer)?.printer
      return (await holder?.openDrawer?.()) ?? null
    },
  }
}

/** Returns a function that prints the test page on a printer, with its name in the settings. */
export function createTestPrint(
  documents: Pick<DocumentService, 'renderTestPage'>,
  language: Language,
): (name: string, on: LoadedPrinter) => Promise<PrintOutcome> {
  return (name, { printer, paper }) =>
    failedIfWorkerEnds(async () => {
      const document = await documents.renderTestPage({ printer: name, paper, language })
      return printer.print({ jobId: `test-page-${name}-${randomUUID()}`, document, paper, title: 'Guichet' })
    })
}
