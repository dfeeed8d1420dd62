import { describe, expect, test } from 'vitest'
import { nextEffect, TENDER_ASKS } from '../../shared/domain/sale/sale-effects.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import {
  absent,
  after,
  at,
  choosing,
  events,
  inDoubt,
  inState,
  ORDER_ID,
  payingCash,
  started,
  states,
  ticketsDiffer,
  unreconciled,
} from './sale-samples.ts'

const no: SaleEvent = { ...events['staff-answered'], moneyMoved: false }
const notSold = absent(at(1_500))

/** Rows of the sale were lost, and the service has since reported whether the tickets were sold. */
const unsold = after(inDoubt, [notSold])
const sold = after(inDoubt, ['tickets-found'])
const times = (count: number, event: SaleEvent): readonly SaleEvent[] => Array.from({ length: count }, () => event)

describe('rows were lost behind an order that costs nothing', () => {
  const { order } = states.priced
  const asked = { ...inDoubt, order: { ...order, amount: 0 } } as Sale

  test('what the service sold is paid, and nobody is asked', () => {
    expect(after(asked, ['tickets-found'])).toMatchObject({ state: 'paid', tender: { kind: 'free', amount: 0 } })
  })

  test('what it did not sell is over', () => {
    expect(after(asked, [notSold])).toMatchObject({ state: 'releasing', afterwards: { go: 'end' } })
  })
})

describe('rows were lost behind a sale without money', () => {
  test.each([
    ['choosing', choosing, []],
    ['holding', states.holding, ['11', '12']],
    ['held', states.held, ['11', '12']],
    ['releasing to choose again', states.releasing, []],
  ] as const)('%s: the service is asked, nothing is given back', (_name, sale: Sale, seatIds) => {
    const lost = after(sale, ['rows-lost'])
    const seats = seatIds.map((seatId) => ({ seatId }))
    expect(lost).toMatchObject({ state: 'needs-staff', question: 'rows-lost', seats })
    expect(nextEffect(lost)).toEqual({ type: 'read-tickets', order: null, delayMs: 0 })
  })

  test.each([
    ['priced', states.priced],
    ['paying by card', states.paying],
    ['paying in cash', payingCash],
    ['asked about cash', states['needs-staff']],
  ] as const)('%s: the service is asked for its order, before staff are', (_name, sale: Sale) => {
    const lost = after(sale, ['rows-lost'])
    const { order } = states.priced
    expect(nextEffect(lost)).toEqual({ type: 'read-tickets', order, delayMs: 0 })
    expect(lost.rowsLost).toBe(true)
  })

  test('its end was decided already: it ends', () => {
    const ending = after(states.priced, ['abandoned'])
    expect(after(ending, ['rows-lost', 'released'])).toMatchObject({ state: 'abandoned', reason: 'cancelled' })
  })

  test('the service is out of reach: it is asked again in 15 s, and that is written down once', () => {
    const waiting = after(inDoubt, ['ticket-lookup-failed'])
    expect(nextEffect(waiting)).toMatchObject({ type: 'read-tickets', delayMs: 15_000 })
    expect(transition(waiting, events['ticket-lookup-failed'], at(2_000))).toBe(waiting)
  })

  test('the terminal is asked for the known try and all that may have come after it', () => {
    const second = after(states.paying, ['tender-cancelled', 'tender-started', 'rows-lost', notSold])
    const effect = nextEffect(second)
    if (effect?.type !== 'recall-tender') throw new Error(effect?.type)
    expect(effect).toMatchObject({ amount: 70_000, delayMs: 0 })
    expect(effect.references.slice(0, 3)).toEqual([`${ORDER_ID}-2`, `${ORDER_ID}-3`, `${ORDER_ID}-4`])
    const first = nextEffect(unsold)
    expect(first?.type === 'recall-tender' && first.references[0]).toBe(ORDER_ID)
  })

  test('a card was charged: paid, whatever the service has', () => {
    for (const sale of [unsold, sold]) {
      const tender = { kind: 'card', reference: ORDER_ID, received: 70_000, change: 0, approval: 'A1' }
      expect(after(sale, ['charge-found'])).toMatchObject({ state: 'paid', tender, rowsLost: true })
    }
  })

  test('sold, and no card was charged: it was paid in cash', () => {
    const tender = { kind: 'cash', received: 70_000, change: 0, approval: 'service' }
    expect(after(sold, ['charge-not-found'])).toMatchObject({ state: 'paid', tender })
  })

  test('not sold, and no card was charged: was it received in cash?', () => {
    const asked = after(unsold, ['charge-not-found'])
    expect(asked).toMatchObject({ question: 'cash-received', tender: { kind: 'cash', amount: 70_000 } })
    expect(after(asked, ['staff-answered'])).toMatchObject({ state: 'paid', tender: { kind: 'cash' } })
    expect(after(asked, [no, 'released'])).toMatchObject({ state: 'abandoned', reason: 'restart' })
  })

  test('the terminal never tells: staff look at its journal, and then at the drawer', () => {
    const asked = after(unsold, times(TENDER_ASKS, events['tender-unknown']))
    expect(asked).toMatchObject({ question: 'card-charged', tender: { kind: 'card', reference: ORDER_ID } })
    expect(after(asked, ['staff-answered'])).toMatchObject({ state: 'paid', tender: { kind: 'card' } })
    expect(after(asked, [no])).toMatchObject({ question: 'cash-received', tender: { kind: 'cash' } })
  })

  test('the terminal is one of which only people can tell: they look at once', () => {
    const asked = after(unsold, [{ type: 'tender-unknown', forGood: true }])
    expect(asked).toMatchObject({ question: 'card-charged', tender: { kind: 'card', reference: ORDER_ID } })
  })

  test('several tenders that only people know: they are asked about one after the other, and then about cash', () => {
    const of = (['cheque', 'bank-transfer'] as const).map((kind) => ({ kind, reference: ORDER_ID }))
    const asked = after(unsold, [{ type: 'tender-unknown', forGood: true, of }])
    expect(asked).toMatchObject({ question: 'card-charged', tender: { kind: 'cheque', amount: 70_000 } })
    const next = after(asked, [no])
    expect(next).toMatchObject({ question: 'card-charged', tender: { kind: 'bank-transfer', amount: 70_000 } })
    expect(after(next, ['staff-answered'])).toMatchObject({ state: 'paid', tender: { kind: 'bank-transfer' } })
    expect(after(next, [no])).toMatchObject({ question: 'cash-received', tender: { kind: 'cash' } })
  })

  test('the terminal never tells, but the service sold: not by card means in cash', () => {
    const asked = after(sold, times(TENDER_ASKS, events['tender-unknown']))
    expect(after(asked, [no])).toMatchObject({ state: 'paid', tender: { kind: 'cash' } })
  })

  test('the service shows what was not ordered, or nothing for a sale without an order: people settle it by hand', () => {
    expect(after(inDoubt, ['tickets-mismatched'])).toMatchObject({ question: 'unreconciled', detail: '1 of 2' })
    expect(unreconciled).toMatchObject({ question: 'unreconciled', detail: '', seats: states.held.seats })
    expect(nextEffect(unreconciled)).toBeNull()
    expect(after(unreconciled, ['settled-manually'])).toMatchObject({ state: 'abandoned', reason: 'settled-manually' })
    expect(nextEffect(after(unreconciled, ['tickets-requeried']))).toMatchObject({ type: 'read-tickets' })
  })
})

describe('rows were lost behind a sale with money', () => {
  test.each([
    ['paid', states.paid],
    ['confirming', states.confirming],
    ['unknown', states.unknown],
    ['refund-due', states['refund-due']],
    ['tickets-mismatched', ticketsDiffer],
  ] as const)('%s: it goes on where it stands, and stays marked', (_name, sale: Sale) => {
    expect(after(sale, ['rows-lost'])).toEqual({ ...sale, rowsLost: true })
  })

  test('its originals may have come out long ago: nothing is printed before somebody looked', () => {
    const doubted = inState('print-unknown', after(states.confirmed, ['rows-lost', 'print-queued']))
    expect(doubted.jobs.map(({ state, copyNumber }) => [state, copyNumber])).toEqual([
      ['unknown', 0],
      ['unknown', 0],
    ])
    const copies = inState('printing', after(doubted, ['print-retried'])).jobs
    expect(copies.map(({ copyNumber }) => copyNumber)).toEqual([1, 1])
    expect(after(doubted, ['print-scanned'])).toMatchObject({
      state: 'done',
      jobs: [{ state: 'printed', evidence: 'seen by counter' }, { state: 'printed' }],
    })
  })

  test('what is known to have come out stays so; what failed may have come out after all', () => {
    const failed = after(states.printing, ['print-started', 'print-finished', started('t12')])
    const jammed = after(failed, [{ type: 'print-failed', ticketId: 't12', reason: 'jammed' }, 'rows-lost'])
    expect(inState('print-unknown', jammed).jobs.map(({ state }) => state)).toEqual(['printed', 'unknown'])
  })
})

describe('what staff see and decide', () => {
  test('paper that may have come out did; the rest is still printed', () => {
    const resumed = after(states.printing, ['print-started', 'resumed', 'print-scanned'])
    expect(inState('printing', resumed).jobs.map(({ state }) => state)).toEqual(['printed', 'queued'])
  })

  test('money for other tickets than ordered is given back on their word alone', () => {
    expect(after(ticketsDiffer, ['refund-decided', 'refunded']).state).toBe('refunded')
    expect(() => after(states.unknown, ['refund-decided'])).toThrow('cannot happen')
  })
})
