import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request as httpRequest } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { expectPrinted, title, touchToReview } from '../e2e/customer.ts'
import { soldInto, startService, writeSettings } from '../world/machine.ts'
import { cert, key } from '../partner/certificates.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, overheard, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe.skipIf(unavailable)('in the Electron window', () => {
  test('three neighbouring seats are bought by TLS through the proxy, nothing goes past it, and three valid tickets come out', async () => {
    const service = await startService()
    const line = await overheard(service)
    const inside = new URL(line.service.url)
    const tlsPort = await listen(
      createTlsServer({ cert, key }, (request, reply) => {
        const onward = httpRequest(
          {
            host: inside.hostname,
            port: inside.port,
            method: request.method,
            path: request.url,
            headers: request.headers,
          },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(reply)
          },
        )
        onward.on('error', () => reply.destroy())
        request.pipe(onward)
      }),
    )
    const asked: string[] = []
    const proxy = createHttpServer((request, reply) => {
      asked.push(`${request.method} ${request.url}`)
      reply.writeHead(502).end()
    })
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      // The partner's name is known to the proxy alone.
      const onward = connect(tlsPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      for (const end of [onward, socket]) end.on('error', () => onward.destroy())
      onTestFinished(() => void onward.destroy())
    })
    const data = temporaryFolder()
    writeFileSync(join(data, 'ca.pem'), cert)
    const partner = {
      baseUrl: 'https://localhost:4',
      partnerCode: 'demo',
      caFile: 'ca.pem',
      httpProxy: `http://127.0.0.1:${await listen(proxy)}`,
    }
    writeSettings(data, service, { partner })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 3, 'click')
    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(3))
    await expectPrinted(soldInto(data, service), line.ownerRef(), 3)
    expect(new Set(asked)).toEqual(new Set(['CONNECT localhost:4']))
  })
})
