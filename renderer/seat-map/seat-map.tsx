import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Overview } from '../../shared/domain/seats/offer.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import { ScrollHint } from '../ui/scroll-hint.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import { offersOf, venueLayout, type VenueLayout } from './layout/venue-layout.ts'
import { ZoomControls } from './map-stage.tsx'
import tokens from './map-tokens.module.css'
import { forgetWidths } from './paint/text.ts'
import { type MapTheme, readTheme, watchTheme } from './paint/theme.ts'
import { venueShade } from './paint/venue-scene.ts'
import styles from './seat-map.module.css'
import { type SeatFocus, SectionMap } from './section-map.tsx'
import { SectionKey, SectionSeen } from './section-panel.tsx'
import type { Size } from './surface/map-surface.ts'
import type { MapView } from './surface/map-view.ts'
import { type SeatMapProps, useSectionChoice } from './use-section-choice.ts'
import venueLegendStyles from './venue-legend.module.css'
import { VenueMap } from './venue-map.tsx'

/** Parts of the map, for a screen that arranges them itself. */
interface SeatMapParts {
  /** Map of the venue or of the open section. It takes the size of its container. */
  readonly stage: ReactNode
  /** View from a seat, with a button that returns to the venue; null on the map of the venue. */
  readonly seen: ReactNode
  /** Legend: the venue's price zones, or the seat symbols of the open section. */
  readonly legend: ReactNode
  readonly zoom: ReactNode
}

interface ArrangedSeatMapProps extends SeatMapProps {
  /** Arranges the parts. Default: view and legend beside the map, or below it on a narrow map. */
  readonly children?: (parts: SeatMapParts) => ReactNode
}

/** Seat map: the venue, or the open section. */
export function SeatMap({ children = arranged, ...props }: ArrangedSeatMapProps) {
  const { visit, section, labels, pixelsPerMillimetre, eventPicture, onOpenSection, onCloseSection } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<MapView>(null)
  const stage = useRef<HTMLDivElement>(null)
  const theme = useMapTheme(host)
  const [zoneId, setZoneId] = useState<string | null>(null)
  const [price, setPrice] = useState<number | null>(null)
  const [focus, setFocus] = useState<SeatFocus | null>(null)
  const [spoken, setSpoken] = useState('')
  const speak = useCallback((text: string) => setSpoken(text), [])
  const { plan, session, here } = visit
  const { width, height } = useElementSize(stage)
  // Rounded, so that a difference of one pixel does not change the layout.
  const aspect = height > 0 ? Math.round((width / height) * 20) / 20 : 0
  const venue = useMemo(
    () => (aspect > 0 ? venueLayout(plan, session.overview, aspect, here) : null),
    [plan, session.overview, aspect, here],
  )
  const choice = useSectionChoice(section, props, speak, price)
  const focused = focus ? choice?.layout.indexOf.get(focus.seatId) : undefined
  const seat = choice && (focused === undefined ? choice.shown : choice.seatAt(focused))
  const ready = theme && venue

  const parts: SeatMapParts = {
    stage: (
      <div ref={stage} className={styles.stage}>
        {theme && choice && (
          <SectionMap
            key={choice.section.sectionId}
            {...{ ...props, choice, theme, view, focus, onOpenSection, onCloseSection }}
            onFocus={setFocus}
          />
        )}
        {ready && !choice && (
          <VenueMap
            {...{ visit, layout: venue, theme, labels, view, zoneId, pixelsPerMillimetre, onOpenSection }}
            onSpeak={speak}
          />
        )}
      </div>
    ),
    seen: choice && <SectionSeen {...{ choice, visit, labels, seat, eventPicture, onCloseSection }} />,
    legend:
      ready &&
      (choice ? (
        <SectionKey {...{ choice, visit, venue, theme, labels, seat }} onPrice={setPrice} />
      ) : (
        <VenueLegend {...{ overview: session.overview, layout: venue, theme, labels, zoneId }} onZone={setZoneId} />
      )),
    zoom: <ZoomControls view={view} labels={labels} />,
  }
  return (
    <div ref={host} className={`${tokens.map} ${children === arranged ? styles.map : styles.given}`}>
      {children(parts)}
      <p className="unseen" role="status">
        {spoken}
      </p>
    </div>
  )
}

function arranged({ stage, seen, legend, zoom }: SeatMapParts): ReactNode {
  return (
    <div className={styles.parts} data-level={seen ? 'section' : 'venue'}>
      {stage}
      <div className={styles.panel}>
        <div className={styles.told}>
          {seen}
          {legend}
        </div>
        {zoom}
      </div>
    </div>
  )
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
  const here = layout.gates.find(({ isHere }) => isHere)
  return (
    <section className={venueLegendStyles.legend} aria-label={labels.zones}>
      {here && (
        <p className={venueLegendStyles.here}>
          <i aria-hidden="true">{here.shown}</i>
          {labels.here} · {here.name}
        </p>
      )}
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
                <span className={venueLegendStyles.words}>
                  <span className={venueLegendStyles.name}>{zone.name}</span>
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
                  <span className={venueLegendStyles.price}>{labels.money(zone.price)}</span>
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
