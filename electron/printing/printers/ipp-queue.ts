import { existsSync } from 'node:fs'
import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome } from '../../kiosk/ports/devices.ts'
import {
  type IppAttribute,
  IppFailure,
  type IppReply,
  type IppServer,
  jobStates,
  operations,
  printerStopped,
  sendIpp,
  statuses,
} from './ipp.ts'
import { pageSizeOf } from '../pdf/picture.ts'

const REPLY_TIMEOUT_MS = 10_000
const FAILURE = 0x100

export async function lookAtQueue(
  server: IppServer,
  queue: string | null,
): Promise<{ readonly name: string; readonly status: PrinterStatus }> {
  const asked = queue ?? 'default printer'
  const notReady = (detail: string) =>
    ({ name: asked, status: { state: 'not-ready', reason: 'missing', detail } }) as const
  const wanted: IppAttribute = ['keyword', 'requested-attributes', ...printerAttributes]
  try {
    const reply =
      queue === null
        ? await ask(server, operations.getDefault, [wanted])
        : await ask(server, operations.getPrinterAttributes, [['uri', 'printer-uri', uriOf(queue)], wanted])
    if (reply.status >= FAILURE) return notReady(queue === null ? 'no default printer' : `no printer "${queue}"`)
    return { name: text(reply, 'printer-name') || asked, status: statusOf(reply) }
  } catch (error) {
    return notReady(`no print service: ${detailOf(error)}`)
  }
}

const ask = (server: IppServer, operation: number, attributes: readonly IppAttribute[]): Promise<IppReply> =>
  sendIpp(server, '/', { operation, attributes }, REPLY_TIMEOUT_MS)

/** Returns the queues, the default queue first. The list is empty if the print service does not reply. */
export async function listQueues(server: IppServer = defaultServer()): Promise<readonly string[]> {
  const wanted: IppAttribute = ['keyword', 'requested-attributes', 'printer-name']
  const names = async (operation: number): Promise<readonly string[]> => {
    try {
      const reply = await ask(server, operation, [wanted])
      return reply.status < FAILURE ? (reply.attributes.get('printer-name') ?? []).map(String) : []
    } catch (error) {
      detailOf(error)
      return []
    }
  }
  const [standard, all] = await Promise.all([names(operations.getDefault), names(operations.getPrinters)])
  return [...new Set([...standard, ...all])]
}

const printerAttributes = [
  'printer-name',
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
]

/** Keywords of `printer-state-reasons` (RFC 8011, 5.4.12) and their faults, most severe first. */
const reasons: readonly (readonly [RegExp, PrinterFault])[] = [
  [/^(?:offline|shutdown|timed-out)/u, 'offline'],
  [/^media-jam/u, 'jammed'],
  [/^(?:media-empty|media-needed|input-tray-missing)/u, 'paper-out'],
  [/^(?:cover-open|door-open|interlock-open|paused|moving-to-paused|spool-area-full)/u, 'stopped'],
]

function statusOf(reply: IppReply): PrinterStatus {
  const keywords = (reply.attributes.get('printer-state-reasons') ?? []).map(String)
  const message = text(reply, 'printer-state-message')
  // A printer with a warning can still print, but `offline-report` of CUPS means an unreachable printer.
  const grave = keywords.filter((word) => word.startsWith('offline') || !/-(?:warning|report)$/u.test(word))
  const detail = [message, keywords.filter((word) => word !== 'none').join(', ')]
    .filter((part) => part !== '')
    .join(' – ')
  for (const [pattern, reason] of reasons) {
    if (grave.some((word) => pattern.test(word))) return { state: 'not-ready', reason, detail }
  }
  const [state] = reply.attributes.get('printer-state') ?? []
  const [accepting] = reply.attributes.get('printer-is-accepting-jobs') ?? []
  if (state === printerStopped || accepting === false) return { state: 'not-ready', reason: 'stopped', detail }
  return typeof state === 'number'
    ? { state: 'ready' }
    : { state: 'unknown', detail: 'the print service reports no state' }
}

function text(reply: IppReply, name: string): string {
  const [value] = reply.attributes.get(name) ?? []
  return typeof value === 'string' ? value : ''
}

function uriOf(queue: string): string {
  return `ipp://localhost/printers/${encodeURIComponent(queue)}`
}

function detailOf(error: unknown): string {
  if (error instanceof IppFailure) return error.message
  throw error
}

export function defaultServer(): IppServer {
  const named = process.env['CUPS_SERVER']
  if (named?.startsWith('/')) return { socketPath: named }
  if (named) {
    const { hostname, port } = new URL(`ipp://${named}`)
    return { host: hostname, port: Number(port || 631) }
  }
  const socketPath = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'].find(existsSync)
  return socketPath ? { socketPath } : { host: 'localhost', port: 631 }
}

export interface QueuedJob {
  readonly attributes: readonly IppAttribute[]
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
    const detail = `no reply to the print job: ${detailOf(error)}`
    const taken = !(error instanceof IppFailure) || error.mayHaveArrived
    return taken ? { outcome: 'unknown', detail } : { outcome: 'failed', reason: 'missing', detail }
  }
}

/**
 * Messages of the `ipp` backend of CUPS (`backend/ipp.c`) for a job whose paper, format or size the printer refused.
 * The messages are always in English here.
 */
const refusalMessages: ReadonlySet<string> = new Set([
  'Printer cannot print with supplied options.',
  'Printer cannot print supplied content.',
  'Print job too large.',
])

/**
 * Returns the outcome of a job; null while it is pending or if the service does not reply. A job that ended before its
 * processing began, or that the printer refused, has printed nothing.
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

/** Cancels an unfinished job, so that it cannot be printed later beside its duplicate. */
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

/** Returns a self-describing media name (PWG 5101.1) for the page's own size. */
function mediaOf(document: Uint8Array): string {
  const { widthMm, heightMm } = pageSizeOf(document)
  const [width, height] = [widthMm, heightMm].map((side) => Number(side.toFixed(2)))
  return standardMedia.get(`${width}x${height}`) ?? `custom_ticket_${width}x${height}mm`
}
