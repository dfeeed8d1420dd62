import { existsSync } from 'node:fs'
import type { PrinterFault, PrinterStatus } from '../../core/ports/devices.ts'
import {
  IppFailure,
  operations,
  printerStopped,
  sendIpp,
  type IppAttribute,
  type IppReply,
  type IppServer,
} from './ipp.ts'

export const REPLY_TIMEOUT_MS = 10_000
/** Statuses from here on say that the request was not carried out. */
export const FAILURE = 0x100

/** How a queue is, and what it is called; null: the default queue. */
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

/** A question to the service itself. */
export const ask = (server: IppServer, operation: number, attributes: readonly IppAttribute[]): Promise<IppReply> =>
  sendIpp(server, '/', { operation, attributes }, REPLY_TIMEOUT_MS)

/** The queues of the print service, the default one first; none where there is no such service. */
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

export function text(reply: IppReply, name: string): string {
  const [value] = reply.attributes.get(name) ?? []
  return typeof value === 'string' ? value : ''
}

export function uriOf(queue: string): string {
  return `ipp://localhost/printers/${encodeURIComponent(queue)}`
}

/** What an `IppFailure` says; throws whatever else it was. */
export function detailOf(error: unknown): string {
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
