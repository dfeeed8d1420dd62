import { describe, expect, test } from 'vitest'
import { gateWay } from '../../renderer/seat-map/miniature.tsx'
import { isInside } from '../../shared/domain/venue/venue-geometry.ts'
import { venueLayout } from '../../renderer/seat-map/layout/venue-layout.ts'
import type { Point } from '../../shared/domain/venue/venue-plan.ts'
import { demoVisit } from './demo-venue.ts'
import { stadium } from './plans.ts'

const lengthOf = (way: readonly Point[]): number =>
  way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - (way[i]?.[0] ?? 0), y - (way[i]?.[1] ?? 0)), 0)

describe('in the stadium', () => {
  const { sections, gates, ground } = venueLayout(stadium, demoVisit(stadium).session.overview, 1)

  test('from every gate to every section people walk round the building, and go in once', () => {
    for (const { at } of gates)
      for (const { middle } of sections) {
        const way = gateWay(ground, at, middle)
        expect(way[0]).toEqual(at)
        expect(way.at(-1)).toEqual(middle)
        expect(way.slice(0, -1).some((point) => isInside(ground ?? [], point))).toBe(false)
      }
  })

  test('a section behind its own gate is nearer from there than from any other', () => {
    for (const { plan, middle } of sections) {
      const own = gates.find((_, i) => stadium.gates[i]?.code === plan?.gate)
      const lengths = gates.map(({ at }) => lengthOf(gateWay(ground, at, middle)))
      const ownLength = lengthOf(gateWay(ground, own?.at ?? [0, 0], middle))
      expect(ownLength).toBeLessThanOrEqual(Math.min(...lengths) * 1.35)
    }
  })

  test('no way is longer than half round and in', () => {
    const half = lengthOf([...(ground ?? []), ...(ground ?? []).slice(0, 1)]) / 2
    for (const { at } of gates)
      for (const { middle } of sections) expect(lengthOf(gateWay(ground, at, middle))).toBeLessThan(half + 80)
  })
})

test('without a building it is straight', () => {
  expect(gateWay(null, [0, 0], [30, 40])).toEqual([
    [0, 0],
    [30, 40],
  ])
})
