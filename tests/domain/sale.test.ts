import { describe, expect, test } from 'vitest'
import { holdRemainingMs, pastRefundFence } from '../../shared/domain/sale/sale-base.ts'
import { CHECKOUT_RETRIES, nextEffect, TENDER_ASKS } from '../../shared/domain/sale/sale-effects.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import {
  type Instant,
  isPermanentRefusal,
  type Sale,
  type SaleEventType,
  type SaleState,
} from '../../shared/domain/sale/sale.ts'
import {
  absent,
  after,
  at,
  checkout,
  events,
  HOLD_SECONDS,
  inState,
  ORDER_ID,
  payingCash,
  printed,
  serviceUnreachable,
  started,
  states,
  ticketsDiffer,
} from './sale-samples.ts'

/** Possible events of each state, with the next state while the holds are valid. All others throw. */
const table: { readonly [S in SaleState]: Partial<Record<SaleEventType, SaleState>> } = {
  choosing: { 'seats-chosen': 'holding', abandoned: 'abandoned', resumed: 'abandoned', 'rows-lost': 'needs-staff' },
  holding: { 'hold-granted': 'held', 'hold-failed': 'releasing', resumed: 'releasing', 'rows-lost': 'needs-staff' },
  held: {
    'checkout-ready': 'priced',
    'checkout-failed': 'releasing',
    resumed: 'releasing',
    'rows-lost': 'needs-staff',
  },
  priced: {
    'tender-started': 'paying',
    'seats-changed': 'releasing',
    'hold-expired': 'releasing',
    parked: 'priced',
    'customer-recorded': 'priced',
    abandoned: 'releasing',
    resumed: 'releasing',
    'rows-lost': 'needs-staff',
  },
  paying: {
    'tender-approved': 'paid',
    'tender-refused': 'priced',
    'tender-cancelled': 'priced',
    'tender-unavailable': 'priced',
    'tender-unknown': 'paying',
    resumed: 'paying',
    'rows-lost': 'needs-staff',
  },
  paid: { 'purchase-composed': 'confirming', resumed: 'paid', 'rows-lost': 'paid' },
  confirming: {
    'purchase-confirmed': 'confirmed',
    'purchase-outcome-unknown': 'unknown',
    resumed: 'confirming',
    'rows-lost': 'confirming',
  },
  unknown: {
    'tickets-found': 'confirmed',
    'tickets-not-found': 'confirming',
    'tickets-mismatched': 'needs-staff',
    'ticket-lookup-failed': 'confirming',
    resumed: 'unknown',
    'rows-lost': 'unknown',
  },
  confirmed: { 'print-queued': 'printing', resumed: 'confirmed', 'rows-lost': 'confirmed' },
  printing: { 'print-started': 'printing', resumed: 'printing', 'rows-lost': 'print-unknown' },
  'print-unknown': {
    'print-retried': 'printing',
    'print-scanned': 'printing',
    'settled-manually': 'done',
    'link-requested': 'print-unknown',
    resumed: 'print-unknown',
    'rows-lost': 'print-unknown',
  },
  done: { resumed: 'done', 'rows-lost': 'done' },
  releasing: {
    released: 'choosing',
    'release-timed-out': 'choosing',
    resumed: 'releasing',
    'rows-lost': 'needs-staff',
  },
  abandoned: { resumed: 'abandoned', 'rows-lost': 'abandoned' },
  'refund-due': {
    refunded: 'refunded',
    'tickets-requeried': 'refund-due',
    resumed: 'refund-due',
    'rows-lost': 'refund-due',
  },
  refunded: { resumed: 'refunded', 'rows-lost': 'refunded' },
  'needs-staff': { 'staff-answered': 'paid', resumed: 'needs-staff', 'rows-lost': 'needs-staff' },
}

describe('a sale takes', () => {
  const all = Object.keys(states) as SaleState[]
  const every = Object.keys(events) as SaleEventType[]

  function outcome(state: SaleState, event: SaleEventType): SaleState | null {
    try {
      return transition(states[state], events[event], at(2_000)).state
    } catch (error) {
      expect(String(error)).toContain(`"${event}" cannot happen while "${state}"`)
      return null
    }
  }

  test.each(all)('%s: the events of the table, and no others', (state) => {
    const outcomes = every.map((event) => [event, outcome(state, event)] as const).filter(([, next]) => next !== null)
    expect(Object.fromEntries(outcomes)).toEqual(table[state])
  })

  test.each([
    ['tickets-found', 'confirmed'],
    ['tickets-mismatched', 'needs-staff'],
    ['ticket-lookup-failed', 'needs-staff'],
    ['tickets-requeried', 'needs-staff'],
  ] as const)('an answer about its tickets while staff wait: %s, %s', (event, expected) => {
    expect(after(serviceUnreachable, [event]).state).toBe(expected)
  })

  test.each([
    ['print-finished', 'printing'],
    ['print-failed', 'print-unknown'],
    ['print-outcome-unknown', 'print-unknown'],
    ['resumed', 'print-unknown'],
  ] as const)('what became of the ticket at the printer: %s, %s', (event, expected) => {
    expect(after(states.printing, ['print-started', event]).state).toBe(expected)
  })

  test('one ticket at the printer at a time, and none that it does not have', () => {
    const spooling = after(states.printing, ['print-started'])
    expect(() => after(spooling, ['print-started'])).toThrow('cannot happen')
    expect(() => after(spooling, [printed('t12')])).toThrow('cannot happen')
    expect(() => after(spooling, [printed('t99')])).toThrow('cannot happen')
  })

  test('no word about money once the tickets are the question', () => {
    expect(() => after(ticketsDiffer, ['staff-answered'])).toThrow('cannot happen')
    expect(() => after(serviceUnreachable, ['refunded'])).toThrow('cannot happen')
  })
})

test('holds that were refused cannot be named: the service is asked what to give back', () => {
  expect(states.releasing.holdIds).toEqual([])
})

describe('the checkout', () => {
  const held = states.held
  const priced = (change: object): Sale =>
    after(held, [{ ...events['checkout-ready'], checkout: { ...checkout, ...change } }])
  const [first, second] = checkout.items

  test('becomes the order, seats in the order they were chosen', () => {
    const { order } = states.priced
    expect(order.orderId).toBe(ORDER_ID)
    expect(order.seats.map(({ seatId, holdId, price }) => [seatId, holdId, price])).toEqual([
      ['11', 'hold-11', 25_000],
      ['12', 'hold-12', 45_000],
    ])
    expect(order.hold).toEqual({ remainingMs: HOLD_SECONDS * 1_000, monoMs: 1_000, bootId: 'boot-1' })
  })

  test.each([
    ['a seat is missing', { items: [first] }, 'hold-expired'],
    ['a seat is too many', { items: [...checkout.items, { ...first, seatId: '13', holdId: 'h' }] }, 'hold-expired'],
    ['a seat is another', { items: [first, { ...second, seatId: '13' }] }, 'hold-expired'],
    ['a seat stands twice', { items: [first, first] }, 'hold-expired'],
    ['a seat has two holds', { items: [first, second, { ...second, holdId: 'hold-13' }] }, 'hold-expired'],
    ['two seats have one hold', { items: [first, { ...second, holdId: 'hold-12' }] }, 'hold-expired'],
    ['nothing is held', { items: [] }, 'hold-expired'],
    ['a price rose', { items: [first, { ...second, price: 26_000 }], amount: 71_000 }, 'price-changed'],
    ['the total is another', { amount: 69_999 }, 'price-changed'],
    ['the currency is another', { currency: 'XOF' }, 'price-changed'],
  ])('is refused when %s: all holds are given back', (_what, change, notice) => {
    const refused = inState('releasing', priced(change))
    expect(refused.afterwards).toEqual({ go: 'choose', notice: { type: notice } })
    const named = 'items' in change ? change.items : checkout.items
    expect(refused.holdIds).toEqual(named.map((item) => item?.holdId))
  })
})

describe('a payment', () => {
  test('goes by the order id, and each further try by a reference of its own', () => {
    const references: string[] = []
    let sale: Sale = states.priced
    for (const outcome of ['tender-refused', 'tender-cancelled', 'tender-unavailable'] as const) {
      sale = after(sale, ['tender-started'])
      references.push(inState('paying', sale).tender.reference)
      sale = after(sale, [outcome])
    }
    expect(references).toEqual([ORDER_ID, `${ORDER_ID}-2`, `${ORDER_ID}-3`])
  })

  test('that got lost is asked for by reference, and after a while is a question to staff', () => {
    let sale = after(states.paying, ['tender-unknown'])
    let asks = 0
    while (sale.state === 'paying') {
      expect(nextEffect(sale)).toMatchObject({ type: 'ask-tender', tender: { reference: ORDER_ID } })
      sale = after(sale, ['tender-unknown'])
      asks += 1
    }
    expect(asks).toBe(TENDER_ASKS)
    expect(sale).toMatchObject({ state: 'needs-staff', question: 'card-charged' })
  })

  test('that only people can tell of is a question to staff at once, and what they read there stays with it', () => {
    const forGood = { type: 'tender-unknown', forGood: true } as const
    const asked = after(states.paying, ['resumed', forGood])
    expect(asked).toMatchObject({ state: 'needs-staff', question: 'card-charged', tender: { reference: ORDER_ID } })
    const told = after(asked, [{ ...events['staff-answered'], approval: 'A1B2C3' }])
    expect(told).toMatchObject({ state: 'paid', tender: { approval: 'A1B2C3' } })
    expect(after(asked, ['staff-answered'])).toMatchObject({ tender: { approval: 'counter' } })
  })

  test('that staff deny gives the seats back, for good', () => {
    const denied = after(states['needs-staff'], [{ ...events['staff-answered'], moneyMoved: false }])
    expect(denied).toMatchObject({ state: 'releasing', holdIds: ['hold-11', 'hold-12'], afterwards: { go: 'end' } })
  })

  test('that staff confirm is the amount that was due', () => {
    const expected = { state: 'paid', tender: { kind: 'cash', received: 70_000, change: 0, approval: 'counter' } }
    expect(after(states['needs-staff'], ['staff-answered'])).toMatchObject(expected)
  })
})

describe('the refund fence', () => {
  const hold = { remainingMs: 60_000, monoMs: 5_000, bootId: 'boot-1' }

  test('stands 30 s behind the end of the holds, on the monotonic clock', () => {
    expect(holdRemainingMs(hold, at(65_000))).toBe(0)
    expect(pastRefundFence(hold, at(95_000))).toBe(false)
    expect(pastRefundFence(hold, at(95_001))).toBe(true)
  })

  test('does not look at the wall clock', () => {
    for (const wall of ['2016-03-14T18:00:00.000Z', '2036-03-14T18:00:00.000Z']) {
      expect(pastRefundFence(hold, at(95_000, 'boot-1', wall))).toBe(false)
      expect(pastRefundFence(hold, at(95_001, 'boot-1', wall))).toBe(true)
    }
  })

  test('counts the whole time again after a restart', () => {
    expect(pastRefundFence(hold, at(90_000, 'boot-2'))).toBe(false)
    expect(pastRefundFence(hold, at(90_001, 'boot-2'))).toBe(true)
  })

  const expiry = 1_000 + HOLD_SECONDS * 1_000

  test.each([
    ['absent, in time', absent(at(expiry + 30_000)), 'confirming'],
    ['absent, too late', absent(at(expiry + 30_001)), 'refund-due'],
    ['out of reach, in time', events['ticket-lookup-failed'], 'confirming'],
    ['found, however late', events['tickets-found'], 'confirmed'],
  ] as const)('tickets %s: %s', (_what, event, state) => {
    expect(transition(states.unknown, event, at(expiry + 30_000)).state).toBe(state)
  })

  test('counts from the question, not from the answer', () => {
    expect(transition(states.unknown, absent(at(expiry)), at(expiry + 90_000)).state).toBe('confirming')
    expect(transition(serviceUnreachable, absent(at(expiry)), at(expiry + 90_000))).toBe(serviceUnreachable)
  })

  test('makes a service out of reach a matter for staff', () => {
    const { state } = transition(states.unknown, events['ticket-lookup-failed'], at(expiry + 30_001))
    expect(state).toBe('needs-staff')
  })

  test('holds for a sale that waits for the service, too', () => {
    const answered = (asked: Instant): Sale => transition(serviceUnreachable, absent(asked), asked)
    expect(answered(at(expiry + 30_000))).toBe(serviceUnreachable)
    expect(answered(at(expiry + 30_001)).state).toBe('refund-due')
    expect(answered(at(1, 'boot-2'))).toBe(serviceUnreachable)
    expect(answered(at(30_001 + HOLD_SECONDS * 1_000, 'boot-2')).state).toBe('refund-due')
  })
})

describe('a purchase', () => {
  test('is sent again with the same bytes, after growing waits', () => {
    let sale: Sale = states.confirming
    const waits: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const effect = nextEffect(sale)
      if (effect?.type !== 'send-purchase') throw new Error(`no send: ${String(effect?.type)}`)
      expect(effect.request).toBe(states.confirming.request)
      waits.push(effect.delayMs)
      sale = after(sale, ['purchase-outcome-unknown'])
      expect(nextEffect(sale)).toMatchObject({ type: 'read-tickets', delayMs: 0 })
      sale = after(sale, [attempt % 2 ? 'tickets-not-found' : 'ticket-lookup-failed'])
      expect(sale).toMatchObject({ state: 'confirming', attempt: attempt + 1 })
    }
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })

  test('whose tickets the service cannot show is asked about without end', () => {
    expect(nextEffect(serviceUnreachable)).toMatchObject({ type: 'read-tickets', delayMs: 15_000 })
    expect(nextEffect(ticketsDiffer)).toBeNull()
    expect(nextEffect(after(ticketsDiffer, ['tickets-requeried']))).toMatchObject({ type: 'read-tickets' })
  })
})

describe('paper', () => {
  const copies = (sale: Sale) =>
    'jobs' in sale ? sale.jobs.map(({ copyNumber, state }) => `${copyNumber} ${state}`) : []

  test('comes out ticket by ticket; the last one ends the sale', () => {
    const first = after(states.printing, ['print-started'])
    expect(nextEffect(states.printing)).toEqual({ type: 'start-print', ticketId: 't11' })
    expect(nextEffect(first)).toEqual({ type: 'print', ticketId: 't11', copyNumber: 0 })
    const second = after(first, ['print-finished'])
    expect(nextEffect(second)).toEqual({ type: 'start-print', ticketId: 't12' })
    expect(after(second, [started('t12'), printed('t12')])).toMatchObject({ state: 'done' })
  })

  test('that certainly did not come out is printed again under its own number', () => {
    const again = after(states.printing, ['print-started', 'print-failed', 'print-retried'])
    expect(copies(again)).toEqual(['0 queued', '0 queued'])
  })

  test('that may have come out is printed again as the next DUPLICATA, the others as they were', () => {
    let sale: Sale = after(states.printing, ['print-started', 'print-finished', started('t12')])
    for (const copy of [1, 2, 3]) {
      sale = after(sale, [{ type: 'print-outcome-unknown', ticketId: 't12', reason: 'jam' }, 'print-retried'])
      expect(copies(sale)).toEqual(['0 printed', `${copy} queued`])
      sale = after(sale, [started('t12')])
    }
    expect(nextEffect(sale)).toEqual({ type: 'print', ticketId: 't12', copyNumber: 3 })
  })

  test('on its way when the program ended may have come out', () => {
    const resumed = inState('print-unknown', after(states.printing, ['print-started', 'resumed']))
    expect(copies(resumed)).toEqual(['0 unknown', '0 queued'])
    expect(copies(after(resumed, ['print-retried']))).toEqual(['1 queued', '0 queued'])
  })

  test('not yet begun goes on by itself after a restart', () => {
    expect(after(states.printing, ['resumed'])).toEqual(states.printing)
    expect(after(states.confirmed, ['resumed'])).toEqual({ ...states.confirmed })
  })
})

describe('after a restart', () => {
  test.each([
    ['holding', { state: 'releasing', holdIds: [], afterwards: { go: 'end', reason: 'restart' } }],
    ['held', { state: 'releasing', holdIds: [], afterwards: { go: 'end', reason: 'restart' } }],
    ['priced', { state: 'releasing', holdIds: ['hold-11', 'hold-12'], afterwards: { go: 'end', reason: 'restart' } }],
    ['releasing', { state: 'releasing', afterwards: { go: 'end', reason: 'restart' } }],
    ['paying', { state: 'paying', phase: 'recovering', asked: 0, tender: { reference: ORDER_ID } }],
    ['confirming', { ...states.confirming }],
    ['unknown', { ...states.unknown }],
    ['refund-due', { ...states['refund-due'] }],
  ] as const)('a sale that was %s goes on', (state, expected) => {
    expect(after(states[state], ['resumed'], at(3, 'boot-2'))).toMatchObject(expected)
  })

  test.each(['tender-refused', 'tender-cancelled', 'tender-unavailable'] as const)(
    'nobody stands before the screen any more: %s ends the sale',
    (outcome) => {
      const resumed = after(states.paying, ['tender-unknown', 'resumed', 'tender-unknown'])
      expect(nextEffect(resumed)).toMatchObject({ type: 'ask-tender', tender: { reference: ORDER_ID } })
      const afterwards = { go: 'end', reason: 'restart' }
      const expected = { state: 'releasing', holdIds: ['hold-11', 'hold-12'], afterwards }
      expect(after(resumed, [outcome])).toMatchObject(expected)
    },
  )

  test('a payment in cash is a question to staff', () => {
    expect(after(payingCash, ['resumed'])).toMatchObject({ state: 'needs-staff', question: 'cash-received' })
  })

  test('a sale is what its JSON says', () => {
    for (const sale of [...Object.values(states), payingCash, serviceUnreachable, ticketsDiffer])
      expect(JSON.parse(JSON.stringify(sale))).toEqual(sale)
  })
})

test('a sale that waits for a person or is over asks for nothing', () => {
  const waiting = Object.values(states).filter((sale) => nextEffect(sale) === null)
  const named = waiting.map(({ state }) => state).join(' ')
  expect(named).toBe('choosing priced print-unknown done abandoned refund-due refunded needs-staff')
  expect(nextEffect(payingCash)).toBeNull()
})

describe('a parked sale', () => {
  const parked = inState('priced', after(states.priced, ['parked']))

  test('takes no payment before it is recalled, and then as if nothing had been', () => {
    expect(() => after(parked, ['tender-started'])).toThrow(/cannot happen/u)
    expect(() => after(parked, ['parked'])).toThrow(/cannot happen/u)
    expect(() => after(states.priced, ['recalled'])).toThrow(/cannot happen/u)
    expect(after(parked, ['recalled'])).toEqual(states.priced)
  })

  test('gives its seats back when the holds run out', () => {
    const expected = { state: 'choosing', notice: { type: 'hold-expired' } }
    expect(after(parked, ['hold-expired', 'released'])).toMatchObject(expected)
  })

  test('asks after a restart how long its holds still stand, and is parked as before', () => {
    const resumed = after(parked, ['resumed'], at(0, 'boot-2'))
    expect(nextEffect(resumed)).toMatchObject({ type: 'read-checkout', delayMs: 0 })
    const again = { ...events['checkout-ready'], checkout: { ...checkout, remainingSeconds: 60 } }
    const { order, ...known } = inState('priced', after(resumed, [again], at(500, 'boot-2')))
    expect(known).toMatchObject({ parked: true, tenderAttempts: 0 })
    expect(order.hold).toEqual({ remainingMs: 60_000, monoMs: 500, bootId: 'boot-2' })
  })

  test('waits a while for a service out of reach, and ends where it says no', () => {
    const resumed = after(parked, ['resumed'])
    const waiting = after(resumed, ['checkout-failed'])
    expect(nextEffect(waiting)).toMatchObject({ type: 'read-checkout', delayMs: 15_000 })
    const refused = { type: 'checkout-failed', notice: { type: 'hold-expired' } } as const
    expect(after(waiting, [refused, 'released'])).toMatchObject({ state: 'abandoned', reason: 'hold-expired' })
    const silence = Array.from({ length: CHECKOUT_RETRIES - 1 }, () => 'checkout-failed' as const)
    expect(after(resumed, silence).state).toBe('held')
    expect(after(resumed, [...silence, 'checkout-failed']).state).toBe('releasing')
  })
})

test('some refusals of a purchase concern every other one too, others say nothing of the next', () => {
  const all = [0, 200, 399, 400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 499, 500, 503]
  expect(all.filter((status) => isPermanentRefusal({ status }))).toEqual([400, 401, 403, 404, 422, 499])
})
