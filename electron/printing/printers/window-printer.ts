import type { Clock } from '../../core/ports/ports.ts'
import type { PrinterStatus, PrintJob, PrintOutcome, TicketPrinter, WindowPrinting } from '../../core/ports/devices.ts'
import { pageSizeOf } from './page-size.ts'
import type { PageDrawing } from '../document-service.ts'

export interface WindowPrinterOptions {
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
