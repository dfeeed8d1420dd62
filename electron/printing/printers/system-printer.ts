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
  /** Default: where CUPS listens on this machine, or what `CUPS_SERVER` names. */
  readonly server?: IppServer
  /** How often a job is looked at, and for how long at most: a printer that waits for paper gets this much patience. */
  readonly pollMs?: number
  readonly patienceMs?: number
}

/**
 * A queue of the system's print service (CUPS on Linux and macOS), spoken to in IPP. `lp` and `lpstat` would not do:
 * `lp` takes jobs for a printer that is jammed, and `lpstat` tells a cancelled job from a printed one by no word.
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

  /** Watches the job until it ends, the printer stops, or patience does. */
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

/** With these the job will not go on by itself; paper and jams are seen to while it waits. */
const haltingReasons: ReadonlySet<PrinterFault> = new Set(['stopped', 'missing'])

/** Where Linux puts receipt printers that are plugged in. */
const USB_PRINTERS = '/dev/usb'

interface PrinterSearch {
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

interface WindowPrinterOptions {
  /** Name of the queue in the system. */
  readonly queue: string
  /** Null: this program runs without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly clock: Clock
  readonly drawing: Pick<PageDrawing, 'pictureOf'>
  readonly patienceMs: number
}

/**
 * Creates a printer for a queue that Electron's window prints on without a dialogue, for systems whose print service
 * cannot be used directly. The page is sent as an image of its exact size. The window only learns that the queue
 * accepted the job, so `printed` means no more here.
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
