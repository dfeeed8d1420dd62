import { expect, test } from 'vitest'
import { customerDisplayFor, displayFor } from '../../electron/transport/display-place.ts'

test('displays are counted from the left, then from above; a missing one is the first', () => {
  const at = (x: number, y: number) => ({ bounds: { x, y, width: 1080, height: 1920 } })
  const displays = [at(1080, 0), at(0, 500), at(0, 0)]
  expect([1, 2, 3, 4].map((wanted) => displayFor(displays, wanted)?.bounds)).toEqual([
    at(0, 0).bounds,
    at(0, 500).bounds,
    at(1080, 0).bounds,
    at(0, 0).bounds,
  ])
  expect(displayFor([], 1)).toBeUndefined()
})

test("the customer's display is another than the desk's: the first from the left, or the one with that number", () => {
  const at = (x: number) => ({ bounds: { x, y: 0, width: 1920, height: 1080 } })
  const [left, middle, right] = [at(-1920), at(0), at(1920)]
  const all = [right, left, middle]
  expect(customerDisplayFor([middle], middle, 'auto')).toBeUndefined()
  expect(customerDisplayFor([middle, right], middle, 'auto')).toBe(right)
  expect(customerDisplayFor([middle, right], right, 'auto')).toBe(middle)
  expect(customerDisplayFor(all, middle, 'auto')).toBe(left)
  expect(customerDisplayFor(all, middle, 3)).toBe(right)
  expect(customerDisplayFor(all, middle, 2)).toBeUndefined()
  // Nobody knows who looks at another one.
  expect(customerDisplayFor([left, middle], middle, 3)).toBeUndefined()
})

test('a mirrored display is never covered: the cashier looks at the same picture', () => {
  const desk = { bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
  const mirrored = { bounds: { x: 0, y: 0, width: 1280, height: 720 } }
  expect(customerDisplayFor([desk, mirrored], desk, 'auto')).toBeUndefined()
  expect(customerDisplayFor([desk, mirrored], desk, 2)).toBeUndefined()
})
