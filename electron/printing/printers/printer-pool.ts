import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { Log, Printers } from '../../core/ports/ports.ts'
import { printerRoles, type PrinterRole, type PrinterStatus, type PrintOutcome } from '../../core/ports/devices.ts'
import { failedIfWorkerEnds } from '../document-thread.ts'
import type { LoadedPrinter } from './printers.ts'

/** The machine's printers by what they are for; in each role the first prints and the others step in for it. */
export interface PrinterPool extends Printers {
  /** The paper of the first printer in the role; null where nobody has it. */
  paperOf(role: PrinterRole): LoadedPrinter['paper'] | null
  /** Of the role as a whole: ready when one of its printers is. Null where nobody has it. */
  status(role: PrinterRole): Promise<PrinterStatus | null>
  /**
   * Has the job printed by the first that can. The next printer is tried only where nothing came out of the one before:
   * else there might be two papers of one ticket. Null where nobody has the role.
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

export interface PrinterPoolOptions {
  /** By the name that the settings give them. */
  readonly printers: ReadonlyMap<string, LoadedPrinter>
  readonly roles: Readonly<Record<PrinterRole, readonly string[]>>
  /** The printer whose connector the cash drawer hangs on; null: there is none. */
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

    standsIn: () => standsIn,

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
