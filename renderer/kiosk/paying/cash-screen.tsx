import { useState, type ComponentType, type ReactNode } from 'react'
import { suggestedAmounts, notesExplain } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './cash-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleStub } from '../sale-coupon.tsx'

const MAX_DIGITS = 10

/** Amount received by the attendant, as typed. */
interface Received {
  readonly figures: string
  /** True for a suggested amount. The first typed digit replaces it. */
  readonly offered: boolean
  /** True after the attendant was asked to confirm an implausibly high amount. */
  readonly doubted: boolean
}

const nothing: Received = { figures: '', offered: false, doubted: false }

interface CashScreenProps {
  readonly stage: Extract<SaleStage, { name: 'paying' }>
  /** Component of the customer's screen. Default: `CallSheet`. */
  readonly call?: ComponentType<CallSheetProps>
}

/**
 * Cash payment at a staffed counter: the customer calls an attendant, who enters a PIN and the amount received. All
 * input is discarded when the screen closes.
 */
export function CashScreen({ stage: { due, reference }, call: Call = CallSheet }: CashScreenProps) {
  const store = useKioskStore()
  const { sale, problem } = useKioskState()
  const [at, setAt] = useState<'customer' | 'pin' | 'sum'>('customer')
  const [pin, setPin] = useState('')
  const [checking, setChecking] = useState(false)
  /** Amount received, retained if the PIN is rejected on confirmation. */
  const [received, setReceived] = useState(nothing)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const currency = sale?.currency ?? ''
  const shown = refusal ?? problem
  const notice = shown && <ProblemNotice notice={shown} />

  const askPin = (refused: Problem): void => {
    setRefusal(refused)
    setPin('')
    setAt('pin')
  }
  const enterPin = async (): Promise<void> => {
    if (checking) return
    setChecking(true)
    const known = await store.invoke('checkPin', { pin })
    setChecking(false)
    if (!known.ok) return askPin(known.error)
    setRefusal(null)
    setAt('sum')
  }
  const take = async (sum: Minor): Promise<void> => {
    const refused = await store.confirmCash(pin, sum)
    if (refused?.type === 'wrong-pin' || refused?.type === 'pin-locked') askPin(refused)
    else setRefusal(refused)
  }
  const typePin = (typed: string): void => {
    store.attend(reference)
    setPin(typed)
  }
  const backToCustomer = (): void => {
    store.attend('')
    setPin('')
    setReceived(nothing)
    setRefusal(null)
    setAt('customer')
  }

  switch (at) {
    case 'customer':
      return <Call due={due} currency={currency} notice={notice} onAttendant={() => setAt('pin')} />
    case 'pin':
      return (
        <PinSheet
          due={due}
          currency={currency}
          notice={notice}
          pin={pin}
          onPin={typePin}
          onEnter={() => void enterPin()}
          onBack={backToCustomer}
        />
      )
    case 'sum':
      return (
        <SumSheet
          due={due}
          currency={currency}
          notice={notice}
          received={received}
          onReceived={setReceived}
          onTake={(sum) => void take(sum)}
        />
      )
  }
}

interface SheetProps extends DueProps {
  readonly notice: ReactNode
}

export interface CallSheetProps extends SheetProps {
  readonly onAttendant: () => void
}

function CallSheet({ due, currency, notice, onAttendant }: CallSheetProps) {
  const { t, money } = useI18n()
  return (
    <Sheet
      title={t.cash.title}
      lead={t.cash.body(money(due, currency))}
      notice={notice}
      coupon={<SaleStub />}
      picture={<HeldPlaces />}
      actions={
        <>
          <CancelButton />
          <Button kind="quiet" icon="person" onPress={onAttendant}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <div className={styles.call}>
        <AmountDue due={due} currency={currency} />
      </div>
    </Sheet>
  )
}

interface PinSheetProps extends SheetProps {
  readonly pin: string
  readonly onPin: (pin: string) => void
  readonly onEnter: () => void
  readonly onBack: () => void
}

function PinSheet({ due, currency, notice, pin, onPin, onEnter, onBack }: PinSheetProps) {
  const { t } = useI18n()
  const { info } = useKioskState()
  return (
    <Sheet
      title={t.staff.enter}
      notice={notice}
      coupon={<SaleStub />}
      picture={<HeldPlaces />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <PinEntry pin={pin} onPin={onPin} onEnter={onEnter} demoPin={info?.demoPin}>
        <AmountDue due={due} currency={currency} />
      </PinEntry>
    </Sheet>
  )
}

interface SumSheetProps extends SheetProps {
  readonly received: Received
  readonly onReceived: (received: Received) => void
  readonly onTake: (sum: Minor) => void
}

/** Asks for the amount received. An implausibly high amount must be confirmed twice. */
function SumSheet({ due, currency, notice, received, onReceived, onTake }: SumSheetProps) {
  const { t, money } = useI18n()
  const { busy } = useKioskState()
  const sum = Number(received.figures)
  const rest = sum - due
  const confirm = (): void => {
    if (!received.doubted && !notesExplain(sum, due, currency)) onReceived({ ...received, doubted: true })
    else onTake(sum)
  }
  return (
    <Sheet
      title={t.cash.received}
      notice={received.doubted ? <NoticeStrip {...t.cash.much(money(sum, currency), money(rest, currency))} /> : notice}
      coupon={<SaleStub />}
      picture={<HeldPlaces />}
      actions={
        <>
          <Button kind="primary" disabled={busy || rest < 0} onPress={confirm}>
            {received.doubted ? t.cash.takeMuch(money(sum, currency)) : t.cash.take}
          </Button>
          <CancelButton />
        </>
      }
    >
      <ReceivedPad
        due={due}
        currency={currency}
        received={received}
        onReceived={onReceived}
        onEnter={() => rest >= 0 && !busy && confirm()}
      />
    </Sheet>
  )
}

function CancelButton() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  return (
    <Button kind="quiet" disabled={busy} onPress={store.cancelPayment}>
      {t.cash.cancel}
    </Button>
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
        {suggestedAmounts(due, currency).map((amount) => (
          <Button key={amount} onPress={() => offer(amount)}>
            {money(amount, currency)}
          </Button>
        ))}
      </div>
      <div className={styles.pad}>
        <Keypad
          label={t.cash.received}
          eraseLabel={t.cash.erase}
          onDigit={(digit) => type(((offered ? '' : figures) + digit).replace(/^0+/u, '').slice(0, MAX_DIGITS))}
          onErase={() => type(offered ? '' : figures.slice(0, -1))}
          onEnter={onEnter}
        />
      </div>
    </div>
  )
}
