import { useState } from 'react'
import { likelyAmounts, notesExplain } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { NoticeStrip } from '../../components/notice.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './cash-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'

const MOST_DIGITS = 10

/** What the attendant was handed, as it is typed. */
interface Received {
  readonly figures: string
  /** A sum that was offered and touched: the first digit begins a new one. */
  readonly offered: boolean
  /** A sum that notes do not explain was asked about. */
  readonly doubted: boolean
}

const nothing: Received = { figures: '', offered: false, doubted: false }

/**
 * A staffed counter: the customer sees the amount; the attendant's PIN opens the pad, then what was received gives the
 * change. Nothing typed here outlives the screen.
 */
export function CashScreen({ stage: { due } }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem, info } = useKioskState()
  const [pin, setPin] = useState('')
  const [pinGiven, setPinGiven] = useState(false)
  const [received, setReceived] = useState(nothing)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const currency = sale?.currency ?? ''
  const sum = Number(received.figures)
  const rest = sum - due

  const confirm = async (): Promise<void> => {
    if (!received.doubted && !notesExplain(sum, due, currency)) return setReceived({ ...received, doubted: true })
    const refused = await store.confirmCash(pin, sum)
    setRefusal(refused)
    if (refused?.type === 'wrong-pin' || refused?.type === 'pin-locked') {
      setPin('')
      setPinGiven(false)
    }
  }
  const shown = refusal ?? problem
  const notice = shown && <ProblemNotice notice={shown} />
  const cancel = (
    <Button kind="quiet" disabled={busy} onPress={store.cancelPayment}>
      {t.cash.cancel}
    </Button>
  )
  if (!pinGiven) {
    return (
      <Sheet
        title={t.cash.title}
        lead={t.cash.body(money(due, currency))}
        notice={notice}
        coupon={<SaleCoupon />}
        picture={<HeldPlaces />}
        actions={cancel}
      >
        <PinEntry pin={pin} onPin={setPin} onEnter={() => setPinGiven(true)} demoPin={info?.demoPin}>
          <AmountDue due={due} currency={currency} />
        </PinEntry>
      </Sheet>
    )
  }
  return (
    <Sheet
      title={t.cash.received}
      notice={received.doubted ? <NoticeStrip {...t.cash.much(money(sum, currency), money(rest, currency))} /> : notice}
      coupon={<SaleCoupon />}
      picture={<HeldPlaces />}
      actions={
        <>
          <Button kind="primary" disabled={busy || rest < 0} onPress={() => void confirm()}>
            {received.doubted ? t.cash.takeMuch(money(sum, currency)) : t.cash.take}
          </Button>
          {cancel}
        </>
      }
    >
      <ReceivedPad
        due={due}
        currency={currency}
        received={received}
        onReceived={setReceived}
        onEnter={() => void (rest >= 0 && !busy && confirm())}
      />
    </Sheet>
  )
}

interface DueProps {
  readonly due: Minor
  readonly currency: string
}

function AmountDue({ due, currency }: DueProps) {
  const { t, money } = useI18n()
  return (
    <p className={styles.due}>
      <span>{t.cash.due}</span>
      <strong>{money(due, currency)}</strong>
    </p>
  )
}

interface ReceivedPadProps extends DueProps {
  readonly received: Received
  readonly onReceived: (received: Received) => void
  readonly onEnter: () => void
}

/** What was received, typed or touched, and the change that it gives. */
function ReceivedPad({ due, currency, received: { figures, offered }, onReceived, onEnter }: ReceivedPadProps) {
  const { t, money } = useI18n()
  const rest = Number(figures) - due
  const sumOf = (minor: Minor): string => (figures === '' ? '–' : money(minor, currency))
  const offer = (amount: Minor): void => onReceived({ figures: String(amount), offered: true, doubted: false })
  const type = (typed: string): void => onReceived({ figures: typed, offered: false, doubted: false })
  return (
    <div className={styles.counter}>
      <div className={styles.sums}>
        <AmountDue due={due} currency={currency} />
        <p className={styles.due} aria-live="polite">
          <span>{t.cash.received}</span>
          <strong>{sumOf(Number(figures))}</strong>
        </p>
        <p className={`${styles.due} ${styles.change}`} aria-live="polite">
          <span>{rest < 0 && figures !== '' ? t.cash.missing : t.cash.change}</span>
          <strong>{sumOf(Math.abs(rest))}</strong>
        </p>
      </div>
      <div className={styles.quick}>
        <Button onPress={() => offer(due)}>{t.cash.exact}</Button>
        {likelyAmounts(due, currency).map((amount) => (
          <Button key={amount} onPress={() => offer(amount)}>
            {money(amount, currency)}
          </Button>
        ))}
      </div>
      <div className={styles.pad}>
        <Keypad
          label={t.cash.received}
          eraseLabel={t.cash.erase}
          onDigit={(digit) => type(((offered ? '' : figures) + digit).replace(/^0+/u, '').slice(0, MOST_DIGITS))}
          onErase={() => type(offered ? '' : figures.slice(0, -1))}
          onEnter={onEnter}
        />
      </div>
    </div>
  )
}
