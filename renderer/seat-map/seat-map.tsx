import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EventOffer, Overview } from '../../shared/domain/seats/offer.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { TribuneMark } from '../components/drawn/tribune.tsx'
import { MoreBelow } from '../components/more-below.tsx'
import type { SeatMapLabels } from '../i18n/seat-map-labels.ts'
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

/**
 * The seat map: the venue, and every seat of the section looked into. It fills the element it stands in, and lays its legend beside
 * the map or below it, whichever leaves the map larger.
 */
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
            <SectionPanel {...{ choice, venue, plan, theme, labels, partySize, onCloseSection }} onPrice={setPrice} />
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

/** How each venue was last looked at: a section that is opened later, or elsewhere, shows it the same way round. */
const lastAspects = new WeakMap<EventOffer, number>()

/**
 * Width by height of the view that the venue is laid out for, 0 before anything is measured. It follows the stage while the
 * venue is on it, and stays as it was while a section is: the venue in small beside a section must not turn, nor by its own
 * height change what it was laid out for.
 */
function useVenueAspect(event: EventOffer, whole: Size, stage: Size, isOnStage: boolean): number {
  const measured = isOnStage ? aspectOf(stage) : 0
  useEffect(() => {
    if (measured > 0) lastAspects.set(event, measured)
  }, [event, measured])
  return measured || lastAspects.get(event) || aspectOf(whole)
}

/** In steps, so that a pixel more or less moves nothing. */
function aspectOf({ width, height }: Size): number {
  return height > 0 ? Math.round((width / height) * 20) / 20 : 0
}

/** Width and height of an element in CSS pixels, kept up to date; 0 before it is laid out. */
function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const measure = (): void => setSize({ width: watched.clientWidth, height: watched.clientHeight })
    measure()
    // In the frame that has the new size: no picture shows the old layout in it.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** The styles where the map stands, read again whenever they change; null before the first look. */
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

/** What each zone costs and still has; a press makes its sections stand out on the map, another one ends that. */
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
      <MoreBelow />
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
