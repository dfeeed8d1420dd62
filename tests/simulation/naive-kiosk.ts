import type { TicketIssuer } from '../../electron/kiosk/ports/ports.ts'
import type { TenderDriver } from '../../electron/kiosk/ports/devices.ts'
import { type Templates, kioskName, createSimulationWorld, type SeedReport } from './simulation-world.ts'
import { seconds, type World } from './world.ts'
import type { GroundTruth } from './ground-truth.ts'
import { createNetwork } from './network.ts'
import { createPrinter, createTerminal } from './devices.ts'

const shown = { payableMs: 60_000, description: '', language: 'fr' }

interface Parts {
  readonly fetch: (request: Request) => Promise<Response>
  readonly terminal: TenderDriver
  readonly printer: TicketIssuer
  readonly event: Pick<Templates, 'eventId' | 'accessCode' | 'sectionIds'>
  readonly timeoutMs: number
}

const TRIES = 3

class PowerCut extends Error {
  override readonly name = 'PowerCut'
}

/**
 * Creates the faulty program of the control: it orders after the payment, retries with a new ID, and stores its
 * progress only in memory.
 */
function createNaiveKiosk(world: World, { fetch, terminal, printer, event, timeoutMs }: Parts) {
  const { time, random, faults, truth } = world
  const sold = new Map<string, string>()

  function mayDie(): void {
    if (faults.strike('crash')) throw new PowerCut('the power went')
  }

  async function ask<T>(method: string, path: string, body?: object): Promise<T | null> {
    mayDie()
    const timeout = new AbortController()
    void time.sleep(timeoutMs).then(() => timeout.abort(new Error('time-out')))
    try {
      const reply = await fetch(
        new Request(`http://hub/api/v1/public${path}`, {
          method,
          headers: { 'x-partner-code': 'demo', 'content-type': 'application/json' },
          signal: timeout.signal,
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      const read = (await reply.json()) as { success: boolean; data: T }
      return reply.ok && read.success ? read.data : null
    } catch {
      return null
    } finally {
      mayDie()
    }
  }

  async function sell(): Promise<void> {
    const open = { event_id: event.eventId, access_code: event.accessCode }
    const session = await ask<{ session_id: string }>('POST', '/booking-sessions', open)
    if (!session) return
    const at = `/booking-sessions/${session.session_id}`
    const section = await ask<SectionReply>('GET', `${at}?section_id=${random.pick(event.sectionIds)}`)
    const free = section?.map?.seats?.filter(({ status }) => status === 'available') ?? []
    if (free.length === 0) return
    await ask('POST', `${at}/holds`, { seat_id: random.pick(free).id })
    const checkout = await ask<Checkout>('GET', `${at}/checkout`)
    if (!checkout?.items?.length) return
    await time.sleep(seconds(random.between(2, 30)))
    const reference = random.uuid()
    const tender = { reference, amount: checkout.amount, currency: 'GNF', ...shown }
    const never = new AbortController().signal
    const paid = await terminal.begin(tender, never, never)
    mayDie()
    if (paid.outcome === 'approved') await confirm(reference, checkout)
  }

  async function confirm(reference: string, { amount, items }: Checkout): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const order_id = random.uuid()
      const holds = { hold_ids: items.map(({ hold_id }) => hold_id), customer: {} }
      const purchase = await ask<{ tickets: Ticket[] }>('POST', '/purchases', { order_id, amount, ...holds })
      if (!purchase?.tickets) continue
      sold.set(reference, order_id)
      for (const ticket of purchase.tickets) await print(ticket)
      return
    }
    truth.giveBack(reference)
  }

  async function print({ ticket_number, qr_code }: Ticket): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const copy = { ticketNumber: ticket_number, qrCode: qr_code, copyNumber: 0 }
      const printed = await printer.print(copy as Parameters<TicketIssuer['print']>[0], 'fr')
      mayDie()
      if (printed.outcome === 'printed') return
    }
  }

  return {
    /** Orders that the kiosk considers sold, by payment reference. */
    sold,
    async serve() {
      while (!world.closing()) {
        await time.sleep(seconds(random.between(2, 20)))
        try {
          await sell()
        } catch (error) {
          // An unexpected reply causes a TypeError, and the kiosk restarts.
          if (!(error instanceof PowerCut || error instanceof TypeError)) throw error
        }
      }
    },
  }
}

type NaiveKiosk = ReturnType<typeof createNaiveKiosk>

type SectionReply = Readonly<{ map?: { seats?: readonly { id: string; status: string }[] } }>
type Checkout = Readonly<{ amount: number; items: readonly { hold_id: string }[] }>
type Ticket = Readonly<{ ticket_number: string; qr_code: string }>

/**
 * Simulates a seed with deliberately faulty kiosks. The report's violations show which faults the simulation can
 * detect.
 */
export async function runNaiveSeed(seed: number, templates: Templates): Promise<SeedReport> {
  const hall = await createSimulationWorld(seed, templates)
  const { world, terms, service } = hall
  try {
    const network = createNetwork(world, service.handle)
    let open = terms.kiosks
    const kiosks = Array.from({ length: terms.kiosks }, (_, index) => {
      const name = kioskName(index)
      const [terminal, printer] = [createTerminal(world, name), createPrinter(world, name)]
      const fetch = network.connect(name, () => true)
      const { timeoutMs } = terms
      const kiosk = createNaiveKiosk(world, { fetch, terminal, printer, event: templates, timeoutMs })
      void kiosk.serve().finally(() => (open -= 1))
      return kiosk
    })
    const noCheck = (): void => undefined
    await hall.go(terms.openMs, noCheck, () => false)
    hall.closeDoors()
    await hall.go(seconds(4_000), noCheck, () => open === 0 && network.quiet())
    judge(world.truth, kiosks)
    return hall.report({ sold: kiosks.reduce((sum, { sold }) => sum + sold.size, 0) })
  } finally {
    await hall.end()
  }
}

/** Checks I1 in both directions: no money without tickets, and no tickets without money. */
function judge(truth: GroundTruth, kiosks: readonly NaiveKiosk[]): void {
  const sold = new Map(kiosks.flatMap((kiosk) => [...kiosk.sold]))
  for (const reference of truth.charged()) {
    const tickets = truth.ticketsOf(sold.get(reference) ?? '')
    if (tickets.length === 0) truth.violate('I1', `${reference} paid for nothing`)
  }
  const known = new Set(sold.values())
  for (const { ticketId, orderId, sold: where } of truth.issued.values()) {
    if (where === 'here' && !known.has(orderId)) truth.violate('I1', `ticket ${ticketId} has no sale`)
  }
}
