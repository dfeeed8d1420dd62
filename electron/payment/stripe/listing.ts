import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { ListedDays } from '../../core/ports/devices.ts'
import { within, type Line } from '../http/exchange.ts'
import { moneyOf } from './amounts.ts'
import type { StripeApi } from './api.ts'
import { chargesIn, type ListedCharge } from './replies.ts'

const LIST_MS = 120_000
const PAGE_SIZE = 100
const MOST_PAGES = 200

/** Lists every card payment at a reader of the account in these days. Resolves with null if not all could be read. */
export function listCharges(
  line: Line,
  api: StripeApi,
  host: string,
  { fromUtc, toUtc }: ListedDays,
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  const created = { gte: secondsOf(fromUtc), lt: secondsOf(toUtc) }
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const charges: ListedCharge[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const after = charges.at(-1)?.id
        const asked = {
          created,
          limit: PAGE_SIZE,
          expand: ['data.balance_transaction'],
          ...(after !== undefined && { starting_after: after }),
        }
        const told = chargesIn(await api.send(host, (stripe) => stripe.charges.list(asked), signal))
        if (told === null) return null
        charges.push(...told.data)
        if (!told.has_more) return linesOf(charges)
      }
      return null
    },
    stopping,
  )
}

const secondsOf = (utc: string): number => Math.floor(Date.parse(utc) / 1000)

/** Returns a line for each payment, and another for each refund. */
function linesOf(charges: readonly ListedCharge[]): readonly ProviderLine[] {
  const some = charges.filter(({ payment_method_details: how }) => how?.type === 'card_present')
  return some
    .flatMap((charge) => [paid(charge), ...(charge.amount_refunded > 0 ? [returned(charge)] : [])])
    .map((each, at) => ({ ...each, line: at + 1 }))
}

function paid(charge: ListedCharge): ProviderLine {
  const { status, amount_captured: captured, currency, balance_transaction: booked } = charge
  const standing = standings[status] ?? 'unclear'
  const money = moneyOf(standing === 'paid' ? captured : charge.amount, currency)
  // A fee in the account's own currency is no fee of this sum.
  const fee = booked && booked.currency === currency ? moneyOf(booked.fee, currency) : null
  return {
    ...common(charge),
    amount: money?.amount ?? null,
    status,
    standing: standing === 'paid' && money === null ? 'unclear' : standing,
    fee: fee?.amount ?? null,
  }
}

function returned(charge: ListedCharge): ProviderLine {
  const money = moneyOf(charge.amount_refunded, charge.currency)
  const standing = money === null ? 'unclear' : 'refunded'
  return { ...common(charge), amount: money?.amount ?? null, status: 'refunded', standing, fee: null }
}

const standings: Readonly<Record<string, ProviderLine['standing']>> = {
  succeeded: 'paid',
  pending: 'waiting',
  failed: 'failed',
}

const common = ({ id, created, currency, payment_intent: intent, metadata }: ListedCharge) => ({
  line: 0,
  names: [metadata.reference ?? '', intent ?? '', id].filter((name) => name !== ''),
  at: new Date(created * 1000).toISOString(),
  currency: currency.toUpperCase(),
})
