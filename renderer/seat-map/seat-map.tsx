import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import { venueLayout } from './layout/venue-layout-of.ts'
import { SectionMap } from './section/section-map.tsx'
import { SectionPanel } from './section/section-panel.tsx'
import type { SeatMapProps } from './seat-map-props.ts'
import tokens from './map-tokens.module.css'
import styles from './seat-map.module.css'
import type { Size } from './surface/camera.ts'
import { useElementSize } from './use-element-size.ts'
import { useMapTheme } from './use-map-theme.ts'
import { useSectionChoice } from './use-section-choice.ts'
import { VenueLegend } from './venue-legend.tsx'
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
