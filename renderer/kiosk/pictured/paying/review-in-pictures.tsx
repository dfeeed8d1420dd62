import { useState } from 'react'
import { isSlip, type TenderKind } from '../../../../shared/domain/money/tender.ts'
import type { SaleStage, SaleView } from '../../../../shared/kiosk-api/views.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { NumberScreen } from '../../paying/number-screen.tsx'
import { SlipScreen } from '../../paying/slip-screen.tsx'
import { useSlipScanner } from '../../tickets/use-slip-scanner.ts'
import { restOf, useReviewNotice } from '../../notes/use-review-notice.tsx'
import { Acceptance } from '../../terms/acceptance.tsx'
import { wayOf } from '../../paying/way-tile.tsx'
import { EventPicture } from '../../pictures/event-picture.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { Persons } from '../drawings/people.tsx'
import { CalendarLeaf, SkyClock } from '../drawings/when.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { PlaceTile } from '../tickets/place-tile.tsx'
import styles from './review-in-pictures.module.css'
import { Said } from '../said.tsx'
import { TenderTile } from './tender-tile.tsx'
import { useEventWords } from '../words.ts'

/** Two questions, one after the other: is this right, and how is it paid. */
export function ReviewInPictures({ stage }: { stage: Extract<SaleStage, { name: 'review' }> }) {
  const { sale, info } = useKioskState()
  const store = useKioskStore()
  // Who comes back from a payment that was refused has said yes before.
  const [agreed, setAgreed] = useState(stage.notice !== null || sale?.taken !== undefined)
  const [asked, setAsked] = useState<TenderKind | null>(null)
  useSlipScanner()
  if (!sale) return null
  const way = asked === null ? undefined : wayOf(info, asked)
  if (way) return <NumberScreen way={way} sale={sale} onBack={() => setAsked(null)} />
  if (asked !== null && isSlip(asked)) return <SlipScreen onBack={() => setAsked(null)} />
  const ways: readonly TenderKind[] = [...stage.tendersOffered, ...(stage.takesSlips ? (['credit-slip'] as const) : [])]
  const pay = (kind: TenderKind): void => {
    if (wayOf(info, kind)?.payer === 'phone' || isSlip(kind)) setAsked(kind)
    else store.pay(kind)
  }
  if (agreed) return <Ways sale={sale} offered={ways} onPay={pay} onNo={() => setAgreed(false)} />
  return <Reviewed sale={sale} onYes={() => setAgreed(true)} />
}

function Reviewed({ sale, onYes }: { sale: SaleView; onYes: () => void }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const notice = useReviewNotice()
  const eventWords = useEventWords()
  const { event, seats, amount, currency } = sale
  return (
    <PictureSheet
      title={t.pictures.review}
      lead={t.pictures.thenTake}
      notice={notice}
      onYes={onYes}
      onNo={busy || sale.taken ? undefined : store.changeSeats}
    >
      <div className={styles.review}>
        <div className={styles.event}>
          <Said words={eventWords(event)} look={styles.teams}>
            <EventPicture event={event} />
          </Said>
          <Said words={eventWords(event)} look={styles.when}>
            <CalendarLeaf startsAt={event.startsAt} />
            <SkyClock startsAt={event.startsAt} />
          </Said>
          <Said words={t.pictures.persons(seats.length)} look={styles.persons}>
            <Persons count={seats.length} />
          </Said>
        </div>
        <PlaceTile seats={seats} />
        <div className={styles.money}>
          <MoneyToCount amount={amount} currency={currency} />
        </div>
      </div>
    </PictureSheet>
  )
}

interface WaysProps {
  readonly sale: SaleView
  readonly offered: readonly TenderKind[]
  readonly onPay: (kind: TenderKind) => void
  readonly onNo: () => void
}

function Ways({ sale, offered, onPay, onNo }: WaysProps) {
  const { t } = useI18n()
  const { busy } = useKioskState()
  const notice = useReviewNotice()
  const [marked, setMarked] = useState<TenderKind | null>(null)
  return (
    <PictureSheet
      title={t.pictures.ways}
      turn="ways"
      lead={t.pictures.takeFirst}
      notice={
        <>
          {notice}
          <Acceptance free={sale.amount === 0} />
        </>
      }
      onYes={() => marked && !busy && onPay(marked)}
      ready={marked !== null}
      onNo={onNo}
    >
      <div className={styles.paid}>
        <ul className={styles.ways} data-many={offered.length > 2 || undefined}>
          {offered.map((kind) => (
            <li key={kind}>
              <TenderTile kind={kind} sale={sale} marked={marked === kind} onMark={() => setMarked(kind)} />
            </li>
          ))}
        </ul>
        <div className={styles.money}>
          <MoneyToCount amount={restOf(sale)} currency={sale.currency} />
        </div>
      </div>
    </PictureSheet>
  )
}
