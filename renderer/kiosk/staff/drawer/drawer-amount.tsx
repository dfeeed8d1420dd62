import { useState, type ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Choice } from '../../../components/choice.tsx'
import type { DrawerEntry } from '../../../components/drawer/drawer-entry.ts'
import { Keypad } from '../../../components/keypad.tsx'
import { Sheet } from '../../../components/sheets/sheet.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import styles from './drawer-sheet.module.css'

const MOST_DIGITS = 10

export interface DrawerAmountProps {
  readonly task: Exclude<DrawerEntry['type'], 'count'>
  readonly currency: string
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onEnter: (entry: DrawerEntry) => void
  readonly onBack: () => void
}

/** A sum, and why; digits are minor units, so that no comma has to be typed. */
export function DrawerAmount({ task, currency, notice, busy, onEnter, onBack }: DrawerAmountProps) {
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
