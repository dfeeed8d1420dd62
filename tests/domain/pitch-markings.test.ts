import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pitchMarkings } from '../../shared/domain/venue/pitch-markings.ts'
import type { Point } from '../../shared/domain/venue/venue-plan.ts'

const rectangle = (left: number, top: number, width: number, height: number): readonly Point[] => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
]

const pitches = fc.record({
  long: fc.double({ min: 90, max: 120, noNaN: true }),
  wide: fc.double({ min: 45, max: 89, noNaN: true }),
  left: fc.double({ min: -60, max: 60, noNaN: true }),
  top: fc.double({ min: -60, max: 60, noNaN: true }),
})

test('all but the goals lies on the pitch, and the goals stand 2 m behind its short sides', () => {
  fc.assert(
    fc.property(pitches, fc.boolean(), ({ long, wide, left, top }, lying) => {
      const [width, height] = lying ? [long, wide] : [wide, long]
      const markings = pitchMarkings(rectangle(left, top, width, height))
      const points = markings?.lines.flat() ?? []
      const [xs, ys] = [points.map(([x]) => x - left), points.map(([, y]) => y - top)]
      const [behind, aside] = lying ? [xs, ys] : [ys, xs]
      expect(Math.min(...behind)).toBeCloseTo(-2, 6)
      expect(Math.max(...behind)).toBeCloseTo(long + 2, 6)
      expect(Math.min(...aside)).toBeCloseTo(0, 6)
      expect(Math.max(...aside)).toBeCloseTo(wide, 6)
    }),
  )
})

test('the circle is 9.15 m around the middle, the marks lie 11 m from the goal lines', () => {
  const markings = pitchMarkings(rectangle(-52.5, -34, 105, 68))
  const circle = markings?.lines.find((line) => line.length > 100) ?? []
  expect(circle.every(([x, y]) => Math.abs(Math.hypot(x, y) - 9.15) < 1e-9)).toBe(true)
  expect(markings?.spots).toEqual([
    [0, 0],
    [41.5, 0],
    [-41.5, 0],
  ])
})

test('what is too narrow for a penalty area is no pitch', () => {
  expect(pitchMarkings(rectangle(0, 0, 28, 15))).toBeNull()
  expect(pitchMarkings([])).toBeNull()
})
