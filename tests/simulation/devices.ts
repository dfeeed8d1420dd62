import type { SaleTicket, TicketIssuer } from '../../electron/kiosk/ports/ports.ts'
import type {
  PaymentRef,
  PrinterStatus,
  PrintOutcome,
  TenderDriver,
  TenderOutcome,
} from '../../electron/kiosk/ports/devices.ts'
import { seconds, type World } from './world.ts'
import { deviceTraits } from '../support/devices.ts'
import type { TenderTraits } from '../../shared/domain/money/tender.ts'

/** Creates a ticket printer, which finishes its jobs even if the kiosk stops. */
export function createPrinter(world: World, machine: string): TicketIssuer {
  const { time, random, faults, truth } = world
  let emptyUntil = 0
  let jobs = 0
  const empty = (): boolean => time.now() < emptyUntil && !world.closing()

  function comeOut({ ticketNumber, qrCode, copyNumber }: SaleTicket): void {
    world.tell(machine, `paper: ticket ${ticketNumber}, copy ${copyNumber}`)
    truth.emit({ machine, ticketNumber, qrCode, copyNumber })
  }

  function print(ticket: SaleTicket): PrintOutcome {
    if (faults.strike('paper out')) emptyUntil = time.now() + seconds(random.between(10, 180))
    if (empty()) return { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
    if (faults.strike('paper jam')) {
      if (random.chance(0.5)) comeOut(ticket)
      return { outcome: 'unknown', detail: 'jammed on the way out' }
    }
    comeOut(ticket)
    if (faults.strike('printer silent')) return { outcome: 'unknown', detail: 'no answer' }
    jobs += 1
    return { outcome: 'printed', evidence: `${machine} job ${jobs} completed` }
  }

  return {
    async status(): Promise<PrinterStatus> {
      await time.sleep(random.between(1, 60))
      if (empty()) return { state: 'not-ready', reason: 'paper-out', detail: 'no paper' }
      return faults.strike('printer silent') ? { state: 'unknown', detail: 'no answer' } : { state: 'ready' }
    },
    async save(tickets) {
      await time.sleep(random.between(20, 200))
      if (faults.strike('document not saved'))
        return { outcome: 'failed', reason: 'storage-full', detail: 'no room for the document' }
      return { outcome: 'printed', evidence: `${tickets[0]?.orderId}.pdf` }
    },
    print(ticket) {
      const duration = faults.strike('printer slow') ? seconds(random.between(10, 90)) : random.between(400, 3_000)
      return new Promise((resolve) => {
        time.after(duration, () => resolve(print(ticket)))
      })
    },
  }
}

type Entry = { state: 'in-progress' | 'approved' | 'refused' | 'cancelled'; readonly amount: number }

/** A card terminal. Its journal survives restarts of the kiosk, and every reply except "unknown" is true. */
export interface Terminal extends Omit<TenderDriver, keyof Refunds>, Refunds {
  /** Returns true if the terminal's journal shows the payment as approved. Cancels a payment in progress. */
  lookUp(reference: string): boolean
  /** Returns true if no payment with the reference can succeed later, or if a lookup in the journal would cancel it. */
  isOver(reference: string): boolean
}

/** A merchant's phone without a connection to the kiosk. The result of a payment is visible only on the phone. */
/** Simulates the desk's telephone and the documents that customers hand over: only staff know of these payments. */
export function createTelephone({ faults, truth }: World) {
  const charged = new Set<string>()
  return {
    /** Returns false if the customer's operator refuses the payment. */
    charge(reference: string, amount: number) {
      if (charged.has(reference)) truth.violate('I4', `staff were told twice to charge ${reference}`)
      if (faults.strike('card refused')) return false
      charged.add(reference)
      truth.take(reference, amount)
      return true
    },
    lookUp: (reference: string) => charged.has(reference),
  }
}

export type Telephone = ReturnType<typeof createTelephone>

const DRIVER_PATIENCE = seconds(30)

export function createTerminal(world: World, name: string): Terminal {
  const { time, random, faults, truth } = world
  const memory = new Map<string, Entry>()
  let deadUntil = 0
  const dead = (): boolean => {
    if (faults.strike('terminal dead')) deadUntil = time.now() + seconds(random.between(20, 300))
    return time.now() < deadUntil && !world.closing()
  }

  function decide(reference: string, entry: Entry): TenderOutcome {
    if (entry.state === 'in-progress') {
      entry.state = faults.strike('card refused') ? 'refused' : 'approved'
      if (entry.state === 'approved') truth.take(reference, entry.amount)
      world.tell(name, `${entry.state} ${reference}`)
    }
    return outcomeOf(reference, entry)
  }

  const refunds = createRefunds(world, name, (reference) => memory.get(reference)?.state === 'approved', dead)

  return {
    name,
    host: '',
    traits: { ...deviceTraits, refund: 'api' },
    async begin({ reference, amount }, signal) {
      if (faults.strike('terminal busy')) return { outcome: 'unavailable' }
      if (memory.has(reference)) truth.violate('I4', `the terminal was told twice to take ${reference}`)
      if (dead()) {
        await time.sleep(DRIVER_PATIENCE)
        return { outcome: 'unknown' }
      }
      const entry: Entry = { state: 'in-progress', amount }
      memory.set(reference, entry)
      world.tell(name, `asks for a card: ${reference}`)
      const late = faults.strike('terminal approves late')
      const slow = faults.strike('terminal slow')
      const thinking = seconds(slow || late ? random.between(35, 200) : random.between(2, 20))
      const answered = new Promise<TenderOutcome>((resolve) => {
        time.after(thinking, () => resolve(decide(reference, entry)))
        signal.addEventListener('abort', () => {
          if (entry.state === 'in-progress') entry.state = 'cancelled'
          resolve(outcomeOf(reference, entry))
        })
      })
      const timedOut = (): Promise<TenderOutcome> => time.sleep(DRIVER_PATIENCE).then(() => ({ outcome: 'unknown' }))
      const outcome = await (late ? Promise.race([answered, timedOut()]) : answered)
      return faults.strike('terminal reply lost') ? { outcome: 'unknown' } : outcome
    },
    async ask({ reference }) {
      await time.sleep(random.between(50, 800))
      if (dead()) return { outcome: random.chance(0.5) ? 'unknown' : 'unavailable' }
      const entry = memory.get(reference)
      return entry ? outcomeOf(reference, entry) : { outcome: 'cancelled' }
    },
    ...refunds,
    lookUp(reference) {
      const entry = memory.get(reference)
      if (entry?.state === 'in-progress') entry.state = 'cancelled'
      return entry?.state === 'approved'
    },
    isOver: () => true,
  }
}

function outcomeOf(reference: string, { state, amount }: Entry): TenderOutcome {
  if (state === 'approved') return { outcome: state, approval: `A${reference.slice(0, 6)}`, amount }
  if (state === 'refused') return { outcome: state, reason: 'declined' }
  return { outcome: state === 'cancelled' ? state : 'unknown' }
}

export interface Refunds extends Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  gaveBack(refund: string): boolean
  /** Returns true if the payment was refunded, whatever the refund's reference. */
  refunded(payment: string): boolean
}

/** Refunds a payment on every request. Records a violation if the program requests the same refund twice. */
export function createRefunds(
  { time, random, faults, truth, tell }: World,
  name: string,
  isCharged: (payment: string) => boolean,
  silent: () => boolean,
): Refunds {
  const made = new Map<string, { readonly toldFrom: number; readonly payment: string }>()
  const receiptOf = (reference: string): string => `B${reference.slice(0, 6)}`
  return {
    async refund({ reference: payment }, { reference, amount }) {
      await time.sleep(random.between(50, 3_000))
      if (faults.strike('terminal busy')) return { outcome: 'unavailable' }
      if (!isCharged(payment) || faults.strike('refund refused')) return { outcome: 'refused', reason: 'declined' }
      if (made.has(reference)) truth.violate('I12', `${name} was told twice to give money back as ${reference}`)
      truth.refund(payment, amount)
      tell(name, `gives ${amount} of ${payment} back`)
      const late = faults.strike('refund late')
      made.set(reference, { payment, toldFrom: time.now() + (late ? seconds(random.between(5, 200)) : 0) })
      if (faults.strike('refund reply lost')) return { outcome: 'unknown' }
      return late ? { outcome: 'pending' } : { outcome: 'refunded', receipt: receiptOf(reference) }
    },
    async askRefund(_, { reference }) {
      await time.sleep(random.between(50, 800))
      const found = made.get(reference)
      if (!found || silent()) return { outcome: random.chance(0.5) ? 'unknown' : 'unavailable' }
      if (time.now() < found.toldFrom) return { outcome: 'pending' }
      return { outcome: 'refunded', receipt: receiptOf(reference) }
    },
    gaveBack: (refund) => made.has(refund),
    refunded: (payment) => [...made.values()].some((each) => each.payment === payment),
  }
}

interface Link {
  readonly token: string
  readonly amount: number
  readonly payableUntil: number
  paid: null | { readonly amount: number; readonly currency: string; readonly toldFrom: number }
}

const SETTLED = seconds(120)

const times = { decideMs: seconds(30), settledMs: SETTLED, lateMs: seconds(300) }
const byToken = { findBy: 'token', reference: 'short26', cancel: 'none', refund: 'api' } as const
const traits: TenderTraits = { payer: 'none', shows: 'qr', unattended: true, ...byToken, ...times }

/** Creates an operator whose payments are found only by token. `hasty`: treats links as expired far too early. */
export function createOperator(world: World, name: string, hasty: boolean): Terminal & { scan(shows: string): void } {
  const { time, random, faults, truth, tell } = world
  const links = new Map<string, Link>()
  let silentUntil = 0
  const byToken = (token: string | null) => [...links].find(([, link]) => link.token === token)
  const silent = (): boolean => {
    if (faults.strike('operator forgets')) silentUntil = time.now() + seconds(random.between(20, 400))
    return time.now() < silentUntil
  }

  function pay(reference: string, link: Link): void {
    if (link.paid || time.now() > link.payableUntil + SETTLED) return
    const another = faults.strike('another sum taken')
    const [amount, currency] = another
      ? random.pick([
          [link.amount + 500, 'GNF'],
          [link.amount, 'XOF'],
        ] as const)
      : [link.amount, 'GNF']
    const later = faults.strike('told as cancelled first') ? seconds(random.between(5, 90)) : 0
    const toldFrom = Math.min(time.now() + later, link.payableUntil + SETTLED)
    link.paid = { amount, currency, toldFrom }
    truth.take(reference, amount, link.amount)
    tell(name, `takes ${amount} ${currency} for ${reference}`)
  }

  return {
    name,
    host: 'https://operator',
    traits: hasty ? { ...traits, settledMs: 0, lateMs: 0 } : traits,
    async begin({ reference, amount }) {
      await time.sleep(random.between(50, 3_000))
      if (faults.strike('terminal busy')) return { outcome: 'unavailable' }
      if (links.has(reference)) truth.violate('I4', `the operator was told twice to take ${reference}`)
      const payableMs = seconds(random.between(30, 150))
      const token = random.uuid()
      links.set(reference, { token, amount, payableUntil: time.now() + payableMs, paid: null })
      tell(name, `gives a code for ${reference}`)
      if (faults.strike('token lost')) return { outcome: 'unknown' }
      return { outcome: 'begun', token, shows: `pay:${token}`, payableMs: hasty ? seconds(20) : payableMs }
    },
    async ask({ token, host, currency }: PaymentRef): Promise<TenderOutcome> {
      await time.sleep(random.between(50, 800))
      // Without a token, no code was displayed, so no customer can have paid.
      if (token === null) return { outcome: 'cancelled' }
      if (silent()) return { outcome: random.chance(0.5) ? 'unknown' : 'unavailable' }
      const [, link] = byToken(token) ?? []
      if (!link || host !== 'https://operator') return { outcome: 'unknown' }
      const { paid } = link
      if (!paid || time.now() < paid.toldFrom) return { outcome: 'pending', unless: 'cancelled' }
      return {
        outcome: 'approved',
        approval: `OM${token.slice(0, 6)}`,
        amount: paid.amount,
        currency: paid.currency || currency,
      }
    },
    scan(shows) {
      const [reference, link] = byToken(shows.replace('pay:', '')) ?? []
      if (!reference || !link) return truth.violate('bug', `${name}: no such code: ${shows}`)
      const until = link.payableUntil - time.now()
      const late = faults.strike('paid after expiry') ? until + random.between(1_000, SETTLED - 1_000) : 0
      const thinking = late || random.between(2_000, Math.max(3_000, until))
      if (faults.strike('card refused') || (!late && thinking > until)) return
      time.after(thinking, () => pay(reference, link))
    },
    lookUp: (reference) => (links.get(reference)?.paid ?? null) !== null,
    ...createRefunds(world, name, (reference) => (links.get(reference)?.paid ?? null) !== null, silent),
    isOver: (reference) => {
      const link = links.get(reference)
      return !link || link.paid !== null || time.now() > link.payableUntil + SETTLED
    },
  }
}
