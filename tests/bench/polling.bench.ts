import { HttpClient } from '../../electron/partner/http-client.ts'
import { demoData, type ServedProgram, startServing, wipe } from '../support/served-program.ts'
import { atMost, type Curve, inMs, type Watch } from './harness.ts'
import { lineClient, type LineClient } from './line-client.ts'
import { processorMs } from './process-cost.ts'
import { API } from './sale-calls.ts'

const KIOSKS = [1, 10, 30, 100, 300, 1_000]
const POLL_MS = 2_000
const CHANGE_MS = 100
const FULL_MS = 10_000
const HEADERS = { host: '127.0.0.1', 'x-partner-code': 'demo', 'x-env': 'demo', 'accept-encoding': 'gzip' }

type Cost = Readonly<{ kiosks: number; polls: number; cpuMs: number; bytes: number; worstMs: number }>

export const suite: Watch = {
  title: 'kiosks that watch one section, which changes ten times a second: what that costs the hub; Linux',
  async watch(once) {
    if (process.platform !== 'linux') return { lines: ['Only Linux tells what processes cost.'], figures: [] }
    const [kiosks, ms] = once ? [[1, 3], 400] : [KIOSKS, FULL_MS]
    const data = await demoData()
    const says = / at (http:\S+) [^]*^event (\S+): access code (\S+)\n/mu
    const hub = await startServing(['cli.js', 'serve', '--port', '0', '--data', data], says)
    try {
      const house = await openHouse(hub)
      const alone = await watched(hub, house, 0, ms)
      const costs: Cost[] = []
      for (const count of kiosks) costs.push(await watched(hub, house, count, ms))
      const each = ({ cpuMs, polls }: Cost): number => ((cpuMs - alone.cpuMs) * 1000) / polls
      const [few, many] = [costs.at(-2), costs.at(-1)]
      const grows = few && many ? each(many) / each(few) : Number.NaN
      return {
        lines: [
          `Without kiosks the changes cost ${share(alone.cpuMs / ms)}.`,
          '| kiosks | polls a second | hub’s processor | a poll, beyond the changes | bytes a poll | longest answer |',
          '| --: | --: | --: | --: | --: | --: |',
          ...costs.map((cost) => {
            const { polls, cpuMs, bytes, worstMs } = cost
            const [rate, size] = [(polls * 1000) / ms, Math.round(bytes / polls).toLocaleString('en')]
            const work = isTellable(cost) ? `${Math.round(each(cost))} µs` : '…'
            const cells = [rate.toFixed(1), share(cpuMs / ms), work, size]
            return `| ${[cost.kiosks, ...cells, inMs(worstMs)].join(' | ')} |`
          }),
        ],
        curves: [
          curveOf('A poll, µs of the hub’s processor', costs.filter(isTellable), each),
          curveOf('A poll, bytes on the wire', costs, ({ bytes, polls }) => bytes / polls),
          curveOf('The longest answer, ms', costs, ({ worstMs }) => worstMs),
        ],
        figures: [atMost('a poll among thrice as many kiosks costs', grows, 1.2, (ratio) => `${ratio.toFixed(2)}×`)],
      }
    } finally {
      await hub.stop()
      await wipe(data)
    }
  },
}

/** Returns true if there are enough polls to measure. Linux counts processor time in hundredths of a second. */
const isTellable = ({ polls }: Cost): boolean => polls >= 100

const curveOf = (title: string, costs: readonly Cost[], valueOf: (cost: Cost) => number): Curve => ({
  title,
  across: 'kiosks that watch a section',
  points: costs.map((cost) => ({ at: cost.kiosks, value: valueOf(cost) })),
})

async function openHouse({ url, more: [eventId = '', accessCode = ''] }: ServedProgram) {
  const client = new HttpClient()
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
    const request = new Request(`${url}${API}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const reply = await client.fetch(request)
    if (!reply.ok) throw new Error(`${method} ${path}: HTTP ${reply.status}`)
    return ((await reply.json()) as { data: T }).data
  }
  interface Opened {
    readonly session_id: string
    readonly map: { readonly sections: readonly { readonly id: string }[] }
  }
  const open = () => ask<Opened>('POST', '/booking-sessions', { event_id: eventId, access_code: accessCode })
  const [watching, buying] = [await open(), await open()]
  const section = watching.map.sections[0]?.id ?? ''
  const path = `/booking-sessions/${watching.session_id}?section_id=${section}`
  const { map } = await ask<{ map: { seats: readonly { id: string; status: string }[] } }>('GET', path)
  const free = map.seats.filter(({ status }) => status === 'available').map(({ id }) => id)
  let held: string | null = null
  let turn = 0
  return {
    port: Number(new URL(url).port),
    path: `${API}${path}`,
    change: async () => {
      const holds = `/booking-sessions/${buying.session_id}/holds`
      if (held === null) {
        const made = await ask<{ holds: readonly { hold_id: string }[] }>('POST', holds, {
          seat_ids: [free[(turn += 1) % free.length]],
        })
        held = made.holds[0]?.hold_id ?? null
      } else {
        await ask('DELETE', `${holds}/${held}`)
        held = null
      }
    },
  }
}

type House = Awaited<ReturnType<typeof openHouse>>

/** Measures the hub while `kiosks` kiosks poll for `ms` milliseconds at staggered times, each on its own connection. */
async function watched(hub: ServedProgram, { port, path, change }: House, kiosks: number, ms: number): Promise<Cost> {
  const clients = await Promise.all(Array.from({ length: kiosks }, () => lineClient(port, { headers: HEADERS })))
  const until = performance.now() + ms
  const before = processorMs([hub.pid])
  const polled: { readonly bytes: number; readonly tookMs: number }[] = []
  async function poll(client: LineClient, first: number): Promise<void> {
    for (let at = first; at < until; at += POLL_MS) {
      await sleep(at - performance.now())
      const from = performance.now()
      const { status, body } = await client.exchange('GET', path)
      if (status !== 200) throw new Error(`HTTP ${status}`)
      polled.push({ bytes: body.length, tookMs: performance.now() - from })
    }
  }
  const start = performance.now()
  const changes = (async () => {
    for (let at = start; at < until; at += CHANGE_MS) {
      await sleep(at - performance.now())
      await change()
    }
  })()
  await Promise.all([changes, ...clients.map((client, index) => poll(client, start + (POLL_MS * index) / kiosks))])
  const cpuMs = processorMs([hub.pid]) - before
  for (const client of clients) client.close()
  return {
    kiosks,
    polls: polled.length,
    cpuMs,
    bytes: polled.reduce((sum, { bytes }) => sum + bytes, 0),
    worstMs: Math.max(0, ...polled.map(({ tookMs }) => tookMs)),
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)))
const share = (of: number): string => `${(of * 100).toFixed(1)} % of a core`
