import { startDemoHub } from '../support/demo-hub.ts'

/** Runs one hub in a separate process. Its log is written and discarded. `node sale-hub.ts DATABASE`. */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: { destination: { write: () => undefined }, level: 'info' },
})
process.send?.(Number(new URL(hub.url).port))
process.once('message', () => void hub.stop().then(() => process.exit()))
