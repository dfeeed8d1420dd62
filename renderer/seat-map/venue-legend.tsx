import type { Overview } from '../../shared/domain/seats/offer.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { MoreBelow } from '../components/more-below.tsx'
import { TribuneMark } from '../components/drawn/tribune-mark.tsx'
import type { SeatMapLabels } from '../i18n/seat-map-labels.ts'
import { offersOf, type VenueLayout } from './layout/venue-layout.ts'
import { venueShade } from './paint/venue-scene.ts'
import type { MapTheme } from './paint/theme.ts'
import styles from './venue-legend.module.css'

export interface VenueLegendProps {
  readonly overview: Overview
  readonly layout: VenueLayout
  readonly theme: MapTheme
  readonly labels: SeatMapLabels
  readonly zoneId: string | null
  readonly onZone: (zoneId: string | null) => void
}

/** What each zone costs and still has; a press makes its sections stand out on the map, another one ends that. */
export function VenueLegend({ overview, layout, theme, labels, zoneId, onZone }: VenueLegendProps) {
  const zones = overview.zones.toSorted((a, b) => b.price - a.price || compareLabels(a.name, b.name))
  return (
    <section className={styles.legend} aria-label={labels.zones}>
      <ul className={styles.zones}>
        {zones.map((zone) => {
          const drawn = layout.sections.find(({ offer }) => offer?.zoneId === zone.zoneId)
          const { remaining } = offersOf(overview.sections.filter((section) => section.zoneId === zone.zoneId))
          return (
            <li key={zone.zoneId}>
              <button
                type="button"
                className={styles.zone}
                aria-pressed={zone.zoneId === zoneId}
                onClick={() => onZone(zone.zoneId === zoneId ? null : zone.zoneId)}
              >
                {drawn?.tribune && (
                  <span className={styles.swatch} style={{ background: venueShade(drawn.tribune, drawn.shade, theme) }}>
                    <span className={styles.band}>
                      <TribuneMark tribune={drawn.tribune} />
                    </span>
                  </span>
                )}
                <span className={styles.name}>{zone.name}</span>
                <span className={styles.offer}>
                  <span className={styles.price}>{labels.money(zone.price)}</span>
                  <span className={styles.left}>
                    {remaining > 0 ? (
                      <>
                        <span aria-hidden="true">{labels.count(remaining)}</span>
                        <SeatSign />
                        <span className="unseen">{labels.seatsLeft(remaining)}</span>
                      </>
                    ) : (
                      labels.soldOut
                    )}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <MoreBelow />
    </section>
  )
}

function SeatSign() {
  return (
    <svg className={styles.seat} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 3h12v11H6zM4 10v8h16v-8M7 18v3M17 18v3" />
    </svg>
  )
}
