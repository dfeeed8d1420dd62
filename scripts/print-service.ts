// npm run print-service: starts the CUPS print service of the printing tests. Its IPP printer "Guichet" writes PDF
// files to a folder. Needs root. Ctrl-C removes the service.
import { missingForIppPrinter, missingForPrintService, startPrintService } from '../tests/support/print-service.ts'

const missing = missingForPrintService() ?? missingForIppPrinter()
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}
const service = await startPrintService()
const { folder } = await service.addIppPrinter('Guichet')
service.control('lpadmin', '-d', 'Guichet')
console.log(`CUPS_SERVER=${service.socketPath}\npages: ${folder}`)
const done = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
})
const awake = setInterval(() => undefined, 60_000)
await done
clearInterval(awake)
await service.stop()
