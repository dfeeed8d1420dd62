import { expect, test } from 'vitest'
import { judge, type Issued } from './judge.ts'

const issued: readonly Issued[] = [
  { orderId: 'a', seatId: 1, code: 'one' },
  { orderId: 'a', seatId: 2, code: 'two' },
  { orderId: 'b', seatId: 3, code: 'three' },
]
const answered = [
  { orderId: 'a', codes: ['one', 'two'] },
  { orderId: 'b', codes: ['three'] },
  { orderId: 'c', codes: null },
]

test('nothing is wrong where the database has what the kiosks were told', () => {
  expect(judge(answered, issued)).toEqual({ lost: [], twice: [], refusedButSold: [] })
})

test('a purchase that is gone, or that lacks a ticket, is lost', () => {
  expect(judge(answered, issued.slice(1)).lost).toEqual(['a'])
  expect(judge(answered, issued.slice(0, 2)).lost).toEqual(['b'])
})

test('a seat with two tickets is told, and an order that was refused and stands', () => {
  const more = [...issued, { orderId: 'c', seatId: 3, code: 'four' }]
  expect(judge(answered, more)).toEqual({ lost: [], twice: [3], refusedButSold: ['c'] })
})
