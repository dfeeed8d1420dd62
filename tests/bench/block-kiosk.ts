// node block-kiosk.ts DATA PORT thread|main: runs a kiosk that prints on PORT and renders documents in a worker thread
// or the main thread. It sells eight tickets on the message "sell", and waits on "idle". It replies with the longest
// block of its event loop in milliseconds.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { installation } from '../../electron/app/program.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { need } from '../world/campaign/kiosk.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

const IDLE_MS = 500

const [directory = '', port = '', place = ''] = process.argv.slice(2)
const devices = { till: { kind: 'escpos', address: `tcp://127.0.0.1:${port}` } }
const printers = { devices, tickets: ['till'], receipts: ['till'] }
const settings = { simulatedTerminal: { customerDelaySeconds: 0 }, printers }
writeFileSync(join(directory, 'config.json'), JSON.stringify(settings))
const config = loadConfig({ dataDirectory: directory })
if (!config.ok) throw new Error(config.error.lines.join('\n'))
const { api, sales, ...kiosk } = await createKiosk(config.value, {
  ...installation(),
  ...(place === 'main' && { openDocuments: createDocumentService }),
  log: { info: () => undefined, warn: console.error, error: console.error },
})

process.on('message', (order) => {
  if (order === 'stop') void kiosk.stop().then(() => process.disconnect())
  else
    void longestBlock(order === 'sell' ? sell : () => setTimeout(IDLE_MS)).then((longestMs) =>
      process.send?.(longestMs),
    )
})
process.send?.('ready')

async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

async function sell(): Promise<void> {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ homeTeam }) => homeTeam !== '')
  const { saleId } = need(await api.startVisit({ eventId: event?.eventId ?? '', language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count: 8 }))
  if (!offer) throw new Error('no eight seats are left')
  need(await api.holdSeats({ saleId, groups: bySection(offer.seats) }))
  await sales.settled(saleId)
  need(await api.pay({ saleId, tender: 'card' }))
  const { state } = await sales.settled(saleId)
  if (state !== 'done') throw new Error(`the sale ended as ${state}`)
}
