import { useEffect, useState } from 'react'
import { shownGate } from '../../../shared/domain/venue/way.ts'
import { ticketsPath } from '../../../shared/api/kiosk/contract.ts'
import type { SaleStage, SaleView, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { inkOn, TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { PageTurner } from '../../ui/paged.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import { OutstandingVouchers } from '../paying/review-screen.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { gatesOf, type PlaceGroup, placeGroups, Route } from '../places.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import demoTicketsStyles from './demo-tickets.module.css'
import styles from './done-screen.module.css'
import printedTicketsStyles from './printed-tickets.module.css'
import { useScanner } from './scanner.ts'

/** Time in milliseconds until the screen closes. It is longer with speech output or keys, and in the demo. */
const SHOWN_MS = { usually: 30_000, byEar: 120_000, demo: 120_000 }

export function DoneScreen({ stage }: { stage: Extract<SaleStage, { name: 'done' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, aids, byKeys, info } = useKioskState()
  const shown = info?.demoTickets ? 'demo' : aids.spoken || byKeys ? 'byEar' : 'usually'
  const [endsAt] = useState(() => performance.now() + SHOWN_MS[shown])
  const seconds = useSecondsLeft(endsAt) ?? 0
  useEffect(() => {
    if (seconds === 0) store.leave('idle')
  }, [seconds, store])
  if (!sale) return null
  const groups = placeGroups(sale.seats)
  const change = sale.paid?.change ?? 0
  return (
    <Sheet
      title={t.done.title(stage.tickets.length)}
      coupon={
        <div className={styles.aside}>
          <p className={styles.wish}>{sale.event.homeTeam === '' ? t.done.wishShow : t.done.wish}</p>
          {change > 0 && (
            <p>
              <span>{t.done.change}</span>
              <strong>{money(change, sale.currency)}</strong>
            </p>
          )}
          <OutstandingVouchers />
        </div>
      }
      picture={info?.demoTickets ? undefined : <HeldPlaces />}
      actions={
        <>
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.done.finish}
          </Button>
          <TicketsLink saleId={sale.saleId} />
          <p className={styles.closing} role="timer">
            {t.done.closesIn(seconds)}
          </p>
        </>
      }
    >
      {info?.demoTickets ? (
        <div className={styles.demo}>
          <Gates groups={groups} />
          <DemoTickets sale={sale} tickets={stage.tickets} />
        </div>
      ) : (
        <Gates groups={groups} />
      )}
    </Sheet>
  )
}

function Gates({ groups }: { groups: readonly PlaceGroup[] }) {
  const { t } = useI18n()
  const gates = gatesOf(groups)
  return (
    <ul className={styles.gates}>
      {gates.map((gate) => {
        const shown = shownGate(gate)
        const group = groups.find((each) => shownGate(each.gate) === shown)
        if (!group) return null
        const { tribune, sector, rows, route } = group
        return (
          <li
            key={shown}
            className={styles.gate}
            style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
          >
            <span className={styles.band}>
              <TribuneMark tribune={tribune} />
            </span>
            <p className={styles.label}>{t.done.gate}</p>
            <p className={styles.figure} style={{ '--letters': Math.max(1, shown.length) }}>
              <span>{shown}</span>
            </p>
            <div className={styles.way}>
              <p className={styles.name}>{tribune.name}</p>
              {rows.map(({ row, numbers }) => (
                <p key={row}>
                  {t.offers.place(sector, row)}
                  {t.common.comma}
                  {t.offers.seats(numbers)}
                </p>
              ))}
              <Route steps={route} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Tickets of the demo, shown one at a time because demo tickets are not printed. */
function DemoTickets({ sale, tickets }: { sale: SaleView; tickets: readonly TicketPrintView[] }) {
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
    // In the part `options`, the speech output announces only the buttons, because the tickets have been read aloud.
    <figure className={demoTicketsStyles.tickets} data-part="options">
      <div className={demoTicketsStyles.page}>
        {picture !== null && <img src={picture} alt={description ? t.done.ticket(description) : ''} />}
      </div>
      <PageTurner page={page} pages={tickets.length} onPage={setPage} />
    </figure>
  )
}

/** Returns the URL of the ticket's picture; null until the picture is rendered. */
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

/** Link to the PDF of the tickets. Absent on a locked kiosk, whose window must not open other documents. */
function TicketsLink({ saleId }: { saleId: string }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (info?.demoTickets !== 'document') return null
  return (
    <ButtonLink icon="ticket" href={ticketsPath(saleId)}>
      {t.done.openTickets}
    </ButtonLink>
  )
}

/** Screen for a paid and recorded sale whose tickets cannot be printed, so that staff must help the customer. */
export function PrintProblemScreen({ stage }: { stage: Extract<SaleStage, { name: 'print-problem' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
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
          <Button kind="quiet" icon="person" onPress={store.openStaff}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <PrintedTickets tickets={stage.tickets} />
      <ReferenceCard reference={stage.reference} />
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
    <ol className={printedTicketsStyles.tickets} style={{ '--across': Math.min(4, tickets.length) }} aria-live="polite">
      {tickets.map((ticket) => {
        const place = sale?.seats.find((seat) => seat.place.seatCode === ticket.seatCode)?.place
        return (
          <li key={ticket.ticketId} data-state={ticket.state}>
            <p className={printedTicketsStyles.state}>
              <strong>{place ? t.done.seats([String(place.seatNumber)]) : ticket.seatCode}</strong>
              <span>
                <Icon name={stateIcons[ticket.state]} />
                {t.printing.state(ticket.state)}
              </span>
              {ticket.copyNumber > 0 && <span>{t.printing.copy(ticket.copyNumber)}</span>}
            </p>
            <div className={printedTicketsStyles.slot} aria-hidden="true">
              <div className={printedTicketsStyles.paper}>
                <span className={printedTicketsStyles.ornament}>
                  <Guilloche seed={ticket.ticketNumber} rings={14} />
                </span>
                <span className={printedTicketsStyles.band}>{place && <TribuneMark tribune={place.tribune} />}</span>
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
  const lead = usePrintingLead(tickets)
  return (
    <Sheet
      title={t.printing.title(tickets.length)}
      lead={lead}
      leadRole="status"
      coupon={<SaleStub countdown={false} />}
      picture={<HeldPlaces />}
    >
      <PrintedTickets tickets={tickets} />
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
