import { circulation, tenders } from '../../shared/ledger-format/money.ts'
import { ENDS, type Entry, type Posting, type Row, type Step, type Tender } from './format.ts'
import { canonical, type Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Returns the smallest coin or note in circulation, in minor units; 1 for currencies not listed. */
export const smallestCoin = (currency: string): number =>
  Math.min(...Object.values(circulation[currency] ?? [[1]]).flat())

/** Rounds an amount to coins in circulation. Half a coin is rounded down. */
export function inCoins(amount: number, currency: string): number {
  const coin = smallestCoin(currency)
  const over = amount % coin
  return amount - over + (over * 2 > coin ? coin : 0)
}

/**
 * Checks invariants I1, I4, I5 and the earliest refund time, and updates the balances of the sale. `sale`: state of the
 * sale before the row.
 */
export function checkMoney(
  findings: Findings,
  row: Row,
  step: Step,
  sale: SaleAccount,
  atProviders: Map<string, string>,
): void {
  const what = `sale ${sale.saleId}`
  const postings = step.postings ?? []
  if (postings.some(({ debit, credit }) => (debit === 0) === (credit === 0))) {
    findings.error('I5', row.seq, what, 'a posting must have either a debit or a credit')
  }
  const sum = postings.reduce((total, { debit, credit }) => total + debit - credit, 0)
  if (sum !== 0) findings.error('I5', row.seq, what, `debits and credits differ by ${sum}`)
  comparePostings(findings, row, what, postings, expectedPostings(row, step, sale))
  for (const { account, debit, credit } of postings) {
    sale.balances.set(account, (sale.balances.get(account) ?? 0) + credit - debit)
  }
  if (step.tender) checkTender(findings, row, step.tender, sale)
  if (step.tender?.provider) checkProvider(findings, row, step.tender, sale, atProviders)
  checkOutcome(findings, row, step, sale)
}

/** The order of the postings is irrelevant in a sale's row, but fixed in a register's row. */
export function comparePostings(
  findings: Findings,
  { seq, sale_id }: Row,
  what: string,
  postings: readonly Posting[],
  expected: readonly Posting[],
): void {
  const found = sale_id === null ? postings : postings.toSorted(byAccount)
  if (canonical(found) !== canonical(expected))
    findings.error('I5', seq, what, `postings should be ${textOf(expected)}, are ${textOf(postings)}`)
}

/** `stray`: amount of the note that an `UNALLOCATED_NOTE_SETTLED` row pays out. */
export function registerPostings({ code, said }: Entry, stray: number): readonly Posting[] {
  switch (code) {
    case 'SHIFT_OPENED':
      return intoDrawer(said.amount, 'float')
    case 'PAID_IN':
      return intoDrawer(said.amount, 'paid-in')
    case 'PAID_OUT':
      return intoDrawer(-said.amount, 'paid-out')
    case 'CASH_DROPPED':
      return intoDrawer(-said.amount, 'safe')
    case 'SLIP_PAID_OUT':
      return intoDrawer(-said.amount, 'credit-slips')
    case 'ACCOUNT_PAID': {
      const { account } = tenders[said.tender]
      const { received, change, amount } = said
      return lines([line(account, received), line(account, -change), line('customer-receivables', -amount)])
    }
    case 'DRAWER_COUNTED':
      return intoDrawer(said.total - said.expected, 'over-short')
    case 'NOTE_UNALLOCATED':
      return lines([line('cashbox', said.amount ?? 0), line('notes-found', -(said.amount ?? 0))])
    case 'UNALLOCATED_NOTE_SETTLED':
      return intoDrawer(-stray, 'notes-found')
    case 'CASHBOX_EMPTIED': {
      const { total, expected } = said
      return lines([line('safe', total), line('over-short', expected - total), line('cashbox', -expected)])
    }
    case 'TICKETS_REFUNDED':
    case 'TICKETS_VOIDED': {
      const rounding = said.back.reduce((sum, { rounding: more = 0 }) => sum + more, 0)
      const { amount } = said
      return lines([
        line('organiser-payable', amount),
        line('rounding', rounding),
        line('refunds-due', -amount - rounding),
      ])
    }
    case 'REFUND_PAID': {
      const account = tenders[said.slip ? 'credit-slip' : said.kind].account
      return lines([line('refunds-due', said.amount), line(account, -said.amount)])
    }
    case 'TENDER_CORRECTED': {
      const { was, is } = said
      const postings = [line(tenders[is.kind].account, is.amount), line(tenders[was.kind].account, -was.amount)]
      return lines([...postings, line('rounding', was.amount - is.amount)])
    }
    case 'PAYMENT_FOUND':
      return [line(tenders[said.kind].account, said.amount), line('refunds-due', -said.amount)]
    case 'PAYMENT_PAID_BACK':
      return [line('refunds-due', said.amount), line(tenders[said.kind].account, -said.amount)]
    default:
      return []
  }
}

/** Returns the two postings of a drawer movement, debit first; a negative amount is taken out of the drawer. */
function intoDrawer(amount: number, other: string): readonly Posting[] {
  const postings = [line('drawer', amount), line(other, -amount)]
  return lines(amount < 0 ? postings.toReversed() : postings)
}

function expectedPostings({ code }: Row, { tender, from, to, unsold }: Step, sale: SaleAccount): readonly Posting[] {
  const due = from === to ? [] : owed(code, from, to, sale, unsold)
  return lines([...due, ...(tender ? ofTender(tender) : [])]).toSorted(byAccount)
}

/** Returns the postings of the amount that is owed to the organiser or the customer in the sale's new state. */
function owed(
  code: string,
  from: Step['from'],
  to: Step['to'],
  sale: SaleAccount,
  unsold: Step['unsold'],
): readonly Posting[] {
  const handedOut = code === 'SETTLED_MANUALLY' && to === 'done' && from === 'needs-staff'
  if (to === 'confirmed' || handedOut) {
    const amount = sale.order?.amount ?? 0
    const before = from === 'refund-due' ? 'refunds-due' : 'customer-deposits'
    const back = unsold?.back.reduce((sum, way) => sum + way.amount, 0) ?? 0
    const rounding = back - (unsold?.amount ?? 0)
    const sold = amount - (unsold?.amount ?? 0)
    return lines([
      line(before, amount),
      line('organiser-payable', -sold),
      line('refunds-due', -back),
      line('rounding', rounding),
    ])
  }
  const taken = approved(sale).reduce((sum, { amount }) => sum + amount, 0)
  return to === 'refund-due' ? [line('customer-deposits', taken), line('refunds-due', -taken)] : []
}

/** Returns the postings of a charged or refunded tender; `over` is the rounding difference. */
function ofTender({ kind, state, amount, received = 0, change = 0, slip, refundVoucher }: Tender): readonly Posting[] {
  const account = tenders[kind].account
  const back = received - change - (slip?.amount ?? 0)
  const over = back - amount
  if (state === 'approved')
    return [
      line(account, received),
      line(account, -change),
      line('customer-deposits', -amount),
      line('credit-slips', -(slip?.amount ?? 0)),
      line('rounding', -over),
    ]
  if (state !== 'refunded') return []
  return [line('refunds-due', amount), line(refundVoucher ? 'credit-slips' : account, -back), line('rounding', over)]
}

/** Returns a debit, or a credit if the amount is negative. */
function line(account: string, amount: number): Posting {
  return { account, debit: Math.max(0, amount), credit: Math.max(0, -amount) }
}

function lines(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter(({ debit, credit }) => debit !== credit)
}

/** Sorts postings by account, because the order of the postings in a row has no meaning. */
function byAccount(a: Posting, b: Posting): number {
  return a.account === b.account ? b.debit - a.debit : a.account < b.account ? -1 : 1
}

function textOf(postings: readonly Posting[]): string {
  return postings.map(({ account, debit, credit }) => `${account} ${debit}/${credit}`).join(', ') || 'none'
}

function approved(sale: SaleAccount): readonly Tender[] {
  return [...sale.tenders.values()].filter(({ state }) => state === 'approved')
}

function checkTender(findings: Findings, row: Row, tender: Tender, sale: SaleAccount): void {
  const what = `payment ${tender.reference}`
  const { orderId } = tender
  const order = sale.orders.get(orderId)
  if (!order) findings.error('I4', row.seq, what, `the sale has no order ${orderId}`)
  else if (tender.amount > order.amount)
    findings.error('I1', row.seq, what, `asks ${tender.amount} for ${order.amount}`)
  if (tender.reference !== orderId && !tender.reference.startsWith(`${orderId}-`)) {
    findings.error('I4', row.seq, what, 'the reference is not derived from the order')
  }
  const before = sale.tenders.get(tender.reference)
  const opened = row.code === 'TENDER_PENDING' ? before?.state !== 'started' && !sale.rowsLost : before
  const isFree = tender.kind === 'free'
  // If rows were lost, the tickets found at the partner may be the first evidence of the tender.
  if (isFree !== (row.code === 'FREE_ORDER_ACCEPTED' || (isFree && row.code === 'TICKETS_FOUND' && sale.rowsLost)))
    findings.error('I1', row.seq, what, `a tender of ${tender.kind} by ${row.code}`)
  if (isFree ? tender.state !== 'approved' : tender.state === 'started' ? opened : !before && !sale.rowsLost)
    findings.error('I4', row.seq, what, `cannot become ${tender.state} here`)
  if (tender.state !== 'approved') return
  const others = approved(sale).filter((other) => other.orderId === orderId && other.reference !== tender.reference)
  const taken = others.reduce((sum, { amount }) => sum + amount, tender.amount)
  if (order && taken > order.amount)
    findings.error('I4', row.seq, what, `order ${orderId} is overpaid: ${taken} for ${order.amount}`)
  const { received, change, amount, slip } = tender
  const coin = smallestCoin(sale.opened.currency)
  const rounded =
    received === undefined || change === undefined
      ? Number.NaN
      : Math.abs(received - change - (slip?.amount ?? 0) - amount)
  if (!(tender.kind === 'cash' ? rounded * 2 <= coin && (rounded === 0 || coin > 1) : rounded === 0)) {
    findings.error('I1', row.seq, what, `received ${received ?? '?'} and returned ${change ?? '?'} for ${amount}`)
  }
}

/** Checks that each provider reference belongs to one payment request and does not change. */
function checkProvider(
  findings: Findings,
  row: Row,
  { reference, provider }: Tender,
  sale: SaleAccount,
  atProviders: Map<string, string>,
): void {
  if (!provider) return
  const what = `payment ${reference}`
  const key = [provider.driver, provider.host, provider.reference].join('\n')
  const owner = atProviders.get(key) ?? reference
  if (owner !== reference) findings.error('I4', row.seq, what, `uses the provider's reference of ${owner}`)
  atProviders.set(key, owner)
  const before = sale.tenders.get(reference)?.provider
  if (!before) return
  const same = before.driver === provider.driver && before.host === provider.host
  if (!same || before.reference !== provider.reference) findings.error('I4', row.seq, what, 'changed its provider')
  if (before.token !== undefined && before.token !== provider.token)
    findings.error('I4', row.seq, what, "changed the provider's identifier of the payment")
}

function checkOutcome(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  const what = `sale ${sale.saleId}`
  if (step.to === 'paid' && step.from !== 'paid') checkPaid(findings, row, step, sale)
  if (step.to === 'refund-due' && step.from !== 'refund-due') checkRefundDue(findings, row, step, sale)
  const left = (account: string): number => sale.balances.get(account) ?? 0
  const held = left('customer-deposits')
  if (held < 0) findings.error('I1', row.seq, what, `tickets and refunds exceed the money taken by ${-held}`)
  const due = ENDS.has(step.to) ? held + left('refunds-due') - sale.unsold : 0
  if (due !== 0)
    findings.error('I1', row.seq, what, `ended with ${due} of the customer's money neither spent nor refunded`)
}

function checkPaid(findings: Findings, row: Row, { tender }: Step, sale: SaleAccount): void {
  const what = `sale ${sale.saleId}`
  if (tender?.state !== 'approved') return findings.error('I1', row.seq, what, 'is paid without a payment')
  const others = approved(sale).filter(({ reference }) => reference !== tender.reference)
  const taken = others.reduce((sum, { amount }) => sum + amount, tender.amount)
  const asked = sale.order?.amount ?? 0
  if (taken !== asked) findings.error('I1', row.seq, what, `is paid with ${taken} for ${asked}`)
}

/**
 * Checks the earliest refund time. An incomplete split payment is exempt: nothing was bought, so it is refunded
 * immediately.
 */
function checkRefundDue(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  // The purchases of a sale with several sessions are checked one by one.
  if (row.code === 'REFUND_DECIDED' || step.settled) return
  const taken = approved(sale).reduce((sum, { amount }) => sum + amount, 0)
  const incomplete = sale.requestMac === null && taken < (sale.order?.amount ?? 0)
  if (incomplete && (step.from === 'releasing' || row.code === 'SETTLED_MANUALLY')) return
  checkFence(findings, row, step, sale)
}

const FENCE_MS = 30_000

/** Checks the earliest refund time, counted from the time of the ticket query, not of its reply. */
export function checkFence(
  findings: Findings,
  row: Row,
  { event }: Step,
  { saleId, order }: SaleAccount,
  remainingMs = order?.hold.remainingMs ?? 0,
): void {
  const what = `sale ${saleId}`
  if (!order || !event.asked)
    return findings.error('refund-fence', row.seq, what, 'a refund became due without a query to the service')
  const { bootId, monoMs } = event.asked
  const since = order.row.boot_id === bootId ? order.row.mono_ms : 0
  const early = since + remainingMs + FENCE_MS - monoMs
  if (early > 0)
    findings.error('refund-fence', row.seq, what, `the service was queried ${early} ms before the refund fence`)
  if (bootId === row.boot_id && monoMs > row.mono_ms)
    findings.error('refund-fence', row.seq, what, 'asked later than now')
}
