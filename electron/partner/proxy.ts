import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions, type RequestOptions } from 'node:https'
import { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/**
 * The way through the house's proxy (RFC 9110, sections 7.6 and 9.3.6). Written out, because runtimes before Node 24.5,
 * Electron's among them, pass over an agent's `proxyEnv` without a word and go out directly.
 */
export interface Proxy {
  /** For `http.request`: a plain request goes to the proxy with its whole address. */
  readonly host: string
  readonly port: number
  /** `proxy-authorization` where its address has a name and a password. */
  readonly headers: Readonly<Record<string, string>>
}

export function proxyOf(address: string): Proxy {
  const { hostname, port, username, password } = new URL(address)
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    host: hostname.replaceAll(/[[\]]/gu, ''),
    port: Number(port || 80),
    headers: username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` },
  }
}

/** How long a proxy may take for a tunnel; requests have their own time-outs. */
const TUNNEL_MS = 30_000

type Settled = (error: Error | null, socket: Duplex) => void

/** A tunnel to `HOST:PORT`. Rejects where the proxy opens none; the error's `code` is its status, where it answered. */
export function openTunnel({ host, port, headers }: Proxy, authority: string): Promise<Duplex> {
  const all: OutgoingHttpHeaders = { host: authority, ...headers }
  return new Promise((resolve, reject) => {
    const tunnel = httpRequest({ host, port, method: 'CONNECT', path: authority, headers: all, agent: false })
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      const refused = new Error(`the proxy ${host}:${port} opens no way to ${authority} (status ${statusCode})`)
      reject(Object.assign(refused, { code: `HTTP ${statusCode}` }))
    })
    tunnel.setTimeout(TUNNEL_MS, () => tunnel.destroy(new Error(`the proxy ${host}:${port} is silent`)))
    tunnel.once('error', reject)
    tunnel.end()
  })
}

/** Connections with TLS from end to end, each through a tunnel of the proxy. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: Proxy

  constructor(proxy: Proxy, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(options: RequestOptions, settled?: Settled): undefined {
    const authority = `${options.host ?? ''}:${options.port ?? 443}`
    openTunnel(this.#proxy, authority).then(
      (socket) => settled?.(null, connect({ ...(options as object), socket })),
      (error: unknown) => settled?.(error as Error, new Duplex()),
    )
    return undefined
  }
}
