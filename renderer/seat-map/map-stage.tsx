import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Tribune } from '../../shared/domain/seats/place.ts'
import type { Point } from '../../shared/domain/venue/venue-plan.ts'
import { Icon } from '../ui/icon.tsx'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import type { SpokenSeat, SpokenSection } from '../i18n/seat-map-labels.ts'
import type { Rect } from './layout/shapes.ts'
import styles from './map-stage.module.css'
import type { Scene } from './surface/map-surface.ts'
import { MapView, type MapViewHandlers, type ViewLimits, watchDensity } from './surface/map-view.ts'

interface MapStageProps {
  readonly ref: Ref<MapView | null>
  /**
   * Scene to draw. It is fitted to the view if the map has not been moved, otherwise shown from the current camera
   * position.
   */
  readonly scene: Scene
  readonly limits: ViewLimits
  /** Maximum movement of a finger during a tap, in CSS pixels. */
  readonly tapSlop: number
  readonly name: string
  readonly keys: string
  /** Handlers of gestures and keys; the map handles zoom keys that `key` does not handle. */
  readonly on: Omit<MapViewHandlers, 'moved'>
  readonly onMove?: (view: MapView) => void
  /** Content above the position of the finger or cursor; null without a callout. */
  readonly callout: { readonly at: Point; readonly content: ReactNode } | null
  /** Bounds of the element under the keyboard cursor; null without a cursor. */
  readonly cursor: Rect | null
  /** Triangle of the view from a seat: front of the seat, and the two far corners. Null or absent for none. */
  readonly cone?: readonly [Point, Point, Point] | null
  /** Content drawn over the map. It receives no touches. */
  readonly over?: ReactNode
}

/** Canvas with gestures and keys, and with a callout and a cursor that move with the map. */
export function MapStage(props: MapStageProps) {
  const { ref, scene, limits, name, keys, callout, cursor, cone, over } = props
  const [view, setView] = useState<MapView | null>(null)
  const calloutBox = useRef<HTMLDivElement>(null)
  const cursorBox = useRef<HTMLDivElement>(null)
  const coneBox = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const keysId = useId()
  useImperativeHandle<MapView | null, MapView | null>(ref, () => view, [view])

  const place = useCallback((on: MapView): void => {
    const { callout: shown, cursor: at, cone: seen } = latest.current
    if (calloutBox.current && shown) placeCallout(calloutBox.current, on.screenOf(shown.at))
    if (cursorBox.current && at) placeCursor(cursorBox.current, on, at)
    if (coneBox.current && seen) {
      const [x, y] = on.screenOf(seen[0])
      coneBox.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
    }
  }, [])

  useLayoutEffect(() => {
    latest.current = props
    if (view) place(view)
  })

  const host = useCallback(
    (element: HTMLDivElement) => {
      const created = new MapView(element, () => latest.current.tapSlop, {
        tap: (at) => latest.current.on.tap(at),
        pinch: (...pinched) => latest.current.on.pinch(...pinched),
        point: (at) => latest.current.on.point(at),
        key: (key) => latest.current.on.key(key) || zoomByKey(created, key),
        blur: () => latest.current.on.blur(),
        moved: () => {
          place(created)
          latest.current.onMove?.(created)
        },
      })
      const stopMeasuring = watchSize(element, (ratio) =>
        created.resize(element.clientWidth, element.clientHeight, ratio),
      )
      setView(created)
      return () => {
        stopMeasuring()
        created.destroy()
        setView(null)
      }
    },
    [place],
  )

  useLayoutEffect(() => view?.setScene(scene, limits), [view, scene, limits])

  return (
    <div className={styles.map}>
      <div ref={host} className={styles.host} role="application" aria-label={name} aria-describedby={keysId} />
      <p id={keysId} className="unseen">
        {keys}
      </p>
      <div className={styles.over}>
        {cone && <div ref={coneBox} className={styles.cone} style={{ clipPath: shapeOf(cone) }} />}
        {over}
        <div ref={cursorBox} className={styles.cursor} hidden={!cursor} />
        <div ref={calloutBox} className={styles.callout} hidden={!callout} aria-hidden="true">
          {callout?.content}
        </div>
      </div>
    </div>
  )
}

/** Returns the clip path of the view triangle. The seat is at the bottom centre of the box. */
function shapeOf([[x, y], ...corners]: readonly [Point, Point, Point]): string {
  const ends = corners.map(([endX, endY]) => {
    const slope = (endX - x) / Math.max(y - endY, 1e-6)
    return `${(50 + 50 * Math.min(Math.max(slope, -1), 1)).toFixed(1)}% 0`
  })
  return `polygon(50% 100%, ${ends.join(', ')})`
}

/**
 * Calls `changed` at once, and whenever the element's size or the screen density changes. Returns a function that stops
 * the calls.
 */
function watchSize(element: HTMLElement, changed: (ratio: number) => void): () => void {
  const measure = (): void => changed(window.devicePixelRatio)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  const stopWatching = watchDensity(measure)
  measure()
  return () => {
    observer.disconnect()
    stopWatching()
  }
}

/** Places the callout above the position if there is room, and always inside the map. */
function placeCallout(box: HTMLElement, [x, y]: Point): void {
  const around = box.parentElement
  if (!around) return
  const { offsetWidth: width, offsetHeight: height } = box
  const left = Math.min(Math.max(x - width / 2, 0), Math.max(0, around.clientWidth - width))
  const above = y - height
  const top = above >= 0 ? above : Math.min(y, around.clientHeight - height)
  box.dataset['side'] = above >= 0 ? 'above' : 'below'
  box.style.setProperty('--tip', `${x - left}px`)
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}

function placeCursor(box: HTMLElement, view: MapView, rect: Rect): void {
  const [left, top] = view.screenOf([rect.left, rect.top])
  const [right, bottom] = view.screenOf([rect.right, rect.bottom])
  box.style.width = `${Math.round(right - left)}px`
  box.style.height = `${Math.round(bottom - top)}px`
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}

function zoomByKey(view: MapView, key: string): boolean {
  if (key === '+') view.zoomBy(ZOOM_STEP)
  else if (key === '-') view.zoomBy(1 / ZOOM_STEP)
  else if (key === '0') view.fit()
  else return false
  return true
}

/** Minimum size for selection by tap, in millimetres: of sections, and of seats on a map without `seatPitch`. */
export const TOUCH_SIZE = 10

/** Maximum movement of a finger during a tap, in millimetres. */
export const TAP_SLOP = 2.5

/** Maximum size of a seat on the screen, in millimetres. */
export const MAX_SEAT = 26

/** Maximum size of a seat in millimetres when a section opens. It limits the scale at which small sections open. */
export const OPENING_SEAT = 22

/** Zoom factor of one press of a key or button. */
const ZOOM_STEP = 1.6

/** Ratio of the distance between two fingers to their first distance at which a pinch opens the section. */
export const PINCHED_OPEN = 1.6

/** Share of a section's initial size below which a pinch closes the section. */
export const PINCHED_SHUT = 0.7

/** Callout above the finger with the name, price or status, and properties of a seat. */
export function SeatCallout({ seat, labels }: { seat: SpokenSeat; labels: SeatMapLabels }) {
  const facts = [seat.accessible ? labels.accessible : '', seat.note].filter((fact) => fact !== '')
  return (
    <div className={styles.flag}>
      <b data-code>{labels.seatCode(seat.row, seat.number)}</b>
      <span>{seat.look === 'available' || seat.look === 'selected' ? seat.price : labels.looks[seat.look]}</span>
      {facts.length > 0 && <small>{facts.join(', ')}</small>}
    </div>
  )
}

export function VenueCallout({
  section,
  tribune,
  labels,
}: {
  section: SpokenSection
  tribune: Tribune | null
  labels: SeatMapLabels
}) {
  const facts = [
    section.zone,
    section.remaining > 0 ? `${section.price} · ${labels.seatsLeft(section.remaining)}` : labels.soldOut,
    section.gate,
  ]
  return (
    <div className={styles.card}>
      {tribune && (
        <span className={styles.mark}>
          <TribuneMark tribune={tribune} />
        </span>
      )}
      <span className={styles.lines}>
        <b>{labels.section(section.code)}</b>
        {facts.map((fact) => fact !== '' && <span key={fact}>{fact}</span>)}
      </span>
    </div>
  )
}

interface ZoomControlsProps {
  readonly view: RefObject<MapView | null>
  readonly labels: SeatMapLabels
}

export function ZoomControls({ view, labels }: ZoomControlsProps) {
  return (
    <div className={styles.zoom}>
      {zoomKeys.map(({ key, label, icon }) => (
        <button
          key={key}
          type="button"
          aria-label={labels[label]}
          onClick={() => view.current && zoomByKey(view.current, key)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}

const zoomKeys = [
  { key: '-', label: 'zoomOut', icon: 'minus' },
  { key: '+', label: 'zoomIn', icon: 'plus' },
] as const
