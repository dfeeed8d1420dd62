import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { reservedAccessibleSeats, openTo, orphanSeatsAfter, runsOf } from '../../shared/domain/seats/hand-picking.ts'
import type { SeatOffer, SectionView } from '../../shared/domain/seats/offer.ts'
import { type SeatRow, seatRows, viewOf } from '../../shared/domain/seats/seat-rows.ts'
import { planSectionOf } from '../../shared/domain/seats/section-choice.ts'
import { freePlaces, placeAt } from '../../shared/domain/seats/wheelchair-places.ts'
import { sectionOutline } from '../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection } from '../../shared/domain/venue/venue-plan.ts'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import type { SpokenSeat } from '../i18n/seat-map-labels.ts'
import { sectionLayout, type SectionLayout } from './layout/section-layout.ts'
import { grown, middleOf, overlap, type Rect } from './layout/shapes.ts'
import { markOf, priceCategories } from './paint/seat-marks.ts'
import { neighbourOf, type SectionSurroundings } from './paint/section-scene.ts'

/** Seat selection in one section, shared by the map and the list. */
export type SectionChoice = NonNullable<ReturnType<typeof useSectionChoice>>

type Props = Omit<SeatMapProps, 'section'>

/** Distance around a section in which its neighbours are shown, in metres. */
const SURROUNDINGS = 30

export function useSectionChoice(
  told: SectionView | null,
  props: Props,
  speak: (text: string, refused?: boolean) => void,
  price: number | null = null,
) {
  const { visit, selected, holding, labels, wheelchair = false } = props
  const { overview } = visit.session
  const plan = told && planSectionOf(visit.plan, overview, told.sectionId)
  const { section, isShut } = useOpenSection(told, plan, { wheelchair, released: visit.released === true })
  const layout = useLayout(section, plan)
  const rows = useMemo(() => (section ? seatRows(section, plan) : []), [section, plan])
  const lone = useMemo(() => orphanSeatsAfter(rows, selected), [rows, selected])
  const best = useMemo(() => bestSeat(rows), [rows])
  const around = useSurroundings(section, layout, plan, visit)
  const seats = useMemo(() => (section && layout ? inOrder(section, layout) : []), [section, layout])
  const prices = useMemo(() => priceCategories(seats), [seats])
  const onlyPrice = price !== null && prices.includes(price) ? price : null
  const marks = useMarks(seats, { selected, lone, prices, onlyPrice })

  useReport(lone.join(), () => props.onLoneSeatsChange(lone))
  const lost = seats
    .filter((seat) => !holding && seat.status !== 'available' && !isShut(seat) && selected.has(seat.seatId))
    .map(({ seatId }) => seatId)
  useReport(lost.join(), () => lost.length > 0 && props.onSeatsLost(lost))

  if (!section || !layout || !around) return null
  const code = overview.sections.find(({ sectionId }) => sectionId === section.sectionId)?.code ?? ''
  const seatAt = (index: number): SeatOffer => {
    const seat = seats[index]
    if (!seat) throw new Error(`No seat ${index} in section ${section.sectionId}`)
    return seat
  }
  const spoken = (seat: SeatOffer): SpokenSeat => ({
    row: seat.rowLabel,
    number: seat.number,
    look: selected.has(seat.seatId) ? 'selected' : seat.status,
    price: labels.money(seat.price),
    gate: section.gates[seat.gate]?.name ?? '',
    accessible: seat.accessible === true,
    note: noteOf(seat, isShut(seat) && !wheelchair, labels),
  })
  const press = (seat: SeatOffer): void => {
    if (isShut(seat)) {
      speak(wheelchair ? labels.onlyPlaces : labels.keptSeat, true)
      return
    }
    const pick = pickSeat(rows, selected, seat.seatId, props)
    if (pick.type === 'refused') {
      speak(pick.reason === 'taken' ? labels.seatTaken : labels.limitReached(props.maxSeats), true)
      return
    }
    props.onSelectionChange(pick.seatIds)
    const alone = orphanSeatsAfter(rows, new Set(pick.seatIds)).length
    const said = labels.spokenSelection(pick.seatIds.length)
    speak(alone > 0 ? `${said} ${labels.leavesAlone(alone)}` : said)
  }
  return {
    section,
    code,
    layout,
    rows,
    around,
    marks,
    /** Last chosen seat, otherwise the best free seat; null if there is neither. */
    shown: seats.find(({ seatId }) => seatId === ([...selected].at(-1) ?? best)) ?? null,
    isChosen: selected.size > 0,
    /** True if only wheelchair spaces can be chosen. */
    onlyPlaces: wheelchair,
    /** Prices in descending order. */
    prices,
    /** Price to highlight, or null. Seats of other prices are dimmed. */
    onlyPrice,
    /** Returns the seat at an index of the layout, with its current status. */
    seatAt,
    spokenAt: (index: number): SpokenSeat => spoken(seatAt(index)),
    speakSeat: (seat: SeatOffer): void => speak(labels.spokenSeat(spoken(seat))),
    press,
  }
}

/**
 * Returns the section with the seats that the customer can choose. These are only wheelchair spaces if the customer
 * asked for one, otherwise all seats not reserved for wheelchair users.
 */
function useOpenSection(
  told: SectionView | null,
  plan: PlanSection | null,
  { wheelchair, released }: { readonly wheelchair: boolean; readonly released: boolean },
): { readonly section: SectionView | null; readonly isShut: (seat: SeatOffer) => boolean } {
  return useMemo(() => {
    if (!told) return { section: null, isShut: () => false }
    const open = wheelchair ? new Set(freePlaces(seatRows(told, plan)).flat()) : null
    const kept = reservedAccessibleSeats(told, { wheelchair, released })
    const section = openTo(told, ({ seatId }) => (open ? open.has(seatId) : !kept.has(seatId)))
    const free = new Set(told.seats.flatMap(({ seatId, status }) => (status === 'available' ? [seatId] : [])))
    return { section, isShut: ({ seatId, status }: SeatOffer) => status === 'blocked' && free.has(seatId) }
  }, [told, plan, wheelchair, released])
}

interface Marking {
  readonly selected: ReadonlySet<string>
  readonly lone: readonly string[]
  readonly prices: readonly number[]
  readonly onlyPrice: number | null
}

function useMarks(seats: readonly SeatOffer[], { selected, lone, prices, onlyPrice }: Marking): Uint8Array {
  return useMemo(() => {
    const alone = new Set(lone)
    const standsBack = ({ price }: SeatOffer): boolean => onlyPrice !== null && price !== onlyPrice
    return Uint8Array.from(seats, (seat) =>
      markOf(seat, selected.has(seat.seatId), alone.has(seat.seatId), prices.indexOf(seat.price), standsBack(seat)),
    )
  }, [seats, selected, lone, prices, onlyPrice])
}

/** Returns a text with the properties of a seat and the reason why it is not offered; empty for none. */
function noteOf({ companion, restrictedView }: SeatOffer, isKept: boolean, labels: SeatMapLabels): string {
  return [
    companion ? labels.notes.companion : '',
    restrictedView ? labels.notes.restrictedView : '',
    isKept ? labels.kept : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the ID of the best free seat. Single free seats and seats with a restricted view have a penalty. */
function bestSeat(rows: readonly SeatRow[]): string | null {
  const view = viewOf(rows)
  let best: { readonly seatId: string; readonly cost: number } | null = null
  for (const [rowIndex, row] of rows.entries()) {
    for (const { from, to } of runsOf(row, (index) => row.seats[index]?.seat.status === 'available')) {
      for (const { seat, x } of row.seats.slice(from, to + 1)) {
        const cost = view(rowIndex, x).penalty + (from === to || seat.restrictedView ? 1 : 0)
        if (!best || cost < best.cost) best = { seatId: seat.seatId, cost }
      }
    }
  }
  return best?.seatId ?? null
}

/** Live updates do not move seats, so the layout is rebuilt only if the set of seats changes. */
function useLayout(section: SectionView | null, plan: PlanSection | null): SectionLayout | null {
  const [known, setKnown] = useState<{ key: string; plan: PlanSection | null; layout: SectionLayout } | null>(null)
  const key = useMemo(
    () => section?.seats.map(({ seatId, rowLabel, number }) => `${seatId} ${rowLabel} ${number}`).join() ?? '',
    [section],
  )
  if (!section) return null
  if (known?.key === key && known.plan === plan) return known.layout
  const layout = sectionLayout(section, plan)
  setKnown({ key, plan, layout })
  return layout
}

function inOrder(section: SectionView, layout: SectionLayout): readonly SeatOffer[] {
  const seats = [...layout.seats]
  for (const seat of section.seats) {
    const index = layout.indexOf.get(seat.seatId)
    if (index !== undefined) seats[index] = seat
  }
  return seats
}

/** Calls `report` once for each change of the value. */
function useReport(value: string, report: () => void): void {
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  const reported = useRef('')
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    latest.current()
  }, [value])
}

function useSurroundings(
  section: SectionView | null,
  layout: SectionLayout | null,
  own: PlanSection | null,
  { plan, session }: SeatMapProps['visit'],
): SectionSurroundings | null {
  const { code, name, color } = section?.tribune ?? { code: '', name: '', color: '' }
  return useMemo(() => {
    if (!layout) return null
    const tribune = { code, name, color }
    const { fromPlan } = layout
    if (!plan || !own || !fromPlan) return { tribune, field: null, neighbours: [], gates: [] }
    const near: Rect = grown(layout.bounds, SURROUNDINGS)
    const neighbours = plan.sections.flatMap((other) => {
      const offer = session.overview.sections.find((one) => one.code === other.code)
      if (other === own || !offer) return []
      const neighbour = neighbourOf(
        offer.sectionId,
        other.code,
        sectionOutline(other).map(fromPlan),
        middleOf(layout.bounds),
      )
      return overlap(near, neighbour.bounds) ? [neighbour] : []
    })
    const gates = plan.gates.filter((gate) => gate.code === own.gate)
    return {
      tribune,
      field: plan.field.kind,
      neighbours,
      gates: gates.map((gate) => ({ code: gate.code, name: gate.name, at: fromPlan(gate.at) })),
    }
  }, [layout, own, plan, session, code, name, color])
}

export interface PickRules {
  readonly maxSeats: number
  /** True if a tap selects a wheelchair space with its companion seat. */
  readonly wheelchair?: boolean
}

type SeatPick =
  | { readonly type: 'changed'; readonly seatIds: readonly string[] }
  | { readonly type: 'refused'; readonly reason: 'taken' | 'limit' }

/** Returns the selection after a tap on a seat. A selected seat is deselected. */
export function pickSeat(
  rows: readonly SeatRow[],
  selected: ReadonlySet<string>,
  seatId: string,
  { maxSeats, wheelchair = false }: PickRules,
): SeatPick {
  if (wheelchair) {
    const place = placeAt(rows, seatId)
    if (place.length === 0) return { type: 'refused', reason: 'taken' }
    return { type: 'changed', seatIds: selected.has(seatId) ? [] : place }
  }
  if (selected.has(seatId)) return { type: 'changed', seatIds: [...selected].filter((id) => id !== seatId) }
  const seat = rows.flatMap(({ seats }) => seats).find((one) => one.seat.seatId === seatId)?.seat
  if (seat?.status !== 'available') return { type: 'refused', reason: 'taken' }
  if (selected.size >= maxSeats) return { type: 'refused', reason: 'limit' }
  return { type: 'changed', seatIds: [...selected, seatId] }
}

/** Properties of the map and of the list, identical so that each can replace the other. */
export interface SeatMapProps {
  readonly visit: VisitView
  /** Open section with its latest status; null to show the whole venue. */
  readonly section: SectionView | null
  /** True if the customer may select only wheelchair spaces, each with its companion seat. */
  readonly wheelchair?: boolean
  readonly maxSeats: number
  /** IDs of selected seats in `section`. */
  readonly selected: ReadonlySet<string>
  /**
   * True while the selection is being held. Meanwhile, `section` may report the selected seats as taken, because this
   * kiosk holds them.
   */
  readonly holding: boolean
  readonly onSelectionChange: (seatIds: readonly string[]) => void
  readonly onOpenSection: (sectionId: string) => void
  readonly onCloseSection: () => void
  /** Called with selected seats that an update of `section` no longer reports as available, if any. */
  readonly onSeatsLost: (seatIds: readonly string[]) => void
  /** Called with the seats that the selection would leave isolated, on every change of the isolated seats. */
  readonly onLoneSeatsChange: (seatIds: readonly string[]) => void
  /** Resolution of the screen in CSS pixels per millimetre, from the calibration. */
  readonly pixelsPerMillimetre: number
  /**
   * Minimum distance between seat centres when a section opens, in millimetres. A section that does not fit at this
   * scale opens at its best free seat. If absent, the whole section is shown.
   */
  readonly seatPitch?: number
  /** Picture shown in place of the view from a seat if the venue has no plan; none if absent. */
  readonly eventPicture?: ReactNode
  readonly labels: SeatMapLabels
}
