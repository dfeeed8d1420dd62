import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSystemClock } from '../../electron/host/system.ts'
import { createAdyenSimulator } from '../../electron/simulators/adyen.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { createZvtSimulator, serveZvtSimulator } from '../../electron/simulators/zvt.ts'
import { cashPieces, type CountedPiece } from '../../shared/domain/money/cash.ts'
import type { DeviceTruth } from '../world/campaign/accountant.ts'
import { paths, readLines, sum, writeLine } from '../world/campaign/devices.ts'

/** Devices of a register, which run outside its process and are not affected by its power cuts. */
export interface DayDevices {
  readonly settings: object
  readonly tenders: readonly string[]
  /** Sale state in which no power is cut, because the payment would then be reported only after the simulated day. */
  readonly tellsLate?: 'paying'
  truth(directory: string): DeviceTruth
  close(): Promise<void>
}

const PASSWORD = '482615'
const POI_ID = 'V400m-000000001'
const API_KEY = 'simulator'

const place = { host: '127.0.0.1', port: 0 }
const times = { customerDelayMs: 0 }

/** Simulates a terminal on the local network. The terminal runs its end of day with the Z report. */
export async function zvtDevices(secretsIn: string): Promise<DayDevices> {
  const clock = createSystemClock()
  const days: number[] = []
  const onDayClosed = (amount: number): void => void days.push(amount)
  const terminal = createZvtSimulator({ clock, times, password: PASSWORD, currency: 'GNF', onDayClosed })
  const served = await serveZvtSimulator(terminal, place)
  const { host, port } = served.place
  const card = { driver: 'zvt', host, port, currency: 'GNF', password: secret(secretsIn, PASSWORD) }
  return {
    settings: { payments: { card } },
    tenders: ['card'],
    truth: () => ({
      card: sum(terminal.transactions().map(({ amount, original }) => (original === undefined ? amount : -amount))),
      days,
      notes: null,
    }),
    close: () => served.close(),
  }
}

/** Simulates an internet-connected terminal and a note acceptor, which stores its own record in the folder. */
export async function adyenAndNotes(secretsIn: string): Promise<DayDevices> {
  let taken = 0
  const simulator = createAdyenSimulator({
    clock: createSystemClock(),
    times,
    poiId: POI_ID,
    key: { identifier: 'day', version: 1, passphrase: 'day' },
    apiKey: API_KEY,
    onTaken: (_, amount) => void (taken += amount),
  })
  const served = await serveProviderSimulator({ simulator, ...place })
  const card = { driver: 'adyen-cloud', baseUrl: served.url, poiId: POI_ID, apiKey: secret(secretsIn, API_KEY) }
  return {
    settings: { payments: { card } },
    tenders: ['card', 'notes'],
    tellsLate: 'paying',
    truth: (folder) => ({ card: taken, days: null, notes: notesIn(join(folder, 'demo', 'simulated-notes.jsonl')) }),
    close: () => served.close(),
  }
}

function secret(directory: string, text: string): object {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'terminal-secret'), text, { mode: 0o600 })
  return { secretFile: 'terminal-secret' }
}

const notesIn = (path: string): number =>
  sum(
    (readLines(path) as readonly { readonly value: number; readonly state: string }[]).map(({ value, state }) =>
      state === 'in' ? value : 0,
    ),
  )

/** Cash put into the drawer in a shift; negative if taken out. A line in the file is a completed movement. */
type DrawerLine = Readonly<{ shiftNo: number; amount: number; saleId?: string }>

export const layIn = (directory: string, line: DrawerLine): void => writeLine(paths(directory).drawer, line)

export const drawerLines = (directory: string): readonly DrawerLine[] =>
  readLines(paths(directory).drawer) as readonly DrawerLine[]

export const inDrawer = (directory: string, shiftNo: number): number =>
  sum(drawerLines(directory).flatMap((line) => (line.shiftNo === shiftNo ? [line.amount] : [])))

export function counted(amount: number): CountedPiece[] {
  let left = amount
  return cashPieces('GNF').map(({ kind, value }) => {
    const count = Math.floor(left / value)
    left -= count * value
    return { kind, value, count }
  })
}
