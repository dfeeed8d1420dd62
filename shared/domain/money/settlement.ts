import { wireFromMinor, type Minor } from './money.ts'

export interface LedgerPayment {
  readonly saleId: string
  readonly orderId: string
  readonly kind: string
  /** References that the provider may list: Guichet's own, a token, an approval code, receipts of refunds. */
  readonly names: readonly string[]
  /** Wall time of the payment's last ledger row, ISO 8601 UTC. */
  readonly atUtc: string
  readonly amount: Minor
  readonly currency: string
  /** `open`: the outcome is unknown. `not-taken`: no money was taken, according to the provider or staff. */
  readonly standing: 'taken' | 'open' | 'not-taken'
  readonly refunded: Minor
}

export interface ProviderLine {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly names: readonly string[]
  /** Date and status in the format of the file. */
  readonly at: string
  readonly status: string
  /** Null if the amount is unreadable. */
  readonly amount: Minor | null
  readonly currency: string
  readonly standing: 'paid' | 'refunded' | 'failed' | 'waiting' | 'unclear'
  readonly fee: Minor | null
}

/**
 * `missing-there`: taken according to the ledger, but not according to the provider. `missing-here`: in the provider's
 * list, but unknown to the ledger. `not-taken`: paid according to the provider, but refused or cancelled according to
 * the ledger. `open`: paid according to the provider, but with an unknown outcome in the ledger. `double`: paid more
 * than once according to the provider.
 */
type SettlementKind =
  | 'missing-there'
  | 'missing-here'
  | 'other-amount'
  | 'not-taken'
  | 'open'
  | 'refunded-there'
  | 'refunded-here'
  | 'double'
  | 'unclear'

type SettledStanding = LedgerPayment['standing'] | ProviderLine['standing']

export interface Settled {
  readonly standings: readonly SettledStanding[]
  /** The provider's own status; empty if the provider sends no status. */
  readonly status: string
  readonly amount: Minor | null
  readonly currency: string
}

interface SettlementDifference {
  readonly kind: SettlementKind
  /** Empty if no sale of the register includes the payment. */
  readonly saleId: string
  readonly orderId: string
  /** Reference with which the provider finds the payment. */
  readonly name: string
  /** Line number in the file; 0 without a line. */
  readonly line: number
  /** Time in the provider's file; if the payment is missing there, time in the ledger. */
  readonly at: string
  /** Amount in the ledger; if the payment is missing there, amount in the provider's file. */
  readonly amount: Minor
  readonly currency: string
  /** The payment according to the ledger and according to the provider; null on the side that lacks the payment. */
  readonly here: Settled | null
  readonly there: Settled | null
}

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
  readonly comparedUtc: string
  /** Number of payments in the period that were taken or are open. */
  readonly payments: number
  readonly lines: number
  /** Number of taken payments without a difference. */
  readonly agreed: number
  /** Totals of the provider's list. */
  readonly sums: readonly SettledSum[]
  readonly differences: readonly SettlementDifference[]
}

/** Compares a provider's list with the ledger. `inPeriod` returns whether the list must contain a payment. */
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
 * Returns the difference for a provider's line that matches no payment; empty if the line records no transfer of money.
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

/** Formats the status and amount of a payment; if the provider's status is empty, `standings` is formatted instead. */
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
