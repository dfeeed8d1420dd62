import { useState, type ReactNode } from 'react'
import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { useSecondsLeft } from '../../app/use-countdown.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { minutesAndSeconds } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './paying-sheet.module.css'
import { PayingSteps, type PayingStep } from './paying-steps.tsx'
import { wayOf } from './way-tile.tsx'

type Paying = Extract<SaleStage, { name: 'paying' }>

export interface PayingSheetProps {
  readonly stage: Paying
  /** While the customer is waited for. */
  readonly words: { readonly title: string; readonly lead: string }
  /** What they do, one after the other. */
  readonly steps: readonly PayingStep[] | null
  /** What they look at. */
  readonly children: ReactNode
}

/**
 * A payment that an operator decides about: what to do, how much, how long still, and how it stands. Leaving it promises
 * nothing: who has confirmed has paid.
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
      coupon={<SaleCoupon countdown={false} />}
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

/** Until it cannot be paid any more; where the operator does not say when that is, until nobody waits any longer. */
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
