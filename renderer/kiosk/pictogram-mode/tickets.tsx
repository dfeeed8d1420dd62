import { useEffect, useState } from 'react'
import type { ChosenSeat } from '../../../shared/domain/seats/offer.ts'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import type { SaleStage, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { inkOn, TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { usePlannedVenue } from '../../seat-map/miniature.tsx'
import { PlacePicture, SeenFrom } from '../place-picture.tsx'
import { type PlaceGroup, placeGroups } from '../../../shared/domain/seats/place-groups.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { visitOf } from '../state/kiosk-state.ts'
import { usePrintingLead } from '../tickets/printing-screens.tsx'
import { GateDrawing, RowDrawing, SeatDrawing, TicketDrawing, Walker } from './drawings.tsx'
import { MoneyToCount } from './money.tsx'
import { PictureSheet, SpokenPrompt, usePlaceWords } from './picture-sheet.tsx'
import styles from './tickets.module.css'

const stateIcons: Readonly<Record<TicketPrintView['state'], IconName>> = {
  queued: 'clock',
  spooling: 'printer',
  printed: 'check',
  unknown: 'alert',
  failed: 'alert',
}

export function TicketsOut({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  return (
    <ul className={styles.tickets}>
      {tickets.map(({ ticketId, seatCode, state }) => {
        const place = sale?.seats.find((seat) => seat.place.seatCode === seatCode)?.place
        const number = place ? String(place.seatNumber) : ''
        return (
          <li key={ticketId}>
            <SpokenPrompt
              words={`${place ? t.done.seats([number]) : seatCode}. ${t.printing.state(state)}`}
              look={styles.ticket}
            >
              <span className={styles.slot} />
              <span className={styles.paper} data-state={state}>
                <TicketDrawing tribune={place?.tribune.color ?? '#12181a'} name={number} />
              </span>
              <Icon name={stateIcons[state]} />
            </SpokenPrompt>
          </li>
        )
      })}
    </ul>
  )
}

export function PictogramPrinting({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const lead = usePrintingLead(tickets)
  return (
    <PictureSheet title={t.printing.title} lead={lead} leadRole="status" countdown={false}>
      <TicketsOut tickets={tickets} />
    </PictureSheet>
  )
}

const SHOWN_MS = 30_000

/** Each touch restarts the time until the screen closes, so that the customer can listen to every drawing. */
export function PictogramDone({ stage }: { stage: Extract<SaleStage, { name: 'done' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const [endsAt, setEndsAt] = useState(() => performance.now() + SHOWN_MS)
  const seconds = useSecondsLeft(endsAt) ?? 0
  useEffect(() => {
    if (seconds === 0) store.leave('idle')
  }, [seconds, store])
  if (!sale) return null
  const change = sale.paid?.change ?? 0
  return (
    <PictureSheet
      title={t.done.title(stage.tickets.length)}
      countdown={false}
      onYes={() => store.leave('cancelled')}
      aside={<p className={styles.closing}>{t.done.closesIn(seconds)}</p>}
    >
      <div className={styles.done} onPointerDown={() => setEndsAt(performance.now() + SHOWN_MS)}>
        <TicketsOut tickets={stage.tickets} />
        <PlaceTile seats={sale.seats} />
        {change > 0 && (
          <div className={styles.change}>
            <SpokenPrompt words={t.done.change}>
              <Icon name="cash" />
              <span>{t.done.change}</span>
            </SpokenPrompt>
            <MoneyToCount amount={change} currency={sale.currency} />
          </div>
        )}
      </div>
    </PictureSheet>
  )
}

export function PlaceTile({ seats }: { seats: readonly ChosenSeat[] }) {
  const { t } = useI18n()
  const placeWords = usePlaceWords()
  const state = useKioskState()
  const visit = visitOf(state)
  const venue = usePlannedVenue(visit?.saleId === state.sale?.saleId ? visit : null)
  const places = seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) }))
  return (
    <div className={styles.place}>
      {venue && (
        <div className={styles.pictures}>
          <SpokenPrompt words={`${t.pictures.walk}. ${placeWords(seats)}`} look={styles.picture}>
            <PlacePicture venue={venue} places={places} walker={<Walker />} />
          </SpokenPrompt>
          <SpokenPrompt words={t.review.view} look={styles.view}>
            <SeenFrom seats={seats} />
          </SpokenPrompt>
        </div>
      )}
      {placeGroups(seats).map((group) => (
        <WayTiles key={group.key} group={group} />
      ))}
    </div>
  )
}

function WayTiles({ group }: { group: PlaceGroup }) {
  const { t } = useI18n()
  const { gate, tribune, sector, rows } = group
  const shown = shownGate(gate)
  return (
    <ol className={styles.way} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
      <li className={styles.start}>
        <SpokenPrompt words={t.pictures.walk} look={styles.tile}>
          <Walker />
        </SpokenPrompt>
        <Icon name="arrow-right" />
      </li>
      <li>
        <SpokenPrompt words={`${t.review.gate} ${shown}`} look={styles.tile}>
          <GateDrawing name={shown} />
        </SpokenPrompt>
        <Icon name="arrow-right" />
      </li>
      <li>
        <SpokenPrompt words={`${tribune.name}. ${t.review.sector} ${sector}`} look={styles.tile}>
          <span className={styles.sector}>
            <TribuneMark tribune={tribune} />
            <b>{sector}</b>
          </span>
        </SpokenPrompt>
        <Icon name="arrow-right" />
      </li>
      {rows.map(({ row, numbers }) => (
        <li key={row}>
          <SpokenPrompt words={t.offers.row(row)} look={styles.tile}>
            <RowDrawing name={row} />
          </SpokenPrompt>
          <Icon name="arrow-right" />
          <SpokenPrompt words={t.offers.seats(numbers)} look={styles.seats}>
            {numbers.map((number) => (
              <SeatDrawing key={number} name={number} />
            ))}
          </SpokenPrompt>
        </li>
      ))}
    </ol>
  )
}
