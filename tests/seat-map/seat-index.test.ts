import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeatIndex } from '../../renderer/seat-map/layout/section-layout.ts'

const places = fc.array(
  fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true })),
  { maxLength: 60 },
)

function indexOf(points: readonly (readonly [number, number])[]) {
  const [xs, ys] = [Float32Array.from(points, ([x]) => x), Float32Array.from(points, ([, y]) => y)]
  return { xs, ys, index: new SeatIndex(xs, ys, 0.5) }
}

test('finds the nearest seat within reach, as a walk over all of them does', () => {
  fc.assert(
    fc.property(
      places,
      fc.double({ min: -21, max: 21, noNaN: true }),
      fc.double({ min: -21, max: 21, noNaN: true }),
      (points, x, y) => {
        const { xs, ys, index } = indexOf(points)
        let best = Infinity
        for (const [i, seatX] of xs.entries()) {
          const [dx, dy] = [Math.abs(seatX - x), Math.abs((ys[i] ?? 0) - y)]
          if (dx <= 0.5 && dy <= 0.5) best = Math.min(best, Math.hypot(dx, dy))
        }
        const found = index.nearest(x, y, 0.5)
        expect(found < 0 ? Infinity : Math.hypot((xs[found] ?? 0) - x, (ys[found] ?? 0) - y)).toBeCloseTo(best, 9)
      },
    ),
    { numRuns: 300 },
  )
})

test('visits every seat of a rectangle', () => {
  fc.assert(
    fc.property(
      places,
      fc.double({ min: -21, max: 21, noNaN: true }),
      fc.double({ min: 0, max: 10, noNaN: true }),
      (points, left, width) => {
        const { xs, ys, index } = indexOf(points)
        const seen: number[] = []
        index.within({ left, top: left, right: left + width, bottom: left + width }, (seat) => seen.push(seat))
        expect(new Set(seen).size).toBe(seen.length)
        for (const [i, x] of xs.entries()) {
          const y = ys[i] ?? 0
          if (x >= left && x <= left + width && y >= left && y <= left + width) expect(seen).toContain(i)
        }
      },
    ),
  )
})

test('one seat far away does not cost a grid of a billion cells', () => {
  const { index } = indexOf([
    [0, 0],
    [0.5, 0],
    [1e6, 1e6],
  ])
  expect(index.nearest(0.49, 0.01, 0.25)).toBe(1)
})
