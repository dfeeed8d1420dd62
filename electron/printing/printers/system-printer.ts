import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterFault, PrintJob, PrintOutcome, TicketPrinter } from '../../core/ports/devices.ts'
import { readJob, submitJob, takeBack, type QueuedJob } from './ipp-job.ts'
import { defaultServer, lookAtQueue } from './ipp-queue.ts'
import type { IppServer } from './ipp.ts'

export interface SystemPrinterOptions {
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
