import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome } from '../../core/ports/devices.ts'
import { IppFailure, jobStates, operations, sendIpp, statuses, type IppAttribute, type IppServer } from './ipp.ts'
import { ask, detailOf, FAILURE, REPLY_TIMEOUT_MS, text, uriOf } from './ipp-queue.ts'
import { pageSizeOf } from './page-size.ts'

/** A job in a queue, as the service names it. */
export interface QueuedJob {
  readonly attributes: readonly IppAttribute[]
  /** For people. */
  readonly where: string
}

const user: IppAttribute = ['name', 'requesting-user-name', 'guichet']

const refusals: ReadonlyMap<number, PrinterFault> = new Map([
  [statuses.notFound, 'missing'],
  [statuses.notAcceptingJobs, 'stopped'],
])

export async function submitJob(
  server: IppServer,
  name: string,
  { jobId, document, title }: PrintJob,
): Promise<PrintOutcome | QueuedJob> {
  const printer: IppAttribute = ['uri', 'printer-uri', uriOf(name)]
  const ipp = {
    operation: operations.printJob,
    attributes: [
      printer,
      user,
      ['name', 'job-name', `${title} ${jobId}`],
      ['mimeType', 'document-format', 'application/pdf'],
    ],
    jobAttributes: [
      ['keyword', 'media', mediaOf(document)],
      ['keyword', 'print-scaling', 'none'],
    ],
    document,
  } as const
  try {
    const reply = await sendIpp(server, `/printers/${encodeURIComponent(name)}`, ipp, REPLY_TIMEOUT_MS)
    const [jobNumber] = reply.attributes.get('job-id') ?? []
    if (reply.status < FAILURE && typeof jobNumber === 'number')
      return { attributes: [printer, ['integer', 'job-id', jobNumber]], where: `queue ${name}, job ${jobNumber}` }
    const detail = text(reply, 'status-message') || `IPP status 0x${reply.status.toString(16)}`
    return { outcome: 'failed', reason: refusals.get(reply.status) ?? 'refused', detail }
  } catch (error) {
    const detail = `no answer to the print job: ${detailOf(error)}`
    const taken = !(error instanceof IppFailure) || error.mayHaveArrived
    return taken ? { outcome: 'unknown', detail } : { outcome: 'failed', reason: 'missing', detail }
  }
}

/**
 * What the `ipp` backend of CUPS (`backend/ipp.c`) reports when the printer refused the job's paper, format or size
 * instead of taking it. CUPS writes it in the language of the job, here always English, and clears it when the next job
 * begins.
 */
const refusalMessages: ReadonlySet<string> = new Set([
  'Printer cannot print with supplied options.',
  'Printer cannot print supplied content.',
  'Print job too large.',
])

/**
 * The outcome of a job, null while it waits or the service does not answer. A job that ended before its processing began,
 * or that the printer refused to take, has put nothing on paper. A service without a job history forgets a job as soon as
 * it ends, however that was.
 */
export async function readJob(server: IppServer, { attributes, where }: QueuedJob): Promise<PrintOutcome | null> {
  const wanted = ['job-state', 'time-at-processing', 'job-printer-state-message']
  const reply = await ask(server, operations.getJobAttributes, [
    ...attributes,
    user,
    ['keyword', 'requested-attributes', ...wanted],
  ]).catch(() => null)
  if (reply?.status === statuses.notFound)
    return { outcome: 'unknown', detail: `${where}: no longer listed by the print service` }
  const [state] = reply?.attributes.get('job-state') ?? []
  if (state === jobStates.completed) return { outcome: 'printed', evidence: `${where}: completed` }
  if (!reply || (state !== jobStates.canceled && state !== jobStates.aborted)) return null
  const refused = (detail: string): PrintOutcome => ({
    outcome: 'failed',
    reason: 'refused',
    detail: `${where}: ${detail}`,
  })
  if ((reply.attributes.get('time-at-processing') ?? []).length === 0) return refused('taken from the queue')
  const message = text(reply, 'job-printer-state-message')
  if (refusalMessages.has(message)) return refused(message)
  return { outcome: 'unknown', detail: `${where}: ended without being completed` }
}

/** A job that does not come out is taken back, so that it cannot come out later beside its duplicate. */
export async function takeBack(server: IppServer, job: QueuedJob, printer: PrinterStatus): Promise<PrintOutcome> {
  const cancelled = await ask(server, operations.cancelJob, [...job.attributes, user]).catch(() => null)
  const known = await readJob(server, job)
  if (known?.outcome === 'printed') return known
  const fault = printer.state === 'not-ready' ? printer : ({ reason: 'stopped', detail: 'took too long' } as const)
  const detail = `${job.where}: ${fault.detail}`
  if (cancelled && known?.outcome === 'failed') return { outcome: 'failed', reason: fault.reason, detail }
  return { outcome: 'unknown', detail }
}

const standardMedia: ReadonlyMap<string, string> = new Map([
  ['210x297', 'iso_a4_210x297mm'],
  ['105x148', 'iso_a6_105x148mm'],
])

/** A self-describing media name (PWG 5101.1): the page as it is, never the printer's default. */
function mediaOf(document: Uint8Array): string {
  const { widthMm, heightMm } = pageSizeOf(document)
  const [width, height] = [widthMm, heightMm].map((side) => Number(side.toFixed(2)))
  return standardMedia.get(`${width}x${height}`) ?? `custom_ticket_${width}x${height}mm`
}
