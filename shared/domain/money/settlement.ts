import { wireFromMinor, type Minor } from './money.ts'

/** A payment as the ledger has it, as far as a provider's own list can be held against it. */
export interface LedgerPayment {
  readonly saleId: string
  readonly orderId: string
  readonly kind: string
  /** All that the provider may call it: our reference, its token, its approval, the receipts of what went back. */
  readonly names: readonly string[]
  /** Wall time of its last row, ISO 8601 UTC. */
  readonly atUtc: string
  readonly amount: Minor
  readonly currency: string
  /** `open`: nobody knows yet. `not-taken`: the provider said no, or staff did. */
  readonly standing: 'taken' | 'open' | 'not-taken'
  /** Of it, what the ledger has as given back. */
  readonly refunded: Minor
}

/** A line of a provider's list. */
export interface ProviderLine {
  /** In the file, from 1. */
  readonly line: number
  readonly names: readonly string[]
  /** Date and status as they are written there. */
  readonly at: string
  readonly status: string
  /** Null: it cannot be read. */
  readonly amount: Minor | null
  readonly currency: string
  readonly standing: 'paid' | 'refunded' | 'failed' | 'waiting' | 'unclear'
  readonly fee: Minor | null
}

/**
 * `missing-there`: taken here, and not paid there. `missing-here`: paid there, and no payment of this register has that
 * name. `other-amount`: both have it, with another sum or currency. `not-taken`: paid there, and refused or called off
 * here. `open`: paid there, and not known here yet. `refunded-there`, `refunded-here`: given back by one of the two.
 * `double`: paid there more than once. `unclear`: the line cannot be read.
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

export type SettlementKind = (typeof settlementKinds)[number]

export type SettledStanding = LedgerPayment['standing'] | ProviderLine['standing']

/** What the ledger, or the provider, says of a payment. */
export interface Settled {
  readonly standings: readonly SettledStanding[]
  /** The provider's own word for it; empty: it has none. */
  readonly status: string
  /** Null: it cannot be read. */
  readonly amount: Minor | null
  readonly currency: string
}

/** One thing that somebody has to look into. */
interface SettlementDifference {
  readonly kind: SettlementKind
  /** Empty: no sale of this register. */
  readonly saleId: string
  readonly orderId: string
  /** By which the provider finds it. */
  readonly name: string
  /** Of the file; 0: there is none. */
  readonly line: number
  /** When, as the side that has it says. */
  readonly at: string
  /** What hangs on it: the ledger's sum where there is one. */
  readonly amount: Minor
  readonly currency: string
  /** What the ledger and the provider say; null: nothing. */
  readonly here: Settled | null
  readonly there: Settled | null
}

/** Sums of one currency, in minor units. */
interface SettledSum {
  readonly currency: string
  readonly paid: Minor
  readonly refunded: Minor
  readonly fees: Minor
}

export interface Settlement {
  readonly register: string
  readonly driver: string
  /** First and last local day, `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Wall time, ISO 8601 UTC. */
  readonly comparedUtc: string
  /** Payments of the ledger in these days that were taken or are open, and lines of the provider. */
  readonly payments: number
  readonly lines: number
  /** Payments of which both say the same. */
  readonly agreed: number
  /** What the provider's list adds up to. */
  readonly sums: readonly SettledSum[]
  readonly differences: readonly SettlementDifference[]
}

/**
 * Holds a provider's list against the ledger; changes nothing. `inPeriod` says which payments the list has to have: one
 * of the day before may be on it, and is found by its name.
 */
export function compareSettlement(
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

/** Of a line that no payment of this register has a name of; what did not move money is nobody's business. */
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

/** In this program's words for a standing, or the provider's own; the same in every language where `word` is left out. */
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
