import { useId, useState } from 'react'
import { MAX_TEXT } from '../../shared/domain/desk/typed-numbers.ts'
import { readSum, typedSum } from '../../shared/domain/money/money.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { DrawerView, ShiftView } from '../../shared/api/kiosk/views.ts'
import type { Problem } from '../app/problem.ts'
import { differenceText, type DrawerEntry, enterInDrawer, type Second, useDrawerCount } from '../ui/drawer.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { useCommand, useOffice } from './office-context.tsx'
import { OfficeButton, OfficeInput, ApproverForm } from './office-page.tsx'
import styles from './office.module.css'

interface DrawerPanelProps {
  readonly drawer: DrawerView
  readonly onShift: (reply: Result<ShiftView, Problem>) => void
}

export function DrawerPanel({ drawer, onShift }: DrawerPanelProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke, who } = useOffice()
  const { currency, counted } = drawer
  const { busy, send } = useCommand()
  const enter: PartProps['onEntry'] = async (entry, second) => {
    const reply = await send(enterInDrawer(invoke, who, currency, entry, second))
    onShift(reply)
    return reply
  }
  return (
    <section className={styles.part} aria-label={`${t.shift.drawer} ${currency}`}>
      <h2>
        {t.shift.drawer} {currency}
      </h2>
      {counted && (
        <p className={styles.good} role="status">
          {t.shift.counted} {money(counted.total, currency)}. {differenceText(i18n, counted.difference, currency)}
        </p>
      )}
      <CashMoves drawer={drawer} busy={busy} onEntry={enter} />
      <CountFields drawer={drawer} busy={busy} onEntry={enter} />
    </section>
  )
}

interface PartProps {
  readonly drawer: DrawerView
  readonly busy: boolean
  readonly onEntry: (entry: DrawerEntry, second?: Second) => Promise<Result<ShiftView, Problem>>
}

function CashMoves({ drawer: { currency, float }, busy, onEntry }: PartProps) {
  const { t } = useI18n()
  const { may } = useOffice()
  const [sum, setSum] = useState('')
  const [typedReason, setTypedReason] = useState('')
  /** Entry that requires an approver. The approver's form is shown only while the fields are unchanged. */
  const [asked, setAsked] = useState<{ entry: DrawerEntry; sum: string; typedReason: string } | null>(null)
  const read = readSum(sum, currency)
  const amount = read.ok ? read.value : 0
  const reason = typedReason.trim()
  const enter = async (entry: DrawerEntry, second?: Second): Promise<void> => {
    const reply = await onEntry(entry, second)
    const more = !reply.ok && (reply.error.type === 'approval-required' || reply.error.type === 'second-person')
    setAsked(more ? { entry, sum, typedReason } : null)
    if (!reply.ok) return
    // Text typed while the entry was being recorded belongs to the next entry.
    setSum((now) => (now === sum ? '' : now))
    setTypedReason((now) => (now === typedReason ? '' : now))
  }
  const button = (text: string, entry: DrawerEntry, missing: boolean) => (
    <OfficeButton disabled={busy || missing} onPress={() => void enter(entry)}>
      {text}
    </OfficeButton>
  )
  return (
    <>
      <div className={styles.field}>
        {(float === null || may('moveCash')) && <AmountField currency={currency} typed={sum} onTyped={setSum} />}
        {float === null && button(t.shift.noteFloat, { type: 'float', amount }, !read.ok)}
        {may('moveCash') && (
          <>
            <ReasonField typed={typedReason} onTyped={setTypedReason} />
            {button(t.shift.payIn, { type: 'in', amount, reason }, amount === 0 || reason === '')}
            {button(t.shift.payOut, { type: 'out', amount, reason }, amount === 0 || reason === '')}
            {button(t.shift.drop, { type: 'drop', amount, reason: reason || t.shift.dropped }, amount === 0)}
            {button(t.shift.open, { type: 'open', reason }, reason === '')}
          </>
        )}
      </div>
      {asked?.sum === sum && asked.typedReason === typedReason && (
        <ApproverForm busy={busy} onConfirm={(second) => void enter(asked.entry, second)} />
      )}
    </>
  )
}

function ReasonField({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const { t } = useI18n()
  const usual = useId()
  const { reason, reasonsOut, reasonsIn, reasonsOpen } = t.shift
  return (
    <>
      <OfficeInput label={reason} list={usual} value={typed} maxLength={MAX_TEXT.reason} onTyped={onTyped} />
      <datalist id={usual}>
        {[...new Set([...reasonsOut, ...reasonsIn, ...reasonsOpen])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </>
  )
}

function CountFields({ drawer, busy, onEntry }: PartProps) {
  const { t } = useI18n()
  const { currency, counted } = drawer
  const count = useDrawerCount(drawer)
  const [isHandingOver, setHandingOver] = useState(false)
  const [sum, setSum] = useState(() => (counted ? typedSum(counted.total, currency) : ''))
  const typeSum = (typed: string): void => {
    setSum(typed)
    const read = readSum(typed, currency)
    count.type(0, read.ok ? String(read.value) : '')
  }
  const record = async (receiver?: Second): Promise<void> => {
    const reply = await onEntry({ type: 'count', pieces: count.pieces }, receiver)
    if (reply.ok) setHandingOver(false)
  }
  return (
    <details className={styles.fold}>
      <summary>{t.shift.count}</summary>
      <p className={styles.quiet}>{t.shift.countBody}</p>
      <div className={styles.tiles}>
        {count.asSum ? (
          <AmountField currency={currency} typed={sum} onTyped={typeSum} />
        ) : (
          count.fields.map(({ key, label, figures }, index) => (
            <label key={key} className={styles.piece}>
              <span>{label}</span>
              <input
                {...digitKeys}
                inputMode="numeric"
                value={figures}
                onChange={({ target }) => count.type(index, target.value.replaceAll(/\D/gu, ''))}
              />
            </label>
          ))
        )}
      </div>
      <p className={styles.field}>
        <strong>
          {t.shift.total} {count.total}
        </strong>
        <OfficeButton strong disabled={busy || count.pieces.length === 0} onPress={() => void record()}>
          {t.shift.record}
        </OfficeButton>
        <OfficeButton
          pressed={isHandingOver}
          disabled={busy || count.pieces.length === 0}
          onPress={() => setHandingOver(!isHandingOver)}
        >
          {t.shift.handOver}
        </OfficeButton>
      </p>
      {isHandingOver && (
        <ApproverForm busy={busy} title={t.shift.receiver} onConfirm={(receiver) => void record(receiver)} />
      )}
    </details>
  )
}

/** Field for an amount in any usual notation, such as 500k, with the interpreted amount beside the field. */
function AmountField({
  currency,
  typed,
  onTyped,
}: {
  currency: string
  typed: string
  onTyped: (typed: string) => void
}) {
  const i18n = useI18n()
  const { t, money } = i18n
  const sum = readSum(typed, currency)
  return (
    <span className={styles.sum}>
      <OfficeInput {...digitKeys} label={t.shift.sum(currency)} value={typed} maxLength={30} onTyped={onTyped} />
      {typed.trim() !== '' && (
        <output>{sum.ok ? money(sum.value, currency) : deskNoticeText(i18n, sum.error).title}</output>
      )}
    </span>
  )
}
