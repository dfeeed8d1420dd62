import { expect, test } from 'vitest'
import { typedTime } from '../../../renderer/components/typed-time.ts'

test.each([
  ['08:30', '08:30'],
  ['8:30', '08:30'],
  ['8h30', '08:30'],
  ['8 H 30', '08:30'],
  ['8.30', '08:30'],
  ['0830', '08:30'],
  ['830', '08:30'],
  [' 8 h ', '08:00'],
  ['23', '23:00'],
  ['٢٣:٤٥', '23:45'],
])('%s is a time as people write it', (typed, time) => {
  expect(typedTime(typed)).toBe(time)
})

test.each(['', 'midi', '8:3', '8:30 pm', '-8', '08:30:00'])(
  '%j stays what was typed, and is refused as that',
  (typed) => {
    expect(typedTime(typed)).toBe(typed)
  },
)

test('an invalid hour stays invalid', () => {
  expect([typedTime('25h'), typedTime('8h75')]).toEqual(['25:00', '08:75'])
})
