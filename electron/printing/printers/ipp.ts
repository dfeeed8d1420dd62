import { request, type IncomingMessage } from 'node:http'
import { MAX_REPLY_BYTES, readBounded } from '../../../shared/json.ts'

/** Internet Printing Protocol (RFC 8010 encoding, RFC 8011 model), limited to printing a ticket. */

export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
  /** CUPS extensions. */
  getDefault: 0x4001,
  getPrinters: 0x4002,
} as const

/** Job states (RFC 8011, 5.3.7). */
export const jobStates = { processing: 5, canceled: 7, aborted: 8, completed: 9 } as const

/** State of a stopped printer (RFC 8011, 5.4.11). */
export const printerStopped = 5

/** Status codes (RFC 8011, B.1.4). */
export const statuses = { notFound: 0x0406, formatNotSupported: 0x040a, notAcceptingJobs: 0x0506 } as const

const tags = {
  operationGroup: 0x01,
  jobGroup: 0x02,
  end: 0x03,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const

type ValueTag = 'integer' | 'name' | 'keyword' | 'uri' | 'charset' | 'language' | 'mimeType'
export type IppAttribute = readonly [tag: ValueTag, name: string, ...values: (string | number)[]]
type IppValue = string | number | boolean

interface IppRequest {
  readonly operation: number
  readonly attributes: readonly IppAttribute[]
  readonly jobAttributes?: readonly IppAttribute[]
  readonly document?: Uint8Array
}

export interface IppReply {
  /** Values below 0x0100 mean success. */
  readonly status: number
  /** Attributes of all groups by name, without values of unused types (`no-value`, dates, collections). */
  readonly attributes: ReadonlyMap<string, readonly IppValue[]>
}

/** Address of the print service: the path of a local socket, or host and port. */
export type IppServer = { readonly socketPath: string } | { readonly host: string; readonly port: number }

/** No readable reply was received. `mayHaveArrived` is false if the request cannot have been accepted. */
export class IppFailure extends Error {
  override readonly name = 'IppFailure'
  readonly mayHaveArrived: boolean

  constructor(message: string, mayHaveArrived: boolean) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** Sends a request. Rejects only with `IppFailure`; a refusal by the service is a reply. */
export async function sendIpp(server: IppServer, path: string, ipp: IppRequest, timeoutMs: number): Promise<IppReply> {
  const body = Buffer.concat([encodeIpp(ipp), ipp.document ?? new Uint8Array()])
  const headers = { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' }
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    let connected = false
    const fail = (error: Error): void => reject(new IppFailure(error.message, connected))
    const call = request({ ...server, path, method: 'POST', headers, signal, agent: false }, (reply) => {
      readReply(reply).then(resolve, (error: unknown) => {
        if (error instanceof IppFailure) reject(error)
        else fail(error instanceof Error ? error : new Error(String(error)))
      })
    })
    call.on('socket', (socket) => socket.once('connect', () => (connected = true)))
    call.on('error', fail)
    call.end(body)
  })
}

async function readReply(reply: IncomingMessage): Promise<IppReply> {
  const bytes = await readBounded(reply, MAX_REPLY_BYTES)
  if (reply.statusCode !== 200) throw new IppFailure(`HTTP status ${reply.statusCode}`, false)
  if (bytes === null) throw new Error(`a reply of more than ${MAX_REPLY_BYTES} bytes`)
  return decodeIpp(Buffer.from(bytes))
}

function encodeIpp({ operation, attributes, jobAttributes = [] }: IppRequest): Buffer {
  const version = [2, 0]
  const requestId = [0, 0, 0, 1]
  const group = (tag: number, list: readonly IppAttribute[]): Buffer[] =>
    list.length === 0 ? [] : [Buffer.from([tag]), ...list.map(encodeAttribute)]
  return Buffer.concat([
    Buffer.from([...version, operation >> 8, operation & 0xff, ...requestId]),
    ...group(tags.operationGroup, [
      ['charset', 'attributes-charset', 'utf-8'],
      ['language', 'attributes-natural-language', 'en'],
      ...attributes,
    ]),
    ...group(tags.jobGroup, jobAttributes),
    Buffer.from([tags.end]),
  ])
}

function encodeAttribute([tag, name, ...values]: IppAttribute): Buffer {
  const parts = values.flatMap((value, index) => {
    const bytes = typeof value === 'number' ? int32(value) : Buffer.from(value)
    const key = Buffer.from(index === 0 ? name : '')
    return [Buffer.from([tags[tag]]), int16(key.length), key, int16(bytes.length), bytes]
  })
  return Buffer.concat(parts)
}

/** Throws `RangeError` if the bytes are truncated. */
function decodeIpp(bytes: Buffer): IppReply {
  const attributes = new Map<string, IppValue[]>()
  let at = 8
  let current: IppValue[] = []
  for (;;) {
    const tag = bytes.readUInt8(at++)
    if (tag === tags.end) break
    if (tag < 0x10) continue
    const nameEnd = at + 2 + bytes.readUInt16BE(at)
    const name = bytes.toString('utf8', at + 2, nameEnd)
    at = nameEnd + 2 + bytes.readUInt16BE(nameEnd)
    if (at > bytes.length) throw new RangeError('an IPP reply that ends too early')
    if (name !== '') {
      current = attributes.get(name) ?? []
      attributes.set(name, current)
    }
    const value = decodeValue(tag, bytes.subarray(nameEnd + 2, at))
    if (value !== null) current.push(value)
  }
  return { status: bytes.readUInt16BE(2), attributes }
}

function decodeValue(tag: number, bytes: Buffer): IppValue | null {
  if (tag === tags.integer || tag === tags.enum) return bytes.readInt32BE(0)
  if (tag === tags.boolean) return bytes.readUInt8(0) === 1
  return tag >= 0x41 && tag <= 0x49 ? bytes.toString('utf8') : null
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
