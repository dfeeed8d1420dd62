import { randomUUID } from 'node:crypto'
import { type Paper, type Roll, rolls } from '../../../shared/domain/documents/paper.ts'
import type { Language } from '../../../shared/domain/language.ts'
import {
  type DrawerOutcome,
  type PrinterReport,
  type PrinterRole,
  printerRoles,
  type PrinterStatus,
  type PrintOutcome,
  type TicketPrinter,
  type WindowPrinting,
} from '../../kiosk/ports/devices.ts'
import type { Clock, Log, Printers } from '../../kiosk/ports/ports.ts'
import type { DocumentService, PageDrawing } from '../document-service.ts'
import { failedIfWorkerEnds } from '../document-thread.ts'
import { EscPosPrinter, type EscPosPrinterOptions } from '../escpos/escpos-printer.ts'
import { DeviceTransport, TcpTransport, type Transport } from '../escpos/transport.ts'
import { SystemPrinter, WindowPrinter } from './system-printer.ts'
import { helperOf, Spooler, type SpoolerHelper, SpoolerPrinter } from './windows-spooler.ts'

interface QueueDevice {
  readonly paper?: Paper | undefined
  readonly timeoutSeconds: number
}

type PrinterDevice =
  | (QueueDevice & { readonly kind: 'system'; readonly queue?: string | undefined })
  | (QueueDevice & { readonly kind: 'electron'; readonly queue: string })
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
      readonly timeoutSeconds: number
      readonly serial?: ConstructorParameters<typeof DeviceTransport>[1]
    }

export interface LoadedPrinter {
  readonly printer: TicketPrinter
  readonly paper: Paper
}

interface PrinterSurroundings {
  readonly paper: Paper
  readonly clock: Clock
  readonly drawing: PageDrawing
  /** Null if the program runs without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly resourcesDirectory: string
  /** Access to the queues of a system without CUPS; by default, the helper on Windows. */
  readonly spoolerHelper?: SpoolerHelper | undefined
}

/** Returns the printers by name. A printer with several roles is one object, so its jobs run in turn. */
export function loadPrinters(
  devices: Readonly<Record<string, PrinterDevice>>,
  surroundings: PrinterSurroundings,
): ReadonlyMap<string, LoadedPrinter> {
  const { paper, drawing, clock, resourcesDirectory, spoolerHelper = helperOf(resourcesDirectory) } = surroundings
  const spooler = spoolerHelper && new Spooler(spoolerHelper)
  const printerOf = (device: PrinterDevice): TicketPrinter => {
    const timeoutMs = device.timeoutSeconds * 1000
    if (device.kind === 'electron') return new WindowPrinter(device.queue, timeoutMs, surroundings)
    if (device.kind === 'escpos') return receiptPrinter(device, clock, drawing)
    const queue = device.queue ?? null
    return spooler ? new SpoolerPrinter(queue, timeoutMs, { spooler, drawing }) : new SystemPrinter(queue, timeoutMs)
  }
  return new Map(
    Object.entries(devices).map(([name, device]) => [
      name,
      { printer: printerOf(device), paper: device.paper ?? paper },
    ]),
  )
}

function receiptPrinter(
  device: Extract<PrinterDevice, { kind: 'escpos' }>,
  clock: Clock,
  drawing: PageDrawing,
): TicketPrinter {
  const { paper, acknowledgement, cut, drawer, connectSeconds, replySeconds, timeoutSeconds } = device
  return new EscPosPrinter({
    transport: transportTo(device),
    clock,
    drawing,
    widthDots: device.widthDots ?? rolls[paper].dots,
    acknowledgement,
    cut,
    ...(drawer && { drawerKick: drawer }),
    limits: { connectMs: connectSeconds * 1000, replyMs: replySeconds * 1000, timeoutMs: timeoutSeconds * 1000 },
  })
}

function transportTo({ address, serial }: Extract<PrinterDevice, { kind: 'escpos' }>): Transport {
  if (!address.startsWith('tcp://')) return new DeviceTransport(address, serial)
  const { hostname, port } = new URL(address)
  return new TcpTransport(hostname.replace(/^\[(.*)\]$/u, '$1'), port === '' ? undefined : Number(port))
}

export const printing =
  (jobId: string, draw: (paper: Paper) => Promise<Uint8Array>) =>
  async ({ printer, paper }: LoadedPrinter): Promise<PrintOutcome> =>
    printer.print({ jobId, title: jobId, paper, document: await draw(paper) })

export const copyJob = (jobId: string, copyNumber: number): string =>
  copyNumber === 0 ? jobId : `${jobId}-duplicata-${copyNumber}`

interface PrinterPoolOptions {
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  readonly roles: Readonly<Record<PrinterRole, readonly string[]>>
  readonly drawer: string | null
  readonly log: Log
}

/** Printers by role. The first printer in a role prints, and is replaced by the next after a failure. */
export class PrinterPool implements Printers {
  readonly #options: PrinterPoolOptions
  readonly #stoodIn = new Map<string, number>()
  #fallbackPrinter: string | null = null

  constructor(options: PrinterPoolOptions) {
    this.#options = options
  }

  #named(role: PrinterRole) {
    const { printers, roles } = this.#options
    return roles[role].flatMap((name) => {
      const loaded = printers.get(name)
      return loaded ? [{ name, loaded }] : []
    })
  }

  paperOf(role: PrinterRole): Paper | null {
    return this.#named(role)[0]?.loaded.paper ?? null
  }

  /** Returns the best status of the role's printers, `ready` if any of them is. Null if the role has no printer. */
  async status(role: PrinterRole): Promise<PrinterStatus | null> {
    let best: PrinterStatus | null = null
    for (const { loaded } of this.#named(role)) {
      const status = await loaded.printer.status()
      if (status.state === 'ready') return status
      if (!best || (best.state === 'not-ready' && status.state === 'unknown')) best = status
    }
    return best
  }

  /**
   * Prints on the first printer of the role that succeeds, or returns null without a printer. The next printer is tried
   * only if the previous one printed nothing, because a ticket must not be printed twice.
   */
  async print(
    role: PrinterRole,
    jobId: string,
    print: (on: LoadedPrinter) => Promise<PrintOutcome>,
  ): Promise<PrintOutcome | null> {
    const { log } = this.#options
    let first: PrintOutcome | null = null
    for (const [index, { name: printer, loaded }] of this.#named(role).entries()) {
      const outcome = await failedIfWorkerEnds(() => print(loaded))
      if (outcome.outcome !== 'failed') {
        if (role === 'tickets') this.#fallbackPrinter = index > 0 ? printer : null
        if (index > 0) {
          this.#stoodIn.set(printer, (this.#stoodIn.get(printer) ?? 0) + 1)
          log.warn('printer.replaced', { printer, jobId })
        }
        return outcome
      }
      log.warn('printer.failed', { printer, jobId, ...outcome })
      first ??= outcome
    }
    return first
  }

  fallbackPrinter(): string | null {
    return this.#fallbackPrinter
  }

  onAwaited(listener: (awaited: boolean) => void, signal: AbortSignal): void {
    for (const { loaded } of this.#named('tickets')) loaded.printer.onAwaited?.(listener, signal)
  }

  report(): Promise<readonly PrinterReport[]> {
    const { printers, roles } = this.#options
    return Promise.all(
      [...printers].map(async ([name, { printer, paper }]) => ({
        name,
        roles: printerRoles.filter((role) => roles[role].includes(name)),
        paper,
        status: await printer.status(),
        stoodIn: this.#stoodIn.get(name) ?? 0,
      })),
    )
  }

  async openDrawer(): Promise<DrawerOutcome | null> {
    const { printers, drawer } = this.#options
    const holder = drawer === null ? undefined : printers.get(drawer)?.printer
    return (await holder?.openDrawer?.()) ?? null
  }
}

export function printTestPage(
  documents: Pick<DocumentService, 'renderTestPage'>,
  language: Language,
  name: string,
  { printer, paper }: LoadedPrinter,
): Promise<PrintOutcome> {
  return failedIfWorkerEnds(async () => {
    const document = await documents.renderTestPage({ printer: name, paper, language })
    return printer.print({ jobId: `test-page-${name}-${randomUUID()}`, document, paper, title: 'Guichet' })
  })
}
