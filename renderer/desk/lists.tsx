import { type ReactNode, useEffect, useState } from 'react'
import type { Customer } from '../../shared/domain/customer.ts'
import { isPast } from '../../shared/domain/documents/local-date.ts'
import { type EventOffer, isEventOver, venueTime } from '../../shared/domain/seats/offer.ts'
import { gatesOf, placeGroups } from '../../shared/domain/seats/place-groups.ts'
import { notesOf, shownGate } from '../../shared/domain/seats/place.ts'
import type { SeatNotes } from '../../shared/i18n/texts.ts'
import type { BackgroundSale, SaleView, SeatProposal } from '../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../app/hooks.ts'
import { seatsInShort, titleInOneLine } from '../i18n/names.ts'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import { ReadinessIssueList } from '../ui/findings.tsx'
import { isolated, minutesAndSeconds } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { whyOffered } from '../i18n/records.ts'
import styles from './cashier-app.module.css'
import { seatsOf } from './papers.tsx'
import { usePrices } from './sale-panel.tsx'
import { whereOf } from './state/desk-sale.ts'
import { isFreeOrder, openOf, type ParkedSale, said, sumsFor } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'
import type { WorkAt } from './state/desk-task.ts'

export function BehindChoice({ chosen }: { chosen: number }) {
  const { t } = useI18n()
  const { behind } = useDesk().state
  const rows = openOf(behind).map((each, index) => ({
    key: each.sale.saleId,
    row: <BehindRow behind={each} number={index + 1} />,
  }))
  return <ChoiceList title={t.desk.behind.title} chosen={chosen} rows={rows} />
}

/** Shows the unfinished background sales, and the most recent sale until the next search for seats. */
export function BackgroundSalesStrip() {
  const { t } = useI18n()
  const { behind, last } = useDesk().state
  const open = openOf(behind)
  const shown = behind.filter((each) => open.includes(each) || each.sale.saleId === last?.saleId)
  const rows = shown.map((each) => ({
    key: each.sale.saleId,
    row: <BehindRow behind={each} number={open.includes(each) ? open.indexOf(each) + 1 : null} />,
    stage: each.sale.stage.name,
  }))
  return <Strip title={t.desk.behind.title} rows={rows} isLive />
}

interface StripProps {
  readonly title: string
  readonly rows: readonly (Row & { readonly stage?: string })[]
  readonly isLive?: boolean
}

function Strip({ title, rows, isLive = false }: StripProps) {
  if (rows.length === 0) return null
  return (
    <section className={styles.parked} aria-label={title} aria-live={isLive ? 'polite' : undefined}>
      <h2>{title}</h2>
      <ol>
        {rows.map(({ key, row, stage }) => (
          <li key={key} data-stage={stage}>
            {row}
          </li>
        ))}
      </ol>
    </section>
  )
}

function BehindRow({ behind, number }: { behind: BackgroundSale; number: number | null }) {
  const { t, money } = useI18n()
  const { seats, amount, currency, paid } = behind.sale
  const words = useStateWords(behind)
  const customer = useCustomer(behind.sale)
  return (
    <>
      {number === null ? <span aria-hidden>✓</span> : <kbd>{number}</kbd>}
      <span>
        <b data-code>{`${t.desk.places(seats.length)} · ${seatsInShort(seats.map(({ place }) => place))}`}</b>
        {customer && <small>{said(customer)}</small>}
        <small>{paid ? `${t.display.paid} ${money(amount, currency)}` : money(amount, currency)}</small>
        <em className={styles.left}>{words}</em>
      </span>
    </>
  )
}

function useStateWords({ sale: { stage, seats }, sinceUtc }: BackgroundSale): string {
  const { t, clock } = useI18n()
  const { behind } = t.desk
  switch (stage.name) {
    case 'confirming':
      return behind.confirming(clock(sinceUtc))
    case 'printing': {
      const out = stage.tickets.filter(({ state }) => state === 'printed').length
      return behind.printing(out, stage.tickets.length)
    }
    case 'print-problem':
      return behind.stopped(seatsOf(stage.tickets, seats, 'queued', 'spooling', 'failed', 'unknown'))
    case 'done':
      return behind.done
    case 'refund-due':
      return behind.back
    case 'paying':
      return behind.asking
    default:
      return behind.question
  }
}

interface Row {
  readonly key: string
  readonly row: ReactNode
}

interface ChoiceListProps {
  readonly title: string
  /** Text next to the title. */
  readonly note?: string | null
  readonly chosen: number
  readonly look?: 'choice' | 'sum'
  readonly rows: readonly Row[]
  /** Called when a row is pressed. Default: the same action as Enter. */
  readonly onTake?: (index: number) => void
}

function ChoiceList({ title, note = null, chosen, look = 'choice', rows, onTake }: ChoiceListProps) {
  const { store } = useDesk()
  const take = (index: number): void => {
    store.move(index - chosen)
    store.enter('')
  }
  return (
    <section className={styles.list} aria-label={title}>
      <h2>{note === null ? title : `${title} · ${note}`}</h2>
      <ol>
        {rows.map(({ key, row }, index) => (
          <li key={key}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              className={styles[look]}
              onClick={() => (onTake ?? take)(index)}
            >
              {row}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Customer of a parked sale; null if none was recorded or no authorised user is signed in. */
function useCustomer(sale: SaleView): Customer | null {
  const { store, state } = useDesk()
  const { invoke } = store
  const { who } = state.screen
  const [customer, setCustomer] = useState<Customer | null>(null)
  useEffect(() => {
    if (!sale.customer || !who) return undefined
    let awaited = true
    void invoke('openSaleFile', { ...who.credentials, saleId: sale.saleId }).then((reply) => {
      if (awaited && reply.ok) setCustomer(reply.value.customer ?? null)
    })
    return () => {
      awaited = false
    }
  }, [invoke, who, sale])
  return sale.customer && who ? customer : null
}

export function EventList({ chosen }: { chosen: number }) {
  const { t, money, date } = useI18n()
  const { store, state } = useDesk()
  const { events, info } = state
  useEffect(() => store.lookAtEvents(), [store])
  if (events.length === 0) {
    const minutes = info?.clockOffMinutes
    if (minutes === undefined) return <p className={styles.quiet}>{t.desk.noEvents}</p>
    return <ReadinessIssueList issues={[{ type: 'clock-skew', minutes, refused: false }]} />
  }
  const rows = events.map((event, index) => ({
    key: event.eventId,
    row: (
      <>
        <kbd>{index + 1}</kbd>
        <span>
          <b>
            <span className="clamped" title={titleInOneLine(event)}>
              {titleInOneLine(event)}
            </span>
          </b>
          <small>
            {date(event.startsAt).full} · {event.venue.name}
          </small>
        </span>
        <span className={styles.amount}>
          {money(event.minPrice, event.currency)}
          <EventStanding event={event} />
        </span>
      </>
    ),
  }))
  const take = (index: number): void => store.chooseEvent(events[index] ?? null)
  return <ChoiceList title={t.desk.choose} chosen={chosen} rows={rows} onTake={take} />
}

function EventStanding({ event }: { event: EventOffer }) {
  const { t, count } = useI18n()
  const { seatsLeft, info } = useDesk().state
  const left = seatsLeft.get(event.eventId)
  const [now] = useState(() => venueTime(info ?? {}, Date.now()))
  const { over, begun, soldOut } = t.desk.eventStands
  if (isEventOver(event, now)) return <small>{over}</small>
  const seats = left === undefined ? null : left === 0 ? soldOut : t.desk.seatsLeft(left, count(left))
  return <small>{[isPast(event.startsAt, now) ? begun : null, seats].filter(Boolean).join(' · ')}</small>
}

export function OfferList({ seats: { visit, search } }: { seats: WorkAt<'seats'> }) {
  const { t } = useI18n()
  const { offers, chosen, varied } = search
  if (!offers || !visit) return null
  const { currency } = visit.session
  const rows = offers.map((offer) => ({
    key: offer.seats[0]?.seatId ?? '',
    row: <OfferRow offer={offer} currency={currency} />,
  }))
  const note = varied === null || offers.length < 2 ? null : t.desk.arrowsChange(isolated(varied))
  return <ChoiceList title={t.desk.offers} note={note} chosen={chosen} rows={rows} />
}

function OfferRow({ offer, currency }: { offer: SeatProposal; currency: string }) {
  const { t, money } = useI18n()
  const prices = usePrices(offer.seats, currency)
  const groups = placeGroups(offer.seats)
  const tribunes = new Map(groups.map(({ tribune }) => [tribune.code, tribune]))
  return (
    <>
      <span className={styles.tribune}>
        {[...tribunes.values()].map((tribune) => (
          <TribuneMark key={tribune.code} tribune={tribune} />
        ))}
      </span>
      <span>
        {groups.map(({ key, tribune, sector, rows }) => (
          <b key={key} data-code>
            {tribune.name} · {sector} ·{' '}
            {rows.map(({ row, numbers }) => `${t.desk.row} ${row} : ${numbers.join(' ')}`).join(' · ')}
          </b>
        ))}
        <small data-code>
          {[
            `${t.desk.gate} ${gatesOf(groups).map(shownGate).join(', ')}`,
            ...notesIn(offer, t.seatNotes),
            whyOffered(t.offers, offer),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {groups.length > 1 && <small>{prices.map(({ zone, sum }) => isolated(`${zone} : ${sum}`)).join(' · ')}</small>}
      </span>
      <span className={styles.amount}>{money(offer.total, currency)}</span>
    </>
  )
}

/** Returns notes such as `Place fauteuil 59`. */
function notesIn({ seats }: SeatProposal, words: SeatNotes): readonly string[] {
  return seats.flatMap(({ place }) =>
    notesOf(place).flatMap((note) => (note === 'stepFree' ? [] : `${words[note]} ${place.seatNumber}`)),
  )
}

function useParkedRows(): readonly Row[] {
  return useDesk().state.parked.map((each, index) => ({
    key: each.sale.saleId,
    row: <ParkedRow parked={each} number={index + 1} />,
  }))
}

export function ParkedChoice({ chosen }: { chosen: number }) {
  return <ChoiceList title={useI18n().t.desk.parked} chosen={chosen} rows={useParkedRows()} />
}

export function ParkedStrip() {
  return <Strip title={useI18n().t.desk.parked} rows={useParkedRows()} />
}

function ParkedRow({ parked: { sale, seenAt }, number }: { parked: ParkedSale; number: number }) {
  const { t, money, digits } = useI18n()
  const held = sale.stage.name === 'review' ? sale.holdRemainingMs : null
  const secondsLeft = useSecondsLeft(held === null ? null : seenAt + held)
  const customer = useCustomer(sale)
  return (
    <>
      <kbd>{number}</kbd>
      <span>
        <b data-code>
          {sale.seats.length > 0 ? `${t.desk.places(sale.seats.length)} · ${whereOf(sale)}` : sale.event.title}
        </b>
        {customer && <small>{said(customer)}</small>}
        {sale.amount > 0 && <small>{money(sale.amount, sale.currency)}</small>}
      </span>
      <span className={styles.left}>
        {sale.stage.name === 'holding' || sale.stage.name === 'releasing' ? (
          '…'
        ) : secondsLeft === null ? (
          t.desk.parkedOver
        ) : (
          <span role="timer">{digits(minutesAndSeconds(secondsLeft * 1000))}</span>
        )}
      </span>
    </>
  )
}

export function SumList({
  work: {
    sale,
    sums: { chosen },
  },
}: {
  work: WorkAt<'payment'>
}) {
  const { t, money } = useI18n()
  const sums = sumsFor(sale)
  const [due = 0] = sums
  const rows = sums.map((sum) => ({
    key: String(sum),
    row: (
      <>
        <b>{money(sum, sale.currency)}</b>
        <span>{sum === due ? t.desk.nothingToGive : `${t.desk.given} ${money(sum - due, sale.currency)}`}</span>
      </>
    ),
  }))
  return (
    <ChoiceList title={t.desk.tenders[isFreeOrder(sale) ? 'free' : 'cash']} chosen={chosen} look="sum" rows={rows} />
  )
}
