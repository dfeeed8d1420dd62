import { expect, test } from 'vitest'
import { inSeatOrder } from '../../shared/domain/seats/seat-order.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import { at, choosing, seats, states, tickets } from './sale-samples.ts'

test('seats stand by section, row and number', () => {
  const names = ['N12 A 1', 'N3 AA 2', 'N3 Z 9', 'N3 Z 10', 'N3 F 63', 'N3 F 1']
  const named = names.map((name) => {
    const [sector = '', row = '', number = ''] = name.split(' ')
    return { name, place: { sector, row, seatNumber: Number(number) } }
  })
  expect(inSeatOrder(named).map(({ name }) => name)).toEqual([
    'N3 F 1',
    'N3 F 63',
    'N3 Z 9',
    'N3 Z 10',
    'N3 AA 2',
    'N12 A 1',
  ])
})

test('tickets come out as their seats stand, in whatever order the service names them', () => {
  const confirmed = transition(states.confirming, { type: 'purchase-confirmed', tickets: tickets.toReversed() }, at(0))
  const printing = transition(confirmed, { type: 'print-queued', saved: '' }, at(0))
  expect('jobs' in printing && printing.jobs.map(({ ticketId }) => ticketId)).toEqual(['t11', 't12'])
})

test('an order lists its seats as they stand, in whatever order they were chosen', () => {
  const numbers = ['9', '10'].map((row) => ({ ...seats[0], seatId: row, place: { ...seats[0].place, row } }))
  const holding = transition(choosing, { type: 'seats-chosen', seats: numbers.toReversed() }, at(0))
  expect('seats' in holding && holding.seats.map(({ place }) => place.row)).toEqual(['9', '10'])
})
