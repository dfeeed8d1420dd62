import { type ReactNode, useState } from 'react'
import { isFree, isNotes, isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { KioskInfo, SaleStage, SaleView, WayToPay } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { minutesAndSeconds } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { brandPicture } from '../event-picture.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './paying-sheet.module.css'
import payingStepsStyles from './paying-steps.module.css'
import tenderPictureStyles from './tender-picture.module.css'
import wayTileStyles from './way-tile.module.css'

type Paying = Extract<SaleStage, { name: 'paying' }>

interface PayingSheetProps {
  readonly stage: Paying
  /** Texts shown while the customer has to act. */
  readonly words: { readonly title: string; readonly lead: string }
  /** Steps for the customer. Null while the customer has nothing to do; the remaining time is then hidden as well. */
  readonly steps: readonly PayingStep[] | null
  /** Main picture of the sheet, such as a QR code. */
  readonly children: ReactNode
}

/**
 * Payment that an external operator confirms. Leaving the screen does not undo a payment that the customer has already
 * confirmed.
 */
export function PayingSheet({ stage, words, steps, children }: PayingSheetProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const { paying } = t
  const waits = stage.phase !== 'asking-again'
  const told = waits ? words : { title: paying.checking, lead: paying.checkingBody(t.desk.tenders[stage.tender]) }
  return (
    <Sheet
      title={told.title}
      lead={told.lead}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={<SaleStub countdown={false} />}
      picture={<HeldPlaces />}
      actions={
        waits && (
          <div className={styles.out}>
            <p>{paying.stopBody}</p>
            <Button kind="secondary" icon="arrow-left" disabled={busy} onPress={store.cancelPayment}>
              {paying.stop}
            </Button>
          </div>
        )
      }
    >
      <div className={styles.pay}>
        {children}
        <div className={styles.beside}>
          <p className={styles.due}>
            <span>{paying.due}</span>
            <strong>{money(stage.due, sale?.currency ?? '')}</strong>
          </p>
          {waits && steps && <TimeLeft stage={stage} />}
          {waits && steps && <PayingSteps steps={steps} />}
        </div>
      </div>
    </Sheet>
  )
}

const SOON_S = 30

/** Time until the payment expires, or until the kiosk stops waiting if the operator reports no expiry time. */
function TimeLeft({ stage }: { stage: Paying }) {
  const { t, digits } = useI18n()
  const { info, saleSeenAt } = useKioskState()
  const [since] = useState(() => performance.now())
  const decideMs = wayOf(info, stage.tender)?.decideMs
  const told = stage.payableMs === undefined ? null : saleSeenAt + stage.payableMs
  const seconds = useSecondsLeft(told ?? (decideMs === undefined ? null : since + decideMs))
  const soon = seconds !== null && seconds <= SOON_S
  useSpoken('warning', soon ? t.paying.soon : '')
  if (seconds === null) return null
  return (
    <div className={`${styles.left} ${soon ? styles.soon : ''}`} data-item>
      <span>{t.paying.left}</span>
      <strong role="timer">{digits(minutesAndSeconds(seconds * 1000))}</strong>
      <span role="status" data-said>
        {soon ? t.paying.soon : ''}
      </span>
    </div>
  )
}

const PHONE = 'M6 4h18a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12.5 39.5h5'

/** SVG paths for a view box of 64 by 48. */
const drawings = {
  scan: `${PHONE}M33 14l5-3M33 24h5M33 34l5 3M43 8h7v7h-7zM55 8h7v7h-7zM43 20h7v7h-7zM55 20h.01M62 20v7M55 27h3M43 33h7M43 40h.01M50 40h5M55 33v3M62 33v7`,
  request: `${PHONE}M36 10h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H46l-7 7v-7h-3a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3zM40 18h14M40 23h9`,
  agree: `${PHONE}M9 14h12M9 20h8M36 25l8 8 15-18`,
  ticket: 'M3 12h58v8a4 4 0 0 0 0 8v8H3v-8a4 4 0 0 0 0-8zM44 15v3M44 22v3M44 29v3M11 19h22M11 25h15M11 31h19',
} as const

export type StepDrawing = keyof typeof drawings

interface PayingStep {
  readonly drawing: StepDrawing
  readonly text: string
}

export function StepPicture({ drawing }: { drawing: StepDrawing }) {
  return (
    <svg viewBox="0 0 64 48" aria-hidden="true">
      <path d={drawings[drawing]} />
    </svg>
  )
}

function PayingSteps({ steps }: { readonly steps: readonly PayingStep[] }) {
  return (
    <ol className={payingStepsStyles.steps}>
      {steps.map(({ drawing, text }) => (
        <li key={drawing}>
          <StepPicture drawing={drawing} />
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Returns how a payment driver accepts a tender; undefined for cash and for a tender without a driver. */
export function wayOf(info: KioskInfo | null, kind: TenderKind): WayToPay | undefined {
  return info?.ways.find((way) => way.kind === kind)
}

/**
 * Button for a tender in its brand colour. If the remaining hold is too short for the payment, the button is disabled
 * and shows the reason.
 */
export function ProviderTile({ kind, sale, onPress }: { kind: TenderKind; sale: SaleView; onPress: () => void }) {
  const i18n = useI18n()
  const { info, busy, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  // Seconds until the remaining hold is too short for a payment by this tender. Null if the hold does not expire.
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const { color, icon } = tenders[kind]
  const picture = brandPicture(info, kind)
  const disabled = busy || late
  return (
    <button
      type="button"
      className={wayTileStyles.tile}
      style={{ '--brand': color }}
      data-late={late}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      {picture === null ? <Icon name={way?.shows === 'qr' ? 'scan' : icon} /> : <TenderPicture source={picture} />}
      <span className={wayTileStyles.words}>
        <span className={wayTileStyles.name}>{payBy(kind, i18n)}</span>
        {late ? <span>{i18n.t.paying.tooLate}</span> : way ? <How way={way} /> : isNotes(kind) && <NoChange />}
      </span>
    </button>
  )
}

function How({ way }: { way: WayToPay }) {
  const { how } = useI18n().t.paying
  if (way.shows === 'qr') return <span className={wayTileStyles.how}>{how.scan}</span>
  return way.payer === 'phone' ? <span className={wayTileStyles.how}>{how.telephone}</span> : null
}

function NoChange() {
  return <span className={wayTileStyles.how}>{useI18n().t.paying.how.notes}</span>
}

/** Returns the label of a payment button, such as `Payer par carte` or `Payer avec Orange Money`. */
export function payBy(kind: TenderKind, { t }: I18n): string {
  if (isSlip(kind)) return t.paying.slip.open
  if (isFree(kind)) return t.collecting.ready.print
  return kind === 'card' || kind === 'cash' || kind === 'notes'
    ? t.review.pay[kind]
    : t.paying.with(t.desk.tenders[kind])
}

/** Venue's picture of a tender, without a text alternative because the adjacent text names the tender. */
export function TenderPicture({ source }: { readonly source: string }) {
  return <img className={tenderPictureStyles.picture} src={source} alt="" />
}
