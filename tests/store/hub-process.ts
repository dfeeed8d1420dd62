import { startDemoHub } from '../support/demo-hub.ts'

/**
 * `node hub-process.ts DATABASE` runs one of several hubs on a database. Tests always end this process by killing it.
 */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: { destination: { write: (line: string) => void process.send?.({ fault: line }) }, level: 'error' },
})
process.send?.({ url: hub.url })
