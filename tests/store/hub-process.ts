import { startDemoHub } from '../support/demo-hub.ts'

/**
 * One of several hubs on one database, in a separate process: `node hub-process.ts DATABASE`. Tests always kill the
 * process instead of stopping it.
 */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: { destination: { write: (line: string) => void process.send?.({ fault: line }) }, level: 'error' },
})
process.send?.({ url: hub.url })
