import { useEffect, useMemo, useRef, useState } from 'react'
import { blockAt, keptSeats, openTo, orphansLeft, tooShortFor } from '../../shared/domain/seats/hand-picking.ts'
import type { SeatOffer, SectionView } from '../../shared/domain/seats/offer.ts'
import { type SeatRow, seatRows } from '../../shared/domain/seats/seat-rows.ts'
import { planSectionOf } from '../../shared/domain/seats/section-choice.ts'
import { freePlaces, placeAt } from '../../shared/domain/seats/wheelchair-places.ts'
import { sectionOutline } from '../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection } from '../../shared/domain/venue/venue-plan.ts'
import type { VisitView } from '../../shared/kiosk-api/views.ts'
import type { SeatMapLabels, SpokenSeat } from '../i18n/seat-map-labels.ts'
import { sectionLayout, type SectionLayout } from './layout/section-layout.ts'
import { grown, middleOf, overlap, type Rect } from './layout/shapes.ts'
import { markOf, priceCategories } from './paint/seat-marks.ts'
import { neighbourOf, type SectionSurroundings } from './paint/section-scene.ts'

/** Everything about choosing in one section that the map and the list share. */
export interface SectionChoice {
  readonly section: SectionView
  readonly code: string
  readonly layout: SectionLayout
  readonly rows: readonly SeatRow[]
  readonly around: SectionSurroundings
  /** One a seat of the layout. */
  readonly marks: Uint8Array
  /** What the customer has chosen, row by row. */
  readonly chosen: readonly SeatOffer[]
  /** Only places for wheelchairs are chosen from. */
  readonly onlyPlaces: boolean
  /** Whether some seats stand back because too few are free beside them. */
  readonly hasShort: boolean
  /** Whether the seat is one of these. */
  readonly isShort: (seat: SeatOffer) => boolean
  /** Prices, the dearest first. */
  readonly prices: readonly number[]
  /** The price whose seats alone do not stand back; null for all. */
  readonly onlyPrice: number | null
  /** The seat of the layout with this index, as fresh as the section is. */
  readonly seatAt: (index: number) => SeatOffer
  readonly spokenAt: (index: number) => SpokenSeat
  readonly speakSeat: (seat: SeatOffer) => void
  /** A tap, a click or the Enter key on a seat. */
  readonly press: (seat: SeatOffer) => void
}

type Props = Omit<SeatMapProps, 'section'>

/** How far around a section its neighbours are shown, in metres. */
const SURROUNDINGS = 30

export function useSectionChoice(
  told: SectionView | null,
  props: Props,
  speak: (text: string, refused?: boolean) => void,
  price: number | null = null,
): SectionChoice | null {
  const { visit, selected, holding, labels, mode, partySize, wheelchair = false } = props
  const { overview } = visit.session
  const plan = told && planSectionOf(visit.plan, overview, told.sectionId)
  const { section, isShut } = useOpenSection(told, plan, { wheelchair, released: visit.released === true })
  const layout = useLayout(section, plan)
  const rows = useMemo(() => (section ? seatRows(section, plan) : []), [section, plan])
  const lone = useMemo(() => orphansLeft(rows, selected), [rows, selected])
  const together = mode === 'block' && !wheelchair ? partySize : 1
  const short = useMemo(() => tooShortFor(rows, together), [rows, together])
  const around = useSurroundings(section, layout, plan, visit)
  const seats = useMemo(() => (section && layout ? inOrder(section, layout) : []), [section, layout])
  const prices = useMemo(() => priceCategories(seats), [seats])
  const onlyPrice = price !== null && prices.includes(price) ? price : null
  const marks = useMarks(seats, { selected, lone, prices, short, onlyPrice })

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
    note: noteOf(
      seat,
      { isKept: isShut(seat) && !wheelchair, isShort: short.has(seat.seatId) && !selected.has(seat.seatId) },
      props,
    ),
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
    const alone = orphansLeft(rows, new Set(pick.seatIds)).length
    const said = labels.spokenSelection(pick.seatIds.length, props.partySize)
    speak(alone > 0 ? `${said} ${labels.leavesAlone(alone)}` : said)
  }
  return {
    section,
    code,
    layout,
    rows,
    around,
    marks,
    chosen: seats.filter(({ seatId }) => selected.has(seatId)),
    onlyPlaces: wheelchair,
    hasShort: short.size > 0,
    isShort: (seat) => short.has(seat.seatId),
    prices,
    onlyPrice,
    seatAt,
    spokenAt: (index) => spoken(seatAt(index)),
    speakSeat: (seat) => speak(labels.spokenSeat(spoken(seat))),
    press,
  }
}

/** The section as this customer may have its seats: who asked chooses among places for wheelchairs, others among the rest. */
function useOpenSection(
  told: SectionView | null,
  plan: PlanSection | null,
  { wheelchair, released }: { readonly wheelchair: boolean; readonly released: boolean },
): { readonly section: SectionView | null; readonly isShut: (seat: SeatOffer) => boolean } {
  return useMemo(() => {
    if (!told) return { section: null, isShut: () => false }
    const open = wheelchair ? new Set(freePlaces(seatRows(told, plan)).flat()) : null
    const kept = keptSeats(told, { wheelchair, released })
    const section = openTo(told, ({ seatId }) => (open ? open.has(seatId) : !kept.has(seatId)))
    const free = new Set(told.seats.flatMap(({ seatId, status }) => (status === 'available' ? [seatId] : [])))
    return { section, isShut: ({ seatId, status }: SeatOffer) => status === 'blocked' && free.has(seatId) }
  }, [told, plan, wheelchair, released])
}

interface Marking {
  readonly selected: ReadonlySet<string>
  readonly lone: readonly string[]
  readonly prices: readonly number[]
  readonly short: ReadonlySet<string>
  readonly onlyPrice: number | null
}

function useMarks(seats: readonly SeatOffer[], { selected, lone, prices, short, onlyPrice }: Marking): Uint8Array {
  return useMemo(() => {
    const alone = new Set(lone)
    return Uint8Array.from(seats, (seat) =>
      markOf(
        seat,
        selected.has(seat.seatId),
        alone.has(seat.seatId),
        prices.indexOf(seat.price),
        short.has(seat.seatId) || (onlyPrice !== null && seat.price !== onlyPrice),
      ),
    )
  }, [seats, selected, lone, short, prices, onlyPrice])
}

/** What is to be known of a seat, and why it stands back. */
function noteOf(
  { companion, restrictedView }: SeatOffer,
  { isKept, isShort }: { readonly isKept: boolean; readonly isShort: boolean },
  { labels, partySize }: Pick<Props, 'labels' | 'partySize'>,
): string {
  return [
    companion ? labels.notes.companion : '',
    restrictedView ? labels.notes.restrictedView : '',
    isKept ? labels.kept : '',
    isShort ? labels.tooShort(partySize) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Live changes touch no place: the layout is made again only for other seats. */
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

/** Calls when a value becomes another, and never twice for the same. */
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

/** `block`: one tap takes as many neighbours as the party still needs. `single`: one tap, one seat. */
export type PickMode = 'block' | 'single'

export interface PickRules {
  readonly mode: PickMode
  readonly partySize: number
  readonly maxSeats: number
  /** A tap takes a space for a wheelchair with its companion's seat, whatever the mode. */
  readonly wheelchair?: boolean
}

type SeatPick =
  | { readonly type: 'changed'; readonly seatIds: readonly string[] }
  | { readonly type: 'refused'; readonly reason: 'taken' | 'limit' }

/**
 * What a tap on a seat does to the selection. A selected seat is given back. While the party is not complete, a block adds the
 * neighbours it still needs; once it is, the whole block moves to where the tap is.
 */
export function pickSeat(
  rows: readonly SeatRow[],
  selected: ReadonlySet<string>,
  seatId: string,
  { mode, partySize, maxSeats, wheelchair = false }: PickRules,
): SeatPick {
  if (wheelchair) {
    const place = placeAt(rows, seatId)
    if (place.length === 0) return { type: 'refused', reason: 'taken' }
    return { type: 'changed', seatIds: selected.has(seatId) ? [] : place }
  }
  if (selected.has(seatId)) return { type: 'changed', seatIds: [...selected].filter((id) => id !== seatId) }
  if (mode === 'single') {
    if (blockAt(rows, seatId, 1).length === 0) return { type: 'refused', reason: 'taken' }
    return selected.size >= maxSeats
      ? { type: 'refused', reason: 'limit' }
      : { type: 'changed', seatIds: [...selected, seatId] }
  }
  const wanted = Math.min(partySize, maxSeats)
  const kept = selected.size < wanted ? selected : new Set<string>()
  const block = blockAt(rows, seatId, wanted - kept.size, kept)
  return block.length === 0 ? { type: 'refused', reason: 'taken' } : { type: 'changed', seatIds: [...kept, ...block] }
}

/**
 * What the map and the list beside it take and give: the same for both, so that either can do all the other does. They
 * fetch nothing and keep no selection of their own.
 */
export interface SeatMapProps {
  readonly visit: VisitView
  /** The section looked into, as fresh as can be; null shows the whole venue. */
  readonly section: SectionView | null
  /** The customer asked for a space for a wheelchair: such spaces, each with its companion's seat, are what they choose from. */
  readonly wheelchair?: boolean
  /** How many seats the customer came for: a block has this size. */
  readonly partySize: number
  /** More cannot be selected. */
  readonly maxSeats: number
  readonly mode: PickMode
  /** Seats of `section`. */
  readonly selected: ReadonlySet<string>
  /** The selection is being held just now: that a fresh `section` gives it as taken is our own doing. */
  readonly holding: boolean
  readonly onSelectionChange: (seatIds: readonly string[]) => void
  readonly onOpenSection: (sectionId: string) => void
  readonly onCloseSection: () => void
  /** Selected seats that a fresh `section` no longer gives as available, each time there are any. */
  readonly onSeatsLost: (seatIds: readonly string[]) => void
  /** Seats that the selection would leave alone: whenever they change. */
  readonly onLoneSeatsChange: (seatIds: readonly string[]) => void
  /** Calibration of the screen, in CSS pixels: a seat can be touched from 10 mm on. */
  readonly pixelsPerMillimetre: number
  readonly labels: SeatMapLabels
}
