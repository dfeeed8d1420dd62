import { useMemo } from 'react'
import { seatView, type SeatAddress } from '../../../shared/domain/venue/seat-view.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import tokens from '../map-tokens.module.css'
import { drawn } from './drawn.ts'
import styles from './seat-view-picture.module.css'

/** Half the picture's height, in its half width. */
const HALF_HEIGHT = 9 / 16

/** What is seen from a seat, a drawing for the eye; nothing where the plan has no such seat. */
export function SeatViewPicture({ plan, place }: { plan: VenuePlan; place: SeatAddress }) {
  const { sector, row, seatNumber } = place
  const view = useMemo(() => seatView(plan, { sector, row, seatNumber }), [plan, sector, row, seatNumber])
  if (!view) return null
  return (
    <svg
      className={`${tokens.map} ${styles.view}`}
      viewBox={`-1 ${-HALF_HEIGHT} 2 ${2 * HALF_HEIGHT}`}
      aria-hidden="true"
      data-view={view.kind}
    >
      <rect className={styles.floor} x="-1" y={view.horizon} width="2" height="3" />
      <path className={view.kind === 'stage' ? styles.stage : styles.grass} d={drawn(view.field, true, 4)} />
      <path className={styles.lines} d={view.lines.map((line) => drawn(line, false, 4)).join('')} />
      {view.stands.map(({ tribune, outline }, i) => (
        <path
          key={i}
          className={styles.stand}
          d={drawn(outline, true, 4)}
          fill={plan.tribunes.find(({ code }) => code === tribune)?.color}
        />
      ))}
    </svg>
  )
}
