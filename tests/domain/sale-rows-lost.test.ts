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
const abandoned = after(states.priced, ['abandoned'])
const forGood: SaleEvent = { type: 'tender-unknown', forGood: true }
const askedForCash = { question: 'cash-received', tender: { kind: 'cash', amount: 70_000 } }
const times = (count: number, event: SaleEvent): readonly SaleEvent[] => Array.from({ length: count }, () => event)

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

  test('staff must check each tender that no device can report, and then cash', () => {
    const of = (['cheque', 'bank-transfer'] as const).map((kind) => ({ kind, reference: ORDER_ID }))
    const asked = after(unsold, [{ ...forGood, of }])
    expect(asked).toMatchObject({ question: 'card-charged', tender: { kind: 'cheque', amount: 70_000 } })
    const next = after(asked, [no])
    expect(next).toMatchObject({ question: 'card-charged', tender: { kind: 'bank-transfer', amount: 70_000 } })
    expect(after(next, ['staff-answered'])).toMatchObject({ state: 'paid', tender: { kind: 'bank-transfer' } })
    expect(after(next, [no])).toMatchObject({ question: 'cash-received', tender: { kind: 'cash' } })
  })

  test('a sale without an order waits for staff, who can query its tickets', () => {
    expect(unreconciled).toMatchObject({ question: 'unreconciled', detail: '', seats: states.held.seats })
    expect(nextEffect(unreconciled)).toBeNull()
    expect(nextEffect(after(unreconciled, ['tickets-requeried']))).toMatchObject({ type: 'read-tickets' })
  })

  const free = { ...inDoubt, order: { ...states.priced.order, amount: 0 } } as Sale
  const silence = times(TENDER_ASKS, events['tender-unknown'])
  const card = { kind: 'card', reference: ORDER_ID }
  const charged = { ...card, received: 70_000, change: 0, approval: 'A1' }
  const inCash = { kind: 'cash', received: 70_000, change: 0, approval: 'service' }

  test.each<[string, Sale, Parameters<typeof after>[1], object]>([
    ['free and sold: paid', free, ['tickets-found'], { state: 'paid', tender: { kind: 'free', amount: 0 } }],
    ['free and not sold: over', free, [notSold], { state: 'releasing', afterwards: { go: 'end' } }],
    ['ended before: ends', abandoned, ['rows-lost', 'released'], { state: 'abandoned', reason: 'cancelled' }],
    [
      'not sold, a card was charged: paid',
      unsold,
      ['charge-found'],
      { state: 'paid', tender: charged, rowsLost: true },
    ],
    ['sold, a card was charged: paid', sold, ['charge-found'], { state: 'paid', tender: charged, rowsLost: true }],
    ['sold, no card was charged: paid in cash', sold, ['charge-not-found'], { state: 'paid', tender: inCash }],
    ['not sold, no card was charged: staff are asked for cash', unsold, ['charge-not-found'], askedForCash],
    ['cash was received', unsold, ['charge-not-found', 'staff-answered'], { state: 'paid', tender: { kind: 'cash' } }],
    ['no cash was received', unsold, ['charge-not-found', no, 'released'], { state: 'abandoned', reason: 'restart' }],
    ['the terminal never tells: staff are asked', unsold, silence, { question: 'card-charged', tender: card }],
    ['staff find the charge', unsold, [...silence, 'staff-answered'], { state: 'paid', tender: { kind: 'card' } }],
    ['staff find no charge, and are asked for cash', unsold, [...silence, no], askedForCash],
    ['sold, and staff find no charge: in cash', sold, [...silence, no], { state: 'paid', tender: { kind: 'cash' } }],
    ['only people can tell: they look at once', unsold, [forGood], { question: 'card-charged', tender: card }],
    ['other tickets are shown', inDoubt, ['tickets-mismatched'], { question: 'unreconciled', detail: '1 of 2' }],
    [
      'people settle it by hand',
      unreconciled,
      ['settled-manually'],
      { state: 'abandoned', reason: 'settled-manually' },
    ],
  ])('%s', (_, sale, happened, expected) => {
    expect(after(sale, happened)).toMatchObject(expected)
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
