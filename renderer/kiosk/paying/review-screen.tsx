import { type ReactNode, useState } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { mayTakeOut } from '../../../shared/domain/seats/offer.ts'
import { inSeatOrder, notesOf } from '../../../shared/domain/seats/place.ts'
import type { SaleStage, SaleView, SeatProposal } from '../../../shared/api/kiosk/views.ts'
import { useWide } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { labelsOf } from '../choosing/offer-card.tsx'
import { EventLine } from '../event-picture.tsx'
import { HeldMap } from '../place-picture.tsx'
import { HoldCountdown, SaleTotal, SeatsLine } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { valueOf } from '../state/steps.ts'
import { Acceptance } from '../terms/terms-dialog.tsx'
import { useSlipScanner } from '../tickets/scanner.ts'
import { useReviewNotice } from './notes-screen.tsx'
import { NumberScreen, SlipScreen } from './number-screen.tsx'
import { TelephoneChoice } from './paying-sheet.tsx'
import styles from './review-screen.module.css'
import { ReviewedTicket } from './reviewed-ticket.tsx'
import { MANY, wayOf, Ways } from './ways.tsx'

/** Maximum number of tenders that leave space for a map above them on a wide screen. */
const FEW_WAYS = 3

/** Screen with the held seats as a ticket, the total and the tenders. */
export function ReviewScreen({ stage }: { stage: Extract<SaleStage, { name: 'review' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale, busy, info } = useKioskState()
  const notice = useReviewNotice()
  const { held, others } = useOffers()
  const wide = useWide()
  const [asked, setAsked] = useState<TenderKind | null>(null)
  const [removing, setRemoving] = useState(false)
  useSlipScanner()
  if (!sale) return null
  const way = asked === null ? undefined : wayOf(info, asked)
  if (way) return <NumberScreen way={way} sale={sale} onBack={() => setAsked(null)} />
  if (asked !== null) return <SlipScreen onBack={() => setAsked(null)} />
  if (removing) return <RemoveScreen sale={sale} onBack={() => setRemoving(false)} />
  const kinds: readonly TenderKind[] = [
    ...stage.tendersOffered,
    ...(stage.takesSlips ? (['credit-slip'] as const) : []),
  ]
  const pay = (kind: TenderKind): void => {
    if (isSlip(kind) || wayOf(info, kind)?.payer === 'phone') setAsked(kind)
    else store.pay(kind)
  }
  const isOpen = !sale.taken
  // If the seats are in several sections, a map is shown instead of the view.
  const [first] = sale.seats
  const hasView = sale.seats.every(({ sectionId }) => sectionId === first?.sectionId)
  const hasRoom = wide && kinds.length <= FEW_WAYS && others.length === 0 && hasView
  return (
    <Sheet
      title={t.review.title}
      titleUnseen
      above={
        <EventLine
          event={sale.event}
          disabled={busy}
          {...(isOpen && others.length > 0 && { onBack: store.changeSeats })}
        />
      }
      notice={notice}
      coupon={<SaleTotal sale={sale} />}
      picture={hasRoom && <HeldMap />}
      actions={
        <div className={styles.actions} data-columns="half" data-broad data-tall={!hasRoom}>
          {sale.amount > 0 && <h2 className={styles.question}>{t.review.how}</h2>}
          <Ways kinds={kinds} sale={sale} onPay={pay} />
          {sale.amount === 0 && <TelephoneChoice />}
          <Acceptance free={sale.amount === 0} />
          {isOpen && others.length > 0 && <OtherOffers others={others} />}
          {isOpen && others.length === 0 && (
            <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={store.changeSeats}>
              {t.review.change}
            </Button>
          )}
        </div>
      }
    >
      <ReviewedTicket sale={sale} label={held?.label} mapped={!hasRoom} brief={kinds.length > MANY}>
        {isOpen && sale.seats.length > 1 && (
          <button
            type="button"
            className={styles.remove}
            data-part="tools"
            aria-disabled={busy}
            onClick={busy ? undefined : () => setRemoving(true)}
          >
            {t.review.remove}
          </button>
        )}
      </ReviewedTicket>
    </Sheet>
  )
}

interface LabelledOffer {
  readonly offer: SeatProposal
  /** Text for the advantage over the other offers; undefined if there is none. */
  readonly label: string | undefined
}

/** Returns the held offer and the other offers of the same search. Empty if the seats were chosen on the map. */
function useOffers(): { readonly held?: LabelledOffer | undefined; readonly others: readonly LabelledOffer[] } {
  const { t } = useI18n()
  const { sale, step } = useKioskState()
  if (step.name !== 'offers' || step.proposals.state !== 'ready') return { others: [] }
  const labels = labelsOf(step.proposals.value, valueOf(step.visit)?.plan ?? null)
  const offers = step.proposals.value.map((offer): LabelledOffer => {
    const label = labels.get(offer)
    return { offer, label: label && t.offers.labels[label] }
  })
  const held = new Set(sale?.seats.map(({ seatId }) => seatId))
  const isHeld = ({ offer }: LabelledOffer): boolean => offer.seats.some(({ seatId }) => held.has(seatId))
  return { held: offers.find(isHeld), others: offers.filter((each) => !isHeld(each)) }
}

function OtherOffers({ others }: { others: readonly LabelledOffer[] }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy } = useKioskState()
  return (
    <div className={styles.others} role="group" aria-label={t.review.others}>
      <p>{t.review.others}</p>
      {others.map(({ offer, label }) => {
        const [first] = offer.seats
        if (!first) return null
        const { tribune, row } = first.place
        return (
          <button
            key={first.seatId}
            type="button"
            className={styles.other}
            aria-disabled={busy}
            onClick={busy ? undefined : () => store.swapFor(offer)}
          >
            <span className={styles.mark}>
              <TribuneMark tribune={tribune} />
            </span>
            <span className={styles.where}>
              <b>{label ?? tribune.name}</b>
              <span>{label ? tribune.name : t.offers.row(row)}</span>
            </span>
            <b>{money(offer.total, sale?.currency ?? '')}</b>
          </button>
        )
      })}
    </div>
  )
}

function RemoveScreen({ sale, onBack }: { sale: SaleView; onBack: () => void }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const remove = (seatId: string): void => {
    store.removeSeat(seatId)
    onBack()
  }
  return (
    <Sheet
      title={t.review.removeTitle}
      lead={t.review.removeLead}
      above={<EventLine event={sale.event} />}
      coupon={
        <div className={styles.held}>
          <SeatsLine sale={sale} />
          <HoldCountdown />
        </div>
      }
      picture={<HeldMap />}
      actions={
        <Button kind="secondary" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <ul className={styles.seats}>
        {inSeatOrder(sale.seats).map(({ seatId, price, place }) => (
          <li key={seatId}>
            <button
              type="button"
              className={styles.seat}
              style={{ '--tribune': place.tribune.color }}
              aria-label={`${t.review.takeOut} ${place.seatCode}`}
              aria-disabled={busy || !mayTakeOut(sale.seats, seatId)}
              onClick={busy || !mayTakeOut(sale.seats, seatId) ? undefined : () => remove(seatId)}
            >
              <b>{place.seatNumber}</b>
              <span>
                {t.review.sector} {place.sector}
                {t.common.comma}
                {t.offers.row(place.row)}
              </span>
              <span>{money(price, sale.currency)}</span>
              {notesOf(place).map((note) => (
                <span key={note}>{t.seatNotes[note]}</span>
              ))}
              <strong>{t.review.takeOut}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

export function OutstandingVouchers(): ReactNode {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  const words = t.paying.slip
  if (!sale?.credits) return null
  return (
    <ul className={styles.slips}>
      {sale.credits.map(({ slipId, amount, paper }) => (
        <li key={slipId} data-said>
          <p>{words.owed(money(amount, sale.currency))}</p>
          <p className={styles.number} {...holding('reference')}>
            <bdi>{inHalves(slipId)}</bdi>
          </p>
          <p role="status">{words.paper[paper]}</p>
        </li>
      ))}
    </ul>
  )
}
