import { useMemo } from 'react'
import styles from './guilloche.module.css'
import { hashOf } from './crest.tsx'

/** Width and height of the drawing in its own units, fine enough for points without decimals. */
const SIZE = 10_000
const POINTS = 360

/**
 * Number of paths of the ornament. Without a GPU, each tile of the screen draws every path that touches it, so a single
 * path would be drawn dozens of times.
 */
const SECTORS = 24

/**
 * Decorative lines, as on security paper, in the shape of a stadium seen from above. Each ring consists of two wavy
 * superellipses that are twisted in opposite directions.
 */
export function Guilloche({ seed, rings = 22 }: { seed: string; rings?: number }) {
  const sectors = useMemo(() => weave(seed, rings), [seed, rings])
  return (
    <svg
      className={styles.guilloche}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {sectors.map((path, index) => (
        <path key={index} d={path} />
      ))}
    </svg>
  )
}

/** Points of the stadium shape with radius 1, which is wider than it is high. */
const shape = Array.from({ length: POINTS + 1 }, (_, index) => {
  const angle = (index / POINTS) * 2 * Math.PI
  const exponent = 2 / 2.5
  const along = (value: number): number => Math.sign(value) * Math.abs(value) ** exponent
  return { angle, x: (SIZE / 2) * along(Math.cos(angle)), y: (SIZE / 2) * 0.8 * along(Math.sin(angle)) }
})

/** Returns a path for each sector. */
function weave(seed: string, rings: number): readonly string[] {
  const [a, b, c] = figures(seed)
  const waves = 12 + (a % 5) * 4
  const twist = 0.5 + (b % 7) * 0.12
  const depth = 0.024 + (c % 5) * 0.004
  const paths = Array.from({ length: SECTORS }, () => '')
  for (let ring = 0; ring < rings; ring++) {
    const grown = ring / (rings - 1)
    const radius = 0.3 + 0.66 * grown
    for (const side of [1, -1]) {
      const points = shape.map(({ angle, x, y }) => {
        const reach = radius * (1 + depth * Math.sin(waves * angle + side * twist * ring))
        return `${Math.round(SIZE / 2 + x * reach)} ${Math.round(SIZE / 2 + y * reach)}`
      })
      for (const sector of paths.keys()) {
        const first = sector * (POINTS / SECTORS)
        paths[sector] += `M${points.slice(first, first + POINTS / SECTORS + 1).join('L')}`
      }
    }
  }
  return paths
}

function figures(seed: string): readonly [number, number, number] {
  const hash = hashOf(seed)
  return [hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff]
}
