import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf } from '../../../shared/errors.ts'
import { ERROR_STATUS, type ErrorBody } from '../../../shared/api/partner/errors.ts'

/** A request that Node's HTTP parser or server refuses before a handler receives it. */
interface ParserRefusal {
  readonly code:
    | 'MALFORMED_REQUEST'
    | 'METHOD_NOT_ALLOWED'
    | 'REQUEST_TIMEOUT'
    | 'BODY_TOO_LARGE'
    | 'EXPECTATION_FAILED'
    | 'HEADERS_TOO_LARGE'
  readonly message: string
  readonly what: string
  readonly where: string
  readonly remedy: string
}

interface RefusalReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Logs a refusal and returns its reply. `remote`: address of the client. */
export type AnswerRefusal = (refusal: ParserRefusal, remote: string | undefined) => RefusalReply | Promise<RefusalReply>

/** Server options that accept requests without a Host header, which {@link answerParserRefusals} answers. */
export const HOST_CHECKED_HERE = { requireHostHeader: false } as const

/**
 * Passes requests to `listener`, and replies to requests that Node would refuse without giving a reason. Never throws.
 */
export function answerParserRefusals(server: Server, listener: RequestListener, answer: AnswerRefusal): void {
  const open = new Set<ServerResponse>()
  // Connections with a refused request, whose further parser errors must not be answered.
  const refused = new WeakSet<Duplex>()

  async function refuse(socket: Duplex & { readonly remoteAddress?: string }, refusal: ParserRefusal): Promise<void> {
    const reply = await answer(refusal, socket.remoteAddress)
    // A partly sent reply must not be followed by another reply.
    const isAnswering = [...open].some(({ req, headersSent }) => req.socket === socket && headersSent)
    if (isAnswering || !socket.writable) return void socket.destroy()
    socket.end(replyBytes(reply), () => socket.destroy())
  }

  async function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: ParserRefusal) {
    const { status, headers, body } = await answer(refusal, request.socket.remoteAddress)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body)
  }

  server.on('request', (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    const isHostMissing = request.headers.host === undefined && request.httpVersion === '1.1'
    if (isHostMissing) void refuseRequest(request, response, hostMissing)
    else listener(request, response)
  })
  server.on('checkExpectation', (request, response) => void refuseRequest(request, response, expectationFailed))
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    void refuse(socket, noTunnel)
  })
  server.on('clientError', (error, socket) => {
    const refusal = refusalOf(codeOf(error))
    if (refusal === null) return void socket.destroy()
    if (refused.has(socket)) return
    refused.add(socket)
    void refuse(socket, refusal)
  })
}

/** Returns null if the connection has failed, or never used HTTP. */
function refusalOf(code: string): ParserRefusal | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return timeout
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return chunkExtensionsTooLarge
  return code.startsWith('HPE_') ? malformed : null
}

function replyBytes({ status, headers, body }: RefusalReply): Buffer {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ])
}

export function refusalReply({ code, message, what, where, remedy }: ParserRefusal): RefusalReply {
  const body: ErrorBody = { success: false, message, error: { code, details: { what, where, remedy } } }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(code === 'METHOD_NOT_ALLOWED' && { allow: 'GET, POST, DELETE' }),
  }
  return { status: ERROR_STATUS[code], headers, body: JSON.stringify(body) }
}

const malformed: ParserRefusal = {
  code: 'MALFORMED_REQUEST',
  message: 'Malformed request',
  what: 'The request is not valid HTTP/1.1 (RFC 9112).',
  where: 'request',
  remedy: 'Send the request with an HTTP library.',
}

const hostMissing: ParserRefusal = {
  ...malformed,
  what: 'The request has no Host header.',
  where: 'header.host',
  remedy: 'Send the Host header on every request.',
}

const timeout: ParserRefusal = {
  code: 'REQUEST_TIMEOUT',
  message: 'Request timeout',
  what: 'The request did not arrive completely in time.',
  where: 'request',
  remedy: 'Send the whole request at once.',
}

const headersTooLarge: ParserRefusal = {
  code: 'HEADERS_TOO_LARGE',
  message: 'Headers too large',
  what: 'The request line and the headers are longer than 16 KiB.',
  where: 'header',
  remedy: 'Send only the headers of the operation.',
}

const chunkExtensionsTooLarge: ParserRefusal = {
  code: 'BODY_TOO_LARGE',
  message: 'Body too large',
  what: 'The extensions of the body’s chunks are longer than 16 KiB.',
  where: 'body',
  remedy: 'Send the body without chunk extensions.',
}

const expectationFailed: ParserRefusal = {
  code: 'EXPECTATION_FAILED',
  message: 'Expectation failed',
  what: 'The only expectation supported is 100-continue.',
  where: 'header.expect',
  remedy: 'Send the request without the Expect header.',
}

const noTunnel: ParserRefusal = {
  code: 'METHOD_NOT_ALLOWED',
  message: 'Method not allowed',
  what: 'This server is not a proxy.',
  where: 'method',
  remedy: 'Use GET, POST or DELETE.',
}
