import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  between,
  centredOn,
  fitted,
  kept,
  toScreen,
  toWorld,
  zoomedAt,
} from '../../renderer/seat-map/surface/map-surface.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const camera = fc.record({ scale: number(0.5, 200), x: number(-5000, 5000), y: number(-5000, 5000) })
const view = { width: 1000, height: 800 }
const insets = { left: 10, top: 60, right: 10, bottom: 20 }
const bounds = fc
  .record({ left: number(-100, 100), top: number(-100, 100), width: number(1, 300), height: number(1, 300) })
  .map(({ left, top, width, height }) => ({ left, top, right: left + width, bottom: top + height }))

test('a zoom leaves what is under the fingers there', () => {
  fc.assert(
    fc.property(camera, number(0.5, 200), number(0, 1000), number(0, 800), (from, scale, x, y) => {
      const [worldX, worldY] = toWorld(from, x, y)
      const [screenX, screenY] = toScreen(zoomedAt(from, scale, x, y), [worldX, worldY])
      expect([screenX, screenY]).toEqual([expect.closeTo(x, 4), expect.closeTo(y, 4)])
    }),
  )
})

test('a fitted view shows all, as large as can be', () => {
  fc.assert(
    fc.property(bounds, (rect) => {
      const shown = fitted(rect, view, insets)
      const [left, top] = toScreen(shown, [rect.left, rect.top])
      const [right, bottom] = toScreen(shown, [rect.right, rect.bottom])
      expect(left).toBeGreaterThanOrEqual(insets.left - 1e-6)
      expect(top).toBeGreaterThanOrEqual(insets.top - 1e-6)
      expect(right).toBeLessThanOrEqual(view.width - insets.right + 1e-6)
      expect(bottom).toBeLessThanOrEqual(view.height - insets.bottom + 1e-6)
      const full = Math.min(view.width - 20 - (right - left), view.height - 80 - (bottom - top))
      expect(full).toBeCloseTo(0, 4)
    }),
  )
})

test('however it is pushed, the map never leaves the view, and settles where it was', () => {
  fc.assert(
    fc.property(camera, bounds, (pushed, rect) => {
      const held = kept(pushed, rect, view, insets)
      const [left, top] = toScreen(held, [rect.left, rect.top])
      const [right, bottom] = toScreen(held, [rect.right, rect.bottom])
      for (const [low, high, from, to] of [
        [left, right, insets.left, view.width - insets.right],
        [top, bottom, insets.top, view.height - insets.bottom],
      ] as const) {
        if (high - low > to - from) {
          expect(low).toBeLessThanOrEqual(from + 1e-6)
          expect(high).toBeGreaterThanOrEqual(to - 1e-6)
        } else expect((low + high) / 2).toBeCloseTo((from + to) / 2, 4)
      }
      const again = kept(held, rect, view, insets)
      expect([again.x, again.y]).toEqual([expect.closeTo(held.x, 6), expect.closeTo(held.y, 6)])
    }),
  )
})

test('a glide begins and ends where it should and keeps to the way', () => {
  const [from, to] = [centredOn([0, 0], 4, view, insets), centredOn([10, 5], 40, view, insets)]
  for (const [share, camera] of [
    [0, from],
    [1, to],
  ] as const) {
    const at = between(from, to, share, view)
    const expected = [expect.closeTo(camera.scale, 6), expect.closeTo(camera.x, 4), expect.closeTo(camera.y, 4)]
    expect([at.scale, at.x, at.y]).toEqual(expected)
  }
  // During the camera movement, the target on the screen only moves closer to the middle.
  const distances = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [x, y] = toScreen(between(from, to, share, view), [10, 5])
    return Math.hypot(x - 500, y - 400)
  })
  expect(distances).toEqual(distances.toSorted((a, b) => b - a))
})
