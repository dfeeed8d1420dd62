import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterFoundView } from '../../../shared/api/kiosk/setup.ts'
import type {
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
  WindowPrinting,
} from '../../kiosk/ports/devices.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'
import type { PageDrawing } from '../document-service.ts'
import { defaultServer, listQueues, lookAtQueue, type QueuedJob, readJob, submitJob, takeBack } from './ipp-queue.ts'
import type { IppServer } from './ipp.ts'
import { pageSizeOf } from '../pdf/picture.ts'
import { helperOf, Spooler, SpoolerFailure, type SpoolerHelper } from './windows-spooler.ts'

interface SystemPrinterOptions {
  /** CUPS on this computer by default, or the value of `CUPS_SERVER`. */
  readonly server?: IppServer
  readonly pollMs?: number
}

/**
 * Queue of the system's print service (CUPS), accessed via IPP. The commands of CUPS are not used: `lp` accepts jobs
 * for a jammed printer, and `lpstat` does not distinguish a cancelled job from a printed one.
 */
export class SystemPrinter implements TicketPrinter {
  readonly name: string
  readonly #queue: string | null
  readonly #server: IppServer
  readonly #pollMs: number
  readonly #timeoutMs: number

  /** `queue`: null for the default queue. `timeoutMs`: maximum duration of a job, including waits. */
  constructor(queue: string | null, timeoutMs: number, options: SystemPrinterOptions = {}) {
    this.name = queue ?? 'default printer'
    this.#queue = queue
    this.#timeoutMs = timeoutMs
    this.#server = options.server ?? defaultServer()
    this.#pollMs = options.pollMs ?? 250
  }

  async status(): Promise<PrinterStatus> {
    return (await lookAtQueue(this.#server, this.#queue)).status
  }

  async print(job: PrintJob): Promise<PrintOutcome> {
    const { name, status } = await lookAtQueue(this.#server, this.#queue)
    if (status.state === 'not-ready') return { outcome: 'failed', reason: status.reason, detail: status.detail }
    const submitted = await submitJob(this.#server, name, job)
    return 'outcome' in submitted ? submitted : this.#follow(submitted)
  }

  async #follow(job: QueuedJob): Promise<PrintOutcome> {
    const giveUpAt = performance.now() + this.#timeoutMs
    for (;;) {
      const known = await readJob(this.#server, job)
      if (known) return known
      const printer = await this.status()
      const halted = printer.state === 'not-ready' && haltingReasons.has(printer.reason)
      if (halted || performance.now() >= giveUpAt) return takeBack(this.#server, job, printer)
      await wait(this.#pollMs)
    }
  }
}

/** Faults after which a job cannot continue, unlike missing paper and jams. */
const haltingReasons: ReadonlySet<PrinterFault> = new Set(['stopped', 'missing'])

const USB_PRINTERS = '/dev/usb'

/**
 * Returns the print queues of this computer, the default queue first, and USB receipt printers. `printing` is null
 * without Electron's window. `helper` lists the queues of a system without CUPS.
 */
export async function findPrinters(
  printing: WindowPrinting | null,
  resourcesDirectory: string,
  helper = helperOf(resourcesDirectory),
): Promise<readonly PrinterFoundView[]> {
  const queues = helper ? await (printing?.queues() ?? spooledQueues(helper)) : await listQueues()
  return [
    ...queues.map((address, index): PrinterFoundView => ({ kind: 'queue', address, standard: !helper && index === 0 })),
    ...pluggedIn().map((address): PrinterFoundView => ({ kind: 'receipt', address, standard: false })),
  ]
}

async function spooledQueues(helper: SpoolerHelper): Promise<readonly string[]> {
  const spooler = new Spooler(helper)
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

interface WindowSurroundings {
  /** Null if the program runs without Electron's window. */
  readonly printing: WindowPrinting | null
  readonly drawing: Pick<PageDrawing, 'pictureOf'>
  readonly clock: Clock
}

/**
 * A queue on which Electron's window prints without a dialogue, for systems whose print service cannot be used
 * directly. `printed` only means that the queue accepted the job.
 */
export class WindowPrinter implements TicketPrinter {
  readonly name: string
  readonly #timeoutMs: number
  readonly #with: WindowSurroundings

  constructor(queue: string, timeoutMs: number, surroundings: WindowSurroundings) {
    this.name = queue
    this.#timeoutMs = timeoutMs
    this.#with = surroundings
  }

  async status(): Promise<PrinterStatus> {
    const missing = (detail: string) => ({ state: 'not-ready', reason: 'missing', detail }) as const
    const { printing } = this.#with
    if (!printing) return missing('prints in the Electron window only')
    const names = await printing.queues()
    return names.includes(this.name) ? { state: 'ready' } : missing(`no printer "${this.name}"`)
  }

  async print({ document, title }: PrintJob): Promise<PrintOutcome> {
    const ready = await this.status()
    if (ready.state === 'not-ready') return { outcome: 'failed', reason: ready.reason, detail: ready.detail }
    const { printing, drawing, clock } = this.#with
    const queue = this.name
    const page = { queue, title, picture: await drawing.pictureOf(document), ...pageSizeOf(document) }
    const enough = new AbortController()
    const late = clock.sleep(this.#timeoutMs, enough.signal)
    const taken = await Promise.race([printing?.print(page), late])
    enough.abort()
    if (!taken) return { outcome: 'unknown', detail: `queue ${queue}: no answer` }
    if (taken.ok) return { outcome: 'printed', evidence: `queue ${queue}: taken by the system` }
    const detail = `queue ${queue}: ${taken.detail}`
    return taken.sent ? { outcome: 'unknown', detail } : { outcome: 'failed', reason: 'refused', detail }
  }
}
