import { type ReactNode, useState } from 'react'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft, useWide } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { minutesAndSeconds } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventLine } from '../event-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { Amount, HoldCountdown, SeatsLine } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './paying-sheet.module.css'
import { wayOf } from './ways.tsx'

type Paying = Extract<SaleStage, { name: 'paying' }>

interface PayingFrameProps {
  readonly title: string
  readonly lead: string
  /** True to show the remaining time of the hold. */
  readonly countdown: boolean
  /** Button that stops the payment; absent if the payment cannot be stopped. */
  readonly out?: ReactNode
  /** Amounts and times, shown below the drawing, or on the stub of a wide screen. */
  readonly facts: ReactNode
  /** Instructions, shown beside or below the drawing. */
  readonly steps?: ReactNode
  /** True if an upright screen has no space beside the drawing. The instructions are then below it. Default: false. */
  readonly broad?: boolean
  readonly children: ReactNode
}

/**
 * Layout of a payment screen, with the event above the device drawing and the seats below it. The heading has a fixed
 * height, so that the drawing does not move when the instructions change.
 */
export function PayingFrame({ title, lead, countdown, out, facts, steps, broad = false, children }: PayingFrameProps) {
  const { sale, problem } = useKioskState()
  const wide = useWide()
  if (!sale) return null
  return (
    <Sheet
      above={<EventLine event={sale.event} />}
      title={title}
      lead={lead}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={
        <div className={styles.held} data-spread>
          <SeatsLine sale={sale} />
          {wide && facts}
          {countdown && <HoldCountdown />}
        </div>
      }
      actions={
        <div className={styles.out} data-columns="half">
          {out}
          <TelephoneChoice />
        </div>
      }
    >
      <div className={styles.pay} data-steady data-broad={broad || undefined}>
        {children}
        {!wide && <div className={styles.facts}>{facts}</div>}
        {steps && <div className={styles.beside}>{steps}</div>}
      </div>
    </Sheet>
  )
}

/** Lets the customer choose a page for the telephone instead of paper tickets. Absent if the hub publishes no pages. */
export function TelephoneChoice() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale, busy } = useKioskState()
  if (!sale?.telephone) return null
  const chosen = sale.telephone.chosen ?? false
  return (
    <Choice icon="telephone" chosen={chosen} disabled={busy} onPress={() => store.choosePage(!chosen)}>
      {t.done.telephone.choose}
    </Choice>
  )
}

/** Returns the text of the step in which the customer receives the tickets. `paper`: text for paper tickets. */
export function useTicketStep(paper: string): string {
  const { t } = useI18n()
  return useKioskState().sale?.telephone?.chosen ? t.done.telephone.body : paper
}

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
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { paying } = t
  const waits = stage.phase !== 'asking-again'
  const told = waits ? words : { title: paying.checking, lead: paying.checkingBody(t.desk.tenders[stage.tender]) }
  return (
    <PayingFrame
      {...told}
      countdown={false}
      facts={
        <>
          <Due amount={stage.due} />
          {waits && steps && <TimeLeft stage={stage} />}
        </>
      }
      steps={waits && steps && <PayingSteps steps={steps} />}
      out={
        waits && (
          <>
            <p>{paying.stopBody}</p>
            <Button kind="secondary" icon="arrow-left" disabled={busy} onPress={store.cancelPayment}>
              {paying.stop}
            </Button>
          </>
        )
      }
    >
      {children}
    </PayingFrame>
  )
}

/** Amount due. The font size shrinks to fit. */
export function Due({ amount, label }: { amount: number; label?: string }) {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  return (
    <p className={styles.due} data-item>
      <span>{label ?? t.paying.due}</span>
      <Amount>{money(amount, sale?.currency ?? '')}</Amount>
    </p>
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
    <ol className={styles.steps}>
      {steps.map(({ drawing, text }) => (
        <li key={drawing}>
          <StepPicture drawing={drawing} />
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Numbered steps. `at`: index of the current step. */
export function NumberedSteps({ steps, at }: { readonly steps: readonly string[]; readonly at: number }) {
  return (
    <ol className={styles.numbered}>
      {steps.map((step, index) => (
        <li key={step} data-now={index === at || undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
