import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EventOffer, Overview } from '../../shared/domain/seats/offer.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import { ScrollHint } from '../ui/scroll-hint.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import { offersOf, venueLayout, type VenueLayout } from './layout/venue-layout.ts'
import tokens from './map-tokens.module.css'
import { forgetWidths } from './paint/text.ts'
import { type MapTheme, readTheme, watchTheme } from './paint/theme.ts'
import { venueShade } from './paint/venue-scene.ts'
import styles from './seat-map.module.css'
import { SectionMap } from './section-map.tsx'
import { SectionPanel } from './section-panel.tsx'
import type { Size } from './surface/map-surface.ts'
import { type SeatMapProps, useSectionChoice } from './use-section-choice.ts'
import venueLegendStyles from './venue-legend.module.css'
import { VenueMap } from './venue-map.tsx'

/** Seat map of the venue and of the open section. The legend is placed so that the map is as large as possible. */
export function SeatMap(props: SeatMapProps) {
  const { visit, section, labels, partySize, pixelsPerMillimetre, onOpenSection, onCloseSection } = props
  const host = useRef<HTMLDivElement>(null)
  const theme = useMapTheme(host)
  const stage = useRef<HTMLDivElement>(null)
  const [zoneId, setZoneId] = useState<string | null>(null)
  const [price, setPrice] = useState<number | null>(null)
  const [spoken, setSpoken] = useState('')
  const speak = useCallback((text: string) => setSpoken(text), [])
  const { plan, session } = visit
  const aspect = useVenueAspect(visit.event, useElementSize(host), useElementSize(stage), section === null)
  const venue = useMemo(
    () => (aspect > 0 ? venueLayout(plan, session.overview, aspect) : null),
    [plan, session.overview, aspect],
  )
  const choice = useSectionChoice(section, props, speak, price)

  return (
    <div ref={host} className={`${tokens.map} ${styles.map}`}>
      <div className={styles.parts} data-level={choice ? 'section' : 'venue'}>
        <div ref={stage} className={styles.stage}>
          {theme && choice && (
            <SectionMap
              key={choice.section.sectionId}
              {...{ choice, theme, labels, pixelsPerMillimetre, onOpenSection, onCloseSection }}
            />
          )}
          {theme && venue && !choice && (
            <VenueMap
              {...{ visit, layout: venue, theme, labels, partySize, zoneId, pixelsPerMillimetre, onOpenSection }}
              onSpeak={speak}
            />
          )}
        </div>
        <div className={styles.panel}>
          {theme && venue && choice && (
            <SectionPanel {...{ choice, venue, visit, theme, labels, partySize, onCloseSection }} onPrice={setPrice} />
          )}
          {theme && venue && !choice && (
            <VenueLegend {...{ overview: session.overview, layout: venue, theme, labels, zoneId }} onZone={setZoneId} />
          )}
        </div>
      </div>
      <p className="unseen" role="status">
        {spoken}
      </p>
    </div>
  )
}

/** Last aspect ratio of each venue map, so that the venue keeps its orientation after a section is closed. */
const lastAspects = new WeakMap<EventOffer, number>()

/**
 * Returns the aspect ratio (width by height) for the layout of the venue; 0 until it is measured. The ratio is fixed
 * while a section is open, so that the shape of the small venue map does not rotate the venue.
 */
function useVenueAspect(event: EventOffer, whole: Size, stage: Size, isOnStage: boolean): number {
  const measured = isOnStage ? aspectOf(stage) : 0
  useEffect(() => {
    if (measured > 0) lastAspects.set(event, measured)
  }, [event, measured])
  return measured || lastAspects.get(event) || aspectOf(whole)
}

/** Returns the aspect ratio, rounded so that a difference of one pixel has no effect. */
function aspectOf({ width, height }: Size): number {
  return height > 0 ? Math.round((width / height) * 20) / 20 : 0
}

/** Returns the size of an element in CSS pixels, updated on every change; 0 before layout. */
function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const measure = (): void => setSize({ width: watched.clientWidth, height: watched.clientHeight })
    measure()
    // The update is synchronous, so that the frame with the new size does not show the old layout.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

function useMapTheme(host: RefObject<HTMLElement | null>): MapTheme | null {
  const [theme, setTheme] = useState<MapTheme | null>(null)
  useLayoutEffect(() => {
    const read = (): void => {
      if (!host.current) return
      forgetWidths()
      setTheme(readTheme(host.current))
    }
    read()
    return watchTheme(read)
  }, [host])
  return theme
}

interface VenueLegendProps {
  readonly overview: Overview
  readonly layout: VenueLayout
  readonly theme: MapTheme
  readonly labels: SeatMapLabels
  readonly zoneId: string | null
  readonly onZone: (zoneId: string | null) => void
}

function VenueLegend({ overview, layout, theme, labels, zoneId, onZone }: VenueLegendProps) {
  const zones = overview.zones.toSorted((a, b) => b.price - a.price || compareLabels(a.name, b.name))
  return (
    <section className={venueLegendStyles.legend} aria-label={labels.zones}>
      <ul className={venueLegendStyles.zones}>
        {zones.map((zone) => {
          const drawn = layout.sections.find(({ offer }) => offer?.zoneId === zone.zoneId)
          const { remaining } = offersOf(overview.sections.filter((section) => section.zoneId === zone.zoneId))
          return (
            <li key={zone.zoneId}>
              <button
                type="button"
                className={venueLegendStyles.zone}
                aria-pressed={zone.zoneId === zoneId}
                onClick={() => onZone(zone.zoneId === zoneId ? null : zone.zoneId)}
              >
                {drawn?.tribune && (
                  <span
                    className={venueLegendStyles.swatch}
                    style={{ background: venueShade(drawn.tribune, drawn.shade, theme) }}
                  >
                    <span className={venueLegendStyles.band}>
                      <TribuneMark tribune={drawn.tribune} />
                    </span>
                  </span>
                )}
                <span className={venueLegendStyles.name}>{zone.name}</span>
                <span className={venueLegendStyles.offer}>
                  <span className={venueLegendStyles.price}>{labels.money(zone.price)}</span>
                  <span className={venueLegendStyles.left}>
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
      <ScrollHint />
    </section>
  )
}

function SeatSign() {
  return (
    <svg className={venueLegendStyles.seat} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 3h12v11H6zM4 10v8h16v-8M7 18v3M17 18v3" />
    </svg>
  )
}
