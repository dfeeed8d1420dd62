import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { ticketsIn, type IssuedTicket } from '../simulation/ground-truth.ts'
import { freePort } from '../support/free-port.ts'

/**
 * `refused`: no server listens. `silent`: calls are accepted and never answered. `slow`: each call is carried out at
 * once, but its reply is delayed by two seconds. `thirds`: every third call is carried out, but its reply is lost.
 */
export type NetworkCondition = 'fair' | 'refused' | 'silent' | 'slow' | 'thirds'

export interface ConditionPhase {
  readonly weather: NetworkCondition
  /** Milliseconds of wall time. */
  readonly from: number
}

export interface WeatherLine {
  readonly url: string
  readonly spells: readonly ConditionPhase[]
  readonly issued: ReadonlyMap<string, IssuedTicket>
  turn(weather: NetworkCondition): Promise<void>
  /**
   * Changes the condition when the next purchase request arrives. That request is lost, although the customer has paid.
   */
  turnAtPurchase(weather: NetworkCondition): void
  close(): Promise<void>
}

const SLOW_MS = 2_000

export async function openWeatherLine(target: string): Promise<WeatherLine> {
  const agent = new Agent({ keepAlive: true })
  const issued = new Map<string, IssuedTicket>()
  const spells: ConditionPhase[] = []
  const unanswered = new Set<ServerResponse>()
  let weather: NetworkCondition = 'fair'
  let calls = 0
  let atPurchase: (() => void) | null = null

  const server = createServer((incoming, outgoing) => {
    unanswered.add(outgoing)
    outgoing.once('close', () => unanswered.delete(outgoing))
    if (incoming.url?.endsWith('/purchases')) atPurchase?.()
    if (weather === 'silent' || weather === 'refused') return
    const lost = weather === 'thirds' && (calls += 1) % 3 === 0
    pass(incoming, outgoing, weather === 'slow', lost).catch(() => outgoing.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, slow: boolean, lost: boolean) {
    const reply = await forward(incoming, await bytesOf(incoming))
    const body = await bytesOf(reply)
    if (incoming.url?.endsWith('/purchases') && reply.statusCode === 200)
      for (const ticket of ticketsIn(body.toString())) issued.set(ticket.ticketId, ticket)
    if (slow) await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    if (weather === 'silent') return
    if (lost) return void outgoing.destroy()
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(body)
  }

  function forward({ url = '/', method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { 'accept-encoding': packed, ...others } = headers
    return new Promise((resolve, reject) => {
      const passed = method === 'GET' && packed ? { ...others, 'accept-encoding': packed } : others
      httpRequest(target + url, { agent, method, headers: passed })
        .once('response', resolve)
        .once('error', reject)
        .end(body)
    })
  }

  const port = await freePort()
  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  await listen()

  async function turn(next: NetworkCondition): Promise<void> {
    const before = weather
    weather = next
    atPurchase = null
    if (next === 'refused') {
      server.close()
      server.closeAllConnections()
    }
    // After a silent condition, the first packet of a waiting client is answered with a reset, because its connection
    // is unknown.
    if (before === 'silent') for (const outgoing of unanswered) outgoing.destroy()
    if (before === 'refused') await listen()
    spells.push({ weather: next, from: Date.now() })
  }

  return {
    url: `http://127.0.0.1:${port}`,
    spells,
    issued,
    turn,
    turnAtPurchase(next) {
      atPurchase = () => void turn(next)
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
