import { quantile } from './harness.ts'
import { lineClient } from './line-client.ts'

export interface Calls {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly count: number
}

process.on('message', (calls: Calls) => {
  void measured(calls).then((reply) => process.send?.(reply))
})

/** Returns the median in milliseconds, or the error as text. */
async function measured({ port, headers, path, count }: Calls): Promise<number | string> {
  // Uses a new connection each time, because servers close idle connections between measurements.
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
