import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createAdyenStandIn } from '../../electron/payment/adyen/stand-in.ts'
import { serveStandIn } from '../../electron/payment/stand-in/serve.ts'
import { serveZvtStandIn } from '../../electron/payment/zvt/serve-stand-in.ts'
import { createZvtStandIn } from '../../electron/payment/zvt/stand-in.ts'

/** What a register has beside it: they live in another process than the register, and a power cut there is none here. */
export interface DayDevices {
  /** For the register's settings file. */
  readonly settings: object
  readonly tenders: readonly string[]
  /** A power cut in that state is told only minutes later what became of the money: longer than a day has here. */
  readonly tellsLate?: 'paying'
  /** What they say themselves that they did. */
  truth(directory: string): DeviceTruth
  close(): Promise<void>
}

export interface DeviceTruth {
  /** What the card terminal took, less what it gave back; null: no such device. */
  readonly card: number | null
  /** What it handed over to its bank, day by day; null: it has no such days. */
  readonly days: readonly number[] | null
  /** What lies in the note box. */
  readonly notes: number | null
}

const PASSWORD = '482615'
const POI_ID = 'V400m-000000001'
const API_KEY = 'simulator'

const place = { host: '127.0.0.1', port: 0 }
const times = { thinkMs: 0 }

/** A terminal of the house's network, which ends its day with the Z. */
export async function zvtDevices(secretsIn: string): Promise<DayDevices> {
  const clock = createSystemClock()
  const days: number[] = []
  const onDayClosed = (amount: number): void => void days.push(amount)
  const terminal = createZvtStandIn({ clock, times, password: PASSWORD, currency: 'GNF', onDayClosed })
  const served = await serveZvtStandIn(terminal, place)
  const { host, port } = served.place
  const card = { driver: 'zvt', host, port, currency: 'GNF', password: secret(secretsIn, PASSWORD) }
  return {
    settings: { payments: { card } },
    tenders: ['card'],
    truth: () => ({
      card: terminal
        .transactions()
        .reduce((sum, { amount, original }) => (original === undefined ? sum + amount : sum - amount), 0),
      days,
      notes: null,
    }),
    close: () => served.close(),
  }
}

/** A terminal over the internet, and a device for notes, whose own memory lies in the register's folder. */
export async function adyenAndNotes(secretsIn: string): Promise<DayDevices> {
  let taken = 0
  const standIn = createAdyenStandIn({
    clock: createSystemClock(),
    times,
    poiId: POI_ID,
    key: { identifier: 'day', version: 1, passphrase: 'day' },
    apiKey: API_KEY,
    onTaken: (_, amount) => void (taken += amount),
  })
  const served = await serveStandIn({ standIn, ...place })
  const card = { driver: 'adyen-cloud', baseUrl: served.url, poiId: POI_ID, apiKey: secret(secretsIn, API_KEY) }
  return {
    settings: { payments: { card } },
    tenders: ['card', 'notes'],
    tellsLate: 'paying',
    truth: (directory) => ({
      card: taken,
      days: null,
      notes: notesIn(join(directory, 'demo', 'simulated-notes.jsonl')),
    }),
    close: () => served.close(),
  }
}

function secret(directory: string, text: string): object {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'terminal-secret'), text, { mode: 0o600 })
  return { secretFile: 'terminal-secret' }
}

function notesIn(path: string): number {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return lines
    .map((line) => JSON.parse(line) as { readonly value: number; readonly state: string })
    .reduce((sum, { value, state }) => (state === 'in' ? sum + value : sum), 0)
}
