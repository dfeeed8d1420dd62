import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../core/ports/devices.ts'
import { pageSizeOf } from '../printers/page-size.ts'
import type { PageDrawing } from '../document-service.ts'
import { SpoolerFailure, type Spooler } from './spooler.ts'

export interface SpoolerPrinterOptions {
  /** The queue's name; null: the system's default queue. */
  readonly queue: string | null
  readonly spooler: Spooler
  readonly drawing: Pick<PageDrawing, 'pictureOf'>
  readonly pollMs?: number
  /** Maximum time that a job waits for paper, in milliseconds. */
  readonly patienceMs: number
}

/** Of `PRINTER_INFO_6`, the gravest first. */
const printerFaults: readonly (readonly [bits: number, fault: PrinterFault, words: string])[] = [
  [0x80 | 0x1000 | 0x80_0000, 'offline', 'offline'],
  [0x08, 'jammed', 'paper jam'],
  [0x10 | 0x40, 'paper-out', 'out of paper'],
  [0x40_0000, 'stopped', 'cover open'],
  [0x01 | 0x04, 'stopped', 'paused'],
  [0x20 | 0x800 | 0x4_0000 | 0x10_0000 | 0x20_0000, 'stopped', 'waits for a person'],
  [0x02, 'stopped', 'error'],
]
const WORK_OFFLINE = 0x400

/** Of `JOB_INFO_1`. */
const PRINTING = 0x10
const PRINTED = 0x80 | 0x1000
const DELETED = 0x04 | 0x100

/**
 * Creates a printer for a queue of Windows. The job stays in the queue until it was read as printed, so that a job that
 * a person deletes never counts as printed. A job that does not print in time is removed.
 */
export function createSpoolerPrinter(options: SpoolerPrinterOptions): TicketPrinter {
  const { queue, spooler, drawing, pollMs = 250, patienceMs } = options
  const asked = queue ?? 'default printer'

  async function look(): Promise<{ readonly name: string; readonly status: PrinterStatus }> {
    const missing = (detail: string) =>
      ({ name: asked, status: { state: 'not-ready', reason: 'missing', detail } }) as const
    const found = await attempt(spooler.look(queue))
    if (found instanceof SpoolerFailure) return missing(`no print service: ${found.message}`)
    if (found === null) return missing(queue === null ? 'no default printer' : `no printer "${queue}"`)
    return { name: found.name, status: statusOf(found.status, found.attributes) }
  }

  async function print({ document, title, jobId }: PrintJob): Promise<PrintOutcome> {
    const { name, status } = await look()
    if (status.state === 'not-ready') return { outcome: 'failed', reason: status.reason, detail: status.detail }
    const folder = await mkdtemp(join(tmpdir(), 'guichet-page-'))
    try {
      const picture = join(folder, 'page.png')
      await writeFile(picture, await drawing.pictureOf(document), { mode: 0o600 })
      const page = { queue: name, title: `${title} ${jobId}`, picture, ...pageSizeOf(document) }
      const job = await attempt(spooler.print(page))
      if (job instanceof SpoolerFailure) {
        const detail = `queue ${name}: ${job.message}`
        if (job.fate === 'unknown') return { outcome: 'unknown', detail }
        return { outcome: 'failed', reason: job.fate === 'refused' ? 'refused' : 'missing', detail }
      }
      if (job === null) return { outcome: 'failed', reason: 'refused', detail: `queue ${name}: takes no job` }
      return await follow(name, job)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function follow(name: string, job: number): Promise<PrintOutcome> {
    const where = `queue ${name}, job ${job}`
    const giveUpAt = performance.now() + patienceMs
    let began = false
    for (;;) {
      const found = await attempt(spooler.job(name, job))
      if (!(found instanceof SpoolerFailure)) {
        began ||= found !== null && ((found.status & PRINTING) !== 0 || found.pagesPrinted > 0)
        if (found === null || found.status & DELETED) return ended(where, began, 'taken from the queue', 'refused')
        if (found.status & PRINTED) {
          await attempt(spooler.remove(name, job))
          return { outcome: 'printed', evidence: `${where}: printed` }
        }
      }
      if (performance.now() >= giveUpAt) return takeBack(name, job, began)
      await wait(pollMs)
    }
  }

  async function takeBack(name: string, job: number, began: boolean): Promise<PrintOutcome> {
    const { status } = await look()
    const fault = status.state === 'not-ready' ? status : ({ reason: 'stopped', detail: 'took too long' } as const)
    const where = `queue ${name}, job ${job}`
    const last = await attempt(spooler.job(name, job))
    if (last !== null && !(last instanceof SpoolerFailure) && last.status & PRINTED) {
      await attempt(spooler.remove(name, job))
      return { outcome: 'printed', evidence: `${where}: printed` }
    }
    const removed = await attempt(spooler.remove(name, job))
    const unsure = began || last instanceof SpoolerFailure || removed instanceof SpoolerFailure
    return ended(where, unsure || (last !== null && last.pagesPrinted > 0), fault.detail, fault.reason)
  }

  return { name: asked, status: async () => (await look()).status, print }
}

/** A job that had not begun has put nothing on paper. */
function ended(where: string, began: boolean, why: string, reason: PrinterFault | 'refused'): PrintOutcome {
  const detail = `${where}: ${why}`
  return began ? { outcome: 'unknown', detail } : { outcome: 'failed', reason, detail }
}

function statusOf(status: number, attributes: number): PrinterStatus {
  if (attributes & WORK_OFFLINE) return { state: 'not-ready', reason: 'offline', detail: 'used offline' }
  for (const [bits, reason, detail] of printerFaults) {
    if (status & bits) return { state: 'not-ready', reason, detail }
  }
  return { state: 'ready' }
}

async function attempt<T>(work: Promise<T>): Promise<T | SpoolerFailure> {
  try {
    return await work
  } catch (error) {
    if (error instanceof SpoolerFailure) return error
    throw error
  }
}
