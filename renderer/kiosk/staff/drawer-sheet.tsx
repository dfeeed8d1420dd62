import { type ReactNode, useState } from 'react'
import { SLIP_NUMBER_LENGTH, slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import type { CreditSlipView } from '../../../shared/kiosk-api/office-views.ts'
import type { DrawerView, ShiftView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { differenceText, type DrawerEntry, type Second, useDrawerCount } from '../../components/drawer.ts'
import { Keypad } from '../../components/keypad.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-screen.tsx'
import styles from './drawer/drawer-sheet.module.css'
import { PersonSheet } from './person-sheet.tsx'

interface DrawerSheetProps {
  readonly shift: ShiftView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly staff: {
    /** Resolves to true if the entry was recorded. */
    readonly enterInDrawer: (currency: string, entry: DrawerEntry) => Promise<boolean>
    /** Resolves to the voucher that was paid out. Null if none was. */
    readonly paySlip: (slip: string, second: Second) => Promise<CreditSlipView | null>
  }
  readonly onBack: () => void
}

/** The drawer of the current shift: its float, cash in and out without a sale, and its count. */
export function DrawerSheet({ shift, notice, busy, staff, onBack }: DrawerSheetProps) {
  const { t, instant, money } = useI18n()
  const [slip, setSlip] = useState<'asked' | CreditSlipView | null>(null)
  const [currency, setCurrency] = useState(shift.drawers[0]?.currency ?? '')
  const [task, setTask] = useState<DrawerEntry['type'] | null>(null)
  const [entered, setEntered] = useState(false)
  const drawer = shift.drawers.find((each) => each.currency === currency) ?? shift.drawers[0]
  if (!drawer) return null

  const enter = async (entry: DrawerEntry): Promise<void> => {
    if (!(await staff.enterInDrawer(currency, entry))) return
    setEntered(true)
    setTask(null)
  }
  const begin = (next: DrawerEntry['type']) => (): void => {
    setEntered(false)
    setTask(next)
  }
  const told = shift.opened === null ? t.shift.recorded : shift.opened === 'opened' ? t.shift.opened : t.shift.notOpened
  const common = { notice, busy, onEnter: (entry: DrawerEntry) => void enter(entry), onBack: () => setTask(null) }
  const paySlip = async (typed: string, second: Second): Promise<void> => {
    const paid = await staff.paySlip(typed, second)
    if (paid) setSlip(paid)
  }
  if (slip === 'asked')
    return (
      <SlipSheet
        notice={notice}
        busy={busy}
        onPay={(...asked) => void paySlip(...asked)}
        onBack={() => setSlip(null)}
      />
    )
  if (task === 'count') return <DrawerCounting drawer={drawer} {...common} />
  if (task) return <DrawerAmount task={task} currency={currency} {...common} />
  return (
    <Sheet
      title={t.shift.title(shift.shiftNo)}
      lead={shift.sinceUtc === null ? t.shift.nothingYet : t.shift.since(instant(shift.sinceUtc))}
      notice={notice}
      actions={
        <>
          <Button kind="primary" icon="cash" disabled={busy} onPress={begin('count')}>
            {t.shift.count}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.shift}>
        {shift.drawers.length > 1 && (
          <CurrencyChoice drawers={shift.drawers} chosen={currency} onChoose={setCurrency} />
        )}
        <DrawerFacts drawer={drawer} />
        <p className={styles.told} role="status">
          {slip ? t.shift.slipPaid(money(slip.amount, slip.currency)) : entered && told}
        </p>
        <div className={styles.tasks}>
          {drawer.float === null && <Button onPress={begin('float')}>{t.shift.noteFloat}</Button>}
          <Button icon="plus" onPress={begin('in')}>
            {t.shift.payIn}
          </Button>
          <Button icon="minus" onPress={begin('out')}>
            {t.shift.payOut}
          </Button>
          <Button icon="minus" onPress={begin('drop')}>
            {t.shift.drop}
          </Button>
          <Button icon="slip" onPress={() => setSlip('asked')}>
            {t.shift.paySlip}
          </Button>
          {shift.opensDrawer && <Button onPress={begin('open')}>{t.shift.open}</Button>}
        </div>
      </div>
    </Sheet>
  )
}

interface CurrencyChoiceProps {
  readonly drawers: readonly DrawerView[]
  readonly chosen: string
  readonly onChoose: (currency: string) => void
}

function CurrencyChoice({ drawers, chosen, onChoose }: CurrencyChoiceProps) {
  const { t } = useI18n()
  return (
    <div className={styles.currencies} role="group" aria-label={t.shift.drawer}>
      {drawers.map(({ currency }) => (
        <Choice key={currency} chosen={currency === chosen} onPress={() => onChoose(currency)}>
          <strong>{currency}</strong>
        </Choice>
      ))}
    </div>
  )
}

function DrawerFacts({ drawer }: { drawer: DrawerView }) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { currency, float, counted } = drawer
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t.shift.float}</dt>
        <dd>{float === null ? t.shift.unset : money(float, currency)}</dd>
      </div>
      <div>
        <dt>{t.shift.counted}</dt>
        <dd>{counted === null ? t.shift.uncounted : money(counted.total, currency)}</dd>
        {counted && <dd className={styles.difference}>{differenceText(i18n, counted.difference, currency)}</dd>}
      </div>
    </dl>
  )
}

const MOST_DIGITS = 10

interface DrawerAmountProps {
  readonly task: Exclude<DrawerEntry['type'], 'count'>
  readonly currency: string
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onEnter: (entry: DrawerEntry) => void
  readonly onBack: () => void
}

/** Takes an amount and its reason. Digits are minor units, so that no decimal separator has to be typed. */
function DrawerAmount({ task, currency, notice, busy, onEnter, onBack }: DrawerAmountProps) {
  const { t, money } = useI18n()
  const [digits, setDigits] = useState('')
  const [reason, setReason] = useState('')
  const texts = {
    float: { title: t.shift.noteFloat, lead: t.shift.floatBody, reasons: [] },
    in: { title: t.shift.payIn, lead: t.shift.payInBody, reasons: t.shift.reasonsIn },
    out: { title: t.shift.payOut, lead: t.shift.payOutBody, reasons: t.shift.reasonsOut },
    drop: { title: t.shift.drop, lead: t.shift.dropBody, reasons: [] },
    open: { title: t.shift.open, lead: t.shift.openBody, reasons: t.shift.reasonsOpen },
  }[task]
  const amount = Number(digits)
  const wantsAmount = task !== 'open'
  const noAmount = task === 'float' ? digits === '' : wantsAmount && amount === 0
  const missing = noAmount || (texts.reasons.length > 0 && reason === '')
  const record = (): void => {
    if (busy || missing) return
    if (task === 'float') onEnter({ type: task, amount })
    else if (task === 'open') onEnter({ type: task, reason })
    else onEnter({ type: task, amount, reason: task === 'drop' ? t.shift.dropped : reason })
  }
  return (
    <Sheet
      title={texts.title}
      lead={texts.lead}
      notice={notice}
      actions={
        <>
          <Button kind="primary" disabled={busy || missing} onPress={record}>
            {t.shift.record}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.amount}>
        {texts.reasons.length > 0 && (
          <div className={styles.reasons} role="group" aria-label={t.shift.reason}>
            {texts.reasons.map((each) => (
              <Choice key={each} chosen={each === reason} onPress={() => setReason(each)}>
                {each}
              </Choice>
            ))}
          </div>
        )}
        {wantsAmount && (
          <div className={styles.pad}>
            <p className={styles.sum} aria-live="polite">
              <span>{t.shift.amount}</span>
              <strong>{digits === '' ? '–' : money(amount, currency)}</strong>
            </p>
            <Keypad
              label={t.shift.amount}
              eraseLabel={t.cash.erase}
              onDigit={(digit) => setDigits((digits + digit).replace(/^0+(?=\d)/u, '').slice(0, MOST_DIGITS))}
              onErase={() => setDigits(digits.slice(0, -1))}
              onEnter={record}
            />
          </div>
        )}
      </div>
    </Sheet>
  )
}

interface DrawerCountingProps {
  readonly drawer: DrawerView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onEnter: (entry: DrawerEntry) => void
  readonly onBack: () => void
}

/** Takes the count of one drawer on a pad. Enter moves to the next value. */
export function DrawerCounting({ drawer, notice, busy, onEnter, onBack }: DrawerCountingProps) {
  const { t, digits } = useI18n()
  const count = useDrawerCount(drawer)
  /** Values typed on this sheet. The first digit replaces an earlier count. */
  const [typed, setTyped] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(0)
  const current = count.fields[at]?.figures ?? ''
  const enter = (figures: string): void => {
    count.type(at, figures)
    setTyped(new Set(typed).add(at))
  }
  return (
    <Sheet
      title={t.shift.count}
      lead={t.shift.countBody}
      notice={notice}
      actions={
        <>
          <Button
            kind="primary"
            disabled={busy || count.pieces.length === 0}
            onPress={() => onEnter({ type: 'count', pieces: count.pieces })}
          >
            {t.shift.record}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.amount}>
        <ul className={styles.pieces}>
          {count.fields.map(({ key, label, figures }, index) => (
            <li key={key}>
              <button type="button" className={styles.piece} aria-pressed={index === at} onClick={() => setAt(index)}>
                <span>{label}</span>
                <strong>{figures === '' ? '–' : digits(figures)}</strong>
              </button>
            </li>
          ))}
        </ul>
        <div className={styles.pad}>
          <p className={styles.sum} aria-live="polite">
            <span>{t.shift.total}</span>
            <strong>{count.total}</strong>
          </p>
          <Keypad
            label={t.shift.count}
            eraseLabel={t.cash.erase}
            onDigit={(digit) => enter(((typed.has(at) ? current : '') + digit).replace(/^0+(?=\d)/u, ''))}
            onErase={() => enter(current.slice(0, -1))}
            onEnter={() => setAt((at + 1) % count.fields.length)}
          />
        </div>
      </div>
    </Sheet>
  )
}

interface SlipSheetProps {
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onPay: (slip: string, second: Second) => void
  readonly onBack: () => void
}

/**
 * Pays out a credit voucher in cash: takes its number, and then the number and PIN of a second member of staff as
 * approver.
 */
function SlipSheet({ notice, busy, onPay, onBack }: SlipSheetProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  if (typed.length === SLIP_NUMBER_LENGTH)
    return (
      <PersonSheet
        title={t.shift.paySlip}
        lead={`${slipInHalves(typed)} · ${t.files.second}`}
        demoRole="supervisor"
        notice={notice}
        busy={busy}
        onConfirm={(second) => onPay(typed, second)}
        onBack={onBack}
      />
    )
  return (
    <Sheet
      title={t.shift.paySlip}
      lead={t.shift.paySlipBody}
      notice={notice}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <CodePad
        label={t.paying.slip.number}
        typed={typed}
        length={SLIP_NUMBER_LENGTH}
        disabled={busy}
        onTyped={setTyped}
      />
    </Sheet>
  )
}
