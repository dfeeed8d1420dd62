import { expect, test } from 'vitest'
import { inSeatOrder } from '../../shared/domain/seats/seat-order.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import { at, states, tickets } from './sale-samples.ts'

test('seats stand by section, row and number', () => {
  const names = ['N12 A 1', 'N3 AA 2', 'N3 Z 9', 'N3 Z 10', 'N3 F 63', 'N3 F 1']
  const seats = names.map((name) => {
    const [sector = '', row = '', number = ''] = name.split(' ')
    return { name, place: { sector, row, seatNumber: Number(number) } }
  })
  expect(inSeatOrder(seats).map(({ name }) => name)).toEqual([
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
