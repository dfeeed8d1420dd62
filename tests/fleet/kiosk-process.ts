import { basename } from 'node:path'
import type { PartnerError, PartnerService, SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import { type Kiosk, startKiosk } from '../../electron/kiosk/kiosk.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { createSimulatedTerminal } from '../../electron/payments/simulated.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { filePrinter, paths } from '../world/campaign/devices.ts'
import { demoPartner, giveUp, openRegister, portsOf, settingsOf } from '../world/campaign/kiosk.ts'
import { sell, settleCases } from '../world/campaign/people.ts'

export interface FleetOrder {
  readonly directories: readonly string[]
  readonly serviceUrl: string
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  readonly timeoutMs: number
  /** Negative control: treats a missing reply of the partner as success. */
  readonly heedless: boolean
}

/** Command to accept no more customers, settle unfinished sales and end. */
export const DOORS_CLOSE = 'doors close'

/**
 * `lost`: a call got no reply. `told`: a customer was sent away because the partner is unreachable. `begun`: a sale is
 * in the ledger. `charging`: the payment of the sale is about to start. `paid`: the sale is paid. `sold`: the tickets
 * of the sale are issued. `down`, `up`: the screen reports the partner as down or up. `fault`: a bug. `end`: all sales
 * are settled and the ledger is closed.
 */
export type StepKind = 'lost' | 'told' | 'begun' | 'charging' | 'paid' | 'sold' | 'down' | 'up' | 'fault' | 'end'

export interface Step {
  readonly kiosk: string
  readonly kind: StepKind
  /** Wall clock in milliseconds; all processes run on one computer. */
  readonly at: number
  readonly saleId?: string
  readonly since?: number
  readonly detail?: string
}

/** Runs some kiosks of the fleet without screens, each with its own ledger and connection. */
process.once('message', (order) => void main(order as FleetOrder))

type Tell = (kind: StepKind, more?: Pick<Step, 'saleId' | 'since' | 'detail'>) => void

async function main(order: FleetOrder): Promise<void> {
  const closing = new AbortController()
  process.on('message', (word) => {
    if (word === DOORS_CLOSE) closing.abort()
  })
  const runs = order.directories.map((directory, index) =>
    run(directory, order, createRandom(order.seed + index), closing.signal),
  )
  await Promise.all(runs)
  process.disconnect()
}

async function run(directory: string, order: FleetOrder, random: Random, closing: AbortSignal): Promise<void> {
  const name = basename(directory)
  const tell: Tell = (kind, more = {}) => process.send?.({ kiosk: name, kind, at: Date.now(), ...more } satisfies Step)
  const clock = createSystemClock()
  const line = new HttpClient()
  const { ledger: path, key, terminal, paper } = paths(directory)
  const opened = await openRegister({ path, register: name, key, now: () => clock.now() })
  const ledger = reporting(opened, tell)
  const client = demoPartner({
    baseUrl: order.serviceUrl,
    hold: random.chance(0.5) ? allInOneCall : seatBySeat,
    timeoutMs: order.timeoutMs,
    jitterMs: () => random.between(0, 500),
    fetch: (request) => line.fetch(request),
    clock,
  })
  const watched = noticing(client, tell)
  const customerDelaySeconds = random.between(50, 500) / 1000
  const times = { customerDelaySeconds, timeoutSeconds: 30, lateReplySeconds: 0 }
  const card = createSimulatedTerminal({ journalPath: terminal, payer: 'none', clock, ...times })
  const partner = order.heedless ? heedless(watched) : watched
  const ports = portsOf(
    { clock, partner, ledger, tenders: { card }, tickets: filePrinter(paper, random, () => undefined) },
    (message, error) => tell('fault', { detail: `${message}: ${String(error)}` }),
  )
  const kiosk = await startKiosk(ports, settingsOf(name, order.accessCode, opened))
  kiosk.subscribe((event) => {
    if (event.name === 'partner-changed') tell(event.payload.state)
  })
  const ponder = () => clock.sleep(random.between(50, 800))
  const counter = { kiosk, ledger, directory, at: () => undefined, ponder }
  while (!closing.aborted) {
    await sell(counter, order.eventId, random)
    if ((await lookAt(kiosk)).partner.state === 'down') tell('told')
    await clock.sleep(random.between(20, 200), closing)
  }
  const { sale } = await lookAt(kiosk)
  if (sale) {
    await kiosk.sales.settled(sale.saleId)
    // A sale without seats needs no clean-up. A sale with seats is settled below, and a paid sale is retained.
    await giveUp(kiosk, sale.saleId)
  }
  await settleCases(counter)
  await kiosk.stop()
  line.close()
  tell('end')
}

async function lookAt({ api }: Kiosk): Promise<KioskInfo> {
  const shown = await api.getKiosk({})
  if (!shown.ok) throw new Error(shown.error.type)
  return shown.value
}

const TOLD: Readonly<Partial<Record<SaleEvent['type'], StepKind>>> = {
  'tender-started': 'charging',
  'tender-approved': 'paid',
  'purchase-confirmed': 'sold',
  'tickets-found': 'sold',
}

function reporting(ledger: SaleLedger, tell: Tell): SaleLedger {
  return {
    ...ledger,
    record(previous, sale, event, now) {
      ledger.record(previous, sale, event, now)
      const { saleId } = sale
      if (previous === null) tell('begun', { saleId })
      const kind = TOLD[event.type]
      if (kind) tell(kind, { saleId })
    },
  }
}

type Reply = Result<unknown, { readonly type: string }>

/**
 * Wraps all calls except purchases. `hear` receives each reply and the start time of its call, and returns the reply to
 * use.
 */
function overheard(
  partner: PartnerService,
  hear: <T extends Reply>(reply: T, since: number) => T | { readonly ok: false; readonly error: PartnerError },
): PartnerService {
  const heard =
    <I, T extends Reply>(call: (input: I) => Promise<T>) =>
    async (input: I): Promise<T> => {
      const since = Date.now()
      return hear(await call(input), since) as T
    }
  return {
    ...partner,
    listEvents: heard((input) => partner.listEvents(input)),
    openSession: heard((input) => partner.openSession(input)),
    viewSection: heard((input) => partner.viewSection(input)),
    holdSeats: heard((input) => partner.holdSeats(input)),
    releaseHold: heard((input) => partner.releaseHold(input)),
    readCheckout: heard((input) => partner.readCheckout(input)),
    listTickets: heard((input) => partner.listTickets(input)),
  }
}

const isLost = (reply: Reply): boolean => !reply.ok && reply.error.type === 'unreachable'

const noticing = (partner: PartnerService, tell: Tell): PartnerService =>
  overheard(partner, (reply, since) => {
    if (isLost(reply)) tell('lost', { since })
    return reply
  })

/** Control: ignores missing replies. If a purchase gets no reply, the kiosk issues its own "provisional" tickets. */
const heedless = (partner: PartnerService): PartnerService => ({
  ...overheard(partner, (reply) =>
    isLost(reply) ? err({ type: 'unclear', status: 0, detail: 'nothing' } as const) : reply,
  ),
  async sendPurchase(request, expected) {
    const reply = await partner.sendPurchase(request, expected)
    if (reply.ok) return reply
    return ok(expected.seats.map(({ seatId, holdId, price }) => provisional(seatId, holdId, price)))
  },
})

const [gate, tribune] = [
  { code: '', name: '', label: '' },
  { code: '', name: '', color: '' },
]
const NO_PLACE = { sector: '', row: '', seatNumber: 0, gate, tribune, route: [], disputeCode: '' }

function provisional(seatId: string, holdId: string, price: number): Ticket {
  const qrCode = holdId.replaceAll('-', '')
  return {
    ticketId: `P${qrCode}`,
    seatId,
    ticketNumber: qrCode.slice(0, 8),
    ticketCode: '',
    ticketReference: '',
    price,
    status: 'SOLD',
    qrCode,
    place: { ...NO_PLACE, seatCode: seatId },
  }
}
