import { type Ref, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { viewCone } from '../../shared/domain/venue/seat-view.ts'
import type { Point } from '../../shared/domain/venue/venue-plan.ts'
import { inkOn } from '../ui/illustrations/tribune.tsx'
import { isArrow, seatBeside, type SectionLayout } from './layout/section-layout.ts'
import { type Rect, rectAround } from './layout/shapes.ts'
import type { Field } from './layout/venue-layout.ts'
import { MAX_SEAT, MapStage, OPENING_SEAT, PINCHED_SHUT, SeatCallout, TAP_SLOP, TOUCH_SIZE } from './map-stage.tsx'
import styles from './map-stage.module.css'
import { paintRail, railRows } from './paint/field.ts'
import { FIELD_EDGE, FRONT, nearestAcross, SectionScene } from './paint/section-scene.ts'
import type { MapTheme } from './paint/theme.ts'
import type { MapView, ViewLimits } from './surface/map-view.ts'
import type { SeatMapProps, SectionChoice } from './use-section-choice.ts'

const NOWHERE = -1

/** Milliseconds after an enlarging tap during which further taps are ignored. */
const ENLARGING = 400

/** Seat under the finger or the keyboard cursor. */
export interface SeatFocus {
  readonly seatId: string
  readonly isCursor: boolean
}

interface SectionMapProps extends Pick<
  SeatMapProps,
  'visit' | 'labels' | 'pixelsPerMillimetre' | 'seatPitch' | 'onOpenSection' | 'onCloseSection'
> {
  readonly choice: SectionChoice
  readonly theme: MapTheme
  readonly view: RefObject<MapView | null>
  readonly focus: SeatFocus | null
  readonly onFocus: (focus: SeatFocus | null) => void
}

export function SectionMap(props: SectionMapProps) {
  const { choice, theme, labels, view, focus, pixelsPerMillimetre, onFocus, onOpenSection, onCloseSection } = props
  const { layout, around, seatAt, spokenAt, press, speakSeat } = choice
  const rail = useRef<HTMLCanvasElement>(null)
  const fieldName = useRef<HTMLParagraphElement>(null)
  const focused = focus ? (layout.indexOf.get(focus.seatId) ?? NOWHERE) : NOWHERE
  const cursor = focus?.isCursor ? focused : NOWHERE
  const scene = useMarkedScene(choice, theme, view)
  const { touchScale, limits } = useTouchSize(scene, choice, props)
  const cone = useCone(props, focused)

  const isTooSmall = (map: MapView): boolean => map.scale < touchScale * 0.98
  const focusOn = (seat: number, isCursor: boolean): void => {
    onFocus(seat < 0 ? null : { seatId: seatAt(seat).seatId, isCursor })
  }

  const enlargement = useEnlargement(view, touchScale)
  const onTap = (at: Point): void => {
    if (enlargement.resume()) return
    const seat = scene.seatAt(...at)
    const neighbour = seat < 0 ? scene.neighbourAt(...at) : null
    if (neighbour) return onOpenSection(neighbour.sectionId)
    if (view.current && isTooSmall(view.current)) enlargement.begin(at, seat < 0 ? at : placeOf(layout, seat))
    if (seat >= 0) press(seatAt(seat))
  }

  const moveTo = (seat: number): void => {
    focusOn(seat, true)
    if (view.current && isTooSmall(view.current)) view.current.closeUp(placeOf(layout, seat), touchScale)
    else view.current?.reveal(boxOf(layout, seat))
    speakSeat(seatAt(seat))
  }

  const onKey = (key: string): boolean => {
    if (isArrow(key) || key === 'Home' || key === 'End') moveTo(seatBeside(layout, cursor, key))
    else if ((key === 'Enter' || key === ' ') && cursor >= 0) press(seatAt(cursor))
    else if (key === 'Escape') onCloseSection()
    else return false
    return true
  }

  const spoken = focused >= 0 ? spokenAt(focused) : null
  return (
    <MapStage
      ref={view}
      scene={scene}
      limits={limits}
      tapSlop={TAP_SLOP * pixelsPerMillimetre}
      name={labels.sectionMap(choice.code)}
      keys={labels.sectionKeys}
      on={{
        tap: onTap,
        pinch(_, spread, wanted) {
          const isShut = spread < 1 && wanted < PINCHED_SHUT
          if (isShut) onCloseSection()
          return isShut
        },
        point: (at) => focusOn(at ? scene.seatAt(...at) : NOWHERE, false),
        key: onKey,
        blur: () => onFocus(null),
      }}
      onMove={(map) => {
        if (fieldName.current) placeFieldName(fieldName.current, map, layout, theme)
        if (rail.current) drawRail(rail.current, map, layout, theme)
      }}
      callout={
        spoken && {
          at: [placeOf(layout, focused)[0], boxOf(layout, focused).top],
          content: <SeatCallout seat={spoken} labels={labels} />,
        }
      }
      cursor={cursor >= 0 ? boxOf(layout, cursor) : null}
      cone={cone}
      over={
        <>
          {around.field && <FieldName ref={fieldName} field={around.field} {...{ labels, theme }} />}
          <canvas ref={rail} className={styles.rail} aria-hidden="true" />
        </>
      }
    />
  )
}

/** Returns the view triangle of the seat under the finger or cursor, or of the last chosen seat; null for none. */
function useCone({ choice, visit: { plan } }: SectionMapProps, focused: number) {
  const { code, layout, shown, isChosen, seatAt } = choice
  const seat = focused >= 0 ? seatAt(focused) : isChosen ? shown : null
  const { rowLabel: row = '', number = 0 } = seat ?? {}
  return useMemo((): readonly [Point, Point, Point] | null => {
    const { fromPlan } = layout
    const cone = plan && fromPlan && viewCone(plan, { sector: code, row, seatNumber: number })
    if (!cone) return null
    const [x, y] = fromPlan(cone[0])
    return [[x, y - layout.depth / 2], fromPlan(cone[1]), fromPlan(cone[2])]
  }, [plan, layout, code, row, number])
}

/**
 * Enlarges seats to a size that can be touched, and keeps the touched place under the finger. A second tap during the
 * enlargement is ignored.
 */
function useEnlargement(view: RefObject<MapView | null>, scale: number) {
  const last = useRef<{ readonly to: () => void; readonly until: number } | null>(null)
  return {
    begin(touched: Point, at: Point): void {
      const under = view.current?.screenOf(touched)
      const to = (): void => {
        if (under) view.current?.enlargeUnder(at, scale, under)
      }
      last.current = { to, until: performance.now() + ENLARGING }
      to()
    },
    /** Returns whether an enlargement is in progress. If so, restarts it, because the second touch has stopped it. */
    resume(): boolean {
      const { current } = last
      if (!current || performance.now() >= current.until) return false
      current.to()
      return true
    },
  }
}

function useMarkedScene(
  { layout, marks, around, prices }: SectionChoice,
  theme: MapTheme,
  view: RefObject<MapView | null>,
): SectionScene {
  const categories = prices.length
  const scene = useMemo(
    () => new SectionScene(layout, around, new Uint8Array(layout.seats.length), { theme, categories }),
    [layout, around, theme, categories],
  )
  useLayoutEffect(() => {
    const changed = scene.mark(marks)
    view.current?.damage(changed)
  }, [scene, marks, view])
  return scene
}

/** Returns the minimum scale at which a seat can be touched and read, and zoom limits that include this scale. */
function useTouchSize(
  { layout, numberedPitch }: SectionScene,
  { shown }: SectionChoice,
  { pixelsPerMillimetre, seatPitch }: SectionMapProps,
) {
  // The initial view is centred on the seat that was shown when the section opened. Later choices do not move it.
  const [opened] = useState(shown)
  return useMemo(() => {
    const touchPitch = Math.max((seatPitch ?? TOUCH_SIZE) * pixelsPerMillimetre, numberedPitch)
    const touchScale = touchPitch / layout.pitch
    const scaleOf = (millimetres: number): number =>
      Math.max(millimetres * pixelsPerMillimetre, touchPitch) / layout.pitch
    const margin = pixelsPerMillimetre
    const limits: ViewLimits = {
      largest: scaleOf(MAX_SEAT),
      opening: scaleOf(OPENING_SEAT),
      insets: { left: margin, top: 0, right: margin, bottom: margin },
      ...(seatPitch !== undefined && {
        start: { at: placeOf(layout, layout.indexOf.get(opened?.seatId ?? '') ?? 0), scale: touchScale },
      }),
    }
    return { touchScale, limits }
  }, [layout, numberedPitch, pixelsPerMillimetre, seatPitch, opened])
}

function placeOf({ xs, ys }: SectionLayout, seat: number): Point {
  return [xs[seat] ?? 0, ys[seat] ?? 0]
}

function boxOf(layout: SectionLayout, seat: number): Rect {
  const [x, y] = placeOf(layout, seat)
  const [wide, deep] = [layout.pitch / 2, layout.depth / 2]
  return rectAround([x, y], wide, deep)
}

interface FieldNameProps extends Pick<SectionMapProps, 'labels' | 'theme'> {
  readonly ref: Ref<HTMLParagraphElement>
  readonly field: Field['kind']
}

function FieldName({ ref, field, labels, theme }: FieldNameProps) {
  const color = inkOn(field === 'pitch' ? theme.grass : theme.stage)
  return (
    <p ref={ref} className={styles.field} style={{ color }} aria-hidden="true">
      ▲ {labels.field[field]} ▲
    </p>
  )
}

/** Moves the name of the field to the middle of the visible part of the front edge. Hides it without enough space. */
function placeFieldName(
  name: HTMLElement,
  map: MapView,
  { front, bounds }: SectionLayout,
  { textSize }: MapTheme,
): void {
  const { clientWidth } = name.parentElement ?? name
  const [left, right] = [map.screenOf([bounds.left, 0])[0], map.screenOf([bounds.right, 0])[0]]
  const [x, y] = nearestAcross(
    front.map((point) => map.screenOf(point)),
    (Math.max(0, left) + Math.min(clientWidth, right)) / 2,
  )
  const size = Math.min(1.1 * textSize, (FRONT - FIELD_EDGE) * map.scale * 0.8)
  name.hidden = size < 0.8 * textSize
  name.style.fontSize = `${size}px`
  const level = y - ((FRONT + FIELD_EDGE) / 2) * map.scale
  name.style.transform = `translate(${Math.round(x)}px, ${Math.round(level)}px) translate(-50%, -50%)`
}

/** Draws the margin with the row names if the section does not fit beside it. */
function drawRail(canvas: HTMLCanvasElement, map: MapView, layout: SectionLayout, theme: MapTheme): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  canvas.width = Math.round(canvas.clientWidth * theme.ratio)
  canvas.height = Math.round(canvas.clientHeight * theme.ratio)
  const { left, right } = layout.bounds
  const room = (canvas.parentElement?.clientWidth ?? 0) - canvas.clientWidth
  if ((right - left) * map.scale <= room) return
  const rows = railRows(layout, (x, y) => map.screenOf([x, y]), map.scale, theme.textSize)
  paintRail(pen, rows, Math.max(0, map.screenOf([left, layout.bounds.top])[1]), theme, theme.ratio)
}
