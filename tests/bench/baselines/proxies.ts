import replyFrom from '@fastify/reply-from'
import Fastify from 'fastify'
import httpProxy from 'http-proxy'
import { readFileSync } from 'node:fs'
import { Agent, createServer, type Server } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Pool } from 'undici'
import { listening, portOf } from '../line-client.ts'

/** A proxy that forwards calls to one partner as its package recommends, with persistent connections and no checks. */
export interface Proxy {
  readonly name: string
  readonly port: number
  readonly close: () => Promise<void>
}

export async function rivalProxies(partner: string): Promise<readonly Proxy[]> {
  return [await overHttpProxy(partner), await overReplyFrom(partner), await overUndici(partner)]
}

async function overHttpProxy(target: string): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const proxy = httpProxy.createProxyServer({ target, agent })
  const server = await listening(createServer((request, response) => proxy.web(request, response)))
  return {
    name: named('http-proxy'),
    port: portOf(server),
    close: async () => {
      agent.destroy()
      await closed(server)
    },
  }
}

async function overReplyFrom(base: string): Promise<Proxy> {
  const app = Fastify()
  await app.register(replyFrom, { base })
  app.get('/*', (request, reply) => reply.from(request.url))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { name: named('@fastify/reply-from'), port: portOf(app.server), close: () => app.close() }
}

async function overUndici(partner: string): Promise<Proxy> {
  const pool = new Pool(partner)
  const server = await listening(
    createServer((request, response) => {
      void pool.request({ path: request.url ?? '/', method: 'GET' }).then(({ statusCode, headers, body }) => {
        response.writeHead(statusCode, headers)
        return pipeline(body, response)
      })
    }),
  )
  return {
    name: `${named('undici')}, a pipeline`,
    port: portOf(server),
    close: async () => {
      await closed(server)
      await pool.close()
    },
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}

function named(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`
}
