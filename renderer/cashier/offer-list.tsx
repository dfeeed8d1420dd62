import { notesOf } from '../../shared/domain/seats/place.ts'
import type { SeatNotes } from '../../shared/i18n/texts.ts'
import { shownGate } from '../../shared/domain/venue/way.ts'
import type { SeatProposal } from '../../shared/kiosk-api/views.ts'
import { TribuneMark } from '../components/drawn/tribune.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { whyOffered } from '../i18n/why-offered.ts'
import styles from './cashier-app.module.css'
import { ChoiceList } from './choice-list.tsx'
import type { WorkAt } from './state/work.ts'
import { rowsOf } from '../app/rows-of.ts'

/** The offers for what was typed. */
export function OfferList({ seats: { visit, search } }: { seats: WorkAt<'seats'> }) {
  const { t } = useI18n()
  const { offers, chosen } = search
  if (!offers || !visit) return null
  const { currency } = visit.session
  const rows = offers.map((offer) => ({
    key: offer.seats[0]?.seatId ?? '',
    row: <OfferRow offer={offer} currency={currency} />,
  }))
  return <ChoiceList title={t.desk.offers} chosen={chosen} rows={rows} />
}

function OfferRow({ offer, currency }: { offer: SeatProposal; currency: string }) {
  const { t, money } = useI18n()
  const [first] = offer.seats
  if (!first) return null
  const { tribune, gate, sector } = first.place
  return (
    <>
      <span className={styles.tribune}>
        <TribuneMark tribune={tribune} />
      </span>
      <span>
        <b data-code>
          {tribune.name} · {sector} ·{' '}
          {rowsOf(offer.seats)
            .map(({ row, numbers }) => `${t.desk.row} ${row} : ${numbers.join(' ')}`)
            .join(' · ')}
        </b>
        <small data-code>
          {t.desk.gate} {shownGate(gate)} · {notedIn(offer, t.seatNotes)}
          {whyOffered(t.offers, offer)}
        </small>
      </span>
      <span className={styles.amount}>{money(offer.total, currency)}</span>
    </>
  )
}

/** `Place fauteuil 59 · Accompagnant 57 · `; empty where the seats are like all others. */
function notedIn({ seats }: SeatProposal, words: SeatNotes): string {
  return seats
    .flatMap(({ place }) =>
      notesOf(place).flatMap((note) => (note === 'stepFree' ? [] : `${words[note]} ${place.seatNumber} · `)),
    )
    .join('')
}
