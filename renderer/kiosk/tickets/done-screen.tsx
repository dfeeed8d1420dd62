import { useCallback, useEffect, useState } from 'react'
import { collectionCode, inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import { ticketsPath } from '../../../shared/api/kiosk/contract.ts'
import type { SaleStage, SaleView, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { inkOn, TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTurner } from '../../ui/paged.tsx'
import { ScrollHint } from '../../ui/scroll-hint.tsx'
import { useSheetHead } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { OutstandingVouchers } from '../paying/review-screen.tsx'
import { PlacePicture, useHeldPlaces } from '../place-picture.tsx'
import { gatesOf, type PlaceGroup, placeGroups } from '../../../shared/domain/seats/place-groups.ts'
import { Route } from '../places.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { usePosition } from '../pointer.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import type { LeaveReason } from '../state/kiosk-state.ts'
import styles from './done-screen.module.css'

/**
 * Time in milliseconds until the screen closes. It is longer with speech output or keys, while a telephone scans the
 * code, and in the demo.
 */
const SHOWN_MS = { usually: 30_000, byEar: 120_000, demo: 120_000 }

/** Last screen of a sale, with the gates, the route and the reference. */
export function DoneScreen({ stage }: { stage: Extract<SaleStage, { name: 'done' }> }) {
  const { t, money } = useI18n()
  const { sale, info } = useKioskState()
  const held = useHeldPlaces()
  const { address = null, original } = sale?.telephone ?? {}
  const title = original ? t.done.telephone.scan : t.done.title(stage.tickets.length)
  const lead = sale && sale.amount > 0 ? t.done.paid(money(sale.amount, sale.currency)) : ''
  const { main, heading } = useSheetHead({ title, lead })
  const { edge, words } = usePosition('tickets')
  if (!sale) return null
  const groups = placeGroups(sale.seats)
  return (
    <main className={styles.done} data-telephone={original} {...main}>
      <div className={styles.head} data-said>
        <div>
          <h1 {...heading}>{title}</h1>
          <p>
            {lead} {!original && <span role="status">{words}</span>}
          </p>
        </div>
        {edge && !original && (
          <span className={styles.out} data-edge={edge} data-arrow>
            <Icon name="arrow-down" />
          </span>
        )}
      </div>
      {original && address !== null && <TelephoneCode address={address} isCopy={false} />}
      <Gates groups={groups} />
      {address !== null ? (
        !original && <TelephoneCode address={address} isCopy />
      ) : info?.demoTickets ? (
        <DemoTickets sale={sale} tickets={stage.tickets} />
      ) : (
        <div className={styles.go}>
          {held && <PlacePicture venue={held.venue} places={held.places} />}
          <div className={styles.words}>
            {held?.venue.gates.some(({ isHere }) => isHere) && (
              <p className={styles.here}>
                <i aria-hidden="true" /> {t.seatMap.here}
              </p>
            )}
            <h2>{t.done.goTo(gatesOf(groups).map(shownGate))}</h2>
            {groups.length === 1 && <Route steps={groups[0]?.route ?? []} />}
            <p>{t.done.show(stage.tickets.length)}</p>
          </div>
        </div>
      )}
      <Foot key={address} sale={sale} />
      <ScrollHint />
    </main>
  )
}

/** Reference, change, vouchers and the button that ends the sale. Ends the sale automatically after a timeout. */
function Foot({ sale }: { sale: SaleView }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { aids, busy, byKeys, info } = useKioskState()
  const { address = null, original = false } = sale.telephone ?? {}
  const isSlow = aids.spoken || byKeys || address !== null
  const shownMs = SHOWN_MS[info?.demoTickets ? 'demo' : isSlow ? 'byEar' : 'usually']
  const [endsAt] = useState(() => performance.now() + shownMs)
  const seconds = useSecondsLeft(endsAt) ?? 0
  const leave = useCallback(
    (reason: LeaveReason) => (original ? void store.leavePublished(sale.saleId, reason) : store.leave(reason)),
    [original, sale.saleId, store],
  )
  useEffect(() => {
    if (seconds === 0 && !busy) leave('idle')
  }, [busy, leave, seconds])
  const change = sale.paid?.change ?? 0
  return (
    <div className={styles.foot} data-part="stub">
      <dl className={styles.reference}>
        <div>
          <dt>{t.done.reference}</dt>
          <dd dir="ltr" {...holding('reference')}>
            {inHalves(collectionCode(sale.saleId))}
          </dd>
        </div>
      </dl>
      <div className={styles.aside}>
        <p className={styles.wish}>{sale.event.homeTeam === '' ? t.done.wishShow : t.done.wish}</p>
        {change > 0 && (
          <p data-item>
            <span>{t.done.change}</span> <strong>{money(change, sale.currency)}</strong>
          </p>
        )}
        <OutstandingVouchers />
      </div>
      <div className={styles.finish} style={{ '--share': (seconds * 1000) / shownMs }}>
        <Button kind="primary" disabled={busy} onPress={() => leave('cancelled')}>
          {t.done.finish}
        </Button>
        <TelephoneButton sale={sale} />
        <TicketsLink saleId={sale.saleId} />
        <p className="unseen" role="timer">
          {t.done.closesIn(seconds)}
        </p>
      </div>
    </div>
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
            <span className={styles.lines}>
              <Guilloche seed={shown} />
            </span>
            <p className={styles.label}>{t.done.gate}</p>
            <p className={styles.figure} style={{ '--letters': widthOf(shown) }}>
              <span>{shown}</span>
            </p>
            <div className={styles.way}>
              <p className={styles.name}>{tribune.name}</p>
              <div>
                {rows.map(({ row, numbers }) => (
                  <p key={row}>
                    {t.offers.place(sector, row)}
                    {t.common.comma}
                    {t.offers.seats(numbers)}
                  </p>
                ))}
              </div>
              {groups.length > 1 && <Route steps={route} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the width of a gate's name in ordinary letters. M and W are wider. */
const widthOf = (shown: string): number => Math.max(1, shown.length + 0.4 * (shown.match(/[MW]/giu)?.length ?? 0))

/** Width of the QR code in millimetres, so that a telephone can scan it at arm's length. */
const CODE_MM = 60

/** QR code with the address of the ticket page, for the customer's telephone. */
function TelephoneCode({ address, isCopy }: { address: string; isCopy: boolean }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const words = t.done.telephone
  return (
    <div className={styles.telephone} data-part="options">
      <QrCode
        text={address}
        label={words.title}
        pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
        millimetres={CODE_MM}
      />
      <div className={styles.words}>
        {isCopy && <h2>{words.title}</h2>}
        <p>{words.body}</p>
        <p>{isCopy ? words.copies : words.unopened}</p>
      </div>
    </div>
  )
}

function TelephoneButton({ sale: { telephone } }: { sale: SaleView }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  if (!telephone || (telephone.address !== null && !telephone.original)) return null
  return (
    <>
      {problem && <ProblemNotice notice={problem} />}
      {telephone.original ? (
        <Button icon="printer" disabled={busy} onPress={store.printPublished}>
          {busy ? t.printing.title : t.done.telephone.print}
        </Button>
      ) : (
        <Button icon="telephone" disabled={busy} onPress={store.publishTickets}>
          {t.done.telephone.ask}
        </Button>
      )}
    </>
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
    <figure className={styles.tickets} data-part="options">
      <div className={styles.page}>
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
