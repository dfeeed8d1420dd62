import { startDemoHub } from '../support/demo-hub.ts'

/** One hub in a process of its own: `node hub-process.ts DATABASE`. Of its faults it tells those that are not the database's absence. */
const hub = await startDemoHub(process.argv[2] ?? '', {
  log: {
    level: 'error',
    destination: {
      write: (line) => void (/StoreUnavailable|"status":503/u.test(line) || process.stderr.write(line)),
    },
  },
})
process.send?.(Number(new URL(hub.url).port))
process.on('disconnect', () => process.exit())
