import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawHouse, floorsOf, readHouse } from '../../scripts/house.ts'

test('the picture of the house shows the code as it is: npm run house', () => {
  const drawn = readFileSync(new URL('../../docs/developing/house.svg', import.meta.url), 'utf8')
  expect(drawn).toBe(drawHouse(readHouse()))
})

test('folders import down only: a circle of them is named', () => {
  const circle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ])
  expect(() => floorsOf(circle)).toThrow('a circle of folders: a → b → c → a')
})
