import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../core/ports/printer.ts'
import {
  IppFailure,
  jobStates,
  operations,
  printerStopped,
  sendIpp,
  statuses,
  type IppAttribute,
  type IppReply,
  type IppServer,
} from './ipp.ts'
import { pageSizeOf } from './page-size.ts'

export interface SystemPrinterOptions {
  /** The queue's name; null: the system's default queue. */
  readonly queue: string | null
  /** Default: where CUPS listens on this machine, or what `CUPS_SERVER` names. */
  readonly server?: IppServer
  /** How often a job is looked at, and for how long at most: a printer that waits for paper gets this much patience. */
  readonly pollMs?: number
  readonly patienceMs?: number
}

const replyTimeoutMs = 10_000
/** Statuses from here on say that the request was not carried out. */
const failure = 0x100

/**
 * A queue of the system's print service (CUPS on Linux and macOS), spoken to in IPP. `lp` and `lpstat` would not do:
 * `lp` takes jobs for a printer that is jammed, and `lpstat` tells a cancelled job from a printed one by no word.
 * A job that does not come out is taken back from the queue, so that it cannot come out later beside its duplicate.
 */
export function createSystemPrinter(options: SystemPrinterOptions): TicketPrinter {
  const { queue, pollMs = 250, patienceMs = 60_000 } = options
  const server = options.server ?? defaultServer()
  const send = async (path: string, operation: number, attributes: readonly IppAttribute[]): Promise<IppReply> =>
    sendIpp(server, path, { operation, attributes }, replyTimeoutMs)

  async function look(): Promise<{ readonly name: string; readonly status: PrinterStatus }> {
    const asked = queue ?? 'default printer'
    const notReady = (detail: string) =>
      ({ name: asked, status: { state: 'not-ready', reason: 'missing', detail } }) as const
    const wanted: IppAttribute = ['keyword', 'requested-attributes', ...printerAttributes]
    try {
      const reply =
        queue === null
          ? await send('/', operations.getDefault, [wanted])
          : await send('/', operations.getPrinterAttributes, [['uri', 'printer-uri', uriOf(queue)], wanted])
      if (reply.status >= failure) return notReady(queue === null ? 'no default printer' : `no printer "${queue}"`)
      return { name: text(reply, 'printer-name') || asked, status: statusOf(reply) }
    } catch (error) {
      return notReady(`no print service: ${detailOf(error)}`)
    }
  }

  async function status(): Promise<PrinterStatus> {
    return (await look()).status
  }

  async function print(job: PrintJob): Promise<PrintOutcome> {
    const { name, status: ready } = await look()
    if (ready.state === 'not-ready') return { outcome: 'failed', reason: ready.reason, detail: ready.detail }
    const printer: IppAttribute = ['uri', 'printer-uri', uriOf(name)]
    const submitted = await submit(printer, name, job)
    if ('outcome' in submitted) return submitted
    return follow([printer, ['integer', 'job-id', submitted.jobNumber]], name, submitted.jobNumber)
  }

  async function submit(
    printer: IppAttribute,
    name: string,
    { jobId, document, title }: PrintJob,
  ): Promise<PrintOutcome | { readonly jobNumber: number }> {
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
      const reply = await sendIpp(server, `/printers/${encodeURIComponent(name)}`, ipp, replyTimeoutMs)
      const [jobNumber] = reply.attributes.get('job-id') ?? []
      if (reply.status < failure && typeof jobNumber === 'number') return { jobNumber }
      const detail = text(reply, 'status-message') || `IPP status 0x${reply.status.toString(16)}`
      return { outcome: 'failed', reason: refusals.get(reply.status) ?? 'refused', detail }
    } catch (error) {
      const detail = `no answer to the print job: ${detailOf(error)}`
      const taken = !(error instanceof IppFailure) || error.mayHaveArrived
      return taken ? { outcome: 'unknown', detail } : { outcome: 'failed', reason: 'missing', detail }
    }
  }

  /** Watches the job until it ends, the printer stops, or patience does. */
  async function follow(job: readonly IppAttribute[], name: string, jobNumber: number): Promise<PrintOutcome> {
    const where = `queue ${name}, job ${jobNumber}`
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const state = await readJob(job)
      if (state === 'completed') return { outcome: 'printed', evidence: `${where}: completed` }
      if (state === 'ended') return { outcome: 'unknown', detail: `${where}: ended without being completed` }
      if (state === 'never-began')
        return { outcome: 'failed', reason: 'refused', detail: `${where}: taken from the queue` }
      const printer = await status()
      const halted = printer.state === 'not-ready' && haltingReasons.has(printer.reason)
      if (halted || performance.now() >= giveUpAt) return takeBack(job, where, printer)
      await wait(pollMs)
    }
  }

  async function takeBack(job: readonly IppAttribute[], where: string, printer: PrinterStatus): Promise<PrintOutcome> {
    const cancelled = await send('/', operations.cancelJob, [...job, user]).catch(() => null)
    const state = await readJob(job)
    if (state === 'completed') return { outcome: 'printed', evidence: `${where}: completed` }
    const fault = printer.state === 'not-ready' ? printer : ({ reason: 'stopped', detail: 'took too long' } as const)
    const detail = `${where}: ${fault.detail}`
    if (cancelled && state === 'never-began') return { outcome: 'failed', reason: fault.reason, detail }
    return { outcome: 'unknown', detail }
  }

  /** A job that ended before its processing began has put nothing on paper. */
  async function readJob(job: readonly IppAttribute[]): Promise<'waiting' | 'completed' | 'ended' | 'never-began'> {
    const wanted: IppAttribute = ['keyword', 'requested-attributes', 'job-state', 'time-at-processing']
    const reply = await send('/', operations.getJobAttributes, [...job, user, wanted]).catch(() => null)
    const [state] = reply?.attributes.get('job-state') ?? []
    if (state === jobStates.completed) return 'completed'
    if (state !== jobStates.canceled && state !== jobStates.aborted) return 'waiting'
    return (reply?.attributes.get('time-at-processing') ?? []).length === 0 ? 'never-began' : 'ended'
  }

  return { name: queue ?? 'default printer', status, print }
}

/** The queues of the print service, the default one first; none where there is no such service. */
export async function listQueues(server: IppServer = defaultServer()): Promise<readonly string[]> {
  const wanted: IppAttribute = ['keyword', 'requested-attributes', 'printer-name']
  const names = async (operation: number): Promise<readonly string[]> => {
    try {
      const reply = await sendIpp(server, '/', { operation, attributes: [wanted] }, replyTimeoutMs)
      return reply.status < failure ? (reply.attributes.get('printer-name') ?? []).map(String) : []
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

const user: IppAttribute = ['name', 'requesting-user-name', 'guichet']

const refusals: ReadonlyMap<number, PrinterFault> = new Map([
  [statuses.notFound, 'missing'],
  [statuses.notAcceptingJobs, 'stopped'],
])

/** With these the job will not go on by itself; paper and jams are seen to while it waits. */
const haltingReasons: ReadonlySet<PrinterFault> = new Set(['stopped', 'missing'])

/** Keywords of `printer-state-reasons` (RFC 8011, 5.4.12) and what they come to, the gravest first. */
const reasons: readonly (readonly [RegExp, PrinterFault])[] = [
  [/^(?:offline|shutdown|timed-out)/u, 'offline'],
  [/^media-jam/u, 'jammed'],
  [/^(?:media-empty|media-needed|input-tray-missing)/u, 'paper-out'],
  [/^(?:cover-open|door-open|interlock-open|paused|moving-to-paused|spool-area-full)/u, 'stopped'],
]

function statusOf(reply: IppReply): PrinterStatus {
  const keywords = (reply.attributes.get('printer-state-reasons') ?? []).map(String)
  const message = text(reply, 'printer-state-message')
  // A warning or report leaves the printer able to print, but CUPS reports a printer that is away as `offline-report`.
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
    : { state: 'unknown', detail: 'the print service names no state' }
}

function text(reply: IppReply, name: string): string {
  const [value] = reply.attributes.get(name) ?? []
  return typeof value === 'string' ? value : ''
}

function uriOf(queue: string): string {
  return `ipp://localhost/printers/${encodeURIComponent(queue)}`
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

function detailOf(error: unknown): string {
  if (error instanceof IppFailure) return error.message
  throw error
}

function defaultServer(): IppServer {
  const named = process.env['CUPS_SERVER']
  if (named?.startsWith('/')) return { socketPath: named }
  if (named) {
    const { hostname, port } = new URL(`ipp://${named}`)
    return { host: hostname, port: Number(port || 631) }
  }
  const socketPath = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'].find(existsSync)
  return socketPath ? { socketPath } : { host: 'localhost', port: 631 }
}
