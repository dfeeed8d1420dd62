import { useEffect, useState } from 'react'
import { shownGate } from '../../../shared/domain/venue/way.ts'
import { ticketsPath } from '../../../shared/kiosk-api/contract.ts'
import type { SaleView, TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { ButtonLink } from '../../components/button.tsx'
import { PageTurner } from '../../components/paging/page-turner.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './demo-tickets.module.css'

/** The printed tickets, one at a time: nobody has a paper of the demo in the hand. */
export function DemoTickets({ sale, tickets }: { sale: SaleView; tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const [page, setPage] = useState(0)
  const ticket = tickets[page]
  const picture = useTicketPicture(sale.saleId, ticket?.ticketId ?? '')
  const place = sale.seats.find((seat) => seat.place.seatCode === ticket?.seatCode)?.place
  const description = place && {
    ticket: page + 1,
    tickets: tickets.length,
    tribune: place.tribune.name,
    gate: shownGate(place.gate),
    row: place.row,
    seat: String(place.seatNumber),
  }
  return (
    // The spoken screen announces the buttons below, not these: it has read the tickets already.
    <figure className={styles.tickets} data-part="options">
      <div className={styles.page}>
        {picture !== null && <img src={picture} alt={description ? t.done.ticket(description) : ''} />}
      </div>
      <PageTurner page={page} pages={tickets.length} onPage={setPage} />
    </figure>
  )
}

/** Null until it is drawn. */
function useTicketPicture(saleId: string, ticketId: string): string | null {
  const { invoke } = useKioskStore()
  const [drawn, setDrawn] = useState<{ readonly of: string; readonly picture: string } | null>(null)
  useEffect(() => {
    let isWanted = true
    void invoke('drawTicket', { saleId, ticketId }).then((reply) => {
      if (isWanted && reply.ok) setDrawn({ of: ticketId, picture: `data:image/png;base64,${reply.value.picture}` })
    })
    return () => {
      isWanted = false
    }
  }, [invoke, saleId, ticketId])
  return drawn?.of === ticketId ? drawn.picture : null
}

/** The way to the PDF; nothing at a kiosk that is locked, whose window shows nothing but the kiosk. */
export function TicketsLink({ saleId }: { saleId: string }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (info?.demoTickets !== 'document') return null
  return (
    <ButtonLink icon="ticket" href={ticketsPath(saleId)}>
      {t.done.openTickets}
    </ButtonLink>
  )
}
