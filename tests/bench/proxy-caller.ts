import { lineClient, type LineClient } from './line-client.ts'

/** Calls one path again and again, in a process of its own, and says how long a call took at the middle. */
export interface Calls {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly count: number
}

const clients = new Map<number, LineClient>()

process.on('message', (calls: Calls) => {
  void measured(calls).then((reply) => process.send?.(reply))
})

/** Milliseconds, or what went wrong. */
async function measured({ port, headers, path, count }: Calls): Promise<number | string> {
  const client = clients.get(port) ?? (await lineClient(port, { keep: false, headers }))
  clients.set(port, client)
  const times: number[] = []
  for (let done = 0; done < count; done++) {
    const before = performance.now()
    const { status } = await client.exchange('GET', path)
    if (status !== 200) return `HTTP ${status}`
    times.push(performance.now() - before)
  }
  return times.toSorted((a, b) => a - b)[count >> 1] ?? 'nothing was called'
}
