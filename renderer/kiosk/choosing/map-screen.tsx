import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { EventOffer, SeatOffer } from '../../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../../shared/api/kiosk/views.ts'
import { poll, useSection } from '../../app/hooks.ts'
import { endsTheVisit } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Waiting } from '../../ui/illustrations/drawings.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Sheet, type SheetProps } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import type { SeatMapLabels } from '../../i18n/fr/kiosk.ts'
import { SeatList } from '../../seat-map/seat-list.tsx'
import { SeatMap } from '../../seat-map/seat-map.tsx'
import type { SeatMapProps } from '../../seat-map/use-section-choice.ts'
import { EventPicture } from '../event-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub, useSaleNotice } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type MapStep, valueOf } from '../state/steps.ts'
import styles from './map-screen.module.css'

/** Minimum distance between seat centres on the map, in millimetres. A seat is 90 % of this distance wide. */
const SEAT_PITCH = 18

/** Screen on which customers choose seats themselves: first the venue by stand and section, then single seats. */
export function MapScreen({ step: { event, sectionId, visit, picked, wishes } }: { step: MapStep }) {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { info, busy: occupied, byKeys } = useKioskState()
  const notice = useSaleNotice()
  const [chosen, setListed] = useState(false)
  const [lone, setLone] = useState<readonly string[]>([])
  const opened = valueOf(visit)
  const watched = useSection(store, opened?.saleId ?? null, sectionId)
  const { section } = watched
  const stale = useOverview(sectionId === null && opened ? opened.saleId : null) || watched.stale
  const coming = sectionId !== null && section?.sectionId !== sectionId
  const labels = useMemo(() => seatMapLabels(i18n, event.currency), [i18n, event.currency])
  const selected = useMemo(() => new Set(picked), [picked])
  const seats = picked.flatMap((seatId) => section?.seats.find((seat) => seat.seatId === seatId) ?? [])
  const maxSeats = info?.maxSeats ?? 1
  const listed = chosen || byKeys
  const warning = lone.length > 0 ? t.seatMap.leavesAlone(lone.length) : ''
  const bar = sectionId !== null && (
    <TakeBar {...{ seats, labels, warning, occupied }} isFull={seats.length >= maxSeats || wishes.wheelchair}>
      {coming ? undefined : () => store.hold(picked.map((seatId) => ({ sectionId, seatId })))}
    </TakeBar>
  )
  const sheet = {
    title: sectionId === null ? t.map.title : t.map.sectionTitle(codeOf(opened, sectionId)),
    lead: sectionId === null ? undefined : [saidOf(t, picked.length), warning].filter((part) => part !== '').join(' '),
  }
  const told = notice ? (
    <ProblemNotice notice={notice} />
  ) : (
    stale && <NoticeStrip title={t.map.staleTitle} body={t.map.stale} icon="clock" />
  )
  const back = (
    <Button
      kind="quiet"
      icon="arrow-left"
      disabled={occupied}
      onPress={sectionId === null ? store.back : () => store.openSection(null)}
    >
      {sectionId === null ? t.map.best : t.map.whole}
    </Button>
  )
  const options = !byKeys && (
    <Button icon={listed ? 'map' : 'list'} disabled={occupied} onPress={() => setListed(!listed)}>
      {listed ? t.map.asMap : t.map.asList}
    </Button>
  )
  const waiting = (!opened || coming) && (
    <div className={styles.waiting}>
      <Waiting label={t.common.wait} />
    </div>
  )
  const map: SeatMapProps | null = opened && {
    visit: opened,
    section,
    wheelchair: wishes.wheelchair,
    maxSeats,
    selected,
    holding: occupied,
    onSelectionChange: store.pick,
    onOpenSection: store.openSection,
    onCloseSection: () => store.openSection(null),
    onSeatsLost: (lost) => store.pick(picked.filter((seatId) => !lost.includes(seatId))),
    onLoneSeatsChange: setLone,
    pixelsPerMillimetre: info?.pixelsPerMillimetre ?? 4,
    seatPitch: SEAT_PITCH,
    eventPicture: <EventPicture event={event} scenery />,
    labels,
  }
  const parts = { sheet, told, options, bar, back, waiting, inert: occupied || coming }
  if (map && !listed) return <DrawnSeats {...parts} map={map} />
  return <ListedSeats {...parts} map={map} event={event} seats={seats} />
}

interface MapScreenParts {
  readonly sheet: Pick<SheetProps, 'title' | 'lead'>
  readonly told: ReactNode
  readonly options: ReactNode
  /** Button that holds the chosen seats, or an instruction if no seat is chosen. */
  readonly bar: ReactNode
  readonly back: ReactNode
  readonly waiting: ReactNode
  readonly inert: boolean
}

function DrawnSeats({ map, ...parts }: MapScreenParts & { readonly map: SeatMapProps }) {
  return (
    <SeatMap {...map}>
      {({ stage, seen, legend, zoom }) => (
        <Sheet
          {...parts.sheet}
          turn={seen ? 'seats' : 'venue'}
          bleed={seen !== null}
          notice={parts.told}
          options={seen ? undefined : parts.options}
          coupon={
            <div className={styles.beside}>
              {seen}
              <div className={styles.key}>
                {legend}
                {seen && zoom}
              </div>
            </div>
          }
          actions={
            seen ? (
              parts.bar
            ) : (
              <>
                {zoom}
                {parts.back}
              </>
            )
          }
        >
          <div className={styles.map} data-level={seen ? 'section' : 'venue'} inert={parts.inert}>
            <div className={styles.above}>{seen}</div>
            <div className={styles.drawing} dir="ltr">
              {stage}
              {parts.waiting}
            </div>
            <div className={styles.below}>{!seen && legend}</div>
          </div>
        </Sheet>
      )}
    </SeatMap>
  )
}

interface ListedSeatsProps extends MapScreenParts {
  /** Properties of the seat list; null until the visit is open. */
  readonly map: SeatMapProps | null
  readonly event: EventOffer
  readonly seats: readonly SeatOffer[]
}

function ListedSeats({ map, event, seats, ...parts }: ListedSeatsProps) {
  const total = seats.reduce((sum, { price }) => sum + price, 0)
  return (
    <Sheet
      {...parts.sheet}
      notice={parts.told}
      options={parts.options}
      coupon={<SaleStub event={event} {...(seats.length > 0 && { count: seats.length })} total={total} />}
      actions={
        <>
          {parts.bar}
          {parts.back}
        </>
      }
    >
      <div className={styles.map} inert={parts.inert}>
        {map && <SeatList {...map} />}
        {parts.waiting}
      </div>
    </Sheet>
  )
}

function saidOf({ map, seatMap }: I18n['t'], picked: number): string {
  return picked === 0 ? map.lead : seatMap.spokenSelection(picked)
}

function codeOf(visit: VisitView | null, sectionId: string): string {
  const offered = visit?.session.overview.sections.find((section) => section.sectionId === sectionId)
  return offered?.code ?? sectionId
}

function seatMapLabels({ t, money }: I18n, currency: string): SeatMapLabels {
  return { ...t.seatMap, money: (amount) => money(amount, currency) }
}

interface TakeBarProps {
  readonly seats: readonly SeatOffer[]
  readonly labels: SeatMapLabels
  /** Warning about single seats that the choice would leave isolated; empty if there are none. */
  readonly warning: string
  /** True if the maximum number of seats is chosen. */
  readonly isFull: boolean
  readonly occupied: boolean
  /** Holds the seats; undefined while the section is loading. */
  readonly children: (() => void) | undefined
}

/** Button that holds the chosen seats, with their total price. Shows an instruction if no seat is chosen. */
function TakeBar({ seats, labels, warning, isFull, occupied, children: take }: TakeBarProps) {
  const { t } = useI18n()
  const [first] = seats
  if (!first) return <p className={styles.none}>{t.map.lead}</p>
  const more = warning === '' ? !isFull && t.map.more : warning
  const total = labels.money(seats.reduce((sum, { price }) => sum + price, 0))
  const disabled = occupied || !take
  return (
    <button type="button" className={styles.take} aria-disabled={disabled} onClick={disabled ? undefined : take}>
      <span className={styles.what}>
        <b>{occupied ? t.offers.holding : t.map.take(seats.length, labels.seatCode(first.rowLabel, first.number))}</b>
        {more && (
          <span data-warning={warning !== ''}>
            {warning !== '' && <Icon name="alert" />}
            {more}
          </span>
        )}
      </span>
      <span className={styles.price} style={{ '--signs': total.length }}>
        {total}
      </span>
      <Icon name="arrow-right" />
    </button>
  )
}

/**
 * Refreshes the displayed seat counts of the venue every 5 s. Makes no requests without a sale. Returns true if the
 * booking service does not respond and the counts are stale.
 */
export function useOverview(saleId: string | null): boolean {
  const { invoke, meet, seeOverview } = useKioskStore()
  const [stale, setStale] = useState(false)
  useEffect(() => {
    if (saleId === null) return undefined
    return poll(async (left) => {
      const reply = await invoke('refreshOverview', { saleId })
      if (left()) return
      if (reply.ok) seeOverview(saleId, reply.value)
      else if (endsTheVisit(reply.error)) meet(reply.error)
      setStale(!reply.ok)
    })
  }, [invoke, meet, seeOverview, saleId])
  return stale && saleId !== null
}
