import { ENDS, type Posting, type Row, type Step, type Tender } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

const TENDER_ACCOUNTS = { card: 'card-clearing', cash: 'drawer' } as const

/** I1, I4, I5 and the refund fence, for one row; `sale` is as it was before it. Keeps the sale's balances. */
export function checkMoney(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  const what = `sale ${sale.saleId}`
  const postings = step.postings ?? []
  if (postings.some(({ debit, credit }) => (debit === 0) === (credit === 0))) {
    findings.error('I5', row.seq, what, 'a posting needs a debit or a credit, and not both')
  }
  const sum = postings.reduce((total, { debit, credit }) => total + debit - credit, 0)
  if (sum !== 0) findings.error('I5', row.seq, what, `debits and credits differ by ${sum}`)
  const expected = expectedPostings(step, sale)
  if (textOf(postings) !== textOf(expected)) {
    findings.error('I5', row.seq, what, `postings should be ${textOf(expected)}, are ${textOf(postings)}`)
  }
  for (const { account, debit, credit } of postings) {
    sale.balances.set(account, (sale.balances.get(account) ?? 0) + credit - debit)
  }
  if (step.tender) checkTender(findings, row, step.tender, sale)
  checkOutcome(findings, row, step, sale)
}

function expectedPostings(step: Step, sale: SaleAccount): readonly Posting[] {
  if (step.from === step.to) return []
  const debit = (account: string, amount: number): Posting => ({ account, debit: amount, credit: 0 })
  const credit = (account: string, amount: number): Posting => ({ account, debit: 0, credit: amount })
  const tender = step.tender ?? paidTender(sale)
  const { received = 0, change = 0 } = tender ?? {}
  const account = TENDER_ACCOUNTS[tender?.kind ?? 'card']
  const taken = received - change
  const amount = sale.order?.amount ?? 0
  switch (step.to) {
    case 'paid':
      return [debit(account, received), credit(account, change), credit('customer-deposits', taken)].filter(moves)
    case 'confirmed':
      return [debit('customer-deposits', amount), credit('organiser-payable', amount)].filter(moves)
    case 'refund-due':
      return [debit('customer-deposits', taken), credit('refunds-due', taken)].filter(moves)
    case 'refunded':
      return [debit('refunds-due', taken), credit(account, taken)].filter(moves)
    default:
      return []
  }
}

function moves({ debit, credit }: Posting): boolean {
  return debit !== 0 || credit !== 0
}

function textOf(postings: readonly Posting[]): string {
  return postings.map(({ account, debit, credit }) => `${account} ${debit}/${credit}`).join(', ') || 'none'
}

function paidTender(sale: SaleAccount): Tender | null {
  return [...sale.tenders.values()].find(({ state }) => state === 'approved') ?? null
}

function checkTender(findings: Findings, row: Row, tender: Tender, sale: SaleAccount): void {
  const what = `payment ${tender.reference}`
  const { orderId } = tender
  const order = sale.orders.get(orderId)
  if (!order) findings.error('I4', row.seq, what, `the sale has no order ${orderId}`)
  else if (order.amount !== tender.amount)
    findings.error('I1', row.seq, what, `asks ${tender.amount} for ${order.amount}`)
  if (tender.reference !== orderId && !tender.reference.startsWith(`${orderId}-`)) {
    findings.error('I4', row.seq, what, 'the reference is not made from the order')
  }
  const before = sale.tenders.get(tender.reference)
  if (tender.state === 'started' ? before : !before && !sale.rowsLost)
    findings.error('I4', row.seq, what, `cannot become ${tender.state} here`)
  if (tender.state !== 'approved') return
  const others = [...sale.tenders.values()].filter((other) => other.orderId === orderId && other.state === 'approved')
  if (others.length > 0) findings.error('I4', row.seq, what, `order ${orderId} was paid before`)
  const { received, change } = tender
  if (received === undefined || change === undefined || received - change !== tender.amount) {
    findings.error('I1', row.seq, what, `took ${received ?? '?'} and gave back ${change ?? '?'} for ${tender.amount}`)
  }
}

function checkOutcome(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  const what = `sale ${sale.saleId}`
  if (step.to === 'paid' && step.from !== 'paid' && step.tender?.state !== 'approved') {
    findings.error('I1', row.seq, what, 'is paid without a payment')
  }
  if (step.to === 'refund-due' && step.from !== 'refund-due' && row.code !== 'REFUND_DECIDED')
    checkFence(findings, row, step, sale)
  const left = (account: string): number => sale.balances.get(account) ?? 0
  const held = left('customer-deposits')
  if (held < 0) findings.error('I1', row.seq, what, `${-held} more was turned into tickets or refunds than was taken`)
  const due = ENDS.has(step.to) ? held + left('refunds-due') : 0
  if (due !== 0)
    findings.error('I1', row.seq, what, `ended with ${due} of the customer's money neither sold nor paid back`)
}

const FENCE_MS = 30_000

/** "No tickets" counts from the moment it was asked, not from when the answer came. */
function checkFence(findings: Findings, row: Row, { event }: Step, { saleId, order }: SaleAccount): void {
  const what = `sale ${saleId}`
  if (!order || !event.asked)
    return findings.error('refund-fence', row.seq, what, 'refund due without asking the service')
  const { bootId, monoMs } = event.asked
  const since = order.row.boot_id === bootId ? order.row.mono_ms : 0
  const early = since + order.hold.remainingMs + FENCE_MS - monoMs
  if (early > 0) findings.error('refund-fence', row.seq, what, `the service was asked ${early} ms before the fence`)
  if (bootId === row.boot_id && monoMs > row.mono_ms)
    findings.error('refund-fence', row.seq, what, 'asked later than now')
}
