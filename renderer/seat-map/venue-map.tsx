import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { SectionOffer } from '../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../shared/domain/seats/place.ts'
import type { Point, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { pricesOf } from '../i18n/seat-map-labels.ts'
import { isArrow, nextInDirection } from './layout/section-layout.ts'
import type { VenueLayout, VenueSection } from './layout/venue-layout.ts'
import { MapStage, PINCHED_OPEN, TAP_SLOP, TOUCH_SIZE, VenueCallout } from './map-stage.tsx'
import type { MapTheme } from './paint/theme.ts'
import { VenueScene } from './paint/venue-scene.ts'
import type { MapView } from './surface/map-view.ts'
import type { SeatMapProps } from './use-section-choice.ts'

/** Maximum scale of the venue map, in units of 10 CSS pixels per metre. */
const LARGEST = 6

interface VenueMapProps extends Pick<SeatMapProps, 'visit' | 'labels' | 'pixelsPerMillimetre' | 'onOpenSection'> {
  readonly view: RefObject<MapView | null>
  readonly layout: VenueLayout
  readonly theme: MapTheme
  /** Zone to highlight; null for no highlight. */
  readonly zoneId: string | null
  readonly onSpeak: (text: string) => void
}

export function VenueMap({
  visit,
  layout,
  theme,
  labels,
  view,
  zoneId,
  pixelsPerMillimetre,
  onOpenSection,
  onSpeak,
}: VenueMapProps) {
  const [pointed, setPointed] = useState<VenueSection | null>(null)
  const [cursor, setCursor] = useState<VenueSection | null>(null)
  const focused = cursor ?? pointed
  const scene = useMemo(() => new VenueScene(layout, theme, labels), [layout, theme, labels])
  const limits = useMemo(() => ({ largest: LARGEST * 10, opening: Infinity, insets: insetsOf(theme) }), [theme])

  useLayoutEffect(() => {
    view.current?.damage(scene.focus({ sectionId: focused?.offer?.sectionId ?? null, zoneId }))
  }, [scene, view, focused, zoneId])

  const open = ({ offer }: VenueSection): void => {
    if (!offer) return
    if (offer.remaining > 0) onOpenSection(offer.sectionId)
    else onSpeak(labels.soldOut)
  }

  const onTap = (at: Point): void => {
    const section = scene.sectionAt(...at)
    if (!section || !view.current) return
    // A tap on a section smaller than a touch target enlarges the map instead of opening the section.
    if (section.size * view.current.scale < TOUCH_SIZE * pixelsPerMillimetre * 0.95) {
      view.current.closeUp(at, (1.4 * TOUCH_SIZE * pixelsPerMillimetre) / section.size)
    } else open(section)
  }

  const moveTo = (section: VenueSection): void => {
    setCursor(section)
    view.current?.reveal(section.bounds)
    if (section.offer) onSpeak(labels.spokenSection(spoken(section, visit, labels)))
  }

  const onKey = (key: string): boolean => {
    const onSale = layout.sections.filter(({ offer }) => offer !== null)
    const first = onSale[0]
    if (isArrow(key) && first) {
      moveTo(cursor ? (nextInDirection(onSale, ({ middle }) => middle, cursor, key) ?? cursor) : first)
      return true
    }
    if ((key === 'Enter' || key === ' ') && cursor) open(cursor)
    else return false
    return true
  }

  return (
    <MapStage
      ref={view}
      scene={scene}
      limits={limits}
      tapSlop={TAP_SLOP * pixelsPerMillimetre}
      name={labels.venueMap}
      keys={labels.venueKeys}
      on={{
        tap: onTap,
        pinch(at, spread) {
          const section = spread > PINCHED_OPEN ? scene.sectionAt(...at) : null
          if (section) open(section)
          return section !== null
        },
        point(at) {
          setCursor(null)
          setPointed(at && scene.sectionAt(...at))
        },
        key: onKey,
        blur: () => setCursor(null),
      }}
      callout={focused && calloutOf(focused, visit, labels)}
      cursor={null}
    />
  )
}

function calloutOf(section: VenueSection, visit: SeatMapProps['visit'], labels: SeatMapProps['labels']) {
  if (!section.offer) return null
  const content = <VenueCallout section={spoken(section, visit, labels)} tribune={section.tribune} labels={labels} />
  return { at: [section.middle[0], section.bounds.top], content } as const
}

function spoken(
  { offer, plan }: VenueSection,
  { session, plan: venue }: SeatMapProps['visit'],
  labels: SeatMapProps['labels'],
) {
  const gate = venue?.gates.find(({ code }) => code === plan?.gate)
  return {
    code: offer?.code ?? '',
    zone: session.overview.zones.find(({ zoneId }) => zoneId === offer?.zoneId)?.name ?? '',
    price: offer ? pricesOf(offer, labels) : '',
    remaining: offer?.remaining ?? 0,
    gate: gate?.name ?? '',
  }
}

/** Returns margins for the gate pins, which reach beyond the venue. */
function insetsOf({ textSize }: MapTheme) {
  const margin = textSize * 1.25
  return { left: margin, top: margin, right: margin, bottom: margin }
}

/** Returns the stand of a section from the plan, otherwise from the offer; null if the stand is unknown. */
export function tribuneOf({ code, tribune }: SectionOffer, plan: VenuePlan | null): Tribune | null {
  const planned = plan?.sections.find((section) => section.code === code)
  return plan?.tribunes.find((each) => each.code === planned?.tribune) ?? tribune ?? null
}

/** Returns the stand that contains all the sections; null for several stands or an unknown stand. */
export function commonTribune(sections: readonly SectionOffer[], plan: VenuePlan | null): Tribune | null {
  const [first, ...others] = sections.map((section) => tribuneOf(section, plan))
  return first && others.every((other) => other?.code === first.code) ? first : null
}
