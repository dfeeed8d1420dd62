import type { KnownPayment, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import type { TenderTraits } from '../../shared/domain/money/tender-traits.ts'
import { createRefunds } from './refunds.ts'
import type { Terminal } from './terminal.ts'
import { seconds, type World } from './world.ts'

interface Link {
  readonly token: string
  readonly amount: number
  readonly payableUntil: number
  paid: null | { readonly amount: number; readonly currency: string; readonly toldFrom: number }
}

/** An operator of mobile money whose customers scan a code; nothing but its token finds a payment. */
export interface Operator extends Terminal {
  /** A customer scans what the screen shows, and perhaps pays. */
  scan(shows: string): void
}

const SETTLED = seconds(120)

const traits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'token',
  reference: 'short26',
  cancel: 'none',
  decideMs: seconds(30),
  settledMs: SETTLED,
  lateMs: seconds(300),
  refund: 'api',
}

/** `hasty`: a driver as it must not be, which takes a link for dead long before it is. */
export function createOperator(world: World, name: string, hasty: boolean): Operator {
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
    async ask({ token, host, currency }: KnownPayment): Promise<TenderOutcome> {
      await time.sleep(random.between(50, 800))
      // A code that never came back was never shown: nobody can have paid by it.
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
