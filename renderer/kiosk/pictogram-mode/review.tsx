import { useState } from 'react'
import { isCash, isNotes, isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { SaleStage, SaleView } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { PhoneDrawing, TerminalDrawing } from '../../ui/illustrations/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { brandPicture, EventPicture } from '../event-picture.tsx'
import { restOf, useReviewNotice } from '../paying/notes-screen.tsx'
import { NumberScreen, SlipScreen } from '../paying/number-screen.tsx'
import { payBy, TenderPicture, wayOf } from '../paying/ways.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { Acceptance } from '../terms/terms-dialog.tsx'
import { useSlipScanner } from '../tickets/scanner.ts'
import { Persons, StaffPerson } from './drawings.tsx'
import { MoneyPicture, MoneyToCount } from './money.tsx'
import styles from './review.module.css'
import { PictureSheet, SpokenPrompt, useEventWords } from './picture-sheet.tsx'
import { PlaceTile } from './tickets.tsx'
import { CalendarLeaf, SkyClock } from './when.tsx'

/** Asks two questions in turn: whether the selection is correct, and how to pay. */
export function PictogramReview({ stage }: { stage: Extract<SaleStage, { name: 'review' }> }) {
  const { sale, info } = useKioskState()
  const store = useKioskStore()
  // A customer who returns from a rejected payment has already approved the choice of seats.
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
          <SpokenPrompt words={eventWords(event)} look={styles.teams}>
            <EventPicture event={event} />
          </SpokenPrompt>
          <SpokenPrompt words={eventWords(event)} look={styles.when}>
            <CalendarLeaf startsAt={event.startsAt} />
            <SkyClock startsAt={event.startsAt} />
          </SpokenPrompt>
          <SpokenPrompt words={t.pictures.persons(seats.length)} look={styles.persons}>
            <Persons count={seats.length} />
          </SpokenPrompt>
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

interface TenderTileProps {
  readonly kind: TenderKind
  readonly sale: SaleView
  readonly marked: boolean
  readonly onMark: () => void
}

function TenderTile({ kind, sale, marked, onMark }: TenderTileProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { info, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const name = payBy(kind, i18n, sale)
  const picture = brandPicture(info, kind)
  return (
    <SpokenPrompt
      words={late ? `${name}. ${t.paying.tooLate}` : name}
      marked={marked}
      onMark={onMark}
      disabled={late}
      look={styles.tile}
    >
      <span className={styles.drawing} style={{ '--brand': tenders[kind].color }} data-kind={kind}>
        <Drawing kind={kind} sale={sale} />
        {picture !== null && <TenderPicture source={picture} />}
      </span>
      <span className={styles.name}>{name}</span>
    </SpokenPrompt>
  )
}

function Drawing({ kind, sale }: Pick<TenderTileProps, 'kind' | 'sale'>) {
  if (kind === 'card') return <TerminalDrawing />
  if (isSlip(kind)) return <Icon name={tenders[kind].icon} />
  if (!isCash(kind) && !isNotes(kind)) return <PhoneDrawing />
  return (
    <>
      {isCash(kind) && <StaffPerson />}
      <MoneyPicture amount={sale.amount} currency={sale.currency} figure={false} />
    </>
  )
}
