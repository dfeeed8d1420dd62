import { Agent, request as httpRequest } from 'node:http'
import { contractClient, type Client } from '../contract/target.ts'
import { at, newEvent, newSession, readyToBuy } from '../contract/buyers.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { startProcess } from '../world/campaign/process.ts'
import type { FromHub, ToHub } from './hub-process.ts'
import { createRequests, type FuzzRequest, type KnownValues } from './hub-requests.ts'
import { connect } from 'node:net'

interface HubFuzzReport {
  requests: number
  /** Number of requests that are invalid or barely valid HTTP. */
  raw: number
  /** Number of replies by the first digit of their status. 0: the connection was cut without a reply. */
  readonly statuses: Map<number, number>
  /** Size of heap and buffers in bytes, measured after garbage collections during the run. */
  readonly memory: number[]
  readonly faults: string[]
}

const CONCURRENCY = 24
const RAW_SHARE = 0.02
const SAMPLES = 10
/** Maximum growth in bytes from the second sample to the last that does not count as a leak. */
const MAX_GROWTH = 24 * 1024 * 1024
const MAX_FAULTS = 50
/** Number of requests after which the attacker's sessions are created anew. */
const RENEW_EVERY = 20_000

/** Sends malformed requests to a hub in a separate process, or to the negative control, and checks every reply. */
export async function fuzzHub(
  requests: number,
  seed: number,
  options: { readonly control?: true } = {},
): Promise<HubFuzzReport> {
  const child = startProcess<FromHub>(new URL('hub-process.ts', import.meta.url), {
    args: options.control ? ['--control'] : [],
    execArgv: ['--expose-gc'],
  })
  const report: HubFuzzReport = { requests: 0, raw: 0, statuses: new Map(), memory: [], faults: [] }
  const found = (fault: string): void => void (report.faults.length < MAX_FAULTS && report.faults.push(fault))
  const life = { ended: false }
  void child.ended.then(({ code, signal }) => {
    if (!life.ended) found(`the process ended: ${code ?? signal}`)
    life.ended = true
  })
  const { url } = (await child.next()) as { url: string }
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  try {
    const run = { url, agent, random: createRandom(seed), report, found }
    const secrets = options.control ? await plantSecret(url) : await victimsOf(url)
    for (let sample = 0; sample < SAMPLES && !life.ended; sample++) {
      await storm(run, secrets, Math.ceil(requests / SAMPLES), options.control === true)
      if (life.ended) break
      child.send({ ask: 'memory' } satisfies ToHub)
      report.memory.push(((await child.next()) as { bytes: number }).bytes)
    }
    const [, second = 0] = report.memory
    const growth = (report.memory.at(-1) ?? 0) - second
    if (growth > MAX_GROWTH) found(`memory grew by ${Math.round(growth / 1024)} KiB`)
    if (!life.ended && !options.control)
      await stillSells(url).catch((error: unknown) => found(`no sale any more: ${String(error)}`))
  } finally {
    agent.destroy()
    if (!life.ended) {
      life.ended = true
      child.send({ ask: 'stop' } satisfies ToHub)
      const { faults } = (await child.next()) as { faults: readonly string[] }
      for (const fault of faults) found(`the hub reported ${fault}`)
    }
  }
  return report
}

interface Run {
  readonly url: string
  readonly agent: Agent
  readonly random: Random
  readonly report: HubFuzzReport
  readonly found: (fault: string) => void
}

type Secrets = Readonly<{ never: readonly string[]; known: KnownValues }>

async function storm(run: Run, secrets: Secrets, count: number, isControl: boolean): Promise<void> {
  const requests = createRequests(run.random)
  const port = Number(new URL(run.url).port)
  const state = { left: count, known: secrets.known, sinceRenewal: RENEW_EVERY }
  const worker = async (): Promise<void> => {
    while (state.left > 0) {
      state.left -= 1
      state.sinceRenewal += 1
      if (!isControl && state.sinceRenewal > RENEW_EVERY) {
        state.sinceRenewal = 0
        state.known = joined(secrets.known, await playground(run.url))
      }
      const isRaw = run.random.chance(RAW_SHARE)
      const request = isRaw ? rawBytes(run.random) : requests.next(state.known)
      const text = await (isRaw ? exchangeRaw(port, request as Buffer) : exchange(run, request as FuzzRequest))
      const shown = isRaw ? (request as Buffer).toString('latin1') : JSON.stringify(request)
      judge(run, secrets, text, shown.slice(0, 600))
      run.report.requests += 1
      run.report.raw += Number(isRaw)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

function judge({ report, found }: Run, { never }: Secrets, text: string, request: string): void {
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1] ?? 0)
  const hundred = Math.floor(status / 100) * 100
  report.statuses.set(hundred, (report.statuses.get(hundred) ?? 0) + 1)
  // Node replies with status 505 to an unsupported HTTP version.
  if (/(?:^|\r\n)HTTP\/1\.1 5(?!05)\d\d/u.test(text)) found(`HTTP 5xx: ${request} → ${text.slice(0, 300)}`)
  if (text.includes('HUNG')) found(`no answer and no end: ${request}`)
  if (/\bat .+:\d+:\d+\)?\\n|node_modules/u.test(text)) found(`a stack trace: ${request}`)
  const told = never.find((secret) => text.includes(secret))
  if (told !== undefined) found(`told what is another's (${told}): ${request} → ${text.slice(0, 300)}`)
}

function exchange({ url, agent }: Run, { method, target, headers, body }: FuzzRequest): Promise<string> {
  return new Promise((resolve) => {
    const { port, hostname: host } = new URL(url)
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = { agent, host, port, method, path: target, headers: { ...headers, ...length }, timeout: 30_000 }
    const sent = httpRequest(call, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('close', () => resolve(`HTTP/1.1 ${reply.statusCode} \r\n${Buffer.concat(pieces).toString()}`))
    })
    sent.on('timeout', () => {
      sent.destroy()
      resolve('HUNG')
    })
    sent.on('error', () => resolve(''))
    sent.end(body ?? undefined)
  })
}

/**
 * Creates two customers with held and bought seats, one of them a customer of the attacker's partner. The attacker does
 * not know the secrets of either.
 */
async function victimsOf(url: string): Promise<Secrets> {
  const demo = contractClient({ baseUrl: url, partnerCode: 'demo' })
  const other = contractClient({ baseUrl: url, partnerCode: 'other' })
  const event = await newEvent(demo)
  const [own, foreign] = await Promise.all([
    victim(demo, await readyToBuy(demo, 2, event)),
    victim(other, await readyToBuy(other, 2, event)),
  ])
  return {
    never: [...own.secrets, ...foreign.secrets],
    known: {
      event_id: [event.event.id],
      access_code: [event.access_code],
      ticket_id: [...own.ticketIds, ...foreign.ticketIds],
      owner_ref: [foreign.ownerRef],
      session_id: [foreign.sessionId],
      hold_id: foreign.holdIds,
      order_id: [foreign.orderId],
    },
  }
}

async function victim(client: Client, { session, order, checkout }: Awaited<ReturnType<typeof readyToBuy>>) {
  const [first, second] = checkout.items
  const bought = { ...order, hold_ids: [first?.hold_id], amount: first?.price }
  const { tickets } = await client.succeed('confirmPurchase', { body: bought })
  return {
    // The customer's other seat remains held. Replies may contain hold and session ids only if the request contained
    // them.
    secrets: [...tickets.flatMap((ticket) => [ticket.qr_code, ticket.ticket_code]), checkout.checkout_token],
    ticketIds: tickets.map((ticket) => ticket.id),
    ownerRef: session.owner_ref,
    sessionId: session.session_id,
    holdIds: [first?.hold_id ?? '', second?.hold_id ?? ''],
    orderId: order.order_id,
  }
}

/** Creates a session of the attacker, so that requests are not rejected at the first check. */
export async function playground(url: string): Promise<KnownValues> {
  const client = contractClient({ baseUrl: url, partnerCode: 'demo' })
  const event = await newEvent(client)
  const session = await newSession(client, event)
  const sections = session.map.sections.map(({ id }) => id)
  const view = await client.succeed('viewSection', { ...at(session), query: { section_id: sections[0] ?? '' } })
  const seats = view.map.seats.map(({ id }) => id)
  const { holds } = await client.succeed('holdSeats', { ...at(session), body: { seat_ids: seats.slice(0, 3) } })
  return {
    event_id: [event.event.id],
    access_code: [event.access_code],
    session_id: [session.session_id],
    section_id: sections.slice(0, 3),
    seat_id: seats.slice(0, 40),
    hold_id: holds.map(({ hold_id }) => hold_id),
    owner_ref: [session.owner_ref],
  }
}

function joined(a: KnownValues, b: KnownValues): KnownValues {
  const names = Object.keys({ ...a, ...b })
  return Object.fromEntries(names.map((name) => [name, [...(a[name] ?? []), ...(b[name] ?? [])]]))
}

async function stillSells(url: string): Promise<void> {
  const client = contractClient({ baseUrl: url, partnerCode: 'demo' })
  const { order } = await readyToBuy(client, 2)
  await client.succeed('confirmPurchase', { body: order })
}

async function plantSecret(url: string): Promise<Secrets> {
  const secret = 'f'.repeat(32)
  await fetch(url, { method: 'POST', body: JSON.stringify({ remember: secret }) })
  return { never: [secret], known: {} }
}

/** Requests that are invalid or barely valid HTTP. `\n` stands for the line ending that HTTP requires. */
const HEADS: readonly string[] = [
  'GET / HTTP/1.1',
  'GET /api/v1/public/events HTTP/1.1',
  'GET /api/v1/public/events HTTP/9.9',
  'GET  /api/v1/public/events  HTTP/1.1',
  'POST /api/v1/public/purchases HTTP/1.1',
  'POST http://elsewhere.example/api/v1/public/purchases HTTP/1.1',
  'CONNECT elsewhere.example:443 HTTP/1.1',
  'GET /../../../../etc/passwd HTTP/1.1',
  'GET /%c0%ae%c0%ae/ HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'PRI * HTTP/2.0',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\u0000\u0000\u0000',
  'GET /api/v1/public/events',
  '',
]
const LINES: readonly string[] = [
  'Host: hub',
  'Host: hub\nHost: other',
  'x-partner-code: demo',
  'x-partner-code: demo\nx-partner-code: other',
  'x-partner-code : demo',
  ' folded: line',
  'content-type: application/json',
  'content-length: 10',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'content-length: 5\ncontent-length: 6',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked\ncontent-length: 3',
  'transfer-encoding: gzip, chunked',
  'expect: 100-continue',
  'expect: nonsense',
  'upgrade: websocket\nconnection: upgrade',
  'connection: close',
  `x: ${'y'.repeat(20_000)}`,
  'x: a\u0000b',
  'no colon at all',
  ...Array.from({ length: 3 }, (_, index) => `x-${index}: ${'z'.repeat(index * 500)}`),
]
const CHUNKS = ['5\r\nhello\r\n0\r\n\r\n', 'FFFFFFFFFFFFFFFFF\r\n', '-1\r\n\r\n', 'zz\r\n', '0\r\n', '\r\n\r\n']
const BODIES: readonly string[] = ['', '{}', '{"a":1}xx', ...CHUNKS]

function rawBytes(random: Random): Buffer {
  const pick = (list: readonly string[]): string => random.pick(list)
  const lines = Array.from({ length: random.below(6) }, () => pick(LINES))
  const text = [pick(HEADS), ...lines].join('\n').replaceAll('\n', random.chance(0.95) ? '\r\n' : '\n')
  const whole = Buffer.from(`${text}\r\n\r\n${pick(BODIES)}`, 'latin1')
  if (random.chance(0.8)) return whole
  const cut = whole.subarray(0, random.below(whole.length))
  return random.chance(0.5) ? cut : Buffer.concat([cut, Buffer.from([0xff, 0x00, 0x0a]), whole.subarray(cut.length)])
}

/** Sends bytes and closes the sending side. Returns everything received until the other side closes. */
function exchangeRaw(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    // Ends the connection if the server hangs. If the server has refused the request, its reply has already arrived.
    socket.setTimeout(30_000, () => {
      pieces.push(Buffer.from('HUNG'))
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.end(bytes)
  })
}
