import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { PrinterFault } from '../../../shared/domain/fleet/readiness.ts'

export type { PrinterFault }

/**
 * The port every ticket printer serves. The flow asks `status` before money moves, records the print job, prints,
 * and records the outcome; a ticket counts as printed only with evidence.
 */
export interface TicketPrinter {
  /** What staff know the printer by: the queue's name, or the folder's path. */
  readonly name: string
  status(): Promise<PrinterStatus>
  /**
   * Resolves once the outcome is known or can no longer be known; never rejects for a fault of the printer. Rejects with
   * `DocumentWorkerEnded` only while nothing has reached the printer.
   */
  print(job: PrintJob): Promise<PrintOutcome>
  /**
   * Present only if a cash drawer is connected to the printer. `opened` means that the printer executed the command.
   */
  openDrawer?(): Promise<DrawerOutcome>
  /** Calls back, until the signal aborts, when the printer keeps a job waiting, as another till may hold it, and when that ends. */
  onAwaited?(listener: (awaited: boolean) => void, signal: AbortSignal): void
}

/** Printing by the window the program runs in. */
export interface WindowPrinting {
  /** As the system names them. */
  queues(): Promise<readonly string[]>
  /** Gives one page to a queue; `ok` once the queue has taken it, `sent: false` where nothing can have reached it. */
  print(page: {
    readonly queue: string
    readonly title: string
    /** A PNG of the whole page. */
    readonly picture: Uint8Array
    readonly widthMm: number
    readonly heightMm: number
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly sent: boolean; readonly detail: string }>
}

/** What a printer may be for; one may have several roles. */
export const printerRoles = ['tickets', 'receipts', 'reports'] as const
export type PrinterRole = (typeof printerRoles)[number]

/** One printer of the machine as its staff see it. */
export interface PrinterReport {
  /** As the settings name it. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  readonly paper: Paper
  readonly status: PrinterStatus
  /** Jobs it has done in place of another since the start of the program. */
  readonly stoodIn: number
}

export type DrawerOutcome =
  | { readonly outcome: 'opened'; readonly evidence: string }
  | { readonly outcome: 'failed'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** One job is one ticket, so that a jam costs one ticket and resuming starts at the one that jammed. */
export interface PrintJob {
  /** Unique per ticket and copy; printing the same id again must not make a second file. */
  readonly jobId: string
  /** A PDF of one page of `paper`. */
  readonly document: Uint8Array
  readonly paper: Paper
  /** Shown in the system's print queue. */
  readonly title: string
}

/** `detail` is the device's own wording, for staff and logs. */
export type PrinterStatus =
  /** `paperLow`: enough for this sale, but the roll ends soon; only where the printer has a sensor for it. */
  | { readonly state: 'ready'; readonly paperLow?: boolean }
  | { readonly state: 'not-ready'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly state: 'unknown'; readonly detail: string }

/**
 * printed: it came out, and `evidence` says how we know (a path, a queue's completed job).
 * failed: nothing came out and nothing will; printing again is safe. `storage-full` and `refused` concern this job
 * only: no room to write it, or the device would not take the document.
 * unknown: something may have come out; a person has to look, and another copy is a DUPLICATA.
 */
export type PrintOutcome =
  | { readonly outcome: 'printed'; readonly evidence: string }
  | {
      readonly outcome: 'failed'
      readonly reason: PrinterFault | 'storage-full' | 'refused'
      readonly detail: string
    }
  | { readonly outcome: 'unknown'; readonly detail: string }
