import { startDemoHub } from '../support/demo-hub.ts'

/** One hub in a process of its own: `node hub-process.ts DATABASE [REPLICAS]`. Of its faults it tells those that are not the database's absence. */
const hub = await startDemoHub(process.argv[2] ?? '', {
  replicas: process.argv[3],
  metricsPort: 0,
  log: {
    level: 'error',
    destination: {
      write: (line) => void (/StoreUnavailable|"status":503/u.test(line) || process.stderr.write(line)),
    },
  },
})
process.send?.({ port: Number(new URL(hub.url).port), metricsUrl: hub.metricsUrl })
process.on('disconnect', () => process.exit())
