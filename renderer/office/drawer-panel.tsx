import { useState } from 'react'
import { readSum, typedSum } from '../../shared/domain/money/typed-sum.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { DrawerView, ShiftView } from '../../shared/kiosk-api/views.ts'
import { enterInDrawer, type DrawerEntry } from '../components/drawer/drawer-entry.ts'
import { differenceText, useDrawerCount } from '../components/drawer/use-drawer-count.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import { useOffice } from './office-context.tsx'
import { OfficeButton } from './office-page.tsx'
import { SumField } from './sum-field.tsx'
import styles from './office.module.css'

export interface DrawerPanelProps {
  readonly drawer: DrawerView
  readonly onShift: (reply: Result<ShiftView, Problem>) => void
}

/** One currency of the drawer: float, cash in and out with a reason, and a count that is not told what should be there. */
export function DrawerPanel({ drawer, onShift }: DrawerPanelProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke, who } = useOffice()
  const { currency, counted } = drawer
  const enter = async (entry: DrawerEntry): Promise<boolean> => {
    const reply = await enterInDrawer(invoke, who, currency, entry)
    onShift(reply)
    return reply.ok
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
      <CashMoves drawer={drawer} onEntry={enter} />
      <CountFields drawer={drawer} onEntry={enter} />
    </section>
  )
}

interface PartProps {
  readonly drawer: DrawerView
  /** Whether it was written down. */
  readonly onEntry: (entry: DrawerEntry) => Promise<boolean>
}

/** The float, cash in and out, and the drawer opened without either. */
function CashMoves({ drawer: { currency, float }, onEntry }: PartProps) {
  const { t } = useI18n()
  const { may } = useOffice()
  const [sum, setSum] = useState('')
  const [typedReason, setTypedReason] = useState('')
  const read = readSum(sum, currency)
  const amount = read ?? 0
  const reason = typedReason.trim()
  const enter = async (entry: DrawerEntry): Promise<void> => {
    if (!(await onEntry(entry))) return
    setSum('')
    setTypedReason('')
  }
  const button = (text: string, entry: DrawerEntry, missing: boolean) => (
    <OfficeButton disabled={missing} onPress={() => void enter(entry)}>
      {text}
    </OfficeButton>
  )
  return (
    <div className={styles.field}>
      {(float === null || may('moveCash')) && <SumField currency={currency} typed={sum} onTyped={setSum} />}
      {float === null && button(t.shift.noteFloat, { type: 'float', amount }, read === null)}
      {may('moveCash') && (
        <>
          <input
            aria-label={t.shift.reason}
            placeholder={t.shift.reason}
            value={typedReason}
            maxLength={200}
            onChange={({ target }) => setTypedReason(target.value)}
          />
          {button(t.shift.payIn, { type: 'in', amount, reason }, amount === 0 || reason === '')}
          {button(t.shift.payOut, { type: 'out', amount, reason }, amount === 0 || reason === '')}
          {button(t.shift.open, { type: 'open', reason }, reason === '')}
        </>
      )}
    </div>
  )
}

function CountFields({ drawer, onEntry }: PartProps) {
  const { t } = useI18n()
  const { currency, counted } = drawer
  const count = useDrawerCount(drawer)
  const [sum, setSum] = useState(() => (counted ? typedSum(counted.total, currency) : ''))
  const typeSum = (typed: string): void => {
    setSum(typed)
    count.type(0, String(readSum(typed, currency) ?? 0))
  }
  return (
    <details className={styles.fold}>
      <summary>{t.shift.count}</summary>
      <p className={styles.quiet}>{t.shift.countBody}</p>
      <div className={styles.tiles}>
        {count.asSum ? (
          <SumField currency={currency} typed={sum} onTyped={typeSum} />
        ) : (
          count.fields.map(({ key, label, figures }, index) => (
            <label key={key} className={styles.piece}>
              <span>{label}</span>
              <input
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
        <OfficeButton
          strong
          disabled={count.asSum && readSum(sum, currency) === null}
          onPress={() => void onEntry({ type: 'count', pieces: count.pieces })}
        >
          {t.shift.record}
        </OfficeButton>
      </p>
    </details>
  )
}
