import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { contractClient } from '../contract/target.ts'
import { start, world } from './service.ts'

async function served() {
  const { options, faults } = await world()
  const { service } = await start(options)
  const server = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return { service, server, faults, client: contractClient({ baseUrl: server.url, partnerCode: 'demo' }) }
}

test('a taken port is refused, the server there goes on', async () => {
  const { service, server, client } = await served()
  const port = Number(new URL(server.url).port)
  await expect(serveBookingService({ service, host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  await client.succeed('listEvents')
})

test('the same reply over the socket and in the process', async () => {
  const { service, server, client } = await served()
  const headers = { 'x-partner-code': 'demo' }
  const inProcess = await service.fetch(new Request(`${server.url}/api/v1/public/events?limit=5`, { headers }))
  const overSocket = await client.call('listEvents', { query: { limit: '5' } })
  expect(overSocket.text).toBe(await inProcess.text())
  for (const [name, value] of inProcess.headers) expect(overSocket.headers.get(name)).toBe(value)
})

test('a client that breaks off in the middle of its body harms nobody', async () => {
  const { server, client, faults } = await served()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const headers = ['Host: x', 'x-partner-code: demo', 'content-type: application/json', 'content-length: 5000']
  socket.write(`POST /api/v1/public/purchases HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"order_id":`)
  // Once the server has answered a later client, it has begun to read the first request.
  await client.succeed('listEvents')
  socket.destroy()
  await once(socket, 'close')
  await client.succeed('listEvents')
  expect(faults).toEqual([])
})

test('closing answers what is under way', async () => {
  const { server, client } = await served()
  const replies = Promise.all(Array.from({ length: 8 }, () => client.call('listEvents')))
  await client.succeed('listEvents')
  await server.close()
  expect((await replies).map((reply) => reply.status)).toEqual(Array(8).fill(200))
  await expect(client.call('listEvents')).rejects.toThrow()
})

test('a connection on which nothing is asked does not keep the server from closing', async () => {
  const { server, client } = await served()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  // Once the server has answered a later client, it has accepted the first connection.
  await client.succeed('listEvents')
  const gone = once(socket, 'close')
  await server.close()
  await gone
})

test('the owner of a body is told once when it has been sent, and when nobody takes it any more', async () => {
  const sent: string[] = []
  const server = await serveBookingService({
    service: {
      handle: ({ target }) =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: [Buffer.alloc(target === '/large' ? 64 * 1024 * 1024 : 10)],
          sent: () => sent.push(target),
        }),
    },
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(() => server.close())
  await (await fetch(`${server.url}/small`)).arrayBuffer()
  const broken = new AbortController()
  await fetch(`${server.url}/large`, { signal: broken.signal })
  broken.abort()
  await expect.poll(() => sent).toEqual(['/small', '/large'])
})
