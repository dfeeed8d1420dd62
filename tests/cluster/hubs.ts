import { startDemoHub } from '../support/demo-hub.ts'
import { startProcess } from '../world/campaign/process.ts'

export type HubPlace = Readonly<{ port: number; metricsUrl: string }>

export function startHubs() {
  const hubs = new Set<ReturnType<typeof startProcess<HubPlace>>>()
  return {
    open(...databases: readonly string[]) {
      const hub = startProcess<HubPlace>(import.meta.filename, { args: databases })
      hubs.add(hub)
      return hub.next()
    },
    close() {
      for (const hub of hubs) hub.kill()
    },
  }
}

if (import.meta.main) await serve(process.argv[2] ?? '', process.argv[3])

async function serve(database: string, replicas: string | undefined): Promise<void> {
  const hub = await startDemoHub(database, {
    replicas,
    metricsPort: 0,
    log: {
      level: 'error',
      destination: { write: (line) => /StoreUnavailable|"status":503/u.test(line) || process.stderr.write(line) },
    },
  })
  process.send?.({ port: Number(new URL(hub.url).port), metricsUrl: hub.metricsUrl })
  process.on('disconnect', () => process.exit())
}
