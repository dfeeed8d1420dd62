import { randomUUID } from 'node:crypto'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { afterSalesOver, counterWith, onlyCode, plainKiosk } from '../support/plain-kiosk.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import type { Ports, SaleLedger } from '../../electron/core/ports/ports.ts'
import type { TenderDriver } from '../../electron/core/ports/tender-driver.ts'
import { startKiosk } from '../../electron/core/kiosk.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { createSimulatedTerminal } from '../../electron/payment/simulated-terminal.ts'
import { ok } from '../../shared/domain/result.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { noPrinters } from '../support/no-printers.ts'
import { withPoints } from '../support/points.ts'
import { quickClock } from './accounts.ts'
import { filePrinter, paths } from './devices.ts'
import { USUAL_FIXED_KEY } from '../../electron/notes/ssp/encryption.ts'
import { createSspValidator } from '../../electron/notes/ssp/validator.ts'
import { openByteLine } from '../../electron/notes/byte-line.ts'
import { inSale } from '../../electron/host/log.ts'
import { slipParts } from '../world/campaign/kiosk.ts'
import { CASHIER, tendNoteBox } from './box-people.ts'
import { CHIEF_PIN, hearTheRest, wantNotes } from './note-people.ts'
import { ANY_MOMENT } from './kill-points.ts'
import type { KioskOrder, KioskWord } from './kiosk-order.ts'
import { PIN, sell, settleCases } from './people.ts'
import { adyenAt, providersAt, stripeAt, sumupAt, zvtAt } from './providers.ts'

/**
 * A kiosk without a screen, for tests only: the shipping core, ledger and client in a process of its own, which kills
 * itself at the moment it is told to. Its terminal, drawer and printer are files beside it; the operators of mobile money
 * are outside, like the service.
 */
process.once('message', (order) => void main(order as KioskOrder))

const log: Ports['log'] = {
  info: () => undefined,
  warn: () => undefined,
  // A bug: the process ends with it, and the test says so.
  error(message, error) {
    setImmediate(() => {
      throw new Error(message, { cause: error })
    })
  },
}

const byPin = counterWith(PIN)
const cashier = ok({ staffId: CASHIER.staff, name: '', role: 'cashier' } as const)
const chief = ok({ staffId: 'chief', name: '', role: 'supervisor' } as const)

async function main(order: KioskOrder): Promise<void> {
  const { directory, killAt } = order
  const random = createRandom(order.seed)
  const at = killer(killAt)
  if (killAt?.point === ANY_MOMENT) setTimeout(die, random.between(1, 250))
  const clock = quickClock()
  const ledger = await openLedger({
    path: paths(directory).ledger,
    register: 'kiosk-1',
    appVersion: '0.0.0',
    signer: openFileSigner(paths(directory).key),
    reserveBytes: 0,
    now: () => clock.now(),
  })
  at('ledger open')
  const written = order.forgetful ? forgetful(ledger) : ledger
  const notes = noteDevice(order)
  const ports = { ...portsOf(order, random, written, at), ...(notes && { notes }), clock }
  const kiosk = await startKiosk(withPoints(ports, at), {
    ...plainKiosk,
    afterSales: afterSalesOver({ files: ledger.files }),
    ...slipParts({ ledger, clock, log, at, onPaidOut: () => undefined, papers: new Map() }),
    tenders: ['card', 'cash', 'notes', 'orange-money', 'mtn-momo'],
    deviceId: 'kiosk-1',
    accessCodes: onlyCode(order.accessCode),
    identify: async (given) => (given.pin === CHIEF_PIN ? chief : given.pin === CASHIER.pin ? cashier : byPin(given)),
  })
  say('open')
  wantNotes(kiosk)
  kiosk.sales.subscribe((sale) => {
    const shows = sale.state === 'paying' ? sale.begun?.shows : undefined
    if (shows !== undefined) process.send?.({ word: 'shows', page: shows } satisfies KioskWord)
  })
  process.once('SIGTERM', () => {
    process.stderr.write(`${JSON.stringify(ledger.unfinished())}\n`, () => process.exit(1))
  })
  const counter = { kiosk, ledger: written, directory, at, takesNotes: notes !== null }
  await settleCases(counter)
  say('settled')
  for (let sale = 0; sale < order.sales; sale++) {
    if (notes && random.chance(0.4)) await tendNoteBox(kiosk, counter, random)
    await sell(counter, order.eventId, random)
  }
  await settleCases(counter)
  if (notes) await tendNoteBox(kiosk, counter, random)
  if (notes && order.sales === 0) await hearTheRest(notes)
  await kiosk.stop()
  await notes?.close()
  say('bye')
  process.disconnect()
}

function portsOf(
  order: KioskOrder,
  random: Random,
  ledger: SaleLedger,
  at: (point: string) => void,
): Omit<Ports, 'clock'> {
  const clock = createSystemClock()
  const { paper } = paths(order.directory)
  return {
    ids: { uuid: () => randomUUID(), referenceFor },
    partner: createPartnerClient({
      baseUrl: order.serviceUrl,
      partnerCode: 'demo',
      demo: true,
      hold: random.chance(0.5) ? allInOneCall : seatBySeat,
      anonymousCustomer: anonymousBuyer('kiosk-1'),
      timeoutMs: 3_000,
      fetch: globalThis.fetch,
      clock,
    }),
    ledger,
    tenders: {
      ...providersAt(order.operators),
      card: cardReader(order, random),
    },
    tickets: filePrinter(paper, random, at),
    printers: noPrinters,
    log,
    inSale,
  }
}

function noteDevice({ notes }: KioskOrder) {
  if (notes === null) return null
  const line = { currency: 'GNF', encryption: 'where-it-can', fixedKey: USUAL_FIXED_KEY } as const
  return createSspValidator({ ...line, openLine: () => openByteLine(notes), clock: quickClock(), log })
}

function cardReader({ directory, operators: { stripe, sumup, adyen, zvt } }: KioskOrder, random: Random): TenderDriver {
  if (stripe !== null) return stripeAt(stripe)
  if (sumup !== null) return sumupAt(sumup)
  if (adyen !== null) return adyenAt(adyen)
  if (zvt !== null) return zvtAt(zvt, directory)
  return createSimulatedTerminal({
    journalPath: paths(directory).terminal,
    payer: 'none',
    clock: createSystemClock(),
    thinkSeconds: random.between(1, 10) / 1000,
    patienceSeconds: 0.02,
    lateSeconds: 0.2,
    script: [random.pick(['approve', 'approve', 'approve', 'refuse', 'lose-reply', 'approve-late', 'die'] as const)],
  })
}

/** What the program is about to do in the world. */
const INTENTS: ReadonlySet<string> = new Set(['tender-started', 'purchase-composed', 'print-started'])

/** The control: an intent is acknowledged first, and written down with the next step or a little later. */
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

function say(word: 'open' | 'settled' | 'bye'): void {
  process.send?.({ word, sinceStartMs: performance.now() } satisfies KioskWord)
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
