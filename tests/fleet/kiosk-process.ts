import { randomUUID } from 'node:crypto'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { afterSalesOver, counterWith, onlyCode, plainKiosk } from '../support/plain-kiosk.ts'
import { basename } from 'node:path'
import { createSystemClock } from '../../electron/host/clock.ts'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import type { PartnerService, Ports, SaleLedger } from '../../electron/core/ports/ports.ts'
import { startKiosk, type Kiosk } from '../../electron/core/kiosk.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { createHttpClient } from '../../electron/partner/http-client.ts'
import { createSimulatedTerminal } from '../../electron/payment/simulated-terminal.ts'
import { inSale } from '../../electron/host/log.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { KioskInfo } from '../../shared/kiosk-api/views.ts'
import { filePrinter, paths } from '../crash/devices.ts'
import { PIN, sell, settleCases, touch } from '../crash/people.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { noPrinters } from '../support/no-printers.ts'
import { heedless } from './heedless.ts'
import { DOORS_CLOSE, type FleetOrder, type Step, type StepKind } from './kiosk-order.ts'

/** Some of the fleet's kiosks without their screens, each with a ledger and a line of its own. */
process.once('message', (order) => void main(order as FleetOrder))

type Tell = (kind: StepKind, more?: Pick<Step, 'saleId' | 'since' | 'detail'>) => void

async function main(order: FleetOrder): Promise<void> {
  const closing = new AbortController()
  process.on('message', (word) => {
    if (word === DOORS_CLOSE) closing.abort()
  })
  await Promise.all(
    order.directories.map((directory, index) =>
      run(directory, order, createRandom(order.seed + index), closing.signal),
    ),
  )
  process.disconnect()
}

async function run(directory: string, order: FleetOrder, random: Random, closing: AbortSignal): Promise<void> {
  const name = basename(directory)
  const tell: Tell = (kind, more = {}) => process.send?.({ kiosk: name, kind, at: Date.now(), ...more } satisfies Step)
  const clock = createSystemClock()
  const line = createHttpClient()
  const opened = await openLedger({
    path: paths(directory).ledger,
    register: name,
    appVersion: '0.0.0',
    signer: openFileSigner(paths(directory).key),
    reserveBytes: 0,
    now: () => clock.now(),
  })
  const ledger = reporting(opened, tell)
  const client = createPartnerClient({
    baseUrl: order.serviceUrl,
    partnerCode: 'demo',
    demo: true,
    hold: random.chance(0.5) ? allInOneCall : seatBySeat,
    anonymousCustomer: anonymousBuyer('test'),
    timeoutMs: order.timeoutMs,
    jitterMs: () => random.between(0, 500),
    fetch: (request) => line.fetch(request),
    clock,
  })
  const watched = noticing(client, tell)
  const ports: Ports = {
    clock,
    ids: { uuid: () => randomUUID(), referenceFor },
    partner: order.heedless ? heedless(watched) : watched,
    ledger,
    tenders: {
      card: createSimulatedTerminal({
        journalPath: paths(directory).terminal,
        payer: 'none',
        clock,
        thinkSeconds: random.between(50, 500) / 1000,
        patienceSeconds: 30,
        lateSeconds: 0,
      }),
    },
    tickets: filePrinter(paths(directory).paper, random, () => undefined),
    printers: noPrinters,
    inSale,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, error) => tell('fault', { detail: `${message}: ${String(error)}` }),
    },
  }
  const kiosk = await startKiosk(ports, {
    ...plainKiosk,
    afterSales: afterSalesOver({ files: opened.files }),
    deviceId: name,
    accessCodes: onlyCode(order.accessCode),
    identify: counterWith(PIN),
  })
  kiosk.subscribe((event) => {
    if (event.name === 'partner-changed') tell(event.payload.state)
  })
  const ponder = () => clock.sleep(random.between(50, 800))
  const counter = { kiosk, ledger, directory, at: () => undefined, ponder }
  while (!closing.aborted) {
    await sell(counter, order.eventId, random)
    const { partner } = await lookAt(kiosk)
    if (partner.state === 'down') tell('told')
    await clock.sleep(random.between(20, 200), closing)
  }
  const { sale } = await lookAt(kiosk)
  if (sale) {
    await kiosk.sales.settled(sale.saleId)
    // Without seats it leaves nothing behind; with them it is one of those that are settled below. Paid, it stays.
    await touch(kiosk.api.abandonSale({ saleId: sale.saleId, reason: 'idle' }))
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

/** A purchase apart: its silence is answered by reading back. */
function noticing(partner: PartnerService, tell: Tell): PartnerService {
  const noticed =
    <I, O extends { readonly ok: boolean; readonly error?: { readonly type: string } }>(
      call: (input: I) => Promise<O>,
    ) =>
    async (input: I): Promise<O> => {
      const since = Date.now()
      const reply = await call(input)
      if (reply.error?.type === 'unreachable') tell('lost', { since })
      return reply
    }
  return {
    ...partner,
    listEvents: noticed((input) => partner.listEvents(input)),
    openSession: noticed((input) => partner.openSession(input)),
    viewSection: noticed((input) => partner.viewSection(input)),
    holdSeats: noticed((input) => partner.holdSeats(input)),
    releaseHold: noticed((input) => partner.releaseHold(input)),
    readCheckout: noticed((input) => partner.readCheckout(input)),
    listTickets: noticed((input) => partner.listTickets(input)),
  }
}
