import { once } from 'node:events'
import { createSystemClock } from '../../electron/host/system.ts'
import type { Ports, SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import { startKiosk } from '../../electron/kiosk/kiosk.ts'
import { USUAL_FIXED_KEY } from '../../electron/banknotes/framing.ts'
import { SspValidator } from '../../electron/banknotes/validator.ts'
import { openByteLine } from '../../electron/banknotes/byte-stream.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { createSimulatedTerminal } from '../../electron/payments/simulated.ts'
import type { PutIn } from '../banknotes/put-in.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { withPoints } from '../support/points.ts'
import { filePrinter, paths } from '../world/campaign/devices.ts'
import { demoPartner, openRegister, portsOf, settingsOf, slipParts } from '../world/campaign/kiosk.ts'
import { cardAt, mobileMoneyAt, type OperatorUrls, quickClock } from '../world/campaign/operators.ts'
import {
  type Counter,
  hearTheRest,
  type NotePeople,
  sell,
  settleCases,
  tendCashbox,
  wantNotes,
} from '../world/campaign/people.ts'
import { ANY_MOMENT } from './kill-points.ts'

export interface KioskOrder {
  readonly directory: string
  readonly serviceUrl: string
  readonly operators: OperatorUrls
  readonly notes: string | null
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  /** The process is killed the `nth` time that it reaches `point`. Null if the process is never killed. */
  readonly killAt: { readonly point: string; readonly nth: number } | null
  readonly sales: number
  /** Negative control: acknowledges a step before it is written to the ledger. */
  readonly forgetful: boolean
}

/** Messages of a kiosk process to its parent about the state of the kiosk, a displayed QR code or a banknote. */
export type KioskWord =
  | KioskTime
  | { readonly word: 'shows'; readonly page: string }
  | { readonly word: 'wants a note' | 'wants no note' | 'where is the note'; readonly saleId: string }

export type KioskTime = Readonly<{ word: 'open' | 'settled' | 'bye'; sinceStartMs: number }>

/** Runs core, ledger and client in a process that kills itself. Terminal, drawer and printer are files. */
process.once('message', (order) => void main(order as KioskOrder))

const say = (word: KioskWord): void => void process.send?.(word)
const tellTime = (word: KioskTime['word']): void => say({ word, sinceStartMs: performance.now() })

const onError: Ports['log']['error'] = (message, error) => {
  setImmediate(() => {
    throw new Error(message, { cause: error })
  })
}

async function main(order: KioskOrder): Promise<void> {
  const { directory, killAt } = order
  const random = createRandom(order.seed)
  const at = killer(killAt)
  if (killAt?.point === ANY_MOMENT) setTimeout(die, random.between(1, 250))
  const clock = quickClock()
  const { ledger: path, key, paper } = paths(directory)
  const ledger = await openRegister({ path, register: 'kiosk-1', key, now: () => clock.now() })
  at('ledger open')
  const written = order.forgetful ? forgetful(ledger) : ledger
  const notes = noteDevice(order)
  const hold = random.chance(0.5) ? allInOneCall : seatBySeat
  const line = { baseUrl: order.serviceUrl, timeoutMs: 3_000, fetch, clock: createSystemClock() }
  const partner = demoPartner({ ...line, hold })
  const tenders = { ...mobileMoneyAt(order.operators), card: cardReader(order, random) }
  const tickets = filePrinter(paper, random, at)
  const ports = portsOf({ clock, partner, ledger: written, tenders, tickets, ...(notes && { notes }) }, onError)
  const kiosk = await startKiosk(withPoints(ports, at), {
    ...settingsOf('kiosk-1', order.accessCode, ledger),
    ...slipParts({ ledger, clock, log: ports.log, at }),
    tenders: ['card', 'cash', 'notes', 'orange-money', 'mtn-momo'],
  })
  tellTime('open')
  wantNotes(kiosk, notePeople)
  kiosk.sales.subscribe((sale) => {
    const shows = sale.state === 'paying' ? sale.begun?.shows : undefined
    if (shows !== undefined) say({ word: 'shows', page: shows })
  })
  process.once('SIGTERM', () => {
    process.stderr.write(`${JSON.stringify(ledger.unfinished())}\n`, () => process.exit(1))
  })
  const counter: Counter = { kiosk, ledger: written, directory, at, notes: notes && notePeople }
  await settleCases(counter)
  tellTime('settled')
  for (let sale = 0; sale < order.sales; sale++) {
    if (notes && random.chance(0.4)) await tendCashbox(counter, random)
    await sell(counter, order.eventId, random)
  }
  await settleCases(counter)
  if (notes) await tendCashbox(counter, random)
  if (notes && order.sales === 0) await hearTheRest(notes)
  await kiosk.stop()
  await notes?.close()
  tellTime('bye')
  process.disconnect()
}

const notePeople: NotePeople = {
  wanted: (saleId) => say({ word: 'wants a note', saleId }),
  nobody: (saleId) => say({ word: 'wants no note', saleId }),
  async where(saleId) {
    const answered = once(process, 'message')
    say({ word: 'where is the note', saleId })
    const [at] = (await answered) as [PutIn['at'] | null]
    return at
  },
}

function noteDevice({ notes }: KioskOrder) {
  if (notes === null) return null
  const line = { currency: 'GNF', encryption: 'where-it-can', fixedKey: USUAL_FIXED_KEY } as const
  const log = { info: () => undefined, warn: () => undefined }
  return new SspValidator({ ...line, openLine: () => openByteLine(notes), clock: quickClock(), log })
}

function cardReader({ directory, operators: { card } }: KioskOrder, random: Random) {
  if (card !== null) return cardAt(card, directory)
  return createSimulatedTerminal({
    journalPath: paths(directory).terminal,
    payer: 'none',
    clock: createSystemClock(),
    customerDelaySeconds: random.between(1, 10) / 1000,
    timeoutSeconds: 0.02,
    lateReplySeconds: 0.2,
    script: [random.pick(['approve', 'approve', 'approve', 'refuse', 'lose-reply', 'approve-late', 'crash'] as const)],
  })
}

const INTENTS: ReadonlySet<string> = new Set(['tender-started', 'purchase-composed', 'print-started'])

/** Negative control: acknowledges the intent of a step first, and writes it at the next access or after 50 ms. */
function forgetful(ledger: SaleLedger): SaleLedger {
  let owed: (() => void) | null = null
  const pay = (): void => {
    const write = owed
    owed = null
    write?.()
  }
  return {
    ...ledger,
    record(...step) {
      pay()
      if (!INTENTS.has(step[2].type)) return ledger.record(...step)
      owed = () => ledger.record(...step)
      setTimeout(pay, 50)
    },
    find(saleId) {
      pay()
      return ledger.find(saleId)
    },
    unfinished() {
      pay()
      return ledger.unfinished()
    },
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function killer(killAt: KioskOrder['killAt']): (point: string) => void {
  let left = killAt?.nth ?? 0
  return (point) => {
    if (point !== killAt?.point) return
    left -= 1
    if (left === 0) die()
  }
}
