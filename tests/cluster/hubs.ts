import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface HubPlace {
  readonly port: number
  readonly metricsUrl: string
}

export interface Hubs {
  /** One more, on that database and what leads to its replicas. */
  open(database: string, replicas?: string): Promise<HubPlace>
  close(): void
}

/** Each in a process of its own. */
export function startHubs(): Hubs {
  const hubs = new Set<ReturnType<typeof fork>>()
  return {
    async open(...databases) {
      const hub = fork(
        new URL('hub-process.ts', import.meta.url),
        databases.flatMap((one) => one ?? []),
      )
      hubs.add(hub)
      const [place] = (await once(hub, 'message')) as [HubPlace]
      return place
    },
    close() {
      for (const hub of hubs) hub.kill()
    },
  }
}
