import type { TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { TribuneMark } from '../../components/drawn/tribune-mark.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './printed-tickets.module.css'

const stateIcons: Readonly<Record<TicketPrintView['state'], IconName>> = {
  queued: 'clock',
  spooling: 'printer',
  printed: 'check',
  unknown: 'alert',
  failed: 'alert',
}

/** The printer's slot, and the tickets that hang out of it as far as they have come. */
export function PrintedTickets({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  return (
    <ol className={styles.tickets} style={{ '--across': Math.min(4, tickets.length) }} aria-live="polite">
      {tickets.map((ticket) => {
        const place = sale?.seats.find((seat) => seat.place.seatCode === ticket.seatCode)?.place
        return (
          <li key={ticket.ticketId} data-state={ticket.state}>
            <p className={styles.state}>
              <strong>{place ? t.done.seats([String(place.seatNumber)]) : ticket.seatCode}</strong>
              <span>
                <Icon name={stateIcons[ticket.state]} />
                {t.printing.state(ticket.state)}
              </span>
              {ticket.copyNumber > 0 && <span>{t.printing.copy(ticket.copyNumber)}</span>}
            </p>
            <div className={styles.slot} aria-hidden="true">
              <div className={styles.paper}>
                <span className={styles.ornament}>
                  <Guilloche seed={ticket.ticketNumber} rings={14} />
                </span>
                <span className={styles.band}>{place && <TribuneMark tribune={place.tribune} />}</span>
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
