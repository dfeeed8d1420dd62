import { useState, type ReactNode } from 'react'
import { cashPieces, type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type { DrawerView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './drawer-sheet.module.css'

const MOST_DIGITS = 6
const MOST_DIGITS_OF_A_SUM = 9

export interface DrawerCountingProps {
  readonly drawer: DrawerView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onCounted: (pieces: readonly CountedPiece[]) => void
  readonly onBack: () => void
}

/** Note by note, coin by coin; nothing here tells what should be found. Enter goes on to the next value. */
export function DrawerCounting({ drawer, notice, busy, onCounted, onBack }: DrawerCountingProps) {
  const { t, money, digits } = useI18n()
  const { currency } = drawer
  const pieces = cashPieces(currency)
  /** A recount begins with what was counted last. */
  const [counts, setCounts] = useState<readonly string[]>(() =>
    pieces.map(({ kind, value }) => {
      const last = drawer.counted?.pieces.find((piece) => piece.kind === kind && piece.value === value)
      return last ? String(last.count) : ''
    }),
  )
  /** The values typed now: the first figure takes the place of what was there. */
  const [typed, setTyped] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(0)
  const counted = pieces.map((piece, index) => ({ ...piece, count: Number(counts[index]) }))
  const asSum = pieces.length === 1
  const most = asSum ? MOST_DIGITS_OF_A_SUM : MOST_DIGITS
  const enter = (text: string): void => {
    setCounts(counts.map((count, index) => (index === at ? text : count)))
    setTyped(new Set(typed).add(at))
  }
  const current = counts[at] ?? ''
  return (
    <Sheet
      title={t.shift.count}
      lead={t.shift.countBody}
      notice={notice}
      actions={
        <>
          <Button kind="primary" disabled={busy} onPress={() => onCounted(counted)}>
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
          {pieces.map((piece, index) => {
            const { kind, value } = piece
            const name = money(value, currency)
            const label = asSum ? t.shift.sum(currency) : kind === 'note' ? t.shift.note(name) : t.shift.coin(name)
            return (
              <li key={`${kind} ${value}`}>
                <button type="button" className={styles.piece} aria-pressed={index === at} onClick={() => setAt(index)}>
                  <span>{label}</span>
                  <strong>{counts[index] === '' ? '–' : digits(counts[index] ?? '')}</strong>
                </button>
              </li>
            )
          })}
        </ul>
        <div className={styles.pad}>
          <p className={styles.sum} aria-live="polite">
            <span>{t.shift.total}</span>
            <strong>{money(countedTotal(counted), currency)}</strong>
          </p>
          <Keypad
            label={t.shift.count}
            eraseLabel={t.cash.erase}
            onDigit={(digit) =>
              enter(((typed.has(at) ? current : '') + digit).replace(/^0+(?=\d)/u, '').slice(0, most))
            }
            onErase={() => enter(current.slice(0, -1))}
            onEnter={() => setAt((at + 1) % pieces.length)}
          />
        </div>
      </div>
    </Sheet>
  )
}
