import { useEffect, useState } from 'react'
import type { SaleStage, TicketPrintView } from '../../../../shared/kiosk-api/views.ts'
import { useSecondsLeft } from '../../../app/use-countdown.ts'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { usePrintingLead } from '../../tickets/use-printing-lead.ts'
import { TicketDrawing } from '../drawings/places.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { PlaceTile } from './place-tile.tsx'
import { Said } from '../said.tsx'
import styles from './tickets-in-pictures.module.css'

const stateIcons: Readonly<Record<TicketPrintView['state'], IconName>> = {
  queued: 'clock',
  spooling: 'printer',
  printed: 'check',
  unknown: 'alert',
  failed: 'alert',
}

/** The tickets as they come out of the slot: who waits sees which is still to come. */
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
            <Said
              words={`${place ? t.done.seats([number]) : seatCode}. ${t.printing.state(state)}`}
              look={styles.ticket}
            >
              <span className={styles.slot} />
              <span className={styles.paper} data-state={state}>
                <TicketDrawing tribune={place?.tribune.color ?? '#12181a'} name={number} />
              </span>
              <Icon name={stateIcons[state]} />
            </Said>
          </li>
        )
      })}
    </ul>
  )
}

export function PrintingInPictures({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const lead = usePrintingLead(tickets)
  return (
    <PictureSheet title={t.printing.title(tickets.length)} lead={lead} leadRole="status" countdown={false}>
      <TicketsOut tickets={tickets} />
    </PictureSheet>
  )
}

const SHOWN_MS = 30_000

/** Take the paper, walk this way; what is given back, in notes. Longer than for who reads: each drawing can be heard. */
export function DoneInPictures({ stage }: { stage: Extract<SaleStage, { name: 'done' }> }) {
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
            <Said words={t.done.change}>
              <Icon name="cash" />
              <span>{t.done.change}</span>
            </Said>
            <MoneyToCount amount={change} currency={sale.currency} />
          </div>
        )}
      </div>
    </PictureSheet>
  )
}
