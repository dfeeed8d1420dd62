import { useState } from 'react'
import { exponentOf } from '../../shared/domain/money/money.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { DrawerView, ShiftView } from '../../shared/kiosk-api/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import { useOffice } from './office-context.tsx'
import { OfficeButton } from './office-page.tsx'
import styles from './office.module.css'

/** Of a sum, and of a count of one kind of note. */
const MOST_FIGURES = 9
const MOST_FIGURES_OF_A_PIECE = 6

export interface DrawerPanelProps {
  readonly drawer: DrawerView
  readonly onShift: (reply: Result<ShiftView, Problem>) => void
}

/** One currency of the drawer: float, cash in and out with a reason, and a count that is not told what should be there. */
export function DrawerPanel({ drawer, onShift }: DrawerPanelProps) {
  const { t, money } = useI18n()
  const { ask, may } = useOffice()
  const { currency, float, counted, pieces } = drawer
  const [sum, setSum] = useState('')
  const [reason, setReason] = useState('')
  /** A recount begins with what was counted last. */
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(counted?.pieces.map(({ kind, value, count }) => [`${kind} ${value}`, String(count)]) ?? []),
  )
  const amount = Number(sum) * 10 ** exponentOf(currency)
  const act = (reply: Promise<Result<ShiftView, Problem>>): void => {
    void reply.then((answered) => {
      if (answered.ok) {
        setSum('')
        setReason('')
      }
      onShift(answered)
    })
  }
  const move = (direction: 'in' | 'out'): void =>
    act(ask('moveCash', { direction, currency, amount, reason: reason.trim() }))
  const recordCount = (): void =>
    act(
      ask('countDrawer', {
        currency,
        pieces: pieces.map(({ kind, value }) => ({ kind, value, count: Number(counts[`${kind} ${value}`] ?? 0) })),
      }),
    )
  const total = pieces.reduce((all, { kind, value }) => all + value * Number(counts[`${kind} ${value}`] ?? 0), 0)
  const difference = counted?.difference ?? 0
  const figures = (text: string, most: number): string => text.replaceAll(/\D/gu, '').slice(0, most)
  const mostOfAPiece = pieces.length === 1 ? MOST_FIGURES : MOST_FIGURES_OF_A_PIECE
  return (
    <section className={styles.part} aria-label={`${t.shift.drawer} ${currency}`}>
      <h2>
        {t.shift.drawer} {currency}
      </h2>
      {counted && (
        <p className={styles.good} role="status">
          {t.shift.counted} {money(counted.total, currency)}.{' '}
          {difference === 0
            ? t.shift.exact
            : difference > 0
              ? t.shift.over(money(difference, currency))
              : t.shift.short(money(-difference, currency))}
        </p>
      )}
      <div className={styles.field}>
        {(float === null || may('moveCash')) && (
          <input
            aria-label={t.shift.sum(currency)}
            placeholder={t.shift.sum(currency)}
            inputMode="numeric"
            value={sum}
            onChange={({ target }) => setSum(figures(target.value, MOST_FIGURES))}
          />
        )}
        {float === null && (
          <OfficeButton disabled={sum === ''} onPress={() => act(ask('openShift', { currency, float: amount }))}>
            {t.shift.noteFloat}
          </OfficeButton>
        )}
        {may('moveCash') && (
          <>
            <input
              aria-label={t.shift.reason}
              placeholder={t.shift.reason}
              value={reason}
              maxLength={200}
              onChange={({ target }) => setReason(target.value)}
            />
            <OfficeButton disabled={amount === 0 || reason.trim() === ''} onPress={() => move('in')}>
              {t.shift.payIn}
            </OfficeButton>
            <OfficeButton disabled={amount === 0 || reason.trim() === ''} onPress={() => move('out')}>
              {t.shift.payOut}
            </OfficeButton>
            <OfficeButton
              disabled={reason.trim() === ''}
              onPress={() => act(ask('openDrawer', { reason: reason.trim() }))}
            >
              {t.shift.open}
            </OfficeButton>
          </>
        )}
      </div>
      <details className={styles.fold}>
        <summary>{t.shift.count}</summary>
        <p className={styles.quiet}>{t.shift.countBody}</p>
        <div className={styles.tiles}>
          {pieces.map(({ kind, value }) => {
            const key = `${kind} ${value}`
            const named = kind === 'note' ? t.shift.note(money(value, currency)) : t.shift.coin(money(value, currency))
            return (
              <label key={key} className={styles.piece}>
                <span>{named}</span>
                <input
                  inputMode="numeric"
                  value={counts[key] ?? ''}
                  onChange={({ target }) => setCounts({ ...counts, [key]: figures(target.value, mostOfAPiece) })}
                />
              </label>
            )
          })}
        </div>
        <p className={styles.field}>
          <strong>
            {t.shift.total} {money(total, currency)}
          </strong>
          <OfficeButton strong onPress={recordCount}>
            {t.shift.record}
          </OfficeButton>
        </p>
      </details>
    </section>
  )
}
