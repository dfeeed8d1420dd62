import { type ReactNode, useState } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { SLIP_NUMBER_LENGTH } from '../../../shared/domain/money/credit-voucher.ts'
import type { CreditSlipView } from '../../../shared/api/kiosk/office-views.ts'
import type { DrawerView, ShiftView } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { differenceText, type DrawerEntry, type Second, useDrawerCount } from '../../ui/drawer.ts'
import { Keypad, type KeypadProps } from '../../ui/keypad.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-screen.tsx'
import styles from './drawer/drawer-sheet.module.css'
import { PersonSheet } from './person-sheet.tsx'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

export function DrawerSheet({ staff, shift }: { staff: Staff; shift: ShiftView }) {
  const { t, instant, money } = useI18n()
  const [slip, setSlip] = useState<'asked' | CreditSlipView | null>(null)
  const [currency, setCurrency] = useState(shift.drawers[0]?.currency ?? '')
  const [task, setTask] = useState<DrawerEntry['type'] | null>(null)
  const [entered, setEntered] = useState(false)
  const drawer = shift.drawers.find((each) => each.currency === currency) ?? shift.drawers[0]
  if (!drawer) return null

  const enter = async (entry: DrawerEntry): Promise<void> => {
    if (!(await staff.enterInDrawer(currency, entry)).ok) return
    setEntered(true)
    setTask(null)
  }
  const begin = (next: DrawerEntry['type']) => (): void => {
    setEntered(false)
    setTask(next)
  }
  const told = shift.opened === null ? t.shift.recorded : shift.opened === 'opened' ? t.shift.opened : t.shift.notOpened
  const common = { staff, onEnter: (entry: DrawerEntry) => void enter(entry), onBack: () => setTask(null) }
  const paySlip = async (typed: string, second: Second): Promise<void> => {
    const paid = await staff.paySlip(typed, second)
    if (paid.ok) setSlip(paid.value)
  }
  if (slip === 'asked')
    return <SlipSheet staff={staff} onPay={(...asked) => void paySlip(...asked)} onBack={() => setSlip(null)} />
  if (task === 'count') return <DrawerCounting drawer={drawer} {...common} />
  if (task) return <DrawerAmount task={task} currency={currency} {...common} />
  const moves = [
    ['in', 'plus', t.shift.payIn],
    ['out', 'minus', t.shift.payOut],
    ['drop', 'minus', t.shift.drop],
  ] as const
  return (
    <StaffSheet
      staff={staff}
      title={t.shift.title(shift.shiftNo)}
      lead={shift.sinceUtc === null ? t.shift.nothingYet : t.shift.since(instant(shift.sinceUtc))}
      actions={
        <Button kind="primary" icon="cash" disabled={staff.desk.busy} onPress={begin('count')}>
          {t.shift.count}
        </Button>
      }
    >
      <div className="column grow gap-3">
        {shift.drawers.length > 1 && (
          <div className={styles.currencies} role="group" aria-label={t.shift.drawer}>
            {shift.drawers.map((each) => (
              <Choice
                key={each.currency}
                chosen={each.currency === currency}
                onPress={() => setCurrency(each.currency)}
              >
                <strong>{each.currency}</strong>
              </Choice>
            ))}
          </div>
        )}
        <DrawerFacts drawer={drawer} />
        <p className={styles.told} role="status">
          {slip ? t.shift.slipPaid(money(slip.amount, slip.currency)) : entered && told}
        </p>
        <div className={styles.tasks}>
          {drawer.float === null && <Button onPress={begin('float')}>{t.shift.noteFloat}</Button>}
          {moves.map(([move, icon, name]) => (
            <Button key={move} icon={icon} onPress={begin(move)}>
              {name}
            </Button>
          ))}
          <Button icon="slip" onPress={() => setSlip('asked')}>
            {t.shift.paySlip}
          </Button>
          {shift.opensDrawer && <Button onPress={begin('open')}>{t.shift.open}</Button>}
        </div>
      </div>
    </StaffSheet>
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

const MAX_DIGITS = 10

interface EntryProps {
  readonly staff: Staff
  readonly onEnter: (entry: DrawerEntry) => void
  readonly onBack: () => void
}

interface DrawerAmountProps extends EntryProps {
  readonly task: Exclude<DrawerEntry['type'], 'count'>
  readonly currency: string
}

/** Asks for an amount and its reason. The amount is typed in minor units, without a decimal separator. */
function DrawerAmount({ task, currency, onEnter, ...sheet }: DrawerAmountProps) {
  const { t, money } = useI18n()
  const [digits, setDigits] = useState('')
  const [reason, setReason] = useState('')
  const { shift } = t
  const texts = {
    float: { title: shift.noteFloat, lead: shift.floatBody, reasons: [] },
    in: { title: shift.payIn, lead: shift.payInBody, reasons: shift.reasonsIn },
    out: { title: shift.payOut, lead: shift.payOutBody, reasons: shift.reasonsOut },
    drop: { title: shift.drop, lead: shift.dropBody, reasons: [] },
    open: { title: shift.open, lead: shift.openBody, reasons: shift.reasonsOpen },
  }[task]
  const amount = Number(digits)
  const noAmount = task === 'float' ? digits === '' : task !== 'open' && amount === 0
  const missing = noAmount || (texts.reasons.length > 0 && reason === '')
  const record = (): void => {
    if (sheet.staff.desk.busy || missing) return
    if (task === 'float') onEnter({ type: task, amount })
    else if (task === 'open') onEnter({ type: task, reason })
    else onEnter({ type: task, amount, reason: task === 'drop' ? shift.dropped : reason })
  }
  return (
    <EntrySheet {...sheet} title={texts.title} lead={texts.lead} missing={missing} onRecord={record}>
      {texts.reasons.length > 0 && (
        <div className={styles.reasons} role="group" aria-label={shift.reason}>
          {texts.reasons.map((each) => (
            <Choice key={each} chosen={each === reason} onPress={() => setReason(each)}>
              {each}
            </Choice>
          ))}
        </div>
      )}
      {task !== 'open' && (
        <Pad
          label={shift.amount}
          name={shift.amount}
          sum={digits === '' ? '–' : money(amount, currency)}
          onDigit={(digit) => setDigits((digits + digit).replace(/^0+(?=\d)/u, '').slice(0, MAX_DIGITS))}
          onErase={() => setDigits(digits.slice(0, -1))}
          onEnter={record}
        />
      )}
    </EntrySheet>
  )
}

interface EntrySheetProps extends Omit<EntryProps, 'onEnter'> {
  readonly title: string
  readonly lead: string
  readonly missing: boolean
  readonly onRecord: () => void
  readonly children: ReactNode
}

function EntrySheet({ missing, onRecord, children, ...sheet }: EntrySheetProps) {
  const { t } = useI18n()
  return (
    <StaffSheet
      {...sheet}
      actions={
        <Button kind="primary" disabled={sheet.staff.desk.busy || missing} onPress={onRecord}>
          {t.shift.record}
        </Button>
      }
    >
      <div className={styles.amount}>{children}</div>
    </StaffSheet>
  )
}

interface PadProps extends Pick<KeypadProps, 'label' | 'onDigit' | 'onErase' | 'onEnter'> {
  readonly name: string
  readonly sum: string
}

function Pad({ name, sum, ...keypad }: PadProps) {
  const { t } = useI18n()
  return (
    <div className={styles.pad}>
      <p className={styles.sum} aria-live="polite">
        <span>{name}</span>
        <strong>{sum}</strong>
      </p>
      <Keypad {...keypad} eraseLabel={t.cash.erase} />
    </div>
  )
}

export function DrawerCounting({ drawer, onEnter, ...sheet }: EntryProps & { readonly drawer: DrawerView }) {
  const { t, digits } = useI18n()
  const count = useDrawerCount(drawer)
  /**
   * Indexes of the fields typed since the sheet was opened. In any other field, the first digit replaces an earlier
   * count.
   */
  const [typed, setTyped] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(0)
  const current = count.fields[at]?.figures ?? ''
  const enter = (figures: string): void => {
    count.type(at, figures)
    setTyped(new Set(typed).add(at))
  }
  return (
    <EntrySheet
      {...sheet}
      title={t.shift.count}
      lead={t.shift.countBody}
      missing={count.pieces.length === 0}
      onRecord={() => onEnter({ type: 'count', pieces: count.pieces })}
    >
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
      <Pad
        label={t.shift.count}
        name={t.shift.total}
        sum={count.total}
        onDigit={(digit) => enter(((typed.has(at) ? current : '') + digit).replace(/^0+(?=\d)/u, ''))}
        onErase={() => enter(current.slice(0, -1))}
        onEnter={() => setAt((at + 1) % count.fields.length)}
      />
    </EntrySheet>
  )
}

interface SlipSheetProps {
  readonly staff: Staff
  readonly onPay: (slip: string, second: Second) => void
  readonly onBack: () => void
}

/** Pays out a credit voucher in cash, with a second staff member as approver. */
function SlipSheet({ staff, onPay, onBack }: SlipSheetProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const common = { staff, title: t.shift.paySlip, onBack }
  if (typed.length === SLIP_NUMBER_LENGTH)
    return (
      <PersonSheet
        {...common}
        lead={`${inHalves(typed)} · ${t.files.second}`}
        demoRole="supervisor"
        onConfirm={(second) => onPay(typed, second)}
      />
    )
  return (
    <StaffSheet {...common} lead={t.shift.paySlipBody}>
      <CodePad
        label={t.paying.slip.number}
        typed={typed}
        length={SLIP_NUMBER_LENGTH}
        disabled={staff.desk.busy}
        onTyped={setTyped}
      />
    </StaffSheet>
  )
}
