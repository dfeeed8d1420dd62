import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ConnectionDropped } from '../../electron/simulators/provider-simulator.ts'

/**
 * Faults of a message. `slow`: the reply comes late. `lost`: the message is accepted, but the reply is lost.
 * `unreachable`: the connection breaks at once. `busy`: refused for now. `unknown-address`: the address is refused.
 * `refuse`: the message is refused.
 */
export const messageFaults = ['accept', 'slow', 'lost', 'unreachable', 'busy', 'unknown-address', 'refuse'] as const
export type MessageFault = (typeof messageFaults)[number]

interface MessageSimulatorOptions {
  /** Fault of each message, in order; further messages are accepted. */
  readonly script?: readonly MessageFault[]
  readonly slowMs?: number
}

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Message with its headers (RFC 5322). */
  readonly data: string
}

/** Simulated mail server (RFC 5321) without TLS. It accepts any account. */
export class MailSimulator {
  /** Accepted messages, also those whose reply was lost. */
  readonly received: ReceivedMail[] = []
  readonly #script: MessageFault[]
  readonly #slowMs: number
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  constructor({ script = [], slowMs = 300 }: MessageSimulatorOptions = {}) {
    this.#script = [...script]
    this.#slowMs = slowMs
  }

  /** Listens on a free port of the loopback and resolves with the port. */
  listen(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => void this.#server.close(() => resolve()))
  }

  #serve(socket: Socket): void {
    const fault = this.#script.shift() ?? 'accept'
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy())
    if (fault === 'unreachable') return void socket.destroy()
    const session = { from: '', to: [] as string[], data: null as string | null, rest: '' }
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    say('220 simulator')
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      session.rest += chunk
      for (;;) {
        const end = session.rest.indexOf('\r\n')
        if (end < 0) return
        const line = session.rest.slice(0, end)
        session.rest = session.rest.slice(end + 2)
        if (session.data === null) this.#command(line, session, fault, say, socket)
        else if (line === '.') this.#end(session, fault, say, socket)
        // RFC 5321, 4.5.2: a dot at the start of a line is doubled.
        else session.data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
      }
    })
  }

  #command(
    line: string,
    session: { from: string; to: string[]; data: string | null },
    fault: MessageFault,
    say: (line: string) => void,
    socket: Socket,
  ): void {
    const [, address = ''] = /<([^>]*)>/u.exec(line) ?? []
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        return say('250-simulator\r\n250 AUTH PLAIN')
      case 'AUTH':
        return say('235 signed in')
      case 'MAIL':
        session.from = address
        return say('250 ok')
      case 'RCPT':
        if (fault === 'unknown-address') return say(`550 <${address}> unknown here`)
        session.to.push(address)
        return say('250 ok')
      case 'DATA':
        session.data = ''
        return say('354 go on')
      case 'QUIT':
        return void socket.end('221 bye\r\n')
      default:
        return say('250 ok')
    }
  }

  #end(
    session: { from: string; to: string[]; data: string | null },
    fault: MessageFault,
    say: (line: string) => void,
    socket: Socket,
  ): void {
    const { from, to, data } = session
    session.data = null
    if (fault === 'busy') return say('451 try again later')
    if (fault === 'refuse') return say('554 not accepted')
    this.received.push({ from, to: [...to], data: data ?? '' })
    if (fault === 'lost') return void socket.destroy()
    if (fault === 'slow') setTimeout(() => say('250 queued'), this.#slowMs)
    else say('250 queued')
  }
}

/** Simulated SMS gateway. Serve its `handle` with `serveProviderSimulator`. */
export class SmsSimulator {
  /** Bodies of the accepted requests, also of those whose reply was lost. */
  readonly received: string[] = []
  readonly #script: MessageFault[]
  readonly #slowMs: number
  readonly #key: string

  constructor(key: string, { script = [], slowMs = 300 }: MessageSimulatorOptions = {}) {
    this.#key = key
    this.#script = [...script]
    this.#slowMs = slowMs
  }

  readonly handle = async (request: Request): Promise<Response> => {
    const fault = this.#script.shift() ?? 'accept'
    if (fault === 'unreachable') throw new ConnectionDropped()
    if (request.headers.get('authorization') !== `Bearer ${this.#key}`) return Response.json({}, { status: 401 })
    if (fault === 'busy') return Response.json({}, { status: 503 })
    if (fault === 'unknown-address' || fault === 'refuse') return Response.json({}, { status: 422 })
    this.received.push(await request.text())
    if (fault === 'lost') throw new ConnectionDropped()
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, this.#slowMs))
    return Response.json({ queued: true }, { status: 202 })
  }
}
