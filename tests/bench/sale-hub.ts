import { fileURLToPath } from 'node:url'
import { createHub } from '../../electron/app/hub.ts'

/** One hub in a process of its own, its log written and thrown away: `node sale-hub.ts DATABASE`. */
const hub = await createHub({
  host: '127.0.0.1',
  port: 0,
  database: process.argv[2] ?? '',
  resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
  sqliteBinding: undefined,
  version: 'bench',
  mode: 'demo',
  log: { destination: { write: () => undefined }, level: 'info' },
})
process.send?.(Number(new URL(hub.url).port))
process.once('message', () => void hub.stop().then(() => process.exit()))
