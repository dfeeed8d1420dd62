import { useState } from 'react'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import type { SaleStage, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import { useWide } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import { EventLine } from '../event-picture.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { DevicePointer } from '../pointer.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { SaleStub, SeatsLine } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './printed-tickets.module.css'
import { useScanner } from './scanner.ts'

/** Screen for a paid and recorded sale whose tickets cannot be printed. It directs the customer to staff. */
export function PrintProblemScreen({ stage }: { stage: Extract<SaleStage, { name: 'print-problem' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem, sale } = useKioskState()
  const code = useDeviceCode('ticket-not-printed')
  const printed = stage.tickets.filter(({ state }) => state === 'printed').length
  return (
    <Sheet
      title={t.printProblem.title}
      lead={t.printProblem.body}
      notice={
        problem ? (
          <ProblemNotice notice={problem} />
        ) : (
          <NoticeStrip
            title={t.printProblem.reason(stage.printer.reason)}
            body={t.printProblem.printed(printed, stage.tickets.length)}
            code={code}
            icon="printer"
          />
        )
      }
      coupon={<SaleStub countdown={false} />}
      actions={
        <>
          <Button kind="primary" icon="printer" disabled={busy} onPress={store.retryPrint}>
            {t.printProblem.retry}
          </Button>
          {sale?.telephone && (
            <Button icon="telephone" disabled={busy} onPress={store.publishTickets}>
              {t.done.telephone.ask}
            </Button>
          )}
          <Button kind="quiet" icon="person" onPress={store.openStaff}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <div className={styles.problem}>
        <PrintedTickets tickets={stage.tickets} />
        <ReferenceCard reference={stage.reference} />
      </div>
    </Sheet>
  )
}

const stateIcons: Readonly<Record<TicketPrintView['state'], IconName>> = {
  queued: 'clock',
  spooling: 'printer',
  printed: 'check',
  unknown: 'alert',
  failed: 'alert',
}

function PrintedTickets({ tickets }: { tickets: readonly TicketPrintView[] }) {
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
                {place && (
                  <svg className={styles.printed} viewBox="0 0 200 170">
                    <text x="100" y="24">
                      {t.review.gate}
                    </text>
                    <text x="100" y="104" data-gate style={{ '--letters': shownGate(place.gate).length }}>
                      {shownGate(place.gate)}
                    </text>
                    <text x="100" y="132">
                      {t.offers.place(place.sector, place.row)}
                    </text>
                    <text x="100" y="162" data-seat>
                      {t.done.seats([String(place.seatNumber)])}
                    </text>
                  </svg>
                )}
                <span className={styles.band}>{place && <TribuneMark tribune={place.tribune} />}</span>
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

export function PrintingScreen({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const wide = useWide()
  const lead = usePrintingLead(tickets)
  return (
    <Sheet
      above={sale && <EventLine event={sale.event} />}
      title={t.printing.title}
      lead={lead}
      leadRole="status"
      coupon={sale && <SeatsLine sale={sale} />}
      picture={wide && sale && <HeldPlaces event={sale.event} label={undefined} mapped={false} />}
    >
      <PrintedTickets tickets={tickets} />
      <DevicePointer to="tickets" />
    </Sheet>
  )
}

/** Returns the text shown during printing, including the scan result if a scanner verifies each ticket. */
export function usePrintingLead(tickets: readonly TicketPrintView[]): string {
  const { t } = useI18n()
  const { info } = useKioskState()
  const { invoke } = useKioskStore()
  const [another, setAnother] = useState(false)
  const readBack = info?.readBack ?? false
  useScanner(readBack, (code) => {
    void invoke('readTicket', { code }).then((reply) => setAnother(reply.ok && reply.value === 'another'))
  })
  const calm = tickets.length === 1 ? t.printing.bodyOne : t.printing.body
  const asked = another ? t.printing.anotherCode : t.printing.readBack
  if (info?.printer.awaited) return t.printing.awaited.body
  if (info?.printer.fallbackPrinter) return [t.printing.fallbackPrinter, ...(readBack ? [asked] : [])].join(' ')
  return readBack ? asked : calm
}
