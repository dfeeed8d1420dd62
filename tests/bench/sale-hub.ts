import { startDemoHub } from '../support/demo-hub.ts'

/** node sale-hub.ts DATABASE: runs a hub in a separate process and discards its log. */
const log = { destination: { write: () => undefined }, level: 'info' } as const
const hub = await startDemoHub(process.argv[2] ?? '', { log })
process.send?.(Number(new URL(hub.url).port))
process.once('message', () => void hub.stop().then(() => process.exit()))
