import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { createForwarder, serveLocalApi } from '../../electron/partner/local-api.ts'
import type { Suite } from './harness.ts'
import { lineClient, listening, portOf } from './line-client.ts'
import type { Calls } from './proxy-caller.ts'
import { rivalProxies } from './baselines/proxies.ts'

const path = '/api/v1/public/booking-sessions/3f6b1de5-5c4f-4a52-9d68-0d5a3c6b7e21?section_id=1'
const token = 'bench'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const alone = { origins: [], routes: [], log: silent, readiness: () => null }

/** Measures calls to a partner whose replies have `bytes` bytes. `ofSplice`: target speed relative to a TCP splice. */
function proxySuite(title: string, bytes: number, calls: number, ofSplice: number): Suite {
  return {
    title,
    unit: { one: 'call (p50)', many: 'calls' },
    clock: 'wall',
    prepare: async () => {
      const partner = fork(new URL('proxy-partner.ts', import.meta.url), [String(bytes)])
      const [partnerPort] = (await once(partner, 'message')) as [number]
      const caller = fork(new URL('proxy-caller.ts', import.meta.url))
      const line = new HttpClient()
      const baseUrl = `http://127.0.0.1:${partnerPort}`
      const fetch = (request: Request) => line.fetch(request)
      const onward = createForwarder({ baseUrl, partnerCode: 'demo', demo: false, fetch }, line)
      const local = await serveLocalApi({ ...alone, port: 0, token, onward, timeoutMs: 15_000 })
      const splice = await listening(
        createServer((socket) => {
          const onward = connect(partnerPort, '127.0.0.1').setNoDelay(true)
          socket.setNoDelay(true).pipe(onward).pipe(socket)
          for (const end of [socket, onward]) end.on('error', () => end.destroy())
        }),
      )
      const rivals = await rivalProxies(baseUrl)
      const localPort = Number(new URL(local.url).port)
      const headersFor = (port: number) => ({ host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` })
      const through = (name: string, port: number) => ({
        name,
        units: calls,
        async run() {
          caller.send({ port, headers: headersFor(port), path, count: calls } satisfies Calls)
          const [took] = (await once(caller, 'message')) as [number | string]
          if (typeof took === 'string') throw new Error(took)
          return took * calls
        },
      })
      const [own, floor] = [through('guichet', localPort), through('floor: a TCP splice', portOf(splice))]
      const bodyFrom = async (port: number): Promise<Buffer> => {
        const client = await lineClient(port, { headers: headersFor(port) })
        const { body } = await client.exchange('GET', path)
        client.close()
        return body
      }
      return {
        contenders: [own, ...rivals.map(({ name, port }) => through(name, port)), floor],
        goals: [
          ...rivals.map(({ name }) => ({ against: name, ratio: 1 })),
          { against: 'floor: a TCP splice', ratio: ofSplice },
        ],
        check: async () => {
          const theirs = await bodyFrom(partnerPort)
          for (const port of [localPort, ...rivals.map((rival) => rival.port)]) {
            if (!(await bodyFrom(port)).equals(theirs)) throw new Error('the reply was changed on the way')
          }
        },
        facts: async () => [`A reply is ${(await bodyFrom(partnerPort)).byteLength.toLocaleString('en')} bytes.`],
        close: async () => {
          caller.kill()
          partner.kill()
          await local.close()
          line.close()
          for (const rival of rivals) await rival.close()
          splice.close()
        },
      }
    },
  }
}

export const suite = proxySuite('a small reply through the main process', 500, 200, 0.6)
export const big = proxySuite('a section of 5,000 seats through the main process', 2_700_000, 12, 0.75)
