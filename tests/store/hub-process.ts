import { fileURLToPath } from 'node:url'
import { createHub } from '../../electron/app/hub.ts'

/** One of several hubs on one database, in a process of its own: `node hub-process.ts DATABASE`. Killed, never stopped. */
const hub = await createHub({
  host: '127.0.0.1',
  port: 0,
  database: process.argv[2] ?? '',
  resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
  sqliteBinding: undefined,
  version: 'race',
  mode: 'demo',
  log: { destination: { write: (line: string) => void process.send?.({ fault: line }) }, level: 'error' },
})
process.send?.({ url: hub.url })
