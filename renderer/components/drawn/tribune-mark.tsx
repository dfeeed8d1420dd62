import { useMemo } from 'react'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { patternOf } from '../../../shared/domain/venue/tribune-pattern.ts'
import { inkOn } from './tribune-colors.ts'
import styles from './tribune-mark.module.css'
import { TILE_SIDE, tribuneTiles } from './tribune-tiles.ts'

/**
 * A tribune's colour as a band, with its pattern drawn in: never by colour alone. The band has the size of its place;
 * the name stands beside or on it.
 */
export function TribuneMark({ tribune }: { tribune: Tribune }) {
  const mask = useMemo(() => tileImage(tribuneTiles[patternOf(tribune.code)]), [tribune.code])
  return (
    <span
      className={styles.mark}
      style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
      aria-hidden="true"
    >
      <i style={{ maskImage: mask }} />
    </span>
  )
}

/** The tribune's name on its colour, the pattern beside it: a heading like the band on the printed ticket. */
export function TribuneBand({ tribune }: { tribune: Tribune }) {
  return (
    <div className={styles.band} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
      <h2>{tribune.name}</h2>
      <TribuneMark tribune={tribune} />
    </div>
  )
}

function tileImage(path: string): string {
  const box = `0 0 ${TILE_SIDE} ${TILE_SIDE}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill-rule="evenodd" d="${path}"/></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
