import type { Paper } from '../../shared/domain/ticket-document.ts'

/**
 * The port every ticket printer serves. The flow asks `status` before money moves, records the print job, prints,
 * and records the outcome; a ticket counts as printed only with evidence.
 */
export interface TicketPrinter {
  /** What staff know the printer by: the queue's name, or the folder's path. */
  readonly name: string
  status(): Promise<PrinterStatus>
  /** Resolves once the outcome is known or can no longer be known; never rejects for a fault of the printer. */
  print(job: PrintJob): Promise<PrintOutcome>
}

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

/** Why nothing can come out; `detail` is the device's own wording, for staff and logs. */
export type PrinterFault = 'offline' | 'paper-out' | 'jammed' | 'stopped' | 'missing'

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
