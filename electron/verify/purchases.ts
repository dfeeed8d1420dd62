import { misgiven } from './after-sales.ts'
import type { Order, Purchase, Row, Step } from './format.ts'
import { checkFence } from './money.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

type Bad = (why: string) => void

/**
 * Performs the check `purchases`: the purchases of a sale with several booking sessions, their results, and the refund for
 * those that the service finally refused.
 */
export class PurchaseCheck {
  readonly #findings: Findings
  /** Sale ids by order id. */
  readonly #orders = new Map<string, string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** `sale`: state of the sale before the row. */
  step(row: Row, step: Step, sale: SaleAccount): void {
    const bad: Bad = (why) => this.#findings.error('purchases', row.seq, `sale ${sale.saleId}`, why)
    if (step.order) this.#checkOrder(bad, step.order, sale.saleId)
    const purchases = sale.order?.purchases
    if (step.attempt && purchases && sale.requestMac === null && !step.requestMac)
      bad('attempts a purchase before the requests of all purchases are stored')
    const results = new Map(step.requestMac ? [] : sale.results)
    if (step.settled) {
      this.#checkResult(bad, row, step, sale, purchases)
      results.set(step.settled.orderId, step.settled.sold)
    }
    checkEnd(bad, step, purchases ?? [], results)
    sale.results = results
    if (!step.unsold || !sale.order) return
    const back = step.unsold.back.map((way) => ({ ...way, rounding: way.rounding ?? 0, paid: false }))
    sale.returns.set(`${sale.order.orderId}-R1`, back)
    for (const { kind } of back) {
      const why = misgiven(sale, kind, back)
      if (why !== null) bad(why)
    }
    sale.unsold = back.reduce((sum, { amount }) => sum + amount, 0)
  }

  #checkOrder(bad: Bad, { orderId, amount, seats, purchases }: Order, saleId: string): void {
    const ids = purchases?.map((purchase) => purchase.orderId) ?? [orderId]
    for (const id of ids) {
      const owner = this.#orders.get(id)
      if (owner !== undefined && owner !== saleId) bad(`order ${id} already belongs to sale ${owner}`)
      this.#orders.set(id, saleId)
    }
    if (!purchases) return
    if (ids[0] !== orderId) bad('its first purchase has another order id than the order')
    if (new Set(ids).size !== ids.length) bad('two purchases have the same order id')
    if (new Set(purchases.map(({ sessionId }) => sessionId)).size !== ids.length)
      bad('two purchases have the same session')
    const named = purchases.flatMap(({ seatIds }) => seatIds)
    const prices = new Map(seats.map(({ seatId, price }) => [seatId, price]))
    if (named.toSorted().join() !== [...prices.keys()].toSorted().join()) bad('its purchases do not divide its seats')
    for (const purchase of purchases) {
      const total = purchase.seatIds.reduce((sum, seatId) => sum + (prices.get(seatId) ?? 0), 0)
      if (total !== purchase.amount) bad(`purchase ${purchase.orderId} of ${purchase.amount} has seats of ${total}`)
    }
    if (sumOf(purchases) !== amount) bad(`its purchases are ${sumOf(purchases)} of ${amount}`)
  }

  #checkResult(bad: Bad, row: Row, step: Step, sale: SaleAccount, all: readonly Purchase[] = []): void {
    const { settled } = step
    const purchase = all.find(({ orderId }) => orderId === settled?.orderId)
    if (!settled || !purchase) return bad(`settles ${settled?.orderId ?? 'nothing'}, which is not its purchase`)
    if (sale.results.has(settled.orderId)) bad(`settles ${settled.orderId} twice`)
    if (settled.sold && row.code !== 'PURCHASE_CONFIRMED' && row.code !== 'TICKETS_FOUND')
      bad(`records ${settled.orderId} as sold by ${row.code}`)
    if (!settled.sold && row.code !== 'REFUND_DECIDED')
      checkFence(this.#findings, row, step, sale, purchase.remainingMs)
  }
}

/** Compares the tickets and the refund with the results of the purchases. */
function checkEnd(
  bad: Bad,
  { tickets, unsold, from, to, settled }: Step,
  purchases: readonly Purchase[],
  results: ReadonlyMap<string, boolean>,
): void {
  const failed = purchases.filter(({ orderId }) => results.get(orderId) === false)
  const isEnd = settled !== undefined && (tickets !== undefined || to === 'refund-due' || to === 'abandoned')
  if (isEnd && results.size < purchases.length) bad('ended before all its purchases had a result')
  if (tickets && from !== 'refund-due') {
    if (purchases.length > 0 && !settled) bad('has tickets without results of its purchases')
    if (unsold && failed.length === 0) bad('refunds sold seats')
    if (!unsold && failed.length > 0) bad('lacks the refund for its unsold purchases')
  } else if (unsold) bad('has unsold seats without tickets')
  if (to === 'refund-due' && settled && failed.length < purchases.length) bad('refunds purchases that were sold')
  if (!unsold) return
  const back = unsold.back.reduce((sum, { amount, rounding = 0 }) => sum + amount - rounding, 0)
  const isSame = (found: readonly string[], wanted: readonly string[]): boolean =>
    found.toSorted().join() === wanted.toSorted().join()
  const orders = failed.map(({ orderId }) => orderId)
  if (!isSame(unsold.orders, orders))
    bad(`names ${unsold.orders.join(', ')} as unsold, not ${orders.join(', ') || 'none'}`)
  const seats = failed.flatMap(({ seatIds }) => seatIds)
  if (!isSame(unsold.seatIds, seats)) bad('names unsold seats that are not those of the refused purchases')
  if (unsold.amount !== sumOf(failed) || back !== unsold.amount)
    bad(`refunds ${unsold.amount} (${back}) for purchases of ${sumOf(failed)}`)
}

function sumOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { amount }) => sum + amount, 0)
}
