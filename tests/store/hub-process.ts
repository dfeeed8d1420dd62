import { startDemoHub } from '../support/demo-hub.ts'

/**
 * `node hub-process.ts DATABASE` runs one of several hubs on one database. Tests always kill the process instead of
 * stopping it.
 */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: { destination: { write: (line: string) => void process.send?.({ fault: line }) }, level: 'error' },
})
process.send?.({ url: hub.url })
