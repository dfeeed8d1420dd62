import { describe, expect, test } from 'vitest'
import { isRecheckFresh } from '../../shared/domain/sale/sale-base.ts'
import { nextEffect, TENDER_ASKS } from '../../shared/domain/sale/sale-effects.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import {
  absent,
  after,
  at,
  choosing,
  events,
  HOLD_SECONDS,
  inDoubt,
  inState,
  ORDER_ID,
  serviceUnreachable,
  started,
  states,
  tickets,
  ticketsDiffer,
} from './sale-samples.ts'

describe('before money goes back', () => {
  const asking = () => inState('refund-due', after(states['refund-due'], ['tickets-requeried']))

  test('the service is asked at once, also after a restart, and nothing is given back meanwhile', () => {
    for (const sale of [asking(), after(asking(), ['resumed'], at(0, 'boot-2'))])
      expect(nextEffect(sale)).toMatchObject({ type: 'read-tickets', delayMs: 0 })
    expect(() => after(asking(), ['refunded'])).toThrow('cannot happen')
  })

  test('tickets that turned up finish the sale', () => {
    expect(after(asking(), ['tickets-found'])).toMatchObject({ state: 'confirmed', tickets })
  })

  test.each([
    ['tickets-not-found', 'absent'],
    ['ticket-lookup-failed', 'unreachable'],
    ['tickets-mismatched', 'shown'],
  ] as const)('%s leaves the decision to staff, who are told: %s', (event, state) => {
    const looked = inState('refund-due', after(asking(), [event]))
    expect(looked.look?.state).toBe(state)
    expect(nextEffect(looked)).toBeNull()
    expect(after(looked, ['refunded'])).toMatchObject({ state: 'refunded' })
  })

  test('tickets that turn up after a part went back finish nothing by themselves', () => {
    const priced = after(choosing, ['seats-chosen', 'hold-granted', 'checkout-ready'])
    const part = (amount: number): readonly SaleEvent[] => [
      { type: 'tender-started', kind: 'card', amount },
      { type: 'tender-approved', received: amount, change: 0, approval: 'A1' },
    ]
    const paid = after(priced, [...part(30_000), ...part(40_000), 'purchase-composed', 'purchase-outcome-unknown'])
    const due = after(paid, [{ type: 'tickets-mismatched', detail: '' }, 'refund-decided', 'refunded'])
    const looked = inState('refund-due', after(due, ['tickets-requeried', 'tickets-found']))
    expect(looked).toMatchObject({ tender: { amount: 30_000 }, look: { state: 'shown', detail: 'N3-F-11 · N3-F-12' } })
  })

  test('the last word stands for ten minutes of this boot', () => {
    const { look } = inState('refund-due', after(asking(), [absent(at(5_000))]))
    expect(isRecheckFresh(look, at(605_000))).toBe(true)
    expect(isRecheckFresh(look, at(605_001))).toBe(false)
    expect(isRecheckFresh(look, at(5_000, 'boot-2'))).toBe(false)
    expect(isRecheckFresh(asking().look, at(1_000))).toBe(false)
    expect(isRecheckFresh(undefined, at(1_000))).toBe(false)
  })
})

describe('what staff do outside the program', () => {
  const byHand = events['settled-manually']

  test.each([
    ['out of reach', serviceUnreachable],
    ['other tickets', ticketsDiffer],
  ] as const)('tickets handed out otherwise end a paid sale, and its money stays taken: %s', (_why, sale) => {
    const done = inState('done', after(sale, [byHand]))
    expect(done).toMatchObject({ tickets: [], jobs: [], order: { orderId: ORDER_ID }, tender: { received: 70_000 } })
  })

  test('papers handed out otherwise end a sale whose printer never comes back', () => {
    const done = inState('done', after(states['print-unknown'], [byHand]))
    expect(done.jobs.map(({ state, evidence }) => [state, evidence])).toEqual([
      ['printed', 'handed out otherwise by counter: 31'],
      ['printed', 'handed out otherwise by counter: 31'],
    ])
  })

  test('a paper that came out keeps the evidence that it did', () => {
    const second = after(states.printing, ['print-started', 'print-finished', started('t12')])
    const lost = after(second, [{ type: 'print-outcome-unknown', ticketId: 't12', reason: 'jam' }, byHand])
    const expected = ['job 7 completed', 'handed out otherwise by counter: 31']
    expect(inState('done', lost).jobs.map(({ evidence }) => evidence)).toEqual(expected)
  })

  test('a service that never answers after rows were lost is not waited for', () => {
    expect(after(inDoubt, [byHand])).toMatchObject({ state: 'abandoned', reason: 'settled-manually' })
  })

  test('money goes back for a sale whose service cannot be asked', () => {
    const expected = { state: 'refund-due', order: { orderId: ORDER_ID } }
    expect(after(serviceUnreachable, ['refund-decided'])).toMatchObject(expected)
  })

  test('a terminal that names more than is left has not answered', () => {
    const recalled = after(inDoubt, [absent(at(1_500))])
    for (const amount of [0, 70_001])
      expect(after(recalled, [{ ...events['charge-found'], amount }])).toMatchObject({ question: 'card-charged' })
  })
})

describe('a payment that staff settle while the customer still stands there', () => {
  const here = { ...events['staff-answered'], customerWaits: true } as const
  const no = { ...here, moneyMoved: false }
  const lost = (started: SaleEvent) =>
    inState(
      'needs-staff',
      after(states.priced, [started, ...Array<'tender-unknown'>(TENDER_ASKS + 1).fill('tender-unknown')]),
    )
  const asked = lost({ type: 'tender-started', kind: 'card' })
  const askedOfPart = lost({ type: 'tender-started', kind: 'card', amount: 30_000 })

  test('and that did not happen lets them pay otherwise, under a reference of its own', () => {
    const again = inState('priced', after(asked, [no]))
    expect(again).toMatchObject({ notice: { type: 'payment-cancelled' }, order: states.priced.order })
    const { tender } = inState('paying', after(again, [{ type: 'tender-started', kind: 'cash' }]))
    expect([tender.reference, tender.amount]).toEqual([`${ORDER_ID}-2`, 70_000])
  })

  test('goes on with what is left when it was a part that did happen', () => {
    const [part] = inState('priced', after(askedOfPart, [here])).parts ?? []
    expect(part).toMatchObject({ kind: 'card', reference: ORDER_ID, amount: 30_000 })
  })

  test('ends once the holds are over, after a restart, and when nobody stands there', () => {
    const over = at(1_000 + HOLD_SECONDS * 1_000)
    const alone = { ...events['staff-answered'], moneyMoved: false }
    for (const ended of [after(asked, [no], over), after(asked, [no], at(1_000, 'boot-2')), after(asked, [alone])])
      expect(ended).toMatchObject({ state: 'releasing', afterwards: { go: 'end' } })
    expect(after(askedOfPart, [here], over)).toMatchObject({ state: 'releasing', afterwards: { go: 'pay-back' } })
  })
})
