import type { Tribune } from '../../shared/domain/place.ts'
import { inkOn, patternOf } from './tribune-colors.ts'
import styles from './tribune-mark.module.css'

/**
 * A tribune's colour as a band, with its pattern drawn in: never by colour alone. The band has the size of its place;
 * the name stands beside or on it.
 */
export function TribuneMark({ tribune }: { tribune: Tribune }) {
  return (
    <span
      className={`${styles.mark} ${styles[patternOf(tribune.code)] ?? ''}`}
      style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
      aria-hidden="true"
    />
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
