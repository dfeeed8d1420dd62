import { useMemo } from 'react'
import styles from './guilloche.module.css'
import { hashOf } from './crest.tsx'

const SIZE = 1000
const POINTS = 360

/**
 * Decorative lines, as on security paper, in the shape of a stadium seen from above. Each ring consists of two wavy
 * superellipses that are twisted in opposite directions.
 */
export function Guilloche({ seed, rings = 22 }: { seed: string; rings?: number }) {
  const path = useMemo(() => weave(seed, rings), [seed, rings])
  return (
    <svg
      className={styles.guilloche}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

function weave(seed: string, rings: number): string {
  const [a, b, c] = figures(seed)
  const waves = 12 + (a % 5) * 4
  const twist = 0.5 + (b % 7) * 0.12
  const depth = 0.024 + (c % 5) * 0.004
  const parts: string[] = []
  for (let ring = 0; ring < rings; ring++) {
    const grown = ring / (rings - 1)
    const radius = 0.3 + 0.66 * grown
    for (const side of [1, -1]) {
      const points = Array.from({ length: POINTS }, (_, index) => {
        const angle = (index / POINTS) * 2 * Math.PI
        const wave = 1 + depth * Math.sin(waves * angle + side * twist * ring)
        return pointAt(angle, radius * wave)
      })
      parts.push(`M${points.join('L')}Z`)
    }
  }
  return parts.join('')
}

/** Returns a point of the stadium shape, which is wider than it is high. */
function pointAt(angle: number, radius: number): string {
  const exponent = 2 / 2.5
  const along = (value: number): number => Math.sign(value) * Math.abs(value) ** exponent
  const x = SIZE / 2 + (SIZE / 2) * radius * along(Math.cos(angle))
  const y = SIZE / 2 + (SIZE / 2) * 0.8 * radius * along(Math.sin(angle))
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function figures(seed: string): readonly [number, number, number] {
  const hash = hashOf(seed)
  return [hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff]
}
