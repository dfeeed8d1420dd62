// node doomed-kiosk.ts DIRECTORY RESOURCES STATE: sells two seats and halts as soon as the ledger holds the sale in STATE
// (`spooling`: a ticket is being sent to the printer), so that the parent process can kill it. Prints the sale ID as one
// line of JSON.
import { createKiosk } from '../../electron/app/kiosk.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'

// It is killed, so it would never write the cache at its end.
flushCompileCache()

const [directory = '', resourcesDirectory = '', state = ''] = process.argv.slice(2)
mkdirSync(directory, { recursive: true })
writeFileSync(join(directory, 'config.json'), JSON.stringify({ simulatedTerminal: { thinkSeconds: 0 } }))
const config = loadConfig({ dataDirectory: directory })
if (!config.ok) throw new Error(config.error.lines.join('\n'))
const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const { api, sales } = await createKiosk(config.value, {
  version: '0',
  resourcesDirectory,
  log: quiet,
  openDocuments: createDocumentService,
  sqliteBinding: undefined,
})

function need<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
const match = events.find(({ homeTeam }) => homeTeam !== '')!
const { saleId } = need(await api.startVisit({ eventId: match.eventId, language: 'fr' }))
const [offer] = need(await api.proposeSeats({ saleId, count: 2 }))
const seatIds = offer!.seats.map(({ seatId }) => seatId)

// A sale is published after it is in the ledger and before its next effect begins: here the process stops for good.
sales.subscribe((sale) => {
  const spooling = sale.state === 'printing' && sale.jobs.some((job) => job.state === 'spooling')
  if (state !== (spooling ? 'spooling' : sale.state)) return
  process.stdout.write(`${JSON.stringify({ saleId })}\n`)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
need(await api.holdSeats({ saleId, sectionId: offer!.sectionId, seatIds }))
await sales.settled(saleId)
need(await api.pay({ saleId, tender: 'card' }))
await sales.settled(saleId)
throw new Error(`the sale went through without being ${state}`)
