import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { habits, type Language, languageOf } from '../../shared/domain/language.ts'
import { formatMoney, type Minor } from '../../shared/domain/money/money.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readBounded } from '../../shared/json.ts'
import type { SimulatedPayment, ProviderSimulator } from './provider-simulator.ts'

export interface ServedProviderSimulator {
  readonly url: string
  close(): Promise<void>
}

const MAX_BYTES = 1024 * 1024

/** Serves a simulator on a socket; `port` 0 selects a free port. Rejects if the address is in use. */
export async function serveProviderSimulator(options: {
  readonly simulator: Pick<ProviderSimulator, 'handle'>
  readonly host: string
  readonly port: number
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}): Promise<ServedProviderSimulator> {
  const { simulator, host, port, tls } = options
  const scheme = tls === undefined ? 'http' : 'https'
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void answer(simulator, scheme, incoming, outgoing)
  const server =
    tls === undefined ? createServer(listener) : createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: listens } = server.address() as AddressInfo
  return {
    url: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${listens}`,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  { handle }: Pick<ProviderSimulator, 'handle'>,
  scheme: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const reply = await handle(await requestOf(scheme, incoming))
    const body = new Uint8Array(await reply.arrayBuffer())
    outgoing.writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'content-length': body.byteLength })
    outgoing.end(body)
  } catch {
    outgoing.destroy()
  }
}

async function requestOf(scheme: string, incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headersDistinct } = incoming
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = await readBounded(incoming, MAX_BYTES)
  if (body === null) throw new Error('a request of more than a megabyte')
  return new Request(new URL(url, `${scheme}://${headers.get('host') ?? 'localhost'}`), {
    method,
    headers,
    ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
  })
}

const STYLE =
  'body{font:1.2em sans-serif;max-width:22em;margin:2em auto;padding:0 1em}button{font:inherit;width:100%;padding:1em;margin:.5em 0}'

interface PayPage<T> {
  readonly provider: string
  readonly amount: Minor
  readonly currency: string
  readonly open: boolean
  readonly payment: SimulatedPayment<T>
}

/** Serves the page that a simulator's QR code opens, on which a tester pays or refuses. */
export async function answerPage<T>(request: Request, page: PayPage<T>): Promise<Response> {
  const { open, payment } = page
  const language = languageOf((request.headers.get('accept-language') ?? '').slice(0, 2).toLowerCase())
  const texts = catalogues[language].simulatedPayment
  if (!open) return whole(language, page, `<p>${texts.over}</p>`)
  const decision = request.method === 'POST' ? new URLSearchParams(await request.text()).get('decision') : null
  if (decision === 'pay' || decision === 'refuse') {
    payment.decided = decision === 'pay' ? 'approved' : 'refused'
    return whole(language, page, `<p>${decision === 'pay' ? texts.paid : texts.refused}</p>`)
  }
  const button = (value: string, words: string): string => `<button name="decision" value="${value}">${words}</button>`
  const pay = texts.pay(formatMoney(page.amount, page.currency, language))
  return whole(language, page, `<form method="post">${button('pay', pay)}${button('refuse', texts.refuse)}</form>`)
}

/** Returns the complete page, which contains no script and no user input. */
function whole<T>(language: Language, { provider }: PayPage<T>, body: string): Response {
  const { title, noMoney } = catalogues[language].simulatedPayment
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title(provider)}</title><style>${STYLE}</style>`
  const { direction } = habits[language]
  const text = `<!doctype html><html lang="${language}" dir="${direction}"><head>${head}</head><body><h1>${title(provider)}</h1><p>${noMoney}</p>${body}</body></html>`
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}
