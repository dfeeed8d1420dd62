import { describe, expect, test } from 'vitest'
import { cashDue } from '../../shared/domain/money/cash.ts'
import { nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { sumOf, tendersOf, type TenderKind } from '../../shared/domain/money/tender.ts'
import { after, at, events, inState, ORDER_ID, states } from './sale-samples.ts'

const start = (kind: TenderKind, amount?: number): SaleEvent =>
  amount === undefined ? { type: 'tender-started', kind } : { type: 'tender-started', kind, amount }
const took = (received: number, approval = 'A1'): SaleEvent => {
  return { type: 'tender-approved', received, change: 0, approval }
}

const kindsOf = (sale: Parameters<typeof tendersOf>[0]): readonly string[] =>
  tendersOf(sale).map(({ kind, amount }) => `${kind} ${amount}`)

const partly = inState('priced', after(states.priced, [start('cash', 20_000), took(20_000, 'counter')]))

describe('a split payment', () => {
  test('is taken part by part, each under a reference of its own, and is paid when nothing is left', () => {
    expect(partly).toMatchObject({ parts: [{ kind: 'cash', amount: 20_000, reference: ORDER_ID }], tenderAttempts: 1 })
    const next = inState('paying', after(partly, [start('orange-money', 30_000)]))
    expect(next.tender).toEqual({ kind: 'orange-money', amount: 30_000, reference: `${ORDER_ID}-2` })
    const last = after(next, [took(30_000), start('card'), took(20_000)])
    const paid = inState('paid', last)
    expect(kindsOf(paid)).toEqual(['cash 20000', 'orange-money 30000', 'card 20000'])
    expect(sumOf(tendersOf(paid))).toBe(paid.order.amount)
    const { parts } = inState('done', after(paid, [...toDone]))
    expect(parts).toEqual(paid.parts)
  })

  test('never asks for more than is left, nor for nothing', () => {
    for (const amount of [50_001, 0, -1]) expect(() => after(partly, [start('card', amount)])).toThrow(/cannot happen/u)
  })

  test('keeps what was taken when a further part is refused', () => {
    const refused = inState('priced', after(partly, [start('card'), 'tender-refused']))
    expect(refused.parts).toEqual(partly.parts)
    expect(() => after(refused, ['seats-changed'])).toThrow(/cannot happen/u)
  })

  test.each(['abandoned', 'hold-expired'] as const)('that ends with "%s" gives every part back', (why) => {
    const two = after(partly, [start('card', 10_000), took(10_000)])
    const releasing = inState('releasing', after(two, [why]))
    expect(nextEffect(releasing)).toMatchObject({ type: 'release' })
    const due = inState('refund-due', after(releasing, ['released']))
    expect(due.tender).toMatchObject({ kind: 'cash', amount: 20_000 })
    const rest = inState('refund-due', after(due, ['refunded']))
    expect(rest).toMatchObject({ tender: { kind: 'card', amount: 10_000 }, returned: [{ kind: 'cash' }] })
    expect(rest).not.toHaveProperty('parts')
    expect(after(rest, ['refunded'])).toMatchObject({ state: 'refunded', returned: [{ refundReference: 'R-1' }] })
  })

  test('that a restart finds incomplete goes back, whatever becomes of the part in flight', () => {
    expect(after(partly, ['resumed', 'released'])).toMatchObject({ state: 'refund-due', tender: { amount: 20_000 } })
    const inFlight = after(partly, [start('mtn-momo', 10_000), 'resumed'], at(0, 'boot-2'))
    expect(nextEffect(inFlight)).toMatchObject({ type: 'ask-tender', tender: { kind: 'mtn-momo' } })
    expect(after(inFlight, ['tender-cancelled', 'released'])).toMatchObject({ tender: { amount: 20_000 } })
    const both = inState('refund-due', after(inFlight, [took(10_000), 'released']))
    expect(kindsOf(both).toSorted()).toEqual(['cash 20000', 'mtn-momo 10000'])
  })

  test('whose last part was charged just before a restart is paid', () => {
    const inFlight = after(partly, [start('card'), 'resumed'], at(0, 'boot-2'))
    expect(after(inFlight, [took(50_000)]).state).toBe('paid')
  })

  test('that lost rows is asked about part by part; the rest was cash where the service sold', () => {
    const lost = after(partly, ['rows-lost'])
    const sold = after(lost, ['tickets-found'])
    expect(nextEffect(sold)).toMatchObject({ type: 'recall-tender', amount: 50_000 })
    const reference = `${ORDER_ID}-2`
    const found = after(sold, [{ type: 'charge-found', kind: 'card', reference, amount: 30_000, approval: 'A2' }])
    expect(nextEffect(found)).toMatchObject({ type: 'recall-tender', amount: 20_000 })
    const paid = inState('paid', after(found, ['charge-not-found']))
    expect(kindsOf(paid)).toEqual(['cash 20000', 'card 30000', 'cash 20000'])
    expect(new Set(tendersOf(paid).map((tender) => tender.reference)).size).toBe(3)
  })

  test('that cannot be made whole after lost rows goes back through the books', () => {
    const unreconciled = after(partly, ['rows-lost', 'tickets-mismatched'])
    expect(after(unreconciled, ['settled-manually'])).toMatchObject({ state: 'refund-due', tender: { amount: 20_000 } })
  })
})

const toDone = [
  'purchase-composed',
  'purchase-confirmed',
  'print-queued',
  'print-started',
  'print-finished',
  { ...events['print-started'], ticketId: 't12' },
  { ...events['print-finished'], ticketId: 't12' },
] as const

test.each([
  ['GNF', 70_050, 70_000],
  ['GNF', 70_051, 70_100],
  ['GNF', 40, 0],
  ['XAF', 1_003, 1_005],
  ['XOF', 1_002, 1_000],
  ['EUR', 1_299, 1_299],
])('cash that coins can pay %s: %i is %i', (currency, amount, due) => expect(cashDue(amount, currency)).toBe(due))
