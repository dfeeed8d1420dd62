import { useState } from 'react'
import { likelyAmounts, notesExplain } from '../../../shared/domain/money/cash.ts'
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
import { SaleCoupon } from '../sale-coupon.tsx'

const MOST_DIGITS = 10

/**
 * A staffed counter: the customer sees the amount; the attendant's PIN opens the pad, then what was received gives the
 * change. Nothing typed here outlives the screen.
 */
export function CashScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem, info } = useKioskState()
  const [pin, setPin] = useState('')
  const [pinGiven, setPinGiven] = useState(false)
  const [received, setReceived] = useState('')
  /** A sum that was offered and touched: the first digit begins a new one. */
  const [offered, setOffered] = useState(false)
  /** A sum that notes do not explain was asked about. */
  const [doubted, setDoubted] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const currency = sale?.currency ?? ''
  const sum = Number(received)

  const enter = (sum: string, wasOffered: boolean): void => {
    setReceived(sum)
    setOffered(wasOffered)
    setDoubted(false)
  }
  const confirm = async (): Promise<void> => {
    if (!doubted && !notesExplain(sum, stage.due, currency)) return setDoubted(true)
    const refused = await store.confirmCash(pin, sum)
    setRefusal(refused)
    if (refused?.type === 'wrong-pin' || refused?.type === 'pin-locked') {
      setPin('')
      setPinGiven(false)
    }
  }
  const shown = refusal ?? problem
  const cancel = (
    <Button kind="quiet" disabled={busy} onPress={store.cancelPayment}>
      {t.cash.cancel}
    </Button>
  )
  const amountDue = (
    <p className={styles.due}>
      <span>{t.cash.due}</span>
      <strong>{money(stage.due, currency)}</strong>
    </p>
  )
  if (!pinGiven) {
    return (
      <Sheet
        title={t.cash.title}
        lead={t.cash.body(money(stage.due, currency))}
        notice={shown && <ProblemNotice notice={shown} />}
        coupon={<SaleCoupon />}
        actions={cancel}
      >
        <PinEntry pin={pin} onPin={setPin} onEnter={() => setPinGiven(true)} demoPin={info?.demoPin}>
          {amountDue}
        </PinEntry>
      </Sheet>
    )
  }
  const rest = sum - stage.due
  return (
    <Sheet
      title={t.cash.received}
      notice={
        doubted ? (
          <NoticeStrip {...t.cash.much(money(sum, currency), money(rest, currency))} />
        ) : (
          shown && <ProblemNotice notice={shown} />
        )
      }
      coupon={<SaleCoupon />}
      actions={
        <>
          <Button kind="primary" disabled={busy || rest < 0} onPress={() => void confirm()}>
            {doubted ? t.cash.takeMuch(money(sum, currency)) : t.cash.take}
          </Button>
          {cancel}
        </>
      }
    >
      <div className={styles.counter}>
        <div className={styles.sums}>
          {amountDue}
          <p className={styles.due} aria-live="polite">
            <span>{t.cash.received}</span>
            <strong>{received === '' ? '–' : money(sum, currency)}</strong>
          </p>
          <p className={`${styles.due} ${styles.change}`} aria-live="polite">
            <span>{rest < 0 && received !== '' ? t.cash.missing : t.cash.change}</span>
            <strong>{received === '' ? '–' : money(Math.abs(rest), currency)}</strong>
          </p>
        </div>
        <div className={styles.quick}>
          <Button onPress={() => enter(String(stage.due), true)}>{t.cash.exact}</Button>
          {likelyAmounts(stage.due, currency).map((amount) => (
            <Button key={amount} onPress={() => enter(String(amount), true)}>
              {money(amount, currency)}
            </Button>
          ))}
        </div>
        <div className={styles.pad}>
          <Keypad
            label={t.cash.received}
            eraseLabel={t.cash.erase}
            onDigit={(digit) =>
              enter(((offered ? '' : received) + digit).replace(/^0+/u, '').slice(0, MOST_DIGITS), false)
            }
            onErase={() => enter(offered ? '' : received.slice(0, -1), false)}
            onEnter={() => void (rest >= 0 && !busy && confirm())}
          />
        </div>
      </div>
    </Sheet>
  )
}
