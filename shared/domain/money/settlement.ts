import { wireFromMinor, type Minor } from './money.ts'

/** A payment in the ledger, with the fields that are compared with a provider's list. */
export interface LedgerPayment {
  readonly saleId: string
  readonly orderId: string
  readonly kind: string
  /** All references that the provider may use: our reference, its token, its approval code, the receipts of refunds. */
  readonly names: readonly string[]
  /** Wall time of the payment's last ledger row, ISO 8601 UTC. */
  readonly atUtc: string
  readonly amount: Minor
  readonly currency: string
  /** `open`: the outcome is still unknown. `not-taken`: the provider or staff reported that no money was taken. */
  readonly standing: 'taken' | 'open' | 'not-taken'
  /** Refunded part of the amount, according to the ledger. */
  readonly refunded: Minor
}

/** A line of a provider's list. */
export interface ProviderLine {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly names: readonly string[]
  /** Date and status as in the file. */
  readonly at: string
  readonly status: string
  /** Null if the amount is unreadable. */
  readonly amount: Minor | null
  readonly currency: string
  readonly standing: 'paid' | 'refunded' | 'failed' | 'waiting' | 'unclear'
  readonly fee: Minor | null
}

/**
 * `missing-there`: taken according to the ledger, but not paid according to the provider. `missing-here`: paid
 * according to the provider, but the ledger has no payment with that reference. `other-amount`: the ledger and the
 * provider have different amounts or currencies. `not-taken`: paid according to the provider, but refused or cancelled
 * in the ledger. `open`: paid according to the provider, but with an unknown outcome in the ledger. `refunded-there`,
 * `refunded-here`: refunded only at the provider, or only in the ledger. `double`: paid more than once at the provider.
 * `unclear`: the line is unreadable.
 */
const settlementKinds = [
  'missing-there',
  'missing-here',
  'other-amount',
  'not-taken',
  'open',
  'refunded-there',
  'refunded-here',
  'double',
  'unclear',
] as const

type SettlementKind = (typeof settlementKinds)[number]

type SettledStanding = LedgerPayment['standing'] | ProviderLine['standing']

/** A payment according to the ledger or the provider. */
export interface Settled {
  readonly standings: readonly SettledStanding[]
  /** The provider's own status; empty if it has none. */
  readonly status: string
  /** Null if the amount is unreadable. */
  readonly amount: Minor | null
  readonly currency: string
}

/** A difference that has to be investigated. */
interface SettlementDifference {
  readonly kind: SettlementKind
  /** Empty if the payment belongs to no sale of this register. */
  readonly saleId: string
  readonly orderId: string
  /** Reference with which the provider finds the payment. */
  readonly name: string
  /** Line number in the file; 0 if there is none. */
  readonly line: number
  /** Time in the provider's line, otherwise in the ledger. */
  readonly at: string
  /** Amount affected: that of the ledger, or of the provider's line if the ledger has none. */
  readonly amount: Minor
  readonly currency: string
  /** The payment according to the ledger and according to the provider; null on the side that does not have it. */
  readonly here: Settled | null
  readonly there: Settled | null
}

/** Totals of one currency, in minor units. */
interface SettledSum {
  readonly currency: string
  readonly paid: Minor
  readonly refunded: Minor
  readonly fees: Minor
}

export interface Settlement {
  readonly register: string
  readonly driver: string
  /** First and last local day of the period, such as `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Wall time, ISO 8601 UTC. */
  readonly comparedUtc: string
  /** Number of ledger payments of the period that were taken or are open, and number of lines in the list. */
  readonly payments: number
  readonly lines: number
  /** Number of payments on which both sides agree. */
  readonly agreed: number
  /** Totals of the provider's list. */
  readonly sums: readonly SettledSum[]
  readonly differences: readonly SettlementDifference[]
}

/**
 * Compares a provider's list with the ledger, without changing either. `inPeriod` returns whether the list has to
 * contain a payment. A payment of the day before may also be on the list, and is matched by its reference.
 */
export function reconcileSettlement(
  payments: readonly LedgerPayment[],
  lines: readonly ProviderLine[],
  inPeriod: (payment: LedgerPayment) => boolean,
): Pick<Settlement, 'payments' | 'lines' | 'agreed' | 'sums' | 'differences'> {
  const byName = new Map(payments.flatMap((payment) => payment.names.map((name) => [keyOf(name), payment] as const)))
  const linesOf = new Map<LedgerPayment, ProviderLine[]>()
  const strangers: ProviderLine[] = []
  for (const line of lines) {
    const payment = line.names.map((name) => byName.get(keyOf(name))).find((found) => found !== undefined)
    if (payment) linesOf.set(payment, [...(linesOf.get(payment) ?? []), line])
    else strangers.push(line)
  }
  const wanted = payments.filter((payment) => inPeriod(payment) && payment.standing !== 'not-taken')
  const looked = payments.filter((payment) => wanted.includes(payment) || linesOf.has(payment))
  const found = looked.map((payment) => differencesOf(payment, linesOf.get(payment) ?? [], inPeriod(payment)))
  return {
    payments: wanted.length,
    lines: lines.length,
    agreed: looked.filter((payment, at) => payment.standing === 'taken' && found[at]?.length === 0).length,
    sums: sumsOf(lines),
    differences: [...found.flat(), ...strangers.flatMap(strange)],
  }
}

const keyOf = (name: string): string => name.trim().toLowerCase()

function differencesOf(
  payment: LedgerPayment,
  lines: readonly ProviderLine[],
  wanted: boolean,
): readonly SettlementDifference[] {
  const { standing, refunded, amount, currency } = payment
  const of = (state: ProviderLine['standing']): readonly ProviderLine[] =>
    lines.filter((line) => line.standing === state)
  const [paid, back, unclear] = [of('paid'), of('refunded'), of('unclear')]
  const differs = (kind: SettlementKind, line: ProviderLine | undefined): SettlementDifference => ({
    kind,
    saleId: payment.saleId,
    orderId: payment.orderId,
    name: line?.names[0] ?? payment.names[0] ?? '',
    line: line?.line ?? 0,
    at: line?.at || payment.atUtc,
    amount,
    currency,
    here:
      refunded > 0
        ? { standings: [standing, 'refunded'], status: '', amount: refunded, currency }
        : { standings: [standing], status: '', amount, currency },
    there: line ? saidBy(line) : null,
  })
  const lookAt = unclear.map((line) => differs('unclear', line))
  const [first, ...more] = paid
  if (standing !== 'taken') {
    return [...lookAt, ...paid.map((line) => differs(standing === 'open' ? 'open' : 'not-taken', line))]
  }
  const others = paid.filter((line) => line.amount !== amount || line.currency !== currency)
  return [
    ...lookAt,
    ...(wanted && !first && back.length === 0 && unclear.length === 0 ? [differs('missing-there', lines[0])] : []),
    ...more.map((line) => differs('double', line)),
    ...others.map((line) => differs('other-amount', line)),
    ...(refunded === 0 ? back.map((line) => differs('refunded-there', line)) : []),
    ...(refunded > 0 && first && back.length === 0 ? [differs('refunded-here', first)] : []),
  ]
}

/**
 * Returns the difference for a line that matches no payment of this register; empty if the line records no transfer of
 * money.
 */
function strange(line: ProviderLine): readonly SettlementDifference[] {
  if (line.standing === 'failed' || line.standing === 'waiting') return []
  const kind = line.standing === 'unclear' ? 'unclear' : 'missing-here'
  const { names, at, amount, currency } = line
  const known = { name: names[0] ?? '', line: line.line, at, amount: amount ?? 0, currency }
  return [{ kind, saleId: '', orderId: '', ...known, here: null, there: saidBy(line) }]
}

const saidBy = ({ status, standing, amount, currency }: ProviderLine): Settled => ({
  standings: [standing],
  status,
  amount,
  currency,
})

/**
 * Formats the status and amount of a payment: the provider's own status, otherwise the standing. The standing is not
 * translated if `word` is absent.
 */
export function settledText(
  settled: Settled | null,
  word: (standing: SettledStanding) => string = (standing) => standing,
  money: (amount: Minor, currency: string) => string = (amount, currency) =>
    `${wireFromMinor(amount, currency)} ${currency}`,
): string {
  if (!settled) return ''
  const { standings, status, amount, currency } = settled
  const sum = amount === null ? `? ${currency}` : money(amount, currency)
  return `${status === '' ? standings.map(word).join(', ') : status} ${sum}`.trim()
}

function sumsOf(lines: readonly ProviderLine[]): readonly SettledSum[] {
  const moved = lines.filter(({ standing }) => standing === 'paid' || standing === 'refunded')
  const total = (some: readonly (Minor | null)[]): Minor => some.reduce<Minor>((sum, one) => sum + (one ?? 0), 0)
  return [...Map.groupBy(moved, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    paid: total(some.map(({ standing, amount }) => (standing === 'paid' ? amount : 0))),
    refunded: total(some.map(({ standing, amount }) => (standing === 'refunded' ? amount : 0))),
    fees: total(some.map(({ fee }) => fee)),
  }))
}
