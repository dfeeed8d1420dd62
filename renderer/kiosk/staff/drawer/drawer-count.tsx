import { useState, type ReactNode } from 'react'
import type { DrawerView } from '../../../../shared/kiosk-api/views.ts'
import { Button } from '../../../components/button.tsx'
import type { DrawerEntry } from '../../../components/drawer/drawer-entry.ts'
import { useDrawerCount } from '../../../components/drawer/use-drawer-count.ts'
import { Keypad } from '../../../components/keypad.tsx'
import { Sheet } from '../../../components/sheets/sheet.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import styles from './drawer-sheet.module.css'

export interface DrawerCountingProps {
  readonly drawer: DrawerView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onEnter: (entry: DrawerEntry) => void
  readonly onBack: () => void
}

/** The count of one drawer on a pad. Enter goes on to the next value. */
export function DrawerCounting({ drawer, notice, busy, onEnter, onBack }: DrawerCountingProps) {
  const { t, digits } = useI18n()
  const count = useDrawerCount(drawer)
  /** The values typed now: the first figure takes the place of what was there. */
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
