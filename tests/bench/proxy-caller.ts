import { quantile } from './harness.ts'
import { lineClient } from './line-client.ts'

/** Calls one path again and again, in a process of its own, and says how long a call took at the middle. */
export interface Calls {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly count: number
}

process.on('message', (calls: Calls) => {
  void measured(calls).then((reply) => process.send?.(reply))
})

/** Milliseconds, or what went wrong. */
async function measured({ port, headers, path, count }: Calls): Promise<number | string> {
  // Made again each time: servers close what was idle while others had their turn.
  const client = await lineClient(port, { keep: false, headers })
  const times: number[] = []
  for (let done = 0; done < count; done++) {
    const before = performance.now()
    const { status } = await client.exchange('GET', path)
    if (status !== 200) return `HTTP ${status}`
    times.push(performance.now() - before)
  }
  client.close()
  return quantile(times, 0.5)
}
