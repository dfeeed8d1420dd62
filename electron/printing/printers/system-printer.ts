import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterFoundView } from '../../../shared/kiosk-api/setup.ts'
import type {
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
  WindowPrinting,
} from '../../core/ports/devices.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { PageDrawing } from '../document-service.ts'
import { defaultServer, listQueues, lookAtQueue, type QueuedJob, readJob, submitJob, takeBack } from './ipp-queue.ts'
import type { IppServer } from './ipp.ts'
import { pageSizeOf } from './page.ts'
import { createSpooler, SpoolerFailure, type SpoolerHelper, windowsHelper } from './windows-spooler.ts'

interface SystemPrinterOptions {
  /** The queue's name; null: the system's default queue. */
  readonly queue: string | null
  /** Default: the address of CUPS on this machine, or the value of `CUPS_SERVER`. */
  readonly server?: IppServer
  /**
   * Interval between checks of a job, and the maximum time that a job may take, for example while the printer waits for
   * paper; milliseconds.
   */
  readonly pollMs?: number
  readonly patienceMs?: number
}

/**
 * Creates a printer for a queue of the system's print service (CUPS on Linux and macOS), used via IPP. `lp` and
 * `lpstat` are not sufficient: `lp` accepts jobs for a jammed printer, and `lpstat` does not distinguish a cancelled
 * job from a printed one.
 */
export function createSystemPrinter(options: SystemPrinterOptions): TicketPrinter {
  const { queue, pollMs = 250, patienceMs = 60_000 } = options
  const server = options.server ?? defaultServer()

  async function print(job: PrintJob): Promise<PrintOutcome> {
    const { name, status } = await lookAtQueue(server, queue)
    if (status.state === 'not-ready') return { outcome: 'failed', reason: status.reason, detail: status.detail }
    const submitted = await submitJob(server, name, job)
    return 'outcome' in submitted ? submitted : follow(submitted)
  }

  /** Watches the job until it ends, the printer stops, or the maximum time has passed. */
  async function follow(job: QueuedJob): Promise<PrintOutcome> {
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const known = await readJob(server, job)
      if (known) return known
      const printer = (await lookAtQueue(server, queue)).status
      const halted = printer.state === 'not-ready' && haltingReasons.has(printer.reason)
      if (halted || performance.now() >= giveUpAt) return takeBack(server, job, printer)
      await wait(pollMs)
    }
  }

  return {
    name: queue ?? 'default printer',
    status: async () => (await lookAtQueue(server, queue)).status,
    print,
  }
}

/** With these faults the job does not continue by itself. Missing paper and jams can be fixed while it waits. */
const haltingReasons: ReadonlySet<PrinterFault> = new Set(['stopped', 'missing'])

/** Folder in which Linux lists USB receipt printers. */
const USB_PRINTERS = '/dev/usb'

interface PrinterSearch {
  /** Null without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly resourcesDirectory: string
  /** Lists the system's queues if the system has no CUPS; default: the Windows helper on Windows. */
  readonly spoolerHelper?: SpoolerHelper | undefined
}

/**
 * Returns the printers found on this machine: queues of its print service, the default one first, and USB receipt
 * printers.
 */
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

/** Returns the queues; empty if the print service does not reply, as with CUPS. */
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

interface WindowPrinterOptions {
  /** Name of the queue in the system. */
  readonly queue: string
  /** Null if this program runs without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly clock: Clock
  readonly drawing: Pick<PageDrawing, 'pictureOf'>
  readonly patienceMs: number
}

/**
 * Creates a printer for a queue on which Electron's window prints without a dialogue, for systems whose print service
 * cannot be used directly. The page is sent as an image of its exact size. The window only reports that the queue
 * accepted the job, so `printed` means no more than that here.
 */
export function createWindowPrinter(options: WindowPrinterOptions): TicketPrinter {
  const { queue, printing, clock, drawing, patienceMs } = options
  const missing = (detail: string) => ({ reason: 'missing', detail }) as const

  async function status(): Promise<PrinterStatus> {
    if (!printing) return { state: 'not-ready', ...missing('prints in the Electron window only') }
    const names = await printing.queues()
    return names.includes(queue) ? { state: 'ready' } : { state: 'not-ready', ...missing(`no printer "${queue}"`) }
  }

  async function print({ document, title }: PrintJob): Promise<PrintOutcome> {
    if (!printing) return { outcome: 'failed', ...missing('prints in the Electron window only') }
    const ready = await status()
    if (ready.state === 'not-ready') return { outcome: 'failed', reason: ready.reason, detail: ready.detail }
    const size = pageSizeOf(document)
    const picture = await drawing.pictureOf(document)
    const enough = new AbortController()
    const late = clock.sleep(patienceMs, enough.signal).then(() => null)
    const taken = await Promise.race([printing.print({ queue, title, picture, ...size }), late])
    enough.abort()
    if (taken === null) return { outcome: 'unknown', detail: `queue ${queue}: no answer` }
    if (taken.ok) return { outcome: 'printed', evidence: `queue ${queue}: taken by the system` }
    return taken.sent
      ? { outcome: 'unknown', detail: `queue ${queue}: ${taken.detail}` }
      : { outcome: 'failed', reason: 'refused', detail: `queue ${queue}: ${taken.detail}` }
  }

  return { name: queue, status, print }
}
