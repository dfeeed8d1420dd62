import type { Point } from '../../../shared/domain/venue/venue-plan.ts'

/** The points as a path of SVG, written with so many decimals. */
export function drawn(points: readonly Point[], closed: boolean, decimals: number): string {
  const line = points.map(([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`).join('L')
  return `M${line}${closed ? 'Z' : ''}`
}
