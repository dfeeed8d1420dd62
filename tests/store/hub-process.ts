import { startDemoHub } from '../support/demo-hub.ts'

/**
 * One of several hubs on one database, in a separate process: `node hub-process.ts DATABASE`. It is killed, never
 * stopped.
 */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: { destination: { write: (line: string) => void process.send?.({ fault: line }) }, level: 'error' },
})
process.send?.({ url: hub.url })
